/* seidel-cli spectrum: the eigenvalues that decide how a system converges.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "base/seidel-format.h"
#include "cli/seidel-cli-run.h"
#include "spectrum/seidel-iteration-radius.h"
#include "spectrum/seidel-ritz.h"

/* The steps whose extreme values are listed one by one; beyond, they grow by a part of theirs. */
#define MOST_STEPS 100
#define GROWTH     1.05

/* Seconds and iterations of the runs whose iterations are counted. */
#define COUNTED_SECONDS    10.0
#define COUNTED_ITERATIONS 20000

/* A stationary method: what is expected of it, and what it does. */
typedef struct
{
  const char *method; /* id */
  double omega;       /* NaN: it has none */
  double radius;
  double expected;
  SeidelOutcome *outcome; /* NULL: it cannot run */
} Iteration;

enum
{
  JACOBI,
  GAUSS_SEIDEL,
  SOR,
  N_ITERATIONS,
};

typedef struct
{
  SeidelCliSettings settings;
  SeidelCliMatrix matrix;
  SeidelOutcome *outcome;
  SeidelTrace *trace;
  Iteration iterations[N_ITERATIONS];
} Spectrum;

static bool
has_diagonal (const SeidelCsr *csr)
{
  for (int64_t row = 0; row < csr->rows; row++)
    {
      const int64_t k = seidel_csr_find (csr, row, row);

      if (k < 0 || csr->values[k] == 0.0)
        return false;
    }
  return csr->rows == csr->columns;
}

/* Radii of the iteration matrices, and the best ω. */
static bool
find_radii (Spectrum *self, SeidelProblem *problem, SeidelCliJob *job, GError **error)
{
  Iteration *found = self->iterations;
  SeidelIterationRadii radii;
  g_autoptr (SeidelStructure) structure =
    seidel_structure_new (problem->matrix, NULL, job->cancellable, error);

  seidel_progress_begin (&job->progress, "Measuring the spectral radius of sweeps");
  if (structure == NULL
      || !seidel_iteration_radii (problem->matrix->csr, structure, MAX (self->outcome->threads, 1),
                                  job->cancellable, &radii, error))
    return false;
  found[JACOBI].radius = radii.jacobi;
  found[GAUSS_SEIDEL].radius = radii.gauss_seidel;
  found[SOR].radius = radii.sor;
  found[SOR].omega = radii.omega;
  for (int i = 0; i < N_ITERATIONS; i++)
    found[i].expected = seidel_iteration_count (found[i].radius, self->settings.options.tolerance);
  return true;
}

/* Runs the methods that converge, to count their iterations. */
static bool
count_iterations (Spectrum *self, SeidelProblem *problem, SeidelCliJob *job)
{
  for (int i = 0; i < N_ITERATIONS; i++)
    {
      Iteration *iteration = &self->iterations[i];
      SeidelOptions options = self->settings.options;
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();

      if (!(iteration->radius < 1.0))
        continue;
      options.method = iteration->method;
      options.preconditioner = "none";
      options.spectrum = false;
      options.scaling = SEIDEL_SCALE_NONE;
      options.skip_level_times = true;
      options.time_limit = COUNTED_SECONDS;
      options.max_iterations = MIN (options.max_iterations, COUNTED_ITERATIONS);
      if (!isnan (iteration->omega))
        options.parameters[SEIDEL_PARAMETER_OMEGA] = iteration->omega;
      iteration->outcome =
        seidel_solve (problem, &options, trace, job->cancellable, job->skip_verification, NULL);
    }
  return !g_cancellable_is_cancelled (job->cancellable);
}

static bool
work (SeidelCliJob *job, void *data, GError **error)
{
  Spectrum *self = data;
  SeidelCliMatrix *matrix = &self->matrix;
  g_autoptr (SeidelProblem) problem = NULL;

  if (!seidel_cli_matrix_load (matrix, matrix->call->words[0], job, error)
      || !seidel_cli_matrix_reorder (matrix, job, error))
    return false;
  problem = seidel_cli_run_problem (matrix, &self->settings, job, error);
  if (problem == NULL)
    return false;
  self->settings.options.spectrum = true;
  self->outcome = seidel_solve (problem, &self->settings.options, job->trace, job->cancellable,
                                job->skip_verification, error);
  if (self->outcome == NULL)
    return false;
  if (!has_diagonal (problem->matrix->csr))
    return true;
  return find_radii (self, problem, job, error)
         && (count_iterations (self, problem, job)
             || !g_cancellable_set_error_if_cancelled (job->cancellable, error));
}

/* The projection that the values of the outcome are from. */
static bool
find_projection (const Spectrum *self, SeidelProjection *projection)
{
  return self->outcome->ritz_steps > 0 && seidel_ritz_find (self->trace, 0, projection);
}

static size_t
next_step (size_t step)
{
  return MAX (step + 1, (size_t) (step < MOST_STEPS ? 0 : (double) step * GROWTH));
}

