/* Coarse levels that engines make, against those of the host: the same aggregates, the same
 * patterns, and the same sums of what they are made of.
 *
 * Skips, with its reason, each engine that is not available here or makes none.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "agreement-testing.h"

#include <string.h>

#include "analysis/seidel-coloring.h"
#include "core-testing.h"
#include "engine/seidel-coarsening.h"
#include "engine/seidel-narrowing.h"
#include "multigrid/seidel-hierarchy.h"
#include "multigrid/seidel-radius.h"
#include "multigrid/seidel-smoothed-aggregation.h"
#include "multigrid/seidel-sparse-rows.h"

#define STRENGTH 0.25

/* Of numbers that depend on an estimate whose sums are rounded in another order. */
#define ROUNDING 1e-12

/* Of those whose estimate is that of other values, multiplied by the change of a Rayleigh quotient:
 * where the matrix is a multiple of the one before, and where it is not. */
#define MULTIPLE  1e-4
#define FOLLOWING 0.02

/* Of sums of a few numbers of size 1 in single precision. */
#define SINGLE 1e-5

static const SeidelWorkers alone = { .threads = 1 };

static SeidelAggregationSettings
settings_for (double strength, int power_steps)
{
  return (SeidelAggregationSettings){ strength,
                                      power_steps,
                                      SEIDEL_RADIUS_MARGIN,
                                      SEIDEL_SMOOTHED_AGGREGATION_DAMPING,
                                      SEIDEL_HIERARCHY_SINGULAR,
                                      SEIDEL_HIERARCHY_WORTHWHILE,
                                      0 };
}

/* On arrays full of nonsense. */
static SeidelCsr *
fetch (const SeidelEngine *engine,
       SeidelContext *context,
       const SeidelOperator *A,
       int64_t rows,
       int64_t columns,
       int64_t nonzeros)
{
  SeidelCsr *csr = seidel_csr_new (rows, columns, nonzeros, NULL);

  g_assert_nonnull (csr);
  memset (csr->row_offsets, 0x7f, (size_t) (rows + 1) * sizeof *csr->row_offsets);
  memset (csr->column_indices, 0x7f, (size_t) nonzeros * sizeof *csr->column_indices);
  test_poison (csr->values, nonzeros);
  engine->coarsening->fetch (context, A, csr->row_offsets, csr->column_indices, csr->values);
  g_assert_cmpstr (engine->contexts.status (context)->message, ==, "");
  g_assert_cmpint (csr->row_offsets[rows], ==, nonzeros);
  g_assert_true (seidel_csr_validate (csr, NULL));
  return csr;
}

static void
assert_same_pattern (const SeidelCsr *made, const SeidelCsr *ref)
{
  const int64_t nonzeros = seidel_csr_nonzeros (ref);

  g_assert_cmpint (made->rows, ==, ref->rows);
  g_assert_cmpint (made->columns, ==, ref->columns);
  g_assert_cmpint (seidel_csr_nonzeros (made), ==, nonzeros);
  g_assert_cmpint (memcmp (made->row_offsets, ref->row_offsets,
                           (size_t) (ref->rows + 1) * sizeof *ref->row_offsets),
                   ==, 0);
  g_assert_cmpint (memcmp (made->column_indices, ref->column_indices,
                           (size_t) nonzeros * sizeof *ref->column_indices),
                   ==, 0);
}

/* Rows that alone are singular get the largest diagonal entry of the rows they come from. */
static void
mend_ref (const SeidelCsr *csr, const SeidelCsr *restriction, SeidelCsr *coarse)
{
  for (int64_t row = 0; row < coarse->rows; row++)
    {
      const int64_t own = seidel_csr_find (coarse, row, row);
      double scale = 0.0;

      for (int64_t k = restriction->row_offsets[row]; k < restriction->row_offsets[row + 1]; k++)
        {
          const int64_t fine = restriction->column_indices[k];

          scale = fmax (scale, fabs (csr->values[seidel_csr_find (csr, fine, fine)]));
        }
      if (own >= 0 && fabs (coarse->values[own]) <= SEIDEL_HIERARCHY_SINGULAR * scale)
        coarse->values[own] = scale;
    }
}

