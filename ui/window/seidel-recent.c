/* Matrices that were opened before, by the desktop's own list of recent files.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-recent.h"

/* Marks our entries in the list that all programs share. */
#define GROUP "seidel"

static void
recent_file_free (gpointer data)
{
  SeidelRecentFile *file = data;

  g_free (file->uri);
  g_free (file->name);
  g_free (file->folder);
  g_free (file);
}

/* The description that the list keeps of a file is the name of the matrix in it. */
void
seidel_recent_add (GFile *file, const char *variable)
{
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *type = g_content_type_guess (name, NULL, 0, NULL);
  g_autofree char *mime_type = type != NULL ? g_content_type_get_mime_type (type) : NULL;
  char *groups[] = { (char *) GROUP, NULL };
  const GtkRecentData data = {
    .description =
      (char *) (variable != NULL && g_utf8_validate (variable, -1, NULL) ? variable : ""),
    .mime_type = mime_type != NULL ? mime_type : (char *) "application/octet-stream",
    .app_name = (char *) "Seidel",
    .app_exec = (char *) "seidel %f",
    .groups = groups,
  };

  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}

static const char *
variable_of (GtkRecentInfo *info)
{
  const char *description = gtk_recent_info_get_description (info);

  return description != NULL && *description != '\0' ? description : NULL;
}

char *
seidel_recent_get_variable (const char *uri)
{
  GtkRecentInfo *info =
    gtk_recent_manager_lookup_item (gtk_recent_manager_get_default (), uri, NULL);
  char *variable;

  if (info == NULL)
    return NULL;
  variable = g_strdup (variable_of (info));
  gtk_recent_info_unref (info);
  return variable;
}

static int
compare_modified (gconstpointer a, gconstpointer b)
{
  GDateTime *time_a = gtk_recent_info_get_modified ((GtkRecentInfo *) a);
  GDateTime *time_b = gtk_recent_info_get_modified ((GtkRecentInfo *) b);

  return g_date_time_compare (time_b, time_a);
}

static SeidelRecentFile *
recent_file_new (GtkRecentInfo *info)
{
  SeidelRecentFile *recent = g_new0 (SeidelRecentFile, 1);
  /* Names of files need not be UTF-8. */
  g_autofree char *name = g_utf8_make_valid (gtk_recent_info_get_display_name (info), -1);
  g_autofree char *path = NULL;

  recent->uri = g_strdup (gtk_recent_info_get_uri (info));
  recent->name = variable_of (info) != NULL ? g_strdup_printf ("%s: %s", name, variable_of (info))
                                            : g_strdup (name);
  path = gtk_recent_info_get_uri_display (info);
  recent->folder = path != NULL ? g_path_get_dirname (path) : g_strdup (recent->uri);
  return recent;
}

GPtrArray *
seidel_recent_list (guint max)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (recent_file_free);
  GList *items = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());

  items = g_list_sort (items, compare_modified);
  for (GList *l = items; l != NULL && files->len < max; l = l->next)
    if (gtk_recent_info_has_group (l->data, GROUP) && gtk_recent_info_exists (l->data))
      g_ptr_array_add (files, recent_file_new (l->data));
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
  return files;
}
