/* seidel-cli compare: how two vectors differ, the solutions of two runs or of two programs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "cli/seidel-cli-difference.h"
#include "cli/seidel-cli-matrix.h"
#include "cli/seidel-cli-settings.h"
#include "base/seidel-fail.h"
#include "base/seidel-format.h"
#include "base/seidel-threads.h"
#include "io/seidel-column.h"
#include "io/seidel-loader.h"
#include "matrix/seidel-complex.h"
#include "matrix/seidel-difference.h"
#include "matrix/seidel-vector.h"

#define DIGITS 6

typedef struct
{
  double *values; /* complex ones as two doubles each */
  int64_t n;      /* numbers */
  bool complex_numbers;
} Vector;

typedef struct
{
  SeidelCliMatrix matrix; /* empty unless --matrix was given */
  Vector vectors[2];
  bool complex_numbers; /* of one of them at least */
  SeidelDifference difference;
  double b_norm; /* ‖b‖₂ */
  SeidelNorms norms[2];
} Comparison;

static bool
load (Comparison *self, int which, SeidelCliJob *job, GError **error)
{
  Vector *vector = &self->vectors[which];
  const char *path = self->matrix.call->words[which];
  seidel_progress_begin (&job->progress, "Reading vectors");
  vector->values =
    seidel_load_any_vector (path, &vector->n, &vector->complex_numbers, job->cancellable, error);
  return vector->values != NULL;
}

/* Gives a real vector imaginary parts, where the other one has some. */
static bool
make_complex (Vector *vector, GError **error)
{
  const double *real = vector->values;
  double *values;
  if (vector->complex_numbers || real == NULL)
    return true;
  values = seidel_vector_new (2 * vector->n, error);
  if (values == NULL)
    return false;
  for (int64_t i = 0; i < vector->n; i++)
    values[2 * i] = real[i];
  seidel_vector_free (vector->values);
  vector->values = values;
  vector->complex_numbers = true;
  return true;
}

static bool
fit (Comparison *self, GError **error)
{
  Vector *x = &self->vectors[0];
  Vector *y = &self->vectors[1];
  char *const *words = self->matrix.call->words;
  if (x->n != y->n)
    return seidel_fail (error, SEIDEL_ERROR_INVALID,
                        "%s has %" G_GINT64_FORMAT " numbers and %s %" G_GINT64_FORMAT
                        "; only vectors of the same length can be compared",
                        words[0], x->n, words[1], y->n);
  self->complex_numbers = x->complex_numbers || y->complex_numbers;
  return !self->complex_numbers || (make_complex (x, error) && make_complex (y, error));
}

/* The right-hand side that --rhs names, or the usual one; see seidel-cli-solve(1). */
static SeidelProblem *
make_problem (Comparison *self, SeidelCliJob *job, GError **error)
{
  const char *text = seidel_cli_text (self->matrix.call, "rhs");
  SeidelMatrix *matrix = self->matrix.matrix;
  SeidelVectorSpec rhs = seidel_cli_usual_rhs (matrix);
  SeidelProblem *problem;
  if (text != NULL && !seidel_vector_spec_parse (text, SEIDEL_VECTOR_ROLE_RHS, &rhs, error))
    return NULL;
  const int64_t column = seidel_cli_name_rhs (&rhs, matrix, job->cancellable);
  if (column > 0)
    {
      g_autofree char *array = g_steal_pointer (&rhs.path);
      rhs.path = seidel_column_name (array, column);
    }
  problem =
    seidel_problem_new_from_specs (matrix, &rhs, NULL, seidel_load_vector, job->cancellable, error);
  seidel_vector_spec_clear (&rhs);
  return problem;
}

static bool
check_matrix (Comparison *self, GError **error)
{
  const SeidelMatrix *matrix = self->matrix.matrix;
  const int64_t n = self->vectors[0].n;
  if (matrix->csr->columns == n && (!self->complex_numbers || seidel_matrix_is_complex (matrix)))
    return true;
  if (matrix->csr->columns == n)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                 "--matrix: the matrix is real, and the vectors are complex");
  else
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                 "--matrix: the matrix has %" G_GINT64_FORMAT
                 " columns; the vectors have %" G_GINT64_FORMAT " numbers",
                 matrix->csr->columns, n);
  return false;
}

static bool
find_residuals (Comparison *self, SeidelCliJob *job, GError **error)
{
  const char *path = seidel_cli_text (self->matrix.call, "matrix");
  g_autoptr (SeidelProblem) problem = NULL;
  if (!seidel_cli_matrix_load (&self->matrix, path, job, error) || !check_matrix (self, error))
    return false;
  problem = make_problem (self, job, error);
  if (problem == NULL)
    return false;
  seidel_progress_begin (&job->progress, "Computing residuals");
  self->b_norm = seidel_vector_norm_2 (problem->b, problem->matrix->csr->rows);
  for (int i = 0; i < 2; i++)
    {
      if (seidel_matrix_is_complex (self->matrix.matrix)
          && !make_complex (&self->vectors[i], error))
        return false;
      if (!seidel_matrix_true_residual (problem->matrix, problem->b, self->vectors[i].values,
                                        seidel_threads_allowed (0), job->cancellable,
                                        &self->norms[i]))
        return !g_cancellable_set_error_if_cancelled (job->cancellable, error);
    }
  return true;
}

