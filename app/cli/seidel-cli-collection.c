/* seidel-cli collection: looks up, downloads and lists matrices of the SuiteSparse Collection.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "cli/seidel-cli-job.h"
#include "cli/seidel-cli-parser.h"
#include "cli/seidel-cli-text.h"
#include "collection/seidel-collection.h"
#include "draw/seidel-format.h"

#define MOST_WORDS   64
#define LARGEST_SIZE 1e12

typedef struct
{
  const SeidelCliCommand *command;
  const char *words[MOST_WORDS + 1]; /* of the action, up to a NULL */
  SeidelCollection *collection;
  SeidelCollectionFilter filter;
  bool as_json;
} Request;

/* --- search ------------------------------------------------------------------------------------
 */

static const char *
describe_known (SeidelKnown known)
{
  return known == SEIDEL_KNOWN_YES ? "yes" : known == SEIDEL_KNOWN_NO ? "no" : "not known";
}

/* "yes", or the part of the entries that have a mirror image. */
static char *
describe_symmetry (double part)
{
  if (isnan (part))
    return g_strdup ("not known");
  return part >= 1.0 ? g_strdup ("yes") : seidel_cli_text_percent (part);
}

static bool
is_here (const Request *request, const SeidelCollectionEntry *entry)
{
  g_autofree char *path = seidel_collection_path (request->collection, entry->group, entry->name);
  return g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

static GPtrArray *
find_entries (const Request *request, const SeidelCollectionIndex *index)
{
  GPtrArray *found = g_ptr_array_new ();
  size_t n = 0;
  const SeidelCollectionEntry *entries = seidel_collection_index_entries (index, &n);
  for (size_t i = 0; i < n; i++)
    if (seidel_collection_filter_takes (&request->filter, &entries[i]))
      g_ptr_array_add (found, (void *) &entries[i]);
  return found;
}

static void
build_known (JsonBuilder *json, const char *name, SeidelKnown known)
{
  if (known != SEIDEL_NOT_KNOWN)
    {
      seidel_cli_json_bool (json, name, known == SEIDEL_KNOWN_YES);
      return;
    }
  json_builder_set_member_name (json, name);
  json_builder_add_null_value (json);
}

static void
build_entry (const Request *request, const SeidelCollectionEntry *entry, JsonBuilder *json)
{
  json_builder_begin_object (json);
  seidel_cli_json_text (json, "group", entry->group);
  seidel_cli_json_text (json, "name", entry->name);
  seidel_cli_json_integer (json, "rows", entry->rows);
  seidel_cli_json_integer (json, "columns", entry->columns);
  seidel_cli_json_integer (json, "nonzeros", entry->nonzeros);
  seidel_cli_json_integer (json, "entries", entry->entries);
  seidel_cli_json_text (json, "kind", entry->kind);
  seidel_cli_json_bool (json, "real", entry->real);
  seidel_cli_json_bool (json, "binary", entry->binary);
  seidel_cli_json_bool (json, "discretised", entry->discretised);
  build_known (json, "positive_definite", entry->positive_definite);
  seidel_cli_json_number (json, "pattern_symmetry", entry->pattern_symmetry);
  seidel_cli_json_number (json, "numerical_symmetry", entry->numerical_symmetry);
  seidel_cli_json_bool (json, "here", is_here (request, entry));
  json_builder_end_object (json);
}

static int
print_entries_json (const Request *request,
                    const SeidelCollectionIndex *index,
                    const GPtrArray *found)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_object (json);
  seidel_cli_json_text (json, "server", request->collection->server);
  seidel_cli_json_text (json, "date", seidel_collection_index_date (index));
  json_builder_set_member_name (json, "matrices");
  json_builder_begin_array (json);
  for (guint i = 0; i < found->len; i++)
    build_entry (request, g_ptr_array_index (found, i), json);
  json_builder_end_array (json);
  json_builder_end_object (json);
  return seidel_cli_print_json (json);
}

