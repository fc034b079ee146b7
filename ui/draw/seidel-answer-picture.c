/* Rows of a small matrix with the numbers that are written to them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-answer-picture.h"

#include <math.h>
#include <glib/gi18n.h>

#include "analysis/seidel-grid.h"
#include "draw/seidel-cells.h"

#define PAD 8.0
/* In cells: what is beside the entries. */
#define NUMBERS 1.2
#define BOXES   1.8

/* Where everything is. */
typedef struct
{
  double left, top; /* of the cells, or the entries */
  double cell;
  double boxes; /* left end of the boxes; of cells their own */
} Places;

static double
head_of (const SeidelTheme *theme)
{
  return ceil (2.4 * theme->font_size);
}

static int64_t
count_lines (const SeidelAnswerPicture *picture)
{
  return (picture->rows->n + picture->line - 1) / picture->line;
}

static Places
find_places (const SeidelAnswerPicture *picture,
             double width,
             double height,
             const SeidelTheme *theme)
{
  const double head = head_of (theme);
  const double high = MAX (1.0, height - head - PAD), wide = MAX (1.0, width - 2.0 * PAD);
  const double n = (double) MAX (picture->rows->n, 1);
  Places places;

  if (picture->line > 0)
    {
      const double across = (double) picture->line, down = (double) count_lines (picture);

      places.cell = floor (MIN (wide / across, high / down));
      places.left = places.boxes = floor ((width - places.cell * across) / 2.0);
      places.top = head + floor ((high - places.cell * down) / 2.0);
      return places;
    }
  /* A line for the numbers of the columns, too. */
  places.cell = MIN (wide / (n + NUMBERS + BOXES), high / (n + NUMBERS));
  places.left = floor ((width - places.cell * (n + NUMBERS + BOXES)) / 2.0 + places.cell * NUMBERS);
  places.top = head + floor (places.cell * NUMBERS);
  places.boxes = places.left + places.cell * (n + 0.4);
  return places;
}

/* The place that a row is written to. */
static SeidelRect
box_of (const SeidelAnswerPicture *picture, const Places *places, int64_t row)
{
  const double cell = places->cell;

  if (picture->line > 0)
    {
      const int64_t across = row % picture->line, down = row / picture->line;

      return (SeidelRect){ places->left + cell * (double) across,
                           places->top + cell * (double) down, cell, cell };
    }
  return (SeidelRect){ places->boxes, places->top + cell * (double) row, 1.4 * cell, cell };
}

SeidelAnswerPicture
seidel_answer_picture (const SeidelLessonRows *rows)
{
  const SeidelMatrix *matrix = rows->matrix;

  return (SeidelAnswerPicture){
    .rows = rows,
    .line = matrix->permutation == NULL ? seidel_grid_line (matrix->csr) : 0,
    .cursor = -1,
  };
}

int64_t
seidel_answer_picture_step (const SeidelAnswerPicture *picture, int lines, int points)
{
  const int64_t line = picture->line > 0 ? picture->line : 1;
  const int64_t row = picture->cursor + lines * line + points;

  /* Not from the end of a line to the beginning of the next. */
  if (picture->line > 0 && lines == 0 && row / line != picture->cursor / line)
    return 0;
  return row >= 0 && row < picture->rows->n ? row - picture->cursor : 0;
}

int64_t
seidel_answer_picture_row_at (const SeidelAnswerPicture *picture,
                              double width,
                              double height,
                              const SeidelTheme *theme,
                              double x,
                              double y)
{
  const Places places = find_places (picture, width, height, theme);

  for (int64_t row = 0; row < picture->rows->n; row++)
    {
      SeidelRect box = box_of (picture, &places, row);

      if (picture->line == 0) /* the whole row */
        box = (SeidelRect){ 0.0, box.y, width, box.height };
      if (seidel_rect_contains (&box, x, y))
        return row;
    }
  return -1;
}

static void
fill_rect (cairo_t *cr, const SeidelRect *rect, const SeidelColor *color)
{
  seidel_color_set_source (color, cr);
  cairo_rectangle (cr, rect->x, rect->y, rect->width, rect->height);
  cairo_fill (cr);
}

