/* Using libmatio in this process: one at a time, in silence, and never longer than anybody waits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-mat.h"

#include <gmodule.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/seidel-error.h"

/* --- one at a time -------------------------------------------------------------------------------
 */

static GMutex library_mutex;

typedef struct
{
  SeidelMatWork work;
  void *data;
  GDestroyNotify free_data;
} Task;

static void
task_free (Task *task)
{
  task->free_data (task->data);
  g_free (task);
}

static void
log_nothing_cb (int level, char *message)
{
}

/* HDF5 prints whatever goes wrong unless it is told not to; it comes with libmatio, which has no
 * word for that. */
void
seidel_mat_silence (void)
{
  int (*set_auto) (int64_t stack, void *function, void *data) = NULL;
  GModule *program = g_module_open (NULL, G_MODULE_BIND_LAZY);

  Mat_LogInitFunc ("seidel", log_nothing_cb);
  if (program != NULL && g_module_symbol (program, "H5Eset_auto2", (void **) &set_auto)
      && set_auto != NULL)
    set_auto (0, NULL, NULL);
  g_clear_pointer (&program, g_module_close);
}

/* HDF5 cleans up when the program exits, which must not happen under somebody's hands. Nobody waits
 * for what was given up: then the program ends without that, with the status that it meant to end
 * with. */
static void
leave_at_once_cb (int status, void *user_data G_GNUC_UNUSED)
{
  if (g_mutex_trylock (&library_mutex))
    return;
  fflush (NULL);
  _exit (status);
}

/* Speaking to the library for the first time also starts it, before anything is to come before its
 * end. */
static void
begin_library (void)
{
  static gsize begun;

  seidel_mat_silence ();
  if (g_once_init_enter (&begun))
    {
      on_exit (leave_at_once_cb, NULL);
      g_once_init_leave (&begun, 1);
    }
}

static bool
run_locked (const Task *task, GCancellable *cancellable, GError **error)
{
  bool done = false;

  g_mutex_lock (&library_mutex);
  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    {
      begin_library ();
      done = task->work (task->data, error);
    }
  g_mutex_unlock (&library_mutex);
  return done;
}

static void
run_cb (GTask *gtask, gpointer source_object, gpointer task_data, GCancellable *cancellable)
{
  GError *error = NULL;

  if (run_locked (task_data, cancellable, &error))
    g_task_return_boolean (gtask, TRUE);
  else
    g_task_return_error (gtask, error);
}

bool
seidel_mat_run (SeidelMatWork work,
                void *data,
                GDestroyNotify free_data,
                GCancellable *cancellable,
                GError **error)
{
  Task *task = g_new0 (Task, 1);
  g_autoptr (GTask) gtask = NULL;
  bool done;

  *task = (Task){ work, data, free_data };
  if (cancellable == NULL)
    {
      done = run_locked (task, NULL, error);
      task_free (task);
      return done;
    }
  gtask = g_task_new (NULL, cancellable, NULL, NULL);
  g_task_set_task_data (gtask, task, (GDestroyNotify) task_free);
  g_task_set_return_on_cancel (gtask, TRUE);
  g_task_run_in_thread_sync (gtask, run_cb);
  return g_task_propagate_boolean (gtask, error);
}

/* --- telling one ---------------------------------------------------------------------------------
 */

#define HEADER_BYTES 128
#define VERSION_AT   124

/* Version 4 has no mark: numbers that must be small stand before a name. */
#define HEADER_4_BYTES 20
#define LONGEST_NAME   64

static uint32_t
word_at (const char *p, bool big)
{
  uint32_t word;

  memcpy (&word, p, sizeof word);
  return big ? GUINT32_FROM_BE (word) : GUINT32_FROM_LE (word);
}

static bool
is_version_4 (const char *head, size_t length, bool big)
{
  uint32_t type = word_at (head, big);
  uint32_t name_length = word_at (head + 16, big);
  const char *name = head + HEADER_4_BYTES;

  /* Thousands: the byte order; tens: what the numbers are; ones: full, text or sparse. */
  if (type / 1000 != big || type / 100 % 10 != 0 || type / 10 % 10 > 5 || type % 10 > 2
      || word_at (head + 4, big) > G_MAXINT32 || word_at (head + 8, big) > G_MAXINT32
      || word_at (head + 12, big) > 1 || name_length < 2 || name_length > LONGEST_NAME
      || HEADER_4_BYTES + name_length > length || name[name_length - 1] != '\0'
      || strlen (name) + 1 != name_length || !g_ascii_isalpha (name[0]))
    return false;
  for (const char *p = name; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && *p != '_')
      return false;
  return true;
}

bool
seidel_mat_recognise (const char *head, size_t length)
{
  static const char *const marks[] = { "\x00\x01IM", "\x01\x00MI", "\x00\x02IM", "\x02\x00MI" };

  if (length >= HEADER_BYTES)
    for (size_t i = 0; i < G_N_ELEMENTS (marks); i++)
      if (memcmp (head + VERSION_AT, marks[i], 4) == 0)
        return true;
  return length > HEADER_4_BYTES
         && (is_version_4 (head, length, false) || is_version_4 (head, length, true));
}
