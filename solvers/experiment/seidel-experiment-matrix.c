/* The matrix of a setup: generated, a sample, of the collection, or from a file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "base/seidel-fail.h"
#include "engine/seidel-distributed.h"
#include "experiment/seidel-experiment-run.h"
#include "io/seidel-loader.h"
#include "base/seidel-translatable.h"

bool
seidel_experiment_setup_name (const SeidelExperimentSetup *setup,
                              SeidelMatrixName *name,
                              GError **error)
{
  if (!seidel_matrix_name_parse (name, setup->matrix, error))
    return false;
  if (isnan (setup->size))
    return true;
  if (name->kind == NULL)
    return seidel_fail (error, SEIDEL_ERROR_INVALID,
                        seidel_text ("“size” is given, but %s is not a kind of the gallery"),
                        setup->matrix);
  name->values[0] = setup->size;
  return true;
}

static SeidelMatrix *
load_natural (const SeidelExperimentSetup *setup,
              SeidelProgress *progress,
              GCancellable *cancellable,
              GError **error)
{
  g_auto (SeidelMatrixName) name = { 0 };

  if (!seidel_experiment_setup_name (setup, &name, error))
    return NULL;
  if (name.kind != NULL)
    return seidel_gallery_make (name.kind, name.values, progress, cancellable, error);
  if (g_strcmp0 (setup->options.engine, SEIDEL_DISTRIBUTED_ID) == 0)
    return seidel_load_on_disk (name.path, NULL, false, progress, cancellable, error);
  return seidel_load_matrix (name.path, progress, cancellable, error);
}

SeidelMatrix *
seidel_experiment_load_matrix (const SeidelExperimentSetup *setup,
                               SeidelProgress *progress,
                               GCancellable *cancellable,
                               GError **error)
{
  g_autoptr (SeidelMatrix) natural = load_natural (setup, progress, cancellable, error);

  if (natural == NULL)
    return NULL;
  return seidel_ordering_apply (&setup->ordering, natural, progress, cancellable, error);
}
