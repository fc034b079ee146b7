/* Lessons in the window: played to their end, left and come back to, without touching what the user
 * has open.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "display-testing.h"
#include "draw/seidel-levels-picture.h"
#include "lesson/seidel-lesson-list.h"
#include "pages/seidel-convergence-page.h"
#include "pages/seidel-matrix-page.h"
#include "pages/seidel-sweep-page.h"
#include "setup-fixture.h"
#include "window/seidel-lesson-pane.h"
#include "window/seidel-lesson-window.h"
#include "window/seidel-lessons-done.h"
#include "window/seidel-saved-state.h"

/* Private to the window: the tests go through its actions, and look at its player. */
static SeidelLessonPlayer *
get_player (SeidelWindow *window)
{
  return seidel_lesson_window_get_player (SEIDEL_LESSON_WINDOW (window));
}

static void
act (SeidelWindow *window, const char *action)
{
  g_assert_true (is_enabled (window, action));
  g_action_group_activate_action (G_ACTION_GROUP (window), action, NULL);
}

/* Until everything that a step does has been done. */
static void
wait_for_step (SeidelWindow *window)
{
  while (seidel_lesson_window_is_busy (SEIDEL_LESSON_WINDOW (window))
         || !seidel_lesson_player_is_measured (get_player (window)))
    {
      g_assert_cmpstr (seidel_lesson_player_get_failure (get_player (window)), ==, NULL);
      g_main_context_iteration (NULL, TRUE);
    }
}

static void
finish (SeidelWindow *window)
{
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  act (window, "lesson-next");
  flush_events ();
  g_assert_null (window);
}

/* Whether a run was shown by an earlier step. */
static gboolean
is_known (const SeidelLesson *lesson, size_t number, size_t setup)
{
  for (size_t i = 0; i < number; i++)
    for (size_t r = 0; r < lesson->steps[i].n_runs; r++)
      if (lesson->steps[i].runs[r] == setup && g_str_equal (lesson->steps[i].page, "convergence"))
        return TRUE;
  return FALSE;
}

static gboolean
is_open (SeidelWindow *window, const SeidelLessonStep *step)
{
  return step->ask.n > 0 && step->hold != SEIDEL_LESSON_HOLD_NOTHING
         && !seidel_lesson_player_is_revealed (get_player (window));
}

/* The curves in view are those of the step; while its question is open, those that are known. */
static void
check_runs (SeidelWindow *window, size_t number)
{
  const SeidelLesson *lesson = seidel_lesson_player_get_lesson (get_player (window));
  const SeidelLessonStep *step = &lesson->steps[number];
  const gboolean open = is_open (window, step);
  GListModel *runs = G_LIST_MODEL (window->workspace->runs);
  size_t visible = 0, expected = 0;

  for (size_t i = 0; i < step->n_runs; i++)
    expected +=
      !open || (step->hold == SEIDEL_LESSON_HOLD_USUAL && is_known (lesson, number, step->runs[i]));

  for (guint i = 0; i < g_list_model_get_n_items (runs); i++)
    {
      g_autoptr (SeidelRunItem) run = g_list_model_get_item (runs, i);

      visible += seidel_run_item_get_visible (run) ? 1 : 0;
    }
  g_assert_cmpuint (visible, ==, expected);
}

/* The sweep of the step is there, and moves if it is to be played, which gives an answer away. */
static void
wait_for_sweep (SeidelWindow *window, const SeidelLessonStep *step)
{
  const SeidelLessonSweep *sweep = &step->sweep;
  const gboolean played = sweep->play && !is_open (window, step);
  SeidelSweepPage *page =
    SEIDEL_SWEEP_PAGE (adw_view_stack_get_child_by_name (window->pages, "sweep"));

  while (sweep->given
         && (seidel_sweep_page_get_steps (page) == 0
             || seidel_sweep_page_get_step (page) < sweep->step + (played ? 1 : 0)))
    g_main_context_iteration (NULL, TRUE);
  if (sweep->given && !played)
    g_assert_false (seidel_sweep_page_get_playing (page));
}

