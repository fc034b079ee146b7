/* How two vectors differ.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "matrix/seidel-difference.h"

#include <math.h>
#include <string.h>

/* Elements between two looks at the cancellable, about a millisecond. */
#define BLOCK ((int64_t) 1 << 18)

static void
compare_finite (SeidelDifference *difference, int64_t row, double x, double y)
{
  double absolute = fabs (x - y);
  double scale = fmax (fabs (x), fabs (y));
  double relative = absolute / scale;

  if (absolute == 0.0)
    return;
  /* The difference of two large numbers of opposite signs overflows. */
  if (isinf (absolute))
    relative = fabs (x / scale - y / scale);

  if (absolute > difference->absolute)
    {
      difference->absolute = absolute;
      difference->absolute_row = row;
    }
  if (relative > difference->relative)
    {
      difference->relative = relative;
      difference->relative_row = row;
    }
  if (absolute > difference->threshold)
    difference->over++;
}

static bool
has_same_bits (double x, double y)
{
  uint64_t bits[2];

  memcpy (&bits[0], &x, sizeof x);
  memcpy (&bits[1], &y, sizeof y);
  return bits[0] == bits[1];
}

/* Rows begin … end − 1; their sum of squared differences, whose range is that of long double so
 * that squares neither overflow nor vanish. */
static long double
compare_block (SeidelDifference *difference,
               const double *x,
               const double *y,
               int64_t begin,
               int64_t end)
{
  long double sum = 0.0L;

  for (int64_t row = begin; row < end; row++)
    {
      bool same = has_same_bits (x[row], y[row]);

      difference->identical += same;
      if (!isfinite (x[row]) || !isfinite (y[row]))
        difference->not_finite++;
      else if (!same)
        {
          long double apart = (long double) x[row] - y[row];

          sum += apart * apart;
          compare_finite (difference, row, x[row], y[row]);
        }
    }
  return sum;
}

bool
seidel_vector_compare (const double *x,
                       const double *y,
                       int64_t n,
                       double threshold,
                       GCancellable *cancellable,
                       SeidelDifference *difference)
{
  SeidelDifference found = {
    .n = n,
    .threshold = threshold,
    .absolute_row = -1,
    .relative_row = -1,
  };
  long double sum = 0.0L;

  for (int64_t begin = 0; begin < n; begin += BLOCK)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return false;
      sum += compare_block (&found, x, y, begin, MIN (begin + BLOCK, n));
    }
  found.norm_2 = (double) sqrtl (sum);
  *difference = found;
  return true;
}
