/* Every engine against the CPU: the same operations on the same numbers, on poisoned outputs, in
 * every storage and arithmetic that both offer. So is the CPU engine without its fused operations,
 * which the wrappers then compose.
 *
 * Skips, with its reason, each engine that is not available here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "agreement-testing.h"
#include "engine-rig.h"
#include "known-matrices.h"

enum
{
  OUT,
  ALPHA,
  OTHER,
  FIRST, /* and those after it, for several at once */
};

/* What an operation leaves behind: a vector and a scalar. */
typedef struct
{
  double *values;
  double scalar;
} Result;

typedef void (*Operation) (Bench *bench);

static void
do_multiply (Bench *bench)
{
  upload_poison (bench, bench->y);
  bench->session.engine->products.multiply (bench->session.context, bench->A, bench->x, bench->y);
}

static void
do_multiply_dot (Bench *bench)
{
  upload_poison (bench, bench->y);
  seidel_session_multiply_dot (&bench->session, bench->A, bench->x, bench->y, OUT);
}

static void
do_residual (Bench *bench)
{
  upload_poison (bench, bench->y);
  seidel_session_residual (&bench->session, bench->A, bench->z, bench->x, bench->y, OUT);
}

static void
do_jacobi (Bench *bench)
{
  upload_poison (bench, bench->y);
  seidel_session_jacobi (&bench->session, bench->A, bench->z, bench->x, bench->y, OUT);
}

static void
do_dot (Bench *bench)
{
  bench->session.engine->vectors.dot (bench->session.context, OUT, bench->x, bench->y);
}

static void
do_multiply_add (Bench *bench)
{
  seidel_session_set (&bench->session, OTHER, 1.0);
  seidel_session_multiply_add (&bench->session, bench->A, bench->x, bench->y, OTHER, bench->z);
}

static void
do_difference (Bench *bench)
{
  upload_poison (bench, bench->y);
  seidel_session_difference (&bench->session, bench->A, bench->z, bench->x, bench->y, FIRST);
}

/* One from zero, and one that goes on. */
static void
do_jacobi_steps (Bench *bench)
{
  upload_poison (bench, bench->y);
  seidel_session_set (&bench->session, ALPHA, 0.75);
  seidel_session_jacobi_step (&bench->session, bench->A, bench->z, bench->y, ALPHA, true, bench->x,
                              FIRST);
  seidel_session_jacobi_step (&bench->session, bench->A, bench->z, bench->y, ALPHA, false, bench->x,
                              FIRST);
}

static void
do_axpy (Bench *bench)
{
  bench->session.engine->scalars.set (bench->session.context, ALPHA, 0.75);
  bench->session.engine->vectors.axpy (bench->session.context, bench->y, -1, ALPHA, bench->x);
}

static void
do_xpby (Bench *bench)
{
  bench->session.engine->scalars.set (bench->session.context, ALPHA, 1.0);
  bench->session.engine->scalars.set (bench->session.context, OTHER, 3.0);
  seidel_session_divide (&bench->session, ALPHA, ALPHA, OTHER);
  seidel_session_xpby (&bench->session, bench->y, bench->x, ALPHA);
}

static void
do_copy (Bench *bench)
{
  seidel_session_copy (&bench->session, bench->y, bench->x);
}

static void
do_cg_update (Bench *bench)
{
  bench->session.engine->scalars.set (bench->session.context, ALPHA, 0.5);
  /* x, r = y, p = z, q = z */
  seidel_session_cg_update (&bench->session, bench->x, bench->y, ALPHA, bench->z, bench->z, OUT);
}

/* A step that is taken, and one that is not because p · A p is negative; both α show. */
static void
do_cg_step (Bench *bench)
{
  seidel_session_set (&bench->session, FIRST, 3.0);
  seidel_session_set (&bench->session, FIRST + 1, 4.0);
  seidel_session_cg_step (&bench->session, bench->x, bench->y, ALPHA, FIRST, FIRST + 1, bench->z,
                          bench->z, OUT);
  seidel_session_axpy (&bench->session, bench->y, 1, ALPHA, bench->x);
  seidel_session_set (&bench->session, FIRST + 1, -4.0);
  seidel_session_cg_step (&bench->session, bench->x, bench->y, ALPHA, FIRST, FIRST + 1, bench->z,
                          bench->z, OUT);
  seidel_session_axpy (&bench->session, bench->y, 1, ALPHA, bench->x);
}

