/* Operations of the CPU engine that do at once what an iteration does one after the other, for one
 * type and one arithmetic: each vector is read from memory once.
 *
 * Included by the instances of the kernels. Sums are taken over the blocks of dot ().
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

SEIDEL_CPU_CLONES static double
NAME (block_of_cg_update) (REAL *x, REAL *r, REAL a, const REAL *p, const REAL *q, int64_t n)
{
  NAME (LaneSum) sum = { { 0.0 } };
  int64_t i = 0;

  for (; i + SEIDEL_CPU_SLICE <= n; i += SEIDEL_CPU_SLICE)
    {
      NAME (Slice) renewed = SLICE_AT (r + i) - a * SLICE_AT (q + i);
      NAME (Lanes) wide = __builtin_convertvector(renewed, NAME (Lanes));

      *(NAME (StoredSlice) *) (x + i) = SLICE_AT (x + i) + a * SLICE_AT (p + i);
      *(NAME (StoredSlice) *) (r + i) = renewed;
      ADD_LANES (&sum, wide, wide);
    }
  for (int64_t k = i; k < n; k++)
    {
      x[k] += a * p[k];
      r[k] -= a * q[k];
    }
  NAME (add_rest) (&sum, r + i, r + i, n - i);
  return NAME (total_of) (&sum);
}

static double
NAME (cg_update) (SeidelContext *context,
                  void *x,
                  void *r,
                  double alpha,
                  const void *p,
                  const void *q,
                  int64_t n)
{
  int64_t n_blocks = (n + SEIDEL_CPU_BLOCK - 1) / SEIDEL_CPU_BLOCK;

#pragma omp parallel for num_threads(seidel_cpu_team(context, n)) schedule(static)
  for (int64_t block = 0; block < n_blocks; block++)
    {
      int64_t begin = block * SEIDEL_CPU_BLOCK;
      int64_t end = begin + SEIDEL_CPU_BLOCK < n ? begin + SEIDEL_CPU_BLOCK : n;

      context->partials[block] =
        NAME (block_of_cg_update) ((REAL *) x + begin, (REAL *) r + begin, (REAL) alpha,
                                   (const REAL *) p + begin, (const REAL *) q + begin, end - begin);
    }
  return seidel_cpu_sum_partials (context, n_blocks);
}

SEIDEL_CPU_CLONES static double
NAME (block_of_divide_diagonal_dot) (const REAL *d, const REAL *x, REAL *y, int64_t n)
{
  NAME (LaneSum) sum = { { 0.0 } };
  int64_t i = 0;

  for (; i + SEIDEL_CPU_SLICE <= n; i += SEIDEL_CPU_SLICE)
    {
      NAME (Slice) divided = SLICE_AT (x + i) / SLICE_AT (d + i);

      *(NAME (StoredSlice) *) (y + i) = divided;
      ADD_LANES (&sum, LANES_AT (x + i), __builtin_convertvector(divided, NAME (Lanes)));
    }
  for (int64_t k = i; k < n; k++)
    y[k] = x[k] / d[k];
  NAME (add_rest) (&sum, x + i, y + i, n - i);
  return NAME (total_of) (&sum);
}

static double
NAME (divide_diagonal_dot) (SeidelContext *context,
                            const void *diagonal,
                            const void *x,
                            void *y,
                            int64_t n)
{
  int64_t n_blocks = (n + SEIDEL_CPU_BLOCK - 1) / SEIDEL_CPU_BLOCK;

#pragma omp parallel for num_threads(seidel_cpu_team(context, n)) schedule(static)
  for (int64_t block = 0; block < n_blocks; block++)
    {
      int64_t begin = block * SEIDEL_CPU_BLOCK;
      int64_t end = begin + SEIDEL_CPU_BLOCK < n ? begin + SEIDEL_CPU_BLOCK : n;

      context->partials[block] = NAME (
        block_of_divide_diagonal_dot) ((const REAL *) diagonal + begin, (const REAL *) x + begin,
                                       (REAL *) y + begin, end - begin);
    }
  return seidel_cpu_sum_partials (context, n_blocks);
}

/* p ← r + β (p − ω v) */
static void
NAME (bicgstab_turn) (SeidelContext *context,
                      void *p_elements,
                      const void *r_elements,
                      double beta,
                      double omega,
                      const void *v_elements,
                      int64_t n)
{
  REAL *p = p_elements;
  const REAL *r = r_elements;
  const REAL *v = v_elements;
  REAL b = (REAL) beta;
  REAL w = (REAL) omega;

#pragma omp parallel for simd num_threads(seidel_cpu_team(context, n)) schedule(static)
  for (int64_t i = 0; i < n; i++)
    p[i] = r[i] + b * (p[i] - w * v[i]);
}

