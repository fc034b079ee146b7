/* Condition numbers and error bounds of structured and random systems: what is reported against the
 * inverse. Small systems are inverted with 113 bits; "-m slow" adds those of up to 5,000 rows, by
 * LAPACK and a refinement with 64 bits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <float.h>
#include <stdlib.h>

#include "matrix/seidel-vector.h"

#include "run-testing.h"

__extension__ typedef __float128 Quad;

extern void dgetrf_ (const int *m, const int *n, double *a, const int *lda, int *pivots, int *info);
extern void
dgetri_ (const int *n, double *a, const int *lda, int *pivots, double *work, int *size, int *info);

/* An estimate from below may be so small a part of the condition number. */
#define LEAST_PART 0.3

/* Beyond this the inverse itself depends on rounding. */
#define MOST_CONDITION 1e12

/* By each of which the solution gains at least four digits. */
#define REFINEMENTS 6

/* Up to here 113 bits are used. */
#define SMALL 150

typedef struct
{
  double *a; /* n · n, by rows */
  int n;
} Table;

typedef void (*Fill) (Table *table, uint64_t seed);

static double *
at (Table *table, int row, int column)
{
  return &table->a[(size_t) row * (size_t) table->n + (size_t) column];
}

static double
random_sign (uint64_t seed, int i, int k)
{
  return seidel_random_uniform (seed, (uint64_t) i * 100003u + (uint64_t) k);
}

/* −1, 2 − λ − δ, −1 around a circle, λ an eigenvalue of the rest: b = A·1 and its x say nothing of
 * the vector that A nearly takes to zero. */
static void
fill_circulant (Table *table, uint64_t seed)
{
  const int n = table->n;
  const int wave = 1 + (int) (seed % (uint64_t) MAX (n / 3, 1));
  const double lambda = 2.0 - 2.0 * cos (2.0 * G_PI * wave / n);
  const double off = pow (10.0, -1.0 - (double) (seed % 9));

  for (int i = 0; i < n; i++)
    {
      *at (table, i, (i + 1) % n) += -1.0;
      *at (table, i, (i + n - 1) % n) += -1.0;
      *at (table, i, i) += 2.0 - lambda - off;
    }
}

/* A tiny number, and blocks of Hilbert matrices. */
static void
fill_blocks (Table *table, uint64_t seed)
{
  const int size = 2 + (int) (seed % 6);

  for (int i = 0; i < table->n; i++)
    for (int k = 0; k < table->n; k++)
      if (i == 0 || k == 0)
        *at (table, i, k) = i == k ? pow (10.0, -(double) (seed % 9)) : 0.0;
      else if ((i - 1) / size == (k - 1) / size)
        *at (table, i, k) = 1.0 / ((i - 1) % size + (k - 1) % size + 1);
}

static void
fill_random (Table *table, uint64_t seed)
{
  for (int i = 0; i < table->n; i++)
    for (int k = 0; k < table->n; k++)
      *at (table, i, k) = random_sign (seed, i, k);
}

/* Few entries in each row, and a diagonal that may be small. */
static void
fill_sparse (Table *table, uint64_t seed)
{
  const int n = table->n;

  for (int i = 0; i < n; i++)
    {
      for (int k = 0; k < 4; k++)
        *at (table, i, (int) ((random_sign (seed, i, k) + 1.0) / 2.0 * n) % n) +=
          random_sign (seed + 1, i, k);
      *at (table, i, i) += 1.5 * random_sign (seed + 2, i, 0) + 0.1;
    }
}

/* Sizes of rows and columns over some decades. */
static void
fill_graded (Table *table, uint64_t seed)
{
  fill_sparse (table, seed);
  for (int i = 0; i < table->n; i++)
    for (int k = 0; k < table->n; k++)
      *at (table, i, k) *=
        pow (10.0, 2.0 * random_sign (seed + 3, i, 1) + 2.0 * random_sign (seed + 4, k, 2));
}

/* A shifted second difference, indefinite as a rule. */
static void
fill_shifted (Table *table, uint64_t seed)
{
  for (int i = 0; i < table->n; i++)
    {
      *at (table, i, i) = 2.0 - 3.7 * (random_sign (seed, 1, 1) + 1.0) / 2.0;
      if (i > 0)
        *at (table, i, i - 1) = -1.0;
      if (i + 1 < table->n)
        *at (table, i, i + 1) = -1.0 - 0.2 * (double) (seed % 3);
    }
}