static void
do_divide_xpby (Bench *bench)
{
  seidel_session_set (&bench->session, FIRST, -1.0);
  seidel_session_set (&bench->session, FIRST + 1, 3.0);
  seidel_session_divide_xpby (&bench->session, bench->y, bench->x, OUT, FIRST, FIRST + 1);
}

static void
do_fill (Bench *bench)
{
  upload_poison (bench, bench->y);
  seidel_session_fill (&bench->session, bench->y, -1.25);
}

static void
do_scale (Bench *bench)
{
  const SeidelEngine *engine = bench->session.engine;

  /* sqrt (2 · 8) */
  engine->scalars.set (bench->session.context, ALPHA, 2.0);
  engine->scalars.set (bench->session.context, OTHER, 8.0);
  seidel_session_multiply_scalars (&bench->session, OUT, ALPHA, OTHER);
  seidel_session_sqrt (&bench->session, OUT, OUT);
  seidel_session_scale (&bench->session, bench->y, OUT);
}

static void
do_multiply_transposed (Bench *bench)
{
  upload_poison (bench, bench->y);
  seidel_session_multiply_transposed (&bench->session, bench->A, bench->x, bench->y);
  /* The second product has the transpose already. */
  seidel_session_copy (&bench->session, bench->z, bench->y);
  seidel_session_multiply_transposed (&bench->session, bench->A, bench->z, bench->y);
}

static void
do_multiply_diagonal (Bench *bench)
{
  upload_poison (bench, bench->y);
  seidel_session_multiply_diagonal (&bench->session, bench->A, 1, bench->x, bench->y);
  seidel_session_axpy (&bench->session, bench->y, 1, OUT, bench->z);
}

static void
do_divide_diagonal (Bench *bench)
{
  /* In place. */
  seidel_session_multiply_diagonal (&bench->session, bench->A, -1, bench->y, bench->y);
}

/* More vectors than an engine is likely to take at once. */
#define SEVERAL 11

static void
list_vectors (const Bench *bench, const SeidelVector **list)
{
  for (int k = 0; k < SEVERAL; k++)
    list[k] = k % 2 == 0 ? bench->x : bench->z;
}

static void
do_dots (Bench *bench)
{
  const SeidelVector *list[SEVERAL];

  list_vectors (bench, list);
  seidel_session_dots (&bench->session, FIRST, SEVERAL, list, bench->y);
  /* Each sum shows in the vector: y becomes Π of them times y, scaled down again. */
  bench->session.engine->scalars.set (bench->session.context, ALPHA, 1e-3);
  for (int k = 0; k < SEVERAL; k += 5)
    {
      seidel_session_scale (&bench->session, bench->y, FIRST + k);
      seidel_session_scale (&bench->session, bench->y, ALPHA);
    }
  seidel_session_divide (&bench->session, OUT, FIRST + SEVERAL - 1, FIRST + SEVERAL - 2);
}

static void
do_axpys (Bench *bench)
{
  const SeidelVector *list[SEVERAL];

  list_vectors (bench, list);
  for (int k = 0; k < SEVERAL; k++)
    bench->session.engine->scalars.set (bench->session.context, FIRST + k, 0.25 * (k - 3));
  seidel_session_axpys (&bench->session, bench->y, -1, FIRST, SEVERAL, list);
}

static void
do_axpys_dot (Bench *bench)
{
  const SeidelVector *list[SEVERAL];

  list_vectors (bench, list);
  for (int k = 0; k < SEVERAL; k++)
    seidel_session_set (&bench->session, FIRST + k, 0.125 * (k - 5));
  seidel_session_axpys_dot (&bench->session, bench->y, 1, FIRST, SEVERAL, list, OUT);
}

/* Of two sums one shows as the scalar, the other in the vector. */
static void
show_second_sum (Bench *bench)
{
  seidel_session_set (&bench->session, ALPHA, 1e-3);
  seidel_session_scale (&bench->session, bench->y, FIRST + 1);
  seidel_session_scale (&bench->session, bench->y, ALPHA);
  seidel_session_set (&bench->session, OTHER, 1.0);
  seidel_session_multiply_scalars (&bench->session, OUT, FIRST, OTHER);
}

static void
do_multiply_dots (Bench *bench)
{
  upload_poison (bench, bench->y);
  seidel_session_multiply_dots (&bench->session, bench->A, bench->x, bench->y, bench->z, FIRST);
  show_second_sum (bench);
}

