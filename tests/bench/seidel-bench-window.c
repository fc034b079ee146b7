/* The window with much in it, and with nothing to do: a thousand curves, live pages of millions of
 * rows, frames while nothing happens.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-bench-screen.h"

#include <math.h>
#include <time.h>

#include "gallery/seidel-gallery.h"
#include "model/seidel-run-list.h"
#include "pages/seidel-convergence-page.h"
#include "record/seidel-record.h"
#include "run/seidel-trace-writer.h"
#include "seidel-bench-table.h"
#include "window/seidel-workbench.h"

/* Histories that differ; each is that of several runs, so that a thousand fit into memory. */
#define HISTORIES 100

#define ZOOM_MILLISECONDS 4000.0
#define PAGE_MILLISECONDS 2000.0
#define IDLE_MILLISECONDS 3000

static const char *const pages[] = { "matrix", "levels", "convergence",
                                     "timing", "sweep",  "solution" };

/* A residual that falls by its own rate and jumps about. */
static SeidelTrace *
make_trace (int index, int64_t points)
{
  SeidelTrace *trace = seidel_trace_new ();
  const double rate = 18.0 * (1.0 + 0.01 * index) / (double) points;
  guint32 noise = (guint32) index + 1;

  seidel_trace_set_reference (trace, 1.0);
  for (int64_t i = 0; i < points; i++)
    {
      noise = noise * 1664525U + 1013904223U;
      seidel_trace_take_point (trace, &(SeidelTracePoint){
                                        .iteration = i,
                                        .seconds = 1e-6 * (double) i,
                                        .residual = exp (-rate * (double) i + 1e-9 * noise),
                                        .error = NAN,
                                        .normal = NAN,
                                        .maximum = NAN });
    }
  seidel_trace_set_state (trace, SEIDEL_RUN_STOPPED);
  return trace;
}

/* Entries of a session, of runs that nobody carried out. */
static GPtrArray *
make_entries (int n_runs, int64_t points)
{
  const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_ONES };
  const SeidelOptions options = SEIDEL_OPTIONS_INIT;
  g_autoptr (SeidelMatrix) matrix = seidel_bench_make_matrix ("poisson-5", 4);
  GPtrArray *entries = g_ptr_array_new_with_free_func ((GDestroyNotify) seidel_session_entry_free);
  SeidelTrace *traces[HISTORIES] = { NULL };

  for (int i = 0; i < n_runs; i++)
    {
      SeidelTrace **trace = &traces[i % HISTORIES];
      const SeidelRecordLabel label = { .number = i + 1, .color = i, .visible = true };
      g_autoptr (SeidelRecord) record = NULL;

      if (*trace == NULL)
        *trace = make_trace (i, points);
      record = seidel_record_new (&(SeidelRecordFacts){
        .matrix = matrix, .rhs = &rhs, .guess = &rhs, .options = &options, .trace = *trace });
      g_ptr_array_add (entries, seidel_session_entry_new (record, &label));
    }
  for (int i = 0; i < HISTORIES; i++)
    g_clear_pointer (&traces[i], seidel_trace_unref);
  return entries;
}

/* Milliseconds of processor time of this thread. */
static double
own_milliseconds (void)
{
  struct timespec thread;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &thread);
  return (double) thread.tv_sec * 1e3 + (double) thread.tv_nsec * 1e-6;
}

/* The longest that one turn of the main loop takes during some time. */
typedef struct
{
  double wall; /* milliseconds */
  double processor;
  const char *page; /* where that was */
} Longest;

static void
watch_turn (Longest *longest, const char *page)
{
  const double processor = own_milliseconds ();
  const double begin = seidel_bench_now ();
  const gboolean busy = g_main_context_iteration (NULL, FALSE);
  const double wall = seidel_bench_now () - begin;

  longest->processor = MAX (longest->processor, own_milliseconds () - processor);
  if (wall > longest->wall)
    {
      longest->wall = wall;
      longest->page = page;
    }
  if (!busy)
    g_usleep (200);
}

static void
watch_loop (Longest *longest, const char *page, double milliseconds)
{
  const double end = seidel_bench_now () + milliseconds;

  while (seidel_bench_now () < end)
    watch_turn (longest, page);
}

/* Processor time is judged besides wall time because it means something on a busy machine too. */
static void
add_longest (const char *what, const Longest *longest)
{
  g_autofree char *processor = g_strdup_printf ("%s, in processor time", what);

  seidel_bench_add_value (what, longest->wall, "ms", 50.0, true);
  seidel_bench_add_value (processor, longest->processor, "ms", 50.0, true);
}

static gboolean
zoom_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  int *step = user_data;

  seidel_page_zoom (SEIDEL_PAGE (widget), (*step)++ % 40 < 20 ? 1.04 : 1.0 / 1.04);
  return G_SOURCE_CONTINUE;
}

