/* Next steps: what goes with a cause, and how it does on the matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "base/seidel-format.h"
#include "base/seidel-translatable.h"
#include "diagnose/seidel-diagnosis-private.h"
#include "matrix/seidel-permutation.h"
#include "matrix/seidel-vector.h"

/* Steps of a finding, at most. */
#define MOST_STEPS 4

/* By how much more iterations than estimated are allowed. */
#define SPARE 1.5

/* By how much the restart grows, and how far. */
#define LONGER       4.0
#define MOST_RESTART 500.0

/* Of what rounding leaves, a tolerance that can be reached. */
#define REACHABLE 10.0

/* "key=value key=value": the options that differ. */
typedef struct
{
  const char *cause;
  const char *steps[MOST_STEPS];
  const char *rhs; /* of all of them; NULL: the same */
} Row;

#define GMRES  "method=gmres preconditioner=none restart=100"
#define DIRECT "method=umfpack preconditioner=none"

static const Row symmetric_rows[] = {
  { "indefinite", { "method=minres preconditioner=none", GMRES, DIRECT } },
  { "indefinite-preconditioner", { "method=minres preconditioner=none", GMRES, DIRECT } },
  { "unstable-factors",
    { "preconditioner=ssor", "preconditioner=jacobi", "method=cholmod preconditioner=none",
      DIRECT } },
  { "no-preconditioner",
    { "method=cg preconditioner=ic0", "method=cg preconditioner=multigrid",
      "method=minres preconditioner=ssor", "method=cholmod preconditioner=none" } },
  { "relaxation", { "method=cg preconditioner=ssor" } },
  { "slow",
    { "method=cg preconditioner=ssor", "method=cg preconditioner=multigrid",
      "method=cholmod preconditioner=none" } },
  { "condition", { "method=cg preconditioner=ic0", "method=cholmod preconditioner=none", DIRECT } },
  { "null-space",
    { "method=minres preconditioner=none", "method=cg preconditioner=none",
      "method=lsmr preconditioner=none" } },
  { "restart", { "method=minres preconditioner=none" } },
  { NULL },
};

static const Row rows[] = {
  { "memory", { "method=auto" } },
  { "shape",
    { "method=lsmr preconditioner=none", "method=lsqr preconditioner=none",
      "method=qr preconditioner=none" } },
  { "structure", { "method=lsmr preconditioner=none", "method=qr preconditioner=none" } },
  { "symmetry",
    { "method=gmres preconditioner=ilu0", "method=bicgstab preconditioner=none", GMRES, DIRECT } },
  { "zero-diagonal", { "matching=product", GMRES, "method=bicgstab preconditioner=none", DIRECT } },
  { "zero-rhs",
    { "method=minres preconditioner=none", "method=cg preconditioner=none" },
    "solution-scaled" },
  { "inconsistent",
    { "method=lsmr preconditioner=none", "method=qr preconditioner=none",
      "method=minres preconditioner=none" } },
  { "precision", { "precision=double", "precision=mixed" } },
  { "null-space", { "method=lsmr preconditioner=none", GMRES, DIRECT } },
  { "scaling", { "scaling=both", "scaling=rows", DIRECT } },
  { "unstable-factors",
    { GMRES, "method=gmres preconditioner=jacobi restart=100",
      "method=bicgstab preconditioner=none", DIRECT } },
  { "small-diagonal",
    { GMRES, "method=gmres preconditioner=ilu0 restart=100", "method=bicgstab preconditioner=none",
      DIRECT } },
  { "near-null-space", { "method=cg preconditioner=ic0", "method=cholmod preconditioner=none" } },
  { "no-preconditioner",
    { "method=gmres preconditioner=ilu0 restart=100", "method=bicgstab preconditioner=ilu0",
      DIRECT } },
  { "restart",
    { "method=gmres preconditioner=ilu0", "method=bicgstab preconditioner=ilu0", DIRECT } },
  { "slow", { "method=gmres preconditioner=ilu0", "method=bicgstab preconditioner=ssor", DIRECT } },
  { "both-signs",
    { "matching=product", "method=gmres preconditioner=ilu0 matching=product",
      "method=gmres preconditioner=ilu0 restart=100", DIRECT } },
  { "condition", { "method=gmres preconditioner=ilu0", DIRECT } },
  { "indefinite", { GMRES, DIRECT } },
  { NULL },
};

/* Sets one option, and says so. */
static void
change (SeidelNextStep *step, const char *id, const char *value, GString *text)
{
  const SeidelSetting *setting = seidel_setting_find (id);

  if (setting == NULL || !seidel_setting_set_text (setting, &step->options, value, NULL))
    return;
  g_string_append_printf (text, "%s--%s %s", text->len > 0 ? " " : "", id, value);
}