/* Both sums of bicgstab_update () over a block. */
SEIDEL_CPU_CLONES static void
NAME (block_of_bicgstab_update) (REAL *x,
                                 REAL *r,
                                 REAL a,
                                 const REAL *p,
                                 REAL w,
                                 const REAL *s,
                                 const REAL *t,
                                 const REAL *shadow,
                                 int64_t n,
                                 double sums[2])
{
  NAME (LaneSum) squares = { { 0.0 } };
  NAME (LaneSum) products = { { 0.0 } };
  int64_t i = 0;

  for (; i + SEIDEL_CPU_SLICE <= n; i += SEIDEL_CPU_SLICE)
    {
      /* s may be r: it is read before r is written. */
      NAME (Slice) renewed = SLICE_AT (r + i) - w * SLICE_AT (t + i);
      NAME (Lanes) wide = __builtin_convertvector(renewed, NAME (Lanes));

      *(NAME (StoredSlice) *) (x + i) =
        (SLICE_AT (x + i) + a * SLICE_AT (p + i)) + w * SLICE_AT (s + i);
      *(NAME (StoredSlice) *) (r + i) = renewed;
      ADD_LANES (&squares, wide, wide);
      ADD_LANES (&products, LANES_AT (shadow + i), wide);
    }
  for (int64_t k = i; k < n; k++)
    {
      x[k] = (x[k] + a * p[k]) + w * s[k];
      r[k] -= w * t[k];
    }
  NAME (add_rest) (&squares, r + i, r + i, n - i);
  NAME (add_rest) (&products, shadow + i, r + i, n - i);
  sums[0] = NAME (total_of) (&squares);
  sums[1] = NAME (total_of) (&products);
}

/* x ← x + α p + ω s, r ← r − ω t; sums ← r · r, shadow · r */
static void
NAME (bicgstab_update) (SeidelContext *context,
                        void *x,
                        void *r,
                        const double steps[2],
                        const void *p,
                        const void *s,
                        const void *t,
                        const void *shadow,
                        int64_t n,
                        double sums[2])
{
  int64_t n_blocks = (n + SEIDEL_CPU_BLOCK - 1) / SEIDEL_CPU_BLOCK;

#pragma omp parallel for num_threads(seidel_cpu_team(context, n)) schedule(static)
  for (int64_t block = 0; block < n_blocks; block++)
    {
      int64_t begin = block * SEIDEL_CPU_BLOCK;
      int64_t end = begin + SEIDEL_CPU_BLOCK < n ? begin + SEIDEL_CPU_BLOCK : n;

      NAME (block_of_bicgstab_update)
      ((REAL *) x + begin, (REAL *) r + begin, (REAL) steps[0], (const REAL *) p + begin,
       (REAL) steps[1], (const REAL *) s + begin, (const REAL *) t + begin,
       (const REAL *) shadow + begin, end - begin, context->partials + 2 * block);
    }
  seidel_cpu_sum_pairs (context, n_blocks, sums);
}

/* y ← A x; sums ← z · y, y · y */
static void
NAME (multiply_dots) (SeidelContext *context,
                      const SeidelOperator *A,
                      const void *x,
                      void *y_elements,
                      const void *z_elements,
                      double sums[2])
{
#pragma omp parallel for num_threads(seidel_cpu_team_for(context, A)) schedule(static)
  for (int64_t chunk = 0; chunk < A->n_chunks; chunk++)
    {
      NAME (Total) products_z = { 0.0 };
      NAME (Total) squares = { 0.0 };

      if (seidel_cpu_stopped (context))
        continue;
      for (int64_t i = A->chunk_runs[chunk]; i < A->chunk_runs[chunk + 1]; i++)
        {
          const SeidelCpuRun *run = &A->rows->runs[i];
          const REAL *z = (const REAL *) z_elements + run->first;
          REAL *y = (REAL *) y_elements + run->first;
          REAL products[SEIDEL_CPU_RUN_ROWS];

          NAME (run_products) (A->rows, run, x, products);
          NAME (add_value) (&products_z, NAME (short_dot) (z, products, run->n_rows));
          NAME (add_value) (&squares, NAME (short_dot) (products, products, run->n_rows));
          for (int row = 0; row < run->n_rows; row++)
            y[row] = products[row];
        }
      context->partials[2 * chunk] = products_z.value;
      context->partials[2 * chunk + 1] = squares.value;
    }
  seidel_cpu_sum_pairs (context, A->n_chunks, sums);
}
