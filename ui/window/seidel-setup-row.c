/* One option of a run in the set-up.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-setup-row.h"

#include <math.h>
#include <string.h>
#include <glib/gi18n.h>

#include "analysis/seidel-matching.h"
#include "base/seidel-format.h"
#include "draw/seidel-translate.h"
#include "matrix/seidel-storage.h"
#include "model/seidel-number.h"
#include "views/seidel-gtk-fixes.h"
#include "window/seidel-choice.h"
#include "window/seidel-file-dialog.h"

#define AUTO "auto"
#define ON   "on"
#define OFF  "off"

/* The i-th choice of a drop-down, translated; false where the list ends. The default precision
 * comes first. */
static bool
get_entry (const SeidelSetting *setting,
           const SeidelOptions *options,
           size_t i,
           SeidelSettingValue *entry)
{
  const SeidelOptions defaults = SEIDEL_OPTIONS_INIT;

  if (setting->item == SEIDEL_PLAN_PRECISION && i <= defaults.precision)
    i = i == 0 ? defaults.precision : i - 1;
  if (!seidel_setting_value (setting, options, i, entry))
    return false;
  entry->name = seidel_translate (entry->name);
  entry->sentence = seidel_translate (entry->sentence);
  entry->section = seidel_translate (entry->section);
  return true;
}

