/* When a run ends: the criteria, asked once an iteration.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "engine/seidel-engine-use.h"
#include "matrix/seidel-vector.h"
#include "run/seidel-options.h"
#include "run/seidel-trace-writer.h"

G_BEGIN_DECLS

/* Used by the worker alone, but for stop_requested (), which the engine polls from its threads. */
typedef struct
{
  const SeidelOptions *options;
  SeidelTrace *trace;
  GCancellable *cancellable;
  int window;       /* of the stagnation criterion */
  int64_t deadline; /* of the monotonic clock, 0: none */
  double reference; /* ‖b‖, or ‖r₀‖ when b = 0 */
  /* For the backward tolerance, which is not used without them: ‖A‖∞, 0 if unknown; ‖b‖₂; and ‖x‖₂
   * of the iterate that was last measured. */
  double norm_A;
  double norm_b;
  double norm_x;
  /* By what the backward error in the norm ∞ is less than that in these norms. */
  double flatness;
  double initial; /* NaN before the first check */
  double latest;
  int64_t iterations; /* in all: those before it began included */
  int64_t first;      /* iterations that were done before it began */
  /* What a residual of 1 stands for: 1, but in a refinement, which solves for scaled residuals. */
  double unit;
  /* Of a scaled system: what its residuals and its errors are multiplied by to be those of the
   * given one, as far as one number can say it. Everything here is of the system that is run; what
   * the trace shows, and absolute tolerances, are of the given one. 1: it is the given one. */
  double scale;
  double error_scale;
  /* A run inside a refinement: the refinement itself notes its first and its last iterate, with
   * the residual in double. */
  bool inner;
  /* The method solves the system in one step, as factors and sweeps of a triangular matrix do: its
   * residual may be large where x is, which is no divergence. */
  bool one_step;
  /* ‖x − x*‖₂ of the iterate that the next check is about; NaN where it is not known. */
  double error;
  /* ‖b − A x‖∞ of that iterate, likewise. */
  double maximum;
  /* Of least squares (see seidel-normal.h): the normal residual that the next check is about, NaN
   * where there is none, and the one at which the run ends. */
  double normal;
  double normal_target;
  double normal_initial;
  bool unproved; /* the residual need not be the least one, however small the normal one is */
  /* Iterations after which another method would be there: see SeidelCandidate. 0: none would. */
  int64_t patience;
  /* Stagnation: the least residual so far against what it was a window ago. */
  double least;
  double least_before;
  double
    least_normal; /* likewise of normal residuals, of which one may fall when the other cannot */
  double least_normal_before;
  int64_t window_began;
  /* What is solved is not A x = b but a damped problem: ‖b − A x‖ says nothing of its x, and the
   * run ends by the normal residual alone. */
  bool damped;
} SeidelMonitor;

/* norm_b is ‖b‖₂; window as options->stagnation_window, which must not be 0 here. */
void seidel_monitor_init (SeidelMonitor *monitor,
                          const SeidelOptions *options,
                          SeidelTrace *trace,
                          GCancellable *cancellable,
                          double norm_b,
                          int window);

/* After that, before the run of a scaled system. */
void seidel_monitor_set_scale (SeidelMonitor *monitor, double scale, double error_scale);

/* For one run inside a refinement whose own monitor is outer: what is solved is a system with a
 * right-hand side of norm 1 that stands for unit. Cancellation, the time limit and the trace are
 * those of the outer one, iterations go on from its count. */
void seidel_monitor_init_inner (SeidelMonitor *monitor,
                                const SeidelMonitor *outer,
                                const SeidelOptions *options,
                                double unit,
                                int window);

/* For another solve of the same run from its latest iterate, with the options' tolerances and
 * iterations: the criteria begin again, while iterations and time go on counting. */
void seidel_monitor_restart (SeidelMonitor *monitor, const SeidelOptions *options);

/* For SeidelContextSettings.poll: cancelled, or past the time limit. */
bool seidel_monitor_poll (void *monitor);

/* The residual norm ‖r‖₂ at which the run converges: that of the options, or where the backward
 * error of the iterate meets its tolerance, whichever is larger; 0 where none counts. */
double seidel_monitor_target (const SeidelMonitor *monitor);

/* ‖b‖, or ‖r₀‖ when b = 0, of the given system. */
double seidel_monitor_given_reference (const SeidelMonitor *monitor);

/* Which tolerance an iterate with these norms of the given system meets, or NONE, also where they
 * are NaN. */
SeidelReason seidel_monitor_criterion (const SeidelMonitor *monitor, const SeidelNorms *norms);

/* Whether norms of the iterate are to be measured for that: norm_x before a check. */
bool seidel_monitor_wants_norm (const SeidelMonitor *monitor);

/* The backward error of the iterate with norm_x, whose residual has the norm ‖r‖₂, is known: later
 * targets follow it. */
void seidel_monitor_calibrate (SeidelMonitor *monitor, double norm_2, double backward);

/* Notes the residual norm after iteration (0: before the first; counted from where this monitor
 * began) and says whether to go on
 * (SEIDEL_REASON_NONE). A failure of the session comes first: the residual is not looked at then.
 */
SeidelReason seidel_monitor_check (SeidelMonitor *monitor,
                                   SeidelSession *session,
                                   int64_t iteration,
                                   double residual);

/* The reason that a failed session stands for. */
SeidelReason seidel_monitor_failure (SeidelMonitor *monitor, SeidelSession *session);

G_END_DECLS
