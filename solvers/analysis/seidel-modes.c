/* Modes of a grid, by their definition: grids that are shown are small.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-modes.h"

#include <math.h>
#include <string.h>

static void
find_shape (int64_t rows, int64_t line, int64_t *nx, int64_t *ny)
{
  *nx = line > 0 ? line : rows;
  *ny = *nx > 0 ? rows / *nx : 0;
}

static double
sine (int64_t k, int64_t i, int64_t n)
{
  return sin ((double) k * G_PI * (double) (i + 1) / (double) (n + 1));
}

void
seidel_mode_add (double *x, int64_t rows, int64_t line, int64_t kx, int64_t ky, double amplitude)
{
  int64_t nx, ny;

  find_shape (rows, line, &nx, &ny);
  kx = CLAMP (kx, 1, MAX (nx, 1));
  ky = CLAMP (ky, 1, MAX (ny, 1));
  for (int64_t row = 0; row < nx * ny; row++)
    x[row] += amplitude * sine (kx, row % nx, nx) * (ny > 1 ? sine (ky, row / nx, ny) : 1.0);
}

/* s[k n + i] = √(2 / (n + 1)) sin ((k + 1) π (i + 1) / (n + 1)), an orthogonal matrix. */
static double *
make_sines (int64_t n)
{
  double *s = g_new (double, n *n + 1);
  const double scale = sqrt (2.0 / (double) (n + 1));

  for (int64_t k = 0; k < n; k++)
    for (int64_t i = 0; i < n; i++)
      s[k * n + i] = scale * sine (k + 1, i, n);
  return s;
}

/* to[l n + k] = Σ_i s[k n + i] from[l n + i] of each of the lines; transposed: to[k lines + l]. */
static void
transform (const double *s, const double *from, int64_t n, int64_t lines, double *to)
{
  for (int64_t l = 0; l < lines; l++)
    for (int64_t k = 0; k < n; k++)
      {
        double sum = 0.0;

        for (int64_t i = 0; i < n; i++)
          sum += s[k * n + i] * from[l * n + i];
        to[k * lines + l] = sum;
      }
}

static int
band_of (int64_t kx, int64_t nx, int64_t ky, int64_t ny)
{
  const double x = (double) kx / (double) (nx + 1);
  const double y = ny > 1 ? (double) ky / (double) (ny + 1) : 0.0;

  return CLAMP ((int) ceil (SEIDEL_MODE_BANDS * MAX (x, y)) - 1, 0, SEIDEL_MODE_BANDS - 1);
}

bool
seidel_mode_bands (const double *x, int64_t rows, int64_t line, double bands[SEIDEL_MODE_BANDS])
{
  int64_t nx, ny;
  g_autofree double *sines = NULL, *by_lines = NULL, *both = NULL;

  memset (bands, 0, SEIDEL_MODE_BANDS * sizeof *bands);
  find_shape (rows, line, &nx, &ny);
  if (nx > SEIDEL_MODE_MOST || ny > SEIDEL_MODE_MOST)
    return false;
  by_lines = g_new (double, nx *ny + 1);
  both = g_new (double, nx *ny + 1);
  sines = make_sines (nx);
  transform (sines, x, nx, ny, by_lines);
  if (ny > 1)
    {
      g_free (sines);
      sines = make_sines (ny);
      transform (sines, by_lines, ny, nx, both);
    }
  else
    memcpy (both, by_lines, (size_t) nx * sizeof *both);
  /* both[ky nx + kx] */
  for (int64_t k = 0; k < nx * ny; k++)
    bands[band_of (k % nx + 1, nx, k / nx + 1, ny)] += both[k] * both[k];
  for (int i = 0; i < SEIDEL_MODE_BANDS; i++)
    bands[i] = sqrt (bands[i]);
  return true;
}
