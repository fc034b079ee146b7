/* Statements of a source, judged by the cells of a result.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-experiment-verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/seidel-fail.h"
#include "base/seidel-format.h"
#include "base/seidel-translatable.h"
#include "experiment/seidel-crossover.h"
#include "experiment/seidel-expression.h"

#define ANY "*"
/* Values that are computed from others, and those from others again. */
#define MOST_DEPTH 16
/* Of a value beside a printed one. */
#define DIGITS 4

static const struct
{
  const char *id;
  const char *name;
} verdicts[SEIDEL_N_AGREEMENTS] = {
  { "agrees", N_ ("Agrees") },
  { "partly", N_ ("Partly agrees") },
  { "disagrees", N_ ("Does not agree") },
  { "not-comparable", N_ ("Not comparable") },
};

static const char *const state_names[SEIDEL_N_STATEMENT_STATES] = {
  N_ ("holds"),
  N_ ("does not hold"),
  N_ ("not measured"),
  N_ ("not judged"),
};

const char *
seidel_agreement_id (SeidelAgreement verdict)
{
  return verdicts[verdict].id;
}

const char *
seidel_agreement_name (SeidelAgreement verdict)
{
  return verdicts[verdict].name;
}

const char *
seidel_statement_state_name (SeidelStatementState state)
{
  return state_names[state];
}

/* What an expression is looked up in. */
typedef struct
{
  SeidelExperimentResult *result;
  const SeidelStatementFinding *finding; /* of the statement whose expression it is, or NULL */
  int depth;
} Scope;

static bool
matches (const SeidelExperiment *experiment, size_t cell, char *const *at)
{
  for (int d = 0; d < experiment->n_dimensions; d++)
    if (strcmp (at[d], ANY) != 0
        && strcmp (at[d], seidel_experiment_value (experiment, cell, d)->label) != 0)
      return false;
  return true;
}

/* The larger of both ratios; NaN unless both are positive. */
static double
distance (double measured, double published)
{
  if (!(measured > 0.0) || !(published > 0.0))
    return NAN;
  return fmax (measured / published, published / measured);
}

static double
value_of_cell (SeidelExperimentResult *result,
               const SeidelExperimentQuantity *quantity,
               size_t cell)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  const SeidelExperimentCell found = seidel_experiment_result_cell (result, cell);

  if (quantity->of == SEIDEL_QUANTITY_CONVERGED)
    return found.state != SEIDEL_CELL_DONE ? NAN : seidel_experiment_cell_converged (&found);
  const double published = seidel_experiment_published (experiment, quantity->measure, cell);
  if (quantity->of == SEIDEL_QUANTITY_PUBLISHED)
    return published;
  if (found.state != SEIDEL_CELL_DONE)
    return NAN;
  const int index = seidel_experiment_measure_index (experiment, quantity->measure);
  const SeidelExperimentStatistics statistics =
    seidel_experiment_result_statistics (result, cell, (size_t) index);
  switch (quantity->of)
    {
    case SEIDEL_QUANTITY_DISTANCE:
      return distance (statistics.median, published);
    case SEIDEL_QUANTITY_RUNS:
      return statistics.n;
    case SEIDEL_QUANTITY_LEAST:
      return statistics.minimum;
    case SEIDEL_QUANTITY_MOST:
      return statistics.maximum;
    case SEIDEL_QUANTITY_MEAN:
      return statistics.mean;
    default:
      return statistics.median;
    }
}

/* The cell that a quantity divides another one by, whose labels are those of it where any is. */
static size_t
find_over (const SeidelExperiment *experiment,
           const SeidelExperimentQuantity *quantity,
           size_t cell)
{
  char *at[2] = { NULL, NULL };

  for (int d = 0; d < experiment->n_dimensions; d++)
    at[d] = strcmp (quantity->over[d], ANY) != 0
              ? quantity->over[d]
              : seidel_experiment_value (experiment, cell, d)->label;
  for (size_t i = 0; i < seidel_experiment_n_cells (experiment); i++)
    if (matches (experiment, i, at))
      return i;
  return cell;
}

/* One value for each of the cells that are known, and where they are along the dimension of "*". */
typedef struct
{
  double value;
  double place;
} Found;

