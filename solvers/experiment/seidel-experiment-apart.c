/* Runs a cell in a process of its own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-experiment-apart.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <gio/gio.h>
#include <glib/gstdio.h>

#include "base/seidel-format.h"
#include "base/seidel-helper.h"
#include "base/seidel-translatable.h"
#include "io/bytes/seidel-output.h"

/* Milliseconds between two looks at a process. */
#define POLL 20

/* More than the result of a cell takes. */
#define ROOM ((size_t) 65536)

/* What the child gets between fork and exec. */
typedef struct
{
  double memory;
  pid_t parent;
} Limits;

static void
limit_cb (gpointer data)
{
  const Limits *limits = data;

  seidel_helper_follow (limits->parent);
  if (limits->memory > 0.0)
    {
      const struct rlimit most = { (rlim_t) limits->memory, (rlim_t) limits->memory };

      setrlimit (RLIMIT_AS, &most);
    }
}

static GSubprocess *
start (const SeidelExperimentHow *how, size_t cell, const char *output, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  Limits *limits = g_new (Limits, 1);

  *limits = (Limits){ how->memory, getpid () };
  for (const char *const *word = how->program; *word != NULL; word++)
    g_ptr_array_add (words, g_strdup (*word));
  g_ptr_array_add (words, g_strdup ("--only"));
  g_ptr_array_add (words, g_strdup_printf ("%zu", cell + 1));
  g_ptr_array_add (words, g_strdup ("--output"));
  g_ptr_array_add (words, g_strdup (output));
  g_ptr_array_add (words, NULL);
  g_subprocess_launcher_set_child_setup (launcher, limit_cb, limits, g_free);
  return g_subprocess_launcher_spawnv (launcher, (const char *const *) words->pdata, error);
}

typedef struct
{
  GMainLoop *loop;
  GSubprocess *process;
  char *said; /* on standard error */
  bool late;
} Wait;

static void
said_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Wait *wait = data;

  g_subprocess_communicate_utf8_finish (wait->process, result, NULL, &wait->said, NULL);
  g_main_loop_quit (wait->loop);
}

static gboolean
late_cb (gpointer data)
{
  Wait *wait = data;

  wait->late = true;
  g_subprocess_force_exit (wait->process);
  return G_SOURCE_REMOVE;
}

/* Ends it where the cell is cancelled. */
static gboolean
poll_cb (gpointer data)
{
  GCancellable *cancellable = g_object_get_data (G_OBJECT (((Wait *) data)->process), "stop");

  if (cancellable != NULL && g_cancellable_is_cancelled (cancellable))
    g_subprocess_force_exit (((Wait *) data)->process);
  return G_SOURCE_CONTINUE;
}

static void
attach (GSource *source, GSourceFunc callback, Wait *wait, GMainContext *context)
{
  g_source_set_callback (source, callback, wait, NULL);
  g_source_attach (source, context);
  g_source_unref (source);
}

/* Until it has ended. */
static void
wait_for (Wait *wait, double seconds, GCancellable *cancellable)
{
  g_autoptr (GMainContext) context = g_main_context_new ();

  g_main_context_push_thread_default (context);
  wait->loop = g_main_loop_new (context, FALSE);
  g_object_set_data (G_OBJECT (wait->process), "stop", cancellable);
  if (seconds > 0.0)
    attach (g_timeout_source_new ((guint) (1000.0 * seconds)), late_cb, wait, context);
  attach (g_timeout_source_new (POLL), poll_cb, wait, context);
  g_subprocess_communicate_utf8_async (wait->process, NULL, NULL, said_cb, wait);
  g_main_loop_run (wait->loop);
  g_main_loop_unref (wait->loop);
  g_main_context_pop_thread_default (context);
}

/* Why there is no result: what happened to the process, or the last line that it said. */
static char *
explain (const Wait *wait, const SeidelExperimentHow *how)
{
  g_autofree char *limit = seidel_format_bytes (how->memory);
  g_autofree char *time = seidel_format_seconds (how->seconds, 3);
  const char *said = wait->said != NULL ? g_strstrip (wait->said) : "";
  const char *last = strrchr (said, '\n') != NULL ? strrchr (said, '\n') + 1 : said;

  if (wait->late)
    return g_strdup_printf (seidel_text ("It took longer than %s and was ended."), time);
  if (g_subprocess_get_if_signaled (wait->process))
    return how->memory > 0.0
             ? g_strdup_printf (seidel_text (
                                  "Its process was ended by the signal “%s”; it may take "
                                  "%s of memory."),
                                g_strsignal (g_subprocess_get_term_sig (wait->process)), limit)
             : g_strdup_printf (seidel_text ("Its process was ended by the signal “%s”."),
                                g_strsignal (g_subprocess_get_term_sig (wait->process)));
  return *last != '\0' ? g_strdup (last)
                       : g_strdup_printf (seidel_text ("Its process ended with status %d."),
                                          g_subprocess_get_exit_status (wait->process));
}

/* A copy of the cell of another result; false where that has none. */
static bool
take (SeidelExperimentResult *result, const char *path, size_t cell, SeidelExperimentCell *found)
{
  SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  g_autoptr (SeidelExperimentResult) other =
    seidel_experiment_result_load_for (experiment, path, NULL);

  if (other == NULL || seidel_experiment_result_stale (other) != NULL)
    return false;
  *found = seidel_experiment_result_cell (other, cell);
  found->why = g_strdup (found->why);
  found->values = found->values != NULL
                    ? g_memdup2 (found->values, (size_t) found->n_runs * experiment->n_measures
                                                  * sizeof *found->values)
                    : NULL;
  return found->state != SEIDEL_CELL_WAITING;
}

/* The file of a cell, always the same one: what a program leaves that was killed is replaced. */
static char *
make_path (const char *path)
{
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : g_strdup (g_get_tmp_dir ());
  g_autofree char *base =
    path != NULL ? g_path_get_basename (path) : g_strdup_printf ("seidel-%d", (int) getpid ());
  g_autofree char *name = g_strdup_printf (".%s.cell", base);

  return g_build_filename (folder, name, NULL);
}

/* A cell is not to blame for a full disk. */
static bool
check_room (const char *path, GError **error)
{
  g_autofree char *text = g_strnfill (ROOM, ' ');

  return seidel_output_save (path, text, ROOM, error);
}

bool
seidel_experiment_run_apart (SeidelExperimentResult *result,
                             const char *path,
                             size_t cell,
                             const SeidelExperimentHow *how,
                             SeidelExperimentCell *found,
                             GCancellable *cancellable,
                             GError **error)
{
  g_autofree char *own = make_path (path);
  Wait wait = { 0 };
  bool done;

  g_unlink (own);
  wait.process = start (how, cell, own, error);
  if (wait.process == NULL)
    return false;
  wait_for (&wait, how->seconds, cancellable);
  done = !g_cancellable_set_error_if_cancelled (cancellable, error);
  if (done && !take (result, own, cell, found))
    {
      done = check_room (own, error);
      if (done)
        *found = (SeidelExperimentCell){ .state = SEIDEL_CELL_GAP, .why = explain (&wait, how) };
    }
  g_unlink (own);
  g_free (wait.said);
  g_object_unref (wait.process);
  return done;
}
