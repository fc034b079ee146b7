/* The Multigrid page: when it is of interest, what it shows of the selected run and why not.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <adwaita.h>
#include <string.h>

#include "display-testing.h"
#include "core-testing.h"
#include "pages/seidel-multigrid-page.h"
#include "views/seidel-hierarchy-view.h"

typedef struct
{
  GtkWidget *window;
  GtkWidget *page;
  SeidelDocument *document;
  SeidelRunList *runs;
} Fixture;

static SeidelDocument *
make_document (double size)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", size);

  return seidel_document_new (matrix);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->window = gtk_window_new ();
  fixture->page = seidel_multigrid_page_new ();
  fixture->document = make_document (44);
  fixture->runs = seidel_run_list_new ();
  gtk_window_set_title (GTK_WINDOW (fixture->window), "Test");
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 900, 600);
  gtk_window_set_child (GTK_WINDOW (fixture->window), fixture->page);
  g_object_set (fixture->page, "document", fixture->document, "runs", fixture->runs, NULL);
  gtk_window_present (GTK_WINDOW (fixture->window));
  while (!gtk_widget_get_mapped (fixture->page))
    g_main_context_iteration (NULL, TRUE);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gpointer page = fixture->page;

  g_object_add_weak_pointer (page, &page);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_null (page);
  g_object_run_dispose (G_OBJECT (fixture->runs));
  g_object_unref (fixture->runs);
  g_object_unref (fixture->document);
}

static SeidelRunItem *
solve (Fixture *fixture, const char *method, const char *preconditioner, double smoother)
{
  const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_ONES };
  const SeidelVectorSpec guess = { .kind = SEIDEL_VECTOR_ZEROS };
  g_autoptr (GError) error = NULL;
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  SeidelRunItem *item;

  options.method = method;
  options.preconditioner = preconditioner;
  options.parameters[SEIDEL_PARAMETER_SMOOTHER] = smoother;
  options.threads = 1;
  item = seidel_run_list_start (fixture->runs, fixture->document, &options, &rhs, &guess, &error);
  g_assert_no_error (error);
  while (seidel_run_list_get_live (fixture->runs) != NULL)
    g_main_context_iteration (NULL, TRUE);
  return item;
}

static gboolean
is_relevant (Fixture *fixture)
{
  gboolean relevant;

  g_object_get (fixture->page, "relevant", &relevant, NULL);
  return relevant;
}

static GtkWidget *
find (GtkWidget *widget, GType type)
{
  GtkWidget *found = NULL;

  if (g_type_is_a (G_OBJECT_TYPE (widget), type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find (child, type);
  return found;
}

static SeidelHierarchyPicture *
picture_of (Fixture *fixture)
{
  return seidel_hierarchy_view_get_picture (
    SEIDEL_HIERARCHY_VIEW (find (fixture->page, SEIDEL_TYPE_HIERARCHY_VIEW)));
}

static SeidelHierarchyPicture *
wait_for_picture (Fixture *fixture)
{
  while (picture_of (fixture) == NULL)
    g_main_context_iteration (NULL, TRUE);
  return picture_of (fixture);
}

static void
assert_empty (Fixture *fixture, const char *reason)
{
  AdwStatusPage *status = ADW_STATUS_PAGE (find (fixture->page, ADW_TYPE_STATUS_PAGE));

  g_assert_null (picture_of (fixture));
  g_assert_nonnull (strstr (adw_status_page_get_description (status), reason));
}

/* As a method and as a preconditioner; other runs have no hierarchy. */
static void
test_runs (Fixture *fixture, gconstpointer data)
{
  SeidelRunItem *first, *plain, *third;
  SeidelHierarchyPicture *picture;

  assert_empty (fixture, "Solve with multigrid");
  plain = solve (fixture, "cg", "none", 0.0);
  g_assert_false (is_relevant (fixture));
  assert_empty (fixture, "Solve with multigrid");
  first = solve (fixture, "multigrid", "none", SEIDEL_SMOOTHER_JACOBI);
  g_assert_true (is_relevant (fixture));
  picture = wait_for_picture (fixture);
  g_assert_cmpint (picture->report->n_levels, ==, 2);
  g_assert_true (g_str_has_prefix (picture->title, "2 "));
  g_assert_cmpfloat (picture->report->options.parameters[SEIDEL_PARAMETER_SMOOTHER], ==,
                     SEIDEL_SMOOTHER_JACOBI);
  seidel_run_list_set_selected (fixture->runs, plain);
  assert_empty (fixture, "Solve with multigrid");
  third = solve (fixture, "cg", "multigrid", SEIDEL_SMOOTHER_CHEBYSHEV);
  picture = wait_for_picture (fixture);
  g_assert_cmpfloat (picture->report->options.parameters[SEIDEL_PARAMETER_SMOOTHER], ==,
                     SEIDEL_SMOOTHER_CHEBYSHEV);
  seidel_run_list_remove (fixture->runs, first);
  g_assert_true (is_relevant (fixture));
  seidel_run_list_remove (fixture->runs, third);
  g_assert_false (is_relevant (fixture));
}

