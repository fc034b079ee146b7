/* seidel-cli generate: a matrix from a formula, to a file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/seidel-cli-job.h"
#include "cli/seidel-cli-parser.h"
#include "cli/seidel-cli-text.h"
#include "draw/seidel-format.h"
#include "gallery/seidel-gallery.h"
#include "io/seidel-loader.h"
#include "io/seidel-output.h"

typedef struct
{
  const SeidelGalleryKind *kind;
  /* One for each parameter; which of the two counts is told by its integral. */
  int64_t integers[SEIDEL_GALLERY_MAX_PARAMETERS];
  double reals[SEIDEL_GALLERY_MAX_PARAMETERS];
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];   /* what these come to */
  char *sentences[SEIDEL_GALLERY_MAX_PARAMETERS]; /* what --help says of them */
  char *output;
  bool list;
  bool as_json;
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

/* --- the listing -------------------------------------------------------------------------------
 */

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

static int
print_kinds (void)
{
  size_t n = 0;
  const SeidelGalleryKind *kinds = seidel_gallery_kinds (&n);
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  for (size_t i = 0; i < n; i++)
    {
      g_autofree char *title =
        g_strdup_printf ("%s: %s. %s", kinds[i].id, kinds[i].name, kinds[i].sentence);
      seidel_cli_sheet_title (sheet, title);
      for (int p = 0; has_parameter (&kinds[i], p); p++)
        {
          const SeidelGalleryParameter *parameter = &kinds[i].parameters[p];
          g_autofree char *label = g_strconcat ("--", parameter->id, NULL);
          seidel_cli_sheet_take (sheet, label, describe_parameter (parameter));
        }
    }
  return seidel_cli_print_sheet (sheet);
}

static void
add_parameter_json (JsonBuilder *json, const SeidelGalleryParameter *parameter)
{
  json_builder_begin_object (json);
  seidel_cli_json_text (json, "id", parameter->id);
  seidel_cli_json_text (json, "sentence", parameter->sentence);
  seidel_cli_json_number (json, "initial", parameter->initial);
  seidel_cli_json_number (json, "minimum", parameter->minimum);
  seidel_cli_json_number (json, "maximum", parameter->maximum);
  seidel_cli_json_bool (json, "integral", parameter->integral);
  seidel_cli_json_text (json, "zero", parameter->zero);
  json_builder_end_object (json);
}

