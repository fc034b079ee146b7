/* Memory of the machine: sizes, and the errors about them, the same in every locale.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <locale.h>
#include <math.h>
#include <string.h>

#include "base/seidel-error.h"
#include "base/seidel-memory.h"

static void
test_sizes (void)
{
  double total = seidel_memory_total ();

  g_assert_cmpfloat (total, >, 1e6);
  g_assert_cmpfloat (seidel_memory_available (), >, 0.0);
  seidel_memory_pretend_total (2e9);
  seidel_memory_pretend_available (1e9);
  g_assert_cmpfloat (seidel_memory_total (), ==, 2e9);
  g_assert_cmpfloat (seidel_memory_available (), ==, 1e9);
  seidel_memory_pretend_total (0.0);
  seidel_memory_pretend_available (NAN);
  g_assert_cmpfloat (seidel_memory_total (), ==, total);
  g_assert_cmpfloat (seidel_memory_available (), >, 0.0);
}

static void
test_matrix (void)
{
  g_autoptr (GError) error = NULL;

  /* 8 bytes for a row, 12 for an entry. */
  seidel_memory_pretend_total (8e6 + 12e6);
  g_assert_true (seidel_memory_check_matrix (1e6, 1e6, &error));
  g_assert_no_error (error);
  g_assert_false (seidel_memory_check_matrix (1e6, 1e6 + 1.0, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY);
  g_assert_nonnull (strstr (error->message, " 20 MB"));
  seidel_memory_pretend_total (0.0);
}

/* The decimal comma of the locale must not appear. */
static void
test_text (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (seidel_memory_fail (&error, 1.25e9, "a vector of %d values", 7));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY);
  g_assert_true (g_str_has_prefix (error->message, "a vector of 7 values takes 1.25 GB"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (setlocale (LC_ALL, "de_DE.UTF-8") == NULL)
    g_test_message ("de_DE.UTF-8 is not installed: the texts are compared in the C locale");
  g_test_add_func ("/memory/sizes", test_sizes);
  g_test_add_func ("/memory/matrix", test_matrix);
  g_test_add_func ("/memory/text", test_text);
  return g_test_run ();
}
