/* libFuzzer program for MATLAB files of version 7.3, the whole way through the program that reads
 * them: whatever becomes of that is a matrix or an error here. What the library did is printed at
 * the end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "fuzz-file.h"
#include "io/formats/seidel-mat-process.h"
#include "base/seidel-error.h"

/* Seconds of a processor after which the library is taken to hang. */
#define PATIENCE 0.3

#define HEADER_BYTES 128
#define VERSION_AT   124

/* Places that are changed at once. */
#define MOST_CHANGES 4

size_t LLVMFuzzerMutate (uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t most, unsigned seed);

/* What readings came to, judged by what the error says. */
static struct
{
  const char *what;
  const char *text; /* of the error */
  long count;
} ends[] = {
  { "crashed", "ended by signal", 0 },        { "ended early", "ended early", 0 },
  { "made no progress", "no progress", 0 },   { "were killed", "was killed", 0 },
  { "sent invalid output", "is invalid", 0 }, { "refused the file", "", 0 },
};
static long matrices;

static void
tell_ends (void)
{
  struct rusage usage;

  getrusage (RUSAGE_CHILDREN, &usage);
  fprintf (stderr, "readers: %ld read a matrix", matrices);
  for (size_t i = 0; i < G_N_ELEMENTS (ends); i++)
    fprintf (stderr, ", %ld %s", ends[i].count, ends[i].what);
  fprintf (stderr, "; at most %ld MB each\n", usage.ru_maxrss / 1024);
}

static void
count_end (const GError *error)
{
  size_t i = 0;

  if (error == NULL)
    {
      matrices++;
      return;
    }
  while (strstr (error->message, ends[i].text) == NULL)
    i++;
  ends[i].count++;
}

static bool
read_one (const char *file, const char *variable)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = seidel_load_variable (file, variable, NULL, NULL, &error);

  fuzz_check_error (matrix, error);
  if (matrix != NULL)
    fuzz_check_matrix (matrix);
  count_end (error);
  return !g_error_matches (error, SEIDEL_ERROR, SEIDEL_ERROR_CHOICE);
}

static void
read_several (const char *file)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) list = seidel_list_variables (file, NULL, &error);

  fuzz_check_error (list, error);
  count_end (error);
  for (guint i = 0; list != NULL && i < MIN (list->len, FUZZ_VARIABLES); i++)
    {
      const SeidelVariable *variable = g_ptr_array_index (list, i);

      fuzz_check_variable (variable);
      if (variable->usable)
        read_one (file, variable->name);
    }
}

/* HDF5 wants files that have names. */
static char *path;

static void
end_cb (void)
{
  tell_ends ();
  g_unlink (path);
}

static void
begin (void)
{
  int file = g_file_open_tmp ("fuzz-XXXXXX", &path, NULL);

  if (file < 0)
    g_error ("there is no room for a file");
  close (file);
  seidel_mat_process_set_patience (PATIENCE);
  atexit (end_cb);
}

static int
pick (unsigned *seed, size_t n)
{
  return (int) ((size_t) rand_r (seed) % n);
}

/* One place of a file: a bit, a byte, a word that is small, large or negative, or one of another
 * place. */
static void
change (uint8_t *data, size_t size, unsigned *seed)
{
  static const int64_t words[] = { 0, 1, -1, -2, 4, 255, 65535, 1 << 20, G_MAXINT32, G_MAXINT64 };
  static const size_t lengths[] = { 1, 2, 4, 8 };
  const size_t wanted = lengths[pick (seed, G_N_ELEMENTS (lengths))];
  const size_t length = MIN (wanted, size);
  uint8_t *to = data + pick (seed, size - length + 1);

  switch (pick (seed, 4))
    {
    case 0:
      *to ^= (uint8_t) (1 << pick (seed, 8));
      break;
    case 1:
      *to = (uint8_t) pick (seed, 256);
      break;
    case 2:
      memcpy (to, &words[pick (seed, G_N_ELEMENTS (words))], length);
      break;
    default:
      memmove (to, data + pick (seed, size - length + 1), length);
    }
}

/* The library is not instrumented, so nothing shows which change leads further: a few places of a
 * good file are changed, or it is cut, and seldom done with as libFuzzer likes. */
size_t
LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t most, unsigned seed)
{
  int changes = 1 + pick (&seed, MOST_CHANGES);

  if (size <= HEADER_BYTES || pick (&seed, 16) == 0)
    return LLVMFuzzerMutate (data, size, most);
  for (int i = 0; i < changes; i++)
    change (data + HEADER_BYTES, size - HEADER_BYTES, &seed);
  return pick (&seed, 16) == 0 ? HEADER_BYTES + (size_t) pick (&seed, size - HEADER_BYTES) : size;
}

/* A program is started for each reading: only files of the right kind are worth it. */
int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  if (size < HEADER_BYTES || memcmp (data + VERSION_AT, "\x00\x02IM", 4) != 0)
    return 0;
  if (path == NULL)
    begin ();
  if (!g_file_set_contents_full (path, (const char *) data, (gssize) size, G_FILE_SET_CONTENTS_NONE,
                                 0600, NULL))
    g_error ("there is no room for the input");
  if (!read_one (path, NULL))
    read_several (path);
  return 0;
}
