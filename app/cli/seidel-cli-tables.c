/* seidel-cli methods, preconditioners, engines, formats, samples: the tables of the
 * library, for people and for scripts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-tables.h"

#include <math.h>

#include "base/seidel-format.h"
#include "cli/seidel-cli-options.h"
#include "engine/seidel-engines.h"
#include "io/seidel-loader.h"
#include "io/seidel-samples.h"
#include "matrix/seidel-storage.h"
#include "method/seidel-preconditioner.h"

/* The ids of the rows, each of which begins with one, whose bits are set. */
static char **
list_bits (gconstpointer rows, size_t n_rows, size_t row_size, unsigned int bits)
{
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();
  for (size_t i = 0; i < n_rows; i++)
    if (bits & (1u << i))
      g_strv_builder_add (list, *(const char *const *) ((const char *) rows + i * row_size));
  return g_strv_builder_end (list);
}

static char **
list_parameters (unsigned int parameters)
{
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();
  for (int p = 0; p < SEIDEL_N_PARAMETERS; p++)
    if (parameters & (1u << p))
      g_strv_builder_add (list, seidel_setting_of_parameter (p)->id);
  return g_strv_builder_end (list);
}

static char **
list_storages (unsigned int storages)
{
  size_t n = 0;
  const SeidelStorageInfo *rows = seidel_storages (&n);
  return list_bits (rows, n, sizeof *rows, storages);
}

static char **
list_needs (SeidelNeeds needs, bool names)
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
seidel_cli_list_arithmetics (unsigned int flags)
{
  size_t n = 0;
  const SeidelSetting *settings = seidel_settings (&n);
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();
  for (size_t i = 0; i < n; i++)
    if (flags & (unsigned int) settings[i].flag)
      g_strv_builder_add (list, settings[i].id);
  return g_strv_builder_end (list);
}

/* Of a method, or of a preconditioner. */
static char **
list_engines (const SeidelMethod *method, const SeidelPreconditionerKind *kind)
{
  size_t n = 0;
  const SeidelEngineEntryInfo *engines = seidel_engines (&n);
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();
  for (size_t i = 0; i < n; i++)
    if ((method != NULL && seidel_method_runs_on (method, engines[i].id))
        || (kind != NULL && seidel_preconditioner_runs_on (kind, engines[i].id)))
      g_strv_builder_add (list, engines[i].id);
  return g_strv_builder_end (list);
}

char **
seidel_cli_list_strategies (const SeidelMethod *method, const char *first)
{
  size_t n = 0;
  const SeidelEngineEntryInfo *engines = seidel_engines (&n);
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (g_free);
  if (first != NULL)
    g_ptr_array_add (list, g_strdup (first));
  for (size_t i = 0; i < n && (method == NULL || method->sweeps != SEIDEL_SWEEPS_NONE); i++)
    for (int s = 0; engines[i].engine != NULL && s < engines[i].engine->n_strategies; s++)
      {
        const SeidelStrategy *strategy = &engines[i].engine->strategies[s];
        bool able = strategy->any_levels || method == NULL || !method->by_colors;
        if (able && !g_ptr_array_find_with_equal_func (list, strategy->id, g_str_equal, NULL))
          g_ptr_array_add (list, g_strdup (strategy->id));
      }
  g_ptr_array_add (list, NULL);
  return (char **) g_ptr_array_steal (list, NULL);
}

static char **
list_precisions (const SeidelMethod *method)
{
  size_t n = 0;
  const SeidelPrecisionInfo *rows = seidel_precisions (&n);
  return list_bits (rows, n, sizeof *rows, method->precisions != 0 ? method->precisions : ~0u);
}

