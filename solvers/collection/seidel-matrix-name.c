/* Names of matrices: a file, a matrix of the gallery, a sample, or one of the collection.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "collection/seidel-matrix-name.h"

#include <string.h>

#include "base/seidel-fail.h"
#include "collection/seidel-collection.h"
#include "io/seidel-samples.h"
#include "base/seidel-translatable.h"

#define GALLERY_PREFIX    "gallery:"
#define SAMPLE_PREFIX     "sample:"
#define COLLECTION_PREFIX "collection:"

static char *
find_sample (const char *name, GError **error)
{
  const SeidelSample *sample = seidel_sample_find (name);

  if (sample != NULL)
    return g_strdup (sample->path);
  return seidel_fail (error, SEIDEL_ERROR_IO,
                      seidel_text ("there is no sample “%s”; “seidel-cli samples” lists them"),
                      name);
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
  return seidel_fail (error, SEIDEL_ERROR_IO,
                      seidel_text (
                        "%s was not downloaded; “seidel-cli collection download %s” does so"),
                      name, name);
}

static bool
parse_gallery (SeidelMatrixName *self, const char *text, GError **error)
{
  g_autoptr (GError) cause = NULL;

  self->kind = seidel_gallery_parse (text, self->values, &cause);
  if (self->kind != NULL)
    return true;
  if (cause != NULL)
    g_propagate_error (error, g_steal_pointer (&cause));
  else
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                 seidel_text (
                   "the gallery has no kind “%s”; “seidel-cli generate --list” lists them"),
                 text);
  return false;
}

static bool
is_gallery (const char *name)
{
  g_autofree char *word = g_strndup (name, strcspn (name, " "));

  return seidel_gallery_find (word) != NULL && !g_file_test (name, G_FILE_TEST_EXISTS);
}

bool
seidel_matrix_name_parse (SeidelMatrixName *self, const char *name, GError **error)
{
  *self = (SeidelMatrixName){ 0 };
  if (g_str_has_prefix (name, GALLERY_PREFIX))
    return parse_gallery (self, name + strlen (GALLERY_PREFIX), error);
  if (is_gallery (name))
    return parse_gallery (self, name, error);
  if (g_str_has_prefix (name, SAMPLE_PREFIX))
    self->path = find_sample (name + strlen (SAMPLE_PREFIX), error);
  else if (g_str_has_prefix (name, COLLECTION_PREFIX))
    self->path = find_downloaded (name + strlen (COLLECTION_PREFIX), error);
  else
    self->path = g_strdup (name);
  return self->path != NULL;
}

void
seidel_matrix_name_clear (SeidelMatrixName *self)
{
  g_clear_pointer (&self->path, g_free);
  self->kind = NULL;
}
