/* The option --row.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-row.h"

#include <math.h>

#include "matrix/seidel-complex.h"
#include "plan/seidel-scaling-rule.h"

#define MOST 12 /* terms and rows in a text; scripts get all */

static const SeidelCliOption row_rows[] = {
  { "row", "N",
    "Show a row on its own, counted from 1 as in the file: its entries, its levels, the rows that "
    "it waits for and those that wait for it, its size, and after a run its equation with the "
    "numbers put in, its residual and its error.",
    SEIDEL_CLI_INTEGER, NULL, NULL, 1, G_MAXINT32 },
  { NULL },
};

const SeidelCliGroup seidel_cli_row_group = { .title = "Row", .rows = row_rows };

void
seidel_cli_row_clear (SeidelCliRow *self)
{
  for (int i = 0; i < 2; i++)
    g_clear_pointer (&self->reports[i], seidel_row_report_free);
}

/* What rows are multiplied by in a run; NULL with no error where nothing is scaled. */
static SeidelEquilibration *
make_scaling (const SeidelCliMatrix *matrix, SeidelScale scale, SeidelCliJob *job, GError **error)
{
  if (scale == SEIDEL_SCALE_AUTO)
    scale = matrix->structure != NULL ? seidel_scaling_choose (matrix->structure, NULL)
                                      : SEIDEL_SCALE_NONE;
  return scale != SEIDEL_SCALE_NONE
           ? seidel_equilibration_new (matrix->matrix, scale, job->cancellable, error)
           : NULL;
}

/* The row that --row names; −1 with an error if there is none. */
static int64_t
find_row (const SeidelCliCall *call, const SeidelMatrix *matrix, GError **error)
{
  const int64_t number = seidel_cli_integer (call, "row");
  const int64_t row = seidel_row_of_file (matrix, number - 1);
  if (row < 0)
    seidel_cli_refuse (error, G_OPTION_ERROR_BAD_VALUE,
                       "--row: there is no row %" G_GINT64_FORMAT
                       ": the matrix has %" G_GINT64_FORMAT " rows",
                       number, matrix->csr->rows / (matrix->interleaved ? 2 : 1));
  return row;
}

/* Of a row, and of the imaginary part that belongs to it. */
static bool
make_reports (SeidelCliRow *self,
              const SeidelRowSources *sources,
              int64_t row,
              SeidelCliJob *job,
              GError **error)
{
  for (int i = 0; i < (sources->matrix->interleaved ? 2 : 1); i++)
    {
      self->reports[i] = seidel_row_report_new (sources, row + i, job->cancellable, error);
      if (self->reports[i] == NULL)
        return false;
    }
  return true;
}

bool
seidel_cli_row_make (SeidelCliRow *self,
                     const SeidelCliMatrix *matrix,
                     const SeidelProblem *problem,
                     const double *x,
                     SeidelScale scale,
                     SeidelCliJob *job,
                     GError **error)
{
  SeidelMatrix *of = problem != NULL ? problem->matrix : matrix->matrix;
  SeidelRowSources sources = { .matrix = of,
                               .b = problem != NULL ? problem->b : NULL,
                               .solution = problem != NULL ? problem->solution : NULL,
                               .most = seidel_cli_given (matrix->call, "json") ? 0 : MOST };
  g_autoptr (SeidelEquilibration) scaling = NULL;
  g_autofree double *ordered = NULL;
  GError *cause = NULL;
  if (!seidel_cli_given (matrix->call, "row"))
    return true;
  const int64_t row = find_row (matrix->call, of, error);
  if (row < 0)
    return false;
  /* Analyses of a complex matrix are not those of its real form. */
  if (of == matrix->matrix)
    {
      sources.structure = matrix->structure;
      for (int d = 0; d < 2; d++)
        sources.schedules[d] = matrix->schedules[d];
      sources.scaling = scaling = make_scaling (matrix, scale, job, &cause);
    }
  if (cause == NULL && x != NULL)
    sources.x = ordered = seidel_row_order_vector (of, x, &cause);
  if (cause == NULL)
    return make_reports (self, &sources, row, job, error);
  g_propagate_error (error, cause);
  return false;
}

static void
add_line (void *data, const char *name, const char *value, const SeidelRowList *rows)
{
  g_autofree char *label = g_strdup (name);
  label[0] = g_ascii_tolower (label[0]);
  seidel_cli_sheet_add (data, label, "%s", value);
}

static void
add_nothing (void *data, const char *name, const char *value, const SeidelRowList *rows)
{
  *(bool *) data = true;
}

