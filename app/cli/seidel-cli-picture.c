/* The pictures that can be written without a window: the same drawing as its pages.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-picture.h"

#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "analysis/seidel-grid.h"
#include "base/seidel-fail.h"
#include "cli/seidel-cli-run.h"
#include "draw/seidel-animation.h"
#include "draw/seidel-convergence-picture.h"
#include "draw/seidel-field-picture.h"
#include "draw/seidel-hierarchy-picture.h"
#include "draw/seidel-levels-picture.h"
#include "draw/seidel-page-html.h"
#include "draw/seidel-spectrum-picture.h"
#include "draw/seidel-sweep-flows.h"
#include "draw/seidel-sweep-html.h"
#include "draw/seidel-timing-picture.h"
#include "io/bytes/seidel-output.h"
#include "method/seidel-method.h"

#define MIN_PIXELS 100
#define MAX_PIXELS 30000

/* Seconds in which the program computes for less than this part before drawing is given up. */
#define IDLE_SECONDS 10
#define IDLE_SHARE   5e-3

/* Nothing was written yet. */
static void
give_up (const char *text)
{
  if (write (STDERR_FILENO, text, strlen (text)) < 0)
    _exit (SEIDEL_CLI_FAILED);
  _exit (SEIDEL_CLI_FAILED);
}

/* Fontconfig uses small blocks unchecked, and asserts that it has others. */
static void
lost_cb (int number)
{
  give_up ("seidel-cli: drawing the picture crashed; memory may have run out\n");
}

/* Where it checks them, it may keep a lock that it then waits for. */
typedef struct
{
  GMutex mutex;
  GCond changed;
  bool done;
  GThread *thread; /* NULL where none can be made */
} Watch;

static double
processor_seconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

/* Gives up when nothing has been computed for several seconds in turn, which are not counted while
 * the program is stopped. */
static gpointer
watch_thread (gpointer data)
{
  Watch *watch = data;
  double before = processor_seconds ();
  int idle = 0;

  g_mutex_lock (&watch->mutex);
  while (!watch->done)
    if (!g_cond_wait_until (&watch->changed, &watch->mutex,
                            g_get_monotonic_time () + G_TIME_SPAN_SECOND))
      {
        const double now = processor_seconds ();

        idle = now - before < IDLE_SHARE ? idle + 1 : 0;
        before = now;
        if (idle == IDLE_SECONDS)
          give_up ("seidel-cli: drawing the picture does not go on: the font libraries wait for "
                   "something; memory may have run out\n");
      }
  g_mutex_unlock (&watch->mutex);
  return NULL;
}

static void
watch_begin (Watch *watch)
{
  *watch = (Watch){ .done = false };
  g_mutex_init (&watch->mutex);
  g_cond_init (&watch->changed);
  watch->thread = g_thread_try_new ("watch", watch_thread, watch, NULL);
}

static void
watch_end (Watch *watch)
{
  g_mutex_lock (&watch->mutex);
  watch->done = true;
  g_cond_signal (&watch->changed);
  g_mutex_unlock (&watch->mutex);
  if (watch->thread != NULL)
    g_thread_join (watch->thread);
  g_mutex_clear (&watch->mutex);
  g_cond_clear (&watch->changed);
}

bool
seidel_cli_export (SeidelDraw *draw,
                   gconstpointer picture,
                   const SeidelCliCanvas *canvas,
                   const char *path,
                   GError **error)
{
  static const int signals[] = { SIGSEGV, SIGABRT };
  const struct sigaction lost = { .sa_handler = lost_cb };
  struct sigaction before[G_N_ELEMENTS (signals)];
  Watch watch;
  bool done;

  watch_begin (&watch);
  for (size_t i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      sigaction (signals[i], NULL, &before[i]);
      /* Otherwise a sanitizer reports it. */
      if (before[i].sa_handler == SIG_DFL)
        sigaction (signals[i], &lost, NULL);
    }
  done = seidel_export_picture (&(SeidelDrawing){ draw, picture, &canvas->theme, canvas->width,
                                                  canvas->height, 1.0 },
                                path, error);
  for (size_t i = 0; i < G_N_ELEMENTS (signals); i++)
    sigaction (signals[i], &before[i], NULL);
  watch_end (&watch);
  return done;
}

