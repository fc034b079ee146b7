/* Carrying an experiment out: every cell that its result does not have yet.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/seidel-progress.h"
#include "collection/seidel-matrix-name.h"
#include "experiment/seidel-experiment-result.h"

G_BEGIN_DECLS

/* The result that a file holds of this experiment so far, or a new one if there is no such file.
 * SEIDEL_ERROR_INVALID if the file is of another experiment, machine or version. */
SEIDEL_API SeidelExperimentResult *
seidel_experiment_resume (SeidelExperiment *experiment, const char *path, GError **error);

/* Runs the cells that are not finished, in their order, on the calling thread (use a worker). With
 * “alternate” the neighbours that share a problem take turns, in one direction and then in the
 * other, so that a drift of the machine affects them alike.
 *
 * A cell whose run cannot begin becomes a gap, with the reason; one whose run ends without
 * convergence is finished, with that reason. Each finished cell is in the file at once (path NULL:
 * no file). Cancelling stops within 100 ms with G_IO_ERROR_CANCELLED; the cells in progress are
 * then run again the next time. Other errors are of the file. */
SEIDEL_API bool seidel_experiment_run (SeidelExperimentResult *result,
                                       const char *path,
                                       SeidelProgress *progress,
                                       GCancellable *cancellable,
                                       GError **error);

/* How the cells are carried out. */
typedef struct
{
  ssize_t only; /* the cell that is run, −1: all */
  /* Called on the thread of the runs after each counted one; may be NULL. */
  void (*observe) (size_t cell, const SeidelOutcome *outcome, SeidelTrace *trace, void *data);
  void *data;
  /* Words of a program that runs one cell, to which "--only", its number, "--output" and a file are
   * added, and which writes that file as a result: each cell is then run in a process of its own,
   * and what it does to the process costs that cell alone. NULL: in this process. */
  const char *const *program;
  double memory;  /* bytes that such a process may take; 0: no limit */
  double seconds; /* after which it is ended; 0: never */
} SeidelExperimentHow;

/* The same, as it is said. */
SEIDEL_API bool seidel_experiment_run_so (SeidelExperimentResult *result,
                                          const char *path,
                                          const SeidelExperimentHow *how,
                                          SeidelProgress *progress,
                                          GCancellable *cancellable,
                                          GError **error);

/* The matrix that a setup names, in its ordering. Errors say how to get it. */
SEIDEL_API SeidelMatrix *seidel_experiment_load_matrix (const SeidelExperimentSetup *setup,
                                                        SeidelProgress *progress,
                                                        GCancellable *cancellable,
                                                        GError **error);
/* The problem that a setup names: the right-hand side of its file, or else A·1, unless the setup
 * has another. */
SEIDEL_API SeidelProblem *seidel_experiment_load_problem (const SeidelExperimentSetup *setup,
                                                          GCancellable *cancellable,
                                                          GError **error);
/* Its known solution in the original numbering, as in outcomes; NULL without an error if there is
 * none. Free with seidel_vector_free (). */
SEIDEL_API double *seidel_experiment_copy_solution (const SeidelProblem *problem, GError **error);

/* What the name of its matrix means, with the size of the setup; clear name also after an error. */
SEIDEL_API bool seidel_experiment_setup_name (const SeidelExperimentSetup *setup,
                                              SeidelMatrixName *name,
                                              GError **error);

G_END_DECLS
