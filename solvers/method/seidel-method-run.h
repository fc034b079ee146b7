/* What a method has at hand while it runs: the system on an engine, and someone to ask whether to
 * go on.
 *
 * How to write the next method: one file with one function
 *
 *     SeidelReason seidel_method_NAME (SeidelMethodRun *run);
 *
 * that loops: work out the residual norm of the iterate, ask seidel_method_run_check () and return
 * its reason when there is one, then improve run->x between seidel_method_run_begin () and _end ().
 * It names its scalars by an enum, takes its vectors from the run, and never prints, draws or looks
 * at the clock. Then add one row to the table in seidel-method.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-matching.h"
#include "analysis/seidel-schedule.h"
#include "engine/seidel-engine-use.h"
#include "matrix/seidel-equilibration.h"
#include "method/seidel-method.h"
#include "run/seidel-monitor.h"

G_BEGIN_DECLS

typedef struct SeidelPreconditioner SeidelPreconditioner; /* method/seidel-preconditioner.h */
typedef struct SeidelPreconditionerKind SeidelPreconditionerKind;
typedef struct SeidelDirect SeidelDirect;       /* method/seidel-direct.h */
typedef struct SeidelNullSpace SeidelNullSpace; /* method/seidel-null-space.h */

/* The most vectors that IDR (s) has its residuals orthogonal to. */
#define SEIDEL_IDR_MOST_SHADOWS 16

/* The most vectors that a method takes from its run: those of IDR (s). */
#define SEIDEL_METHOD_RUN_WORK (3 * SEIDEL_IDR_MOST_SHADOWS + 3)

struct SeidelMethodRun
{
  const SeidelMethod *method;
  const SeidelOptions *options;
  SeidelMatrix *matrix; /* borrowed */
  /* What was done to the given system to make this one; NULL: it is the given one. Borrowed. */
  const SeidelEquilibration *equilibration;
  /* The exchange of rows that was made before, by which rows are named; NULL: none. Borrowed. */
  const SeidelMatching *matching;
  const SeidelCsr *csr;             /* the matrix as it was read */
  const SeidelStructure *structure; /* what is known of it */
  /* As in a SeidelProblem; borrowed. */
  const double *near_null;
  int n_near_null;
  /* What A maps to zero, where that is known and the method can do without it; else NULL. */
  SeidelNullSpace *null_space;
  SeidelSession session;
  SeidelOperator *A;
  SeidelVector *b;
  SeidelVector *x; /* the first guess; holds the latest whole iterate when the method returns */
  SeidelVector *work[SEIDEL_METHOD_RUN_WORK]; /* taken by the method, n_work of them */
  int n_work;
  int64_t n;   /* rows */
  int threads; /* at least 1, for methods on the host; an engine knows it already */
  /* By SeidelDirection: those that the rows of the method and of the preconditioner ask for. */
  SeidelSweep *sweeps[2];
  /* How sweeps are carried out, for those who plan some of their own: an index into the engine's
   * strategies, −1 where nobody sweeps, and what is known of the levels of A, or NULL. */
  int strategy;
  const SeidelSchedule *schedules[2];
  /* The times of the levels in each direction, see seidel_method_run_time_levels (). */
  struct
  {
    const SeidelSchedule *schedule; /* of the sweeps of A, where anybody knows it, or NULL */
    bool asked;                     /* they are to be timed */
    bool beside;                    /* by sweeps beside the run: the engine has no times */
    bool apart;                     /* likewise, and they are not yet */
    bool triangle;                  /* of one triangle, not of the whole matrix */
  } level_times[2];
  SeidelPreconditioner *preconditioner; /* never NULL; "none" where there is none */
  SeidelMonitor *monitor;
  /* What a method keeps for another solve () with the same matrix and another b: a refinement calls
   * it again and again within one session. A factorisation belongs here. kept_free may be NULL
   * while there is nothing kept. */
  gpointer kept;
  GDestroyNotify kept_free;
  /* What there was to say of what is kept, or of the preconditioner, once it was made, and of which
   * row: for every run that takes it over. Owned, or NULL. */
  char *kept_message;
  int64_t kept_row;
  /* What the factors took, and what a solve with them takes, by their operations and entries: the
   * same for the same matrix, whatever else the machine does. 0: not known. */
  double factor_seconds;
  double solve_seconds;
  double factor_bytes; /* the most that the factors of a sparse direct method took at a time */
  const SeidelDirect *direct; /* what solves with the factors kept; NULL: none are */
  /* Of least squares by factors that came to a halt: the relative change of A that makes x the
   * solution, see seidel-direct.c; NaN where it is not known, 0 where it was not asked for. */
  double range_backward;
  /* x*, and room for x − x*, where errors are tracked; NULL otherwise. */
  SeidelVector *solution;
  SeidelVector *difference;
  /* Room for b − A x, in the engine and on the host, where its largest component is followed; NULL
   * otherwise. */
  SeidelVector *residual;
  double *residual_here;
  /* Set by a method while x is not the iterate whose residual it reports: no error is noted then.
   */
  bool x_behind;
  /* Where the engine's memory may be lost: room on the host for an iterate that is brought there
   * now and then, or NULL; the iteration it is of, −1 before the first; and when that was, by the
   * monotonic clock. */
  double *saved_x;
  int64_t saved_iteration;
  int64_t saved_at;
  bool single_levels; /* of multigrid, in a run in double precision */
  bool unproved;      /* set by one of least squares: its normal residual does not end it yet */
  bool singular;      /* set by a factorisation that found the matrix singular, or nearly so */
  int64_t rank;       /* of the matrix, set by a factorisation that finds it; −1: not known */
  bool marked;        /* the end of an iteration's main operation, whose time is not read yet */
  /* What there is to add to the end of the run, and the row and the column of the matrix that it is
   * about, −1 for none, which whoever shows it adds (seidel_matrix_add_place ()). Owned. */
  char *message;
  int64_t row;
  int64_t column;
};

