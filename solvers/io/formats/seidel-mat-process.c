/* Starts the program that reads MATLAB files of version 7.3, monitors it and receives its result.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-mat-process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/seidel-helper.h"
#include "base/seidel-memory.h"
#include "io/bytes/seidel-spool.h"
#include "io/bytes/seidel-temporary.h"
#include "io/formats/seidel-mat.h"

#define COPY_BYTES 16384
#define PIPE_BYTES 1048576

/* More than a machine has, and a number that fits into any integer. */
#define MOST_MEMORY 1e18

/* How often the reader is checked. */
#define TICK_MILLISECONDS 50

/* Bytes that the library may read before that is no sign of progress any more: some of them more
 * than once. */
#define MOST_TIMES 16
#define MORE_BYTES 268435456.0

/* It also works on what it has read. */
#define BYTES_PER_SECOND 50e6

/* A reader that does not even compute may wait for a disk, and longer. */
#define IDLE_PATIENCE 3.0

static double patience = 20.0;

typedef struct
{
  SeidelSource *source;
  GSubprocess *child;
  int pipe;      /* its standard output */
  double bytes;  /* of the file */
  double memory; /* bytes that the reader may take */
  double read;   /* bytes it has read */
  double spent;  /* its processor time, in seconds */
  double alive;  /* that when it last read */
  int64_t awake; /* the time when it last read or computed, in microseconds */
  GPollFD wish;  /* to cancel */
  bool has_wish;
} Process;

void
seidel_mat_process_set_patience (double seconds)
{
  patience = seconds;
}

static void
process_clear (Process *process)
{
  if (process->child != NULL)
    g_subprocess_force_exit (process->child);
  g_clear_object (&process->child);
  if (process->has_wish)
    g_cancellable_release_fd (seidel_source_cancellable (process->source));
  if (process->pipe >= 0)
    close (process->pipe);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Process, process_clear)

static bool
copy_all (SeidelSource *source, int fd, GError **error)
{
  char buffer[COPY_BYTES];
  double total = 0.0;
  int64_t n;

  while ((n = seidel_source_read (source, buffer, COPY_BYTES, error)) > 0)
    {
      total += (double) n;
      if (!seidel_source_poll (source, error))
        return false;
      if (total > seidel_memory_total ())
        return seidel_source_fail (source, SEIDEL_ERROR_MEMORY, error,
                                   "unpacks to more than this machine's memory");
      if (write (fd, buffer, (size_t) n) != n)
        return seidel_source_fail (source, SEIDEL_ERROR_IO, error,
                                   "cannot be unpacked into a temporary file; unpack it first");
    }
  return n == 0;
}

/* The content of a compressed source as a file, which HDF5 asks for. */
static int
unpack (SeidelSource *source, GError **error)
{
  int fd = seidel_temporary_scratch (g_get_tmp_dir ());

  if (fd < 0)
    {
      seidel_source_fail (source, SEIDEL_ERROR_IO, error,
                          "cannot be unpacked; unpack it first: %s: %s", g_get_tmp_dir (),
                          g_strerror (errno));
      return -1;
    }
  if (seidel_source_rewind (source, error) && copy_all (source, fd, error))
    return fd;
  close (fd);
  return -1;
}

/* A file that the library can open. */
static int
open_file (Process *process, GError **error)
{
  SeidelSource *source = process->source;
  g_autofree char *path = seidel_spool_path (seidel_source_path (source));
  struct stat status;
  int fd;

  if (seidel_source_is_compressed (source))
    fd = unpack (source, error);
  else if ((fd = open (path, O_RDONLY | O_CLOEXEC)) < 0)
    seidel_source_fail (source, SEIDEL_ERROR_IO, error, "cannot be opened: %s", g_strerror (errno));
  if (fd >= 0 && fstat (fd, &status) == 0)
    process->bytes = (double) status.st_size;
  return fd;
}

/* The part that is wanted, then the names of the matrices. */
static GSubprocess *
spawn (const Process *process,
       GSubprocessLauncher *launcher,
       const char *const *wanted,
       GError **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *part = g_strdup_printf ("%d", (int) seidel_source_part (process->source));
  g_auto (GStrv) words = NULL;

  g_strv_builder_add (builder, part);
  if (wanted != NULL)
    g_strv_builder_addv (builder, (const char **) wanted);
  words = g_strv_builder_end (builder);
  return seidel_helper_spawn (launcher, SEIDEL_MAT_PROGRAM, process->memory,
                              (const char *const *) words, error);
}

