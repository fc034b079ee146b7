/* The times of the levels of a sweep, printed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "cli/seidel-cli-level-times.h"

#include "base/seidel-format.h"
#include "cli/seidel-cli-matrix.h"

#define MAX_WORST 12 /* lines for people */

static void
build_seconds (const SeidelLevelTimes *times, const char *name, size_t member, JsonBuilder *json)
{
  seidel_cli_json_begin_array (json, name);
  for (int32_t l = 0; l < times->count; l++)
    json_builder_add_double_value (json, G_STRUCT_MEMBER (double, &times->times[l], member));
  json_builder_end_array (json);
}

static void
build_waste (const SeidelLevelTimes *times,
             const SeidelSchedule *schedule,
             int threads,
             JsonBuilder *json)
{
  SeidelLevelWaste waste;

  if (schedule == NULL || !seidel_level_waste_init (&waste, schedule, times, threads))
    return;
  seidel_cli_json_begin_object (json, "waste");
  seidel_cli_json_integer (json, "threads", waste.threads);
  seidel_cli_json_number (json, "sweep", waste.seconds);
  seidel_cli_json_number (json, "wasted", waste.judged ? waste.wasted : NAN);
  seidel_cli_json_integer (json, "narrow_levels", waste.narrow);
  seidel_cli_json_number (json, "narrow", waste.narrow_seconds);
  seidel_cli_json_begin_array (json, "worst");
  for (int i = 0; i < waste.n_worst; i++)
    {
      json_builder_begin_object (json);
      seidel_cli_json_integer (json, "level", waste.worst[i].level + 1);
      seidel_cli_json_integer (json, "rows", schedule->level_rows[waste.worst[i].level]);
      seidel_cli_json_number (json, "wasted", waste.worst[i].wasted);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
  json_builder_end_object (json);
}

void
seidel_cli_level_times_build (const SeidelLevelTimes *times,
                              const SeidelSchedule *schedule,
                              int threads,
                              const char *name,
                              JsonBuilder *json)
{
  json_builder_set_member_name (json, name);
  if (times == NULL)
    {
      json_builder_add_null_value (json);
      return;
    }
  json_builder_begin_object (json);
  seidel_cli_json_text (json, "timed", seidel_timed_id (times->timed));
  seidel_cli_json_text (json, "of", times->passes ? "passes" : "levels");
  seidel_cli_json_integer (json, "sweeps", times->sweeps);
  seidel_cli_json_integer (json, "kept", times->kept);
  seidel_cli_json_integer (json, "fewest", times->fewest);
  seidel_cli_json_integer (json, "count", times->count);
  build_seconds (times, "lower_quartile", G_STRUCT_OFFSET (SeidelLevelTime, lower), json);
  build_seconds (times, "median", G_STRUCT_OFFSET (SeidelLevelTime, median), json);
  build_seconds (times, "upper_quartile", G_STRUCT_OFFSET (SeidelLevelTime, upper), json);
  if (times->passes)
    {
      seidel_cli_json_begin_array (json, "rows");
      for (int32_t pass = 0; pass < times->count; pass++)
        json_builder_add_int_value (json, times->rows[pass]);
      json_builder_end_array (json);
    }
  build_waste (times, schedule, MAX (threads, 1), json);
  json_builder_end_object (json);
}

void
seidel_cli_level_times_build_run (SeidelTrace *trace,
                                  SeidelSchedule *const schedules[2],
                                  int threads,
                                  JsonBuilder *json)
{
  seidel_cli_json_begin_object (json, "level_times");
  for (int d = 0; d < 2; d++)
    {
      g_autoptr (SeidelLevelTimes) times = seidel_trace_level_times (trace, (SeidelDirection) d);

      seidel_cli_level_times_build (times, schedules[d], threads,
                                    seidel_cli_direction_id ((SeidelDirection) d), json);
    }
  json_builder_end_object (json);
}

static void
describe_worst (const SeidelLevelWaste *waste,
                const SeidelSchedule *schedule,
                const SeidelLevelTimes *times,
                SeidelCliSheet *sheet)
{
  seidel_cli_sheet_title (sheet, "Levels that waste most");
  for (int i = 0; i < MIN (waste->n_worst, MAX_WORST); i++)
    {
      int32_t level = waste->worst[i].level;
      g_autofree char *number = seidel_format_count (level + 1);
      g_autofree char *label = g_strdup_printf ("level %s", number);
      g_autofree char *rows = seidel_cli_text_count (schedule->level_rows[level], "row", "rows");
      g_autofree char *wasted = seidel_format_seconds (waste->worst[i].wasted, 3);
      g_autofree char *median = seidel_format_seconds (times->times[level].median, 3);

      seidel_cli_sheet_add (sheet, label, "%s of %s, %s", wasted, median, rows);
    }
}

void
seidel_cli_level_times_describe (const SeidelLevelTimes *times,
                                 const SeidelSchedule *schedule,
                                 int threads,
                                 SeidelCliSheet *sheet)
{
  g_autofree char *sum = seidel_format_seconds (seidel_level_times_sum (times), 3);
  g_autofree char *waste_text = NULL;
  SeidelLevelWaste waste;

  seidel_cli_sheet_title (sheet, "Time");
  seidel_cli_sheet_take (sheet, "timed", seidel_level_times_describe (times));
  seidel_cli_sheet_add (sheet, "a sweep", "%s, the sum of the medians of its %s", sum,
                        times->passes ? "passes" : "levels");
  if (!seidel_level_waste_init (&waste, schedule, times, MAX (threads, 1)))
    return;
  waste_text = seidel_level_waste_describe (&waste);
  seidel_cli_sheet_add (sheet, "wasted", "%s", waste_text);
  describe_worst (&waste, schedule, times, sheet);
}
