/* Dependency levels against one pass over the column indices.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-bench.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/seidel-schedule.h"

typedef struct
{
  const SeidelCsr *csr;
  SeidelDirection direction;
  int64_t sum;
  SeidelSchedule *schedule;
} Levels;

static void
make_schedule (void *data)
{
  Levels *levels = data;

  g_clear_pointer (&levels->schedule, seidel_schedule_unref);
  levels->schedule = seidel_schedule_new (levels->csr, levels->direction, NULL, NULL, NULL);
}

static void
pass_over_columns (void *data)
{
  Levels *levels = data;
  const int32_t *column_indices = levels->csr->column_indices;
  const int64_t nonzeros = seidel_csr_nonzeros (levels->csr);
  int64_t sum = 0;

  for (int64_t k = 0; k < nonzeros; k++)
    sum += column_indices[k];
  levels->sum = sum;
}

/* The levels of the 27-point grid are x + 2 y + 4 z + 1 in the direction of the sweep. */
static bool
levels_are_right (const SeidelSchedule *schedule, int64_t size)
{
  for (int64_t i = 0; i < schedule->rows; i++)
    {
      const int64_t at =
        schedule->direction == SEIDEL_DIRECTION_FORWARD ? i : schedule->rows - 1 - i;
      const int64_t level = at % size + 2 * (at / size % size) + 4 * (at / (size * size)) + 1;

      if (schedule->level_of_row[i] != level)
        return false;
    }
  return schedule->count == 7 * (size - 1) + 1 && schedule->in_place_safe;
}

void
seidel_bench_levels (const SeidelBench *bench)
{
  const int64_t size = bench->quick ? 60 : 215;
  g_autoptr (SeidelMatrix) matrix = seidel_bench_matrix ("poisson-27", (double) size);
  const SeidelCsr *csr = matrix->csr;

  for (int d = 0; d < 2; d++)
    {
      Levels levels = { .csr = csr,
                        .direction =
                          d == 0 ? SEIDEL_DIRECTION_FORWARD : SEIDEL_DIRECTION_BACKWARD };
      const SeidelBenchPair pair =
        seidel_bench_pairs (make_schedule, &levels, pass_over_columns, &levels, 7);
      const double bytes = 4.0 * (double) seidel_csr_nonzeros (csr) + 12.0 * (double) csr->rows;
      g_autofree char *what =
        g_strdup_printf ("27-point %" G_GINT64_FORMAT
                         "³, %s, over a pass over the columns (%.1f ms)",
                         size, d == 0 ? "forward" : "backward", pair.b_median);
      SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;

      row.name = "levels";
      row.what = what;
      row.median_ms = pair.a_median;
      row.min_ms = pair.a_min;
      row.floors.bytes_ms = seidel_bench_bytes_ms (bench, bytes, 1);
      row.value = pair.a_over_b;
      row.unit = "×";
      row.must = 3.0;
      row.stretch = 1.5;
      row.smaller_is_better = true;
      row.failed = levels_are_right (levels.schedule, size) ? NULL : "a level is wrong";
      seidel_bench_table_add (&row);
      seidel_schedule_unref (levels.schedule);
    }
}
