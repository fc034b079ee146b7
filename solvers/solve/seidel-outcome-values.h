/* The figures of an outcome by name: for programs that are not written in C, and for those that are
 * to work with later versions of the library, in which SeidelOutcome has more members.
 *
 * Names are those of “seidel-cli solve --json”, a member of an object with the name of that before
 * it: "iterations", "reason", "method", "residual.true_2", "backward_error", "seconds.solve".
 * Pure functions; any thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "solve/seidel-solve.h"

G_BEGIN_DECLS

/* All of them, in order, ended by NULL; static. Later versions have more. */
SEIDEL_API const char *const *seidel_outcome_names (void);

/* A number; 1 or 0 for one that is true or false; seconds. NaN where it is not known, where it is a
 * text, and for a name that is none. */
SEIDEL_API double seidel_outcome_value (const SeidelOutcome *outcome, const char *name);

/* The same as a text, numbers with all their digits: new, for g_free (). NULL where it is not known
 * and for a name that is none. */
SEIDEL_API char *seidel_outcome_text (const SeidelOutcome *outcome, const char *name);

/* The solution, see SeidelOutcome.x, and the doubles in it; it lives as long as the outcome. n may
 * be NULL. */
SEIDEL_API const double *seidel_outcome_x (const SeidelOutcome *outcome, int64_t *n);

G_END_DECLS
