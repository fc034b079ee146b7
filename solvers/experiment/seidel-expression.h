/* Expressions: what a claim, a choice or a statement says, computed from named values.
 *
 *   numbers, names, + - * / ^, ( ), pi
 *   sqrt (x)  abs (x)  log (x)  log10 (x)  sin (x)  cos (x)  round (x)
 *   min (x, y)  max (x, y)  near (x, y, relative): |x − y| ≤ relative · |y|
 *   < <= > >= == !=, which give 1 or 0; and, or
 *
 * Whatever depends on a value that is not known is not known: NaN.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>

#include <glib.h>

#include "base/seidel-api.h"

G_BEGIN_DECLS

/* The value of a name, NaN if it is not known yet; false if there is no such name. */
typedef bool (*SeidelExpressionLookup) (const char *name, double *value, gpointer data);

/* SEIDEL_ERROR_FORMAT says what was expected, and where. */
SEIDEL_API bool seidel_expression_evaluate (const char *text,
                                            SeidelExpressionLookup lookup,
                                            gpointer data,
                                            double *value,
                                            GError **error);

G_END_DECLS
