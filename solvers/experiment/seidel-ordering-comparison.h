/* Orderings side by side: what each makes of the levels of a matrix, of the time of a Gauss-Seidel
 * sweep, and of convergence.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-ordering.h"
#include "analysis/seidel-schedule.h"
#include "experiment/seidel-machine.h"

G_BEGIN_DECLS

/* Numbers of threads that are compared: 1, 2, 4 … and all. */
#define SEIDEL_COMPARISON_MOST_TEAMS 14

/* Sweeps that show how the residual falls, at most. */
#define SEIDEL_COMPARISON_SWEEPS 20

/* What is compared; a plain value. */
typedef struct
{
  SeidelMachine machine;       /* whose times are predicted */
  const SeidelMachine *device; /* whose time is predicted as well, or NULL */
  int n_teams;
  int teams[SEIDEL_COMPARISON_MOST_TEAMS];
  uint64_t seed;      /* of orderings that take one */
  const char *engine; /* that measures sweeps: an id; NULL: none are measured */
} SeidelComparison;

/* One ordering; a plain value but for its texts. Seconds; NaN: not known. */
typedef struct
{
  SeidelOrderingSpec spec;
  double order_seconds; /* computing it, and permuting the matrix */
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
  char *note;            /* why something is not known, a sentence; or NULL */
} SeidelOrderingResult;

SEIDEL_API void seidel_ordering_result_clear (SeidelOrderingResult *result);

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
