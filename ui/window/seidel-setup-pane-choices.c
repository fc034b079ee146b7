/* The drop-downs of the set-up: what there is to choose, and what stands against it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-setup-pane-private.h"

#include "engine/seidel-engines.h"
#include "base/seidel-available.h"
#include "matrix/seidel-storage.h"
#include "method/seidel-preconditioner.h"

#define AUTO "auto"

const SeidelMethod *
seidel_setup_pane_get_method (SeidelSetupPane *self)
{
  const char *id = seidel_choice_drop_down_get_id (self->method);

  return id != NULL ? seidel_method_find (id) : NULL;
}

const SeidelEngine *
seidel_setup_pane_get_engine (SeidelSetupPane *self)
{
  const char *id = seidel_choice_drop_down_get_id (self->engine);
  const SeidelEngineEntryInfo *entry = id != NULL ? seidel_engines_find (id) : NULL;

  return entry != NULL ? entry->engine : NULL;
}

SeidelPrecision
seidel_setup_pane_get_precision (SeidelSetupPane *self)
{
  SeidelPrecision precision = SEIDEL_PRECISION_DOUBLE;

  seidel_precision_parse (seidel_choice_drop_down_get_id (self->precision), &precision);
  return precision;
}

SeidelStructure *
seidel_setup_pane_get_structure (SeidelSetupPane *self)
{
  return self->document != NULL ? seidel_document_get_structure (self->document) : NULL;
}

static GPtrArray *
new_choices (void)
{
  return g_ptr_array_new_with_free_func (g_object_unref);
}

/* The choice that is left to the advisor is refused only where it has nothing to propose. */
static SeidelChoice *
new_automatic (SeidelSetupPane *self)
{
  SeidelStructure *structure = seidel_setup_pane_get_structure (self);
  const SeidelOptions options = SEIDEL_OPTIONS_INIT;
  g_autoptr (SeidelAdvice) advice = NULL;
  const char *why_not = NULL;

  if (structure != NULL)
    advice = seidel_advise (structure, &options);
  if (advice != NULL && advice->n_candidates == 0)
    why_not = advice->summary;
  return seidel_choice_new (SEIDEL_METHOD_AUTO, "Automatic",
                            "Looks at the structure of the matrix and tries what suits it best, "
                            "then the next best where that fails; the run says what and why",
                            why_not);
}

/* Sentences of the tables end with a full stop; so does this one. What an engine makes in memory of
 * its own is told with the rest of the run. */
static char *
describe_lack_of_memory (const SeidelEngine *engine,
                         const SeidelMethod *method,
                         const SeidelStructure *structure,
                         SeidelPrecision precision)
{
  double needed = seidel_method_memory (method, structure, precision);
  double available = seidel_memory_available ();
  g_autofree char *needed_text = g_format_size ((guint64) MIN (needed, 1e18));
  g_autofree char *available_text = g_format_size ((guint64) MIN (available, 1e18));

  if (needed <= available || (engine != NULL && (engine->factors.kinds & method->factors) != 0))
    return NULL;
  return g_strdup_printf ("“%s” takes %s of memory for this matrix, and %s are free.", method->name,
                          needed_text, available_text);
}

static void
fill_methods (SeidelSetupPane *self)
{
  g_autoptr (GPtrArray) choices = new_choices ();
  SeidelStructure *structure = seidel_setup_pane_get_structure (self);
  SeidelPrecision precision = seidel_setup_pane_get_precision (self);
  const SeidelEngine *engine = seidel_setup_pane_get_engine (self);
  size_t n;
  const SeidelMethod *methods = seidel_methods (&n);

  g_ptr_array_add (choices, new_automatic (self));
  for (size_t i = 0; i < n; i++)
    {
      g_autofree char *why_not = NULL;
      SeidelChoice *choice;

      if (structure != NULL && seidel_method_applies (&methods[i], structure, &why_not))
        why_not = describe_lack_of_memory (engine, &methods[i], structure, precision);
      choice = seidel_choice_new (methods[i].id, methods[i].name, methods[i].sentence, why_not);
      seidel_choice_set_section (choice, seidel_family_name (methods[i].family));
      g_ptr_array_add (choices, choice);
    }
  seidel_choice_drop_down_fill (self->method, choices);
}

static gboolean
takes_preconditioner (const SeidelMethod *method)
{
  return method != NULL && method->preconditioning != SEIDEL_PRECONDITIONING_NONE;
}

