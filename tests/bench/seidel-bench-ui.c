/* How fast the interface answers: the picture of a large matrix, and a solve that is being watched.
 *
 * Run it on a display of 1280 × 800 with the cairo renderer, as run-bench.sh does.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <adwaita.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "gallery/seidel-gallery.h"
#include "model/seidel-run-list.h"
#include "model/seidel-run-session.h"
#include "model/seidel-selection.h"
#include "pages/seidel-convergence-page.h"
#include "pages/seidel-matrix-page.h"
#include "pages/seidel-sweep-page.h"
#include "seidel-bench-screen.h"
#include "seidel-bench-table.h"

#define STEPS             30
#define WATCH_ROUNDS      7
#define PLAY_MILLISECONDS 4000.0

/* One step of moving about: closer, a drag, away again, by turns. */
static void
take_step (SeidelSparsityView *view, int step)
{
  SeidelPlane plane = seidel_sparsity_view_get_plane (view);
  SeidelViewport viewport = seidel_sparsity_view_get_picture (view)->viewport;

  if (viewport.zoom <= 0.0)
    viewport = seidel_viewport_fit (&plane);

  if (step % 3 == 0)
    viewport = seidel_viewport_zoom (&viewport, &plane, 500.0, 300.0, 1.25);
  else if (step % 3 == 1)
    viewport = seidel_viewport_pan (&viewport, &plane, 25.0, -15.0);
  else
    viewport = seidel_viewport_zoom (&viewport, &plane, 500.0, 300.0, 1.0 / 1.25);
  seidel_sparsity_view_set_viewport (view, &viewport);
}

static void
add_time (const char *what, double *samples, int n, double must)
{
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;

  row.name = "ui";
  row.what = what;
  row.min_ms = seidel_bench_minimum (samples, n);
  row.median_ms = row.value = seidel_bench_median (samples, n);
  row.unit = "ms";
  row.must = must;
  row.smaller_is_better = true;
  seidel_bench_table_add (&row);
}

static void
bench_steps (SeidelBenchScreen *screen, SeidelSparsityView *view, const char *matrix)
{
  double answers[STEPS], sharps[STEPS];
  g_autofree char *answer_what =
    g_strdup_printf ("%s: a zoom or pan step, to the old picture moved", matrix);
  g_autofree char *sharp_what = g_strdup_printf ("%s: the same, to the sharp picture", matrix);

  for (int step = 0; step < STEPS; step++)
    {
      double begin = seidel_bench_now ();

      screen->sharp = 0.0;
      take_step (view, step);
      seidel_bench_wait_for_frame (screen);
      answers[step] = screen->painted - begin;
      seidel_bench_wait_until_sharp (screen);
      sharps[step] = screen->sharp - begin;
      /* Begins anywhere within a frame, as a hand does. */
      seidel_bench_wait (17 + 3 * (step % 5));
    }
  add_time (answer_what, answers, STEPS, 33.0);
  add_time (sharp_what, sharps, STEPS, 200.0);
}

static void
bench_picture (int size)
{
  g_autoptr (SeidelMatrix) matrix = seidel_bench_make_matrix ("poisson-27", size);
  g_autoptr (SeidelDocument) document = NULL;
  GtkWidget *page = seidel_matrix_page_new ();
  SeidelSparsityView *view = seidel_matrix_page_get_view (SEIDEL_MATRIX_PAGE (page));
  SeidelBenchScreen screen = { NULL };
  double begin, first;
  g_autofree char *what =
    g_strdup_printf ("%s: from the matrix to its first picture", matrix->name);

  seidel_bench_screen_open (&screen, page);
  screen.view = view;
  screen.sharp = 0.0;
  begin = seidel_bench_now ();
  /* The analyses begin at the same time, as they do in the window. */
  document = seidel_document_new (matrix);
  g_object_set (page, "document", document, NULL);
  seidel_bench_wait_until_sharp (&screen);
  first = screen.sharp - begin;
  add_time (what, &first, 1, 300.0);
  while (seidel_document_get_analysing (document))
    g_main_context_iteration (NULL, TRUE);
  seidel_bench_wait (200);
  bench_steps (&screen, view, matrix->name);
  seidel_bench_screen_close (&screen);
}

