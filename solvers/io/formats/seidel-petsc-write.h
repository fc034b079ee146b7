/* Writers of PETSc's binary format. Private to solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/formats/seidel-reader.h"

G_BEGIN_DECLS

SeidelMatrixWriter seidel_petsc_write;
SeidelVectorWriter seidel_petsc_write_vector;

G_END_DECLS
