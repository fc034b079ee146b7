/* seidel-mat-reader: reads one MATLAB file, and may well die of it; see io/seidel-mat-process.h.
 *
 * It lies here and not with the programs for people, because nobody but solvers/io calls it and
 * both ends of the pipe change together.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "io/seidel-cache-file.h"
#include "io/seidel-mat-process.h"
#include "io/seidel-mat.h"
#include "base/seidel-memory.h"
#include "base/seidel-error.h"

/* The standard input, as a file to be opened by its name. */
#define INPUT "/proc/self/fd/0"

/* What a program has besides what it reads, and a thread of it. */
#define OWN_BYTES        268435456.0
#define BYTES_PER_THREAD 16777216.0

/* The rows of a small file may be many, and empty. */
#define LEAST_BYTES 1073741824.0

/* A byte of a file can stand for so many: a thousand for it is compressed, each of which can be a
 * number that takes 8 bytes more and another 4 for its place, in two copies. */
#define BYTES_PER_BYTE 25000.0

/* What is worth lending. */
#define LENT_BYTES 1048576

/* Nobody listening is nobody waiting. */
static void
say (const void *data, size_t length)
{
  for (size_t done = 0; done < length;)
    {
      ssize_t n = write (STDOUT_FILENO, (const char *) data + done, length - done);

      if (n < 0 && errno != EINTR)
        _exit (1);
      done += n > 0 ? (size_t) n : 0;
    }
}

/* Lends the pages to the pipe instead of copying them: they must stay as they are until all is
 * over. */
static void
lend (const void *data, size_t length)
{
  size_t done = 0;

  while (done < length)
    {
      const struct iovec rest = { (char *) data + done, length - done };
      ssize_t n = vmsplice (STDOUT_FILENO, &rest, 1, 0);

      if (n < 0 && errno != EINTR)
        break;
      done += n > 0 ? (size_t) n : 0;
    }
  /* Some machines forbid it. */
  say ((const char *) data + done, length - done);
}

static void
say_word (SeidelMatWord word)
{
  const char byte = (char) word;

  say (&byte, 1);
}

static void
say_error (const GError *error)
{
  g_autofree char *text = g_utf8_make_valid (error->message, -1);
  const SeidelMatFailure failure = { (uint32_t) error->code,
                                     (uint32_t) MIN (strlen (text), SEIDEL_MAT_MOST_TEXT) };

  say_word (SEIDEL_MAT_ERROR);
  say (&failure, sizeof failure);
  say (text, failure.length);
}

/* --- limits --------------------------------------------------------------------------------------
 */

static void
limit (__rlimit_resource_t resource, double most)
{
  struct rlimit limits = { 0 };

  getrlimit (resource, &limits);
  limits.rlim_max = (rlim_t) MIN (most, (double) limits.rlim_max);
  limits.rlim_cur = MIN (limits.rlim_cur, limits.rlim_max);
  if (setrlimit (resource, &limits) != 0)
    _exit (1);
}

/* Bytes of its own that the process has by now, those that sanitizers take included. */
static double
used_memory (void)
{
  FILE *file = fopen ("/proc/self/statm", "re");
  long pages = 0;

  if (file == NULL || fscanf (file, "%*d %*d %*d %*d %*d %ld", &pages) != 1)
    pages = 0;
  if (file != NULL)
    fclose (file);
  return (double) pages * (double) sysconf (_SC_PAGESIZE);
}

/* The one that is limited is what the process has written to: reserved addresses and the code of
 * libraries cost nothing. Of files there is one more to be opened, the input; so a file that refers
 * to others finds none. */
static void
limit_all (double memory)
{
  struct stat status;
  const double file = fstat (STDIN_FILENO, &status) == 0 ? (double) status.st_size : 0.0;
  const double data = MIN (memory, LEAST_BYTES + BYTES_PER_BYTE * file);

  limit (RLIMIT_DATA,
         used_memory () + OWN_BYTES + BYTES_PER_THREAD * g_get_num_processors () + data);
  limit (RLIMIT_CORE, 0.0);
  limit (RLIMIT_NOFILE, STDERR_FILENO + 2);
}

/* HDF5 loads what a file asks for, but not here; and locks a file that is only read. */
static void
tame_library (void)
{
  g_setenv ("HDF5_PLUGIN_PRELOAD", "::", TRUE);
  g_setenv ("HDF5_USE_FILE_LOCKING", "FALSE", TRUE);
  seidel_mat_silence ();
}

