/* The factors of a matrix by themselves, and what it maps to zero.
 *
 * A row of A is a column for UMFPACK, which factors B = Aᵀ: P R B Q = L U with the rows of B
 * divided by R. Hence (A R⁻¹)(Q, P) = Uᵀ Lᵀ.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-sparse-factors.h"

#include <math.h>
#include <string.h>

#include "base/seidel-memory.h"
#include "base/seidel-random.h"
#include "matrix/seidel-vector.h"
#include "method/seidel-sparse-direct.h"
#include "method/seidel-triangles.h"

#define SHIFT     1e-10 /* of the norm of A */
#define STEPS     3     /* of the inverse iteration: two do, from a random beginning */
#define NULL_NORM 1e-13 /* ‖A v‖ / ‖A‖ of a null vector v with ‖v‖ = 1, at most */
#define SEED      7

void
seidel_sparse_factors_clear (SeidelSparseFactors *self)
{
  g_clear_pointer (&self->lower, seidel_csr_free);
  g_clear_pointer (&self->upper, seidel_csr_free);
  g_clear_pointer (&self->rows, g_free);
  g_clear_pointer (&self->columns, g_free);
  g_clear_pointer (&self->scale, g_free);
}

/* Room for the permutations. */
static bool
take_orders (SeidelSparseFactors *factors, int64_t n)
{
  factors->rows = g_try_new (int64_t, MAX (n, 1));
  factors->columns = g_try_new (int64_t, MAX (n, 1));
  factors->scale = g_try_new (double, MAX (n, 1));
  return factors->rows != NULL && factors->columns != NULL && factors->scale != NULL;
}

/* A matrix of columns, or the transpose of one of rows, with sorted rows. */
static SeidelCsr *
from_compressed (int64_t n,
                 const int64_t *offsets,
                 const int64_t *indices,
                 const double *values,
                 GCancellable *cancellable,
                 GError **error)
{
  g_autoptr (SeidelCsr) csr = seidel_csr_new (n, n, offsets[n], error);

  if (csr == NULL)
    return NULL;
  memcpy (csr->row_offsets, offsets, (size_t) (n + 1) * sizeof *offsets);
  memcpy (csr->values, values, (size_t) offsets[n] * sizeof *values);
  for (int64_t k = 0; k < offsets[n]; k++)
    csr->column_indices[k] = (int32_t) indices[k];
  return seidel_csr_canonicalize (csr, cancellable, error) >= 0 ? g_steal_pointer (&csr) : NULL;
}

/* The arrays of UMFPACK's L, by rows, and U, by columns. */
typedef struct
{
  int64_t *l_offsets, *l_indices, *u_offsets, *u_indices;
  double *l_values, *u_values;
} Arrays;

static bool
arrays_init (Arrays *self, int64_t n, int64_t l, int64_t u)
{
  *self = (Arrays){ .l_offsets = g_try_new (int64_t, n + 1),
                    .l_indices = g_try_new (int64_t, MAX (l, 1)),
                    .u_offsets = g_try_new (int64_t, n + 1),
                    .u_indices = g_try_new (int64_t, MAX (u, 1)),
                    .l_values = g_try_new (double, MAX (l, 1)),
                    .u_values = g_try_new (double, MAX (u, 1)) };
  return self->l_offsets != NULL && self->l_indices != NULL && self->u_offsets != NULL
         && self->u_indices != NULL && self->l_values != NULL && self->u_values != NULL;
}

static void
arrays_clear (Arrays *self)
{
  g_free (self->l_offsets);
  g_free (self->l_indices);
  g_free (self->u_offsets);
  g_free (self->u_indices);
  g_free (self->l_values);
  g_free (self->u_values);
}

/* With the scaling as what columns of A are divided by. */
static bool
read_umfpack (const SeidelSparse *sparse, Arrays *arrays, SeidelSparseFactors *factors)
{
  int64_t reciprocal = 0;

  if (seidel_blas.umfpack_dl_get_numeric (arrays->l_offsets, arrays->l_indices, arrays->l_values,
                                          arrays->u_offsets, arrays->u_indices, arrays->u_values,
                                          factors->columns, factors->rows, NULL, &reciprocal,
                                          factors->scale, sparse->numeric)
      != UMFPACK_OK)
    return false;
  for (int64_t i = 0; reciprocal != 0 && i < sparse->rows; i++)
    factors->scale[i] = 1.0 / factors->scale[i];
  return true;
}

