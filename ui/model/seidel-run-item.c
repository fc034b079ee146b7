/* One run in the window: its set-up, its trace while it is live, its outcome afterwards.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-run-item-members.h"

#include <math.h>
#include <glib/gi18n.h>

#include "model/seidel-class.h"

enum
{
  PROP_0,
  PROP_NUMBER,
  PROP_TITLE,
  PROP_MATRIX_NAME,
  PROP_COLOR_INDEX,
  PROP_VISIBLE,
  PROP_NOTE,
  PROP_MATRIX_CHANGED,
  PROP_LIVE,
  PROP_STATUS,
  PROP_ITERATIONS,
  PROP_SECONDS,
  PROP_RESIDUAL,
  PROP_MAXIMUM,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (SeidelRunItem, seidel_run_item, G_TYPE_OBJECT)

/* NULL until the run ended, and of one that could not begin; a run that goes on still has the
 * record of its first part. */
static const SeidelOutcome *
outcome_of (SeidelRunItem *self)
{
  return self->record != NULL && !self->live ? self->record->outcome : NULL;
}

/* Notified whenever a part of it changes, also where the text stays as it is. */
static void
join_title (SeidelRunItem *self)
{
  g_free (self->title);
  self->title = self->name != NULL
                  ? g_strdup (self->name)
                  : seidel_run_title_join (&self->parts, ~self->parts.usual | self->differing);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TITLE]);
}

void
seidel_run_item_update_title (SeidelRunItem *self)
{
  size_t n = seidel_trace_n_events (self->trace);
  SeidelRunTitle parts;
  gboolean same;

  if (self->title != NULL && outcome_of (self) == NULL && n == self->titled)
    return;
  self->titled = n;
  seidel_run_title_init (&parts, &self->options, outcome_of (self), self->trace, self->matrix_name,
                         self->ordering);
  seidel_run_title_set_rhs (&parts, &self->rhs);
  same = self->title != NULL && parts.usual == self->parts.usual
         && seidel_run_title_compare (&parts, &self->parts) == 0;
  seidel_run_title_clear (&self->parts);
  self->parts = parts;
  if (!same)
    join_title (self);
}

void
seidel_run_item_set_differing (SeidelRunItem *self, unsigned int differing, gboolean alone)
{
  g_return_if_fail (SEIDEL_IS_RUN_ITEM (self));

  if (self->differing == differing && self->alone == !!alone)
    return;
  self->differing = differing;
  self->alone = !!alone;
  join_title (self);
}

SeidelRunItem *
seidel_run_item_new (const SeidelRunItemSetup *setup)
{
  SeidelRunItem *self = g_object_new (SEIDEL_TYPE_RUN_ITEM, NULL);
  SeidelMatrix *matrix = seidel_document_get_matrix (setup->document);

  self->number = setup->number;
  self->color_index = setup->color_index;
  self->options = *setup->options;
  seidel_vector_spec_copy (&self->rhs, setup->rhs);
  self->matrix_name = g_strdup (matrix->name);
  self->ordering = g_strdup (matrix->ordering);
  self->load_seconds = matrix->origin.load_seconds;
  self->stop = g_object_ref (setup->stop);
  self->skip_verification = g_object_ref (setup->skip_verification);
  seidel_run_item_update_title (self);
  self->status = seidel_run_item_make_status (self);

  seidel_run_item_follow_document (self, setup->document);
  return self;
}

SeidelRunItem *
seidel_run_item_new_kept (const SeidelSessionEntry *entry)
{
  SeidelRunItem *self = g_object_new (SEIDEL_TYPE_RUN_ITEM, NULL);
  SeidelRecord *record = entry->record;

  self->number = (guint) entry->label.number;
  self->color_index = (guint) entry->label.color;
  self->visible = entry->label.visible;
  self->name = g_strdup (entry->label.name);
  self->note = g_strdup (entry->label.note);
  self->record = seidel_record_ref (record);
  self->options = record->options;
  seidel_vector_spec_parse (record->rhs, SEIDEL_VECTOR_ROLE_RHS, &self->rhs, NULL);
  self->matrix_name = g_strdup (record->matrix.name);
  self->ordering = g_strdup (record->matrix.ordering);
  self->load_seconds = record->matrix.load_seconds;
  g_clear_pointer (&self->trace, seidel_trace_unref);
  self->trace = seidel_trace_ref (record->trace);
  self->live = FALSE;
  seidel_run_item_poll (self);
  return self;
}

