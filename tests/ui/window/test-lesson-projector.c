/* What a projector shows of every step of the lessons in each language: the text is whole and
 * large, and so is the picture, with the question and with the answer. The text is whole in a
 * window of a desktop with large text, too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <libintl.h>
#include <locale.h>
#include <math.h>

#include "display-testing.h"
#include "config.h"
#include "draw/seidel-answer-picture.h"
#include "lesson/seidel-lesson-list.h"
#include "pages/seidel-matrix-page.h"
#include "setup-fixture.h"
#include "views/seidel-cells-view.h"
#include "views/seidel-desktop.h"
#include "views/seidel-hierarchy-view.h"
#include "views/seidel-plot-view-private.h"
#include "window/seidel-lesson-pane.h"
#include "window/seidel-lesson-window.h"
#include "window/seidel-presentation.h"

#define MOST_FRAMES 100   /* until a window has its size */
#define LEAST       0.6   /* of the height of the screen */
#define LEAST_LINE  0.035 /* of it, a line of the lesson */
#define LARGE_TEXT  1.5   /* of a desktop: times the usual size */

/* Everything that a step does has been done. */
static void
wait_for_step (SeidelWindow *window, SeidelLessonPlayer *player)
{
  while (seidel_lesson_window_is_busy (SEIDEL_LESSON_WINDOW (window))
         || !seidel_lesson_player_is_measured (player))
    {
      g_assert_cmpstr (seidel_lesson_player_get_failure (player), ==, NULL);
      g_main_context_iteration (NULL, TRUE);
    }
}

