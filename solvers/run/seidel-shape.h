/* How the threads of a device share products with a dense matrix: the text of a shape. Where it
 * fits, the plan says.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <glib.h>

#include "base/seidel-api.h"
#include "base/seidel-types.h"

G_BEGIN_DECLS

/* "4x64": rows of a block and threads of a row, powers of two; "auto" is 0 and 0. False with
 * SEIDEL_ERROR_INVALID if the text is neither; *shape is then unchanged. */
SEIDEL_API bool seidel_shape_parse (const char *text, SeidelShape *shape, GError **error);
SEIDEL_API char *seidel_shape_to_text (SeidelShape shape);

G_END_DECLS