static double
place_of (const SeidelExperiment *experiment, size_t cell, char *const *at)
{
  for (int d = 0; d < experiment->n_dimensions; d++)
    if (strcmp (at[d], ANY) == 0)
      return seidel_experiment_value (experiment, cell, d)->number;
  return NAN;
}

static GArray *
collect (SeidelExperimentResult *result, const SeidelExperimentQuantity *quantity)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  GArray *all = g_array_new (FALSE, FALSE, sizeof (Found));

  for (size_t cell = 0; cell < seidel_experiment_n_cells (experiment); cell++)
    {
      if (!matches (experiment, cell, quantity->at))
        continue;
      Found found = { value_of_cell (result, quantity, cell),
                      place_of (experiment, cell, quantity->at) };

      if (quantity->over[0] != NULL)
        found.value /= value_of_cell (result, quantity, find_over (experiment, quantity, cell));
      if (!isnan (found.value))
        g_array_append_val (all, found);
    }
  return all;
}

static int
compare_found (const void *a, const void *b)
{
  const Found *one = a;
  const Found *other = b;

  return (one->value > other->value) - (one->value < other->value);
}

static double
sum_of (const GArray *all)
{
  double sum = 0.0;

  for (guint i = 0; i < all->len; i++)
    sum += g_array_index (all, Found, i).value;
  return sum;
}

/* Of sorted ones, at least one. */
static double
take (const GArray *all, SeidelQuantityTake what)
{
  const Found *first = &g_array_index (all, Found, 0);
  const Found *last = &g_array_index (all, Found, all->len - 1);
  const guint half = all->len / 2;

  switch (what)
    {
    case SEIDEL_TAKE_MOST:
      return last->value;
    case SEIDEL_TAKE_MEDIAN:
      return all->len % 2 == 1 ? first[half].value
                               : (first[half - 1].value + first[half].value) / 2.0;
    case SEIDEL_TAKE_SUM:
      return sum_of (all);
    case SEIDEL_TAKE_COUNT:
      return all->len;
    case SEIDEL_TAKE_WHERE_LEAST:
      return first->place;
    case SEIDEL_TAKE_WHERE_MOST:
      return last->place;
    default:
      return first->value;
    }
}

static double
find_crossover (SeidelExperimentResult *result, const SeidelExperimentQuantity *quantity)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  const SeidelExperimentDimension *columns = &experiment->dimensions[1];
  const int measure = seidel_experiment_measure_index (experiment, quantity->measure);

  for (size_t j = 0; j < columns->n; j++)
    if (strcmp (columns->values[j].label, quantity->crossover) == 0)
      return seidel_experiment_crossover (result, (size_t) measure, j, experiment->logarithmic);
  return NAN;
}

static bool lookup (const char *name, double *value, gpointer data);

static double
get_quantity (const Scope *scope, const SeidelExperimentQuantity *quantity)
{
  Scope inner = { scope->result, NULL, scope->depth + 1 };
  double value = NAN;

  if (quantity->expression != NULL)
    {
      if (inner.depth < MOST_DEPTH)
        seidel_expression_evaluate (quantity->expression, lookup, &inner, &value, NULL);
      return value;
    }
  if (quantity->crossover != NULL)
    return find_crossover (scope->result, quantity);
  g_autoptr (GArray) all = collect (scope->result, quantity);
  if (all->len == 0)
    return NAN;
  g_array_sort (all, compare_found);
  return take (all, quantity->take);
}

/* A SeidelExpressionLookup. */
static bool
lookup (const char *name, double *value, gpointer data)
{
  const Scope *scope = data;
  const SeidelExperimentStatements *statements =
    &seidel_experiment_result_experiment (scope->result)->statements;
  const int index = seidel_experiment_find_quantity (statements, name);

  if (scope->finding != NULL && strcmp (name, "ours") == 0)
    *value = scope->finding->ours;
  else if (scope->finding != NULL && strcmp (name, "printed") == 0)
    *value = scope->finding->printed;
  else if (scope->finding != NULL && strcmp (name, "printed_to") == 0)
    *value = scope->finding->printed_to;
  else if (index >= 0)
    *value = get_quantity (scope, &statements->quantities[index]);
  else
    return false;
  return true;
}

