/* The defaults of a run, and the names of its endings.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run/seidel-options.h"

#include <limits.h>
#include <math.h>

#include "analysis/seidel-matching.h"
#include "base/seidel-translatable.h"

/* Of a run for the times of levels, at most. */
#define TIMED_SWEEPS  300
#define TIMED_SECONDS 5.0

static const struct
{
  const char *id;
  const char *name;
  const char *sentence;
  const char *next_step; /* or NULL */
} reasons[] = {
  [SEIDEL_REASON_NONE] = { "none", N_ ("Running"), N_ ("The run has not ended.") },
  [SEIDEL_REASON_CONVERGED_RELATIVE] = { "converged-relative", N_ ("Converged"),
                                         N_ ("The residual fell below the relative tolerance.") },
  [SEIDEL_REASON_CONVERGED_ABSOLUTE] = { "converged-absolute", N_ ("Converged"),
                                         N_ ("The residual fell below the absolute tolerance.") },
  [SEIDEL_REASON_CONVERGED_BACKWARD] = { "converged-backward", N_ ("Converged"),
                                         N_ ("The backward error fell below its tolerance.") },
  [SEIDEL_REASON_CONVERGED_MAXIMUM] = { "converged-maximum", N_ ("Converged"),
                                        N_ (
                                          "No component of the residual exceeds the tolerance for "
                                          "the largest one.") },
  [SEIDEL_REASON_CONVERGED_EXACT] = { "converged-exact", N_ ("Converged"),
                                      N_ ("The residual became exactly zero.") },
  [SEIDEL_REASON_CONVERGED_LEAST_SQUARES] = { "converged-least-squares",
                                              N_ ("Solved by least squares"),
                                              N_ (
                                                "The normal residual fell below the tolerance: to "
                                                "that accuracy the residual is orthogonal to every "
                                                "column, as the least one is.") },
  [SEIDEL_REASON_DATA_PRECISION] = { "converged-data-precision", N_ ("Solved to data precision"),
                                     N_ ("The residual is above the tolerance, but as small as the "
                                         "precision of A and b permits.") },
  [SEIDEL_REASON_ITERATION_LIMIT] = { "iteration-limit", N_ ("Iteration limit"),
                                      N_ ("The iteration limit was reached before the tolerance."),
                                      N_ ("Raise the limit, or choose a faster method.") },
  [SEIDEL_REASON_TIME_LIMIT] = { "time-limit", N_ ("Time limit"),
                                 N_ ("The time limit was reached before the tolerance."),
                                 N_ ("Raise the limit, or choose a faster method.") },
  [SEIDEL_REASON_STAGNATED] = { "stagnated", N_ ("Stagnated"),
                                N_ ("The residual stopped falling: the method or the precision can "
                                    "do "
                                    "no more here."),
                                N_ ("Try double precision, another preconditioner or a direct "
                                    "method.") },
  [SEIDEL_REASON_ACCURACY_LIMIT] = { "accuracy-limit", N_ ("Accuracy limit"),
                                     N_ ("The method's own residual reached the tolerance, but the "
                                         "true one did not: rounding errors limit the accuracy."),
                                     N_ ("Switch on refinement, or try a direct method.") },
  [SEIDEL_REASON_LEAST_SQUARES] = { "least-squares", N_ ("Least squares"),
                                    N_ ("The system has no solution: x makes the residual as small "
                                        "as "
                                        "it can be."),
                                    N_ ("Check the matrix and b; x is the answer if the system is "
                                        "meant to be inconsistent.") },
  [SEIDEL_REASON_TOO_SLOW] = { "too-slow", N_ ("Too slow"),
                               N_ (
                                 "The residual falls so slowly that another method is expected to "
                                 "be faster."),
                               N_ ("Choose another method.") },
  [SEIDEL_REASON_DIVERGED] = { "diverged", N_ ("Diverged"),
                               N_ ("The residual grew beyond all bounds: the method does not "
                                   "converge "
                                   "for this matrix."),
                               N_ ("Try a Krylov method or a direct one: sweeps need a dominant "
                                   "diagonal or a positive definite matrix.") },
  [SEIDEL_REASON_NOT_FINITE] = { "not-finite", N_ ("Not finite"),
                                 N_ ("The residual became infinite or not a number."),
                                 N_ ("Look for very large values in A and b, or try double "
                                     "precision.") },
  [SEIDEL_REASON_BREAKDOWN] = { "breakdown", N_ ("Broke down"),
                                N_ ("The method had to divide by zero or its assumption failed."),
                                N_ ("Try another method or preconditioner.") },
  [SEIDEL_REASON_CANCELLED] = { "cancelled", N_ ("Stopped"), N_ ("The run was stopped.") },
  [SEIDEL_REASON_OUT_OF_MEMORY] = { "out-of-memory", N_ ("Out of memory"),
                                    N_ ("The run did not fit into memory."),
                                    N_ ("Choose a method or a storage that needs less memory.") },
  [SEIDEL_REASON_DEVICE_LOST] = { "device-lost", N_ ("Device lost"),
                                  N_ ("The device stopped answering."),
                                  N_ ("Solve on the CPU; the device may need its driver "
                                      "restarted.") },
  [SEIDEL_REASON_RANK_LOST] = { "rank-lost", N_ ("Rank lost"),
                                N_ ("A process of the run ended before the run did."),
                                N_ ("Look for what ended it, such as too little memory on its "
                                    "machine, and solve again.") },
  [SEIDEL_REASON_FAILED] = { "failed", N_ ("Failed"), N_ ("The engine failed.") },
};

