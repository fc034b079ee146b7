/* seidel-cli convert: a matrix from one file format into another.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <glib/gstdio.h>

#include "cli/seidel-cli-matrix.h"
#include "base/seidel-format.h"
#include "io/bytes/seidel-output.h"
#include "io/seidel-loader.h"
#include "solve/seidel-part.h"

typedef struct
{
  SeidelCliMatrix matrix;
  const SeidelPart *part; /* that is written in place of the matrix; or NULL */
  SeidelPartValue value;
} Conversion;

/* The part of the matrix, to the file. */
static bool
write_part (Conversion *conversion, SeidelCliJob *job, GError **error)
{
  const SeidelCliCall *call = conversion->matrix.call;
  SeidelOptions options = seidel_options_default ();
  const SeidelPartSources sources = { .matrix = conversion->matrix.matrix,
                                      .options = &options,
                                      .level = (int) seidel_cli_integer (call, "level"),
                                      .read_file = seidel_load_matrix };
  SeidelPartValue *value = &conversion->value;
  options.near_null = seidel_cli_text (call, "near-null");
  if (!seidel_part_make (conversion->part, &sources, value, job->cancellable, error))
    return false;
  if (value->matrix != NULL)
    return seidel_save_matrix (value->matrix, call->words[1], &job->progress, job->cancellable,
                               error);
  return seidel_save_vector (value->vector, value->n, false, call->words[1], error);
}

static bool
work (SeidelCliJob *job, void *data, GError **error)
{
  Conversion *conversion = data;
  SeidelCliMatrix *matrix = &conversion->matrix;
  char **words = matrix->call->words;
  if (!seidel_cli_matrix_load (matrix, words[0], job, error)
      || !seidel_cli_matrix_reorder (matrix, job, error))
    return false;
  if (conversion->part != NULL)
    return write_part (conversion, job, error);
  return seidel_save_matrix (matrix->matrix, words[1], &job->progress, job->cancellable, error);
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

/* What was written of the matrix. */
static int
print_part_json (const Conversion *conversion, const SeidelFormat *format, const char *path)
{
  const SeidelPartValue *value = &conversion->value;
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_object (json);
  seidel_cli_json_text (json, "name", conversion->matrix.matrix->name);
  seidel_cli_json_text (json, "part", conversion->part->id);
  seidel_cli_json_integer (json, "rows",
                           value->matrix != NULL ? value->matrix->csr->rows : value->n);
  seidel_cli_json_integer (json, "columns",
                           value->matrix != NULL ? value->matrix->csr->columns : 1);
  seidel_cli_json_integer (json, "nonzeros",
                           value->matrix != NULL ? seidel_csr_nonzeros (value->matrix->csr)
                                                 : value->n);
  seidel_cli_json_text (json, "ordering", conversion->matrix.matrix->ordering);
  seidel_cli_json_text (json, "output", path);
  seidel_cli_json_text (json, "output_format", format->id);
  seidel_cli_json_integer (json, "output_bytes", (int64_t) size_of (path));
  json_builder_end_object (json);
  return seidel_cli_print_json (json);
}

static int
print_part (const Conversion *conversion, const SeidelFormat *format, const char *path)
{
  const SeidelPartValue *value = &conversion->value;
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  g_autofree char *title = seidel_cli_matrix_title (conversion->matrix.matrix);
  g_autofree char *output = g_filename_display_name (path);
  g_autofree char *bytes = seidel_format_bytes (size_of (path));
  seidel_cli_sheet_title (sheet, title);
  seidel_cli_sheet_add (sheet, "part", "%s: %s", conversion->part->name,
                        conversion->part->sentence);
  if (value->matrix == NULL)
    seidel_cli_sheet_take (sheet, "size", seidel_cli_text_count (value->n, "number", "numbers"));
  else
    {
      const SeidelCsr *csr = value->matrix->csr;
      g_autofree char *rows = seidel_format_count (csr->rows);
      g_autofree char *columns = seidel_format_count (csr->columns);
      g_autofree char *nonzeros =
        seidel_cli_text_count (seidel_csr_nonzeros (csr), "nonzero", "nonzeros");
      seidel_cli_sheet_add (sheet, "size", "%s × %s, %s", rows, columns, nonzeros);
    }
  seidel_cli_sheet_add (sheet, "written", "%s: %s, %s", output, format->name, bytes);
  return seidel_cli_print_sheet (sheet);
}

static int
print_conversion (const Conversion *conversion, const SeidelFormat *format)
{
  const SeidelCliCall *call = conversion->matrix.call;
  const SeidelMatrix *matrix = conversion->matrix.matrix;
  const char *output = call->words[1];
  if (conversion->part != NULL)
    return seidel_cli_given (call, "json") ? print_part_json (conversion, format, output)
                                           : print_part (conversion, format, output);
  return seidel_cli_given (call, "json") ? print_json (matrix, format, output)
                                         : print_sheet (matrix, format, call->words);
}

static int
run_convert (const SeidelCliCall *call)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCliJob) job = seidel_cli_job_new ();
  Conversion conversion = { .matrix = { .call = call },
                            .part = seidel_part_find (seidel_cli_text (call, "part")) };
  /* Checked before the matrix is read. */
  const bool vector = conversion.part != NULL && conversion.part->vector;
  const SeidelFormat *format = seidel_format_for_writing (call->words[1], vector, &error);
  int status;
  if (format == NULL)
    return seidel_cli_usage_error (call->command, "%s", error->message);
  if (seidel_cli_given (call, "level") && (conversion.part == NULL || !conversion.part->of_level))
    seidel_cli_note (call, "level", "only parts of multigrid are of a level");
  if (seidel_cli_given (call, "near-null")
      && (conversion.part == NULL || !conversion.part->of_level))
    seidel_cli_note (call, "near-null", "only multigrid uses the near null space");
  status = seidel_output_check (call->words[1], &error)
               && seidel_cli_job_run (job, work, &conversion, &error)
             ? print_conversion (&conversion, format)
             : seidel_cli_fail (error);
  seidel_part_value_clear (&conversion.value);
  seidel_cli_matrix_clear (&conversion.matrix);
  return status;
}

static char **
list_parts (void)
{
  size_t n = 0;
  const SeidelPart *parts = seidel_parts (&n);
  return seidel_cli_ids (parts, n, sizeof *parts, NULL);
}

static const SeidelCliOption part_rows[] = {
  { "part", "PART",
    "Write what is computed of the matrix in its place, with rows and columns counted from 1: the "
    "permutation of an ordering, levels, the graph, factors, the levels of multigrid, the scaling, "
    "the exchange of rows, null vectors.",
    SEIDEL_CLI_CHOICE, NULL, list_parts },
  { "level", "N", "The level of multigrid, from 1, the matrix itself.", SEIDEL_CLI_INTEGER, "1",
    NULL, 1, 25 },
  { "near-null", "FILE",
    "The near null space of multigrid, as in a run: without this option, that of the file, or of a "
    "file beside it.",
    SEIDEL_CLI_TEXT },
  { NULL },
};

static const SeidelCliGroup part_group = { .title = "Part", .rows = part_rows };

const SeidelCliCommand seidel_cli_convert = {
  .name = "convert",
  .arguments = "IN OUT",
  .min_arguments = 2,
  .max_arguments = 2,
  .sentence = "Write the matrix of a file in another format.",
  .groups = (const SeidelCliGroup *const[]){ &part_group, &seidel_cli_matrix_group,
                                             &seidel_cli_json_group, NULL },
  .run = run_convert,
};
