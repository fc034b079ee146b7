/* seidel-cli: every job of the workbench without a display.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <locale.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

#include "base/seidel-memory.h"
#include "cli/seidel-cli-command.h"
#include "collection/seidel-fetch.h"
#include "io/bytes/seidel-spool.h"

/* A copy in the cache is mapped, and another process cut it: what it held cannot be had any more.
 * Nothing was written yet, or it is complete. One of the threads that miss it says so. */
static void
bus_cb (int number)
{
  static const char text[] = "seidel-cli: a file in the cache was truncated while it was in use\n";
  static atomic_flag printed = ATOMIC_FLAG_INIT;

  while (atomic_flag_test_and_set (&printed))
    pause ();
  if (write (STDERR_FILENO, text, sizeof text - 1) < 0)
    _exit (SEIDEL_CLI_FAILED);
  _exit (SEIDEL_CLI_FAILED);
}

int
main (int argc, char **argv)
{
  /* For file names only: numbers are read and written the same everywhere. */
  setlocale (LC_CTYPE, "");
  /* A file that may not grow any more is an error, not the end of the program. */
  signal (SIGXFSZ, SIG_IGN);
  signal (SIGBUS, bus_cb);
  g_set_prgname ("seidel-cli");
  seidel_memory_set_aside ();
  seidel_spool_allow (seidel_fetch_spool);
  return seidel_cli_main (argv + 1);
}
