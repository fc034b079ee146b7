/* Dense factors of the engines that make them: solutions, pivots, columns without one.
 *
 * Skips, with its reason, each engine that is not available here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "agreement-testing.h"

#include "method/seidel-method.h"
#include "solve/seidel-solve.h"

/* All entries stored; the diagonal is zero where that is asked for, and so is a column. */
static SeidelCsr *
make_full (int64_t n, bool hollow, int64_t zero_column)
{
  SeidelCsr *csr = seidel_csr_new (n, n, n * n, NULL);

  g_assert_nonnull (csr);
  for (int64_t row = 0; row <= n; row++)
    csr->row_offsets[row] = row * n;
  for (int64_t k = 0; k < n * n; k++)
    {
      int64_t row = k / n;
      int64_t column = k % n;

      csr->column_indices[k] = (int32_t) column;
      csr->values[k] = seidel_random_uniform (11, (uint64_t) k) - 0.5;
      if (column == zero_column || (hollow && row == column))
        csr->values[k] = 0.0;
    }
  return csr;
}

/* Some entries in each row, most of all one beside the diagonal: every column needs another row. */
static SeidelCsr *
make_sparse (int64_t n)
{
  const int64_t length = 6;
  SeidelCsr *csr = seidel_csr_new (n, n, n * length, NULL);

  g_assert_nonnull (csr);
  for (int64_t row = 0; row <= n; row++)
    csr->row_offsets[row] = row * length;
  for (int64_t row = 0; row < n; row++)
    for (int64_t k = row * length, part = 0; part < length; part++, k++)
      {
        double place = 0.5 * (seidel_random_uniform (13, (uint64_t) k) + 1.0);
        int64_t width = n / length;

        /* One of each part of the columns, in their order. */
        csr->column_indices[k] = (int32_t) (part * width + (int64_t) (place * (double) width));
        csr->values[k] = 0.5 * seidel_random_uniform (17, (uint64_t) k);
        if ((row + 1) % n / width == part)
          {
            csr->column_indices[k] = (int32_t) ((row + 1) % n);
            csr->values[k] = 4.0;
          }
      }
  return csr;
}

/* Solves for a right-hand side that was made of ones; returns the largest error, and the column
 * without a pivot in *singular. */
static double
solve_with (const SeidelEngine *engine,
            SeidelPrecision precision,
            const SeidelCsr *csr,
            SeidelFactorsKind kind,
            int64_t *singular)
{
  const int64_t n = csr->rows;
  SeidelContextSettings settings = { precision, 0, 2, NULL, NULL };
  SeidelCsrView view = view_of (csr);
  SeidelStatus status;
  SeidelContext *context = engine->contexts.create (&settings, &status);
  SeidelFactors *factors;
  int64_t nanoseconds = -1;
  double *values = seidel_vector_new (n, NULL);
  double error = 0.0;

  g_assert_nonnull (context);
  *singular = -2;
  factors = engine->factors.create (context, &view, kind, singular, &nanoseconds);
  g_assert_cmpint (engine->contexts.status (context)->code, ==, SEIDEL_STATUS_OK);
  g_assert_cmpint (nanoseconds, >, 0);
  if (factors != NULL)
    {
      SeidelVector *x = engine->vectors.create (context, n);

      for (int64_t row = 0; row < n; row++)
        {
          values[row] = 0.0;
          for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
            values[row] += csr->values[k];
        }
      /* Twice: the factors must be as good as new. */
      for (int time = 0; time < 2; time++)
        {
          engine->vectors.upload (context, x, values);
          engine->factors.solve (context, factors, x);
        }
      engine->vectors.download (context, values, x);
      g_assert_cmpint (engine->contexts.status (context)->code, ==, SEIDEL_STATUS_OK);
      for (int64_t i = 0; i < n; i++)
        error = isnan (values[i]) ? INFINITY : fmax (error, fabs (values[i] - 1.0));
      engine->vectors.free (context, x);
      engine->factors.free (context, factors);
    }
  seidel_vector_free (values);
  engine->contexts.free (context);
  return error;
}

static const struct
{
  const char *name;
  SeidelFactorsKind kind;
  int64_t most; /* rows */
  /* A product with the inverse loses more digits than a solve with L and U, and without exchanges
   * of rows they are lost to small pivots. */
  double tolerances[2];
} kinds[] = {
  { "lu", SEIDEL_FACTORS_LU, 3200, { 2e-2, 1e-9 } },
  { "inverse", SEIDEL_FACTORS_INVERSE, 1100, { 5e-1, 1e-6 } },
  { "textbook-lu", SEIDEL_FACTORS_TEXTBOOK_LU, 257, { 5e-1, 1e-5 } },
  { "textbook-inverse", SEIDEL_FACTORS_TEXTBOOK_INVERSE, 257, { 5e-1, 1e-5 } },
};

