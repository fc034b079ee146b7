/* Blocks of the unknowns of a node as preconditioners: what they apply, and the products and sums
 * that go by them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "dense-preconditioner-testing.h"

/* So many nodes, each coupled to those at an odd distance up to the farthest, all unknowns of both
 * to each other; or, in groups, to all nodes of the other half. */
static SeidelCsr *
full_blocks (int nodes, int size, int farthest, bool groups)
{
  const int n = nodes * size;
  g_autofree TestEntry *entries = g_new (TestEntry, (gsize) n * (gsize) n);
  int count = 0;

  for (int row = 0; row < n; row++)
    for (int other = 0; other < nodes; other++)
      {
        const int distance = ABS (other - row / size);
        const bool coupled = distance == 0
                             || (groups ? (other < nodes / 2) != (row / size < nodes / 2)
                                        : distance % 2 == 1 && distance <= farthest);

        for (int j = 0; j < size && coupled; j++)
          {
            const int column = other * size + j;
            const double value = seidel_random_uniform (5, (uint64_t) (row * n + column));

            entries[count++] =
              (TestEntry){ row, column, row == column ? 2.0 * size * farthest : value };
          }
      }
  return test_csr_from_entries (n, n, entries, count);
}

/* Blocks of every size, unrolled or not, in both precisions; matrices whose rows are no whole
 * nodes, and with empty places in their blocks, are in the tests above. */
static void
test_blocks (void)
{
  static const char *const kinds[] = { "block-jacobi", "block-gauss-seidel" };

  for (node = 1; node <= 8; node++)
    for (gsize k = 0; k < G_N_ELEMENTS (kinds); k++)
      for (int precision = 0; precision < 2; precision++)
        check_applied (full_blocks (9, node, 3, false), kinds[k], (SeidelPrecision) precision, 1);
  node = 3;
}

/* By the levels of the nodes, and one after the other: the same bits. */
static void
test_blocks_by_levels (void)
{
  const int nodes = 128;
  const int64_t n = 4 * nodes;
  g_autofree double *r = test_random_vector (n, 3);
  g_autofree double *alone = g_new (double, n);
  g_autofree double *shared = g_new (double, n);

  node = 4;
  for (int threads = 1; threads <= 2; threads++)
    {
      Bench *bench = bench_new (full_blocks (nodes, node, nodes, true), "block-gauss-seidel",
                                SEIDEL_PRECISION_DOUBLE, threads);

      g_assert_cmpint (bench_prepare (bench), ==, SEIDEL_REASON_NONE);
      bench_apply (bench, false, r, threads == 1 ? alone : shared);
      bench_free (bench);
    }
  g_assert_cmpmem (alone, (gsize) n * sizeof *r, shared, (gsize) n * sizeof *r);
  node = 3;
}

/* A line of nodes, each coupled to its neighbours by full blocks; some lack an entry. */
static SeidelCsr *
line_of_blocks (int64_t nodes, int size)
{
  const int64_t n = nodes * size;
  SeidelCsr *csr = seidel_csr_new (n, n, 3 * n * size, NULL);
  int64_t k = 0;

  for (int64_t row = 0; row < n; row++)
    {
      const int64_t first = MAX (row / size - 1, 0) * size;
      const int64_t end = MIN (row / size + 2, nodes) * size;

      for (int64_t column = first; column < end; column++)
        if (row % 29 != 5 || column != (row > size ? first : end - 1))
          {
            csr->column_indices[k] = (int32_t) column;
            csr->values[k] = row == column ? 7.0 * size : seidel_random_uniform (3, (uint64_t) k);
            k++;
          }
      csr->row_offsets[row + 1] = k;
    }
  return csr;
}

/* A x and b − A x, as many numbers each, and the sums that come with them. */
static void
multiply (Bench *bench, const double *x, const double *b, double *found, double *sums)
{
  SeidelMethodRun *run = &bench->run;
  SeidelSession *session = &run->session;
  const SeidelEngine *engine = session->engine;
  SeidelVector *vectors[3];

  for (int i = 0; i < 3; i++)
    vectors[i] = seidel_method_run_vector (run);
  engine->vectors.upload (session->context, vectors[0], x);
  engine->vectors.upload (session->context, vectors[1], b);
  seidel_session_multiply_dot (session, run->A, vectors[0], vectors[2], 0);
  engine->vectors.download (session->context, found, vectors[2]);
  seidel_session_residual (session, run->A, vectors[1], vectors[0], vectors[2], 1);
  engine->vectors.download (session->context, found + run->n, vectors[2]);
  seidel_session_get (session, 0, 2, sums);
  g_assert_false (seidel_session_failed (session));
  for (int i = 0; i < 3; i++)
    seidel_session_vector_free (session, vectors[i]);
}

