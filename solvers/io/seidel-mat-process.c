/* Starts the program that reads MATLAB files, watches it, and says what became of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-mat-process.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "config.h"
#include "base/seidel-memory.h"
#include "base/seidel-error.h"

#define COPY_BYTES  65536
#define PIPE_BYTES  1048576
#define MOST_MEMORY 1e18

/* How often the reader is looked after; and when its end is near. */
#define TICK_MILLISECONDS 50
#define END_MICROSECONDS  1000

/* What the library may read before this is no sign of life any more: some of it comes twice. */
#define MOST_TIMES 16
#define MORE_BYTES 268435456.0

/* It also works on what it has read. */
#define BYTES_PER_SECOND 50e6

static double patience = 20.0;

struct SeidelMatProcess
{
  pid_t pid;      /* 0 before it was started, and once it was waited for */
  int pipe;       /* what it says */
  char *name;     /* of the file */
  char *unpacked; /* the file, where it was made for this, or NULL */
  bool failed;
  SeidelMatWord word; /* the last one */
  double bytes;       /* of the file */
  double begin;       /* bytes that had been read when the last word came */
  double last;        /* bytes that have been read */
  double alive;       /* its processor time when these became more */
  SeidelProgress *progress;
  GCancellable *cancellable;
  GPollFD wish; /* to be cancelled */
  bool has_wish;
};

void
seidel_mat_process_set_patience (double seconds)
{
  patience = seconds;
}

/* --- the file ------------------------------------------------------------------------------------
 */

static bool
copy_all (SeidelSource *source, int fd, GCancellable *cancellable, GError **error)
{
  g_autofree char *buffer = g_malloc (COPY_BYTES);
  double total = 0.0;

  for (;;)
    {
      int64_t n = seidel_source_read (source, buffer, COPY_BYTES, error);

      if (n <= 0)
        return n == 0;
      total += (double) n;
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return false;
      if (!seidel_memory_holds (total))
        {
          g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY,
                       "%s: unpacks to more than this machine's memory",
                       seidel_source_name (source));
          return false;
        }
      if (write (fd, buffer, (size_t) n) != n)
        {
          g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO,
                       "%s: cannot be unpacked into a temporary file; unpack it first",
                       seidel_source_name (source));
          return false;
        }
    }
}

/* What the source holds, in a file that keeps its name as long as it is read: HDF5 asks for it. */
static int
unpack (SeidelMatProcess *process, SeidelSource *source, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) cause = NULL;
  int fd = g_file_open_tmp ("seidel-XXXXXX.mat", &process->unpacked, &cause);

  if (fd < 0)
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO,
                   "%s: cannot be unpacked; unpack it first: %s", seidel_source_name (source),
                   cause->message);
      return -1;
    }
  fcntl (fd, F_SETFD, FD_CLOEXEC);
  if (copy_all (source, fd, cancellable, error))
    return fd;
  close (fd);
  return -1;
}

/* A file that the library can open. */
static int
open_file (SeidelMatProcess *process,
           SeidelSource *source,
           GCancellable *cancellable,
           GError **error)
{
  int fd;

  if (seidel_source_is_compressed (source))
    return unpack (process, source, cancellable, error);
  fd = open (seidel_source_path (source), O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO, "%s: cannot be opened: %s",
                 seidel_source_name (source), g_strerror (errno));
  return fd;
}

/* --- the program ---------------------------------------------------------------------------------
 */

/* SEIDEL_LIBEXEC_DIR in the environment comes first, for programs run from the build tree. */
static char *
find_program (void)
{
  const char *directory = g_getenv ("SEIDEL_LIBEXEC_DIR");

  return g_build_filename (directory != NULL ? directory : SEIDEL_LIBEXEC_DIR, SEIDEL_MAT_PROGRAM,
                           NULL);
}

/* Nothing of ours goes along but these two, and no signal from a terminal reaches it: whoever wants
 * it to stop kills it. */
