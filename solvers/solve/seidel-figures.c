/* The tables of figures, and their lines for people.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-figures.h"

#include <math.h>

#include "base/seidel-format.h"
#include "base/seidel-translatable.h"
#include "method/seidel-method.h"

static bool
has_error (const SeidelOutcome *outcome)
{
  return !isnan (outcome->error_inf);
}

static bool
has_reference (const SeidelOutcome *outcome)
{
  return outcome->reference_method != NULL;
}

static bool
is_doubted (const SeidelOutcome *outcome)
{
  return outcome->doubt != NULL;
}

static bool
was_ordered (const SeidelOutcome *outcome)
{
  return outcome->order_seconds > 0.0;
}

static bool
has_attempts (const SeidelOutcome *outcome)
{
  return outcome->n_attempts > 0;
}

static bool
has_device (const SeidelOutcome *outcome)
{
  return outcome->has_device;
}

static bool
has_sparse_factors (const SeidelOutcome *outcome)
{
  return outcome->has_device && outcome->device.ordering_seconds > 0.0;
}

/* Where the residual is as small as it can be, nothing follows from its size. */
static bool
solves_equations (const SeidelOutcome *outcome)
{
  return outcome->reason != SEIDEL_REASON_CONVERGED_LEAST_SQUARES
         && outcome->reason != SEIDEL_REASON_LEAST_SQUARES;
}

static bool
has_ritz_values (const SeidelOutcome *outcome)
{
  return outcome->ritz_steps > 0;
}

static bool
has_spectrum (const SeidelOutcome *outcome)
{
  return outcome->options.spectrum;
}

/* The estimate says more than the bound. */
static bool
has_least_condition (const SeidelOutcome *outcome)
{
  return has_error (outcome) || isfinite (outcome->condition_least);
}

/* Of a residual that is nothing but rounding errors its direction says nothing. */
#define ROUNDED 1e-14

static bool
has_normal (const SeidelOutcome *outcome)
{
  return !isnan (outcome->normal) && !(outcome->residual_relative <= ROUNDED);
}

static bool
lacks_condition (const SeidelOutcome *outcome)
{
  return isnan (outcome->condition);
}

static const SeidelFigureCondition if_known = { has_error, "only if the solution is known" };
static const SeidelFigureCondition if_bounded = {
  has_least_condition, "only if the solution is known, or a direct method made factors"
};
static const SeidelFigureCondition if_ritz = { has_ritz_values,
                                               "only of a run of “cg”, “minres” or “gmres”" };
static const SeidelFigureCondition if_spectrum = { has_spectrum, "only with --spectrum" };
static const SeidelFigureCondition if_reference = {
  has_reference, "only if the solution was computed by a direct method"
};
static const SeidelFigureCondition if_doubted = { is_doubted, "only if it is" };
static const SeidelFigureCondition if_attempts = { has_attempts, "only with --method “auto”" };
static const SeidelFigureCondition if_device = { has_device,
                                                 "only on engines with device timings" };
static const SeidelFigureCondition if_sparse_factors = { has_sparse_factors,
                                                         "only of sparse factors of an engine" };

#define OF(k, m) .kind = SEIDEL_FIGURE_##k, .offset = offsetof (SeidelOutcome, m)
/* A member whose name is that of its column. */
#define MEMBER(k, m) OF (k, m), .column = #m
#define DEVICE(k, m, what)                                                      \
  {                                                                             \
    OF (k, device.m), .column = "device_" #m, .object = "device", .member = #m, \
                      .given = &if_device, .sentence = what                     \
  }

