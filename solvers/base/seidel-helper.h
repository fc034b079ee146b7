/* Programs that Seidel starts for one job each, because the libraries they use cannot be
 * interrupted or may crash: they can be killed at any time and nothing is lost.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#include "base/seidel-api.h"

G_BEGIN_DECLS

/* For Seidel: where such a program is; free with g_free (). SEIDEL_LIBEXEC_DIR in the environment
 * takes precedence, for programs that run from the build tree. */
SEIDEL_API char *seidel_helper_path (const char *program);

/* For the program, at its start: it ends with its parent, the process with the number in this text,
 * ignores signals from the terminal, has no open files but the standard ones, and may take so many
 * bytes of memory beyond what it has. Ends the program if the parent has ended already. */
void seidel_helper_begin (const char *parent, double memory);

/* Limits a resource of the program, RLIMIT_NOFILE for example; ends it if that fails. */
void seidel_helper_limit (int resource, double most);

G_END_DECLS