/* Pᵀ of what the engine made, A P and Pᵀ (A P) must have the bits of the host. */
static void
compare_level (const SeidelCsr *csr,
               const SeidelCsr *P,
               const SeidelCsr *R,
               const SeidelCsr *coarse)
{
  g_autoptr (SeidelCsr) restriction = seidel_csr_transpose (P, NULL, NULL);
  g_autoptr (SeidelCsr) AP = seidel_csr_product (csr, P, &alone, NULL);
  g_autoptr (SeidelCsr) RAP = seidel_csr_product (restriction, AP, &alone, NULL);

  mend_ref (csr, restriction, RAP);
  assert_same_pattern (R, restriction);
  test_assert_same_bits (R->values, restriction->values, seidel_csr_nonzeros (R));
  assert_same_pattern (coarse, RAP);
  test_assert_same_bits (coarse->values, RAP->values, seidel_csr_nonzeros (RAP));
}

/* Returns the coarse matrix, or NULL where neither makes one. */
static SeidelCsr *
compare (const SeidelEngine *engine, const SeidelCsr *csr, double strength)
{
  const SeidelAggregationSettings how =
    settings_for (strength, SEIDEL_SMOOTHED_AGGREGATION_POWER_STEPS);
  const SeidelContextSettings wanted = { .precision = SEIDEL_PRECISION_DOUBLE, .threads = 1 };
  const SeidelCsrView view = view_of (csr);
  g_autoptr (SeidelCsr) ref = seidel_smoothed_aggregation (csr, strength, &alone, NULL);
  g_autoptr (SeidelCsr) coarse = NULL;
  SeidelStatus status;
  SeidelContext *context = engine->contexts.create (&wanted, &status);
  SeidelOperator *A = engine->operators.create (context, &view, SEIDEL_STORAGE_CSR);
  SeidelCoarseLevel level;
  bool made;

  memset (&level, 0x7f, sizeof level);
  made = engine->coarsening->create (context, A, &how, &level);
  g_assert_cmpstr (engine->contexts.status (context)->message, ==, "");
  g_assert_cmpint (made, ==,
                   ref != NULL
                     && (double) ref->columns <= SEIDEL_HIERARCHY_WORTHWHILE * (double) csr->rows);
  if (made)
    {
      g_autoptr (SeidelCsr) P =
        fetch (engine, context, level.P, csr->rows, level.rows, level.transfer);
      g_autoptr (SeidelCsr) R =
        fetch (engine, context, level.R, level.rows, csr->rows, level.transfer);

      coarse = fetch (engine, context, level.A, level.rows, level.rows, level.nonzeros);
      assert_same_pattern (P, ref);
      test_assert_close (P->values, ref->values, level.transfer, ROUNDING);
      compare_level (csr, P, R, coarse);
      engine->operators.free (context, level.P);
      engine->operators.free (context, level.R);
      engine->operators.free (context, level.A);
    }
  engine->operators.free (context, A);
  engine->contexts.free (context);
  return g_steal_pointer (&coarse);
}

typedef struct
{
  const char *kind;
  double size;
} Case;

static const Case cases[] = {
  { "poisson-5", 7 },        { "poisson-5", 150 },    { "poisson-7", 30 },
  { "poisson-27", 24 },      { "tridiagonal", 3000 }, { "poisson-jumping", 60 },
  { "wathen", 25 },          { "road-like", 70 },     { "small-world", 3000 },
  { "minimal-surface", 40 }, { "poisson-7", 70 },     { "poisson-anisotropic", 80 },
  { "poisson-neumann", 33 }, { "hypercube", 9 },      { "truss", 20 },
};

/* The engines that make coarse levels; the rest of the test is skipped where there is none. */
static GPtrArray *
find_engines (void)
{
  GPtrArray *found = g_ptr_array_new ();
  size_t n_engines;
  const SeidelEngineEntryInfo *engines = seidel_engines (&n_engines);

  for (size_t e = 0; e < n_engines; e++)
    if (!engines[e].available)
      g_test_message ("%s: %s", engines[e].id, engines[e].why_not);
    else if (engines[e].engine->coarsening != NULL)
      g_ptr_array_add (found, (gpointer) engines[e].engine);
  if (found->len == 0)
    g_test_skip ("no engine here makes coarse levels");
  return found;
}