static void
check_step (SeidelWindow *window, size_t number)
{
  SeidelLessonPlayer *player = get_player (window);
  const SeidelLessonStep *step = &seidel_lesson_player_get_lesson (player)->steps[number];
  g_autofree char *failed = NULL;
  int right = 0;

  g_assert_cmpuint (seidel_lesson_player_get_step (player), ==, number);
  if (step->page[0] != '\0')
    g_assert_cmpstr (adw_view_stack_get_visible_child_name (window->pages), ==, step->page);
  check_runs (window, number);
  wait_for_sweep (window, step);
  for (size_t i = 0; i < step->n_choices; i++)
    right += seidel_lesson_player_judge_choice (player, i) == SEIDEL_LESSON_HOLDS;
  g_assert_cmpint (right, ==, step->n_choices > 0 ? 1 : 0);
  failed = seidel_lesson_player_get_failed_claims (player);
  g_assert_cmpstr (failed, ==, NULL);
}

/* What is written on a page. */
static void
append_labels (GtkWidget *widget, GString *text)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget))
    g_string_append_printf (text, "%s\n", gtk_label_get_text (GTK_LABEL (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    append_labels (child, text);
}

/* Neither colours of levels, nor so few bars that one counts them. */
static void
check_levels_held_back (SeidelWindow *window, const SeidelSchedule *levels)
{
  GtkWidget *page = adw_view_stack_get_child_by_name (window->pages, "matrix");
  g_autoptr (GString) text = g_string_new (NULL);
  const SeidelSparsityPicture *picture =
    seidel_sparsity_view_get_picture (seidel_matrix_page_get_view (SEIDEL_MATRIX_PAGE (page)));

  append_labels (GTK_WIDGET (window), text);
  if (picture != NULL)
    g_assert_false (seidel_sparsity_picture_by_level (picture));
  if (g_str_equal (adw_view_stack_get_visible_child_name (window->pages), "levels"))
    g_assert_true ((strstr (text->str, "What do you expect?") != NULL)
                   == (levels->count <= SEIDEL_LEVELS_COUNTED_AT_SIGHT));
}

/* The number of levels, which most questions about a sweep come down to. */
static void
check_held_back (SeidelWindow *window)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const SeidelSchedule *levels =
    window->workspace->document != NULL
      ? seidel_document_get_schedule (window->workspace->document, SEIDEL_DIRECTION_FORWARD)
      : NULL;
  g_autofree char *total = NULL;

  if (levels == NULL)
    return;
  check_levels_held_back (window, levels);
  total = g_strdup_printf ("of %d", levels->count);
  append_labels (GTK_WIDGET (seidel_window_get_page (window)), text);
  g_assert_null (strstr (text->str, total));
  g_assert_null (strstr (text->str, "Speed-up at most"));
}

/* Each visible curve has its name, and no other has. */
static void
check_legend (SeidelWindow *window)
{
  GtkWidget *page = adw_view_stack_get_child_by_name (window->pages, "convergence");
  const SeidelPlot *plot =
    seidel_convergence_page_get_picture (SEIDEL_CONVERGENCE_PAGE (page))->plot;

  for (guint i = 0; i < plot->series->len; i++)
    {
      const SeidelSeries *series = plot->series->pdata[i];

      g_assert_true (series->in_legend == series->visible);
      for (guint j = 0; j < i && series->visible; j++)
        if (((SeidelSeries *) plot->series->pdata[j])->visible)
          g_assert_cmpstr (((SeidelSeries *) plot->series->pdata[j])->name, !=, series->name);
    }
}

static void
play (SeidelWindow *window)
{
  const size_t n = seidel_lesson_player_get_lesson (get_player (window))->n_steps;

  for (size_t i = 0; i < n; i++)
    {
      wait_for_step (window);
      check_step (window, i);
      g_assert_cmpint (is_enabled (window, "lesson-back"), ==, i > 0);
      if (seidel_lesson_player_get_lesson (get_player (window))->steps[i].ask.n > 0)
        {
          g_assert_false (seidel_lesson_player_is_revealed (get_player (window)));
          check_held_back (window);
          act (window, "lesson-next");
          g_assert_true (seidel_lesson_player_is_revealed (get_player (window)));
          check_runs (window, i);
          check_legend (window);
          wait_for_sweep (window, &seidel_lesson_player_get_lesson (get_player (window))->steps[i]);
        }
      if (i + 1 < n)
        act (window, "lesson-next");
    }
  finish (window);
}

static void
test_play (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = seidel_workbench_play_lesson (fixture->window, data);

  g_assert_nonnull (window);
  g_assert_true (window != fixture->window);
  play (window);
}

/* The button that leads to the next lesson. */
static GtkWidget *
find_follow (SeidelWindow *window)
{
  GtkWidget *box = gtk_widget_get_parent (GTK_WIDGET (window->content));

  return GTK_WIDGET (gtk_widget_get_template_child (gtk_widget_get_last_child (box),
                                                    SEIDEL_TYPE_LESSON_PANE, "follow"));
}

/* Its window, or NULL. */
static SeidelWindow *
find_lesson (GtkApplication *application, const SeidelLesson *lesson)
{
  for (GList *l = gtk_application_get_windows (application); l != NULL; l = l->next)
    if (SEIDEL_IS_LESSON_WINDOW (l->data)
        && seidel_lesson_player_get_lesson (get_player (l->data)) == lesson)
      return l->data;
  return NULL;
}

/* The last step leads to the next lesson, in a window that takes the place of the first. */
static void
test_follow (Fixture *fixture, gconstpointer data)
{
  const SeidelLesson *second = seidel_lessons ()->pdata[1];
  SeidelWindow *window = seidel_workbench_play_lesson (fixture->window, "why-serial");
  SeidelWindow *next;

  g_assert_false (is_enabled (window, "lesson-follow"));
  while (!seidel_lesson_player_is_last (get_player (window)))
    {
      wait_for_step (window);
      seidel_lesson_player_next (get_player (window));
    }
  wait_for_step (window);
  g_assert_false (gtk_widget_get_visible (find_follow (window)));
  seidel_lesson_player_reveal (get_player (window));
  g_assert_true (gtk_widget_get_visible (find_follow (window)));
  g_assert_nonnull (find_label (find_follow (window), "Next lesson: What a level is"));
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  act (window, "lesson-follow");
  flush_events ();
  g_assert_null (window);
  next = find_lesson (fixture->application, second);
  g_assert_nonnull (next);
  g_assert_cmpuint (seidel_lesson_player_get_step (get_player (next)), ==, 0);
  gtk_window_destroy (GTK_WINDOW (next));
  flush_events ();
}

/* What a user had: a matrix, a run, choices, a page. */
static void
test_nothing_lost (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *user = fixture->window;
  g_autoptr (GVariant) before = NULL;
  g_autoptr (GVariant) after = NULL;
  g_autoptr (GVariant) session = NULL;
  g_autoptr (GVariant) kept = NULL;
  SeidelDocument *document;

  open_text (fixture, "mine.mtx", GOOD_MATRIX);
  document = user->workspace->document;
  seidel_setup_pane_set_method (user->setup_pane, "cg");
  gtk_editable_set_text (option (user->setup_pane, "tolerance"), "1e-5");
  act (user, "solve");
  wait_until_idle (user);
  g_action_group_change_action_state (G_ACTION_GROUP (user), "page",
                                      g_variant_new_string ("timing"));
  before = g_variant_ref_sink (seidel_setup_pane_save (user->setup_pane));

  play (seidel_workbench_play_lesson (user, "why-serial"));

  g_assert_true (user->workspace->document == document);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (user->workspace->runs)), ==, 1);
  g_assert_cmpstr (adw_view_stack_get_visible_child_name (user->pages), ==, "timing");
  after = g_variant_ref_sink (seidel_setup_pane_save (user->setup_pane));
  g_assert_true (g_variant_equal (before, after));
  /* Nor are the choices of the lesson those of the next start. */
  gtk_window_close (GTK_WINDOW (user));
  fixture->window = NULL;
  flush_events ();
  session = seidel_saved_state_load ();
  kept = g_variant_lookup_value (session, "setup", G_VARIANT_TYPE_VARDICT);
  g_assert_true (g_variant_equal (before, kept));
}

