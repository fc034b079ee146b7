/* SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-null-space.h"

#include <float.h>
#include <math.h>

#include "base/seidel-translatable.h"
#include "matrix/seidel-vector.h"

/* Rounding errors of a row of a product with a vector that it maps to zero, over those of its
 * largest terms: of the entries of the matrix, and of the coordinates that modes are made from. */
#define ROUNDED (32.0 * DBL_EPSILON)

/* A vector of which less is left by those before it is one of them. */
#define DEPENDENT 1e-8

#define PART (SEIDEL_METHOD_RUN_SCALARS - 16)

struct SeidelNullSpace
{
  int count;
  SeidelVector *vectors[SEIDEL_NULL_SPACE_MOST]; /* orthonormal */
  double of_guess[SEIDEL_NULL_SPACE_MOST];       /* products with the first guess */
  bool constants;
  bool outside; /* b has a part that no x can have */
};

/* Element i of a vector. */
static double
element (const double *vectors, int n_vectors, int which, int64_t i)
{
  return vectors != NULL ? vectors[i * n_vectors + which] : 1.0;
}

static bool
maps_to_zero (const SeidelCsr *csr, const double *vectors, int n_vectors, int which)
{
  for (int64_t row = 0; row < csr->rows; row++)
    {
      double entries = 0.0;
      double sum = 0.0;
      double size = 0.0;

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        {
          const double term =
            csr->values[k] * element (vectors, n_vectors, which, csr->column_indices[k]);

          sum += term;
          size += fabs (term);
          entries += fabs (csr->values[k]);
        }
      if (entries == 0.0 || !(fabs (sum) <= ROUNDED * size))
        return false;
    }
  return csr->rows > 0;
}

/* The same of the transpose: column by column. */
static bool
transpose_maps_to_zero (const SeidelCsr *csr, const double *vectors, int n_vectors, int which)
{
  double *sums = seidel_vector_new (csr->columns, NULL);
  double *sizes = seidel_vector_new (csr->columns, NULL);
  bool zero = sums != NULL && sizes != NULL && csr->rows == csr->columns;

  for (int64_t row = 0; zero && row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      {
        const double term = csr->values[k] * element (vectors, n_vectors, which, row);

        sums[csr->column_indices[k]] += term;
        sizes[csr->column_indices[k]] += fabs (term);
      }
  for (int64_t j = 0; zero && j < csr->columns; j++)
    zero = fabs (sums[j]) <= ROUNDED * sizes[j];
  seidel_vector_free (sums);
  seidel_vector_free (sizes);
  return zero;
}

int
seidel_null_space_count (const SeidelCsr *csr, const double *vectors, int n_vectors, bool symmetric)
{
  const int count = vectors != NULL ? n_vectors : 1;

  for (int which = 0; which < count; which++)
    if (!maps_to_zero (csr, vectors, n_vectors, which)
        || !(symmetric || transpose_maps_to_zero (csr, vectors, n_vectors, which)))
      return 0;
  return count;
}

/* Takes those before it from q, twice, and normalises it; false where nothing is left. */
static bool
orthonormalise (double *const *basis, int count, double *q, int64_t n)
{
  const double before = seidel_vector_norm_2 (q, n);
  double after;

  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < count; k++)
      {
        double product = 0.0;

        for (int64_t i = 0; i < n; i++)
          product += basis[k][i] * q[i];
        for (int64_t i = 0; i < n; i++)
          q[i] -= product * basis[k][i];
      }
  after = seidel_vector_norm_2 (q, n);
  if (!(after > DEPENDENT * before))
    return false;
  for (int64_t i = 0; i < n; i++)
    q[i] /= after;
  return true;
}

/* Orthonormal vectors on the host; their number, 0 without memory. */
static int
make_basis (const SeidelMethodRun *run, int count, double **basis)
{
  int made = 0;

  for (int which = 0; which < count; which++)
    {
      double *q = seidel_vector_new (run->n, NULL);

      for (int64_t i = 0; q != NULL && i < run->n; i++)
        q[i] = element (run->near_null, run->n_near_null, which, i);
      if (q != NULL && orthonormalise (basis, made, q, run->n))
        basis[made++] = q;
      else
        seidel_vector_free (q);
    }
  return made;
}

static void
upload (SeidelMethodRun *run, SeidelVector *to, const double *from)
{
  run->session.engine->vectors.upload (run->session.context, to, from);
}

/* The run gets b without its part in the null space where that alone exceeds the tolerance. */
static void
take_rhs (SeidelMethodRun *run, SeidelNullSpace *self, double *const *basis, const double *b)
{
  double *rest = seidel_vector_new (run->n, NULL);
  double squared = 0.0;

  if (rest == NULL)
    return;
  for (int64_t i = 0; i < run->n; i++)
    rest[i] = b[i];
  for (int k = 0; k < self->count; k++)
    {
      const double part = seidel_vector_dot (basis[k], rest, run->n);

      squared += part * part;
      for (int64_t i = 0; i < run->n; i++)
        rest[i] -= part * basis[k][i];
    }
  self->outside = sqrt (squared) > seidel_monitor_target (run->monitor);
  if (self->outside)
    upload (run, run->b, rest);
  seidel_vector_free (rest);
}

