/* The best ω of SOR, and what it is found from: the order of the rows, and the radii of Jacobi and
 * Gauss-Seidel.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "spectrum/seidel-iteration-radius.h"

#include <math.h>

#include "base/seidel-memory.h"
#include "spectrum/seidel-spectrum.h"

/* What golden section begins with, and its width at the end. */
#define LEAST_OMEGA 0.05
#define MOST_OMEGA  1.99
#define WIDTH       2e-3

/* Rows whose best ω is searched: each of the twenty radii takes some hundred sweeps, and as many
 * vectors in memory. */
#define MOST_SEARCHED 20000

#define UNNUMBERED INT64_MIN

/* Numbers the neighbours of a row that have none; false where one has another number. */
static bool
number_neighbours (const SeidelCsr *csr,
                   int64_t row,
                   int64_t *numbers,
                   int64_t *queue,
                   int64_t *end)
{
  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      const int64_t column = csr->column_indices[k];
      const int64_t number = numbers[row] + (column > row ? 1 : -1);

      if (column == row || csr->values[k] == 0.0)
        continue;
      if (numbers[column] == UNNUMBERED)
        {
          numbers[column] = number;
          queue[(*end)++] = column;
        }
      else if (numbers[column] != number)
        return false;
    }
  return true;
}

bool
seidel_csr_is_consistently_ordered (const SeidelCsr *csr, GCancellable *cancellable)
{
  int64_t *numbers = seidel_memory_alloc ((size_t) csr->rows * sizeof *numbers);
  int64_t *queue = seidel_memory_alloc ((size_t) csr->rows * sizeof *queue);
  bool consistent = numbers != NULL && queue != NULL && csr->rows == csr->columns;
  int64_t begin = 0;
  int64_t end = 0;

  for (int64_t row = 0; row < csr->rows && consistent; row++)
    numbers[row] = UNNUMBERED;
  for (int64_t row = 0; row < csr->rows && consistent; row++)
    {
      if (numbers[row] != UNNUMBERED)
        continue;
      numbers[row] = 0;
      queue[end++] = row;
      for (; begin < end && consistent; begin++)
        consistent = number_neighbours (csr, queue[begin], numbers, queue, &end)
                     && !g_cancellable_is_cancelled (cancellable);
    }
  free (numbers);
  free (queue);
  return consistent;
}

/* D⁻½ A D⁻½, whose eigenvalues are those of D⁻¹ A; NULL without memory. */
static SeidelCsr *
scale_symmetrically (const SeidelCsr *csr, GError **error)
{
  SeidelCsr *scaled = seidel_csr_new (csr->rows, csr->columns, csr->row_offsets[csr->rows], error);
  g_autofree double *roots = g_try_new (double, csr->rows);

  if (scaled == NULL || roots == NULL)
    {
      g_clear_pointer (&scaled, seidel_csr_free);
      return NULL;
    }
  for (int64_t row = 0; row < csr->rows; row++)
    roots[row] = sqrt (csr->values[seidel_csr_find (csr, row, row)]);
  for (int64_t row = 0; row < csr->rows; row++)
    {
      scaled->row_offsets[row + 1] = csr->row_offsets[row + 1];
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        {
          const int32_t column = csr->column_indices[k];

          scaled->column_indices[k] = column;
          scaled->values[k] = csr->values[k] / roots[row] / roots[column];
        }
    }
  return scaled;
}

/* Jacobi's radius of a symmetric matrix with a positive diagonal: the farther end from 1. */
static bool
measure_symmetric (const SeidelCsr *csr,
                   const SeidelStructure *structure,
                   int threads,
                   GCancellable *cancellable,
                   double *radius,
                   GError **error)
{
  SeidelCsr *scaled = scale_symmetrically (csr, error);
  SeidelSpectrum spectrum;
  bool measured;

  if (scaled == NULL)
    return false;
  measured = seidel_spectrum_measure (scaled, structure, threads, cancellable, &spectrum, error);
  seidel_csr_free (scaled);
  if (!measured)
    return false;
  *radius = isnan (spectrum.least) || isnan (spectrum.greatest)
              ? NAN
              : fmax (fabs (1.0 - spectrum.least), fabs (spectrum.greatest - 1.0));
  return true;
}

