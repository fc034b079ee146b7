/* How the CUDA engine makes a coarse level of multigrid: what its parts share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "engine/seidel-coarsening.h"
#include "matrix/seidel-cuda-operator.h"

/* What every failure here is reported as. */
#define SEIDEL_CUDA_COARSENING "making a coarse level"

/* A matrix in rows that equals its transpose, with 32-bit offsets, and what is known of it; all on
 * the device. */
typedef struct
{
  SeidelOperator A;
  double threshold;
  double *scale;         /* of each row: see SeidelStrength */
  unsigned char *strong; /* of each entry: 1 where it couples its two rows strongly */
  double *diagonal;      /* of the filtered matrix */
  double bound;          /* the largest Σ_j |a_ij| / |a_ii| of that, at least 1 */
  int32_t *aggregates;   /* of each row; −1: none */
  int32_t n_aggregates;
  bool crossed; /* some are on the other side of the threshold than in a matrix before, and far */
} SeidelCudaCouplings;

/* A matrix that is being made, on the device. */
typedef struct
{
  int64_t rows;
  int64_t columns;
  int64_t nonzeros;
  int32_t *offsets; /* rows + 1 */
  int32_t *indices;
  double *values;
} SeidelCudaRows;

/* Device memory, and nothing else, for what a function needs while it works: freed as a whole. */
#define SEIDEL_CUDA_MOST_PIECES 16

typedef struct
{
  void *pieces[SEIDEL_CUDA_MOST_PIECES];
  int count;
} SeidelCudaPieces;

/* NULL and the sticky status on failure. */
void *seidel_cuda_piece (SeidelContext *context, SeidelCudaPieces *pieces, size_t bytes);
void seidel_cuda_pieces_free (SeidelContext *context, SeidelCudaPieces *pieces);

/* Copies a few bytes to the host, and waits for them. */
bool seidel_cuda_read (SeidelContext *context, void *to, const void *from, size_t bytes);

/* offsets[0 … n] ← the sums of the first 0 … n counts; *sum receives the last one. False where they
 * exceed 32 bits: then without a failure. */
bool seidel_cuda_sum_counts (SeidelContext *context,
                             const int32_t *counts,
                             int64_t n,
                             int32_t *offsets,
                             int64_t *sum);

/* Finds the strong entries, the filtered diagonal and the aggregates: seidel-cuda-couplings.cu. The
 * memory belongs to pieces. */
bool seidel_cuda_couplings_init (SeidelContext *context,
                                 const SeidelOperator *A,
                                 double threshold,
                                 SeidelCudaPieces *pieces,
                                 SeidelCudaCouplings *couplings);

/* What is kept with P. */
typedef struct SeidelCudaKept SeidelCudaKept;

/* The first part of that: all but aggregates, of which there is the memory. kept: of a matrix of
 * the same pattern before, whose couplings are taken over; NULL: none. */
bool seidel_cuda_couplings_begin (SeidelContext *context,
                                  const SeidelOperator *A,
                                  double threshold,
                                  const SeidelCudaKept *kept,
                                  SeidelCudaPieces *pieces,
                                  SeidelCudaCouplings *couplings);

/* The last part: aggregates and n_aggregates, where the rows without a strong coupling are
 * SEIDEL_CUDA_IN_NONE already, and all others SEIDEL_CUDA_FREE. seidel-cuda-aggregation.cu. */
#define SEIDEL_CUDA_IN_NONE (-1) /* as in seidel_aggregate () */
#define SEIDEL_CUDA_FREE    (-2)

bool seidel_cuda_aggregate (SeidelContext *context, SeidelCudaCouplings *couplings);

/* Each sets *to to a matrix whose arrays the caller frees with seidel_cuda_rows_clear (), or
 * returns false: without a failure where 32 bits do not count its entries.
 * seidel-cuda-sparse-rows.cu. */

/* (I − step D⁻¹ A) T, T being 1 between a row and its aggregate. */
bool seidel_cuda_prolongation (SeidelContext *context,
                               const SeidelCudaCouplings *couplings,
                               double step,
                               SeidelCudaRows *to);
/* A B */
bool seidel_cuda_sparse_product (SeidelContext *context,
                                 const SeidelCudaRows *A,
                                 const SeidelCudaRows *B,
                                 SeidelCudaRows *to);
/* A B where something of it is known, no matter in which order a row is. */
#define SEIDEL_CUDA_MOST_LOOSE 256

typedef struct
{
  int32_t longest;  /* row, at most SEIDEL_CUDA_MOST_LOOSE; 0: nothing is known */
  int32_t *offsets; /* rows + 1; NULL: each row has the room of the longest one */
  int64_t nonzeros; /* where there are offsets */
  int32_t *counts;  /* entries of each row */
  int32_t *indices;
  double *values;
} SeidelCudaLoose;

/* Of *to the first three members are given; the rest is in pieces. */
bool seidel_cuda_loose_product (SeidelContext *context,
                                const SeidelCudaRows *A,
                                const SeidelCudaRows *B,
                                SeidelCudaPieces *pieces,
                                SeidelCudaLoose *to);
/* Aᵀ: seidel-cuda-transpose.cu. */
bool
seidel_cuda_sparse_transpose (SeidelContext *context, const SeidelCudaRows *A, SeidelCudaRows *to);
void seidel_cuda_rows_clear (SeidelContext *context, SeidelCudaRows *rows);
/* Indices and values, as many as nonzeros says. */
bool seidel_cuda_rows_alloc (SeidelContext *context, SeidelCudaRows *rows);