static SeidelNextStep *
add_step (const SeidelFacts *facts, SeidelFinding *finding, const char *changes)
{
  g_auto (GStrv) words = g_strsplit (changes, " ", -1);
  g_autoptr (GString) text = g_string_new (NULL);
  SeidelNextStep *step;

  finding->steps = g_renew (SeidelNextStep, finding->steps, finding->n_steps + 1);
  step = &finding->steps[finding->n_steps++];
  *step = (SeidelNextStep){ .options = facts->options };
  step->options.strategy = SEIDEL_STRATEGY_AUTO;
  step->options.storage = SEIDEL_STORAGE_AUTO;
  step->options.scaling = facts->subject->options->scaling;
  for (char **word = words; *word != NULL; word++)
    {
      g_auto (GStrv) parts = g_strsplit (*word, "=", 2);

      if (parts[0] != NULL && parts[1] != NULL)
        change (step, parts[0], parts[1], text);
    }
  step->text = g_strdup (text->str);
  return step;
}

static void
add_number (const SeidelFacts *facts, SeidelFinding *finding, const char *key, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *changes = NULL;

  g_ascii_formatd (number, sizeof number, "%.6g", value);
  changes = g_strdup_printf ("%s=%s", key, number);
  add_step (facts, finding, changes);
}

/* Steps with numbers that the measurements give. */
static void
add_measured (const SeidelFacts *facts, SeidelFinding *finding)
{
  const char *cause = finding->cause->id;
  const bool jacobi = g_str_has_prefix (facts->method->id, "jacobi");
  const SeidelOutcome *outcome = facts->subject->outcome;
  const double restart = facts->options.parameters[SEIDEL_PARAMETER_RESTART];

  if (g_str_equal (cause, "limit"))
    add_number (facts, finding, "max-iterations", ceil (SPARE * facts->needed));
  else if (g_str_equal (cause, "restart"))
    add_number (facts, finding, "restart",
                fmin (fmin (LONGER * restart, MOST_RESTART), (double) facts->csr->rows));
  else if (g_str_equal (cause, "tolerance") && outcome != NULL)
    add_number (facts, finding, "tolerance",
                REACHABLE * fmax (outcome->residual_relative, facts->options.tolerance));
  else if (g_str_equal (cause, "relaxation") && jacobi)
    add_step (facts, finding, "method=jacobi-weighted weight=0.666667");
  else if (g_str_equal (cause, "relaxation"))
    add_number (facts, finding,
                g_str_equal (facts->kind->id, "ssor") ? "preconditioner-omega" : "omega", 1.0);
  else if (g_str_equal (cause, "near-null-space"))
    {
      SeidelNextStep *step = add_step (facts, finding, "");

      g_free (step->text);
      step->n_near_null = facts->block;
      step->text = g_strdup_printf (seidel_text ("--near-null with the constants of %d unknowns"),
                                    facts->block);
    }
}

static const Row *
find_row (const Row *list, const char *cause)
{
  for (const Row *row = list; row->cause != NULL; row++)
    if (g_str_equal (row->cause, cause))
      return row;
  return NULL;
}

void
seidel_diagnosis_add_steps (const SeidelFacts *facts, SeidelFinding *finding)
{
  const Row *row =
    facts->structure->value_symmetric ? find_row (symmetric_rows, finding->cause->id) : NULL;

  add_measured (facts, finding);
  if (row == NULL)
    row = find_row (rows, finding->cause->id);
  for (int i = 0; row != NULL && i < MOST_STEPS && row->steps[i] != NULL; i++)
    {
      SeidelNextStep *step = add_step (facts, finding, row->steps[i]);

      step->rhs = row->rhs;
    }
}

/* One column for each unknown of a node, ones where that is. */
static bool
give_constants (SeidelProblem *problem, int block, GError **error)
{
  const int64_t n = problem->matrix->csr->rows;
  SeidelCsr *csr = seidel_csr_new (n, block, n, error);
  g_autoptr (SeidelMatrix) vectors = NULL;

  if (csr == NULL)
    return false;
  for (int64_t row = 0; row < n; row++)
    {
      csr->row_offsets[row + 1] = row + 1;
      csr->column_indices[row] = (int32_t) (row % block);
      csr->values[row] = 1.0;
    }
  vectors = seidel_matrix_new ("constants", csr);
  return seidel_problem_set_near_null (problem, vectors, error);
}

/* The same system, for a near null space of its own. */
static SeidelProblem *
copy_problem (const SeidelProblem *given, GError **error)
{
  const SeidelMatrix *matrix = given->matrix;
  const int64_t n = matrix->csr->rows;
  double *b = seidel_vector_new (n, error);
  SeidelProblem *problem = NULL;

  if (b == NULL)
    return NULL;
  memcpy (b, given->b, (size_t) n * sizeof *b);
  if (matrix->permutation == NULL || seidel_permutation_undo (matrix->permutation, b, n, error))
    problem = seidel_problem_new (given->matrix, b, NULL, error);
  seidel_vector_free (b);
  return problem;
}

/* The system of a step: that of the run, or the same matrix with another right-hand side, or with a
 * near null space. */
