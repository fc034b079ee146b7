/* One option of a run in the set-up.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-setup-row.h"

#include <math.h>
#include <string.h>
#include <glib/gi18n.h>

#include "base/seidel-format.h"
#include "draw/seidel-translate.h"
#include "matrix/seidel-storage.h"
#include "model/seidel-number.h"
#include "run/seidel-shape.h"
#include "views/seidel-gtk-fixes.h"
#include "window/seidel-choice.h"
#include "window/seidel-file-dialog.h"

#define AUTO "auto"
#define ON   "on"
#define OFF  "off"

/* What the tables say of one choice. */
typedef struct
{
  const char *id;
  const char *name;
  const char *sentence;
  const char *section; /* NULL: none */
} Entry;

static bool
is_limit (SeidelPlanItem item)
{
  return item >= SEIDEL_PLAN_LIMITS && item < SEIDEL_PLAN_PARAMETERS;
}

static bool
is_parameter (SeidelPlanItem item)
{
  return item >= SEIDEL_PLAN_PARAMETERS && item < SEIDEL_PLAN_MEMORY;
}

/* A parameter whose values have names. */
static bool
is_choice (SeidelPlanItem item)
{
  return is_parameter (item) && seidel_parameters ()[item - SEIDEL_PLAN_PARAMETERS].values != NULL;
}

/* Numbers of a method or of an engine that is not chosen, and shapes that nothing has, would only
 * take room. */
static bool
hides (SeidelPlanItem item)
{
  return is_parameter (item) || item == SEIDEL_PLAN_SHAPE || item == SEIDEL_PLAN_LAUNCHER
         || item == SEIDEL_PLAN_PETSC_OPTIONS || item == SEIDEL_PLAN_NEAR_NULL
         || item == SEIDEL_PLAN_LIMITS + SEIDEL_LIMIT_RANKS;
}

static const SeidelEngine *
engine_of (const SeidelOptions *options)
{
  const SeidelEngineEntryInfo *info = seidel_engines_find (options->engine);

  return info != NULL ? info->engine : NULL;
}

/* The choices that are left to the plan. */
static const char *
describe_auto (SeidelPlanItem item)
{
  switch (item)
    {
    case SEIDEL_PLAN_METHOD:
      return _ ("Chosen from the structure of the matrix; if it fails, the next best is tried");
    case SEIDEL_PLAN_STORAGE:
      return _ ("The smallest storage for products; rows for sweeps");
    case SEIDEL_PLAN_ENGINE:
      return _ ("The CPU or the GPU, where the run is expected to be over sooner");
    case SEIDEL_PLAN_STRATEGY:
      return _ ("Chosen from the structure of the matrix");
    default:
      return NULL;
    }
}

/* The table behind a drop-down: rows of size bytes that begin with id, name and sentence. */
static const char *
get_table (SeidelPlanItem item, const SeidelOptions *options, size_t *n, size_t *size)
{
  const SeidelEngine *engine = engine_of (options);
  const SeidelParameter *parameter;

  *n = 0;
  if (is_choice (item))
    {
      parameter = &seidel_parameters ()[item - SEIDEL_PLAN_PARAMETERS];
      *n = (size_t) parameter->maximum + 1;
      *size = sizeof *parameter->values;
      return (const char *) parameter->values;
    }
  switch (item)
    {
    case SEIDEL_PLAN_METHOD:
      *size = sizeof (SeidelMethod);
      return (const char *) seidel_methods (n);
    case SEIDEL_PLAN_PRECONDITIONER:
      *size = sizeof (SeidelPreconditionerKind);
      return (const char *) seidel_preconditioners (n);
    case SEIDEL_PLAN_PRECISION:
      *size = sizeof (SeidelPrecisionInfo);
      return (const char *) seidel_precisions (n);
    case SEIDEL_PLAN_STORAGE:
      *size = sizeof (SeidelStorageInfo);
      return (const char *) seidel_storages (n);
    default:
      *size = sizeof (SeidelStrategy);
      *n = engine != NULL ? (size_t) engine->n_strategies : 0;
      return engine != NULL ? (const char *) engine->strategies : NULL;
    }
}