/* A matrix as the functions above take it. */
static inline SeidelCudaRows
seidel_cuda_rows_of (const SeidelOperator *A)
{
  return { A->rows,           A->columns,        A->nonzeros,
           A->narrow_offsets, A->column_indices, (double *) A->values };
}

/* What is kept of the estimates of a level's spectral radii, before they are enlarged. */
typedef struct
{
  uint16_t *vector;    /* of an estimate: rows, on the device; NULL: nothing is known */
  double quotient;     /* x · A x / x · D x of that vector */
  bool of_smoother;    /* it is of the estimate for the smoother, D that of A; else for P */
  bool all_strong;     /* all couplings are: then D is the same for both */
  double prolongation; /* the two estimates */
  double smoothing;    /* where it is of_smoother */
  bool follows;        /* they follow other values of the matrix: of them are */
  double factor;       /* the quotient over that one, 1 where they do not, and */
  double bound;        /* the bound */
} SeidelCudaRadii;

/* What is kept with P for other values of the finer matrix, and where P is implied by that; all on
 * the device. */
struct SeidelCudaKept
{
  /* Of each row which entry of its row of P is in the column of its aggregate; NULL: too many, or
   * the next has them. */
  unsigned char *places;
  int32_t *aggregates; /* of each row, once P was implied */
  uint32_t *strong; /* a bit for each entry of the finer matrix; NULL: all off the diagonal are */
  double step;      /* ω of P */
  SeidelCudaRadii radii;
  SeidelCudaLoose product; /* what is known of A P */
};

/* NULL: nothing. seidel-cuda-kept.cu. */
SeidelCudaKept *seidel_cuda_kept_of (const SeidelOperator *P);

/* seidel-cuda-radius.cu. */
void seidel_cuda_radii_clear (SeidelContext *context, SeidelCudaRadii *radii);
/* The estimate multiplied by its margin, at most bound. */
double seidel_cuda_enlarged (const SeidelAggregationSettings *how, double estimate, double bound);
/* From nothing; radii (may be NULL) receives the vector and its quotient. */
bool seidel_cuda_estimate_radius (SeidelContext *context,
                                  SeidelOperator *A,
                                  const double *diagonal,
                                  const SeidelAggregationSettings *how,
                                  SeidelCudaRadii *radii,
                                  double *estimate);
/* Has the estimates follow other values, of which the strong couplings are known; what does not
 * follow is estimated from nothing. */
bool seidel_cuda_update_radii (SeidelContext *context,
                               SeidelCudaCouplings *couplings,
                               const SeidelAggregationSettings *how,
                               SeidelCudaRadii *radii);

/* A matrix in rows of which levels are made here; NULL, without a failure: they are not. */
SeidelOperator *seidel_cuda_rows_if_fit (SeidelContext *context, SeidelOperator *A);

/* For set-ups that follow, of other values: seidel-cuda-kept.cu. The first keeps with P the
 * aggregates, the strong couplings and the estimates, which it takes over; false after a failure.
 * The second keeps what is known of A P. The third says whether the aggregates hold for couplings
 * that were begun with what is kept. The fourth fills an array with those kept. */
bool seidel_cuda_keep_aggregates (SeidelContext *context,
                                  const SeidelCudaCouplings *couplings,
                                  double step,
                                  SeidelOperator *P,
                                  SeidelCudaRadii *radii);
bool seidel_cuda_keep_product (SeidelContext *context, SeidelOperator *P, SeidelCudaRows *AP);
bool seidel_cuda_serves (const SeidelCudaCouplings *couplings, const SeidelOperator *P);
bool seidel_cuda_recall_aggregates (SeidelContext *context,
                                    const SeidelOperator *P,
                                    int32_t *aggregates);

/* The values of P, R and the coarse matrix, whose diagonal is not mended yet, where the aggregates
 * hold: seidel-cuda-new-values.cu. */
bool seidel_cuda_update_rows (SeidelContext *context,
                              SeidelCudaCouplings *couplings,
                              double step,
                              SeidelCoarseLevel *level);

/* Operations of the table. */
bool seidel_cuda_smoothing_radius (SeidelContext *,
                                   SeidelOperator *,
                                   const SeidelAggregationSettings *,
                                   SeidelOperator *P,
                                   double *radius);
bool seidel_cuda_coarse_level_new (SeidelContext *,
                                   SeidelOperator *,
                                   const SeidelAggregationSettings *,
                                   SeidelCoarseLevel *level);
bool seidel_cuda_coarse_level_update (SeidelContext *,
                                      SeidelOperator *,
                                      const SeidelAggregationSettings *,
                                      SeidelCoarseLevel *level);
bool seidel_cuda_imply (SeidelContext *, SeidelOperator *A, SeidelOperator *P);
void seidel_cuda_prolong (SeidelContext *,
                          SeidelOperator *A,
                          SeidelOperator *P,
                          const SeidelVector *x,
                          SeidelVector *y);
SeidelOperator *seidel_cuda_leave_pattern (SeidelContext *, SeidelOperator *);
void seidel_cuda_fetch (SeidelContext *,
                        const SeidelOperator *,
                        int64_t *row_offsets,
                        int32_t *column_indices,
                        double *values);
