/* The selection of rows, its anchor, and the chains of the row pointed at.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-selection.h"

#include <glib/gi18n.h>

#include "base/seidel-format.h"
#include "model/seidel-class.h"
#include "run/seidel-row-report.h"

#define MOST_VISITS 200

/* Where picking began: a row or, where level is not 0, a level of a direction. */
typedef struct
{
  int64_t row;
  int32_t level;
  SeidelDirection direction;
} Anchor;

struct _SeidelSelection
{
  GObject parent_instance;

  SeidelDocument *document;
  SeidelRowSet *rows;     /* or NULL */
  int64_t *level_rows[2]; /* by direction; NULL: not counted yet */
  Anchor anchor;          /* row −1: none */
  int64_t pointed;
  SeidelChains *chains[2];
  GCancellable *searches[2]; /* while chains are being found; kept after a failure */
  GArray *visits;            /* of int64_t */
  int visit;                 /* the present one, −1: none */
};

enum
{
  PROP_0,
  PROP_DOCUMENT,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

enum
{
  SIGNAL_CHANGED,
  SIGNAL_POINTED,
  SIGNAL_VISITED,
  SIGNAL_REVEALED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SeidelSelection, seidel_selection, G_TYPE_OBJECT)

static const Anchor no_anchor = { .row = -1 };

static SeidelSchedule *
schedule_of (SeidelSelection *self, SeidelDirection direction)
{
  return self->document != NULL ? seidel_document_get_schedule (self->document, direction) : NULL;
}

static void
forget_counts (SeidelSelection *self)
{
  for (guint d = 0; d < G_N_ELEMENTS (self->level_rows); d++)
    g_clear_pointer (&self->level_rows[d], g_free);
}

/* Takes the set. An empty one selects nothing. */
static void
set_rows (SeidelSelection *self, SeidelRowSet *rows)
{
  if (rows != NULL && rows->count == 0)
    g_clear_pointer (&rows, seidel_row_set_unref);
  if (rows == NULL && self->rows == NULL)
    return;
  g_clear_pointer (&self->rows, seidel_row_set_unref);
  self->rows = rows;
  forget_counts (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* What lies between two anchors of one kind. */
static SeidelRowSet *
rows_between (SeidelSelection *self, const Anchor *a, const Anchor *b)
{
  const SeidelCsr *csr = seidel_document_get_matrix (self->document)->csr;

  if (a->level > 0)
    return seidel_row_set_new_of_levels (schedule_of (self, a->direction), MIN (a->level, b->level),
                                         MAX (a->level, b->level), NULL);
  return seidel_row_set_new (csr->rows, MIN (a->row, b->row), MAX (a->row, b->row), NULL);
}

static gboolean
is_of_kind (const Anchor *a, const Anchor *b)
{
  return a->row >= 0 && (a->level > 0) == (b->level > 0)
         && (a->level == 0 || a->direction == b->direction);
}

static void
pick (SeidelSelection *self, const Anchor *place, SeidelPick how)
{
  const gboolean extend = how == SEIDEL_PICK_EXTEND && is_of_kind (&self->anchor, place);
  g_autoptr (SeidelRowSet) picked = rows_between (self, extend ? &self->anchor : place, place);

  if (!extend)
    self->anchor = *place;
  if (how == SEIDEL_PICK_TOGGLE && self->rows != NULL && picked != NULL)
    set_rows (self, seidel_row_set_toggle (self->rows, picked, NULL));
  else
    set_rows (self, g_steal_pointer (&picked));
}

/* What was left by going back is forgotten. */
static void
remember_visit (SeidelSelection *self, int64_t row)
{
  if (row == seidel_selection_get_visited (self))
    return;
  g_array_set_size (self->visits, (guint) (self->visit + 1));
  if (self->visits->len == MOST_VISITS)
    g_array_remove_index (self->visits, 0);
  g_array_append_val (self->visits, row);
  self->visit = (int) self->visits->len - 1;
  g_signal_emit (self, signals[SIGNAL_VISITED], 0);
}

void
seidel_selection_pick_row (SeidelSelection *self, int64_t row, SeidelPick how)
{
  const Anchor place = { .row = row };

  g_return_if_fail (SEIDEL_IS_SELECTION (self));

  if (self->document == NULL || row < 0
      || row >= seidel_document_get_matrix (self->document)->csr->rows)
    return;
  pick (self, &place, how);
  if (how == SEIDEL_PICK_REPLACE)
    remember_visit (self, row);
}

/* Shows the present visit. */
static void
show_visit (SeidelSelection *self, int64_t row)
{
  const Anchor place = { .row = row };

  pick (self, &place, SEIDEL_PICK_REPLACE);
  seidel_selection_point_at (self, row);
  g_signal_emit (self, signals[SIGNAL_REVEALED], 0, row);
}

void
seidel_selection_visit (SeidelSelection *self, int64_t row)
{
  g_return_if_fail (SEIDEL_IS_SELECTION (self));

  if (self->document == NULL || row < 0
      || row >= seidel_document_get_matrix (self->document)->csr->rows)
    return;
  remember_visit (self, row);
  show_visit (self, row);
}

int64_t
seidel_selection_get_visited (SeidelSelection *self)
{
  g_return_val_if_fail (SEIDEL_IS_SELECTION (self), -1);
  return self->visit >= 0 ? g_array_index (self->visits, int64_t, self->visit) : -1;
}

gboolean
seidel_selection_can_go (SeidelSelection *self, int step)
{
  g_return_val_if_fail (SEIDEL_IS_SELECTION (self), FALSE);
  return self->visit + step >= 0 && self->visit + step < (int) self->visits->len;
}

void
seidel_selection_go (SeidelSelection *self, int step)
{
  if (!seidel_selection_can_go (self, step))
    return;
  self->visit += step;
  g_signal_emit (self, signals[SIGNAL_VISITED], 0);
  show_visit (self, seidel_selection_get_visited (self));
}

void
seidel_selection_pick_level (SeidelSelection *self,
                             SeidelDirection direction,
                             int32_t level,
                             SeidelPick how)
{
  const Anchor place = { .level = level, .direction = direction };
  const SeidelSchedule *schedule = schedule_of (self, direction);

  g_return_if_fail (SEIDEL_IS_SELECTION (self));

  if (schedule == NULL || level < 1 || level > schedule->count)
    return;
  pick (self, &place, how);
}

void
seidel_selection_pick_set (SeidelSelection *self, SeidelRowSet *rows, SeidelPick how)
{
  g_return_if_fail (SEIDEL_IS_SELECTION (self));

  if (self->document == NULL
      || rows->rows != seidel_document_get_matrix (self->document)->csr->rows)
    return;
  self->anchor = no_anchor;
  if (how == SEIDEL_PICK_TOGGLE && self->rows != NULL)
    set_rows (self, seidel_row_set_toggle (self->rows, rows, NULL));
  else
    set_rows (self, seidel_row_set_ref (rows));
}

void
seidel_selection_clear (SeidelSelection *self)
{
  g_return_if_fail (SEIDEL_IS_SELECTION (self));

  self->anchor = no_anchor;
  set_rows (self, NULL);
}

SeidelRowSet *
seidel_selection_get_rows (SeidelSelection *self)
{
  g_return_val_if_fail (SEIDEL_IS_SELECTION (self), NULL);
  return self->rows;
}

const int64_t *
seidel_selection_get_level_rows (SeidelSelection *self, SeidelDirection direction)
{
  const SeidelSchedule *schedule;

  g_return_val_if_fail (SEIDEL_IS_SELECTION (self), NULL);

  schedule = schedule_of (self, direction);
  if (self->rows != NULL && schedule != NULL && self->level_rows[direction] == NULL)
    self->level_rows[direction] = seidel_row_set_count_levels (self->rows, schedule, NULL);
  return self->level_rows[direction];
}

/* "; level 3 of 392", "; levels 12 to 14 of 392", "; 17 of 392 levels" */
static void
append_levels (SeidelSelection *self, GString *text, SeidelDirection direction)
{
  const int64_t *counts = seidel_selection_get_level_rows (self, direction);
  const SeidelSchedule *schedule = schedule_of (self, direction);
  int32_t first = 0, last = 0, touched = 0;
  g_autofree char *all = NULL, *low = NULL, *high = NULL, *number = NULL;

  if (counts == NULL)
    return;
  for (int32_t level = 1; level <= schedule->count; level++)
    if (counts[level - 1] > 0)
      {
        first = first > 0 ? first : level;
        last = level;
        touched++;
      }
  all = seidel_format_count (schedule->count);
  low = seidel_format_count (first);
  high = seidel_format_count (last);
  number = seidel_format_count (touched);
  g_string_append (text, "; ");
  if (touched == 1)
    g_string_append_printf (text, _ ("level %s of %s"), low, all);
  else if (touched == last - first + 1)
    g_string_append_printf (text, _ ("levels %s to %s of %s"), low, high, all);
  else
    g_string_append_printf (text, _ ("in %s of %s levels"), number, all);
}

char *
seidel_selection_describe (SeidelSelection *self, SeidelDirection direction)
{
  const SeidelCsr *csr;
  g_autofree char *rows = NULL, *all = NULL, *entries = NULL;
  GString *text;

  g_return_val_if_fail (SEIDEL_IS_SELECTION (self), NULL);

  if (self->rows == NULL)
    return NULL;
  csr = seidel_document_get_matrix (self->document)->csr;
  rows = seidel_format_count (self->rows->count);
  all = seidel_format_count (self->rows->rows);
  entries = seidel_format_count (seidel_row_set_entries (self->rows, csr));
  text = g_string_new (NULL);
  g_string_append_printf (text, _ ("Selected: %s of %s rows, %s entries"), rows, all, entries);
  append_levels (self, text, direction);
  return g_string_free (text, FALSE);
}

void
seidel_selection_point_at (SeidelSelection *self, int64_t row)
{
  g_return_if_fail (SEIDEL_IS_SELECTION (self));

  if (self->pointed == row)
    return;
  self->pointed = row;
  g_signal_emit (self, signals[SIGNAL_POINTED], 0);
}

int64_t
seidel_selection_get_pointed (SeidelSelection *self)
{
  g_return_val_if_fail (SEIDEL_IS_SELECTION (self), -1);
  return self->pointed;
}

/* What the worker needs: the document would have to be finalised here. */
typedef struct
{
  SeidelMatrix *matrix;
  SeidelSchedule *schedule;
} Search;

static void
search_free (gpointer data)
{
  Search *search = data;

  seidel_matrix_unref (search->matrix);
  seidel_schedule_unref (search->schedule);
  g_free (search);
}

static void
search_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Search *search = task_data;
  GError *error = NULL;
  SeidelChains *chains =
    seidel_chains_new (search->matrix->csr, search->schedule, cancellable, &error);

  if (chains != NULL)
    g_task_return_pointer (task, chains, (GDestroyNotify) seidel_chains_free);
  else
    g_task_return_error (task, error);
}

static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = G_TASK (result);
  SeidelChains *chains = g_task_propagate_pointer (task, NULL);
  SeidelSelection *self;

  /* A cancelled search belongs to a document or a selection that is no more. */
  if (chains == NULL)
    return;
  self = SEIDEL_SELECTION (data);
  self->chains[chains->schedule->direction] = chains;
  g_signal_emit (self, signals[SIGNAL_POINTED], 0);
}

SeidelChains *
seidel_selection_get_chains (SeidelSelection *self, SeidelDirection direction)
{
  SeidelSchedule *schedule;
  g_autoptr (GTask) task = NULL;
  Search *search;

  g_return_val_if_fail (SEIDEL_IS_SELECTION (self), NULL);

  schedule = schedule_of (self, direction);
  if (schedule == NULL || self->chains[direction] != NULL || self->searches[direction] != NULL)
    return self->chains[direction];
  search = g_new0 (Search, 1);
  search->matrix = seidel_matrix_ref (seidel_document_get_matrix (self->document));
  search->schedule = seidel_schedule_ref (schedule);
  self->searches[direction] = g_cancellable_new ();
  task = g_task_new (NULL, self->searches[direction], found_cb, self);
  g_task_set_source_tag (task, seidel_selection_get_chains);
  g_task_set_task_data (task, search, search_free);
  g_task_run_in_thread (task, search_thread);
  return NULL;
}

static void
forget_chains (SeidelSelection *self)
{
  for (guint d = 0; d < G_N_ELEMENTS (self->chains); d++)
    {
      g_cancellable_cancel (self->searches[d]);
      g_clear_object (&self->searches[d]);
      g_clear_pointer (&self->chains[d], seidel_chains_free);
    }
}

/* Where the row visited last is in another order of the same matrix; −1 in another matrix. */
static int64_t
follow_visit (SeidelSelection *self, SeidelDocument *document)
{
  const int64_t row = seidel_selection_get_visited (self);

  if (row < 0 || document == NULL
      || seidel_document_get_natural (self->document) != seidel_document_get_natural (document))
    return -1;
  return seidel_row_of_file (
    seidel_document_get_matrix (document),
    seidel_matrix_original_row (seidel_document_get_matrix (self->document), row));
}

static void
set_document (SeidelSelection *self, SeidelDocument *document)
{
  int64_t row;

  if (self->document == document)
    return;
  row = follow_visit (self, document);
  seidel_selection_clear (self);
  forget_chains (self);
  g_set_object (&self->document, document);
  seidel_selection_point_at (self, -1);
  g_array_set_size (self->visits, 0);
  self->visit = -1;
  if (row >= 0)
    g_array_append_val (self->visits, row);
  self->visit = (int) self->visits->len - 1;
  g_signal_emit (self, signals[SIGNAL_VISITED], 0);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DOCUMENT]);
}

