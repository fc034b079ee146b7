/* The figures of a run that ended, one row each: the member of SeidelOutcome, its column in session
 * files, its member in JSON, its name and wording for people, and its measure in experiments.
 * Whatever shows, keeps or exports outcomes reads these rows, in their order. Ranks and attempts
 * have shorter rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "solve/seidel-solve.h"

G_BEGIN_DECLS

/* The type of the member. */
typedef enum
{
  SEIDEL_FIGURE_NONE,    /* ends a table */
  SEIDEL_FIGURE_COUNT,   /* int64_t; negative: not known */
  SEIDEL_FIGURE_INT,     /* int */
  SEIDEL_FIGURE_FLAG,    /* bool */
  SEIDEL_FIGURE_REAL,    /* double; NaN: not known */
  SEIDEL_FIGURE_SECONDS, /* likewise */
  SEIDEL_FIGURE_TEXT,    /* char *, owned; NULL: not known */
  SEIDEL_FIGURE_ID,      /* const char *, interned; NULL: not known */
  SEIDEL_FIGURE_METHOD,  /* likewise, of the table of these; so are the next two */
  SEIDEL_FIGURE_PRECONDITIONER,
  SEIDEL_FIGURE_ENGINE,
  SEIDEL_FIGURE_REASON,   /* SeidelReason */
  SEIDEL_FIGURE_HOST,     /* char[64] */
  SEIDEL_FIGURE_PHASES,   /* double[SEIDEL_N_PHASES], seconds; in no session file */
  SEIDEL_FIGURE_ATTEMPTS, /* SeidelAttempt *; in JSON alone */
  SEIDEL_FIGURE_BLOB,     /* GBytes *, owned; in session files alone */
} SeidelFigureKind;

/* When JSON has a figure. */
typedef struct
{
  bool (*holds) (const SeidelOutcome *outcome);
  const char *text; /* "only if the solution is known" */
} SeidelFigureCondition;

typedef struct SeidelOutcomeFigure
{
  SeidelFigureKind kind;
  size_t offset;
  const char *column; /* in session files; NULL: in none */
  int since;          /* the first version of them that has the column; 0: all */
  const char *object; /* of JSON that the member is in; NULL: that of the outcome itself */
  const char *member; /* in JSON; NULL: it is not there, of phases: each is a member */
  const SeidelFigureCondition *given; /* in JSON; NULL: always */

  /* For people; marked for translation. */
  const char *name;    /* "Backward error"; NULL: it is not shown */
  const char *wording; /* with %s for the value; NULL: the value alone */
  bool joins;          /* the line of the row before, if there is one */
  const char *unknown; /* the line where it is not known; NULL: there is none */
  bool (*shown) (const SeidelOutcome *outcome); /* whether there is a line; NULL: if it is known */

  const char *measure; /* its id in experiments and lessons; NULL: it is none */
  /* What it is, for their lists and the manual: of each measure and of what is in JSON. */
  const char *sentence;
} SeidelOutcomeFigure;

/* Each is ended by a row of no kind. */
SEIDEL_API extern const SeidelOutcomeFigure seidel_outcome_figures[];
SEIDEL_API extern const SeidelOutcomeFigure seidel_rank_figures[];    /* of SeidelRank */
SEIDEL_API extern const SeidelOutcomeFigure seidel_attempt_figures[]; /* of SeidelAttempt */

/* A number, NaN where it is not known or the figure is none. */
SEIDEL_API double seidel_outcome_figure_value (const SeidelOutcomeFigure *self, const void *item);

/* Adds the lines for people, of the times or of all else, in the language of the program. format
 * writes a real number as a new text. */
SEIDEL_API void
seidel_outcome_describe (const SeidelOutcome *outcome,
                         bool times,
                         char *(*format) (double value),
                         void (*add) (void *data, const char *name, const char *value),
                         void *data);

G_END_DECLS
