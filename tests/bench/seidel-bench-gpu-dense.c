/* Dense matrices on a GPU: products against cuBLAS, LU and the inverse against cuSOLVER. Everything
 * is on the device before a time begins.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "engine/seidel-engine-use.h"
#include "matrix/seidel-vector.h"
#include "seidel-bench-cusolver.h"
#include "seidel-bench-gpu.h"

#define NAME      "gpu-dense"
#define N_SAMPLES 5
/* Products that are timed together. */
#define REPEATS 10

/* Of products by turns, whose ratio is near 1 and has to be known to a hundredth. */
#define N_TURNS 21

/* Errors of a solution of ones: the matrices are random and not well conditioned. */
#define TOLERANCE 1e-6

/* A full matrix of random numbers, and what it makes of ones on the CPU. */
typedef struct
{
  SeidelCsr *csr;
  SeidelCsrView view;
  double *ones;
  double *b;
} Full;

static Full
make_full (int64_t n)
{
  Full full = { .csr = seidel_csr_new (n, n, n * n, NULL) };
  SeidelContextSettings settings = { SEIDEL_PRECISION_DOUBLE, 0, (int) g_get_num_processors (),
                                     NULL, NULL };
  SeidelStatus status;
  const SeidelEngine *cpu = seidel_cpu_engine ();
  SeidelContext *context = cpu->contexts.create (&settings, &status);
  SeidelVector *x = cpu->vectors.create (context, n);
  SeidelVector *y = cpu->vectors.create (context, n);
  SeidelOperator *A;

  for (int64_t row = 0; row <= n; row++)
    full.csr->row_offsets[row] = row * n;
#pragma omp parallel for
  for (int64_t row = 0; row < n; row++)
    for (int64_t column = 0; column < n; column++)
      full.csr->column_indices[row * n + column] = (int32_t) column;
  seidel_vector_fill_random (full.csr->values, n * n, 5);
  full.view =
    (SeidelCsrView){ n, n, full.csr->row_offsets, full.csr->column_indices, full.csr->values };
  full.ones = seidel_vector_new (n, NULL);
  full.b = seidel_vector_new (n, NULL);
  for (int64_t i = 0; i < n; i++)
    full.ones[i] = 1.0;
  A = cpu->operators.create (context, &full.view, SEIDEL_STORAGE_CSR);
  cpu->vectors.upload (context, x, full.ones);
  cpu->products.multiply (context, A, x, y);
  cpu->vectors.download (context, full.b, y);
  cpu->operators.free (context, A);
  cpu->vectors.free (context, y);
  cpu->vectors.free (context, x);
  cpu->contexts.free (context);
  return full;
}

static void
clear_full (Full *full)
{
  seidel_csr_free (full->csr);
  seidel_vector_free (full->ones);
  seidel_vector_free (full->b);
}

static bool
agree (const double *a, const double *b, int64_t n, double tolerance)
{
  const double largest = seidel_vector_norm_inf (b, n);

  for (int64_t i = 0; i < n; i++)
    if (!(fabs (a[i] - b[i]) <= tolerance * largest))
      return false;
  return true;
}

typedef enum
{
  TIMED_PRODUCT,    /* y ← A x */
  TIMED_TRANSPOSED, /* y ← Aᵀ x */
  TIMED_DOT,        /* the first, and x · y */
} Timed;

/* A matrix for both, and everything that is measured with it. */
typedef struct
{
  const SeidelBench *bench;
  Full full;
  SeidelBenchCusolver *theirs; /* NULL: why says */
  const char *why;
} Products;

/* Ours. */
typedef struct
{
  SeidelSession session;
  SeidelOperator *A;
  SeidelVector *x;
  SeidelVector *y;
} Ours;

static bool
make_ours (const Products *products, Ours *ours)
{
  const SeidelEngine *engine = products->bench->engine;
  const int64_t n = products->full.csr->rows;

  ours->session = (SeidelSession){ engine, seidel_bench_gpu_context (products->bench) };
  ours->A =
    engine->operators.create (ours->session.context, &products->full.view, SEIDEL_STORAGE_DENSE);
  ours->x = seidel_session_vector_new (&ours->session, n);
  ours->y = seidel_session_vector_new (&ours->session, n);
  if (ours->A == NULL || ours->x == NULL || ours->y == NULL)
    return false;
  engine->vectors.upload (ours->session.context, ours->x, products->full.ones);
  return true;
}

static void
clear_ours (Ours *ours)
{
  const SeidelEngine *engine = ours->session.engine;

  seidel_session_vector_free (&ours->session, ours->y);
  seidel_session_vector_free (&ours->session, ours->x);
  if (ours->A != NULL)
    engine->operators.free (ours->session.context, ours->A);
  engine->contexts.free (ours->session.context);
}