/* From picking levels to their rows standing out in the pattern: a narrow one, a wide one, a range,
 * by turns. */
static void
bench_selection (int size)
{
  g_autoptr (SeidelMatrix) matrix = seidel_bench_make_matrix ("poisson-27", size);
  g_autoptr (SeidelDocument) document = seidel_document_new (matrix);
  g_autoptr (SeidelSelection) selection = seidel_selection_new ();
  GtkWidget *page = seidel_matrix_page_new ();
  SeidelBenchScreen screen = { NULL };
  double samples[STEPS];
  g_autofree char *what =
    g_strdup_printf ("%s: from picking a level to its rows standing out", matrix->name);
  int32_t levels;

  seidel_bench_screen_open (&screen, page);
  screen.view = seidel_matrix_page_get_view (SEIDEL_MATRIX_PAGE (page));
  g_object_set (selection, "document", document, NULL);
  g_object_set (page, "document", document, "selection", selection, NULL);
  while (seidel_document_get_analysing (document))
    g_main_context_iteration (NULL, TRUE);
  levels = seidel_document_get_schedule (document, SEIDEL_DIRECTION_FORWARD)->count;
  seidel_bench_wait (500);
  for (int step = 0; step < STEPS; step++)
    {
      double begin = seidel_bench_now ();

      screen.sharp = 0.0;
      seidel_selection_pick_level (selection, SEIDEL_DIRECTION_FORWARD, 1 + levels * step / STEPS,
                                   step % 3 == 2 ? SEIDEL_PICK_EXTEND : SEIDEL_PICK_REPLACE);
      seidel_bench_wait_until_sharp (&screen);
      samples[step] = screen.sharp - begin;
      seidel_bench_wait (17 + 3 * (step % 5));
    }
  add_time (what, samples, STEPS, 50.0);
  seidel_bench_screen_close (&screen);
}

/* A sweep of a million rows played so fast that every frame shows another step. */
static void
bench_playing (int size)
{
  g_autoptr (SeidelMatrix) matrix = seidel_bench_make_matrix ("poisson-5", size);
  g_autoptr (SeidelDocument) document = seidel_document_new (matrix);
  GtkWidget *page = seidel_sweep_page_new ();
  SeidelSweepPage *sweep = SEIDEL_SWEEP_PAGE (page);
  SeidelBenchScreen screen = { NULL };
  g_autofree char *what = g_strdup_printf ("%s: frames while its sweep is played", matrix->name);
  double begin;
  int frames;

  while (seidel_document_get_analysing (document))
    g_main_context_iteration (NULL, TRUE);
  seidel_bench_screen_open (&screen, page);
  g_object_set (page, "document", document, NULL);
  while (seidel_sweep_page_get_steps (sweep) == 0)
    g_main_context_iteration (NULL, TRUE);
  gtk_widget_activate_action (page, "sweep.play", NULL);
  seidel_bench_wait (500);
  begin = seidel_bench_now ();
  frames = screen.frames;
  while (seidel_bench_now () - begin < PLAY_MILLISECONDS && seidel_sweep_page_get_playing (sweep))
    g_main_context_iteration (NULL, TRUE);
  seidel_bench_add_value (what, (screen.frames - frames) * 1e3 / (seidel_bench_now () - begin),
                          "/s", 30.0, false);
  seidel_bench_screen_close (&screen);
}