static void
do_bicgstab_turn (Bench *bench)
{
  seidel_session_set (&bench->session, ALPHA, 0.75);
  seidel_session_set (&bench->session, OTHER, -1.5);
  seidel_session_bicgstab_direction (&bench->session, bench->y, bench->x, ALPHA, OTHER, bench->z);
}

static void
do_bicgstab_update (Bench *bench)
{
  seidel_session_set (&bench->session, ALPHA, 0.75);
  seidel_session_set (&bench->session, OTHER, -1.5);
  /* x = x, r = y = s, p = z, t = z, shadow = z */
  seidel_session_bicgstab_update (&bench->session, bench->x, bench->y, ALPHA, bench->z, OTHER,
                                  bench->y, bench->z, bench->z, FIRST);
  seidel_session_axpy (&bench->session, bench->y, 1, OTHER, bench->x);
  show_second_sum (bench);
}

static void
do_divide_diagonal_dot (Bench *bench)
{
  upload_poison (bench, bench->y);
  seidel_session_divide_diagonal_dot (&bench->session, bench->A, bench->x, bench->y, OUT);
}

/* Of a matrix that is stored otherwise, too. */
static void
do_sweep (Bench *bench)
{
  const SeidelEngine *engine = bench->session.engine;
  SeidelContext *context = bench->session.context;
  SeidelSweep *sweep = engine->sweeps.create (context, bench->A, 0, SEIDEL_DIRECTION_FORWARD, NULL);

  if (sweep == NULL)
    return;
  engine->sweeps.run (context, sweep, bench->z, bench->y, 1.0, NULL, NULL);
  engine->sweeps.free (context, sweep);
}

/* By the sweeps of the first strategy, which are those of a matrix in rows. */
static void
do_solve_triangles (Bench *bench)
{
  const SeidelEngine *engine = bench->session.engine;
  SeidelContext *context = bench->session.context;
  const SeidelSweepReportFunc reports[2] = { NULL, NULL };
  SeidelSweep *sweeps[2] = { NULL, NULL };

  for (int direction = 0; direction < 2; direction++)
    sweeps[direction] = engine->sweeps.create (context, bench->A, 0, direction, NULL);
  if (sweeps[0] != NULL && sweeps[1] != NULL)
    {
      upload_poison (bench, bench->y);
      upload_poison (bench, bench->z);
      seidel_session_solve_triangles (&bench->session, bench->A, sweeps, 1.25, bench->x, bench->z,
                                      bench->y, reports, NULL);
    }
  for (int direction = 0; direction < 2; direction++)
    if (sweeps[direction] != NULL)
      engine->sweeps.free (context, sweeps[direction]);
}

static const struct
{
  const char *name;
  Operation run;
} operations[] = {
  { "multiply", do_multiply },
  { "multiply-dot", do_multiply_dot },
  { "residual", do_residual },
  { "jacobi", do_jacobi },
  { "multiply-add", do_multiply_add },
  { "difference", do_difference },
  { "jacobi-steps", do_jacobi_steps },
  { "dot", do_dot },
  { "axpy", do_axpy },
  { "xpby", do_xpby },
  { "copy", do_copy },
  { "cg-update", do_cg_update },
  { "cg-step", do_cg_step },
  { "divide-xpby", do_divide_xpby },
  { "solve-triangles", do_solve_triangles },
  { "fill", do_fill },
  { "scale", do_scale },
  { "multiply-transposed", do_multiply_transposed },
  { "multiply-diagonal", do_multiply_diagonal },
  { "divide-diagonal", do_divide_diagonal },
  { "dots", do_dots },
  { "axpys", do_axpys },
  { "axpys-dot", do_axpys_dot },
  { "multiply-dots", do_multiply_dots },
  { "bicgstab-turn", do_bicgstab_turn },
  { "bicgstab-update", do_bicgstab_update },
  { "divide-diagonal-dot", do_divide_diagonal_dot },
  { "sweep", do_sweep },
};

/* How a matrix is stored and numbers are added. */
typedef struct
{
  SeidelPrecision precision;
  SeidelStorage storage;
  int arithmetic;
} Means;

