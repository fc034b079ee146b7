/* How the threads of a device share products with a dense matrix: text of a shape, and where it
 * fits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <glib.h>

#include "engine/seidel-engine.h"

G_BEGIN_DECLS

/* "4x64": rows of a block and threads of a row, powers of two; "auto" is 0 and 0. False, with
 * SEIDEL_ERROR_INVALID, when the text is neither; *shape is left alone then. */
bool seidel_shape_parse (const char *text, SeidelShape *shape, GError **error);
char *seidel_shape_to_text (SeidelShape shape);

/* Whether products of the engine with a matrix stored so have shapes at all; SEIDEL_ERROR_INVALID
 * says what stands against it. */
bool seidel_shape_applies (const SeidelEngine *engine, SeidelStorage storage, GError **error);

/* Whether this one can be had, too: "auto" always. */
bool seidel_shape_fits (SeidelShape shape,
                        const SeidelEngine *engine,
                        SeidelStorage storage,
                        GError **error);

G_END_DECLS
