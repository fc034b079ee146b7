/* The selection: picking rows and levels, what is counted, the chains of the row pointed at.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-selection.h"

#include "core-testing.h"
#include "golden-testing.h"

typedef struct
{
  SeidelDocument *document;
  SeidelSelection *selection;
  int changed;
  int pointed;
} Fixture;

static void
count_cb (int *count)
{
  (*count)++;
}

static SeidelDocument *
open_grid (double size)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", size);
  SeidelDocument *document = seidel_document_new (matrix);

  while (seidel_document_get_analysing (document))
    g_main_context_iteration (NULL, TRUE);
  return document;
}

/* A grid of 4 × 4 points, row 4 i + j at the point (i, j): its level forward is i + j + 1. */
static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->document = open_grid (4);
  fixture->selection = seidel_selection_new ();
  g_object_set (fixture->selection, "document", fixture->document, NULL);
  g_signal_connect_swapped (fixture->selection, "changed", G_CALLBACK (count_cb),
                            &fixture->changed);
  g_signal_connect_swapped (fixture->selection, "pointed", G_CALLBACK (count_cb),
                            &fixture->pointed);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_assert_finalize_object (fixture->selection);
  g_assert_finalize_object (fixture->document);
}

static void
assert_selected (Fixture *fixture, const char *expected)
{
  const SeidelRowSet *rows = seidel_selection_get_rows (fixture->selection);
  g_autoptr (GString) text = g_string_new (NULL);

  for (int64_t row = 0; rows != NULL && row < rows->rows; row++)
    if (rows->member[row])
      g_string_append_printf (text, text->len > 0 ? " %d" : "%d", (int) row);
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_rows (Fixture *fixture, gconstpointer data)
{
  SeidelSelection *selection = fixture->selection;

  assert_selected (fixture, "");
  seidel_selection_pick_row (selection, 16, SEIDEL_PICK_REPLACE);
  g_assert_cmpint (fixture->changed, ==, 0);
  seidel_selection_pick_row (selection, 5, SEIDEL_PICK_REPLACE);
  assert_selected (fixture, "5");
  seidel_selection_pick_row (selection, 7, SEIDEL_PICK_EXTEND);
  assert_selected (fixture, "5 6 7");
  /* The anchor stays where picking began. */
  seidel_selection_pick_row (selection, 3, SEIDEL_PICK_EXTEND);
  assert_selected (fixture, "3 4 5");
  seidel_selection_pick_row (selection, 9, SEIDEL_PICK_TOGGLE);
  assert_selected (fixture, "3 4 5 9");
  seidel_selection_pick_row (selection, 4, SEIDEL_PICK_TOGGLE);
  assert_selected (fixture, "3 5 9");
  g_assert_cmpint (fixture->changed, ==, 5);
  seidel_selection_clear (selection);
  seidel_selection_clear (selection);
  g_assert_cmpint (fixture->changed, ==, 6);
  g_assert_null (seidel_selection_get_rows (selection));
}

static void
test_levels (Fixture *fixture, gconstpointer data)
{
  SeidelSelection *selection = fixture->selection;
  const int64_t *forward, *backward;

  seidel_selection_pick_level (selection, SEIDEL_DIRECTION_FORWARD, 8, SEIDEL_PICK_REPLACE);
  assert_selected (fixture, "");
  seidel_selection_pick_level (selection, SEIDEL_DIRECTION_FORWARD, 2, SEIDEL_PICK_REPLACE);
  assert_selected (fixture, "1 4");
  seidel_selection_pick_level (selection, SEIDEL_DIRECTION_FORWARD, 1, SEIDEL_PICK_EXTEND);
  assert_selected (fixture, "0 1 4");
  forward = seidel_selection_get_level_rows (selection, SEIDEL_DIRECTION_FORWARD);
  backward = seidel_selection_get_level_rows (selection, SEIDEL_DIRECTION_BACKWARD);
  g_assert_cmpint (forward[0], ==, 1);
  g_assert_cmpint (forward[1], ==, 2);
  g_assert_cmpint (forward[2], ==, 0);
  g_assert_cmpint (backward[5], ==, 2);
  g_assert_cmpint (backward[6], ==, 1);
  /* A row after a level: there is nothing between them. */
  seidel_selection_pick_row (selection, 15, SEIDEL_PICK_EXTEND);
  assert_selected (fixture, "15");
}

static void
test_description (Fixture *fixture, gconstpointer data)
{
  SeidelSelection *selection = fixture->selection;
  GString *texts = g_string_new (NULL);

  g_assert_null (seidel_selection_describe (selection, SEIDEL_DIRECTION_FORWARD));
  for (int step = 0; step < 3; step++)
    {
      g_autofree char *text = NULL;

      if (step == 0)
        seidel_selection_pick_level (selection, SEIDEL_DIRECTION_FORWARD, 3, SEIDEL_PICK_REPLACE);
      else if (step == 1)
        seidel_selection_pick_level (selection, SEIDEL_DIRECTION_FORWARD, 4, SEIDEL_PICK_EXTEND);
      else
        seidel_selection_pick_row (selection, 0, SEIDEL_PICK_TOGGLE);
      text = seidel_selection_describe (selection, SEIDEL_DIRECTION_FORWARD);
      g_string_append_printf (texts, "%s\n", text);
    }
  test_assert_wording (texts->str);
  g_string_free (texts, TRUE);
}

static void
test_chains (Fixture *fixture, gconstpointer data)
{
  SeidelSelection *selection = fixture->selection;
  SeidelChains *chains;

  seidel_selection_point_at (selection, 5);
  seidel_selection_point_at (selection, 5);
  g_assert_cmpint (fixture->pointed, ==, 1);
  g_assert_null (seidel_selection_get_chains (selection, SEIDEL_DIRECTION_BACKWARD));
  while (fixture->pointed < 2)
    g_main_context_iteration (NULL, TRUE);
  chains = seidel_selection_get_chains (selection, SEIDEL_DIRECTION_BACKWARD);
  g_assert_nonnull (chains);
  g_assert_cmpint (chains->schedule->direction, ==, SEIDEL_DIRECTION_BACKWARD);
  g_assert_cmpint (chains->heights[5], ==, 3);
}

/* What was selected belongs to the old matrix; a search for its chains is given up. */
static void
test_another_document (Fixture *fixture, gconstpointer data)
{
  SeidelDocument *other = open_grid (5);

  seidel_selection_pick_row (fixture->selection, 3, SEIDEL_PICK_REPLACE);
  seidel_selection_point_at (fixture->selection, 3);
  g_assert_null (seidel_selection_get_chains (fixture->selection, SEIDEL_DIRECTION_FORWARD));
  g_object_set (fixture->selection, "document", other, NULL);
  g_assert_null (seidel_selection_get_rows (fixture->selection));
  g_assert_cmpint (seidel_selection_get_pointed (fixture->selection), ==, -1);
  g_assert_null (seidel_selection_get_chains (fixture->selection, SEIDEL_DIRECTION_FORWARD));
  while (seidel_selection_get_chains (fixture->selection, SEIDEL_DIRECTION_FORWARD) == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (
    seidel_selection_get_chains (fixture->selection, SEIDEL_DIRECTION_FORWARD)->schedule->rows, ==,
    25);
  g_object_set (fixture->selection, "document", NULL, NULL);
  g_assert_finalize_object (other);
}

static void
note_row_cb (SeidelSelection *selection, gint64 row, gint64 *revealed)
{
  *revealed = row;
}

/* Rows that are picked alone and rows that are gone to, back and forward among them. */
static void
test_visits (Fixture *fixture, gconstpointer data)
{
  SeidelSelection *selection = fixture->selection;
  gint64 revealed = -1;
  int visited = 0;

  g_signal_connect_swapped (selection, "visited", G_CALLBACK (count_cb), &visited);
  g_signal_connect (selection, "revealed", G_CALLBACK (note_row_cb), &revealed);
  g_assert_cmpint (seidel_selection_get_visited (selection), ==, -1);
  g_assert_false (seidel_selection_can_go (selection, -1));
  seidel_selection_visit (selection, 16);
  g_assert_cmpint (visited, ==, 0);
  seidel_selection_visit (selection, 5);
  assert_selected (fixture, "5");
  g_assert_cmpint (seidel_selection_get_pointed (selection), ==, 5);
  g_assert_cmpint (revealed, ==, 5);
  seidel_selection_pick_row (selection, 7, SEIDEL_PICK_REPLACE);
  g_assert_cmpint (seidel_selection_get_visited (selection), ==, 7);
  g_assert_cmpint (revealed, ==, 5);
  seidel_selection_pick_row (selection, 9, SEIDEL_PICK_EXTEND);
  seidel_selection_visit (selection, 3);
  g_assert_cmpint (visited, ==, 3);
  seidel_selection_go (selection, -1);
  assert_selected (fixture, "7");
  seidel_selection_go (selection, -1);
  seidel_selection_go (selection, -1);
  assert_selected (fixture, "5");
  g_assert_false (seidel_selection_can_go (selection, -1));
  seidel_selection_go (selection, 1);
  assert_selected (fixture, "7");
  /* Another way from there. */
  seidel_selection_visit (selection, 0);
  g_assert_false (seidel_selection_can_go (selection, 1));
  seidel_selection_go (selection, -1);
  assert_selected (fixture, "7");
}

/* The row stays the same one in another order, and is none in another matrix. */
static void
test_visit_reordered (Fixture *fixture, gconstpointer data)
{
  SeidelMatrix *matrix = seidel_document_get_matrix (fixture->document);
  int32_t permutation[16];
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) reversed = NULL;
  SeidelDocument *document;
  SeidelDocument *other = open_grid (5);

  for (int i = 0; i < 16; i++)
    permutation[i] = 15 - i;
  reversed = seidel_matrix_reordered (matrix, "rcm", permutation, NULL, NULL, &error);
  g_assert_no_error (error);
  document = seidel_document_new_reordered (reversed, fixture->document);
  seidel_selection_visit (fixture->selection, 2);
  g_object_set (fixture->selection, "document", document, NULL);
  g_assert_cmpint (seidel_selection_get_visited (fixture->selection), ==, 13);
  g_object_set (fixture->selection, "document", other, NULL);
  g_assert_cmpint (seidel_selection_get_visited (fixture->selection), ==, -1);
  g_object_set (fixture->selection, "document", NULL, NULL);
  g_assert_finalize_object (document);
  g_assert_finalize_object (other);
}

int
main (int argc, char *argv[])
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *fixture, gconstpointer data);
  } tests[] = {
    { "/selection/rows", test_rows },
    { "/selection/levels", test_levels },
    { "/selection/description", test_description },
    { "/selection/chains", test_chains },
    { "/selection/another-document", test_another_document },
    { "/selection/visits", test_visits },
    { "/selection/visit-reordered", test_visit_reordered },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
