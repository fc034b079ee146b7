/* What a run is called.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-run-title.h"

#include <string.h>

#include "engine/seidel-engines.h"
#include "matrix/seidel-storage.h"
#include "method/seidel-preconditioner.h"
#include "run/seidel-shape.h"

/* What a run works with, as far as it is known. */
typedef struct
{
  const SeidelOptions *options;
  const SeidelOutcome *outcome;
  const SeidelMethod *method;                     /* NULL: nothing was tried yet */
  const SeidelPreconditionerKind *preconditioner; /* NULL: none */
  bool automatic;
} Facts;

static const SeidelPreconditionerKind *
find_preconditioner (const SeidelMethod *method, const char *id)
{
  size_t n;
  const SeidelPreconditionerKind *none = seidel_preconditioners (&n);
  const SeidelPreconditionerKind *kind = seidel_preconditioner_find (id);

  if (method == NULL || method->preconditioning == SEIDEL_PRECONDITIONING_NONE || kind == none)
    return NULL;
  return kind;
}

static char *
name_pair (const SeidelMethod *method, const SeidelPreconditionerKind *preconditioner)
{
  if (preconditioner == NULL)
    return g_strdup (method->name);
  return g_strdup_printf ("%s + %s", method->name, preconditioner->name);
}

char *
seidel_run_title_pair (const char *method, const char *preconditioner)
{
  const SeidelMethod *found = seidel_method_find (method);

  if (found == NULL)
    return g_strdup (method);
  return name_pair (found, find_preconditioner (found, preconditioner));
}

/* The rest of a text that begins with a name and an end of it; NULL when it does not. */
static const char *
skip_name (const char *text, const char *name, const char *end)
{
  g_autofree char *beginning = g_strconcat (name, end, NULL);

  return g_str_has_prefix (text, beginning) ? text + strlen (beginning) : NULL;
}

/* An attempt begins with an event that names it: "Conjugate gradients with IC(0). Symmetric …". */
static bool
read_attempt (const char *text, Facts *facts)
{
  size_t n_methods;
  size_t n_kinds;
  const SeidelMethod *methods = seidel_methods (&n_methods);
  const SeidelPreconditionerKind *kinds = seidel_preconditioners (&n_kinds);

  for (size_t i = 0; i < n_methods; i++)
    {
      const char *rest = skip_name (text, methods[i].name, " with ");

      for (size_t k = 0; rest != NULL && k < n_kinds; k++)
        if (skip_name (rest, kinds[k].name, ". ") != NULL)
          {
            facts->method = &methods[i];
            facts->preconditioner = &kinds[k];
            return true;
          }
      if (skip_name (text, methods[i].name, ". ") != NULL)
        {
          facts->method = &methods[i];
          return true;
        }
    }
  return false;
}

static void
read_latest_attempt (SeidelTrace *trace, Facts *facts)
{
  for (size_t i = seidel_trace_n_events (trace); i-- > 0;)
    if (read_attempt (seidel_trace_event (trace, i).text, facts))
      return;
}

/* Those that are heeded and not what they are by themselves. */
static void
append_parameters (GString *title, const Facts *facts)
{
  const SeidelParameter *table = seidel_parameters ();
  unsigned int heeded = facts->method->parameters;

  if (facts->preconditioner != NULL)
    heeded |= facts->preconditioner->parameters;
  for (int i = 0; i < SEIDEL_N_PARAMETERS; i++)
    {
      char value[G_ASCII_DTOSTR_BUF_SIZE];

      if ((heeded & (1u << i)) == 0 || facts->options->parameters[i] == table[i].initial)
        continue;
      g_ascii_formatd (value, sizeof value, "%.6g", facts->options->parameters[i]);
      g_string_append_printf (title, ", %c%s %s", g_ascii_tolower (table[i].name[0]),
                              table[i].name + 1, value);
    }
}

static void
append_method (GString *title, const Facts *facts)
{
  g_autofree char *pair = NULL;

  if (facts->method == NULL)
    {
      g_string_append (title, facts->automatic ? "Automatic" : facts->options->method);
      return;
    }
  pair = name_pair (facts->method, facts->preconditioner);
  g_string_append (title, pair);
  append_parameters (title, facts);
  if (facts->automatic)
    g_string_append (title, " (auto)");
}

