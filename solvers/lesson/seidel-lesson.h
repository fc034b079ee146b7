/* A lesson: steps that set the window up, say one thing, ask one question and show the measured
 * answer. Plain data, read from JSON:
 *
 *   {
 *     "schema": "seidel-lesson/1",
 *     "id": "why-serial",                        letters, digits, '-'
 *     "title": TEXT, "sentence": TEXT,           what one learns
 *     "minutes": 10,
 *     "hold": {"tolerance": 1e-8, …},            settings of every setup; may be left out
 *     "setups": {"grid": {"matrix": "poisson-5 --size 4"}, "jacobi": {"method": "jacobi", …},
 *                "rough": {"label": TEXT, …}},   the label is what legends call its run
 *     "values": {
 *       "levels": {"setup": "grid", "measure": "levels"},
 *       "fastest": {"experiment": "relaxation", "measure": "iterations", "at": ["*", "32"],
 *                   "find": "where-least"},
 *       "printed": {"cited": 1e-3, "source": "…"},
 *       "ratio": {"expression": "a / b", "unit": "number", "digits": 4}
 *     },
 *     "steps": [{
 *       "title": TEXT,
 *       "setup": "grid",                         the matrix and the choices in the set-up pane
 *       "page": "matrix", "colors": "forward",   the page in view, and its colours
 *       "view": {"overlay": "critical-path"},    its other choices, of seidel-lesson-views.h
 *       "hold-back": "picture",                  until the answer is shown: all of the picture, or
 *                                                "nothing"; without it, what gives answers away:
 *                                                totals, statistics, curves that are new
 *       "point": 6,                              a row whose dependencies are shown, from 1
 *       "sweep": {"by": "levels", "step": 3,     on the Sweep page: by levels, passes, rows, race,
 *                 "speed": 2, "play": true},     from a step on, so many steps a second; it begins
 *       "runs": ["jacobi"],                      setups to be solved, whose curves are shown
 *       "experiment": "relaxation",              on the page of experiments: as recorded,
 *       "run-experiment": true,                  or run here
 *       "measure": "per-sweep",                  the one that its picture shows; the first
 *       "say": TEXT, "ask": TEXT,
 *       "choices": [{"text": TEXT, "right": "levels == 7"}],
 *       "number": "levels", "within": 0.05,      in place of choices: what is to be typed, and the
 *                                                part of it by which it may be off, 0 at first
 *       "rows": "levels",                        or the level of each row, or an "order" of the
 * rows of the setup, typed or picked on a picture of them "most-levels": "2", of an order: that the
 * matrix numbered in it may have; without it: one in which a sweep can compute "answer": TEXT,
 *       "claims": ["levels == 2 * set.grid.size - 1"]
 *     }]
 *   }
 *
 * A TEXT has all languages, {"en": "…", "it": "…"}; English is required, and is shown where the
 * user's language is missing. Formulas have <sub> and <sup>. A number in a text may be a
 * placeholder, whose value is looked up when the text is shown; in installed lessons all are, but
 * those in names (H200) and in choices:
 *
 *   {measured:NAME}  a value that is measured or computed from measured ones
 *   {cited:NAME}     a published value; {source:NAME} where it was published
 *   {set:SETUP.KEY}  a setting of a setup, or a parameter of its matrix
 *
 * Expressions are those of seidel-expression.h, over the names of values and set.SETUP.KEY.
 * A choice is right if its expression holds, so that the answer is what was measured; claims are
 * what the texts of the step say in words. Settings and measures are those of experiments.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-playback.h"
#include "experiment/seidel-experiment.h"

G_BEGIN_DECLS

/* One text in all languages; the first is English. */
typedef struct
{
  char **languages; /* "en", "it" */
  char **texts;
  size_t n;
} SeidelLessonText;

typedef struct
{
  char *id;
  SeidelLessonText label; /* of its run in legends; without languages: as runs are named */
  SeidelExperimentSettings settings; /* what is held, and its own */
} SeidelLessonSetup;

typedef enum
{
  SEIDEL_LESSON_MEASURED,   /* of a setup: of its matrix, or of the run that solves it */
  SEIDEL_LESSON_EXPERIMENT, /* of cells of an experiment */
  SEIDEL_LESSON_CITED,
  SEIDEL_LESSON_COMPUTED,
} SeidelLessonSource;

typedef enum
{
  SEIDEL_LESSON_VALUE,       /* of the one cell */
  SEIDEL_LESSON_LEAST,       /* the least value along the dimension "*" */
  SEIDEL_LESSON_WHERE_LEAST, /* and the place of that on the axis */
  SEIDEL_LESSON_WHERE_BELOW, /* the first place from which on it is below "than", to the end */
} SeidelLessonFind;

