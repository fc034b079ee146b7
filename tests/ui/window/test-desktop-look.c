/* The window follows the desktop: size of text, contrast, presentation.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "display-testing.h"
#include "views/seidel-desktop.h"
#include "views/seidel-read-out.h"
#include "views/seidel-tool-row.h"
#include "window-fixture.h"
#include "window/seidel-picture-keys.h"

/* Large enough that strokes are wider than a pixel and have their full colour. */
#define LARGE_FONT "Cantarell 30"

/* Microseconds in which what is drawn comes to rest, if not at once. */
#define REST_TIME (10 * G_USEC_PER_SEC)

#define DIVERGING_MATRIX \
  "%%MatrixMarket matrix coordinate real general\n2 2 4\n1 1 1\n1 2 2\n2 1 3\n2 2 1\n"

typedef struct
{
  guint32 *pixels;
  int width, height;
} Picture;

static Picture
take_picture (GtkWidget *window)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (window);
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();
  Picture picture = { NULL, gtk_widget_get_width (window), gtk_widget_get_height (window) };
  g_autoptr (GskRenderNode) node = NULL;
  g_autoptr (GdkTexture) texture = NULL;

  gdk_paintable_snapshot (paintable, snapshot, picture.width, picture.height);
  node = gtk_snapshot_to_node (snapshot);
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (window)), node,
                                         &GRAPHENE_RECT_INIT (0, 0, (float) picture.width,
                                                              (float) picture.height));
  picture.pixels = g_new (guint32, (gsize) picture.width * (gsize) picture.height);
  gdk_texture_download (texture, (guchar *) picture.pixels, 4 * (gsize) picture.width);
  return picture;
}

static SeidelColor
to_color (guint32 pixel)
{
  return (SeidelColor){ (pixel >> 16 & 255) / 255.0, (pixel >> 8 & 255) / 255.0,
                        (pixel & 255) / 255.0, 1.0 };
}

/* The colour that most pixels have. */
static guint32
find_ground (const Picture *picture, int x0, int y0, int x1, int y1)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  guint32 ground = 0;
  guint most = 0;

  for (int y = y0; y < y1; y++)
    for (int x = x0; x < x1; x++)
      {
        gpointer pixel = GUINT_TO_POINTER (picture->pixels[y * picture->width + x]);
        guint count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, pixel)) + 1;

        g_hash_table_insert (counts, pixel, GUINT_TO_POINTER (count));
        if (count > most)
          {
            most = count;
            ground = GPOINTER_TO_UINT (pixel);
          }
      }
  return ground;
}

/* The greatest contrast of a pixel to the ground of a widget: that of its text. */
static double
measure_contrast (const Picture *picture, const graphene_rect_t *bounds)
{
  int x0 = MAX ((int) bounds->origin.x, 0), y0 = MAX ((int) bounds->origin.y, 0);
  int x1 = MIN ((int) (bounds->origin.x + bounds->size.width), picture->width);
  int y1 = MIN ((int) (bounds->origin.y + bounds->size.height), picture->height);
  SeidelColor ground = to_color (find_ground (picture, x0, y0, x1, y1));
  double best = 1.0;

  for (int y = y0; y < y1; y++)
    for (int x = x0; x < x1; x++)
      {
        SeidelColor color = to_color (picture->pixels[y * picture->width + x]);

        best = MAX (best, seidel_color_contrast (&color, &ground));
      }
  return best;
}

static gboolean
is_in_sight (GtkWidget *label, const Picture *picture, const graphene_rect_t *bounds)
{
  const char *text = gtk_label_get_text (GTK_LABEL (label));

  return text != NULL && *text != '\0' && gtk_widget_get_mapped (label)
         && gtk_widget_is_sensitive (label) && bounds->origin.x >= 0.0F && bounds->origin.y >= 0.0F
         && bounds->origin.x + bounds->size.width <= (float) picture->width
         && bounds->origin.y + bounds->size.height <= (float) picture->height
         && bounds->size.height >= 12.0F;
}