/* Those that it can work with; "none" is not one of them. */
static char **
list_preconditioners (const SeidelMethod *method)
{
  size_t n = 0;
  const SeidelPreconditionerKind *kinds = seidel_preconditioners (&n);
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();
  for (size_t i = 1; i < n; i++)
    if (seidel_preconditioner_suits (&kinds[i], method, NULL))
      g_strv_builder_add (list, kinds[i].id);
  return g_strv_builder_end (list);
}

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
write_method (const SeidelCliWriter *out, gconstpointer row)
{
  const SeidelMethod *method = row;
  seidel_cli_write_title (out, method->id, method->name, method->sentence);
  seidel_cli_write_text (out, "family", seidel_family_name (method->family));
  seidel_cli_write_list (out, "needs", list_needs (method->needs, out->sheet != NULL));
  seidel_cli_write_list (out, "parameters", list_parameters (method->parameters));
  seidel_cli_write_list (out, "preconditioners", list_preconditioners (method));
  seidel_cli_write_list (out, "engines", list_engines (method, NULL));
  seidel_cli_write_list (out, "strategies", seidel_cli_list_strategies (method, NULL));
  seidel_cli_write_list (out, "precisions", list_precisions (method));
  seidel_cli_write_list (out, "storages", list_storages (method->on_host ? 0 : ~0u));
}

static void
write_preconditioner (const SeidelCliWriter *out, gconstpointer row)
{
  const SeidelPreconditionerKind *kind = row;
  seidel_cli_write_title (out, kind->id, kind->name, kind->sentence);
  seidel_cli_write_list (out, "needs", list_needs (kind->needs, out->sheet != NULL));
  seidel_cli_write_list (out, "parameters", list_parameters (kind->parameters));
  seidel_cli_write_flag (out, "keeps_symmetry", kind->keeps_symmetry);
  seidel_cli_write_list (out, "methods", list_methods (kind));
  seidel_cli_write_list (out, "engines", list_engines (NULL, kind));
}

/* The row of a strategy in the table of seidel-engine.h. */
static void
write_traits (const SeidelCliWriter *out, const SeidelStrategy *strategy)
{
  static const char *const orders[] = { "natural", "level", "strip" };
  static const char *const stores[] = { "CSR", "runs", "slices" };
  static const char *const waits[] = { "none",          "barrier", "launch",
                                       "block barrier", "flags",   "repetition" };
  const char *const x_is_in = strategy->shared ? "shared memory" : "memory";
  if (out->sheet != NULL)
    {
      seidel_cli_sheet_add (out->sheet, "", "order: %s; stored as: %s; waits by: %s; x in %s",
                            orders[strategy->order], stores[strategy->stored],
                            waits[strategy->waits], x_is_in);
      return;
    }
  seidel_cli_json_text (out->json, "order", orders[strategy->order]);
  seidel_cli_json_text (out->json, "stored_as", stores[strategy->stored]);
  seidel_cli_json_text (out->json, "waits_by", waits[strategy->waits]);
  seidel_cli_json_text (out->json, "x_in", x_is_in);
}

static void
write_strategies (const SeidelCliWriter *out, const SeidelEngine *engine)
{
  if (out->json != NULL)
    {
      seidel_cli_json_begin_array (out->json, "strategies");
    }
  for (int s = 0; engine != NULL && s < engine->n_strategies; s++)
    {
      const SeidelStrategy *strategy = &engine->strategies[s];
      g_autofree char *label = g_strdup_printf ("strategy %s", strategy->id);
      if (out->sheet != NULL)
        {
          seidel_cli_sheet_add (out->sheet, label, "%s", strategy->sentence);
          write_traits (out, strategy);
          continue;
        }
      json_builder_begin_object (out->json);
      seidel_cli_write_title (out, strategy->id, strategy->name, strategy->sentence);
      write_traits (out, strategy);
      json_builder_end_object (out->json);
    }
  if (out->json != NULL)
    json_builder_end_array (out->json);
}