static void
frame_rect (cairo_t *cr, const SeidelRect *rect, double width, const SeidelColor *color)
{
  seidel_color_set_source (color, cr);
  cairo_set_line_width (cr, width);
  cairo_rectangle (cr, rect->x + width / 2.0, rect->y + width / 2.0, rect->width - width,
                   rect->height - width);
  cairo_stroke (cr);
}

static void
draw_number (cairo_t *cr,
             int64_t number,
             double x,
             double y,
             double width,
             double high,
             gboolean bold,
             const SeidelColor *color,
             const SeidelTheme *theme)
{
  SeidelTextStyle style = {
    .size = SEIDEL_TEXT_SMALL, .bold = bold, .color = color, .anchor_x = 0.5, .anchor_y = 0.5
  };
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, number);

  style.size = seidel_text_fit (theme, &style, text, width, high);
  seidel_text_draw (cr, theme, &style, text, x, y);
}

static bool
is_right (const SeidelAnswerPicture *picture, int64_t row)
{
  g_autofree bool *right = g_new0 (bool, (size_t) picture->rows->n + 1);

  seidel_lesson_rows_judge (picture->rows, picture->given, right);
  return right[row];
}

/* A tick or a cross in the upper right corner, apart in form, too. */
static void
draw_sign (cairo_t *cr, const SeidelRect *box, bool right, const SeidelColor *color)
{
  const double size = 0.22 * box->height;
  const double x = box->x + box->width - 1.5 * size, y = box->y + 0.5 * size;

  seidel_color_set_source (color, cr);
  cairo_set_line_width (cr, MAX (1.5, size / 4.0));
  if (right)
    {
      cairo_move_to (cr, x, y + 0.5 * size);
      cairo_line_to (cr, x + 0.4 * size, y + size);
      cairo_line_to (cr, x + size, y);
    }
  else
    {
      cairo_move_to (cr, x, y);
      cairo_line_to (cr, x + size, y + size);
      cairo_move_to (cr, x + size, y);
      cairo_line_to (cr, x, y + size);
    }
  cairo_stroke (cr);
}

/* What was written, and what is right, small below it where that differs: of an order another one
 * may be right as well, so that none is. */
static void
draw_box_number (const SeidelAnswerPicture *picture,
                 cairo_t *cr,
                 int64_t row,
                 const SeidelRect *box,
                 bool correct,
                 const SeidelTheme *theme)
{
  const int given = picture->given != NULL ? picture->given[row] : 0;
  const double x = box->x + box->width / 2.0, y = box->y + box->height / 2.0;
  const double high = seidel_cells_letter_height (box->height) * (correct ? 0.8 : 1.1);

  if (given > 0)
    draw_number (cr, given, x, correct ? y - 0.12 * box->height : y, 0.8 * box->width, high, true,
                 &theme->foreground, theme);
  if (correct)
    draw_number (cr, picture->rows->right[row], x, y + 0.27 * box->height, 0.8 * box->width,
                 0.25 * box->height, false, &theme->foreground, theme);
}

/* What nobody has answered shows what is right: the level of a row, or the whole of an order. */
static bool
shows_right (const SeidelAnswerPicture *picture, int64_t row)
{
  for (int64_t other = 0; other < picture->rows->n; other++)
    if (picture->given[other] > 0
        && (other == row || picture->rows->asked == SEIDEL_LESSON_ASKED_ORDER))
      return false;
  return true;
}

