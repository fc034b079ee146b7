/* The borders between the ranks of a partition, drawn over the pattern, and the halo: the columns
 * of other ranks that the rows of a rank read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-partition.h"
#include "analysis/seidel-row-set.h"
#include "draw/seidel-theme.h"
#include "draw/seidel-viewport.h"

G_BEGIN_DECLS

/* Groups of columns that the halo of a rank is known by; up to as many columns, each is one. */
#define SEIDEL_BORDERS_GROUPS 4096

/* Reference-counted, read-only after construction, safe to share between threads. */
typedef struct
{
  gatomicrefcount references;
  int ranks;
  int64_t rows;
  int64_t *first;         /* ranks + 1: the rows of a rank */
  int64_t group;          /* columns of a group */
  uint8_t *halo;          /* ranks × groups: 1 where a group has columns of the halo */
  SeidelRowSet *crossing; /* the rows with entries in columns of other ranks */
  int64_t entries;        /* of the matrix */
  int64_t n_crossing;     /* of those, with columns of other ranks */
} SeidelBorders;

/* Of consecutive rows: the partition has no order of its own. A pass over the entries; any thread.
 * NULL with an error (no memory, cancelled). */
SeidelBorders *seidel_borders_new (const SeidelPartition *partition,
                                   const SeidelCsr *csr,
                                   GCancellable *cancellable,
                                   GError **error);
SeidelBorders *seidel_borders_ref (SeidelBorders *borders);
void seidel_borders_unref (SeidelBorders *borders);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelBorders, seidel_borders_unref)

/* Under the entries, and over them; the area of the map is clipped already. */
void seidel_borders_draw_halo (const SeidelBorders *borders,
                               cairo_t *cr,
                               const SeidelCellMap *map,
                               const SeidelTheme *theme);
void seidel_borders_draw_lines (const SeidelBorders *borders,
                                cairo_t *cr,
                                const SeidelCellMap *map,
                                const SeidelTheme *theme);
/* "4 ranks: 1.3 % of the entries, in 240 rows, are in the halo", in the lower left corner of the
 * area. */
void seidel_borders_draw_key (const SeidelBorders *borders,
                              cairo_t *cr,
                              const SeidelRect *area,
                              const SeidelTheme *theme);
/* The same as text. */
char *seidel_borders_describe (const SeidelBorders *borders);

G_END_DECLS