typedef void (*Check) (const SeidelEngine *engine, size_t kind);

/* Small sizes, for a run under a tool that looks at every access. */
static bool
is_quick (void)
{
  return g_getenv ("SEIDEL_TEST_QUICK") != NULL;
}

static void
check_sizes (const SeidelEngine *engine, size_t kind)
{
  const int64_t sizes[] = { 1, 2, 31, 32, 33, 64, 255, 256, 257, 300, 513, 1025, 3101 };
  const int64_t quick = kinds[kind].kind == SEIDEL_FACTORS_LU ? 257 : 64;

  for (size_t s = 0; s < G_N_ELEMENTS (sizes) && sizes[s] <= kinds[kind].most; s++)
    for (int precision = SEIDEL_PRECISION_SINGLE; precision <= SEIDEL_PRECISION_DOUBLE; precision++)
      {
        g_autoptr (SeidelCsr) csr = NULL;
        int64_t singular;

        /* In single, large random matrices leave no digits. */
        if ((is_quick () && sizes[s] != 33 && sizes[s] != quick)
            || (precision == SEIDEL_PRECISION_SINGLE && sizes[s] > 64))
          continue;
        csr = make_full (sizes[s], false, -1);
        g_assert_cmpfloat (solve_with (engine, precision, csr, kinds[kind].kind, &singular), <,
                           kinds[kind].tolerances[precision]);
        g_assert_cmpint (singular, ==, -1);
      }
}

/* Nothing on the diagonal: not even the first column can do without another row. */
static void
check_hollow (const SeidelEngine *engine, size_t kind)
{
  const int64_t sizes[] = { 2, 40, 257 };

  for (size_t s = 0; s < (is_quick () ? 2 : G_N_ELEMENTS (sizes)); s++)
    {
      g_autoptr (SeidelCsr) csr = make_full (sizes[s], true, -1);
      int64_t singular;

      g_assert_cmpfloat (solve_with (engine, SEIDEL_PRECISION_DOUBLE, csr, kinds[kind].kind,
                                     &singular),
                         <, kinds[kind].tolerances[1]);
      g_assert_cmpint (singular, ==, -1);
    }
}

static void
check_singular (const SeidelEngine *engine, size_t kind)
{
  const int64_t columns[] = { 32, 0, 31, 99 };

  for (size_t c = 0; c < (is_quick () ? 1 : G_N_ELEMENTS (columns)); c++)
    {
      g_autoptr (SeidelCsr) csr = make_full (100, false, columns[c]);
      int64_t singular;

      solve_with (engine, SEIDEL_PRECISION_DOUBLE, csr, kinds[kind].kind, &singular);
      g_assert_cmpint (singular, ==, columns[c]);
    }
}

/* A device with fewer places for threads than the matrix has rows takes narrower panels. */
static void
check_small_device (const SeidelEngine *engine, size_t kind)
{
  const bool has_panels = kinds[kind].kind == SEIDEL_FACTORS_LU
                          || (kinds[kind].kind == SEIDEL_FACTORS_INVERSE && !is_quick ());
  static const struct
  {
    const char *multiprocessors;
    int64_t rows;
  } cases[] = { { "1", 257 },  { "1", 300 },  { "2", 700 }, { "1", 513 },
                { "3", 1100 }, { "1", 1025 }, { "2", 2500 } };

  for (size_t c = 0; has_panels && c < (is_quick () ? 1 : G_N_ELEMENTS (cases)); c++)
    {
      g_autoptr (SeidelCsr) csr = NULL;
      int64_t singular;

      if (cases[c].rows > kinds[kind].most)
        continue;
      csr = make_full (cases[c].rows, false, -1);
      g_setenv ("SEIDEL_CUDA_MULTIPROCESSORS", cases[c].multiprocessors, TRUE);
      g_assert_cmpfloat (solve_with (engine, SEIDEL_PRECISION_DOUBLE, csr, kinds[kind].kind,
                                     &singular),
                         <, kinds[kind].tolerances[1]);
      g_unsetenv ("SEIDEL_CUDA_MULTIPROCESSORS");
      g_assert_cmpint (singular, ==, -1);
    }
}

/* More rows than any device has places for threads in; the entries are few, so that the host need
 * not hold them all. */