static void
fill_preconditioners (SeidelSetupPane *self)
{
  g_autoptr (GPtrArray) choices = new_choices ();
  SeidelStructure *structure = seidel_setup_pane_get_structure (self);
  const SeidelMethod *method = seidel_setup_pane_get_method (self);
  size_t n;
  const SeidelPreconditionerKind *kinds = seidel_preconditioners (&n);

  if (method == NULL)
    g_ptr_array_add (choices, seidel_choice_new (AUTO, "Automatic", NULL, NULL));
  for (size_t i = 0; i < n; i++)
    {
      g_autofree char *why_not = NULL;

      if (method != NULL && structure != NULL)
        seidel_preconditioner_applies (&kinds[i], method, structure, &why_not);
      else if (method != NULL)
        seidel_preconditioner_suits (&kinds[i], method, &why_not);
      g_ptr_array_add (choices,
                       seidel_choice_new (kinds[i].id, kinds[i].name, kinds[i].sentence, why_not));
    }
  seidel_choice_drop_down_fill (self->preconditioner, choices);
  seidel_choice_drop_down_select (self->preconditioner, takes_preconditioner (method)
                                                          ? self->preconditioner_wanted
                                                        : method == NULL ? AUTO
                                                                         : kinds[0].id);
}

static void
fill_engines (SeidelSetupPane *self)
{
  g_autoptr (GPtrArray) choices = new_choices ();
  const SeidelMethod *method = seidel_setup_pane_get_method (self);
  size_t n;
  const SeidelEngineEntryInfo *entries = seidel_engines (&n);

  for (size_t i = 0; i < n; i++)
    {
      g_autofree char *why_not = entries[i].available ? NULL : g_strdup (entries[i].why_not);

      if (why_not == NULL && method != NULL && !seidel_method_runs_on (method, entries[i].id))
        why_not = g_strdup_printf ("“%s” computes on the processor by itself: choose the %s "
                                   "engine for it.",
                                   method->name, seidel_cpu_engine ()->name);
      g_ptr_array_add (choices,
                       seidel_choice_new (entries[i].id, entries[i].name,
                                          entries[i].engine != NULL ? entries[i].engine->sentence
                                                                    : NULL,
                                          why_not));
    }
  seidel_choice_drop_down_fill (self->engine, choices);
}

/* What the method sweeps, by itself or in its preconditioner. */
static SeidelSweeps
chosen_sweeps (SeidelSetupPane *self)
{
  const SeidelMethod *method = seidel_setup_pane_get_method (self);
  const char *id = seidel_choice_drop_down_get_id (self->preconditioner);
  const SeidelPreconditionerKind *kind = id != NULL ? seidel_preconditioner_find (id) : NULL;

  if (method == NULL)
    return SEIDEL_SWEEPS_NONE;
  return method->sweeps
         | (takes_preconditioner (method) && kind != NULL ? kind->sweeps : SEIDEL_SWEEPS_NONE);
}

/* Why a strategy cannot be used with what else is chosen, or NULL. */
static char *
refuse_strategy (SeidelSetupPane *self, const SeidelEngine *engine, int strategy)
{
  const SeidelMethod *method = seidel_setup_pane_get_method (self);
  size_t n_arithmetics;
  const SeidelArithmeticInfo *arithmetics = seidel_arithmetics (&n_arithmetics);
  size_t n;

  if (method == NULL)
    return NULL;
  if (method->by_colors && !engine->strategies[strategy].any_levels)
    return g_strdup_printf ("“%s” goes by colours, which this strategy does not.", method->name);
  if (strategy > 0 && chosen_sweeps (self) != SEIDEL_SWEEPS_NONE
      && seidel_setup_pane_get_storage (self) != SEIDEL_STORAGE_CSR)
    return g_strdup_printf ("A matrix that is not stored as “%s” is swept by “%s” alone.",
                            seidel_storages (&n)[SEIDEL_STORAGE_CSR].name,
                            engine->strategies[0].name);
  for (size_t i = 0; i < n_arithmetics; i++)
    if (seidel_setup_pane_get_arithmetic (self) & (int) arithmetics[i].flag
        & ~(int) engine->strategies[strategy].arithmetics)
      return g_strdup_printf ("It does not offer “%s”.", arithmetics[i].name);
  return NULL;
}

static void
fill_strategies (SeidelSetupPane *self)
{
  g_autoptr (GPtrArray) choices = new_choices ();
  const SeidelEngine *engine = seidel_setup_pane_get_engine (self);

  g_ptr_array_add (choices,
                   seidel_choice_new (AUTO, "Automatic",
                                      "Chosen by the matrix; the run says what and why", NULL));
  for (int i = 0; engine != NULL && i < engine->n_strategies; i++)
    {
      const SeidelStrategy *strategy = &engine->strategies[i];
      g_autofree char *why_not = refuse_strategy (self, engine, i);

      g_ptr_array_add (choices, seidel_choice_new (strategy->id, strategy->name, strategy->sentence,
                                                   why_not));
    }
  seidel_choice_drop_down_fill (self->strategy, choices);
}

