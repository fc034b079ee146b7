/* Orderings side by side: what each makes of the levels of a matrix, of the time of a Gauss-Seidel
 * sweep, of convergence, and of a run.
 *
 * Figures of convergence depend on the matrix alone: all orderings are swept equally often, by one
 * thread, and no clock ends anything. So they are the same at every call.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-ordering.h"
#include "analysis/seidel-schedule.h"
#include "experiment/seidel-machine.h"
#include "method/seidel-method.h"
#include "method/seidel-preconditioner.h"
#include "run/seidel-options.h"
#include "run/seidel-problem.h"

G_BEGIN_DECLS

/* Numbers of threads that are compared: 1, 2, 4 … and all. */
#define SEIDEL_COMPARISON_MOST_TEAMS 14

/* Sweeps that show how the residual falls, of every ordering; and how many of the last of them give
 * the rate. Where a matrix is solved within fewer, there is no rate. */
#define SEIDEL_COMPARISON_SWEEPS      20
#define SEIDEL_COMPARISON_RATE_SWEEPS 5

/* A measured sweep is the least of so many batches, a run that converges the least of so many. */
#define SEIDEL_COMPARISON_BATCHES 30
#define SEIDEL_COMPARISON_RUNS    3

/* What is compared; a plain value. */
typedef struct
{
  SeidelMachine machine;       /* whose times are predicted */
  const SeidelMachine *device; /* whose time is predicted as well, or NULL */
  int n_teams;
  int teams[SEIDEL_COMPARISON_MOST_TEAMS];
  uint64_t seed;      /* of orderings that take one */
  const char *engine; /* that measures sweeps: an id; NULL: none are measured */
  /* A run that is carried out in every ordering; borrowed; NULL: none. Its right-hand side and its
   * first guess may be NULL: A times ones, and zeros. */
  const SeidelOptions *run;
  const SeidelVectorSpec *rhs;
  const SeidelVectorSpec *guess;
} SeidelComparison;

/* One ordering; a plain value but for its texts. Seconds; NaN: not known. */
typedef struct
{
  SeidelOrderingSpec spec;
  double order_seconds; /* computing it, and permuting the matrix; NaN: it could not be made, and
                           counts are 0 */
  int64_t bandwidth;
  int32_t levels;
  double mean_rows; /* in a level */
  double median_rows;
  int64_t widest_rows;
  double predicted[SEIDEL_COMPARISON_MOST_TEAMS]; /* one sweep, by the teams */
  double predicted_device;
  /* The same measured, by a device with the first team only. */
  double measured[SEIDEL_COMPARISON_MOST_TEAMS];
  int64_t sweeps;        /* of Gauss-Seidel from zero towards the solution of ones */
  double reduction;      /* the residual after them, over the first one */
  double sweeps_a_digit; /* for a tenth of the residual at their latest rate; infinite where it does
                            not fall */
  SeidelReason run_reason; /* of the run; NONE: there was none */
  int64_t run_iterations;  /* −1: there was none */
  /* What solved it where that was left to be chosen, which depends on the order; or NULL. */
  const SeidelMethod *run_method;
  const SeidelPreconditionerKind *run_preconditioner;
  double run_seconds; /* analysis, set-up and iterations, on this machine; NaN: not converged */
  double run_device;  /* predicted: its iterations on the device; NaN: not converged, or a run
                         of another kind than products, sweeps and vectors */
  char *note;         /* why something is not known, a sentence; or NULL */
} SeidelOrderingResult;

SEIDEL_API void seidel_ordering_result_clear (SeidelOrderingResult *result);

/* Sweeps for a tenth of the residual times the time of one: predicted, with all threads or, where
 * device is set, on the device. Infinite where the residual does not fall, NaN: not known. */
SEIDEL_API double seidel_ordering_seconds_a_digit (const SeidelComparison *comparison,
                                                   const SeidelOrderingResult *result,
                                                   bool device);

/* "cg + ic0": what solved the run where that was left to be chosen; NULL elsewhere. Iterations of
 * different methods do not compare. Free with g_free (). */
SEIDEL_API char *seidel_ordering_run_chosen (const SeidelOrderingResult *result);

/* Computing the ordering and the run; NaN: not known. */
SEIDEL_API double seidel_ordering_total_seconds (const SeidelOrderingResult *result);

/* All that is known of them, a line each, with a head; what is not known is empty. */
SEIDEL_API GString *seidel_comparison_to_csv (const SeidelComparison *comparison,
                                              const SeidelOrderingResult *results,
                                              size_t n);

/* This machine (see seidel_machine_here ()), the teams up to its threads, and a device by its index
 * in seidel_machine_devices () (−1: none). Use a worker. */
SEIDEL_API bool seidel_comparison_init (SeidelComparison *comparison,
                                        int threads,
                                        int device,
                                        SeidelProgress *progress,
                                        GCancellable *cancellable,
                                        GError **error);

/* Called on the worker when an ordering is done: index in seidel_orderings (). All is borrowed;
 * reordered and its forward levels are NULL where the ordering failed. */
typedef void (*SeidelComparisonFunc) (int index,
                                      const SeidelOrderingResult *result,
                                      SeidelMatrix *reordered,
                                      SeidelSchedule *schedule,
                                      void *data);

/* Every ordering of a square matrix in its natural order, one after the other. An ordering that
 * fails is reported with a note. False with an error when the matrix is not square or it was
 * cancelled. Blocks; stops within 100 ms of cancellation. */
SEIDEL_API bool seidel_comparison_run (const SeidelComparison *comparison,
                                       SeidelMatrix *matrix,
                                       SeidelComparisonFunc func,
                                       void *data,
                                       SeidelProgress *progress,
                                       GCancellable *cancellable,
                                       GError **error);

G_END_DECLS