/* Bidiagonal, with columns of the inverse that grow. */
static void
fill_bidiagonal (Table *table, uint64_t seed)
{
  const double ratio = 1.0 + 20.0 / table->n * (random_sign (seed, 1, 1) + 1.0) / 2.0;

  for (int i = 0; i < table->n; i++)
    {
      *at (table, i, i) = 1.0;
      if (i > 0)
        *at (table, i, i - 1) = (i + (int) seed) % 3 == 0 ? ratio : -ratio;
    }
}

/* An M-matrix: Laplacian of a graph, with a little on the diagonal. */
static void
fill_laplacian (Table *table, uint64_t seed)
{
  const int n = table->n;

  for (int i = 0; i < n; i++)
    {
      *at (table, i, i) += pow (10.0, -(double) (seed % 7));
      for (int j = 0; j < 2; j++)
        {
          const int k =
            j == 0 ? (i + 1) % n : (int) ((random_sign (seed, i, 1) + 1.0) / 2.0 * n) % n;

          if (k == i)
            continue;
          *at (table, i, k) -= 1.0;
          *at (table, k, i) -= 1.0;
          *at (table, i, i) += 1.0;
          *at (table, k, k) += 1.0;
        }
    }
}

/* Alternating signs in the inverse: the same with positive entries. */
static void
fill_positive (Table *table, uint64_t seed)
{
  fill_laplacian (table, seed);
  for (int i = 0; i < table->n; i++)
    for (int k = 0; k < table->n; k++)
      *at (table, i, k) = fabs (*at (table, i, k)) * (i == k ? 1.3 : 1.0);
}

static void
fill_grcar (Table *table, uint64_t seed)
{
  for (int i = 0; i < table->n; i++)
    for (int k = MAX (i - 1, 0); k <= MIN (i + 3 + (int) (seed % 3), table->n - 1); k++)
      *at (table, i, k) = k < i ? -1.0 : 1.0;
}

/* An arrow whose tip is nearly determined by the rest. */
static void
fill_arrow (Table *table, uint64_t seed)
{
  for (int i = 0; i < table->n; i++)
    {
      *at (table, i, i) = 1.0 + i % 5;
      if (i > 0)
        {
          *at (table, 0, i) = random_sign (seed, 0, i);
          *at (table, i, 0) = random_sign (seed, i, 0);
        }
    }
  *at (table, 0, 0) = pow (10.0, -(double) (seed % 8));
}

/* Orthogonal but for a part: a product of reflections with one column shrunk. */
static void
fill_reflected (Table *table, uint64_t seed)
{
  const int n = table->n;
  g_autofree double *v = test_random_vector (n, seed);
  const double length = seidel_vector_norm_2 (v, n);

  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      *at (table, i, k) =
        ((i == k ? 1.0 : 0.0) - 2.0 * v[i] * v[k] / length / length)
        * (k == (int) (seed % (uint64_t) n) ? pow (10.0, -(double) (seed % 11)) : 1.0);
}

static const struct
{
  const char *name;
  Fill fill;
} families[] = {
  { "circulant", fill_circulant },   { "blocks", fill_blocks },
  { "random", fill_random },         { "sparse", fill_sparse },
  { "graded", fill_graded },         { "shifted", fill_shifted },
  { "bidiagonal", fill_bidiagonal }, { "laplacian", fill_laplacian },
  { "positive", fill_positive },     { "grcar", fill_grcar },
  { "arrow", fill_arrow },           { "reflected", fill_reflected },
};

/* The inverse of a small table by Gauss-Jordan elimination with row exchanges, in place of it. */
static bool
invert_small (Quad *a, int n)
{
  g_autofree int *from = g_new (int, n);

  for (int j = 0; j < n; j++)
    {
      int pivot = j;
      Quad factor;

      for (int i = j + 1; i < n; i++)
        if (fabs ((double) a[i * n + j]) > fabs ((double) a[pivot * n + j]))
          pivot = i;
      from[j] = pivot;
      if (a[pivot * n + j] == 0)
        return false;
      for (int k = 0; k < n && pivot != j; k++)
        {
          Quad kept = a[j * n + k];

          a[j * n + k] = a[pivot * n + k];
          a[pivot * n + k] = kept;
        }
      factor = 1 / a[j * n + j];
      a[j * n + j] = 1;
      for (int k = 0; k < n; k++)
        a[j * n + k] *= factor;
      for (int i = 0; i < n; i++)
        {
          Quad other = a[i * n + j];

          if (i == j || other == 0)
            continue;
          a[i * n + j] = 0;
          for (int k = 0; k < n; k++)
            a[i * n + k] -= other * a[j * n + k];
        }
    }
  for (int j = n - 1; j >= 0; j--)
    for (int i = 0; i < n && from[j] != j; i++)
      {
        Quad kept = a[i * n + j];

        a[i * n + j] = a[i * n + from[j]];
        a[i * n + from[j]] = kept;
      }
  return true;
}

