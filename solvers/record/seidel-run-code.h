/* A run as text that makes it again: a command line, a program, options of another library.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "record/seidel-record.h"

G_BEGIN_DECLS

/* What is to be made again. Borrowed; what is not known is NULL. */
typedef struct
{
  const char *path;      /* of the file of the matrix */
  const char *variable;  /* in a file with several */
  const char *reading;   /* how a text was read, as seidel_readings_choose () takes it */
  const char *generated; /* of a matrix without a file: “poisson-5 --size 100” */
  const char *ordering;  /* as seidel_ordering_spec_parse () reads it */
  const char *rhs;       /* as seidel_vector_spec_to_text () writes it; so is the next one */
  const char *guess;
  const SeidelOptions *options;  /* as they were asked for */
  const SeidelOptions *resolved; /* with the choices that were made for “auto” */
} SeidelRunCodeFacts;

/* Of a run that was kept. */
SEIDEL_API void seidel_run_code_facts_of_record (SeidelRunCodeFacts *facts,
                                                 const SeidelRecord *record);

/* What a run can be written as. */
typedef struct SeidelRunCode
{
  const char *id;       /* "command", for scripts */
  const char *name;     /* "Command Line", for users; marked for translation, as the next one */
  const char *sentence; /* what it is for */
  char *(*write) (const SeidelRunCodeFacts *facts, GError **error);
} SeidelRunCode;

SEIDEL_API const SeidelRunCode *seidel_run_codes (size_t *n);
SEIDEL_API const SeidelRunCode *seidel_run_code_find (const char *id); /* or NULL */

/* New text that ends in a newline, for g_free (). SEIDEL_ERROR_UNSUPPORTED where there is no
 * equivalent, saying of what; what has none and does not change the iterates is named in a comment.
 * Any thread. */
SEIDEL_API char *
seidel_run_code_write (const SeidelRunCode *self, const SeidelRunCodeFacts *facts, GError **error);

G_END_DECLS