static void
fill_precisions (SeidelSetupPane *self)
{
  g_autoptr (GPtrArray) choices = new_choices ();
  const SeidelMethod *method = seidel_setup_pane_get_method (self);
  size_t n;
  const SeidelPrecisionInfo *precisions = seidel_precisions (&n);
  const SeidelOptions defaults = SEIDEL_OPTIONS_INIT;

  /* The usual one comes first. */
  for (size_t k = 0; k < n; k++)
    {
      size_t i = k == 0 ? defaults.precision : k <= defaults.precision ? k - 1 : k;
      g_autofree char *why_not = NULL;

      if (method != NULL)
        seidel_method_computes_in (method, (SeidelPrecision) i, &why_not);
      g_ptr_array_add (choices, seidel_choice_new (precisions[i].id, precisions[i].name,
                                                   precisions[i].sentence, why_not));
    }
  seidel_choice_drop_down_fill (self->precision, choices);
}

static SeidelStorageShape
shape_of (const SeidelStructure *structure)
{
  return (SeidelStorageShape){ structure->rows, structure->columns, structure->nonzeros,
                               structure->diagonals };
}

static char *
format_bytes (SeidelStorage storage, const SeidelStorageShape *shape, SeidelPrecision precision)
{
  return g_format_size ((guint64) MIN (seidel_storage_bytes (storage, shape, precision), 1e18));
}

/* Why a storage cannot be used with what else is chosen, or NULL. */
static char *
refuse_storage (SeidelSetupPane *self, SeidelStorage storage)
{
  const SeidelEngine *engine = seidel_setup_pane_get_engine (self);
  const SeidelMethod *method = seidel_setup_pane_get_method (self);
  SeidelStructure *structure = seidel_setup_pane_get_structure (self);

  if (storage == SEIDEL_STORAGE_CSR)
    return NULL;
  if (engine != NULL && (engine->storages & (1u << storage)) == 0)
    return g_strdup_printf ("The %s engine has no such storage.", engine->name);
  if (method != NULL && method->by_colors)
    return g_strdup_printf ("“%s” goes by colours, by which only rows can be swept.", method->name);
  if (structure != NULL && (engine == NULL || engine->device.memory == NULL))
    {
      const SeidelStorageShape shape = shape_of (structure);

      if (seidel_storage_bytes (storage, &shape, seidel_setup_pane_get_precision (self))
          > seidel_memory_available ())
        return g_strdup ("There is not enough memory");
    }
  return NULL;
}

/* The fewest bytes, where nothing but products is asked of the matrix: sweeps go row by row. */
static SeidelStorage
propose_storage (SeidelSetupPane *self)
{
  SeidelStructure *structure = seidel_setup_pane_get_structure (self);
  SeidelStorage storage = SEIDEL_STORAGE_CSR;
  g_autofree char *why_not = NULL;

  if (structure == NULL || chosen_sweeps (self) != SEIDEL_SWEEPS_NONE)
    return storage;
  {
    const SeidelStorageShape shape = shape_of (structure);

    storage = seidel_storage_propose (&shape, seidel_setup_pane_get_precision (self), ~0u);
  }
  why_not = refuse_storage (self, storage);
  return why_not == NULL ? storage : SEIDEL_STORAGE_CSR;
}

SeidelStorage
seidel_setup_pane_get_storage (SeidelSetupPane *self)
{
  SeidelStorage storage = SEIDEL_STORAGE_CSR;
  const SeidelMethod *method = seidel_setup_pane_get_method (self);

  if (method == NULL || method->on_host)
    return SEIDEL_STORAGE_AUTO;
  if (!seidel_storage_parse (seidel_choice_drop_down_get_id (self->storage), &storage))
    return propose_storage (self);
  return storage;
}

static SeidelChoice *
new_automatic_storage (SeidelSetupPane *self)
{
  SeidelStructure *structure = seidel_setup_pane_get_structure (self);
  SeidelStorage storage = propose_storage (self);
  SeidelChoice *choice =
    seidel_choice_new (AUTO, "Automatic",
                       "What takes the fewest bytes, where nothing but products is asked of the "
                       "matrix; rows for sweeps",
                       NULL);
  size_t n;

  if (structure != NULL)
    {
      const SeidelStorageShape shape = shape_of (structure);
      g_autofree char *bytes =
        format_bytes (storage, &shape, seidel_setup_pane_get_precision (self));
      g_autofree char *caption =
        g_strdup_printf ("%s, %s", seidel_storages (&n)[storage].name, bytes);

      seidel_choice_set_caption (choice, caption);
    }
  return choice;
}

