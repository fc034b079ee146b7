/* seidel-cli cache: lists the cached matrices, or clears the cache.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/cache/seidel-cache.h"

#include "cli/seidel-cli-options.h"
#include "cli/seidel-cli-text.h"
#include "base/seidel-format.h"

static uint64_t
sum_bytes (const GPtrArray *copies)
{
  uint64_t bytes = 0;
  for (guint i = 0; i < copies->len; i++)
    bytes += ((const SeidelCacheCopy *) g_ptr_array_index (copies, i))->bytes;
  return bytes;
}

static char *
format_time (int64_t seconds)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (seconds);
  return time != NULL ? g_date_time_format_iso8601 (time) : g_strdup ("not known");
}

static void
build_copy (JsonBuilder *json, const SeidelCacheCopy *copy)
{
  g_autofree char *path = copy->path != NULL ? g_filename_display_name (copy->path) : NULL;
  g_autofree char *used = format_time (copy->used);
  json_builder_begin_object (json);
  seidel_cli_json_text (json, "path", path);
  seidel_cli_json_text (json, "variable", copy->variable);
  seidel_cli_json_text (json, "name", copy->name);
  seidel_cli_json_integer (json, "rows", copy->rows);
  seidel_cli_json_integer (json, "columns", copy->columns);
  seidel_cli_json_integer (json, "nonzeros", copy->nonzeros);
  seidel_cli_json_integer (json, "bytes", (int64_t) copy->bytes);
  seidel_cli_json_text (json, "used", used);
  seidel_cli_json_bool (json, "current", copy->current);
  json_builder_end_object (json);
}

static int
print_json (const GPtrArray *copies)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_object (json);
  g_autofree char *folder = g_filename_display_name (seidel_cache_folder ());
  seidel_cli_json_text (json, "folder", folder);
  seidel_cli_json_integer (json, "limit", (int64_t) seidel_cache_limit ());
  seidel_cli_json_integer (json, "total", (int64_t) sum_bytes (copies));
  seidel_cli_json_begin_array (json, "copies");
  for (guint i = 0; i < copies->len; i++)
    build_copy (json, g_ptr_array_index (copies, i));
  json_builder_end_array (json);
  json_builder_end_object (json);
  return seidel_cli_print_json (json);
}

static void
describe_copy (const SeidelCacheCopy *copy, SeidelCliSheet *sheet)
{
  seidel_cli_sheet_title (sheet, copy->name != NULL ? copy->name : "unreadable copy");
  if (copy->path != NULL)
    {
      g_autofree char *rows = seidel_format_count (copy->rows);
      g_autofree char *columns = seidel_format_count (copy->columns);
      g_autofree char *nonzeros = seidel_cli_text_count (copy->nonzeros, "nonzero", "nonzeros");
      seidel_cli_sheet_take (sheet, "file", g_filename_display_name (copy->path));
      if (copy->variable != NULL)
        seidel_cli_sheet_add (sheet, "variable", "%s", copy->variable);
      seidel_cli_sheet_add (sheet, "size", "%s × %s, %s", rows, columns, nonzeros);
      seidel_cli_sheet_add (sheet, "state", "%s",
                            copy->current ? "up to date"
                                          : "out of date: the file has changed or is gone");
    }
  seidel_cli_sheet_take (sheet, "on disk", seidel_format_bytes ((double) copy->bytes));
  seidel_cli_sheet_take (sheet, "last used", format_time (copy->used));
}

static int
print_text (const GPtrArray *copies)
{
  g_autofree char *count = seidel_cli_text_count (copies->len, "copy", "copies");
  g_autofree char *bytes = seidel_format_bytes ((double) sum_bytes (copies));
  g_autofree char *limit = seidel_format_bytes ((double) seidel_cache_limit ());
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  seidel_cli_sheet_title (sheet, "Cache");
  seidel_cli_sheet_take (sheet, "folder", g_filename_display_name (seidel_cache_folder ()));
  seidel_cli_sheet_add (sheet, "content", "%s, %s of at most %s", count, bytes, limit);
  for (guint i = 0; i < copies->len; i++)
    describe_copy (g_ptr_array_index (copies, i), sheet);
  return seidel_cli_print_sheet (sheet);
}

static int
run_cache (const SeidelCliCall *call)
{
  g_autoptr (GError) error = NULL;
  if (seidel_cli_given (call, "clear") && !seidel_cache_clear (&error))
    return seidel_cli_fail (error);
  g_autoptr (GPtrArray) copies = seidel_cache_list ();
  return seidel_cli_given (call, "json") ? print_json (copies) : print_text (copies);
}

static const SeidelCliOption cache_rows[] = {
  { "clear", NULL, "Remove all copies, then show what is left." },
  { NULL },
};

static const SeidelCliGroup cache_group = { .title = "Cache", .rows = cache_rows };

const SeidelCliCommand seidel_cli_cache = {
  .name = "cache",
  .arguments = "",
  .sentence = "List cached matrices, or clear the cache.",
  .groups = (const SeidelCliGroup *const[]){ &cache_group, &seidel_cli_json_group, NULL },
  .run = run_cache,
};