double
seidel_experiment_quantity (SeidelExperimentResult *result, const char *name)
{
  Scope scope = { result, NULL, 0 };
  double value = NAN;

  return lookup (name, &value, &scope) ? value : NAN;
}

static double
evaluate (SeidelExperimentResult *result,
          const SeidelStatementFinding *finding,
          const char *expression)
{
  Scope scope = { result, finding, 0 };
  double value = NAN;

  seidel_expression_evaluate (expression, lookup, &scope, &value, NULL);
  return value;
}

static SeidelStatementState
state_of (SeidelExperimentResult *result, double value)
{
  if (isnan (value) || seidel_experiment_result_stale (result) != NULL)
    return SEIDEL_STATEMENT_OPEN;
  return value != 0.0 ? SEIDEL_STATEMENT_HOLDS : SEIDEL_STATEMENT_FAILS;
}

static const SeidelExperimentStatement *
statement_of (SeidelExperimentResult *result, size_t statement)
{
  return &seidel_experiment_result_experiment (result)->statements.statements[statement];
}

SeidelStatementFinding
seidel_experiment_judge_statement (SeidelExperimentResult *result, size_t statement)
{
  const SeidelExperimentStatement *self = statement_of (result, statement);
  SeidelStatementFinding finding = { SEIDEL_STATEMENT_UNJUDGED, self->printed, self->printed_to,
                                     NAN };

  if (self->printed_as != NULL)
    finding.printed = evaluate (result, NULL, self->printed_as);
  if (self->ours != NULL)
    finding.ours = evaluate (result, NULL, self->ours);
  if (self->holds != NULL && seidel_experiment_result_stale (result) == NULL)
    finding.state = state_of (result, evaluate (result, &finding, self->holds));
  return finding;
}

SeidelExperimentJudgement
seidel_experiment_judge (SeidelExperimentResult *result)
{
  const size_t n = seidel_experiment_result_experiment (result)->statements.n_statements;
  SeidelExperimentJudgement judgement = { SEIDEL_AGREEMENT_PARTLY, 0, 0, 0 };

  for (size_t i = 0; i < n; i++)
    {
      const SeidelStatementState state = seidel_experiment_judge_statement (result, i).state;

      judgement.holding += state == SEIDEL_STATEMENT_HOLDS;
      judgement.failing += state == SEIDEL_STATEMENT_FAILS;
      judgement.open += state == SEIDEL_STATEMENT_OPEN;
    }
  if (judgement.holding + judgement.failing == 0)
    judgement.verdict = SEIDEL_AGREEMENT_NOT_COMPARABLE;
  else if (judgement.failing == 0)
    judgement.verdict = SEIDEL_AGREEMENT_AGREES;
  else if (judgement.holding == 0)
    judgement.verdict = SEIDEL_AGREEMENT_DISAGREES;
  return judgement;
}

char *
seidel_experiment_describe_verdict (SeidelExperimentResult *result)
{
  const SeidelExperimentJudgement judgement = seidel_experiment_judge (result);
  const char *name = seidel_text (seidel_agreement_name (judgement.verdict));
  const char *stale = seidel_experiment_result_stale (result);
  const size_t judged = judgement.holding + judgement.failing;
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  const bool published =
    (experiment->source != NULL && experiment->source[0] != '\0') || experiment->n_published > 0;
  GString *text;

  if (stale == NULL && judged + judgement.open == 0 && !published)
    return g_strdup ("");
  text = g_string_new (name);
  if (stale != NULL)
    g_string_append_printf (text, seidel_text (", for it is stale: %s."), stale);
  else if (judged > 0)
    g_string_append_printf (text, seidel_text (": %zu of %zu statements of the source hold."),
                            judgement.holding, judged);
  else if (judgement.open > 0)
    g_string_append (text, seidel_text (": what the statements need was not measured."));
  else
    g_string_append (text, seidel_text (": the source states nothing that could be judged."));
  if (stale == NULL && judged > 0 && judgement.open > 0)
    g_string_append_printf (text,
                            seidel_plural (" %zu is not measured.", " %zu are not measured.",
                                           judgement.open),
                            judgement.open);
  return g_string_free (text, FALSE);
}

