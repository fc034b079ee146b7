/* L D Lᵀ of a symmetric matrix by supernodes, D being a diagonal of any signs: rows are not
 * exchanged for its sake. The libraries have it column by column only, which takes several times as
 * long where factors fill.
 *
 * CHOLMOD's symbolic factorisation gives the supernodes: neighbouring columns with the same rows
 * below them. A supernode takes what those before it with rows in it contribute, each by one dense
 * product, and is then factored as a dense matrix.
 *
 * Source: Ng and Peyton, "Block sparse Cholesky algorithms on advanced uniprocessor computers"
 * (1993); Golub and Van Loan, Matrix Computations (2013), 4.1.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-sparse-direct.h"

#include <math.h>
#include <string.h>

/* Columns that are factored without dense products. */
#define PANEL 32

struct SeidelSupernodes
{
  double *values;    /* of one supernode after the other, column by column, D on the diagonal */
  double *update;    /* what one supernode contributes to another one */
  double *scaled;    /* … and some of its rows, times D */
  double *below;     /* of a vector, the rows below a supernode */
  double *y;         /* the vector in the order of L */
  int64_t *order;    /* where each row of the matrix is in L */
  int64_t *owner;    /* the supernode of each column */
  int64_t *place;    /* of each row in the supernode that is being made */
  int64_t *relative; /* … and those of the rows of an update */
  /* Of each supernode: the first one of those that contribute to it next, the next one in the list
   * that it is in, and how many of its rows have had their part. */
  int64_t *first;
  int64_t *next;
  int64_t *done;
};

/* A supernode: columns begin … begin + columns − 1 of L, its rows in order, and its values. */
typedef struct
{
  int64_t begin;
  int columns;
  int rows;
  const int64_t *indices;
  double *values;
} Part;

static Part
part_of (const SeidelSparse *sparse, int64_t s)
{
  const cholmod_factor *L = sparse->L;
  const int64_t *super = L->super;
  const int64_t *pi = L->pi;
  const int64_t *px = L->px;

  return (Part){
    .begin = super[s],
    .columns = (int) (super[s + 1] - super[s]),
    .rows = (int) (pi[s + 1] - pi[s]),
    .indices = (const int64_t *) L->s + pi[s],
    .values = sparse->supernodes->values + px[s],
  };
}

/* Numbers for the scaled rows of a supernode: of those below it, or of a panel of it. */
static size_t
count_scaled (const SeidelSparse *sparse)
{
  size_t most = 1;

  for (size_t s = 0; s < sparse->L->nsuper; s++)
    {
      const int64_t columns =
        ((const int64_t *) sparse->L->super)[s + 1] - ((const int64_t *) sparse->L->super)[s];
      const int64_t rows =
        ((const int64_t *) sparse->L->pi)[s + 1] - ((const int64_t *) sparse->L->pi)[s];

      most = MAX (most, (size_t) (columns * MAX (rows - columns, PANEL)));
    }
  return most;
}

static bool
take_room (SeidelSparse *sparse)
{
  const cholmod_factor *L = sparse->L;
  struct SeidelSupernodes *self = g_new0 (struct SeidelSupernodes, 1);
  const struct
  {
    void *array; /* the address of one of the pointers */
    size_t n;
  } arrays[] = {
    { &self->values, L->xsize },
    { &self->update, L->maxcsize },
    { &self->below, L->maxesize },
    { &self->scaled, count_scaled (sparse) },
    { &self->y, L->n },
    { &self->order, L->n },
    { &self->owner, L->n },
    { &self->place, L->n },
    { &self->relative, L->n },
    { &self->first, L->nsuper },
    { &self->next, L->nsuper },
    { &self->done, L->nsuper },
  };

  sparse->supernodes = self;
  for (size_t i = 0; i < G_N_ELEMENTS (arrays); i++)
    {
      void *memory = seidel_sparse_take (MAX (arrays[i].n, 1) * sizeof (double));

      if (memory == NULL)
        {
          sparse->common.status = CHOLMOD_OUT_OF_MEMORY;
          return false;
        }
      memcpy (arrays[i].array, &memory, sizeof memory);
    }
  for (size_t i = 0; i < L->n; i++)
    self->order[((const int64_t *) L->Perm)[i]] = (int64_t) i;
  for (size_t s = 0; s < L->nsuper; s++)
    for (int64_t i = ((const int64_t *) L->super)[s]; i < ((const int64_t *) L->super)[s + 1]; i++)
      self->owner[i] = (int64_t) s;
  return true;
}

