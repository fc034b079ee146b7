/* The cache of matrices: looking one up, and leaving a copy in the background.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/cache/seidel-cache-private.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/seidel-threads.h"
#include "io/cache/seidel-cache-file.h"
#include "io/cache/seidel-cache-folder.h"

/* The thread that writes gives way to everything: the lowest priority of its computing, and of its
 * input and output (ioprio_set (2): this thread, class idle). */
#define LEAST_NICE   19
#define IOPRIO_WHO   1
#define IOPRIO_IDLE  (3 << 13)
#define MOST_SECONDS 3600.0
#define LONG_TO_READ 0.2 /* seconds */
#define LARGE_FILE   8000000

/* What other programs hand over in it is gone soon, and read as fast as a copy. */
#define SHARED_MEMORY "/dev/shm/"

/* Clocks of file systems tick: what was changed so little before the key was taken could change
 * again without a trace. */
#define SETTLED_NANOSECONDS 50000000

struct SeidelCacheKey
{
  char *path;     /* without links */
  char *given;    /* as it was asked for */
  char *variable; /* "" for none */
  char *file;     /* of the copy */
  SeidelCacheStamp stamp;
  bool settled;
};

/* The copy in work, one at a time; the thread frees it. */
typedef struct
{
  SeidelCacheKey *key;
  SeidelMatrix *matrix;
  SeidelScratch *scratch; /* borrowed; that the matrix lies on, or NULL */
  GCancellable *cancellable;
} Keeping;

static struct
{
  GMutex mutex; /* of all below */
  GCond done;
  bool busy;
  GThread *thread; /* to be joined, also when it is done */
  GCancellable *cancellable;
  double reading; /* seconds, of its matrix */
} writer;

static gint turned_off;
static uint64_t worth_bytes = LARGE_FILE;
static double worth_seconds = LONG_TO_READ;

static void
key_clear (SeidelCacheKey *key)
{
  g_free (key->path);
  g_free (key->given);
  g_free (key->variable);
  g_free (key->file);
}

void
seidel_cache_key_unref (SeidelCacheKey *key)
{
  if (key != NULL)
    g_atomic_rc_box_release_full (key, (GDestroyNotify) key_clear);
}

void
seidel_cache_turn_off (void)
{
  g_atomic_int_set (&turned_off, 1);
}

void
seidel_cache_set_worth (uint64_t bytes, double seconds)
{
  worth_bytes = bytes;
  worth_seconds = seconds;
}

SeidelCacheKey *
seidel_cache_key_new (const char *path, const char *variable)
{
  const int64_t now = g_get_real_time () * 1000;
  SeidelCacheStamp stamp;
  SeidelCacheKey *key;
  char *real;

  if (g_atomic_int_get (&turned_off) || seidel_cache_folder_wanted_bytes () == 0
      || !seidel_cache_stamp_take (&stamp, path))
    return NULL;
  real = realpath (path, NULL);
  if (real == NULL || g_str_has_prefix (real, SHARED_MEMORY))
    {
      free (real);
      return NULL;
    }
  key = g_atomic_rc_box_new0 (SeidelCacheKey);
  key->path = g_strdup (real);
  free (real);
  key->given = g_strdup (path);
  key->variable = g_strdup (variable != NULL ? variable : "");
  key->file = seidel_cache_folder_file (key->path, key->variable);
  key->stamp = stamp;
  key->settled = stamp.changed < now - SETTLED_NANOSECONDS;
  return key;
}

static SeidelCacheIdentity
key_identity (const SeidelCacheKey *key)
{
  return (SeidelCacheIdentity){ key->path, key->variable, key->stamp };
}

SeidelMatrix *
seidel_cache_find (SeidelCacheKey *key, SeidelProgress *progress, GCancellable *cancellable)
{
  g_autoptr (GError) why = NULL;
  SeidelCacheIdentity identity;
  SeidelMatrix *matrix;
  char *note;

  if (key == NULL || g_access (key->file, R_OK) != 0)
    return NULL;
  seidel_progress_begin (progress, "Checking the copy in the cache");
  identity = key_identity (key);
  matrix = seidel_cache_file_open (key->file, &identity, cancellable, &why);
  if (matrix == NULL)
    {
      g_debug ("cache: %s: %s", key->path, why->message);
      return NULL;
    }
  seidel_cache_folder_touch (key->file);
  note =
    g_strconcat (matrix->origin.note != NULL ? matrix->origin.note : "",
                 matrix->origin.note != NULL ? " " : "",
                 "Opened from the cache, where an earlier reading of the file left a copy.", NULL);
  g_free (matrix->origin.note);
  matrix->origin.note = note;
  matrix->origin.path = g_strdup (key->given);
  matrix->origin.copy = g_strdup (key->file);
  return matrix;
}