static void
check_products (int size, SeidelPrecision precision)
{
  const int64_t n = (int64_t) 4500 * size; /* several times what a thread takes at once */
  const double epsilon = precision == SEIDEL_PRECISION_SINGLE ? 1e-5 : 1e-13;
  g_autofree double *x = test_random_vector (n, 1);
  g_autofree double *b = test_random_vector (n, 2);
  g_autofree double *by_rows = g_new (double, 2 * n);
  g_autofree double *by_blocks = g_new (double, 2 * n);
  g_autofree double *alone = g_new (double, 2 * n);
  double sums[3][2];

  for (int threads = 1; threads <= 3; threads += 2)
    {
      Bench *bench =
        bench_new (line_of_blocks (n / size, size), "block-jacobi", precision, threads);

      multiply (bench, x, b, by_rows, sums[0]);
      g_assert_cmpint (bench_prepare (bench), ==, SEIDEL_REASON_NONE);
      multiply (bench, x, b, threads == 1 ? alone : by_blocks, sums[threads == 1 ? 1 : 2]);
      test_assert_close (threads == 1 ? alone : by_blocks, by_rows, 2 * n, epsilon);
      for (int i = 0; i < 2; i++)
        g_assert_cmpfloat (fabs (sums[1][i] - sums[0][i]), <=,
                           epsilon * (double) n * fabs (sums[0][i]));
      /* As before where there are no blocks any more. */
      bench->preconditioner.kind->clear (&bench->run, &bench->preconditioner);
      multiply (bench, x, b, by_blocks, sums[0]);
      g_assert_cmpmem (by_blocks, (gsize) (2 * n) * sizeof *x, by_rows,
                       (gsize) (2 * n) * sizeof *x);
      g_assert_cmpint (bench_prepare (bench), ==, SEIDEL_REASON_NONE);
      multiply (bench, x, b, by_blocks, sums[2]);
      g_assert_cmpmem (by_blocks, (gsize) (2 * n) * sizeof *x, alone, (gsize) (2 * n) * sizeof *x);
      g_assert_cmpmem (sums[2], sizeof sums[2], sums[1], sizeof sums[1]);
      bench_free (bench);
    }
}

/* Products go by the blocks that block Jacobi has found full: the same but for rounding, and the
 * same bits for any number of threads. */
static void
test_block_products (void)
{
  for (node = 2; node <= 7; node++)
    for (int precision = 0; precision < 2; precision++)
      check_products (node, (SeidelPrecision) precision);
  node = 3;
}

/* z and r · z at once, and one after the other. */
static void
check_divided (int size, int threads)
{
  const int64_t n = (int64_t) 9001 * size; /* a node stands on both sides of a block of a sum */
  g_autofree double *r_here = test_random_vector (n, 4);
  g_autofree double *fused = g_new (double, n);
  g_autofree double *apart = g_new (double, n);
  Bench *bench =
    bench_new (line_of_blocks (n / size, size), "block-jacobi", SEIDEL_PRECISION_DOUBLE, threads);
  SeidelMethodRun *run = &bench->run;
  SeidelSession *session = &run->session;
  SeidelVector *r = seidel_method_run_vector (run);
  double sums[2];

  g_assert_cmpint (bench_prepare (bench), ==, SEIDEL_REASON_NONE);
  session->engine->vectors.upload (session->context, r, r_here);
  for (int k = 0; k < 2; k++)
    {
      SeidelVector *z = seidel_method_run_vector (run);

      if (k == 0)
        bench->preconditioner.kind->apply_dot (run, &bench->preconditioner, r, z, k);
      else
        {
          bench->preconditioner.kind->apply (run, &bench->preconditioner, false, r, z);
          seidel_session_dot (session, k, r, z);
        }
      session->engine->vectors.download (session->context, k == 0 ? fused : apart, z);
      seidel_session_vector_free (session, z);
    }
  seidel_session_get (session, 0, 2, sums);
  g_assert_false (seidel_session_failed (session));
  g_assert_cmpmem (fused, (gsize) n * sizeof *fused, apart, (gsize) n * sizeof *apart);
  g_assert_cmpmem (&sums[0], sizeof (double), &sums[1], sizeof (double));
  seidel_session_vector_free (session, r);
  bench_free (bench);
}

static void
test_block_sums (void)
{
  for (node = 2; node <= 7; node++)
    for (int threads = 1; threads <= 3; threads += 2)
      check_divided (node, threads);
  node = 3;
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/node-blocks/applied", test_blocks);
  g_test_add_func ("/node-blocks/products", test_block_products);
  g_test_add_func ("/node-blocks/by-levels", test_blocks_by_levels);
  g_test_add_func ("/node-blocks/sums", test_block_sums);
  return g_test_run ();
}