static bool
work (SeidelCliJob *job, void *data, GError **error)
{
  Comparison *self = data;
  const SeidelCliCall *call = self->matrix.call;
  if (!load (self, 0, job, error) || !load (self, 1, job, error) || !fit (self, error))
    return false;
  if (!seidel_vector_compare (self->vectors[0].values, self->vectors[1].values,
                              (self->complex_numbers ? 2 : 1) * self->vectors[0].n,
                              seidel_cli_real (call, "threshold"), job->cancellable,
                              &self->difference))
    return !g_cancellable_set_error_if_cancelled (job->cancellable, error);
  return !seidel_cli_given (call, "matrix") || find_residuals (self, job, error);
}

static SeidelCliDifference
difference_of (const Comparison *self)
{
  return (SeidelCliDifference){ &self->difference, self->vectors[0].values, self->vectors[1].values,
                                self->complex_numbers };
}

static void
build_residuals (const Comparison *self, JsonBuilder *json)
{
  static const char *const names[] = { "residual_x", "residual_y" };
  for (int i = 0; i < 2; i++)
    {
      seidel_cli_json_begin_object (json, names[i]);
      seidel_cli_json_number (json, "norm_2", self->norms[i].norm_2);
      seidel_cli_json_number (json, "norm_inf", self->norms[i].norm_inf);
      seidel_cli_json_number (json, "relative", self->norms[i].norm_2 / self->b_norm);
      seidel_cli_json_number (json, "backward_error", self->norms[i].backward);
      json_builder_end_object (json);
    }
}

static int
print_json (const Comparison *self)
{
  const SeidelCliDifference difference = difference_of (self);
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_object (json);
  seidel_cli_json_integer (json, "n", self->vectors[0].n);
  seidel_cli_json_bool (json, "complex", self->complex_numbers);
  seidel_cli_difference_build (&difference, json);
  if (self->matrix.matrix != NULL)
    build_residuals (self, json);
  json_builder_end_object (json);
  return seidel_cli_print_json (json);
}

static void
describe_residual (const Comparison *self, int which, SeidelCliSheet *sheet)
{
  const SeidelNorms *norms = &self->norms[which];
  g_autofree char *label = g_filename_display_basename (self->matrix.call->words[which]);
  g_autofree char *norm = seidel_format_value (norms->norm_2, DIGITS);
  g_autofree char *relative = seidel_format_value (norms->norm_2 / self->b_norm, DIGITS);
  g_autofree char *backward = seidel_format_value (norms->backward, DIGITS);
  seidel_cli_sheet_add (sheet, label, "%s, over ‖b‖₂ %s, backward error %s", norm, relative,
                        backward);
}

static int
print_sheet (const Comparison *self)
{
  const SeidelCliDifference difference = difference_of (self);
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  g_autofree char *x = g_filename_display_basename (self->matrix.call->words[0]);
  g_autofree char *y = g_filename_display_basename (self->matrix.call->words[1]);
  g_autofree char *numbers =
    seidel_cli_text_count (self->vectors[0].n, self->complex_numbers ? "complex number" : "number",
                           self->complex_numbers ? "complex numbers" : "numbers");
  g_autofree char *title = g_strdup_printf ("%s and %s, %s", x, y, numbers);
  seidel_cli_sheet_title (sheet, title);
  seidel_cli_difference_describe (&difference, sheet);
  if (self->matrix.matrix != NULL)
    {
      seidel_cli_sheet_title (sheet, "True residuals, ‖b − A x‖₂");
      describe_residual (self, 0, sheet);
      describe_residual (self, 1, sheet);
    }
  return seidel_cli_print_sheet (sheet);
}

static int
run_compare (const SeidelCliCall *call)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCliJob) job = seidel_cli_job_new ();
  Comparison self = { .matrix = { .call = call } };
  int status;
  if (seidel_cli_given (call, "rhs") && !seidel_cli_given (call, "matrix"))
    seidel_cli_note (call, "rhs", "only with --matrix there are residuals");
  if (!seidel_cli_job_run (job, work, &self, &error))
    status = seidel_cli_fail (error);
  else
    status = seidel_cli_given (call, "json") ? print_json (&self) : print_sheet (&self);
  seidel_cli_matrix_clear (&self.matrix);
  for (int i = 0; i < 2; i++)
    seidel_vector_free (self.vectors[i].values);
  return status;
}

static const SeidelCliOption difference_rows[] = {
  SEIDEL_CLI_THRESHOLD_ROW,
  { "matrix", "FILE", "Compute the true residual of both vectors with this matrix." },
  SEIDEL_CLI_RHS_ROW,
  { NULL },
};

static const SeidelCliGroup difference_group = { .title = "Comparison", .rows = difference_rows };

const SeidelCliCommand seidel_cli_compare = {
  .name = "compare",
  .arguments = "X Y",
  .min_arguments = 2,
  .max_arguments = 2,
  .sentence = "Compare two vectors, for example the solutions of two runs.",
  .groups = (const SeidelCliGroup *const[]){ &difference_group, &seidel_cli_natural_group,
                                             &seidel_cli_json_group, NULL },
  .run = run_compare,
};
