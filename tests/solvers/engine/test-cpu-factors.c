/* Triangles of a matrix as systems of their own on the CPU engine, beside the matrix: whichever
 * order the engine stores them in, the bits are those of serial sweeps.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "work-testing.h"

/* What is taken of a matrix; triangles are named as the directions of their sweeps. */
enum
{
  LOWER = SEIDEL_DIRECTION_FORWARD,
  UPPER = SEIDEL_DIRECTION_BACKWARD,
  HALF,
  N_PARTS
};

/* One triangle of a square matrix with its diagonal, or its upper half of rows. */
static SeidelCsr *
part_of (const SeidelCsr *csr, int part)
{
  const int64_t rows = part == HALF ? csr->rows / 2 : csr->rows;
  SeidelCsr *taken = seidel_csr_new (rows, csr->columns, seidel_csr_nonzeros (csr), NULL);
  int64_t n = 0;

  for (int64_t row = 0; row < rows; row++)
    {
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        if (part == HALF || csr->column_indices[k] == row
            || (csr->column_indices[k] < row) == (part == LOWER))
          {
            taken->column_indices[n] = csr->column_indices[k];
            taken->values[n++] = csr->values[k];
          }
      taken->row_offsets[row + 1] = n;
    }
  return taken;
}

/* A matrix, its triangles and half of its rows on one engine, of which only the triangles are
 * swept. The vectors: what the two triangles make of b, and what the others make of that. */
typedef struct
{
  Work work;
  SeidelCsr *parts[N_PARTS];
  SeidelOperator *systems[N_PARTS];
  SeidelVector *vectors[N_PARTS + 1];
  int64_t lengths[N_PARTS + 1];
} Factors;

static void
factors_open (Factors *factors, const SeidelCsr *csr, int threads, SeidelStorage storage)
{
  const SeidelCsrView view = rig_view (csr);
  Rig *rig = &factors->work.rig;

  work_open (&factors->work, csr, SEIDEL_PRECISION_DOUBLE, threads);
  rig->engine.operators.free (rig->session.context, factors->work.A);
  factors->work.A = rig->engine.operators.create (rig->session.context, &view, storage);
  for (int i = 0; i <= N_PARTS; i++)
    {
      factors->lengths[i] = i == N_PARTS ? csr->rows / 2 : csr->rows;
      factors->vectors[i] = rig_poisoned (rig, factors->lengths[i]);
    }
  for (int part = 0; part < N_PARTS; part++)
    {
      factors->parts[part] = part_of (csr, part);
      factors->systems[part] = NULL;
    }
}

static void
factors_close (Factors *factors)
{
  Rig *rig = &factors->work.rig;

  for (int part = 0; part < N_PARTS; part++)
    {
      rig->engine.operators.free (rig->session.context, factors->systems[part]);
      seidel_csr_free (factors->parts[part]);
    }
  for (int i = 0; i <= N_PARTS; i++)
    seidel_session_vector_free (&rig->session, factors->vectors[i]);
  work_close (&factors->work);
}

/* Puts a part on the engine; false where something was refused. */
static bool
factors_load (Factors *factors, int part)
{
  const SeidelCsrView view = rig_view (factors->parts[part]);
  Rig *rig = &factors->work.rig;

  if (factors->systems[part] == NULL)
    factors->systems[part] =
      rig->engine.operators.create (rig->session.context, &view, SEIDEL_STORAGE_CSR);
  return factors->systems[part] != NULL;
}

static bool
factors_plan (Factors *factors, int strategy)
{
  static const int orders[2][N_PARTS] = { { LOWER, UPPER, HALF }, { UPPER, LOWER, HALF } };
  /* Where all are on the engine already, the second of the triangles is moved with the first. */
  const int *order = orders[factors->systems[HALF] != NULL];
  Work *work = &factors->work;

  for (int i = 0; i < N_PARTS; i++)
    {
      const int part = order[i];

      if (!factors_load (factors, part))
        return false;
      if (part != HALF)
        {
          const SeidelLevelsView levels = sweep_levels_of (work->schedules[part]);

          work->sweeps[part] =
            sweep_plan (&work->rig, factors->systems[part], strategy, part, &levels);
          if (work->sweeps[part] == NULL)
            return false;
        }
    }
  return true;
}

/* All vectors, one behind the other. */
static double *
factors_solve (Factors *factors)
{
  Rig *rig = &factors->work.rig;
  SeidelVector *const *v = factors->vectors;
  double *all = NULL;
  int64_t n = 0;

  seidel_session_solve_triangle (&rig->session, factors->work.sweeps[0], factors->work.b, v[0], 1.0,
                                 NULL, NULL);
  seidel_session_solve_triangle (&rig->session, factors->work.sweeps[1], v[0], v[1], 1.0, NULL,
                                 NULL);
  rig->engine.products.multiply (rig->session.context, factors->work.A, v[1], v[2]);
  rig->engine.products.multiply (rig->session.context, factors->systems[HALF], v[1], v[3]);
  for (int i = 0; i <= N_PARTS; i++)
    {
      g_autofree double *values = rig_read (rig, factors->lengths[i], v[i]);

      all = g_renew (double, all, n + factors->lengths[i] + 1);
      memcpy (all + n, values, (size_t) factors->lengths[i] * sizeof *all);
      n += factors->lengths[i];
    }
  return all;
}

