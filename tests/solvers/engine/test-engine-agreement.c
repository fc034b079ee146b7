/* Every engine against the CPU: the same operations on the same numbers, on poisoned outputs.
 *
 * Skips, with its reason, each engine that is not available here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "agreement-testing.h"

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
  bench->session.engine->multiply (bench->session.context, bench->A, bench->x, bench->y);
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
  bench->session.engine->dot (bench->session.context, OUT, bench->x, bench->y);
}

static void
do_axpy (Bench *bench)
{
  bench->session.engine->scalar_set (bench->session.context, ALPHA, 0.75);
  bench->session.engine->axpy (bench->session.context, bench->y, -1, ALPHA, bench->x);
}

static void
do_xpby (Bench *bench)
{
  bench->session.engine->scalar_set (bench->session.context, ALPHA, 1.0);
  bench->session.engine->scalar_set (bench->session.context, OTHER, 3.0);
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
  bench->session.engine->scalar_set (bench->session.context, ALPHA, 0.5);
  /* x, r = y, p = z, q = z */
  seidel_session_cg_update (&bench->session, bench->x, bench->y, ALPHA, bench->z, bench->z, OUT);
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
  engine->scalar_set (bench->session.context, ALPHA, 2.0);
  engine->scalar_set (bench->session.context, OTHER, 8.0);
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
  bench->session.engine->scalar_set (bench->session.context, ALPHA, 1e-3);
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
    bench->session.engine->scalar_set (bench->session.context, FIRST + k, 0.25 * (k - 3));
  seidel_session_axpys (&bench->session, bench->y, -1, FIRST, SEVERAL, list);
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
  { "dot", do_dot },
  { "axpy", do_axpy },
  { "xpby", do_xpby },
  { "copy", do_copy },
  { "cg-update", do_cg_update },
  { "fill", do_fill },
  { "scale", do_scale },
  { "multiply-transposed", do_multiply_transposed },
  { "multiply-diagonal", do_multiply_diagonal },
  { "divide-diagonal", do_divide_diagonal },
  { "dots", do_dots },
  { "axpys", do_axpys },
};

static Result
perform (const SeidelEngine *engine,
         SeidelPrecision precision,
         const SeidelCsr *csr,
         Operation operation)
{
  Result result = { seidel_vector_new (csr->rows, NULL), 0.0 };
  Bench bench;

  bench_init (&bench, engine, precision, csr);
  upload_random (&bench, bench.x, 1);
  upload_random (&bench, bench.y, 2);
  upload_random (&bench, bench.z, 3);
  engine->scalar_set (bench.session.context, OUT, 0.0);
  operation (&bench);
  g_assert_cmpint (engine->status (bench.session.context)->code, ==, SEIDEL_STATUS_OK);
  seidel_session_get (&bench.session, OUT, 1, &result.scalar);
  engine->vector_download (bench.session.context, result.values, bench.y);
  bench_clear (&bench);
  return result;
}

static void
compare_operation (const SeidelEngine *engine, Operation operation)
{
  const int64_t sizes[] = { 1, 2, 31, 32, 33, 255, 256, 257, 1025 };

  for (size_t s = 0; s < G_N_ELEMENTS (sizes); s++)
    for (int pattern = 0; pattern < N_PATTERNS; pattern++)
      for (int precision = SEIDEL_PRECISION_SINGLE; precision <= SEIDEL_PRECISION_DOUBLE;
           precision++)
        {
          g_autoptr (SeidelCsr) csr = make_matrix (pattern, sizes[s]);
          Result expected = perform (seidel_cpu_engine (), precision, csr, operation);
          Result result = perform (engine, precision, csr, operation);
          double scale = seidel_vector_norm_inf (expected.values, sizes[s]);

          for (int64_t i = 0; i < sizes[s]; i++)
            assert_close (result.values[i], expected.values[i], scale, precision);
          assert_close (result.scalar, expected.scalar, fabs (expected.scalar), precision);
          seidel_vector_free (expected.values);
          seidel_vector_free (result.values);
        }
}

static void
test_operation (gconstpointer data)
{
  size_t which = GPOINTER_TO_SIZE (data);
  size_t n_engines;
  const SeidelEngineEntryInfo *engines = seidel_engines (&n_engines);

  for (size_t e = 1; e < n_engines; e++)
    if (!engines[e].available)
      g_test_skip (engines[e].why_not);
    else
      compare_operation (engines[e].engine, operations[which].run);
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
  return g_test_run ();
}
