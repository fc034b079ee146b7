/* The estimate of a norm from products: between that of LAPACK and the norm itself.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "matrix/seidel-vector.h"
#include "method/seidel-one-norm.h"

extern void dlacn2_ (const int *n,
                     double *v,
                     double *x,
                     int *signs,
                     double *estimate,
                     int *request,
                     int state[3]);

/* A dense matrix by rows. */
typedef struct
{
  int64_t n;
  double *a;
  int products;
  int most;
} Dense;

static bool
apply (gpointer data, bool transposed, double *x)
{
  Dense *dense = data;
  g_autofree double *y = g_new0 (double, dense->n);

  if (dense->products++ == dense->most)
    return false;
  for (int64_t row = 0; row < dense->n; row++)
    for (int64_t column = 0; column < dense->n; column++)
      {
        double value = dense->a[row * dense->n + column];

        if (transposed)
          y[column] += value * x[row];
        else
          y[row] += value * x[column];
      }
  memcpy (x, y, (size_t) dense->n * sizeof *x);
  return true;
}

static double
column_sum (const Dense *dense, int64_t column)
{
  double sum = 0.0;

  for (int64_t row = 0; row < dense->n; row++)
    sum += fabs (dense->a[row * dense->n + column]);
  return sum;
}

static double
norm (const Dense *dense)
{
  double found = 0.0;

  for (int64_t column = 0; column < dense->n; column++)
    found = fmax (found, column_sum (dense, column));
  return found;
}

static double
estimate_by_lapack (Dense *dense)
{
  const int n = (int) dense->n;
  g_autofree double *v = g_new0 (double, n);
  g_autofree double *x = g_new0 (double, n);
  g_autofree int *signs = g_new0 (int, n);
  int state[3] = { 0 };
  int request = 0;
  double estimate = 0.0;

  for (;;)
    {
      dlacn2_ (&n, v, x, signs, &estimate, &request, state);
      if (request == 0)
        return estimate;
      apply (dense, request == 2, x);
    }
}

static void
test_random (void)
{
  static const int64_t sizes[] = { 1, 2, 3, 5, 16, 60 };
  int exact = 0;

  for (uint64_t seed = 0; seed < 60; seed++)
    {
      const int64_t n = sizes[seed % G_N_ELEMENTS (sizes)];
      Dense dense = { n, seidel_vector_new (n * n, NULL), 0, G_MAXINT };
      double estimate;
      double lapack;

      seidel_vector_fill_random (dense.a, n * n, seed);
      /* Rows of other sizes and signs, so that the largest column is not always the first one
       * found. */
      for (int64_t k = 0; k < n * n; k++)
        dense.a[k] = (dense.a[k] - 0.5) * exp (3.0 * sin ((double) (k % n)));
      estimate = seidel_one_norm_estimate (n, apply, &dense);
      g_assert_cmpint (dense.products, <=, 10);
      lapack = estimate_by_lapack (&dense);
      g_assert_cmpfloat (estimate, >=, lapack * (1.0 - 1e-12));
      g_assert_cmpfloat (estimate, <=, norm (&dense) * (1.0 + 1e-12));
      exact += estimate >= norm (&dense) * (1.0 - 1e-12);
      if (n <= SEIDEL_ONE_NORM_EXACT)
        g_assert_cmpfloat (estimate, >=, norm (&dense) * (1.0 - 1e-12));
      seidel_vector_free (dense.a);
    }
  g_assert_cmpint (exact, >=, 40);
}

/* B = (1 2; 3 −7): the largest column is the second, 9. */
static void
test_by_hand (void)
{
  Dense dense = { 2, (double[]){ 1, 2, 3, -7 }, 0, G_MAXINT };

  g_assert_cmpfloat (seidel_one_norm_estimate (2, apply, &dense), ==, 9.0);
}

