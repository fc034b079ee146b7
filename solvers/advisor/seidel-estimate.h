/* What a solve is likely to cost, estimated from the structure report alone.
 *
 * Coarse figures, rounded from measurements, by which candidates are put in order and given up.
 * They depend on the matrix alone, never on the machine or its load, so that the same matrix always
 * gets the same advice.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-structure.h"
#include "cost/seidel-cpu-costs.h"
#include "method/seidel-preconditioner.h"

G_BEGIN_DECLS

/* Rows of these sizes, the largest over the smallest, are met unevenly by a residual whose norm
 * meets the tolerance: it has to be less by the digits that lie between them. */
#define SEIDEL_UNEVEN_ROWS 1e3

/* Bytes of an entry of incomplete factors with fill on the host: while they are made, with the
 * level of each, and in the copy by which they are swept. */
#define SEIDEL_FILL_BYTES      18.0
#define SEIDEL_FILL_KEPT_BYTES 12.0

/* Of a sparse factorisation in an order that keeps the fill small, and its solve: LU, or Cholesky's
 * and L D Lᵀ, which take the same. */
double seidel_estimate_direct_seconds (const SeidelStructure *structure, bool symmetric);
double seidel_estimate_direct_bytes (const SeidelStructure *structure, bool symmetric);

/* Of an incomplete Cholesky factor with one level of fill. */
double seidel_estimate_fill_bytes (const SeidelStructure *structure);

/* Whether there are as few entries a row as in a plane grid. */
bool seidel_estimate_is_planar (const SeidelStructure *structure);

/* The same of a sparse QR factorisation of a matrix of any shape, for its shorter side, as if that
 * were a plane grid: nothing in the report says how much its factors fill. */
double seidel_estimate_qr_seconds (const SeidelStructure *structure);
double seidel_estimate_qr_bytes (const SeidelStructure *structure);

/* Rows over the side of the largest separator: how many layers lie one behind the other, with which
 * the iterations of conjugate gradients grow. */
double seidel_estimate_layers (const SeidelStructure *structure);

/* What iterations are made of, on an engine or a core. Seconds. */
typedef struct
{
  const SeidelEngineCosts *costs;
  double operation;    /* one over vectors, beside the products of an iteration */
  double sweep;        /* of the matrix */
  double factor_sweep; /* of factors with its pattern */
} SeidelIterationParts;

/* An iteration, and a run from its beginning: the only place that knows how they are put together,
 * for the advisor's order of candidates as for the plan's choice of an engine. */
double seidel_estimate_iteration (const SeidelIterationParts *parts,
                                  int64_t rows,
                                  const SeidelMethod *method,
                                  const SeidelPreconditionerKind *kind,
                                  const SeidelOptions *options);
double seidel_estimate_run (const SeidelIterationParts *parts,
                            const SeidelStructure *structure,
                            const SeidelMethod *method,
                            const SeidelPreconditionerKind *kind,
                            const SeidelOptions *options);

/* The rest is of one core with all numbers in its caches. Conjugate gradients with multigrid where
 * that suits: its set-up, and the few iterations that hardly grow with the matrix. */
double seidel_estimate_multigrid_seconds (const SeidelStructure *structure);

/* One iteration. */
double seidel_estimate_iteration_seconds (const SeidelStructure *structure,
                                          const SeidelMethod *method,
                                          const SeidelPreconditionerKind *preconditioner,
                                          const SeidelOptions *options);

/* Iterations to the tolerance of the options: from the dominance of the diagonal, or the sums of
 * the rows, where these bound them, otherwise as many as a discretised elliptic problem of this
 * shape takes; often wrong by a factor of two, and by more where the matrix is neither symmetric
 * nor nearly dominant. */
SEIDEL_API double seidel_estimate_iterations (const SeidelStructure *structure,
                                              const SeidelMethod *method,
                                              const SeidelPreconditionerKind *preconditioner,
                                              const SeidelOptions *options);

G_END_DECLS