/* Three methods side by side, a sweep of each or more between two frames. */
static void
bench_side_by_side (int size)
{
  g_autoptr (SeidelMatrix) matrix = seidel_bench_make_matrix ("poisson-5", size);
  g_autoptr (SeidelDocument) document = seidel_document_new (matrix);
  GtkWidget *page = seidel_sweep_page_new ();
  SeidelBenchScreen screen = { NULL };
  g_autofree char *what =
    g_strdup_printf ("%s: frames while three methods make their sweeps", matrix->name);
  SeidelSideBySide *side;
  double begin;
  int frames;

  while (seidel_document_get_analysing (document))
    g_main_context_iteration (NULL, TRUE);
  seidel_bench_screen_open (&screen, page);
  g_object_set (page, "document", document, NULL);
  side = seidel_sweep_page_show_side (SEIDEL_SWEEP_PAGE (page));
  seidel_side_by_side_set_speed (side, 100);
  seidel_side_by_side_play (side);
  seidel_bench_wait (500);
  begin = seidel_bench_now ();
  frames = screen.frames;
  while (seidel_bench_now () - begin < PLAY_MILLISECONDS && seidel_side_by_side_get_playing (side))
    g_main_context_iteration (NULL, TRUE);
  seidel_bench_add_value (what, (screen.frames - frames) * 1e3 / (seidel_bench_now () - begin),
                          "/s", 30.0, false);
  seidel_bench_screen_close (&screen);
}

static SeidelRunItem *
start_run (SeidelRunList *runs, SeidelDocument *document, int64_t iterations)
{
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_SOLUTION_ONES };
  SeidelVectorSpec guess = { .kind = SEIDEL_VECTOR_ZEROS };
  g_autoptr (GError) error = NULL;
  SeidelRunItem *item;

  options.strategy = "serial";
  options.threads = 1;
  options.tolerance = 0.0;
  options.stagnation_window = G_MAXINT;
  options.max_iterations = iterations;
  item = seidel_run_list_start (runs, document, &options, &rhs, &guess, &error);
  if (item == NULL)
    g_error ("%s", error->message);

  return item;
}

/* Seconds of processor time that all threads but this one have used. */
static double
other_threads_seconds (void)
{
  struct timespec process, thread;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &process);
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &thread);

  return (double) (process.tv_sec - thread.tv_sec) + (process.tv_nsec - thread.tv_nsec) * 1e-9;
}

/* What one run took. */
typedef struct
{
  double solve_ms;
  double processor_ms; /* of the threads that are not the interface */
  double rate;         /* frames a second, 0 without a screen */
} RunCost;

static RunCost
measure_run (SeidelRunList *runs,
             SeidelDocument *document,
             int64_t iterations,
             SeidelBenchScreen *screen)
{
  SeidelRunItem *item = start_run (runs, document, iterations);
  double begin = seidel_bench_now ();
  double processor = other_threads_seconds ();
  int frames = screen != NULL ? screen->frames : 0;
  const SeidelOutcome *outcome;
  RunCost cost = { 0 };

  while (seidel_run_item_get_live (item))
    g_main_context_iteration (NULL, TRUE);
  if (screen != NULL)
    cost.rate = (screen->frames - frames) * 1e3 / (seidel_bench_now () - begin);
  cost.processor_ms = (other_threads_seconds () - processor) * 1e3;
  outcome = seidel_run_item_get_outcome (item);
  if (outcome == NULL || outcome->iterations != iterations)
    g_error ("The run ended early: %s", outcome != NULL ? seidel_reason_name (outcome->reason)
                                                        : seidel_run_item_get_error (item));
  cost.solve_ms = outcome->seconds[SEIDEL_PHASE_SOLVE] * 1e3;

  return cost;
}

static void
add_ratio (const char *matrix, const char *of, double *watched, double *ratios)
{
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;
  g_autofree char *what = g_strdup_printf ("%s: %s, watched over unwatched", matrix, of);

  row.name = "ui";
  row.what = what;
  row.min_ms = seidel_bench_minimum (watched, WATCH_ROUNDS);
  row.median_ms = seidel_bench_median (watched, WATCH_ROUNDS);
  row.value = seidel_bench_median (ratios, WATCH_ROUNDS);
  row.unit = "×";
  row.must = 1.02;
  row.smaller_is_better = true;
  seidel_bench_table_add (&row);
}