SeidelReason
seidel_sparse_factors_lu (SeidelMethodRun *run, SeidelSparseFactors *factors)
{
  GCancellable *cancellable = run->monitor->cancellable;
  SeidelReason reason = SEIDEL_REASON_NONE;
  SeidelSparse *sparse = seidel_sparse_factor_by_umfpack (run, &reason);
  g_autoptr (SeidelCsr) rows = NULL;
  g_autoptr (GError) error = NULL;
  Arrays arrays = { 0 };

  if (sparse == NULL)
    return reason;
  if (!arrays_init (&arrays, run->n, (int64_t) sparse->info[UMFPACK_LNZ],
                    (int64_t) sparse->info[UMFPACK_UNZ])
      || !take_orders (factors, run->n) || !read_umfpack (sparse, &arrays, factors))
    reason =
      seidel_direct_out_of_memory (run,
                                   16.0 * (sparse->info[UMFPACK_LNZ] + sparse->info[UMFPACK_UNZ]));
  else
    {
      /* U by columns is Uᵀ by rows. */
      factors->lower = from_compressed (run->n, arrays.u_offsets, arrays.u_indices, arrays.u_values,
                                        cancellable, &error);
      if (factors->lower != NULL)
        rows = from_compressed (run->n, arrays.l_offsets, arrays.l_indices, arrays.l_values,
                                cancellable, &error);
      if (rows != NULL)
        factors->upper = seidel_csr_transpose (rows, cancellable, &error);
    }
  if (error != NULL)
    reason = seidel_triangles_fail (run, error);
  arrays_clear (&arrays);
  seidel_sparse_free (sparse);
  return reason;
}

SeidelReason
seidel_sparse_factors_cholesky (SeidelMethodRun *run, SeidelSparseFactors *factors)
{
  SeidelReason reason = SEIDEL_REASON_NONE;
  SeidelSparse *sparse = seidel_sparse_factor_by_cholmod (run, &reason);
  cholmod_sparse *L = NULL;
  g_autoptr (SeidelCsr) columns = NULL;
  g_autoptr (GError) error = NULL;

  if (sparse == NULL)
    return reason;
  if (take_orders (factors, run->n))
    {
      for (int64_t i = 0; i < run->n; i++)
        {
          factors->rows[i] = factors->columns[i] = ((const int64_t *) sparse->L->Perm)[i];
          factors->scale[i] = 1.0;
        }
      L = seidel_blas.cholmod_l_factor_to_sparse (sparse->L, &sparse->common);
    }
  if (L == NULL)
    reason = seidel_direct_out_of_memory (run, 16.0 * sparse->common.lnz);
  else
    columns = from_compressed (run->n, L->p, L->i, L->x, run->monitor->cancellable, &error);
  if (columns != NULL)
    factors->lower = seidel_csr_transpose (columns, run->monitor->cancellable, &error);
  if (error != NULL)
    reason = seidel_triangles_fail (run, error);
  if (L != NULL)
    seidel_blas.cholmod_l_free_sparse (&L, &sparse->common);
  seidel_sparse_free (sparse);
  return reason;
}

/* Makes vector k orthogonal to those before it, twice, and of norm 1. */
static void
orthonormalise (double *vectors, int64_t n, int k)
{
  double *v = vectors + (size_t) k * n;
  double norm = 0.0;

  for (int pass = 0; pass < 2; pass++)
    for (int j = 0; j < k; j++)
      {
        const double *u = vectors + (size_t) j * n;
        double product = 0.0;

        for (int64_t i = 0; i < n; i++)
          product += u[i] * v[i];
        for (int64_t i = 0; i < n; i++)
          v[i] -= product * u[i];
      }
  norm = seidel_vector_norm_2 (v, n);
  for (int64_t i = 0; i < n && norm > 0.0; i++)
    v[i] /= norm;
}

