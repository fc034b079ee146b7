/* The options of a run, and why it ended. Their names and texts: plan/seidel-setting.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <glib.h>

#include "base/seidel-api.h"
#include "base/seidel-types.h"

G_BEGIN_DECLS

/* The parameters of methods and preconditioners, and of a distributed engine, each once: the only
 * list of them. */
typedef enum
{
  SEIDEL_PARAMETER_OMEGA,
  SEIDEL_PARAMETER_WEIGHT,
  SEIDEL_PARAMETER_RESTART,
  SEIDEL_PARAMETER_PRECONDITIONER_OMEGA,
  SEIDEL_PARAMETER_COARSENING, /* a SeidelCoarsening */
  SEIDEL_PARAMETER_STRENGTH,
  SEIDEL_PARAMETER_CYCLE,    /* a SeidelCycle */
  SEIDEL_PARAMETER_SMOOTHER, /* a SeidelSmootherIndex */
  SEIDEL_PARAMETER_SMOOTHING,
  SEIDEL_PARAMETER_DAMP,
  SEIDEL_PARAMETER_PARTITION,  /* of a distributed engine; a SeidelPartitioning of
                                * analysis/seidel-partition.h */
  SEIDEL_PARAMETER_PIVOT,      /* of incomplete factors, a part of the row; 0: none is replaced */
  SEIDEL_PARAMETER_SHADOWS,    /* of IDR(s): s */
  SEIDEL_PARAMETER_FILL_LEVEL, /* of ILU(k) and IC(k): k */
  SEIDEL_PARAMETER_ROW_FILL,   /* of ILUT(p, τ): p */
  SEIDEL_PARAMETER_DROP,       /* likewise, τ */
  SEIDEL_PARAMETER_NODE,       /* unknowns of a node; 0: found from the pattern */
  SEIDEL_PARAMETER_LEVELS,     /* of multigrid; a SeidelLevelsPrecision */
  SEIDEL_N_PARAMETERS,
} SeidelParameterIndex;

/* How multigrid makes the coarser levels. */
typedef enum
{
  SEIDEL_COARSENING_AUTO,
  SEIDEL_COARSENING_AGGREGATION,
  SEIDEL_COARSENING_CLASSICAL,
  SEIDEL_COARSENING_GEOMETRIC,
} SeidelCoarsening;

/* How multigrid visits the coarser levels. */
typedef enum
{
  SEIDEL_CYCLE_V,
  SEIDEL_CYCLE_W,
  SEIDEL_CYCLE_K,
} SeidelCycle;

/* What multigrid smooths with; how: method/seidel-smoother.h. */
typedef enum
{
  SEIDEL_SMOOTHER_AUTO,
  SEIDEL_SMOOTHER_GAUSS_SEIDEL,
  SEIDEL_SMOOTHER_SYMMETRIC,
  SEIDEL_SMOOTHER_MULTICOLOR,
  SEIDEL_SMOOTHER_JACOBI,
  SEIDEL_SMOOTHER_CHEBYSHEV,
  SEIDEL_N_SMOOTHERS,
} SeidelSmootherIndex;

/* Of the levels of multigrid, in a run in double precision. */
typedef enum
{
  SEIDEL_LEVELS_AUTO, /* single where that serves as well */
  SEIDEL_LEVELS_SAME, /* that of the run */
  SEIDEL_LEVELS_SINGLE,
} SeidelLevelsPrecision;

/* Everything here is plain data and static tables, and may be used from any thread.
 *
 * A plain value: copying it is enough. The ids point to static strings of the tables (resolve a
 * user's text with seidel_method_find () and friends, or g_intern_string ()). */
