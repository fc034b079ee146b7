/* seidel-cli info: the structure report of a matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-row.h"

/* What is asked for. */
typedef struct
{
  SeidelCliMatrix matrix;
  SeidelCliRow row;
} Info;

static bool
work (SeidelCliJob *job, void *data, GError **error)
{
  Info *info = data;
  return seidel_cli_matrix_examine (&info->matrix, job, error)
         && seidel_cli_matrix_find_rank (&info->matrix, job, error)
         && seidel_cli_row_make (&info->row, &info->matrix, NULL, NULL, SEIDEL_SCALE_AUTO, job,
                                 error);
}

static void
build_diagonal (JsonBuilder *json, const SeidelStructure *structure)
{
  seidel_cli_json_begin_object (json, "diagonal");
  seidel_cli_json_bool (json, "full", structure->diagonal_full);
  seidel_cli_json_integer (json, "missing", structure->diagonal_missing);
  seidel_cli_json_integer (json, "zero", structure->diagonal_zero);
  json_builder_end_object (json);
}

static void
build_levels (JsonBuilder *json, SeidelSchedule *const schedules[2])
{
  seidel_cli_json_begin_object (json, "levels");
  for (int d = 0; d < 2; d++)
    {
      json_builder_set_member_name (json, seidel_cli_direction_id ((SeidelDirection) d));
      if (schedules[d] == NULL)
        {
          json_builder_add_null_value (json);
          continue;
        }
      json_builder_begin_object (json);
      seidel_cli_matrix_build_levels (schedules[d], json);
      json_builder_end_object (json);
    }
  json_builder_end_object (json);
}

/* Bytes in double precision, and the one that auto takes. */
static void
build_storage (JsonBuilder *json, const SeidelStructure *structure)
{
  if (structure->complex_values)
    {
      seidel_cli_json_text (json, "storage", NULL);
      return;
    }
  const SeidelStorageShape shape = seidel_cli_matrix_shape (structure);
  size_t n = 0;
  const SeidelStorageInfo *storages = seidel_storages (&n);
  seidel_cli_json_begin_object (json, "storage");
  for (size_t i = 0; i < n; i++)
    seidel_cli_json_number (json, storages[i].id,
                            seidel_storage_bytes ((SeidelStorage) i, &shape,
                                                  SEIDEL_PRECISION_DOUBLE));
  seidel_cli_json_text (json, "proposed",
                        storages[seidel_storage_propose (&shape, SEIDEL_PRECISION_DOUBLE, ~0u)].id);
  json_builder_end_object (json);
}

/* What the order was before, null when it is the natural one. */
static void
build_natural (JsonBuilder *json, const SeidelCliMatrix *matrix)
{
  json_builder_set_member_name (json, "natural");
  if (matrix->natural_structure == NULL)
    {
      json_builder_add_null_value (json);
      return;
    }
  json_builder_begin_object (json);
  seidel_cli_json_integer (json, "bandwidth", matrix->natural_structure->bandwidth);
  seidel_cli_json_integer (json, "diagonals", matrix->natural_structure->diagonals);
  build_levels (json, matrix->natural_schedules);
  json_builder_end_object (json);
}

