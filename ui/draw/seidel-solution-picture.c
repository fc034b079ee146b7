/* A solution drawn. Everything that takes long at ten million rows is done when the picture is
 * made.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-solution-private.h"

#include <stdlib.h>
#include <string.h>
#include <glib/gi18n.h>

#include "base/seidel-format.h"
#include "base/seidel-memory.h"

/* Of the largest magnitude: what is smaller is 0 on a logarithmic scale, which the denormal numbers
 * before a wave that spreads would otherwise stretch over hundreds of decades. */
#define LEAST_PART 1e-20

static void
find_range (SeidelSolutionPicture *picture)
{
  double largest = -1.0;

  picture->low = INFINITY;
  picture->high = -INFINITY;
  picture->largest = -1;
  for (int64_t i = 0; i < picture->n; i++)
    if (isfinite (picture->values[i]) && fabs (picture->values[i]) > largest)
      {
        largest = fabs (picture->values[i]);
        picture->largest = i;
      }
  picture->floor = LEAST_PART * largest;
  for (int64_t i = 0; i < picture->n; i++)
    {
      const double value = picture->values[i], shown = seidel_solution_shown_value (picture, i);

      if (!isfinite (value))
        {
          picture->not_finite++;
          continue;
        }
      picture->zeros += value == 0.0;
      if (picture->choice.logarithmic && shown == 0.0)
        continue;
      picture->low = fmin (picture->low, shown);
      picture->high = fmax (picture->high, shown);
    }
  if (picture->low > picture->high)
    picture->low = picture->high = picture->choice.logarithmic ? 1.0 : 0.0;
}

static bool
place_cells (SeidelSolutionPicture *picture, int64_t line, GError **error)
{
  if (!seidel_cells_init (&picture->cells, picture->matrix, line))
    return seidel_memory_fail (error, (double) picture->n * sizeof (int32_t),
                               _ ("the places of the cells"));
  /* Unknowns of a rectangular system are not rows. */
  if (!picture->of_rows)
    {
      picture->cells.rows = picture->n;
      picture->cells.line = MAX ((int64_t) ceil (sqrt (1.6 * (double) picture->n)), 1);
    }
  return true;
}

typedef struct
{
  double key;
  int32_t entry;
} Sorted;

/* The largest first; equal ones in their order. */
static int
compare_sorted (gconstpointer a, gconstpointer b)
{
  const Sorted *x = a, *y = b;

  if (x->key != y->key)
    return x->key > y->key ? -1 : 1;
  return x->entry < y->entry ? -1 : x->entry > y->entry;
}

static bool
make_order (SeidelSolutionPicture *picture, GError **error)
{
  const size_t n = (size_t) MAX (picture->n, 1);
  g_autofree Sorted *sorted = seidel_memory_try (n * sizeof *sorted, _ ("sorted values"), error);

  if (sorted == NULL)
    return false;
  picture->order = seidel_memory_try (n * sizeof *picture->order, _ ("the order of values"), error);
  if (picture->order == NULL)
    return false;
  for (int64_t i = 0; i < picture->n; i++)
    {
      const double value = seidel_solution_shown_value (picture, i);

      sorted[i] = (Sorted){ isnan (value) ? INFINITY : value, (int32_t) i };
    }
  qsort (sorted, (size_t) picture->n, sizeof *sorted, compare_sorted);
  for (int64_t i = 0; i < picture->n; i++)
    picture->order[i] = sorted[i].entry;
  return true;
}

/* The bar of an entry, −1 for one that has none: not finite, or 0 on a logarithmic scale. */
static int
bin_of (const SeidelSolutionPicture *picture, int64_t i)
{
  const SeidelSolutionBins *bins = &picture->bins;
  const double value = seidel_solution_shown_value (picture, i);
  double place;

  if (!isfinite (value) || (picture->choice.logarithmic && value == 0.0))
    return -1;
  place = ((picture->choice.logarithmic ? log10 (value) : value) - bins->low) / bins->width;
  return (int) CLAMP (floor (place), 0.0, bins->n - 1.0);
}

