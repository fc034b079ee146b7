/* The iterations of a picture, and what is known of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-iterations-picture.h"

#include <math.h>
#include <string.h>
#include <glib/gi18n.h>

#include "analysis/seidel-modes.h"
#include "base/seidel-csv.h"
#include "base/seidel-fail.h"
#include "base/seidel-format.h"
#include "base/seidel-random.h"
#include "draw/seidel-translate.h"
#include "matrix/seidel-complex.h"

/* Of the first error: smaller ones are rounding. */
#define OVER 1e-14

static bool
refuse (GError **error, const char *why)
{
  return seidel_fail (error, SEIDEL_ERROR_INVALID, "%s", why);
}

static bool
check (const SeidelMatrix *matrix, GError **error)
{
  g_autofree char *why = NULL;

  if (matrix->csr->rows != matrix->csr->columns)
    return refuse (error, _ ("A sweep needs a square matrix."));
  if (seidel_matrix_is_complex (matrix))
    return refuse (error, _ ("Iterations side by side are for real matrices."));
  if (matrix->csr->rows <= SEIDEL_ITERATIONS_ROWS)
    return true;
  why =
    g_strdup_printf (_ ("Iterations side by side are for up to %d rows."), SEIDEL_ITERATIONS_ROWS);
  return refuse (error, why);
}

/* That of the matrix, where its solution can be computed; otherwise A · 1. */
static void
find_rhs (SeidelIterationsPicture *picture)
{
  const SeidelCsr *csr = picture->matrix->csr;

  picture->own_b = picture->matrix->rhs != NULL && csr->rows <= SEIDEL_DENSE_SOLVE_MOST;
  for (int64_t row = 0; picture->own_b && row < csr->rows; row++)
    picture->b[row] = picture->matrix->rhs[seidel_matrix_original_row (picture->matrix, row)];
  if (picture->own_b)
    {
      if (!seidel_dense_solve (csr, picture->b, picture->exact))
        g_clear_pointer (&picture->exact, g_free);
      return;
    }
  for (int64_t row = 0; row < csr->rows; row++)
    {
      picture->exact[row] = 1.0;
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        picture->b[row] += csr->values[k];
    }
}

static int64_t
find_stuck (const SeidelCsr *csr)
{
  for (int64_t row = 0; row < csr->rows; row++)
    {
      const int64_t k = seidel_csr_find (csr, row, row);

      if (k < 0 || csr->values[k] == 0.0)
        return row;
    }
  return -1;
}

SeidelIterationsPicture *
seidel_iterations_picture_new (SeidelMatrix *matrix, int64_t line, GError **error)
{
  g_autoptr (SeidelIterationsPicture) picture = NULL;
  const int64_t n = matrix->csr->rows;

  if (!check (matrix, error))
    return NULL;
  picture = g_new0 (SeidelIterationsPicture, 1);
  picture->matrix = seidel_matrix_ref (matrix);
  picture->line = line;
  picture->b = g_new0 (double, n + 1);
  picture->exact = g_new0 (double, n + 1);
  picture->start = g_new0 (double, n + 1);
  picture->stuck = find_stuck (matrix->csr);
  picture->plot = seidel_plot_new ();
  picture->plot->legend = false;
  picture->plot->x_label = g_strdup (_ ("Sweeps"));
  seidel_axis_init (&picture->plot->x, false, true, SEIDEL_UNIT_NONE);
  seidel_axis_init (&picture->plot->y, true, false, SEIDEL_UNIT_NONE);
  picture->figure = seidel_figure_new ();
  seidel_figure_add_plot (picture->figure, picture->plot);
  if (!seidel_cells_init (&picture->cells, matrix, line))
    return seidel_fail (error, SEIDEL_ERROR_MEMORY,
                        _ ("There is too little memory for the picture."));
  find_rhs (picture);
  picture->plot->y_label =
    g_strdup (picture->exact != NULL ? _ ("‖x − x*‖₂") : _ ("Residual ‖b − A x‖₂"));
  seidel_iterations_picture_set_start (picture, SEIDEL_START_ZEROS, 1);
  return g_steal_pointer (&picture);
}

void
seidel_iterations_picture_free (SeidelIterationsPicture *picture)
{
  g_clear_pointer (&picture->figure, seidel_figure_free);
  g_clear_pointer (&picture->plot, seidel_plot_free);
  for (int i = 0; i < picture->n; i++)
    seidel_stationary_free (picture->lanes[i]);
  seidel_cells_clear (&picture->cells);
  g_free (picture->b);
  g_free (picture->exact);
  g_free (picture->start);
  seidel_matrix_unref (picture->matrix);
  g_free (picture);
}

