/* The main job: seidel_solve () runs a method on an engine and says how it ended.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "plan/seidel-plan.h"
#include "run/seidel-problem.h"
#include "run/seidel-trace.h"

G_BEGIN_DECLS

/* One candidate that an automatic run tried. */
typedef struct
{
  const char *method; /* ids, static strings */
  const char *preconditioner;
  char *why; /* why it was chosen, a sentence or two */
  SeidelReason reason;
  char *message;      /* what there is to add to the reason, or NULL */
  int64_t iterations; /* its own */
  double seconds;     /* its own, all phases */
  double true_2;      /* ‖b − A x‖₂ of the best iterate after it, in double */
} SeidelAttempt;

typedef struct
{
  SeidelReason reason;
  bool converged;
  const char *method; /* ids, static strings */
  const char *engine;
  const char *strategy; /* the one used ("auto" resolved), or NULL: the method has no sweeps */
  char *strategy_why;   /* why "auto" chose it, or NULL */
  SeidelPrecision precision;
  /* As carried out: every automatic choice resolved; of several attempts, those of the last. */
  SeidelOptions options;
  int threads; /* 0: the engine uses none */
  int64_t iterations;
  double residual_initial;  /* ‖r₀‖₂, by the method; NaN when the run ended before */
  double residual_final;    /* ‖r‖₂, the method's own last value */
  double residual_relative; /* the final one over the trace's reference */
  double true_2; /* ‖b − A x‖₂ in double, NaN when it was not computed (stopped twice) */
  double true_inf;
  double error_inf; /* ‖x − solution‖∞, NaN when no solution is known */
  /* A lower bound of the condition number, from the error and the residual; NaN when no solution is
   * known, or the residual is zero. */
  double condition_least;
  /* Of a run that converged to a doubtful solution of an ill-conditioned system: a sentence; else
   * NULL. */
  char *doubt;
  /* The method whose solution the errors are measured by; NULL where the solution was known, or no
   * error was asked for. */
  const char *reference_method;
  /* What an automatic run tried, in order; the last one is what the rest of the outcome is about.
   * None when the method was the user's choice. */
  SeidelAttempt *attempts;
  size_t n_attempts;
  double load_seconds;
  double order_seconds; /* making the order of the matrix; 0 when it is natural */
  double seconds[SEIDEL_N_PHASES];
  double total_seconds;     /* load, order and all phases */
  bool has_device;          /* the engine has a clock of its own, by which is */
  SeidelTraceDevice device; /* what it told in all phases */
  char *message;            /* what there is to add to the reason (row, quantity), or NULL */
  /* columns entries, in the original numbering: the last iterate, also after a failure */
  double *x;
  int64_t n;
} SeidelOutcome;

SEIDEL_API void seidel_outcome_free (SeidelOutcome *outcome);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelOutcome, seidel_outcome_free)

/* Whether the options go together and the engine is available, as far as that is known without a
 * matrix; the error is the one that seidel_solve () would give. Any thread. */
SEIDEL_API bool seidel_solve_check (const SeidelOptions *options, GError **error);

/* The plan that seidel_solve () would carry out, complete; of an automatic method, that of its
 * first attempt. Analyses the problem as far as the plan needs, and asks for the free memory. A
 * plan with a refusal is what seidel_solve () would fail with (seidel_plan_check ()); NULL with an
 * error if the analysis failed or was cancelled. */
SEIDEL_API SeidelPlan *seidel_solve_plan (SeidelProblem *problem,
                                          const SeidelOptions *options,
                                          GCancellable *cancellable,
                                          GError **error);

/* When the method is SEIDEL_METHOD_AUTO, the candidates of seidel_advise () are tried one after the
 * other until one reaches the tolerance by its true residual. It is one run with one trace:
 * iterations go on counting, the times of phases add up, each candidate begins from the best
 * iterate so far, and an event of the trace marks where it began and why.
 *
 * Solves on the calling thread (use a worker). Returns an outcome whenever a run took place,
 * however it ended; NULL with an error when it could not begin: a need of the method is not met
 * (SEIDEL_ERROR_INVALID, naming what is missing), an id is unknown, the engine is unavailable, or
 * it was cancelled during analysis.
 *
 * For a reordered matrix the outcome's x is in the original numbering, not in that of the problem,
 * and texts that name a row name its original one as well.
 *
 * Cancelling cancellable stops within 100 ms, inside a sweep too: the state of the trace becomes
 * STOPPED, and the last iterate is then verified (one pass over the matrix). Cancelling
 * skip_verification (may be NULL) gives that up as well. */
SEIDEL_API SeidelOutcome *seidel_solve (SeidelProblem *problem,
                                        const SeidelOptions *options,
                                        SeidelTrace *trace,
                                        GCancellable *cancellable,
                                        GCancellable *skip_verification,
                                        GError **error);

G_END_DECLS