static void
build_history (const Spectrum *self, const SeidelProjection *projection, JsonBuilder *json)
{
  seidel_cli_json_begin_array (json, "history");
  for (size_t step = 1; step <= projection->steps; step = next_step (step))
    {
      SeidelRitzExtremes extremes;

      if (!seidel_ritz_extremes (self->trace, projection, step, &extremes) || extremes.steps < step)
        break;
      json_builder_begin_object (json);
      seidel_cli_json_integer (json, "iteration", projection->first + (int64_t) step);
      seidel_cli_json_number (json, "least", extremes.least);
      seidel_cli_json_number (json, "greatest", extremes.greatest);
      seidel_cli_json_number (json, "condition", extremes.condition);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
build_values (const Spectrum *self, const SeidelProjection *projection, JsonBuilder *json)
{
  size_t n;
  g_autofree SeidelRitzValue *values =
    seidel_ritz_values (self->trace, projection, projection->steps, &n);

  seidel_cli_json_begin_array (json, "values");
  for (size_t i = 0; i < n; i++)
    {
      json_builder_begin_object (json);
      seidel_cli_json_number (json, "real", values[i].real);
      seidel_cli_json_number (json, "imaginary", values[i].imaginary);
      seidel_cli_json_number (json, "error", values[i].error);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
build_iterations (const Spectrum *self, JsonBuilder *json)
{
  seidel_cli_json_begin_array (json, "iterations");
  for (int i = 0; i < N_ITERATIONS; i++)
    {
      const Iteration *iteration = &self->iterations[i];
      const SeidelOutcome *outcome = iteration->outcome;

      json_builder_begin_object (json);
      seidel_cli_json_text (json, "method", iteration->method);
      seidel_cli_json_number (json, "omega", iteration->omega);
      seidel_cli_json_number (json, "radius", iteration->radius);
      seidel_cli_json_number (json, "expected_iterations", iteration->expected);
      seidel_cli_json_number (json, "counted_iterations",
                              outcome != NULL ? (double) outcome->iterations : NAN);
      seidel_cli_json_text (json, "ended",
                            outcome != NULL ? seidel_reason_id (outcome->reason) : NULL);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static int
print_json (const Spectrum *self)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  g_auto (SeidelCliRunContext) context =
    seidel_cli_run_context (NULL, &self->settings, self->matrix.matrix);
  SeidelProjection projection;

  json_builder_begin_object (json);
  seidel_cli_json_text (json, "name", self->matrix.matrix->name);
  json_builder_set_member_name (json, "run");
  seidel_cli_run_build_json (self->outcome, &context, json);
  if (find_projection (self, &projection))
    {
      build_values (self, &projection, json);
      build_history (self, &projection, json);
    }
  build_iterations (self, json);
  json_builder_end_object (json);
  return seidel_cli_print_json (json);
}

/* "0.9995, 14,000 iterations expected, 13,512 counted" */
static char *
describe_iteration (const Iteration *iteration)
{
  GString *text = g_string_new (NULL);
  g_autofree char *radius = seidel_cli_text_number (iteration->radius);

  g_string_append_printf (text, "spectral radius %s", radius);
  if (!isnan (iteration->omega))
    {
      g_autofree char *omega = seidel_cli_text_number (iteration->omega);

      g_string_append_printf (text, " at the best omega, %s", omega);
    }
  if (iteration->radius >= 1.0)
    g_string_append (text, ": it does not converge");
  else if (!isnan (iteration->expected))
    {
      g_autofree char *expected =
        seidel_cli_text_count ((int64_t) iteration->expected, "iteration", "iterations");

      g_string_append_printf (text, ", %s expected", expected);
    }
  if (iteration->outcome != NULL)
    {
      g_autofree char *counted = seidel_format_count (iteration->outcome->iterations);

      g_string_append_printf (text,
                              iteration->outcome->converged ? ", %s counted"
                                                            : ", not finished after %s",
                              counted);
    }
  return g_string_free (text, FALSE);
}

static int
print_sheet (const Spectrum *self)
{
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  g_autofree char *name = seidel_cli_matrix_title (self->matrix.matrix);
  g_autofree char *title = g_strdup_printf ("%s, run", name);
  g_auto (SeidelCliRunContext) context =
    seidel_cli_run_context (title, &self->settings, self->matrix.matrix);

  seidel_cli_run_describe (self->outcome, &context, sheet);
  seidel_cli_sheet_title (sheet, "Stationary iterations");
  for (int i = 0; i < N_ITERATIONS; i++)
    seidel_cli_sheet_take (sheet, seidel_method_find (self->iterations[i].method)->name,
                           describe_iteration (&self->iterations[i]));
  return seidel_cli_print_sheet (sheet);
}

static int
run_spectrum (const SeidelCliCall *call)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCliJob) job = seidel_cli_job_new ();
  Spectrum self = {
    .matrix = { .call = call },
    .trace = job->trace,
    .iterations = { [JACOBI] = { "jacobi", NAN, NAN, NAN },
                    [GAUSS_SEIDEL] = { "gauss-seidel", NAN, NAN, NAN },
                    [SOR] = { "sor", NAN, NAN, NAN } },
  };
  int status;

  seidel_cli_settings_init (&self.settings, call);
  status = seidel_cli_settings_check (&self.settings);
  if (status == SEIDEL_CLI_DONE)
    status = !seidel_cli_job_run (job, work, &self, &error) ? seidel_cli_fail (error)
             : seidel_cli_given (call, "json")              ? print_json (&self)
                                                            : print_sheet (&self);
  seidel_cli_matrix_clear (&self.matrix);
  seidel_cli_settings_clear (&self.settings);
  g_clear_pointer (&self.outcome, seidel_outcome_free);
  for (int i = 0; i < N_ITERATIONS; i++)
    g_clear_pointer (&self.iterations[i].outcome, seidel_outcome_free);
  return status;
}

const SeidelCliCommand seidel_cli_spectrum = {
  .name = "spectrum",
  .arguments = "FILE",
  .min_arguments = 1,
  .max_arguments = 1,
  .sentence = "Show the eigenvalues that decide how methods converge.",
  .groups = (const SeidelCliGroup *const[]){ &seidel_cli_run_group, &seidel_cli_matrix_group,
                                             &seidel_cli_json_group, NULL },
  .run = run_spectrum,
};