static void
append_engine (GString *title, const Facts *facts)
{
  const SeidelEngineEntryInfo *entry = seidel_engines_find (facts->options->engine);
  int threads = facts->outcome != NULL ? facts->outcome->threads : facts->options->threads;

  if (threads <= 0)
    threads = (int) g_get_num_processors ();
  g_string_append_printf (title, " · %s", entry != NULL ? entry->name : facts->options->engine);
  if (entry != NULL && entry->engine != NULL && entry->engine->uses_threads)
    g_string_append_printf (title, ", %d %s", threads, threads == 1 ? "thread" : "threads");
}

/* The sweep strategy by its name; once "auto" has chosen, both are told. */
static void
append_strategy (GString *title, const Facts *facts)
{
  const SeidelEngineEntryInfo *entry = seidel_engines_find (facts->options->engine);
  bool automatic = g_strcmp0 (facts->options->strategy, "auto") == 0;
  const char *id = facts->options->strategy;
  SeidelSweeps sweeps = facts->method != NULL ? facts->method->sweeps : SEIDEL_SWEEPS_NONE;
  int index = -1;

  if (facts->preconditioner != NULL)
    sweeps |= facts->preconditioner->sweeps;
  if (sweeps == SEIDEL_SWEEPS_NONE)
    return;
  if (facts->outcome != NULL && facts->outcome->strategy != NULL)
    id = facts->outcome->strategy;
  if (entry != NULL && entry->engine != NULL)
    index = seidel_engine_find_strategy (entry->engine, id);
  if (index < 0)
    g_string_append_printf (title, " · %s", automatic ? "auto" : id);
  else
    g_string_append_printf (title, automatic ? " · %s (auto)" : " · %s",
                            entry->engine->strategies[index].name);
}

/* Rows are not worth a word, nor is a shape that nobody asked for. */
static void
append_storage (GString *title, const Facts *facts)
{
  size_t n;
  const SeidelStorageInfo *storages = seidel_storages (&n);
  SeidelStorage storage = facts->options->storage;
  g_autofree char *name = NULL;

  if (storage == SEIDEL_STORAGE_CSR || facts->method == NULL || facts->method->on_host)
    return;
  name = g_utf8_strdown (storages[storage].name, -1);
  g_string_append_printf (title, " · %s", name);
  if (facts->options->shape.rows_per_block > 0)
    {
      g_autofree char *shape = seidel_shape_to_text (facts->options->shape);

      g_string_append_printf (title, ", shape %s", shape);
    }
}

static void
append_arithmetic (GString *title, const Facts *facts)
{
  size_t n;
  const SeidelArithmeticInfo *table = seidel_arithmetics (&n);

  if (facts->method == NULL || facts->method->on_host)
    return;
  for (size_t i = 0; i < n; i++)
    if ((facts->options->arithmetic & (int) table[i].flag) != 0)
      g_string_append_printf (title, " · %s", table[i].id);
}

char *
seidel_run_title_new (const SeidelOptions *options,
                      const SeidelOutcome *outcome,
                      SeidelTrace *trace)
{
  GString *title = g_string_new (NULL);
  Facts facts = {
    .options = outcome != NULL ? &outcome->options : options,
    .outcome = outcome,
    .automatic = g_strcmp0 (options->method, SEIDEL_METHOD_AUTO) == 0,
  };

  if (facts.automatic && outcome == NULL)
    read_latest_attempt (trace, &facts);
  else
    {
      facts.method = seidel_method_find (facts.options->method);
      facts.preconditioner = find_preconditioner (facts.method, facts.options->preconditioner);
    }
  append_method (title, &facts);
  append_engine (title, &facts);
  append_strategy (title, &facts);
  append_storage (title, &facts);
  if (facts.options->precision != SEIDEL_PRECISION_DOUBLE)
    g_string_append_printf (title, " · %s", seidel_precision_id (facts.options->precision));
  append_arithmetic (title, &facts);
  return g_string_free (title, FALSE);
}
