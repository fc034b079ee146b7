/* Why a run did not converge: causes that are measured on its matrix, the likeliest first, each
 * with next steps that can be tried on it.
 *
 *   SeidelDiagnosis *diagnosis = seidel_diagnose (&subject, cancellable, &error);
 *   seidel_diagnosis_try (diagnosis, &subject, 10.0, NULL, cancellable, &error);
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "solve/seidel-solve.h"

G_BEGIN_DECLS

/* A cause that is looked for. */
typedef struct
{
  const char *id;       /* "small-diagonal", for scripts */
  const char *name;     /* "Small diagonal", for users */
  const char *sentence; /* what it does to a run */
} SeidelCause;

/* Other options for the same system, and how they did. */
typedef struct
{
  char *text;            /* "--method gmres --preconditioner none": what differs */
  SeidelOptions options; /* complete */
  const char *rhs;       /* another right-hand side, as seidel_vector_spec_parse () takes it; NULL:
                            the same. Static */
  int n_near_null;       /* constants of so many unknowns of a node are the near null space; 0: the
                            one of the problem */
  bool tried;
  SeidelReason reason; /* NONE: it could not begin, or was not tried */
  char *message;       /* why it could not begin, or NULL */
  bool converged;
  int64_t iterations;
  double seconds;
} SeidelNextStep;

typedef struct
{
  const SeidelCause *cause;
  char *measured; /* a sentence with the figures that show it, in the language of the program */
  SeidelNextStep *steps;
  size_t n_steps;
} SeidelFinding;

typedef struct
{
  SeidelFinding *findings; /* the likeliest first */
  size_t n;
} SeidelDiagnosis;

/* The run; all borrowed. */
typedef struct
{
  SeidelProblem *problem;
  const SeidelOptions *options; /* as they were asked for */
  const SeidelOutcome *outcome; /* NULL: it could not begin */
  SeidelTrace *trace;           /* NULL: it could not begin */
} SeidelDiagnosisSubject;

/* Measures: passes over the matrix, some hundred products at most, an incomplete factorisation
 * where the run used one, and a sparse direct one where it is small. Blocks; polls for
 * cancellation. NULL with an error when cancelled or without memory. A run that converged has no
 * findings. */
SEIDEL_API SeidelDiagnosis *
seidel_diagnose (const SeidelDiagnosisSubject *subject, GCancellable *cancellable, GError **error);

/* Tries the steps of all findings, those of equal options once, each for so many seconds at most.
 * False when cancelled. */
SEIDEL_API bool seidel_diagnosis_try (SeidelDiagnosis *diagnosis,
                                      const SeidelDiagnosisSubject *subject,
                                      double seconds,
                                      SeidelProgress *progress,
                                      GCancellable *cancellable,
                                      GError **error);

/* "converged after 35 iterations, 12 ms", new, in the language of the program. */
SEIDEL_API char *seidel_next_step_describe (const SeidelNextStep *step);

SEIDEL_API void seidel_diagnosis_free (SeidelDiagnosis *diagnosis);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelDiagnosis, seidel_diagnosis_free)

G_END_DECLS
