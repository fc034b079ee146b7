/* Eigenvalues and singular values of small matrices.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "spectrum/seidel-eigenvalues.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* Iterations for an eigenvalue, of which there are two or three. */
#define MOST_ITERATIONS 60
/* After so many of the QR algorithm a shift that is none of its own breaks a circle. */
#define EXCEPTIONAL 10

typedef struct
{
  double value;
  double last;
} Pair;

static int
compare_pairs (const void *one, const void *other)
{
  const double a = ((const Pair *) one)->value;
  const double b = ((const Pair *) other)->value;

  return a < b ? -1 : a > b;
}

static void
sort_pairs (double *values, double *last, size_t n)
{
  Pair *pairs = g_new (Pair, n + 1);

  for (size_t i = 0; i < n; i++)
    pairs[i] = (Pair){ values[i], last != NULL ? fabs (last[i]) : 0.0 };
  qsort (pairs, n, sizeof *pairs, compare_pairs);
  for (size_t i = 0; i < n; i++)
    {
      values[i] = pairs[i].value;
      if (last != NULL)
        last[i] = pairs[i].last;
    }
  g_free (pairs);
}

/* One implicit QL step on rows l … m; the rotations also act on one row of the vectors. */
static void
ql_step (double *d, double *e, double *z, size_t l, size_t m)
{
  double g = (d[l + 1] - d[l]) / (2.0 * e[l]);
  double r = hypot (g, 1.0);
  double s = 1.0;
  double c = 1.0;
  double p = 0.0;

  g = d[m] - d[l] + e[l] / (g + copysign (r, g));
  for (size_t i = m; i-- > l;)
    {
      double f = s * e[i];
      const double b = c * e[i];

      r = hypot (f, g);
      e[i + 1] = r;
      if (r == 0.0)
        {
          d[i + 1] -= p;
          e[m] = 0.0;
          return;
        }
      s = f / r;
      c = g / r;
      g = d[i + 1] - p;
      r = (d[i] - g) * s + 2.0 * c * b;
      p = s * r;
      d[i + 1] = g + p;
      g = c * r - b;
      if (z != NULL)
        {
          f = z[i + 1];
          z[i + 1] = s * z[i] + c * f;
          z[i] = c * z[i] - s * f;
        }
    }
  d[l] -= p;
  e[l] = g;
  e[m] = 0.0;
}

bool
seidel_tridiagonal_eigenvalues (double *diagonal, double *beside, double *last, size_t n)
{
  double *e = g_new0 (double, n + 1);
  bool found = true;

  for (size_t i = 0; i + 1 < n; i++)
    e[i] = beside[i];
  for (size_t i = 0; last != NULL && i < n; i++)
    last[i] = i + 1 == n ? 1.0 : 0.0;
  for (size_t l = 0; l < n && found; l++)
    for (int iteration = 0;; iteration++)
      {
        size_t m = l;

        while (m + 1 < n
               && fabs (e[m]) > DBL_EPSILON * (fabs (diagonal[m]) + fabs (diagonal[m + 1])))
          m++;
        if (m == l)
          break;
        found = iteration < MOST_ITERATIONS;
        if (!found)
          break;
        ql_step (diagonal, e, last, l, m);
      }
  for (size_t i = 0; i < n && found; i++)
    found = isfinite (diagonal[i]);
  g_free (e);
  if (found)
    sort_pairs (diagonal, last, n);
  return found;
}

/* How many eigenvalues are below x: the signs of a Sturm sequence. */
static size_t
count_below (const double *diagonal, const double *beside, size_t n, double x)
{
  size_t count = 0;
  double q = 1.0;

  for (size_t i = 0; i < n; i++)
    {
      const double e = i > 0 ? beside[i - 1] : 0.0;

      if (q == 0.0)
        q = DBL_EPSILON * (fabs (e) + DBL_MIN);
      q = diagonal[i] - x - (i > 0 ? e / q * e : 0.0);
      count += q < 0.0;
    }
  return count;
}

