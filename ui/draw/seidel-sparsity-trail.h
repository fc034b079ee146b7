/* What a row waits for, drawn over the pattern: its dependencies, and a longest chain through it.
 *
 * A chain is a staircase along the diagonal: from the diagonal entry of a row along its column to
 * the entry that makes another row depend on it, and along that row to its diagonal entry.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-chains.h"
#include "draw/seidel-theme.h"
#include "draw/seidel-viewport.h"

G_BEGIN_DECLS

/* Reference-counted, read-only after construction, safe to share between threads. */
typedef struct
{
  gatomicrefcount references;
  int64_t row;      /* −1: none, the chain is a critical path of the matrix */
  int64_t level;    /* of the row */
  int64_t waits;    /* rows that it depends on directly */
  int64_t critical; /* rows through which critical paths lead */
  int32_t *chain;   /* in the order of the sweep; the row is the one of index level − 1 */
  int64_t length;
  SeidelDirection direction;
} SeidelTrail;

/* Of a row, or of a critical path where row is −1. NULL without memory and without rows. */
SeidelTrail *seidel_trail_new (const SeidelChains *chains, const SeidelCsr *csr, int64_t row);
SeidelTrail *seidel_trail_ref (SeidelTrail *trail);
void seidel_trail_unref (SeidelTrail *trail);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelTrail, seidel_trail_unref)

/* Over the entries; the area of the map is clipped already. */
void seidel_trail_draw (const SeidelTrail *trail,
                        const SeidelCsr *csr,
                        cairo_t *cr,
                        const SeidelCellMap *map,
                        const SeidelTheme *theme);
/* What the lines mean, in the area: beside the matrix, which is drawn inside, or over it. */
void seidel_trail_draw_key (const SeidelTrail *trail,
                            cairo_t *cr,
                            const SeidelRect *area,
                            const SeidelRect *inside,
                            const SeidelTheme *theme);
/* "waits for 4 rows · longest chain: 171 rows up to it, 33 from it" */
char *seidel_trail_describe (const SeidelTrail *trail);

G_END_DECLS
