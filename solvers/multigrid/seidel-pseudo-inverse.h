/* The inverse of a small dense matrix, or of the part of it that is not singular. Private to
 * libseidel.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-csr.h"

G_BEGIN_DECLS

/* A⁻¹ with all its n × n entries stored, by elimination with complete pivoting. Where the pivots
 * that are left are zero but for rounding, the rows and columns that have none are left out: the
 * result X then satisfies A X A = A, and is symmetric if A is symmetric and semidefinite. The same
 * for any number of threads. */
SeidelCsr *seidel_csr_pseudo_inverse (const SeidelCsr *csr, int threads, GError **error);

G_END_DECLS