static int
spawn_program (const char *program, char *const *arguments, int input, int output, pid_t *pid)
{
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none;
  sigset_t all;
  int status;

  sigemptyset (&none);
  sigfillset (&all);
  posix_spawn_file_actions_init (&actions);
  posix_spawn_file_actions_adddup2 (&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2 (&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_addopen (&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addclosefrom_np (&actions, STDERR_FILENO + 1);
  posix_spawnattr_init (&attributes);
  posix_spawnattr_setsigmask (&attributes, &none);
  posix_spawnattr_setsigdefault (&attributes, &all);
  posix_spawnattr_setpgroup (&attributes, 0);
  posix_spawnattr_setflags (&attributes,
                            POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  status = posix_spawn (pid, program, &actions, &attributes, arguments, environ);
  posix_spawnattr_destroy (&attributes);
  posix_spawn_file_actions_destroy (&actions);
  return status;
}

/* Takes what it reads and what it writes to. */
static bool
start (SeidelMatProcess *process,
       const char *job,
       const char *argument,
       int input,
       int output,
       GError **error)
{
  g_autofree char *program = find_program ();
  g_autofree char *parent = g_strdup_printf ("%ld", (long) getpid ());
  g_autofree char *memory = g_strdup_printf ("%.0f", MIN (seidel_memory_all (), MOST_MEMORY));
  const char *const arguments[] = { program, parent, memory, job, process->name, argument, NULL };
  int status = spawn_program (program, (char *const *) arguments, input, output, &process->pid);

  close (input);
  close (output);
  if (status == 0)
    return true;
  process->pid = 0;
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNAVAILABLE,
               "%s: cannot be read: %s, a part of Seidel, cannot be started: %s", process->name,
               program, g_strerror (status));
  return false;
}

/* Out of the way of what a program begins with. */
static int
lift (int fd)
{
  int lifted;

  if (fd < 0 || fd > STDERR_FILENO)
    return fd;
  lifted = fcntl (fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (lifted < 0)
    return fd;
  close (fd);
  return lifted;
}

static bool
open_pipe (SeidelMatProcess *process, int *output, GError **error)
{
  int ends[2];

  if (pipe2 (ends, O_CLOEXEC) != 0)
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO, "%s: cannot be read: %s", process->name,
                   g_strerror (errno));
      return false;
    }
  process->pipe = ends[0];
  *output = lift (ends[1]);
  fcntl (process->pipe, F_SETFL, O_NONBLOCK);
  /* Where that is more than allowed it stays as it is. */
  fcntl (process->pipe, F_SETPIPE_SZ, PIPE_BYTES);
  return true;
}

/* --- watching it ---------------------------------------------------------------------------------
 */

/* Seconds of a processor that it has spent. */
static double
processor_time (pid_t pid)
{
  struct timespec time;
  clockid_t clock;

  if (clock_getcpuclockid (pid, &clock) != 0 || clock_gettime (clock, &time) != 0)
    return 0.0;
  return (double) time.tv_sec + (double) time.tv_nsec * 1e-9;
}

/* Bytes that it has read, from wherever; −1 where the system does not tell. */
static double
bytes_read (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%ld/io", (long) pid);
  g_autofree char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL) || !g_str_has_prefix (text, "rchar: "))
    return -1.0;
  return g_ascii_strtod (text + strlen ("rchar: "), NULL);
}

static void
begin_word (SeidelMatProcess *process, SeidelMatWord word)
{
  static const char *const activities[] = { "Checking the file", "Reading entries",
                                            "Sorting entries", "Taking over entries" };

  process->word = word;
  process->begin = process->last;
  process->alive = processor_time (process->pid);
  if (word < G_N_ELEMENTS (activities))
    seidel_progress_begin (process->progress, activities[word]);
}

/* Whether it still gets on: by what it reads, as long as the library works. */
static bool
gets_on (SeidelMatProcess *process)
{
  double spent = processor_time (process->pid);
  double bytes = bytes_read (process->pid);

  if (bytes < 0.0 || process->word >= SEIDEL_MAT_SORTS)
    return true;
  if (bytes > process->last && bytes < MOST_TIMES * process->bytes + MORE_BYTES)
    {
      process->last = bytes;
      process->alive = spent;
      if (process->bytes > 0.0)
        seidel_progress_set (process->progress, (bytes - process->begin) / process->bytes);
    }
  return spent - process->alive < patience + process->bytes / BYTES_PER_SECOND;
}

/* Waits a little until it says something; false when it is not to be waited for any more. */
static bool
look_after (SeidelMatProcess *process, GError **error)
{
  struct pollfd fds[] = { { process->wish.fd, POLLIN, 0 }, { process->pipe, POLLIN, 0 } };
  int n = poll (fds, G_N_ELEMENTS (fds), TICK_MILLISECONDS);

  if (g_cancellable_set_error_if_cancelled (process->cancellable, error))
    return false;
  if (n != 0 || gets_on (process))
    return true;
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT,
               "%s: the MATLAB file is damaged: its reader goes round in circles", process->name);
  return false;
}

/* --- its end -------------------------------------------------------------------------------------
 */

static void
fail_signal (const char *name, int number, GError **error)
{
  if (number == SIGKILL)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY,
                 "%s: the reader of MATLAB files was killed; perhaps the memory ran out", name);
  else
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT,
                 "%s: the MATLAB file is damaged: its reader was ended by signal %d (%s)", name,
                 number, g_strsignal (number));
}