/* --- jobs ----------------------------------------------------------------------------------------
 */

/* The first part begins the result; data tells whether it is still to come. */
static bool
say_part (void *data, const void *from, uint64_t bytes, GError **error)
{
  if (*(bool *) data)
    say_word (SEIDEL_MAT_RESULT);
  *(bool *) data = false;
  if (bytes < LENT_BYTES)
    say (from, bytes);
  else
    lend (from, bytes);
  return true;
}

static bool
hand_over_matrix (const char *name, const char *argument, GError **error)
{
  g_autoptr (SeidelMatFound) found = seidel_mat_find (INPUT, name, argument, error);
  /* Never freed, for it is lent. */
  static SeidelMatrix *matrix;
  bool first = true;

  if (found == NULL)
    return false;
  say_word (SEIDEL_MAT_SORTS);
  matrix = seidel_mat_found_finish (found, error);
  if (matrix == NULL)
    return false;
  if (seidel_cache_file_send (matrix, say_part, &first, error))
    return true;
  g_prefix_error (error, "%s: ", name);
  return false;
}

static bool
hand_over_list (const char *name, const char *argument, GError **error)
{
  g_autoptr (GPtrArray) list = seidel_mat_list (INPUT, name, error);
  g_autoptr (GVariant) result = NULL;
  GVariantBuilder builder;
  uint32_t length;

  if (list == NULL)
    return false;
  g_variant_builder_init (&builder, G_VARIANT_TYPE (SEIDEL_MAT_LIST));
  for (guint i = 0; i < list->len; i++)
    {
      const SeidelVariable *variable = g_ptr_array_index (list, i);

      g_variant_builder_add (&builder, SEIDEL_MAT_LIST_ENTRY, variable->name, variable->description,
                             variable->usable);
    }
  result = g_variant_ref_sink (g_variant_builder_end (&builder));
  length = (uint32_t) g_variant_get_size (result);
  say_word (SEIDEL_MAT_RESULT);
  say (&length, sizeof length);
  say (g_variant_get_data (result), length);
  return true;
}

static bool
hand_over_vector (const char *name, const char *argument, GError **error)
{
  const int64_t n = argument != NULL ? g_ascii_strtoll (argument, NULL, 10) : 0;
  g_autofree double *x = seidel_mat_read_vector (INPUT, name, n, error);

  if (x == NULL)
    return false;
  say_word (SEIDEL_MAT_RESULT);
  say (x, (size_t) n * sizeof *x);
  return true;
}

typedef struct
{
  const char *name;
  bool (*hand_over) (const char *name, const char *argument, GError **error);
} Job;

static const Job jobs[] = {
  { SEIDEL_MAT_JOB_MATRIX, hand_over_matrix },
  { SEIDEL_MAT_JOB_LIST, hand_over_list },
  { SEIDEL_MAT_JOB_VECTOR, hand_over_vector },
};

static const Job *
find_job (const char *name)
{
  for (size_t i = 0; i < G_N_ELEMENTS (jobs); i++)
    if (strcmp (jobs[i].name, name) == 0)
      return &jobs[i];
  return NULL;
}

static bool
do_job (const Job *job, const char *name, const char *argument, GError **error)
{
  if (!seidel_mat_check (INPUT, name, error))
    return false;
  say_word (SEIDEL_MAT_READS);
  return job->hand_over (name, argument, error);
}

int
main (int argc, char **argv)
{
  const Job *job = argc == 5 || argc == 6 ? find_job (argv[3]) : NULL;
  GError *error = NULL;

  if (job == NULL)
    {
      fputs ("seidel-mat-reader is a part of Seidel, which starts it to read MATLAB files.\n",
             stderr);
      return 2;
    }
  /* It ends with whoever wants its result, who may have ended already. */
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != (pid_t) g_ascii_strtoll (argv[1], NULL, 10))
    return 1;
  seidel_memory_pretend (g_ascii_strtod (argv[2], NULL));
  limit_all (seidel_memory_all ());
  tame_library ();
  if (!do_job (job, argv[4], argc == 6 ? argv[5] : NULL, &error))
    say_error (error);
  /* Without what libraries do at the end: all of it vanishes anyway. */
  _exit (0);
}