/* Entries of equal values have one bar. */
static void
make_bins (SeidelSolutionPicture *picture)
{
  SeidelSolutionBins *bins = &picture->bins;
  const double low = picture->choice.logarithmic ? log10 (picture->low) : picture->low;
  const double high = picture->choice.logarithmic ? log10 (picture->high) : picture->high;
  const bool even = !(high > low);

  bins->n =
    even ? 1
         : (int) CLAMP (ceil (sqrt ((double) picture->n)), 5.0, (double) SEIDEL_SOLUTION_MOST_BINS);
  bins->width = even ? fmax (fabs (low) * 0.1, 1e-300) : (high - low) / bins->n;
  bins->low = even ? low - bins->width / 2.0 : low;
  for (int64_t i = 0; i < picture->n; i++)
    {
      const int bin = bin_of (picture, i);

      if (bin >= 0)
        bins->rows[bin]++;
    }
}

/* The bars that are not empty: an empty one has no place on a logarithmic axis. */
static int
find_filled (const SeidelSolutionBins *bins, const int64_t *counts, int *filled)
{
  int n = 0;

  for (int bin = 0; bin < bins->n; bin++)
    if (counts[bin] > 0)
      filled[n++] = bin;
  return n;
}

static double
middle_of (const SeidelSolutionBins *bins, int bin)
{
  return bins->low + (bin + 0.5) * bins->width;
}

static void
sample_row_cb (gconstpointer data, size_t i, double *x, double *y)
{
  *x = (double) (i + 1);
  *y = seidel_solution_shown_value (data, (int64_t) i);
}

static void
sample_sorted_cb (gconstpointer data, size_t i, double *x, double *y)
{
  const SeidelSolutionPicture *picture = data;

  *x = (double) (i + 1);
  *y = seidel_solution_shown_value (picture, picture->order[i]);
}

static void
sample_bin_cb (gconstpointer data, size_t i, double *x, double *y)
{
  const SeidelSolutionPicture *picture = data;

  *x = middle_of (&picture->bins, picture->filled[i]);
  *y = (double) picture->bins.rows[picture->filled[i]];
}

static void
sample_lit_cb (gconstpointer data, size_t i, double *x, double *y)
{
  const SeidelSolutionPicture *picture = data;
  const size_t place = (size_t) picture->lit_places[i];

  if (picture->choice.shown == SEIDEL_SOLUTION_SORTED)
    sample_sorted_cb (data, place, x, y);
  else
    sample_row_cb (data, place, x, y);
}

static void
sample_lit_bin_cb (gconstpointer data, size_t i, double *x, double *y)
{
  const SeidelSolutionPicture *picture = data;

  *x = middle_of (&picture->bins, picture->lit_filled[i]);
  *y = (double) picture->bins.selected[picture->lit_filled[i]];
}

static SeidelSeries *
add_series (SeidelSolutionPicture *picture, const char *name, SeidelSampleFunc sample, int64_t n)
{
  SeidelSeries *series = seidel_plot_add (picture->plot, seidel_series_new (name, sample, picture));

  if (picture->choice.shown == SEIDEL_SOLUTION_HISTOGRAM)
    {
      series->kind = SEIDEL_SERIES_BARS;
      series->bar_width = picture->bins.width;
    }
  seidel_series_update (series, (size_t) n);
  return series;
}

static void
dress_plot (SeidelSolutionPicture *picture)
{
  SeidelPlot *plot = picture->plot;
  const bool histogram = picture->choice.shown == SEIDEL_SOLUTION_HISTOGRAM;
  g_autofree char *symbol = seidel_solution_picture_symbol (picture);
  g_autofree char *title =
    g_strdup_printf (_ ("%s of %s"), seidel_solution_vector_name (picture->choice.vector),
                     picture->run);
  g_autofree char *exponent = g_strdup_printf ("log₁₀ %s", symbol);
  const char *rows = picture->of_rows ? _ ("Rows") : _ ("Columns");

  seidel_plot_set_text (&plot->title, title);
  seidel_axis_init (&plot->x, false, !histogram, SEIDEL_UNIT_NONE);
  seidel_axis_init (&plot->y, picture->choice.logarithmic, histogram, SEIDEL_UNIT_NONE);
  plot->from_zero = histogram;
  plot->legend = false;
  if (histogram)
    seidel_plot_set_text (&plot->x_label, picture->choice.logarithmic ? exponent : symbol);
  else
    seidel_plot_set_text (&plot->x_label, picture->choice.shown == SEIDEL_SOLUTION_SORTED
                                            ? _ ("Rank")
                                          : picture->of_rows ? _ ("Row")
                                                             : _ ("Column"));
  seidel_plot_set_text (&plot->y_label, histogram ? rows : symbol);
}