/* A vector of n zeros in the engine; NULL after a failure, which the next check reports. */
SeidelVector *seidel_method_run_vector (SeidelMethodRun *run);

/* The same of n numbers, which the run frees when its method has returned. */
SeidelVector *seidel_method_run_work (SeidelMethodRun *run, int64_t n);

/* Calls the method. */
SeidelReason seidel_method_run_solve (SeidelMethodRun *run);

/* Slots that a method may use: the last ones are for measuring errors. */
#define SEIDEL_METHOD_RUN_SCALARS (SEIDEL_SCALARS - 2)

/* Takes the squared norm from a slot (never negative but for rounding) and asks the monitor. */
SeidelReason
seidel_method_run_check (SeidelMethodRun *run, int64_t iteration, SeidelScalar squared);

/* The same for a squared norm that the method has on the host. */
SeidelReason
seidel_method_run_check_squared (SeidelMethodRun *run, int64_t iteration, double squared);

/* The same for a residual norm on the host, of a method that measures its iterates itself. */
SeidelReason
seidel_method_run_check_norm (SeidelMethodRun *run, int64_t iteration, double residual);

/* The same for a method of least squares, which also has the normal residual (see
 * matrix/seidel-normal.h) on the host, by which the run may end, too, unless it is unproved. */
SeidelReason seidel_method_run_check_normal (SeidelMethodRun *run,
                                             int64_t iteration,
                                             double residual,
                                             double normal);

/* The normal residual at which it ends. */
double seidel_method_run_normal_target (const SeidelMethodRun *run);

/* The reason that such a method ends with, the last check having been about run->x itself: of a
 * square system without damping, where a solution of A x = b is expected, a residual that is as
 * small as it can be is SEIDEL_REASON_LEAST_SQUARES if that proves that there is none. */
SeidelReason seidel_method_run_end_normal (SeidelMethodRun *run, SeidelReason reason);

/* Whether the residual of run->x proves that a square system has no solution, whatever the units of
 * its rows and columns, see seidel_csr_range_residual (). Computed in double, of the matrix as it
 * was read. */
bool seidel_method_run_has_no_solution (SeidelMethodRun *run);

/* λ of a run with these options, or of this one; 0 without damping. */
double seidel_method_damping (const SeidelMethod *method, const SeidelOptions *options);
double seidel_method_run_damping (const SeidelMethodRun *run);

