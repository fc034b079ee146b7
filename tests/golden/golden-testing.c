/* The wording of texts. A golden file lists the paths of tests, and below each its texts as
 * “  KEY: TEXT”; what differs between machines is replaced.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "golden-testing.h"

#include <stdio.h>

/* Regular expressions, and what their matches are replaced with. */
static const char *const varying[][2] = {
  { "\\d\\.\\d+e[-+]\\d+", "#e#" },
  { "(?<=room for |machine has )\\d[\\d.]*.[kMGTPE]B", "# GB" },
  { "\\d[\\d.]*.([kMGTPE]B|bytes)(?= or more| (is|are) free)", "# GB" },
  { "\\d[\\d.,]*.([kMGTPE]?B|bytes)(?= of memory)", "# GB" },
  { "(?<=about )\\d[\\d.,]*.([kMGTPE]?B|bytes)(?=;| on the device)", "# GB" },
  { "; measured: [^\n]*", "" },
  { "(?<=should gain )\\d[\\d.]* ×", "# ×" },
  { "(?<=should make one thread )\\d[\\d.]* ×", "# ×" },
  { "(?<=iterations, )\\d[\\d.]*.[nµm]?s", "# s" },
  { "(?<=off by )\\d[-+\\d.e]*|\\d[-+\\d.e]*(?= or more\\))", "#" },
  { "(127\\.0\\.0\\.1|localhost):\\d+", "SERVER" },
  { "Error resolving [^)]*|Could not connect to .*", "CAUSE" },
};

static char *
replace (const char *text, const char *pattern, const char *replacement)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GRegex) regex = g_regex_new (pattern, 0, 0, &error);
  char *replaced;

  g_assert_no_error (error);
  replaced = g_regex_replace_literal (regex, text, -1, 0, replacement, 0, &error);
  g_assert_no_error (error);
  return replaced;
}

/* The text in one line, without what differs between machines. */
static char *
mask (const char *text)
{
  g_autofree char *folder = g_regex_escape_string (g_get_tmp_dir (), -1);
  g_autofree char *pattern = g_strconcat (folder, "/seidel-[-\\w]+", NULL);
  char *masked = replace (text, pattern, "FOLDER");

  for (size_t i = 0; i < G_N_ELEMENTS (varying); i++)
    {
      g_autofree char *before = masked;

      masked = replace (before, varying[i][0], varying[i][1]);
    }
  {
    g_autofree char *before = masked;

    return replace (before, "\n", "\\n");
  }
}

/* Texts by “PATH KEY”. */
static GHashTable *
read_golden (void)
{
  GHashTable *entries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree char *file = g_test_build_filename (G_TEST_DIST, TEST_GOLDEN, NULL);
  g_autofree char *contents = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) lines = NULL;
  const char *path = "";

  g_file_get_contents (file, &contents, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (contents, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    {
      const char *colon = strstr (*line, ": ");

      if (**line == '/')
        path = *line;
      else if (colon != NULL)
        g_hash_table_insert (entries,
                             g_strdup_printf ("%s %.*s", path, (int) (colon - *line - 2),
                                              *line + 2),
                             g_strdup (colon + 2));
    }
  return entries;
}

/* For update-golden.py. */
static void
record (const char *file, const char *path, const char *key, const char *text)
{
  FILE *records = fopen (file, "a");

  g_assert_nonnull (records);
  fprintf (records, "%s\t%s\t%s\n", path, key, text);
  g_assert_cmpint (fclose (records), ==, 0);
}

void
test_assert_wording_of (const char *key, const char *text)
{
  static GHashTable *entries;
  const char *records = g_getenv ("SEIDEL_GOLDEN_RECORDS");
  const char *path = g_test_get_path ();
  g_autofree char *name = g_strconcat (path, " ", key, NULL);
  g_autofree char *found = NULL;
  const char *expected;

  g_assert_nonnull (text);
  found = mask (text);
  if (records != NULL)
    {
      record (records, path, key, found);
      return;
    }
  if (entries == NULL)
    entries = read_golden ();
  expected = g_hash_table_lookup (entries, name);
  if (g_strcmp0 (found, expected) != 0)
    {
      /* g_test_message () would print “?” for what is not ASCII. */
      printf ("# %s: “%s”\n# is in %s: “%s”\n# If the new text is right: ninja update-golden\n",
              name, found, TEST_GOLDEN, expected != NULL ? expected : "");
      g_test_fail ();
    }
}

void
test_assert_wording (const char *text)
{
  static char *last_path;
  static int count;
  g_autofree char *key = NULL;

  if (g_strcmp0 (last_path, g_test_get_path ()) != 0)
    {
      g_free (last_path);
      last_path = g_strdup (g_test_get_path ());
      count = 0;
    }
  key = g_strdup_printf ("%d", ++count);
  test_assert_wording_of (key, text);
}
