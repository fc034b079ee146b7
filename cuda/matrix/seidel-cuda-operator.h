/* Matrices and vectors on the device, and the operations of the table on them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "device/seidel-cuda-context.h"

struct SeidelVector
{
  int64_t n;
  void *elements; /* on the device, float or double */
  void *home;     /* of a vector that stands for memory of the caller: that; otherwise NULL */
  void **holder;  /* the spare array that home is now, where elements is another */
  bool exchanged; /* sweeps may exchange the two: seidel-cuda-lent-vector.cu */
};

/* What a layer above the operators keeps of one, the same for all of them. */
typedef struct
{
  size_t bytes; /* all 0 at first */
  /* Frees what it points to, not itself. */
  void (*clear) (SeidelContext *context, SeidelOperator *A, void *data);
} SeidelCudaAttachmentKind;

typedef struct SeidelCudaAttachment SeidelCudaAttachment;

/* Passed to kernels by value; every pointer but those into host and those to other structs
 * is on the device. */
struct SeidelOperator
{
  int64_t rows;
  int64_t columns;
  int64_t nonzeros;
  /* Where the rows start: one of the two, the narrow one where 32 bits suffice. */
  int32_t *narrow_offsets;
  int64_t *wide_offsets;
  int32_t *column_indices;
  void *values;      /* float or double */
  int32_t *diagonal; /* its place within each row; NULL until a kernel needs it */
  int lanes;         /* threads that share a row in sweeps, a power of two up to 32 */
  int product_lanes; /* the same in products */
  bool fused;        /* SEIDEL_ARITHMETIC_FUSED was asked for */
  bool compensated;  /* SEIDEL_ARITHMETIC_COMPENSATED was */
  SeidelStorage storage;
  /* Where it is not stored in rows, values are an array of its diagonals, from the left to the
   * right, or of its dense rows, and there are no offsets and columns above. Entry (i, j) is number
   * i of the diagonal j − i, or number j of the row i. */
  int64_t stride; /* from one to the next */
  int64_t n_diagonals;
  int64_t *diagonal_offsets; /* column − row, ascending */
  int64_t main_diagonal;     /* its number among these; −1: nothing is stored there */
  SeidelOperator *in_rows;   /* the same matrix in rows, for sweeps; NULL until there is one */
  void *diagonal_values;     /* float or double; NULL until they are needed */
  SeidelCsrView host;        /* the borrowed original; all zero where there is none */
  bool lent_offsets;         /* they are the caller's, as the next */
  bool lent_columns;
  bool lent_values;
  /* The matrix whose rows, columns and diagonal this one borrows: of factors, whose host has no
   * values then, and of one in another precision. */
  const SeidelOperator *pattern_of;
  cudaEvent_t arriving;      /* behind values that are still computed; NULL: they are there */
  SeidelOperator *transpose; /* NULL until a product needs it */
  SeidelCudaAttachment *attachments; /* what the layers above keep of it */
};

/* The diagonal of the operator, found once; a missing or zero one is the sticky failure. */
bool seidel_cuda_ensure_diagonal (SeidelContext *context, SeidelOperator *A);

/* Its values, in an array of their own. */
bool seidel_cuda_ensure_diagonal_values (SeidelContext *context, SeidelOperator *A);

/* Waits for values that are still computed, polling; false after any failure. */
bool seidel_cuda_operator_wait (SeidelContext *context, const SeidelOperator *A);

/* What is attached of a kind: NULL where there is nothing, which the second makes first; it returns
 * NULL when memory is short, and leaves the status to the caller. They are cleared in the order in
 * which they were made, before anything else of the operator is freed, or by the third. */
void *seidel_cuda_attached (const SeidelOperator *A, const SeidelCudaAttachmentKind *kind);
void *seidel_cuda_attach (SeidelOperator *A, const SeidelCudaAttachmentKind *kind);
void seidel_cuda_detach (SeidelContext *context,
                         SeidelOperator *A,
                         const SeidelCudaAttachmentKind *kind);

SeidelOperator *seidel_cuda_operator_new (SeidelContext *context,
                                          const SeidelCsrView *matrix,
                                          SeidelStorage storage);
void seidel_cuda_operator_free (SeidelContext *context, SeidelOperator *A);
/* One in rows on arrays of the caller where their numbers are those of the context, else on copies.
 */
SeidelOperator *seidel_cuda_operator_lent (SeidelContext *context,
                                           const SeidelCsrView *host,
                                           const SeidelLentArrays *arrays);

/* One in rows that takes over arrays on the device, values of the context's precision; the host has
 * none, so that it supports neither products with the transpose nor strategies that look at the
 * host's. NULL on failure. */
SeidelOperator *seidel_cuda_operator_take (SeidelContext *context,
                                           int64_t rows,
                                           int64_t columns,
                                           int64_t nonzeros,
                                           int32_t *row_offsets,
                                           int32_t *column_indices,
                                           void *values);

/* Between a context in single and the one in double that it takes its turn with, see
 * engine/seidel-narrowing.h: seidel-cuda-narrowing.cu. */
SeidelOperator *seidel_cuda_operator_narrow (SeidelContext *narrow,
                                             SeidelContext *wide,
                                             SeidelOperator *A,
                                             SeidelStorage storage,
                                             bool takes);
void seidel_cuda_narrow (SeidelContext *narrow,
                         SeidelVector *to,
                         SeidelContext *wide,
                         const SeidelVector *from,
                         SeidelScalar size);