static void
seidel_run_item_finalize (GObject *object)
{
  SeidelRunItem *self = SEIDEL_RUN_ITEM (object);

  g_weak_ref_clear (&self->natural);
  g_clear_pointer (&self->schedules[0], seidel_schedule_unref);
  g_clear_pointer (&self->schedules[1], seidel_schedule_unref);
  g_clear_pointer (&self->trace, seidel_trace_unref);
  g_clear_pointer (&self->record, seidel_record_unref);
  g_clear_object (&self->stop);
  g_clear_object (&self->skip_verification);
  seidel_vector_spec_clear (&self->rhs);
  g_weak_ref_clear (&self->document);
  seidel_run_title_clear (&self->parts);
  g_free (self->title);
  g_free (self->matrix_name);
  g_free (self->ordering);
  g_free (self->name);
  g_free (self->note);
  g_free (self->status);

  G_OBJECT_CLASS (seidel_run_item_parent_class)->finalize (object);
}

static void
seidel_run_item_set_property (GObject *object,
                              guint prop_id,
                              const GValue *value,
                              GParamSpec *pspec)
{
  if (prop_id == PROP_VISIBLE)
    seidel_run_item_set_visible (SEIDEL_RUN_ITEM (object), g_value_get_boolean (value));
  else if (prop_id == PROP_NOTE)
    seidel_run_item_set_note (SEIDEL_RUN_ITEM (object), g_value_get_string (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
seidel_run_item_class_init (SeidelRunItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const SeidelProperty table[N_PROPS] = {
    [PROP_NUMBER] = SEIDEL_PROPERTY (SeidelRunItem, "number", G_TYPE_UINT, number, FALSE),
    [PROP_TITLE] = SEIDEL_PROPERTY (SeidelRunItem, "title", G_TYPE_STRING, title, FALSE),
    [PROP_MATRIX_NAME] =
      SEIDEL_PROPERTY (SeidelRunItem, "matrix-name", G_TYPE_STRING, matrix_name, FALSE),
    [PROP_COLOR_INDEX] =
      SEIDEL_PROPERTY (SeidelRunItem, "color-index", G_TYPE_UINT, color_index, FALSE),
    [PROP_VISIBLE] = SEIDEL_PROPERTY (SeidelRunItem, "visible", G_TYPE_BOOLEAN, visible, TRUE),
    [PROP_NOTE] = SEIDEL_PROPERTY (SeidelRunItem, "note", G_TYPE_STRING, note, TRUE),
    [PROP_MATRIX_CHANGED] =
      SEIDEL_PROPERTY (SeidelRunItem, "matrix-changed", G_TYPE_BOOLEAN, matrix_changed, FALSE),
    [PROP_LIVE] = SEIDEL_PROPERTY (SeidelRunItem, "live", G_TYPE_BOOLEAN, live, FALSE),
    [PROP_STATUS] = SEIDEL_PROPERTY (SeidelRunItem, "status", G_TYPE_STRING, status, FALSE),
    [PROP_ITERATIONS] =
      SEIDEL_PROPERTY (SeidelRunItem, "iterations", G_TYPE_INT64, iterations, FALSE),
    [PROP_SECONDS] = SEIDEL_PROPERTY (SeidelRunItem, "seconds", G_TYPE_DOUBLE, seconds, FALSE),
    [PROP_RESIDUAL] = SEIDEL_PROPERTY (SeidelRunItem, "residual", G_TYPE_DOUBLE, residual, FALSE),
    [PROP_MAXIMUM] = SEIDEL_PROPERTY (SeidelRunItem, "maximum", G_TYPE_DOUBLE, maximum, FALSE),
  };

  object_class->finalize = seidel_run_item_finalize;
  object_class->set_property = seidel_run_item_set_property;

  seidel_class_install_properties (klass, table, N_PROPS, properties);
}

static void
seidel_run_item_init (SeidelRunItem *self)
{
  g_weak_ref_init (&self->natural, NULL);
  self->trace = seidel_trace_new ();
  g_weak_ref_init (&self->document, NULL);
  self->visible = TRUE;
  self->live = TRUE;
  self->alone = TRUE;
  self->residual = NAN;
  self->maximum = NAN;
}

guint
seidel_run_item_get_number (SeidelRunItem *self)
{
  g_return_val_if_fail (SEIDEL_IS_RUN_ITEM (self), 0);
  return self->number;
}

const char *
seidel_run_item_get_title (SeidelRunItem *self)
{
  g_return_val_if_fail (SEIDEL_IS_RUN_ITEM (self), NULL);
  return self->title;
}

const SeidelRunTitle *
seidel_run_item_get_parts (SeidelRunItem *self)
{
  g_return_val_if_fail (SEIDEL_IS_RUN_ITEM (self), NULL);
  return &self->parts;
}

char *
seidel_run_item_get_label (SeidelRunItem *self)
{
  g_autofree char *differing = NULL;

  g_return_val_if_fail (SEIDEL_IS_RUN_ITEM (self), NULL);

  if (self->name != NULL)
    return g_strdup_printf ("%u %s", self->number, self->name);
  differing = seidel_run_title_join (&self->parts, self->differing);
  if (self->alone || differing != NULL)
    return g_strdup_printf ("%u %s", self->number, self->alone ? self->title : differing);
  return g_strdup_printf (_ ("run %u"), self->number);
}

char *
seidel_run_item_get_long_title (SeidelRunItem *self)
{
  g_autofree char *title = NULL;
  unsigned int parts;

  g_return_val_if_fail (SEIDEL_IS_RUN_ITEM (self), NULL);

  parts = ~self->parts.usual | 1u << SEIDEL_RUN_PART_MATRIX | self->differing;
  title = seidel_run_title_join (&self->parts, parts);
  return self->name != NULL ? g_strdup_printf ("%s (%s)", self->name, title)
                            : g_steal_pointer (&title);
}

const char *
seidel_run_item_get_matrix_name (SeidelRunItem *self)
{
  g_return_val_if_fail (SEIDEL_IS_RUN_ITEM (self), NULL);
  return self->matrix_name;
}

guint
seidel_run_item_get_color_index (SeidelRunItem *self)
{
  g_return_val_if_fail (SEIDEL_IS_RUN_ITEM (self), 0);
  return self->color_index;
}

gboolean
seidel_run_item_get_visible (SeidelRunItem *self)
{
  g_return_val_if_fail (SEIDEL_IS_RUN_ITEM (self), FALSE);
  return self->visible;
}

void
seidel_run_item_set_visible (SeidelRunItem *self, gboolean visible)
{
  g_return_if_fail (SEIDEL_IS_RUN_ITEM (self));

  if (self->visible == !!visible)
    return;
  self->visible = !!visible;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VISIBLE]);
}

gboolean
seidel_run_item_get_live (SeidelRunItem *self)
{
  g_return_val_if_fail (SEIDEL_IS_RUN_ITEM (self), FALSE);
  return self->live;
}

const char *
seidel_run_item_get_name (SeidelRunItem *self)
{
  g_return_val_if_fail (SEIDEL_IS_RUN_ITEM (self), NULL);
  return self->name;
}

void
seidel_run_item_set_name (SeidelRunItem *self, const char *name)
{
  g_autofree char *stripped = g_strstrip (g_strdup (name != NULL ? name : ""));

  g_return_if_fail (SEIDEL_IS_RUN_ITEM (self));

  if (stripped[0] == '\0')
    g_clear_pointer (&stripped, g_free);
  if (g_strcmp0 (self->name, stripped) == 0)
    return;
  g_free (self->name);
  self->name = g_steal_pointer (&stripped);
  join_title (self);
}

const char *
seidel_run_item_get_note (SeidelRunItem *self)
{
  g_return_val_if_fail (SEIDEL_IS_RUN_ITEM (self), NULL);
  return self->note;
}

void
seidel_run_item_set_note (SeidelRunItem *self, const char *note)
{
  g_return_if_fail (SEIDEL_IS_RUN_ITEM (self));

  seidel_run_item_take_text (self, &self->note,
                             note != NULL && note[0] != '\0' ? g_strdup (note) : NULL, "note");
}

gboolean
seidel_run_item_get_matrix_changed (SeidelRunItem *self)
{
  g_return_val_if_fail (SEIDEL_IS_RUN_ITEM (self), FALSE);
  return self->matrix_changed;
}

void
seidel_run_item_set_matrix_changed (SeidelRunItem *self, gboolean changed)
{
  g_return_if_fail (SEIDEL_IS_RUN_ITEM (self));

  if (self->matrix_changed == !!changed)
    return;
  self->matrix_changed = !!changed;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MATRIX_CHANGED]);
}

