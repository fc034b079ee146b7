/* Operations that do several things at once, against the same composed of single ones: the wrappers
 * compose whatever an engine leaves out of its table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "engine-rig.h"

enum
{
  ALPHA,
  OMEGA,
  BETA,
  SUMS,
  FACTORS = SUMS + 2,
};

#define N_VECTORS 11

typedef struct
{
  SeidelEngine composing; /* the CPU engine without what is fused */
  SeidelSession session;
  SeidelOperator *A;
  SeidelCsr *csr;
  int64_t n;
  SeidelVector *vectors[N_VECTORS];
} Bench;

static void
bench_fill (Bench *bench)
{
  for (int i = 0; i < N_VECTORS; i++)
    {
      g_autofree double *values = test_random_vector (bench->n, 10 + (uint64_t) i);

      bench->session.engine->vectors.upload (bench->session.context, bench->vectors[i], values);
    }
  for (int i = 0; i < N_VECTORS; i++)
    seidel_session_set (&bench->session, FACTORS + i, 0.3 - 0.1 * i);
  seidel_session_set (&bench->session, ALPHA, 0.37);
  seidel_session_set (&bench->session, OMEGA, -1.21);
  seidel_session_set (&bench->session, BETA, 0.77);
  seidel_session_set (&bench->session, SUMS, NAN);
  seidel_session_set (&bench->session, SUMS + 1, NAN);
}

static void
bench_init (Bench *bench, int64_t n, SeidelPrecision precision, int threads, SeidelStorage storage)
{
  const SeidelEngine *engine = seidel_cpu_engine ();
  SeidelContextSettings settings = { .precision = precision, .threads = threads };
  SeidelStatus status;
  SeidelCsrView view;

  bench->composing = *engine;
  bench->composing.contexts.fused = rig_fused_nothing;
  bench->session = (SeidelSession){ engine, engine->contexts.create (&settings, &status) };
  bench->n = n;
  bench->csr = test_csr_random ((int) n, 3, 1.5, 5);
  view = (SeidelCsrView){ n, n, bench->csr->row_offsets, bench->csr->column_indices,
                          bench->csr->values };
  bench->A = engine->operators.create (bench->session.context, &view, storage);
  for (int i = 0; i < N_VECTORS; i++)
    bench->vectors[i] = seidel_session_vector_new (&bench->session, n);
}

static void
bench_clear (Bench *bench)
{
  const SeidelEngine *engine = seidel_cpu_engine ();

  for (int i = 0; i < N_VECTORS; i++)
    engine->vectors.free (bench->session.context, bench->vectors[i]);
  engine->operators.free (bench->session.context, bench->A);
  engine->contexts.free (bench->session.context);
  seidel_csr_free (bench->csr);
}

typedef void (*Operation) (Bench *bench);

static void
run_axpys_dot (Bench *bench)
{
  seidel_session_axpys_dot (&bench->session, bench->vectors[0], -1, FACTORS, N_VECTORS - 1,
                            (const SeidelVector *const *) bench->vectors + 1, SUMS);
  seidel_session_set (&bench->session, SUMS + 1, 0.0);
}

static void
run_multiply_dots (Bench *bench)
{
  seidel_session_multiply_dots (&bench->session, bench->A, bench->vectors[1], bench->vectors[0],
                                bench->vectors[2], SUMS);
}

static void
run_divide (Bench *bench)
{
  seidel_session_divide_diagonal_dot (&bench->session, bench->A, bench->vectors[1],
                                      bench->vectors[0], SUMS);
  seidel_session_set (&bench->session, SUMS + 1, 0.0);
}

/* z may be x. */
static void
run_multiply_dots_of_x (Bench *bench)
{
  seidel_session_multiply_dots (&bench->session, bench->A, bench->vectors[1], bench->vectors[0],
                                bench->vectors[1], SUMS);
}

static void
run_turn (Bench *bench)
{
  seidel_session_bicgstab_direction (&bench->session, bench->vectors[0], bench->vectors[1], BETA,
                                     OMEGA, bench->vectors[2]);
  seidel_session_set (&bench->session, SUMS, 0.0);
  seidel_session_set (&bench->session, SUMS + 1, 0.0);
}

static void
run_update (Bench *bench)
{
  SeidelVector **v = bench->vectors;

  seidel_session_bicgstab_update (&bench->session, v[0], v[1], ALPHA, v[2], OMEGA, v[3], v[4], v[5],
                                  SUMS);
}

/* s may be r. */
static void
run_update_in_place (Bench *bench)
{
  SeidelVector **v = bench->vectors;

  seidel_session_bicgstab_update (&bench->session, v[0], v[1], ALPHA, v[2], OMEGA, v[1], v[4], v[5],
                                  SUMS);
}

static void
check (Bench *bench, Operation operation)
{
  double *fused[2] = { g_new (double, bench->n), g_new (double, bench->n) };
  g_autofree double *composed = g_new (double, bench->n);
  double sums[2][2];

  for (int i = 0; i < 2; i++)
    {
      bench->session.engine = i == 0 ? seidel_cpu_engine () : &bench->composing;
      bench_fill (bench);
      operation (bench);
      g_assert_false (seidel_session_failed (&bench->session));
      seidel_session_get (&bench->session, SUMS, 2, sums[i]);
      for (int v = 0; v < 2; v++)
        {
          double *to = i == 0 ? fused[v] : composed;

          test_poison (to, bench->n);
          bench->session.engine->vectors.download (bench->session.context, to, bench->vectors[v]);
          if (i == 1)
            test_assert_same_bits (fused[v], composed, bench->n);
        }
    }
  for (int k = 0; k < 2; k++)
    g_assert_cmpfloat (fabs (sums[0][k] - sums[1][k]), <=, 1e-11 * (1.0 + fabs (sums[1][k])));
  g_free (fused[1]);
  g_free (fused[0]);
}

static void
test_fused (void)
{
  /* Around the lengths of slices, runs and blocks. */
  static const int sizes[] = { 1, 3, 4, 33, 8191, 8193, 70001 };
  static const Operation operations[] = {
    run_axpys_dot, run_multiply_dots, run_multiply_dots_of_x, run_divide,
    run_turn,      run_update,        run_update_in_place,
  };

  for (size_t s = 0; s < G_N_ELEMENTS (sizes); s++)
    for (int precision = 0; precision <= SEIDEL_PRECISION_DOUBLE; precision++)
      for (int threads = 1; threads <= 2; threads++)
        {
          Bench bench;

          bench_init (&bench, sizes[s], precision, threads, SEIDEL_STORAGE_CSR);
          for (size_t o = 0; o < G_N_ELEMENTS (operations); o++)
            check (&bench, operations[o]);
          bench_clear (&bench);
        }
}

/* A matrix that is not held by rows is multiplied all the same. */
static void
test_storage (void)
{
  Bench bench;

  bench_init (&bench, 50, SEIDEL_PRECISION_DOUBLE, 1, SEIDEL_STORAGE_DENSE);
  check (&bench, run_multiply_dots);
  bench_clear (&bench);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cpu-fused/composed", test_fused);
  g_test_add_func ("/cpu-fused/storage", test_storage);
  return g_test_run ();
}
