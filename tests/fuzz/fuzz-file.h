/* The bytes of a fuzzer as a file that readers can open, in memory.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include "io/cache/seidel-cache.h"
#include "io/seidel-loader.h"
#include "base/seidel-memory.h"

/* What the machine seems to have: a matrix of a hundred bytes may rightly have a billion empty
 * rows, and whoever asked for it waits. A reader that takes memory without asking is found out by
 * the limits of run.sh. */
#define FUZZ_MEMORY 4e6

/* Of a file with several matrices as many are read. */
#define FUZZ_VARIABLES 3

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);
int LLVMFuzzerInitialize (int *argc, char ***argv);

/* An assertion of a library that fails is a finding, too. */
static void
fuzz_log_cb (const char *domain, GLogLevelFlags level, const char *message, gpointer data)
{
  g_printerr ("%s: %s\n", domain != NULL ? domain : "seidel", message);
  if (level & (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING))
    abort ();
}

int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  g_log_set_default_handler (fuzz_log_cb, NULL);
  seidel_memory_pretend_total (FUZZ_MEMORY);
  seidel_cache_turn_off ();
  return 0;
}

/* One file for all inputs, of the size of this one. */
static inline const char *
fuzz_file (const uint8_t *data, size_t size)
{
  static char *path;
  static int file;

  if (path == NULL)
    {
      file = memfd_create ("fuzz", MFD_CLOEXEC);
      path = g_strdup_printf ("/proc/self/fd/%d", file);
    }
  if (ftruncate (file, (off_t) size) != 0 || pwrite (file, data, size, 0) != (ssize_t) size)
    g_error ("the input does not fit into memory");
  return path;
}

/* What every reader promises of a matrix. */
static inline void
fuzz_check_matrix (const SeidelMatrix *matrix)
{
  g_autoptr (GError) error = NULL;

  if (!seidel_csr_validate (matrix->csr, &error))
    g_error ("%s", error->message);
  if (matrix->origin.duplicates < 0 || matrix->origin.stored < 0
      || matrix->origin.duplicates > matrix->origin.stored)
    g_error ("%" G_GINT64_FORMAT " duplicates of %" G_GINT64_FORMAT " stored",
             matrix->origin.duplicates, matrix->origin.stored);
  if (matrix->name == NULL || !g_utf8_validate (matrix->name, -1, NULL)
      || matrix->origin.format == NULL || !g_utf8_validate (matrix->origin.format, -1, NULL)
      || (matrix->origin.note != NULL && !g_utf8_validate (matrix->origin.note, -1, NULL)))
    g_error ("a text is not valid UTF-8");
  /* Every entry and the right-hand side can be read. */
  for (int64_t k = 0; k < seidel_csr_nonzeros (matrix->csr); k++)
    ((volatile double *) matrix->csr->values)[k];
  for (int64_t row = 0; matrix->rhs != NULL && row < matrix->csr->rows; row++)
    ((volatile double *) matrix->rhs)[row];
}

/* What every reader promises of a list. */
static inline void
fuzz_check_variable (const SeidelVariable *variable)
{
  if (!g_utf8_validate (variable->name, -1, NULL)
      || !g_utf8_validate (variable->description, -1, NULL))
    g_error ("the text of a variable is not valid UTF-8");
}

/* Either a result or an error with a text that can be shown. */
static inline void
fuzz_check_error (const void *result, const GError *error)
{
  if ((result == NULL) != (error != NULL))
    g_error ("a result and an error, or neither");
  if (error != NULL && !g_utf8_validate (error->message, -1, NULL))
    g_error ("the message is not valid UTF-8");
}
