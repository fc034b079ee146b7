/* What an engine offers that makes the levels of multigrid where the matrix is: the same as
 * seidel_smoothed_aggregation () and seidel_csr_product () make on the host, but for the rounding
 * of the sums in the estimate of the spectral radius.
 *
 * Plain C without GLib, so that a CUDA module can include it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "engine/seidel-engine.h"

#ifdef __cplusplus
extern "C"
{
#endif

  /* How a coarse level is made by smoothed aggregation; what the numbers mean is defined in
   * multigrid/seidel-smoothed-aggregation.h. */
  typedef struct
  {
    double strength;   /* of the entries that couple two rows */
    int power_steps;   /* of the estimate of the spectral radius */
    double margin;     /* by which that is multiplied */
    double damping;    /* of the step that smooths the prolongation, over the spectral radius */
    double singular;   /* diagonal entries of the coarse matrix below this share are replaced */
    double worthwhile; /* the most coarse rows, as a share of the rows */
    SeidelScalar room; /* two slots for sums */
  } SeidelAggregationSettings;

  /* A coarse level that an engine made. */
  typedef struct
  {
    SeidelOperator *P; /* prolongation: rows of the finer level × rows of this one */
    SeidelOperator *R; /* restriction, its transpose */
    SeidelOperator *A; /* R A P of the finer level */
    int64_t rows;
    int64_t nonzeros; /* of A */
    int64_t transfer; /* entries of P, and of R */
  } SeidelCoarseLevel;

  struct SeidelCoarseningOperations
  {
    /* These two return false without a failure where the engine does not do it for matrices, or
     * numbers, such as these. The spectral radius of D⁻¹ A as seidel_csr_smoothing_radius ()
     * estimates it, by so many power_steps. P: the prolongation that create () or update () made of
     * A, with which the estimate is kept, so that it can follow other values; or NULL. */
    bool (*radius) (SeidelContext *context,
                    SeidelOperator *A,
                    const SeidelAggregationSettings *how,
                    SeidelOperator *P,
                    double *radius);
    /* Of a matrix that equals its transpose and has a full diagonal. */
    bool (*create) (SeidelContext *context,
                    SeidelOperator *A,
                    const SeidelAggregationSettings *how,
                    SeidelCoarseLevel *level);
    /* The same again, of other values in the pattern that level was made of, by the same settings:
     * has the values of its matrices made again, of which leave () was called or not. The spectral
     * radii change as a Rayleigh quotient does, unless that is far from the one before. Its
     * aggregates hold while couplings do not change much, see SEIDEL_COUPLINGS_CROSSED; those that
     * were strong count as strong. Where others are now, or several neighbours are as near, a
     * set-up from nothing may choose other aggregates. False without a failure where they do not
     * hold, or are not known; the values are then undefined. */
    bool (*update) (SeidelContext *context,
                    SeidelOperator *A,
                    const SeidelAggregationSettings *how,
                    SeidelCoarseLevel *level);
    /* Frees the arrays of P, of which narrowing made A, now by diagonals in single precision, the
     * finer matrix: where reading A takes about as long as reading P, and P follows from it and the
     * aggregates. prolong () then makes its products, leave () and update () serve it as before,
     * and nothing else. False: P stays as it is. */
    bool (*imply) (SeidelContext *context, SeidelOperator *A, SeidelOperator *P);
    /* y ← y + P x */
    void (*prolong) (SeidelContext *context,
                     SeidelOperator *A,
                     SeidelOperator *P,
                     const SeidelVector *x,
                     SeidelVector *y);
    /* What update () needs of a matrix that create () made, or of what narrowing made of that;
     * frees everything else, A among it. NULL, without a failure, where nothing is left. */
    SeidelOperator *(*leave) (SeidelContext *context, SeidelOperator *A);
    /* Plans the sweeps of both directions by the colours of analysis/seidel-coloring.h, over a
     * matrix that create () made, whose pattern is symmetric. False on failure, and then there are
     * none. */
    bool (*color) (SeidelContext *context, SeidelOperator *A, SeidelSweep *sweeps[2]);
    /* Brings a matrix that create () made to the host; the arrays have room for it. */
    void (*fetch) (SeidelContext *context,
                   const SeidelOperator *A,
                   int64_t *row_offsets,
                   int32_t *column_indices,
                   double *values);
  };

#ifdef __cplusplus
}
#endif
