/* JSON that others wrote: bounded in depth and size before the parser sees it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <glib/gstdio.h>
#include <string.h>

#include "base/seidel-error.h"
#include "experiment/seidel-experiment-result.h"
#include "io/bytes/seidel-json-read.h"

/* "{"a":[[[…]]]}" of so many levels. */
static char *
nest (int levels)
{
  GString *text = g_string_new ("{\"a\":");

  for (int i = 1; i < levels; i++)
    g_string_append_c (text, '[');
  for (int i = 1; i < levels; i++)
    g_string_append_c (text, ']');
  g_string_append_c (text, '}');
  return g_string_free (text, FALSE);
}

static bool
parses (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = seidel_json_parse_object (text, "text.json", &error);

  g_assert_true ((root == NULL) == (error != NULL));
  if (error != NULL)
    {
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
      g_assert_true (g_str_has_prefix (error->message, "text.json:"));
    }
  return root != NULL;
}

/* The file, the line and the column, as compilers give them. */
static void
test_place (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (seidel_json_parse_object ("{\"a\": 1,\n \"b\" 2}", "text.json", &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
  g_assert_true (g_str_has_prefix (error->message, "text.json:2:"));
}

static void
test_depth (void)
{
  static const int good[] = { 2, 10, 64 };
  static const int bad[] = { 65, 1000, 100000, 500000 };

  for (size_t i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autofree char *text = nest (good[i]);

      g_assert_true (parses (text));
    }
  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *text = nest (bad[i]);
      g_autofree char *open = g_strndup (text, (gsize) bad[i]);

      g_assert_false (parses (text));
      g_assert_false (parses (open));
    }
}

/* Brackets in texts do not count; what could hide brackets from the count is refused. */
static void
test_texts (void)
{
  g_autofree char *brackets = g_strnfill (1000, '[');
  g_autofree char *inside = g_strdup_printf ("{\"a\": \"%s\\\"%s\"}", brackets, brackets);
  g_autofree char *comment = g_strdup_printf ("{/*\"*/\"a\": %s", brackets);
  g_autofree char *line = g_strdup_printf ("{//\"\n\"a\": %s", brackets);
  g_autofree char *single = g_strdup_printf ("{'\"': %s", brackets);

  g_assert_true (parses (inside));
  g_assert_false (parses (comment));
  g_assert_false (parses (line));
  g_assert_false (parses (single));
  g_assert_false (parses ("{\"a"));
  g_assert_false (parses ("{\"a\\"));
  g_assert_false (parses ("[1]"));
  g_assert_false (parses (""));
}

static void
test_length (void)
{
  g_autofree char *blanks = g_strnfill (2 << 20, ' ');
  g_autofree char *text = g_strconcat ("{", blanks, "}", NULL);

  g_assert_false (parses (text));
}

static void
test_load (void)
{
  g_autofree char *folder = g_dir_make_tmp ("seidel-json-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "text.json", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, "{}", -1, NULL));
  text = seidel_json_load (path, &error);
  g_assert_cmpstr (text, ==, "{}");
  g_unlink (path);
  g_assert_null (seidel_json_load (path, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO);
  g_clear_error (&error);
  /* A file without an end. */
  g_assert_null (seidel_json_load ("/dev/zero", &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
  g_rmdir (folder);
}

static void
test_titles (void)
{
  g_autofree char *letters = g_strnfill (501, 'x');
  const char *const bad[] = { "1", "\"two\\nlines\"", NULL };
  g_autofree char *text = g_strdup_printf ("{\"title\": \"%s\"}", letters);
  g_autoptr (JsonNode) root = seidel_json_parse_object (text, "t", NULL);
  SeidelJsonPlace place = { "t", "", json_node_get_object (root) };

  g_assert_null (seidel_json_read_title (&place, "title", NULL));
  /* Half a character. */
  g_clear_pointer (&root, json_node_unref);
  root = seidel_json_parse_object ("{\"title\": \"\\ud800\", \"\\ud800\": 1}", "t", NULL);
  if (root != NULL)
    {
      g_autoptr (GError) error = NULL;

      place.object = json_node_get_object (root);
      g_assert_false (
        seidel_json_check_members (&place, (const char *[]){ "title", NULL }, &error));
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_null (seidel_json_read_title (&place, "title", NULL));
    }
  for (size_t i = 0; bad[i] != NULL; i++)
    {
      g_autofree char *other = g_strdup_printf ("{\"title\": %s}", bad[i]);
      g_autoptr (JsonNode) node = seidel_json_parse_object (other, "t", NULL);

      place.object = json_node_get_object (node);
      g_assert_null (seidel_json_read_title (&place, "title", NULL));
    }
}

/* A result with such a line is refused when it is opened, and not a crash. */
static void
test_result (void)
{
  g_autofree char *folder = g_dir_make_tmp ("seidel-json-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "result.json", NULL);
  g_autofree char *brackets = g_strnfill (100000, '[');
  g_autofree char *content =
    g_strdup_printf ("{\"cell\":%s\n{\"cell\":%s\n]}\n", brackets, brackets);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, content, -1, NULL));
  g_assert_null (seidel_experiment_result_load (path, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
  g_unlink (path);
  g_rmdir (folder);
}

/* The seeds of the fuzzer: something, or an error that can be shown. */
static void
test_seeds (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "fuzz", "seeds", "json", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  int n = 0;

  g_assert_nonnull (dir);
  for (; (name = g_dir_read_name (dir)) != NULL; n++)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (GError) result_error = NULL;
      g_autoptr (SeidelExperiment) experiment = seidel_experiment_load (path, &error);
      g_autoptr (SeidelExperimentResult) result =
        seidel_experiment_result_load (path, &result_error);

      g_assert_true ((experiment == NULL) == (error != NULL));
      g_assert_true ((result == NULL) == (result_error != NULL));
      g_assert_true (experiment != NULL || strcmp (name, "relaxation") != 0);
      g_assert_true (result != NULL || strcmp (name, "result") != 0);
    }
  g_assert_cmpint (n, >, 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json-read/place", test_place);
  g_test_add_func ("/json-read/depth", test_depth);
  g_test_add_func ("/json-read/texts", test_texts);
  g_test_add_func ("/json-read/length", test_length);
  g_test_add_func ("/json-read/load", test_load);
  g_test_add_func ("/json-read/titles", test_titles);
  g_test_add_func ("/json-read/result", test_result);
  g_test_add_func ("/json-read/seeds", test_seeds);
  return g_test_run ();
}
