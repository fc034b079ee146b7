/* Writes an experiment: files × solvers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-experiment-new.h"

#include <string.h>

#include "cli/seidel-cli-text.h"
#include "base/seidel-fail.h"
#include "io/bytes/seidel-output.h"
#include "method/seidel-preconditioner.h"

#define SCHEMA "seidel-experiment/1"

static void
add_text (JsonBuilder *json, const char *member, const char *text)
{
  json_builder_set_member_name (json, member);
  json_builder_add_string_value (json, text);
}

static void
add_comments (JsonBuilder *json)
{
  static const char *const comments[] = {
    "hold: settings of every run, as on the command line of seidel-cli solve: tolerance, threads …",
    "vary: the first dimension are rows of the table, the second its columns; each value has a "
    "label "
    "and the settings that it makes.",
    "measures: what is measured, see seidel-cli-experiment(1); the first is drawn.",
    "seconds: the time limit of a run. seidel-cli experiment run FILE --apart --memory 8e9 "
    "--cell-seconds 600 gives each cell a process of its own, with limits.",
    "The same command goes on where it was interrupted.",
  };
  json_builder_set_member_name (json, "comment");
  json_builder_begin_array (json);
  for (size_t i = 0; i < G_N_ELEMENTS (comments); i++)
    json_builder_add_string_value (json, comments[i]);
  json_builder_end_array (json);
}

/* A matrix by its absolute path, so that the experiment can be run from anywhere; names of the
 * gallery and of samples are kept. */
static void
add_file (JsonBuilder *json, const char *name)
{
  g_autofree char *path =
    g_file_test (name, G_FILE_TEST_EXISTS) ? g_canonicalize_filename (name, NULL) : g_strdup (name);
  g_autofree char *label =
    g_file_test (name, G_FILE_TEST_EXISTS) ? g_path_get_basename (name) : g_strdup (name);
  json_builder_begin_object (json);
  add_text (json, "label", label);
  json_builder_set_member_name (json, "set");
  json_builder_begin_object (json);
  add_text (json, "matrix", path);
  json_builder_end_object (json);
  json_builder_end_object (json);
}

static int
compare_texts (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* The files that a pattern matches, in order: * and ? in the last part of a path. */
static GPtrArray *
list_matches (const char *pattern)
{
  g_autofree char *folder = g_path_get_dirname (pattern);
  g_autofree char *last = g_path_get_basename (pattern);
  const bool here = strchr (pattern, '/') == NULL;
  g_autoptr (GPatternSpec) spec = g_pattern_spec_new (last);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  const char *name;
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (name[0] != '.' && g_pattern_spec_match_string (spec, name))
      g_ptr_array_add (paths, here ? g_strdup (name) : g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare_texts);
  return paths;
}

/* What is no pattern is a name. */
static bool
add_files (JsonBuilder *json, const char *list, GError **error)
{
  g_auto (GStrv) patterns = g_strsplit (list, ",", -1);
  size_t n = 0;
  for (char **pattern = patterns; *pattern != NULL; pattern++)
    {
      const bool plain = strpbrk (*pattern, "*?") == NULL;
      g_autoptr (GPtrArray) paths = plain ? NULL : list_matches (*pattern);
      for (guint i = 0; paths != NULL && i < paths->len; i++, n++)
        add_file (json, paths->pdata[i]);
      if (plain && **pattern != '\0')
        {
          add_file (json, *pattern);
          n++;
        }
    }
  if (n == 0)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID, "--files: no file matches “%s”", list);
  return n > 0;
}

static void
add_solver (JsonBuilder *json, const char *method, const char *preconditioner)
{
  const bool plain = g_str_equal (preconditioner, "none");
  g_autofree char *label =
    plain ? g_strdup (method) : g_strdup_printf ("%s + %s", method, preconditioner);
  json_builder_begin_object (json);
  add_text (json, "label", label);
  json_builder_set_member_name (json, "set");
  json_builder_begin_object (json);
  add_text (json, "method", method);
  add_text (json, "preconditioner", preconditioner);
  json_builder_end_object (json);
  json_builder_end_object (json);
}