static void
test_come_back (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = seidel_workbench_play_lesson (fixture->window, "why-serial");

  wait_for_step (window);
  seidel_lesson_player_choose (get_player (window), 1);
  act (window, "lesson-next");
  act (window, "lesson-next");
  wait_for_step (window);
  act (window, "lesson-leave");
  flush_events ();

  window = seidel_workbench_play_lesson (fixture->window, "why-serial");
  g_assert_cmpuint (seidel_lesson_player_get_step (get_player (window)), ==, 1);
  wait_for_step (window);
  check_step (window, 1);
  act (window, "lesson-back");
  g_assert_cmpuint (seidel_lesson_player_get_step (get_player (window)), ==, 0);
  g_assert_true (seidel_lesson_player_is_revealed (get_player (window)));
  g_assert_cmpint (seidel_lesson_player_get_chosen (get_player (window)), ==, 1);
  /* The same lesson is not played twice at once. */
  g_assert_true (seidel_workbench_play_lesson (fixture->window, "why-serial") == window);
  gtk_window_destroy (GTK_WINDOW (window));
  flush_events ();
}

/* A window without a lesson has its commands, and they do nothing. */
static void
test_without (Fixture *fixture, gconstpointer data)
{
  g_assert_false (is_enabled (fixture->window, "lesson-next"));
  g_assert_false (is_enabled (fixture->window, "lesson-back"));
  g_assert_false (is_enabled (fixture->window, "lesson-follow"));
  g_assert_false (is_enabled (fixture->window, "lesson-leave"));
  g_assert_null (seidel_workbench_play_lesson (fixture->window, "none"));
  g_assert_false (SEIDEL_IS_LESSON_WINDOW (fixture->window));
}

