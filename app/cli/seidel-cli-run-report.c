/* A page about runs, for solve and session.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-picture.h"
#include "cli/seidel-cli-run.h"
#include "draw/seidel-run-report.h"

char *
seidel_cli_run_name (const SeidelSessionEntry *entry)
{
  if (entry->label.name != NULL)
    return g_strdup (entry->label.name);
  if (entry->record->outcome == NULL)
    return g_strdup (entry->record->options.method);
  return seidel_cli_run_title (entry->record->outcome);
}

/* Whether runs have several right-hand sides. */
static bool
differ_in_rhs (GPtrArray *entries)
{
  const SeidelSessionEntry *first = entries->len > 0 ? entries->pdata[0] : NULL;
  for (guint i = 1; i < entries->len; i++)
    if (g_strcmp0 (((const SeidelSessionEntry *) entries->pdata[i])->record->rhs,
                   first->record->rhs)
        != 0)
      return true;
  return false;
}

/* With the right-hand side where runs have several. */
static char *
name_for_report (const SeidelSessionEntry *entry, bool with_rhs)
{
  char *name = seidel_cli_run_name (entry);
  if (!with_rhs || entry->label.name != NULL)
    return name;
  g_autofree char *own = name;
  g_autofree char *rhs = g_path_get_basename (entry->record->rhs);
  return g_strdup_printf ("%s · b: %s", own, rhs);
}

bool
seidel_cli_run_report (const SeidelCliCall *call,
                       GPtrArray *entries,
                       SeidelMatrix *matrix,
                       SeidelSchedule *forward,
                       GError **error)
{
  const char *path = seidel_cli_text (call, "report");
  SeidelCliCanvas canvas = { .theme = seidel_theme_get (false),
                             .width = SEIDEL_RUN_REPORT_WIDTH,
                             .height = SEIDEL_RUN_REPORT_HEIGHT };
  g_autoptr (SeidelRunReport) report = NULL;
  if (path == NULL)
    return true;
  report = seidel_run_report_new ();
  for (guint i = 0; i < entries->len; i++)
    {
      g_autofree char *name = name_for_report (entries->pdata[i], differ_in_rhs (entries));
      seidel_run_report_add_run (report, name, entries->pdata[i]);
    }
  if (matrix != NULL)
    seidel_run_report_set_matrix (report, matrix, forward);
  canvas.height = seidel_run_report_height (report, path);
  return seidel_cli_export (seidel_run_report_draw, report, &canvas, path, error);
}
