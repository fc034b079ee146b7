/* seidel-cli generate: a matrix from a formula, to a file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <sys/stat.h>
#include <unistd.h>

#include "cli/seidel-cli-job.h"
#include "cli/seidel-cli-options.h"
#include "cli/seidel-cli-tables.h"
#include "base/seidel-format.h"
#include "gallery/seidel-gallery.h"
#include "io/bytes/seidel-output.h"
#include "io/seidel-gallery-file.h"
#include "io/seidel-loader.h"

typedef struct
{
  const SeidelGalleryKind *kind;
  const char *output;
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
} Generate;

static bool
has_parameter (const SeidelGalleryKind *kind, int p)
{
  return p < SEIDEL_GALLERY_MAX_PARAMETERS && kind->parameters[p].id != NULL;
}

static bool
work (SeidelCliJob *job, void *data, GError **error)
{
  const Generate *generate = data;
  return seidel_gallery_save (generate->kind, generate->values, generate->output, &job->progress,
                              job->cancellable, error);
}

static char *
describe_parameter (const SeidelGalleryParameter *parameter)
{
  g_autofree char *initial = seidel_cli_text_number (parameter->initial);
  g_autofree char *minimum = seidel_cli_text_number (parameter->minimum);
  g_autofree char *maximum = seidel_cli_text_number (parameter->maximum);
  return g_strdup_printf ("%s: from %s to %s, %s by default%s%s.", parameter->sentence, minimum,
                          maximum, initial, parameter->zero != NULL ? "; 0: " : "",
                          parameter->zero != NULL ? parameter->zero : "");
}

static void
write_parameter (const SeidelCliWriter *out, const SeidelGalleryParameter *parameter)
{
  g_autofree char *label = g_strconcat ("--", parameter->id, NULL);
  if (out->sheet != NULL)
    {
      seidel_cli_sheet_take (out->sheet, label, describe_parameter (parameter));
      return;
    }
  json_builder_begin_object (out->json);
  seidel_cli_json_text (out->json, "id", parameter->id);
  seidel_cli_json_text (out->json, "sentence", parameter->sentence);
  seidel_cli_json_number (out->json, "initial", parameter->initial);
  seidel_cli_json_number (out->json, "minimum", parameter->minimum);
  seidel_cli_json_number (out->json, "maximum", parameter->maximum);
  seidel_cli_json_bool (out->json, "integral", parameter->integral);
  seidel_cli_json_text (out->json, "zero", parameter->zero);
  json_builder_end_object (out->json);
}

static void
write_kind (const SeidelCliWriter *out, gconstpointer row)
{
  const SeidelGalleryKind *kind = row;
  seidel_cli_write_title (out, kind->id, kind->name, kind->sentence);
  if (out->json != NULL || kind->source != NULL)
    seidel_cli_write_text (out, "source", kind->source);
  seidel_cli_write_flag (out, "symmetric", kind->symmetric);
  if (out->json != NULL)
    {
      seidel_cli_json_begin_array (out->json, "parameters");
    }
  for (int p = 0; has_parameter (kind, p); p++)
    write_parameter (out, &kind->parameters[p]);
  if (out->json != NULL)
    json_builder_end_array (out->json);
}

/* "poisson-27 215×215×215: 9,938,375 rows, 265,847,707 nonzeros" */
static char *
describe (const Generate *generate, const SeidelGallerySize *size)
{
  g_autofree char *name = seidel_gallery_describe (generate->kind, generate->values);
  g_autofree char *rows = seidel_cli_text_count (size->rows, "row", "rows");
  g_autofree char *entries = seidel_cli_text_count ((int64_t) size->entries, "nonzero", "nonzeros");
  return g_strdup_printf ("%s: %s, %s%s", name, rows, size->exact ? "" : "about ", entries);
}

/* On a terminal, what it will be, before the wait. */
static void
announce (const Generate *generate, const char *description)
{
  if (!isatty (STDERR_FILENO))
    return;
  fputs (description, stderr);
  if (seidel_gallery_streams (generate->output))
    {
      double bytes = seidel_gallery_file_bytes (generate->kind, generate->values);
      g_autofree char *text = seidel_format_bytes (bytes);
      fprintf (stderr, ", about %s as text", text);
    }
  fputc ('\n', stderr);
}

static int
print_done (const Generate *generate, const char *description, double seconds)
{
  g_autoptr (GString) text = g_string_new (description);
  struct stat file;
  g_string_append_printf (text, ", written to %s", generate->output);
  if (stat (generate->output, &file) == 0)
    {
      g_autofree char *bytes = seidel_format_bytes ((double) file.st_size);
      g_autofree char *time = seidel_format_seconds (seconds, 3);
      g_string_append_printf (text, ": %s in %s", bytes, time);
    }
  g_string_append_c (text, '\n');
  return seidel_cli_print (text->str);
}