/* After the end of what it says: what became of it? */
static bool
fail_end (SeidelMatProcess *process, GError **error)
{
  int status = 0;
  pid_t pid;

  while ((pid = waitpid (process->pid, &status, WNOHANG)) == 0)
    {
      if (g_cancellable_set_error_if_cancelled (process->cancellable, error))
        return false;
      g_usleep (END_MICROSECONDS);
    }
  process->pid = 0;
  /* Where a program ignores SIGCHLD nobody learns how its children ended. */
  if (pid > 0 && WIFSIGNALED (status))
    fail_signal (process->name, WTERMSIG (status), error);
  else
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT,
                 "%s: the MATLAB file is damaged: its reader ended early, with status %d",
                 process->name, pid > 0 ? WEXITSTATUS (status) : -1);
  return false;
}

static void *
reap_thread (void *data)
{
  waitpid (GPOINTER_TO_INT (data), NULL, 0);
  return NULL;
}

/* A process that holds gigabytes takes its time to end. */
void
seidel_mat_process_free (SeidelMatProcess *process)
{
  if (process->pid > 0)
    {
      kill (process->pid, SIGKILL);
      g_thread_unref (g_thread_new ("reap", reap_thread, GINT_TO_POINTER (process->pid)));
    }
  if (process->has_wish)
    g_cancellable_release_fd (process->cancellable);
  if (process->pipe >= 0)
    close (process->pipe);
  if (process->unpacked != NULL)
    g_unlink (process->unpacked);
  g_free (process->unpacked);
  g_free (process->name);
  g_free (process);
}

/* --- what it says --------------------------------------------------------------------------------
 */

static bool
receive (SeidelMatProcess *process, void *to, uint64_t bytes, GError **error)
{
  for (uint64_t done = 0; done < bytes;)
    {
      ssize_t n;

      if (!look_after (process, error))
        return false;
      n = read (process->pipe, (char *) to + done, bytes - done);
      if (n == 0)
        return fail_end (process, error);
      if (n < 0 && errno != EAGAIN && errno != EINTR)
        {
          g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO, "%s: cannot be read: %s",
                       process->name, g_strerror (errno));
          return false;
        }
      done += n > 0 ? (uint64_t) n : 0;
    }
  return true;
}

static bool
fail_words (const SeidelMatProcess *process, GError **error)
{
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT,
               "%s: the MATLAB file is damaged: its reader says what cannot be", process->name);
  return false;
}

/* The error of the reader. */
static bool
take_error (SeidelMatProcess *process, GError **error)
{
  g_autofree char *text = NULL;
  SeidelMatFailure failure;

  if (!receive (process, &failure, sizeof failure, error))
    return false;
  if (failure.code > SEIDEL_ERROR_CHOICE || failure.length > SEIDEL_MAT_MOST_TEXT)
    return fail_words (process, error);
  text = g_malloc0 (failure.length + 1);
  if (!receive (process, text, failure.length, error))
    return false;
  if (!g_utf8_validate (text, failure.length, NULL))
    return fail_words (process, error);
  g_set_error_literal (error, SEIDEL_ERROR, (int) failure.code, text);
  return false;
}

/* Waits for the result to begin. */
static bool
await_result (SeidelMatProcess *process, GError **error)
{
  while (process->word < SEIDEL_MAT_RESULT)
    {
      unsigned char word;

      if (!receive (process, &word, 1, error))
        return false;
      if (word <= process->word || word > SEIDEL_MAT_ERROR)
        return fail_words (process, error);
      begin_word (process, word);
    }
  return process->word == SEIDEL_MAT_RESULT || take_error (process, error);
}

bool
seidel_mat_process_receive (void *data, void *to, uint64_t bytes, GError **error)
{
  SeidelMatProcess *process = data;

  process->failed =
    process->failed || !await_result (process, error) || !receive (process, to, bytes, error);
  return !process->failed;
}

bool
seidel_mat_process_failed (const SeidelMatProcess *process)
{
  return process->failed;
}

SeidelMatProcess *
seidel_mat_process_new (SeidelSource *source, const char *job, const char *argument, GError **error)
{
  GCancellable *cancellable = seidel_source_cancellable (source);
  g_autoptr (SeidelMatProcess) process = g_new0 (SeidelMatProcess, 1);
  struct stat status;
  int input;
  int output;

  process->pipe = -1;
  process->wish.fd = -1;
  process->name = g_strdup (seidel_source_name (source));
  process->progress = seidel_source_progress (source);
  process->cancellable = cancellable;
  input = lift (open_file (process, source, cancellable, error));
  if (input < 0)
    return NULL;
  if (!open_pipe (process, &output, error))
    {
      close (input);
      return NULL;
    }
  if (fstat (input, &status) == 0)
    process->bytes = (double) status.st_size;
  if (!start (process, job, argument, input, output, error))
    return NULL;
  process->has_wish = g_cancellable_make_pollfd (cancellable, &process->wish);
  begin_word (process, SEIDEL_MAT_CHECKS);
  return g_steal_pointer (&process);
}