/* The i-th choice of a drop-down; false where the list ends. */
static bool
get_entry (SeidelPlanItem item, const SeidelOptions *options, size_t i, Entry *entry)
{
  const SeidelOptions defaults = SEIDEL_OPTIONS_INIT;
  const char *table;
  const char *const *texts;
  size_t n;
  size_t size;

  *entry = (Entry){ AUTO, _ ("Automatic"), describe_auto (item), NULL };
  if (entry->sentence != NULL && i-- == 0)
    return true;
  if (item == SEIDEL_PLAN_ENGINE)
    {
      const SeidelEngineEntryInfo *engines = seidel_engines (&n);

      if (i < n)
        *entry = (Entry){
          engines[i].id, engines[i].name,
          seidel_translate (engines[i].engine != NULL ? engines[i].engine->sentence : NULL), NULL
        };
      return i < n;
    }
  table = get_table (item, options, &n, &size);
  if (i >= n)
    return false;
  /* The default precision comes first. */
  if (item == SEIDEL_PLAN_PRECISION && i <= defaults.precision)
    i = i == 0 ? defaults.precision : i - 1;
  texts = (const void *) (table + i * size);
  *entry = (Entry){ texts[0], seidel_translate (texts[1]), seidel_translate (texts[2]), NULL };
  if (item == SEIDEL_PLAN_METHOD)
    entry->section = seidel_translate (seidel_family_name (seidel_methods (&n)[i].family));
  return true;
}

static bool
find_entry (SeidelPlanItem item, const SeidelOptions *options, const char *id)
{
  Entry entry;

  for (size_t i = 0; get_entry (item, options, i, &entry); i++)
    if (g_str_equal (entry.id, id))
      return true;
  return false;
}

static char *
shorten (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (text, sizeof text, "%.4g", value));
}

static char *
initial_text (SeidelPlanItem item)
{
  const SeidelOptions defaults = SEIDEL_OPTIONS_INIT;

  if (is_choice (item))
    {
      SeidelParameterIndex i = item - SEIDEL_PLAN_PARAMETERS;

      return g_strdup (seidel_parameter_value (i, defaults.parameters[i])->id);
    }
  if (is_parameter (item))
    return shorten (defaults.parameters[item - SEIDEL_PLAN_PARAMETERS]);
  if (is_limit (item))
    {
      double value = seidel_limit_get (item - SEIDEL_PLAN_LIMITS, &defaults);

      if (value == 0.0)
        return g_strdup ("");
      return seidel_limits ()[item - SEIDEL_PLAN_LIMITS].integral
               ? seidel_number_to_text (value)
               : seidel_number_scientific (value, 0);
    }
  switch (item)
    {
    case SEIDEL_PLAN_PRECONDITIONER:
      return g_strdup (defaults.preconditioner);
    case SEIDEL_PLAN_ENGINE:
      return g_strdup (defaults.engine);
    case SEIDEL_PLAN_PRECISION:
      return g_strdup (seidel_precision_id (defaults.precision));
    case SEIDEL_PLAN_ARITHMETIC:
      return g_strdup (OFF);
    case SEIDEL_PLAN_SHAPE:
    case SEIDEL_PLAN_LAUNCHER:
    case SEIDEL_PLAN_PETSC_OPTIONS:
    case SEIDEL_PLAN_NEAR_NULL:
      return g_strdup ("");
    default:
      return g_strdup (AUTO);
    }
}

/* The initial text, which may be rounded, is the default itself. */
static double
parse_number (const char *text, bool integral, const char *initial, double otherwise)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  int64_t whole;
  double value;

  if (*stripped == '\0' || g_str_equal (stripped, initial))
    return otherwise;
  if (integral)
    return seidel_number_parse_integer (stripped, &whole) ? (double) whole : -1.0;
  return seidel_number_parse (stripped, &value) ? value : NAN;
}

