/* seidel-cli report: all that Seidel tells of a matrix, without a screen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What the window program does where there is no display: prints the structure and the levels of
 * the matrix in file, solves, prints the outcome and writes the picture of every page. argv holds
 * argc further options of seidel-cli report (none: argc 0). Main thread only; returns the exit
 * status. */
int seidel_cli_report (const char *file, int argc, char **argv);

G_END_DECLS