/* Two levels of each, the second one of a matrix that no gallery has. */
static void
test_levels (void)
{
  g_autoptr (GPtrArray) engines = find_engines ();

  for (guint e = 0; e < engines->len; e++)
    for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
      {
        g_autoptr (SeidelMatrix) matrix = test_gallery_sized (cases[i].kind, cases[i].size);
        g_autoptr (SeidelCsr) first = NULL;
        g_autoptr (SeidelCsr) second = NULL;

        g_test_message ("%s %g", cases[i].kind, cases[i].size);
        first = compare (engines->pdata[e], matrix->csr, STRENGTH);
        if (first != NULL)
          second = compare (engines->pdata[e], first, STRENGTH / 2.0);
        g_assert_true (second == NULL || second->rows < first->rows);
      }
}

#define HUB_SIZE  110
#define HUB_EVERY 3

/* A grid, and a row that is weakly coupled to every third point: rows of A P and of the coarse
 * matrix with more entries than any table has room for. */
static SeidelCsr *
hub_new (void)
{
  const int n = HUB_SIZE * HUB_SIZE;
  g_autofree TestEntry *entries = g_new (TestEntry, 5 * n + 2 * (n / HUB_EVERY + 2));
  int count = 0;

  for (int i = 0; i < n; i++)
    {
      entries[count++] = (TestEntry){ i, i, 4.1 };
      if (i % HUB_SIZE > 0)
        entries[count++] = (TestEntry){ i, i - 1, -1.0 };
      if (i % HUB_SIZE < HUB_SIZE - 1)
        entries[count++] = (TestEntry){ i, i + 1, -1.0 };
      if (i >= HUB_SIZE)
        entries[count++] = (TestEntry){ i, i - HUB_SIZE, -1.0 };
      if (i < n - HUB_SIZE)
        entries[count++] = (TestEntry){ i, i + HUB_SIZE, -1.0 };
    }
  for (int i = 0; i < n; i += HUB_EVERY)
    {
      entries[count++] = (TestEntry){ i, n, i == 0 ? -1.0 : -0.01 };
      entries[count++] = (TestEntry){ n, i, i == 0 ? -1.0 : -0.01 };
    }
  entries[count++] = (TestEntry){ n, n, 60.0 };
  return test_csr_from_entries (n + 1, n + 1, entries, count);
}

static int64_t
longest_row (const SeidelCsr *csr)
{
  int64_t longest = 0;

  for (int64_t row = 0; row < csr->rows; row++)
    longest = MAX (longest, csr->row_offsets[row + 1] - csr->row_offsets[row]);
  return longest;
}

static void
test_long_rows (void)
{
  g_autoptr (GPtrArray) engines = find_engines ();
  g_autoptr (SeidelCsr) hub = hub_new ();

  for (guint e = 0; e < engines->len; e++)
    {
      g_autoptr (SeidelCsr) coarse = compare (engines->pdata[e], hub, STRENGTH);

      g_assert_nonnull (coarse);
      g_assert_cmpint (longest_row (coarse), >, 1024);
    }
}

/* Other values in the same pattern, as symmetric as the ones before; for by = 0 its couplings are
 * strong where they were. more: of the diagonal. */
static SeidelCsr *
vary (const SeidelCsr *csr, double more, double by)
{
  const int64_t nonzeros = seidel_csr_nonzeros (csr);
  SeidelCsr *varied = seidel_csr_new (csr->rows, csr->columns, nonzeros, NULL);

  memcpy (varied->row_offsets, csr->row_offsets,
          (size_t) (csr->rows + 1) * sizeof *csr->row_offsets);
  memcpy (varied->column_indices, csr->column_indices,
          (size_t) nonzeros * sizeof *csr->column_indices);
  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      {
        const int64_t column = csr->column_indices[k];

        varied->values[k] =
          csr->values[k] * (4.0 + (column == row ? more : by * sin ((double) (row + column))));
      }
  return varied;
}

/* The matrices of a level, on the host. */
typedef struct
{
  SeidelCsr *P;
  SeidelCsr *R;
  SeidelCsr *A;
} Fetched;