static void
make_plot (SeidelSolutionPicture *picture)
{
  g_autofree char *symbol = seidel_solution_picture_symbol (picture);
  SeidelSeries *series;
  double x;

  dress_plot (picture);
  if (picture->choice.shown == SEIDEL_SOLUTION_HISTOGRAM)
    series = add_series (picture, picture->of_rows ? _ ("rows") : _ ("columns"), sample_bin_cb,
                         find_filled (&picture->bins, picture->bins.rows, picture->filled));
  else
    series = add_series (picture, symbol,
                         picture->choice.shown == SEIDEL_SOLUTION_SORTED ? sample_sorted_cb
                                                                         : sample_row_cb,
                         picture->n);
  series->ink = seidel_ink_series (picture->color_index);
  if (picture->largest >= 0 && seidel_solution_picture_x_of_row (picture, picture->largest, &x))
    seidel_plot_add_mark (picture->plot, series, x,
                          seidel_solution_shown_value (picture, picture->largest),
                          _ ("the largest"));
  seidel_plot_update_ranges (picture->plot, false);
  seidel_figure_add_plot (picture->figure, picture->plot);
}

SeidelSolutionPicture *
seidel_solution_picture_new (SeidelMatrix *matrix,
                             SeidelSolution *solution,
                             const SeidelSolutionChoice *choice,
                             int64_t line,
                             const char *run,
                             unsigned int color_index,
                             GError **error)
{
  g_autoptr (SeidelSolutionPicture) picture = g_new0 (SeidelSolutionPicture, 1);

  g_return_val_if_fail (solution->vectors[choice->vector] != NULL, NULL);

  picture->matrix = seidel_matrix_ref (matrix);
  picture->solution = seidel_solution_ref (solution);
  picture->choice = *choice;
  picture->run = g_strdup (run);
  picture->color_index = color_index;
  picture->values = solution->vectors[choice->vector];
  picture->n = solution->n[choice->vector];
  picture->of_rows =
    choice->vector == SEIDEL_SOLUTION_RESIDUAL || matrix->csr->rows == matrix->csr->columns;
  picture->pointed = -1;
  picture->plot = seidel_plot_new ();
  picture->figure = seidel_figure_new ();
  find_range (picture);
  if (!place_cells (picture, line, error))
    return NULL;
  if (choice->shown == SEIDEL_SOLUTION_CELLS)
    return seidel_solution_cells_make (picture, error) ? g_steal_pointer (&picture) : NULL;
  if (choice->shown == SEIDEL_SOLUTION_SORTED && !make_order (picture, error))
    return NULL;
  if (choice->shown == SEIDEL_SOLUTION_HISTOGRAM)
    make_bins (picture);
  make_plot (picture);
  return g_steal_pointer (&picture);
}

void
seidel_solution_picture_free (SeidelSolutionPicture *picture)
{
  seidel_figure_free (picture->figure);
  seidel_plot_free (picture->plot);
  seidel_cells_clear (&picture->cells);
  g_clear_pointer (&picture->lit, seidel_row_set_unref);
  seidel_solution_unref (picture->solution);
  seidel_matrix_unref (picture->matrix);
  g_free (picture->lit_places);
  g_free (picture->ranks);
  g_free (picture->order);
  g_free (picture->run);
  g_free (picture);
}

/* The selected rows in each bar; returns the bars with some of them. */
static int64_t
count_lit (SeidelSolutionPicture *picture)
{
  SeidelSolutionBins *bins = &picture->bins;

  for (int64_t i = 0; i < picture->n; i++)
    {
      const int bin = picture->lit->member[i] ? bin_of (picture, i) : -1;

      if (bin >= 0)
        bins->selected[bin]++;
    }
  return find_filled (bins, bins->selected, picture->lit_filled);
}

/* The samples of the selected rows; returns how many there are. */
static int64_t
place_lit (SeidelSolutionPicture *picture)
{
  const uint8_t *member = picture->lit->member;
  int64_t n = 0;

  picture->lit_places = g_try_new (int32_t, MAX (picture->lit->count, 1));
  for (int64_t i = 0; i < picture->n && picture->lit_places != NULL; i++)
    if (member[picture->order != NULL ? picture->order[i] : i])
      picture->lit_places[n++] = (int32_t) i;
  return n;
}

