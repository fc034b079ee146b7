/* What the parts of a solve share: preparing, the run itself, refinement, the outcome.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <float.h>

#include "matrix/seidel-equilibration.h"
#include "method/seidel-method-run.h"
#include "method/seidel-preconditioner-private.h"
#include "plan/seidel-matching-rule.h"
#include "solve/seidel-solve.h"

G_BEGIN_DECLS

/* What is run: the given system, or the same in other units. Borrowed. */
typedef struct
{
  SeidelMatrix *matrix;
  const double *b;
  const double *guess;
  const double *solution; /* or NULL */
  const double *near_null;
} SeidelSystem;

/* The given system in other units; owned. Kept from one attempt of an automatic run to the next. */
typedef struct
{
  bool active;       /* it is run */
  SeidelScale scale; /* what the rest was made for */
  SeidelEquilibration *equilibration;
  SeidelMatrix *matrix; /* a reference to the given one where it is not scaled itself */
  SeidelStructure *structure;
  SeidelOptions options; /* with the choice made */
  char *why;             /* or NULL */
  double *b;
  double *guess;
  double *solution;
  double *near_null;
} SeidelScaled;

/* The given system with its rows exchanged, where it is run like that; owned. */
typedef struct
{
  SeidelProblem *given;   /* borrowed; NULL: rows are where they were */
  SeidelProblem *problem; /* the other one */
  SeidelMatched system;
  SeidelMatrix *made_of; /* kept from run to run: the matrix that it was made of, a reference */
  SeidelMatchingKind made_for;
  SeidelMatchingKind kind;
  SeidelOptions options; /* as asked for, but for the exchange, which is made */
} SeidelMatchedRun;

/* What a run left for another one with the same matrix: its session, with the system, the planned
 * sweeps, the preconditioner and the factors in it, and what they were made for. Owned. */
typedef struct
{
  bool open;
  bool fresh;          /* of another attempt of the same run */
  bool timed;          /* the levels of what was taken over from it are to be timed again */
  SeidelMethodRun run; /* nothing in it but what is kept */
  SeidelPreconditioner preconditioner;
  bool prepared; /* that is */
  SeidelOptions options;
  const SeidelMethod *method;
  int strategy;
  int threads;
  bool by_colors;
  SeidelStorage storage; /* of the system in the engine */
  SeidelMatrix *matrix;  /* likewise; what is in the session may refer to it, and to these */
  SeidelSchedule *schedules[2];
  SeidelProblem *problem; /* that had the near null space */
} SeidelIdleSession;

/* What was found out about a matrix, for other runs with it; owned. */
typedef struct
{
  SeidelMatrix *matrix;         /* whose structure it is; NULL: nothing is known */
  SeidelStructure *structure;   /* of all of it */
  SeidelMatrix *pattern;        /* whose schedules these are */
  SeidelSchedule *schedules[2]; /* levels */
  SeidelSchedule *colors[2];
  const char *method; /* that an automatic run ended well with; NULL: there was none */
  const char *preconditioner;
} SeidelKnownFacts;

/* Everything one run of a method carries from step to step. Plain data. */
typedef struct
{
  SeidelProblem *problem;
  const SeidelOptions *options; /* as asked for; once prepared, those of the plan */
  SeidelTrace *trace;
  GCancellable *cancellable;
  GCancellable *skip_verification;
  const SeidelLentArrays *lent; /* the matrix where the engine's memory is, or NULL; borrowed */
  SeidelDevices devices;        /* known once the plan has asked for them */
  SeidelPlan *plan;             /* owned; what follows, down to the threads, is the plan's */
  const SeidelMethod *method;
  const SeidelEngine *engine;
  int strategy; /* −1: no sweeps */
  int threads;
  char *strategy_why;               /* owned */
  char *engine_why;                 /* likewise */
  SeidelStructure *structure;       /* of the system that is run */
  SeidelStructure *given_structure; /* where that is another one */
  SeidelSystem system;              /* from the beginning of a run on */
  SeidelScaled scaled;
  SeidelMatchedRun matched;
  SeidelSchedule *schedules[2];
  const double *guess;    /* where it begins; borrowed */
  const double *solution; /* the known one or the reference, or NULL; borrowed */
  int64_t patience;       /* of SeidelMonitor */
  /* The backward error by component that x has to reach besides its tolerance; 0: any will do. */
  double component_tolerance;
  double *room;      /* for the iterate, allocated before the run; owned, NULL once taken */
  double *x;         /* the iterate in double, once it is on the host; owned */
  SeidelNorms truth; /* b − A x of that x; NaN if not known */
  bool doubled;      /* for which doubled precision was needed */
  double normal;     /* its normal residual, likewise (see seidel_solve_normal_residual ()) */
  /* The condition number and the bound of the error by which x is judged, NaN where not known; they
   * are not good enough to be reported where the outcome has none. */
  double condition;
  double bound;
  int
    n_null; /* vectors that the matrix maps to zero and that this run did without; 0: none known */
  bool singular;           /* a factorisation found the matrix singular, or nearly so */
  size_t first_projection; /* of this attempt, of those in the trace */
  SeidelMonitor monitor;
  SeidelMethodRun run;
  SeidelPreconditioner preconditioner;
  /* Whether what is prepared stays for another run, at the same address: see seidel-reuse.c. */
  bool keeps;
  bool by_rows;  /* the structure says nothing but what one pass over the rows gives */
  bool prepared; /* the preconditioner is, by another run */
  SeidelIdleSession idle;
  SeidelKnownFacts known; /* by seidel_solve_remember () */
  GString *reused;        /* what was taken over, for people; NULL: nothing */
} SeidelSolve;

