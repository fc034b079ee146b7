/* A process of a run on a distributed engine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>
#include <stdint.h>

G_BEGIN_DECLS

/* The process and its block of rows. Plain data. */
typedef struct
{
  int64_t rank;
  int64_t pid;
  char host[64];
  int64_t rows;
  int64_t entries;
  int64_t crossing; /* of those, entries whose columns belong to other ranks */
  int64_t halo;     /* bytes that come from other ranks for each product */
  /* Seconds of the run; NaN if it ended before they were reported. */
  double products;   /* in products, waiting for the halo included */
  double reductions; /* in sums over all ranks, waiting for the others included */
  int64_t memory;    /* its peak, in bytes; 0 likewise */
} SeidelRank;

G_END_DECLS
