/* Names of the choices and endings of a run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run/seidel-options.h"

#include <limits.h>
#include <math.h>

#include "analysis/seidel-partition.h"
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
                                                "The normal residual fell below the tolerance: no "
                                                "other x has a smaller residual.") },
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

static const SeidelParameterValue coarsenings[] = {
  [SEIDEL_COARSENING_AUTO] = { "auto", N_ ("Automatic"),
                               N_ ("Classical where some couplings are much weaker than others and "
                                   "the matrix has the signs of an M-matrix; otherwise "
                                   "aggregation.") },
  [SEIDEL_COARSENING_AGGREGATION] = { "aggregation", N_ ("Smoothed aggregation"),
                                      N_ ("Groups of strongly coupled rows become one row each: "
                                          "small "
                                          "levels, for elliptic problems on grids.") },
  [SEIDEL_COARSENING_CLASSICAL] = { "classical", N_ ("Classical"),
                                    N_ ("Some rows are kept and the others interpolate from them: "
                                        "larger levels, which follow anisotropy and jumps of the "
                                        "coefficients.") },
  [SEIDEL_COARSENING_GEOMETRIC] = { "geometric", N_ ("Geometric"),
                                    N_ (
                                      "Every second point of a grid in each direction, with linear "
                                      "interpolation between them: for matrices whose rows are the "
                                      "points of a grid, as the textbooks have it.") },
};

static const SeidelParameterValue cycles[] = {
  [SEIDEL_CYCLE_V] = { "v", "V", N_ ("Visits each coarser level once: the least work.") },
  [SEIDEL_CYCLE_W] = { "w", "W",
                       N_ ("Visits each coarser level twice as often as the one before: fewer "
                           "iterations on difficult problems.") },
  [SEIDEL_CYCLE_K] = { "k", "K",
                       N_ ("Solves each coarser level by up to two flexible Krylov iterations: the "
                           "most "
                           "robust cycle, for methods that support a varying preconditioner.") },
};

static const SeidelParameterValue smoothers[] = {
  [SEIDEL_SMOOTHER_GAUSS_SEIDEL] = { "gauss-seidel", "Gauss-Seidel",
                                     N_ ("Exact sweeps in row order, forward before the coarser "
                                         "levels "
                                         "and backward after them.") },
  [SEIDEL_SMOOTHER_SYMMETRIC] = { "gauss-seidel-symmetric", N_ ("Gauss-Seidel, symmetric"),
                                  N_ (
                                    "A forward and a backward sweep before the coarser levels and "
                                    "after them: twice the work, fewer iterations.") },
  [SEIDEL_SMOOTHER_MULTICOLOR] = { "gauss-seidel-multicolor", N_ ("Gauss-Seidel, multicolour"),
                                   N_ ("Sweeps in the order of a colouring: more parallel, and "
                                       "often a "
                                       "weaker smoother.") },
  [SEIDEL_SMOOTHER_JACOBI] = { "jacobi", N_ ("Jacobi, weighted"),
                               N_ ("Weighted by an estimate of the spectral radius on each level: "
                                   "fully parallel, and the weakest smoother.") },
  [SEIDEL_SMOOTHER_CHEBYSHEV] = { "chebyshev", "Chebyshev",
                                  N_ (
                                    "A polynomial of as many steps as there are smoothing sweeps, "
                                    "made for the upper part of the estimated spectrum: fully "
                                    "parallel.") },
};

static const SeidelParameterValue partitionings[] = {
  [SEIDEL_PARTITIONING_ENTRIES] = { "entries", N_ ("Equal entries"),
                                    N_ ("Each rank has a block of consecutive rows with about as "
                                        "many "
                                        "entries as the others: equal work in products.") },
  [SEIDEL_PARTITIONING_ROWS] = { "rows", N_ ("Equal rows"),
                                 N_ ("Each rank has a block of as many consecutive rows.") },
  [SEIDEL_PARTITIONING_METIS] = { "metis", "METIS",
                                  N_ (
                                    "Parts of the graph of the matrix with few connections to "
                                    "others "
                                    "and about equal entries: the least communication, after some "
                                    "seconds of preparation.") },
};

static const SeidelParameter parameters[SEIDEL_N_PARAMETERS] = {
  [SEIDEL_PARAMETER_OMEGA] = { "omega", N_ ("Relaxation ω"),
                               N_ ("How far a step of SOR goes: 1 is Gauss-Seidel, above it "
                                   "over-relaxes. "
                                   "Between 0 and 2; 1.5 to 1.95 pays on fine grids."),
                               1e-3, 1.999, false },
  [SEIDEL_PARAMETER_WEIGHT] = { "weight", N_ ("Weight"),
                                N_ ("How much of a Jacobi step is taken: 1 is Jacobi's method, 2/3 "
                                    "smooths best on grids."),
                                1e-3, 1.999, false },
  [SEIDEL_PARAMETER_RESTART] = { "restart", N_ ("Restart after"),
                                 N_ (
                                   "Search directions that GMRES keeps before it restarts: more of "
                                   "them "
                                   "need fewer iterations; each is a vector in memory."),
                                 1, 500, true },
  [SEIDEL_PARAMETER_PRECONDITIONER_OMEGA] = { "preconditioner-omega", N_ ("Relaxation ω of SSOR"),
                                              N_ ("The ω of the preconditioner's two sweeps; 1 is "
                                                  "the "
                                                  "symmetric Gauss-Seidel sweep."),
                                              1e-3, 1.999, false },
  [SEIDEL_PARAMETER_COARSENING] = { "coarsening", N_ ("Coarsening"),
                                    N_ ("How multigrid makes the coarser levels."), 0,
                                    SEIDEL_COARSENING_GEOMETRIC, true, coarsenings },
  [SEIDEL_PARAMETER_STRENGTH] = { "strength", N_ ("Strength of coupling"),
                                  N_ (
                                    "Rows of multigrid are coupled by entries |a_ij| of at least "
                                    "this times the largest: of either row for aggregation, which "
                                    "halves it on each coarser level, of row i for classical "
                                    "coarsening; 0 couples all neighbours."),
                                  0.0, 1.0, false },
  [SEIDEL_PARAMETER_CYCLE] = { "cycle", N_ ("Cycle"),
                               N_ ("How multigrid visits the coarser levels: the V, W or K cycle."),
                               0, SEIDEL_CYCLE_K, true, cycles },
  [SEIDEL_PARAMETER_SMOOTHER] = { "smoother", N_ ("Smoother"),
                                  N_ ("What multigrid smooths with on each level."), 0,
                                  SEIDEL_N_SMOOTHERS - 1, true, smoothers },
  [SEIDEL_PARAMETER_SMOOTHING] = { "smoothing", N_ ("Smoothing sweeps"),
                                   N_ (
                                     "Steps of the smoother of multigrid on each level before the "
                                     "coarser levels, and as many after them."),
                                   1, 10, true },
  [SEIDEL_PARAMETER_DAMP] = { "damp", N_ ("Damping λ"),
                              N_ ("Least squares with ‖b − A x‖² + λ² ‖x‖² instead of ‖b − A x‖²: "
                                  "keeps "
                                  "x small if the matrix is ill-conditioned or b is noisy; 0 is "
                                  "none."),
                              0.0, 1e100, false },
  [SEIDEL_PARAMETER_PARTITION] = { "partition", N_ ("Partition"),
                                   N_ ("How the rows are divided among the ranks of a distributed "
                                       "engine."),
                                   0, SEIDEL_PARTITIONING_METIS, true, partitionings },
};

const SeidelParameter *
seidel_parameters (void)
{
  return parameters;
}

double
seidel_parameter_default (SeidelParameterIndex parameter)
{
  const SeidelOptions defaults = SEIDEL_OPTIONS_INIT;

  return defaults.parameters[parameter];
}

const SeidelParameterValue *
seidel_parameter_value (SeidelParameterIndex parameter, double value)
{
  const SeidelParameter *row = &parameters[parameter];

  if (row->values == NULL || !(value >= 0.0 && value <= row->maximum) || value != floor (value))
    return NULL;
  return &row->values[(int) value];
}

bool
seidel_parameter_parse (SeidelParameterIndex parameter, const char *id, double *value)
{
  const SeidelParameter *row = &parameters[parameter];

  for (int i = 0; row->values != NULL && i <= (int) row->maximum; i++)
    if (g_strcmp0 (row->values[i].id, id) == 0)
      {
        *value = i;
        return true;
      }
  return false;
}

static const SeidelLimit limits[SEIDEL_N_LIMITS] = {
  [SEIDEL_LIMIT_TOLERANCE] = { "tolerance", N_ ("Tolerance"), "T",
                               N_ ("Converged when the norm of the residual is at most T times the "
                                   "norm of b, or of the initial residual where b is zero; 0 "
                                   "disables "
                                   "this criterion."),
                               0.0, 1.0, true, false,
                               N_ ("a number from 0 to below 1, such as 1e-8"), N_ ("not used") },
  [SEIDEL_LIMIT_ABSOLUTE_TOLERANCE] = { "absolute-tolerance", N_ ("Absolute tolerance"), "T",
                                        N_ (
                                          "Converged also when the norm of the residual is at most "
                                          "T; 0 disables this criterion."),
                                        0.0, INFINITY, true, false,
                                        N_ ("a number of at least 0, such as 1e-6"),
                                        N_ ("not used") },
  [SEIDEL_LIMIT_BACKWARD_TOLERANCE] = { "backward-tolerance", N_ ("Backward tolerance"), "T",
                                        N_ (
                                          "Converged also when the backward error ‖b − A x‖ / (‖A‖ "
                                          "‖x‖ + ‖b‖) is at most T: changes of A and b by that "
                                          "part "
                                          "make x exact; 0 disables this criterion."),
                                        0.0, 1.0, true, false,
                                        N_ ("a number from 0 to below 1, such as 1e-15"),
                                        N_ ("not used") },
  [SEIDEL_LIMIT_MAXIMUM_TOLERANCE] = { "maximum-tolerance", N_ ("Tolerance of ‖b − A x‖∞"), "T",
                                       N_ (
                                         "Converged also when no component of b − A x exceeds T in "
                                         "magnitude, which takes a product more in each iteration; "
                                         "0 "
                                         "disables this criterion."),
                                       0.0, INFINITY, true, false,
                                       N_ ("a number of at least 0, such as 1e-6"),
                                       N_ ("not used") },
  [SEIDEL_LIMIT_MAX_ITERATIONS] = { "max-iterations", N_ ("Iterations"), "N",
                                    N_ ("Stop after N iterations; 0 evaluates the initial guess "
                                        "only."),
                                    0.0, INFINITY, true, true,
                                    N_ ("a whole number of at least 0, such as 100000"), NULL },
  [SEIDEL_LIMIT_TIME] = { "time-limit", N_ ("Time limit"), "SECONDS",
                          N_ ("Stop after this time of solving; 0 is no limit."), 0.0, INFINITY,
                          false, false, N_ ("a number of seconds of at least 0; 0 is no limit"),
                          N_ ("no limit") },
  [SEIDEL_LIMIT_STAGNATION_WINDOW] = { "stagnation-window", N_ ("Stagnation window"), "N",
                                       N_ ("Stop when the residual has not fallen for N "
                                           "iterations; 0 "
                                           "leaves N to the method."),
                                       0.0, G_MAXINT, false, true,
                                       N_ ("a whole number of at least 0; 0 is automatic"),
                                       N_ ("automatic") },
  [SEIDEL_LIMIT_DIVERGENCE_FACTOR] = { "divergence-factor", N_ ("Divergence factor"), "X",
                                       N_ ("Stop when the norm of the residual exceeds X times the "
                                           "larger of the norms of b and of the initial residual."),
                                       1.0, INFINITY, false, false,
                                       N_ ("a number of at least 1, such as 1e10"), NULL },
  [SEIDEL_LIMIT_THREADS] = { "threads", N_ ("Threads"), "N",
                             N_ ("Threads of the CPU engine; 0 is all processors."), 0.0, 4096.0,
                             false, true, N_ ("a whole number from 0 to 4096; 0 is all processors"),
                             N_ ("all processors") },
  [SEIDEL_LIMIT_RANKS] = { "ranks", N_ ("Ranks"), "N",
                           N_ ("Processes of a distributed engine, each with a block of the rows; "
                               "0 is "
                               "one for each processor."),
                           0.0, 65536.0, false, true,
                           N_ ("a whole number from 0 to 65536; 0 is one for each processor"),
                           N_ ("one for each processor") },
};

const SeidelLimit *
seidel_limits (void)
{
  return limits;
}

double
seidel_limit_get (SeidelLimitIndex limit, const SeidelOptions *options)
{
  switch (limit)
    {
    case SEIDEL_LIMIT_TOLERANCE:
      return options->tolerance;
    case SEIDEL_LIMIT_ABSOLUTE_TOLERANCE:
      return options->absolute_tolerance;
    case SEIDEL_LIMIT_BACKWARD_TOLERANCE:
      return options->backward_tolerance;
    case SEIDEL_LIMIT_MAXIMUM_TOLERANCE:
      return options->maximum_tolerance;
    case SEIDEL_LIMIT_MAX_ITERATIONS:
      return (double) options->max_iterations;
    case SEIDEL_LIMIT_TIME:
      return options->time_limit;
    case SEIDEL_LIMIT_STAGNATION_WINDOW:
      return options->stagnation_window;
    case SEIDEL_LIMIT_DIVERGENCE_FACTOR:
      return options->divergence_factor;
    case SEIDEL_LIMIT_THREADS:
      return options->threads;
    case SEIDEL_LIMIT_RANKS:
      return options->ranks;
    case SEIDEL_N_LIMITS:
    default:
      g_return_val_if_reached (NAN);
    }
}

void
seidel_limit_set (SeidelLimitIndex limit, SeidelOptions *options, double value)
{
  switch (limit)
    {
    case SEIDEL_LIMIT_TOLERANCE:
      options->tolerance = value;
      break;
    case SEIDEL_LIMIT_ABSOLUTE_TOLERANCE:
      options->absolute_tolerance = value;
      break;
    case SEIDEL_LIMIT_BACKWARD_TOLERANCE:
      options->backward_tolerance = value;
      break;
    case SEIDEL_LIMIT_MAXIMUM_TOLERANCE:
      options->maximum_tolerance = value;
      break;
    case SEIDEL_LIMIT_MAX_ITERATIONS:
      options->max_iterations = (int64_t) CLAMP (value, -9e18, 9e18);
      break;
    case SEIDEL_LIMIT_TIME:
      options->time_limit = value;
      break;
    case SEIDEL_LIMIT_STAGNATION_WINDOW:
      options->stagnation_window = (int) CLAMP (value, G_MININT, G_MAXINT);
      break;
    case SEIDEL_LIMIT_DIVERGENCE_FACTOR:
      options->divergence_factor = value;
      break;
    case SEIDEL_LIMIT_THREADS:
      options->threads = (int) CLAMP (value, G_MININT, G_MAXINT);
      break;
    case SEIDEL_LIMIT_RANKS:
      options->ranks = (int) CLAMP (value, G_MININT, G_MAXINT);
      break;
    case SEIDEL_N_LIMITS:
    default:
      g_return_if_reached ();
    }
}

bool
seidel_limit_allows (SeidelLimitIndex limit, double value)
{
  const SeidelLimit *l = &limits[limit];

  return value >= l->minimum && (l->open ? value < l->maximum : value <= l->maximum)
         && (!l->integral || value == floor (value));
}

static const SeidelSwitch switches[SEIDEL_N_SWITCHES] = {
  [SEIDEL_SWITCH_TRACK_ERROR] = { "track-error", N_ ("Follow the error"),
                                  N_ ("Record the error ‖x − x*‖ in each iteration; if the "
                                      "solution x* "
                                      "is unknown, a sparse direct solve computes it first.") },
  [SEIDEL_SWITCH_TRACK_MAXIMUM] = { "track-maximum", N_ ("Follow ‖b − A x‖∞"),
                                    N_ (
                                      "Record the largest component of b − A x in each iteration, "
                                      "which takes a product more; not on ranks.") },
  [SEIDEL_SWITCH_ACCURATE] = { "accurate", N_ ("Refine to full accuracy"),
                               N_ (
                                 "Refine the solution of a direct method, with residuals in "
                                 "doubled "
                                 "precision, until x itself is accurate to working precision; for "
                                 "condition numbers up to 1e15.") },
  [SEIDEL_SWITCH_SKIP_CONDITION] = { "skip-condition", N_ ("Skip the condition estimate"),
                                     N_ (
                                       "Do not estimate the condition number and the error bound "
                                       "after a direct method, which takes three solves with its "
                                       "factors, "
                                       "or twenty where the matrix is small or ill-conditioned.") },
  [SEIDEL_SWITCH_SKIP_LEVEL_TIMES] = { "skip-level-times", N_ ("Skip the times of levels"),
                                       N_ (
                                         "Do not time the levels of sweeps: up to 2 % of the time "
                                         "of a run, and some sweeps beside it where its own "
                                         "cannot be timed.") },
  [SEIDEL_SWITCH_PROFILE] = { "profile", N_ ("Profile the kernels"),
                              N_ ("Time each operation of a device by its events, and "
                                  "count the divergent branches of textbook eliminations; the run "
                                  "takes longer, and other engines have no kernels.") },
};

const SeidelSwitch *
seidel_switches (void)
{
  return switches;
}

static bool *
switch_field (SeidelSwitchIndex index, SeidelOptions *options)
{
  switch (index)
    {
    case SEIDEL_SWITCH_TRACK_ERROR:
      return &options->track_error;
    case SEIDEL_SWITCH_TRACK_MAXIMUM:
      return &options->track_maximum;
    case SEIDEL_SWITCH_ACCURATE:
      return &options->accurate;
    case SEIDEL_SWITCH_SKIP_CONDITION:
      return &options->skip_condition;
    case SEIDEL_SWITCH_SKIP_LEVEL_TIMES:
      return &options->skip_level_times;
    case SEIDEL_SWITCH_PROFILE:
      return &options->profile;
    case SEIDEL_N_SWITCHES:
    default:
      g_return_val_if_reached (NULL);
    }
}

bool
seidel_switch_get (SeidelSwitchIndex index, const SeidelOptions *options)
{
  SeidelOptions copy = *options;

  return *switch_field (index, &copy);
}

void
seidel_switch_set (SeidelSwitchIndex index, SeidelOptions *options, bool on)
{
  *switch_field (index, options) = on;
}

SeidelOptions
seidel_options_to_time_levels (const char *method, const char *strategy)
{
  SeidelOptions options = SEIDEL_OPTIONS_INIT;

  options.method = method;
  options.strategy = strategy;
  options.storage = SEIDEL_STORAGE_CSR;
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

static const SeidelArithmeticInfo arithmetics[] = {
  { SEIDEL_ARITHMETIC_FUSED, "fused", N_ ("Fused multiply-add"),
    N_ ("A product and its addition are rounded once, not twice: usually slightly more "
        "accurate; not bitwise identical.") },
  { SEIDEL_ARITHMETIC_COMPENSATED, "compensated", N_ ("Compensated sums"),
    N_ ("Every sum carries a correction for its rounding errors (Kahan): far more accurate, at "
        "several "
        "times the operations.") },
};

const SeidelArithmeticInfo *
seidel_arithmetics (size_t *n)
{
  *n = G_N_ELEMENTS (arithmetics);
  return arithmetics;
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