/* A whole run of solve->problem by solve->options, for seidel_solve () and seidel_solve_reusing ().
 */
SeidelOutcome *seidel_solve_carry_out (SeidelSolve *solve, GError **error);

/* Plans the run of solve->options and analyses what the plan needs. */
bool seidel_solve_prepare (SeidelSolve *solve, GError **error);
void seidel_solve_clear (SeidelSolve *solve);

/* Makes the structure report if there is none yet. */
bool seidel_solve_ensure_structure (SeidelSolve *solve, GError **error);

/* What earlier runs with the matrix, or with one of the same pattern, found out: a reference, or
 * NULL. */
SeidelStructure *seidel_solve_recall_structure (SeidelSolve *solve);
SeidelSchedule *
seidel_solve_recall_schedule (SeidelSolve *solve, SeidelDirection direction, bool colors);
/* Whether two matrices have the same pattern: what does not depend on values is then the same. */
bool seidel_solve_has_pattern (const SeidelMatrix *matrix, const SeidelMatrix *other);
/* Remembers what this run has found out, where it keeps it. */
void seidel_solve_remember (SeidelSolve *solve);

/* Adds a phrase to what the outcome says was taken over. */
void seidel_solve_note_reused (SeidelSolve *solve, const char *what);

/* In place of opening a session: takes over that of the run before, as far as it serves this one.
 * False if it does not; it is closed then. */
bool seidel_solve_take_over (SeidelSolve *solve);
/* After a run: says that multigrid had its aggregates of an earlier matrix. */
void seidel_solve_note_aggregates (SeidelSolve *solve);
/* In place of closing a session: leaves it to the next run. False if it is not to be kept. */
bool seidel_solve_leave_session (SeidelSolve *solve);
void seidel_solve_close_idle (SeidelSolve *solve);
/* The storage of the system in the engine. */
SeidelStorage seidel_solve_storage (const SeidelSolve *solve);

/* Exchanges rows where that is asked for or an automatic run needs it: then solve->problem, and
 * solve->options, become others until seidel_solve_unmatch (). Before everything else. */
bool seidel_solve_match (SeidelSolve *solve, GError **error);
/* What was done, and rows in the order of the given system. */
void seidel_solve_report_matching (const SeidelSolve *solve, SeidelOutcome *outcome);
void seidel_solve_unmatch (SeidelSolve *solve);

/* Whether the plan scales the system is decided with its structure: then solve->structure, and
 * solve->options, become those of the scaled one, and the plan has to be made again. Undone by
 * seidel_solve_unscale (), before another plan. */
bool seidel_solve_scale (SeidelSolve *solve, GError **error);
void seidel_solve_unscale (SeidelSolve *solve);
void seidel_solve_clear_scaling (SeidelSolve *solve);
/* Sets solve->system. */
bool seidel_solve_take_system (SeidelSolve *solve, GError **error);
/* How norms of the scaled system are shown, once its monitor is there. */
void seidel_solve_set_units (SeidelSolve *solve);
/* "Rows differ by 10^15 in size: rows by 2⁻⁵⁰ to 2⁰", new; NULL where nothing is scaled. */
char *seidel_solve_describe_scaling (const SeidelSolve *solve);

static inline SeidelStructure *
seidel_solve_given_structure (const SeidelSolve *solve)
{
  return solve->given_structure != NULL ? solve->given_structure : solve->structure;
}

/* A solution to measure errors by, from a sparse direct method; NULL if there is none, and why_not
 * says why. */
double *seidel_solve_find_reference (SeidelSolve *solve, const char **method, char **why_not);

/* Tries the candidates of the advisor; NULL if none could start. first is the number of iterations
 * that were done before. */
SeidelOutcome *seidel_solve_automatically (SeidelSolve *solve, int64_t first, GError **error);

/* Opens a session, runs the method, verifies; NULL when the session could not be opened. first is
 * the number of iterations that were done before. */