/* Counts the labels below a widget; names those that can hardly be read. */
static guint
check_labels (GtkWidget *widget, GtkWidget *window, const Picture *picture, guint *bad)
{
  graphene_rect_t bounds;
  guint n = 0;

  if (GTK_IS_LABEL (widget) && gtk_widget_compute_bounds (widget, window, &bounds)
      && is_in_sight (widget, picture, &bounds))
    {
      double contrast = measure_contrast (picture, &bounds);

      n++;
      /* What is scrolled out of sight has no pixels of its own. */
      if (contrast < 4.5 && contrast > 1.2)
        {
          g_test_message ("%.2f: “%s”", contrast, gtk_label_get_text (GTK_LABEL (widget)));
          (*bad)++;
        }
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += check_labels (child, window, picture, bad);
  return n;
}

/* Labels that can hardly be read once the window has come to rest: what has just become usable may
 * still be drawn as if it were not. */
static guint
count_bad_labels (GtkWidget *window)
{
  const gint64 deadline = g_get_monotonic_time () + REST_TIME;
  guint bad;

  do
    {
      Picture picture;

      flush_events ();
      gtk_test_widget_wait_for_draw (window);
      picture = take_picture (window);
      bad = 0;
      g_assert_cmpuint (check_labels (window, window, &picture, &bad), >, 30);
      g_free (picture.pixels);
    }
  while (bad > 0 && g_get_monotonic_time () < deadline);
  return bad;
}

/* A failure, whose colours are to be read, too. */
static void
solve_diverging (Fixture *fixture)
{
  open_text (fixture, "diverging.mtx", DIVERGING_MATRIX);
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "solve", NULL);
  wait_until_idle (fixture->window);
}

static void
test_contrast (Fixture *fixture, gconstpointer data)
{
  static const AdwColorScheme schemes[] = { ADW_COLOR_SCHEME_FORCE_LIGHT,
                                            ADW_COLOR_SCHEME_FORCE_DARK };
  SeidelWindow *window = fixture->window;
  guint bad = 0;

  g_object_set (gtk_settings_get_default (), "gtk-font-name", LARGE_FONT, NULL);
  gtk_window_set_default_size (GTK_WINDOW (window), 2600, 2400);
  open_text (fixture, "good.mtx", GOOD_MATRIX);
  wait_until_analysed (window);
  seidel_setup_pane_set_method (window->setup_pane, "gauss-seidel");
  g_action_group_activate_action (G_ACTION_GROUP (window), "solve", NULL);
  wait_until_idle (window);
  solve_diverging (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    {
      adw_style_manager_set_color_scheme (adw_style_manager_get_default (), schemes[i]);
      bad += count_bad_labels (GTK_WIDGET (window));
    }
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), ADW_COLOR_SCHEME_DEFAULT);
  gtk_settings_reset_property (gtk_settings_get_default (), "gtk-font-name");
  g_assert_cmpuint (bad, ==, 0);
}

/* Any label in the run table whose text is a number is shown in full. */
static void
check_numbers (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget)
      && g_ascii_isdigit (*gtk_label_get_text (GTK_LABEL (widget))))
    g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget))));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    check_numbers (child);
}

static void
test_text_size (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  double usual = seidel_desktop_theme ().font_size;

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  seidel_setup_pane_set_method (window->setup_pane, "gauss-seidel");
  g_action_group_activate_action (G_ACTION_GROUP (window), "solve", NULL);
  wait_until_idle (window);
  g_object_set (gtk_settings_get_default (), "gtk-font-name", "Cantarell 16.5", NULL);
  flush_events ();
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  g_assert_cmpfloat_with_epsilon (seidel_desktop_theme ().font_size, 18.0, 1e-9);
  check_numbers (GTK_WIDGET (window->run_table));
  /* What is exported does not depend on it. */
  g_assert_cmpfloat (seidel_desktop_paper_theme ().font_size, ==, 12.0);
  gtk_settings_reset_property (gtk_settings_get_default (), "gtk-font-name");
  g_assert_cmpfloat (seidel_desktop_theme ().font_size, ==, usual);
}