typedef struct
{
  const char *method;         /* id in the method table, or SEIDEL_METHOD_AUTO */
  const char *engine;         /* id in the list of engines, or SEIDEL_ENGINE_AUTO */
  int device;                 /* of an engine that has several, from 0 */
  const char *strategy;       /* id of a sweep strategy, or "auto" */
  const char *preconditioner; /* id in the table of preconditioners */
  double parameters[SEIDEL_N_PARAMETERS];
  SeidelStorage storage; /* or SEIDEL_STORAGE_AUTO */
  SeidelShape shape;     /* of products with a dense matrix, for engines that have shapes */
  int arithmetic;        /* of SeidelArithmetic */
  SeidelPrecision precision;
  SeidelScale scaling; /* or SEIDEL_SCALE_AUTO */
  int matching;        /* of SeidelMatchingKind, analysis/seidel-matching.h */
  int threads;         /* 0: all processors */
  double tolerance;    /* on ‖r‖ / ‖b‖ (on ‖r‖ / ‖r₀‖ when b = 0); 0: not used */
  double absolute_tolerance; /* on ‖r‖; 0: not used */
  double backward_tolerance; /* on the backward error (SeidelNorms.backward); 0: not used */
  double maximum_tolerance;  /* on ‖b − A x‖∞; 0: not used */
  int64_t max_iterations;
  double time_limit;        /* seconds, 0: none */
  int stagnation_window;    /* iterations without progress before giving up; 0: by the method */
  double divergence_factor; /* gives up when ‖r‖ exceeds this × max (‖r₀‖, ‖b‖) */
  /* Records ‖x − x*‖₂ with each residual: x* is the known solution of the problem, or else it is
   * computed first by a sparse direct method. */
  bool track_error;
  /* Records ‖b − A x‖∞ with each residual, by a product of its own with the iterate; so does a
   * maximum_tolerance. */
  bool track_maximum;
  /* Measures the extreme eigenvalues of A after the run, of a matrix that is not symmetric the
   * singular values, and of a stationary method the spectral radius of its iteration matrix. */
  bool spectrum;
  /* Refines the solution of a direct method with residuals in doubled precision until x itself, not
   * only its residual, is accurate to working precision. */
  bool accurate;
  bool skip_condition;   /* no estimates from the factors of a direct method */
  bool skip_replacement; /* Krylov methods do not restart from the true residual */
  bool skip_level_times; /* the levels of sweeps are not timed */
  bool profile;          /* the kernels of a device are timed one by one, see SeidelKernelTimes */
  /* Of a distributed engine: its processes, 0 for one on each processor, and the command that
   * starts them, as SEIDEL_LAUNCHER_DEFAULT; NULL: that. */
  int ranks;
  const char *launcher;
  /* Of the petsc engine: options of PETSc, as on a command line; NULL: none. */
  const char *petsc_options;
  /* For multigrid: the file of the near null space of the problem, which is read when the problem
   * is made, by seidel_problem_read_near_null (); NULL: none. */
  const char *near_null;
} SeidelOptions;

/* Not a method: the advisor chooses, see advisor/seidel-advice.h. */
#define SEIDEL_METHOD_AUTO "auto"

/* The command that starts the processes of a distributed engine: words as in a shell, {ranks} being
 * their number. The program and its arguments follow it. */
#define SEIDEL_LAUNCHER_DEFAULT "mpirun -n {ranks}"

/* Of the options of PETSc, with the zero at their end. */
#define SEIDEL_PETSC_OPTIONS_BYTES 2048

/* The CPU, or the device where the run is expected to be over sooner there. */
#define SEIDEL_ENGINE_AUTO "auto"

/* A sweep strategy chosen by the engine. */
#define SEIDEL_STRATEGY_AUTO "auto"

/* The defaults. */
SEIDEL_API SeidelOptions seidel_options_default (void);
#define SEIDEL_OPTIONS_INIT seidel_options_default ()

/* Those of a run whose sweeps are of interest for the times of their levels alone, whether or not
 * they converge: a few hundred, or as many as fit into some seconds. method and strategy are
 * borrowed. */
