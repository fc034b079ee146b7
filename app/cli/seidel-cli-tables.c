/* Tables for people and scripts; seidel-cli preconditioners and orderings are two of them.
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

/* --- tables as commands --------------------------------------------------------------------------
 */

static int
print_table_json (const SeidelCliTable *table)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_array (json);
  for (size_t i = 0; i < table->n_rows; i++)
    {
      json_builder_begin_object (json);
      table->to_json (json, (const char *) table->rows + i * table->row_size);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
  return seidel_cli_print_json (json);
}

static int
print_table (const SeidelCliTable *table)
{
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  for (size_t i = 0; i < table->n_rows; i++)
    table->to_sheet (sheet, (const char *) table->rows + i * table->row_size);
  return seidel_cli_print_sheet (sheet);
}

int
seidel_cli_run_table (const SeidelCliCommand *command,
                      int argc,
                      char **argv,
                      const SeidelCliTable *table)
{
  bool as_json = false;
  int status = SEIDEL_CLI_DONE;
  g_autoptr (SeidelCliOptions) options = seidel_cli_options_new ();
  seidel_cli_options_flag (options, "json", &as_json, "Print JSON, for scripts.");
  if (!seidel_cli_begin (command, options, NULL, argc, argv, NULL, &status))
    return status;
  return as_json ? print_table_json (table) : print_table (table);
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

static void
preconditioner_to_json (JsonBuilder *json, gconstpointer row)
{
  const SeidelPreconditionerKind *kind = row;
  seidel_cli_json_text (json, "id", kind->id);
  seidel_cli_json_text (json, "name", kind->name);
  seidel_cli_json_text (json, "sentence", kind->sentence);
  seidel_cli_json_take (json, "needs", seidel_cli_list_needs (kind->needs, false));
  seidel_cli_json_take (json, "parameters", seidel_cli_list_parameters (kind->parameters));
  seidel_cli_json_bool (json, "keeps_symmetry", kind->keeps_symmetry);
  seidel_cli_json_take (json, "methods", list_methods (kind));
}

static void
preconditioner_to_sheet (SeidelCliSheet *sheet, gconstpointer row)
{
  const SeidelPreconditionerKind *kind = row;
  g_autofree char *title = g_strdup_printf ("%s: %s", kind->id, kind->name);
  seidel_cli_sheet_title (sheet, title);
  seidel_cli_sheet_note (sheet, kind->sentence);
  seidel_cli_sheet_join (sheet, "needs", seidel_cli_list_needs (kind->needs, true));
  seidel_cli_sheet_join (sheet, "parameters", seidel_cli_list_parameters (kind->parameters));
  seidel_cli_sheet_join (sheet, "methods", list_methods (kind));
}

int
seidel_cli_run_preconditioners (const SeidelCliCommand *command, int argc, char **argv)
{
  SeidelCliTable table = { .row_size = sizeof (SeidelPreconditionerKind),
                           .to_json = preconditioner_to_json,
                           .to_sheet = preconditioner_to_sheet };
  table.rows = seidel_preconditioners (&table.n_rows);
  return seidel_cli_run_table (command, argc, argv, &table);
}

/* --- orderings -----------------------------------------------------------------------------------
 */

static void
ordering_to_json (JsonBuilder *json, gconstpointer row)
{
  const SeidelOrdering *ordering = row;
  seidel_cli_json_text (json, "id", ordering->id);
  seidel_cli_json_text (json, "name", ordering->name);
  seidel_cli_json_text (json, "sentence", ordering->sentence);
  seidel_cli_json_bool (json, "takes_seed", ordering->takes_seed);
}

static void
ordering_to_sheet (SeidelCliSheet *sheet, gconstpointer row)
{
  const SeidelOrdering *ordering = row;
  g_autofree char *title =
    g_strdup_printf ("%s%s: %s", ordering->id, ordering->takes_seed ? ":SEED" : "", ordering->name);
  seidel_cli_sheet_title (sheet, title);
  seidel_cli_sheet_note (sheet, ordering->sentence);
}

int
seidel_cli_run_orderings (const SeidelCliCommand *command, int argc, char **argv)
{
  SeidelCliTable table = { .row_size = sizeof (SeidelOrdering),
                           .to_json = ordering_to_json,
                           .to_sheet = ordering_to_sheet };
  table.rows = seidel_orderings (&table.n_rows);
  return seidel_cli_run_table (command, argc, argv, &table);
}
