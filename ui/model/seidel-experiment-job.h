/* An experiment that runs on a thread of its own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "experiment/seidel-experiment-run.h"

G_BEGIN_DECLS

/* To be used on the main thread, which polls it: nothing is signalled. */
typedef struct SeidelExperimentJob SeidelExperimentJob;

/* Goes on with what the file has, which is complete after each cell; its folder is made. NULL where
 * there is no thread. */
SeidelExperimentJob *
seidel_experiment_job_start (SeidelExperiment *experiment, const char *path, GError **error);
/* What it fills; NULL until it knows how much the file has. Borrowed. */
SeidelExperimentResult *seidel_experiment_job_get_result (SeidelExperimentJob *self);
gboolean seidel_experiment_job_is_over (SeidelExperimentJob *self);
void seidel_experiment_job_stop (SeidelExperimentJob *self);
/* Waits until it is over, at most 100 ms once it was stopped, and frees it. FALSE with an error,
 * which is a cancellation if it was stopped. */
gboolean seidel_experiment_job_finish (SeidelExperimentJob *self, GError **error);

G_END_DECLS