static void
append_cell (GString *out, const char *text, glong width, bool right)
{
  glong blanks = MAX (0, width - g_utf8_strlen (text, -1));
  if (right)
    g_string_append_printf (out, "%*s%s  ", (int) blanks, "", text);
  else
    g_string_append_printf (out, "%s%*s  ", text, (int) blanks, "");
}

static void
append_entry (const Request *request, const SeidelCollectionEntry *entry, int width, GString *out)
{
  g_autofree char *name = g_strconcat (entry->group, "/", entry->name, NULL);
  g_autofree char *rows = seidel_format_count (entry->rows);
  g_autofree char *columns = seidel_format_count (entry->columns);
  g_autofree char *nonzeros = seidel_format_count (entry->nonzeros);
  g_autofree char *symmetric = describe_symmetry (entry->numerical_symmetry);
  append_cell (out, name, width, false);
  append_cell (out, rows, 11, true);
  append_cell (out, columns, 11, true);
  append_cell (out, nonzeros, 14, true);
  append_cell (out, symmetric, 9, false);
  append_cell (out, describe_known (entry->positive_definite), 9, false);
  append_cell (out, is_here (request, entry) ? "yes" : "no", 4, false);
  g_string_append_printf (out, "%s\n", entry->kind);
}

static int
print_entries (const Request *request, const SeidelCollectionIndex *index, const GPtrArray *found)
{
  g_autoptr (GString) out = g_string_new (NULL);
  int width = 10;
  size_t total = 0;
  for (guint i = 0; i < found->len; i++)
    {
      const SeidelCollectionEntry *entry = g_ptr_array_index (found, i);
      glong length = g_utf8_strlen (entry->group, -1) + 1 + g_utf8_strlen (entry->name, -1);
      width = MAX (width, (int) length);
    }
  if (found->len > 0)
    g_string_append_printf (out, "%-*s  %11s  %11s  %14s  %-9s  %-9s  %-4s  %s\n", width, "matrix",
                            "rows", "columns", "nonzeros", "symmetric", "definite", "here", "kind");
  for (guint i = 0; i < found->len; i++)
    append_entry (request, g_ptr_array_index (found, i), width, out);
  seidel_collection_index_entries (index, &total);
  g_autofree char *some = seidel_format_count (found->len);
  g_autofree char *all = seidel_cli_text_count ((int64_t) total, "matrix", "matrices");
  g_string_append_printf (out, "%s of %s in the index of %s, %s\n", some, all,
                          request->collection->server, seidel_collection_index_date (index));
  return seidel_cli_print (out->str);
}

static int
search (Request *request)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCollectionIndex) index =
    seidel_collection_load_index (request->collection, &error);
  if (index == NULL)
    return seidel_cli_fail (error);
  g_autofree char *text = g_strjoinv (" ", (char **) request->words);
  g_auto (GStrv) words = seidel_collection_words (text);
  request->filter.words = words;
  g_autoptr (GPtrArray) found = find_entries (request, index);
  return request->as_json ? print_entries_json (request, index, found)
                          : print_entries (request, index, found);
}

/* --- refresh -----------------------------------------------------------------------------------
 */

typedef struct
{
  const SeidelCollection *collection;
  const char *group;
  const char *name;
  bool changed;
  char *path;
} Transfer;

static bool
refresh_work (SeidelCliJob *job, void *data, GError **error)
{
  Transfer *work = data;
  SeidelTransfer transfer = { .progress = &job->progress };
  return seidel_collection_refresh (work->collection, &transfer, &work->changed, job->cancellable,
                                    error);
}

static int
refresh (Request *request)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCliJob) job = seidel_cli_job_new ();
  Transfer work = { .collection = request->collection };
  if (!seidel_cli_job_run (job, refresh_work, &work, &error))
    return seidel_cli_fail (error);
  g_autoptr (SeidelCollectionIndex) index =
    seidel_collection_load_index (request->collection, &error);
  if (index == NULL)
    return seidel_cli_fail (error);
  size_t n = 0;
  seidel_collection_index_entries (index, &n);
  const char *date = seidel_collection_index_date (index);
  if (request->as_json)
    {
      g_autoptr (JsonBuilder) json = json_builder_new ();
      json_builder_begin_object (json);
      seidel_cli_json_text (json, "server", request->collection->server);
      seidel_cli_json_text (json, "date", date);
      seidel_cli_json_bool (json, "changed", work.changed);
      seidel_cli_json_integer (json, "count", (int64_t) n);
      json_builder_end_object (json);
      return seidel_cli_print_json (json);
    }
  g_autofree char *count = seidel_cli_text_count ((int64_t) n, "matrix", "matrices");
  g_autofree char *text = g_strdup_printf ("%s, %s: %s, %s\n", request->collection->server, date,
                                           count, work.changed ? "a new index" : "as it was");
  return seidel_cli_print (text);
}