/* ‖A v‖₂ */
static double
image_norm (const SeidelCsr *csr, const double *v)
{
  double sum = 0.0;

  for (int64_t row = 0; row < csr->rows; row++)
    {
      double image = 0.0;

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        image += csr->values[k] * v[csr->column_indices[k]];
      sum += image * image;
    }
  return sqrt (sum);
}

/* Iterates, and keeps the vectors that are mapped to zero at the beginning. */
static SeidelReason
iterate (SeidelMethodRun *run,
         const SeidelCsr *given,
         gpointer factors,
         double norm,
         double *vectors,
         int *count)
{
  const int64_t n = run->n;
  const int most = *count;

  for (int step = 0; step < STEPS; step++)
    for (int k = 0; k < most; k++)
      {
        if (!seidel_sparse_solve (run, factors, false, vectors + (size_t) k * n))
          return seidel_method_run_stop_reason (run);
        orthonormalise (vectors, n, k);
      }
  *count = 0;
  for (int k = 0; k < most; k++)
    if (image_norm (given, vectors + (size_t) k * n) <= NULL_NORM * norm)
      memmove (vectors + (size_t) (*count)++ * n, vectors + (size_t) k * n,
               (size_t) n * sizeof *vectors);
  return SEIDEL_REASON_NONE;
}

/* A + σ I; the diagonal is stored. NULL with an error. */
static SeidelCsr *
shift_matrix (const SeidelCsr *csr, double shift, GCancellable *cancellable, GError **error)
{
  const int64_t nonzeros = seidel_csr_nonzeros (csr);
  g_autofree int32_t *rows = g_try_new (int32_t, nonzeros + csr->rows);
  g_autofree int32_t *columns = g_try_new (int32_t, nonzeros + csr->rows);
  g_autofree double *values = g_try_new (double, nonzeros + csr->rows);
  int64_t n = 0;

  if (rows == NULL || columns == NULL || values == NULL)
    {
      seidel_memory_fail_matrix ((double) csr->rows, (double) nonzeros, error);
      return NULL;
    }
  for (int64_t row = 0; row < csr->rows; row++)
    {
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++, n++)
        {
          rows[n] = (int32_t) row;
          columns[n] = csr->column_indices[k];
          values[n] = csr->values[k];
        }
      rows[n] = columns[n] = (int32_t) row;
      values[n++] = shift;
    }
  return seidel_csr_from_coordinates (&(SeidelCoordinates){ csr->rows, csr->columns, n, rows,
                                                            columns, values },
                                      NULL, cancellable, error);
}

static double
norm_inf (const SeidelCsr *csr)
{
  double norm = 0.0;

  for (int64_t row = 0; row < csr->rows; row++)
    {
      double sum = 0.0;

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        sum += fabs (csr->values[k]);
      norm = fmax (norm, sum);
    }
  return norm;
}

SeidelReason
seidel_sparse_null_vectors (SeidelMethodRun *run, int most, double **vectors, int *count)
{
  const SeidelCsr *given = run->csr;
  const double norm = norm_inf (given);
  const size_t numbers = (size_t) MIN (most, run->n) * (size_t) run->n;
  g_autoptr (SeidelMatrix) shifted = NULL;
  g_autoptr (GError) error = NULL;
  SeidelReason reason = SEIDEL_REASON_NONE;
  SeidelCsr *csr = shift_matrix (given, SHIFT * norm, run->monitor->cancellable, &error);
  gpointer factors;

  *vectors = NULL;
  *count = (int) MIN (most, run->n);
  if (csr == NULL)
    return seidel_triangles_fail (run, error);
  shifted = seidel_matrix_new ("shifted", csr);
  run->matrix = shifted;
  run->csr = csr;
  factors = seidel_sparse_factor_by_umfpack (run, &reason);
  if (factors == NULL)
    return reason;
  *vectors = seidel_vector_new ((int64_t) numbers, &error);
  for (size_t i = 0; i < numbers && *vectors != NULL; i++)
    (*vectors)[i] = seidel_random_at (SEED, i);
  reason = *vectors != NULL ? iterate (run, given, factors, norm, *vectors, count)
                            : seidel_triangles_fail (run, error);
  seidel_sparse_free (factors);
  run->csr = given;
  return reason;
}