static void
sample_cb (gconstpointer data, size_t i, double *x, double *y)
{
  const SeidelStationary *lane = data;
  const GArray *norms = lane->exact != NULL ? lane->errors : lane->residuals;

  *x = (double) i;
  *y = g_array_index (norms, double, i);
}

static void
make_curves (SeidelIterationsPicture *picture)
{
  seidel_plot_clear_series (picture->plot);
  for (int i = 0; i < picture->n; i++)
    {
      g_autofree char *name = seidel_iterations_picture_lane_name (picture, i);
      SeidelSeries *series = seidel_series_new (name, sample_cb, picture->lanes[i]);

      series->ink = seidel_ink_series ((unsigned int) i);
      seidel_plot_add (picture->plot, series);
    }
}

/* Curves up to the sweep; the range is that of all sweeps that were ever made. */
static void
update_curves (SeidelIterationsPicture *picture)
{
  for (int i = 0; i < picture->n; i++)
    {
      SeidelSeries *series = g_ptr_array_index (picture->plot->series, (guint) i);

      seidel_series_update (series, picture->lanes[i]->errors->len);
    }
  seidel_plot_update_ranges (picture->plot, false);
  for (int i = 0; i < picture->n; i++)
    {
      SeidelSeries *series = g_ptr_array_index (picture->plot->series, (guint) i);

      series->count = MIN ((size_t) picture->sweep + 1, picture->lanes[i]->errors->len);
    }
}

/* The same iterations from the start that the picture has now. */
static void
restart (SeidelIterationsPicture *picture)
{
  for (int i = 0; i < picture->n; i++)
    {
      SeidelStationary *old = picture->lanes[i];

      picture->lanes[i] = seidel_stationary_new (picture->matrix->csr, picture->b, picture->exact,
                                                 picture->start, old->kind, old->omega, NULL);
      if (picture->lanes[i] == NULL) /* the same went well before */
        picture->lanes[i] = g_steal_pointer (&old);
      else
        seidel_stationary_free (old);
    }
  picture->sweep = 0;
  make_curves (picture);
  update_curves (picture);
}

/* What the error is at first, or x where there is none to be known. */
static void
fill_start (const SeidelIterationsPicture *picture,
            SeidelIterationsStart start,
            int64_t k,
            double *x)
{
  const int64_t n = picture->matrix->csr->rows;
  const int64_t middle =
    picture->line > 0 ? n / picture->line / 2 * picture->line + picture->line / 2 : n / 2;

  switch (start)
    {
    case SEIDEL_START_MODE:
      seidel_mode_add (x, n, picture->line, k, k, 1.0);
      break;
    case SEIDEL_START_MIX:
      seidel_mode_add (x, n, picture->line, 1, 1, 1.0);
      seidel_mode_add (x, n, picture->line, k, k, 0.5);
      break;
    case SEIDEL_START_NOISE:
      for (int64_t row = 0; row < n; row++)
        x[row] = seidel_random_at (1, (uint64_t) row);
      break;
    default:
      if (n > 0)
        x[MIN (middle, n - 1)] = 1.0;
    }
}

void
seidel_iterations_picture_set_start (SeidelIterationsPicture *picture,
                                     SeidelIterationsStart start,
                                     int64_t k)
{
  const SeidelMatrix *matrix = picture->matrix;
  const int64_t n = matrix->csr->rows;
  g_autofree double *natural = g_new0 (double, n + 1);

  if (start != SEIDEL_START_ZEROS)
    fill_start (picture, start, k, natural);
  picture->scale = 0.0;
  for (int64_t row = 0; row < n; row++)
    {
      const double exact = picture->exact != NULL ? picture->exact[row] : 0.0;
      const double error = natural[seidel_matrix_original_row (matrix, row)];

      picture->start[row] = start != SEIDEL_START_ZEROS ? exact + error : 0.0;
      picture->scale = MAX (picture->scale, fabs (picture->start[row] - exact));
    }
  restart (picture);
}