/* Processor time is judged besides wall time because it means something on a busy machine too. */
static void
bench_watching (const char *kind, int size, int64_t iterations)
{
  g_autoptr (SeidelMatrix) matrix = seidel_bench_make_matrix (kind, size);
  g_autoptr (SeidelDocument) document = seidel_document_new (matrix);
  double walls[WATCH_ROUNDS], wall_ratios[WATCH_ROUNDS], rates[WATCH_ROUNDS];
  double processors[WATCH_ROUNDS], processor_ratios[WATCH_ROUNDS];
  g_autofree char *rate_what = g_strdup_printf ("%s: frames while it is watched", matrix->name);

  while (seidel_document_get_analysing (document))
    g_main_context_iteration (NULL, TRUE);
  /* By turns, so that what the machine does besides falls on both. */
  for (int round = 0; round < WATCH_ROUNDS; round++)
    {
      g_autoptr (SeidelRunList) unseen = seidel_run_list_new ();
      g_autoptr (SeidelRunList) runs = seidel_run_list_new ();
      GtkWidget *page = seidel_convergence_page_new ();
      SeidelBenchScreen screen = { NULL };
      RunCost alone = measure_run (unseen, document, iterations, NULL);
      RunCost watched;

      g_object_set (page, "runs", runs, NULL);
      seidel_bench_screen_open (&screen, page);
      watched = measure_run (runs, document, iterations, &screen);
      seidel_bench_screen_close (&screen);
      walls[round] = watched.solve_ms;
      wall_ratios[round] = watched.solve_ms / alone.solve_ms;
      processors[round] = watched.processor_ms;
      processor_ratios[round] = watched.processor_ms / alone.processor_ms;
      rates[round] = watched.rate;
    }
  add_ratio (matrix->name, "solve on one thread", walls, wall_ratios);
  add_ratio (matrix->name, "its processor time", processors, processor_ratios);
  seidel_bench_add_value (rate_what, seidel_bench_median (rates, WATCH_ROUNDS), "/s", 30.0, false);
}

static gboolean
pan_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  SeidelSparsityView *view = SEIDEL_SPARSITY_VIEW (widget);
  int *step = user_data;
  SeidelPlane plane = seidel_sparsity_view_get_plane (view);
  const SeidelSparsityPicture *picture = seidel_sparsity_view_get_picture (view);
  SeidelViewport viewport =
    seidel_viewport_pan (&picture->viewport, &plane, (*step)++ % 40 < 20 ? 6.0 : -6.0, 0.0);

  seidel_sparsity_view_set_viewport (view, &viewport);

  return G_SOURCE_CONTINUE;
}

/* A picture dragged about at every frame while a solve has a core to itself. */
static void
bench_panning (int size, int64_t iterations)
{
  g_autoptr (SeidelMatrix) matrix = seidel_bench_make_matrix ("poisson-27", size);
  g_autoptr (SeidelDocument) document = seidel_document_new (matrix);
  g_autoptr (SeidelRunList) runs = seidel_run_list_new ();
  GtkWidget *page = seidel_matrix_page_new ();
  SeidelSparsityView *view = seidel_matrix_page_get_view (SEIDEL_MATRIX_PAGE (page));
  SeidelBenchScreen screen = { NULL };
  int step = 0;
  RunCost cost;

  while (seidel_document_get_analysing (document))
    g_main_context_iteration (NULL, TRUE);
  seidel_bench_screen_open (&screen, page);
  g_object_set (page, "document", document, NULL);
  while (gtk_widget_get_width (GTK_WIDGET (view)) == 0)
    g_main_context_iteration (NULL, TRUE);
  seidel_sparsity_view_zoom (view, 2.0);
  gtk_widget_add_tick_callback (GTK_WIDGET (view), pan_cb, &step, NULL);
  cost = measure_run (runs, document, iterations, &screen);
  seidel_bench_add_value ("a picture panned at every frame while a solve has one thread", cost.rate,
                          "/s", 30.0, false);
  seidel_bench_screen_close (&screen);
}