static SeidelShape
parse_shape (const char *text)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  SeidelShape shape = { -1, -1 };

  seidel_shape_parse (*stripped != '\0' ? stripped : AUTO, &shape, NULL);
  return shape;
}

/* NULL: the default. */
static const char *
intern_stripped (const char *text)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));

  return *stripped != '\0' ? g_intern_string (stripped) : NULL;
}

static void
apply_text (const SeidelSetupRow *self, const char *text, SeidelOptions *options)
{
  const SeidelOptions defaults = SEIDEL_OPTIONS_INIT;

  if (is_limit (self->item))
    {
      SeidelLimitIndex i = self->item - SEIDEL_PLAN_LIMITS;

      seidel_limit_set (i, options,
                        parse_number (text, seidel_limits ()[i].integral, self->initial,
                                      seidel_limit_get (i, &defaults)));
      return;
    }
  if (is_parameter (self->item))
    {
      int i = (int) self->item - SEIDEL_PLAN_PARAMETERS;

      if (!seidel_parameter_parse (i, text, &options->parameters[i]))
        options->parameters[i] = parse_number (text, seidel_parameters ()[i].integral,
                                               self->initial, defaults.parameters[i]);
      return;
    }
  switch (self->item)
    {
    case SEIDEL_PLAN_METHOD:
      options->method = g_intern_string (text);
      break;
    case SEIDEL_PLAN_PRECONDITIONER:
      options->preconditioner = g_intern_string (text);
      break;
    case SEIDEL_PLAN_ENGINE:
      options->engine = g_intern_string (text);
      break;
    case SEIDEL_PLAN_STRATEGY:
      options->strategy = g_intern_string (text);
      break;
    case SEIDEL_PLAN_PRECISION:
      seidel_precision_parse (text, &options->precision);
      break;
    case SEIDEL_PLAN_STORAGE:
      options->storage = SEIDEL_STORAGE_AUTO;
      seidel_storage_parse (text, &options->storage);
      break;
    case SEIDEL_PLAN_SHAPE:
      options->shape = parse_shape (text);
      break;
    case SEIDEL_PLAN_LAUNCHER:
      options->launcher = intern_stripped (text);
      break;
    case SEIDEL_PLAN_PETSC_OPTIONS:
      options->petsc_options = intern_stripped (text);
      break;
    case SEIDEL_PLAN_NEAR_NULL:
      options->near_null = intern_stripped (text);
      break;
    default:
      options->arithmetic &= ~(int) self->flag;
      if (g_str_equal (text, ON))
        options->arithmetic |= (int) self->flag;
    }
}

static void
take_text (SeidelSetupRow *self, const char *text)
{
  char *copy = g_strdup (text);

  g_free (self->text);
  self->text = copy;
}

void
seidel_setup_row_apply (SeidelSetupRow *self, SeidelOptions *options)
{
  /* Another engine may not have the strategy. */
  if (GTK_IS_DROP_DOWN (self->widget) && !find_entry (self->item, options, self->text))
    take_text (self, self->initial);
  apply_text (self, seidel_setup_row_get_text (self), options);
}

void
seidel_setup_row_apply_default (const SeidelSetupRow *self, SeidelOptions *options)
{
  apply_text (self, self->initial, options);
}

const char *
seidel_setup_row_get_text (const SeidelSetupRow *self)
{
  if (GTK_IS_DROP_DOWN (self->widget))
    return self->text;
  if (GTK_IS_EDITABLE (self->widget))
    return gtk_editable_get_text (GTK_EDITABLE (self->widget));
  return gtk_check_button_get_active (GTK_CHECK_BUTTON (self->widget)) ? ON : OFF;
}

bool
seidel_setup_row_set_text (SeidelSetupRow *self, const char *text, const SeidelOptions *options)
{
  if (GTK_IS_EDITABLE (self->widget))
    gtk_editable_set_text (GTK_EDITABLE (self->widget), text);
  else if (GTK_IS_CHECK_BUTTON (self->widget))
    gtk_check_button_set_active (GTK_CHECK_BUTTON (self->widget), g_str_equal (text, ON));
  else if (find_entry (self->item, options, text))
    take_text (self, text);
  else
    return false;
  return true;
}

