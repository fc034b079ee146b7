/* seidel-cli: every job of the workbench without a screen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <locale.h>

#include "cli/seidel-cli-command.h"

int
main (int argc, char **argv)
{
  /* For file names only: numbers are read and written the same everywhere. */
  setlocale (LC_CTYPE, "");
  g_set_prgname ("seidel-cli");
  return seidel_cli_main (argc - 1, argv + 1);
}