static void
draw_box (const SeidelAnswerPicture *picture,
          cairo_t *cr,
          int64_t row,
          const SeidelRect *box,
          const SeidelTheme *theme)
{
  const bool shown = picture->marked && picture->given != NULL;
  const bool open = shown && shows_right (picture, row);
  const bool marked = shown && !open;
  const bool right = marked && is_right (picture, row);
  const SeidelColor color = seidel_theme_series (theme, right ? 2 : 1);
  const SeidelColor tint = seidel_color_mix (&theme->background, &color, 0.25);

  fill_rect (cr, box, marked ? &tint : &theme->background);
  frame_rect (cr, box, 1.0, &theme->dim);
  if (picture->cursor == row && !shown)
    frame_rect (cr, box, MAX (3.0, 0.05 * box->height), &theme->accent);
  if (open)
    draw_number (cr, picture->rows->right[row], box->x + box->width / 2.0,
                 box->y + box->height / 2.0, 0.8 * box->width,
                 seidel_cells_letter_height (box->height), false, &theme->foreground, theme);
  else
    draw_box_number (picture, cr, row, box,
                     marked && !right && picture->rows->asked == SEIDEL_LESSON_ASKED_LEVELS, theme);
  if (marked)
    draw_sign (cr, box, right, &color);
}

/* The number of a row, in the corner of its cell. */
static void
draw_cell (const SeidelAnswerPicture *picture,
           cairo_t *cr,
           const Places *places,
           int64_t row,
           const SeidelTheme *theme)
{
  const SeidelRect box = box_of (picture, places, row);

  draw_box (picture, cr, row, &box, theme);
  draw_number (cr, row + 1, box.x + 0.2 * box.width, box.y + 0.16 * box.height, 0.35 * box.width,
               0.2 * box.height, false, &theme->dim, theme);
}

/* The entries of a row, its number before them and its box behind. */
static void
draw_row (const SeidelAnswerPicture *picture,
          cairo_t *cr,
          const Places *places,
          int64_t row,
          const SeidelTheme *theme)
{
  const SeidelCsr *csr = picture->rows->matrix->csr;
  const SeidelRect box = box_of (picture, places, row);
  const double cell = places->cell, middle = box.y + cell / 2.0;
  const double high = seidel_cells_letter_height (cell);
  const SeidelColor pale = seidel_color_mix (&theme->background, &theme->foreground, 0.15);

  draw_number (cr, row + 1, places->left - 0.6 * cell, middle, cell, high, false, &theme->dim,
               theme);
  draw_number (cr, row + 1, places->left + ((double) row + 0.5) * cell, places->top - 0.5 * cell,
               0.9 * cell, high, false, &theme->dim, theme);
  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      const SeidelRect entry = { places->left + csr->column_indices[k] * cell, box.y, cell - 1.0,
                                 cell - 1.0 };

      fill_rect (cr, &entry, &pale);
      if (csr->values != NULL)
        seidel_cells_draw_number_high (cr, csr->values[k], entry.x + cell / 2.0, middle,
                                       0.9 * cell - 2.0, high, false, &theme->foreground, theme);
    }
  draw_box (picture, cr, row, &box, theme);
}

static void
draw_head (const SeidelAnswerPicture *picture, cairo_t *cr, double width, const SeidelTheme *theme)
{
  const SeidelTextStyle style = {
    .size = SEIDEL_TEXT_LABEL, .anchor_x = 0.5, .anchor_y = 0.5, .max_width = width - 2.0 * PAD
  };
  const char *text = picture->rows->asked == SEIDEL_LESSON_ASKED_LEVELS
                       ? _ ("The level of each row")
                       : _ ("The place of each row in the order");

  seidel_text_draw (cr, theme, &style, text, width / 2.0, head_of (theme) / 2.0);
}

void
seidel_answer_picture_draw (gconstpointer data,
                            cairo_t *cr,
                            double width,
                            double height,
                            const SeidelTheme *theme)
{
  const SeidelAnswerPicture *picture = data;
  const Places places = find_places (picture, width, height, theme);
  const double side = places.cell * (double) picture->rows->n;

  seidel_color_set_source (&theme->background, cr);
  cairo_rectangle (cr, 0.0, 0.0, width, height);
  cairo_fill (cr);
  draw_head (picture, cr, width, theme);
  if (picture->line == 0)
    frame_rect (cr, &(SeidelRect){ places.left - 1.0, places.top - 1.0, side + 1.0, side + 1.0 },
                1.0, &theme->dim);
  for (int64_t row = 0; row < picture->rows->n; row++)
    if (picture->line > 0)
      draw_cell (picture, cr, &places, row, theme);
    else
      draw_row (picture, cr, &places, row, theme);
}
