/* seidel-cli preconditioners and orderings: two tables for people and scripts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-tables.h"

#include "analysis/seidel-ordering.h"
#include "cli/seidel-cli-parser.h"
#include "method/seidel-preconditioner.h"

char **
seidel_cli_list_needs (SeidelNeeds needs, bool names)
{
  size_t n = 0;
  const SeidelNeed *all = seidel_needs (&n);
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();
  for (size_t i = 0; i < n; i++)
    if (needs & all[i].need)
      g_strv_builder_add (list, names ? all[i].name : all[i].id);
  return g_strv_builder_end (list);
}

char **
seidel_cli_list_parameters (unsigned int parameters)
{
  const SeidelParameter *all = seidel_parameters ();
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();
  for (int p = 0; p < SEIDEL_N_PARAMETERS; p++)
    if (parameters & (1u << p))
      g_strv_builder_add (list, all[p].id);
  return g_strv_builder_end (list);
}

char **
seidel_cli_list_arithmetics (unsigned int flags)
{
  size_t n = 0;
  const SeidelArithmeticInfo *all = seidel_arithmetics (&n);
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();
  for (size_t i = 0; i < n; i++)
    if (flags & (unsigned int) all[i].flag)
      g_strv_builder_add (list, all[i].id);
  return g_strv_builder_end (list);
}

void
seidel_cli_json_take (JsonBuilder *json, const char *name, char **texts)
{
  json_builder_set_member_name (json, name);
  json_builder_begin_array (json);
  for (char **text = texts; text != NULL && *text != NULL; text++)
    json_builder_add_string_value (json, *text);
  json_builder_end_array (json);
  g_strfreev (texts);
}

void
seidel_cli_sheet_join (SeidelCliSheet *sheet, const char *label, char **texts)
{
  if (texts != NULL && texts[0] != NULL)
    seidel_cli_sheet_take (sheet, label, g_strjoinv (", ", texts));
  g_strfreev (texts);
}

/* --- preconditioners -----------------------------------------------------------------------------
 */

/* The methods that can work with it. */
static char **
list_methods (const SeidelPreconditionerKind *kind)
{
  size_t n = 0;
  const SeidelMethod *methods = seidel_methods (&n);
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();
  for (size_t i = 0; i < n; i++)
    if (seidel_preconditioner_suits (kind, &methods[i], NULL))
      g_strv_builder_add (list, methods[i].id);
  return g_strv_builder_end (list);
}

static int
print_preconditioners_json (const SeidelPreconditionerKind *kinds, size_t n_kinds)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_array (json);
  for (size_t i = 0; i < n_kinds; i++)
    {
      json_builder_begin_object (json);
      seidel_cli_json_text (json, "id", kinds[i].id);
      seidel_cli_json_text (json, "name", kinds[i].name);
      seidel_cli_json_text (json, "sentence", kinds[i].sentence);
      seidel_cli_json_take (json, "needs", seidel_cli_list_needs (kinds[i].needs, false));
      seidel_cli_json_take (json, "parameters", seidel_cli_list_parameters (kinds[i].parameters));
      seidel_cli_json_bool (json, "keeps_symmetry", kinds[i].keeps_symmetry);
      seidel_cli_json_take (json, "methods", list_methods (&kinds[i]));
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
  return seidel_cli_print_json (json);
}

static int
print_preconditioners (const SeidelPreconditionerKind *kinds, size_t n_kinds)
{
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  for (size_t i = 0; i < n_kinds; i++)
    {
      g_autofree char *title = g_strdup_printf ("%s: %s", kinds[i].id, kinds[i].name);
      seidel_cli_sheet_title (sheet, title);
      seidel_cli_sheet_note (sheet, kinds[i].sentence);
      seidel_cli_sheet_join (sheet, "needs", seidel_cli_list_needs (kinds[i].needs, true));
      seidel_cli_sheet_join (sheet, "parameters", seidel_cli_list_parameters (kinds[i].parameters));
      seidel_cli_sheet_join (sheet, "methods", list_methods (&kinds[i]));
    }
  return seidel_cli_print_sheet (sheet);
}

int
seidel_cli_run_preconditioners (const SeidelCliCommand *command, int argc, char **argv)
{
  bool as_json = false;
  int status = SEIDEL_CLI_DONE;
  g_autoptr (SeidelCliOptions) options = seidel_cli_options_new ();
  seidel_cli_options_flag (options, "json", &as_json, "Print JSON, for scripts.");
  if (!seidel_cli_begin (command, options, NULL, argc, argv, NULL, &status))
    return status;
  size_t n = 0;
  const SeidelPreconditionerKind *kinds = seidel_preconditioners (&n);
  return as_json ? print_preconditioners_json (kinds, n) : print_preconditioners (kinds, n);
}

/* --- orderings -----------------------------------------------------------------------------------
 */

static int
print_orderings_json (const SeidelOrdering *orderings, size_t n_orderings)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_array (json);
  for (size_t i = 0; i < n_orderings; i++)
    {
      json_builder_begin_object (json);
      seidel_cli_json_text (json, "id", orderings[i].id);
      seidel_cli_json_text (json, "name", orderings[i].name);
      seidel_cli_json_text (json, "sentence", orderings[i].sentence);
      seidel_cli_json_bool (json, "takes_seed", orderings[i].takes_seed);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
  return seidel_cli_print_json (json);
}

static int
print_orderings (const SeidelOrdering *orderings, size_t n_orderings)
{
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  for (size_t i = 0; i < n_orderings; i++)
    {
      g_autofree char *title =
        g_strdup_printf ("%s%s: %s", orderings[i].id, orderings[i].takes_seed ? ":SEED" : "",
                         orderings[i].name);
      seidel_cli_sheet_title (sheet, title);
      seidel_cli_sheet_note (sheet, orderings[i].sentence);
    }
  return seidel_cli_print_sheet (sheet);
}

int
seidel_cli_run_orderings (const SeidelCliCommand *command, int argc, char **argv)
{
  bool as_json = false;
  int status = SEIDEL_CLI_DONE;
  g_autoptr (SeidelCliOptions) options = seidel_cli_options_new ();
  seidel_cli_options_flag (options, "json", &as_json, "Print JSON, for scripts.");
  if (!seidel_cli_begin (command, options, NULL, argc, argv, NULL, &status))
    return status;
  size_t n = 0;
  const SeidelOrdering *orderings = seidel_orderings (&n);
  return as_json ? print_orderings_json (orderings, n) : print_orderings (orderings, n);
}
