/* Programs that Seidel starts for one job each, because the libraries they use cannot be
 * interrupted or may crash: they can be killed at any time and nothing is lost.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>
#include <sys/types.h>

#include "base/seidel-api.h"

G_BEGIN_DECLS

/* For Seidel: where such a program is; free with g_free (). SEIDEL_LIBEXEC_DIR in the environment
 * takes precedence, for programs that run from the build tree. */
SEIDEL_API char *seidel_helper_path (const char *program);

/* For Seidel: starts such a program with the standard streams of the launcher. Its arguments are
 * the number of this process, the bytes of memory that it may take, and the words, which end with
 * NULL. */
SEIDEL_API GSubprocess *seidel_helper_spawn (GSubprocessLauncher *launcher,
                                             const char *program,
                                             double memory,
                                             const char *const *words,
                                             GError **error);

/* For a child process: ends with its parent, at once if that has ended already, and leaves no core
 * file. Calls nothing but the C library. */
SEIDEL_API void seidel_helper_follow (pid_t parent);

/* For the program, at its start: it ends with its parent, the process with the number in this text,
 * ignores signals from the terminal, has no open files but the standard ones, and may take so many
 * bytes of memory beyond what it has. Ends the program if the parent has ended already. */
void seidel_helper_begin (const char *parent, double memory);

/* Limits a resource of the program, RLIMIT_NOFILE for example; ends it if that fails. */
void seidel_helper_limit (int resource, double most);

G_END_DECLS