/* What a method cannot do with a preconditioner is left out; without any it is run once. */
static bool
add_method (JsonBuilder *json, const char *id, char **preconditioners, size_t *n, GError **error)
{
  const SeidelMethod *method = seidel_method_find (id);
  size_t before = *n;
  if (method == NULL && !g_str_equal (id, SEIDEL_METHOD_AUTO))
    return seidel_fail (error, SEIDEL_ERROR_INVALID,
                        "--methods: there is no method “%s”; “seidel-cli methods” lists them", id);
  for (char **text = preconditioners; *text != NULL && method != NULL; text++)
    {
      const SeidelPreconditionerKind *kind = seidel_preconditioner_find (*text);
      if (kind == NULL)
        return seidel_fail (error, SEIDEL_ERROR_INVALID,
                            "--preconditioners: there is no preconditioner “%s”; “seidel-cli "
                            "preconditioners” lists them",
                            *text);
      if (!seidel_preconditioner_suits (kind, method, NULL))
        continue;
      add_solver (json, id, kind->id);
      (*n)++;
    }
  if (*n == before)
    {
      add_solver (json, id, "none");
      (*n)++;
    }
  return true;
}

static bool
add_solvers (JsonBuilder *json, const SeidelCliCall *call, GError **error)
{
  const char *methods = seidel_cli_text (call, "methods");
  const char *kinds = seidel_cli_text (call, "preconditioners");
  g_auto (GStrv) ids = g_strsplit (methods != NULL ? methods : SEIDEL_METHOD_AUTO, ",", -1);
  g_auto (GStrv) preconditioners = g_strsplit (kinds != NULL ? kinds : "none", ",", -1);
  size_t n = 0;
  for (char **id = ids; *id != NULL; id++)
    if (!add_method (json, *id, preconditioners, &n, error))
      return false;
  return true;
}

static void
begin_dimension (JsonBuilder *json, const char *name)
{
  json_builder_begin_object (json);
  add_text (json, "name", name);
  json_builder_set_member_name (json, "values");
  json_builder_begin_array (json);
}

static void
end_dimension (JsonBuilder *json)
{
  json_builder_end_array (json);
  json_builder_end_object (json);
}

static void
add_measures (JsonBuilder *json, const SeidelCliCall *call)
{
  const char *list = seidel_cli_text (call, "measures");
  g_auto (GStrv) measures = g_strsplit (list != NULL ? list : "iterations,time", ",", -1);
  json_builder_set_member_name (json, "measures");
  json_builder_begin_array (json);
  for (char **measure = measures; *measure != NULL; measure++)
    json_builder_add_string_value (json, *measure);
  json_builder_end_array (json);
}

/* NULL with an error. */
static char *
make_text (const SeidelCliCall *call, const char *id, GError **error)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_object (json);
  add_text (json, "schema", SCHEMA);
  add_comments (json);
  add_text (json, "id", id);
  add_text (json, "title", id);
  json_builder_set_member_name (json, "hold");
  json_builder_begin_object (json);
  json_builder_end_object (json);
  json_builder_set_member_name (json, "vary");
  json_builder_begin_array (json);
  begin_dimension (json, "File");
  if (!add_files (json, seidel_cli_text (call, "files"), error))
    return NULL;
  end_dimension (json);
  begin_dimension (json, "Solver");
  if (!add_solvers (json, call, error))
    return NULL;
  end_dimension (json);
  json_builder_end_array (json);
  add_measures (json, call);
  if (seidel_cli_given (call, "seconds"))
    {
      json_builder_set_member_name (json, "seconds");
      json_builder_add_double_value (json, seidel_cli_real (call, "seconds"));
    }
  add_text (json, "picture", "table");
  json_builder_end_object (json);
  return seidel_cli_json_to_text (json);
}

/* "tomorrow" of "/home/me/tomorrow.json": letters, digits and dashes. */
static char *
make_id (const char *path)
{
  g_autofree char *base = g_path_get_basename (path != NULL ? path : "experiment.json");
  char *end = strrchr (base, '.');
  if (end != NULL && end != base)
    *end = '\0';
  return g_strdup (g_strcanon (base, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "-", '-'));
}

int
seidel_cli_experiment_new (const SeidelCliCall *call)
{
  const char *path = seidel_cli_text (call, "output");
  g_autofree char *id = make_id (path);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autoptr (SeidelExperiment) experiment = NULL;
  if (!seidel_cli_given (call, "files"))
    return seidel_cli_usage_error (call->command, "new: the option --files is missing");
  text = make_text (call, id, &error);
  /* What is written can be read. */
  if (text != NULL)
    experiment = seidel_experiment_parse (text, path != NULL ? path : "new", &error);
  if (experiment == NULL)
    return seidel_cli_fail (error);
  if (path == NULL)
    return seidel_cli_print (text);
  return seidel_output_save (path, text, strlen (text), &error) ? SEIDEL_CLI_DONE
                                                                : seidel_cli_fail (error);
}
