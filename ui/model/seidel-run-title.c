/* What a run is called.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-run-title.h"

#include <string.h>
#include <glib/gi18n.h>

#include "analysis/seidel-ordering.h"
#include "base/seidel-threads.h"
#include "draw/seidel-translate.h"
#include "engine/seidel-engines.h"
#include "matrix/seidel-storage.h"
#include "method/seidel-preconditioner.h"
#include "model/seidel-number.h"
#include "plan/seidel-setting.h"
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
    return g_strdup (seidel_translate (method->name));
  return g_strdup_printf ("%s + %s", seidel_translate (method->name),
                          seidel_translate (preconditioner->name));
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

/* Those that have an effect and are not at their initial values. */
static void
append_parameters (GString *text, const Facts *facts)
{
  unsigned int used = facts->method->parameters;

  if (facts->preconditioner != NULL)
    used |= facts->preconditioner->parameters;
  for (int i = 0; i < SEIDEL_N_PARAMETERS; i++)
    {
      const SeidelSetting *setting = seidel_setting_of_parameter (i);
      const double value = facts->options->parameters[i];
      const SeidelSettingValue *named = seidel_parameter_value (i, value);
      char number[G_ASCII_DTOSTR_BUF_SIZE];

      if ((used & (1u << i)) == 0 || seidel_setting_is_default (setting, facts->options))
        continue;
      g_ascii_formatd (number, sizeof number, "%.6g", value);
      g_string_append_printf (text, ", %c%s %s", g_ascii_tolower (setting->name[0]),
                              setting->name + 1, named != NULL ? named->name : number);
    }
}