static bool
start (Process *process, const char *const *wanted, GError **error)
{
  SeidelSource *source = process->source;
  g_autoptr (GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE | G_SUBPROCESS_FLAGS_INHERIT_FDS);
  g_autoptr (GError) cause = NULL;
  const int input = open_file (process, error);
  int ends[2];

  if (input < 0)
    return false;
  g_subprocess_launcher_take_stdin_fd (launcher, input);
  if (pipe2 (ends, O_CLOEXEC) != 0)
    return seidel_source_fail (source, SEIDEL_ERROR_IO, error, "cannot be read: %s",
                               g_strerror (errno));
  g_subprocess_launcher_take_stdout_fd (launcher, ends[1]);
  process->pipe = ends[0];
  fcntl (process->pipe, F_SETFL, O_NONBLOCK);
  /* It keeps its size where that is more than the system allows. */
  fcntl (process->pipe, F_SETPIPE_SZ, PIPE_BYTES);
  process->child = spawn (process, launcher, wanted, &cause);
  if (process->child == NULL)
    return seidel_source_fail (source, SEIDEL_ERROR_UNAVAILABLE, error,
                               "cannot be read: a part of Seidel cannot be started: %s",
                               cause->message);
  process->awake = g_get_monotonic_time ();
  process->has_wish =
    g_cancellable_make_pollfd (seidel_source_cancellable (source), &process->wish);
  return true;
}

/* The processor time it has spent, in seconds. */
static double
processor_time (pid_t pid)
{
  struct timespec time;
  clockid_t clock;

  if (clock_getcpuclockid (pid, &clock) != 0 || clock_gettime (clock, &time) != 0)
    return 0.0;
  return (double) time.tv_sec + (double) time.tv_nsec * 1e-9;
}

/* Bytes that it has read; −1 where the system does not report that. */
static double
bytes_read (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%ld/io", (long) pid);
  g_autofree char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL) || !g_str_has_prefix (text, "rchar: "))
    return -1.0;
  return g_ascii_strtod (text + strlen ("rchar: "), NULL);
}

/* Whether it still makes progress: by what it reads, or at least by computing. */
static bool
makes_progress (Process *process)
{
  const char *identifier = g_subprocess_get_identifier (process->child);
  const pid_t pid = identifier != NULL ? (pid_t) g_ascii_strtoll (identifier, NULL, 10) : -1;
  const int64_t now = g_get_monotonic_time ();
  const double spent = processor_time (pid);
  const double bytes = bytes_read (pid);

  if (spent > process->spent)
    process->awake = now;
  process->spent = spent;
  if (bytes > process->read && bytes < MOST_TIMES * process->bytes + MORE_BYTES)
    {
      process->read = bytes;
      process->alive = spent;
      process->awake = now;
      seidel_progress_set (seidel_source_progress (process->source),
                           bytes / MAX (process->bytes, 1.0));
    }
  return (bytes < 0.0 || spent - process->alive < patience + process->bytes / BYTES_PER_SECOND)
         && (double) (now - process->awake) < IDLE_PATIENCE * patience * G_USEC_PER_SEC;
}

/* After the end of its output: how did it end? */
static bool
fail_end (Process *process, GError **error)
{
  SeidelSource *source = process->source;

  if (!g_subprocess_wait (process->child, seidel_source_cancellable (source), error))
    return false;
  if (!g_subprocess_get_if_signaled (process->child))
    return seidel_source_fail (source, SEIDEL_ERROR_FORMAT, error,
                               "the file is damaged: its reader ended early, with status %d",
                               g_subprocess_get_exit_status (process->child));
  if (g_subprocess_get_term_sig (process->child) == SIGKILL)
    return seidel_source_fail (source, SEIDEL_ERROR_MEMORY, error,
                               "the reader of HDF5 files was killed; memory may have run out");
  return seidel_source_fail (source, SEIDEL_ERROR_FORMAT, error,
                             "the file is damaged: its reader was ended by signal %d (%s)",
                             g_subprocess_get_term_sig (process->child),
                             g_strsignal (g_subprocess_get_term_sig (process->child)));
}

/* Waits a short time for output; false when it is not to be waited for any more. */
static bool
wait_for_output (Process *process, GError **error)
{
  struct pollfd fds[] = { { process->pipe, POLLIN, 0 }, { process->wish.fd, POLLIN, 0 } };
  int n = poll (fds, 2, TICK_MILLISECONDS);

  if (!seidel_source_poll (process->source, error))
    return false;
  if (n != 0)
    return true;
  /* What it left running may hold its output open. */
  if (g_subprocess_get_identifier (process->child) == NULL)
    return poll (fds, 1, 0) > 0 || fail_end (process, error);
  return makes_progress (process)
         || seidel_source_fail (process->source, SEIDEL_ERROR_FORMAT, error,
                                "the file is damaged: its reader makes no progress");
}

static bool
receive (void *data, void *to, size_t n, GError **error)
{
  Process *process = data;

  for (size_t done = 0; done < n;)
    {
      ssize_t step;

      if (!wait_for_output (process, error))
        return false;
      step = read (process->pipe, (char *) to + done, n - done);
      if (step == 0)
        return fail_end (process, error);
      if (step < 0 && errno != EAGAIN && errno != EINTR)
        return seidel_source_fail (process->source, SEIDEL_ERROR_IO, error, "cannot be read: %s",
                                   g_strerror (errno));
      done += step > 0 ? (size_t) step : 0;
    }
  return true;
}

