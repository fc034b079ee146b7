/* A run by several processes: started by a launcher such as mpirun, followed through one stream
 * from the first of them, and ended whatever happens to them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cluster/seidel-cluster-job.h"
#include "run/seidel-rank.h"
#include "run/seidel-trace.h"

G_BEGIN_DECLS

typedef struct
{
  SeidelReason reason;
  int64_t iterations;
  double initial; /* ‖r‖₂ before the first iteration, NaN without any */
  double latest;
  bool computed; /* x holds the latest iterate */
  char *message; /* or NULL */
  int64_t row;   /* of the matrix, that the message is about; −1: none */
  SeidelRank *ranks;
  size_t n_ranks;
} SeidelClusterResult;

void seidel_cluster_result_clear (SeidelClusterResult *result);

/* Solves the system by options->ranks processes and appends to the trace as it goes. x, of rows
 * elements, receives the solution if there is one. The processes have ended when it returns: when
 * one of them, or the launcher, ends early, the others are made to within two seconds, and the
 * result says so. Cancelling, and the time limit of the options, end the run after its current
 * iteration.
 *
 * False with an error when it could not begin: the launcher or the program is not there, the job
 * cannot be written, or cancelled before.
 *
 * Blocks; any thread. */
bool seidel_cluster_run (const SeidelClusterSystem *system,
                         SeidelTrace *trace,
                         GCancellable *cancellable,
                         double *x,
                         SeidelClusterResult *result,
                         GError **error);

G_END_DECLS
