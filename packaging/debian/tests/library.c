/* Links the library and calls it. For the test of the package; the test "library" compiles it, too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <seidel.h>
#include <stdio.h>

int
main (void)
{
  const int32_t offsets[] = { 0, 2, 4 };
  const int32_t columns[] = { 0, 1, 0, 1 };
  const double values[] = { 2.0, -1.0, -1.0, 2.0 };
  SeidelArrays arrays = SEIDEL_ARRAYS_INIT;
  GError *error = NULL;
  SeidelMatrix *matrix;

  arrays.rows = arrays.columns = 2;
  arrays.row_offsets = offsets;
  arrays.offset_numbers = SEIDEL_NUMBERS_INT32;
  arrays.column_indices = columns;
  arrays.values = values;
  matrix = seidel_matrix_new_from_arrays ("two rows", &arrays, &error);
  printf ("%s: %s\n", seidel_version (), matrix != NULL ? "a matrix" : error->message);
  return matrix == NULL;
}