static void
seidel_selection_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_DOCUMENT)
    set_document (SEIDEL_SELECTION (object), g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
seidel_selection_dispose (GObject *object)
{
  SeidelSelection *self = SEIDEL_SELECTION (object);

  forget_chains (self);
  forget_counts (self);
  g_clear_pointer (&self->rows, seidel_row_set_unref);
  g_clear_pointer (&self->visits, g_array_unref);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (seidel_selection_parent_class)->dispose (object);
}

static void
seidel_selection_class_init (SeidelSelectionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const SeidelProperty table[N_PROPERTIES] = {
    [PROP_DOCUMENT] =
      SEIDEL_PROPERTY (SeidelSelection, "document", SEIDEL_TYPE_DOCUMENT, document, TRUE),
  };

  object_class->set_property = seidel_selection_set_property;
  object_class->dispose = seidel_selection_dispose;

  seidel_class_install_properties (klass, table, N_PROPERTIES, properties);
  signals[SIGNAL_CHANGED] = seidel_class_add_signal (klass, "changed", 0);
  signals[SIGNAL_POINTED] = seidel_class_add_signal (klass, "pointed", 0);
  signals[SIGNAL_VISITED] = seidel_class_add_signal (klass, "visited", 0);
  signals[SIGNAL_REVEALED] = seidel_class_add_signal (klass, "revealed", 1, G_TYPE_INT64);
}

static void
seidel_selection_init (SeidelSelection *self)
{
  self->anchor = no_anchor;
  self->pointed = -1;
  self->visits = g_array_new (FALSE, FALSE, sizeof (int64_t));
  self->visit = -1;
}

SeidelSelection *
seidel_selection_new (void)
{
  return g_object_new (SEIDEL_TYPE_SELECTION, NULL);
}