const SeidelOutcomeFigure seidel_outcome_figures[] = {
  { MEMBER (METHOD, method) },
  { MEMBER (ENGINE, engine) },
  { MEMBER (ID, strategy) },
  { MEMBER (TEXT, strategy_why) },
  { MEMBER (TEXT, engine_why), .since = 4 },
  { MEMBER (INT, threads) },
  { MEMBER (FLAG, computed) },
  { OF (FLAG, complex_values), .column = "complex" },
  { MEMBER (FLAG, has_device) },

  { MEMBER (FLAG, converged), .member = "converged",
    .sentence = "Whether the criterion of convergence was met." },
  { MEMBER (REASON, reason), .member = "reason", .sentence = "The criterion that ended the run." },
  { MEMBER (TEXT, message), .member = "message",
    .sentence = "What the method or the engine adds to the reason; or null." },
  { MEMBER (COUNT, iterations), .member = "iterations", .name = N_ ("Iterations"),
    .measure = "iterations", .sentence = "Iterations of the run." },

  { MEMBER (REAL, residual_initial), .object = "residual", .member = "initial",
    .name = N_ ("Residual"), .unknown = N_ ("not known"),
    .sentence = "The method's own ‖r‖₂ at the beginning." },
  { MEMBER (REAL, residual_final), .object = "residual", .member = "final", .wording = " → %s",
    .joins = true, .sentence = "The method's own ‖r‖₂ at the end." },
  { MEMBER (REAL, residual_relative), .object = "residual", .member = "relative",
    .name = N_ ("Relative residual"), .wording = N_ (", relative %s"), .joins = true,
    .measure = "residual", .sentence = "The method's own ‖r‖₂ over ‖b‖₂ at the end." },
  { MEMBER (REAL, true_2), .object = "residual", .member = "true_2", .name = N_ ("True residual"),
    .unknown = N_ ("not computed"), .measure = "residual-2",
    .sentence = "‖b − A x‖₂ in double precision." },
  { MEMBER (REAL, true_inf), .object = "residual", .member = "true_inf",
    .name = N_ ("True residual, norm ∞"), .wording = N_ (", largest entry %s"), .joins = true,
    .measure = "residual-inf", .sentence = "‖b − A x‖∞ in double precision." },

  { MEMBER (REAL, error_inf), .member = "error_inf", .given = &if_known,
    .name = N_ ("Largest error"),
    .sentence = "The largest magnitude of an element of x minus the solution." },
  { MEMBER (REAL, condition_least), .member = "condition_least", .given = &if_bounded,
    .name = N_ ("Condition number"), .wording = N_ ("at least %s, perhaps far more"),
    .shown = lacks_condition,
    .sentence = "A lower bound of the condition number, from the error or from a solve or two "
                "with the factors." },
  { MEMBER (REAL, normal), .member = "normal_residual", .name = N_ ("Normal residual"),
    .shown = has_normal,
    .sentence = "‖Aᵀr‖ / (‖A‖ ‖r‖); null unless the method is one of least squares." },
  { MEMBER (COUNT, rank), .member = "rank", .name = N_ ("Numerical rank"),
    .sentence = "The rank of the matrix; null unless the method finds it." },
  { MEMBER (REAL, backward), .member = "backward_error", .name = N_ ("Backward error"),
    .shown = solves_equations, .measure = "backward",
    .sentence = "The least relative change of A and b for which x is the exact solution." },
  { MEMBER (REAL, backward_rows), .member = "backward_error_by_component",
    .wording = N_ (", by component %s"), .joins = true,
    .sentence = "The largest, over the rows, of the residual over |A| |x| + |b|." },
  { MEMBER (REAL, norm_A), .member = "norm_A", .name = N_ ("‖A‖∞"), .measure = "norm",
    .sentence = "The largest sum of the magnitudes of a row of A." },
  { MEMBER (REAL, condition), .member = "condition", .name = N_ ("Condition number"),
    .wording = N_ ("about %s"), .measure = "condition",
    .sentence = "The estimate of ‖A‖∞ ‖A⁻¹‖∞ from the factors of a direct method." },
  { MEMBER (REAL, error_bound), .member = "error_bound", .name = N_ ("Error bound"),
    .wording = N_ ("%s of the largest component of x"),
    .sentence = "A bound of the relative error of x in the norm ∞; like the condition number "
                "null unless a direct method made factors in double precision that take little "
                "time to solve with, and where the matrix is singular to its rounding." },
  { MEMBER (REAL, ritz_least), .since = 6, .object = "ritz", .member = "least", .given = &if_ritz,
    .name = N_ ("Ritz values"), .wording = N_ ("from %s"),
    .sentence = "The least Ritz value of M⁻¹ A, of a run that scales rows or columns of the "
                "scaled system; of “gmres” a singular value of A M⁻¹." },
  { MEMBER (REAL, ritz_greatest), .since = 6, .object = "ritz", .member = "greatest",
    .given = &if_ritz, .name = N_ ("Greatest Ritz value"), .wording = N_ (" to %s"), .joins = true,
    .sentence = "The greatest of these." },
  { MEMBER (REAL, ritz_condition), .since = 6, .object = "ritz", .member = "condition",
    .given = &if_ritz, .name = N_ ("Condition number of M⁻¹ A"),
    .wording = N_ (", condition number of M⁻¹ A at least %s"), .joins = true,
    .measure = "ritz-condition",
    .sentence = "The quotient of the extreme Ritz values of M⁻¹ A, of a Krylov method." },
  { MEMBER (REAL, ritz_least_error), .since = 6, .object = "ritz", .member = "least_error",
    .given = &if_ritz,
    .sentence = "A bound of the distance of the least Ritz value from an eigenvalue; null of "
                "“gmres”." },
  { MEMBER (REAL, ritz_greatest_error), .since = 6, .object = "ritz", .member = "greatest_error",
    .given = &if_ritz, .sentence = "The same of the greatest." },
  { MEMBER (COUNT, ritz_steps), .since = 6, .object = "ritz", .member = "steps", .given = &if_ritz,
    .sentence = "Iterations that the Ritz values are from." },
  { MEMBER (REAL, spectrum_least), .since = 6, .object = "spectrum", .member = "least",
    .given = &if_spectrum, .name = N_ ("Spectrum of A"), .wording = N_ ("from %s"),
    .measure = "spectrum-least",
    .sentence = "The least eigenvalue of a symmetric A, else its least singular value." },
  { MEMBER (REAL, spectrum_greatest), .since = 6, .object = "spectrum", .member = "greatest",
    .given = &if_spectrum, .name = N_ ("Greatest eigenvalue"), .wording = N_ (" to %s"),
    .joins = true, .measure = "spectrum-greatest",
    .sentence = "The greatest eigenvalue of a symmetric A, else its greatest singular value." },
  { MEMBER (REAL, spectrum_condition), .since = 6, .object = "spectrum", .member = "condition",
    .given = &if_spectrum, .name = N_ ("Condition number in norm 2"),
    .wording = N_ (", condition number %s"), .joins = true, .measure = "spectrum-condition",
    .sentence = "‖A‖₂ ‖A⁻¹‖₂, measured." },
  { MEMBER (REAL, iteration_radius), .since = 6, .object = "spectrum", .member = "radius",
    .given = &if_spectrum, .name = N_ ("Spectral radius of the iteration"), .measure = "radius",
    .sentence = "The spectral radius of a stationary method." },
  { MEMBER (REAL, expected_iterations), .since = 6, .object = "spectrum",
    .member = "expected_iterations", .given = &if_spectrum, .name = N_ ("Expected iterations"),
    .wording = N_ (", by which %s iterations are to be expected"), .joins = true,
    .sentence = "Iterations to the tolerance by that radius; null where it has none below 1." },
  { MEMBER (TEXT, scaling), .member = "scaled_by", .since = 5, .name = N_ ("Scaling"),
    .sentence = "The powers of two that rows and columns were scaled by; null if they were "
                "not." },
  { MEMBER (TEXT, matching), .member = "matched_by", .since = 6, .name = N_ ("Exchange of rows"),
    .sentence = "How many rows were exchanged; null if none were to be." },
  { MEMBER (TEXT, reused), .member = "reused", .since = 7, .name = N_ ("Reused"),
    .sentence = "What was taken over from earlier runs with the matrix, as of the other columns of "
                "--rhs; null: nothing." },
  { MEMBER (TEXT, levels), .member = "levels", .since = 7, .name = N_ ("Levels of multigrid"),
    .sentence = "Their precision where it is not that of the run; else null." },
  { MEMBER (TEXT, doubt), .member = "doubt", .given = &if_doubted, .name = N_ ("Doubt"),
    .sentence = "Why x is doubtful although the run converged." },
  { MEMBER (METHOD, reference_method), .member = "reference_method", .given = &if_reference,
    .name = N_ ("Errors against"), .sentence = "The direct method that computed the solution." },
  { OF (ATTEMPTS, attempts), .member = "attempts", .given = &if_attempts,
    .sentence = "An array of objects, one for each candidate that was tried." },

  { MEMBER (SECONDS, load_seconds), .object = "seconds", .member = "load", .name = N_ ("Load"),
    .sentence = "What reading the matrix took." },
  { MEMBER (SECONDS, order_seconds), .object = "seconds", .member = "ordering",
    .name = N_ ("Ordering"), .shown = was_ordered, .sentence = "What ordering its rows took." },
  { OF (PHASES, seconds), .object = "seconds", .sentence = "What the phases of the run took." },
  { MEMBER (SECONDS, total_seconds), .object = "seconds", .member = "total", .name = N_ ("Total"),
    .sentence = "All of the run." },

  DEVICE (COUNT, to_bytes, "Bytes copied to the device."),
  DEVICE (SECONDS, to_seconds, "What that took."),
  DEVICE (COUNT, from_bytes, "Bytes copied back."),
  DEVICE (SECONDS, from_seconds, "What that took."),
  DEVICE (SECONDS, factor_seconds, "What factorisations took, of executing kernels."),
  { OF (SECONDS, device.ordering_seconds), .column = "device_ordering_seconds", .since = 7,
    .object = "device", .member = "ordering_seconds", .given = &if_sparse_factors,
    .sentence = "What ordering took before, on the host." },
  { OF (SECONDS, device.symbolic_seconds), .column = "device_symbolic_seconds", .since = 7,
    .object = "device", .member = "symbolic_seconds", .given = &if_sparse_factors,
    .sentence = "What the symbolic factorisation took." },
  { OF (PHASES, device.work_seconds), .object = "device", .member = "work_seconds",
    .given = &if_device, .sentence = "What executing kernels took, an object by phase." },
  { SEIDEL_FIGURE_NONE },
};

