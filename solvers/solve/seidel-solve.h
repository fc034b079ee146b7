/* seidel_solve () runs a method on an engine and returns its outcome.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "plan/seidel-plan.h"
#include "run/seidel-problem.h"
#include "run/seidel-rank.h"
#include "run/seidel-trace.h"

G_BEGIN_DECLS

/* One candidate that an automatic run tried. */
typedef struct
{
  const char *method; /* ids, static strings */
  const char *preconditioner;
  char *why; /* why it was chosen */
  SeidelReason reason;
  char *message;      /* details of the reason, or NULL */
  int64_t iterations; /* its own */
  double seconds;     /* its own, all phases */
  double true_2;      /* ‖b − A x‖₂ of the best iterate after it, in double precision */
} SeidelAttempt;

typedef struct
{
  SeidelReason reason;
  bool converged;
  const char *method; /* ids, static strings */
  const char *engine;
  const char *strategy; /* the one used ("auto" resolved); NULL for a method without sweeps */
  char *strategy_why;   /* why "auto" chose it, or NULL */
  char *engine_why;     /* likewise of the engine, a sentence without a full stop */
  SeidelPrecision precision;
  /* As executed: every automatic choice resolved; of several attempts, those of the last. */
  SeidelOptions options;
  int threads; /* 0 for an engine without host threads */
  int64_t iterations;
  double residual_initial;  /* ‖r₀‖₂ of the method; NaN if the run ended earlier */
  double residual_final;    /* the method's last ‖r‖₂ */
  double residual_relative; /* the final one over the trace's reference */
  double true_2;            /* ‖b − A x‖₂ in double; NaN if verification was skipped */
  double true_inf;
  /* Backward errors of x (see SeidelNorms); NaN if verification was skipped. */
  double backward;
  double backward_rows;
  double norm_A; /* ‖A‖∞ */
  /* Of a method of least squares, the normal residual (see seidel-normal.h) in double; else NaN. */
  double normal;
  int64_t rank; /* of the matrix, where the method finds it; −1: not known */
  /* Estimates of ‖A‖∞ ‖A⁻¹‖∞, and of a bound of ‖x − x*‖∞ / ‖x‖∞, from the factors of a direct
   * method in double precision; NaN without such factors. */
  double condition;
  double error_bound;
  double factor_bytes; /* the most memory a sparse direct method took at a time; 0: no such run */
  double error_inf;    /* ‖x − x*‖∞; NaN if x* is unknown */
  /* A lower bound of the condition number, from the error and the residual; NaN if x* is unknown,
   * the residual is zero, or they bound nothing (a bound below 1). */
  double condition_least;
  /* Extreme Ritz values of M⁻¹ A, from the coefficients of the run: of a method for symmetric
   * matrices they are within the spectrum, so that the condition number is at least this; of GMRES
   * they are singular values of A M⁻¹. The errors bound their distance from an eigenvalue. NaN and
   * 0 where the method has no such coefficients. See spectrum/seidel-ritz.h. */
  double ritz_least;
  double ritz_greatest;
  double ritz_least_error;
  double ritz_greatest_error;
  double ritz_condition;
  int64_t ritz_steps;
  /* Of A itself, where that was asked for (SeidelOptions.spectrum): extreme eigenvalues, of a
   * matrix that is not symmetric singular values, and ‖A‖₂ ‖A⁻¹‖₂; NaN where they are not known, or
   * have not settled. Of a stationary method the spectral radius of its iteration matrix, and the
   * iterations that it lets expect. */
  double spectrum_least;
  double spectrum_greatest;
  double spectrum_condition;
  double iteration_radius;
  double expected_iterations;
  /* What the rows and columns were multiplied by, and why; NULL: the system was run as it is. The
   * residuals of the method are those of the scaled system, in the unit of b; everything else is of
   * the given one. */
  char *scaling;
  /* How many rows changed places before the run, and why, without a full stop; NULL: none were to.
   */
  char *matching;
  /* What was taken over from earlier runs, "levels, factors" (see seidel-reuse.h); NULL: nothing.
   */
  char *reused;
  /* The precision of the levels of multigrid where it is not that of the run, "in single
   * precision"; otherwise NULL. */
  char *levels;
  /* A sentence if the run converged but the system is so ill-conditioned that the solution is
   * doubtful; otherwise NULL. */
  char *doubt;
  /* The method that computed the reference solution of the errors; NULL if x* was known or no error
   * was requested. */
  const char *reference_method;
  /* The attempts of an automatic run, in order; the rest of the outcome is that of the last one.
   * None if the user chose the method. */
  SeidelAttempt *attempts;
  size_t n_attempts;
  double load_seconds;
  double order_seconds; /* reordering; 0 if natural */
  double seconds[SEIDEL_N_PHASES];
  double total_seconds;     /* load, order and all phases */
  bool has_device;          /* device timings are available */
  SeidelTraceDevice device; /* accumulated over all phases */
  /* The profile of the last attempt, where one was requested and the engine has kernels. */
  SeidelKernelTimes *kernels;
  size_t n_kernels;
  SeidelRank *ranks; /* of a distributed engine, by rank; NULL otherwise */
  size_t n_ranks;
  /* Details of the reason, or NULL. It names the row and the column that it is about, which are
   * also here: 0-based, in the numbering of the matrix; −1: none. */
  char *message;
  int64_t row;
  int64_t column;
  bool advised; /* the message also says what to do */
  /* columns entries, in the original numbering: the last iterate, also after a failure; the initial
   * guess if nothing was computed */
  double *x;
  bool computed;       /* x is a result of the run, not merely the initial guess */
  int64_t n;           /* doubles in x */
  bool complex_values; /* x is n / 2 complex numbers: the system is complex, and its norms are */
} SeidelOutcome;

/* The numbers in x: half of its doubles if they are complex. */
static inline int64_t
seidel_outcome_unknowns (const SeidelOutcome *outcome)
{
  return outcome->complex_values ? outcome->n / 2 : outcome->n;
}

/* What to try after it, a sentence, unless its message says so: NULL then, and where nothing is to
 * be done. */
SEIDEL_API const char *seidel_outcome_next_step (const SeidelOutcome *outcome);

/* What the device did by its own clock, transfers included; 0 without device timings. */
SEIDEL_API double seidel_outcome_device_seconds (const SeidelOutcome *outcome);
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

/* What each rank of such a run would have, where the engine of the plan is a distributed one: rows,
 * entries and what crosses; the rest is NaN or 0. A partition and a pass over the entries. *ranks
 * receives an array of *n, to be freed with g_free (); NULL and 0 for other engines. False with an
 * error if it failed or was cancelled. */
SEIDEL_API bool seidel_solve_plan_ranks (const SeidelMatrix *matrix,
                                         const SeidelPlan *plan,
                                         SeidelRank **ranks,
                                         size_t *n,
                                         GCancellable *cancellable,
                                         GError **error);

/* A trace with a history is gone on with: the run begins at the guess of the problem, which is to
 * be the x of the run that wrote it, and its iterations, points and times are added to those. The
 * limits of iterations and of time are those of this run alone. A Krylov method starts with a new
 * space.
 *
 * When the method is SEIDEL_METHOD_AUTO, the candidates of seidel_advise () are tried one after the
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
