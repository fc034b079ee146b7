/* Sessions that somebody has made to do harm: a schema that computes, values that are not stored,
 * texts of any length and encoding.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-error.h"
#include "solvers/record/record-testing.h"

/* A session of one run. */
static char *
make_session (void)
{
  char *path = test_make_path ();
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 12);
  const SeidelOptions options = SEIDEL_OPTIONS_INIT;
  g_autoptr (SeidelRecord) record = test_run (matrix, &options);
  g_autoptr (SeidelSessionEntry) entry = test_entry (record, 1, "a name", "a note");

  g_assert_true (seidel_session_update (path, &entry, 1, NULL, NULL));
  return path;
}

/* Neither reading, glancing nor writing takes the file. */
static void
assert_refused (const char *path)
{
  g_autoptr (GError) read_error = NULL;
  g_autoptr (GError) glance_error = NULL;
  g_autoptr (GError) write_error = NULL;
  SeidelSessionGlance glance = { 0 };

  g_assert_null (seidel_session_read (path, NULL, &read_error));
  g_assert_error (read_error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
  g_assert_nonnull (strstr (read_error->message, path));
  g_assert_false (seidel_session_glance (path, &glance, &glance_error));
  g_assert_error (glance_error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
  g_assert_false (seidel_session_update (path, NULL, 0, NULL, &write_error));
  g_assert_error (write_error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
}

/* Replaces the table of labels by one with these columns. */
#define LABELS(columns)                                                                 \
  "CREATE TABLE other (run INTEGER PRIMARY KEY, number INTEGER, color INTEGER, "        \
  "visible INTEGER, " columns ");"                                                      \
  "INSERT INTO other (run, number, color, visible) SELECT run, number, color, visible " \
  "FROM label; DROP TABLE label; ALTER TABLE other RENAME TO label"

static void
test_schema (void)
{
  static const char *const changes[] = {
    /* A file of 100 kB with values of 800 MB. */
    LABELS ("name TEXT AS (hex (zeroblob (400000000))), note TEXT"),
    LABELS ("name TEXT AS ('short') STORED, note TEXT"),
    "ALTER TABLE run ADD COLUMN more AS (hex (zeroblob (400000000)))",
    "ALTER TABLE label RENAME TO kept; CREATE VIEW label AS SELECT * FROM kept",
    "CREATE VIEW harmless AS SELECT 1",
    "CREATE TRIGGER t AFTER INSERT ON label BEGIN DELETE FROM run; END",
    "CREATE INDEX i ON label (hex (zeroblob (run)))",
    "CREATE TABLE many (a); PRAGMA writable_schema = 1; UPDATE sqlite_schema SET rootpage = 0, "
    "sql = 'CREATE VIRTUAL TABLE many USING fts5 (a)' WHERE name = 'many'",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_autofree char *path = make_session ();

      g_test_message ("%s", changes[i]);
      test_execute (path, changes[i]);
      assert_refused (path);
      test_remove (path);
    }
}

/* What an outcome was run by is not made up. */
static void
test_settings (void)
{
  static const char *const changes[] = {
    "DELETE FROM setting",
    "DELETE FROM setting WHERE resolved",
    "DELETE FROM setting WHERE resolved AND key = 'storage'",
    "DELETE FROM setting WHERE resolved AND key = 'method'",
    "UPDATE setting SET resolved = 0",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_autofree char *path = make_session ();
      g_autoptr (GError) error = NULL;

      test_execute (path, changes[i]);
      g_assert_null (seidel_session_read (path, NULL, &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
      test_remove (path);
    }
}

static void
assert_text (const char *text, glong most, bool lines)
{
  g_assert_nonnull (text);
  g_assert_true (g_utf8_validate (text, -1, NULL));
  g_assert_cmpint (g_utf8_strlen (text, -1), <=, most);
  for (const char *p = text; *p != '\0'; p++)
    g_assert_true (!g_ascii_iscntrl (*p) || (lines && *p == '\n'));
}

/* Texts that are no UTF-8, of many lines, with NUL, or long: what is shown of them is valid, short
 * and, of all but notes, one line. */
static void
test_texts (void)
{
  static const char *const values[] = {
    "cast (x'fffe803c623e' AS TEXT)",
    "replace (hex (zeroblob (50000)), '00', 'm' || char (10))",
    "hex (zeroblob (500000))",
    "'a' || char (0) || 'b'",
    "replace (hex (zeroblob (5000)), '00', char (8364))",
    "char (27) || '[31m' || char (13)",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autofree char *path = make_session ();
      g_autofree char *sql =
        g_strdup_printf ("UPDATE run SET matrix = %s, rhs = %s, processor = %s;"
                         "UPDATE label SET name = %s, note = %s;"
                         "UPDATE event SET text = %s;",
                         values[i], values[i], values[i], values[i], values[i], values[i]);
      g_autoptr (GPtrArray) entries = NULL;
      SeidelSessionGlance glance = { 0 };
      const SeidelSessionEntry *entry;

      test_execute (path, sql);
      entries = test_read (path);
      entry = entries->pdata[0];
      assert_text (entry->record->matrix.name, 500, false);
      assert_text (entry->record->rhs, 500, false);
      assert_text (entry->record->machine.processor, 500, false);
      assert_text (entry->label.name, 500, false);
      assert_text (entry->label.note, 10000, true);
      g_assert_true (seidel_session_glance (path, &glance, NULL));
      assert_text (glance.matrix, 500, false);
      seidel_session_glance_clear (&glance);
      test_remove (path);
    }
}

/* A note of several lines stays what it was. */
static void
test_note (void)
{
  g_autofree char *path = make_session ();
  g_autoptr (GPtrArray) entries = NULL;

  test_execute (path, "UPDATE label SET note = 'one' || char (10) || '\xe2\x82\xac two'");
  entries = test_read (path);
  g_assert_cmpstr (((SeidelSessionEntry *) entries->pdata[0])->label.note, ==,
                   "one\n\xe2\x82\xac two");
  test_remove (path);
}

static void
test_cancelled (void)
{
  g_autofree char *path = make_session ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (seidel_session_read (path, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  test_remove (path);
}

/* The seeds of the fuzzer: runs, or an error that can be shown. */
static void
test_seeds (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "fuzz", "seeds", "session", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  int n = 0;

  g_assert_nonnull (dir);
  for (; (name = g_dir_read_name (dir)) != NULL; n++)
    {
      g_autofree char *seed = g_build_filename (folder, name, NULL);
      g_autofree char *path = test_make_path ();
      g_autofree char *content = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) entries = NULL;
      gsize length = 0;

      g_assert_true (g_file_get_contents (seed, &content, &length, NULL));
      g_assert_true (g_file_set_contents (path, content, (gssize) length, NULL));
      entries = seidel_session_read (path, NULL, &error);
      g_assert_true ((entries == NULL) == (error != NULL));
      g_assert_true (error == NULL || g_utf8_validate (error->message, -1, NULL));
      g_assert_true (entries != NULL || strcmp (name, "one") != 0);
      test_remove (path);
    }
  g_assert_cmpint (n, >, 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session-foreign/schema", test_schema);
  g_test_add_func ("/session-foreign/settings", test_settings);
  g_test_add_func ("/session-foreign/texts", test_texts);
  g_test_add_func ("/session-foreign/note", test_note);
  g_test_add_func ("/session-foreign/cancelled", test_cancelled);
  g_test_add_func ("/session-foreign/seeds", test_seeds);
  return g_test_run ();
}