static int
generate_file (const SeidelCliCall *call, Generate *generate)
{
  for (int p = 0; has_parameter (generate->kind, p); p++)
    generate->values[p] = seidel_cli_real (call, generate->kind->parameters[p].id);
  g_autoptr (GError) error = NULL;
  SeidelGallerySize size;
  if (!seidel_output_check (generate->output, &error)
      || !seidel_gallery_measure (generate->kind, generate->values, &size, &error))
    return seidel_cli_fail (error);
  g_autofree char *description = describe (generate, &size);
  announce (generate, description);
  gint64 begin = g_get_monotonic_time ();
  g_autoptr (SeidelCliJob) job = seidel_cli_job_new ();
  if (!seidel_cli_job_run (job, work, generate, &error))
    return seidel_cli_fail (error);
  return print_done (generate, description, (double) (g_get_monotonic_time () - begin) / 1e6);
}

static gconstpointer
get_kinds (size_t *n)
{
  return seidel_gallery_kinds (n);
}

static int
run_generate (const SeidelCliCall *call)
{
  if (seidel_cli_given (call, "list") || call->words[0] == NULL)
    return seidel_cli_print_table (call);
  seidel_cli_note (call, "json", "only the list of kinds is printed as JSON");
  Generate generate = { .kind = seidel_gallery_find (call->words[0]),
                        .output = seidel_cli_text (call, "output") };
  if (generate.output == NULL)
    return seidel_cli_usage_error (call->command, "--output FILE is missing");
  return generate_file (call, &generate);
}

static bool
check_output (const char *path, GError **error)
{
  return seidel_format_for_writing (path, false, error) != NULL;
}

static const SeidelCliOption own_rows[] = {
  { "output", "FILE",
    "Where to write the matrix, in the format of its ending; Matrix Market (.mtx) is written row "
    "by "
    "row and needs hardly any memory. Required with KIND.",
    .check = check_output },
  { "list", NULL, "List the kinds with their options and exit; so does a call without KIND." },
  { NULL },
};

/* The option of a parameter; of any kind that has it, where the kind is not known yet. */
static SeidelCliOption
make_row (const SeidelGalleryParameter *parameter, bool known)
{
  g_autofree char *sentence =
    parameter->zero == NULL ? g_strconcat (parameter->sentence, ".", NULL)
                            : g_strdup_printf ("%s; 0: %s.", parameter->sentence, parameter->zero);
  return (SeidelCliOption){ parameter->id,
                            parameter->integral ? "N" : "X",
                            g_intern_string (sentence),
                            !known                ? SEIDEL_CLI_TEXT
                            : parameter->integral ? SEIDEL_CLI_INTEGER
                                                  : SEIDEL_CLI_REAL,
                            seidel_cli_number_text (parameter->initial),
                            NULL,
                            parameter->minimum,
                            parameter->maximum };
}

static bool
has_row (const GArray *rows, const char *name)
{
  for (guint i = 0; i < rows->len; i++)
    if (g_str_equal (g_array_index (rows, SeidelCliOption, i).name, name))
      return true;
  return false;
}

/* Options by kind, and under "" those of all kinds; made once. */
static const SeidelCliOption *
make_rows (const char *first)
{
  static GHashTable *tables;
  const char *id = first != NULL && seidel_gallery_find (first) != NULL ? first : "";
  GArray *rows = tables != NULL ? g_hash_table_lookup (tables, id) : NULL;
  size_t n = 0;
  const SeidelGalleryKind *kinds = seidel_gallery_kinds (&n);
  if (tables == NULL)
    tables = g_hash_table_new (g_str_hash, g_str_equal);
  if (rows == NULL)
    {
      rows = g_array_new (TRUE, FALSE, sizeof (SeidelCliOption));
      for (size_t i = 0; i < n; i++)
        for (int p = 0;
             (id[0] == '\0' || g_str_equal (kinds[i].id, id)) && has_parameter (&kinds[i], p); p++)
          if (!has_row (rows, kinds[i].parameters[p].id))
            {
              SeidelCliOption row = make_row (&kinds[i].parameters[p], id[0] != '\0');
              g_array_append_val (rows, row);
            }
      g_hash_table_insert (tables, g_strdup (id), rows);
    }
  return (const SeidelCliOption *) (void *) rows->data;
}

static const SeidelCliWord *
list_words (void)
{
  static GArray *words;
  size_t n = 0;
  const SeidelGalleryKind *kinds = seidel_gallery_kinds (&n);
  if (words == NULL)
    {
      words = g_array_new (TRUE, FALSE, sizeof (SeidelCliWord));
      for (size_t i = 0; i < n; i++)
        {
          const SeidelCliWord word = { kinds[i].id, NULL, kinds[i].name };
          g_array_append_val (words, word);
        }
    }
  return (const SeidelCliWord *) (void *) words->data;
}

static const SeidelCliGroup own_group = { .title = "File", .rows = own_rows };
static const SeidelCliGroup kind_group = { .title = "Parameters of the kind",
                                           .make = make_rows,
                                           .varies = true };

const SeidelCliCommand seidel_cli_generate = {
  .name = "generate",
  .arguments = "KIND",
  .max_arguments = 1,
  .sentence = "Write a matrix from the gallery to a file.",
  .groups =
    (const SeidelCliGroup *const[]){ &kind_group, &own_group, &seidel_cli_json_group, NULL },
  .words = list_words,
  .table = &(const SeidelCliTable){ get_kinds, sizeof (SeidelGalleryKind), write_kind },
  .run = run_generate,
};
