/* The profile of a device, as text and as JSON.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-kernels.h"

#include <stdlib.h>

#include "base/seidel-format.h"

static int
compare_kernels (const void *a, const void *b)
{
  const int64_t x = ((const SeidelKernelTimes *) a)->nanoseconds;
  const int64_t y = ((const SeidelKernelTimes *) b)->nanoseconds;

  return (x < y) - (x > y);
}

/* A copy, those that took most of the time first; free with g_free (). */
static SeidelKernelTimes *
sorted_kernels (const SeidelOutcome *outcome)
{
  SeidelKernelTimes *kernels =
    g_memdup2 (outcome->kernels, outcome->n_kernels * sizeof *outcome->kernels);

  if (outcome->n_kernels > 0)
    qsort (kernels, outcome->n_kernels, sizeof *kernels, compare_kernels);
  return kernels;
}

static void
describe_kernel (const SeidelKernelTimes *kernel, double all, SeidelCliSheet *sheet)
{
  const double calls = (double) MAX (kernel->calls, 1);
  g_autofree char *times = seidel_cli_text_count (kernel->calls, "call", "calls");
  g_autofree char *mean = seidel_format_seconds ((double) kernel->nanoseconds / calls * 1e-9, 3);
  g_autofree char *least = seidel_format_seconds ((double) kernel->least * 1e-9, 3);
  g_autofree char *most = seidel_format_seconds ((double) kernel->most * 1e-9, 3);
  g_autofree char *share =
    seidel_cli_text_percent (all > 0.0 ? (double) kernel->nanoseconds * 1e-9 / all : 0.0);

  seidel_cli_sheet_add (sheet, kernel->name, "%s of the device, %s of %s on average, %s to %s",
                        share, times, mean, least, most);
  if (kernel->branches > 0)
    {
      g_autofree char *efficiency =
        seidel_cli_text_percent (1.0 - (double) kernel->divergent / (double) kernel->branches);
      g_autofree char *branches = seidel_cli_text_count (kernel->branches, "branch", "branches");

      seidel_cli_sheet_add (sheet, "", "branch efficiency %s of %s", efficiency, branches);
    }
}

void
seidel_cli_kernels_describe (const SeidelOutcome *outcome, SeidelCliSheet *sheet)
{
  g_autofree SeidelKernelTimes *kernels = sorted_kernels (outcome);
  const double all = seidel_outcome_device_seconds (outcome);

  if (outcome->n_kernels == 0)
    return;
  seidel_cli_sheet_title (sheet, "Kernels");
  for (size_t i = 0; i < outcome->n_kernels; i++)
    describe_kernel (&kernels[i], all, sheet);
}

void
seidel_cli_kernels_build (const SeidelOutcome *outcome, JsonBuilder *json)
{
  g_autofree SeidelKernelTimes *kernels = sorted_kernels (outcome);

  if (outcome->n_kernels == 0)
    return;
  seidel_cli_json_begin_array (json, "kernels");
  for (size_t i = 0; i < outcome->n_kernels; i++)
    {
      json_builder_begin_object (json);
      seidel_cli_json_text (json, "name", kernels[i].name);
      seidel_cli_json_integer (json, "calls", kernels[i].calls);
      seidel_cli_json_number (json, "seconds", (double) kernels[i].nanoseconds * 1e-9);
      seidel_cli_json_number (json, "least", (double) kernels[i].least * 1e-9);
      seidel_cli_json_number (json, "most", (double) kernels[i].most * 1e-9);
      seidel_cli_json_integer (json, "branches", kernels[i].branches);
      seidel_cli_json_integer (json, "divergent", kernels[i].divergent);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}