static void
check_tall (const SeidelEngine *engine, size_t kind)
{
  const int64_t n = 34500;
  const double needed = 1.1 * 8.0 * (double) (n * n);
  g_autoptr (SeidelCsr) csr = NULL;
  int64_t free_bytes = 0;
  int64_t total_bytes = 0;
  int64_t singular;

  if (kinds[kind].kind != SEIDEL_FACTORS_LU || is_quick ())
    return;
  if (engine->device.memory == NULL || !engine->device.memory (0, &free_bytes, &total_bytes)
      || (double) free_bytes < needed)
    {
      g_test_skip ("the device has less than 11 GB free");
      return;
    }
  csr = make_sparse (n);
  g_assert_cmpfloat (solve_with (engine, SEIDEL_PRECISION_DOUBLE, csr, kinds[kind].kind, &singular),
                     <, kinds[kind].tolerances[1]);
  g_assert_cmpint (singular, ==, -1);
}

/* What does not fit is refused with the required memory, before anything is allocated. */
static void
check_too_large (const SeidelEngine *engine, size_t kind)
{
  const int64_t n = 200000;
  const bool twice = kinds[kind].kind == SEIDEL_FACTORS_INVERSE
                     || kinds[kind].kind == SEIDEL_FACTORS_TEXTBOOK_INVERSE;
  g_autoptr (SeidelCsr) csr = seidel_csr_new (n, n, 0, NULL);
  SeidelCsrView view = view_of (csr);
  SeidelContextSettings settings = { SEIDEL_PRECISION_DOUBLE, 0, 2, NULL, NULL };
  SeidelStatus status;
  SeidelContext *context = engine->contexts.create (&settings, &status);
  int64_t singular = -2;
  int64_t nanoseconds = -1;
  const char *needed = twice ? "640 GB" : "320 GB";

  memset (csr->row_offsets, 0, (size_t) (n + 1) * sizeof *csr->row_offsets);
  g_assert_nonnull (context);
  g_assert_null (
    engine->factors.create (context, &view, kinds[kind].kind, &singular, &nanoseconds));
  g_assert_cmpint (singular, ==, -1);
  g_assert_cmpint (engine->contexts.status (context)->code, ==, SEIDEL_STATUS_OUT_OF_MEMORY);
  g_assert_nonnull (strstr (engine->contexts.status (context)->message, needed));
  engine->contexts.free (context);

  context = engine->contexts.create (&settings, &status);
  g_assert_null (engine->operators.create (context, &view, SEIDEL_STORAGE_DENSE));
  g_assert_cmpint (engine->contexts.status (context)->code, ==, SEIDEL_STATUS_OUT_OF_MEMORY);
  g_assert_nonnull (strstr (engine->contexts.status (context)->message, "320 GB"));
  engine->contexts.free (context);
}

/* A profile counts every kernel, and the bits of the solution are those without one. */
static void
check_profile (const SeidelEngine *engine, size_t kind)
{
  const int64_t n = 40;
  const bool textbook = kinds[kind].kind == SEIDEL_FACTORS_TEXTBOOK_LU
                        || kinds[kind].kind == SEIDEL_FACTORS_TEXTBOOK_INVERSE;
  g_autoptr (SeidelCsr) csr = make_full (n, false, -1);
  SeidelCsrView view = view_of (csr);
  double x[2][40];
  int n_kernels[2];
  SeidelKernelTimes kernels[SEIDEL_MOST_KERNELS];
  int64_t branches = 0;

  if (engine->device.kernels == NULL)
    return;
  for (int profile = 0; profile < 2; profile++)
    {
      SeidelContextSettings settings = { .precision = SEIDEL_PRECISION_DOUBLE,
                                         .profile = profile != 0 };
      SeidelStatus status;
      SeidelContext *context = engine->contexts.create (&settings, &status);
      int64_t singular;
      int64_t nanoseconds;
      SeidelFactors *factors =
        engine->factors.create (context, &view, kinds[kind].kind, &singular, &nanoseconds);
      SeidelVector *b = engine->vectors.create (context, n);

      g_assert_nonnull (factors);
      engine->vectors.fill (context, b, 1.0);
      engine->factors.solve (context, factors, b);
      engine->vectors.download (context, x[profile], b);
      n_kernels[profile] = engine->device.kernels (context, kernels, SEIDEL_MOST_KERNELS);
      engine->vectors.free (context, b);
      engine->factors.free (context, factors);
      engine->contexts.free (context);
    }
  g_assert_cmpmem (x[0], sizeof x[0], x[1], sizeof x[1]);
  g_assert_cmpint (n_kernels[0], ==, 0);
  g_assert_cmpint (n_kernels[1], >=, textbook ? 3 : 2);
  for (int i = 0; i < n_kernels[1]; i++)
    {
      g_test_message ("%s: %" G_GINT64_FORMAT " calls, %" G_GINT64_FORMAT
                      " ns, branches %" G_GINT64_FORMAT ", divergent %" G_GINT64_FORMAT,
                      kernels[i].name, kernels[i].calls, kernels[i].nanoseconds,
                      kernels[i].branches, kernels[i].divergent);
      g_assert_cmpint (kernels[i].calls, >, 0);
      g_assert_cmpint (kernels[i].least, <=, kernels[i].most);
      g_assert_cmpint (kernels[i].nanoseconds, <=, kernels[i].calls * kernels[i].most);
      g_assert_cmpint (kernels[i].nanoseconds, >=, kernels[i].calls * kernels[i].least);
      g_assert_cmpint (kernels[i].divergent, <=, kernels[i].branches);
      if (g_str_equal (kernels[i].name, "jj"))
        g_assert_cmpint (kernels[i].calls, ==, n);
      branches += kernels[i].branches;
    }
  g_assert_true (textbook ? branches > 0 : branches == 0);
}