#undef OF
#undef DEVICE

#define OF(k, m, c, s, j, what)                                                             \
  {                                                                                         \
    .kind = SEIDEL_FIGURE_##k, .offset = offsetof (SeidelRank, m), .column = c, .since = s, \
    .member = j, .sentence = what                                                           \
  }

const SeidelOutcomeFigure seidel_rank_figures[] = {
  OF (COUNT, rank, "rank", 0, "rank", "Its number, from 0."),
  OF (HOST, host, "host", 0, "host", "The machine it ran on."),
  OF (COUNT, pid, "process", 0, "process", "The number of its process there."),
  OF (COUNT, rows, "rows", 0, "rows", "Rows of the matrix that it had."),
  OF (COUNT, entries, "entries", 0, "entries", "Entries of these."),
  OF (COUNT, crossing, "crossing", 0, "crossing", "Entries whose columns belong to other ranks."),
  OF (COUNT, halo, "halo", 0, "halo_bytes", "Bytes from other ranks for each product."),
  OF (SECONDS,
      latency,
      "latency",
      3,
      "latency_seconds",
      "Seconds of a message between rank 0 and it, measured before the run."),
  OF (REAL, bandwidth, "bandwidth", 3, "bandwidth", "Bytes a second of large messages, likewise."),
  OF (SECONDS,
      products,
      "products",
      0,
      "products_seconds",
      "What products took, waiting included; null if the run ended before that was reported."),
  OF (SECONDS,
      exchanges,
      "exchanges",
      3,
      "exchanges_seconds",
      "Of that, what sending and receiving elements of other ranks took."),
  OF (SECONDS,
      reductions,
      "reductions",
      0,
      "reductions_seconds",
      "What sums over all ranks took, waiting included; null likewise."),
  OF (COUNT, sums, "sums", 3, "sums", "The number of these sums; 0 likewise."),
  OF (COUNT, memory, "memory", 0, "memory_bytes", "The peak of its memory; 0 likewise."),
  { SEIDEL_FIGURE_NONE },
};

