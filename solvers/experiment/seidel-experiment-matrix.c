/* The matrix of a setup: generated, a sample, of the collection, or from a file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "base/seidel-error.h"
#include "collection/seidel-collection.h"
#include "experiment/seidel-experiment-run.h"
#include "gallery/seidel-gallery.h"
#include "io/seidel-loader.h"
#include "io/seidel-samples.h"

#define SAMPLE_PREFIX     "sample:"
#define COLLECTION_PREFIX "collection:"

const SeidelGalleryKind *
seidel_experiment_setup_gallery (const SeidelExperimentSetup *setup, double *values, GError **error)
{
  const SeidelGalleryKind *kind = seidel_gallery_parse (setup->matrix, values, error);

  if (kind != NULL && !isnan (setup->size))
    values[0] = setup->size;
  return kind;
}

static char *
find_sample (const char *name, GError **error)
{
  const SeidelSample *sample = seidel_sample_find (name);

  if (sample != NULL)
    return g_strdup (sample->path);
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO, "there is no sample “%s”", name);
  return NULL;
}

/* name is "GROUP/NAME". */
static char *
find_downloaded (const char *name, GError **error)
{
  g_autoptr (SeidelCollection) collection = seidel_collection_new (NULL, NULL, error);
  g_autoptr (GPtrArray) files = collection != NULL ? seidel_collection_list (collection) : NULL;

  if (files == NULL)
    return NULL;
  for (guint i = 0; i < files->len; i++)
    {
      const SeidelCollectionFile *file = g_ptr_array_index (files, i);
      g_autofree char *here = g_strdup_printf ("%s/%s", file->group, file->name);

      if (strcmp (here, name) == 0)
        return g_strdup (file->path);
    }
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO,
               "%s was not downloaded; “seidel-cli collection download %s” does so", name, name);
  return NULL;
}

char *
seidel_experiment_setup_file (const SeidelExperimentSetup *setup, GError **error)
{
  const char *name = setup->matrix;

  if (!isnan (setup->size))
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                   "“size” is given, but %s is not a kind of the gallery", name);
      return NULL;
    }
  if (g_str_has_prefix (name, SAMPLE_PREFIX))
    return find_sample (name + strlen (SAMPLE_PREFIX), error);
  if (g_str_has_prefix (name, COLLECTION_PREFIX))
    return find_downloaded (name + strlen (COLLECTION_PREFIX), error);
  return g_strdup (name);
}

static SeidelMatrix *
load_natural (const SeidelExperimentSetup *setup,
              SeidelProgress *progress,
              GCancellable *cancellable,
              GError **error)
{
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
  g_autoptr (GError) cause = NULL;
  const SeidelGalleryKind *kind = seidel_experiment_setup_gallery (setup, values, &cause);

  if (kind != NULL)
    return seidel_gallery_make (kind, values, progress, cancellable, error);
  if (cause != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&cause));
      return NULL;
    }
  g_autofree char *path = seidel_experiment_setup_file (setup, error);
  return path != NULL ? seidel_load_matrix (path, progress, cancellable, error) : NULL;
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
