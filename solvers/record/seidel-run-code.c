/* Runs as command lines, as programs in C and as Python with the module seidel.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "record/seidel-run-code.h"

#include <string.h>

#include "base/seidel-fail.h"
#include "base/seidel-translatable.h"
#include "gallery/seidel-gallery.h"
#include "record/seidel-run-code-private.h"

#define PLAIN_LETTERS G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-./:=+,%@"

void
seidel_run_code_facts_of_record (SeidelRunCodeFacts *facts, const SeidelRecord *record)
{
  *facts = (SeidelRunCodeFacts){
    .path = record->matrix.path,
    .variable = record->matrix.variable,
    .generated = record->matrix.path == NULL ? seidel_gallery_text (record->matrix.format) : NULL,
    .ordering = record->matrix.ordering,
    .rhs = record->rhs,
    .guess = record->guess,
    .options = &record->options,
    .resolved = record->outcome != NULL ? &record->outcome->options : NULL,
  };
}

const SeidelOptions *
seidel_run_code_options (const SeidelRunCodeFacts *facts)
{
  return facts->resolved != NULL ? facts->resolved : facts->options;
}

static bool
is_usual (const char *text, const char *usual)
{
  return text == NULL || g_str_equal (text, usual);
}

/* The text of an option that is written: the method always is. NULL: it is left out. */
static char *
get_option (const SeidelSetting *setting, const SeidelOptions *options)
{
  return setting->item == SEIDEL_PLAN_METHOD || !seidel_setting_is_default (setting, options)
           ? seidel_setting_get_text (setting, options)
           : NULL;
}

/* A word of a command line, quoted where a shell would read it differently. */
static void
append_word (GString *line, const char *word)
{
  g_autofree char *quoted = *word != '\0' && strspn (word, PLAIN_LETTERS) == strlen (word)
                              ? g_strdup (word)
                              : g_shell_quote (word);

  if (line->len > 0)
    g_string_append_c (line, ' ');
  g_string_append (line, quoted);
}

static void
append_argument (GString *line, const char *name, const char *value)
{
  g_autofree char *option = g_strconcat ("--", name, NULL);

  if (value == NULL)
    return;
  append_word (line, option);
  append_word (line, value);
}

static char *
write_command (const SeidelRunCodeFacts *facts, GError **error)
{
  GString *line = g_string_new ("seidel-cli solve");
  size_t n;
  const SeidelSetting *settings = seidel_settings (&n);

  append_word (line, facts->path != NULL ? facts->path : facts->generated);
  append_argument (line, "variable", facts->variable);
  append_argument (line, "read-as", facts->reading);
  if (!is_usual (facts->ordering, SEIDEL_ORDERING_NATURAL))
    append_argument (line, "ordering", facts->ordering);
  append_argument (line, "rhs", facts->rhs);
  if (!is_usual (facts->guess, "zeros"))
    append_argument (line, "guess", facts->guess);
  for (size_t i = 0; i < n; i++)
    {
      g_autofree char *text = get_option (&settings[i], facts->options);

      if (text != NULL && settings[i].kind == SEIDEL_SETTING_SWITCH)
        g_string_append_printf (line, " --%s", settings[i].id);
      else
        append_argument (line, settings[i].id, text);
    }
  g_string_append_c (line, '\n');
  return g_string_free (line, FALSE);
}

/* A text as a literal of C, or NULL. */
static char *
quote_c (const char *text)
{
  g_autofree char *escaped = text != NULL ? g_strescape (text, NULL) : NULL;

  return escaped != NULL ? g_strdup_printf ("\"%s\"", escaped) : g_strdup ("NULL");
}

static void
append_c_matrix (GString *code, const SeidelRunCodeFacts *facts)
{
  g_autofree char *path = quote_c (facts->path);
  g_autofree char *variable = quote_c (facts->variable);
  g_autofree char *reading = quote_c (facts->reading);
  g_autofree char *generated = quote_c (facts->generated);

  g_string_append (code, "static SeidelMatrix *\nread_matrix (GError **error)\n{\n");
  if (facts->path != NULL)
    g_string_append_printf (code, "  return seidel_matrix_read (%s, %s, %s, NULL, NULL, error);\n",
                            path, variable, reading);
  else
    g_string_append_printf (code, "  return seidel_matrix_generate (%s, NULL, NULL, error);\n",
                            generated);
  g_string_append (code, "}\n\n");
}

