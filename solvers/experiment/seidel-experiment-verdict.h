/* Whether a result agrees with what its source states, computed from its cells.
 *
 * A result agrees where every statement that is judged holds, does not agree where none does, and
 * agrees partly otherwise. It is not comparable where nothing can be judged: no statement has an
 * expression, its cells were not measured, or the result is stale.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "experiment/seidel-experiment-result.h"

G_BEGIN_DECLS

typedef enum
{
  SEIDEL_AGREEMENT_AGREES,
  SEIDEL_AGREEMENT_PARTLY,
  SEIDEL_AGREEMENT_DISAGREES,
  SEIDEL_AGREEMENT_NOT_COMPARABLE,
  SEIDEL_N_AGREEMENTS,
} SeidelAgreement;

/* "partly", for scripts. */
SEIDEL_API const char *seidel_agreement_id (SeidelAgreement verdict);
/* "Partly agrees"; marked for translation. */
SEIDEL_API const char *seidel_agreement_name (SeidelAgreement verdict);

typedef enum
{
  SEIDEL_STATEMENT_HOLDS,
  SEIDEL_STATEMENT_FAILS,
  SEIDEL_STATEMENT_OPEN,     /* a cell it needs has no value */
  SEIDEL_STATEMENT_UNJUDGED, /* it has no expression */
  SEIDEL_N_STATEMENT_STATES,
} SeidelStatementState;

/* "holds", "does not hold"; marked for translation, and the English one is for scripts. */
SEIDEL_API const char *seidel_statement_state_name (SeidelStatementState state);

typedef struct
{
  SeidelStatementState state;
  double printed; /* NaN: no value */
  double printed_to;
  double ours;
} SeidelStatementFinding;

SEIDEL_API SeidelStatementFinding seidel_experiment_judge_statement (SeidelExperimentResult *result,
                                                                     size_t statement);

typedef struct
{
  SeidelAgreement verdict;
  size_t holding;
  size_t failing;
  size_t open;
} SeidelExperimentJudgement;

SEIDEL_API SeidelExperimentJudgement seidel_experiment_judge (SeidelExperimentResult *result);

/* "Partly agrees: 3 of 5 statements of the source hold."; "" where there is no source to agree
 * with, as of one's own files. Free with g_free (). */
SEIDEL_API char *seidel_experiment_describe_verdict (SeidelExperimentResult *result);
/* "printed 250, here 242"; "" without values. Free with g_free (). */
SEIDEL_API char *seidel_experiment_describe_statement (SeidelExperimentResult *result,
                                                       size_t statement);
/* Both values alone, NULL without one; free with g_free (). */
SEIDEL_API char *seidel_experiment_format_printed (SeidelExperimentResult *result,
                                                   size_t statement);
SEIDEL_API char *seidel_experiment_format_ours (SeidelExperimentResult *result, size_t statement);

/* The remarks that hold of the result, as one text, "" of a stale one; free with g_free (). */
SEIDEL_API char *seidel_experiment_explain (SeidelExperimentResult *result);

/* Whether a claim holds; OPEN where a value is not known, UNJUDGED without a claim. */
SEIDEL_API SeidelStatementState seidel_experiment_judge_remark (SeidelExperimentResult *result,
                                                                size_t remark);

/* The value of a name; NaN if it is not known. */
SEIDEL_API double seidel_experiment_quantity (SeidelExperimentResult *result, const char *name);
/* That every expression and placeholder is of known names. SEIDEL_ERROR_FORMAT says which is not.
 */
SEIDEL_API bool seidel_experiment_check_statements (SeidelExperiment *experiment, GError **error);

G_END_DECLS
