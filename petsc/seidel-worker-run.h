/* The method of a job on the rows of this rank.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cluster/seidel-cluster.h"
#include "seidel-petsc.h"

G_BEGIN_DECLS

/* Runs the method and, where it reports convergence that the true residual does not confirm,
 * restarts it (see solve/seidel-confirm.c). Leaves this rank's part of x in the file of the job.
 * The result is the same on all ranks but for its message, which is rank 0's. */
bool seidel_worker_run (SeidelPetsc *petsc,
                        const SeidelClusterJob *job,
                        int job_fd,
                        const char *job_path,
                        SeidelTrace *trace,
                        SeidelClusterResult *result,
                        GError **error);

G_END_DECLS
