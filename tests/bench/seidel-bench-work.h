/* One engine at work on one matrix, for benchmarks of sweeps.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-schedule.h"
#include "matrix/seidel-vector.h"
#include "seidel-bench.h"

G_BEGIN_DECLS

/* A matrix and what goes with it. */
typedef struct
{
  SeidelMatrix *matrix;
  SeidelSchedule *schedules[2]; /* by SeidelDirection */
  char *title;
  double *b;
  double *start; /* a first guess that is nowhere zero */
  bool single;   /* work in single precision */
} SeidelBenchSetting;

/* Takes the matrix and the title over. */
SeidelBenchSetting *seidel_bench_setting_new (SeidelMatrix *matrix, char *title);
void seidel_bench_setting_free (SeidelBenchSetting *setting);

/* As a run would hold it. */
typedef struct
{
  const SeidelEngine *engine;
  SeidelContext *context;
  SeidelOperator *system;
  SeidelVector *b;
  SeidelVector *x;
  SeidelVector *r;
  SeidelSweep *sweeps[2];       /* by SeidelDirection; NULL where they are not planned */
  SeidelRelaxation *relaxation; /* of those that are, once it was asked for */
  GCancellable *cancellable;
  int repeats; /* of a run, where one alone is too short to be timed */
} SeidelBenchWork;

/* Plans sweeps of one direction, or of both, from the setting's guess; NULL when the engine could
 * not. Without a strategy none are planned, and the context keeps the order of the matrix. */
SeidelBenchWork *seidel_bench_work_new (const SeidelEngine *engine,
                                        const char *strategy,
                                        int threads,
                                        const SeidelBenchSetting *setting,
                                        bool both);
void seidel_bench_work_free (SeidelBenchWork *work);

/* What is timed; each takes a SeidelBenchWork. */
void seidel_bench_work_sweep (void *work);    /* of all planned directions */
void seidel_bench_work_multiply (void *work); /* r ← A x */
void seidel_bench_work_residual (void *work); /* r ← b − A x and its norm, then the sweeps */
void seidel_bench_work_relax (void *work);    /* the same as a relaxation */

/* x as it is; free with g_aligned_free (). */
double *seidel_bench_work_x (SeidelBenchWork *work, int64_t n);

bool seidel_bench_nearly_equal (const double *a, const double *b, int64_t n);

/* The bytes that a sweep or a product must move: an entry is a column and a value; a row reads
 * offset, b and x and writes x. */
double seidel_bench_sweep_bytes (const SeidelCsr *csr);

/* A row about two things timed in turn: the value is how many times faster the second is. */
void seidel_bench_add_pair (const char *name,
                            const char *what,
                            SeidelBenchPair pair,
                            SeidelBenchFloors floors,
                            double must,
                            double stretch,
                            const char *failed);

G_END_DECLS
