/* The page of experiments: one of each kind of picture is run in it to its end; series are made
 * from the open matrix; cells open as runs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <adwaita.h>
#include <glib/gstdio.h>
#include <string.h>

#include "display-testing.h"
#include "core-testing.h"
#include "experiment/seidel-experiment.h"
#include "model/seidel-run-list.h"
#include "pages/seidel-experiments-page.h"

#define EXPERIMENT                                                                      \
  "{\"schema\": \"seidel-experiment/1\", \"id\": \"%s\", \"title\": \"%s\","            \
  " \"hold\": {\"matrix\": \"poisson-5 --ny 3\"}, \"repeats\": 2, \"picture\": \"%s\"," \
  " \"vary\": [{\"vary\": \"size\", \"values\": [3, 4, 5]},"                            \
  "  {\"vary\": \"method\", \"values\": [\"cg\", \"jacobi\"]}], \"measures\": [\"iterations\"]}"

static char *folder;

/* The widget with an id of the template. */
static GtkWidget *
find (GtkWidget *root, const char *id)
{
  if (g_strcmp0 (gtk_buildable_get_buildable_id (GTK_BUILDABLE (root)), id) == 0)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find (child, id);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Until all that are installed are read. */
static void
wait_for_list (GtkWidget *page)
{
  GtkDropDown *experiments = GTK_DROP_DOWN (find (page, "experiments"));

  while (g_list_model_get_n_items (gtk_drop_down_get_model (experiments))
         < SEIDEL_N_EXPERIMENT_PICTURES)
    g_main_context_iteration (NULL, TRUE);
}

static GtkWidget *
present (GtkWidget *page)
{
  GtkWidget *window = gtk_window_new ();

  gtk_window_set_title (GTK_WINDOW (window), "Test");
  gtk_window_set_default_size (GTK_WINDOW (window), 900, 600);
  gtk_window_set_child (GTK_WINDOW (window), page);
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (page);
  wait_for_list (page);
  return window;
}

static guint
count_lines (GtkWidget *page)
{
  g_autofree char *csv = seidel_page_to_csv (SEIDEL_PAGE (page));
  guint n = 0;

  for (const char *p = csv; p != NULL && *p != '\0'; p++)
    n += *p == '\n';
  return n;
}

static void
press (GtkWidget *page, const char *id)
{
  g_signal_emit_by_name (find (page, id), "clicked");
}

/* Until nothing runs any more; the button says so. */
static void
wait_for_end (GtkWidget *page)
{
  while (!g_str_equal (gtk_button_get_label (GTK_BUTTON (find (page, "run"))), "_Run"))
    g_main_context_iteration (NULL, TRUE);
}

/* Every kind of picture: chosen, run, exported. */
static void
test_kinds (void)
{
  GtkWidget *page = seidel_experiments_page_new ();
  GtkWidget *window = present (page);
  GtkDropDown *experiments = GTK_DROP_DOWN (find (page, "experiments"));

  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (experiments)), ==,
                    SEIDEL_N_EXPERIMENT_PICTURES);
  for (int kind = 0; kind < SEIDEL_N_EXPERIMENT_PICTURES; kind++)
    {
      const SeidelTheme theme = seidel_theme_get (false);
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 300, 200);
      cairo_t *cr = cairo_create (surface);
      g_autofree char *name = NULL;

      gtk_drop_down_set_selected (experiments, (guint) kind);
      name = seidel_page_get_export_name (SEIDEL_PAGE (page));
      g_assert_true (g_str_has_suffix (name, seidel_experiment_picture_id (kind)));
      g_assert_cmpuint (count_lines (page), ==, 1);
      press (page, "run");
      wait_for_end (page);
      g_assert_cmpuint (count_lines (page), ==, 1 + 6);
      seidel_page_draw (SEIDEL_PAGE (page), cr, 300, 200, &theme);
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
  gtk_window_destroy (GTK_WINDOW (window));
}