static double
norm_inf (const double *a, int n)
{
  double largest = 0.0;

  for (int i = 0; i < n; i++)
    {
      double sum = 0.0;

      for (int k = 0; k < n; k++)
        sum += fabs (a[(size_t) i * (size_t) n + (size_t) k]);
      largest = fmax (largest, sum);
    }
  return largest;
}

/* The solution with more digits than a double has: x ← x + A⁻¹ (b − A x), the inverse being in
 * double precision. */
static void
solve_exactly (const Table *table, const double *b, const double *inverse, long double *x)
{
  const size_t n = (size_t) table->n;
  g_autofree double *r = g_new (double, n);

  for (size_t i = 0; i < n; i++)
    x[i] = 0.0L;
  for (int round = 0; round < REFINEMENTS; round++)
    {
      for (size_t i = 0; i < n; i++)
        {
          Quad sum = b[i];

          for (size_t k = 0; k < n; k++)
            if (table->a[i * n + k] != 0.0)
              sum -= (Quad) table->a[i * n + k] * x[k];
          r[i] = (double) sum;
        }
      /* Each term alone may be too small to change x. */
      for (size_t i = 0; i < n; i++)
        {
          long double correction = 0.0L;

          for (size_t k = 0; k < n; k++)
            correction += (long double) inverse[i * n + k] * r[k];
          x[i] += correction;
        }
    }
}

/* ‖A⁻¹‖∞ and x* = A⁻¹ b; 0 for a singular matrix. */
static double
invert (const Table *table, const double *b, long double *x)
{
  const int n = table->n;
  g_autofree Quad *a = g_new (Quad, (size_t) n * (size_t) n);
  g_autofree double *rounded = g_new (double, (size_t) n *(size_t) n);

  for (size_t k = 0; k < (size_t) n * (size_t) n; k++)
    a[k] = table->a[k];
  if (!invert_small (a, n))
    return 0.0;
  for (int i = 0; i < n; i++)
    {
      Quad sum = 0;

      for (int k = 0; k < n; k++)
        {
          sum += a[i * n + k] * b[k];
          rounded[i * n + k] = (double) a[i * n + k];
        }
      x[i] = (long double) sum;
    }
  return norm_inf (rounded, n);
}

/* The same by LAPACK, to which a table by rows is the transpose. */
static double
invert_large (const Table *table, const double *b, long double *x)
{
  const int n = table->n;
  g_autofree double *a = g_memdup2 (table->a, sizeof (double) * (size_t) n * (size_t) n);
  g_autofree int *pivots = g_new (int, n);
  int size = 64 * n;
  g_autofree double *work = g_new (double, size);
  int info = 0;

  dgetrf_ (&n, &n, a, &n, pivots, &info);
  if (info == 0)
    dgetri_ (&n, a, &n, pivots, work, &size, &info);
  if (info != 0)
    return 0.0;
  solve_exactly (table, b, a, x);
  return norm_inf (a, n);
}

typedef struct
{
  GArray *parts; /* double: of the condition number, of each system */
  int bounds;
  double sharpest; /* error over bound */
} Tally;

/* No component is off by more than the bound says, of the solution of the system as it is stored.
 */
static void
check_bound (const SeidelOutcome *outcome, const long double *exact, Tally *tally)
{
  const double bound = outcome->error_bound * seidel_vector_norm_inf (outcome->x, outcome->n);
  long double error = 0.0L;

  if (isnan (outcome->error_bound))
    return;
  if (!isnan (outcome->error_inf))
    g_assert_cmpfloat (outcome->error_inf, <=, bound);
  for (int64_t i = 0; i < outcome->n; i++)
    error = fmaxl (error, fabsl ((long double) outcome->x[i] - exact[i]));
  /* The solution itself has 64 bits. */
  error -= 2.0L * LDBL_EPSILON * seidel_vector_norm_inf (outcome->x, outcome->n);
  g_assert_cmpfloat ((double) error, <=, bound);
  tally->bounds++;
  tally->sharpest = fmax (tally->sharpest, (double) error / bound);
}

