/* The tiles of rows in which aggregates begin (engine/seidel-root-order.h), for several threads.
 * Private to libseidel.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "multigrid/seidel-aggregation.h"

G_BEGIN_DECLS

/* Tiles in the order of their keys, in groups. Those of a group neither have rows with a strong
 * neighbour in common nor such in each other: whoever changes a row and its strong neighbours at a
 * time gets what one thread gets that goes through the tiles in order. */
typedef struct
{
  int64_t rows;
  int64_t count;   /* of tiles */
  int32_t *tiles;  /* count, by group */
  int64_t *groups; /* n_groups + 1, into tiles */
  int64_t n_groups;
} SeidelTileOrder;

/* False with an error: without memory, or stopped. */
bool seidel_tile_order_init (SeidelTileOrder *self,
                             const SeidelStrength *strength,
                             const SeidelWorkers *workers,
                             GError **error);
void seidel_tile_order_clear (SeidelTileOrder *self);

/* Does something with the rows first … end − 1. */
typedef void (*SeidelTileFunc) (int64_t first, int64_t end, gpointer data);

/* Calls func for all tiles, by several threads; in_order: one group after the other. False when the
 * work was stopped. */
bool seidel_tile_order_run (const SeidelTileOrder *self,
                            bool in_order,
                            SeidelTileFunc func,
                            gpointer data,
                            const SeidelWorkers *workers);

G_END_DECLS