#undef OF

#define OF(k, m, what)                                                                            \
  {                                                                                               \
    .kind = SEIDEL_FIGURE_##k, .offset = offsetof (SeidelAttempt, m), .column = #m, .member = #m, \
    .sentence = what                                                                              \
  }

const SeidelOutcomeFigure seidel_attempt_figures[] = {
  OF (METHOD, method, "The method of the candidate."),
  OF (PRECONDITIONER, preconditioner, "Its preconditioner."),
  OF (TEXT, why, "Why it was tried."),
  OF (REASON, reason, "The criterion that ended it."),
  OF (TEXT, message, "What the method or the engine adds to that; or null."),
  OF (COUNT, iterations, "Its iterations."),
  OF (SECONDS, seconds, "What it took."),
  OF (REAL, true_2, "‖b − A x‖₂ at its end, in double precision."),
  { SEIDEL_FIGURE_NONE },
};

double
seidel_outcome_figure_value (const SeidelOutcomeFigure *self, const void *item)
{
  const void *member = (const char *) item + self->offset;

  if (self->kind == SEIDEL_FIGURE_REAL || self->kind == SEIDEL_FIGURE_SECONDS)
    return *(const double *) member;
  if (self->kind == SEIDEL_FIGURE_COUNT && *(const int64_t *) member >= 0)
    return (double) *(const int64_t *) member;
  return NAN;
}