/* The widget of the picture that is in view, or NULL. */
static GtkWidget *
find_picture (GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget))
    return NULL;
  if (SEIDEL_IS_SPARSITY_VIEW (widget) || SEIDEL_IS_PLOT_VIEW (widget)
      || SEIDEL_IS_CELLS_VIEW (widget) || SEIDEL_IS_HIERARCHY_VIEW (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_picture (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* The rectangle of the matrix. */
static double
measure_pattern (SeidelSparsityView *view, double width, double height, const SeidelTheme *theme)
{
  const SeidelSparsityPicture *picture = seidel_sparsity_view_get_picture (view);
  const SeidelSparsityLayout layout =
    seidel_sparsity_picture_layout (picture, width, height, theme);
  const SeidelCellMap map = seidel_sparsity_picture_map (picture, &layout);

  return (double) layout.plane.rows * map.row_scale;
}

/* What the axes span, of all plots. */
static double
measure_plots (SeidelPlotView *view, double width, double height, const SeidelTheme *theme)
{
  double sum = 0.0;

  /* Lanes and tables have all of the figure. */
  if (seidel_figure_n_plots (view->figure) == 0)
    return height;
  for (guint i = 0; i < seidel_figure_n_plots (view->figure); i++)
    {
      SeidelPlotLayout layout;

      seidel_figure_layout (view->figure, i, width, height, theme, &layout);
      sum += layout.area.height;
      seidel_plot_layout_clear (&layout);
    }
  return sum;
}

static gboolean
has_ink (cairo_surface_t *image, int y, const SeidelTheme *theme)
{
  const guint8 *row =
    cairo_image_surface_get_data (image) + y * cairo_image_surface_get_stride (image);
  const double paper[] = { theme->background.blue, theme->background.green, theme->background.red };

  for (int x = 0; x < cairo_image_surface_get_width (image); x++)
    for (int c = 0; c < 3; c++)
      if (abs (row[4 * x + c] - (int) lround (paper[c] * 255.0)) > 2)
        return TRUE;
  return FALSE;
}

/* Cells, nodes, grids: what is drawn below a key of one line. */
static double
measure_ink (SeidelDraw *draw, gconstpointer data, int width, int height, const SeidelTheme *theme)
{
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cr = cairo_create (image);
  int first = (int) ceil (2.2 * theme->font_size), last = height - 1;

  draw (data, cr, width, height, theme);
  cairo_destroy (cr);
  cairo_surface_flush (image);
  while (first < last && !has_ink (image, first, theme))
    first++;
  while (last > first && !has_ink (image, last, theme))
    last--;
  cairo_surface_destroy (image);
  return last - first;
}

static double
measure_picture (SeidelWindow *window, const SeidelLessonRows *rows)
{
  GtkWidget *page = GTK_WIDGET (seidel_window_get_page (window));
  GtkWidget *view = find_picture (page);
  const SeidelTheme theme = seidel_desktop_theme ();
  int width, height;

  g_assert_nonnull (view);
  width = gtk_widget_get_width (view);
  height = gtk_widget_get_height (view);
  if (rows != NULL)
    {
      const SeidelAnswerPicture picture = seidel_answer_picture (rows);

      return measure_ink (seidel_answer_picture_draw, &picture, width, height, &theme);
    }
  if (SEIDEL_IS_SPARSITY_VIEW (view))
    return measure_pattern (SEIDEL_SPARSITY_VIEW (view), width, height, &theme);
  if (SEIDEL_IS_PLOT_VIEW (view))
    return measure_plots (SEIDEL_PLOT_VIEW (view), width, height, &theme);
  return measure_ink (seidel_page_draw, page, width, height, &theme);
}

static void
check_picture (SeidelWindow *window, SeidelLessonPlayer *player)
{
  const double part = measure_picture (window, seidel_lesson_player_get_rows (player))
                      / gtk_widget_get_height (GTK_WIDGET (window));

  g_test_message ("the picture has %.1f %% of the height", 100.0 * part);
  g_assert_cmpfloat (part, >=, LEAST);
}

static gpointer
find_part (SeidelWindow *window, const char *name)
{
  GtkWidget *box = gtk_widget_get_parent (GTK_WIDGET (window->content));

  return gtk_widget_get_template_child (gtk_widget_get_last_child (box), SEIDEL_TYPE_LESSON_PANE,
                                        name);
}

/* How much of the text is out of sight: what is said stays in view with its answer. */
static double
find_overflow (SeidelWindow *window)
{
  GtkAdjustment *rows = gtk_scrolled_window_get_vadjustment (find_part (window, "scrolled"));

  return gtk_adjustment_get_upper (rows) - gtk_adjustment_get_page_size (rows);
}

/* It may take some frames until a way is found. */
static void
check_text (SeidelWindow *window)
{
  for (int i = 0; i < MOST_FRAMES && find_overflow (window) >= 1.0; i++)
    {
      gtk_widget_queue_draw (GTK_WIDGET (window));
      gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
    }
  g_assert_cmpfloat (find_overflow (window), <, 1.0);
}

/* What is said, line by line. */
static void
check_line (SeidelWindow *window)
{
  PangoLayout *text =
    gtk_widget_create_pango_layout (find_part (window, "say"), "Two lines\nof a lesson");
  int height;

  pango_layout_get_pixel_size (text, NULL, &height);
  g_assert_cmpfloat (height / 2.0 / gtk_widget_get_height (GTK_WIDGET (window)), >=, LEAST_LINE);
  g_object_unref (text);
}

/* What is hidden until the answer has no size. */
static gboolean
is_covered (SeidelWindow *window)
{
  GtkWidget *question = find_label (GTK_WIDGET (window), gettext ("What do you expect?"));

  return question != NULL && gtk_widget_get_mapped (question);
}

/* With the letters of a projector, or with all parts of a window and large ones. */
static const struct
{
  const char *name;
  int width, height;
  gboolean is_projector;
} layouts[] = {
  { "projector-720", 1280, 720, TRUE },
  { "projector-1080", 1920, 1080, TRUE },
  { "large-text", 1280, 720, FALSE },
};

/* What there is round the window where there is no window manager. */
static int
get_frame (GtkWidget *window)
{
  return gdk_surface_get_width (gtk_native_get_surface (GTK_NATIVE (window)))
         - gtk_widget_get_width (window);
}

static void
resize (SeidelWindow *self, int width, int height)
{
  GtkWidget *window = GTK_WIDGET (self);
  int least_width, least_height;

  for (int i = 0; i < MOST_FRAMES
                  && (i < 2 || gtk_widget_get_width (window) != width
                      || gtk_widget_get_height (window) != height);
       i++)
    {
      const int frame = get_frame (window);

      gtk_window_set_default_size (GTK_WINDOW (window), width + frame, height + frame);
      gtk_widget_queue_draw (window);
      gtk_test_widget_wait_for_draw (window);
    }
  g_assert_cmpint (gtk_widget_get_width (window), ==, width);
  g_assert_cmpint (gtk_widget_get_height (window), ==, height);
  gtk_widget_measure (window, GTK_ORIENTATION_HORIZONTAL, -1, &least_width, NULL, NULL, NULL);
  gtk_widget_measure (window, GTK_ORIENTATION_VERTICAL, least_width, &least_height, NULL, NULL,
                      NULL);
  g_assert_cmpint (least_width, <=, width);
  g_assert_cmpint (least_height, <=, height);
}

static void
check_step (SeidelWindow *window, SeidelLessonPlayer *player, guint layout)
{
  resize (window, layouts[layout].width, layouts[layout].height);
  g_test_message ("step %zu, %s", seidel_lesson_player_get_step (player) + 1,
                  seidel_lesson_player_is_revealed (player) ? "answer" : "question");
  check_text (window);
  if (!layouts[layout].is_projector)
    return;
  check_line (window);
  if (!is_covered (window))
    check_picture (window, player);
}

typedef struct
{
  const SeidelLesson *lesson;
  const char *language;
  guint layout;
} Test;

static void
test_lesson (Fixture *fixture, gconstpointer data)
{
  const Test *test = data;
  const int width = layouts[test->layout].width, height = layouts[test->layout].height;
  const gboolean is_projector = layouts[test->layout].is_projector;
  SeidelWindow *window;
  SeidelLessonPlayer *player;

  g_setenv ("LANGUAGE", test->language, TRUE);
  window = seidel_workbench_play_lesson (fixture->window, test->lesson->id);
  player = seidel_lesson_window_get_player (SEIDEL_LESSON_WINDOW (window));
  seidel_window_set_presenting (window, is_projector);
  /* Once: all widgets are styled again. */
  seidel_desktop_enlarge (is_projector ? seidel_presentation_get_scale (width, height)
                                       : LARGE_TEXT);
  for (size_t i = 0; i < test->lesson->n_steps; i++)
    {
      wait_for_step (window, player);
      check_step (window, player, test->layout);
      seidel_lesson_player_reveal (player);
      wait_for_step (window, player);
      check_step (window, player, test->layout);
      seidel_lesson_player_next (player);
    }
  gtk_window_destroy (GTK_WINDOW (window));
  flush_events ();
}

static void
add_tests (const SeidelLesson *lesson, const char *language)
{
  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      g_autofree char *path =
        g_strdup_printf ("/lesson-projector/%s/%s/%s", lesson->id, language, layouts[i].name);
      Test *test = g_new (Test, 1);

      *test = (Test){ .lesson = lesson, .language = language, .layout = i };
      g_test_add (path, Fixture, test, fixture_set_up, test_lesson, fixture_tear_down);
    }
}

/* The texts of the window are those of the build tree. */
static void
bind_catalogue (void)
{
  g_autofree char *place = g_test_build_filename (G_TEST_BUILT, "..", "po", NULL);

  setlocale (LC_MESSAGES, "C.UTF-8");
  bindtextdomain (GETTEXT_PACKAGE, place);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
}

int
main (int argc, char **argv)
{
  display_testing_init (&argc, &argv);
  g_test_set_nonfatal_assertions (); /* all steps that fail are reported */
  adw_init ();
  bind_catalogue ();

  for (guint i = 0; i < seidel_lessons ()->len; i++)
    {
      add_tests (seidel_lessons ()->pdata[i], "en");
      add_tests (seidel_lessons ()->pdata[i], "it");
    }
  return g_test_run ();
}
