/* The record of a run that ended.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "record/seidel-record.h"

#include "matrix/seidel-complex.h"

static void
take_matrix (SeidelRecordMatrix *self, const SeidelRecordFacts *facts)
{
  const SeidelMatrix *matrix = facts->matrix;

  *self = (SeidelRecordMatrix){
    .name = g_strdup (matrix->name),
    .path = g_strdup (matrix->origin.path),
    .variable = g_strdup (matrix->origin.variable),
    .format = g_strdup (matrix->origin.format),
    .fingerprint = facts->fingerprint,
    .rows = matrix->csr->rows,
    .columns = matrix->csr->columns,
    .nonzeros = seidel_csr_nonzeros (matrix->csr),
    .complex_values = seidel_matrix_is_complex (matrix),
    .ordering = g_strdup (matrix->ordering),
    .load_seconds = matrix->origin.load_seconds,
  };
}

SeidelRecord *
seidel_record_new (const SeidelRecordFacts *facts)
{
  SeidelRecord *record = g_new0 (SeidelRecord, 1);

  g_atomic_ref_count_init (&record->references);
  record->id = g_uuid_string_random ();
  record->begun = facts->begun;
  take_matrix (&record->matrix, facts);
  record->rhs = seidel_vector_spec_to_text (facts->rhs);
  record->guess = seidel_vector_spec_to_text (facts->guess);
  record->options = *facts->options;
  record->machine = seidel_experiment_machine_new ();
  record->trace = seidel_trace_ref (facts->trace);
  record->outcome = facts->outcome;
  record->error =
    facts->outcome == NULL && facts->error != NULL ? g_strdup (facts->error->message) : NULL;
  return record;
}

SeidelRecord *
seidel_record_ref (SeidelRecord *record)
{
  g_atomic_ref_count_inc (&record->references);
  return record;
}

void
seidel_record_unref (SeidelRecord *record)
{
  if (!g_atomic_ref_count_dec (&record->references))
    return;
  g_free (record->id);
  g_free (record->matrix.name);
  g_free (record->matrix.path);
  g_free (record->matrix.variable);
  g_free (record->matrix.format);
  g_free (record->matrix.ordering);
  g_free (record->rhs);
  g_free (record->guess);
  seidel_experiment_machine_clear (&record->machine);
  g_clear_pointer (&record->trace, seidel_trace_unref);
  g_clear_pointer (&record->outcome, seidel_outcome_free);
  g_free (record->error);
  g_free (record);
}

void
seidel_record_label_copy (SeidelRecordLabel *to, const SeidelRecordLabel *from)
{
  *to = *from;
  to->name = g_strdup (from->name);
  to->note = g_strdup (from->note);
}

void
seidel_record_label_clear (SeidelRecordLabel *label)
{
  g_clear_pointer (&label->name, g_free);
  g_clear_pointer (&label->note, g_free);
}

SeidelSessionEntry *
seidel_session_entry_new (SeidelRecord *record, const SeidelRecordLabel *label)
{
  SeidelSessionEntry *entry = g_new0 (SeidelSessionEntry, 1);

  entry->record = seidel_record_ref (record);
  seidel_record_label_copy (&entry->label, label);
  return entry;
}

void
seidel_session_entry_free (SeidelSessionEntry *entry)
{
  g_clear_pointer (&entry->record, seidel_record_unref);
  seidel_record_label_clear (&entry->label);
  g_free (entry);
}