void
seidel_solution_picture_set_lit (SeidelSolutionPicture *picture, SeidelRowSet *lit)
{
  SeidelSeries *series;
  bool histogram;
  int64_t n;

  if (lit != NULL && (!picture->of_rows || lit->rows != picture->n))
    lit = NULL;
  if (lit != NULL)
    seidel_row_set_ref (lit);
  g_clear_pointer (&picture->lit, seidel_row_set_unref);
  picture->lit = lit;
  if (picture->choice.shown == SEIDEL_SOLUTION_CELLS)
    return;
  if (picture->plot->series->len > 1)
    g_ptr_array_set_size (picture->plot->series, 1);
  g_clear_pointer (&picture->lit_places, g_free);
  memset (picture->bins.selected, 0, sizeof picture->bins.selected);
  picture->plot->legend = lit != NULL;
  if (lit == NULL)
    return;
  histogram = picture->choice.shown == SEIDEL_SOLUTION_HISTOGRAM;
  n = histogram ? count_lit (picture) : place_lit (picture);
  series =
    add_series (picture, _ ("Selected rows"), histogram ? sample_lit_bin_cb : sample_lit_cb, n);
  seidel_plot_set_text (&series->brief, _ ("selected"));
  if (!histogram)
    series->kind = SEIDEL_SERIES_POINTS;
  series->ink = (SeidelInk){ SEIDEL_INK_LIT, 0, 1.0 };
}

int64_t
seidel_solution_picture_row_at_x (const SeidelSolutionPicture *picture, double x)
{
  const int64_t place = (int64_t) llround (x) - 1;

  if (!picture->of_rows || picture->choice.shown == SEIDEL_SOLUTION_HISTOGRAM || place < 0
      || place >= picture->n)
    return -1;
  return picture->order != NULL ? picture->order[place] : place;
}

bool
seidel_solution_picture_x_of_row (const SeidelSolutionPicture *picture, int64_t row, double *x)
{
  if (row < 0 || row >= picture->n)
    return false;
  switch (picture->choice.shown)
    {
    case SEIDEL_SOLUTION_OVER_ROWS:
      *x = (double) (row + 1);
      return true;
    case SEIDEL_SOLUTION_SORTED:
      for (int64_t i = 0; i < picture->n; i++)
        if (picture->order[i] == row)
          {
            *x = (double) (i + 1);
            return true;
          }
      return false;
    default:
      return false;
    }
}

/* Marks the rows of the samples first … last. */
static void
mark_samples (const SeidelSolutionPicture *picture, int64_t first, int64_t last, uint8_t *member)
{
  for (int64_t i = first; i <= last; i++)
    member[picture->order != NULL ? picture->order[i] : i] = 1;
}

static void
mark_bins (const SeidelSolutionPicture *picture, double low, double high, uint8_t *member)
{
  const SeidelSolutionBins *bins = &picture->bins;
  const int first = (int) floor ((low - bins->low) / bins->width);
  const int last = (int) floor ((high - bins->low) / bins->width);

  for (int64_t i = 0; i < picture->n; i++)
    {
      const int bin = bin_of (picture, i);

      member[i] = bin >= first && bin <= last;
    }
}

SeidelRowSet *
seidel_solution_picture_rows_between (const SeidelSolutionPicture *picture, double x, double y)
{
  const int64_t n = picture->n;
  const int64_t a = CLAMP ((int64_t) llround (x) - 1, 0, n - 1);
  const int64_t b = CLAMP ((int64_t) llround (y) - 1, 0, n - 1);
  uint8_t *member;

  if (!picture->of_rows || n == 0)
    return NULL;
  member = g_try_malloc0 ((size_t) n);
  if (member == NULL)
    return NULL;
  if (picture->choice.shown == SEIDEL_SOLUTION_HISTOGRAM)
    mark_bins (picture, MIN (x, y), MAX (x, y), member);
  else
    mark_samples (picture, MIN (a, b), MAX (a, b), member);
  return seidel_row_set_new_take (n, member);
}

void
seidel_solution_picture_draw (gconstpointer data,
                              cairo_t *cr,
                              double width,
                              double height,
                              const SeidelTheme *theme)
{
  const SeidelSolutionPicture *picture = data;

  if (picture->choice.shown != SEIDEL_SOLUTION_CELLS)
    {
      seidel_figure_draw (picture->figure, cr, width, height, theme);
      return;
    }
  cairo_save (cr);
  cairo_rectangle (cr, 0.0, 0.0, width, height);
  cairo_clip (cr);
  seidel_color_set_source (&theme->background, cr);
  cairo_paint (cr);
  seidel_solution_cells_draw (picture, cr, width, height, theme);
  cairo_restore (cr);
}
