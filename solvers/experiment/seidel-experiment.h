/* A series of runs: one or two dimensions vary, the rest is held. Plain data, read from JSON.
 *
 * The format, which “seidel-cli experiment” describes as well; members that are not marked are
 * optional:
 *
 *   {
 *     "schema": "seidel-experiment/1",             required
 *     "id": "report-001-elimination",              required: letters, digits, '-'
 *     "title": "…",                                required
 *     "sentence": "…", "source": "…",              what it shows; where it was published
 *     "values": {…}, "statements": […],            what the source states, by which expression it
 *     "agreement": […],                            holds, and why: seidel-experiment-statement.h
 *     "since": "2026-11-23T18:00:00Z",             results that were begun before are stale, for
 *     "changed": "…",                              what is measured has changed since: how
 *     "hold": {"matrix": "random-dense", …},       settings of every run
 *     "vary": [DIMENSION, DIMENSION],              required: one or two
 *     "measures": ["solve", "iterations", …],      required; the first is the one to be drawn
 *     "warm-up": 1, "repeats": 5,                  runs of a cell that are not counted, and that
 * are "alternate": true,                           cells of a problem in turn, there and back
 *     "seconds": 60,                               after which a cell begins no further run
 *     "reference": {"strategy": "serial", …},      errors are against a run with these settings
 *     "baseline": "CPU",                           ratios are to the cells with this label
 *     "scaling": "strong",                         or weak: over ranks or threads, with a law
 *     "published-serial": 0.05,                    the serial share of the published law
 *     "picture": "curves",                         or bars, heat, boxes, histogram, table
 *     "logarithmic": true,                         both axes of curves
 *     "published": [{"measure": "solve", "source": "…", "values": [[1.5, null], …]}]
 *   }
 *
 * A dimension is {"name": "Size", "vary": "size", "values": [100, 200]}, whose values are texts of
 * the setting "vary", or {"name": "Solver", "values": [{"label": "CPU", "set": {"engine":
 * "cpu"}}]}, whose values change several settings; such a value may have a number for an axis,
 * "at". Settings are those of experiment/seidel-experiment-setup.h. Published values are by first
 * and second dimension; with one dimension they are a plain array.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "experiment/seidel-experiment-measure.h"
#include "experiment/seidel-experiment-setup.h"
#include "experiment/seidel-experiment-statement.h"
#include "experiment/seidel-scaling.h"

G_BEGIN_DECLS

#define SEIDEL_EXPERIMENT_MOST_CELLS 1000000

/* How the result is drawn. */
typedef enum
{
  SEIDEL_EXPERIMENT_CURVES, /* over a first dimension of numbers; one curve per second value */
  SEIDEL_EXPERIMENT_BARS,
  SEIDEL_EXPERIMENT_HEAT,      /* two dimensions, a colour per cell */
  SEIDEL_EXPERIMENT_BOXES,     /* the spread of the repeats */
  SEIDEL_EXPERIMENT_HISTOGRAM, /* how often each value came */
  SEIDEL_EXPERIMENT_TABLE,     /* with the published values and the ratio */
  SEIDEL_N_EXPERIMENT_PICTURES,
} SeidelExperimentPicture;

/* "curves". Static. */
SEIDEL_API const char *seidel_experiment_picture_id (SeidelExperimentPicture picture);

/* Settings that belong together. */
typedef struct
{
  SeidelExperimentSetting *all;
  size_t n;
} SeidelExperimentSettings;

typedef struct
{
  char *label;
  double number; /* the place on an axis; NaN without one */
  SeidelExperimentSettings settings;
} SeidelExperimentValue;

typedef struct
{
  char *name;
  const char *key; /* the setting that varies; NULL where values change several */
  SeidelExperimentValue *values;
  size_t n;
} SeidelExperimentDimension;

/* Published values of one measure; NaN where there is none. */
typedef struct
{
  const SeidelExperimentMeasure *measure;
  char *source;
  double *values; /* one per cell */
} SeidelExperimentPublished;

/* Reference-counted and read-only once read, safe to share between threads. */
typedef struct
{
  gatomicrefcount references;
  char *id;
  char *title;
  char *sentence; /* these four "" if not given */
  char *source;
  char *since; /* ISO 8601 in UTC */
  char *changed;
  SeidelExperimentStatements statements;
  SeidelExperimentSettings held;
  SeidelExperimentDimension dimensions[2];
  int n_dimensions;
  const SeidelExperimentMeasure **measures;
  size_t n_measures;
  int warm_up;
  int repeats;
  bool alternate;
  double seconds; /* 0: no limit */
  SeidelExperimentSettings reference;
  int baseline_dimension;    /* −1: none */
  size_t baseline;           /* the index of its value */
  SeidelScalingKind scaling; /* of the first measure over the numbers of the first dimension */
  double published_serial;   /* the serial share of a published law, 0 … 1; NaN without one */
  SeidelExperimentPicture picture;
  bool logarithmic;
  SeidelExperimentPublished *published;
  size_t n_published;
} SeidelExperiment;

SEIDEL_API SeidelExperiment *seidel_experiment_ref (SeidelExperiment *self);
SEIDEL_API void seidel_experiment_unref (SeidelExperiment *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelExperiment, seidel_experiment_unref)

/* name is that of the text in messages. SEIDEL_ERROR_FORMAT names the member and what was expected;
 * every setting is checked, so that a cell can only fail for what a run says. */
SEIDEL_API SeidelExperiment *
seidel_experiment_parse (const char *text, const char *name, GError **error);
SEIDEL_API SeidelExperiment *seidel_experiment_load (const char *path, GError **error);
/* The same experiment with one more setting held: where a dimension does not vary it, it is that.
 * SEIDEL_ERROR_INVALID for what is no setting or no value of it. */
SEIDEL_API SeidelExperiment *seidel_experiment_hold (const SeidelExperiment *self,
                                                     const char *key,
                                                     const char *text,
                                                     GError **error);
/* The text that parses to the same experiment, in one line; free with g_free (). */
SEIDEL_API char *seidel_experiment_to_text (const SeidelExperiment *self);

/* The same text of what is measured alone, without titles, statements and pictures: two experiments
 * with the same one have results of each other. Free with g_free (). */
SEIDEL_API char *seidel_experiment_measured_text (const SeidelExperiment *self);

/* Cells are numbered row by row: the second dimension varies fastest. */
SEIDEL_API size_t seidel_experiment_n_cells (const SeidelExperiment *self);
SEIDEL_API const SeidelExperimentValue *
seidel_experiment_value (const SeidelExperiment *self, size_t cell, int dimension);
/* The cell with the same other value at the baseline; G_MAXSIZE without a baseline. */
SEIDEL_API size_t seidel_experiment_baseline_of (const SeidelExperiment *self, size_t cell);
/* The settings of a cell, which were checked when the experiment was read; borrows its texts. */
SEIDEL_API SeidelExperimentSetup seidel_experiment_setup (const SeidelExperiment *self,
                                                          size_t cell);
/* "Size 100, CPU"; free with g_free (). */
SEIDEL_API char *seidel_experiment_cell_title (const SeidelExperiment *self, size_t cell);
/* The published value of a measure for a cell; NaN without one. */
SEIDEL_API double seidel_experiment_published (const SeidelExperiment *self,
                                               const SeidelExperimentMeasure *measure,
                                               size_t cell);
/* The index of a measure among those of the experiment, or −1. */
SEIDEL_API int seidel_experiment_measure_index (const SeidelExperiment *self,
                                                const SeidelExperimentMeasure *measure);

G_END_DECLS
