/* The table of storages of a matrix, and the memory that each needs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <glib.h>

#include "base/seidel-api.h"
#include "base/seidel-types.h"

G_BEGIN_DECLS

typedef struct
{
  const char *id;       /* "dia", for scripts */
  const char *name;     /* "Diagonals", for users */
  const char *sentence; /* what it stores and when it pays off */
} SeidelStorageInfo;

/* All storages, in the order of SeidelStorage; static. */
SEIDEL_API const SeidelStorageInfo *seidel_storages (size_t *n);
/* The id of a storage, "auto" of one that is not chosen. */
SEIDEL_API const char *seidel_storage_id (SeidelStorage storage);
/* False if the text is not an id; *storage is then unchanged. */
SEIDEL_API bool seidel_storage_parse (const char *text, SeidelStorage *storage);

/* The numbers that determine the memory. */
typedef struct
{
  int64_t rows;
  int64_t columns;
  int64_t nonzeros;
  int64_t diagonals; /* distinct values of j − i among the entries */
} SeidelStorageShape;

/* Size in bytes of a matrix of this shape; in mixed precision that of the engine's copy in single.
 * A double, because it may exceed 64 bits. */
SEIDEL_API double seidel_storage_bytes (SeidelStorage storage,
                                        const SeidelStorageShape *shape,
                                        SeidelPrecision precision);

/* The storage that needs the fewest bytes; of several, CSR. among: bit s is set if SeidelStorage s
 * is available; CSR always is. */
SEIDEL_API SeidelStorage seidel_storage_propose (const SeidelStorageShape *shape,
                                                 SeidelPrecision precision,
                                                 uint32_t among);

G_END_DECLS
