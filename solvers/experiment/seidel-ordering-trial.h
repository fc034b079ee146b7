/* A run in each of the orderings that are compared: used by seidel-ordering-comparison.c alone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "experiment/seidel-ordering-comparison.h"

G_BEGIN_DECLS

/* Fills in what begins with run_, and the note where the run could not begin. */
void seidel_ordering_trial (const SeidelComparison *comparison,
                            SeidelOrderingResult *result,
                            SeidelMatrix *reordered,
                            SeidelSchedule *schedule,
                            GCancellable *cancellable);

G_END_DECLS
