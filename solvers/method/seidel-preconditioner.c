/* The table of preconditioners, and those that are a line long.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-preconditioner.h"

static void
apply_none (SeidelMethodRun *run,
            SeidelPreconditioner *self,
            const SeidelVector *r,
            SeidelVector *z)
{
  seidel_session_copy (&run->session, z, r);
}

static const SeidelPreconditionerKind kinds[] = {
  {
    .id = "none",
    .name = "None",
    .sentence = "The method works on the matrix as it is.",
    .source = "",
    .keeps_symmetry = true,
    .apply = apply_none,
    .apply_transposed = apply_none,
  },
};

const SeidelPreconditionerKind *
seidel_preconditioners (size_t *n_kinds)
{
  *n_kinds = G_N_ELEMENTS (kinds);
  return kinds;
}

const SeidelPreconditionerKind *
seidel_preconditioner_find (const char *id)
{
  for (size_t i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_strcmp0 (kinds[i].id, id) == 0)
      return &kinds[i];
  return NULL;
}

bool
seidel_preconditioner_suits (const SeidelPreconditionerKind *kind,
                             const SeidelMethod *method,
                             char **why_not)
{
  const char *lack = NULL;

  if (kind == &kinds[0])
    return true;
  if (method->preconditioning == SEIDEL_PRECONDITIONING_NONE)
    lack = "takes no preconditioner";
  else if (method->preconditioning == SEIDEL_PRECONDITIONING_SYMMETRIC && !kind->keeps_symmetry)
    lack = "needs a preconditioner that is symmetric where the matrix is";
  else if (method->preconditioning == SEIDEL_PRECONDITIONING_TRANSPOSED
           && kind->apply_transposed == NULL)
    lack = "needs a preconditioner that can be transposed";
  if (lack != NULL && why_not != NULL)
    *why_not = g_strdup_printf ("%s %s; %s cannot be used.", method->name, lack, kind->name);
  return lack == NULL;
}

bool
seidel_preconditioner_applies (const SeidelPreconditionerKind *kind,
                               const SeidelMethod *method,
                               const SeidelStructure *structure,
                               char **why_not)
{
  if (!seidel_preconditioner_suits (kind, method, why_not))
    return false;
  return kind == &kinds[0] || seidel_needs_met (kind->needs, kind->name, structure, why_not);
}
