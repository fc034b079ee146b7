/* What the strategies of a sweep have in common.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "levels/seidel-cuda-levels.h"
#include "matrix/seidel-cuda-operator.h"

/* What a sweep does for a relaxation beside updating x: see seidel-cuda-relaxation.cu. The entries
 * that a row depends on are those of the swept triangle, the others those of the opposite one. The
 * array partial has a partial sum of each row. Strategies that keep partial residuals by place
 * compute the same from what the last sweep of the relaxation kept. */
typedef enum
{
  SEIDEL_CUDA_ALONE,        /* nothing */
  SEIDEL_CUDA_TRACKED,      /* partial: opposite triangle times x, of the last sweep, then this */
  SEIDEL_CUDA_FIRST,        /* partial: takes the swept triangle times the updated x */
  SEIDEL_CUDA_HALF,         /* the same; before, it holds the opposite triangle times x */
  SEIDEL_CUDA_HALF_TRACKED, /* the same, and the residual */
  SEIDEL_CUDA_SETTLED,      /* no opposite triangle: it holds the swept triangle times x */
} SeidelCudaRelaxationMode;

/* The partial residual that a strategy keeps of each row from the beginning of a sweep on: the x
 * that the row would have if it depended on no other, (1 − ω) x + ω (b − Σ a x) / d with the sum
 * over the opposite triangle. */
typedef struct
{
  const int32_t *places; /* of each row; on the device */
  void *partial;         /* by place */
} SeidelCudaPartials;

/* One sweep to be done. */
typedef struct
{
  const SeidelVector *b;
  SeidelVector *x;
  double omega;
  bool triangle; /* as from x = 0: neither the other triangle nor the old x are read */
  SeidelSweepReportFunc report; /* NULL: nothing is measured */
  void *report_data;
  SeidelCudaRelaxationMode mode;
  void *partial;  /* of each row; NULL if the sweep is not part of a relaxation */
  void *residual; /* takes b − A x of the incoming x, where it is tracked */
  SeidelCudaPartials
    before;           /* what the last sweep of the relaxation kept, where the strategy does */
  bool over_diagonal; /* b is divided by the diagonal already, where the strategy allows that */
} SeidelCudaJob;

/* What a plan takes on the device: of four bytes or of numbers, for each row, and more. */
typedef struct
{
  int indices;       /* of four bytes */
  int numbers;       /* of the context's precision */
  int scratch;       /* indices while it is made, beside all of these */
  bool stores;       /* the triangle that rows depend on, too */
  bool spare;        /* the operator's array that is written instead of x */
  int relaxed;       /* numbers of a relaxation; 0: there is none */
  bool by_diagonals; /* one triangle is stored by diagonals, too: seidel-cuda-diagonals.cuh */
  /* What it takes beside, for rows of such lengths in so many levels; 0: they are not known. NULL:
   * nothing. */
  double (*more) (const SeidelSweptLengths *lengths, size_t real_size, int64_t levels);
} SeidelCudaPlanSize;

/* One row of the table of strategies. */
typedef struct
{
  SeidelStrategy shown;
  SeidelCudaPlanSize size;
  /* Prepares sweep->plan; false and the sticky status on failure. levels may be NULL. */
  bool (*plan) (SeidelContext *context, SeidelSweep *sweep, const SeidelLevelsView *levels);
  void (*run) (SeidelContext *context, SeidelSweep *sweep, const SeidelCudaJob *job);
  void (*clear) (SeidelSweep *sweep); /* also of a plan that is not finished, or NULL */
  bool solves_triangles;              /* run () supports job->triangle */
  bool takes_over_diagonal;           /* and job->over_diagonal */
  bool fills_late; /* plan () does not read the values of factors that are not finished */
  /* What is kept by a plan, for relaxations; NULL: nothing. */
  SeidelCudaPartials (*partial) (const SeidelSweep *sweep);
  /* Nanoseconds that a sweep is expected to take; false where the matrix does not suit it. NULL:
   * nothing is predicted of a plan. */
  bool (*expect) (const SeidelCsrView *matrix,
                  SeidelDirection direction,
                  const SeidelLevelsView *levels,
                  const SeidelSweptLengths *lengths,
                  double *nanoseconds);
} SeidelCudaStrategy;

/* Of matrices with fewer entries no triangle is stored by diagonals: those are at hand in the
 * cache. */
#define SEIDEL_CUDA_LEAST_BY_DIAGONALS 2000000

