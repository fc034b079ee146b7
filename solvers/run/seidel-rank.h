/* A process of a run on a distributed engine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>
#include <math.h>
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
  /* Of messages between rank 0 and this one, measured before the run; NaN where they were not. */
  double latency;   /* seconds from one to the other */
  double bandwidth; /* bytes a second, of large ones */
  /* Seconds of the run; NaN if it ended before they were reported. */
  double products;   /* in products, waiting for the halo included */
  double exchanges;  /* of these, in sending and receiving the halo */
  double reductions; /* in sums over all ranks, waiting for the others included */
  int64_t sums;      /* how many of those; 0 likewise */
  int64_t memory;    /* its peak, in bytes; 0 likewise */
} SeidelRank;

/* Nothing is known of it. */
#define SEIDEL_RANK_INIT                                                                   \
  {                                                                                        \
    .latency = NAN, .bandwidth = NAN, .products = NAN, .exchanges = NAN, .reductions = NAN \
  }

G_END_DECLS
