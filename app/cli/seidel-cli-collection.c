/* seidel-cli collection: searches, downloads and lists matrices of the SuiteSparse Collection.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "cli/seidel-cli-job.h"
#include "cli/seidel-cli-options.h"
#include "cli/seidel-cli-text.h"
#include "collection/seidel-collection.h"
#include "base/seidel-error.h"
#include "base/seidel-format.h"

#define MOST_WORDS   64
#define LARGEST_SIZE 1e12
#define ENTRY_FORMAT "%-*s  %11s  %11s  %14s  %-9s  %-9s  %-4s  %s\n"

typedef struct
{
  const SeidelCliCall *call;
  char **words; /* of the action */
  SeidelCollection *collection;
  SeidelCollectionFilter filter;
  bool as_json;
} Request;

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
  seidel_cli_json_begin_array (json, "matrices");
  for (guint i = 0; i < found->len; i++)
    build_entry (request, g_ptr_array_index (found, i), json);
  json_builder_end_array (json);
  json_builder_end_object (json);
  return seidel_cli_print_json (json);
}

/* Names and kinds are ASCII. */
static void
append_entry (const Request *request, const SeidelCollectionEntry *entry, int width, GString *out)
{
  g_autofree char *name = g_strconcat (entry->group, "/", entry->name, NULL);
  g_autofree char *rows = seidel_format_count (entry->rows);
  g_autofree char *columns = seidel_format_count (entry->columns);
  g_autofree char *nonzeros = seidel_format_count (entry->nonzeros);
  g_autofree char *symmetric = describe_symmetry (entry->numerical_symmetry);
  g_string_append_printf (out, ENTRY_FORMAT, width, name, rows, columns, nonzeros, symmetric,
                          describe_known (entry->positive_definite),
                          is_here (request, entry) ? "yes" : "no", entry->kind);
}

static int
print_entries (const Request *request, const SeidelCollectionIndex *index, const GPtrArray *found)
{
  g_autoptr (GString) out = g_string_new (NULL);
  size_t width = 10;
  size_t total = 0;
  for (guint i = 0; i < found->len; i++)
    {
      const SeidelCollectionEntry *entry = g_ptr_array_index (found, i);
      width = MAX (width, strlen (entry->group) + 1 + strlen (entry->name));
    }
  if (found->len > 0)
    g_string_append_printf (out, ENTRY_FORMAT, (int) width, "matrix", "rows", "columns", "nonzeros",
                            "symmetric", "definite", "here", "kind");
  for (guint i = 0; i < found->len; i++)
    append_entry (request, g_ptr_array_index (found, i), (int) width, out);
  seidel_collection_index_entries (index, &total);
  g_autofree char *some = seidel_format_count (found->len);
  g_autofree char *all = seidel_cli_text_count ((int64_t) total, "matrix", "matrices");
  g_string_append_printf (out, "%s of %s in the index of %s, %s\n", some, all,
                          request->collection->server, seidel_collection_index_date (index));
  return seidel_cli_print (out->str);
}

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

/* The index as it is here; the first time it is fetched. */
static SeidelCollectionIndex *
load_index (const Request *request, GError **error)
{
  GError *missing = NULL;
  SeidelCollectionIndex *index = seidel_collection_load_index (request->collection, &missing);
  if (g_error_matches (missing, SEIDEL_ERROR, SEIDEL_ERROR_UNAVAILABLE))
    {
      g_autoptr (SeidelCliJob) job = seidel_cli_job_new ();
      Transfer work = { .collection = request->collection };
      g_clear_error (&missing);
      if (seidel_cli_job_run (job, refresh_work, &work, error))
        index = seidel_collection_load_index (request->collection, error);
    }
  if (missing != NULL)
    g_propagate_error (error, missing);
  return index;
}