static bool
fail_record (const Process *process, GError **error)
{
  return seidel_source_fail (process->source, SEIDEL_ERROR_FORMAT, error,
                             "the file is damaged: the output of its reader is invalid");
}

/* The content that follows a record. */
static bool
receive_content (Process *process,
                 const SeidelMatRecord *record,
                 SeidelMatArray *array,
                 GError **error)
{
  const SeidelMatInput input = { receive, process, false, process->source };
  g_autofree int32_t *rows = NULL;
  g_autofree int32_t *offsets = NULL;
  g_autofree double *values = NULL;
  const bool sparse = array->mat_class == SEIDEL_MAT_SPARSE;
  const int64_t n = sparse ? (int64_t) record->entries : array->rows * array->columns;

  if (!seidel_mat_array_has_content (array) || record->element > SEIDEL_ELEMENT_DOUBLE
      || record->entries > G_MAXUINT32 || array->rows > G_MAXINT32 || array->columns > G_MAXINT32)
    return fail_record (process, error);
  if (array->mat_class == SEIDEL_MAT_CHAR)
    {
      array->text =
        seidel_mat_take_text (&input, n, (int) seidel_element_size (record->element), error);
      return array->text != NULL;
    }
  if (sparse
      && !seidel_source_check_matrix (process->source, (double) array->rows,
                                      (double) array->columns, 0.0, error))
    return false;
  if (sparse)
    rows = seidel_mat_take_integers (&input, n, error);
  if (rows != NULL)
    offsets =
      seidel_mat_take_integers (&input, (array->by_rows ? array->rows : array->columns) + 1, error);
  if (offsets != NULL || !sparse)
    values = seidel_mat_take_doubles (&input, record->element, n, &array->inexact, error);
  if (values == NULL)
    return false;
  return sparse
           ? seidel_mat_set_sparse (array, process->source, g_steal_pointer (&offsets),
                                    g_steal_pointer (&rows), g_steal_pointer (&values), n, error)
           : seidel_mat_set_dense (array, process->source, g_steal_pointer (&values), error);
}

/* The next record and its text; *more is set unless it is the last. */
static bool
receive_array (Process *process, GPtrArray *arrays, bool *more, GError **error)
{
  SeidelMatRecord record;
  SeidelMatArray *array;
  g_autofree char *text = NULL;

  if (!receive (process, &record, sizeof record, error))
    return false;
  if (record.kind < SEIDEL_MAT_RECORD_ARRAY || record.kind > SEIDEL_MAT_RECORD_ERROR
      || record.text_bytes > SEIDEL_MAT_RECORD_TEXT || record.code > SEIDEL_ERROR_CHOICE
      || record.rank > G_MAXINT || record.rows > G_MAXINT64 || record.columns > G_MAXINT64
      || arrays->len > SEIDEL_MAT_MOST_ARRAYS)
    return fail_record (process, error);
  text = g_malloc0 ((gsize) record.text_bytes + 1);
  if (!receive (process, text, record.text_bytes, error))
    return false;
  if (!g_utf8_validate (text, record.text_bytes, NULL))
    return fail_record (process, error);
  if (record.kind == SEIDEL_MAT_RECORD_ERROR)
    return record.code == SEIDEL_ERROR_MEMORY
             ? seidel_source_fail_memory (process->source, process->memory, error)
             : seidel_source_fail (process->source, record.code, error, "%s", text);
  *more = record.kind == SEIDEL_MAT_RECORD_ARRAY;
  if (!*more)
    return true;
  array = g_new0 (SeidelMatArray, 1);
  g_ptr_array_add (arrays, array);
  array->name = g_steal_pointer (&text);
  array->mat_class = record.mat_class;
  array->logical = (record.flags & SEIDEL_MAT_FLAG_LOGICAL) != 0;
  array->complex_numbers = (record.flags & SEIDEL_MAT_FLAG_COMPLEX) != 0;
  array->by_rows = (record.flags & SEIDEL_MAT_FLAG_ROWS) != 0;
  array->rank = (int64_t) record.rank;
  array->rows = (int64_t) record.rows;
  array->columns = (int64_t) record.columns;
  return (record.flags & SEIDEL_MAT_FLAG_CONTENT) == 0
         || receive_content (process, &record, array, error);
}

GPtrArray *
seidel_mat_process (SeidelSource *source, const char *const *wanted, GError **error)
{
  g_auto (Process) process = { .source = source,
                               .pipe = -1,
                               .wish.fd = -1,
                               .memory = MIN (seidel_source_memory_left (source), MOST_MEMORY) };
  g_autoptr (GPtrArray) arrays =
    g_ptr_array_new_with_free_func ((GDestroyNotify) seidel_mat_array_free);
  bool more = true;

  if (!start (&process, wanted, error))
    return NULL;
  while (more)
    if (!receive_array (&process, arrays, &more, error))
      return NULL;
  return g_steal_pointer (&arrays);
}