/* The unit of rounding of the run's arithmetic, in which a method's tests for zero are expressed.
 */
double seidel_method_run_epsilon (const SeidelMethodRun *run);

/* Whether the product of two vectors is zero but for rounding, given the squares of their norms. */
bool seidel_method_run_is_noise (const SeidelMethodRun *run,
                                 double product,
                                 double squared,
                                 double other_squared);

/* Around the main operation of an iteration, for the trace. They do not wait for an engine that has
 * a clock of its own: the check that follows does. */
void seidel_method_run_begin (SeidelMethodRun *run, int64_t iteration);
void seidel_method_run_end (SeidelMethodRun *run);

/* Scalars that judge () may look at, at most. */
#define SEIDEL_METHOD_RUN_OBSERVED 8

/* The main operation of an iteration, and what there is to ask before it, of a method whose next
 * step can be queued while its last iterate is still unknown (SeidelMethod.runs_ahead). */
typedef struct
{
  int n_observed; /* judge () looks at the slots 0 … n_observed − 1 */
  /* Asks seidel_method_run_check_squared () about the iterate, and whether the method can go on. */
  SeidelReason (*judge) (SeidelMethodRun *run,
                         gconstpointer state,
                         int64_t iteration,
                         const double *values);
  /* The step from that iterate. It leaves x and the slots that judge () looks at as they are. */
  void (*step) (SeidelMethodRun *run, gconstpointer state, int64_t iteration);
} SeidelMethodStep;

/* Judges an iterate and makes the step from it, unless the run ends. Where the engine works while
 * the host goes on, and nothing but the residual is observed, the step is queued first, so that the
 * engine never waits for the host; in the end there is one step too many. */
SeidelReason seidel_method_run_advance (SeidelMethodRun *run,
                                        const SeidelMethodStep *method,
                                        gconstpointer state,
                                        int64_t iteration);

/* Has the levels of a sweep in this direction timed, now and then, from its report. Where the
 * engine cannot time them, sweeps beside the run do it, once that takes no more than a small part
 * of its time: of the rows of the matrix, or of the triangle that they depend on. Call it before
 * the first sweep; has no effect the second time. */
void seidel_method_run_time_levels (SeidelMethodRun *run,
                                    const SeidelSweep *sweep,
                                    SeidelDirection direction,
                                    bool triangle);
/* The same for what another run prepared, whose levels were asked for then. */
void seidel_method_run_time_levels_again (SeidelMethodRun *run, const SeidelMethodRun *before);
/* What the next sweep of this direction is to report to, with the trace as its data; NULL: not
 * timed. */
SeidelSweepReportFunc seidel_method_run_report (SeidelMethodRun *run, SeidelDirection direction);
/* Between two iterations: makes the sweeps beside the run, if it is time. */
void seidel_method_run_poll_levels (SeidelMethodRun *run);
/* After the method: times the levels that are still to be timed, if that does not take long. */
void seidel_method_run_end_levels (SeidelMethodRun *run);

/* Takes what the engine measured by its own clock over to the trace, if it has one; waits for what
 * is marked. For those who wait anyway, and when a phase is over. */
void seidel_method_run_measure (SeidelMethodRun *run);

/* The value of a parameter that the method's row declares. */
double seidel_method_run_parameter (const SeidelMethodRun *run, SeidelParameterIndex index);

/* For work on the host, to be asked every few milliseconds: whether the run should stop now, and
 * the reason it then ends with. Any thread may ask. */
bool seidel_method_run_stopped (const SeidelMethodRun *run);
SeidelReason seidel_method_run_stop_reason (const SeidelMethodRun *run);

/* Notes the residual norm of run->x, which was set on the host, and asks the monitor. */
SeidelReason seidel_method_run_check_iterate (SeidelMethodRun *run, int64_t iteration);

/* A complete stationary method: repeats the sweeps of the method's row, relaxed by omega, until the
 * monitor ends the run. The sweep that updates an iterate also computes its residual (see
 * SeidelEngine.relaxations), so that at convergence run->x is one step ahead of the iterate that
 * met the criterion. At the iteration limit it is that iterate itself. */
SeidelReason seidel_method_run_relax (SeidelMethodRun *run, double omega);

