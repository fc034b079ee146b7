/* Sparse factorisations by SuiteSparse, on a thread that can be left to itself. Private to
 * solvers/method.
 *
 * No library of SuiteSparse can be interrupted, so all of them work on a thread of their own. When
 * the run is stopped, that thread is left to itself: it fails the next time it asks for memory, or
 * else ends its work, and then gives back what it took. What it may take is what was free when it
 * began.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "method/seidel-blas.h"
#include "method/seidel-direct.h"

G_BEGIN_DECLS

typedef struct SeidelSparse SeidelSparse;

/* How a library is used. factor () and solve () run on the thread that cannot be interrupted;
 * judge () returns what is wrong with the factors, or NONE. */
typedef struct
{
  void (*factor) (SeidelSparse *sparse);
  SeidelReason (*judge) (SeidelSparse *sparse, SeidelMethodRun *run);
  void (*solve) (SeidelSparse *sparse); /* b to x */
  void (*clear) (SeidelSparse *sparse);
  bool keeps_symbolic; /* factor () begins with the symbolic factors that it left, if any */
} SeidelSparseLibrary;

struct SeidelSparse
{
  const SeidelSparseLibrary *library;
  SeidelMatrix *matrix; /* held: the thread may outlive the run */
  int64_t rows;
  int64_t columns;
  int64_t *indices; /* the column indices, as long as the libraries want them */
  double *b;        /* rows */
  double *x;        /* columns */
  bool transposed;  /* how solve () takes the matrix */
  int threads;
  /* The memory that the library has, and may have. */
  atomic_bool abandoned;
  double used;
  double peak;
  double limit;
  bool asked;    /* whether the limit is that of the system, which is asked when it matters */
  double wanted; /* what it would have had when it was refused more */
  bool failed;   /* solve () did, for want of memory */
  /* UMFPACK. What solve () works in is taken with the factors: solve () asks for no memory. */
  void *symbolic;
  void *numeric;
  int64_t *solve_indices;
  double *solve_numbers;
  double control[UMFPACK_CONTROL];
  double info[UMFPACK_INFO];
  int status;
  /* CHOLMOD, and SuiteSparseQR, which uses it */
  bool started;
  cholmod_common common;
  cholmod_factor *L;
  cholmod_dense *solve_rows;           /* for solve (), too */
  cholmod_dense *solve_supernodes;     /* NULL where L has none */
  struct SeidelSupernodes *supernodes; /* of L D Lᵀ, where L is by supernodes; NULL: L has all */
  /* SuiteSparseQR: Ā, its values as they are factored, the exponents of the powers of two that its
   * rows and columns are multiplied by then, and whether rows are; all owned but the offsets, which
   * may be those of A */
  double damp;
  const int64_t *offsets;
  int64_t *tall_offsets;
  double *values;
  int *row_powers;
  int *column_powers;
  double *tall_b;
  bool weighted;
  bool scaled_columns; /* … columns of what of_transpose is made of are, too */
  int64_t rank;
  /* … factors of A and of its transpose, with their ranks; NULL where not needed */
  SuiteSparseQR_C_factorization *of_matrix;
  SuiteSparseQR_C_factorization *of_transpose;
  int64_t rank_of_matrix;
  int64_t rank_of_transpose;
};

/* What a SeidelDirect needs: the factors, a SeidelSparse; x with them; freeing them. The factors
 * that run->kept has of another matrix of the same pattern are made again for this one. */
gpointer seidel_sparse_factor (SeidelMethodRun *run,
                               const SeidelSparseLibrary *library,
                               SeidelReason *reason);
/* The same by LU, and by Cholesky of a symmetric matrix. */
gpointer seidel_sparse_factor_by_umfpack (SeidelMethodRun *run, SeidelReason *reason);
gpointer seidel_sparse_factor_by_cholmod (SeidelMethodRun *run, SeidelReason *reason);
bool seidel_sparse_solve (SeidelMethodRun *run, gpointer factors, bool transposed, double *x);
void seidel_sparse_free (gpointer factors);

/* Memory for the factors that are being made on this thread, within the limit of their run; NULL
 * beyond it. What is taken is given back by the second one. */
void *seidel_sparse_take (size_t bytes);
void seidel_sparse_give (void *memory);

/* seidel-sparse-ldlt.c: L D Lᵀ of a symmetric matrix with the supernodes of L, which CHOLMOD has
 * analysed. factor () leaves the status in common, and in L->minor the column whose pivot is 0; it
 * may be called again for other values. */
void seidel_sparse_ldlt_factor (SeidelSparse *sparse);
void seidel_sparse_ldlt_solve (SeidelSparse *sparse);
void seidel_sparse_ldlt_clear (SeidelSparse *sparse);

/* Starts CHOLMOD for it, without messages on the terminal. */
void seidel_sparse_start_cholmod (SeidelSparse *sparse);

/* The arrays of the matrix as a sparse matrix of CHOLMOD, which is the transpose: a row of A is a
 * column for it. */
cholmod_sparse seidel_sparse_transpose_view (const SeidelSparse *sparse);

/* n numbers as a vector of CHOLMOD. */
cholmod_dense seidel_sparse_vector_view (double *x, int64_t n);

/* Why CHOLMOD, or what uses it (name), has no factors of at least so many bytes; NONE if it has. */
SeidelReason seidel_sparse_judge_cholmod (SeidelSparse *sparse,
                                          SeidelMethodRun *run,
                                          const char *name,
                                          double bytes);

G_END_DECLS
