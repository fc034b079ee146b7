/* Compresses a stream of bytes, by the ending of the file's name. Private to solvers/io.
 *
 * By the libraries themselves: libarchive (3.6) crashes where it has no memory to begin.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <glib.h>

G_BEGIN_DECLS

/* The endings that are known: NULL-terminated, ".gz" the first. */
extern const char *const seidel_packer_endings[];

/* Takes what was compressed; false if it cannot. */
typedef bool (*SeidelPut) (void *data, const char *bytes, size_t n);

typedef struct SeidelPacker SeidelPacker;

/* Whether a file of that name is compressed. */
bool seidel_packer_has_ending (const char *name);

/* For a name with one of the endings; NULL where there is no memory. */
SeidelPacker *seidel_packer_new (const char *name, SeidelPut put, void *data);
void seidel_packer_free (SeidelPacker *packer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelPacker, seidel_packer_free)

/* Compresses n bytes, the last of all where last is set, which may be none. False if put () was, or
 * else where there is no memory. */
bool seidel_packer_write (SeidelPacker *packer, const char *bytes, size_t n, bool last);

G_END_DECLS
