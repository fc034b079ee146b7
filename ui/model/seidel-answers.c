/* Remembers how the text of files is to be read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-answers.h"

#include <gio/gio.h>

#include "io/formats/seidel-reading.h"

/* Of more files the answers that came first are forgotten. */
#define MOST_ANSWERS 200

static char *
answers_path (void)
{
  return g_build_filename (g_get_user_data_dir (), "seidel", "readings.ini", NULL);
}

static GKeyFile *
load_answers (void)
{
  g_autofree char *path = answers_path ();
  GKeyFile *answers = g_key_file_new ();

  g_key_file_load_from_file (answers, path, G_KEY_FILE_NONE, NULL);
  return answers;
}

/* Names of groups may have no brackets. */
static char *
name_group (const char *path, const char *variable)
{
  g_autofree char *whole = g_canonicalize_filename (path, NULL);
  g_autofree char *file = g_uri_escape_string (whole, "/", FALSE);
  g_autofree char *member = variable != NULL ? g_uri_escape_string (variable, "/", FALSE) : NULL;

  return member != NULL ? g_strconcat (file, "#", member, NULL) : g_steal_pointer (&file);
}

/* What changes with the file. */
static char *
stamp_file (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInfo) info =
    g_file_query_info (file,
                       G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_TIME_MODIFIED
                                                      "," G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC,
                       G_FILE_QUERY_INFO_NONE, NULL, NULL);

  return info != NULL ? g_strdup_printf (
           "%" G_GINT64_FORMAT " %" G_GUINT64_FORMAT " %u", g_file_info_get_size (info),
           g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED),
           g_file_info_get_attribute_uint32 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC))
                      : NULL;
}

char *
seidel_answers_get (const char *path, const char *variable)
{
  g_autoptr (GKeyFile) answers = load_answers ();
  g_autofree char *group = name_group (path, variable);
  g_autofree char *stamp = stamp_file (path);
  g_autofree char *kept = g_key_file_get_string (answers, group, "file", NULL);
  g_autofree char *reading = g_key_file_get_string (answers, group, "reading", NULL);

  return stamp != NULL && g_strcmp0 (stamp, kept) == 0 && reading != NULL
             && seidel_reading_check (reading, NULL)
           ? g_steal_pointer (&reading)
           : NULL;
}

void
seidel_answers_set (const char *path, const char *variable, const char *reading)
{
  g_autoptr (GKeyFile) answers = load_answers ();
  g_autofree char *group = name_group (path, variable);
  g_autofree char *stamp = stamp_file (path);
  g_autofree char *file = answers_path ();
  g_autofree char *folder = g_path_get_dirname (file);
  g_auto (GStrv) groups = NULL;
  g_autoptr (GError) error = NULL;
  gsize n = 0;

  if (stamp == NULL)
    return;
  g_key_file_remove_group (answers, group, NULL);
  groups = g_key_file_get_groups (answers, &n);
  for (gsize i = 0; i + MOST_ANSWERS <= n; i++)
    g_key_file_remove_group (answers, groups[i], NULL);
  g_key_file_set_string (answers, group, "file", stamp);
  g_key_file_set_string (answers, group, "reading", reading);
  g_mkdir_with_parents (folder, 0700);
  if (!g_key_file_save_to_file (answers, file, &error))
    g_message ("%s", error->message);
}
