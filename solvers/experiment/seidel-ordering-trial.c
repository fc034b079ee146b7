/* Runs the set-up in an ordering, and predicts the run on a device.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-ordering-trial.h"

#include <math.h>

#include "io/seidel-loader.h"
#include "method/seidel-preconditioner.h"
#include "solve/seidel-solve.h"

/* Vectors that are read or written in an iteration of a Krylov method for each product, and in a
 * step against the kept ones. */
#define VECTORS_OF_PRODUCT 14.0
#define VECTORS_OF_KEPT    2.0

/* Operations of an iteration that begin one after the other. */
#define OPERATIONS 6.0

#define BYTES_OF_VALUE 8.0
#define BYTES_OF_ENTRY 12.0

static int
count_directions (SeidelSweeps sweeps)
{
  return __builtin_popcount ((unsigned int) sweeps);
}

static double
move (const SeidelMachine *device, double bytes)
{
  return bytes / seidel_machine_bandwidth (device, bytes, 1);
}

/* Seconds of an iteration on a device whose sweep over the matrix takes so long. A sweep of a
 * preconditioner over its triangle waits as often, and reads half as much. */
static double
predict_iteration (const SeidelCsr *csr,
                   const SeidelOptions *options,
                   const SeidelMachine *device,
                   double sweep)
{
  const SeidelMethod *method = seidel_method_find (options->method);
  const SeidelPreconditionerKind *kind = seidel_preconditioner_find (options->preconditioner);
  const bool preconditioned = kind->prepare != NULL || kind->apply_dot != NULL;
  const unsigned int cycle = 1u << SEIDEL_PARAMETER_CYCLE;
  const double rows = (double) csr->rows;
  const double entries = BYTES_OF_ENTRY * (double) csr->row_offsets[csr->rows];
  const double kept = method->kept_vectors[preconditioned]
                      * fmin (options->parameters[SEIDEL_PARAMETER_RESTART], rows);
  double seconds = count_directions (method->sweeps) * sweep;

  if (method->on_host || ((method->parameters | kind->parameters) & cycle) != 0)
    return NAN;
  if (method->family == SEIDEL_FAMILY_KRYLOV)
    seconds += OPERATIONS * device->meeting
               + move (device, VECTORS_OF_KEPT * kept / 2.0 * BYTES_OF_VALUE * rows);
  return seconds
         + method->products
             * (device->meeting
                + move (device, entries + VECTORS_OF_PRODUCT * BYTES_OF_VALUE * rows)
                + count_directions (kind->sweeps)
                    * fmax (sweep - move (device, entries / 2.0), device->meeting));
}

static double
sum_phases (const SeidelOutcome *outcome)
{
  double seconds = 0.0;

  for (int phase = 0; phase < SEIDEL_N_PHASES; phase++)
    if (phase != SEIDEL_PHASE_REFERENCE && phase != SEIDEL_PHASE_LEVELS
        && phase != SEIDEL_PHASE_VERIFY)
      seconds += outcome->seconds[phase];
  return seconds;
}

static SeidelOutcome *
run_once (const SeidelComparison *comparison,
          SeidelProblem *problem,
          GCancellable *cancellable,
          GError **error)
{
  SeidelOptions options = *comparison->run;
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();

  options.skip_level_times = true;
  options.skip_condition = true;
  options.track_error = false;
  return seidel_solve (problem, &options, trace, cancellable, NULL, error);
}

static void
take_outcome (const SeidelComparison *comparison,
              SeidelOrderingResult *result,
              const SeidelCsr *csr,
              const SeidelOutcome *outcome)
{
  result->run_reason = outcome->reason;
  result->run_iterations = outcome->iterations;
  if (g_str_equal (comparison->run->method, SEIDEL_METHOD_AUTO))
    {
      result->run_method = seidel_method_find (outcome->options.method);
      result->run_preconditioner = seidel_preconditioner_find (outcome->options.preconditioner);
    }
  if (!outcome->converged)
    return;
  result->run_seconds =
    fmin (sum_phases (outcome), isnan (result->run_seconds) ? INFINITY : result->run_seconds);
  /* The iterations of all attempts are not those of the last one. */
  if (comparison->device != NULL && outcome->n_attempts <= 1)
    result->run_device =
      (double) outcome->iterations
      * predict_iteration (csr, &outcome->options, comparison->device, result->predicted_device);
}

void
seidel_ordering_trial (const SeidelComparison *comparison,
                       SeidelOrderingResult *result,
                       SeidelMatrix *reordered,
                       SeidelSchedule *schedule,
                       GCancellable *cancellable)
{
  const SeidelVectorSpec ones = { .kind = SEIDEL_VECTOR_SOLUTION_ONES };
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelProblem) problem =
    seidel_problem_new_from_specs (reordered, comparison->rhs != NULL ? comparison->rhs : &ones,
                                   comparison->guess, seidel_load_vector, cancellable, &error);

  if (problem != NULL
      && seidel_problem_read_near_null (problem, comparison->run->near_null, seidel_load_matrix,
                                        cancellable, &error))
    seidel_problem_set_analyses (problem, NULL, schedule, NULL);
  for (int i = 0; i < SEIDEL_COMPARISON_RUNS && problem != NULL && error == NULL; i++)
    {
      g_autoptr (SeidelOutcome) outcome = run_once (comparison, problem, cancellable, &error);

      if (outcome != NULL)
        take_outcome (comparison, result, reordered->csr, outcome);
      if (outcome == NULL || !outcome->converged)
        break;
    }
  if (error != NULL && result->note == NULL && !g_cancellable_is_cancelled (cancellable))
    result->note = g_strdup (error->message);
}
