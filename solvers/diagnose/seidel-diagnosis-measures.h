/* The causes, each with how it is recognised: the sentence with what was measured, new, or NULL
 * where it is not this.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "diagnose/seidel-diagnosis-private.h"

G_BEGIN_DECLS

/* A backward error of rounding. */
#define SEIDEL_DIAGNOSIS_ROUNDED 1e-13

/* From here on, relative, what is negative is no rounding. */
#define SEIDEL_DIAGNOSIS_NEGATIVE 1e-10

/* From here on a condition number asks for a preconditioner. */
#define SEIDEL_DIAGNOSIS_WELL_CONDITIONED 100.0

/* In the system: seidel-diagnosis-system.c. */
char *seidel_measure_numbers (const SeidelFacts *facts);
char *seidel_measure_shape (const SeidelFacts *facts);
char *seidel_measure_structure (const SeidelFacts *facts);
char *seidel_measure_diagonal (const SeidelFacts *facts);
char *seidel_measure_symmetry (const SeidelFacts *facts);
char *seidel_measure_zero_rhs (const SeidelFacts *facts);
char *seidel_measure_consistency (const SeidelFacts *facts);
char *seidel_measure_null_space (const SeidelFacts *facts);
char *seidel_measure_scaling (const SeidelFacts *facts);
char *seidel_measure_definiteness (const SeidelFacts *facts);
char *seidel_measure_signs (const SeidelFacts *facts);
char *seidel_measure_small_diagonal (const SeidelFacts *facts);
char *seidel_measure_condition (const SeidelFacts *facts);

/* In the choices of the run: seidel-diagnosis-run.c. */
char *seidel_measure_precision (const SeidelFacts *facts);
char *seidel_measure_tolerance (const SeidelFacts *facts);
char *seidel_measure_relaxation (const SeidelFacts *facts);
char *seidel_measure_indefinite_preconditioner (const SeidelFacts *facts);
char *seidel_measure_factors (const SeidelFacts *facts);
char *seidel_measure_near_null (const SeidelFacts *facts);
char *seidel_measure_restart (const SeidelFacts *facts);
char *seidel_measure_limit (const SeidelFacts *facts);
char *seidel_measure_preconditioner (const SeidelFacts *facts);
char *seidel_measure_speed (const SeidelFacts *facts);
char *seidel_measure_memory (const SeidelFacts *facts);

/* What several of them ask: seidel-diagnosis-measures.c. */

/* A number as sentences show it, new. */
char *seidel_facts_format (double value);
bool seidel_facts_ended_by (const SeidelFacts *facts, SeidelReason one, SeidelReason other);
/* Whether it ran, and out of time or out of progress. */
bool seidel_facts_came_to_no_end (const SeidelFacts *facts);
/* Of the method or its preconditioner. */
bool seidel_facts_needs (const SeidelFacts *facts, SeidelNeeds need);
/* Whether the id of the method begins like that, as those of its variants do. */
bool seidel_facts_is_method (const SeidelFacts *facts, const char *id);
bool seidel_facts_is_kind (const SeidelFacts *facts, const char *id);
bool seidel_facts_is_iterative (const SeidelFacts *facts);
/* Whether there is x with xᵀ A x < 0. */
bool seidel_facts_has_lowest_negative (const SeidelFacts *facts);
/* Whether rows of A, or columns, differ in size; and whether nothing was done about it. */
bool seidel_facts_has_uneven_matrix (const SeidelFacts *facts);
bool seidel_facts_is_uneven (const SeidelFacts *facts);
/* κ by a factorisation, or at least the quotient of the extreme values of xᵀ A x. */
double seidel_facts_condition (const SeidelFacts *facts);

G_END_DECLS
