/* Filling a result and keeping its file, for the files of this folder.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "experiment/seidel-experiment-result.h"

G_BEGIN_DECLS

/* Publishes a cell; one thread at a time, once per cell. Takes values and why. */
void seidel_experiment_result_set (SeidelExperimentResult *self,
                                   size_t cell,
                                   const SeidelExperimentCell *finished);

/* A result with an empty machine, for reading a file. Takes machine and begun. */
SeidelExperimentResult *seidel_experiment_result_new_read (SeidelExperiment *experiment,
                                                           SeidelExperimentMachine *machine,
                                                           char *begun);

/* Makes it a result of this experiment, or stale. Before it is shared between threads. */
void seidel_experiment_result_adopt (SeidelExperimentResult *self,
                                     SeidelExperiment *experiment,
                                     const char *name);

/* The file of a result while it is filled. */
typedef struct SeidelExperimentFile SeidelExperimentFile;

/* Writes all cells so far in place of an older file, which stays if that fails. */
SeidelExperimentFile *
seidel_experiment_file_new (SeidelExperimentResult *result, const char *path, GError **error);
/* Appends a finished cell: in one write, so that the file is complete before and after it. */
bool seidel_experiment_file_append (SeidelExperimentFile *self, size_t cell, GError **error);
/* Waits for the disk; frees in any case. */
bool seidel_experiment_file_close (SeidelExperimentFile *self, GError **error);

G_END_DECLS