/* Where rows and columns are in other units, the least residual is another one. */
static bool
is_scaled (const SeidelMethodRun *run)
{
  return run->equilibration != NULL
         && (run->equilibration->of_rows != NULL || run->equilibration->of_columns != NULL);
}

/* Methods whose directions are products of the matrix and what the preconditioner makes of them,
 * but for one that does without. */
static bool
is_used (const SeidelMethodRun *run)
{
  return run->csr->rows == run->csr->columns && !run->matrix->interleaved && !is_scaled (run)
         && run->options->precision != SEIDEL_PRECISION_MIXED && !run->method->least_squares
         && run->method->solve != seidel_method_minres_qlp
         && (run->method->family == SEIDEL_FAMILY_KRYLOV
             || run->method->solve == seidel_method_multigrid);
}

SeidelNullSpace *
seidel_null_space_new (SeidelMethodRun *run, const double *b)
{
  double *basis[SEIDEL_NULL_SPACE_MOST];
  double *guess = NULL;
  SeidelNullSpace *self = NULL;
  int count;

  if (!is_used (run) || seidel_session_failed (&run->session))
    return NULL;
  count = seidel_null_space_count (run->csr, run->near_null, run->n_near_null,
                                   run->structure->value_symmetric);
  count = count > 0 && count <= SEIDEL_NULL_SPACE_MOST ? make_basis (run, count, basis) : 0;
  guess = count > 0 ? seidel_vector_new (run->n, NULL) : NULL;
  if (guess != NULL)
    {
      self = g_new0 (SeidelNullSpace, 1);
      self->count = count;
      self->constants = run->near_null == NULL;
      run->session.engine->vectors.download (run->session.context, guess, run->x);
      for (int k = 0; k < count; k++)
        {
          self->of_guess[k] = seidel_vector_dot (basis[k], guess, run->n);
          self->vectors[k] = seidel_method_run_vector (run);
          if (self->vectors[k] != NULL)
            upload (run, self->vectors[k], basis[k]);
        }
      take_rhs (run, self, basis, b);
    }
  for (int k = 0; k < count; k++)
    seidel_vector_free (basis[k]);
  seidel_vector_free (guess);
  return self;
}

void
seidel_null_space_free (SeidelMethodRun *run)
{
  SeidelNullSpace *self = run->null_space;

  if (self == NULL)
    return;
  for (int k = 0; k < self->count; k++)
    seidel_session_vector_free (&run->session, self->vectors[k]);
  g_clear_pointer (&run->null_space, g_free);
}

int
seidel_null_space_dimension (const SeidelNullSpace *self)
{
  return self->count;
}

void
seidel_null_space_remove (SeidelMethodRun *run, SeidelVector *y)
{
  const SeidelNullSpace *self = run->null_space;

  for (int k = 0; k < self->count && !seidel_session_failed (&run->session); k++)
    {
      seidel_session_dot (&run->session, PART, self->vectors[k], y);
      seidel_session_axpy (&run->session, y, -1, PART, self->vectors[k]);
    }
}

/* A method that is no Krylov method may have changed the part of x that nothing determines. */
static void
restore_guess (SeidelMethodRun *run)
{
  const SeidelNullSpace *self = run->null_space;

  seidel_null_space_remove (run, run->x);
  for (int k = 0; k < self->count && !seidel_session_failed (&run->session); k++)
    {
      seidel_session_set (&run->session, PART, self->of_guess[k]);
      seidel_session_axpy (&run->session, run->x, 1, PART, self->vectors[k]);
    }
}

SeidelReason
seidel_null_space_end (SeidelMethodRun *run, const double *b, SeidelReason reason)
{
  const SeidelNullSpace *self = run->null_space;

  if (seidel_session_failed (&run->session))
    return reason;
  if (run->method->solve == seidel_method_multigrid)
    restore_guess (run);
  if (!self->outside)
    return reason;
  upload (run, run->b, b);
  if (!seidel_reason_converged (reason))
    return reason;
  if (!seidel_method_run_has_no_solution (run))
    return SEIDEL_REASON_ACCURACY_LIMIT;
  if (self->constants)
    seidel_method_run_note (
      run, "%s",
      seidel_text ("Every row of the matrix adds up to zero, so that it is singular, and b does "
                   "not: no x solves this system. This one solves it with the mean subtracted from "
                   "b, and no other x has a smaller residual."));
  else
    seidel_method_run_note (
      run, "%s",
      seidel_text ("The matrix maps the near null space to zero, so that it is singular, and b has "
                   "a part in it: no x solves this system. This one solves it without that part of "
                   "b, and no other x has a smaller residual."));
  return SEIDEL_REASON_LEAST_SQUARES;
}
