/* Vectors multiplied by powers of two.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "matrix/seidel-powers.h"

#include <limits.h>
#include <math.h>

int
seidel_powers_largest (const double *x, const int *exponents, int sign, int64_t n)
{
  int largest = INT_MIN;

  for (int64_t i = 0; i < n; i++)
    if (!isfinite (x[i]))
      return 0;
    else if (x[i] != 0.0)
      largest = MAX (largest, ilogb (x[i]) + (exponents != NULL ? sign * exponents[i] : 0));
  return largest == INT_MIN ? 0 : largest;
}

void
seidel_powers_multiply (double *x, const int *exponents, int more, int64_t n)
{
  for (int64_t i = 0; i < n && (exponents != NULL || more != 0); i++)
    x[i] = scalbn (x[i], (exponents != NULL ? exponents[i] : 0) + more);
}