static Fetched
fetch_level (const SeidelEngine *engine,
             SeidelContext *context,
             const SeidelCoarseLevel *level,
             int64_t fine)
{
  return (Fetched){ fetch (engine, context, level->P, fine, level->rows, level->transfer),
                    fetch (engine, context, level->R, level->rows, fine, level->transfer),
                    fetch (engine, context, level->A, level->rows, level->rows, level->nonzeros) };
}

static void
fetched_clear (Fetched *self)
{
  seidel_csr_free (self->P);
  seidel_csr_free (self->R);
  seidel_csr_free (self->A);
}

static void
assert_alike (const SeidelCsr *one, const SeidelCsr *two, double closeness)
{
  assert_same_pattern (one, two);
  test_assert_close (one->values, two->values, seidel_csr_nonzeros (two), closeness);
}

/* The prolongation of a matrix by the aggregates and the strong couplings of one before. */
static SeidelCsr *
prolongation_ref (const SeidelCsr *before, const SeidelCsr *csr)
{
  g_autoptr (SeidelAggregates) aggregates = seidel_aggregates_new (before, STRENGTH, &alone, NULL);
  SeidelCsr *P = seidel_smoothed_prolongation (before, aggregates, &alone, NULL);

  g_assert_true (seidel_smoothed_prolongation_update (P, csr, aggregates, &alone, NULL));
  return P;
}

/* The level is what its P makes of the matrix, and that is what the host makes of it, and near the
 * one of a set-up from nothing; closeness: NaN where that may choose other aggregates. */
static void
check_updated (const SeidelCsr *before,
               const SeidelCsr *csr,
               const Fetched *made,
               const Fetched *ref,
               double closeness)
{
  g_autoptr (SeidelCsr) restriction = seidel_csr_transpose (made->P, NULL, NULL);
  g_autoptr (SeidelCsr) RAP = seidel_csr_triple_product (restriction, csr, made->P, &alone, NULL);
  g_autoptr (SeidelCsr) P = prolongation_ref (before, csr);

  assert_alike (made->P, P, FOLLOWING);
  mend_ref (csr, restriction, RAP);
  assert_same_pattern (made->R, restriction);
  test_assert_same_bits (made->R->values, restriction->values, seidel_csr_nonzeros (made->R));
  assert_alike (made->A, RAP, ROUNDING);
  if (!isnan (closeness))
    assert_alike (made->P, ref->P, closeness);
}

static void
free_level (const SeidelEngine *engine, SeidelContext *context, const SeidelCoarseLevel *level)
{
  engine->operators.free (context, level->P);
  engine->operators.free (context, level->R);
  engine->operators.free (context, level->A);
}

/* The spectral radius for a smoother, which is kept with P. */
static void
check_radius (const SeidelEngine *engine,
              SeidelContext *context,
              SeidelOperator *A,
              SeidelOperator *P,
              const SeidelCsr *csr,
              double closeness)
{
  const SeidelAggregationSettings how = settings_for (0.0, SEIDEL_RADIUS_SMOOTHING_STEPS);
  double radius = NAN;
  double ref = NAN;

  g_assert_true (engine->coarsening->radius (context, A, &how, P, &radius));
  g_assert_true (seidel_csr_smoothing_radius (csr, NULL, &ref, &alone, NULL));
  g_assert_cmpfloat (fabs (radius - ref), <=, closeness * ref);
}

/* Of which A has no more bytes than P. */
static bool
is_seven_point (const SeidelCsr *csr)
{
  return csr->rows > 100000 && seidel_csr_nonzeros (csr) < 7 * csr->rows;
}

