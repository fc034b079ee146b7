/* Formats that are known and not read, by what their files begin with: for messages. Private to
 * solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stddef.h>
#include <glib.h>

G_BEGIN_DECLS

/* A sentence about the format of such a file, “is a Parquet file; …”, or NULL. head[length] is
 * readable and '\0'. */
const char *seidel_signature_explain (const char *head, size_t length);

G_END_DECLS
