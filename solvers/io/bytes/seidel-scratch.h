/* What is too large for memory while a file is read: blocks of a file without a name, mapped, whose
 * pages the system keeps on the disk instead. Private to solvers/io.
 *
 * Disk space is taken with each block, so that a full disk is an error and never a signal. The file
 * is in the user's cache folder, or among the temporary ones where that cannot be written to, and
 * gone when the program ends, however it ends.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stddef.h>

#include "matrix/seidel-csr.h"

G_BEGIN_DECLS

typedef struct SeidelScratch SeidelScratch;

/* Reference-counted; all functions from any thread. The file is made with the first block. */
SeidelScratch *seidel_scratch_new (void);
SeidelScratch *seidel_scratch_ref (SeidelScratch *self);
void seidel_scratch_unref (SeidelScratch *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelScratch, seidel_scratch_unref)

/* A block of zeros, at the beginning of a page; SEIDEL_ERROR_IO when the disk has no room for it.
 */
void *seidel_scratch_take (SeidelScratch *self, size_t bytes, GError **error);

/* Gives a block back, and its place on the disk. */
void seidel_scratch_give_back (SeidelScratch *self, void *block);

/* Has a part of a block written to the disk and out of this program's memory, until it is used
 * again; another thread may be using it. Without a scratch it does nothing. The other is for what
 * was read only. */
void seidel_scratch_settle (SeidelScratch *self, const void *at, size_t bytes);
void seidel_scratch_leave (SeidelScratch *self, const void *at, size_t bytes);

/* As seidel_csr_new (), with the arrays in a block, which lives as long as the matrix. */
SeidelCsr *seidel_scratch_csr_new (SeidelScratch *self,
                                   int64_t rows,
                                   int64_t columns,
                                   int64_t nonzeros,
                                   GError **error);

G_END_DECLS