static char *
describe_method (const Facts *facts)
{
  g_autofree char *pair = NULL;
  g_autoptr (GString) text = NULL;

  if (facts->method == NULL)
    return g_strdup (facts->automatic ? _ ("Automatic") : facts->options->method);
  pair = name_pair (facts->method, facts->preconditioner);
  text = g_string_new (pair);
  append_parameters (text, facts);
  if (facts->automatic)
    g_string_append (text, _ (" (auto)"));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static const SeidelEngine *
engine_of (const Facts *facts)
{
  const SeidelEngineEntryInfo *entry = seidel_engines_find (facts->options->engine);

  return entry != NULL ? entry->engine : NULL;
}

static char *
describe_engine (const Facts *facts)
{
  const SeidelEngineEntryInfo *entry = seidel_engines_find (facts->options->engine);
  const int threads = seidel_threads_allowed (facts->outcome != NULL ? facts->outcome->threads
                                                                     : facts->options->threads);

  if (engine_of (facts) != NULL && seidel_engine_is_distributed (engine_of (facts)))
    {
      const int ranks =
        facts->outcome != NULL ? facts->outcome->options.ranks : facts->options->ranks;

      return ranks == 0
               ? g_strdup (entry->name)
               : g_strdup_printf (ngettext ("%s, %d rank", "%s, %d ranks", (unsigned long) ranks),
                                  entry->name, ranks);
    }
  if (engine_of (facts) == NULL || !engine_of (facts)->uses_threads)
    return g_strdup (entry != NULL ? entry->name : facts->options->engine);
  return g_strdup_printf (ngettext ("%s, %d thread", "%s, %d threads", (unsigned long) threads),
                          entry->name, threads);
}

/* It says that it is about the sweep: products and sums may use other threads than a serial sweep
 * does. */
static char *
describe_strategy (const Facts *facts)
{
  bool automatic = facts->outcome != NULL
                     ? facts->outcome->strategy_why != NULL
                     : g_strcmp0 (facts->options->strategy, SEIDEL_STRATEGY_AUTO) == 0;
  const char *id = facts->options->strategy;
  SeidelSweeps sweeps = facts->method != NULL ? facts->method->sweeps : SEIDEL_SWEEPS_NONE;
  const char *name;
  g_autofree char *small = NULL;

  if (facts->preconditioner != NULL)
    sweeps |= facts->preconditioner->sweeps;
  if (sweeps == SEIDEL_SWEEPS_NONE)
    return NULL;
  if (facts->outcome != NULL && facts->outcome->strategy != NULL)
    id = facts->outcome->strategy;
  name = seidel_engines_strategy_name (facts->options->engine, id);
  if (name == NULL)
    return g_strdup_printf (_ ("sweep: %s"), automatic ? _ ("automatic") : id);
  small = g_utf8_strdown (seidel_translate (name), -1);
  return g_strdup_printf (automatic ? _ ("sweep: %s (auto)") : _ ("sweep: %s"), small);
}

static SeidelStorage
storage_of (const Facts *facts)
{
  return facts->outcome != NULL ? facts->outcome->options.storage : facts->options->storage;
}

static char *
describe_storage (const Facts *facts)
{
  size_t n;
  const SeidelStorageInfo *storages = seidel_storages (&n);
  SeidelStorage storage = storage_of (facts);
  g_autofree char *name = NULL;
  g_autofree char *shape = NULL;

  if (facts->method == NULL || facts->method->on_host || storage == SEIDEL_STORAGE_AUTO)
    return NULL;
  name = g_utf8_strdown (seidel_translate (storages[storage].name), -1);
  if (facts->options->shape.rows_per_block == 0 || storage != SEIDEL_STORAGE_DENSE)
    return g_steal_pointer (&name);
  shape = seidel_shape_to_text (facts->options->shape);
  return g_strdup_printf (_ ("%s, shape %s"), name, shape);
}

static char *
describe_arithmetic (const Facts *facts)
{
  size_t n;
  const SeidelSetting *table = seidel_settings (&n);
  g_autoptr (GString) text = g_string_new (NULL);

  if (facts->method == NULL || facts->method->on_host)
    return NULL;
  for (size_t i = 0; i < n; i++)
    if ((facts->options->arithmetic & (int) table[i].flag) != 0)
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", table[i].id);
  return g_strdup (text->len > 0 ? text->str : _ ("plain arithmetic"));
}

static char *
describe_tolerance (const Facts *facts)
{
  g_autofree char *value = seidel_number_to_text (facts->options->tolerance);

  return g_strdup_printf (_ ("tolerance %s"), value);
}

static char *
describe_order (const char *ordering)
{
  SeidelOrderingSpec spec;
  g_autofree char *name = NULL;
  g_autofree char *seed = NULL;

  if (!seidel_ordering_spec_parse (ordering, &spec, NULL))
    return g_strdup_printf (_ ("order: %s"), ordering);
  /* Not the whole of it in small letters: it may name a person. */
  name =
    g_strdup_printf ("%c%s", g_ascii_tolower (spec.ordering->name[0]), spec.ordering->name + 1);
  if (!spec.ordering->takes_seed)
    return g_strdup_printf (_ ("order: %s"), name);
  seed = g_strdup_printf ("%" G_GUINT64_FORMAT, spec.seed);
  return g_strdup_printf (_ ("order: %s, seed %s"), name, seed);
}

/* Parts that are omitted unless another run differs in them. */
static unsigned int
find_usual (const Facts *facts, const char *ordering)
{
  unsigned int usual =
    1u << SEIDEL_RUN_PART_TOLERANCE | 1u << SEIDEL_RUN_PART_RHS | 1u << SEIDEL_RUN_PART_MATRIX;

  if (storage_of (facts) == SEIDEL_STORAGE_CSR)
    usual |= 1u << SEIDEL_RUN_PART_STORAGE;
  if (facts->options->precision == SEIDEL_PRECISION_DOUBLE)
    usual |= 1u << SEIDEL_RUN_PART_PRECISION;
  if (facts->options->arithmetic == 0)
    usual |= 1u << SEIDEL_RUN_PART_ARITHMETIC;
  if (g_str_equal (ordering, SEIDEL_ORDERING_NATURAL))
    usual |= 1u << SEIDEL_RUN_PART_ORDER;
  return usual;
}

void
seidel_run_title_init (SeidelRunTitle *title,
                       const SeidelOptions *options,
                       const SeidelOutcome *outcome,
                       SeidelTrace *trace,
                       const char *matrix_name,
                       const char *ordering)
{
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
  *title = (SeidelRunTitle){
    .texts = {
      [SEIDEL_RUN_PART_METHOD] = describe_method (&facts),
      [SEIDEL_RUN_PART_ENGINE] = describe_engine (&facts),
      [SEIDEL_RUN_PART_STRATEGY] = describe_strategy (&facts),
      [SEIDEL_RUN_PART_STORAGE] = describe_storage (&facts),
      [SEIDEL_RUN_PART_PRECISION] = g_strdup (seidel_precision_id (facts.options->precision)),
      [SEIDEL_RUN_PART_ARITHMETIC] = describe_arithmetic (&facts),
      [SEIDEL_RUN_PART_TOLERANCE] = describe_tolerance (&facts),
      [SEIDEL_RUN_PART_ORDER] = describe_order (ordering),
      [SEIDEL_RUN_PART_MATRIX] = g_strdup (matrix_name),
    },
    .usual = find_usual (&facts, ordering),
  };
}

void
seidel_run_title_set_rhs (SeidelRunTitle *title, const SeidelVectorSpec *rhs)
{
  g_autofree char *name = rhs->kind == SEIDEL_VECTOR_FILE ? g_filename_display_basename (rhs->path)
                                                          : seidel_vector_spec_to_text (rhs);

  g_free (title->texts[SEIDEL_RUN_PART_RHS]);
  title->texts[SEIDEL_RUN_PART_RHS] = g_strdup_printf (_ ("b: %s"), name);
}

void
seidel_run_title_clear (SeidelRunTitle *title)
{
  for (int i = 0; i < SEIDEL_RUN_N_PARTS; i++)
    g_clear_pointer (&title->texts[i], g_free);
}

unsigned int
seidel_run_title_compare (const SeidelRunTitle *a, const SeidelRunTitle *b)
{
  unsigned int differing = 0;

  for (int i = 0; i < SEIDEL_RUN_N_PARTS; i++)
    if (g_strcmp0 (a->texts[i], b->texts[i]) != 0)
      differing |= 1u << i;
  return differing;
}

char *
seidel_run_title_join (const SeidelRunTitle *title, unsigned int parts)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 0; i < SEIDEL_RUN_N_PARTS; i++)
    if ((parts & (1u << i)) != 0 && title->texts[i] != NULL)
      g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", title->texts[i]);
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}