SeidelRecord *
seidel_run_item_get_record (SeidelRunItem *self)
{
  g_return_val_if_fail (SEIDEL_IS_RUN_ITEM (self), NULL);
  return self->record;
}

SeidelSessionEntry *
seidel_run_item_to_entry (SeidelRunItem *self)
{
  g_return_val_if_fail (SEIDEL_IS_RUN_ITEM (self), NULL);
  g_return_val_if_fail (self->record != NULL, NULL);

  return seidel_session_entry_new (self->record, &(SeidelRecordLabel){
                                                   .number = self->number,
                                                   .color = self->color_index,
                                                   .visible = self->visible,
                                                   .name = self->name,
                                                   .note = self->note,
                                                 });
}

const SeidelOptions *
seidel_run_item_get_options (SeidelRunItem *self)
{
  g_return_val_if_fail (SEIDEL_IS_RUN_ITEM (self), NULL);
  return &self->options;
}

gboolean
seidel_run_item_is_of_matrix (SeidelRunItem *self, SeidelDocument *document)
{
  g_autoptr (SeidelDocument) own = NULL;

  g_return_val_if_fail (SEIDEL_IS_RUN_ITEM (self), FALSE);

  own = g_weak_ref_get (&self->natural);
  return own != NULL && own == seidel_document_get_natural (document);
}

