/* What the strategies of a sweep have in common.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "seidel-cuda-private.h"
#include "seidel-cuda-strips.h"

/* What a sweep does for a chain of them, beside updating x; see seidel-cuda-sweep-chain.cu. The
 * entries that a row depends on are its own, those that this sweep has not updated before it the
 * others. Where known stands here, strategies that keep what is known of rows by place compute the
 * same from what the last sweep of the chain kept. */
typedef enum
{
  SEIDEL_CUDA_ALONE,        /* nothing */
  SEIDEL_CUDA_TRACKED,      /* known: what the others made of x, of the last sweep, then this one */
  SEIDEL_CUDA_FIRST,        /* known: takes the sum of the own entries times the updated x */
  SEIDEL_CUDA_HALF,         /* the same; before, it holds the sum of the others */
  SEIDEL_CUDA_HALF_TRACKED, /* the same, and the residual */
  SEIDEL_CUDA_SETTLED,      /* there are no others: it holds the sum of the own entries */
} SeidelCudaChained;

/* What a strategy keeps of each row from the beginning of a sweep on: the x that the row would have
 * if it depended on no other, (1 − ω) x + ω (b − Σ a x) / d with the sum over the others. */
typedef struct
{
  const int32_t *places; /* of each row; on the device */
  void *known;           /* by place */
} SeidelCudaKnown;

/* One sweep to be done. */
typedef struct
{
  const SeidelVector *b;
  SeidelVector *x;
  double omega;
  bool triangle; /* as from x = 0: neither the other triangle nor the old x are read */
  SeidelSweepReportFunc report; /* NULL: nothing is measured */
  void *report_data;
  SeidelCudaChained chained;
  void *known;            /* of each row; NULL if the sweep is not part of a chain */
  void *residual;         /* takes b − A x of the incoming x, where it is tracked */
  SeidelCudaKnown before; /* what the last sweep of the chain kept, where the strategy does */
  bool over_diagonal;     /* b is divided by the diagonal already, where the strategy allows that */
} SeidelCudaJob;

/* What a plan takes on the device: of four bytes or of numbers, for each row, and more. */
typedef struct
{
  int indices; /* of four bytes */
  int numbers; /* of the context's precision */
  int scratch; /* indices while it is made, beside all of these */
  bool stores; /* the triangle that rows depend on, too */
  bool spare;  /* the system's array that is written instead of x */
  int chained; /* numbers of a chain of such sweeps; 0: there is none */
  bool banded; /* one triangle is stored by bands, too: seidel-cuda-bands.cuh */
  /* What it takes beside, for rows of such lengths in so many levels; 0: they are not known. NULL:
   * nothing. */
  double (*more) (const SeidelOwnLengths *lengths, size_t real_size, int64_t levels);
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
  /* What is kept by a plan, so that its sweeps can be chained; NULL: nothing. */
  SeidelCudaKnown (*known) (const SeidelSweep *sweep);
} SeidelCudaStrategy;

/* Of matrices with fewer entries no triangle is stored by bands: those are at hand in the cache. */
#define SEIDEL_CUDA_LEAST_BANDED 2000000

/* That of a strategy, by its number. */
const SeidelCudaPlanSize *seidel_cuda_plan_size (int strategy);

struct SeidelSweep
{
  SeidelOperator *system;
  SeidelDirection direction;
  const SeidelCudaStrategy *strategy;
  void *plan;
};

static inline bool
seidel_cuda_is_forward (const SeidelSweep *sweep)
{
  return sweep->direction == SEIDEL_DIRECTION_FORWARD;
}

/* Gives x the array that a sweep wrote, and the system that of x. */
static inline void
seidel_cuda_take_spare (SeidelOperator *system, SeidelVector *x)
{
  void *elements = x->elements;

  x->elements = system->spare;
  system->spare = elements;
}

/* The rows of a system by dependency level. */
typedef struct SeidelCudaLevels
{
  int32_t count;
  int64_t *offsets;      /* count + 1, into rows; on the host; NULL where they were not asked for */
  int32_t *rows;         /* on the device: by level, ascending within one */
  int32_t *level_of_row; /* on the device: 1 … count */
  bool pooled;           /* both: see seidel_cuda_pooled_new () */
} SeidelCudaLevels;

/* For what levels are looked for. */
typedef enum
{
  SEIDEL_CUDA_LEVELS_PLANNED, /* without offsets, and pooled unless the system had them */
  SEIDEL_CUDA_LEVELS_LAUNCHED /* with offsets */
} SeidelCudaLevelsUse;

/* From the levels given, or else those that the system has, which it gives away, or found on the
 * device. */
bool seidel_cuda_levels_init (SeidelContext *context,
                              SeidelOperator *system,
                              SeidelDirection direction,
                              const SeidelLevelsView *given,
                              SeidelCudaLevelsUse use,
                              SeidelCudaLevels *levels);
void seidel_cuda_levels_clear (SeidelCudaLevels *levels);
/* Those that the system has, on which work beside the stream may depend. */
void seidel_cuda_forget_levels (SeidelContext *context, SeidelOperator *system);