SeidelOutcome *seidel_solve_run (SeidelSolve *solve, int64_t first, GError **error);

/* What both do before: room for the iterate and the monitor. False without memory. */
bool seidel_solve_begin (SeidelSolve *solve, int64_t first, GError **error);

/* The parts of seidel_solve_run (): begins, opens the session and brings the system there; prepares
 * the preconditioner; ends the session, also one that was not opened. */
bool seidel_solve_open (SeidelSolve *solve, int64_t first, GError **error);
SeidelReason seidel_solve_prepare_preconditioner (SeidelSolve *solve);
void seidel_solve_close (SeidelSolve *solve);

/* The same on a distributed engine: the method runs in processes of its own, everything else here.
 */
SeidelOutcome *seidel_solve_run_distributed (SeidelSolve *solve, int64_t first, GError **error);

/* The figures of an outcome about the spectrum, after everything else of the run. */
void seidel_solve_take_spectrum (SeidelSolve *solve, SeidelOutcome *outcome);

/* Whether the user, the time limit or a failure ended a solve. */
bool seidel_solve_interrupted (SeidelReason reason);

/* After a method reported convergence: compares with the true residual, and restarts the method as
 * long as that helps where it is above the tolerance. Leaves the best iterate in solve->x and its
 * residual in solve->truth. Returns the claim if it is true or if restarts do not make it true,
 * which seidel_solve_verify () then reports; otherwise what ended a restart. */
SeidelReason seidel_solve_confirm (SeidelSolve *solve, SeidelReason claim);

/* Whether the backward error by component is as small as the run is to make it. */
static inline bool
seidel_solve_meets_components (const SeidelSolve *solve, double backward_rows)
{
  return solve->component_tolerance == 0.0 || backward_rows <= solve->component_tolerance;
}

/* The solve phase in mixed precision, within the session. */
SeidelReason seidel_solve_refine (SeidelSolve *solve);

/* Whether the matrix itself is swept in that direction, rather than its factors. */
bool seidel_solve_sweeps_matrix (const SeidelSolve *solve, SeidelDirection direction);

/* Iterations without progress after which a method is considered stagnant. */
int seidel_solve_stagnation_window (const SeidelSolve *solve);

/* Replaces the message of an outcome by one about no row or column. */
void seidel_solve_note (SeidelOutcome *outcome, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* The outcome of the solve phase, and then the verified one, whose message is complete. */
SeidelOutcome *seidel_solve_make_outcome (SeidelSolve *solve, SeidelReason reason);
void seidel_solve_verify (SeidelSolve *solve, SeidelOutcome *outcome);
/* The norms of b − A x: in double precision, and where its rounding errors may exceed what the
 * tolerance that they meet asks, in doubled precision. False when cancelled, or without memory. */
bool seidel_solve_true_residual (SeidelSolve *solve,
                                 const double *x,
                                 GCancellable *cancellable,
                                 SeidelNorms *norms,
                                 bool *doubled);
/* The true residual, the backward errors and the error of the outcome's x, in the order of the
 * matrix. */
void seidel_solve_judge_solution (SeidelSolve *solve, SeidelOutcome *outcome);

/* The normal residual of x for the problem that the method solves, in double; NaN unless it is one
 * of least squares. */
double
seidel_solve_normal_residual (SeidelSolve *solve, const double *x, GCancellable *cancellable);

/* From this condition number on the factors may have no digit right, and a refinement may converge
 * to anything. */
#define SEIDEL_TRUSTED_CONDITION (0.5 / DBL_EPSILON)

/* The condition number and the bound of the error, where the run has factors to estimate them with
 * (see seidel-direct.h). */
void seidel_solve_estimate_accuracy (SeidelSolve *solve, SeidelOutcome *outcome);

/* Whether a sweep has solved a triangular system: no entry of such a matrix but those of its
 * diagonal makes it singular, and every component of x is as good as the data, however x grows
 * (Higham (2002), 8.1). */
bool seidel_solve_substituted (const SeidelSolve *solve);

/* Reports no bound where the known solution is farther from x: it may bound the error of x for the
 * numbers as they are stored, which the doubt then says. */
void seidel_solve_drop_refuted_bound (const SeidelSolve *solve, SeidelOutcome *outcome);

/* A run that came to a halt has converged if the backward error of its x is one of rounding. */
void seidel_solve_trust_backward_error (const SeidelSolve *solve, SeidelOutcome *outcome);

/* Whether b is nothing but the rounding errors of A x*, with the known solution. */
bool seidel_solve_is_rounded_zero (const SeidelProblem *problem);

/* A sentence on why x is doubtful although the run converged, or NULL. */
char *seidel_solve_find_doubt (const SeidelSolve *solve, const SeidelOutcome *outcome);

G_END_DECLS