/* What was measured is there when the page is opened again. */
static void
test_kept (void)
{
  GtkWidget *page = seidel_experiments_page_new ();
  GtkWidget *window = present (page);

  g_assert_cmpuint (count_lines (page), ==, 1 + 6);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_vary (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 6);
  g_autoptr (SeidelDocument) document = seidel_document_new (matrix);
  g_autoptr (SeidelRunList) runs = seidel_run_list_new ();
  GtkWidget *page = seidel_experiments_page_new ();
  GtkWidget *window;

  g_object_set (page, "document", document, "runs", runs, NULL);
  window = present (page);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find (page, "variables")), 1);
  gtk_editable_set_text (GTK_EDITABLE (find (page, "values")), "jacobi, nonsense");
  g_signal_emit_by_name (find (page, "values"), "activate");
  g_test_message ("%s", gtk_label_get_label (GTK_LABEL (find (page, "status"))));
  g_assert_nonnull (strstr (gtk_label_get_label (GTK_LABEL (find (page, "status"))), "nonsense"));
  gtk_editable_set_text (GTK_EDITABLE (find (page, "values")), "jacobi, cg, gmres");
  g_signal_emit_by_name (find (page, "values"), "activate");
  wait_for_end (page);
  /* Six measures of three cells. */
  g_assert_cmpuint (count_lines (page), ==, 1 + 3 * 6);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_open (void)
{
  g_autoptr (SeidelRunList) runs = seidel_run_list_new ();
  GtkWidget *page = seidel_experiments_page_new ();
  GtkWidget *window;
  SeidelRunItem *item;

  g_object_set (page, "runs", runs, NULL);
  window = present (page);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find (page, "cells")), 3);
  press (page, "open_run");
  while (g_list_model_get_n_items (G_LIST_MODEL (runs)) == 0 || seidel_run_list_get_live (runs))
    g_main_context_iteration (NULL, TRUE);
  item = seidel_run_list_get_selected (runs);
  g_assert_cmpstr (seidel_run_item_get_options (item)->method, ==, "jacobi");
  g_assert_nonnull (seidel_run_item_get_outcome (item));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Closing the window ends what runs in it. */
static void
test_closed (void)
{
  GtkWidget *page = seidel_experiments_page_new ();
  GtkWidget *window = present (page);
  gpointer gone = page;

  g_object_add_weak_pointer (G_OBJECT (page), &gone);
  press (page, "run");
  gtk_window_destroy (GTK_WINDOW (window));
  g_assert_null (gone);
}

static void
write_experiments (void)
{
  for (int kind = 0; kind < SEIDEL_N_EXPERIMENT_PICTURES; kind++)
    {
      const char *id = seidel_experiment_picture_id (kind);
      g_autofree char *name = g_strdup_printf ("%d-%s", kind, id);
      g_autofree char *text = g_strdup_printf (EXPERIMENT, name, name, id);
      g_autofree char *path = g_strdup_printf ("%s/%s.json", folder, name);

      g_assert_true (g_file_set_contents (path, text, -1, NULL));
    }
}

/* Two levels of files. */
static void
remove_folder (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *inner = g_build_filename (path, name, NULL);

      if (g_file_test (inner, G_FILE_TEST_IS_DIR))
        remove_folder (inner);
      else
        g_remove (inner);
    }
  g_rmdir (path);
}

int
main (int argc, char *argv[])
{
  int status;

  folder = g_dir_make_tmp ("seidel-experiments-XXXXXX", NULL);
  g_autofree char *data = g_build_filename (folder, "data", NULL);
  g_setenv ("SEIDEL_EXPERIMENTS_DIR", folder, TRUE);
  g_setenv ("XDG_DATA_HOME", data, TRUE);
  display_testing_init (&argc, &argv);
  adw_init ();
  write_experiments ();
  g_test_add_func ("/experiments-page/kinds", test_kinds);
  g_test_add_func ("/experiments-page/kept", test_kept);
  g_test_add_func ("/experiments-page/vary", test_vary);
  g_test_add_func ("/experiments-page/open", test_open);
  g_test_add_func ("/experiments-page/closed", test_closed);
  status = g_test_run ();
  remove_folder (folder);
  g_free (folder);
  return status;
}