/* --- download, list ----------------------------------------------------------------------------
 */

static void
build_file (JsonBuilder *json, const char *group, const char *name, const char *path, int64_t bytes)
{
  json_builder_begin_object (json);
  seidel_cli_json_text (json, "group", group);
  seidel_cli_json_text (json, "name", name);
  seidel_cli_json_text (json, "path", path);
  seidel_cli_json_integer (json, "bytes", bytes);
  json_builder_end_object (json);
}

static bool
download_work (SeidelCliJob *job, void *data, GError **error)
{
  Transfer *work = data;
  SeidelTransfer transfer = { .progress = &job->progress };
  work->path = seidel_collection_download (work->collection, work->group, work->name, &transfer,
                                           job->cancellable, error);
  return work->path != NULL;
}

static int
download_one (const Request *request, const char *word, JsonBuilder *json)
{
  g_auto (GStrv) parts = g_strsplit (word, "/", 2);
  if (g_strv_length (parts) != 2 || !seidel_collection_name_is_safe (parts[0])
      || !seidel_collection_name_is_safe (parts[1]))
    return seidel_cli_usage_error (request->command,
                                   "download: ‘%s’ is not GROUP/NAME, like HB/bcsstk14", word);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCliJob) job = seidel_cli_job_new ();
  Transfer work = { .collection = request->collection, .group = parts[0], .name = parts[1] };
  if (!seidel_cli_job_run (job, download_work, &work, &error))
    return seidel_cli_fail (error);
  g_autofree char *path = work.path;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInfo) info =
    g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE, G_FILE_QUERY_INFO_NONE, NULL, NULL);
  if (json != NULL)
    {
      build_file (json, parts[0], parts[1], path, info != NULL ? g_file_info_get_size (info) : 0);
      return SEIDEL_CLI_DONE;
    }
  g_autofree char *line = g_strconcat (path, "\n", NULL);
  return seidel_cli_print (line);
}

static int
download (Request *request)
{
  g_autoptr (JsonBuilder) json = request->as_json ? json_builder_new () : NULL;
  int status = SEIDEL_CLI_DONE;
  if (request->words[0] == NULL)
    return seidel_cli_usage_error (request->command, "download: GROUP/NAME is missing");
  if (json != NULL)
    json_builder_begin_array (json);
  for (const char *const *word = request->words; *word != NULL && status == SEIDEL_CLI_DONE; word++)
    status = download_one (request, *word, json);
  if (json == NULL || status != SEIDEL_CLI_DONE)
    return status;
  json_builder_end_array (json);
  return seidel_cli_print_json (json);
}

static int
list (Request *request)
{
  if (request->words[0] != NULL)
    return seidel_cli_usage_error (request->command, "list: unexpected argument ‘%s’",
                                   request->words[0]);
  g_autoptr (GPtrArray) files = seidel_collection_list (request->collection);
  g_autoptr (JsonBuilder) json = json_builder_new ();
  g_autoptr (GString) out = g_string_new (NULL);
  json_builder_begin_array (json);
  for (guint i = 0; i < files->len; i++)
    {
      const SeidelCollectionFile *file = g_ptr_array_index (files, i);
      g_autofree char *bytes = seidel_format_bytes ((double) file->bytes);
      build_file (json, file->group, file->name, file->path, file->bytes);
      g_string_append_printf (out, "%s/%s  %s  %s\n", file->group, file->name, bytes, file->path);
    }
  json_builder_end_array (json);
  return request->as_json ? seidel_cli_print_json (json) : seidel_cli_print (out->str);
}