double
seidel_tridiagonal_eigenvalue (const double *diagonal, const double *beside, size_t n, size_t k)
{
  double low = INFINITY;
  double high = -INFINITY;

  for (size_t i = 0; i < n; i++)
    {
      const double radius =
        (i > 0 ? fabs (beside[i - 1]) : 0.0) + (i + 1 < n ? fabs (beside[i]) : 0.0);

      if (!isfinite (diagonal[i]) || !isfinite (radius))
        return NAN;
      low = fmin (low, diagonal[i] - radius);
      high = fmax (high, diagonal[i] + radius);
    }
  if (!isfinite (low) || !isfinite (high))
    return NAN;
  for (int step = 0; step < 2 * DBL_MAX_EXP; step++)
    {
      const double middle = low + 0.5 * (high - low);

      if (middle <= low || middle >= high)
        break;
      if (count_below (diagonal, beside, n, middle) > k)
        high = middle;
      else
        low = middle;
    }
  return high;
}

/* Solves (T − θ 1) x = x by elimination with row exchanges; factors has room for three diagonals.
 */
static void
solve_shifted (const double *diagonal,
               const double *beside,
               size_t n,
               double theta,
               double *factors,
               double *x)
{
  double *u0 = factors;
  double *u1 = factors + n;
  double *u2 = factors + 2 * n;
  const double tiny = DBL_MIN / DBL_EPSILON;
  double a = diagonal[0] - theta;
  double b = n > 1 ? beside[0] : 0.0;

  for (size_t i = 0; i + 1 < n; i++)
    {
      const double below = beside[i];
      const double next = diagonal[i + 1] - theta;
      const double after = i + 2 < n ? beside[i + 1] : 0.0;
      double factor;

      if (fabs (below) > fabs (a))
        {
          const double kept = x[i];

          factor = a / below;
          u0[i] = below;
          u1[i] = next;
          u2[i] = after;
          x[i] = x[i + 1];
          x[i + 1] = kept - factor * x[i];
          a = b - factor * next;
          b = -factor * after;
          continue;
        }
      factor = a != 0.0 ? below / a : 0.0;
      u0[i] = a != 0.0 ? a : tiny;
      u1[i] = b;
      u2[i] = 0.0;
      x[i + 1] -= factor * x[i];
      a = next - factor * b;
      b = after;
    }
  u0[n - 1] = fabs (a) > tiny ? a : tiny;
  for (size_t i = n; i-- > 0;)
    x[i] =
      (x[i] - (i + 1 < n ? u1[i] * x[i + 1] : 0.0) - (i + 2 < n ? u2[i] * x[i + 2] : 0.0)) / u0[i];
}

double
seidel_tridiagonal_last_component (const double *diagonal,
                                   const double *beside,
                                   size_t n,
                                   double eigenvalue)
{
  double *x = g_new (double, 4 * n);
  double last = 1.0;
  double scale = DBL_MIN;

  for (size_t i = 0; i < n; i++)
    scale = fmax (scale, fabs (diagonal[i]));
  for (size_t i = 0; i < n; i++)
    x[i] = 1.0;
  for (int step = 0; step < 3; step++)
    {
      double largest = 0.0;
      double norm = 0.0;

      solve_shifted (diagonal, beside, n, eigenvalue + DBL_EPSILON * scale, x + n, x);
      for (size_t i = 0; i < n; i++)
        largest = fmax (largest, fabs (x[i]));
      for (size_t i = 0; i < n; i++)
        norm += x[i] / largest * (x[i] / largest);
      for (size_t i = 0; i < n; i++)
        x[i] = x[i] / largest / sqrt (norm);
      last = fabs (x[n - 1]);
    }
  g_free (x);
  return isfinite (last) ? fmin (last, 1.0) : 1.0;
}

/* The two eigenvalues of the last block of two rows of what is left of H, shifted by t before. */
static void
take_two (const double *h, size_t n, size_t en, double t, double *real, double *imaginary)
{
  const double x = h[en * n + en] + t;
  const double p = 0.5 * (h[(en - 1) * n + en - 1] + t - x);
  const double w = h[en * n + en - 1] * h[(en - 1) * n + en];
  const double q = p * p + w;
  const double z = sqrt (fabs (q));

  if (q >= 0.0)
    {
      const double root = p + copysign (z, p);

      real[en - 1] = real[en] = x + root;
      if (root != 0.0)
        real[en] = x - w / root;
      imaginary[en - 1] = imaginary[en] = 0.0;
      return;
    }
  real[en - 1] = real[en] = x + p;
  imaginary[en - 1] = z;
  imaginary[en] = -z;
}