void
seidel_cli_row_describe (const SeidelCliRow *self, SeidelCliSheet *sheet)
{
  for (int i = 0; i < 2 && self->reports[i] != NULL; i++)
    for (int p = 0; p < SEIDEL_ROW_N_PARTS; p++)
      {
        const SeidelRowReport *report = self->reports[i];
        g_autofree char *place = seidel_matrix_describe_place (report->matrix, report->row, -1);
        bool any = false;
        seidel_row_report_describe (report, (SeidelRowPart) p, add_nothing, &any);
        if (!any)
          continue;
        place[0] = g_ascii_toupper (place[0]);
        seidel_cli_sheet_title (sheet, p == SEIDEL_ROW_ENTRIES
                                         ? place
                                         : seidel_row_part_name ((SeidelRowPart) p));
        seidel_row_report_describe (report, (SeidelRowPart) p, add_line, sheet);
      }
}

/* Counted from 1, as in the file. */
static int64_t
file_number (const SeidelRowReport *report, int64_t index)
{
  return seidel_matrix_original_row (report->matrix, index) / (report->matrix->interleaved ? 2 : 1)
         + 1;
}

static void
build_list (const SeidelRowReport *report,
            const char *name,
            const SeidelRowList *list,
            JsonBuilder *json)
{
  seidel_cli_json_begin_array (json, name);
  for (int64_t i = 0; i < list->n; i++)
    json_builder_add_int_value (json, file_number (report, list->rows[i]));
  json_builder_end_array (json);
}

static void
build_dependencies (const SeidelRowReport *report, SeidelDirection direction, JsonBuilder *json)
{
  const SeidelRowDependencies *of = &report->dependencies[direction];
  json_builder_set_member_name (json, seidel_cli_direction_id (direction));
  if (!report->square)
    {
      json_builder_add_null_value (json);
      return;
    }
  json_builder_begin_object (json);
  if (of->level > 0)
    seidel_cli_json_integer (json, "level", of->level);
  build_list (report, "waits_for", &of->waits_for, json);
  if (of->latest >= 0)
    seidel_cli_json_integer (json, "longest_for", file_number (report, of->latest));
  build_list (report, "waiting", &of->waiting, json);
  json_builder_end_object (json);
}

static void
build_terms (const SeidelRowReport *report, JsonBuilder *json)
{
  seidel_cli_json_begin_array (json, "off_diagonal");
  for (int64_t i = 0; i < report->n_terms; i++)
    {
      const SeidelRowTerm *term = &report->terms[i];
      json_builder_begin_object (json);
      seidel_cli_json_integer (json, "column", file_number (report, term->column));
      seidel_cli_json_number (json, "value", term->parts[0]);
      if (seidel_matrix_is_complex (report->matrix))
        seidel_cli_json_number (json, "imaginary", term->parts[1]);
      if (report->has_equation)
        {
          seidel_cli_json_number (json, "x", term->x);
          seidel_cli_json_number (json, "product", term->product);
        }
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
build_equation (const SeidelRowReport *report, JsonBuilder *json)
{
  const SeidelRowEquation *equation = &report->equation;
  if (!report->has_equation)
    return;
  seidel_cli_json_begin_object (json, "equation");
  seidel_cli_json_number (json, "b", equation->b);
  seidel_cli_json_number (json, "sum", equation->sum);
  seidel_cli_json_number (json, "x", equation->x);
  seidel_cli_json_number (json, "result", equation->result);
  seidel_cli_json_number (json, "residual", equation->before);
  seidel_cli_json_number (json, "residual_after", equation->after);
  seidel_cli_json_number (json, "error", equation->x - equation->solution);
  seidel_cli_json_number (json, "error_after", equation->result - equation->solution);
  json_builder_end_object (json);
}

static void
build_report (const SeidelRowReport *report, JsonBuilder *json)
{
  seidel_cli_json_integer (json, "row", file_number (report, report->row));
  seidel_cli_json_integer (json, "position",
                           report->row / (report->matrix->interleaved ? 2 : 1) + 1);
  seidel_cli_json_integer (json, "entries", report->entries);
  seidel_cli_json_number (json, "diagonal", report->has_diagonal ? report->diagonal_parts[0] : NAN);
  if (seidel_matrix_is_complex (report->matrix))
    seidel_cli_json_number (json, "diagonal_imaginary",
                            report->has_diagonal ? report->diagonal_parts[1] : NAN);
  seidel_cli_json_number (json, "rest", report->rest);
  seidel_cli_json_number (json, "largest", report->largest);
  seidel_cli_json_number (json, "matrix_largest", report->matrix_largest);
  if (report->has_scaling)
    {
      seidel_cli_json_integer (json, "scale_exponent", report->scale_exponent);
      seidel_cli_json_number (json, "scaled_largest", report->scaled_largest);
    }
  build_terms (report, json);
  for (int d = 0; d < 2; d++)
    build_dependencies (report, (SeidelDirection) d, json);
  build_equation (report, json);
}

void
seidel_cli_row_build (const SeidelCliRow *self, JsonBuilder *json)
{
  static const char *const names[2] = { "row", "imaginary_row" };
  for (int i = 0; i < 2 && self->reports[i] != NULL; i++)
    {
      seidel_cli_json_begin_object (json, names[i]);
      build_report (self->reports[i], json);
      json_builder_end_object (json);
    }
}
