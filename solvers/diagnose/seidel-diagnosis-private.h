/* What is measured of a run that did not converge, and the rules that read it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "diagnose/seidel-diagnosis.h"

G_BEGIN_DECLS

/* Of the unknowns of a node, at most. */
#define SEIDEL_DIAGNOSIS_MOST_BLOCK 6

/* NaN, and −1 for rows: not measured, or not known. */
typedef struct
{
  const SeidelDiagnosisSubject *subject;
  const SeidelCsr *csr;
  SeidelStructure *structure; /* owned */
  SeidelOptions options;      /* of the outcome where there is one */
  const SeidelMethod *method;
  const SeidelPreconditionerKind *kind;
  SeidelReason reason; /* NONE: it could not begin */
  double norm_A;       /* ‖A‖∞ */

  /* The diagonal beside the rest of its row. */
  double diagonal; /* the least |a_ii| / Σ_{j≠i} |a_ij| */
  int64_t diagonal_row;
  int64_t diagonal_few; /* rows with less than SEIDEL_SMALL_DIAGONAL */
  int64_t structural;   /* rows that cannot be matched with columns */
  int64_t first_lonely; /* the first of these */

  /* A stationary iteration multiplies errors by so much in the end: by the method, or of SSOR; and
   * the same with another
   * parameter, for comparison. */
  double growth;
  double plain_growth;
  double plain_parameter; /* with which: 1, of Jacobi a weight below 2 / λ of the largest λ */

  /* xᵀ A x / xᵀ x: the least and the largest found (Lanczos, of the symmetric part). */
  double lowest;
  double highest;

  /* ILU(0) in the order of the rows: the least pivot relative to its row, negative pivots of a
   * symmetric matrix, the largest element over that of A, ‖(L U)⁻¹ e‖∞ ‖A‖∞. */
  double pivot;
  int64_t pivot_row;
  int64_t negative_pivots;
  double element_growth;
  double inverse;

  /* The constants of the c-th of so many unknowns of a node are a null vector: how nearly. */
  int null_block; /* 0: no such vector */
  double null_residual;
  double rhs_part;  /* of b along the left null vector, relative; NaN: not known */
  double rhs_size;  /* ‖b‖∞ / ‖A‖∞ */
  double condition; /* of a sparse direct run; NaN: none, or it failed */
  bool singular;    /* that run found no pivot */

  int block; /* rows in groups of so many have equal columns, in groups as well; 1: they have not */

  /* The history: digits gained by an iteration over the last half, and iterations to the tolerance
   * at this rate. */
  double rate;
  double needed;
  double relative; /* the last residual */
  double reach;    /* what rounding of A x leaves of it, in double precision */
} SeidelFacts;

/* A diagonal entry below this part of the rest of its row is small. */
#define SEIDEL_SMALL_DIAGONAL 0.5

/* False when cancelled or without memory. */
bool seidel_facts_init (SeidelFacts *facts,
                        const SeidelDiagnosisSubject *subject,
                        GCancellable *cancellable,
                        GError **error);
void seidel_facts_clear (SeidelFacts *facts);

/* By power iteration: how much an iteration multiplies errors by. NaN without a full diagonal. */
typedef enum
{
  SEIDEL_GROWTH_JACOBI,    /* parameter: the weight */
  SEIDEL_GROWTH_SOR,       /* ω */
  SEIDEL_GROWTH_BACKWARD,  /* ω, from the last row */
  SEIDEL_GROWTH_SYMMETRIC, /* ω, both */
} SeidelGrowthKind;
double seidel_facts_growth (const SeidelCsr *csr,
                            SeidelGrowthKind kind,
                            double parameter,
                            GCancellable *cancellable);

/* The least and the largest Ritz value of (A + Aᵀ) / 2. */
void seidel_facts_spectrum (const SeidelCsr *csr,
                            double *lowest,
                            double *highest,
                            GCancellable *cancellable);

/* The pivots of ILU(0), and what its inverse does to a vector of ones. */
void seidel_facts_factors (SeidelFacts *facts, GCancellable *cancellable);

/* Adds what the facts show, the likeliest first, to an array of SeidelFinding. */
void seidel_diagnosis_apply_rules (const SeidelFacts *facts, GArray *findings);

/* The steps that go with a cause. */
void seidel_diagnosis_add_steps (const SeidelFacts *facts, SeidelFinding *finding);

G_END_DECLS