/* A run of so many iterations, carried out by the list. */
static void
make_run (SeidelRunList *runs, SeidelDocument *document, int64_t iterations)
{
  const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_SOLUTION_ONES };
  const SeidelVectorSpec guess = { .kind = SEIDEL_VECTOR_ZEROS };
  SeidelOptions options = SEIDEL_OPTIONS_INIT;

  options.tolerance = 0.0;
  options.max_iterations = iterations;
  options.threads = 1;
  seidel_run_list_start (runs, document, &options, &rhs, &guess, NULL);
  while (seidel_run_list_get_live (runs) != NULL)
    g_main_context_iteration (NULL, TRUE);
}

/* From the file to curves that are painted. */
static void
bench_session (int n_runs, int64_t iterations)
{
  g_autoptr (SeidelMatrix) matrix = seidel_bench_make_matrix ("poisson-5", 30);
  g_autoptr (SeidelDocument) document = seidel_document_new (matrix);
  g_autoptr (SeidelRunList) runs = seidel_run_list_new ();
  g_autoptr (SeidelRunList) again = seidel_run_list_new ();
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GPtrArray) read = NULL;
  g_autofree char *folder = g_dir_make_tmp ("seidel-bench-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "runs.seidel", NULL);
  GtkWidget *page = seidel_convergence_page_new ();
  SeidelBenchScreen screen = { NULL };
  char what[128];
  double begin;
  int frames;

  for (int i = 0; i < n_runs; i++)
    make_run (runs, document, iterations);
  entries = seidel_run_session_list (runs);
  seidel_session_save (path, (SeidelSessionEntry **) entries->pdata, entries->len, NULL);
  seidel_bench_screen_open (&screen, page);
  g_object_set (page, "runs", again, NULL);
  frames = screen.frames;
  begin = seidel_bench_now ();
  read = seidel_session_read (path, NULL, NULL);
  seidel_run_list_add_kept (again, read);
  while (screen.frames == frames)
    g_main_context_iteration (NULL, TRUE);
  snprintf (what, sizeof what, "a session of %d runs of %d points, until it is painted", n_runs,
            (int) iterations);
  seidel_bench_add_value (what, seidel_bench_now () - begin, "ms", 1000.0, true);
  seidel_bench_screen_close (&screen);
  g_unlink (path);
  g_rmdir (folder);
}

static void
bench_pictures (bool quick)
{
  bench_picture (quick ? 40 : 155);
}

static void
bench_selections (bool quick)
{
  bench_selection (quick ? 20 : 73);
}

static void
bench_sweeps (bool quick)
{
  bench_playing (quick ? 100 : 1000);
  bench_side_by_side (64);
}

static void
bench_runs (bool quick)
{
  bench_session (quick ? 5 : 100, quick ? 100 : 10000);
  seidel_bench_overlay (quick ? 10 : 1000, quick ? 1000 : 100000);
}

static void
bench_loop (bool quick)
{
  seidel_bench_live_pages (quick ? 100 : 2237);
  seidel_bench_idle_pages ();
}

static void
bench_solving (bool quick)
{
  bench_panning (64, quick ? 20 : 200);
  bench_watching ("poisson-27", 64, quick ? 20 : 200);
  bench_watching ("poisson-5", 100, quick ? 2000 : 20000);
}

static const struct
{
  const char *name;
  void (*run) (bool quick);
} parts[] = {
  { "picture", bench_pictures }, { "selection", bench_selections },
  { "sweep", bench_sweeps },     { "runs", bench_runs },
  { "loop", bench_loop },        { "solving", bench_solving },
};

/* “--quick” for small sizes; then names of parts, or everything. */
int
main (int argc, char *argv[])
{
  const bool quick = argc > 1 && strcmp (argv[1], "--quick") == 0;
  const char *const *names = (const char *const *) argv + (quick ? 2 : 1);

  adw_init ();
  seidel_bench_table_begin ("The interface at 1280 × 800");
  for (size_t p = 0; p < G_N_ELEMENTS (parts); p++)
    if (*names == NULL || g_strv_contains (names, parts[p].name))
      parts[p].run (quick);

  return seidel_bench_table_end () ? 0 : 1;
}
