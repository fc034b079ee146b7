/* The symmetry of a complex matrix, by its real form.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-structure-private.h"

#include <complex.h>
#include <float.h>

/* Units of rounding by which an entry that was turned may differ from its mirror: each of both went
 * through a product of complex numbers, and comes back by another. */
#define MOST_UNITS 8.0

/* The entry of the complex matrix whose block has its first number at k. */
static double complex
take (const SeidelMatrix *form, int64_t row, int64_t k)
{
  const double *values = form->csr->values;
  const double complex stored = values[k] - I * values[k + 1];

  return form->turns == NULL ? stored : stored * (form->turns[row] - I * form->turns[row + 1]);
}

/* The entries right of the diagonal, in an even row; blocks off the diagonal are whole. */
static bool
row_has_mirrors (const SeidelMatrix *form, int64_t row)
{
  const SeidelCsr *csr = form->csr;

  for (int64_t k = csr->row_offsets[row + 1] - 2;
       k >= csr->row_offsets[row] && csr->column_indices[k] > row + 1; k -= 2)
    {
      const int64_t other = csr->column_indices[k];
      const int64_t at = seidel_csr_find (csr, other, row);
      const double complex entry = take (form, row, k);
      const double complex mirror = at >= 0 ? take (form, other, at) : 0.0;

      if (at < 0 || !(cabs (entry - mirror) <= MOST_UNITS * DBL_EPSILON * cabs (entry)))
        return false;
    }
  return true;
}

bool
seidel_structure_is_complex_symmetric (const SeidelMatrix *form, GCancellable *cancellable)
{
  for (int64_t row = 0; row < form->csr->rows; row += 2)
    if ((row % 16384 == 0 && g_cancellable_is_cancelled (cancellable))
        || !row_has_mirrors (form, row))
      return false;
  return true;
}
