/* The language that a program writes texts for people in.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-language.h"

#include <libintl.h>
#include <locale.h>

#include "base/seidel-format-signs.h"
#include "base/seidel-translatable.h"
#include "config.h"

#define C_(context, text) g_dpgettext2 (GETTEXT_PACKAGE, context, text)

void
seidel_cli_bind_catalogue (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = program != NULL ? g_path_get_dirname (program) : NULL;
  static const char *const places[] = { "../po", "../../po", "../share/locale" };
  const char *const *languages = g_get_language_names ();

  bindtextdomain (GETTEXT_PACKAGE, SEIDEL_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  for (; folder != NULL && *languages != NULL; languages++)
    for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
      {
        g_autofree char *place = g_build_filename (folder, places[i], NULL);
        g_autofree char *catalogue =
          g_build_filename (place, *languages, "LC_MESSAGES", GETTEXT_PACKAGE ".mo", NULL);

        if (g_file_test (catalogue, G_FILE_TEST_EXISTS))
          {
            bindtextdomain (GETTEXT_PACKAGE, place);
            return;
          }
      }
}

const char *
seidel_cli_translate (const char *text, const char *plural, unsigned long n)
{
  return plural != NULL ? ngettext (text, plural, n) : gettext (text);
}

void
seidel_cli_use_language (const char *language)
{
  if (g_str_equal (language, "en"))
    return;
  /* gettext takes the language from the variable in every locale but "C"; the locale of the
   * language itself need not be installed. */
  g_setenv ("LANGUAGE", language, TRUE);
  setlocale (LC_MESSAGES, "C.UTF-8");
  seidel_cli_bind_catalogue ();
  seidel_set_translator (seidel_cli_translate);
  seidel_format_set_signs (
    /* The sign before the decimals of a number, as in 3.14. */
    C_ ("decimal sign", "."),
    /* The sign between groups of digits, as in 10,000. */
    C_ ("thousands sign", ","));
}
