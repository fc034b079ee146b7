/* Writing the entries of a Matrix Market file from rows that are given one by one: those of a
 * matrix in memory, or of a formula. On all cores, and never more than a few blocks at once.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <gio/gio.h>

#include "base/seidel-progress.h"

G_BEGIN_DECLS

/* The entries of a row, columns increasing and 0-based. */
typedef struct
{
  int64_t count;
  const int32_t *columns;
  const double *values; /* of complex numbers both parts of each */
} SeidelMarketRow;

typedef struct
{
  int64_t rows;
  int64_t columns;
  int64_t entries; /* of all rows */
  int64_t written; /* entries of the file: fewer where it is symmetric */
  bool symmetric;  /* entries right of the diagonal are left out */
  bool hermitian;  /* likewise, of complex numbers; one of both at most */
  bool complex_numbers;
  int64_t room; /* entries of the longest row, for those that need room */

  /* Returns a row: in place, or in the buffer lent. Called from several threads. */
  SeidelMarketRow (*row) (const void *data, int64_t row, int32_t *columns, double *values);
  const void *data;
} SeidelMarketRows;

/* Writes the file, header and all; name becomes a comment. To a temporary name first, renamed when
 * complete. Stops within 100 ms of cancellation. */
bool seidel_market_write_rows (const SeidelMarketRows *rows,
                               const char *name,
                               const char *path,
                               SeidelProgress *progress,
                               GCancellable *cancellable,
                               GError **error);

/* Whether a file of this name is written as Matrix Market, compressed or not. */
bool seidel_market_has_name (const char *path, bool *compressed);

/* About how many bytes the file will have, uncompressed, from rows here and there. */
double seidel_market_estimate_bytes (const SeidelMarketRows *rows);

G_END_DECLS
