/* What the calls of a method share about least squares.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "method/seidel-method-run.h"

G_BEGIN_DECLS

/* The normal residual of run->x, computed on the host, where the matrix need not be transposed; NaN
 * if there is no room for it. */
double seidel_method_run_measure_normal (SeidelMethodRun *run);

G_END_DECLS
