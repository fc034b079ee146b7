/* When a system is scaled without being asked: the one rule, which the plan, automatic runs and the
 * structure report use.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-structure.h"
#include "method/seidel-method.h"

G_BEGIN_DECLS

/* What the sizes of rows and columns ask for; NONE where they are alike, or nothing is known of
 * them. method: NULL for one that is still to be chosen. */
SEIDEL_API SeidelScale seidel_scaling_choose (const SeidelStructure *structure,
                                              const SeidelMethod *method);

/* Whether numbers of this magnitude are multiplied by a power of two because squares of them, or of
 * what is left of them in the end, would leave the range of the precision. */
SEIDEL_API bool seidel_scaling_is_extreme (double magnitude, SeidelPrecision precision);

/* “Rows differ by 10^15 in size”: new, for g_free (); NULL where rows and columns are alike. */
SEIDEL_API char *seidel_scaling_describe_need (const SeidelStructure *structure);

G_END_DECLS
