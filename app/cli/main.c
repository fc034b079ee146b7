/* seidel-cli: every job of the workbench without a display.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <locale.h>
#include <signal.h>

#include "cli/seidel-cli-command.h"

int
main (int argc, char **argv)
{
  /* For file names only: numbers are read and written the same everywhere. */
  setlocale (LC_CTYPE, "");
  /* A file that may not grow any more is an error, not the end of the program. */
  signal (SIGXFSZ, SIG_IGN);
  g_set_prgname ("seidel-cli");
  return seidel_cli_main (argv + 1);
}