/* What the tables say of an option that is no list. */
static Entry
describe (const SeidelSetupRow *self)
{
  size_t n;
  const SeidelArithmeticInfo *arithmetics = seidel_arithmetics (&n);

  if (is_limit (self->item))
    {
      const SeidelLimit *limit = &seidel_limits ()[self->item - SEIDEL_PLAN_LIMITS];

      return (Entry){ limit->id, seidel_translate (limit->name), seidel_translate (limit->sentence),
                      NULL };
    }
  if (is_parameter (self->item))
    {
      const SeidelParameter *row = &seidel_parameters ()[self->item - SEIDEL_PLAN_PARAMETERS];

      return (Entry){ row->id, seidel_translate (row->name), seidel_translate (row->sentence),
                      NULL };
    }
  for (size_t i = 0; self->item == SEIDEL_PLAN_ARITHMETIC && i < n; i++)
    if (arithmetics[i].flag == self->flag)
      return (Entry){ arithmetics[i].id, seidel_translate (arithmetics[i].name),
                      seidel_translate (arithmetics[i].sentence), NULL };
  if (self->item == SEIDEL_PLAN_LAUNCHER)
    return (Entry){ seidel_plan_item_id (self->item), _ ("Launcher"),
                    _ ("The command that starts the ranks, {ranks} being their number, such as "
                       "srun -n {ranks}; empty for mpirun on this machine"),
                    NULL };
  if (self->item == SEIDEL_PLAN_PETSC_OPTIONS)
    return (Entry){ seidel_plan_item_id (self->item), _ ("PETSc options"),
                    _ ("Options of PETSc as on a command line, such as -pc_gamg_threshold 0.02; "
                       "those that it does not use are reported"),
                    NULL };
  if (self->item == SEIDEL_PLAN_NEAR_NULL)
    return (Entry){ seidel_plan_item_id (self->item), _ ("Near null space"),
                    _ ("A file whose columns are vectors that the matrix nearly maps to zero, such "
                       "as the rigid body modes of an elastic body: the coarser levels represent "
                       "them; empty for none"),
                    NULL };
  return (
    Entry){ seidel_plan_item_id (self->item), _ ("Shape"),
            _ ("Rows per thread block and threads per row in products with a dense matrix: two "
               "powers of two, such as 4x64; empty for automatic"),
            NULL };
}

static const char *
get_placeholder (const SeidelSetupRow *self)
{
  if (is_limit (self->item) && *self->initial == '\0')
    return seidel_translate (seidel_limits ()[self->item - SEIDEL_PLAN_LIMITS].zero);
  if (self->item == SEIDEL_PLAN_LAUNCHER)
    return SEIDEL_LAUNCHER_DEFAULT;
  if (self->item == SEIDEL_PLAN_PETSC_OPTIONS || self->item == SEIDEL_PLAN_NEAR_NULL)
    return _ ("none");
  return *self->initial == '\0' ? "automatic" : self->initial;
}

static GtkWidget *
new_label (const char *classes, int width)
{
  GtkWidget *label = seidel_label_new (NULL, classes);

  g_object_set (label, "wrap", TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR, "max-width-chars", width,
                NULL);
  return label;
}

static void
chosen_cb (const char *path, gpointer data)
{
  gtk_editable_set_text (GTK_EDITABLE (data), path);
}

static void
choose_cb (GtkEntry *entry)
{
  seidel_file_dialog_show (GTK_WIDGET (entry), _ ("Choose the Near Null Space"), chosen_cb, entry);
}

/* A file may be chosen or typed. */
static void
add_file_icon (GtkEntry *entry)
{
  gtk_entry_set_icon_from_icon_name (entry, GTK_ENTRY_ICON_SECONDARY, "document-open-symbolic");
  gtk_entry_set_icon_tooltip_text (entry, GTK_ENTRY_ICON_SECONDARY, _ ("Choose a file"));
  g_signal_connect (entry, "icon-press", G_CALLBACK (choose_cb), NULL);
}

