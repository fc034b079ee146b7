/* The sizes of what the CPU engine cuts its work into, on which the time of it depends, too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Numbers below which an operation stays on the calling thread: to wake the others, who may be
 * asleep or busy with other work, would take longer than the work. */
#define SEIDEL_CPU_WORTH_SHARING 65536

/* Rows of a slice. Twice as many were no faster where vectors have room for them, because fewer
 * rows then find a slice. */
#define SEIDEL_CPU_SLICE 4

/* Most rows of a run, the smallest piece of work that a thread is given. */
#define SEIDEL_CPU_RUN_ROWS 32

/* A level narrower than this many rows a thread is not worth a barrier of its own. */
#define SEIDEL_CPU_THIN_ROWS_PER_THREAD 32

/* Matrices with fewer entries per row than this read x anywhere, with nothing to do meanwhile:
 * their elements of x are fetched ahead, and rows of a level are stored by slices. */
#define SEIDEL_CPU_SHORT_ROW 4

static inline bool
seidel_cpu_has_short_rows (int64_t rows, int64_t entries)
{
  return entries < SEIDEL_CPU_SHORT_ROW * rows;
}
