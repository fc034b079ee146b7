/* Prints the dependency levels of the Gauss-Seidel sweeps of a matrix file or, without an argument,
 * of the 5-point Laplacian on a grid of 100 × 100 points.
 *
 *   cc levels.c $(pkg-config --cflags --libs seidel-io) -o levels
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <seidel-io.h>

static gboolean
print_levels (const SeidelMatrix *matrix, SeidelSweepOrder order, GError **error)
{
  SeidelLevels *levels = seidel_levels_new (matrix, order, NULL, error);

  if (levels == NULL)
    return FALSE;
  printf ("%s: %d rows in %d levels, the widest with %d rows\n",
          order == SEIDEL_SWEEP_FORWARD ? "forward" : "backward",
          (int) seidel_matrix_n_rows (matrix), (int) seidel_levels_count (levels),
          (int) seidel_levels_widest (levels));
  seidel_levels_unref (levels);
  return TRUE;
}

int
main (int argc, char **argv)
{
  GError *error = NULL;
  SeidelMatrix *matrix = argc > 1
                           ? seidel_matrix_read (argv[1], NULL, NULL, NULL, NULL, &error)
                           : seidel_matrix_generate ("poisson-5 --size 100", NULL, NULL, &error);
  gboolean good = matrix != NULL && print_levels (matrix, SEIDEL_SWEEP_FORWARD, &error)
                  && print_levels (matrix, SEIDEL_SWEEP_BACKWARD, &error);

  if (!good)
    fprintf (stderr, "%s\n", error->message);
  g_clear_pointer (&matrix, seidel_matrix_unref);
  g_clear_error (&error);
  return good ? 0 : 1;
}