typedef struct
{
  char *id;
  SeidelLessonSource source;
  SeidelMeasureUnit unit;
  int digits; /* significant ones of a plain number or a percentage; 0: the usual */
  const SeidelExperimentMeasure *measure; /* NULL unless MEASURED or EXPERIMENT */
  size_t setup;                           /* MEASURED: index */
  char *experiment;                       /* EXPERIMENT: its id */
  char **at;                              /* a label, or "*", per dimension */
  char **than;                            /* WHERE_BELOW: likewise */
  SeidelLessonFind find;
  double cited; /* CITED */
  char *where;  /* where it was published */
  char *expression;
} SeidelLessonValue;

typedef struct
{
  SeidelLessonText text;
  char *right; /* expression */
} SeidelLessonChoice;

/* What the Sweep page does. */
typedef struct
{
  bool given;
  SeidelPlayMode mode;
  int step;  /* that it begins at */
  int speed; /* steps a second; 0: the usual */
  bool play; /* at once */
} SeidelLessonSweep;

/* What gives the answer away, and is held back while the question is open. */
typedef enum
{
  SEIDEL_LESSON_HOLD_USUAL,   /* what the page holds back: totals, or curves that are new */
  SEIDEL_LESSON_HOLD_NOTHING, /* the picture is what the question is about */
  SEIDEL_LESSON_HOLD_PICTURE, /* all of it */
} SeidelLessonHold;

/* What a step asks for. */
typedef enum
{
  SEIDEL_LESSON_ASKED_NOTHING, /* that can be judged */
  SEIDEL_LESSON_ASKED_CHOICE,
  SEIDEL_LESSON_ASKED_NUMBER,
  SEIDEL_LESSON_ASKED_LEVELS, /* of the rows of the setup, one for each */
  SEIDEL_LESSON_ASKED_ORDER,  /* of the rows of the setup */
} SeidelLessonAsked;

/* A choice of the page, "shown": "graph". */
typedef struct
{
  char *key;
  char *value;
} SeidelLessonView;

typedef struct
{
  SeidelLessonText title;
  int setup;    /* index; −1: what is open stays */
  char *page;   /* "" as it was */
  int point;    /* a row, from 1; 0: none */
  char *colors; /* of the Matrix page: "density", "forward" or "backward"; "" as they were */
  SeidelLessonView *views;
  size_t n_views;
  SeidelLessonHold hold;
  SeidelLessonSweep sweep;
  size_t *runs; /* indices of setups */
  size_t n_runs;
  char *experiment;    /* id; "" for none */
  bool run_experiment; /* here, rather than showing what was recorded */
  size_t measure;      /* shown, among those of the experiment */
  SeidelLessonText say;
  SeidelLessonText ask;
  SeidelLessonChoice *choices;
  size_t n_choices;
  char *number;  /* what is to be typed, an expression; "" where it is not asked for a number */
  double within; /* part of it by which what is typed may be off */
  SeidelLessonAsked asked;
  char *most_levels; /* ORDER: an expression; "" where they are not limited */
  SeidelLessonText answer;
  char **claims;
} SeidelLessonStep;

/* Reference-counted and read-only once read, safe to share between threads. */
typedef struct
{
  gatomicrefcount references;
  char *id;
  SeidelLessonText title;
  SeidelLessonText sentence;
  int minutes;
  SeidelExperimentSettings held;
  SeidelLessonSetup *setups;
  size_t n_setups;
  SeidelLessonValue *values;
  size_t n_values;
  SeidelLessonStep *steps;
  size_t n_steps;
} SeidelLesson;

SEIDEL_API SeidelLesson *seidel_lesson_ref (SeidelLesson *self);
SEIDEL_API void seidel_lesson_unref (SeidelLesson *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelLesson, seidel_lesson_unref)

/* The file of a matrix may be named without its folder if it is beside that of the lesson, for
 * seidel_lesson_load (). name is that of the text in messages. SEIDEL_ERROR_FORMAT names the member
 * and what was expected: settings, measures, expressions and placeholders are all checked. */
SEIDEL_API SeidelLesson *seidel_lesson_parse (const char *text, const char *name, GError **error);
SEIDEL_API SeidelLesson *seidel_lesson_load (const char *path, GError **error);

/* In the first of these languages that it has, as g_get_language_names () gives them, or else in
 * English. Borrowed. */
SEIDEL_API const char *seidel_lesson_text_get (const SeidelLessonText *self,
                                               const char *const *languages);

/* The choices of a setup; borrows its texts. */
SEIDEL_API SeidelExperimentSetup seidel_lesson_setup (const SeidelLesson *self, size_t setup);
/* Their indices by id; −1 if there is none. */
SEIDEL_API int seidel_lesson_find_setup (const SeidelLesson *self, const char *id);
SEIDEL_API int seidel_lesson_find_value (const SeidelLesson *self, const char *id);
/* "SETUP.KEY", as it is set: a setting, or a parameter of its matrix; NULL if it is not. Free with
 * g_free (). */
SEIDEL_API char *seidel_lesson_find_setting (const SeidelLesson *self, const char *name);

G_END_DECLS