void
seidel_bench_overlay (int n_runs, int64_t points)
{
  g_autoptr (GPtrArray) entries = make_entries (n_runs, points);
  g_autoptr (SeidelRunList) runs = seidel_run_list_new ();
  GtkWidget *page = seidel_convergence_page_new ();
  SeidelBenchScreen screen = { NULL };
  g_autofree char *shown =
    g_strdup_printf ("%d runs of %d points, until their curves are painted", n_runs, (int) points);
  Longest longest = { 0.0, 0.0, "convergence" };
  int step = 0;
  double begin;
  int frames;

  seidel_bench_screen_open (&screen, page);
  begin = seidel_bench_now ();
  g_object_set (page, "runs", runs, NULL);
  seidel_run_list_add_kept (runs, entries);
  while (!seidel_convergence_page_get_complete (SEIDEL_CONVERGENCE_PAGE (page)))
    watch_turn (&longest, longest.page);
  seidel_bench_add_value (shown, seidel_bench_now () - begin, "ms", NAN, true);
  add_longest ("the same: the longest turn of the main loop until then", &longest);
  gtk_widget_add_tick_callback (page, zoom_cb, &step, NULL);
  begin = seidel_bench_now ();
  frames = screen.frames;
  while (seidel_bench_now () - begin < ZOOM_MILLISECONDS)
    g_main_context_iteration (NULL, TRUE);
  seidel_bench_add_value ("the same, frames while they are zoomed",
                          (screen.frames - frames) * 1e3 / (seidel_bench_now () - begin), "/s",
                          30.0, false);
  seidel_bench_screen_close (&screen);
}

/* One for the process: its objects on the session bus go only with it. */
static SeidelWindow *
open_window (SeidelBenchScreen *screen)
{
  static GtkApplication *application;
  SeidelWindow *window;

  g_type_ensure (SEIDEL_TYPE_WINDOW); /* registers the resources that the style comes from */
  if (application == NULL)
    {
      application = g_object_new (ADW_TYPE_APPLICATION, "application-id", "org.seidel.Bench",
                                  "resource-base-path", "/org/seidel/Workbench", "flags",
                                  G_APPLICATION_NON_UNIQUE, NULL);
      g_application_register (G_APPLICATION (application), NULL, NULL);
    }
  window = seidel_workbench_new_window (application);
  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 800);
  seidel_bench_screen_watch (screen, GTK_WIDGET (window));
  return window;
}

static SeidelDocument *
open_grid (SeidelWindow *window, int size)
{
  double values[SEIDEL_GALLERY_MAX_PARAMETERS] = { size };

  seidel_workspace_open_gallery (window->workspace, "poisson-5", values);
  while (window->workspace->loading != NULL || window->workspace->document == NULL
         || seidel_document_get_analysing (window->workspace->document))
    g_main_context_iteration (NULL, TRUE);
  return window->workspace->document;
}

static SeidelRunItem *
start_run (SeidelWindow *window, SeidelDocument *document, int64_t iterations)
{
  const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_ONES };
  const SeidelVectorSpec guess = { .kind = SEIDEL_VECTOR_ZEROS };
  SeidelOptions options = SEIDEL_OPTIONS_INIT;

  options.tolerance = 0.0;
  options.max_iterations = iterations;
  options.threads = 1;
  return seidel_run_list_start (window->workspace->runs, document, &options, &rhs, &guess, NULL);
}

static void
show_page (SeidelWindow *window, const char *page)
{
  g_action_group_change_action_state (G_ACTION_GROUP (window), "page", g_variant_new_string (page));
}

void
seidel_bench_live_pages (int size)
{
  SeidelBenchScreen screen = { NULL };
  SeidelWindow *window = open_window (&screen);
  SeidelDocument *document = open_grid (window, size);
  SeidelRunItem *run = start_run (window, document, G_MAXINT);
  Longest longest = { 0.0, 0.0, "none" };
  g_autofree char *what = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      show_page (window, pages[i]);
      watch_loop (&longest, pages[i], PAGE_MILLISECONDS);
    }
  what = g_strdup_printf ("a run over %.2g rows watched on every page: the longest turn of "
                          "the main loop (%s)",
                          (double) size * size, longest.page);
  add_longest (what, &longest);
  seidel_run_item_stop (run);
  seidel_run_item_stop (run);
  seidel_bench_screen_close (&screen);
  seidel_bench_wait (200);
}

/* With a matrix and a run that has ended, on each page, once everything there is to paint was. */
void
seidel_bench_idle_pages (void)
{
  SeidelBenchScreen screen = { NULL };
  SeidelWindow *window = open_window (&screen);
  SeidelDocument *document = open_grid (window, 100);
  SeidelRunItem *run = start_run (window, document, 50);
  int frames = 0;

  while (seidel_run_item_get_live (run))
    g_main_context_iteration (NULL, TRUE);
  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      show_page (window, pages[i]);
      /* Tooltips come, pages fade in; first of all the toast of the run goes, after 8 s. */
      seidel_bench_wait (i == 0 ? 10000 : 3000);
      frames -= screen.frames;
      seidel_bench_wait (IDLE_MILLISECONDS);
      frames += screen.frames;
    }
  seidel_bench_add_value ("frames of a window in which nothing happens, on every page",
                          frames * 1e3 / (IDLE_MILLISECONDS * (double) G_N_ELEMENTS (pages)), "/s",
                          0.0, true);
  seidel_bench_screen_close (&screen);
}