/* As a picture, or as a page for a browser with its numbers. Takes csv. */
static bool
write_picture (const SeidelCliPicture *self,
               const SeidelCliSubject *subject,
               SeidelDraw *draw,
               gconstpointer picture,
               char *csv,
               const SeidelCliCanvas *canvas,
               const char *path,
               GError **error)
{
  g_autofree char *numbers = csv;
  g_autofree char *title = NULL;
  g_autofree char *html = NULL;
  SeidelPageHtml page;
  if (!seidel_cli_is_html (path))
    return seidel_cli_export (draw, picture, canvas, path, error);
  title = g_strdup_printf ("%s: %s", subject->matrix->matrix->name, self->id);
  page = (SeidelPageHtml){ .title = title,
                           .language = "en",
                           .draw = draw,
                           .picture = picture,
                           .width = canvas->width,
                           .height = canvas->height,
                           .csv = numbers };
  html = seidel_page_html (&page, error);
  return html != NULL && seidel_output_save (path, html, strlen (html), error);
}

static bool
fail_not_square (const SeidelMatrix *matrix, GError **error)
{
  return seidel_fail (error, SEIDEL_ERROR_INVALID,
                      "%s is %" G_GINT64_FORMAT " × %" G_GINT64_FORMAT
                      "; only a square matrix has levels",
                      matrix->name, matrix->csr->rows, matrix->csr->columns);
}

static bool
write_sparsity (const SeidelCliPicture *self,
                const SeidelCliSubject *subject,
                const SeidelCliCanvas *canvas,
                const char *path,
                GError **error)
{
  const SeidelCliMatrix *matrix = subject->matrix;
  g_autoptr (SeidelSparsityPicture) picture = seidel_sparsity_picture_new (matrix->matrix);
  picture->mode = subject->choices.mode;
  seidel_sparsity_picture_set_borders (picture, subject->borders);
  if (picture->mode == SEIDEL_SPARSITY_LEVEL)
    {
      bool forward = subject->choices.show[SEIDEL_DIRECTION_FORWARD];
      SeidelSchedule *schedule =
        matrix->schedules[forward ? SEIDEL_DIRECTION_FORWARD : SEIDEL_DIRECTION_BACKWARD];
      if (schedule == NULL)
        return fail_not_square (matrix->matrix, error);
      seidel_sparsity_picture_set_schedule (picture, schedule);
    }
  return write_picture (self, subject, seidel_sparsity_picture_draw, picture, NULL, canvas, path,
                        error);
}

/* The rows of each level that have entries in columns of other ranks. */
static bool
mark_borders (SeidelLevelsPicture *picture, const SeidelBorders *borders, GError **error)
{
  picture->selected_name = "Rows with entries of other ranks";
  for (int d = 0; d < 2; d++)
    if (picture->schedules[d] != NULL)
      {
        g_autofree int64_t *rows =
          seidel_row_set_count_levels (borders->crossing, picture->schedules[d], error);
        if (rows == NULL)
          return false;
        seidel_levels_picture_set_selected (picture, (SeidelDirection) d, rows);
      }
  return true;
}

static bool
write_levels (const SeidelCliPicture *self,
              const SeidelCliSubject *subject,
              const SeidelCliCanvas *canvas,
              const char *path,
              GError **error)
{
  const SeidelCliMatrix *matrix = subject->matrix;
  if (matrix->schedules[SEIDEL_DIRECTION_FORWARD] == NULL)
    return fail_not_square (matrix->matrix, error);
  g_autofree char *title = seidel_cli_matrix_title (matrix->matrix);
  g_autoptr (SeidelLevelsPicture) picture = seidel_levels_picture_new ();
  seidel_levels_picture_set_schedules (picture, title, matrix->schedules[SEIDEL_DIRECTION_FORWARD],
                                       matrix->schedules[SEIDEL_DIRECTION_BACKWARD]);
  for (int d = 0; d < 2; d++)
    picture->show[d] = subject->choices.show[d];
  if (subject->borders != NULL && !mark_borders (picture, subject->borders, error))
    return false;
  seidel_levels_picture_update (picture);
  return write_picture (self, subject, seidel_levels_picture_draw, picture,
                        seidel_cli_is_html (path) ? seidel_levels_picture_to_csv (picture) : NULL,
                        canvas, path, error);
}

