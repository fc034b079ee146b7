/* The processes of a distributed run, as text and as JSON.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-ranks.h"

#include <math.h>

#include "base/seidel-format.h"

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
      const SeidelRank *rank = &ranks[i];

      json_builder_begin_object (json);
      seidel_cli_json_integer (json, "rank", rank->rank);
      seidel_cli_json_text (json, "host", rank->host);
      seidel_cli_json_integer (json, "process", rank->pid);
      seidel_cli_json_integer (json, "rows", rank->rows);
      seidel_cli_json_integer (json, "entries", rank->entries);
      seidel_cli_json_integer (json, "crossing", rank->crossing);
      seidel_cli_json_integer (json, "halo_bytes", rank->halo);
      seidel_cli_json_number (json, "latency_seconds", rank->latency);
      seidel_cli_json_number (json, "bandwidth", rank->bandwidth);
      seidel_cli_json_number (json, "products_seconds", rank->products);
      seidel_cli_json_number (json, "exchanges_seconds", rank->exchanges);
      seidel_cli_json_number (json, "reductions_seconds", rank->reductions);
      seidel_cli_json_integer (json, "sums", rank->sums);
      seidel_cli_json_integer (json, "memory_bytes", rank->memory);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}
