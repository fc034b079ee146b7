/* Files without a name: what is being written, until it is complete. Private to solvers/io.
 *
 * A file that has no name is gone when its program ends, however it ends. Where a file system has
 * no such files, and for the moment in which one takes the place of another, the file has a name
 * beside that of its target and is locked; whoever writes to the same target next removes it if a
 * program left it there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  int fd; /* −1: none */
  char *target;
  char *name; /* NULL while it has none */
} SeidelTemporary;

/* Opens a new file in the folder of target, for reading and writing. False with errno. */
bool seidel_temporary_open (SeidelTemporary *self, const char *target);

/* Gives the file a name beside its target already, for a library that insists on one. False with
 * errno. */
bool seidel_temporary_give_name (SeidelTemporary *self);

/* Puts the file, which must be complete and on the disk, in the place of its target. False with
 * errno; the target is then unchanged. */
bool seidel_temporary_place (SeidelTemporary *self);

/* Closes the file, and removes it unless it was placed. */
void seidel_temporary_clear (SeidelTemporary *self);

/* The name by which a library can open what descriptor fd is of, with a name or not. */
char *seidel_temporary_path (int fd);

/* A new file in a folder, never with a name once it is returned. −1 with errno. */
int seidel_temporary_scratch (const char *folder);

/* For tests: as if no file system had files without a name. */
void seidel_temporary_pretend_named (bool named);

G_END_DECLS