static bool
write_convergence (const SeidelCliPicture *self,
                   const SeidelCliSubject *subject,
                   const SeidelCliCanvas *canvas,
                   const char *path,
                   GError **error)
{
  g_autofree char *name = seidel_cli_run_title (subject->outcome);
  g_autofree char *title = seidel_cli_matrix_title (subject->matrix->matrix);
  g_autoptr (SeidelConvergencePicture) picture = seidel_convergence_picture_new ();
  seidel_plot_set_text (&picture->title, title);
  seidel_convergence_picture_add_run (picture, name, subject->trace, 0);
  if (subject->outcome->n_attempts <= 1)
    seidel_convergence_picture_set_run_method (picture, 0, subject->outcome->method);
  seidel_convergence_picture_set_tolerance (picture, subject->tolerance, 0.0);
  seidel_convergence_picture_update (picture, false);
  return write_picture (self, subject, seidel_convergence_picture_draw, picture,
                        seidel_cli_is_html (path) ? seidel_convergence_picture_to_csv (picture)
                                                  : NULL,
                        canvas, path, error);
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
  g_autofree char *name = seidel_cli_matrix_title (matrix->matrix);
  g_autofree char *title = g_strdup_printf ("%s: %s", name, run);
  const SeidelMethod *method = seidel_method_find (subject->outcome->method);
  g_autoptr (SeidelTimingPicture) picture = seidel_timing_picture_new ();
  picture->colors = method != NULL && method->by_colors;
  seidel_timing_picture_set_run (picture, title, subject->trace,
                                 matrix->matrix->origin.load_seconds,
                                 matrix->schedules[SEIDEL_DIRECTION_FORWARD],
                                 matrix->schedules[SEIDEL_DIRECTION_BACKWARD]);
  seidel_timing_picture_update (picture, false);
  return write_picture (self, subject, seidel_timing_picture_draw, picture,
                        seidel_cli_is_html (path) ? seidel_timing_picture_to_csv (picture) : NULL,
                        canvas, path, error);
}

static bool
write_spectrum (const SeidelCliPicture *self,
                const SeidelCliSubject *subject,
                const SeidelCliCanvas *canvas,
                const char *path,
                GError **error)
{
  g_autofree char *run = seidel_cli_run_title (subject->outcome);
  g_autofree char *name = seidel_cli_matrix_title (subject->matrix->matrix);
  g_autofree char *title = g_strdup_printf ("%s: %s", name, run);
  g_autoptr (SeidelSpectrumPicture) picture = seidel_spectrum_picture_new ();
  seidel_spectrum_picture_set_run (picture, title, subject->trace, 0);
  seidel_spectrum_picture_update (picture, false);
  if (picture->projection.steps == 0)
    return seidel_fail (error, SEIDEL_ERROR_INVALID,
                        "this run has no Ritz values: conjugate gradients, MINRES and GMRES have");
  return write_picture (self, subject, seidel_spectrum_picture_draw, picture,
                        seidel_cli_is_html (path) ? seidel_spectrum_picture_to_csv (picture) : NULL,
                        canvas, path, error);
}

static bool
write_hierarchy (const SeidelCliPicture *self,
                 const SeidelCliSubject *subject,
                 const SeidelCliCanvas *canvas,
                 const char *path,
                 GError **error)
{
  g_autofree char *title = seidel_cli_matrix_title (subject->matrix->matrix);
  g_autoptr (SeidelHierarchyPicture) picture =
    seidel_hierarchy_picture_new (subject->hierarchy, title);
  return write_picture (self, subject, seidel_hierarchy_picture_draw, picture,
                        seidel_cli_is_html (path) ? seidel_hierarchy_picture_to_csv (picture)
                                                  : NULL,
                        canvas, path, error);
}

static bool
fail_unknown (GError **error)
{
  return seidel_fail (
    error, SEIDEL_ERROR_INVALID,
    "the error is not known: take a right-hand side whose solution is known (--rhs)");
}

/* Takes the animation. */
static bool
write_animation (SeidelAnimation *animation,
                 const SeidelCliSubject *subject,
                 const SeidelCliCanvas *canvas,
                 const char *path,
                 GError **error)
{
  animation->width = (int) canvas->width;
  animation->height = (int) canvas->height;
  animation->theme = canvas->theme;
  const bool done = seidel_animation_write (animation, path, NULL, subject->cancellable, error);
  seidel_animation_clear (animation);
  return done;
}