bool
seidel_iterations_picture_set_lanes (SeidelIterationsPicture *picture,
                                     const SeidelStationaryKind *kinds,
                                     int n,
                                     double omega,
                                     GError **error)
{
  SeidelStationary *lanes[SEIDEL_ITERATIONS_MOST] = { NULL };

  g_return_val_if_fail (n > 0 && n <= SEIDEL_ITERATIONS_MOST, false);

  for (int i = 0; i < n; i++)
    {
      lanes[i] = seidel_stationary_new (picture->matrix->csr, picture->b, picture->exact,
                                        picture->start, kinds[i], omega, error);
      if (lanes[i] != NULL)
        continue;
      while (--i >= 0)
        seidel_stationary_free (lanes[i]);
      return false;
    }
  seidel_plot_clear_series (picture->plot);
  for (int i = 0; i < picture->n; i++)
    seidel_stationary_free (picture->lanes[i]);
  memcpy (picture->lanes, lanes, sizeof lanes);
  picture->n = n;
  picture->sweep = 0;
  make_curves (picture);
  update_curves (picture);
  return true;
}

void
seidel_iterations_picture_set_omega (SeidelIterationsPicture *picture, double omega)
{
  for (int i = 0; i < picture->n; i++)
    if (picture->lanes[i]->kind == SEIDEL_STATIONARY_SOR)
      seidel_stationary_set_omega (picture->lanes[i], omega);
  make_curves (picture);
  update_curves (picture);
}

bool
seidel_iterations_picture_go_to (SeidelIterationsPicture *picture, int64_t sweep, int64_t until)
{
  bool there = true;

  picture->sweep = CLAMP (sweep, 0, SEIDEL_STATIONARY_MOST_SWEEPS);
  for (int i = 0; i < picture->n; i++)
    there = seidel_stationary_go_to (picture->lanes[i], picture->sweep, until) && there;
  update_curves (picture);
  return there;
}

static double
norm_of (const SeidelStationary *lane, int64_t sweep)
{
  const GArray *norms = lane->exact != NULL ? lane->errors : lane->residuals;

  return g_array_index (norms, double, MIN ((guint) sweep, norms->len - 1));
}

static void
show_position (gpointer picture, int64_t position)
{
  seidel_iterations_picture_go_to (picture, position, G_MAXINT64);
}

bool
seidel_iterations_picture_to_animation (const SeidelIterationsPicture *picture,
                                        SeidelAnimation *animation)
{
  g_autoptr (SeidelIterationsPicture) copy =
    seidel_iterations_picture_new (picture->matrix, picture->line, NULL);
  SeidelStationaryKind kinds[SEIDEL_ITERATIONS_MOST] = { 0 };
  double omega = 1.0;

  for (int i = 0; i < picture->n; i++)
    {
      kinds[i] = picture->lanes[i]->kind;
      omega = picture->lanes[i]->omega;
    }
  if (copy == NULL)
    return false;
  memcpy (copy->start, picture->start, (size_t) picture->matrix->csr->rows * sizeof *copy->start);
  copy->scale = picture->scale;
  copy->shown = picture->shown;
  copy->magnified = picture->magnified;
  if (!seidel_iterations_picture_set_lanes (copy, kinds, picture->n, omega, NULL))
    return false;
  *animation = (SeidelAnimation){ .draw = seidel_iterations_picture_draw,
                                  .show = show_position,
                                  .picture = g_steal_pointer (&copy),
                                  .free_picture = (GDestroyNotify) seidel_iterations_picture_free,
                                  .positions = picture->sweep + 1 };
  return true;
}

int64_t
seidel_iterations_picture_reached (const SeidelIterationsPicture *picture)
{
  int64_t reached = picture->sweep;

  for (int i = 0; i < picture->n; i++)
    reached = MIN (reached, picture->lanes[i]->sweep);
  return reached;
}

bool
seidel_iterations_picture_is_over (const SeidelIterationsPicture *picture)
{
  if (picture->sweep >= SEIDEL_STATIONARY_MOST_SWEEPS)
    return true;
  for (int i = 0; i < picture->n; i++)
    {
      const double norm = norm_of (picture->lanes[i], picture->sweep);

      if (isfinite (norm) && norm > OVER * norm_of (picture->lanes[i], 0))
        return false;
    }
  return true;
}