void
seidel_sparse_ldlt_clear (SeidelSparse *sparse)
{
  struct SeidelSupernodes *self = sparse->supernodes;

  if (self == NULL)
    return;
  seidel_sparse_give (self->values);
  seidel_sparse_give (self->update);
  seidel_sparse_give (self->scaled);
  seidel_sparse_give (self->below);
  seidel_sparse_give (self->y);
  seidel_sparse_give (self->order);
  seidel_sparse_give (self->owner);
  seidel_sparse_give (self->place);
  seidel_sparse_give (self->relative);
  seidel_sparse_give (self->first);
  seidel_sparse_give (self->next);
  seidel_sparse_give (self->done);
  g_clear_pointer (&sparse->supernodes, g_free);
}

/* The columns of the matrix, from the diagonal on; its rows are the same. */
static void
load (const SeidelSparse *sparse, const Part *part)
{
  const struct SeidelSupernodes *self = sparse->supernodes;
  const SeidelCsr *csr = sparse->matrix->csr;
  const int64_t *perm = sparse->L->Perm;

  memset (part->values, 0, (size_t) part->rows * (size_t) part->columns * sizeof *part->values);
  for (int i = 0; i < part->rows; i++)
    self->place[part->indices[i]] = i;
  for (int j = 0; j < part->columns; j++)
    {
      const int64_t row = perm[part->begin + j];
      double *column = part->values + (int64_t) j * part->rows;

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        {
          const int64_t i = self->order[csr->column_indices[k]];

          if (i >= part->begin + j)
            column[self->place[i]] = csr->values[k];
        }
    }
}

/* Subtracts L D Lᵀ of the rows of another supernode, from its rows begin to end, which are columns
 * of this one. */
static void
subtract (const SeidelSparse *sparse, const Part *part, const Part *from, int begin, int end)
{
  const struct SeidelSupernodes *self = sparse->supernodes;
  const double *L = from->values + begin;
  const int columns = end - begin;
  const int rows = from->rows - begin;

  for (int k = 0; k < from->columns; k++)
    {
      const double *column = L + (int64_t) k * from->rows;
      const double pivot = from->values[(int64_t) k * from->rows + k];

      for (int i = 0; i < columns; i++)
        self->scaled[(int64_t) k * columns + i] = column[i] * pivot;
    }
  seidel_blas.cblas_dgemm (CblasColMajor, CblasNoTrans, CblasTrans, rows, columns, from->columns,
                           1.0, L, from->rows, self->scaled, columns, 0.0, self->update, rows);
  for (int i = 0; i < rows; i++)
    self->relative[i] = self->place[from->indices[begin + i]];
  for (int j = 0; j < columns; j++)
    {
      double *column =
        part->values + (from->indices[begin + j] - part->begin) * (int64_t) part->rows;

      for (int i = j; i < rows; i++)
        column[self->relative[i]] -= self->update[(int64_t) j * rows + i];
    }
}

/* n columns of a dense lower triangle; returns how many until a pivot is 0. */
static int
factor_triangle (double *a, int64_t stride, int n)
{
  for (int k = 0; k < n; k++)
    {
      double *column = a + k * stride;
      const double pivot = column[k];

      if (pivot == 0.0 || !isfinite (pivot))
        return k;
      for (int j = k + 1; j < n; j++)
        {
          const double factor = column[j] / pivot;

          for (int i = j; i < n; i++)
            a[j * stride + i] -= factor * column[i];
        }
      for (int i = k + 1; i < n; i++)
        column[i] /= pivot;
    }
  return n;
}

/* The columns of a supernode, panel by panel; returns how many until a pivot is 0. */
static int
factor_part (const SeidelSparse *sparse, const Part *part)
{
  double *scaled = sparse->supernodes->scaled;

  for (int k = 0; k < part->columns; k += PANEL)
    {
      const int n = MIN (PANEL, part->columns - k);
      const int right = part->columns - k - n;
      const int rows = part->rows - k - n;
      double *a = part->values + (int64_t) k * (part->rows + 1);
      double *below = a + n;
      const int factored = factor_triangle (a, part->rows, n);

      if (factored < n)
        return k + factored;
      if (rows == 0)
        break;
      /* Then these are L D, … */
      seidel_blas.cblas_dtrsm (CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasUnit, rows,
                               n, 1.0, a, part->rows, below, part->rows);
      for (int j = 0; j < n; j++)
        {
          double *column = below + (int64_t) j * part->rows;
          const double pivot = a[(int64_t) j * (part->rows + 1)];

          memcpy (scaled + (int64_t) j * right, column, (size_t) right * sizeof *column);
          for (int i = 0; i < rows; i++)
            column[i] /= pivot; /* … and now L */
        }
      if (right > 0)
        seidel_blas.cblas_dgemm (CblasColMajor, CblasNoTrans, CblasTrans, rows, right, n, -1.0,
                                 below, part->rows, scaled, right, 1.0,
                                 below + (int64_t) n * part->rows, part->rows);
    }
  return part->columns;
}

