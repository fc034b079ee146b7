/* Verdicts: giving them, reading them, and names in them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "plan/seidel-plan-private.h"

#include "base/seidel-fail.h"
#include "matrix/seidel-storage.h"

void
seidel_plan_set_verdict (SeidelPlan *plan,
                         SeidelPlanItem item,
                         SeidelVerdictKind kind,
                         char *sentence)
{
  SeidelVerdict *verdict = &plan->verdicts[item];

  g_free (verdict->sentence);
  verdict->kind = kind;
  verdict->sentence = sentence;
  verdict->row = -1;
}

void
seidel_plan_refuse (SeidelPlan *plan,
                    SeidelPlanItem item,
                    SeidelError code,
                    const char *format,
                    ...)
{
  va_list arguments;

  /* The first reason is the one to heal. */
  if (plan->verdicts[item].kind == SEIDEL_VERDICT_REFUSED)
    return;
  va_start (arguments, format);
  seidel_plan_set_verdict (plan, item, SEIDEL_VERDICT_REFUSED,
                           g_strdup_vprintf (format, arguments));
  va_end (arguments);
  plan->verdicts[item].code = code;
}

void
seidel_plan_ignore (SeidelPlan *plan, SeidelPlanItem item, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  seidel_plan_set_verdict (plan, item, SEIDEL_VERDICT_NO_EFFECT,
                           g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

void
seidel_plan_leave_open (SeidelPlan *plan, SeidelPlanItem item)
{
  seidel_plan_set_verdict (plan, item, SEIDEL_VERDICT_OPEN, NULL);
}

SeidelPlanItem
seidel_plan_refused (const SeidelPlan *plan)
{
  SeidelPlanItem first = SEIDEL_N_PLAN_ITEMS;

  for (int item = SEIDEL_N_PLAN_ITEMS - 1; item >= 0; item--)
    if (plan->verdicts[item].kind == SEIDEL_VERDICT_REFUSED
        && (plan->verdicts[item].code == SEIDEL_ERROR_OPTIONS || first == SEIDEL_N_PLAN_ITEMS
            || plan->verdicts[first].code != SEIDEL_ERROR_OPTIONS))
      first = (SeidelPlanItem) item;
  return first;
}

bool
seidel_plan_check (const SeidelPlan *plan, GError **error)
{
  SeidelPlanItem item = seidel_plan_refused (plan);

  if (item == SEIDEL_N_PLAN_ITEMS)
    return true;
  return seidel_fail (error, (int) plan->verdicts[item].code, "%s", plan->verdicts[item].sentence);
}

void
seidel_plan_free (SeidelPlan *plan)
{
  if (plan == NULL)
    return;
  for (int item = 0; item < SEIDEL_N_PLAN_ITEMS; item++)
    g_free (plan->verdicts[item].sentence);
  seidel_advice_free (plan->advice);
  g_free (plan->choice.why);
  g_free (plan);
}

const char *
seidel_plan_storage_id (SeidelStorage storage)
{
  return seidel_storage_id (storage);
}