static bool
fail_animation (GError **error)
{
  return seidel_fail (error, SEIDEL_ERROR_MEMORY, "there is too little memory for the animation");
}

/* The vector of each iterate that was kept, on the grid. */
static bool
write_field (const SeidelCliSubject *subject,
             const SeidelCliCanvas *canvas,
             const char *path,
             GError **error)
{
  const SeidelMatrix *matrix = subject->matrix->matrix;
  SeidelIterates *iterates = seidel_trace_iterates (subject->trace);
  const SeidelSolutionVector vector = subject->choices.solution.vector;
  SeidelAnimation animation;
  if (matrix->permutation != NULL || iterates == NULL || seidel_iterates_count (iterates) == 0)
    return seidel_fail (error, SEIDEL_ERROR_INVALID,
                        "there are no iterates to play: they are kept of iterative runs on real "
                        "matrices of up to 65,536 rows, in their natural order");
  g_autoptr (SeidelFieldPicture) picture =
    seidel_field_picture_new (subject->problem, iterates, seidel_grid_line (matrix->csr));
  if (picture == NULL)
    return fail_animation (error);
  if (!seidel_field_picture_knows (picture, vector))
    return fail_unknown (error);
  seidel_field_picture_show (picture, vector, 0);
  return seidel_field_picture_to_animation (picture, &animation)
           ? write_animation (&animation, subject, canvas, path, error)
           : fail_animation (error);
}

static bool
write_solution (const SeidelCliPicture *self,
                const SeidelCliSubject *subject,
                const SeidelCliCanvas *canvas,
                const char *path,
                GError **error)
{
  SeidelMatrix *matrix = subject->matrix->matrix;
  const SeidelSolutionChoice *choice = &subject->choices.solution;
  const int64_t line = matrix->permutation == NULL ? seidel_grid_line (matrix->csr) : 0;
  if (seidel_animation_format_find (path) != NULL)
    return write_field (subject, canvas, path, error);
  if (subject->solution->vectors[choice->vector] == NULL)
    return fail_unknown (error);
  g_autofree char *title = seidel_cli_matrix_title (matrix);
  g_autoptr (SeidelSolutionPicture) picture =
    seidel_solution_picture_new (matrix, subject->solution, choice, line, title, 0, error);
  return picture != NULL
         && write_picture (self, subject, seidel_solution_picture_draw, picture,
                           seidel_cli_is_html (path) ? seidel_solution_picture_to_csv (picture)
                                                     : NULL,
                           canvas, path, error);
}

/* In its natural order a grid has its lines; of another one the permutation leads there. */
static SeidelSweepPicture *
make_sweep (const SeidelCliSubject *subject, GError **error)
{
  SeidelMatrix *matrix = subject->matrix->matrix;
  const bool forward = subject->choices.show[SEIDEL_DIRECTION_FORWARD];
  SeidelSchedule *schedule =
    subject->matrix->schedules[forward ? SEIDEL_DIRECTION_FORWARD : SEIDEL_DIRECTION_BACKWARD];
  g_autoptr (SeidelPlayback) playback =
    seidel_playback_new (matrix->csr, schedule, subject->choices.mode_of_play, 1, error);
  g_autoptr (SeidelLevelFlows) flows = NULL;
  SeidelSweepPicture *picture;
  if (playback == NULL)
    return NULL;
  if (playback->rows > SEIDEL_SWEEP_FEW_ROWS)
    {
      flows = seidel_level_flows_new (matrix->csr, schedule, SEIDEL_SWEEP_MOST_NODES, NULL, error);
      if (flows == NULL)
        return NULL;
    }
  picture =
    seidel_sweep_picture_new (matrix, playback, flows,
                              seidel_grid_line_reordered (matrix->csr, matrix->permutation));
  if (picture == NULL)
    g_set_error_literal (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY,
                         "there is too little memory for the picture");
  return picture;
}

