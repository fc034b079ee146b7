/* seidel-cli convert and formats: matrices from one file format into another, and what there are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <glib/gstdio.h>

#include "cli/seidel-cli-matrix.h"
#include "cli/seidel-cli-settings.h"
#include "cli/seidel-cli-tables.h"
#include "draw/seidel-format.h"
#include "io/seidel-loader.h"
#include "io/seidel-output.h"

typedef struct
{
  const char *input;
  const char *output;
  const SeidelFormat *format; /* of the output */
  SeidelOrderingSpec ordering;
  SeidelCliMatrix *matrix;
} Convert;

static bool
work (SeidelCliJob *job, void *data, GError **error)
{
  Convert *convert = data;
  return seidel_cli_matrix_load (convert->matrix, convert->input, job, error)
         && seidel_cli_matrix_reorder (convert->matrix, &convert->ordering, job, error)
         && seidel_save_matrix (convert->matrix->matrix, convert->output, &job->progress,
                                job->cancellable, error);
}

static double
size_of (const char *path)
{
  GStatBuf status;
  return g_stat (path, &status) == 0 ? (double) status.st_size : 0.0;
}

static int
print_json (const Convert *convert)
{
  const SeidelMatrix *matrix = convert->matrix->matrix;
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_object (json);
  seidel_cli_json_text (json, "name", matrix->name);
  seidel_cli_json_text (json, "input_format", matrix->origin.format);
  seidel_cli_json_text (json, "note", matrix->origin.note);
  seidel_cli_json_integer (json, "rows", matrix->csr->rows);
  seidel_cli_json_integer (json, "columns", matrix->csr->columns);
  seidel_cli_json_integer (json, "nonzeros", seidel_csr_nonzeros (matrix->csr));
  seidel_cli_json_text (json, "ordering", matrix->ordering);
  seidel_cli_json_text (json, "output", convert->output);
  seidel_cli_json_text (json, "output_format", convert->format->id);
  seidel_cli_json_integer (json, "output_bytes", (int64_t) size_of (convert->output));
  seidel_cli_json_bool (json, "has_rhs", matrix->rhs != NULL);
  seidel_cli_json_bool (json, "rhs_written", matrix->rhs != NULL && convert->format->keeps_rhs);
  json_builder_end_object (json);
  return seidel_cli_print_json (json);
}

static int
print_sheet (const Convert *convert)
{
  const SeidelMatrix *matrix = convert->matrix->matrix;
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  g_autofree char *title = seidel_cli_matrix_title (matrix);
  g_autofree char *input = g_filename_display_name (convert->input);
  g_autofree char *output = g_filename_display_name (convert->output);
  g_autofree char *rows = seidel_format_count (matrix->csr->rows);
  g_autofree char *columns = seidel_format_count (matrix->csr->columns);
  g_autofree char *nonzeros =
    seidel_cli_text_count (seidel_csr_nonzeros (matrix->csr), "nonzero", "nonzeros");
  g_autofree char *bytes = seidel_format_bytes (size_of (convert->output));
  seidel_cli_sheet_title (sheet, title);
  seidel_cli_sheet_add (sheet, "read", "%s: %s", input, matrix->origin.format);
  if (matrix->origin.note != NULL)
    seidel_cli_sheet_add (sheet, "note", "%s", matrix->origin.note);
  seidel_cli_sheet_add (sheet, "size", "%s × %s, %s", rows, columns, nonzeros);
  seidel_cli_sheet_add (sheet, "wrote", "%s: %s, %s", output, convert->format->name, bytes);
  if (matrix->rhs != NULL && convert->format->keeps_rhs)
    seidel_cli_sheet_add (sheet, "right-hand side", "written with the matrix");
  else if (matrix->rhs != NULL)
    seidel_cli_sheet_add (sheet, "right-hand side", "left behind: a %s file holds the matrix alone",
                          convert->format->name);
  return seidel_cli_print_sheet (sheet);
}

int
seidel_cli_run_convert (const SeidelCliCommand *command, int argc, char **argv)
{
  bool as_json = false;
  g_autofree char *ordering = NULL;
  int status = SEIDEL_CLI_DONE;
  g_autoptr (SeidelCliOptions) options = seidel_cli_options_new ();
  seidel_cli_ordering_add (&ordering, options);
  seidel_cli_matrix_add_options (options);
  seidel_cli_options_flag (options, "json", &as_json, "Print JSON, for scripts.");
  const char *arguments[2] = { NULL, NULL };
  if (!seidel_cli_begin (command, options, NULL, argc, argv, arguments, &status))
    return status;

  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCliJob) job = seidel_cli_job_new ();
  g_auto (SeidelCliMatrix) matrix = { 0 };
  Convert convert = { .input = arguments[0], .output = arguments[1], .matrix = &matrix };
  if (!seidel_cli_ordering_resolve (ordering, &convert.ordering, &error))
    return seidel_cli_usage_error (command, "%s", error->message);
  /* Before anything is read for nothing. */
  convert.format = seidel_format_for_writing (convert.output, false, &error);
  if (convert.format == NULL)
    return seidel_cli_usage_error (command, "%s", error->message);
  if (!seidel_output_check (convert.output, &error))
    return seidel_cli_fail (error);
  if (!seidel_cli_job_run (job, work, &convert, &error))
    return seidel_cli_fail (error);
  return as_json ? print_json (&convert) : print_sheet (&convert);
}

/* --- formats -------------------------------------------------------------------------------------
 */

static void
format_to_json (JsonBuilder *json, gconstpointer row)
{
  const SeidelFormat *format = row;
  seidel_cli_json_text (json, "id", format->id);
  seidel_cli_json_text (json, "name", format->name);
  seidel_cli_json_take (json, "suffixes", g_strdupv ((char **) format->suffixes));
  seidel_cli_json_bool (json, "holds_several", format->holds_several);
  seidel_cli_json_bool (json, "reads_vectors", format->reads_vectors);
  seidel_cli_json_bool (json, "writes_matrices", format->writes_matrices);
  seidel_cli_json_bool (json, "writes_vectors", format->writes_vectors);
  seidel_cli_json_bool (json, "keeps_rhs", format->keeps_rhs);
}

static void
format_to_sheet (SeidelCliSheet *sheet, gconstpointer row)
{
  const SeidelFormat *format = row;
  g_autofree char *title = g_strdup_printf ("%s: %s", format->id, format->name);
  seidel_cli_sheet_title (sheet, title);
  seidel_cli_sheet_join (sheet, "names end in", g_strdupv ((char **) format->suffixes));
  seidel_cli_sheet_add (sheet, "reads", "%s%s",
                        format->reads_vectors ? "matrices, vectors" : "matrices",
                        format->holds_several ? "; several in a file, see --variable" : "");
  if (format->writes_matrices || format->writes_vectors)
    seidel_cli_sheet_add (sheet, "writes", "%s%s%s%s", format->writes_matrices ? "matrices" : "",
                          format->writes_matrices && format->writes_vectors ? ", " : "",
                          format->writes_vectors ? "vectors" : "",
                          format->keeps_rhs ? "; the right-hand side comes along" : "");
}

int
seidel_cli_run_formats (const SeidelCliCommand *command, int argc, char **argv)
{
  SeidelCliTable table = { .row_size = sizeof (SeidelFormat),
                           .to_json = format_to_json,
                           .to_sheet = format_to_sheet };
  table.rows = seidel_formats (&table.n_rows);
  return seidel_cli_run_table (command, argc, argv, &table);
}
