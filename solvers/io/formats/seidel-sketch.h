/* The beginning of a text that is made of numbers: its lines and their fields, from which its
 * reading is judged. Private to solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <glib.h>

#include "io/bytes/seidel-source.h"

G_BEGIN_DECLS

/* How much of a text is looked at; less when it is fuzzed. */
#ifndef SEIDEL_SKETCH_BYTES
#define SEIDEL_SKETCH_BYTES 65536
#endif

/* So many lines of a few small numbers each are hardly one thing that looks like another by
 * chance. */
#define SEIDEL_MANY_LINES 32

typedef struct
{
  const char *at;
  int32_t length;
  bool number;
  bool digits; /* an index as it is usually written */
  bool whole;  /* a whole number, however it is written */
  double value;
} SeidelSketchField;

/* A line with fields, or a blank one behind the first of these. */
typedef struct
{
  int64_t number; /* in the file, from 1 */
  guint first;    /* of its fields */
  int n;
  bool numbers; /* all of them */
  bool tailed;  /* a comment follows them */
} SeidelSketchLine;

typedef struct
{
  char *text;              /* with padding */
  SeidelSketchLine *lines; /* the blank ones included */
  guint n_lines;
  SeidelSketchField *fields;
  guint n_fields;
  int64_t *workspace; /* a number for each line, of whoever judges */
  GPtrArray *heading; /* names of columns on the line before the numbers, or NULL */
  int64_t heading_line;
  bool complete;      /* the whole text was seen */
  bool comments;      /* from # or % before the first number */
  bool percent;       /* from % */
  bool mentions_form; /* one of the comments does, as seidel_market_mentions_form () says */
  bool words;         /* stand beside the numbers: labels of rows, or other columns */
  bool parted;        /* by commas or semicolons */
  bool by_tabs;
  bool row_ends;     /* a semicolon behind the first line, as MATLAB ends rows */
  bool broken;       /* a line that is neither numbers nor blank follows the numbers */
  char separator;    /* of the first line of numbers */
  bool comma_column; /* each of these few lines may be one number with a decimal comma, or two */
  int64_t decimal_commas; /* the first line with one where points are expected; 0: there are none */
  const char *name;       /* of the file, borrowed */
  double expected_lines;  /* of the text, from its size; 0: unknown */
} SeidelSketch;

/* Draws the sketch of text[0 … length − 1], which is the whole text or its beginning; cleared in
 * any case. Fails with SEIDEL_ERROR_MEMORY. */
bool seidel_sketch_init (SeidelSketch *sketch,
                         const SeidelSource *source,
                         const char *text,
                         size_t length,
                         bool complete,
                         GError **error);
void seidel_sketch_clear (SeidelSketch *sketch);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelSketch, seidel_sketch_clear)

static inline const SeidelSketchLine *
seidel_sketch_line (const SeidelSketch *sketch, guint i)
{
  return &sketch->lines[i];
}

static inline const SeidelSketchField *
seidel_sketch_field (const SeidelSketch *sketch, const SeidelSketchLine *line, int i)
{
  return &sketch->fields[line->first + (guint) i];
}

/* Whether a comment before the numbers contains such a text. */
bool seidel_sketch_mentions (const SeidelSketch *sketch, const char *text);

G_END_DECLS