static bool
write_sweep (const SeidelCliPicture *self,
             const SeidelCliSubject *subject,
             const SeidelCliCanvas *canvas,
             const char *path,
             GError **error)
{
  const SeidelMatrix *matrix = subject->matrix->matrix;
  const int64_t step = subject->choices.step;
  SeidelAnimation animation;
  if (subject->matrix->schedules[SEIDEL_DIRECTION_FORWARD] == NULL)
    return fail_not_square (matrix, error);
  g_autoptr (SeidelSweepPicture) picture = make_sweep (subject, error);
  if (picture == NULL)
    return false;
  const bool html = seidel_cli_is_html (path);
  seidel_sweep_picture_set_step (picture, step >= 0 ? step
                                          : html    ? 0
                                                    : (picture->playback->steps + 1) / 2);
  if (seidel_animation_format_find (path) != NULL)
    return seidel_sweep_picture_to_animation (picture, &animation)
             ? write_animation (&animation, subject, canvas, path, error)
             : fail_animation (error);
  if (!html || !seidel_sweep_picture_has_html (picture))
    return write_picture (self, subject, seidel_sweep_picture_draw, picture,
                          html ? seidel_sweep_picture_to_csv (picture) : NULL, canvas, path, error);
  g_autofree char *text = seidel_sweep_picture_to_html (picture, "en", error);
  if (text == NULL)
    return false;
  return seidel_output_save (path, text, strlen (text), error);
}

static const SeidelCliPicture pictures[SEIDEL_CLI_N_PICTURES] = {
  { .id = "sparsity",
    .sentence = "where the entries of the matrix are",
    .takes_direction = true,
    .takes_color = true,
    .takes_ranks = true,
    .write = write_sparsity },
  { .id = "levels",
    .sentence = "rows per dependency level, forward and backward",
    .needs_levels = true,
    .takes_direction = true,
    .takes_ranks = true,
    .write = write_levels },
  { .id = "convergence",
    .sentence = "the residual of a run against its iterations",
    .needs_run = true,
    .write = write_convergence },
  { .id = "timing",
    .sentence = "where the time of a run went",
    .needs_levels = true,
    .needs_run = true,
    .write = write_timing },
  { .id = "spectrum",
    .sentence = "the Ritz values of a run, and the bound of its convergence by them",
    .needs_run = true,
    .needs_projection = true,
    .write = write_spectrum },
  { .id = "hierarchy",
    .sentence = "the levels of multigrid, and the error in a cycle",
    .needs_hierarchy = true,
    .write = write_hierarchy },
  { .id = "solution",
    .sentence = "x, the residual b − A x, or the error of a run, row by row",
    .needs_run = true,
    .needs_solution = true,
    .animates = true,
    .write = write_solution },
  { .id = "sweep",
    .sentence = "a Gauss-Seidel sweep at one of its steps, or as HTML played in a browser",
    .needs_levels = true,
    .takes_direction = true,
    .plays = true,
    .animates = true,
    .write = write_sweep },
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

bool
seidel_cli_is_html (const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);
  return g_str_has_suffix (lower, ".html");
}

bool
seidel_cli_check_picture (const char *path, GError **error)
{
  size_t n = 0;
  const SeidelExportFormat *formats = seidel_export_formats (&n);
  if (seidel_export_format_find (path) != NULL)
    return true;
  g_autoptr (GString) valid = g_string_new (NULL);
  for (size_t i = 0; i < n; i++)
    g_string_append_printf (valid, "%s%s", i > 0 ? ", " : "", formats[i].suffix);
  return seidel_cli_refuse (error, G_OPTION_ERROR_BAD_VALUE, "“%s” must end in one of: %s", path,
                            valid->str);
}

static const SeidelCliOption canvas_rows[] = {
  { "width", "W", "Width in pixels; in points for SVG and PDF.", SEIDEL_CLI_INTEGER, "1200", NULL,
    MIN_PIXELS, MAX_PIXELS },
  { "height", "H", "Height in pixels; in points for SVG and PDF.", SEIDEL_CLI_INTEGER, "800", NULL,
    MIN_PIXELS, MAX_PIXELS },
  { "dark", NULL, "Light lines on a dark background." },
  { NULL },
};

const SeidelCliGroup seidel_cli_canvas_group = { .title = "Size and style", .rows = canvas_rows };

SeidelCliCanvas
seidel_cli_canvas (const SeidelCliCall *call)
{
  return (SeidelCliCanvas){ .theme = seidel_theme_get (seidel_cli_given (call, "dark")),
                            .width = seidel_cli_real (call, "width"),
                            .height = seidel_cli_real (call, "height") };
}