/* Two runs with the same hierarchy share what was made; only the title is another one. */
static void
test_same_hierarchy (Fixture *fixture, gconstpointer data)
{
  SeidelHierarchyReport *report;

  solve (fixture, "multigrid", "none", SEIDEL_SMOOTHER_GAUSS_SEIDEL);
  report = wait_for_picture (fixture)->report;
  solve (fixture, "cg", "multigrid", SEIDEL_SMOOTHER_GAUSS_SEIDEL);
  g_assert_true (wait_for_picture (fixture)->report == report);
  g_assert_true (g_str_has_prefix (picture_of (fixture)->title, "2 "));
}

static void
test_another_document (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SeidelDocument) other = make_document (30);

  solve (fixture, "multigrid", "none", 0.0);
  wait_for_picture (fixture);
  g_object_set (fixture->page, "document", other, NULL);
  assert_empty (fixture, "another matrix");
  g_object_set (fixture->page, "document", fixture->document, NULL);
  wait_for_picture (fixture);
}

/* The picture and the numbers that leave the window. */
static void
test_export (Fixture *fixture, gconstpointer data)
{
  const SeidelTheme theme = seidel_theme_get (false);
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 600, 400);
  cairo_t *cr = cairo_create (image);
  g_autofree char *csv = NULL;
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;
  int painted = 0;

  g_assert_null (seidel_page_to_csv (SEIDEL_PAGE (fixture->page)));
  solve (fixture, "multigrid", "none", 0.0);
  text = seidel_hierarchy_picture_describe (wait_for_picture (fixture));
  csv = seidel_page_to_csv (SEIDEL_PAGE (fixture->page));
  name = seidel_page_get_export_name (SEIDEL_PAGE (fixture->page));
  g_assert_true (g_str_has_prefix (csv, "level,rows,nonzeros,prolongation_nonzeros\n1,1936,9504,"));
  g_assert_nonnull (strstr (csv, "\n2,"));
  g_assert_nonnull (strstr (name, "-multigrid"));
  g_assert_nonnull (strstr (text, "Level 1, 1,936 rows, 9,504 entries"));
  g_assert_nonnull (strstr (text, "Smoothed again, norm 0."));
  seidel_page_draw (SEIDEL_PAGE (fixture->page), cr, 600, 400, &theme);
  cairo_surface_flush (image);
  for (int y = 0; y < 400; y++)
    for (int x = 0; x < 600; x++)
      {
        const unsigned char *pixel =
          cairo_image_surface_get_data (image) + y * cairo_image_surface_get_stride (image) + 4 * x;

        /* The orange of positive errors, which neither patterns nor texts have. */
        painted += pixel[2] > 180 && pixel[0] < 80;
      }
  g_assert_cmpint (painted, >, 500);
  cairo_destroy (cr);
  cairo_surface_destroy (image);
}

/* While a question is open, of the cycle only its beginning is seen; of later pictures, too. */
static void
test_withheld (Fixture *fixture, gconstpointer data)
{
  g_autofree char *open = NULL;
  g_autofree char *answered = NULL;

  seidel_page_withhold (SEIDEL_PAGE (fixture->page), TRUE);
  solve (fixture, "multigrid", "none", 0.0);
  open = seidel_hierarchy_picture_describe (wait_for_picture (fixture));
  g_assert_nonnull (strstr (open, "Before, norm 1"));
  g_assert_nonnull (strstr (open, "Smoothed again"));
  g_assert_null (strstr (open, "Smoothed again, norm"));
  seidel_page_withhold (SEIDEL_PAGE (fixture->page), FALSE);
  answered = seidel_hierarchy_picture_describe (wait_for_picture (fixture));
  g_assert_nonnull (strstr (answered, "Smoothed again, norm 0."));
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  display_testing_init (&argc, &argv);
  adw_init ();
  ADD ("/multigrid-page/runs", test_runs);
  ADD ("/multigrid-page/same-hierarchy", test_same_hierarchy);
  ADD ("/multigrid-page/another-document", test_another_document);
  ADD ("/multigrid-page/export", test_export);
  ADD ("/multigrid-page/withheld", test_withheld);
  return g_test_run ();
}