/* Milliseconds of one. */
static double
time_ours (Ours *ours, Timed what)
{
  SeidelSession *session = &ours->session;
  double begin;

  session->engine->contexts.synchronize (session->context);
  begin = seidel_bench_now ();
  for (int i = 0; i < REPEATS; i++)
    if (what == TIMED_DOT)
      seidel_session_multiply_dot (session, ours->A, ours->x, ours->y, 0);
    else if (what == TIMED_TRANSPOSED)
      session->engine->products.multiply_transposed (session->context, ours->A, ours->x, ours->y);
    else
      seidel_session_multiply (session, ours->A, ours->x, ours->y);
  session->engine->contexts.synchronize (session->context);
  return (seidel_bench_now () - begin) / REPEATS;
}

/* What is wrong with the product with ones, or NULL. */
static const char *
check_ours (const Products *products, Ours *ours)
{
  const int64_t n = products->full.csr->rows;
  double *result = seidel_vector_new (n, NULL);
  bool good;

  time_ours (ours, TIMED_PRODUCT);
  ours->session.engine->vectors.download (ours->session.context, result, ours->y);
  good = !seidel_session_failed (&ours->session) && agree (result, products->full.b, n, 1e-11);
  seidel_vector_free (result);
  return good ? NULL : "the CPU gives another product";
}

/* Ours beside cuBLAS's, by turns; the ratio counts. */
static void
compare (const Products *products, Ours *ours, Timed what, SeidelBenchRow *row)
{
  double samples[N_TURNS];
  double ratios[N_TURNS];

  for (int i = 0; i < N_TURNS; i++)
    {
      const bool first = i % 2 == 0;
      const bool transposed = what == TIMED_TRANSPOSED;
      double theirs =
        first ? seidel_bench_cusolver_product (products->theirs, transposed, REPEATS) : NAN;

      samples[i] = time_ours (ours, what);
      if (!first)
        theirs = seidel_bench_cusolver_product (products->theirs, transposed, REPEATS);
      ratios[i] = theirs / samples[i];
    }
  row->name = NAME;
  row->min_ms = seidel_bench_minimum (samples, N_TURNS);
  row->median_ms = seidel_bench_median (samples, N_TURNS);
  row->value = seidel_bench_median (ratios, N_TURNS);
  row->unit = "×";
}

static double
bytes_of_product (int64_t n)
{
  return ((double) n * (double) n + 2.0 * (double) n) * 8.0;
}

/* As the engine thinks best: beside cuBLAS, and as in an iteration of CG. */
static void
measure_best (const Products *products, double must)
{
  static const char *const names[] = { "product", "product with the transpose" };
  const int64_t n = products->full.csr->rows;
  Ours ours = { 0 };
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;
  g_autofree char *share = NULL;
  double samples[N_SAMPLES];
  double copy_gbs;

  if (!make_ours (products, &ours))
    {
      seidel_bench_table_skip (
        NAME, "product", products->bench->engine->contexts.status (ours.session.context)->message);
      clear_ours (&ours);
      return;
    }
  copy_gbs = seidel_bench_gpu_copy_gbs (&ours.session);
  row.failed = check_ours (products, &ours);
  row.floors.bytes_ms = bytes_of_product (n) / copy_gbs / 1e6;
  for (Timed what = TIMED_PRODUCT; what <= TIMED_TRANSPOSED; what++)
    {
      g_autofree char *over =
        g_strdup_printf ("%s, %" G_GINT64_FORMAT " rows, speed over cuBLAS's gemv", names[what], n);

      compare (products, &ours, what, &row);
      row.what = over;
      row.must = what == TIMED_PRODUCT ? must : NAN;
      seidel_bench_table_add (&row);
    }
  for (int i = 0; i < N_SAMPLES; i++)
    samples[i] = time_ours (&ours, TIMED_DOT);
  share = g_strdup_printf ("product and x · y as in CG, %" G_GINT64_FORMAT
                           " rows, over the copy rate, %.0f GB/s",
                           n, copy_gbs);
  row.what = share;
  row.min_ms = seidel_bench_minimum (samples, N_SAMPLES);
  row.median_ms = seidel_bench_median (samples, N_SAMPLES);
  row.value = row.floors.bytes_ms / row.median_ms;
  row.must = isnan (must) ? NAN : 0.85;
  row.stretch = isnan (must) ? NAN : 0.95;
  seidel_bench_table_add (&row);
  clear_ours (&ours);
}

static void
measure_products (const SeidelBench *bench, int64_t n, double must)
{
  Products products = { .bench = bench, .full = make_full (n) };

  products.theirs = seidel_bench_cusolver_new (n, products.full.csr->values, &products.why);
  if (products.theirs == NULL)
    seidel_bench_table_skip (NAME, "products", products.why);
  else
    {
      measure_best (&products, must);
      seidel_bench_cusolver_free (products.theirs);
    }
  clear_full (&products.full);
}

