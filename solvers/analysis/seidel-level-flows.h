/* What flows between the levels of a sweep: how many entries of the rows of a level read values of
 * each level before it. Many levels are taken together in groups.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-schedule.h"

G_BEGIN_DECLS

/* Reference-counted, read-only after construction, safe to share between threads. */
typedef struct
{
  gatomicrefcount references;
  SeidelSchedule *schedule;
  int32_t groups;       /* of levels that follow each other */
  int32_t *first_level; /* groups + 1 entries: group g is the levels first_level[g] …
                         * first_level[g + 1] − 1, counted from 1 */
  int64_t *rows;        /* groups entries */
  int64_t *a_row;       /* likewise: one of the rows of each */
  int64_t
    *dependencies; /* groups × groups entries, from one group (row) to another (column): stored
                    * entries by which rows of the latter depend on rows of the former */
} SeidelLevelFlows;

/* In at most most groups of as many levels as each other, or one more. The matrix must be that of
 * the schedule. One pass over the entries; SEIDEL_ERROR_MEMORY, or G_IO_ERROR_CANCELLED within
 * 100 ms of cancellation. */
SEIDEL_API SeidelLevelFlows *seidel_level_flows_new (const SeidelCsr *csr,
                                                     SeidelSchedule *schedule,
                                                     int32_t most,
                                                     GCancellable *cancellable,
                                                     GError **error);
SEIDEL_API SeidelLevelFlows *seidel_level_flows_ref (SeidelLevelFlows *flows);
SEIDEL_API void seidel_level_flows_unref (SeidelLevelFlows *flows);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelLevelFlows, seidel_level_flows_unref)

/* The group of a level, which counts from 1. */
static inline int32_t
seidel_level_flows_group (const SeidelLevelFlows *flows, int32_t level)
{
  return (int32_t) (((int64_t) (level - 1) * flows->groups) / flows->schedule->count);
}

static inline int64_t
seidel_level_flows_between (const SeidelLevelFlows *flows, int32_t from, int32_t to)
{
  return flows->dependencies[(int64_t) from * flows->groups + to];
}

G_END_DECLS
