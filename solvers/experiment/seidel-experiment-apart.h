/* A cell in a process of its own, for the files of this folder.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "experiment/seidel-experiment-run.h"

G_BEGIN_DECLS

/* Runs one cell by how->program, which writes to a hidden file beside path, that of the result
 * (NULL: among temporary files). A process that crashes, takes too much memory or too long makes a
 * gap with that reason. False when cancelled, if no process can be started, or if there is no room
 * for what it writes; values and why of *found are then not set, otherwise they are owned. */
bool seidel_experiment_run_apart (SeidelExperimentResult *result,
                                  const char *path,
                                  size_t cell,
                                  const SeidelExperimentHow *how,
                                  SeidelExperimentCell *found,
                                  GCancellable *cancellable,
                                  GError **error);

G_END_DECLS