static int
print_kinds_json (void)
{
  size_t n = 0;
  const SeidelGalleryKind *kinds = seidel_gallery_kinds (&n);
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_array (json);
  for (size_t i = 0; i < n; i++)
    {
      json_builder_begin_object (json);
      seidel_cli_json_text (json, "id", kinds[i].id);
      seidel_cli_json_text (json, "name", kinds[i].name);
      seidel_cli_json_text (json, "sentence", kinds[i].sentence);
      seidel_cli_json_bool (json, "symmetric", kinds[i].symmetric);
      json_builder_set_member_name (json, "parameters");
      json_builder_begin_array (json);
      for (int p = 0; has_parameter (&kinds[i], p); p++)
        add_parameter_json (json, &kinds[i].parameters[p]);
      json_builder_end_array (json);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
  return seidel_cli_print_json (json);
}

static char *
list_kind_ids (void)
{
  size_t n = 0;
  const SeidelGalleryKind *kinds = seidel_gallery_kinds (&n);
  g_autoptr (GString) ids = g_string_new (NULL);
  for (size_t i = 0; i < n; i++)
    g_string_append_printf (ids, "%s%s", i > 0 ? ", " : "", kinds[i].id);
  return g_strdup (ids->str);
}

/* The first word that is neither an option nor the value of one: which options there are depends
 * on it, so it is looked for before the options are read. */
static const char *
find_kind_word (int argc, char **argv)
{
  for (int i = 0; i < argc; i++)
    {
      if (argv[i][0] != '-')
        return argv[i];
      bool alone = g_str_equal (argv[i], "--list") || g_str_equal (argv[i], "--json")
                   || g_str_equal (argv[i], "--help") || g_str_equal (argv[i], "--")
                   || g_str_equal (argv[i], "-h");
      if (!alone && strchr (argv[i], '=') == NULL)
        i++;
    }
  return NULL;
}

static void
add_parameters (Generate *generate, SeidelCliOptions *options)
{
  for (int p = 0; has_parameter (generate->kind, p); p++)
    {
      const SeidelGalleryParameter *parameter = &generate->kind->parameters[p];
      /* The bounds are told by the parser. */
      generate->sentences[p] =
        parameter->zero == NULL
          ? g_strconcat (parameter->sentence, ".", NULL)
          : g_strdup_printf ("%s; 0: %s.", parameter->sentence, parameter->zero);
      generate->integers[p] = (int64_t) parameter->initial;
      generate->reals[p] = parameter->initial;
      if (parameter->integral)
        seidel_cli_options_integer (options, parameter->id, "N", &generate->integers[p],
                                    parameter->minimum, parameter->maximum, generate->sentences[p]);
      else
        seidel_cli_options_real (options, parameter->id, "X", &generate->reals[p],
                                 parameter->minimum, parameter->maximum, generate->sentences[p]);
    }
}

/* --- the file ----------------------------------------------------------------------------------
 */

/* "poisson-27 215×215×215: 9,938,375 rows, 265,847,707 nonzeros" */
static char *
describe (const Generate *generate, const SeidelGallerySize *size)
{
  g_autofree char *name = seidel_gallery_describe (generate->kind, generate->values);
  g_autofree char *rows = seidel_cli_text_count (size->rows, "row", "rows");
  g_autofree char *entries = seidel_cli_text_count ((int64_t) size->entries, "nonzero", "nonzeros");
  return g_strdup_printf ("%s: %s, %s%s", name, rows, size->exact ? "" : "about ", entries);
}

/* Tells somebody who watches what it will be, before the wait. */
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
generate_file (const SeidelCliCommand *command, Generate *generate)
{
  if (generate->output == NULL)
    return seidel_cli_usage_error (command, "--output FILE is missing");
  const SeidelGalleryKind *kind = generate->kind;
  for (int p = 0; has_parameter (kind, p); p++)
    generate->values[p] =
      kind->parameters[p].integral ? (double) generate->integers[p] : generate->reals[p];
  g_autoptr (GError) error = NULL;
  if (seidel_format_for_writing (generate->output, false, &error) == NULL)
    return seidel_cli_usage_error (command, "--output: %s", error->message);
  if (!seidel_output_check (generate->output, &error))
    return seidel_cli_fail (error);
  SeidelGallerySize size;
  if (!seidel_gallery_measure (kind, generate->values, &size, &error))
    return seidel_cli_fail (error);
  g_autofree char *description = describe (generate, &size);
  announce (generate, description);
  gint64 begin = g_get_monotonic_time ();
  g_autoptr (SeidelCliJob) job = seidel_cli_job_new ();
  if (!seidel_cli_job_run (job, work, generate, &error))
    return seidel_cli_fail (error);
  return print_done (generate, description, (double) (g_get_monotonic_time () - begin) / 1e6);
}

static int
list_kinds (bool as_json)
{
  return as_json ? print_kinds_json () : print_kinds ();
}

int
seidel_cli_run_generate (const SeidelCliCommand *command, int argc, char **argv)
{
  Generate generate = { 0 };
  g_autoptr (SeidelCliOptions) options = seidel_cli_options_new ();
  g_autofree char *ids = list_kind_ids ();
  const char *word = find_kind_word (argc, argv);
  if (word != NULL)
    {
      generate.kind = seidel_gallery_find (word);
      if (generate.kind == NULL)
        return seidel_cli_usage_error (command, "unknown kind ‘%s’; the kinds are: %s", word, ids);
      add_parameters (&generate, options);
    }
  seidel_cli_options_text (options, "output", "FILE", &generate.output, NULL,
                           "Where to write the matrix, in the format of its ending; Matrix Market "
                           "(.mtx) is written row by row and needs hardly any memory. Needed.");
  seidel_cli_options_flag (options, "list", &generate.list,
                           "List the kinds with their options, and exit; so does a call without "
                           "KIND.");
  seidel_cli_options_flag (options, "json", &generate.as_json,
                           "Print the list as JSON, for scripts.");
  g_autofree char *more =
    g_strdup_printf ("Kinds: %s.\n‘seidel-cli generate KIND --help’ tells the options of a "
                     "kind.\n",
                     ids);
  const char *ignored = NULL;
  int status = SEIDEL_CLI_DONE;
  if (seidel_cli_begin (command, options, more, argc, argv, &ignored, &status))
    status = generate.list || generate.kind == NULL ? list_kinds (generate.as_json)
                                                    : generate_file (command, &generate);
  g_free (generate.output);
  for (int p = 0; p < SEIDEL_GALLERY_MAX_PARAMETERS; p++)
    g_free (generate.sentences[p]);
  return status;
}