/* "NVIDIA H200, 140 GB of 150 GB free, 30 % busy" */
static void
write_device (const SeidelCliWriter *out, const SeidelEngine *engine, int device)
{
  SeidelDeviceCapacity capacity = { 0 };
  int64_t free_bytes = 0;
  int64_t total_bytes = 0;
  const double load = engine->device.load (device);
  engine->device.capacity (device, &capacity);
  engine->device.memory (device, &free_bytes, &total_bytes);
  if (out->json != NULL)
    {
      json_builder_begin_object (out->json);
      seidel_cli_json_integer (out->json, "device", device);
      seidel_cli_json_text (out->json, "name", capacity.name);
      seidel_cli_json_integer (out->json, "free_bytes", free_bytes);
      seidel_cli_json_integer (out->json, "total_bytes", total_bytes);
      seidel_cli_json_number (out->json, "load", load);
      json_builder_end_object (out->json);
      return;
    }
  g_autofree char *label = g_strdup_printf ("device %d", device);
  g_autofree char *available = seidel_format_bytes ((double) free_bytes);
  g_autofree char *total = seidel_format_bytes ((double) total_bytes);
  g_autofree char *busy =
    isnan (load) ? g_strdup ("") : g_strdup_printf (", %.0f %% busy", 100.0 * load);
  seidel_cli_sheet_add (out->sheet, label, "%s, %s of %s free%s",
                        capacity.name[0] != '\0' ? capacity.name : engine->name, available, total,
                        busy);
}

static void
write_devices (const SeidelCliWriter *out, const SeidelEngine *engine)
{
  const int n = engine != NULL && engine->device.count != NULL ? engine->device.count () : 0;
  if (out->json != NULL)
    {
      seidel_cli_json_begin_array (out->json, "devices");
    }
  for (int device = 0; device < n; device++)
    write_device (out, engine, device);
  if (out->json != NULL)
    json_builder_end_array (out->json);
}

static void
write_engine (const SeidelCliWriter *out, gconstpointer row)
{
  const SeidelEngineEntryInfo *entry = row;
  const SeidelEngine *engine = entry->engine;
  seidel_cli_write_title (out, entry->id, entry->name, engine != NULL ? engine->sentence : NULL);
  if (out->json != NULL)
    {
      seidel_cli_json_bool (out->json, "available", entry->available);
      seidel_cli_json_text (out->json, "why_not", entry->why_not);
    }
  else
    seidel_cli_sheet_add (out->sheet, "available", "%s%s%s", entry->available ? "yes" : "no",
                          entry->why_not != NULL ? ": " : "",
                          entry->why_not != NULL ? entry->why_not : "");
  write_devices (out, entry->available ? engine : NULL);
  write_strategies (out, engine);
  seidel_cli_write_list (out, "storages", list_storages (engine != NULL ? engine->storages : 0));
  seidel_cli_write_list (out, "arithmetic",
                         seidel_cli_list_arithmetics (engine != NULL ? engine->arithmetics : 0));
}

static void
write_format (const SeidelCliWriter *out, gconstpointer row)
{
  const SeidelFormat *format = row;
  seidel_cli_write_title (out, format->id, format->name, NULL);
  seidel_cli_write_list (out, out->json != NULL ? "suffixes" : "names end in",
                         g_strdupv ((char **) format->suffixes));
  seidel_cli_write_flag (out, "holds_several", format->holds_several);
  seidel_cli_write_flag (out, "reads_vectors", format->reads_vectors);
  seidel_cli_write_flag (out, "writes_matrices", format->writes_matrices);
  seidel_cli_write_flag (out, "writes_vectors", format->writes_vectors);
  seidel_cli_write_flag (out, "keeps_rhs", format->keeps_rhs);
  if (out->sheet == NULL)
    return;
  seidel_cli_sheet_add (out->sheet, "reads", "%s%s",
                        format->reads_vectors ? "matrices, vectors" : "matrices",
                        format->holds_several ? "; a file may hold several, see --variable" : "");
  if (format->writes_matrices || format->writes_vectors)
    seidel_cli_sheet_add (out->sheet, "writes", "%s%s%s%s",
                          format->writes_matrices ? "matrices" : "",
                          format->writes_matrices && format->writes_vectors ? ", " : "",
                          format->writes_vectors ? "vectors" : "",
                          format->keeps_rhs ? "; matrices with their right-hand side" : "");
}

