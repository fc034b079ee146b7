/* Borders between ranks, and the halo.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-sparsity-borders.h"

#include <math.h>
#include <glib/gi18n.h>

#include "base/seidel-format.h"
#include "base/seidel-memory.h"
#include "base/seidel-poll.h"
#include "draw/seidel-text.h"

/* Blocks of fewer pixels than this have no lines of their own. */
#define LEAST_BLOCK 4.0

#define HALO_ALPHA 0.28

static int64_t
count_groups (const SeidelBorders *self)
{
  return (self->rows + self->group - 1) / self->group;
}

/* Whether the row has entries in columns of other ranks. */
static bool
take_row (SeidelBorders *self, const SeidelCsr *csr, int rank, int64_t row)
{
  uint8_t *halo = self->halo + rank * count_groups (self);
  int64_t crossing = 0;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      const int64_t column = csr->column_indices[k];

      if (column >= self->first[rank] && column < self->first[rank + 1])
        continue;
      halo[column / self->group] = 1;
      crossing++;
    }
  self->n_crossing += crossing;
  return crossing > 0;
}

SeidelBorders *
seidel_borders_new (const SeidelPartition *partition,
                    const SeidelCsr *csr,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (SeidelBorders) self = g_new0 (SeidelBorders, 1);
  const size_t n_first = (size_t) partition->ranks + 1;
  uint8_t *member;

  g_atomic_ref_count_init (&self->references);
  self->ranks = partition->ranks;
  self->rows = csr->rows;
  self->group = MAX (1, (csr->rows + SEIDEL_BORDERS_GROUPS - 1) / SEIDEL_BORDERS_GROUPS);
  self->entries = seidel_csr_nonzeros (csr);
  self->first = g_memdup2 (partition->first, n_first * sizeof *self->first);
  self->halo = seidel_memory_try0 ((size_t) (self->ranks * MAX (count_groups (self), 1)),
                                   _ ("The columns of other ranks"), error);
  if (self->halo == NULL)
    return NULL;
  member = seidel_memory_try0 ((size_t) MAX (csr->rows, 1), _ ("The rows at borders"), error);
  if (member == NULL)
    return NULL;
  for (int rank = 0; rank < self->ranks; rank++)
    for (int64_t row = self->first[rank]; row < self->first[rank + 1]; row++)
      {
        if (seidel_poll (row, cancellable, error))
          {
            g_free (member);
            return NULL;
          }
        member[row] = take_row (self, csr, rank, row);
      }
  self->crossing = seidel_row_set_new_take (csr->rows, member);
  return g_steal_pointer (&self);
}

SeidelBorders *
seidel_borders_ref (SeidelBorders *borders)
{
  g_atomic_ref_count_inc (&borders->references);
  return borders;
}

void
seidel_borders_unref (SeidelBorders *borders)
{
  if (!g_atomic_ref_count_dec (&borders->references))
    return;
  g_clear_pointer (&borders->crossing, seidel_row_set_unref);
  g_free (borders->first);
  g_free (borders->halo);
  g_free (borders);
}

/* Columns first … last − 1, never thinner than a pixel. */
static void
add_strip (const SeidelBorders *self,
           int rank,
           int64_t first,
           int64_t last,
           cairo_t *cr,
           const SeidelCellMap *map)
{
  const double left = seidel_cell_map_x (map, (double) first);
  const double right = seidel_cell_map_x (map, (double) MIN (last, self->rows));
  const double top = seidel_cell_map_y (map, (double) self->first[rank]);
  const double bottom = seidel_cell_map_y (map, (double) self->first[rank + 1]);

  cairo_rectangle (cr, left, top, MAX (right - left, 1.0), bottom - top);
}

static bool
is_visible (const SeidelBorders *self, int rank, const SeidelCellMap *map)
{
  return seidel_cell_map_y (map, (double) self->first[rank + 1]) > map->area.y
         && seidel_cell_map_y (map, (double) self->first[rank]) < map->area.y + map->area.height;
}

