/* Ways to hold a matrix: the one table of them, and the memory that each takes.
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
  const char *name;     /* "Diagonals", for people */
  const char *sentence; /* what it keeps and when it pays */
} SeidelStorageInfo;

/* All of them, in the order of SeidelStorage; static. */
SEIDEL_API const SeidelStorageInfo *seidel_storages (size_t *n);
/* False when the text is no id; *storage is left alone then. */
SEIDEL_API bool seidel_storage_parse (const char *text, SeidelStorage *storage);

/* What memory depends on. */
typedef struct
{
  int64_t rows;
  int64_t columns;
  int64_t nonzeros;
  int64_t diagonals; /* different values of j − i among the entries */
} SeidelStorageShape;

/* Bytes of a matrix of this shape; in mixed precision those that the engine works with, in single.
 * A double, because they may lie beyond 64 bits. */
SEIDEL_API double seidel_storage_bytes (SeidelStorage storage,
                                        const SeidelStorageShape *shape,
                                        SeidelPrecision precision);

/* The storage that takes the fewest bytes, CSR where several do. among: bit s is set where
 * SeidelStorage s is available; CSR always is. */
SEIDEL_API SeidelStorage seidel_storage_propose (const SeidelStorageShape *shape,
                                                 SeidelPrecision precision,
                                                 uint32_t among);

G_END_DECLS
