/* The stream from rank 0 to the program that started it: lines of text, of which those that begin
 * with “seidel ” count. Both ends are here, so that there is one description of them:
 *
 *     process RANK PID HOST                             a rank has started
 *     rank RANK ROWS ENTRIES CROSSING HALO LATENCY BANDWIDTH   it has its rows
 *     solve                                             the solve phase begins
 *     reference VALUE
 *     point ITERATION SECONDS RESIDUAL ERROR
 *     sweep ITERATION BEGIN SECONDS
 *     time RANK PRODUCTS EXCHANGES REDUCTIONS SUMS MEMORY   what a rank spent, at the end
 *     end ITERATIONS INITIAL FINAL REASON COMPUTED MESSAGE
 *     fail REASON MESSAGE                               from any rank, which then ends all of them
 *
 * The other way go the lines “stop”, and “received” when the end has come, before which no rank
 * ends: one that is seen to have ended earlier is lost.
 *
 * Numbers are written so that they read back to the same bits, independent of the locale.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cluster/seidel-cluster.h"
#include "run/seidel-trace-writer.h"

G_BEGIN_DECLS

#define SEIDEL_CLUSTER_STOP     "stop\n"
#define SEIDEL_CLUSTER_RECEIVED "received\n"

/* What has come so far. */
typedef struct
{
  SeidelTrace *trace;
  SeidelClusterResult *result;
  GArray *ranks; /* SeidelRank */
  GString *line; /* the beginning of one */
  bool ended;    /* the last line has come */
} SeidelClusterStream;

/* Takes bytes as they come. */
void seidel_cluster_stream_take (SeidelClusterStream *self, const char *bytes, size_t n);

/* For rank 0 and, where it says so, for others; each appends one line. */
void seidel_cluster_stream_add_process (GString *text, const SeidelRank *rank);
void seidel_cluster_stream_add_rank (GString *text, const SeidelRank *rank);
void seidel_cluster_stream_add_solve (GString *text, double reference);
void seidel_cluster_stream_add_point (GString *text, const SeidelTracePoint *point);
void seidel_cluster_stream_add_sweep (GString *text, const SeidelTraceSweep *sweep);
void seidel_cluster_stream_add_times (GString *text, const SeidelRank *rank);
void seidel_cluster_stream_add_end (GString *text, const SeidelClusterResult *result);
void seidel_cluster_stream_add_failure (GString *text, SeidelReason reason, const char *message);

G_END_DECLS
