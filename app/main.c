/* seidel: the workbench. Without a display it reports on the file as "seidel-cli report" does.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <locale.h>
#include <stdlib.h>

#include "base/seidel-format-signs.h"
#include "base/seidel-memory.h"
#include "base/seidel-translatable.h"
#include "cli/seidel-cli-command.h"
#include "cli/seidel-cli-language.h"
#include "config.h"
#include "engine/seidel-sweep-trials.h"
#include "experiment/seidel-machine.h"
#include "io/cache/seidel-cache.h"
#include "seidel-application.h"

/* The main job without a window: what the file says of itself, a solution, the pictures in a
 * folder. */
static int
report_without_display (int argc, char **argv)
{
  g_auto (GStrv) files = NULL;
  gboolean version = FALSE;
  const GOptionEntry entries[] = {
    { "version", 'v', 0, G_OPTION_ARG_NONE, &version, "Print the version", NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &files, NULL, "[FILE…]" },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  int status = EXIT_SUCCESS;

  g_option_context_set_summary (context,
                                "Opens matrices in the Seidel workbench. Without a display, "
                                "reports on each FILE instead.");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("seidel: %s\n", error->message);
      return 2;
    }
  if (version)
    {
      g_print ("Seidel %s\n", SEIDEL_VERSION);
      return EXIT_SUCCESS;
    }
  if (files == NULL)
    {
      g_printerr (
        "seidel: there is no display to open a window on. Give a matrix file for a report, "
        "or use seidel-cli.\n");
      return EXIT_FAILURE;
    }
  for (char **file = files; *file != NULL && status == EXIT_SUCCESS; file++)
    {
      /* After "--": the name of the file may begin with a dash. */
      char *words[] = { (char *) "report", (char *) "--", *file, NULL };
      status = seidel_cli_run_command (&seidel_cli_report, words);
    }
  return status;
}

int
main (int argc, char **argv)
{
  g_autoptr (SeidelApplication) application = NULL;
  int status;

  /* For the dialog that says so where memory runs out. */
  seidel_memory_set_aside ();
  seidel_cli_bind_catalogue ();
  g_set_application_name ("Seidel");
  const bool has_display = gtk_init_check ();
  /* Numbers are read, and written into files, in one way: GTK has taken over that of the locale. */
  if (has_display)
    seidel_format_set_signs (localeconv ()->decimal_point, localeconv ()->thousands_sep);
  setlocale (LC_NUMERIC, "C");
  if (!has_display)
    return report_without_display (argc, argv);
  seidel_set_translator (seidel_cli_translate);
  seidel_cache_read_copies ();
  seidel_machine_keep_trials ();
  application = seidel_application_new ();
  status = g_application_run (G_APPLICATION (application), argc, argv);
  seidel_sweep_trials_finish ();
  seidel_cache_finish (0.0);
  return status;
}
