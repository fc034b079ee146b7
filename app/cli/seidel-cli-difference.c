/* How two vectors differ, in print.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-difference.h"

#include "base/seidel-format.h"

#define DIGITS 6

/* Counted from 1, as in files; 0 for none. Both parts of a number are in one row. */
static int64_t
file_row (const SeidelCliDifference *self, int64_t row)
{
  return row < 0 ? 0 : row / (self->complex_numbers ? 2 : 1) + 1;
}

static void
build_row (const SeidelCliDifference *self, const char *name, int64_t row, JsonBuilder *json)
{
  json_builder_set_member_name (json, name);
  if (row < 0)
    json_builder_add_null_value (json);
  else
    json_builder_add_int_value (json, file_row (self, row));
}

void
seidel_cli_difference_build (const SeidelCliDifference *self, JsonBuilder *json)
{
  const SeidelDifference *difference = self->difference;
  seidel_cli_json_number (json, "threshold", difference->threshold);
  seidel_cli_json_number (json, "absolute", difference->absolute);
  build_row (self, "absolute_row", difference->absolute_row, json);
  seidel_cli_json_number (json, "relative", difference->relative);
  build_row (self, "relative_row", difference->relative_row, json);
  seidel_cli_json_number (json, "norm_2", difference->norm_2);
  seidel_cli_json_integer (json, "over", difference->over);
  seidel_cli_json_integer (json, "identical", difference->identical);
  seidel_cli_json_integer (json, "not_finite", difference->not_finite);
}

/* "1.2e−9 in row 17 (1 and 1.0000000012)", or "none". */
static char *
describe_largest (const SeidelCliDifference *self, double value, int64_t row)
{
  g_autofree char *number = NULL;
  g_autofree char *x = NULL;
  g_autofree char *y = NULL;
  g_autofree char *place = NULL;
  if (row < 0)
    return g_strdup ("none");
  number = seidel_format_value (value, DIGITS);
  x = seidel_format_value (self->x[row], DIGITS);
  y = seidel_format_value (self->y[row], DIGITS);
  place = seidel_format_count (file_row (self, row));
  return g_strdup_printf ("%s in row %s%s (%s and %s)", number, place,
                          !self->complex_numbers ? ""
                          : row % 2 == 0         ? ", real part"
                                                 : ", imaginary part",
                          x, y);
}

void
seidel_cli_difference_describe (const SeidelCliDifference *self, SeidelCliSheet *sheet)
{
  const SeidelDifference *difference = self->difference;
  g_autofree char *threshold = seidel_format_compact (difference->threshold, DIGITS);
  g_autofree char *over_label = g_strdup_printf ("differ by more than %s", threshold);
  g_autofree char *norm = seidel_format_value (difference->norm_2, DIGITS);
  g_autofree char *percent = seidel_cli_text_percent (
    difference->n > 0 ? (double) difference->identical / (double) difference->n : 1.0);
  seidel_cli_sheet_take (sheet, "largest difference",
                         describe_largest (self, difference->absolute, difference->absolute_row));
  seidel_cli_sheet_take (sheet, "largest relative difference",
                         describe_largest (self, difference->relative, difference->relative_row));
  seidel_cli_sheet_add (sheet, "‖x − y‖₂", "%s", norm);
  seidel_cli_sheet_take (sheet, over_label,
                         seidel_cli_text_count (difference->over, "number", "numbers"));
  seidel_cli_sheet_add (sheet, "equal to the bit", "%s", percent);
  if (difference->not_finite > 0)
    seidel_cli_sheet_take (sheet, "not finite",
                           seidel_cli_text_count (difference->not_finite, "number", "numbers"));
}
