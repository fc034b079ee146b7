/* Keeps the runs of a window in a session file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-run-session.h"

#include <glib/gstdio.h>
#include <unistd.h>

#include "model/seidel-class.h"

/* Files that nobody chose: older ones are removed when there are more. */
#define MOST_AUTOMATIC 50

/* One change of the file. */
typedef struct
{
  char *path;
  GPtrArray *entries;
  GStrv removed;
} Change;

struct _SeidelRunSession
{
  GObject parent_instance;

  SeidelRunList *runs;
  char *path;
  gboolean named;
  char *problem;

  GPtrArray *written; /* SeidelSessionEntry that the file has */
  /* While a change is being written. */
  GThread *thread;
  GTask *task;
};

enum
{
  PROP_0,
  PROP_PATH,
  PROP_NAMED,
  PROP_PROBLEM,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

/* The files of all windows of the program. */
static GPtrArray *paths_in_use;

G_DEFINE_FINAL_TYPE (SeidelRunSession, seidel_run_session, G_TYPE_OBJECT)

static void write_changes (SeidelRunSession *self);

static void
change_free (gpointer data)
{
  Change *change = data;

  g_free (change->path);
  g_ptr_array_unref (change->entries);
  g_strfreev (change->removed);
  g_free (change);
}

static GPtrArray *
new_entries (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) seidel_session_entry_free);
}

GPtrArray *
seidel_run_session_list (SeidelRunList *runs)
{
  GPtrArray *entries = new_entries ();

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (runs)); i++)
    {
      g_autoptr (SeidelRunItem) run = g_list_model_get_item (G_LIST_MODEL (runs), i);

      if (seidel_run_item_get_record (run) != NULL)
        g_ptr_array_add (entries, seidel_run_item_to_entry (run));
    }
  return entries;
}

static gboolean
is_same_label (const SeidelRecordLabel *one, const SeidelRecordLabel *other)
{
  return one->number == other->number && one->color == other->color
         && one->visible == other->visible && g_strcmp0 (one->name, other->name) == 0
         && g_strcmp0 (one->note, other->note) == 0;
}

/* The entries by their records; a session may have thousands. */
static GHashTable *
index_entries (GPtrArray *entries)
{
  GHashTable *index = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < entries->len; i++)
    g_hash_table_insert (index, ((SeidelSessionEntry *) entries->pdata[i])->record,
                         entries->pdata[i]);
  return index;
}

/* The ids of the entries that are not there any more. */
static GStrv
list_removed (GPtrArray *before, GPtrArray *now)
{
  g_autoptr (GStrvBuilder) removed = g_strv_builder_new ();
  g_autoptr (GHashTable) there = index_entries (now);

  for (guint i = 0; i < before->len; i++)
    {
      const SeidelSessionEntry *entry = before->pdata[i];

      if (!g_hash_table_contains (there, entry->record))
        g_strv_builder_add (removed, entry->record->id);
    }
  return g_strv_builder_end (removed);
}

/* What differs from the file; NULL: nothing. */
static Change *
find_change (SeidelRunSession *self, GPtrArray *now)
{
  Change *change = g_new0 (Change, 1);
  g_autoptr (GHashTable) written = index_entries (self->written);

  change->entries = new_entries ();
  change->removed = list_removed (self->written, now);
  for (guint i = 0; i < now->len; i++)
    {
      const SeidelSessionEntry *entry = now->pdata[i];
      const SeidelSessionEntry *before = g_hash_table_lookup (written, entry->record);

      if (before == NULL || !is_same_label (&before->label, &entry->label))
        g_ptr_array_add (change->entries, seidel_session_entry_new (entry->record, &entry->label));
    }
  if (change->entries->len > 0 || change->removed[0] != NULL)
    return change;
  change_free (change);
  return NULL;
}

/* The folder of the files that nobody chose; free with g_free (). */
static char *
automatic_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "seidel", "sessions", NULL);
}

/* Their names are times, so that the latest is the last one by name. */
static int
compare_backwards (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *) b, *(const char *const *) a);
}

static GPtrArray *
list_files (void)
{
  g_autofree char *folder = automatic_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, SEIDEL_SESSION_SUFFIX))
      g_ptr_array_add (files, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (files, compare_backwards);
  return files;
}

static gboolean
is_in_use (const char *path)
{
  return paths_in_use != NULL
         && g_ptr_array_find_with_equal_func (paths_in_use, path, g_str_equal, NULL);
}

char **
seidel_run_session_list_automatic (void)
{
  g_autoptr (GPtrArray) files = list_files ();
  g_autoptr (GStrvBuilder) free_ones = g_strv_builder_new ();

  for (guint i = 0; i < files->len; i++)
    if (!is_in_use (files->pdata[i]))
      g_strv_builder_add (free_ones, files->pdata[i]);
  return g_strv_builder_end (free_ones);
}