/* A search would miss the largest column now and then; of few columns all are tried. */
static void
test_few (void)
{
  for (uint64_t seed = 0; seed < 2000; seed++)
    {
      const int64_t n = 1 + (int64_t) (seed % SEIDEL_ONE_NORM_EXACT);
      Dense dense = { n, seidel_vector_new (n * n, NULL), 0, G_MAXINT };

      seidel_vector_fill_random (dense.a, n * n, seed);
      g_assert_cmpfloat_with_epsilon (seidel_one_norm_estimate (n, apply, &dense), norm (&dense),
                                      1e-12 * norm (&dense));
      g_assert_cmpint (dense.products, ==, n);
      seidel_vector_free (dense.a);
    }
}

/* B v, or the vector of ones. */
static double *
make_vector (Dense *dense, bool random, uint64_t seed)
{
  double *x = seidel_vector_new (dense->n, NULL);

  for (int64_t i = 0; i < dense->n; i++)
    x[i] = random ? seidel_random_uniform (seed, (uint64_t) i) - 0.5 : 1.0;
  if (random)
    apply (dense, true, x);
  dense->products = 0;
  return x;
}

/* One product or two find what a column promises, and the largest one where no entry is negative.
 */
static void
test_glance (void)
{
  for (uint64_t seed = 0; seed < 120; seed++)
    {
      const int64_t n = 1 + (int64_t) (seed % 30);
      const bool symmetric = seed % 3 == 0;
      Dense dense = { n, seidel_vector_new (n * n, NULL), 0, 2 };
      double *made;
      double estimate;
      int64_t column = -1;

      seidel_vector_fill_random (dense.a, n * n, seed);
      for (int64_t k = 0; k < n * n; k++)
        dense.a[k] -= 0.5;
      for (int64_t k = 0; symmetric && k < n * n; k++)
        dense.a[k] = dense.a[k % n * n + k / n];
      made = make_vector (&dense, seed % 2 == 0, seed);
      estimate = seidel_one_norm_glance (n, made, symmetric, &column, apply, &dense);
      g_assert_cmpint (dense.products, <=, symmetric ? 1 : 2);
      g_assert_cmpfloat (estimate, <=, norm (&dense) * (1.0 + 1e-12));
      g_assert_cmpfloat (estimate, >=, norm (&dense) / 4.0);
      g_assert_true (column >= 0 && column < n);
      seidel_vector_free (made);

      for (int64_t k = 0; k < n * n; k++)
        dense.a[k] = fabs (dense.a[k]);
      made = make_vector (&dense, false, seed);
      estimate = seidel_one_norm_glance (n, made, false, &column, apply, &dense);
      g_assert_cmpint (dense.products, ==, 1);
      g_assert_cmpfloat_with_epsilon (estimate, norm (&dense), 1e-12 * norm (&dense));
      g_assert_cmpfloat_with_epsilon (column_sum (&dense, column), norm (&dense),
                                      1e-12 * norm (&dense));
      seidel_vector_free (made);
      seidel_vector_free (dense.a);
    }
}

static void
test_stopped (void)
{
  const int64_t n = 12;
  g_autofree double *a = g_new0 (double, n *n);

  for (int64_t k = 0; k < n * n; k++)
    a[k] = sin ((double) (k * k));
  for (int most = 0; most < 4; most++)
    {
      Dense dense = { n, a, 0, most };
      Dense same = { 2, (double[]){ 1, 2, 3, -7 }, 0, most };
      int64_t column = 0;

      g_assert_true (isnan (seidel_one_norm_estimate (n, apply, &dense)));
      g_assert_cmpint (dense.products, ==, most + 1);
      if (most < 2)
        g_assert_true (
          isnan (seidel_one_norm_glance (2, (double[]){ 1, -1 }, false, &column, apply, &same)));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/one-norm/random", test_random);
  g_test_add_func ("/one-norm/few", test_few);
  g_test_add_func ("/one-norm/by-hand", test_by_hand);
  g_test_add_func ("/one-norm/glance", test_glance);
  g_test_add_func ("/one-norm/stopped", test_stopped);
  return g_test_run ();
}
