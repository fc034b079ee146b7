/* When the residual of a symmetric system can fall no more: Choi, Paige and Saunders, "MINRES-QLP"
 * (2011), section 3.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <math.h>

#include "method/seidel-method-run.h"

G_BEGIN_DECLS

/* ‖A r‖ / (‖A‖ ‖r‖) at which r is the least residual: as small as the recurrences make it where the
 * system has no solution, in double the root of the unit of rounding. In single precision that
 * would not separate such a system from one that is ill-conditioned: there the product has to
 * vanish but for this many units of rounding. */
#define SEIDEL_NULL_PRODUCT 10.0

/* Whether A r is zero but for rounding, given ‖A r‖, ‖A‖ and ‖r‖. */
static inline bool
seidel_method_run_is_least (const SeidelMethodRun *run,
                            double product,
                            double size,
                            double residual)
{
  const double epsilon = seidel_method_run_epsilon (run);

  return product <= (run->options->precision == SEIDEL_PRECISION_DOUBLE
                       ? sqrt (epsilon)
                       : SEIDEL_NULL_PRODUCT * epsilon)
                      * size * residual;
}

G_END_DECLS