char *
seidel_iterations_picture_lane_name (const SeidelIterationsPicture *picture, int lane)
{
  const SeidelStationary *iteration = picture->lanes[lane];
  const char *name = seidel_translate (seidel_stationary_name (iteration->kind));
  g_autofree char *omega = NULL;

  if (iteration->kind != SEIDEL_STATIONARY_SOR)
    return g_strdup (name);
  omega = seidel_format_value (iteration->omega, 3);
  return g_strdup_printf (_ ("%s, ω = %s"), name, omega);
}

char *
seidel_iterations_picture_describe (const SeidelIterationsPicture *picture)
{
  g_autofree char *sweep = seidel_format_count (picture->sweep);
  GString *text = g_string_new (NULL);

  g_string_printf (text,
                   picture->exact != NULL ? _ ("Sweep %s: error ‖x − x*‖₂")
                                          : _ ("Sweep %s: residual ‖b − A x‖₂"),
                   sweep);
  if (picture->withheld)
    g_string_printf (text, _ ("Sweep %s"), sweep);
  for (int i = 0; i < picture->n && !picture->withheld; i++)
    {
      g_autofree char *norm = seidel_format_value (norm_of (picture->lanes[i], picture->sweep), 3);
      g_autofree char *name = seidel_iterations_picture_lane_name (picture, i);

      /* TRANSLATORS: a method and a number */
      g_string_append_printf (text, _ (" · %s: %s"), name, norm);
    }
  if (picture->matrix->rhs != NULL && !picture->own_b)
    g_string_append (text, _ (" · b = A · 1"));
  if (picture->stuck >= 0)
    g_string_append_printf (text, _ (" · row %d has no diagonal entry and keeps its value"),
                            (int) picture->stuck + 1);
  return g_string_free (text, FALSE);
}

char *
seidel_iterations_picture_describe_row (const SeidelIterationsPicture *picture, int64_t row)
{
  g_autofree char *place = seidel_matrix_describe_place (picture->matrix, row, -1);
  GString *text = g_string_new (place);

  for (int i = 0; i < picture->n; i++)
    {
      const double x = picture->lanes[i]->x[row];
      g_autofree char *value = seidel_format_value (x, 6);
      g_autofree char *name = seidel_iterations_picture_lane_name (picture, i);

      g_string_append_printf (text, _ (" · %s: x = %s"), name, value);
      if (picture->exact != NULL)
        {
          g_autofree char *error = seidel_format_value (x - picture->exact[row], 3);

          g_string_append_printf (text, _ (", error %s"), error);
        }
    }
  return g_string_free (text, FALSE);
}

static void
append_lane (const SeidelIterationsPicture *picture, int i, GString *csv)
{
  const SeidelStationary *lane = picture->lanes[i];
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint sweep = 0; sweep < lane->errors->len && sweep <= picture->sweep; sweep++)
    {
      const double *x =
        lane->csr->rows <= SEIDEL_STATIONARY_FEW_ROWS ? seidel_stationary_kept (lane, sweep) : NULL;

      g_string_append_printf (csv, "%u,", sweep);
      seidel_csv_append_text (csv, seidel_stationary_name (lane->kind), false);
      g_string_append_c (csv, ',');
      if (lane->kind == SEIDEL_STATIONARY_SOR)
        g_string_append (csv, g_ascii_dtostr (number, sizeof number, lane->omega));
      g_string_append_c (csv, ',');
      if (lane->exact != NULL)
        g_string_append (csv, g_ascii_dtostr (number, sizeof number,
                                              g_array_index (lane->errors, double, sweep)));
      g_string_append_c (csv, ',');
      g_string_append (csv, g_ascii_dtostr (number, sizeof number,
                                            g_array_index (lane->residuals, double, sweep)));
      for (int64_t row = 0; x != NULL && row < lane->csr->rows; row++)
        {
          g_string_append_c (csv, ',');
          g_string_append (csv, g_ascii_dtostr (number, sizeof number, x[row]));
        }
      g_string_append_c (csv, '\n');
    }
}

char *
seidel_iterations_picture_to_csv (const SeidelIterationsPicture *picture)
{
  GString *csv = g_string_new ("sweep,method,omega,error,residual");

  for (int64_t row = 0;
       row < picture->matrix->csr->rows && picture->matrix->csr->rows <= SEIDEL_STATIONARY_FEW_ROWS;
       row++)
    g_string_append_printf (csv, ",x%" G_GINT64_FORMAT, row + 1);
  g_string_append_c (csv, '\n');
  for (int i = 0; i < picture->n; i++)
    append_lane (picture, i, csv);
  return g_string_free (csv, FALSE);
}