/* A name that no other window and no other program takes. */
static char *
make_automatic_path (void)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *time = g_date_time_format (now, "%Y-%m-%dT%H-%M-%S");
  g_autofree char *folder = automatic_folder ();
  g_autofree char *name = g_strdup_printf ("%s-%06d-%d" SEIDEL_SESSION_SUFFIX, time,
                                           g_date_time_get_microsecond (now), (int) getpid ());

  return g_build_filename (folder, name, NULL);
}

static void
set_path (SeidelRunSession *self, const char *path, gboolean named)
{
  if (paths_in_use == NULL)
    paths_in_use = g_ptr_array_new_with_free_func (g_free);
  if (self->path != NULL)
    {
      guint index = 0;

      if (g_ptr_array_find_with_equal_func (paths_in_use, self->path, g_str_equal, &index))
        g_ptr_array_remove_index_fast (paths_in_use, index);
    }
  if (path != NULL)
    g_ptr_array_add (paths_in_use, g_strdup (path));
  g_free (self->path);
  self->path = g_strdup (path);
  self->named = named;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PATH]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NAMED]);
}

static void
set_problem (SeidelRunSession *self, const char *problem)
{
  if (g_strcmp0 (self->problem, problem) == 0)
    return;
  g_free (self->problem);
  self->problem = g_strdup (problem);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROBLEM]);
}

/* Makes the folder of a file that nobody chose, and room in it. */
static void
prepare_folder (const char *path)
{
  g_autofree char *folder = automatic_folder ();
  g_autofree char *own = g_path_get_dirname (path);
  g_autoptr (GPtrArray) files = NULL;

  if (!g_str_equal (own, folder) || g_file_test (path, G_FILE_TEST_EXISTS))
    return;
  g_mkdir_with_parents (folder, 0700);
  files = list_files ();
  for (guint i = MOST_AUTOMATIC - 1; i < files->len; i++)
    g_unlink (files->pdata[i]);
}

static gboolean
write_change (const Change *change, GError **error)
{
  prepare_folder (change->path);
  return seidel_session_update (change->path, (SeidelSessionEntry **) change->entries->pdata,
                                change->entries->len, (const char *const *) change->removed, error);
}

static gpointer
write_thread (gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  if (write_change (g_task_get_task_data (task), &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
  return NULL;
}

/* The file has the change now. */
static void
take_over (SeidelRunSession *self, const Change *change)
{
  GPtrArray *now = new_entries ();
  g_autoptr (GHashTable) changed = index_entries (change->entries);

  for (guint i = 0; i < self->written->len; i++)
    {
      const SeidelSessionEntry *entry = self->written->pdata[i];

      if (!g_hash_table_contains (changed, entry->record)
          && !g_strv_contains ((const char *const *) change->removed, entry->record->id))
        g_ptr_array_add (now, seidel_session_entry_new (entry->record, &entry->label));
    }
  for (guint i = 0; i < change->entries->len; i++)
    {
      const SeidelSessionEntry *entry = change->entries->pdata[i];

      g_ptr_array_add (now, seidel_session_entry_new (entry->record, &entry->label));
    }
  g_ptr_array_unref (self->written);
  self->written = now;
}

/* Where the file that the user chose cannot be written, the runs go to one that can. */
static void
take_result (SeidelRunSession *self, const Change *change, const GError *error)
{
  if (g_strcmp0 (change->path, self->path) == 0 && error == NULL)
    take_over (self, change);
  set_problem (self, error != NULL ? error->message : NULL);
  if (g_strcmp0 (change->path, self->path) == 0 && error != NULL && self->named)
    {
      set_path (self, NULL, FALSE);
      g_ptr_array_set_size (self->written, 0);
      write_changes (self);
    }
}

/* Waits for the thread. */
static gboolean
end_task (SeidelRunSession *self)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->task);
  g_autoptr (GError) error = NULL;

  g_thread_join (g_steal_pointer (&self->thread));
  g_task_propagate_boolean (task, &error);
  take_result (self, g_task_get_task_data (task), error);
  return error == NULL;
}

static void
written_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  SeidelRunSession *self = SEIDEL_RUN_SESSION (source);

  /* Otherwise it was waited for. */
  if (self->task == G_TASK (result) && end_task (self))
    write_changes (self);
}

static Change *
next_change (SeidelRunSession *self)
{
  g_autoptr (GPtrArray) now = seidel_run_session_list (self->runs);
  Change *change = find_change (self, now);

  if (change == NULL)
    return NULL;
  if (self->path == NULL)
    {
      g_autofree char *path = make_automatic_path ();

      set_path (self, path, FALSE);
    }
  change->path = g_strdup (self->path);
  return change;
}