/* That of a plain quantity; NULL for what has no unit. */
static const SeidelExperimentMeasure *
unit_of (const SeidelExperimentStatements *statements, const char *name)
{
  const int index = seidel_experiment_find_quantity (statements, name);
  const SeidelExperimentQuantity *quantity = index >= 0 ? &statements->quantities[index] : NULL;
  const bool plain = quantity != NULL && quantity->expression == NULL && quantity->crossover == NULL
                     && quantity->over[0] == NULL && quantity->of != SEIDEL_QUANTITY_DISTANCE
                     && quantity->of != SEIDEL_QUANTITY_RUNS && quantity->take != SEIDEL_TAKE_COUNT
                     && quantity->take != SEIDEL_TAKE_WHERE_LEAST
                     && quantity->take != SEIDEL_TAKE_WHERE_MOST;

  return plain ? quantity->measure : NULL;
}

static char *
format (const SeidelExperimentMeasure *measure, double value)
{
  if (isnan (value))
    return NULL;
  if (isinf (value))
    return g_strdup ("∞");
  if (measure != NULL && measure->unit == SEIDEL_MEASURE_PERCENT)
    return seidel_format_unit (value, SEIDEL_UNIT_PERCENT, DIGITS);
  if (measure != NULL && measure->unit == SEIDEL_MEASURE_SECONDS)
    return seidel_format_seconds (value, DIGITS);
  if (measure != NULL)
    return seidel_experiment_measure_format (measure, value);
  if (value == floor (value) && fabs (value) < 1e9)
    return seidel_format_count ((int64_t) value);
  return seidel_format_value (value, DIGITS);
}

static const SeidelExperimentMeasure *
measure_of (SeidelExperimentResult *result, size_t statement)
{
  const SeidelExperimentStatement *self = statement_of (result, statement);
  const SeidelExperimentStatements *all = &seidel_experiment_result_experiment (result)->statements;

  if (self->measure != NULL || self->ours == NULL)
    return self->measure;
  return unit_of (all, self->ours);
}

char *
seidel_experiment_format_printed (SeidelExperimentResult *result, size_t statement)
{
  const SeidelStatementFinding finding = seidel_experiment_judge_statement (result, statement);
  const SeidelExperimentMeasure *measure = measure_of (result, statement);
  g_autofree char *from = format (measure, finding.printed);
  g_autofree char *to = format (measure, finding.printed_to);

  if (from == NULL || to == NULL)
    return g_steal_pointer (&from);
  return g_strdup_printf (seidel_text ("%s to %s"), from, to);
}

char *
seidel_experiment_format_ours (SeidelExperimentResult *result, size_t statement)
{
  return format (measure_of (result, statement),
                 seidel_experiment_judge_statement (result, statement).ours);
}

char *
seidel_experiment_describe_statement (SeidelExperimentResult *result, size_t statement)
{
  const SeidelExperimentStatement *self = statement_of (result, statement);
  g_autofree char *printed = seidel_experiment_format_printed (result, statement);
  g_autofree char *ours = seidel_experiment_format_ours (result, statement);

  if (printed != NULL && ours != NULL)
    return g_strdup_printf (seidel_text ("printed %s, here %s"), printed, ours);
  if (printed != NULL)
    return self->ours != NULL ? g_strdup_printf (seidel_text ("printed %s, here no value"), printed)
                              : g_strdup_printf (seidel_text ("printed %s"), printed);
  if (ours != NULL)
    return g_strdup_printf (seidel_text ("here %s"), ours);
  return g_strdup (self->ours != NULL ? seidel_text ("here no value") : "");
}

SeidelStatementState
seidel_experiment_judge_remark (SeidelExperimentResult *result, size_t remark)
{
  const SeidelExperimentRemark *self =
    &seidel_experiment_result_experiment (result)->statements.remarks[remark];

  if (self->claim == NULL)
    return SEIDEL_STATEMENT_UNJUDGED;
  return state_of (result, evaluate (result, NULL, self->claim));
}