gboolean
seidel_run_item_is_of (SeidelRunItem *self, SeidelDocument *document)
{
  g_autoptr (SeidelDocument) own = NULL;

  g_return_val_if_fail (SEIDEL_IS_RUN_ITEM (self), FALSE);

  own = g_weak_ref_get (&self->document);
  return own != NULL && own == document;
}

SeidelTrace *
seidel_run_item_get_trace (SeidelRunItem *self)
{
  g_return_val_if_fail (SEIDEL_IS_RUN_ITEM (self), NULL);
  return self->trace;
}

const SeidelOutcome *
seidel_run_item_get_outcome (SeidelRunItem *self)
{
  g_return_val_if_fail (SEIDEL_IS_RUN_ITEM (self), NULL);
  return outcome_of (self);
}

const char *
seidel_run_item_get_error (SeidelRunItem *self)
{
  g_return_val_if_fail (SEIDEL_IS_RUN_ITEM (self), NULL);
  if (self->record == NULL || self->record->outcome != NULL)
    return NULL;
  return self->record->error != NULL ? self->record->error
                                     : _ ("The run ended without an error message.");
}

double
seidel_run_item_get_load_seconds (SeidelRunItem *self)
{
  g_return_val_if_fail (SEIDEL_IS_RUN_ITEM (self), 0.0);
  return self->load_seconds;
}

SeidelSchedule *
seidel_run_item_get_schedule (SeidelRunItem *self, SeidelDirection direction)
{
  g_return_val_if_fail (SEIDEL_IS_RUN_ITEM (self), NULL);
  return self->schedules[direction];
}

void
seidel_run_item_stop (SeidelRunItem *self)
{
  g_return_if_fail (SEIDEL_IS_RUN_ITEM (self));

  if (!self->live)
    return;
  if (g_cancellable_is_cancelled (self->stop))
    g_cancellable_cancel (self->skip_verification);
  g_cancellable_cancel (self->stop);
  seidel_run_item_poll (self);
}

const SeidelVectorSpec *
seidel_run_item_get_rhs (SeidelRunItem *self)
{
  g_return_val_if_fail (SEIDEL_IS_RUN_ITEM (self), NULL);
  return &self->rhs;
}