/* One system by one method; b = A·1 is the default, by which a search for a row is fooled. */
static void
check_system (const char *family,
              const Table *table,
              const char *method,
              bool of_ones,
              bool accurate,
              Tally *tally)
{
  const int n = table->n;
  const bool small = n <= SMALL;
  g_autofree long double *exact = g_new0 (long double, n);
  g_autofree double *b = test_random_vector (n, 5);
  g_autoptr (SeidelProblem) problem =
    test_problem (test_csr_from_dense (n, n, table->a), of_ones ? NULL : b, NULL);
  SeidelOptions options = test_options (method);
  g_autoptr (SeidelOutcome) outcome = NULL;
  const double inverse =
    small ? invert (table, problem->b, exact) : invert_large (table, problem->b, exact);
  const double condition = inverse * norm_inf (table->a, n);

  if (!(condition > 0.0 && condition <= MOST_CONDITION))
    return;
  options.accurate = accurate;
  outcome = test_solve (problem, &options, NULL);
  g_test_message ("%s, %d rows, %s: condition %.3g of %.3g, bound %.2g", family, n, method,
                  outcome->condition, condition, outcome->error_bound);
  check_bound (outcome, exact, tally);
  if (isnan (outcome->condition))
    {
      g_assert_false (small);
      g_assert_true (isnan (outcome->error_bound));
      g_assert_cmpfloat (outcome->condition_least, <=, condition * (1.0 + 1e-3));
      return;
    }
  g_assert_cmpfloat (outcome->condition, <=, condition * (1.0 + 1e-3));
  g_assert_cmpfloat (outcome->condition, >=, LEAST_PART * condition);
  g_array_append_vals (tally->parts, (double[]){ outcome->condition / condition }, 1);
}

static int
compare_parts (gconstpointer a, gconstpointer b)
{
  const double one = *(const double *) a;
  const double other = *(const double *) b;

  return (one > other) - (one < other);
}

/* What part of all is at most that. */
static double
quantile (const GArray *parts, double share)
{
  return g_array_index (parts, double, (guint) (share * (double) (parts->len - 1)));
}

static void
check_families (const int *sizes, size_t n_sizes, int seeds, const char *const *methods)
{
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (double));
  Tally tally = { .parts = parts };

  for (size_t f = 0; f < G_N_ELEMENTS (families); f++)
    for (size_t s = 0; s < n_sizes; s++)
      for (int seed = 0; seed < seeds; seed++)
        {
          const int n = sizes[s];
          Table table = { g_new0 (double, (size_t) n *(size_t) n), n };

          families[f].fill (&table, (uint64_t) seed + 7u * s);
          check_system (families[f].name, &table, methods[(f + s + (size_t) seed) % 3],
                        seed % 2 == 0, (f + s) % 3 == 0, &tally);
          g_free (table.a);
        }
  g_assert_cmpuint (parts->len, >, 0);
  g_array_sort (parts, compare_parts);
  g_test_message (
    "%u systems of up to %d rows, parts of the condition number: least %.3g, of 1 %% "
    "%.3g, of 5 %% %.3g, median %.3g, most %.6g; %d bounds, errors up to %.3g of them",
    parts->len, sizes[n_sizes - 1], quantile (parts, 0.0), quantile (parts, 0.01),
    quantile (parts, 0.05), quantile (parts, 0.5), quantile (parts, 1.0), tally.bounds,
    tally.sharpest);
  g_assert_cmpint (tally.bounds, >, 0);
}

static void
test_families (void)
{
  static const int sizes[] = { 5, 12, 31, 101, 128 };
  static const char *const methods[] = { "umfpack", "lu", "qr" };

  check_families (sizes, g_test_thorough () ? 4 : 3, 4, methods);
  check_families (sizes + 3, 2, 1, methods);
  check_families ((int[]){ 600 }, 1, 1, methods);
  if (!g_test_slow ())
    return;
  check_families (sizes, G_N_ELEMENTS (sizes), 10, methods);
  check_families ((int[]){ 200, 350, 700 }, 3, 12, methods);
  check_families ((int[]){ 1500, 2500 }, 2, 3, (const char *const[]){ "umfpack", "umfpack", "lu" });
  check_families ((int[]){ 5000 }, 1, 1, (const char *const[]){ "umfpack", "umfpack", "umfpack" });
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/condition/families", test_families);
  return g_test_run ();
}