/* Milliseconds; NaN and *failed where the solution is not what it should be. */
static double
time_factors (SeidelSession *session,
              const Full *full,
              SeidelFactorsKind kind,
              bool check,
              const char **failed)
{
  const SeidelEngine *engine = session->engine;
  const int64_t n = full->csr->rows;
  int64_t singular = -1;
  int64_t nanoseconds = 0;
  SeidelFactors *factors =
    engine->factors.create (session->context, &full->view, kind, &singular, &nanoseconds);
  SeidelVector *x;
  double *result;

  if (factors == NULL)
    {
      *failed = "there are no factors";
      return NAN;
    }
  if (check)
    {
      result = seidel_vector_new (n, NULL);
      x = seidel_session_vector_new (session, n);
      engine->vectors.upload (session->context, x, full->b);
      engine->factors.solve (session->context, factors, x);
      engine->vectors.download (session->context, result, x);
      if (seidel_session_failed (session) || !agree (result, full->ones, n, TOLERANCE))
        *failed = "the solution is not the one that the CPU made the right-hand side of";
      seidel_session_vector_free (session, x);
      seidel_vector_free (result);
    }
  engine->factors.free (session->context, factors);
  return (double) nanoseconds / 1e6;
}

static void
measure_factors (const SeidelBench *bench,
                 int64_t n,
                 SeidelFactorsKind kind,
                 double must,
                 double stretch)
{
  const bool inverse = kind == SEIDEL_FACTORS_INVERSE;
  double (*const time_theirs) (SeidelBenchCusolver *) =
    inverse ? seidel_bench_cusolver_inverse : seidel_bench_cusolver_lu;
  Full full = make_full (n);
  const char *why = NULL;
  SeidelBenchCusolver *theirs = seidel_bench_cusolver_new (n, full.csr->values, &why);
  SeidelSession session = { bench->engine, seidel_bench_gpu_context (bench) };
  g_autofree char *title =
    g_strdup_printf ("%s, %" G_GINT64_FORMAT " rows",
                     inverse ? "inverse by Gauss-Jordan in blocks" : "LU in blocks", n);
  double ours[N_SAMPLES];
  double others[N_SAMPLES];
  double ratios[N_SAMPLES];
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;

  if (theirs == NULL)
    seidel_bench_table_skip (NAME, title, why);
  else
    {
      g_autofree char *what = NULL;
      const double flops = (inverse ? 2.0 : 2.0 / 3.0) * pow ((double) n, 3);

      time_factors (&session, &full, kind, true, &row.failed);
      time_theirs (theirs);
      for (int i = 0; i < N_SAMPLES; i++)
        {
          if (i % 2 == 0)
            others[i] = time_theirs (theirs);
          ours[i] = time_factors (&session, &full, kind, false, &row.failed);
          if (i % 2 == 1)
            others[i] = time_theirs (theirs);
          ratios[i] = others[i] / ours[i];
        }
      row.name = NAME;
      row.min_ms = seidel_bench_minimum (ours, N_SAMPLES);
      row.median_ms = seidel_bench_median (ours, N_SAMPLES);
      row.value = seidel_bench_median (ratios, N_SAMPLES);
      what = g_strdup_printf ("%s (%.1f TFLOP/s), speed over cuSOLVER's (%.2f ms)", title,
                              flops / row.median_ms / 1e9, seidel_bench_median (others, N_SAMPLES));
      row.what = what;
      row.unit = "×";
      row.must = must;
      row.stretch = stretch;
      seidel_bench_table_add (&row);
      seidel_bench_cusolver_free (theirs);
    }
  bench->engine->contexts.free (session.context);
  clear_full (&full);
}

void
seidel_bench_gpu_dense (const SeidelBench *bench)
{
  static const int64_t sizes[] = { 1000, 2000, 4000, 8000, 16000 };

  if (bench->engine->factors.kinds == 0)
    {
      seidel_bench_table_skip (NAME, "dense matrices on a GPU",
                               "the engine makes no factors (--engine cuda)");
      return;
    }
  measure_products (bench, bench->quick ? 1000 : 5000, NAN);
  measure_products (bench, bench->quick ? 3000 : 20000, 1.0);
  for (size_t s = 0; s < (bench->quick ? 2 : G_N_ELEMENTS (sizes)); s++)
    measure_factors (bench, sizes[s], SEIDEL_FACTORS_LU, 0.8, 1.2);
  measure_factors (bench, bench->quick ? 1000 : 8000, SEIDEL_FACTORS_INVERSE, 1.0, 1.5);
}