/* --- the command -------------------------------------------------------------------------------
 */

static const struct
{
  const char *id;
  const char *words;
  const char *sentence;
  int (*run) (Request *request);
} actions[] = {
  { "search", "TEXT …", "List what has all these words in its group, name or kind.", search },
  { "refresh", "", "Fetch the index from the server, if it is newer than the one kept here.",
    refresh },
  { "download", "GROUP/NAME …", "Fetch archives unless they are here, and print their paths.",
    download },
  { "list", "", "List the archives that are here.", list },
};

static char *
describe_actions (void)
{
  g_autoptr (GString) text = g_string_new ("Actions:\n");
  for (size_t i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      g_autofree char *usage =
        g_strconcat (actions[i].id, actions[i].words[0] != '\0' ? " " : "", actions[i].words, NULL);
      append_cell (text, "", 0, false);
      append_cell (text, usage, 22, false);
      g_string_append_printf (text, "%s\n", actions[i].sentence);
    }
  return g_strdup (text->str);
}

static int
run_action (Request *request, const char *action)
{
  g_autoptr (GString) valid = g_string_new (NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      if (g_str_equal (actions[i].id, action))
        return actions[i].run (request);
      g_string_append_printf (valid, "%s%s", i > 0 ? ", " : "", actions[i].id);
    }
  return seidel_cli_usage_error (request->command, "unknown action ‘%s’; the actions are: %s",
                                 action, valid->str);
}

static void
add_filter (SeidelCollectionFilter *filter, SeidelCliOptions *options)
{
  filter->max_rows = filter->max_nonzeros = (int64_t) LARGEST_SIZE;
  seidel_cli_options_flag (options, "square", &filter->square, "search: square matrices only.");
  seidel_cli_options_flag (options, "symmetric", &filter->symmetric,
                           "search: matrices with symmetric values only.");
  seidel_cli_options_flag (options, "positive-definite", &filter->positive_definite,
                           "search: matrices known to be positive definite only.");
  seidel_cli_options_integer (options, "min-rows", "N", &filter->min_rows, 0.0, LARGEST_SIZE,
                              "search: so many rows or more.");
  seidel_cli_options_integer (options, "max-rows", "N", &filter->max_rows, 0.0, LARGEST_SIZE,
                              "search: so many rows or fewer.");
  seidel_cli_options_integer (options, "min-nonzeros", "N", &filter->min_nonzeros, 0.0,
                              LARGEST_SIZE, "search: so many nonzeros or more.");
  seidel_cli_options_integer (options, "max-nonzeros", "N", &filter->max_nonzeros, 0.0,
                              LARGEST_SIZE, "search: so many nonzeros or fewer.");
}

int
seidel_cli_run_collection (const SeidelCliCommand *command, int argc, char **argv)
{
  Request request = { .command = command, .filter = SEIDEL_COLLECTION_FILTER_INIT };
  g_autofree char *server = NULL;
  g_autofree char *folder = NULL;
  g_autoptr (SeidelCliOptions) options = seidel_cli_options_new ();
  seidel_cli_options_text (options, "server", "URL", &server, NULL,
                           "The server of the collection, in place of the one that is set; if "
                           "none is, it is " SEIDEL_COLLECTION_SERVER ".");
  seidel_cli_options_text (options, "folder", "FOLDER", &folder, NULL,
                           "Where the archives are kept, in place of the folder that is set.");
  add_filter (&request.filter, options);
  seidel_cli_options_flag (options, "json", &request.as_json, "Print JSON, for scripts.");
  g_autofree char *more = describe_actions ();
  const char *arguments[MOST_WORDS + 2] = { NULL };
  int status = SEIDEL_CLI_DONE;
  if (!seidel_cli_begin (command, options, more, argc, argv, arguments, &status))
    return status;
  memcpy (request.words, arguments + 1, sizeof request.words);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCollection) collection = seidel_collection_new (server, folder, &error);
  if (collection == NULL)
    return seidel_cli_fail (error);
  request.collection = collection;
  return run_action (&request, arguments[0]);
}
