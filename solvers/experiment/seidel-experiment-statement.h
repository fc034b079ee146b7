/* What the source of an experiment states, as data: named quantities of the cells, statements with
 * what is printed, and remarks that hold or not.
 *
 *   "values": {
 *     "cpu": {"measure": "work", "at": ["1000", "CPU"]},
 *     "gain": {"measure": "work", "at": ["*", "CPU"], "over": ["*", "CUDA"], "take": "most"},
 *     "close": {"measure": "work", "of": "distance", "at": ["*", "*"], "take": "most"},
 *     "crossing": {"measure": "work", "crossover": "CUDA"},
 *     "twice": "2 * cpu"
 *   },
 *   "statements": [
 *     {"text": "…", "place": "section 7.1.1", "printed": 250, "ours": "crossing",
 *      "holds": "near (ours, printed, 0.5)"}
 *   ],
 *   "agreement": ["…", {"text": "… {gain} times …", "claim": "gain > 10"}]
 *
 * Of cells, “at” names the labels, “*” being any; “of” is measured (the median, the default),
 * published, distance (the larger of measured / published and its inverse), converged (1 or 0),
 * runs (their number), least, most, mean (of the runs). Of several cells “take” takes the least,
 * the most, the median, the sum, the count, or the place of the least or most along the dimension
 * of “*”. “over” divides each by the cell that it names, “*” being the same label; a cell with a
 * value that is not known is left out, unless all are. “crossover” is the place along the first
 * dimension from which the curve with this label is below that of the baseline for good.
 *
 * A statement holds where its expression (experiment/seidel-expression.h) over the values, “ours”
 * and “printed”, with a range “printed” and “printed_to”, is not zero. Without “holds” both are
 * shown and not judged; “why” says why. “measure” gives the unit of both.
 *
 * A remark with a claim is shown where the claim holds, {NAME} being the value: so the text cannot
 * say what the result does not have. Claims are to hold of recorded results; an “if” in place of a
 * claim is one of which that is not known.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "experiment/seidel-experiment-measure.h"

G_BEGIN_DECLS

typedef enum
{
  SEIDEL_QUANTITY_MEASURED, /* the median */
  SEIDEL_QUANTITY_PUBLISHED,
  SEIDEL_QUANTITY_DISTANCE,
  SEIDEL_QUANTITY_CONVERGED,
  SEIDEL_QUANTITY_RUNS,
  SEIDEL_QUANTITY_LEAST,
  SEIDEL_QUANTITY_MOST,
  SEIDEL_QUANTITY_MEAN,
  SEIDEL_N_QUANTITIES,
} SeidelQuantityOf;

typedef enum
{
  SEIDEL_TAKE_ONLY, /* of one cell */
  SEIDEL_TAKE_LEAST,
  SEIDEL_TAKE_MOST,
  SEIDEL_TAKE_MEDIAN,
  SEIDEL_TAKE_SUM,
  SEIDEL_TAKE_COUNT,
  SEIDEL_TAKE_WHERE_LEAST,
  SEIDEL_TAKE_WHERE_MOST,
  SEIDEL_N_TAKES,
} SeidelQuantityTake;

/* Texts are owned, and NULL where they are not given. */
typedef struct
{
  char *name;
  char *expression; /* of other quantities; then nothing else is set */
  const SeidelExperimentMeasure *measure;
  SeidelQuantityOf of;
  SeidelQuantityTake take;
  char *at[2]; /* labels, or "*"; the second is NULL with one dimension */
  char *over[2];
  char *crossover; /* a label of the second dimension; then nothing but the measure is set */
} SeidelExperimentQuantity;

typedef struct
{
  char *text;
  char *place; /* in the source; "" if not given */
  double printed;
  double printed_to;                      /* NaN: it is no range */
  char *printed_as;                       /* an expression instead of a number, or NULL */
  char *ours;                             /* an expression; NULL: the statement has no value */
  char *holds;                            /* an expression; NULL: it is not judged */
  char *why;                              /* "" if not given */
  const SeidelExperimentMeasure *measure; /* whose unit both values have; NULL: plain numbers */
} SeidelExperimentStatement;

typedef struct
{
  char *text;
  char *claim; /* NULL: it holds of any result */
  bool open;   /* it was an “if”: of recorded results it need not hold */
} SeidelExperimentRemark;

typedef struct
{
  SeidelExperimentQuantity *quantities;
  size_t n_quantities;
  SeidelExperimentStatement *statements;
  size_t n_statements;
  SeidelExperimentRemark *remarks;
  size_t n_remarks;
} SeidelExperimentStatements;

/* The index of a quantity, or −1. */
SEIDEL_API int seidel_experiment_find_quantity (const SeidelExperimentStatements *self,
                                                const char *name);
SEIDEL_API void seidel_experiment_statements_clear (SeidelExperimentStatements *self);

G_END_DECLS