static void
append_c_options (GString *code, const SeidelRunCodeFacts *facts)
{
  size_t n;
  const SeidelSetting *settings = seidel_settings (&n);

  g_string_append (code, "static const char *const choices[][2] = {\n");
  for (size_t i = 0; i < n; i++)
    {
      g_autofree char *text = get_option (&settings[i], facts->options);
      g_autofree char *quoted = quote_c (text);

      if (text != NULL)
        g_string_append_printf (code, "  { \"%s\", %s },\n", settings[i].id, quoted);
    }
  g_string_append (code, "};\n\n");
}

/* The matrix in its order, the vectors, the options, and the run. */
static void
append_c_solve (GString *code, const SeidelRunCodeFacts *facts)
{
  g_autofree char *ordering = quote_c (facts->ordering);
  g_autofree char *rhs = quote_c (facts->rhs);
  g_autofree char *guess = quote_c (facts->guess != NULL ? facts->guess : "zeros");
  g_autofree char *near_null = quote_c (facts->options->near_null);

  g_string_append_printf (
    code,
    "static SeidelOutcome *\nsolve (SeidelOptions *options, GError **error)\n{\n"
    "  SeidelTrace *trace = seidel_trace_new ();\n"
    "  SeidelMatrix *natural = read_matrix (error);\n"
    "  SeidelMatrix *matrix = NULL;\n"
    "  SeidelProblem *problem = NULL;\n"
    "  SeidelOutcome *outcome = NULL;\n\n"
    "  if (natural != NULL)\n"
    "    matrix = seidel_matrix_reorder (natural, %s, NULL, NULL, error);\n"
    "  if (matrix != NULL)\n"
    "    problem = seidel_problem_new_named (matrix, NULL, %s, NULL, %s, NULL, error);\n",
    ordering, rhs, guess);
  g_string_append_printf (
    code,
    "  if (problem != NULL && seidel_problem_add_near_null (problem, %s, NULL, error))\n"
    "    outcome = seidel_solve (problem, options, trace, NULL, NULL, error);\n"
    "  g_clear_pointer (&problem, seidel_problem_unref);\n"
    "  g_clear_pointer (&matrix, seidel_matrix_unref);\n"
    "  g_clear_pointer (&natural, seidel_matrix_unref);\n"
    "  seidel_trace_unref (trace);\n"
    "  return outcome;\n}\n\n",
    near_null);
}

static char *
write_c (const SeidelRunCodeFacts *facts, GError **error)
{
  GString *code = g_string_new ("/* cc run.c $(pkg-config --cflags --libs seidel-io) -o run */\n"
                                "#include <stdio.h>\n#include <seidel-io.h>\n\n");

  append_c_options (code, facts);
  append_c_matrix (code, facts);
  append_c_solve (code, facts);
  g_string_append (
    code, "int\nmain (void)\n{\n"
          "  GError *error = NULL;\n"
          "  SeidelOptions *options = seidel_options_new ();\n"
          "  SeidelOutcome *outcome = NULL;\n"
          "  char *reason;\n\n"
          "  for (size_t i = 0; i < sizeof choices / sizeof *choices && error == NULL; i++)\n"
          "    seidel_options_set (options, choices[i][0], choices[i][1], &error);\n"
          "  if (error == NULL)\n"
          "    outcome = solve (options, &error);\n"
          "  if (outcome == NULL)\n"
          "    {\n"
          "      fprintf (stderr, \"%s\\n\", error->message);\n"
          "      return 1;\n"
          "    }\n"
          "  /* The solution is seidel_outcome_x (outcome, NULL). */\n"
          "  reason = seidel_outcome_text (outcome, \"reason\");\n"
          "  printf (\"%s: %.0f iterations, true residual %.3e\\n\", reason,\n"
          "          seidel_outcome_value (outcome, \"iterations\"),\n"
          "          seidel_outcome_value (outcome, \"residual.true_2\"));\n"
          "  g_free (reason);\n"
          "  seidel_outcome_free (outcome);\n"
          "  seidel_options_free (options);\n"
          "  return 0;\n}\n");
  return g_string_free (code, FALSE);
}

char *
seidel_run_code_python_text (const char *text)
{
  GString *quoted = g_string_new ("'");

  for (; *text != '\0'; text++)
    if (*text == '\'' || *text == '\\')
      g_string_append_printf (quoted, "\\%c", *text);
    else if ((guchar) *text < ' ')
      g_string_append_printf (quoted, "\\x%02x", *text);
    else
      g_string_append_c (quoted, *text);
  g_string_append_c (quoted, '\'');
  return g_string_free (quoted, FALSE);
}

/* "name" of "--name", as Python has it. */
static char *
name_python (const char *name)
{
  return g_strdelimit (g_strdup (name), "-", '_');
}

