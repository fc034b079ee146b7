/* The experiments that are installed with the programs, and their recorded results.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "experiment/seidel-experiment-result.h"

G_BEGIN_DECLS

/* The folder of experiments: $SEIDEL_EXPERIMENTS_DIR, for programs run from the build tree, or else
 * seidel/experiments below the data folder of the installation or below one of $XDG_DATA_DIRS. NULL
 * if they are not installed. Static. */
SEIDEL_API const char *seidel_experiments_folder (void);

/* Paths of the experiments, sorted by name: a GStrv for g_strfreev (), empty if none is installed.
 */
SEIDEL_API char **seidel_experiments_list (void);

/* The experiment with this id, or from this file if the name is none.
 * SEIDEL_ERROR_IO if there is neither. */
SEIDEL_API SeidelExperiment *seidel_experiment_find (const char *name, GError **error);

/* Paths of the results recorded for it, a GStrv: recorded/ID.MACHINE.json in the folder; the one
 * with the fewest gaps first, then in the order of the names, and stale ones last. */
SEIDEL_API char **seidel_experiment_list_recorded (SeidelExperiment *experiment);

/* Where a result is kept unless another place is named: seidel/experiments/ID.json in the user's
 * data folder. Free with g_free (). */
SEIDEL_API char *seidel_experiment_default_path (const SeidelExperiment *experiment);

G_END_DECLS
