/* Runs a test in a locale whose decimal point is a comma.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>
#include <locale.h>

/* In a process of its own: the C library looks for locales where LOCPATH says once and for all. */
static inline void
locale_testing_run (void (*check) (void))
{
  g_autofree char *localedef = g_find_program_in_path ("localedef");
  g_autofree char *folder = NULL;
  g_autofree char *locale = NULL;
  g_autofree char *remove = NULL;
  g_autoptr (GError) error = NULL;
  int status = -1;

  if (g_test_subprocess ())
    {
      char printed[16];

      if (setlocale (LC_ALL, "de_DE.UTF-8") == NULL)
        g_error ("the locale that was just made cannot be used");
      g_snprintf (printed, sizeof printed, "%.1f", 1.5);
      g_assert_cmpstr (printed, ==, "1,5");
      check ();
      return;
    }
  if (localedef == NULL)
    {
      g_test_skip ("localedef is not installed, so there is no German locale to try");
      return;
    }
  folder = g_dir_make_tmp ("seidel-locale-XXXXXX", &error);
  g_assert_no_error (error);
  locale = g_build_filename (folder, "de_DE.UTF-8", NULL);
  remove = g_strdup_printf ("rm -r '%s'", folder);
  {
    const char *const arguments[] = { localedef, "-i", "de_DE", "-f", "UTF-8", locale, NULL };

    g_assert_true (g_spawn_sync (NULL, (char **) arguments, NULL,
                                 G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL,
                                 NULL, NULL, NULL, &status, &error));
    g_assert_no_error (error);
  }
  if (status != 0 && !g_file_test (locale, G_FILE_TEST_IS_DIR))
    g_test_skip ("localedef could not make a German locale");
  else
    {
      g_setenv ("LOCPATH", folder, TRUE);
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
      g_unsetenv ("LOCPATH");
      g_test_trap_assert_passed ();
    }
  g_spawn_command_line_sync (remove, NULL, NULL, NULL, NULL);
}