/* The button of a lesson on the start page. */
static GtkWidget *
find_card (SeidelWindow *window, const char *title)
{
  return find_label (GTK_WIDGET (window), title);
}

/* A lesson that was played to its end has a tick, also at the next start; one that was left has
 * none. */
static void
test_done (Fixture *fixture, gconstpointer data)
{
  g_auto (GStrv) before = seidel_lessons_done ();
  g_auto (GStrv) after = NULL;
  SeidelWindow *window;

  g_assert_false (g_strv_contains ((const char *const *) before, "exercises"));
  g_assert_nonnull (find_card (fixture->window, "11. Exercises: levels and orders"));
  window = seidel_workbench_play_lesson (fixture->window, "exercises");
  wait_for_step (window);
  act (window, "lesson-leave");
  flush_events ();
  window = seidel_workbench_play_lesson (fixture->window, "exercises");
  while (!seidel_lesson_player_is_last (get_player (window)))
    {
      wait_for_step (window);
      seidel_lesson_player_next (get_player (window));
    }
  wait_for_step (window);
  seidel_lesson_player_reveal (get_player (window));
  act (window, "lesson-next");
  flush_events ();
  after = seidel_lessons_done ();
  g_assert_true (g_strv_contains ((const char *const *) after, "exercises"));
  g_object_notify (G_OBJECT (fixture->window), "is-active");
  g_assert_nonnull (find_card (fixture->window, "11. Exercises: levels and orders ✓"));
}