static bool
write_copy (const Keeping *keeping, const SeidelCacheIdentity *identity, GError **error)
{
  g_autofree char *unfinished = NULL;
  int fd = seidel_cache_folder_begin (keeping->key->file, &unfinished);
  bool good;

  if (fd < 0)
    return false;
  good = seidel_cache_file_write (fd, identity, keeping->matrix, keeping->scratch,
                                  keeping->cancellable, error)
         && g_rename (unfinished, keeping->key->file) == 0;
  if (!good)
    g_unlink (unfinished);
  close (fd);
  return good;
}

static void
keep (const Keeping *keeping)
{
  const SeidelCacheKey *key = keeping->key;
  SeidelCacheIdentity identity = key_identity (key);
  g_autoptr (GError) error = NULL;
  SeidelCacheStamp stamp;

  /* The file may have changed while it was read. */
  if (!seidel_cache_stamp_take (&stamp, key->path)
      || !seidel_cache_stamp_equal (&stamp, &key->stamp)
      || !seidel_cache_stamp_sample (&identity.stamp, key->path)
      || !seidel_cache_folder_make_room (key->file,
                                         seidel_cache_file_bytes (&identity, keeping->matrix)))
    return;
  if (!write_copy (keeping, &identity, &error))
    g_debug ("cache: no copy of %s: %s", key->path,
             error != NULL ? error->message : "the folder cannot be written to");
}

static void
keeping_free (Keeping *keeping)
{
  seidel_cache_key_unref (keeping->key);
  seidel_matrix_unref (keeping->matrix);
  g_object_unref (keeping->cancellable);
  g_free (keeping);
}

static gpointer
keep_thread (gpointer data)
{
  Keeping *keeping = data;

  setpriority (PRIO_PROCESS, (id_t) gettid (), LEAST_NICE);
  syscall (SYS_ioprio_set, IOPRIO_WHO, 0, IOPRIO_IDLE);
  keep (keeping);
  keeping_free (keeping);
  g_mutex_lock (&writer.mutex);
  writer.busy = false;
  g_cond_broadcast (&writer.done);
  g_mutex_unlock (&writer.mutex);
  return NULL;
}

/* With the mutex held. */
static void
start_writer (SeidelCacheKey *key, SeidelMatrix *matrix)
{
  Keeping *keeping = g_new0 (Keeping, 1);

  if (writer.thread != NULL)
    g_thread_join (writer.thread);
  g_clear_object (&writer.cancellable);
  writer.cancellable = g_cancellable_new ();
  keeping->key = g_atomic_rc_box_acquire (key);
  keeping->matrix = seidel_matrix_ref (matrix);
  keeping->cancellable = g_object_ref (writer.cancellable);
  writer.reading = matrix->origin.load_seconds;
  writer.thread = g_thread_try_new ("cache", keep_thread, keeping, NULL);
  writer.busy = writer.thread != NULL;
  /* There is no copy then. */
  if (writer.thread == NULL)
    keeping_free (keeping);
}

void
seidel_cache_keep (SeidelCacheKey *key, SeidelMatrix *matrix)
{
  /* A copy is worth neither the last memory nor the last thread. */
  if (seidel_threads_are_few () || key == NULL || !key->settled || matrix->csr->backing != NULL
      || (matrix->origin.load_seconds < worth_seconds && key->stamp.bytes < worth_bytes))
    return;
  g_mutex_lock (&writer.mutex);
  if (!writer.busy)
    start_writer (key, matrix);
  g_mutex_unlock (&writer.mutex);
}

SeidelMatrix *
seidel_cache_store (SeidelCacheKey *key,
                    SeidelMatrix *matrix,
                    SeidelScratch *scratch,
                    SeidelProgress *progress,
                    GCancellable *cancellable)
{
  const Keeping keeping = {
    .key = key, .matrix = matrix, .scratch = scratch, .cancellable = cancellable
  };

  if (key == NULL || !key->settled)
    return NULL;
  seidel_progress_begin (progress, "Writing the copy for the cache");
  keep (&keeping);
  return seidel_cache_find (key, progress, cancellable);
}

void
seidel_cache_finish (double patience)
{
  GThread *thread;
  double seconds;
  gint64 deadline;

  g_mutex_lock (&writer.mutex);
  seconds = patience < INFINITY ? patience * writer.reading : MOST_SECONDS;
  deadline = g_get_monotonic_time () + (gint64) (MIN (seconds, MOST_SECONDS) * G_USEC_PER_SEC);
  while (patience > 0.0 && writer.busy && g_cond_wait_until (&writer.done, &writer.mutex, deadline))
    continue;
  if (writer.cancellable != NULL)
    g_cancellable_cancel (writer.cancellable);
  thread = g_steal_pointer (&writer.thread);
  g_mutex_unlock (&writer.mutex);
  if (thread != NULL)
    g_thread_join (thread);
}
