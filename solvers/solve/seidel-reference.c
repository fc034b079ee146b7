/* A reference answer, so that the error of a run can be followed where no solution is known.
 *
 * It comes from a sparse direct method, in double, before the run itself: the one that asks most of
 * the matrix goes first, because it makes most of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-solve-private.h"

/* What is asked of the reference; where rounding does not let it come so far, it is taken as it is.
 */
#define TOLERANCE 1e-14
#define WORST     1e-6

static int
compare_needs (gconstpointer a, gconstpointer b)
{
  const SeidelMethod *const *one = a;
  const SeidelMethod *const *other = b;

  return __builtin_popcount ((*other)->needs) - __builtin_popcount ((*one)->needs);
}

/* Least squares single one solution out where there are several: that is no reference for a method
 * that finds another one of a square system. */
static GPtrArray *
direct_methods (const SeidelStructure *structure, double damp)
{
  GPtrArray *found = g_ptr_array_new ();
  bool square = structure->rows == structure->columns && !(damp > 0.0);
  size_t n_methods = 0;
  const SeidelMethod *methods = seidel_methods (&n_methods);

  for (size_t i = 0; i < n_methods; i++)
    if (methods[i].family == SEIDEL_FAMILY_DIRECT_SPARSE && methods[i].least_squares != square
        && methods[i].engine == NULL && seidel_method_applies (&methods[i], structure, NULL, NULL)
        && seidel_method_computes_in (&methods[i], SEIDEL_PRECISION_DOUBLE, NULL))
      g_ptr_array_add (found, (gpointer) &methods[i]);
  g_ptr_array_sort (found, compare_needs);
  return found;
}

/* One method's answer in the order of the matrix, or NULL with an error. */
static double *
solve_with (SeidelSolve *solve, const SeidelMethod *method, double damp, GError **error)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  SeidelSolve inner = {
    .problem = solve->problem,
    .options = &options,
    .trace = trace,
    .cancellable = solve->cancellable,
    .skip_verification = solve->cancellable,
    .guess = solve->problem->guess,
    .structure = seidel_structure_ref (seidel_solve_given_structure (solve)),
  };

  options.method = method->id;
  options.engine = seidel_cpu_engine ()->id;
  options.threads = solve->options->threads;
  options.tolerance = TOLERANCE;
  options.parameters[SEIDEL_PARAMETER_DAMP] = damp;
  options.time_limit = solve->options->time_limit;
  if (seidel_solve_prepare (&inner, error))
    outcome = seidel_solve_run (&inner, 0, error);
  seidel_solve_clear (&inner);
  if (outcome == NULL)
    return NULL;
  if (outcome->converged
      || outcome->true_2 <= WORST * seidel_monitor_given_reference (&inner.monitor)
      || outcome->normal <= WORST)
    return g_steal_pointer (&outcome->x);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s", method->name,
               seidel_reason_sentence (outcome->reason));
  return NULL;
}

/* λ of what is solved: whichever method “auto” takes supports it. */
static double
damping_of (const SeidelSolve *solve)
{
  return solve->method != NULL ? seidel_method_damping (solve->method, solve->options)
                               : solve->options->parameters[SEIDEL_PARAMETER_DAMP];
}

double *
seidel_solve_find_reference (SeidelSolve *solve, const char **method, char **why_not)
{
  const double damp = damping_of (solve);
  g_autoptr (GPtrArray) methods = direct_methods (seidel_solve_given_structure (solve), damp);
  g_autoptr (GError) error = NULL;
  double *reference = NULL;

  seidel_trace_begin_phase (solve->trace, SEIDEL_PHASE_REFERENCE);
  for (guint i = 0; i < methods->len && reference == NULL; i++)
    {
      const SeidelMethod *candidate = methods->pdata[i];

      g_clear_error (&error);
      reference = solve_with (solve, candidate, damp, &error);
      *method = candidate->id;
    }
  if (reference == NULL)
    {
      *method = NULL;
      *why_not = g_strdup_printf ("Errors are not known, because there is no reference answer: %s",
                                  error != NULL ? error->message : "no direct method applies.");
    }
  return reference;
}
