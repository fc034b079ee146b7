/* Texts that differ from the golden file, or have no entry there, fail the test.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "golden-testing.h"

#define RECORDS "SEIDEL_GOLDEN_RECORDS"

static void
test_same (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "seidel-a1B2", "a.mtx", NULL);
  g_autofree char *place = g_strconcat (path, ":3", NULL);

  test_assert_wording ("two\nlines: one text");
  test_assert_wording (place);
  test_assert_wording_of ("varying", "1.25e-09, http://127.0.0.1:4321, 3 GB are free");
}

/* The comparison of the text with this entry, in a process of its own, fails. */
static void
assert_fails (const char *key, const char *text)
{
  if (g_test_subprocess ())
    {
      g_unsetenv (RECORDS);
      test_assert_wording_of (key, text);
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_failed ();
}

static void
test_different (void)
{
  if (!g_test_subprocess ())
    test_assert_wording_of ("row", "row 2 is empty");
  assert_fails ("row", "row 3 is empty");
}

static void
test_missing (void)
{
  assert_fails ("row", "row 2 is empty");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/golden/same", test_same);
  g_test_add_func ("/golden/different", test_different);
  g_test_add_func ("/golden/missing", test_missing);
  return g_test_run ();
}