/* NULL where it is not known. */
static char *
value_text (const SeidelOutcomeFigure *self,
            const SeidelOutcome *outcome,
            char *(*format) (double value))
{
  const double value = seidel_outcome_figure_value (self, outcome);
  const char *const *text = (const char *const *) ((const char *) outcome + self->offset);

  if (self->kind == SEIDEL_FIGURE_TEXT)
    return g_strdup (*text);
  if (self->kind == SEIDEL_FIGURE_METHOD)
    return *text != NULL ? g_strdup (seidel_text (seidel_method_find (*text)->name)) : NULL;
  return isnan (value)                         ? NULL
         : self->kind == SEIDEL_FIGURE_COUNT   ? seidel_format_count ((int64_t) value)
         : self->kind == SEIDEL_FIGURE_SECONDS ? seidel_format_seconds (value, 3)
                                               : format (value);
}

/* The value of the first row of a line, with those that join it; NULL: there is no line. */
static char *
line_text (const SeidelOutcomeFigure *first,
           const SeidelOutcome *outcome,
           char *(*format) (double value))
{
  const SeidelOutcomeFigure *figure = first;
  GString *line;

  if (first->shown != NULL && !first->shown (outcome))
    return NULL;
  line = g_string_new (NULL);
  do
    {
      g_autofree char *value = value_text (figure, outcome, format);
      g_autoptr (GString) worded =
        g_string_new (figure->wording != NULL ? seidel_text (figure->wording) : "%s");

      if (value == NULL && figure == first)
        {
          g_string_free (line, TRUE);
          return first->unknown != NULL ? g_strdup (seidel_text (first->unknown)) : NULL;
        }
      g_string_replace (worded, "%s", value != NULL ? value : seidel_text (N_ ("not known")), 1);
      g_string_append (line, worded->str);
      figure++;
    }
  while (figure->joins);
  return g_string_free (line, FALSE);
}

void
seidel_outcome_describe (const SeidelOutcome *outcome,
                         bool times,
                         char *(*format) (double value),
                         void (*add) (void *data, const char *name, const char *value),
                         void *data)
{
  const SeidelOutcomeFigure *figure = seidel_outcome_figures;

  for (; figure->kind != SEIDEL_FIGURE_NONE; figure++)
    {
      const bool is_time = g_strcmp0 (figure->object, "seconds") == 0;
      g_autofree char *line = NULL;

      if (is_time != times)
        continue;
      /* Only some runs have the reference and the levels. */
      for (int p = 0; times && figure->kind == SEIDEL_FIGURE_PHASES && p < SEIDEL_N_PHASES; p++)
        if ((p != SEIDEL_PHASE_REFERENCE && p != SEIDEL_PHASE_LEVELS) || outcome->seconds[p] > 0.0)
          {
            g_autofree char *seconds = seidel_format_seconds (outcome->seconds[p], 3);

            add (data, seidel_text (seidel_phase_name ((SeidelPhase) p)), seconds);
          }
      if (figure->name != NULL && !figure->joins)
        line = line_text (figure, outcome, format);
      if (line != NULL)
        add (data, seidel_text (figure->name), line);
    }
}