static GtkWidget *
new_entry (const SeidelSetupRow *self)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_widget_set_hexpand (entry, TRUE);
  gtk_widget_set_valign (entry, GTK_ALIGN_CENTER);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 8);
  gtk_editable_set_text (GTK_EDITABLE (entry), self->initial);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), get_placeholder (self));
  if (self->item == SEIDEL_PLAN_NEAR_NULL)
    add_file_icon (GTK_ENTRY (entry));
  return entry;
}

SeidelSetupRow *
seidel_setup_row_new (SeidelPlanItem item, SeidelArithmetic flag, GtkDropDown *widget)
{
  SeidelSetupRow *self = g_new0 (SeidelSetupRow, 1);
  g_autofree char *name = NULL;

  self->item = item;
  self->flag = flag;
  self->id = describe (self).id;
  self->initial = initial_text (item);
  self->text = g_strdup (self->initial);
  if (widget == NULL && is_choice (item))
    widget = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  if (widget != NULL)
    {
      seidel_choice_drop_down_init (widget, NULL);
      self->widget = GTK_WIDGET (widget);
    }
  else if (item == SEIDEL_PLAN_ARITHMETIC)
    self->widget = gtk_check_button_new ();
  else
    self->widget = new_entry (self);
  name = g_strconcat (self->id, "-reason", NULL);
  gtk_widget_set_name (self->widget, self->id);
  self->reason = new_label ("caption error", 20);
  gtk_widget_set_name (self->reason, name);
  gtk_widget_set_visible (self->reason, FALSE);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->widget),
                                  GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, self->reason, NULL, -1);
  return self;
}

/* The name with its first letter underlined that is not used yet. */
static char *
add_mnemonic (const char *name, GString *used)
{
  for (const char *at = name; *at != '\0'; at++)
    if (g_ascii_isalpha (*at) && strchr (used->str, g_ascii_tolower (*at)) == NULL)
      {
        g_string_append_c (used, g_ascii_tolower (*at));
        return g_strdup_printf ("%.*s_%s", (int) (at - name), name, at);
      }
  return g_strdup (name);
}

void
seidel_setup_row_attach (SeidelSetupRow *self, GtkGrid *grid, int top, GString *used)
{
  g_autofree char *name = NULL;

  /* The other drop-downs are in the template. */
  if (!GTK_IS_DROP_DOWN (self->widget) || is_choice (self->item))
    {
      name = add_mnemonic (describe (self).name, used);
      gtk_grid_insert_row (grid, top);
      if (self->item == SEIDEL_PLAN_ARITHMETIC)
        {
          gtk_check_button_set_label (GTK_CHECK_BUTTON (self->widget), name);
          gtk_check_button_set_use_underline (GTK_CHECK_BUTTON (self->widget), TRUE);
          seidel_fix_button_names (self->widget);
          gtk_grid_attach (grid, self->widget, 0, top, 2, 1);
        }
      else
        {
          self->label = new_label (NULL, 13);
          gtk_label_set_text_with_mnemonic (GTK_LABEL (self->label), name);
          gtk_label_set_mnemonic_widget (GTK_LABEL (self->label), self->widget);
          gtk_grid_attach (grid, self->label, 0, top, 1, 1);
          gtk_grid_attach (grid, self->widget, 1, top, 1, 1);
        }
    }
  gtk_grid_insert_row (grid, top + 1);
  gtk_grid_attach (grid, self->reason, 0, top + 1, 2, 1);
}

void
seidel_setup_row_free (SeidelSetupRow *self)
{
  g_free (self->initial);
  g_free (self->text);
  g_free (self);
}

/* Shows why the widget cannot be used as it is, or NULL. */
static void
mark (SeidelSetupRow *self, const char *why_not)
{
  gtk_label_set_label (GTK_LABEL (self->reason), why_not != NULL ? why_not : "");
  gtk_widget_set_visible (self->reason, why_not != NULL);
  seidel_widget_set_class (self->widget, "error", why_not != NULL);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->widget), GTK_ACCESSIBLE_STATE_INVALID,
                               why_not != NULL ? GTK_ACCESSIBLE_INVALID_TRUE
                                               : GTK_ACCESSIBLE_INVALID_FALSE,
                               -1);
}

