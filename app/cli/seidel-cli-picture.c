/* The pictures that can be written without a window: the same drawing as its pages.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-picture.h"

#include "cli/seidel-cli-run.h"
#include "draw/seidel-convergence-picture.h"
#include "draw/seidel-export.h"
#include "draw/seidel-levels-picture.h"
#include "draw/seidel-sparsity-picture.h"
#include "draw/seidel-timing-picture.h"
#include "matrix/seidel-error.h"

#define MIN_PIXELS 100
#define MAX_PIXELS 30000

static bool
export_picture (SeidelDrawFunc draw,
                gconstpointer picture,
                const SeidelCliCanvas *canvas,
                const char *path,
                GError **error)
{
  return seidel_export_picture (draw, picture, &canvas->theme, canvas->width, canvas->height, 1.0,
                                path, error);
}

static void
draw_sparsity (gconstpointer data,
               cairo_t *cr,
               double width,
               double height,
               const SeidelTheme *theme)
{
  seidel_sparsity_picture_draw (data, cr, width, height, theme);
}

static bool
write_sparsity (const SeidelCliPicture *self,
                const SeidelCliSubject *subject,
                const SeidelCliCanvas *canvas,
                const char *path,
                GError **error)
{
  g_autoptr (SeidelSparsityPicture) picture = seidel_sparsity_picture_new (subject->matrix->matrix);
  return export_picture (draw_sparsity, picture, canvas, path, error);
}

static void
draw_levels (gconstpointer data, cairo_t *cr, double width, double height, const SeidelTheme *theme)
{
  seidel_levels_picture_draw (data, cr, width, height, theme);
}

static bool
write_levels (const SeidelCliPicture *self,
              const SeidelCliSubject *subject,
              const SeidelCliCanvas *canvas,
              const char *path,
              GError **error)
{
  const SeidelCliMatrix *matrix = subject->matrix;
  const SeidelCsr *csr = matrix->matrix->csr;
  if (matrix->schedules[SEIDEL_DIRECTION_FORWARD] == NULL)
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                   "%s is %" G_GINT64_FORMAT " × %" G_GINT64_FORMAT
                   ": only a square matrix has levels",
                   matrix->matrix->name, csr->rows, csr->columns);
      return false;
    }
  g_autoptr (SeidelLevelsPicture) picture = seidel_levels_picture_new ();
  seidel_levels_picture_set_schedules (picture, matrix->matrix->name,
                                       matrix->schedules[SEIDEL_DIRECTION_FORWARD],
                                       matrix->schedules[SEIDEL_DIRECTION_BACKWARD]);
  picture->show[SEIDEL_DIRECTION_BACKWARD] = true;
  seidel_levels_picture_update (picture);
  return export_picture (draw_levels, picture, canvas, path, error);
}

static void
draw_convergence (gconstpointer data,
                  cairo_t *cr,
                  double width,
                  double height,
                  const SeidelTheme *theme)
{
  seidel_convergence_picture_draw (data, cr, width, height, theme);
}

static bool
write_convergence (const SeidelCliPicture *self,
                   const SeidelCliSubject *subject,
                   const SeidelCliCanvas *canvas,
                   const char *path,
                   GError **error)
{
  g_autofree char *name = seidel_cli_run_title (subject->outcome);
  g_autoptr (SeidelConvergencePicture) picture = seidel_convergence_picture_new ();
  seidel_plot_set_text (&picture->title, subject->matrix->matrix->name);
  seidel_convergence_picture_add_run (picture, name, subject->trace, 0);
  seidel_convergence_picture_set_tolerance (picture, subject->tolerance);
  seidel_convergence_picture_update (picture, false);
  return export_picture (draw_convergence, picture, canvas, path, error);
}

static void
draw_timing (gconstpointer data, cairo_t *cr, double width, double height, const SeidelTheme *theme)
{
  seidel_timing_picture_draw (data, cr, width, height, theme);
}

static bool
write_timing (const SeidelCliPicture *self,
              const SeidelCliSubject *subject,
              const SeidelCliCanvas *canvas,
              const char *path,
              GError **error)
{
  const SeidelCliMatrix *matrix = subject->matrix;
  g_autofree char *run = seidel_cli_run_title (subject->outcome);
  g_autofree char *title = g_strdup_printf ("%s: %s", matrix->matrix->name, run);
  g_autoptr (SeidelTimingPicture) picture = seidel_timing_picture_new ();
  seidel_timing_picture_set_run (picture, title, subject->trace,
                                 matrix->matrix->origin.load_seconds,
                                 matrix->schedules[SEIDEL_DIRECTION_FORWARD],
                                 matrix->schedules[SEIDEL_DIRECTION_BACKWARD]);
  seidel_timing_picture_update (picture, false);
  return export_picture (draw_timing, picture, canvas, path, error);
}

static const SeidelCliPicture pictures[] = {
  { "sparsity", "where the entries of the matrix are", false, false, write_sparsity },
  { "levels", "rows per dependency level, forward and backward", true, false, write_levels },
  { "convergence", "the residual of a run against its iterations", false, true, write_convergence },
  { "timing", "where the time of a run went", true, true, write_timing },
};

const SeidelCliPicture *
seidel_cli_pictures (size_t *n_pictures)
{
  *n_pictures = G_N_ELEMENTS (pictures);
  return pictures;
}

const SeidelCliPicture *
seidel_cli_picture_find (const char *id)
{
  for (size_t i = 0; i < G_N_ELEMENTS (pictures); i++)
    if (g_str_equal (pictures[i].id, id))
      return &pictures[i];
  return NULL;
}

void
seidel_cli_canvas_add (SeidelCliCanvasOptions *canvas, SeidelCliOptions *options)
{
  seidel_cli_options_integer (options, "width", "W", &canvas->width, MIN_PIXELS, MAX_PIXELS,
                              "Width in pixels, in points for SVG and PDF.");
  seidel_cli_options_integer (options, "height", "H", &canvas->height, MIN_PIXELS, MAX_PIXELS,
                              "Height in pixels, in points for SVG and PDF.");
  seidel_cli_options_flag (options, "dark", &canvas->dark, "Light lines on a dark background.");
}

SeidelCliCanvas
seidel_cli_canvas_get (const SeidelCliCanvasOptions *canvas)
{
  return (SeidelCliCanvas){ .theme = seidel_theme_get (canvas->dark),
                            .width = (double) canvas->width,
                            .height = (double) canvas->height };
}