/* P is freed where A in single precision implies it: y + P x is what it was. */
static bool
check_implied (const SeidelEngine *engine,
               SeidelContext *context,
               SeidelContext *single,
               SeidelOperator *A,
               SeidelCoarseLevel *level,
               int64_t rows)
{
  SeidelOperator *narrow =
    engine->narrowing->convert (single, context, A, SEIDEL_STORAGE_DIAGONALS, false);
  g_autoptr (SeidelCsr) P = fetch (engine, context, level->P, rows, level->rows, level->transfer);
  g_autofree double *x = test_random_vector (level->rows, 41);
  g_autofree double *y = test_random_vector (rows, 42);
  g_autofree double *made = g_new (double, rows);
  SeidelVector *x_there = engine->vectors.create (single, level->rows);
  SeidelVector *y_there = engine->vectors.create (single, rows);
  bool implied;

  g_assert_nonnull (narrow);
  engine->vectors.upload (single, x_there, x);
  engine->vectors.upload (single, y_there, y);
  implied = engine->coarsening->imply (single, narrow, level->P);
  if (implied)
    {
      for (int64_t row = 0; row < rows; row++)
        for (int64_t k = P->row_offsets[row]; k < P->row_offsets[row + 1]; k++)
          y[row] += P->values[k] * x[P->column_indices[k]];
      engine->coarsening->prolong (single, narrow, level->P, x_there, y_there);
      engine->vectors.download (single, made, y_there);
      g_assert_cmpstr (engine->contexts.status (single)->message, ==, "");
      for (int64_t row = 0; row < rows; row++)
        g_assert_cmpfloat (fabs (made[row] - y[row]), <=, SINGLE);
    }
  engine->vectors.free (single, x_there);
  engine->vectors.free (single, y_there);
  engine->operators.free (single, narrow);
  return implied;
}

/* The level of a matrix gets the values of another, by way of single precision or not, and with the
 * radius for a smoother or not. Returns whether its aggregates hold. */
static bool
compare_updated (const SeidelEngine *engine,
                 const SeidelCsr *csr,
                 const SeidelCsr *next,
                 bool narrow,
                 bool smoothed,
                 double closeness)
{
  const bool must_imply = narrow && is_seven_point (csr);
  const SeidelAggregationSettings how =
    settings_for (STRENGTH, SEIDEL_SMOOTHED_AGGREGATION_POWER_STEPS);
  const SeidelContextSettings wanted = { .precision = SEIDEL_PRECISION_DOUBLE, .threads = 1 };
  const SeidelCsrView views[2] = { view_of (csr), view_of (next) };
  SeidelStatus status;
  SeidelContext *context = engine->contexts.create (&wanted, &status);
  SeidelContext *single = narrow ? engine->narrowing->open (context, &status) : NULL;
  SeidelOperator *A = engine->operators.create (context, &views[0], SEIDEL_STORAGE_CSR);
  SeidelOperator *B = engine->operators.create (context, &views[1], SEIDEL_STORAGE_CSR);
  SeidelCoarseLevel level, ref;
  SeidelOperator **parts[] = { &level.P, &level.R, &level.A };
  bool implied = false;
  bool updated;

  g_assert_true (engine->coarsening->create (context, A, &how, &level));
  g_assert_true (engine->coarsening->create (context, B, &how, &ref));
  if (smoothed)
    check_radius (engine, context, A, level.P, csr, ROUNDING);
  if (narrow)
    implied = check_implied (engine, context, single, A, &level, csr->rows);
  g_assert_true (implied || !must_imply);
  for (size_t i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      if (narrow && !(implied && i == 0))
        *parts[i] =
          engine->narrowing->convert (single, context, *parts[i], SEIDEL_STORAGE_CSR, true);
      g_assert_nonnull (*parts[i]);
      *parts[i] = engine->coarsening->leave (context, *parts[i]);
      g_assert_nonnull (*parts[i]);
    }
  updated = engine->coarsening->update (context, B, &how, &level);
  g_assert_cmpstr (engine->contexts.status (context)->message, ==, "");
  if (updated)
    {
      Fetched made = fetch_level (engine, context, &level, csr->rows);
      Fetched fresh = fetch_level (engine, context, &ref, csr->rows);

      check_updated (csr, next, &made, &fresh, closeness);
      if (smoothed)
        check_radius (engine, context, B, level.P, next, isnan (closeness) ? FOLLOWING : closeness);
      fetched_clear (&made);
      fetched_clear (&fresh);
    }
  free_level (engine, context, &level);
  free_level (engine, context, &ref);
  engine->operators.free (context, A);
  engine->operators.free (context, B);
  if (single != NULL)
    engine->contexts.free (single);
  engine->contexts.free (context);
  return updated;
}

