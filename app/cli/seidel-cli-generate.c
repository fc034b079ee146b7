/* seidel-cli generate: a matrix from a formula, to a file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "cli/seidel-cli-job.h"
#include "cli/seidel-cli-parser.h"
#include "cli/seidel-cli-text.h"
#include "draw/seidel-format.h"
#include "gallery/seidel-gallery.h"
#include "io/seidel-loader.h"

typedef struct
{
  const SeidelGalleryKind *kind;
  /* One for each parameter; which of the two counts is told by its integral. */
  int64_t integers[SEIDEL_GALLERY_MAX_PARAMETERS];
  double reals[SEIDEL_GALLERY_MAX_PARAMETERS];
  char *output;
  bool list;
  SeidelMatrix *matrix;
} Generate;

static bool
work (SeidelCliJob *job, void *data, GError **error)
{
  Generate *generate = data;
  const SeidelGalleryKind *kind = generate->kind;
  double values[SEIDEL_GALLERY_MAX_PARAMETERS] = { 0.0 };
  for (int p = 0; p < SEIDEL_GALLERY_MAX_PARAMETERS && kind->parameters[p].id != NULL; p++)
    values[p] = kind->parameters[p].integral ? (double) generate->integers[p] : generate->reals[p];
  generate->matrix = seidel_gallery_make (kind, values, &job->progress, job->cancellable, error);
  return generate->matrix != NULL
         && seidel_save_matrix (generate->matrix, generate->output, &job->progress,
                                job->cancellable, error);
}

static char *
describe_parameter (const SeidelGalleryParameter *parameter)
{
  g_autofree char *initial = seidel_cli_text_number (parameter->initial);
  g_autofree char *minimum = seidel_cli_text_number (parameter->minimum);
  g_autofree char *maximum = seidel_cli_text_number (parameter->maximum);
  return g_strdup_printf ("%s: from %s to %s, %s by default.", parameter->sentence, minimum,
                          maximum, initial);
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
      const SeidelGalleryParameter *parameters = kinds[i].parameters;
      for (int p = 0; p < SEIDEL_GALLERY_MAX_PARAMETERS && parameters[p].id != NULL; p++)
        {
          g_autofree char *label = g_strconcat ("--", parameters[p].id, NULL);
          seidel_cli_sheet_take (sheet, label, describe_parameter (&parameters[p]));
        }
    }
  return seidel_cli_print_sheet (sheet);
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
      bool alone = g_str_equal (argv[i], "--list") || g_str_equal (argv[i], "--help")
                   || g_str_equal (argv[i], "--") || g_str_equal (argv[i], "-h");
      if (!alone && strchr (argv[i], '=') == NULL)
        i++;
    }
  return NULL;
}

static void
add_parameters (Generate *generate, SeidelCliOptions *options)
{
  const SeidelGalleryParameter *parameters = generate->kind->parameters;
  for (int p = 0; p < SEIDEL_GALLERY_MAX_PARAMETERS && parameters[p].id != NULL; p++)
    {
      const SeidelGalleryParameter *parameter = &parameters[p];
      generate->integers[p] = (int64_t) parameter->initial;
      generate->reals[p] = parameter->initial;
      if (parameter->integral)
        seidel_cli_options_integer (options, parameter->id, "N", &generate->integers[p],
                                    parameter->minimum, parameter->maximum, parameter->sentence);
      else
        seidel_cli_options_real (options, parameter->id, "X", &generate->reals[p],
                                 parameter->minimum, parameter->maximum, parameter->sentence);
    }
}

static int
generate_file (const SeidelCliCommand *command, Generate *generate)
{
  if (generate->output == NULL)
    return seidel_cli_usage_error (command, "--output FILE is missing");
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCliJob) job = seidel_cli_job_new ();
  bool done = seidel_cli_job_run (job, work, generate, &error);
  g_autoptr (SeidelMatrix) matrix = generate->matrix;
  if (!done)
    return seidel_cli_fail (error);
  g_autofree char *rows = seidel_format_count (matrix->csr->rows);
  g_autofree char *columns = seidel_format_count (matrix->csr->columns);
  g_autofree char *nonzeros =
    seidel_cli_text_count (seidel_csr_nonzeros (matrix->csr), "nonzero", "nonzeros");
  g_autofree char *text = g_strdup_printf ("%s: %s × %s, %s, written to %s\n", matrix->name, rows,
                                           columns, nonzeros, generate->output);
  return seidel_cli_print (text);
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
                           "Where to write the matrix, as Matrix Market; needed.");
  seidel_cli_options_flag (options, "list", &generate.list,
                           "List the kinds with their options, and exit; so does a call without "
                           "KIND.");
  g_autofree char *more =
    g_strdup_printf ("Kinds: %s.\n‘seidel-cli generate KIND --help’ tells the options of a "
                     "kind.\n",
                     ids);
  const char *ignored = NULL;
  int status = SEIDEL_CLI_DONE;
  if (seidel_cli_begin (command, options, more, argc, argv, &ignored, &status))
    status =
      generate.list || generate.kind == NULL ? print_kinds () : generate_file (command, &generate);
  g_free (generate.output);
  return status;
}