/* The radius of forward sweeps with an ω; one that has not settled is none to choose. */
static bool
measure_omega (const SeidelCsr *csr,
               double omega,
               GCancellable *cancellable,
               double *radius,
               GError **error)
{
  const SeidelIteration iteration = { .forward = true, .omega = omega };

  if (!seidel_iteration_radius (csr, &iteration, 1, cancellable, radius, error))
    return false;
  if (isnan (*radius))
    *radius = INFINITY;
  return true;
}

static bool
search (const SeidelCsr *csr,
        GCancellable *cancellable,
        double *omega,
        double *radius,
        GError **error)
{
  const double part = 0.5 * (sqrt (5.0) - 1.0);
  double low = LEAST_OMEGA;
  double high = MOST_OMEGA;
  double at[2] = { high - part * (high - low), low + part * (high - low) };
  double radii[2];

  for (int i = 0; i < 2; i++)
    if (!measure_omega (csr, at[i], cancellable, &radii[i], error))
      return false;
  while (high - low > WIDTH)
    {
      const int lower = radii[0] <= radii[1] ? 0 : 1;

      if (lower == 0)
        {
          high = at[1];
          at[1] = at[0];
          radii[1] = radii[0];
          at[0] = high - part * (high - low);
        }
      else
        {
          low = at[0];
          at[0] = at[1];
          radii[0] = radii[1];
          at[1] = low + part * (high - low);
        }
      if (!measure_omega (csr, at[lower], cancellable, &radii[lower], error))
        return false;
    }
  *omega = radii[0] <= radii[1] ? at[0] : at[1];
  *radius = fmin (radii[0], radii[1]);
  return true;
}

static bool
find_best (const SeidelCsr *csr,
           bool young,
           GCancellable *cancellable,
           SeidelIterationRadii *radii,
           GError **error)
{
  if (young)
    {
      if (!(radii->jacobi < 1.0))
        return true;
      radii->omega = 2.0 / (1.0 + sqrt ((1.0 - radii->jacobi) * (1.0 + radii->jacobi)));
      radii->sor = radii->omega - 1.0;
      return true;
    }
  if (isnan (radii->gauss_seidel) || csr->rows > MOST_SEARCHED)
    return true;
  if (!search (csr, cancellable, &radii->omega, &radii->sor, error))
    return false;
  if (!(radii->sor < 1.0))
    radii->omega = radii->sor = NAN;
  return true;
}

bool
seidel_iteration_radii (const SeidelCsr *csr,
                        const SeidelStructure *structure,
                        int threads,
                        GCancellable *cancellable,
                        SeidelIterationRadii *radii,
                        GError **error)
{
  const SeidelIteration jacobi = { .weight = 1.0 };
  const SeidelIteration sweep = { .forward = true, .omega = 1.0 };
  const bool positive =
    structure->value_symmetric && structure->diagonal_full && structure->diagonal_negative == 0;
  const bool consistent =
    structure->pattern_symmetric && seidel_csr_is_consistently_ordered (csr, cancellable);

  *radii = (SeidelIterationRadii){ NAN, NAN, NAN, NAN };
  if (!(positive
          ? measure_symmetric (csr, structure, threads, cancellable, &radii->jacobi, error)
          : seidel_iteration_radius (csr, &jacobi, threads, cancellable, &radii->jacobi, error)))
    return false;
  if (consistent)
    radii->gauss_seidel = radii->jacobi * radii->jacobi;
  else if (!seidel_iteration_radius (csr, &sweep, threads, cancellable, &radii->gauss_seidel,
                                     error))
    return false;
  return find_best (csr, positive && consistent, cancellable, radii, error);
}
