/* What the calls of a method share about least squares.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "method/seidel-method-run.h"
#include "method/seidel-range-part.h"

G_BEGIN_DECLS

/* The normal residual of run->x, computed on the host, where the matrix need not be transposed; NaN
 * if there is no room for it. */
double seidel_method_run_measure_normal (SeidelMethodRun *run);

/* The part of the residual of run->x, whose norm is given, that another x could take away, after so
 * many iterations, see seidel_range_part_measure (); sets run->range_backward. */
double seidel_method_run_measure_part (SeidelMethodRun *run,
                                       SeidelRangePart *part,
                                       double residual,
                                       int64_t iterations);

/* Whether a solution of A x = b is expected. With damping the least-squares solution is: of more
 * equations than unknowns, and of full rank. */
bool seidel_method_run_is_square (const SeidelMethodRun *run);

G_END_DECLS
