/* What a sparsity picture says in words and numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-sparsity-text.h"

#include <math.h>
#include <glib/gi18n.h>

#include "base/seidel-format.h"
#include "draw/seidel-raster.h"
#include "matrix/seidel-complex.h"

/* “1.5 − 2i” */
static char *
describe_complex (const double *parts, int digits)
{
  g_autofree char *real = seidel_format_compact (parts[0], digits);
  g_autofree char *imaginary = seidel_format_compact (fabs (parts[1]), digits);

  return g_strdup_printf ("%s %s %si", real, signbit (parts[1]) ? "−" : "+", imaginary);
}

char *
seidel_sparsity_picture_describe_value (const SeidelSparsityPicture *picture,
                                        int64_t entry,
                                        int digits)
{
  const SeidelMatrix *matrix = picture->matrix;

  return seidel_matrix_is_complex (matrix)
           ? describe_complex (matrix->parts + 2 * entry, digits)
           : seidel_format_compact (matrix->csr->values[entry], digits);
}

/* entry: −1 for none. */
static char *
describe_entry (const SeidelSparsityPicture *picture, int64_t entry)
{
  if (entry < 0)
    return g_strdup (_ ("not stored"));
  if (picture->matrix->csr->values[entry] == 0.0)
    return g_strdup (_ ("stored zero"));
  return seidel_sparsity_picture_describe_value (picture, entry, 6);
}

char *
seidel_sparsity_picture_describe_place (const SeidelSparsityPicture *picture,
                                        int64_t row,
                                        int64_t column)
{
  const SeidelCsr *csr = picture->matrix->csr;
  g_autofree char *place = NULL;
  g_autofree char *value = NULL;
  GString *text;

  g_return_val_if_fail (row >= 0 && row < csr->rows && column >= 0 && column < csr->columns, NULL);

  text = g_string_new (NULL);
  value = describe_entry (picture, seidel_csr_find (csr, row, column));
  place = seidel_matrix_describe_place (picture->matrix, row, column);
  g_string_append_printf (text, "%s: %s", place, value);
  if (picture->schedule != NULL && !picture->withheld)
    {
      g_autofree char *level = seidel_format_count (picture->schedule->level_of_row[row]);
      g_autofree char *count = seidel_format_count (picture->schedule->count);

      g_string_append_printf (text, _ (" · level %s of %s"), level, count);
    }
  if (picture->trail != NULL && picture->trail->row == row && !picture->withheld)
    {
      g_autofree char *trail = seidel_trail_describe (picture->trail);

      g_string_append_printf (text, " · %s", trail);
    }
  return g_string_free (text, FALSE);
}

static char *
describe_rows (const SeidelCellRange *range, int64_t all)
{
  g_autofree char *low = seidel_format_count (range->first_row + 1);
  g_autofree char *high = seidel_format_count (range->last_row);

  if (range->first_row == 0 && range->last_row == all)
    return g_strdup (_ ("all rows"));
  if (range->last_row <= range->first_row)
    return g_strdup (_ ("no rows"));
  return g_strdup_printf (_ ("rows %s to %s"), low, high);
}

static char *
describe_columns (const SeidelCellRange *range, int64_t all)
{
  g_autofree char *low = seidel_format_count (range->first_column + 1);
  g_autofree char *high = seidel_format_count (range->last_column);

  if (range->first_column == 0 && range->last_column == all)
    return g_strdup (_ ("all columns"));
  if (range->last_column <= range->first_column)
    return g_strdup (_ ("no columns"));
  return g_strdup_printf (_ ("columns %s to %s"), low, high);
}

