/* The processes of a distributed run, as text and as JSON.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-ranks.h"

#include <math.h>

#include "base/seidel-format.h"
#include "cli/seidel-cli-figures.h"

/* "12.5 %" of the entries of a rank have columns of others. */
static char *
describe_crossing (const SeidelRank *rank)
{
  return seidel_cli_text_percent (
    rank->entries > 0 ? (double) rank->crossing / (double) rank->entries : 0.0);
}

static void
describe_rank (const SeidelRank *rank, SeidelCliSheet *sheet)
{
  g_autofree char *label = g_strdup_printf ("%" G_GINT64_FORMAT, rank->rank);
  g_autofree char *rows = seidel_cli_text_count (rank->rows, "row", "rows");
  g_autofree char *entries = seidel_cli_text_count (rank->entries, "entry", "entries");
  g_autofree char *crossing = describe_crossing (rank);
  g_autofree char *halo = seidel_format_bytes ((double) rank->halo);

  seidel_cli_sheet_add (sheet, label, "%s, %s, of which %s cross to other ranks: %s a product",
                        rows, entries, crossing, halo);
  if (!isnan (rank->products))
    {
      g_autofree char *products = seidel_format_seconds (rank->products, 3);
      g_autofree char *reductions = seidel_format_seconds (rank->reductions, 3);
      g_autofree char *memory = seidel_format_bytes ((double) rank->memory);

      seidel_cli_sheet_add (sheet, "", "%s in products, %s in sums over all ranks, %s of memory",
                            products, reductions, memory);
    }
  if (rank->pid != 0)
    seidel_cli_sheet_add (sheet, "", "process %" G_GINT64_FORMAT " on %s", rank->pid, rank->host);
}

/* Of all ranks together. */
static SeidelRank
add_up (const SeidelRank *ranks, size_t n)
{
  SeidelRank all = { 0 };

  for (size_t i = 0; i < n; i++)
    {
      all.entries += ranks[i].entries;
      all.crossing += ranks[i].crossing;
      all.halo += ranks[i].halo;
    }
  return all;
}

void
seidel_cli_ranks_describe (const SeidelRank *ranks, size_t n, SeidelCliSheet *sheet)
{
  const SeidelRank all = add_up (ranks, n);
  g_autofree char *crossing = describe_crossing (&all);
  g_autofree char *halo = seidel_format_bytes ((double) all.halo);

  if (n == 0)
    return;
  seidel_cli_sheet_title (sheet, "Ranks");
  seidel_cli_sheet_add (sheet, "all", "%s of the entries cross to other ranks: %s a product",
                        crossing, halo);
  for (size_t i = 0; i < n; i++)
    describe_rank (&ranks[i], sheet);
}

void
seidel_cli_ranks_build (const SeidelRank *ranks, size_t n, JsonBuilder *json)
{
  const SeidelRank all = add_up (ranks, n);

  if (n == 0)
    return;
  seidel_cli_json_number (json, "crossing_share",
                          all.entries > 0 ? (double) all.crossing / (double) all.entries : 0.0);
  seidel_cli_json_begin_array (json, "ranks");
  for (size_t i = 0; i < n; i++)
    {
      json_builder_begin_object (json);
      seidel_cli_figures_build (seidel_rank_figures, &ranks[i], json);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}