/* New values in a level that there is; other couplings are found out. */
static void
test_updated (void)
{
  g_autoptr (GPtrArray) engines = find_engines ();

  for (guint e = 0; e < engines->len; e++)
    for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
      {
        const SeidelEngine *engine = engines->pdata[e];
        g_autoptr (SeidelMatrix) matrix = test_gallery_sized (cases[i].kind, cases[i].size);
        g_autoptr (SeidelCsr) scaled = vary (matrix->csr, 0.0, 0.0);
        g_autoptr (SeidelCsr) shifted = vary (matrix->csr, 0.1, 0.0);
        g_autoptr (SeidelCsr) near = vary (matrix->csr, 0.1, 0.01);
        g_autoptr (SeidelCsr) far = vary (matrix->csr, 0.1, 3.9);
        const bool narrow =
          engine->narrowing != NULL && (i % 2 == 1 || is_seven_point (matrix->csr));
        const bool smoothed = i % 4 < 2;

        g_test_message ("%s %g", cases[i].kind, cases[i].size);
        g_assert_true (compare_updated (engine, matrix->csr, scaled, narrow, smoothed, MULTIPLE));
        g_assert_true (compare_updated (engine, matrix->csr, shifted, narrow, smoothed, FOLLOWING));
        g_assert_true (compare_updated (engine, matrix->csr, near, narrow, smoothed, NAN));
        /* There all couplings are strong before. */
        if (g_str_equal (cases[i].kind, "poisson-7"))
          g_assert_false (compare_updated (engine, matrix->csr, far, narrow, smoothed, NAN));
      }
}

/* Rows that fit into no table, of a matrix that the engine leaves to the host. */
static void
test_refused (void)
{
  g_autoptr (GPtrArray) engines = find_engines ();
  const int n = 6000;
  g_autofree TestEntry *entries = g_new (TestEntry, 3 * n);
  g_autoptr (SeidelCsr) star = NULL;
  int count = 0;

  for (int i = 0; i < n; i++)
    {
      entries[count++] = (TestEntry){ i, i, i == 0 ? (double) n : 2.0 };
      if (i > 0)
        entries[count++] = (TestEntry){ i, 0, -1.0 };
      if (i > 0)
        entries[count++] = (TestEntry){ 0, i, -1.0 };
    }
  star = test_csr_from_entries (n, n, entries, count);
  for (guint e = 0; e < engines->len; e++)
    {
      const SeidelEngine *engine = engines->pdata[e];
      const SeidelAggregationSettings how = settings_for (0.0, 3);
      const SeidelContextSettings wanted = { .precision = SEIDEL_PRECISION_DOUBLE, .threads = 1 };
      const SeidelCsrView view = view_of (star);
      SeidelStatus status;
      SeidelContext *context = engine->contexts.create (&wanted, &status);
      SeidelOperator *A = engine->operators.create (context, &view, SEIDEL_STORAGE_CSR);
      SeidelCoarseLevel level;

      g_assert_false (engine->coarsening->create (context, A, &how, &level));
      g_assert_cmpint (engine->contexts.status (context)->code, ==, SEIDEL_STATUS_OK);
      engine->operators.free (context, A);
      engine->contexts.free (context);
    }
}

static void
compare_numbers (const SeidelEngine *engine, const SeidelCsr *csr)
{
  const SeidelAggregationSettings how = settings_for (0.0, SEIDEL_RADIUS_SMOOTHING_STEPS);
  const SeidelContextSettings wanted = { .precision = SEIDEL_PRECISION_DOUBLE, .threads = 1 };
  const SeidelCsrView view = view_of (csr);
  SeidelStatus status;
  SeidelContext *context = engine->contexts.create (&wanted, &status);
  SeidelOperator *A = engine->operators.create (context, &view, SEIDEL_STORAGE_CSR);
  double radius = NAN;
  double ref = NAN;

  g_assert_true (engine->coarsening->radius (context, A, &how, NULL, &radius));
  g_assert_true (seidel_csr_smoothing_radius (csr, NULL, &ref, &alone, NULL));
  g_assert_cmpfloat (fabs (radius - ref), <=, ROUNDING * ref);
  engine->operators.free (context, A);
  engine->contexts.free (context);
}

static void
test_numbers (void)
{
  g_autoptr (GPtrArray) engines = find_engines ();

  for (guint e = 0; e < engines->len; e++)
    for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
      {
        g_autoptr (SeidelMatrix) matrix = test_gallery_sized (cases[i].kind, cases[i].size);

        compare_numbers (engines->pdata[e], matrix->csr);
      }
}