static SeidelProblem *
make_problem (const SeidelDiagnosisSubject *subject,
              const SeidelNextStep *step,
              GCancellable *cancellable,
              GError **error)
{
  SeidelVectorSpec rhs = { 0 };
  SeidelProblem *problem;

  if (step->rhs == NULL && step->n_near_null == 0)
    return seidel_problem_ref (subject->problem);
  if (step->rhs == NULL)
    problem = copy_problem (subject->problem, error);
  else
    {
      if (!seidel_vector_spec_parse (step->rhs, SEIDEL_VECTOR_ROLE_RHS, &rhs, error))
        return NULL;
      problem = seidel_problem_new_from_specs (subject->problem->matrix, &rhs, NULL, NULL,
                                               cancellable, error);
      seidel_vector_spec_clear (&rhs);
    }
  if (problem != NULL && step->n_near_null > 0
      && !give_constants (problem, step->n_near_null, error))
    g_clear_pointer (&problem, seidel_problem_unref);
  return problem;
}

static void
try_step (const SeidelDiagnosisSubject *subject,
          SeidelNextStep *step,
          double seconds,
          GCancellable *cancellable)
{
  SeidelOptions options = step->options;
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelProblem) problem = make_problem (subject, step, cancellable, &error);
  g_autoptr (SeidelOutcome) outcome = NULL;

  options.time_limit = seconds;
  options.skip_level_times = true;
  options.track_error = false;
  if (problem != NULL)
    outcome = seidel_solve (problem, &options, trace, cancellable, cancellable, &error);
  step->tried = true;
  if (outcome == NULL)
    {
      step->message = g_strdup (error != NULL ? error->message : "");
      return;
    }
  step->reason = outcome->reason;
  /* Least squares are what there is where no x solves the system. */
  step->converged = outcome->converged || outcome->reason == SEIDEL_REASON_LEAST_SQUARES;
  step->iterations = outcome->iterations;
  step->seconds = outcome->total_seconds - outcome->load_seconds - outcome->order_seconds;
}

/* A step with the same text that was tried, or NULL. */
static const SeidelNextStep *
find_tried (const SeidelDiagnosis *diagnosis, const SeidelNextStep *step)
{
  for (size_t i = 0; i < diagnosis->n; i++)
    for (size_t k = 0; k < diagnosis->findings[i].n_steps; k++)
      {
        const SeidelNextStep *other = &diagnosis->findings[i].steps[k];

        if (other != step && other->tried && g_str_equal (other->text, step->text)
            && g_strcmp0 (other->rhs, step->rhs) == 0)
          return other;
      }
  return NULL;
}

static void
take_result (SeidelNextStep *step, const SeidelNextStep *other)
{
  step->tried = true;
  step->reason = other->reason;
  step->message = g_strdup (other->message);
  step->converged = other->converged;
  step->iterations = other->iterations;
  step->seconds = other->seconds;
}

/* What converged comes first, otherwise in the order of the table. */
static void
put_cures_first (SeidelFinding *finding)
{
  size_t n = 0;

  for (size_t k = 0; k < finding->n_steps; k++)
    if (finding->steps[k].converged)
      {
        const SeidelNextStep cure = finding->steps[k];

        memmove (&finding->steps[n + 1], &finding->steps[n], (k - n) * sizeof cure);
        finding->steps[n++] = cure;
      }
}

bool
seidel_diagnosis_try (SeidelDiagnosis *diagnosis,
                      const SeidelDiagnosisSubject *subject,
                      double seconds,
                      SeidelProgress *progress,
                      GCancellable *cancellable,
                      GError **error)
{
  seidel_progress_begin (progress, "Trying next steps");
  for (size_t i = 0; i < diagnosis->n; i++)
    for (size_t k = 0; k < diagnosis->findings[i].n_steps; k++)
      {
        SeidelNextStep *step = &diagnosis->findings[i].steps[k];
        const SeidelNextStep *other = find_tried (diagnosis, step);

        seidel_progress_set (progress, (double) i / (double) diagnosis->n);
        if (other != NULL)
          take_result (step, other);
        else if (!step->tried)
          try_step (subject, step, seconds, cancellable);
        if (g_cancellable_set_error_if_cancelled (cancellable, error))
          return false;
      }
  for (size_t i = 0; i < diagnosis->n; i++)
    put_cures_first (&diagnosis->findings[i]);
  return true;
}

char *
seidel_next_step_describe (const SeidelNextStep *step)
{
  g_autofree char *time = seidel_format_seconds (step->seconds, 3);
  g_autofree char *count = seidel_format_count (step->iterations);
  const unsigned long n = (unsigned long) step->iterations;

  if (!step->tried)
    return g_strdup (seidel_text ("not tried"));
  if (step->message != NULL)
    return g_strdup_printf (seidel_text ("could not begin: %s"), step->message);
  if (step->converged)
    return g_strdup_printf (step->reason == SEIDEL_REASON_LEAST_SQUARES
                              ? seidel_plural ("least squares after %s iteration, %s",
                                               "least squares after %s iterations, %s", n)
                              : seidel_plural ("converged after %s iteration, %s",
                                               "converged after %s iterations, %s", n),
                            count, time);
  return g_strdup_printf (seidel_plural ("%s after %s iteration, %s", "%s after %s iterations, %s",
                                         n),
                          seidel_text (seidel_reason_name (step->reason)), count, time);
}
