/* Writers of PETSc's binary format. Private to solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/formats/seidel-reader.h"

G_BEGIN_DECLS

bool seidel_petsc_write (const SeidelMatrix *matrix,
                         const char *path,
                         SeidelProgress *progress,
                         GCancellable *cancellable,
                         GError **error);
bool seidel_petsc_write_vector (const double *x,
                                int64_t n,
                                bool complex_numbers,
                                const char *path,
                                GError **error);

G_END_DECLS