/* Late systems come when the order of the context is settled. NULL where a block was refused. */
static double *
apply_factors (const SeidelCsr *csr,
               int strategy,
               int threads,
               SeidelStorage storage,
               bool late,
               int block)
{
  double *result = NULL;
  Factors factors;

  factors_open (&factors, csr, threads, storage);
  for (int part = 0; part < N_PARTS && !late; part++)
    g_assert_true (factors_load (&factors, part));
  asked = 0;
  refused = block;
  if (factors_plan (&factors, strategy))
    result = factors_solve (&factors);
  refused = 0;
  if (seidel_session_failed (&factors.work.rig.session))
    {
      g_assert_cmpint (
        factors.work.rig.engine.contexts.status (factors.work.rig.session.context)->code, ==,
        SEIDEL_STATUS_OUT_OF_MEMORY);
      g_clear_pointer (&result, g_free);
    }
  factors_close (&factors);
  return result;
}

static int64_t
length_of_factors (const SeidelCsr *csr)
{
  return N_PARTS * csr->rows + csr->rows / 2;
}

/* Whichever order the context takes on, its systems stay those that they were. */
static void
check_factors (const SeidelCsr *csr)
{
  g_autofree double *expected = apply_factors (csr, 0, 1, SEIDEL_STORAGE_CSR, false, 0);

  for (int strategy = 0; strategy < seidel_cpu_engine ()->n_strategies; strategy++)
    for (int threads = 1; threads <= 3; threads += 2)
      for (int late = 0; late < 2; late++)
        {
          g_autofree double *result =
            apply_factors (csr, strategy, threads, SEIDEL_STORAGE_CSR, late != 0, 0);

          test_assert_same_bits (result, expected, length_of_factors (csr));
        }
}

static void
test_factors (void)
{
  GArray *patterns = patterns_new ();

  for (guint i = 0; i < patterns->len; i++)
    {
      g_test_message ("%s", g_array_index (patterns, Pattern, i).name);
      check_factors (g_array_index (patterns, Pattern, i).csr);
    }
  patterns_free (patterns);
}

/* A matrix that cannot be put into another order keeps its factors in its own. */
static void
test_factors_of_array (void)
{
  g_autoptr (SeidelCsr) grid = patterns_gallery ("poisson-5", 20);
  g_autofree double *expected = apply_factors (grid, 0, 1, SEIDEL_STORAGE_DENSE, false, 0);

  for (int threads = 1; threads <= 2; threads++)
    {
      g_autofree double *result = apply_factors (grid, sweep_find_strategy ("levels"), threads,
                                                 SEIDEL_STORAGE_DENSE, true, 0);

      test_assert_same_bits (result, expected, length_of_factors (grid));
    }
}

/* Rows with one entry beside the diagonal where others are chosen: of the second half those of the
 * first, or of even rows the next. Both have two levels of as many rows. */
static SeidelCsr *
pairs_new (int n, bool halves)
{
  g_autofree TestEntry *entries = g_new (TestEntry, 2 * n);
  int count = 0;

  for (int i = 0; i < n; i++)
    {
      entries[count++] = (TestEntry){ i, i, 2.0 };
      if (halves && i >= n / 2)
        entries[count++] = (TestEntry){ i, i - n / 2, 1.0 };
      if (!halves && i % 2 == 0)
        entries[count++] = (TestEntry){ i, i + 1, 1.0 };
    }
  return test_csr_from_entries (n, n, entries, count);
}

/* The levels of one matrix do not serve another, although they are as wide. */
static void
test_other_pattern (void)
{
  g_autoptr (SeidelCsr) halves = pairs_new (400, true);
  g_autoptr (SeidelCsr) neighbours = pairs_new (400, false);
  const int levels = sweep_find_strategy ("levels");
  double *results[2];

  for (int other = 0; other < 2; other++)
    {
      Work work;
      Work first;

      work_open (&work, neighbours, SEIDEL_PRECISION_DOUBLE, 1);
      work_open (&first, halves, SEIDEL_PRECISION_DOUBLE, 1);
      if (other)
        {
          SeidelOperator *A = rig_system (&work.rig, halves);
          const SeidelLevelsView order = sweep_levels_of (first.schedules[0]);
          SeidelSweep *sweep = sweep_plan (&work.rig, A, levels, SEIDEL_DIRECTION_FORWARD, &order);

          work.rig.engine.sweeps.free (work.rig.session.context, sweep);
          work.rig.engine.operators.free (work.rig.session.context, A);
        }
      plan (&work, other ? levels : 0, SEIDEL_DIRECTION_BACKWARD);
      seidel_session_solve_triangle (&work.rig.session, work.sweeps[1], work.b, work.x, 1.0, NULL,
                                     NULL);
      rig_assert_ok (&work.rig);
      results[other] = rig_read (&work.rig, 400, work.x);
      work_close (&first);
      work_close (&work);
    }
  test_assert_same_bits (results[1], results[0], 400);
  g_free (results[0]);
  g_free (results[1]);
}

static void
test_factors_without_memory (void)
{
  const int strategy = sweep_find_strategy ("levels");
  g_autoptr (SeidelCsr) grid = patterns_gallery ("poisson-5", 60);
  g_autofree double *expected = apply_factors (grid, 0, 1, SEIDEL_STORAGE_CSR, false, 0);
  int block = 1;

  do
    {
      g_autofree double *result =
        apply_factors (grid, strategy, 2, SEIDEL_STORAGE_CSR, true, block);

      if (result != NULL)
        test_assert_same_bits (result, expected, length_of_factors (grid));
    }
  while (asked >= block++);
  g_test_message ("%d blocks", block - 2);
  g_assert_cmpint (block, >, 20);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cpu-factors/patterns", test_factors);
  g_test_add_func ("/cpu-factors/array", test_factors_of_array);
  g_test_add_func ("/cpu-factors/other-pattern", test_other_pattern);
  g_test_add_func ("/cpu-factors/no-memory", test_factors_without_memory);
  return g_test_run ();
}