/* Its runs are kept nowhere, race against none, and end without a note. */
static void
test_own_workspace (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = seidel_workbench_play_lesson (fixture->window, "why-serial");

  g_assert_true (window->workspace != fixture->window->workspace);
  g_assert_null (window->workspace->session);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (window->content), ==, "work");
  wait_for_step (window);
  g_assert_true (g_str_has_suffix (gtk_window_get_title (GTK_WINDOW (window)), "— Lesson"));
  g_assert_true (is_enabled (window, "solve"));
  g_assert_false (is_enabled (window, "race"));
  seidel_window_show_page (window, "matrix");
  act (window, "solve");
  gtk_widget_set_visible (GTK_WIDGET (window->run_table), FALSE);
  wait_until_idle (window);
  g_assert_true (seidel_workspace_has_runs (window->workspace));
  g_assert_false (seidel_workspace_has_runs (fixture->window->workspace));
  g_assert_false (is_enabled (window, "save-session"));
  g_assert_null (window->notes.shown);
  gtk_window_destroy (GTK_WINDOW (window));
  flush_events ();
}

/* The window of the session that was opened last. */
static SeidelWindow *
find_third (Fixture *fixture, SeidelWindow *lesson)
{
  for (GList *l = gtk_application_get_windows (fixture->application); l != NULL; l = l->next)
    if (SEIDEL_IS_WINDOW (l->data) && l->data != lesson && l->data != fixture->window)
      return l->data;
  return NULL;
}

/* A session that is opened there gets a window of its own. */
static void
test_session (Fixture *fixture, gconstpointer data)
{
  SeidelWorkspace *users = fixture->window->workspace;
  g_autofree char *path = g_build_filename (fixture->folder, "runs.seidel", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  SeidelWindow *window;
  SeidelWindow *third;

  open_text (fixture, "mine.mtx", GOOD_MATRIX);
  act (fixture->window, "solve");
  wait_until_idle (fixture->window);
  seidel_workspace_save_runs (users, path, NULL);
  while (!seidel_run_session_get_named (users->session))
    g_main_context_iteration (NULL, TRUE);
  window = seidel_workbench_play_lesson (fixture->window, "why-serial");
  wait_for_step (window);
  seidel_workspace_open (window->workspace, file, NULL, SEIDEL_OPEN_DEFAULT);
  wait_until_loaded (window);
  third = find_third (fixture, window);
  g_assert_nonnull (third);
  g_assert_false (SEIDEL_IS_LESSON_WINDOW (third));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (third->workspace->runs)), ==, 1);
  g_assert_false (seidel_workspace_has_runs (window->workspace));
  gtk_window_destroy (GTK_WINDOW (third));
  gtk_window_destroy (GTK_WINDOW (window));
  flush_events ();
}

/* Left while a matrix is on its way and a run is in progress. */
static void
test_leave_early (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = seidel_workbench_play_lesson (fixture->window, "why-serial");

  g_assert_true (seidel_lesson_window_is_busy (SEIDEL_LESSON_WINDOW (window)));
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  act (window, "lesson-leave");
  flush_events ();
  g_assert_null (window);
}

#define OWN_LESSON                                                                              \
  "{\"schema\": \"seidel-lesson/1\", \"id\": \"own\", \"minutes\": 5,"                          \
  " \"title\": {\"en\": \"Six rows\"}, \"sentence\": {\"en\": \"By hand.\"},"                   \
  " \"setups\": {\"six\": {\"matrix\": \"six.txt\"}},"                                          \
  " \"values\": {\"levels\": {\"setup\": \"six\", \"measure\": \"levels\"}},"                   \
  " \"steps\": [{\"title\": {\"en\": \"6 rows\"}, \"setup\": \"six\", \"page\": \"sweep\","     \
  "  \"view\": {\"shown\": \"graph\"}, \"say\": {\"en\": \"x<sub>i</sub> of 6 rows & more\"},"  \
  "  \"ask\": {\"en\": \"How many levels?\"}, \"choices\": [{\"text\": {\"en\": \"3\"},"        \
  "   \"right\": \"levels == 3\"}], \"answer\": {\"en\": \"{measured:levels}\"}},"              \
  " {\"title\": {\"en\": \"Count\"}, \"page\": \"matrix\", \"say\": {\"en\": \"Count them.\"}," \
  "  \"ask\": {\"en\": \"How many levels, and three?\"}, \"number\": \"levels + 3\","           \
  "  \"answer\": {\"en\": \"6\"}}]}"