static bool
find_entry (const SeidelSetting *setting, const SeidelOptions *options, const char *id)
{
  SeidelSettingValue entry;

  for (size_t i = 0; get_entry (setting, options, i, &entry); i++)
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

/* What an entry shows at first may be rounded. */
static char *
initial_number (const SeidelSetting *setting, double value)
{
  if (setting->unset != NULL && value == 0.0)
    return g_strdup ("");
  if (setting->integral)
    return seidel_number_to_text (value);
  return setting->expected != NULL ? seidel_number_scientific (value, 0) : shorten (value);
}

/* The method is left to the advisor. */
static char *
initial_text (const SeidelSetting *setting)
{
  const SeidelOptions defaults = SEIDEL_OPTIONS_INIT;

  if (setting->item == SEIDEL_PLAN_METHOD)
    return g_strdup (SEIDEL_METHOD_AUTO);
  if (setting->kind == SEIDEL_SETTING_NUMBER)
    return initial_number (setting, seidel_setting_get (setting, &defaults));
  if (setting->kind == SEIDEL_SETTING_SWITCH)
    return g_strdup (OFF);
  if (setting->kind == SEIDEL_SETTING_CHOICE)
    return seidel_setting_get_text (setting, &defaults);
  return g_strdup ("");
}

/* What cannot be read is no number that is allowed. */
static double
parse_number (const char *text, bool integral)
{
  int64_t whole;
  double value;

  if (integral)
    return seidel_number_parse_integer (text, &whole) ? (double) whole : -1.0;
  return seidel_number_parse (text, &value) ? value : NAN;
}

/* The initial text of a number, which may be rounded, is the default itself, and so is an empty
 * one. */
static void
apply_text (const SeidelSetupRow *self, const char *text, SeidelOptions *options)
{
  const SeidelSetting *setting = self->setting;
  g_autofree char *stripped = g_strstrip (g_strdup (text));

  if (*stripped == '\0'
      || (setting->kind == SEIDEL_SETTING_NUMBER && g_str_equal (stripped, self->initial)))
    seidel_setting_reset (setting, options);
  else if (setting->kind == SEIDEL_SETTING_NUMBER)
    seidel_setting_set (setting, options, parse_number (stripped, setting->integral));
  else if (setting->kind == SEIDEL_SETTING_SWITCH)
    seidel_setting_set (setting, options, g_str_equal (stripped, ON));
  else if (!seidel_setting_set_text (setting, options, stripped, NULL))
    options->shape = (SeidelShape){ -1, -1 };
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
  if (GTK_IS_DROP_DOWN (self->widget) && !find_entry (self->setting, options, self->text))
    take_text (self, self->initial);
  apply_text (self, seidel_setup_row_get_text (self), options);
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
  else if (find_entry (self->setting, options, text))
    take_text (self, text);
  else
    return false;
  return true;
}

static const char *
get_placeholder (const SeidelSetupRow *self)
{
  if (*self->initial != '\0')
    return self->initial;
  return self->setting->unset != NULL ? seidel_translate (self->setting->unset) : _ ("none");
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
  if (self->setting->kind == SEIDEL_SETTING_FILE)
    add_file_icon (GTK_ENTRY (entry));
  return entry;
}

SeidelSetupRow *
seidel_setup_row_new (const SeidelSetting *setting, GtkDropDown *widget)
{
  SeidelSetupRow *self = g_new0 (SeidelSetupRow, 1);
  g_autofree char *name = NULL;

  self->setting = setting;
  self->id = setting->id;
  self->initial = initial_text (setting);
  self->text = g_strdup (self->initial);
  self->labelled = widget != NULL;
  if (widget == NULL && setting->kind == SEIDEL_SETTING_CHOICE)
    widget = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  if (widget != NULL)
    {
      seidel_choice_drop_down_init (widget, NULL);
      self->widget = GTK_WIDGET (widget);
    }
  else if (setting->kind == SEIDEL_SETTING_SWITCH)
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

static void
attach_widget (SeidelSetupRow *self, GtkGrid *grid, int top, GString *used)
{
  const char *translated = seidel_translate (self->setting->name);
  g_autofree char *name =
    self->setting->occasional ? g_strdup (translated) : add_mnemonic (translated, used);

  gtk_grid_insert_row (grid, top);
  if (GTK_IS_CHECK_BUTTON (self->widget))
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

void
seidel_setup_row_attach (SeidelSetupRow *self, GtkGrid *grid, int top, GString *used)
{
  if (!self->labelled)
    attach_widget (self, grid, top, used);
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
  const SeidelVerdict *own = &with->verdicts[self->setting->item];
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
  if (item == SEIDEL_PLAN_SCALING && plan->options.scaling != SEIDEL_SCALE_AUTO)
    return seidel_translate (
      seidel_setting (SEIDEL_PLAN_SCALING)->values[plan->options.scaling].name);
  if (item == SEIDEL_PLAN_MATCHING && plan->options.matching != SEIDEL_MATCHING_AUTO)
    return seidel_translate (
      seidel_setting (SEIDEL_PLAN_MATCHING)->values[plan->options.matching].name);
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
            const SeidelSettingValue *entry,
            const SeidelPlanFacts *facts,
            const SeidelPlan *plan)
{
  bool chosen = g_str_equal (entry->id, self->text);
  g_autoptr (SeidelPlan) other = chosen ? NULL : plan_with (self, facts, entry->id);
  const SeidelPlan *with = chosen ? plan : other;
  bool fits = plan->verdicts[SEIDEL_PLAN_MEMORY].kind != SEIDEL_VERDICT_REFUSED;
  bool automatic = g_str_equal (entry->id, AUTO);
  const char *why = with->verdicts[self->setting->item].sentence;
  g_autofree char *name =
    automatic ? name_automatic (self->setting->item, with) : g_strdup (entry->name);
  g_autofree char *caption = NULL;
  SeidelChoice *choice =
    seidel_choice_new (entry->id, name, automatic && why != NULL ? why : entry->sentence,
                       find_refusal (self, with, chosen, fits));

  if (self->setting->item == SEIDEL_PLAN_STORAGE)
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
                   && self->setting->item == SEIDEL_PLAN_PRECONDITIONER;
  g_autofree char *name =
    automatic ? name_automatic (self->setting->item, plan) : g_strdup (_ ("Not used"));
  SeidelSettingValue entry;

  if (idle)
    g_ptr_array_add (choices, seidel_choice_new (self->text, name, NULL, NULL));
  else
    for (size_t i = 0; get_entry (self->setting, facts->options, i, &entry); i++)
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
         && (self->setting->occasional || self->setting->item == SEIDEL_PLAN_PRECONDITIONER
             || !g_str_equal (options->method, SEIDEL_METHOD_AUTO));
}

/* A switch that is off shows what would become of it. */
static void
show_switch (SeidelSetupRow *self, const SeidelPlanFacts *facts, const SeidelPlan *plan)
{
  const SeidelPlanItem item = self->setting->item;
  bool on = gtk_check_button_get_active (GTK_CHECK_BUTTON (self->widget));
  bool known = on || plan->verdicts[item].kind != SEIDEL_VERDICT_WORKS;
  g_autoptr (SeidelPlan) with = known ? NULL : plan_with (self, facts, ON);
  const SeidelVerdict *verdict = known ? &plan->verdicts[item] : &with->verdicts[item];
  const char *sentence = seidel_translate (self->setting->sentence);
  bool refused = verdict->kind == SEIDEL_VERDICT_REFUSED;

  gtk_widget_set_sensitive (self->widget, !seidel_setup_row_is_idle (self, facts->options, verdict)
                                            && (on || !refused));
  gtk_widget_set_tooltip_text (self->widget,
                               verdict->sentence != NULL ? verdict->sentence : sentence);
  mark (self, on && refused ? verdict->sentence : NULL);
}

static void
show_value (SeidelSetupRow *self,
            const SeidelPlanFacts *facts,
            const SeidelPlan *plan,
            const SeidelVerdict *verdict)
{
  bool idle = seidel_setup_row_is_idle (self, facts->options, verdict);
  const char *sentence = seidel_translate (self->setting->sentence);

  if (GTK_IS_DROP_DOWN (self->widget))
    {
      fill (self, facts, plan, idle);
      sentence = seidel_choice_drop_down_get (GTK_DROP_DOWN (self->widget))->sentence;
    }
  gtk_widget_set_tooltip_text (self->widget,
                               verdict->sentence != NULL ? verdict->sentence : sentence);
  gtk_widget_set_sensitive (self->widget, !idle);
  mark (self, verdict->kind == SEIDEL_VERDICT_REFUSED ? verdict->sentence : NULL);
}

void
seidel_setup_row_show (SeidelSetupRow *self, const SeidelPlanFacts *facts, const SeidelPlan *plan)
{
  const SeidelVerdict *verdict = &plan->verdicts[self->setting->item];
  bool visible =
    !self->setting->occasional
    || (verdict->kind != SEIDEL_VERDICT_NO_EFFECT && verdict->kind != SEIDEL_VERDICT_OPEN);

  if (self->setting->kind == SEIDEL_SETTING_SWITCH)
    show_switch (self, facts, plan);
  else
    show_value (self, facts, plan, verdict);
  gtk_widget_set_visible (self->widget, visible);
  if (self->label != NULL)
    gtk_widget_set_visible (self->label, visible);
}