/* Whether there is a preconditioner at all; where there is none, M⁻¹ r is r itself and need not be
 * copied. */
bool seidel_method_run_preconditioned (const SeidelMethodRun *run);

/* z ← M⁻¹ r, and z ← M⁻ᵀ r; r is not z. */
void seidel_method_run_precondition (SeidelMethodRun *run, const SeidelVector *r, SeidelVector *z);
/* The first, and out ← r · z. */
void seidel_method_run_precondition_dot (SeidelMethodRun *run,
                                         const SeidelVector *r,
                                         SeidelVector *z,
                                         SeidelScalar out);
void seidel_method_run_precondition_transposed (SeidelMethodRun *run,
                                                const SeidelVector *r,
                                                SeidelVector *z);

/* What the message says holds for whoever takes over what the run keeps. */
void seidel_method_run_keep_message (SeidelMethodRun *run);

/* Replaces the message by one about no row or column: one that has a place sets it afterwards. */
void seidel_method_run_note (SeidelMethodRun *run, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* The same, and ends with SEIDEL_REASON_BREAKDOWN. */
SeidelReason seidel_method_run_breakdown (SeidelMethodRun *run, const char *format, ...)
  G_GNUC_PRINTF (2, 3);

SeidelReason seidel_method_jacobi (SeidelMethodRun *run);
SeidelReason seidel_method_jacobi_weighted (SeidelMethodRun *run);
SeidelReason seidel_method_gauss_seidel (SeidelMethodRun *run);
SeidelReason seidel_method_sor (SeidelMethodRun *run);
SeidelReason seidel_method_multigrid (SeidelMethodRun *run);
SeidelReason seidel_method_symgs (SeidelMethodRun *run);
SeidelReason seidel_method_symgs_forward (SeidelMethodRun *run);
SeidelReason seidel_method_gauss_jordan (SeidelMethodRun *run);
SeidelReason seidel_method_gauss_jordan_pivoting (SeidelMethodRun *run);
SeidelReason seidel_method_lu_crout (SeidelMethodRun *run);
SeidelReason seidel_method_lu (SeidelMethodRun *run);
SeidelReason seidel_method_umfpack (SeidelMethodRun *run);
SeidelReason seidel_method_cholmod (SeidelMethodRun *run);
SeidelReason seidel_method_ldlt (SeidelMethodRun *run);
SeidelReason seidel_method_qr (SeidelMethodRun *run);
SeidelReason seidel_method_cudss (SeidelMethodRun *run);
SeidelReason seidel_method_library (SeidelMethodRun *run);
double seidel_method_cholmod_count (SeidelMatrix *matrix);
double seidel_method_ldlt_count (SeidelMatrix *matrix);
double seidel_method_umfpack_count (SeidelMatrix *matrix);
double seidel_method_qr_count (SeidelMatrix *matrix);
double seidel_method_qr_memory (const SeidelStructure *structure, SeidelPrecision precision);
double seidel_method_gauss_jordan_memory (const SeidelStructure *structure,
                                          SeidelPrecision precision);
double seidel_method_lu_memory (const SeidelStructure *structure, SeidelPrecision precision);
SeidelReason seidel_method_cg (SeidelMethodRun *run);
SeidelReason seidel_method_cg_flexible (SeidelMethodRun *run);
SeidelReason seidel_method_cocg (SeidelMethodRun *run);
SeidelReason seidel_method_bicg (SeidelMethodRun *run);
SeidelReason seidel_method_bicgstab (SeidelMethodRun *run);
SeidelReason seidel_method_gmres (SeidelMethodRun *run);
SeidelReason seidel_method_gmres_flexible (SeidelMethodRun *run);
SeidelReason seidel_method_idr (SeidelMethodRun *run);
SeidelReason seidel_method_tfqmr (SeidelMethodRun *run);
SeidelReason seidel_method_minres (SeidelMethodRun *run);
SeidelReason seidel_method_minres_qlp (SeidelMethodRun *run);
SeidelReason seidel_method_lsqr (SeidelMethodRun *run);
SeidelReason seidel_method_lsmr (SeidelMethodRun *run);
SeidelReason seidel_method_cgls (SeidelMethodRun *run);

G_END_DECLS
