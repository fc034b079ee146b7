/* What the parts of the collection share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "collection/seidel-collection.h"

G_BEGIN_DECLS

/* All accept transfer == NULL. */
void seidel_transfer_begin (SeidelTransfer *transfer, const char *activity);
void seidel_transfer_set (SeidelTransfer *transfer, int64_t received, int64_t total);

/* Makes the folder that a file is to be in. */
bool seidel_collection_make_folder (const char *path, GError **error);

G_END_DECLS
