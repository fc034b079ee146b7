/* The units that a matrix is in when SuiteSparseQR factors it.
 *
 * Source of those by a matching: Duff and Koster, "On algorithms for permuting large entries to the
 * diagonal of a sparse matrix" (2001), section 4.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-qr-scaling.h"

#include <float.h>
#include <limits.h>
#include <math.h>

#include "analysis/seidel-matching.h"
#include "matrix/seidel-powers.h"

/* Exponents of rows that differ by no more than this, and of entries, do not make a matrix seem
 * singular. */
#define EVEN_ROWS    10
#define EVEN_ENTRIES DBL_MANT_DIG

/* A chain of columns takes two passes, and other structures not many more. */
#define MOST_PASSES 40

/* Prices, as exponents, that are lowered by less than this may be so for rounding for ever. */
#define LEAST_PRICE 0.5

/* Entry k of Ā. */
static double
entry (const SeidelSparse *sparse, int64_t k)
{
  return k < seidel_csr_nonzeros (sparse->matrix->csr) ? sparse->matrix->csr->values[k]
                                                       : sparse->damp;
}

/* Lines of zeros are left. All exponents are 0, and the answer is false, where the others are the
 * same. */
static bool
is_uneven (int *powers, const double *sums, int64_t n)
{
  bool uneven = false;
  int64_t first = -1;

  for (int64_t i = 0; i < n; i++)
    if (sums[i] > 0.0)
      {
        first = first < 0 ? i : first;
        uneven = uneven || powers[i] != powers[first];
      }
  for (int64_t i = 0; i < n; i++)
    if (!uneven || sums[i] == 0.0)
      powers[i] = 0;
  return uneven;
}

/* Squares are summed in units of the largest entry of a line: none of them overflows, and those
 * that vanish do not count. */
bool
seidel_qr_make_powers (SeidelSparse *sparse, bool of_columns, const int *others)
{
  const int64_t n = of_columns ? sparse->columns : sparse->rows;
  int *powers = of_columns ? sparse->column_powers : sparse->row_powers;
  double *sums = of_columns ? sparse->x : sparse->b; /* while there is no solution */

  for (int64_t i = 0; i < n; i++)
    {
      powers[i] = INT_MIN;
      sums[i] = 0.0;
    }
  for (int pass = 0; pass < 2; pass++)
    for (int64_t row = 0; row < seidel_qr_count_rows (sparse); row++)
      for (int64_t k = sparse->offsets[row]; k < sparse->offsets[row + 1]; k++)
        {
          const int64_t line = of_columns ? sparse->indices[k] : row;
          const int64_t other = of_columns ? row : sparse->indices[k];
          const int power = others != NULL ? others[other] : 0;
          const double value = entry (sparse, k);
          double part;

          if (value == 0.0 || !isfinite (value))
            continue;
          if (pass == 0)
            {
              powers[line] = MAX (powers[line], ilogb (value) + power);
              continue;
            }
          part = scalbn (value, power - powers[line]);
          sums[line] += part * part;
        }
  for (int64_t i = 0; i < n; i++)
    powers[i] = sums[i] > 0.0 ? -(powers[i] + (int) lrint (0.5 * log2 (sums[i]))) : 0;
  return is_uneven (powers, sums, n);
}

void
seidel_qr_take_values (SeidelSparse *sparse, const int *of_rows, const int *of_columns)
{
  for (int64_t row = 0; row < seidel_qr_count_rows (sparse); row++)
    for (int64_t k = sparse->offsets[row]; k < sparse->offsets[row + 1]; k++)
      {
        const int power = (of_rows != NULL ? of_rows[row] : 0)
                          + (of_columns != NULL ? of_columns[sparse->indices[k]] : 0);

        sparse->values[k] = power != 0 ? scalbn (entry (sparse, k), power) : entry (sparse, k);
      }
}

/* Lowers prices of columns, log2 of what they are multiplied by, until no entry is larger than the
 * one of the pair in its row: the constraints of a shortest path. To and fro, as a chain of rows
 * needs. The values are logarithms. */
static void
lower_prices (SeidelSparse *sparse, const int32_t *rows, double *prices)
{
  bool changed = true;

  for (int pass = 0; pass < MOST_PASSES && changed; pass++)
    {
      changed = false;
      for (int64_t i = 0; i < sparse->columns; i++)
        {
          const int64_t j = pass % 2 == 0 ? i : sparse->columns - 1 - i;
          const double pair = prices[j] + sparse->b[rows[j]];

          for (int64_t k = sparse->offsets[rows[j]]; k < sparse->offsets[rows[j] + 1]; k++)
            if (prices[sparse->indices[k]] > pair - sparse->values[k] + LEAST_PRICE)
              {
                prices[sparse->indices[k]] = pair - sparse->values[k];
                changed = true;
              }
        }
    }
}

bool
seidel_qr_match_powers (SeidelSparse *sparse)
{
  const SeidelCsr *csr = sparse->matrix->csr;
  g_autoptr (SeidelMatching) matching =
    seidel_matching_new (csr, SEIDEL_MATCHING_PRODUCT, NULL, NULL);
  double *prices = sparse->x; /* while there is no solution */

  if (matching == NULL || matching->rows == NULL)
    return false;
  for (int64_t k = 0; k < seidel_csr_nonzeros (csr); k++)
    sparse->values[k] = log2 (fabs (csr->values[k]));
  for (int64_t j = 0; j < sparse->columns; j++)
    {
      sparse->b[matching->rows[j]] = sparse->values[seidel_csr_find (csr, matching->rows[j], j)];
      prices[j] = 0.0;
    }
  lower_prices (sparse, matching->rows, prices);
  for (int64_t j = 0; j < sparse->columns; j++)
    {
      const int64_t row = matching->rows[j];

      sparse->column_powers[j] = (int) lrint (prices[j]);
      sparse->row_powers[row] = -sparse->column_powers[j] - (int) lrint (sparse->b[row]);
    }
  return true;
}

bool
seidel_qr_is_graded (const SeidelSparse *sparse)
{
  int least_row = INT_MAX;
  int most_row = INT_MIN;
  int least = INT_MAX;
  int most = INT_MIN;

  for (int64_t i = 0; i < sparse->rows; i++)
    {
      least_row = MIN (least_row, sparse->row_powers[i]);
      most_row = MAX (most_row, sparse->row_powers[i]);
    }
  for (int64_t k = 0; k < seidel_csr_nonzeros (sparse->matrix->csr); k++)
    if (sparse->values[k] != 0.0)
      {
        least = MIN (least, ilogb (sparse->values[k]));
        most = MAX (most, ilogb (sparse->values[k]));
      }
  return most_row - least_row > EVEN_ROWS || most - least > EVEN_ENTRIES;
}

int
seidel_qr_take_units (SeidelSparse *sparse, const int *powers)
{
  const int more = -seidel_powers_largest (sparse->b, powers, 1, sparse->rows);

  seidel_powers_multiply (sparse->b, powers, more, sparse->rows);
  return more;
}
