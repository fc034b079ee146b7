/* What the binary copy of one matrix consists of, for the sources that write and read it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/seidel-fail.h"
#include "base/seidel-translatable.h"
#include "io/cache/seidel-cache-file.h"

G_BEGIN_DECLS

#define SEIDEL_CACHE_MAGIC           "SEIDEL\r\n"
#define SEIDEL_CACHE_VERSION         3
#define SEIDEL_CACHE_BYTE_ORDER_MARK 0x01020304u

/* Large enough to keep a thread busy, small enough that cancelling is prompt. */
#define SEIDEL_CACHE_PIECE_BYTES ((size_t) 4 << 20)

/* The parts of a copy, in their order. */
enum
{
  SEIDEL_CACHE_PART_TEXTS,
  SEIDEL_CACHE_PART_OFFSETS,
  SEIDEL_CACHE_PART_COLUMNS,
  SEIDEL_CACHE_PART_VALUES,
  SEIDEL_CACHE_PART_PARTS, /* of a complex matrix */
  SEIDEL_CACHE_PART_RHS,
  SEIDEL_CACHE_N_PARTS
};

/* The texts, each ended by a '\0'. */
enum
{
  SEIDEL_CACHE_TEXT_PROGRAM, /* its version */
  SEIDEL_CACHE_TEXT_PATH,
  SEIDEL_CACHE_TEXT_VARIABLE,
  SEIDEL_CACHE_TEXT_NAME,
  SEIDEL_CACHE_TEXT_ORIGIN_VARIABLE,
  SEIDEL_CACHE_TEXT_FORMAT,
  SEIDEL_CACHE_TEXT_NOTE,
  SEIDEL_CACHE_TEXT_READING,
  SEIDEL_CACHE_TEXT_EVIDENCE,
  SEIDEL_CACHE_N_TEXTS
};

typedef struct
{
  char magic[8];
  uint32_t version;
  uint32_t byte_order;
  SeidelCacheStamp stamp;
  int64_t rows;
  int64_t columns;
  int64_t nonzeros;
  int64_t stored;
  int64_t duplicates;
  uint32_t field;
  uint32_t symmetry;
  uint32_t text_bytes;
  uint32_t has_rhs;
  uint64_t sums[SEIDEL_CACHE_N_PARTS];
  uint64_t sum; /* of all above */
} SeidelCacheHeader;

typedef struct
{
  uint64_t begins[SEIDEL_CACHE_N_PARTS];
  uint64_t bytes[SEIDEL_CACHE_N_PARTS];
  uint64_t total;
} SeidelCacheLayout;

/* The sum of what stands before it in a header. */
uint64_t seidel_cache_header_sum (const SeidelCacheHeader *header);

/* Where the parts lie; false when the sizes cannot be. */
bool seidel_cache_lay_out (const SeidelCacheHeader *header, SeidelCacheLayout *layout);

/* Fails: “the copy …”. */
static inline bool
seidel_cache_distrust (GError **error, const char *why)
{
  return seidel_fail (error, SEIDEL_ERROR_FORMAT, seidel_text ("the copy %s"), why);
}

G_END_DECLS
