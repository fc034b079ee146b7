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
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