/* The plan with another text in this row. */
static SeidelPlan *
plan_with (const SeidelSetupRow *self, const SeidelPlanFacts *facts, const char *text)
{
  SeidelPlanFacts other = *facts;
  SeidelOptions options = *facts->options;

  apply_text (self, text, &options);
  other.options = &options;
  return seidel_plan_new (&other);
}

/* Why a choice is refused, or NULL. A lack of memory that the present choices have, too, is not
 * held against the others: there must be a way out. */
static const char *
find_refusal (const SeidelSetupRow *self, const SeidelPlan *with, bool chosen, bool fits)
{
  const SeidelVerdict *own = &with->verdicts[self->item];
  const SeidelVerdict *memory = &with->verdicts[SEIDEL_PLAN_MEMORY];

  if (own->kind == SEIDEL_VERDICT_REFUSED)
    return own->sentence;
  if (memory->kind == SEIDEL_VERDICT_REFUSED && (chosen || fits))
    return memory->sentence;
  return NULL;
}

/* What "auto" resolves to; NULL while that is open. */
static const char *
resolve (SeidelPlanItem item, const SeidelPlan *plan)
{
  size_t n;

  if (item == SEIDEL_PLAN_STORAGE && plan->options.storage != SEIDEL_STORAGE_AUTO)
    return seidel_translate (seidel_storages (&n)[plan->options.storage].name);
  if (item == SEIDEL_PLAN_STRATEGY && plan->strategy >= 0)
    return seidel_translate (plan->engine->strategies[plan->strategy].name);
  if (item == SEIDEL_PLAN_PRECONDITIONER && plan->preconditioner != NULL)
    return seidel_translate (plan->preconditioner->name);
  if (item == SEIDEL_PLAN_ENGINE && plan->engine_chosen && plan->engine != NULL)
    return seidel_translate (plan->engine->name);
  return NULL;
}

static char *
name_automatic (SeidelPlanItem item, const SeidelPlan *plan)
{
  const char *name = resolve (item, plan);

  return name != NULL ? g_strdup_printf (_ ("Automatic: %s"), name) : g_strdup (_ ("Automatic"));
}

/* The memory of a storage. */
static char *
describe_bytes (SeidelStorage storage, const SeidelPlanFacts *facts)
{
  const SeidelStructure *structure = facts->structure;
  SeidelStorageShape shape;
  double bytes;

  if (structure == NULL || storage == SEIDEL_STORAGE_AUTO)
    return NULL;
  shape = (SeidelStorageShape){ structure->rows, structure->columns, structure->nonzeros,
                                structure->diagonals };
  bytes = seidel_storage_bytes (storage, &shape, facts->options->precision);
  return seidel_format_bytes (bytes);
}

static SeidelChoice *
new_choice (SeidelSetupRow *self,
            const Entry *entry,
            const SeidelPlanFacts *facts,
            const SeidelPlan *plan)
{
  g_autoptr (SeidelPlan) with = plan_with (self, facts, entry->id);
  bool chosen = g_str_equal (entry->id, self->text);
  bool fits = plan->verdicts[SEIDEL_PLAN_MEMORY].kind != SEIDEL_VERDICT_REFUSED;
  bool automatic = g_str_equal (entry->id, AUTO);
  const char *why = with->verdicts[self->item].sentence;
  g_autofree char *name = automatic ? name_automatic (self->item, with) : g_strdup (entry->name);
  g_autofree char *caption = NULL;
  SeidelChoice *choice =
    seidel_choice_new (entry->id, name, automatic && why != NULL ? why : entry->sentence,
                       find_refusal (self, with, chosen, fits));

  if (self->item == SEIDEL_PLAN_STORAGE)
    caption = describe_bytes (with->options.storage, facts);
  choice->caption = g_steal_pointer (&caption);
  choice->section = g_strdup (entry->section);
  return choice;
}

