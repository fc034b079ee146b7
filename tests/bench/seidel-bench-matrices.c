/* The matrices that are measured: of the gallery, and real ones in files.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-bench.h"

#include <math.h>
#include <string.h>

#include "gallery/seidel-gallery.h"
#include "io/seidel-loader.h"

SeidelMatrix *
seidel_bench_matrix (const char *kind_id, double size)
{
  g_autoptr (GError) error = NULL;
  const SeidelGalleryKind *kind = seidel_gallery_find (kind_id);
  double values[SEIDEL_GALLERY_MAX_PARAMETERS] = { 0 };
  SeidelMatrix *matrix;

  for (int p = 0; p < SEIDEL_GALLERY_MAX_PARAMETERS && kind->parameters[p].id != NULL; p++)
    values[p] = kind->parameters[p].initial;
  values[0] = size;
  matrix = seidel_gallery_make (kind, values, NULL, NULL, &error);
  if (matrix == NULL)
    g_error ("seidel-bench: %s", error->message);
  return matrix;
}

double
seidel_bench_size_for_rows (const SeidelGalleryKind *kind, double rows)
{
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
  double low = kind->parameters[0].minimum;
  double high = kind->parameters[0].maximum;

  for (int p = 0; p < SEIDEL_GALLERY_MAX_PARAMETERS; p++)
    values[p] = kind->parameters[p].initial;
  while (low < high)
    {
      SeidelGallerySize size;

      values[0] = floor ((low + high) / 2.0);
      /* What cannot be measured has too many rows. */
      if (!seidel_gallery_measure (kind, values, &size, NULL) || (double) size.rows >= rows
          || size.entries >= 27.0 * rows)
        high = values[0];
      else
        low = values[0] + 1.0;
    }
  return low;
}

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

GPtrArray *
seidel_bench_real_files (void)
{
  const char *folder = g_getenv ("SEIDEL_TEST_MATRICES");
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = folder != NULL ? g_dir_open (folder, 0, NULL) : NULL;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".mtx"))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare_paths);
  return paths;
}

SeidelMatrix *
seidel_bench_real_square (const char *path)
{
  g_autoptr (SeidelMatrix) matrix = seidel_load_matrix (path, NULL, NULL, NULL);

  return matrix != NULL && matrix->csr->rows == matrix->csr->columns ? g_steal_pointer (&matrix)
                                                                     : NULL;
}