SEIDEL_API SeidelOptions seidel_options_to_time_levels (const char *method, const char *strategy);

/* Whether ‖b − A x‖∞ is recorded: asked for, or needed for its tolerance. */
static inline bool
seidel_options_follow_maximum (const SeidelOptions *options)
{
  return options->track_maximum || options->maximum_tolerance > 0.0;
}

/* The residual norm ‖r‖ at which a run has converged whatever its x; reference: ‖b‖, or ‖r₀‖ when
 * b = 0. */
SEIDEL_API double seidel_options_target (const SeidelOptions *options, double reference);

/* Why a run ended. */
typedef enum
{
  SEIDEL_REASON_NONE, /* still running */
  SEIDEL_REASON_CONVERGED_RELATIVE,
  SEIDEL_REASON_CONVERGED_ABSOLUTE,
  SEIDEL_REASON_CONVERGED_BACKWARD,      /* by the backward error alone */
  SEIDEL_REASON_CONVERGED_MAXIMUM,       /* by the largest component of the residual alone */
  SEIDEL_REASON_CONVERGED_EXACT,         /* the residual became zero */
  SEIDEL_REASON_CONVERGED_LEAST_SQUARES, /* the normal residual of a rectangular system is small */
  SEIDEL_REASON_DATA_PRECISION,          /* the backward error of x is one of rounding */
  SEIDEL_REASON_ITERATION_LIMIT,
  SEIDEL_REASON_TIME_LIMIT,
  SEIDEL_REASON_STAGNATED,
  SEIDEL_REASON_ACCURACY_LIMIT, /* the method's own residual converged, the true one did not */
  SEIDEL_REASON_LEAST_SQUARES,  /* likewise of a square one, which has no solution then */
  SEIDEL_REASON_TOO_SLOW,       /* of one attempt: another method is expected to be faster */
  SEIDEL_REASON_DIVERGED,
  SEIDEL_REASON_NOT_FINITE, /* an infinity or a NaN appeared */
  SEIDEL_REASON_BREAKDOWN,  /* the method divided by zero; the message names the quantity */
  SEIDEL_REASON_CANCELLED,
  SEIDEL_REASON_OUT_OF_MEMORY,
  SEIDEL_REASON_DEVICE_LOST,
  SEIDEL_REASON_RANK_LOST, /* a process of a distributed run ended before it; the message names it
                            */
  SEIDEL_REASON_FAILED,    /* the engine failed otherwise; the message says how */
} SeidelReason;

SEIDEL_API bool seidel_reason_converged (SeidelReason reason);
SEIDEL_API const char *
seidel_reason_id (SeidelReason reason); /* "converged-relative", for scripts */
SEIDEL_API const char *seidel_reason_name (SeidelReason reason); /* "Converged", for users */
/* A sentence for users: "The residual fell below the relative tolerance." */
SEIDEL_API const char *seidel_reason_sentence (SeidelReason reason);
/* What to try after it, a sentence: "Choose another method or preconditioner."; NULL for a reason
 * that calls for nothing. */
SEIDEL_API const char *seidel_reason_next_step (SeidelReason reason);

typedef struct
{
  const char *id;       /* "single" */
  const char *name;     /* "Single", for users */
  const char *sentence; /* its cost and its accuracy */
} SeidelPrecisionInfo;

/* All rows, in the order of SeidelPrecision; static. */
SEIDEL_API const SeidelPrecisionInfo *seidel_precisions (size_t *n);
SEIDEL_API const char *seidel_precision_id (SeidelPrecision precision); /* "single", "double" */
/* Why a run in it cannot make the residual smaller, a clause. */
SEIDEL_API const char *seidel_precision_limit (SeidelPrecision precision);
/* False if the text is not an id; *precision is then unchanged. */
SEIDEL_API bool seidel_precision_parse (const char *text, SeidelPrecision *precision);

G_END_DECLS