static void
open_bench (Bench *bench, const SeidelEngine *engine, const Means *means, const SeidelCsr *csr)
{
  SeidelContextSettings settings = { means->precision, means->arithmetic, 2, NULL, NULL };
  SeidelCsrView view = view_of (csr);
  SeidelStatus status;

  bench->n = csr->rows;
  bench->session.engine = engine;
  bench->session.context = engine->contexts.create (&settings, &status);
  g_assert_nonnull (bench->session.context);
  bench->A = engine->operators.create (bench->session.context, &view, means->storage);
  bench->x = seidel_session_vector_new (&bench->session, bench->n);
  bench->y = seidel_session_vector_new (&bench->session, bench->n);
  bench->z = seidel_session_vector_new (&bench->session, bench->n);
  g_assert_false (seidel_session_failed (&bench->session));
}

static Result
perform (const SeidelEngine *engine, const Means *means, const SeidelCsr *csr, Operation operation)
{
  Result result = { seidel_vector_new (csr->rows, NULL), 0.0 };
  Bench bench;

  open_bench (&bench, engine, means, csr);
  upload_random (&bench, bench.x, 1);
  upload_random (&bench, bench.y, 2);
  upload_random (&bench, bench.z, 3);
  engine->scalars.set (bench.session.context, OUT, 0.0);
  operation (&bench);
  g_assert_cmpint (engine->contexts.status (bench.session.context)->code, ==, SEIDEL_STATUS_OK);
  seidel_session_get (&bench.session, OUT, 1, &result.scalar);
  engine->vectors.download (bench.session.context, result.values, bench.y);
  bench_clear (&bench);
  return result;
}

static void
compare_results (const SeidelEngine *engine,
                 const Means *means,
                 const SeidelCsr *csr,
                 Operation operation)
{
  Result expected = perform (seidel_cpu_engine (), means, csr, operation);
  Result result = perform (engine, means, csr, operation);
  double scale = seidel_vector_norm_inf (expected.values, csr->rows);

  for (int64_t i = 0; i < csr->rows; i++)
    assert_close (result.values[i], expected.values[i], scale, means->precision);
  assert_close (result.scalar, expected.scalar, fabs (expected.scalar), means->precision);
  seidel_vector_free (expected.values);
  seidel_vector_free (result.values);
}

/* Whether both engines offer it. Sums of sweeps are compensated by few engines. */
static bool
is_offered (const SeidelEngine *engine, const Means *means, Operation operation)
{
  const SeidelEngine *cpu = seidel_cpu_engine ();
  const uint32_t arithmetic = (uint32_t) means->arithmetic;

  return (engine->storages & cpu->storages & 1u << means->storage) != 0
         && (arithmetic & ~(engine->arithmetics & cpu->arithmetics)) == 0
         && ((operation != do_sweep && operation != do_solve_triangles)
             || (arithmetic & SEIDEL_ARITHMETIC_COMPENSATED) == 0);
}

/* SEIDEL_TEST_QUICK: for tools that watch each access of a device. */
static void
compare_operation (const SeidelEngine *engine, Operation operation)
{
  const int64_t all_sizes[] = { 1, 2, 31, 32, 33, 255, 256, 257, 1025 };
  const bool quick = g_getenv ("SEIDEL_TEST_QUICK") != NULL;

  for (size_t s = 0; s < G_N_ELEMENTS (all_sizes); s++)
    for (int pattern = 0; pattern < N_PATTERNS; pattern++)
      {
        g_autoptr (SeidelCsr) csr = NULL;

        if (quick && (all_sizes[s] != 257 || pattern != PATTERN_RANDOM))
          continue;
        csr = make_matrix (pattern, all_sizes[s]);
        for (int means_index = 0; means_index < 24; means_index++)
          {
            const Means means = { means_index % 2 == 0 ? SEIDEL_PRECISION_SINGLE
                                                       : SEIDEL_PRECISION_DOUBLE,
                                  means_index / 2 % 3, means_index / 6 };

            /* Every arithmetic of every storage, at one size around a border. */
            if ((means.arithmetic != 0 && all_sizes[s] != 257)
                || (quick && means.precision == SEIDEL_PRECISION_SINGLE))
              continue;
            if (is_offered (engine, &means, operation))
              compare_results (engine, &means, csr, operation);
          }
      }
}

static void
test_operation (gconstpointer data)
{
  size_t which = GPOINTER_TO_SIZE (data);
  size_t n_engines;
  const SeidelEngineEntryInfo *engines = seidel_engines (&n_engines);
  SeidelEngine composing = *seidel_cpu_engine ();

  composing.contexts.fused = rig_fused_nothing;
  compare_operation (&composing, operations[which].run);
  for (size_t e = 1; e < n_engines; e++)
    if (!has_operations (&engines[e]))
      skip_engine (&engines[e]);
    else
      compare_operation (engines[e].engine, operations[which].run);
}