bool
seidel_reason_converged (SeidelReason reason)
{
  return reason == SEIDEL_REASON_CONVERGED_RELATIVE || reason == SEIDEL_REASON_CONVERGED_ABSOLUTE
         || reason == SEIDEL_REASON_CONVERGED_BACKWARD || reason == SEIDEL_REASON_CONVERGED_MAXIMUM
         || reason == SEIDEL_REASON_CONVERGED_EXACT
         || reason == SEIDEL_REASON_CONVERGED_LEAST_SQUARES
         || reason == SEIDEL_REASON_DATA_PRECISION;
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

const char *
seidel_reason_next_step (SeidelReason reason)
{
  return reasons[reason].next_step;
}

SeidelOptions
seidel_options_default (void)
{
  return (SeidelOptions){
    .method = "gauss-seidel",
    .engine = "cpu",
    .strategy = SEIDEL_STRATEGY_AUTO,
    .preconditioner = "none",
    .parameters = { [SEIDEL_PARAMETER_OMEGA] = 1.5,
                    [SEIDEL_PARAMETER_WEIGHT] = 2.0 / 3.0,
                    [SEIDEL_PARAMETER_RESTART] = 30.0,
                    [SEIDEL_PARAMETER_PRECONDITIONER_OMEGA] = 1.0,
                    [SEIDEL_PARAMETER_STRENGTH] = 0.25,
                    [SEIDEL_PARAMETER_SMOOTHING] = 2.0,
                    [SEIDEL_PARAMETER_SHADOWS] = 4.0,
                    [SEIDEL_PARAMETER_FILL_LEVEL] = 1.0,
                    [SEIDEL_PARAMETER_ROW_FILL] = 10.0,
                    [SEIDEL_PARAMETER_DROP] = 1e-3 },
    .storage = SEIDEL_STORAGE_AUTO,
    .precision = SEIDEL_PRECISION_DOUBLE,
    .scaling = SEIDEL_SCALE_AUTO,
    .matching = SEIDEL_MATCHING_AUTO,
    .tolerance = 1e-8,
    .max_iterations = 100000,
    .divergence_factor = 1e10,
  };
}

SeidelOptions
seidel_options_to_time_levels (const char *method, const char *strategy)
{
  SeidelOptions options = SEIDEL_OPTIONS_INIT;

  options.method = method;
  options.strategy = strategy;
  options.storage = SEIDEL_STORAGE_CSR;
  options.scaling = SEIDEL_SCALE_NONE;
  options.matching = SEIDEL_MATCHING_NONE;
  options.tolerance = 0.0;
  options.divergence_factor = INFINITY;
  options.stagnation_window = INT_MAX;
  options.max_iterations = TIMED_SWEEPS;
  options.time_limit = TIMED_SECONDS;
  return options;
}

double
seidel_options_target (const SeidelOptions *options, double reference)
{
  return MAX (options->tolerance * reference, options->absolute_tolerance);
}

static const SeidelPrecisionInfo precisions[] = {
  [SEIDEL_PRECISION_SINGLE] = { "single", N_ ("Single"),
                                N_ (
                                  "32 bits a number, about 7 digits: half the memory to move; the "
                                  "residual is still checked in double") },
  [SEIDEL_PRECISION_DOUBLE] = { "double", N_ ("Double"), N_ ("64 bits a number, about 16 digits") },
  [SEIDEL_PRECISION_MIXED] = { "mixed", N_ ("Mixed"),
                               N_ (
                                 "corrections are solved for in single and added up in double: the "
                                 "speed of the one with the accuracy of the other, unless the "
                                 "matrix "
                                 "is too ill-conditioned for single") },
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

const char *
seidel_precision_limit (SeidelPrecision precision)
{
  return precision == SEIDEL_PRECISION_SINGLE
           ? "single precision can do no more; use double for a smaller one"
           : "rounding errors limit the accuracy";
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
