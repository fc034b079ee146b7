/* What the time of a Gauss-Seidel sweep over a matrix depends on, counted once, and the time that
 * it takes by that on any machine.
 *
 * The model: one row after the other, rows take what as long ones take on that machine
 * (SeidelMachine.row), but no less than a step where a row waits for one just before it, and more
 * where elements of x are far away; by levels, rows within a level do not wait, threads share those
 * of wide levels, and meet after each. No sweep is faster than the memory that it reads. Which
 * of the two it is the CPU engine decides, as it does for a run with the automatic strategy.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-schedule.h"
#include "predict/seidel-machine.h"

G_BEGIN_DECLS

/* Classes of rows: by their length, a power of two up to this, and by how far before it the last
 * row is that a row waits for: one row, two, … or more. */
#define SEIDEL_PROFILE_N_LENGTHS 24
#define SEIDEL_PROFILE_N_WAITS   5

/* A plain value, machine-independent. */
typedef struct
{
  int64_t rows;
  int64_t entries;
  double bytes;        /* that a sweep row by row moves */
  double sliced_bytes; /* the same where rows of the same pattern share their columns */
  /* Share of the rows with the columns of the row before, moved on by one. */
  double sliced;
  double class_rows[SEIDEL_PROFILE_N_LENGTHS][SEIDEL_PROFILE_N_WAITS]; /* rows, and their entries */
  double class_entries[SEIDEL_PROFILE_N_LENGTHS][SEIDEL_PROFILE_N_WAITS];
  /* Entries in a cache line of x that the row before has none in. */
  double scattered;
  /* Those of them that are far from the row: anywhere in so many bytes. */
  double far[SEIDEL_MACHINE_N_SIZES];
} SeidelSweepProfile;

/* Counts over the rows of a square matrix; of a very large one over some of them. False with an
 * error when it was cancelled. */
SEIDEL_API bool seidel_sweep_profile_init (SeidelSweepProfile *profile,
                                           const SeidelCsr *csr,
                                           GCancellable *cancellable,
                                           GError **error);

/* Seconds of one sweep in double precision over the matrix of the profile, with its forward levels,
 * by so many threads of a processor (at least 1), or on a device. Any thread; takes a moment where
 * there are millions of levels. */
SEIDEL_API double seidel_sweep_predict (const SeidelSweepProfile *profile,
                                        const SeidelCsr *csr,
                                        const SeidelSchedule *schedule,
                                        const SeidelMachine *machine,
                                        int threads);

G_END_DECLS