static const struct
{
  const char *name;
  Check run;
} checks[] = {
  { "sizes", check_sizes },       { "hollow", check_hollow },
  { "singular", check_singular }, { "small-device", check_small_device },
  { "tall", check_tall },         { "too-large", check_too_large },
  { "profile", check_profile },
};

static void
test_kind (gconstpointer data)
{
  size_t which = GPOINTER_TO_SIZE (data);
  size_t kind = which / G_N_ELEMENTS (checks);
  size_t n_engines;
  const SeidelEngineEntryInfo *engines = seidel_engines (&n_engines);

  for (size_t e = 1; e < n_engines; e++)
    if (!engines[e].available)
      g_test_skip (engines[e].why_not);
    else if ((engines[e].engine->factors.kinds & 1u << kinds[kind].kind) != 0)
      checks[which % G_N_ELEMENTS (checks)].run (engines[e].engine, kind);
}

/* Whole runs of the methods that name factors, which engines then make. */
static void
test_methods (void)
{
  size_t n_engines;
  size_t n_methods;
  const SeidelEngineEntryInfo *engines = seidel_engines (&n_engines);
  const SeidelMethod *methods = seidel_methods (&n_methods);
  const SeidelVectorSpec ones = { .kind = SEIDEL_VECTOR_SOLUTION_ONES };
  const SeidelVectorSpec zeros = { .kind = SEIDEL_VECTOR_ZEROS };

  for (size_t e = 1; e < n_engines; e++)
    for (size_t m = 0; m < n_methods; m++)
      {
        SeidelOptions options = SEIDEL_OPTIONS_INIT;
        g_autoptr (SeidelMatrix) matrix = NULL;
        g_autoptr (SeidelProblem) problem = NULL;
        g_autoptr (SeidelTrace) trace = seidel_trace_new ();
        g_autoptr (SeidelOutcome) outcome = NULL;
        SeidelTraceDevice times;

        if (!engines[e].available)
          {
            g_test_skip (engines[e].why_not);
            continue;
          }
        if (methods[m].factors == 0 || !seidel_method_runs_on (&methods[m], engines[e].id))
          continue;
        matrix = seidel_matrix_new ("full", make_full (120, false, -1));
        problem = seidel_problem_new_from_specs (matrix, &ones, &zeros, NULL, NULL, NULL);
        options.method = methods[m].id;
        options.engine = engines[e].id;
        outcome = seidel_solve (problem, &options, trace, NULL, NULL, NULL);
        g_assert_nonnull (outcome);
        g_assert_true (outcome->converged);
        g_assert_cmpfloat (outcome->error_inf, <, 1e-6);
        /* The time of the factors is separate from that of the transfer of the matrix. */
        g_assert_true (seidel_trace_device (trace, &times));
        g_assert_cmpfloat (times.factor_seconds, >, 0.0);
        g_assert_cmpfloat (times.factor_seconds, <=, outcome->seconds[SEIDEL_PHASE_SOLVE]);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (kinds) * G_N_ELEMENTS (checks); i++)
    {
      g_autofree char *path =
        g_strdup_printf ("/engine-factors/%s/%s", kinds[i / G_N_ELEMENTS (checks)].name,
                         checks[i % G_N_ELEMENTS (checks)].name);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_kind);
    }
  g_test_add_func ("/engine-factors/methods", test_methods);
  return g_test_run ();
}