/* Strategies by their numbers. */
const SeidelCudaStrategy *seidel_cuda_strategy (int strategy);
const SeidelCudaPlanSize *seidel_cuda_plan_size (int strategy);

struct SeidelSweep
{
  SeidelOperator *A;
  SeidelDirection direction;
  const SeidelCudaStrategy *strategy;
  void *plan;
};

static inline bool
seidel_cuda_is_forward (const SeidelSweep *sweep)
{
  return sweep->direction == SEIDEL_DIRECTION_FORWARD;
}

/* Makes the array that sweeps write that do not work in place, once: as many numbers as rows. False
 * and the sticky status on failure. */
bool seidel_cuda_ensure_spare (SeidelContext *context, SeidelOperator *A);
void *seidel_cuda_spare (const SeidelOperator *A);

/* Gives x the array that a sweep wrote, and the operator that of x. */
void seidel_cuda_take_spare (SeidelContext *context, SeidelOperator *A, SeidelVector *x);

/* When each level of a sweep was done, in nanoseconds; and in the last place, when it began. */
typedef struct
{
  int32_t count;
  int64_t *device; /* NULL until a sweep is measured */
  int64_t *host;
  int64_t
    launch_nanoseconds; /* of each level, where only a measured sweep launches them one by one */
} SeidelCudaStamps;

/* The partial residual of each row to its place in what is kept: see seidel-cuda-partial.cu.
 * results: by place, those that will be awaited, or NULL. */
bool seidel_cuda_partial_run (SeidelContext *context,
                              SeidelSweep *sweep,
                              const SeidelCudaJob *job,
                              const SeidelCudaPartials *kept,
                              void *results);

/* The most rows that one block sweeps on this device, of numbers of so many bytes. */
int64_t seidel_cuda_one_block_most_rows (size_t real_size);

/* Whether a sweep by "wait" can be part of a relaxation. */
bool seidel_cuda_wait_relaxes (const SeidelSweep *sweep);
/* Whether the swept triangle is empty, or, in the second, the opposite one. */
bool seidel_cuda_wait_is_free (const SeidelSweep *sweep);
bool seidel_cuda_wait_is_triangle (const SeidelSweep *sweep);

/* Operations of the table. */
const SeidelStrategy *seidel_cuda_strategies (int *n_strategies);
int seidel_cuda_choose_strategy (const SeidelCsrView *,
                                 const SeidelLevelsView *,
                                 int,
                                 char *,
                                 size_t,
                                 SeidelSweepForecast *);
SeidelSweep *seidel_cuda_sweep_new (SeidelContext *,
                                    SeidelOperator *,
                                    int strategy,
                                    SeidelDirection,
                                    const SeidelLevelsView *);
void seidel_cuda_sweep_free (SeidelContext *, SeidelSweep *);
SeidelMeasures seidel_cuda_sweep_measures (const SeidelSweep *);
void seidel_cuda_sweep (SeidelContext *,
                        SeidelSweep *,
                        const SeidelVector *b,
                        SeidelVector *x,
                        double omega,
                        SeidelSweepReportFunc report,
                        void *report_data);
void seidel_cuda_solve_triangle (SeidelContext *,
                                 SeidelSweep *,
                                 const SeidelVector *b,
                                 SeidelVector *x,
                                 double omega,
                                 SeidelSweepReportFunc report,
                                 void *report_data);
void seidel_cuda_solve_triangles (SeidelContext *,
                                  SeidelOperator *,
                                  SeidelSweep *const sweeps[2],
                                  double omega,
                                  const SeidelVector *r,
                                  SeidelVector *workspace,
                                  SeidelVector *z,
                                  const SeidelSweepReportFunc reports[2],
                                  void *report_data);
SeidelRelaxation *seidel_cuda_relaxation_new (SeidelContext *,
                                              SeidelOperator *,
                                              SeidelSweep *forward,
                                              SeidelSweep *backward,
                                              double omega);
void seidel_cuda_relaxation_free (SeidelContext *, SeidelRelaxation *);
void seidel_cuda_relaxation_restart (SeidelContext *, SeidelRelaxation *);
void seidel_cuda_relaxation_step (SeidelContext *,
                                  SeidelRelaxation *,
                                  const SeidelVector *b,
                                  SeidelVector *x,
                                  SeidelScalar out,
                                  SeidelSweepReportFunc report,
                                  void *report_data);