void
seidel_borders_draw_halo (const SeidelBorders *borders,
                          cairo_t *cr,
                          const SeidelCellMap *map,
                          const SeidelTheme *theme)
{
  const int64_t groups = count_groups (borders);
  SeidelColor color = seidel_theme_series (theme, 1);

  color.alpha = HALO_ALPHA;
  seidel_color_set_source (&color, cr);
  for (int rank = 0; rank < borders->ranks; rank++)
    {
      const uint8_t *halo = borders->halo + rank * groups;

      if (!is_visible (borders, rank, map))
        continue;
      for (int64_t begin = 0; begin < groups; begin++)
        {
          int64_t end = begin;

          while (end < groups && halo[end] != 0)
            end++;
          if (end > begin)
            add_strip (borders, rank, begin * borders->group, end * borders->group, cr, map);
          begin = end;
        }
      cairo_fill (cr);
    }
}

/* The block of a rank on the diagonal, and its borders across the matrix. */
void
seidel_borders_draw_lines (const SeidelBorders *borders,
                           cairo_t *cr,
                           const SeidelCellMap *map,
                           const SeidelTheme *theme)
{
  const double right = seidel_cell_map_x (map, (double) borders->rows);
  const double bottom = seidel_cell_map_y (map, (double) borders->rows);
  const double left = seidel_cell_map_x (map, 0.0);
  const double top = seidel_cell_map_y (map, 0.0);
  double before = -1e9;

  seidel_color_set_source (&theme->accent, cr);
  cairo_set_line_width (cr, 1.0);
  for (int rank = 1; rank < borders->ranks; rank++)
    {
      const double x = round (seidel_cell_map_x (map, (double) borders->first[rank])) + 0.5;
      const double y = round (seidel_cell_map_y (map, (double) borders->first[rank])) + 0.5;

      if (y - before < LEAST_BLOCK)
        continue;
      before = y;
      cairo_move_to (cr, left, y);
      cairo_line_to (cr, right, y);
      cairo_move_to (cr, x, top);
      cairo_line_to (cr, x, bottom);
    }
  cairo_stroke (cr);
}

char *
seidel_borders_describe (const SeidelBorders *borders)
{
  g_autofree char *ranks = seidel_format_count (borders->ranks);
  g_autofree char *rows = seidel_format_count (borders->crossing->count);
  g_autofree char *share =
    seidel_format_unit (borders->entries > 0
                          ? 100.0 * (double) borders->n_crossing / (double) borders->entries
                          : 0.0,
                        SEIDEL_UNIT_PERCENT, 3);

  return g_strdup_printf (_ ("%s ranks: %s of the entries, in %s rows, are in columns of others"),
                          ranks, share, rows);
}

void
seidel_borders_draw_key (const SeidelBorders *borders,
                         cairo_t *cr,
                         const SeidelRect *area,
                         const SeidelTheme *theme)
{
  const double pad = theme->font_size * 0.6;
  const SeidelTextStyle style = { .size = SEIDEL_TEXT_LABEL, .anchor_y = 0.5 };
  g_autofree char *text = seidel_borders_describe (borders);
  SeidelRect box = { area->x + pad, 0.0, 0.0, 2.6 * theme->font_size };
  double width;

  seidel_text_measure (theme, &style, text, &width, NULL);
  box.width = width + 2.0 * pad;
  box.y = area->y + area->height - pad - box.height;
  if (box.width > area->width || box.y < area->y)
    return;
  seidel_color_set_source (&theme->background, cr);
  cairo_rectangle (cr, box.x, box.y, box.width, box.height);
  cairo_fill_preserve (cr);
  seidel_color_set_source (&theme->grid, cr);
  cairo_set_line_width (cr, 1.0);
  cairo_stroke (cr);
  seidel_text_draw (cr, theme, &style, text, box.x + pad, box.y + box.height / 2.0);
}
