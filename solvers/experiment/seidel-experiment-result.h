/* The result of an experiment: what was measured, cell by cell, on which machine.
 *
 * A result is filled by one worker and may be read by any thread meanwhile: a cell is published
 * once, when it is finished, and never changes afterwards.
 *
 * Its file is JSON with one line per cell, which is complete and valid after each cell:
 *
 *   {"schema": "seidel-experiment-result/1", "experiment": {…}, "machine": {…}, "begun": "…",
 *    "cells": [
 *   {"cell": 0, "state": "done", "reason": "converged-relative", "runs": [[0.12, 7], …]},
 *   …
 *   ]}
 *
 * "runs" has one array per run, with a value per measure of the experiment, null where it is not
 * known. A cell whose run could not begin has "why" instead.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "experiment/seidel-experiment-machine.h"
#include "experiment/seidel-experiment.h"

G_BEGIN_DECLS

typedef enum
{
  SEIDEL_CELL_WAITING,
  SEIDEL_CELL_DONE,
  SEIDEL_CELL_GAP, /* its run could not begin: no such engine, a need that is not met, no memory */
} SeidelCellState;

/* One cell; borrowed from the result. */
typedef struct
{
  SeidelCellState state;
  const char *reason; /* DONE: id of the SeidelReason of the last run, static; NULL without runs */
  const char *why;    /* GAP: a sentence */
  const double *values; /* DONE: n_runs rows of a value per measure; NaN: not known */
  int n_runs;
} SeidelExperimentCell;

/* Whether its last run reached what it was to reach; a cell without runs has nothing to reach. */
SEIDEL_API bool seidel_experiment_cell_converged (const SeidelExperimentCell *cell);

typedef struct SeidelExperimentResult SeidelExperimentResult;

/* Without cells, of this machine. Opens the engines. */
SEIDEL_API SeidelExperimentResult *seidel_experiment_result_new (SeidelExperiment *experiment);
/* The same of no machine, for showing what would be measured. */
SEIDEL_API SeidelExperimentResult *
seidel_experiment_result_new_blank (SeidelExperiment *experiment);
SEIDEL_API SeidelExperimentResult *seidel_experiment_result_ref (SeidelExperimentResult *self);
SEIDEL_API void seidel_experiment_result_unref (SeidelExperimentResult *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelExperimentResult, seidel_experiment_result_unref)

/* Reads a file. An unfinished last line, of a program that was killed, is left out;
 * SEIDEL_ERROR_FORMAT names the line of anything else. */
SEIDEL_API SeidelExperimentResult *seidel_experiment_result_load (const char *path, GError **error);

/* The same of an experiment, whose texts, statements and published values it then has: those of the
 * file may be older. Where the file has measured something else, or before what is measured
 * changed, it keeps its own and is stale. */
SEIDEL_API SeidelExperimentResult *
seidel_experiment_result_load_for (SeidelExperiment *experiment, const char *path, GError **error);

SEIDEL_API SeidelExperiment *seidel_experiment_result_experiment (SeidelExperimentResult *self);
SEIDEL_API const SeidelExperimentMachine *
seidel_experiment_result_machine (const SeidelExperimentResult *self);
/* When it was begun, ISO 8601 in UTC. */
SEIDEL_API const char *seidel_experiment_result_begun (const SeidelExperimentResult *self);
/* The machine's name in the name of a recorded file, such as "H200"; "" for others. */
SEIDEL_API const char *seidel_experiment_result_name (const SeidelExperimentResult *self);
/* Why it is no result of the experiment as it is now, a clause; NULL if it is. */
SEIDEL_API const char *seidel_experiment_result_stale (const SeidelExperimentResult *self);
/* "Recorded: H200: AMD EPYC, 16 threads, 135 GB; NVIDIA H200 with 150 GB; 2026-11-23, version
 * 0.1.0, load 0.2"; free with g_free (). */
SEIDEL_API char *seidel_experiment_result_describe_origin (const SeidelExperimentResult *self);
/* Any thread. */
SEIDEL_API SeidelExperimentCell seidel_experiment_result_cell (SeidelExperimentResult *self,
                                                               size_t cell);
SEIDEL_API size_t seidel_experiment_result_n_finished (SeidelExperimentResult *self);
/* Whether a finished run continues this one: the same experiment on the same machine, with the same
 * version. SEIDEL_ERROR_INVALID says what differs. */
SEIDEL_API bool seidel_experiment_result_continues (const SeidelExperimentResult *self,
                                                    const SeidelExperimentResult *earlier,
                                                    GError **error);

/* Of the runs of a cell; NaN without a known value. Quartiles are interpolated between the sorted
 * values (Hyndman and Fan, 1996, definition 7). */
typedef struct
{
  int n;
  double median;
  double mean;
  double minimum;
  double maximum;
  double quartiles[2];
} SeidelExperimentStatistics;

SEIDEL_API SeidelExperimentStatistics
seidel_experiment_result_statistics (SeidelExperimentResult *self, size_t cell, size_t measure);
/* The median over that of the cell at the baseline; NaN without one. */
SEIDEL_API double
seidel_experiment_result_ratio (SeidelExperimentResult *self, size_t cell, size_t measure);
/* One line per cell and measure that is finished; free with g_string_free (). */
SEIDEL_API GString *seidel_experiment_result_to_csv (SeidelExperimentResult *self);

G_END_DECLS