char *
seidel_sparsity_picture_describe (const SeidelSparsityPicture *picture, const SeidelCellMap *map)
{
  const SeidelCsr *csr = picture->matrix->csr;
  SeidelCellRange range = seidel_cell_map_range (map, csr->rows, csr->columns);
  g_autofree char *rows = seidel_format_count (csr->rows);
  g_autofree char *columns = seidel_format_count (csr->columns);
  g_autofree char *entries = seidel_format_count (seidel_csr_nonzeros (csr));
  g_autofree char *shown_rows = describe_rows (&range, csr->rows);
  g_autofree char *shown_columns = describe_columns (&range, csr->columns);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text,
                          seidel_matrix_is_complex (picture->matrix)
                            ? _ ("%s: %s × %s, %s stored complex entries.")
                            : _ ("%s: %s × %s, %s stored entries."),
                          picture->matrix->name, rows, columns, entries);
  g_string_append_printf (text,
                          seidel_sparsity_picture_by_level (picture)
                            ? _ (" Showing %s and %s, coloured by level.")
                          : picture->mode == SEIDEL_SPARSITY_MAGNITUDE
                            ? _ (" Showing %s and %s, coloured by magnitude.")
                          : picture->mode == SEIDEL_SPARSITY_SIGN
                            ? _ (" Showing %s and %s, coloured by sign.")
                            : _ (" Showing %s and %s, coloured by density."),
                          shown_rows, shown_columns);
  if (picture->lit != NULL)
    {
      g_autofree char *lit = seidel_format_count (picture->lit->count);

      g_string_append_printf (text,
                              ngettext (" %s row is selected.", " %s rows are selected.",
                                        (unsigned long) picture->lit->count),
                              lit);
    }
  return g_string_free (text, FALSE);
}

/* Entries in a range of cells; stops counting above limit. */
static int64_t
count_entries (const SeidelCsr *csr, const SeidelCellRange *range, int64_t limit)
{
  int64_t entries = 0;

  for (int64_t row = range->first_row; row < range->last_row && entries <= limit; row++)
    entries += seidel_csr_lower_bound (csr, row, range->last_column)
               - seidel_csr_lower_bound (csr, row, range->first_column);
  return entries;
}

static char *
entries_to_csv (const SeidelSparsityPicture *picture, const SeidelCellRange *range)
{
  const SeidelCsr *csr = picture->matrix->csr;
  const double *parts = picture->matrix->parts;
  GString *csv = g_string_new (parts != NULL ? "row,column,value,imaginary,level\n"
                                             : "row,column,value,level\n");

  for (int64_t row = range->first_row; row < range->last_row; row++)
    {
      int64_t end = seidel_csr_lower_bound (csr, row, range->last_column);

      for (int64_t k = seidel_csr_lower_bound (csr, row, range->first_column); k < end; k++)
        {
          g_string_append_printf (csv, "%" G_GINT64_FORMAT ",%d,", row + 1,
                                  csr->column_indices[k] + 1);
          seidel_format_append_csv (csv, parts != NULL ? parts[2 * k] : csr->values[k]);
          if (parts != NULL)
            {
              g_string_append_c (csv, ',');
              seidel_format_append_csv (csv, parts[2 * k + 1]);
            }
          if (picture->schedule != NULL)
            g_string_append_printf (csv, ",%d\n", picture->schedule->level_of_row[row]);
          else
            g_string_append (csv, ",\n");
        }
    }
  return g_string_free (csv, FALSE);
}

static char *
counts_to_csv (const SeidelRaster *raster)
{
  GString *csv = g_string_new ("first_row,last_row,first_column,last_column,entries\n");
  const SeidelRasterAxis *rows = &raster->rows;
  const SeidelRasterAxis *columns = &raster->columns;

  for (int i = 0; i < rows->bins; i++)
    for (int j = 0; j < columns->bins; j++)
      {
        uint32_t count = raster->counts[(size_t) i * columns->bins + j];

        if (count > 0)
          g_string_append_printf (csv,
                                  "%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT
                                  ",%" G_GINT64_FORMAT ",%u\n",
                                  rows->starts[i] + 1, rows->starts[i + 1], columns->starts[j] + 1,
                                  columns->starts[j + 1], count);
      }
  return g_string_free (csv, FALSE);
}

char *
seidel_sparsity_picture_to_csv (const SeidelSparsityPicture *picture,
                                double width,
                                double height,
                                const SeidelTheme *theme)
{
  const SeidelCsr *csr = picture->matrix->csr;
  SeidelSparsityLayout layout = seidel_sparsity_picture_layout (picture, width, height, theme);
  SeidelCellMap map = seidel_sparsity_picture_map (picture, &layout);
  SeidelCellRange range = seidel_cell_map_range (&map, csr->rows, csr->columns);
  g_autoptr (SeidelRaster) raster = NULL;

  if (count_entries (csr, &range, SEIDEL_SPARSITY_CSV_ENTRIES) <= SEIDEL_SPARSITY_CSV_ENTRIES)
    return entries_to_csv (picture, &range);

  raster = seidel_raster_new (csr, &map, MAX (1, (int) map.area.width),
                              MAX (1, (int) map.area.height), NULL, NULL, 1, NULL);
  return counts_to_csv (raster);
}