static int
search (Request *request)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCollectionIndex) index = load_index (request, &error);
  if (index == NULL)
    return seidel_cli_fail (error);
  g_autofree char *text = g_strjoinv (" ", request->words);
  g_auto (GStrv) words = seidel_collection_words (text);
  request->filter.words = words;
  g_autoptr (GPtrArray) found = find_entries (request, index);
  return request->as_json ? print_entries_json (request, index, found)
                          : print_entries (request, index, found);
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
  g_autofree char *text =
    g_strdup_printf ("%s, %s: %s, %s\n", request->collection->server, date, count,
                     work.changed ? "index updated" : "index unchanged");
  return seidel_cli_print (text);
}

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
    return seidel_cli_usage_error (request->call->command,
                                   "download: “%s” is not GROUP/NAME, such as HB/bcsstk14", word);
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
    return seidel_cli_usage_error (request->call->command, "download: GROUP/NAME is missing");
  if (json != NULL)
    json_builder_begin_array (json);
  for (char **word = request->words; *word != NULL && status == SEIDEL_CLI_DONE; word++)
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
    return seidel_cli_usage_error (request->call->command, "list: unexpected argument “%s”",
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

static const struct
{
  SeidelCliWord word;
  int (*run) (Request *request);
} actions[] = {
  { { "search", "TEXT …", "List the matrices with all these words in group, name or kind." },
    search },
  { { "refresh", NULL, "Fetch the index from the server, if it is newer than the local one." },
    refresh },
  { { "download", "GROUP/NAME …",
      "Download archives unless they are here, and print their paths." },
    download },
  { { "list", NULL, "List the downloaded archives." }, list },
};

static const SeidelCliWord *
list_words (void)
{
  static SeidelCliWord words[G_N_ELEMENTS (actions) + 1];
  for (size_t i = 0; i < G_N_ELEMENTS (actions); i++)
    words[i] = actions[i].word;
  return words;
}

/* Matrices to download: those of the index, if there is one. */
static char **
complete (const char *action)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_autoptr (SeidelCollection) collection = seidel_collection_new (NULL, NULL, NULL);
  g_autoptr (SeidelCollectionIndex) index =
    collection != NULL ? seidel_collection_load_index (collection, NULL) : NULL;
  size_t n = 0;
  const SeidelCollectionEntry *entries = index != NULL && g_str_equal (action, "download")
                                           ? seidel_collection_index_entries (index, &n)
                                           : NULL;
  for (size_t i = 0; i < n; i++)
    {
      g_autofree char *name = g_strconcat (entries[i].group, "/", entries[i].name, NULL);
      g_strv_builder_add (names, name);
    }
  return g_strv_builder_end (names);
}

static void
read_filter (const SeidelCliCall *call, SeidelCollectionFilter *filter)
{
  filter->square = seidel_cli_given (call, "square");
  filter->symmetric = seidel_cli_given (call, "symmetric");
  filter->positive_definite = seidel_cli_given (call, "positive-definite");
  filter->min_rows = seidel_cli_integer (call, "min-rows");
  filter->max_rows = seidel_cli_integer (call, "max-rows");
  filter->min_nonzeros = seidel_cli_integer (call, "min-nonzeros");
  filter->max_nonzeros = seidel_cli_integer (call, "max-nonzeros");
}

static const SeidelCliOption filter_rows[] = {
  { "square", NULL, "Square matrices only." },
  { "symmetric", NULL, "Matrices with symmetric values only." },
  { "positive-definite", NULL, "Matrices known to be positive definite only." },
  { "min-rows", "N", "At least N rows.", SEIDEL_CLI_INTEGER, "0", NULL, 0.0, LARGEST_SIZE },
  { "max-rows", "N", "At most N rows.", SEIDEL_CLI_INTEGER, "1000000000000", NULL, 0.0,
    LARGEST_SIZE },
  { "min-nonzeros", "N", "At least N nonzeros.", SEIDEL_CLI_INTEGER, "0", NULL, 0.0, LARGEST_SIZE },
  { "max-nonzeros", "N", "At most N nonzeros.", SEIDEL_CLI_INTEGER, "1000000000000", NULL, 0.0,
    LARGEST_SIZE },
  { NULL },
};

static int
run_collection (const SeidelCliCall *call)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCollection) collection =
    seidel_collection_new (seidel_cli_text (call, "server"), seidel_cli_text (call, "folder"),
                           &error);
  if (collection == NULL)
    return seidel_cli_fail (error);
  Request request = { .call = call,
                      .words = call->words + 1,
                      .collection = collection,
                      .filter = SEIDEL_COLLECTION_FILTER_INIT,
                      .as_json = seidel_cli_given (call, "json") };
  read_filter (call, &request.filter);
  for (const SeidelCliOption *row = filter_rows; row->name != NULL; row++)
    if (!g_str_equal (call->words[0], "search"))
      seidel_cli_note (call, row->name, "only search has filters");
  for (size_t i = 0; i < G_N_ELEMENTS (actions); i++)
    if (g_str_equal (actions[i].word.id, call->words[0]))
      return actions[i].run (&request);
  g_return_val_if_reached (SEIDEL_CLI_FAILED);
}

static const SeidelCliOption place_rows[] = {
  { "server", "URL",
    "The server of the collection, in place of the configured one; by "
    "default " SEIDEL_COLLECTION_SERVER "." },
  { "folder", "FOLDER", "Where the archives are kept, in place of the configured folder." },
  { NULL },
};

static const SeidelCliGroup place_group = { .title = "Server and folder", .rows = place_rows };
static const SeidelCliGroup filter_group = { .title = "Filters of search", .rows = filter_rows };

const SeidelCliCommand seidel_cli_collection = {
  .name = "collection",
  .arguments = "ACTION [WORD …]",
  .min_arguments = 1,
  .max_arguments = MOST_WORDS + 1,
  .sentence = "Search and download matrices of the SuiteSparse Matrix Collection.",
  .groups =
    (const SeidelCliGroup *const[]){ &filter_group, &place_group, &seidel_cli_json_group, NULL },
  .words = list_words,
  .complete = complete,
  .run = run_collection,
};
