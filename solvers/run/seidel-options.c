/* Names of the choices and endings of a run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run/seidel-options.h"

static const struct
{
  const char *id;
  const char *name;
  const char *sentence;
} reasons[] = {
  [SEIDEL_REASON_NONE] = { "none", "Running", "The run goes on." },
  [SEIDEL_REASON_CONVERGED_RELATIVE] = { "converged-relative", "Converged",
                                         "The residual fell below the relative tolerance." },
  [SEIDEL_REASON_CONVERGED_ABSOLUTE] = { "converged-absolute", "Converged",
                                         "The residual fell below the absolute tolerance." },
  [SEIDEL_REASON_CONVERGED_EXACT] = { "converged-exact", "Converged",
                                      "The residual became exactly zero." },
  [SEIDEL_REASON_ITERATION_LIMIT] = { "iteration-limit", "Iteration limit",
                                      "The iteration limit was reached before the tolerance." },
  [SEIDEL_REASON_TIME_LIMIT] = { "time-limit", "Time limit",
                                 "The time limit was reached before the tolerance." },
  [SEIDEL_REASON_STAGNATED] = { "stagnated", "Stagnated",
                                "The residual stopped falling: the method or the precision can do "
                                "no more here." },
  [SEIDEL_REASON_DIVERGED] = { "diverged", "Diverged",
                               "The residual grew beyond all bounds: the method does not converge "
                               "for this matrix." },
  [SEIDEL_REASON_NOT_FINITE] = { "not-finite", "Not finite",
                                 "The residual became infinite or not a number." },
  [SEIDEL_REASON_BREAKDOWN] = { "breakdown", "Broke down",
                                "The method had to divide by zero or its assumption failed." },
  [SEIDEL_REASON_CANCELLED] = { "cancelled", "Stopped", "The run was stopped." },
  [SEIDEL_REASON_OUT_OF_MEMORY] = { "out-of-memory", "Out of memory",
                                    "The run did not fit into memory." },
  [SEIDEL_REASON_DEVICE_LOST] = { "device-lost", "Device lost", "The device stopped answering." },
  [SEIDEL_REASON_FAILED] = { "failed", "Failed", "The engine failed." },
};

bool
seidel_reason_converged (SeidelReason reason)
{
  return reason == SEIDEL_REASON_CONVERGED_RELATIVE || reason == SEIDEL_REASON_CONVERGED_ABSOLUTE
         || reason == SEIDEL_REASON_CONVERGED_EXACT;
}

const char *
seidel_reason_id (SeidelReason reason)
{
  return reasons[reason].id;
}

const char *
seidel_reason_name (SeidelReason reason)
{
  return reasons[reason].name;
}

const char *
seidel_reason_sentence (SeidelReason reason)
{
  return reasons[reason].sentence;
}

static const SeidelPrecisionInfo precisions[] = {
  [SEIDEL_PRECISION_SINGLE] = { "single", "Single",
                                "32 bits a number, about 7 digits: half the memory to move; the "
                                "residual is still checked in double" },
  [SEIDEL_PRECISION_DOUBLE] = { "double", "Double", "64 bits a number, about 16 digits" },
};

const SeidelPrecisionInfo *
seidel_precisions (size_t *n)
{
  *n = G_N_ELEMENTS (precisions);
  return precisions;
}

const char *
seidel_precision_id (SeidelPrecision precision)
{
  return precisions[precision].id;
}

bool
seidel_precision_parse (const char *text, SeidelPrecision *precision)
{
  for (size_t i = 0; i < G_N_ELEMENTS (precisions); i++)
    if (g_strcmp0 (text, precisions[i].id) == 0)
      {
        *precision = (SeidelPrecision) i;
        return true;
      }
  return false;
}
