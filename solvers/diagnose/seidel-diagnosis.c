/* Diagnoses a run, and frees what was found.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "diagnose/seidel-diagnosis-private.h"

SeidelDiagnosis *
seidel_diagnose (const SeidelDiagnosisSubject *subject, GCancellable *cancellable, GError **error)
{
  SeidelFacts facts;
  SeidelDiagnosis *diagnosis = NULL;
  GArray *findings = g_array_new (FALSE, FALSE, sizeof (SeidelFinding));

  if (subject->outcome != NULL && subject->outcome->converged)
    diagnosis = g_new0 (SeidelDiagnosis, 1);
  else
    {
      if (seidel_facts_init (&facts, subject, cancellable, error))
        {
          seidel_diagnosis_apply_rules (&facts, findings);
          diagnosis = g_new0 (SeidelDiagnosis, 1);
        }
      seidel_facts_clear (&facts);
    }
  if (diagnosis == NULL)
    {
      g_array_unref (findings);
      return NULL;
    }
  diagnosis->n = findings->len;
  diagnosis->findings = (SeidelFinding *) (void *) g_array_free (findings, FALSE);
  return diagnosis;
}

void
seidel_diagnosis_free (SeidelDiagnosis *diagnosis)
{
  if (diagnosis == NULL)
    return;
  for (size_t i = 0; i < diagnosis->n; i++)
    {
      SeidelFinding *finding = &diagnosis->findings[i];

      for (size_t k = 0; k < finding->n_steps; k++)
        {
          g_free (finding->steps[k].text);
          g_free (finding->steps[k].message);
        }
      g_free (finding->steps);
      g_free (finding->measured);
    }
  g_free (diagnosis->findings);
  g_free (diagnosis);
}
