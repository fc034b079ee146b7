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
  [SEIDEL_REASON_TOO_SLOW] = { "too-slow", "Too slow",
                               "The residual falls so slowly that another method promises to be "
                               "there sooner." },
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

static const SeidelParameter parameters[SEIDEL_N_PARAMETERS] = {
  [SEIDEL_PARAMETER_OMEGA] = { "omega", "Relaxation ω",
                               "How far a step of SOR goes: 1 is Gauss-Seidel, above it "
                               "over-relaxes. "
                               "Between 0 and 2; 1.5 to 1.95 pays on fine grids.",
                               1e-3, 1.999, 1.5, false },
  [SEIDEL_PARAMETER_WEIGHT] = { "weight", "Weight",
                                "How much of a Jacobi step is taken: 1 is Jacobi's method, 2/3 "
                                "smooths best on grids.",
                                1e-3, 1.999, 2.0 / 3.0, false },
  [SEIDEL_PARAMETER_RESTART] = { "restart", "Restart after",
                                 "Directions that are kept before GMRES begins anew: more converge "
                                 "in fewer iterations, and each is a vector in memory.",
                                 1, 500, 30, true },
  [SEIDEL_PARAMETER_PRECONDITIONER_OMEGA] = { "preconditioner-omega", "Relaxation ω of SSOR",
                                              "The ω of the preconditioner's two sweeps; 1 is the "
                                              "symmetric Gauss-Seidel sweep.",
                                              1e-3, 1.999, 1.0, false },
};

const SeidelParameter *
seidel_parameters (void)
{
  return parameters;
}

static const SeidelArithmeticInfo arithmetics[] = {
  { SEIDEL_ARITHMETIC_FUSED, "fused", "Fused multiply-add",
    "A product and its addition are rounded once, not twice: mostly a little more accurate, and "
    "other bits." },
  { SEIDEL_ARITHMETIC_COMPENSATED, "compensated", "Compensated sums",
    "Every sum carries along what rounding took from it, as Kahan does it: far more accurate, at "
    "several times the operations." },
};

const SeidelArithmeticInfo *
seidel_arithmetics (size_t *n)
{
  *n = G_N_ELEMENTS (arithmetics);
  return arithmetics;
}

static const SeidelPrecisionInfo precisions[] = {
  [SEIDEL_PRECISION_SINGLE] = { "single", "Single",
                                "32 bits a number, about 7 digits: half the memory to move; the "
                                "residual is still checked in double" },
  [SEIDEL_PRECISION_DOUBLE] = { "double", "Double", "64 bits a number, about 16 digits" },
  [SEIDEL_PRECISION_MIXED] = { "mixed", "Mixed",
                               "corrections are solved for in single and added up in double: the "
                               "speed of the one with the accuracy of the other, unless the matrix "
                               "is too ill-conditioned for single" },
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

bool
seidel_arithmetic_parse (const char *text, SeidelArithmetic *flag)
{
  for (size_t i = 0; i < G_N_ELEMENTS (arithmetics); i++)
    if (g_strcmp0 (text, arithmetics[i].id) == 0)
      {
        *flag = arithmetics[i].flag;
        return true;
      }
  return false;
}