int
seidel_cli_print_table (const SeidelCliCall *call)
{
  const SeidelCliTable *table = call->command->table;
  bool as_json = seidel_cli_given (call, "json");
  g_autoptr (JsonBuilder) json = json_builder_new ();
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  const SeidelCliWriter out = { as_json ? NULL : sheet, as_json ? json : NULL };
  size_t n = 0;
  const char *row = table->rows (&n);
  json_builder_begin_array (json);
  for (size_t i = 0; i < n; i++, row += table->row_size)
    {
      if (as_json)
        json_builder_begin_object (json);
      table->write (&out, row);
      if (as_json)
        json_builder_end_object (json);
    }
  json_builder_end_array (json);
  return as_json ? seidel_cli_print_json (json) : seidel_cli_print_sheet (sheet);
}

static void
write_sample (const SeidelCliWriter *out, gconstpointer row)
{
  const SeidelSample *sample = row;
  g_autofree char *id = g_strconcat ("sample:", sample->file, NULL);
  g_autofree char *recipe =
    sample->recipe != NULL ? g_strconcat ("seidel-cli generate ", sample->recipe, NULL) : NULL;
  seidel_cli_write_title (out, id, sample->title, sample->sentence);
  seidel_cli_write_text (out, "path", sample->path);
  if (recipe != NULL || out->json != NULL)
    seidel_cli_write_text (out, "recipe", recipe);
}

static gconstpointer
get_methods (size_t *n)
{
  return seidel_methods (n);
}

static gconstpointer
get_preconditioners (size_t *n)
{
  return seidel_preconditioners (n);
}

static gconstpointer
get_engines (size_t *n)
{
  return seidel_engines (n);
}

static gconstpointer
get_formats (size_t *n)
{
  return seidel_formats (n);
}

static gconstpointer
get_samples (size_t *n)
{
  return seidel_samples (n);
}

static const SeidelCliGroup *const groups[] = { &seidel_cli_json_group, NULL };

const SeidelCliCommand seidel_cli_methods = {
  .name = "methods",
  .arguments = "",
  .sentence = "List the methods and what each requires of the matrix.",
  .groups = groups,
  .table = &(const SeidelCliTable){ get_methods, sizeof (SeidelMethod), write_method },
  .run = seidel_cli_print_table,
};

const SeidelCliCommand seidel_cli_preconditioners = {
  .name = "preconditioners",
  .arguments = "",
  .sentence = "List the preconditioners and what each requires of the matrix.",
  .groups = groups,
  .table = &(const SeidelCliTable){ get_preconditioners, sizeof (SeidelPreconditionerKind),
                                    write_preconditioner },
  .run = seidel_cli_print_table,
};

const SeidelCliCommand seidel_cli_engines = {
  .name = "engines",
  .arguments = "",
  .sentence = "List the engines of this machine and the strategies of their sweeps.",
  .groups = groups,
  .table = &(const SeidelCliTable){ get_engines, sizeof (SeidelEngineEntryInfo), write_engine },
  .run = seidel_cli_print_table,
};

const SeidelCliCommand seidel_cli_formats = {
  .name = "formats",
  .arguments = "",
  .sentence = "List the file formats and what is read and written in each.",
  .groups = groups,
  .table = &(const SeidelCliTable){ get_formats, sizeof (SeidelFormat), write_format },
  .run = seidel_cli_print_table,
};

const SeidelCliCommand seidel_cli_samples = {
  .name = "samples",
  .arguments = "",
  .sentence = "List the installed sample matrices.",
  .groups = groups,
  .table = &(const SeidelCliTable){ get_samples, sizeof (SeidelSample), write_sample },
  .run = seidel_cli_print_table,
};
