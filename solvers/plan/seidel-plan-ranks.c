/* What a plan says of ranks: what works on them, how they are started, and the options of PETSc.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "base/seidel-threads.h"
#include "base/seidel-translatable.h"
#include "plan/seidel-plan-private.h"

void
seidel_plan_resolve_distributed (SeidelPlan *plan)
{
  const SeidelMethod *method = plan->method;

  if (method != NULL && !seidel_method_runs_on (method, plan->engine->id))
    {
      if (method->sweeps != SEIDEL_SWEEPS_NONE)
        seidel_plan_refuse (
          plan, SEIDEL_PLAN_ENGINE, SEIDEL_ERROR_OPTIONS,
          seidel_text (
            "“%s” sweeps across the rows of all ranks: on the %s engine “%s” does within each "
            "rank"),
          seidel_text (method->name), plan->engine->name,
          seidel_text (seidel_method_find ("gauss-seidel-block")->name));
      else
        seidel_plan_refuse (plan, SEIDEL_PLAN_ENGINE, SEIDEL_ERROR_OPTIONS,
                            seidel_text (
                              "“%s” works with all rows in one process, not on the %s engine"),
                            seidel_text (method->name), plan->engine->name);
    }
  if (method != NULL && plan->preconditioner != NULL
      && !seidel_preconditioner_runs_on (plan->preconditioner, plan->engine->id)
      && method->preconditioning != SEIDEL_PRECONDITIONING_NONE)
    seidel_plan_refuse (plan, SEIDEL_PLAN_PRECONDITIONER, SEIDEL_ERROR_OPTIONS,
                        seidel_text (
                          "“%s” works with all rows in one process, not on the %s engine"),
                        seidel_text (plan->preconditioner->name), plan->engine->name);
  if (plan->options.precision != SEIDEL_PRECISION_DOUBLE)
    seidel_plan_refuse (plan, SEIDEL_PLAN_PRECISION, SEIDEL_ERROR_OPTIONS,
                        seidel_text ("The %s engine computes in double precision only"),
                        plan->engine->name);
}

static void
plan_launcher (SeidelPlan *plan)
{
  const char *launcher = plan->options.launcher;
  g_autoptr (GError) error = NULL;

  if (launcher != NULL && !g_shell_parse_argv (launcher, NULL, NULL, &error))
    seidel_plan_refuse (plan, SEIDEL_PLAN_LAUNCHER, SEIDEL_ERROR_OPTIONS,
                        seidel_text ("“%s” is not a command with its arguments, such as %s: %s"),
                        launcher, SEIDEL_LAUNCHER_DEFAULT, error->message);
}

/* Whether a word is the name of an option of PETSc, not one of its values. */
static bool
is_option_name (const char *word)
{
  return word[0] == '-' && g_ascii_isalpha (word[1]);
}

/* Names with their values; only PETSc knows which there are. */
static void
plan_petsc_options (SeidelPlan *plan)
{
  const char *text = plan->options.petsc_options;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) words = NULL;

  if (text == NULL || *text == '\0')
    return;
  if (!g_shell_parse_argv (text, NULL, &words, &error))
    seidel_plan_refuse (plan, SEIDEL_PLAN_PETSC_OPTIONS, SEIDEL_ERROR_OPTIONS,
                        seidel_text ("“%s” are not options of PETSc: %s"), text, error->message);
  else if (!is_option_name (words[0]))
    seidel_plan_refuse (plan, SEIDEL_PLAN_PETSC_OPTIONS, SEIDEL_ERROR_OPTIONS,
                        seidel_text (
                          "“%s” is not the name of an option of PETSc, such as -pc_gamg_threshold"),
                        words[0]);
  else if (strlen (text) >= SEIDEL_PETSC_OPTIONS_BYTES)
    seidel_plan_refuse (
      plan, SEIDEL_PLAN_PETSC_OPTIONS, SEIDEL_ERROR_OPTIONS,
      seidel_text ("The options of PETSc take more than %d bytes: put them into a file and give "
                   "-options_file with its path"),
      SEIDEL_PETSC_OPTIONS_BYTES - 1);
}

void
seidel_plan_resolve_ranks (SeidelPlan *plan)
{
  static const SeidelPlanItem items[] = { SEIDEL_PLAN_RANKS, SEIDEL_PLAN_LAUNCHER,
                                          SEIDEL_PLAN_PETSC_OPTIONS };
  const SeidelPlanItem ranks = items[0];
  const bool distributed = plan->engine != NULL && seidel_engine_is_distributed (plan->engine);

  if (plan->engine != NULL && !distributed)
    for (size_t i = 0; i < G_N_ELEMENTS (items); i++)
      seidel_plan_ignore (plan, items[i], seidel_text ("The %s engine works in one process"),
                          plan->engine->name);
  else
    {
      plan_launcher (plan);
      plan_petsc_options (plan);
    }
  if (plan->engine == NULL && plan->verdicts[ranks].kind == SEIDEL_VERDICT_WORKS)
    seidel_plan_leave_open (plan, ranks);
  if (distributed && plan->options.ranks == 0)
    plan->options.ranks = seidel_threads_processors ();
}