/* Three levels: rows 1 to 3 wait for nobody, 4 and 5 for one of them, 6 for 5. */
#define SIX_ROWS "4 0 0 0 0 0\n0 4 0 0 0 0\n0 0 4 0 0 0\n1 0 0 4 0 0\n0 1 0 0 4 0\n0 0 0 0 1 4\n"

/* A number is typed where the step asks for one: the entry has the focus. It is judged with the
 * answer, and counts. */
static void
check_number (SeidelWindow *window)
{
  SeidelLessonPlayer *player = get_player (window);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));
  g_autofree char *open = NULL;
  g_autofree char *csv = NULL;
  int right, asked;

  g_assert_true (GTK_IS_TEXT (focus));
  gtk_editable_set_text (GTK_EDITABLE (focus), "7");
  g_assert_cmpfloat (seidel_lesson_player_get_typed (player), ==, 7.0);
  g_assert_cmpint (seidel_lesson_player_judge_step (player, 1), ==, SEIDEL_LESSON_FAILS);
  gtk_editable_set_text (GTK_EDITABLE (focus), "six");
  g_assert_cmpint (seidel_lesson_player_judge_step (player, 1), ==, SEIDEL_LESSON_OPEN);
  gtk_editable_set_text (GTK_EDITABLE (focus), "6");
  open = seidel_lesson_player_to_csv (player);
  g_assert_cmpstr (open, ==,
                   "step,question,given,right,points,of\n1,\"How many levels?\",\"3\",1,1,1\n"
                   "2,\"How many levels, and three?\",6,,,\n");
  act (window, "lesson-next");
  csv = seidel_lesson_player_to_csv (player);
  g_assert_true (g_str_has_suffix (csv, "2,\"How many levels, and three?\",6,1,1,1\n"));
  seidel_lesson_player_get_marks (player, &right, &asked);
  g_assert_cmpint (right, ==, 2);
  g_assert_cmpint (asked, ==, 2);
  g_assert_nonnull (find_label (GTK_WIDGET (window), "Right: 2 of 2"));
  /* Not any more. */
  seidel_lesson_player_type (player, 7.0);
  g_assert_cmpfloat (seidel_lesson_player_get_typed (player), ==, 6.0);
}

/* A lesson of one's own: a file with digits in its texts, beside its matrix. */
static void
test_own (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GFile) matrix = write_file (fixture, "six.txt", SIX_ROWS);
  g_autoptr (GFile) lesson = write_file (fixture, "own.json", OWN_LESSON);
  SeidelWindow *window = NULL;

  seidel_workbench_open (fixture->window, lesson);
  for (GList *l = gtk_application_get_windows (fixture->application); l != NULL; l = l->next)
    if (SEIDEL_IS_LESSON_WINDOW (l->data))
      window = l->data;
  g_assert_nonnull (window);
  g_assert_null (fixture->window->workspace->document);
  wait_for_step (window);
  check_step (window, 0);
  check_held_back (window);
  g_assert_nonnull (find_label (GTK_WIDGET (window), "x<sub>i</sub> of 6 rows &amp; more"));
  seidel_lesson_player_choose (get_player (window), 0);
  act (window, "lesson-next");
  g_assert_true (seidel_lesson_player_is_revealed (get_player (window)));
  act (window, "lesson-next");
  wait_for_step (window);
  check_number (window);
  finish (window);
}