/* Two shifts at once, of rows l … en. */
typedef struct
{
  double x, y, w; /* of the last block: h_nn, h_n−1,n−1 and the product beside them */
  double p, q, r; /* the first column of the step */
} Shifts;

/* Where a step may begin: two small entries in a row below the diagonal. */
static size_t
find_start (const double *h, size_t n, size_t l, size_t en, Shifts *s)
{
  for (size_t m = en - 2;; m--)
    {
      const double z = h[m * n + m];
      const double a = s->x - z;
      const double b = s->y - z;
      double sum;

      s->p = (a * b - s->w) / h[(m + 1) * n + m] + h[m * n + m + 1];
      s->q = h[(m + 1) * n + m + 1] - z - a - b;
      s->r = h[(m + 2) * n + m + 1];
      sum = fabs (s->p) + fabs (s->q) + fabs (s->r);
      s->p /= sum;
      s->q /= sum;
      s->r /= sum;
      if (m == l
          || fabs (h[m * n + m - 1]) * (fabs (s->q) + fabs (s->r))
               <= DBL_EPSILON * fabs (s->p)
                    * (fabs (h[(m - 1) * n + m - 1]) + fabs (z) + fabs (h[(m + 1) * n + m + 1])))
        return m;
    }
}

/* A Householder reflection of three rows and columns, k and on. */
static void
reflect (double *h, size_t n, size_t l, size_t m, size_t en, size_t k, Shifts *s)
{
  const bool whole = k + 1 < en;
  double scale = 1.0;
  double norm;
  double x;
  double y;
  double z;

  if (k != m)
    {
      s->p = h[k * n + k - 1];
      s->q = h[(k + 1) * n + k - 1];
      s->r = whole ? h[(k + 2) * n + k - 1] : 0.0;
      scale = fabs (s->p) + fabs (s->q) + fabs (s->r);
      if (scale == 0.0)
        return;
      s->p /= scale;
      s->q /= scale;
      s->r /= scale;
    }
  norm = copysign (sqrt (s->p * s->p + s->q * s->q + s->r * s->r), s->p);
  if (norm == 0.0)
    return;
  if (k != m)
    h[k * n + k - 1] = -norm * scale;
  else if (l != m)
    h[k * n + k - 1] = -h[k * n + k - 1];
  s->p += norm;
  x = s->p / norm;
  y = s->q / norm;
  z = s->r / norm;
  s->q /= s->p;
  s->r /= s->p;
  for (size_t j = k; j <= en; j++)
    {
      double f = h[k * n + j] + s->q * h[(k + 1) * n + j];

      if (whole)
        {
          f += s->r * h[(k + 2) * n + j];
          h[(k + 2) * n + j] -= f * z;
        }
      h[(k + 1) * n + j] -= f * y;
      h[k * n + j] -= f * x;
    }
  for (size_t i = l; i <= MIN (en, k + 3); i++)
    {
      double f = x * h[i * n + k] + y * h[i * n + k + 1];

      if (whole)
        {
          f += z * h[i * n + k + 2];
          h[i * n + k + 2] -= f * s->r;
        }
      h[i * n + k + 1] -= f * s->q;
      h[i * n + k] -= f;
    }
}

/* The first row of the block that ends with en: what is before it has come off. */
static size_t
find_block (const double *h, size_t n, size_t en, double norm)
{
  size_t l = en;

  for (; l > 0; l--)
    {
      const double sum = fabs (h[(l - 1) * n + l - 1]) + fabs (h[l * n + l]);

      if (fabs (h[l * n + l - 1]) <= DBL_EPSILON * (sum != 0.0 ? sum : norm))
        break;
    }
  return l;
}

static void
double_step (double *h, size_t n, size_t l, size_t en, Shifts *s)
{
  const size_t m = find_start (h, n, l, en, s);

  for (size_t i = m + 2; i <= en; i++)
    {
      h[i * n + i - 2] = 0.0;
      if (i > m + 2)
        h[i * n + i - 3] = 0.0;
    }
  for (size_t k = m; k < en; k++)
    reflect (h, n, l, m, en, k, s);
}

