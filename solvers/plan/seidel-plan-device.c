/* The device of a run, of several that an engine has, and the library that makes sparse factors on
 * it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "plan/seidel-plan-private.h"

#include <math.h>

#include "base/seidel-format.h"
#include "base/seidel-translatable.h"
#include "engine/seidel-sparse-operations.h"

/* "0 (NVIDIA H200) and 1 (NVIDIA H200)" */
static char *
list_devices (const SeidelEngine *engine, int n)
{
  GString *list = g_string_new (NULL);

  for (int i = 0; i < n; i++)
    {
      SeidelDeviceCapacity capacity = { 0 };

      g_string_append_printf (list, "%s%d",
                              i == 0       ? ""
                              : i + 1 == n ? seidel_text (" and ")
                                           : ", ",
                              i);
      if (engine->device.capacity (i, &capacity) && capacity.name[0] != '\0')
        g_string_append_printf (list, " (%s)", capacity.name);
    }
  return g_string_free (list, FALSE);
}

/* "NVIDIA H200, 140 GB of 150 GB free, 30 % busy", as far as it is known. */
static char *
describe_device (const SeidelEngine *engine, int device, const SeidelMemoryRoom *room)
{
  SeidelDeviceCapacity capacity = { 0 };
  GString *text = g_string_new (NULL);

  engine->device.capacity (device, &capacity);
  g_string_append (text, capacity.name[0] != '\0' ? capacity.name : engine->name);
  if (room != NULL && isfinite (room->device_total))
    {
      g_autofree char *available = seidel_format_bytes (room->device);
      g_autofree char *total = seidel_format_bytes (room->device_total);

      g_string_append_printf (text, seidel_text (", %s of %s free"), available, total);
    }
  if (room != NULL && isfinite (room->load))
    g_string_append_printf (text, seidel_text (", %.0f %% busy"), 100.0 * room->load);
  return g_string_free (text, FALSE);
}

void
seidel_plan_resolve_device (SeidelPlan *plan, const SeidelMemoryRoom *room)
{
  const SeidelEngine *engine = plan->engine;
  const int n = engine != NULL && engine->device.count != NULL ? engine->device.count () : 0;

  if (engine == NULL)
    seidel_plan_leave_open (plan, SEIDEL_PLAN_DEVICE);
  else if (n == 0)
    seidel_plan_ignore (plan, SEIDEL_PLAN_DEVICE,
                        seidel_text ("The %s engine has no device of its own"), engine->name);
  else if (plan->options.device < 0 || plan->options.device >= n)
    {
      g_autofree char *list = list_devices (engine, n);

      seidel_plan_refuse (plan, SEIDEL_PLAN_DEVICE, SEIDEL_ERROR_UNAVAILABLE,
                          seidel_plural ("The %s engine has no device %d: there is %s",
                                         "The %s engine has no device %d: there are %s",
                                         (unsigned long) n),
                          engine->name, plan->options.device, list);
    }
  else if (n == 1)
    seidel_plan_ignore (plan, SEIDEL_PLAN_DEVICE, seidel_text ("The %s engine has one device here"),
                        engine->name);
  else
    seidel_plan_set_verdict (plan, SEIDEL_PLAN_DEVICE, SEIDEL_VERDICT_WORKS,
                             describe_device (engine, plan->options.device, room));
}

void
seidel_plan_check_sparse_factors (SeidelPlan *plan)
{
  const SeidelSparseOperations *sparse = plan->engine->sparse;
  char why_not[400] = "";

  if (sparse == NULL)
    seidel_plan_refuse (plan, SEIDEL_PLAN_METHOD, SEIDEL_ERROR_UNAVAILABLE,
                        seidel_text ("The %s engine makes no sparse factors"), plan->engine->name);
  else if (!sparse->available (why_not, sizeof why_not))
    seidel_plan_refuse (plan, SEIDEL_PLAN_METHOD, SEIDEL_ERROR_UNAVAILABLE, "%s", why_not);
}