/* Puts a supernode into the list of the one that its next row is a column of. */
static void
pass_on (struct SeidelSupernodes *self, int64_t s, const Part *part, int done)
{
  int64_t to;

  self->done[s] = done;
  if (done == part->rows)
    return;
  to = self->owner[part->indices[done]];
  self->next[s] = self->first[to];
  self->first[to] = s;
}

static void
take_updates (SeidelSparse *sparse, int64_t s, const Part *part)
{
  struct SeidelSupernodes *self = sparse->supernodes;
  int64_t next;

  for (int64_t d = self->first[s]; d >= 0; d = next)
    {
      const Part from = part_of (sparse, d);
      const int begin = (int) self->done[d];
      int end = begin;

      next = self->next[d];
      while (end < from.rows && from.indices[end] < part->begin + part->columns)
        end++;
      subtract (sparse, part, &from, begin, end);
      pass_on (self, d, &from, end);
    }
}

void
seidel_sparse_ldlt_factor (SeidelSparse *sparse)
{
  const int64_t n = (int64_t) sparse->L->nsuper;

  sparse->common.status = CHOLMOD_OK;
  sparse->L->minor = sparse->L->n;
  if (sparse->supernodes == NULL && !take_room (sparse))
    return;
  for (int64_t s = 0; s < n; s++)
    sparse->supernodes->first[s] = -1;
  for (int64_t s = 0; s < n && !atomic_load (&sparse->abandoned); s++)
    {
      const Part part = part_of (sparse, s);
      int factored;

      load (sparse, &part);
      take_updates (sparse, s, &part);
      factored = factor_part (sparse, &part);
      if (factored < part.columns)
        {
          sparse->L->minor = (size_t) (part.begin + factored);
          return;
        }
      pass_on (sparse->supernodes, s, &part, part.columns);
    }
}

/* y ← L⁻¹ y */
static void
solve_lower (const SeidelSparse *sparse, double *y, double *below)
{
  for (int64_t s = 0; s < (int64_t) sparse->L->nsuper; s++)
    {
      const Part part = part_of (sparse, s);
      const int rows = part.rows - part.columns;
      double *own = y + part.begin;

      seidel_blas.cblas_dtrsv (CblasColMajor, CblasLower, CblasNoTrans, CblasUnit, part.columns,
                               part.values, part.rows, own, 1);
      if (rows == 0)
        continue;
      seidel_blas.cblas_dgemv (CblasColMajor, CblasNoTrans, rows, part.columns, 1.0,
                               part.values + part.columns, part.rows, own, 1, 0.0, below, 1);
      for (int i = 0; i < rows; i++)
        y[part.indices[part.columns + i]] -= below[i];
    }
}

/* y ← L⁻ᵀ D⁻¹ y */
static void
solve_upper (const SeidelSparse *sparse, double *y, double *below)
{
  for (int64_t s = (int64_t) sparse->L->nsuper - 1; s >= 0; s--)
    {
      const Part part = part_of (sparse, s);
      const int rows = part.rows - part.columns;
      double *own = y + part.begin;

      for (int i = 0; i < part.columns; i++)
        own[i] /= part.values[(int64_t) i * (part.rows + 1)];
      for (int i = 0; i < rows; i++)
        below[i] = y[part.indices[part.columns + i]];
      if (rows > 0)
        seidel_blas.cblas_dgemv (CblasColMajor, CblasTrans, rows, part.columns, -1.0,
                                 part.values + part.columns, part.rows, below, 1, 1.0, own, 1);
      seidel_blas.cblas_dtrsv (CblasColMajor, CblasLower, CblasTrans, CblasUnit, part.columns,
                               part.values, part.rows, own, 1);
    }
}

void
seidel_sparse_ldlt_solve (SeidelSparse *sparse)
{
  const int64_t *perm = sparse->L->Perm;
  double *y = sparse->supernodes->y;

  for (int64_t i = 0; i < sparse->rows; i++)
    y[i] = sparse->b[perm[i]];
  solve_lower (sparse, y, sparse->supernodes->below);
  solve_upper (sparse, y, sparse->supernodes->below);
  for (int64_t i = 0; i < sparse->rows; i++)
    sparse->x[perm[i]] = y[i];
}
