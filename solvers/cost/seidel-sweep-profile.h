/* What the time of a sweep over a matrix depends on, and the time that it takes by that with each
 * strategy of the CPU engine on any machine: one model, from which the engine chooses and from
 * which times are predicted.
 *
 * Some rows are looked at, in stretches of neighbouring ones. One row after the other, they go
 * through a model of a processor's pipeline, see seidel-sweep-times.c; by levels, rows of a level
 * do not wait, threads share those of wide levels, and meet after each. Rows unlike those before
 * them cost what mispredicted branches do, and far elements of x what the memory does that they
 * are in.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "engine/seidel-engine-types.h"
#include "cost/seidel-machine-constants.h"
#include "cost/seidel-sweep-counts.h"

G_BEGIN_DECLS

/* A plain value, machine-independent. */
typedef struct
{
  int64_t rows;
  int64_t entries;
  int64_t longest; /* entries of one row */
  /* Share of the rows that wait for the row just before them. */
  double chained;
  /* Mispredicted branches of a row, those that rows before it do not tell: one after the other, and
   * level by level. */
  double mispredictions;
  double level_mispredictions;
  /* Share of the rows that have the columns of the row before in their level, moved on alike. */
  double sliced;
  /* Entries of a row in a cache line of x, in the order of levels, that the row before it in its
   * level has none in. */
  double level_scattered;
  /* Rows of a level are sorted by shape and by what they read: none is then mispredicted, nor is
   * one of those entries of each row scattered that depends on others. */
  bool sorted;
  /* No row has an entry behind the diagonal, and rows have several before it: a triangle of
   * factors, whose rows were divided by the diagonal and wait without a division. */
  bool divided;
  /* Entries, of all, in a cache line of x that the row before has none in, far from the row:
   * anywhere in so many bytes. */
  double far[SEIDEL_MACHINE_N_SIZES];
} SeidelSweepProfile;

/* Looks at some rows of a square matrix and at the levels of one direction, without which sliced
 * stays 0. Takes less than 2 ms, and one pass over the row offsets. */
SEIDEL_API void seidel_sweep_profile_init (SeidelSweepProfile *profile,
                                           const SeidelCsrView *matrix,
                                           const SeidelLevelsView *levels);

/* Whether rows with few entries are in levels wide enough for many of each shape. */
bool seidel_sweep_sorts (int64_t rows, int64_t entries, int32_t levels);

/* Whether the CPU engine sorts the rows of each level: such rows, unless levels do not work in
 * place. */
bool seidel_sweep_sorts_levels (const SeidelCsrView *matrix, const SeidelLevelsView *levels);

/* Seconds of one sweep in double precision; infinite where a strategy is out of the question. */
typedef struct
{
  double serial;
  double alone;    /* by levels, on one thread */
  double together; /* by levels, on all threads */
} SeidelSweepTimes;

/* By so many threads of a processor; without levels serially. Takes a moment where there are
 * millions of levels. */
void seidel_sweep_times (const SeidelSweepProfile *profile,
                         const SeidelCsrView *matrix,
                         const SeidelLevelsView *levels,
                         const SeidelMachine *machine,
                         int threads,
                         SeidelSweepTimes *times);

/* The threads that should sweep by levels. */
typedef struct
{
  int threads;    /* 0 where that is not worth it, 1 where rows next to each other gain more */
  double gain;    /* how many times faster than serial they are expected to be */
  double seconds; /* expected of a sweep by them, or of a serial one */
} SeidelSweepTeam;

SEIDEL_API SeidelSweepTeam seidel_sweep_team (const SeidelSweepProfile *profile,
                                              const SeidelCsrView *matrix,
                                              const SeidelLevelsView *levels,
                                              const SeidelMachine *machine,
                                              int threads);

/* What gathering the far elements of x adds. */
SEIDEL_API double seidel_sweep_profile_gather (const SeidelSweepProfile *profile,
                                               const SeidelMachine *machine);

/* Entries of a row before its diagonal, which a forward sweep has updated, and behind it. */
typedef struct
{
  int64_t before;
  int64_t behind;
} SeidelRowShape;

SeidelRowShape seidel_row_shape (const SeidelCsrView *matrix, int64_t row);

/* Neighbouring rows that are looked at. */
#define SEIDEL_STRETCH_ROWS 80

typedef struct
{
  int64_t begin;
  int64_t end;
} SeidelStretch;

/* The index-th stretch of a matrix with rows; false when there are no more. */
bool seidel_sweep_stretch (const SeidelCsrView *matrix, int index, SeidelStretch *stretch);

G_END_DECLS
