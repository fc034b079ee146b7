/* How a text that does not say what it is was understood: a value, which the loader finds, the
 * window and seidel-cli show, and the user may replace.
 *
 * The table of readings is the only list of them: a new one is a member of SeidelReadingKind, a row
 * of the table in seidel-reading.c and a judge in seidel-readings.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdint.h>
#include <glib.h>

#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

/* From the special to the general: of two that explain a text equally well the former is meant. */
typedef enum
{
  SEIDEL_READING_FREEFEM,
  SEIDEL_READING_ABAQUS,
  SEIDEL_READING_HYPRE,
  SEIDEL_READING_CHOLMOD,
  SEIDEL_READING_GRAPH,
  SEIDEL_READING_EDGES,
  SEIDEL_READING_INDEXED,
  SEIDEL_READING_CSR,
  SEIDEL_READING_SIZED,
  SEIDEL_READING_ARRAY,
  SEIDEL_READING_SIZED_TABLE,
  SEIDEL_READING_ENTRIES,
  SEIDEL_READING_TABLE,
  SEIDEL_N_READINGS
} SeidelReadingKind;

/* How well a reading explains the beginning of a text. */
typedef enum
{
  SEIDEL_CERTAINTY_IMPOSSIBLE,
  SEIDEL_CERTAINTY_POSSIBLE,  /* nothing speaks against it, and nothing for it: the user is asked */
  SEIDEL_CERTAINTY_PLAUSIBLE, /* may be meant: with another such the user is asked */
  SEIDEL_CERTAINTY_CERTAIN,
} SeidelCertainty;

/* A member that does not apply to the kind is 0, −1 for a field. */
typedef struct SeidelReading
{
  SeidelReadingKind kind;
  SeidelCertainty certainty;
  char *evidence;    /* why, in a sentence; in the language of the program; or NULL */
  int base;          /* of the first row and column; −1: 0 if it occurs, else 1 */
  int64_t size_line; /* of the file, from 1; 0: the size follows from the entries */
  int64_t rows;      /* that the size line declares, −1 without one */
  int64_t columns;
  int64_t entries;
  int fields;    /* on each line of entries */
  int row_field; /* of them, from 0 */
  int column_field;
  int value_field;
  int imaginary_field;
  int labels;     /* fields of a table that name the row */
  bool heading;   /* a line of names precedes the numbers */
  bool headed;    /* whether one does was said, not seen; or is to be */
  bool labelled;  /* whether there are labels was said, not seen */
  char separator; /* of fields: ',', ';', '\t' or ' ' for blanks */
  char decimal;   /* '.' or ',' */
  SeidelFiledSymmetry symmetry;
  bool infers_symmetry; /* symmetric if all entries are in one triangle */
  bool plain;           /* as the rules of Matrix Market want it, but for the banner */
  /* Of the matrix, as far as the beginning of the text shows: with sizes that were declared. */
  int64_t seen_rows;
  int64_t seen_columns;
  int64_t seen_entries;
  bool seen_all; /* nothing else will come */
} SeidelReading;

SEIDEL_API SeidelReading *seidel_reading_new (SeidelReadingKind kind);
SEIDEL_API SeidelReading *seidel_reading_copy (const SeidelReading *reading);
SEIDEL_API void seidel_reading_free (SeidelReading *reading);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelReading, seidel_reading_free)

/* What the command line calls a kind: “entries”. */
SEIDEL_API const char *seidel_reading_id (SeidelReadingKind kind);

/* The reading in full, as seidel_readings_choose () takes it: “entries,from-1,columns=1:2:3”. Free
 * with g_free (). */
SEIDEL_API char *seidel_reading_name (const SeidelReading *reading);

/* For people, in the language of the program: “a list of entries, counted from 1”. Free with
 * g_free (). */
SEIDEL_API char *seidel_reading_describe (const SeidelReading *reading);

/* What matrix it gives, for people, in the language of the program: “5 × 5, 13 entries”, or “at
 * least …” where that is not known without reading on. Free with g_free (). */
SEIDEL_API char *seidel_reading_describe_matrix (const SeidelReading *reading);

/* seidel_reading_describe () of a name; NULL if it is none. */
SEIDEL_API char *seidel_reading_describe_name (const char *name);

/* The reading that a name asks for: that of its kind among readings (of SeidelReading), or a new
 * one, with what the name changes of it. NULL and SEIDEL_ERROR_INVALID for what is no name, with
 * those that are. readings may be NULL. Free with seidel_reading_free (). */
SEIDEL_API SeidelReading *
seidel_readings_choose (const GPtrArray *readings, const char *name, GError **error);

/* Whether a name can be one. */
SEIDEL_API bool seidel_reading_check (const char *name, GError **error);

G_END_DECLS