/* Every operation on real matrices, in every storage that is not much too large for them. In
 * double: single precision loses too much on some of them. */
static void
compare_real (const SeidelEngine *engine, const SeidelCsr *csr)
{
  const int64_t most_dense_rows = 4096;

  for (int storage = 0; storage < 3; storage++)
    for (size_t i = 0; i < G_N_ELEMENTS (operations); i++)
      {
        const Means means = { SEIDEL_PRECISION_DOUBLE, storage, 0 };

        if (is_offered (engine, &means, operations[i].run)
            && (storage != SEIDEL_STORAGE_DENSE || csr->rows <= most_dense_rows))
          compare_results (engine, &means, csr, operations[i].run);
      }
}

static void
test_real (void)
{
  size_t n_engines;
  const SeidelEngineEntryInfo *engines = seidel_engines (&n_engines);

  for (size_t e = 1; e < n_engines; e++)
    if (!has_operations (&engines[e]))
      skip_engine (&engines[e]);
    else
      for (size_t i = 0; agreement_matrices[i] != NULL; i++)
        {
          const KnownMatrix *known = known_matrix_find (agreement_matrices[i]);
          g_autoptr (SeidelMatrix) matrix = known != NULL ? known_matrix_load (known) : NULL;

          if (matrix != NULL)
            compare_real (engines[e].engine, matrix->csr);
        }
}

/* Rows that are shared by whole blocks, and products that leave a rest in every piece. */
static void
test_long_rows (void)
{
  const int64_t rows = 7;
  const int64_t columns = 5003;
  g_autoptr (SeidelCsr) csr = seidel_csr_new (rows, columns, rows * columns, NULL);
  size_t n_engines;
  const SeidelEngineEntryInfo *engines = seidel_engines (&n_engines);

  g_assert_nonnull (csr);
  for (int64_t i = 0; i <= rows; i++)
    csr->row_offsets[i] = i * columns;
  for (int64_t k = 0; k < rows * columns; k++)
    csr->column_indices[k] = (int32_t) (k % columns);
  seidel_vector_fill_random (csr->values, rows * columns, 4);
  for (size_t e = 1; e < n_engines; e++)
    if (!has_operations (&engines[e]))
      skip_engine (&engines[e]);
    else
      for (int storage = 0; storage < 3; storage++)
        {
          double *results[2] = { seidel_vector_new (columns, NULL),
                                 seidel_vector_new (columns, NULL) };

          for (int side = 0; side < 2; side++)
            {
              const SeidelEngine *engine = side == 0 ? seidel_cpu_engine () : engines[e].engine;
              SeidelContextSettings settings = { SEIDEL_PRECISION_DOUBLE, 0, 2, NULL, NULL };
              SeidelCsrView view = view_of (csr);
              SeidelStatus status;
              SeidelContext *context = engine->contexts.create (&settings, &status);
              SeidelOperator *A = engine->operators.create (context, &view, storage);
              SeidelVector *x = engine->vectors.create (context, columns);
              SeidelVector *y = engine->vectors.create (context, rows);

              seidel_vector_fill_random (results[side], columns, 9);
              engine->vectors.upload (context, x, results[side]);
              engine->products.multiply (context, A, x, y);
              engine->products.multiply_transposed (context, A, y, x);
              g_assert_cmpint (engine->contexts.status (context)->code, ==, SEIDEL_STATUS_OK);
              engine->vectors.download (context, results[side], x);
              engine->vectors.free (context, y);
              engine->vectors.free (context, x);
              engine->operators.free (context, A);
              engine->contexts.free (context);
            }
          for (int64_t i = 0; i < columns; i++)
            assert_close (results[1][i], results[0][i],
                          seidel_vector_norm_inf (results[0], columns), SEIDEL_PRECISION_DOUBLE);
          seidel_vector_free (results[0]);
          seidel_vector_free (results[1]);
        }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (operations); i++)
    {
      g_autofree char *path = g_strdup_printf ("/engine-agreement/%s", operations[i].name);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_operation);
    }
  g_test_add_func ("/engine-agreement/long-rows", test_long_rows);
  g_test_add_func ("/engine-agreement/real-matrices", test_real);
  return g_test_run ();
}