/* The end of the placeholder that begins at a brace, and its name; NULL if it is none. */
static const char *
read_placeholder (const SeidelExperimentStatements *statements, const char *brace, char **name)
{
  const char *end = strchr (brace, '}');

  if (end == NULL)
    return NULL;
  *name = g_strndup (brace + 1, (size_t) (end - brace - 1));
  if (seidel_experiment_find_quantity (statements, *name) >= 0)
    return end + 1;
  g_clear_pointer (name, g_free);
  return NULL;
}

static void
append_expanded (SeidelExperimentResult *result, const char *text, GString *out)
{
  const SeidelExperimentStatements *statements =
    &seidel_experiment_result_experiment (result)->statements;

  for (const char *brace; (brace = strchr (text, '{')) != NULL;)
    {
      g_autofree char *name = NULL;
      const char *end = read_placeholder (statements, brace, &name);

      if (end == NULL)
        break;
      g_autofree char *value =
        format (unit_of (statements, name), seidel_experiment_quantity (result, name));
      g_string_append_len (out, text, brace - text);
      g_string_append (out, value != NULL ? value : "…");
      text = end;
    }
  g_string_append (out, text);
}

char *
seidel_experiment_explain (SeidelExperimentResult *result)
{
  const SeidelExperimentStatements *statements =
    &seidel_experiment_result_experiment (result)->statements;
  GString *text = g_string_new (NULL);

  /* The remarks of a stale one are of then, or of another result. */
  for (size_t i = 0; seidel_experiment_result_stale (result) == NULL && i < statements->n_remarks;
       i++)
    {
      const SeidelStatementState state = seidel_experiment_judge_remark (result, i);

      if (state != SEIDEL_STATEMENT_HOLDS && state != SEIDEL_STATEMENT_UNJUDGED)
        continue;
      if (text->len > 0)
        g_string_append_c (text, ' ');
      append_expanded (result, statements->remarks[i].text, text);
    }
  return g_string_free (text, FALSE);
}

static bool
check_expression (SeidelExperimentResult *result,
                  const SeidelStatementFinding *finding,
                  const char *expression,
                  GError **error)
{
  Scope scope = { result, finding, 0 };
  double value;

  return expression == NULL
         || seidel_expression_evaluate (expression, lookup, &scope, &value, error);
}

/* Every brace is a placeholder, and a value in a text has a claim beside it. */
static bool
check_remark (const SeidelExperimentStatements *statements,
              const SeidelExperimentRemark *remark,
              GError **error)
{
  for (const char *text = remark->text; (text = strchr (text, '{')) != NULL;)
    {
      g_autofree char *name = NULL;
      const char *end = read_placeholder (statements, text, &name);

      if (end == NULL)
        return seidel_fail (error, SEIDEL_ERROR_FORMAT,
                            seidel_text ("no placeholder of a known value at “%.40s”"), text);
      if (remark->claim == NULL)
        return seidel_fail (error, SEIDEL_ERROR_FORMAT,
                            seidel_text ("a text with a value needs a claim: “%.40s”"),
                            remark->text);
      text = end;
    }
  return true;
}

bool
seidel_experiment_check_statements (SeidelExperiment *experiment, GError **error)
{
  const SeidelExperimentStatements *statements = &experiment->statements;
  const SeidelStatementFinding nothing = { SEIDEL_STATEMENT_OPEN, NAN, NAN, NAN };
  g_autoptr (SeidelExperimentResult) blank = seidel_experiment_result_new_blank (experiment);

  for (size_t i = 0; i < statements->n_quantities; i++)
    if (!check_expression (blank, NULL, statements->quantities[i].expression, error))
      return false;
  for (size_t i = 0; i < statements->n_statements; i++)
    if (!check_expression (blank, NULL, statements->statements[i].ours, error)
        || !check_expression (blank, NULL, statements->statements[i].printed_as, error)
        || !check_expression (blank, &nothing, statements->statements[i].holds, error))
      return false;
  for (size_t i = 0; i < statements->n_remarks; i++)
    if (!check_expression (blank, NULL, statements->remarks[i].claim, error)
        || !check_remark (statements, &statements->remarks[i], error))
      return false;
  return true;
}