/* A drop-down whose choice has no effect shows that instead of the choice. */
static void
fill (SeidelSetupRow *self, const SeidelPlanFacts *facts, const SeidelPlan *plan, bool idle)
{
  g_autoptr (GPtrArray) choices = g_ptr_array_new_with_free_func (g_object_unref);
  bool automatic = g_str_equal (facts->options->method, SEIDEL_METHOD_AUTO)
                   && self->item == SEIDEL_PLAN_PRECONDITIONER;
  g_autofree char *name = automatic ? name_automatic (self->item, plan) : g_strdup (_ ("Not used"));
  Entry entry;

  if (idle)
    g_ptr_array_add (choices, seidel_choice_new (self->text, name, NULL, NULL));
  else
    for (size_t i = 0; get_entry (self->item, facts->options, i, &entry); i++)
      g_ptr_array_add (choices, new_choice (self, &entry, facts, plan));
  seidel_choice_drop_down_fill (GTK_DROP_DOWN (self->widget), choices);
  seidel_choice_drop_down_select (GTK_DROP_DOWN (self->widget), self->text);
}

bool
seidel_setup_row_is_idle (const SeidelSetupRow *self,
                          const SeidelOptions *options,
                          const SeidelVerdict *verdict)
{
  return verdict->kind == SEIDEL_VERDICT_NO_EFFECT
         && (hides (self->item) || self->item == SEIDEL_PLAN_PRECONDITIONER
             || !g_str_equal (options->method, SEIDEL_METHOD_AUTO));
}

static void
show_switch (SeidelSetupRow *self, const SeidelPlanFacts *facts)
{
  g_autoptr (SeidelPlan) plan = NULL;
  SeidelPlanFacts alone = *facts;
  SeidelOptions options = *facts->options;
  const SeidelVerdict *verdict;
  bool on = gtk_check_button_get_active (GTK_CHECK_BUTTON (self->widget));
  bool refused;

  /* Alone, so that another switch is not its fault. */
  options.arithmetic = (int) self->flag;
  alone.options = &options;
  plan = seidel_plan_new (&alone);
  verdict = &plan->verdicts[self->item];
  refused = verdict->kind == SEIDEL_VERDICT_REFUSED;
  gtk_widget_set_sensitive (self->widget, !seidel_setup_row_is_idle (self, &options, verdict)
                                            && (on || !refused));
  gtk_widget_set_tooltip_text (self->widget, verdict->sentence != NULL ? verdict->sentence
                                                                       : describe (self).sentence);
  mark (self, on && refused ? verdict->sentence : NULL);
}

void
seidel_setup_row_show (SeidelSetupRow *self, const SeidelPlanFacts *facts, const SeidelPlan *plan)
{
  const SeidelVerdict *verdict = &plan->verdicts[self->item];
  bool idle = seidel_setup_row_is_idle (self, facts->options, verdict);
  const char *tooltip = verdict->sentence;

  if (self->item == SEIDEL_PLAN_ARITHMETIC)
    {
      show_switch (self, facts);
      return;
    }
  if (GTK_IS_DROP_DOWN (self->widget))
    {
      fill (self, facts, plan, idle);
      if (tooltip == NULL)
        tooltip = seidel_choice_drop_down_get (GTK_DROP_DOWN (self->widget))->sentence;
    }
  else if (tooltip == NULL)
    tooltip = describe (self).sentence;
  gtk_widget_set_tooltip_text (self->widget, tooltip);
  gtk_widget_set_sensitive (self->widget, !idle);
  if (hides (self->item))
    {
      bool visible = !idle && verdict->kind != SEIDEL_VERDICT_OPEN;

      gtk_widget_set_visible (self->widget, visible);
      gtk_widget_set_visible (self->label, visible);
    }
  mark (self, verdict->kind == SEIDEL_VERDICT_REFUSED ? verdict->sentence : NULL);
}