static void
write_changes (SeidelRunSession *self)
{
  Change *change = self->task == NULL ? next_change (self) : NULL;
  g_autoptr (GError) error = NULL;

  if (change == NULL)
    return;
  self->task = g_task_new (self, NULL, written_cb, NULL);
  g_task_set_source_tag (self->task, write_changes);
  g_task_set_priority (self->task, G_PRIORITY_DEFAULT);
  g_task_set_task_data (self->task, change, change_free);
  self->thread =
    g_thread_try_new ("seidel-session", write_thread, g_object_ref (self->task), &error);
  if (self->thread != NULL)
    return;
  set_problem (self, error->message);
  g_object_unref (self->task);
  g_task_return_boolean (self->task, FALSE);
  g_clear_object (&self->task);
}

/* Waits until everything is written. */
static void
flush (SeidelRunSession *self)
{
  g_autoptr (GError) error = NULL;
  Change *change;

  g_return_if_fail (SEIDEL_IS_RUN_SESSION (self));

  if (self->task != NULL)
    end_task (self);
  change = next_change (self);
  if (change == NULL)
    return;
  write_change (change, &error);
  take_result (self, change, error);
  change_free (change);
}

void
seidel_run_session_open (SeidelRunSession *self, const char *path, GPtrArray *entries)
{
  g_autofree char *folder = automatic_folder ();
  g_autofree char *own = g_path_get_dirname (path);

  g_return_if_fail (SEIDEL_IS_RUN_SESSION (self));

  flush (self);
  set_path (self, path, !g_str_equal (own, folder));
  g_ptr_array_set_size (self->written, 0);
  for (guint i = 0; i < entries->len; i++)
    {
      const SeidelSessionEntry *entry = entries->pdata[i];

      g_ptr_array_add (self->written, seidel_session_entry_new (entry->record, &entry->label));
    }
  seidel_run_list_add_kept (self->runs, entries);
}

void
seidel_run_session_move (SeidelRunSession *self, const char *path)
{
  g_return_if_fail (SEIDEL_IS_RUN_SESSION (self));

  if (self->task != NULL)
    end_task (self);
  set_path (self, path, TRUE);
  /* Whatever changed while it was written is found by comparing with nothing. */
  g_ptr_array_set_size (self->written, 0);
  write_changes (self);
}

const char *
seidel_run_session_get_path (SeidelRunSession *self)
{
  g_return_val_if_fail (SEIDEL_IS_RUN_SESSION (self), NULL);
  return self->path;
}

gboolean
seidel_run_session_get_named (SeidelRunSession *self)
{
  g_return_val_if_fail (SEIDEL_IS_RUN_SESSION (self), FALSE);
  return self->named;
}

const char *
seidel_run_session_get_problem (SeidelRunSession *self)
{
  g_return_val_if_fail (SEIDEL_IS_RUN_SESSION (self), NULL);
  return self->problem;
}

/* A run list that is disposed of ends its live run, which is kept too: the window does that first.
 */
static void
seidel_run_session_dispose (GObject *object)
{
  SeidelRunSession *self = SEIDEL_RUN_SESSION (object);

  if (self->runs != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->runs, self);
      flush (self);
      set_path (self, NULL, FALSE);
    }
  g_clear_object (&self->runs);

  G_OBJECT_CLASS (seidel_run_session_parent_class)->dispose (object);
}

static void
seidel_run_session_finalize (GObject *object)
{
  SeidelRunSession *self = SEIDEL_RUN_SESSION (object);

  g_free (self->path);
  g_free (self->problem);
  g_ptr_array_unref (self->written);

  G_OBJECT_CLASS (seidel_run_session_parent_class)->finalize (object);
}

static void
seidel_run_session_class_init (SeidelRunSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const SeidelProperty table[N_PROPS] = {
    [PROP_PATH] = SEIDEL_PROPERTY (SeidelRunSession, "path", G_TYPE_STRING, path, FALSE),
    [PROP_NAMED] = SEIDEL_PROPERTY (SeidelRunSession, "named", G_TYPE_BOOLEAN, named, FALSE),
    [PROP_PROBLEM] = SEIDEL_PROPERTY (SeidelRunSession, "problem", G_TYPE_STRING, problem, FALSE),
  };

  object_class->dispose = seidel_run_session_dispose;
  object_class->finalize = seidel_run_session_finalize;

  seidel_class_install_properties (klass, table, N_PROPS, properties);
}

static void
seidel_run_session_init (SeidelRunSession *self)
{
  self->written = new_entries ();
}

SeidelRunSession *
seidel_run_session_new (SeidelRunList *runs)
{
  SeidelRunSession *self = g_object_new (SEIDEL_TYPE_RUN_SESSION, NULL);

  self->runs = g_object_ref (runs);
  g_signal_connect_object (runs, "changed", G_CALLBACK (write_changes), self, G_CONNECT_SWAPPED);
  return self;
}