/* The file that a dialog for saving is answered with. */
static void
save_as (SeidelWindow *window, const char *command, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  act (window, command);
  g_assert_nonnull (window->chooser.dialog);
  seidel_chooser_accept (&window->chooser, file);
  g_signal_emit_by_name (window->chooser.dialog, "response", GTK_RESPONSE_CANCEL);
  while (window->workspace->saving != NULL)
    g_main_context_iteration (NULL, TRUE);
}

/* A handout, both sheets and a film: files of different sizes; a window without a lesson has none.
 */
static void
test_print (Fixture *fixture, gconstpointer data)
{
  static const char *const commands[] = { "lesson-handout", "lesson-sheet", "lesson-solutions" };
  SeidelWindow *window = seidel_workbench_play_lesson (fixture->window, "exercises");
  g_autofree char *film = g_build_filename (fixture->folder, "film.zip", NULL);
  g_autofree char *frames = NULL;
  gsize sizes[G_N_ELEMENTS (commands)] = { 0 }, n;

  wait_for_step (window);
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *name = g_strconcat (commands[i], ".pdf", NULL);
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
      g_autofree char *bytes = NULL;

      g_assert_false (is_enabled (fixture->window, commands[i]));
      save_as (window, commands[i], path);
      g_assert_true (g_file_get_contents (path, &bytes, &sizes[i], NULL));
      g_assert_true (g_str_has_prefix (bytes, "%PDF"));
      g_remove (path);
    }
  g_assert_cmpuint (sizes[1], <, sizes[2]);
  save_as (window, "lesson-video", film);
  g_assert_true (g_file_get_contents (film, &frames, &n, NULL));
  g_assert_true (g_str_has_prefix (frames, "PK"));
  g_remove (film);
  gtk_window_destroy (GTK_WINDOW (window));
  flush_events ();
}

/* What is wrong in it is said where it is seen, with the place. */
static void
test_own_bad (Fixture *fixture, gconstpointer data)
{
  g_auto (GStrv) pieces = g_strsplit (OWN_LESSON, "\"sweep\"", 2);
  g_autofree char *text = g_strjoinv ("\"timing\"", pieces);
  g_autoptr (GFile) lesson = write_file (fixture, "bad.json", text);
  GtkWidget *dialog;

  seidel_workbench_open (fixture->window, lesson);
  flush_events ();
  dialog = GTK_WIDGET (find_dialog (fixture->window));
  g_assert_nonnull (dialog);
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (
                              adw_message_dialog_get_extra_child (ADW_MESSAGE_DIALOG (dialog)))),
                            "steps[0].page: the page “timing” stays empty"));
  gtk_window_destroy (GTK_WINDOW (dialog));
  flush_events ();
}

int
main (int argc, char **argv)
{
  display_testing_init (&argc, &argv);
  adw_init ();

#define ADD(path, function, data) \
  g_test_add (path, Fixture, data, fixture_set_up, function, fixture_tear_down)
  ADD ("/lesson-window/without", test_without, NULL);
  ADD ("/lesson-window/nothing-lost", test_nothing_lost, NULL);
  ADD ("/lesson-window/come-back", test_come_back, NULL);
  ADD ("/lesson-window/follow", test_follow, NULL);
  ADD ("/lesson-window/own-workspace", test_own_workspace, NULL);
  ADD ("/lesson-window/session", test_session, NULL);
  ADD ("/lesson-window/leave-early", test_leave_early, NULL);
  ADD ("/lesson-window/own", test_own, NULL);
  ADD ("/lesson-window/own-bad", test_own_bad, NULL);
  ADD ("/lesson-window/print", test_print, NULL);
  ADD ("/lesson-window/done", test_done, NULL);
  for (guint i = 0; i < seidel_lessons ()->len; i++)
    {
      const SeidelLesson *lesson = seidel_lessons ()->pdata[i];
      g_autofree char *path = g_strdup_printf ("/lesson-window/play/%s", lesson->id);

      ADD (path, test_play, lesson->id);
    }
  return g_test_run ();
}
