/* The folder of the copies: their names, their order by use, and how much they may take. Private to
 * solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/cache/seidel-cache.h"

G_BEGIN_DECLS

/* The file of a copy; path is without links, variable "" for none. Free with g_free (). */
char *seidel_cache_folder_file (const char *path, const char *variable);

/* What the user set for all copies; 0 when the cache is off, the usual when nothing that can be
 * read. */
uint64_t seidel_cache_folder_wanted_bytes (void);

/* Notes that a copy was used now. */
void seidel_cache_folder_touch (const char *file);

/* A new file beside the one of a copy, in a folder that is made if need be; −1 when there can be
 * none. It is locked while it is open: what is not locked was left by a program that has ended. */
int seidel_cache_folder_begin (const char *file, char **unfinished);

/* Drops copies until there is room for so many bytes besides file, and what was left unfinished.
 * False when there cannot be. */
bool seidel_cache_folder_make_room (const char *file, uint64_t bytes);

G_END_DECLS