/* "seidel.generate('poisson-5', size=100)" */
static char *
generate_python (const char *generated)
{
  g_auto (GStrv) words = g_strsplit (generated, " ", -1);
  g_autofree char *kind = seidel_run_code_python_text (words[0]);
  GString *code = g_string_new (NULL);

  g_string_append_printf (code, "seidel.generate(%s", kind);
  for (guint i = 1; words[i] != NULL && words[i + 1] != NULL; i += 2)
    {
      g_autofree char *name =
        name_python (g_str_has_prefix (words[i], "--") ? words[i] + 2 : words[i]);

      g_string_append_printf (code, ", %s=%s", name, words[i + 1]);
    }
  g_string_append_c (code, ')');
  return g_string_free (code, FALSE);
}

char *
seidel_run_code_python_matrix (const SeidelRunCodeFacts *facts)
{
  const struct
  {
    const char *name;
    const char *value;
  } arguments[] = { { "variable", facts->variable }, { "read_as", facts->reading } };
  g_autofree char *path = NULL;
  GString *code;

  if (facts->path == NULL)
    return generate_python (facts->generated);
  path = seidel_run_code_python_text (facts->path);
  code = g_string_new (NULL);
  g_string_append_printf (code, "seidel.read(%s", path);
  for (size_t i = 0; i < G_N_ELEMENTS (arguments); i++)
    if (arguments[i].value != NULL)
      {
        g_autofree char *value = seidel_run_code_python_text (arguments[i].value);

        g_string_append_printf (code, ", %s=%s", arguments[i].name, value);
      }
  g_string_append_c (code, ')');
  return g_string_free (code, FALSE);
}

static void
append_python_option (GString *code, const SeidelSetting *setting, const SeidelOptions *options)
{
  g_autofree char *text = get_option (setting, options);
  g_autofree char *name = name_python (setting->id);
  g_autofree char *quoted = text != NULL ? seidel_run_code_python_text (text) : NULL;

  if (text == NULL)
    return;
  if (setting->kind == SEIDEL_SETTING_SWITCH)
    g_string_append_printf (code, ", %s=True", name);
  else
    g_string_append_printf (code, ", %s=%s", name,
                            setting->kind == SEIDEL_SETTING_NUMBER ? text : quoted);
}

static char *
write_python (const SeidelRunCodeFacts *facts, GError **error)
{
  g_autofree char *matrix = seidel_run_code_python_matrix (facts);
  g_autofree char *rhs = seidel_run_code_python_text (facts->rhs);
  GString *code = g_string_new (NULL);
  size_t n;
  const SeidelSetting *settings = seidel_settings (&n);

  g_string_append_printf (code, "import seidel\n\nA = %s\nr = seidel.solve(A, %s", matrix, rhs);
  if (!is_usual (facts->guess, "zeros"))
    {
      g_autofree char *guess = seidel_run_code_python_text (facts->guess);

      g_string_append_printf (code, ", %s", guess);
    }
  if (!is_usual (facts->ordering, SEIDEL_ORDERING_NATURAL))
    {
      g_autofree char *ordering = seidel_run_code_python_text (facts->ordering);

      g_string_append_printf (code, ", ordering=%s", ordering);
    }
  for (size_t i = 0; i < n; i++)
    append_python_option (code, &settings[i], facts->options);
  g_string_append (code, ")\nprint(r.reason, r.iterations, "
                         "r.figure('residual.true_2'))  # the solution is r.x\n");
  return g_string_free (code, FALSE);
}

static const SeidelRunCode codes[] = {
  { "command", N_ ("Command Line"), N_ ("A command line of seidel-cli."), write_command },
  { "c", N_ ("C Program"), N_ ("A program with the installed library."), write_c },
  { "python", N_ ("Python"), N_ ("Python with the module seidel."), write_python },
  { "scipy", N_ ("SciPy"), N_ ("Python with the solver of SciPy that does the same."),
    seidel_run_code_scipy },
  { "petsc", N_ ("PETSc Options"), N_ ("The options with which PETSc does the same."),
    seidel_run_code_petsc },
};

const SeidelRunCode *
seidel_run_codes (size_t *n)
{
  *n = G_N_ELEMENTS (codes);
  return codes;
}

const SeidelRunCode *
seidel_run_code_find (const char *id)
{
  for (size_t i = 0; i < G_N_ELEMENTS (codes); i++)
    if (g_strcmp0 (codes[i].id, id) == 0)
      return &codes[i];
  return NULL;
}

char *
seidel_run_code_write (const SeidelRunCode *self, const SeidelRunCodeFacts *facts, GError **error)
{
  if (facts->path == NULL && facts->generated == NULL)
    return seidel_fail (error, SEIDEL_ERROR_UNSUPPORTED, "%s",
                        seidel_text ("The matrix of the run has no file: save it first"));
  return self->write (facts, error);
}