static int
print_json (const Info *info)
{
  const SeidelCliMatrix *matrix = &info->matrix;
  const SeidelStructure *structure = matrix->structure;
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_object (json);
  seidel_cli_json_text (json, "name", matrix->matrix->name);
  seidel_cli_json_text (json, "variable", matrix->matrix->origin.variable);
  seidel_cli_json_text (json, "format", matrix->matrix->origin.format);
  seidel_cli_json_text (json, "reading", matrix->matrix->origin.reading);
  seidel_cli_json_text (json, "evidence", matrix->matrix->origin.evidence);
  seidel_cli_json_text (json, "note", matrix->matrix->origin.note);
  seidel_cli_json_integer (json, "rows", structure->rows);
  seidel_cli_json_integer (json, "columns", structure->columns);
  seidel_cli_json_integer (json, "stored", structure->stored);
  seidel_cli_json_integer (json, "nonzeros", structure->nonzeros);
  seidel_cli_json_integer (json, "explicit_zeros", structure->explicit_zeros);
  seidel_cli_json_bool (json, "pattern_symmetric", structure->pattern_symmetric);
  seidel_cli_json_bool (json, "value_symmetric", structure->value_symmetric);
  seidel_cli_json_bool (json, "skew_symmetric", structure->value_skew_symmetric);
  seidel_cli_json_bool (json, "hermitian", structure->hermitian);
  seidel_cli_json_bool (json, "complex", structure->complex_values);
  seidel_cli_json_bool (json, "lower_triangular", structure->lower_triangular);
  seidel_cli_json_bool (json, "upper_triangular", structure->upper_triangular);
  seidel_cli_json_bool (json, "has_rhs", matrix->matrix->rhs != NULL);
  build_diagonal (json, structure);
  seidel_cli_json_integer (json, "structural_rank", matrix->structural_rank);
  seidel_cli_json_bool (json, "row_dominant", structure->row_dominant);
  seidel_cli_json_bool (json, "column_dominant", structure->column_dominant);
  seidel_cli_json_number (json, "smallest_magnitude", structure->smallest_magnitude);
  seidel_cli_json_number (json, "largest_magnitude", structure->largest_magnitude);
  seidel_cli_json_number (json, "smallest_row", structure->smallest_row);
  seidel_cli_json_number (json, "largest_row", structure->largest_row);
  seidel_cli_json_number (json, "smallest_column", structure->smallest_column);
  seidel_cli_json_number (json, "largest_column", structure->largest_column);
  seidel_cli_json_bool (json, "finite", structure->finite);
  seidel_cli_json_integer (json, "bandwidth", structure->bandwidth);
  seidel_cli_json_integer (json, "lower_bandwidth", structure->lower_bandwidth);
  seidel_cli_json_integer (json, "upper_bandwidth", structure->upper_bandwidth);
  seidel_cli_json_integer (json, "diagonals", structure->diagonals);
  seidel_cli_json_integer (json, "longest_row", structure->longest_row);
  seidel_cli_json_integer (json, "node_unknowns", structure->node_unknowns);
  seidel_cli_json_integer (json, "empty_rows", structure->empty_rows);
  seidel_cli_json_integer (json, "duplicates", structure->duplicates);
  build_storage (json, structure);
  build_levels (json, matrix->schedules);
  seidel_cli_json_text (json, "ordering", matrix->matrix->ordering);
  seidel_cli_json_number (json, "order_seconds", matrix->matrix->order_seconds);
  build_natural (json, matrix);
  seidel_cli_row_build (&info->row, json);
  json_builder_end_object (json);
  return seidel_cli_print_json (json);
}

static int
run_info (const SeidelCliCall *call)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCliJob) job = seidel_cli_job_new ();
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  Info info = { .matrix = { .call = call } };
  int status = SEIDEL_CLI_DONE;
  if (!seidel_cli_job_run (job, work, &info, &error))
    status = seidel_cli_fail (error);
  else if (seidel_cli_given (call, "json"))
    status = print_json (&info);
  else
    {
      seidel_cli_matrix_describe (&info.matrix, sheet);
      seidel_cli_row_describe (&info.row, sheet);
      status = seidel_cli_print_sheet (sheet);
    }
  seidel_cli_row_clear (&info.row);
  seidel_cli_matrix_clear (&info.matrix);
  return status;
}

const SeidelCliCommand seidel_cli_info = {
  .name = "info",
  .arguments = "FILE",
  .min_arguments = 1,
  .max_arguments = 1,
  .sentence = "Show the structure of a matrix: size, symmetry, diagonal, levels.",
  .groups = (const SeidelCliGroup *const[]){ &seidel_cli_row_group, &seidel_cli_matrix_group,
                                             &seidel_cli_json_group, NULL },
  .run = run_info,
};