/* A sweep over the rows by colour, in the order of the host's colouring. */
static void
sweep_ref (const SeidelCsr *csr,
           const SeidelColoring *coloring,
           SeidelDirection direction,
           const double *b,
           double *x)
{
  for (int32_t step = 1; step <= coloring->count; step++)
    for (int64_t row = 0; row < csr->rows; row++)
      {
        double sum = 0.0;
        double own = NAN;

        if (coloring->color_of_row[row]
            != (direction == SEIDEL_DIRECTION_FORWARD ? step : coloring->count + 1 - step))
          continue;
        for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
          if (csr->column_indices[k] == row)
            own = csr->values[k];
          else
            sum += csr->values[k] * x[csr->column_indices[k]];
        x[row] = (b[row] - sum) / own;
      }
}

/* Sweeps in an order in which any other colour of a row would give another x. */
static void
compare_colors (const SeidelEngine *engine, const SeidelCsr *csr)
{
  const SeidelContextSettings wanted = { .precision = SEIDEL_PRECISION_DOUBLE, .threads = 1 };
  const SeidelCsrView view = view_of (csr);
  g_autoptr (SeidelColoring) coloring = seidel_coloring_new (csr, NULL, NULL, NULL);
  g_autofree double *b = test_random_vector (csr->rows, 31);
  g_autofree double *x = test_random_vector (csr->rows, 32);
  g_autofree double *made = test_random_vector (csr->rows, 33);
  SeidelStatus status;
  SeidelContext *context = engine->contexts.create (&wanted, &status);
  SeidelOperator *A = engine->operators.create (context, &view, SEIDEL_STORAGE_CSR);
  SeidelVector *b_there = engine->vectors.create (context, csr->rows);
  SeidelVector *x_there = engine->vectors.create (context, csr->rows);
  SeidelSweep *sweeps[2];

  engine->vectors.upload (context, b_there, b);
  engine->vectors.upload (context, x_there, x);
  g_assert_true (engine->coarsening->color (context, A, sweeps));
  for (int direction = 0; direction < 2; direction++)
    {
      engine->sweeps.run (context, sweeps[direction], b_there, x_there, 1.0, NULL, NULL);
      sweep_ref (csr, coloring, direction, b, x);
    }
  engine->vectors.download (context, made, x_there);
  g_assert_cmpstr (engine->contexts.status (context)->message, ==, "");
  test_assert_close (made, x, csr->rows, ROUNDING);
  for (int direction = 0; direction < 2; direction++)
    engine->sweeps.free (context, sweeps[direction]);
  engine->vectors.free (context, b_there);
  engine->vectors.free (context, x_there);
  engine->operators.free (context, A);
  engine->contexts.free (context);
}

/* Every row is coupled to every other one: more colours than a row looks at together. */
static SeidelCsr *
complete_new (int n)
{
  g_autofree TestEntry *entries = g_new (TestEntry, n * n);

  for (int i = 0; i < n * n; i++)
    entries[i] = (TestEntry){ i / n, i % n, i / n == i % n ? 2.0 * n : -1.0 - i % 3 };
  return test_csr_from_entries (n, n, entries, n * n);
}

static void
test_colors (void)
{
  g_autoptr (GPtrArray) engines = find_engines ();
  g_autoptr (SeidelCsr) complete = complete_new (150);

  for (guint e = 0; e < engines->len; e++)
    {
      for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
        {
          g_autoptr (SeidelMatrix) matrix = test_gallery_sized (cases[i].kind, cases[i].size);

          g_test_message ("%s %g", cases[i].kind, cases[i].size);
          compare_colors (engines->pdata[e], matrix->csr);
        }
      compare_colors (engines->pdata[e], complete);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine-coarsening/levels", test_levels);
  g_test_add_func ("/engine-coarsening/long-rows", test_long_rows);
  g_test_add_func ("/engine-coarsening/updated", test_updated);
  g_test_add_func ("/engine-coarsening/refused", test_refused);
  g_test_add_func ("/engine-coarsening/numbers", test_numbers);
  g_test_add_func ("/engine-coarsening/colors", test_colors);
  return g_test_run ();
}
