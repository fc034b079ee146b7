/* Walks over the files in an archive, without ever writing one to disk. Private to solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/bytes/seidel-source.h"

G_BEGIN_DECLS

/* A walk over the regular files of an archive in their order there: folders, links, devices and
 * files with holes are skipped. */
typedef struct SeidelWalk SeidelWalk;

SeidelWalk *seidel_walk_new (SeidelSource *archive, GError **error);
void seidel_walk_free (SeidelWalk *walk);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelWalk, seidel_walk_free)

/* A file of an archive. */
typedef struct
{
  int64_t index; /* of the file among the files, from 0 */
  char *path;    /* "bcsstk01/bcsstk01.mtx", valid UTF-8 without control characters */
  char *folder;  /* "bcsstk01", or "" */
  char *stem;    /* "bcsstk01": without the suffixes of compression and format */
  int64_t bytes; /* that the archive declares; −1 if it does not */
} SeidelMember;

void seidel_member_free (SeidelMember *member);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelMember, seidel_member_free)

/* Steps to the next file. False at the end, with *member NULL, and on error. */
bool seidel_walk_next (SeidelWalk *walk, SeidelMember **member, GError **error);

/* Returns to a file that was met before. */
bool seidel_walk_to (SeidelWalk *walk, int64_t index, GError **error);

/* Opens the file that the walk has stepped to. The walk can continue once it is closed. */
SeidelSource *seidel_walk_open (SeidelWalk *walk, const SeidelMember *member, GError **error);

/* "tar" or "zip", once the walk has begun. */
const char *seidel_walk_format (const SeidelWalk *walk);

G_END_DECLS
