/* seidel-cli convert: a matrix from one file format into another.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <glib/gstdio.h>

#include "cli/seidel-cli-matrix.h"
#include "base/seidel-format.h"
#include "io/bytes/seidel-output.h"
#include "io/seidel-loader.h"

static bool
work (SeidelCliJob *job, void *data, GError **error)
{
  SeidelCliMatrix *matrix = data;
  char **words = matrix->call->words;
  return seidel_cli_matrix_load (matrix, words[0], job, error)
         && seidel_cli_matrix_reorder (matrix, job, error)
         && seidel_save_matrix (matrix->matrix, words[1], &job->progress, job->cancellable, error);
}

static double
size_of (const char *path)
{
  GStatBuf status;
  return g_stat (path, &status) == 0 ? (double) status.st_size : 0.0;
}

static int
print_json (const SeidelMatrix *matrix, const SeidelFormat *format, const char *path)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_object (json);
  seidel_cli_json_text (json, "name", matrix->name);
  seidel_cli_json_text (json, "input_format", matrix->origin.format);
  seidel_cli_json_text (json, "note", matrix->origin.note);
  seidel_cli_json_integer (json, "rows", matrix->csr->rows);
  seidel_cli_json_integer (json, "columns", matrix->csr->columns);
  seidel_cli_json_integer (json, "nonzeros", seidel_csr_nonzeros (matrix->csr));
  seidel_cli_json_text (json, "ordering", matrix->ordering);
  seidel_cli_json_text (json, "output", path);
  seidel_cli_json_text (json, "output_format", format->id);
  seidel_cli_json_integer (json, "output_bytes", (int64_t) size_of (path));
  seidel_cli_json_bool (json, "has_rhs", matrix->rhs != NULL);
  seidel_cli_json_bool (json, "rhs_written", matrix->rhs != NULL && format->keeps_rhs);
  json_builder_end_object (json);
  return seidel_cli_print_json (json);
}

static int
print_sheet (const SeidelMatrix *matrix, const SeidelFormat *format, char **words)
{
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  g_autofree char *title = seidel_cli_matrix_title (matrix);
  g_autofree char *input = g_filename_display_name (words[0]);
  g_autofree char *output = g_filename_display_name (words[1]);
  g_autofree char *rows = seidel_format_count (matrix->csr->rows);
  g_autofree char *columns = seidel_format_count (matrix->csr->columns);
  g_autofree char *nonzeros =
    seidel_cli_text_count (seidel_csr_nonzeros (matrix->csr), "nonzero", "nonzeros");
  g_autofree char *bytes = seidel_format_bytes (size_of (words[1]));
  seidel_cli_sheet_title (sheet, title);
  seidel_cli_sheet_add (sheet, "read", "%s: %s", input, matrix->origin.format);
  if (matrix->origin.note != NULL)
    seidel_cli_sheet_add (sheet, "note", "%s", matrix->origin.note);
  seidel_cli_sheet_add (sheet, "size", "%s × %s, %s", rows, columns, nonzeros);
  seidel_cli_sheet_add (sheet, "written", "%s: %s, %s", output, format->name, bytes);
  if (matrix->rhs != NULL && format->keeps_rhs)
    seidel_cli_sheet_add (sheet, "right-hand side", "written with the matrix");
  else if (matrix->rhs != NULL)
    seidel_cli_sheet_add (sheet, "right-hand side", "not written: a %s file holds the matrix alone",
                          format->name);
  return seidel_cli_print_sheet (sheet);
}

static int
run_convert (const SeidelCliCall *call)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCliJob) job = seidel_cli_job_new ();
  g_auto (SeidelCliMatrix) matrix = { .call = call };
  /* Checked before the matrix is read. */
  const char *output = call->words[1];
  const SeidelFormat *format = seidel_format_for_writing (output, false, &error);
  if (format == NULL)
    return seidel_cli_usage_error (call->command, "%s", error->message);
  if (!seidel_output_check (output, &error) || !seidel_cli_job_run (job, work, &matrix, &error))
    return seidel_cli_fail (error);
  return seidel_cli_given (call, "json") ? print_json (matrix.matrix, format, output)
                                         : print_sheet (matrix.matrix, format, call->words);
}

const SeidelCliCommand seidel_cli_convert = {
  .name = "convert",
  .arguments = "IN OUT",
  .min_arguments = 2,
  .max_arguments = 2,
  .sentence = "Write the matrix of a file in another format.",
  .groups = seidel_cli_matrix_groups,
  .run = run_convert,
};
