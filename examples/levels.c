/* Prints the dependency levels of the Gauss-Seidel sweeps of a matrix file or, without an argument,
 * of the 5-point Laplacian on a grid of 100 × 100 points.
 *
 *   cc levels.c $(pkg-config --cflags --libs seidel-io) -o levels
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <seidel-io.h>

static SeidelMatrix *
get_matrix (const char *path, GError **error)
{
  const double values[SEIDEL_GALLERY_MAX_PARAMETERS] = { 100.0 };

  if (path != NULL)
    return seidel_load_matrix (path, NULL, NULL, error);
  return seidel_gallery_make (seidel_gallery_find ("poisson-5"), values, NULL, NULL, error);
}

static gboolean
print_levels (const SeidelMatrix *matrix, SeidelDirection direction, GError **error)
{
  SeidelSchedule *schedule = seidel_schedule_new (matrix->csr, direction, NULL, NULL, error);

  if (schedule == NULL)
    return FALSE;
  printf ("%s: %d rows in %d levels, the widest with %d rows\n",
          direction == SEIDEL_DIRECTION_FORWARD ? "forward" : "backward", (int) schedule->rows,
          schedule->count, (int) schedule->widest);
  seidel_schedule_unref (schedule);
  return TRUE;
}

int
main (int argc, char **argv)
{
  GError *error = NULL;
  SeidelMatrix *matrix = get_matrix (argc > 1 ? argv[1] : NULL, &error);
  gboolean good = matrix != NULL && print_levels (matrix, SEIDEL_DIRECTION_FORWARD, &error)
                  && print_levels (matrix, SEIDEL_DIRECTION_BACKWARD, &error);

  if (!good)
    fprintf (stderr, "%s\n", error->message);
  g_clear_pointer (&matrix, seidel_matrix_unref);
  g_clear_error (&error);
  return good ? 0 : 1;
}
