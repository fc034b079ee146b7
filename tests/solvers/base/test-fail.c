/* Tests of base/seidel-fail.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-fail.h"

#include <stdbool.h>

static bool
fail_row (int row, GError **error)
{
  return seidel_fail (error, SEIDEL_ERROR_FORMAT, "row %d: 100 %% of it", row);
}

static char *
fail_text (GError **error)
{
  return seidel_fail (error, SEIDEL_ERROR_IO, "no text");
}

static void
test_fail (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) other = NULL;

  g_assert_false (fail_row (3, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
  g_assert_cmpstr (error->message, ==, "row 3: 100 % of it");
  g_assert_null (fail_text (&other));
  g_assert_error (other, SEIDEL_ERROR, SEIDEL_ERROR_IO);
}

static void
test_ignored (void)
{
  g_assert_false (fail_row (3, NULL));
  g_assert_null (fail_text (NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fail/set", test_fail);
  g_test_add_func ("/fail/ignored", test_ignored);
  return g_test_run ();
}