void seidel_cuda_widen (SeidelContext *wide,
                        SeidelVector *to,
                        SeidelContext *narrow,
                        const SeidelVector *from,
                        SeidelScalar size);

/* The operator itself, or the same matrix in rows, made once; NULL on failure. */
SeidelOperator *seidel_cuda_operator_in_rows (SeidelContext *context, SeidelOperator *A);

/* Entries of the rows that an array is filled from at a time. */
#define SEIDEL_CUDA_PIECE ((int64_t) 1 << 22)

/* Fills an operator that is stored as an array: seidel-cuda-array.cu. */
bool seidel_cuda_array_fill (SeidelContext *context, SeidelOperator *A);

/* The distance between two rows, or diagonals, of so many numbers. */
int64_t seidel_cuda_stride (int64_t n);

/* Dense numbers row after row, at a distance; everything not stored is zero. */
bool seidel_cuda_fill_dense (SeidelContext *context,
                             const SeidelCsrView *matrix,
                             void *values,
                             int64_t stride);

/* Of the table: seidel-cuda-lent-vector.cu. The third gives x the array *spare, or what is in it.
 */
SeidelVector *seidel_cuda_lent_vector_new (SeidelContext *, int64_t n);
void seidel_cuda_lend (SeidelContext *, SeidelVector *, void *elements, bool swept);
void seidel_cuda_exchange (SeidelContext *, SeidelVector *x, void **spare);
void seidel_cuda_settle (SeidelContext *, SeidelVector *);

/* Operations: seidel-cuda-vector.cu. */
SeidelVector *seidel_cuda_vector_new (SeidelContext *, int64_t n);
void seidel_cuda_vector_free (SeidelContext *, SeidelVector *);
void seidel_cuda_vector_upload (SeidelContext *, SeidelVector *, const double *);
void seidel_cuda_vector_download (SeidelContext *, double *, const SeidelVector *);
void seidel_cuda_scalars_get (SeidelContext *, SeidelScalar first, int n, double *values);
void seidel_cuda_scalars_note (SeidelContext *);
void seidel_cuda_scalars_fetch (SeidelContext *, SeidelScalar first, int n, double *values);
void seidel_cuda_copy (SeidelContext *, SeidelVector *, const SeidelVector *);
void seidel_cuda_scalar_set (SeidelContext *, SeidelScalar, double);
void seidel_cuda_scalar_divide (SeidelContext *, SeidelScalar, SeidelScalar, SeidelScalar);
void seidel_cuda_scalar_divide_positive (SeidelContext *, SeidelScalar, SeidelScalar, SeidelScalar);
void seidel_cuda_scalar_multiply (SeidelContext *, SeidelScalar, SeidelScalar, SeidelScalar);
void seidel_cuda_scalar_sqrt (SeidelContext *, SeidelScalar, SeidelScalar);
void seidel_cuda_fill (SeidelContext *, SeidelVector *, double);
void seidel_cuda_scale (SeidelContext *, SeidelVector *, SeidelScalar);
void seidel_cuda_axpy (SeidelContext *, SeidelVector *, int, SeidelScalar, const SeidelVector *);
void seidel_cuda_xpby (SeidelContext *, SeidelVector *, const SeidelVector *, SeidelScalar);
void seidel_cuda_dot (SeidelContext *, SeidelScalar, const SeidelVector *, const SeidelVector *);

/* seidel-cuda-krylov.cu. */
SeidelFusedOperations seidel_cuda_krylov_operations (void);

/* seidel-cuda-products.cu. */
void seidel_cuda_multiply (SeidelContext *, SeidelOperator *, const SeidelVector *, SeidelVector *);
void seidel_cuda_multiply_add (SeidelContext *,
                               SeidelOperator *,
                               const SeidelVector *x,
                               SeidelVector *y,
                               SeidelVector *room);
void seidel_cuda_difference (SeidelContext *,
                             SeidelOperator *,
                             const SeidelVector *b,
                             const SeidelVector *x,
                             SeidelVector *r);
void seidel_cuda_jacobi_step (SeidelContext *,
                              SeidelOperator *,
                              const SeidelVector *b,
                              SeidelVector *x,
                              SeidelScalar factor,
                              bool from_zero,
                              SeidelVector *room);
void seidel_cuda_multiply_transposed (SeidelContext *,
                                      SeidelOperator *,
                                      const SeidelVector *,
                                      SeidelVector *);
void seidel_cuda_multiply_diagonal (SeidelContext *,
                                    SeidelOperator *,
                                    int power,
                                    const SeidelVector *,
                                    SeidelVector *);
void seidel_cuda_divide_diagonal_dot (SeidelContext *,
                                      SeidelOperator *,
                                      const SeidelVector *x,
                                      SeidelVector *y,
                                      SeidelScalar out);
void seidel_cuda_multiply_dot (SeidelContext *,
                               SeidelOperator *,
                               const SeidelVector *x,
                               SeidelVector *y,
                               SeidelScalar out);
void seidel_cuda_multiply_dots (SeidelContext *,
                                SeidelOperator *,
                                const SeidelVector *x,
                                SeidelVector *y,
                                const SeidelVector *z,
                                SeidelScalar out);
void seidel_cuda_residual (SeidelContext *,
                           SeidelOperator *,
                           const SeidelVector *b,
                           const SeidelVector *x,
                           SeidelVector *r,
                           SeidelScalar out);
void seidel_cuda_jacobi (SeidelContext *,
                         SeidelOperator *,
                         const SeidelVector *b,
                         const SeidelVector *x,
                         SeidelVector *y,
                         SeidelScalar out);