bool
seidel_hessenberg_eigenvalues (double *h, size_t n, double *real, double *imaginary)
{
  double norm = 0.0;
  double t = 0.0;
  size_t left = n;
  int iteration = 0;

  for (size_t i = 0; i < n * n; i++)
    norm += fabs (h[i]);
  if (!isfinite (norm))
    return false;
  while (left > 0)
    {
      const size_t en = left - 1;
      const size_t l = find_block (h, n, en, norm);
      Shifts s = { .x = h[en * n + en] };

      if (l == en || l + 1 == en)
        {
          if (l == en)
            {
              real[en] = s.x + t;
              imaginary[en] = 0.0;
            }
          else
            take_two (h, n, en, t, real, imaginary);
          left = l;
          iteration = 0;
          continue;
        }
      if (iteration == MOST_ITERATIONS)
        return false;
      s.y = h[(en - 1) * n + en - 1];
      s.w = h[en * n + en - 1] * h[(en - 1) * n + en];
      if (iteration > 0 && iteration % EXCEPTIONAL == 0)
        {
          double sum;

          t += s.x;
          for (size_t i = 0; i <= en; i++)
            h[i * n + i] -= s.x;
          sum = fabs (h[en * n + en - 1]) + fabs (h[(en - 1) * n + en - 2]);
          s.x = s.y = 0.75 * sum;
          s.w = -0.4375 * sum * sum;
        }
      iteration++;
      double_step (h, n, l, en, &s);
    }
  return true;
}

/* The Householder vector of n numbers at a distance of stride, scaled so that its first one is 1:
 * returns what the reflection makes of the first, and its factor. */
static double
make_reflection (double *x, size_t n, size_t stride, double *factor)
{
  double norm = 0.0;
  double first = x[0];
  double beta;

  *factor = 0.0;
  for (size_t i = 1; i < n; i++)
    norm = hypot (norm, x[i * stride]);
  if (norm == 0.0)
    return first;
  beta = -copysign (hypot (first, norm), first);
  *factor = (beta - first) / beta;
  for (size_t i = 1; i < n; i++)
    x[i * stride] /= first - beta;
  return beta;
}

bool
seidel_bidiagonal_singular_values (const double *diagonal,
                                   const double *above,
                                   size_t n,
                                   double *least,
                                   double *greatest)
{
  double *zeros = g_new0 (double, 2 * n);
  double *beside = g_new0 (double, 2 * n);

  for (size_t i = 0; i < n; i++)
    {
      beside[2 * i] = diagonal[i];
      if (i + 1 < n)
        beside[2 * i + 1] = above[i];
    }
  *least = fmax (seidel_tridiagonal_eigenvalue (zeros, beside, 2 * n, n), 0.0);
  *greatest = seidel_tridiagonal_eigenvalue (zeros, beside, 2 * n, 2 * n - 1);
  g_free (beside);
  g_free (zeros);
  return isfinite (*least) && isfinite (*greatest);
}

/* Reflects the columns behind one from the left, or the rows below one from the right: v of the
 * reflection is at x, its first component being 1. */
static void
apply_reflection (double *a,
                  size_t n,
                  const double *x,
                  size_t stride,
                  size_t count,
                  size_t other,
                  double factor)
{
  for (size_t j = 0; j < n; j++)
    {
      double *line = a + j * other;
      double sum = line[0];

      for (size_t i = 1; i < count; i++)
        sum += x[i * stride] * line[i * stride];
      sum *= factor;
      line[0] -= sum;
      for (size_t i = 1; i < count; i++)
        line[i * stride] -= sum * x[i * stride];
    }
}

bool
seidel_extreme_singular_values (double *a,
                                size_t rows,
                                size_t columns,
                                double *least,
                                double *greatest)
{
  double *diagonal = g_new0 (double, columns + 1);
  double *above = g_new0 (double, columns + 1);
  bool found;

  for (size_t k = 0; k < columns; k++)
    {
      double *corner = a + k * columns + k;
      const size_t right = columns - k - 1;
      double factor;

      diagonal[k] = make_reflection (corner, rows - k, columns, &factor);
      apply_reflection (corner + 1, right, corner, columns, rows - k, 1, factor);
      if (right == 0)
        continue;
      above[k] = make_reflection (corner + 1, right, 1, &factor);
      apply_reflection (corner + 1 + columns, rows - k - 1, corner + 1, 1, right, columns, factor);
    }
  found = seidel_bidiagonal_singular_values (diagonal, above, columns, least, greatest);
  g_free (above);
  g_free (diagonal);
  return found;
}