/* What is kept of its strips: seidel-cuda-strips-mirror.cu. */
void seidel_cuda_mirror_free (SeidelContext *context, SeidelOperator *system);
/* Its triangles by bands: seidel-cuda-bands.cuh. */
void seidel_cuda_bands_free (SeidelContext *context, SeidelOperator *system);

/* When each level of a sweep was done, in nanoseconds; and in the last place, when it began. */
typedef struct
{
  int32_t count;
  int64_t *device; /* NULL until a sweep is measured */
  int64_t *host;
  int64_t
    launch_nanoseconds; /* of each level, where only a measured sweep launches them one by one */
} SeidelCudaStamps;

/* Entries of the longest row; −1 on failure. */
int64_t seidel_cuda_longest_row (SeidelContext *context, SeidelOperator *system);

/* The longest row of a system whose diagonal is known, and whether some row depends on another in
 * each direction. */
typedef struct
{
  int32_t longest;
  int32_t depends; /* bit d: in the direction d */
} SeidelCudaExtent;

/* False on failure, with the sticky status. */
bool seidel_cuda_extent_of_rows (SeidelContext *context,
                                 const SeidelOperator *system,
                                 SeidelCudaExtent *extent);

/* What does not depend on the results of a sweep, of each row to its place in what is kept: see
 * seidel-cuda-sweep-known.cu. results: by place, those that will be awaited, or NULL. */
bool seidel_cuda_known_run (SeidelContext *context,
                            SeidelSweep *sweep,
                            const SeidelCudaJob *job,
                            const SeidelCudaKnown *kept,
                            void *results);

bool seidel_cuda_levels_plan (SeidelContext *, SeidelSweep *, const SeidelLevelsView *);
void seidel_cuda_levels_run (SeidelContext *, SeidelSweep *, const SeidelCudaJob *);
void seidel_cuda_levels_plan_clear (SeidelSweep *);

bool seidel_cuda_level_wait_plan (SeidelContext *, SeidelSweep *, const SeidelLevelsView *);
void seidel_cuda_level_wait_run (SeidelContext *, SeidelSweep *, const SeidelCudaJob *);
void seidel_cuda_level_wait_clear (SeidelSweep *);
SeidelCudaKnown seidel_cuda_level_wait_known (const SeidelSweep *);
/* What its slices take beside their entries. */
double seidel_cuda_level_wait_more_bytes (const SeidelOwnLengths *lengths,
                                          size_t real_size,
                                          int64_t levels);

bool seidel_cuda_one_block_plan (SeidelContext *, SeidelSweep *, const SeidelLevelsView *);
void seidel_cuda_one_block_run (SeidelContext *, SeidelSweep *, const SeidelCudaJob *);
void seidel_cuda_one_block_clear (SeidelSweep *);
SeidelCudaKnown seidel_cuda_one_block_known (const SeidelSweep *);
/* The most rows that it sweeps on this device, of numbers of so many bytes. */
int64_t seidel_cuda_one_block_most_rows (size_t real_size);

bool seidel_cuda_strips_plan (SeidelContext *, SeidelSweep *, const SeidelLevelsView *);
void seidel_cuda_strips_run (SeidelContext *, SeidelSweep *, const SeidelCudaJob *);
void seidel_cuda_strips_clear (SeidelSweep *);
SeidelCudaKnown seidel_cuda_strips_known (const SeidelSweep *);
/* How rows of such lengths are cut, for numbers of so many bytes; false when there is no device. */
bool seidel_cuda_strips_settings (const SeidelOwnLengths *lengths,
                                  size_t real_size,
                                  SeidelStripsSettings *settings);

bool seidel_cuda_wait_plan (SeidelContext *, SeidelSweep *, const SeidelLevelsView *);
void seidel_cuda_wait_run (SeidelContext *, SeidelSweep *, const SeidelCudaJob *);
void seidel_cuda_wait_clear (SeidelSweep *);

/* Whether the sweep can be one of a chain. */
bool seidel_cuda_wait_chains (const SeidelSweep *sweep);
/* Whether no row depends on another, or, in the second, none has other entries but its own. */
bool seidel_cuda_wait_is_free (const SeidelSweep *sweep);
bool seidel_cuda_wait_is_triangle (const SeidelSweep *sweep);

bool seidel_cuda_passes_plan (SeidelContext *, SeidelSweep *, const SeidelLevelsView *);
void seidel_cuda_passes_run (SeidelContext *, SeidelSweep *, const SeidelCudaJob *);
void seidel_cuda_passes_unordered_run (SeidelContext *, SeidelSweep *, const SeidelCudaJob *);
void seidel_cuda_ready_do_run (SeidelContext *, SeidelSweep *, const SeidelCudaJob *);
void seidel_cuda_ready_do_rows_run (SeidelContext *, SeidelSweep *, const SeidelCudaJob *);
void seidel_cuda_passes_clear (SeidelSweep *);
