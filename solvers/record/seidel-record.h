/* The record of a run that ended: what it was given, what it did and how it ended, complete enough
 * to show, compare and export it later, on another machine, without its matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "experiment/seidel-experiment-machine.h"
#include "experiment/seidel-experiment-setup.h"
#include "solve/seidel-solve.h"

G_BEGIN_DECLS

/* The matrix of a run; texts owned. */
typedef struct
{
  char *name;
  char *path;           /* of its file, or NULL */
  char *variable;       /* in a file with several, or NULL */
  char *format;         /* as SeidelOrigin says it, for a generated one how it was generated */
  uint64_t fingerprint; /* in its natural order; 0: not known */
  int64_t rows;
  int64_t columns;
  int64_t nonzeros;
  bool complex_values;
  char *ordering;
  double load_seconds;
} SeidelRecordMatrix;

/* Reference-counted, read-only after construction, safe to share between threads. */
typedef struct
{
  gatomicrefcount references;
  char *id;      /* unique, a UUID */
  int64_t begun; /* seconds of Unix time */
  SeidelRecordMatrix matrix;
  char *rhs; /* as seidel_vector_spec_to_text () writes them */
  char *guess;
  SeidelOptions options; /* as requested; those of the outcome are resolved */
  SeidelExperimentMachine machine;
  SeidelTrace *trace;     /* finished */
  SeidelOutcome *outcome; /* NULL: the run could not begin */
  char *error;            /* why it could not */
  /* It has a solution that was not kept, because of its size: outcome->x is NULL, outcome->n is 0,
   * and outcome->computed is not set. */
  bool x_dropped;
} SeidelRecord;

/* What a user may change of a record at any time, and how it is shown; texts owned, NULL where
 * there is none. */
typedef struct
{
  int64_t number; /* 1, 2, 3 … in its session */
  int64_t color;  /* index into the series colours */
  bool visible;   /* its curve is shown */
  char *name;
  char *note;
} SeidelRecordLabel;

/* A record and its label, as they are kept in a session. */
typedef struct
{
  SeidelRecord *record;
  SeidelRecordLabel label;
} SeidelSessionEntry;

/* What a record is made from; all of it is copied or referenced but for the outcome, which it
 * takes. */
typedef struct
{
  const SeidelMatrix *matrix; /* that was solved */
  uint64_t fingerprint;       /* of the same in its natural order; 0: not known */
  const SeidelVectorSpec *rhs;
  const SeidelVectorSpec *guess;
  const SeidelOptions *options;
  SeidelTrace *trace;
  SeidelOutcome *outcome; /* or NULL */
  const GError *error;    /* then */
  int64_t begun;
} SeidelRecordFacts;

/* Any thread. */
SEIDEL_API SeidelRecord *seidel_record_new (const SeidelRecordFacts *facts);

SEIDEL_API SeidelRecord *seidel_record_ref (SeidelRecord *record);
SEIDEL_API void seidel_record_unref (SeidelRecord *record);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelRecord, seidel_record_unref)

SEIDEL_API void seidel_record_label_copy (SeidelRecordLabel *to, const SeidelRecordLabel *from);
SEIDEL_API void seidel_record_label_clear (SeidelRecordLabel *label);

/* Takes a reference, and a copy of the label. */
SEIDEL_API SeidelSessionEntry *seidel_session_entry_new (SeidelRecord *record,
                                                         const SeidelRecordLabel *label);
SEIDEL_API void seidel_session_entry_free (SeidelSessionEntry *entry);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelSessionEntry, seidel_session_entry_free)

G_END_DECLS