/* Whether widgets of a type are in view, as a tool row is on every page but one. */
static gboolean
shows (GtkWidget *widget, GType type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return gtk_widget_get_mapped (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (shows (child, type))
      return TRUE;
  return FALSE;
}

/* On every page what has the keys takes most of the height of the window. */
static void
check_pages (SeidelWindow *window)
{
  for (gsize i = 0; i < G_N_ELEMENTS (page_names); i++)
    {
      GtkWidget *picture;

      g_action_group_change_action_state (G_ACTION_GROUP (window), "page",
                                          g_variant_new_string (page_names[i]));
      gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
      picture = seidel_picture_keys_find (seidel_window_get_page (window));
      g_assert_nonnull (picture);
      while (g_main_context_iteration (NULL, FALSE))
        ;
      g_test_message ("%s: %d of %d", page_names[i], gtk_widget_get_height (picture),
                      gtk_widget_get_height (GTK_WIDGET (window)));
      g_assert_false (shows (GTK_WIDGET (window), SEIDEL_TYPE_TOOL_ROW));
      g_assert_false (shows (GTK_WIDGET (window), SEIDEL_TYPE_READ_OUT));
      if (gtk_widget_get_mapped (picture))
        g_assert_cmpint (10 * gtk_widget_get_height (picture), >=,
                         6 * gtk_widget_get_height (GTK_WIDGET (window)));
    }
}

static void
test_presentation (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  GActionGroup *actions = G_ACTION_GROUP (window);
  double usual = seidel_desktop_theme ().font_size;
  g_autoptr (GdkMonitor) monitor =
    g_list_model_get_item (gdk_display_get_monitors (gtk_widget_get_display (GTK_WIDGET (window))),
                           0);
  GdkRectangle screen;

  gdk_monitor_get_geometry (monitor, &screen);
  open_text (fixture, "good.mtx", GOOD_MATRIX);
  wait_until_analysed (window);
  seidel_setup_pane_set_method (window->setup_pane, "gauss-seidel");
  g_action_group_activate_action (actions, "solve", NULL);
  wait_until_idle (window);
  g_action_group_activate_action (actions, "presentation", NULL);
  g_assert_true (window->presentation.active);
  g_assert_false (gtk_widget_get_visible (window->side_pane));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (window->run_table)));
  g_assert_cmpfloat_with_epsilon (seidel_desktop_theme ().font_size,
                                  12.0
                                    * seidel_presentation_get_scale (screen.width, screen.height),
                                  0.05);
  g_assert_cmpfloat (14.67 * 1.19 * seidel_presentation_get_scale (screen.width, screen.height), >=,
                     0.035 * screen.height);
  g_assert_cmpfloat (seidel_desktop_theme ().line_width, >,
                     1.5 * seidel_desktop_paper_theme ().line_width);
  g_assert_false (gtk_revealer_get_reveal_child (window_child (window, "header_revealer")));
  check_pages (window);

  g_action_group_activate_action (actions, "presentation", NULL);
  g_assert_false (window->presentation.active);
  g_assert_true (gtk_widget_get_visible (window->side_pane));
  g_assert_true (gtk_revealer_get_reveal_child (window_child (window, "header_revealer")));
  g_assert_true (shows (GTK_WIDGET (window), SEIDEL_TYPE_TOOL_ROW));
  g_assert_cmpfloat_with_epsilon (seidel_desktop_theme ().font_size, usual, 1e-9);
}

int
main (int argc, char **argv)
{
  display_testing_init (&argc, &argv);
  adw_init ();
  g_test_add ("/desktop-look/contrast", Fixture, NULL, fixture_set_up, test_contrast,
              fixture_tear_down);
  g_test_add ("/desktop-look/text-size", Fixture, NULL, fixture_set_up, test_text_size,
              fixture_tear_down);
  g_test_add ("/desktop-look/presentation", Fixture, NULL, fixture_set_up, test_presentation,
              fixture_tear_down);
  return g_test_run ();
}