static void
fill_storages (SeidelSetupPane *self)
{
  g_autoptr (GPtrArray) choices = new_choices ();
  SeidelStructure *structure = seidel_setup_pane_get_structure (self);
  size_t n;
  const SeidelStorageInfo *storages = seidel_storages (&n);

  g_ptr_array_add (choices, new_automatic_storage (self));
  for (size_t i = 0; i < n; i++)
    {
      g_autofree char *why_not = refuse_storage (self, (SeidelStorage) i);
      SeidelChoice *choice =
        seidel_choice_new (storages[i].id, storages[i].name, storages[i].sentence, why_not);

      if (structure != NULL)
        {
          const SeidelStorageShape shape = shape_of (structure);
          g_autofree char *bytes =
            format_bytes ((SeidelStorage) i, &shape, seidel_setup_pane_get_precision (self));

          seidel_choice_set_caption (choice, bytes);
        }
      g_ptr_array_add (choices, choice);
    }
  seidel_choice_drop_down_fill (self->storage, choices);
}

void
seidel_setup_pane_fill (SeidelSetupPane *self)
{
  fill_methods (self);
  fill_preconditioners (self);
  fill_engines (self);
  fill_storages (self);
  fill_strategies (self);
  fill_precisions (self);
}

static void
set_applies (GtkDropDown *drop_down, const char *why_not)
{
  SeidelChoice *choice = seidel_choice_drop_down_get (drop_down);

  gtk_widget_set_sensitive (GTK_WIDGET (drop_down), why_not == NULL);
  if (why_not != NULL)
    gtk_widget_set_tooltip_text (GTK_WIDGET (drop_down), why_not);
  else if (choice != NULL)
    gtk_widget_set_tooltip_text (GTK_WIDGET (drop_down), seidel_choice_get_why_not (choice) != NULL
                                                           ? seidel_choice_get_why_not (choice)
                                                           : seidel_choice_get_sentence (choice));
}

static char *
why_no_preconditioner (SeidelSetupPane *self)
{
  const SeidelMethod *method = seidel_setup_pane_get_method (self);

  if (method == NULL)
    return g_strdup ("The automatic choice of the method chooses the preconditioner too");
  if (!takes_preconditioner (method))
    return g_strdup_printf ("%s takes no preconditioner", method->name);
  return NULL;
}

static char *
why_no_strategy (SeidelSetupPane *self)
{
  const SeidelMethod *method = seidel_setup_pane_get_method (self);

  if (method == NULL || chosen_sweeps (self) != SEIDEL_SWEEPS_NONE)
    return NULL;
  if (method->on_host)
    return g_strdup_printf ("%s computes by itself: there is nothing to choose", method->name);
  return g_strdup_printf ("%s has no sweeps: there is nothing to choose", method->name);
}

static char *
why_no_storage (SeidelSetupPane *self)
{
  const SeidelMethod *method = seidel_setup_pane_get_method (self);

  if (method == NULL)
    return g_strdup ("The automatic choice of the method chooses the storage too");
  if (method->on_host)
    return g_strdup_printf ("%s works on the matrix as it was read: there is nothing to choose",
                            method->name);
  return NULL;
}

static char *
why_no_threads (SeidelSetupPane *self)
{
  const SeidelEngine *engine = seidel_setup_pane_get_engine (self);

  if (engine == NULL || engine->uses_threads)
    return NULL;
  return g_strdup_printf ("The %s engine does not use the processor’s threads", engine->name);
}

void
seidel_setup_pane_update_sensitivity (SeidelSetupPane *self)
{
  g_autofree char *preconditioner = why_no_preconditioner (self);
  g_autofree char *strategy = why_no_strategy (self);
  g_autofree char *storage = why_no_storage (self);
  g_autofree char *threads = why_no_threads (self);

  set_applies (self->method, NULL);
  set_applies (self->preconditioner, preconditioner);
  set_applies (self->engine, NULL);
  set_applies (self->strategy, strategy);
  set_applies (self->precision, NULL);
  set_applies (self->storage, storage);
  gtk_widget_set_sensitive (GTK_WIDGET (self->threads), threads == NULL);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->threads),
                               threads != NULL ? threads
                                               : "Threads of the CPU that the run may use");
}
