/* What follows from the row of a method: whether it suits a matrix, an engine and a precision, its
 * memory, and the name of its family.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-method.h"

#include "base/seidel-translatable.h"
#include "engine/seidel-distributed.h"

static const SeidelNeed needs[] = {
  { SEIDEL_NEEDS_SQUARE, "square", N_ ("a square matrix") },
  { SEIDEL_NEEDS_DIAGONAL, "diagonal", N_ ("a full diagonal") },
  { SEIDEL_NEEDS_SYMMETRIC, "symmetric", N_ ("a symmetric matrix") },
  { SEIDEL_NEEDS_POSITIVE_DIAGONAL, "positive-diagonal", N_ ("a positive diagonal") },
  { SEIDEL_NEEDS_COMPLEX_SYMMETRIC, "complex-symmetric", N_ ("a matrix equal to its transpose") },
};

const SeidelNeed *
seidel_needs (size_t *n_needs)
{
  *n_needs = G_N_ELEMENTS (needs);
  return needs;
}

/* As all of these, without the row. */
static char *
describe_diagonal (const SeidelStructure *structure, int64_t *row)
{
  bool missing = structure->diagonal_missing > 0;
  int64_t count = missing ? structure->diagonal_missing : structure->diagonal_zero;

  *row = missing ? structure->diagonal_first_missing : structure->diagonal_first_zero;
  if (count == 1)
    return g_strdup (missing ? seidel_text ("there is no diagonal entry")
                             : seidel_text ("the diagonal entry is zero"));
  return g_strdup_printf (missing ? seidel_text ("%lld diagonal entries are missing, the first")
                                  : seidel_text ("%lld diagonal entries are zero, the first"),
                          (long long) count);
}

static char *
describe_asymmetry (const SeidelStructure *structure)
{
  char percent[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (percent, sizeof percent, "%.3g", 100.0 * (1.0 - structure->value_symmetry));
  return g_strdup_printf (seidel_text (
                            "%s %% of the off-diagonal entries have no equal mirror entry"),
                          percent);
}

/* Why the matrix does not meet a need, as the second half of a sentence, and in which row first, if
 * in any; NULL if it does. */
static char *
describe_lack (SeidelNeeds need, const SeidelStructure *structure, int64_t *row)
{
  switch (need)
    {
    case SEIDEL_NEEDS_SQUARE:
      if (structure->rows != structure->columns)
        return g_strdup_printf (seidel_text ("this one is %lld × %lld"),
                                (long long) structure->rows, (long long) structure->columns);
      return NULL;
    case SEIDEL_NEEDS_DIAGONAL:
      return structure->diagonal_full ? NULL : describe_diagonal (structure, row);
    case SEIDEL_NEEDS_SYMMETRIC:
      return structure->value_symmetric ? NULL : describe_asymmetry (structure);
    case SEIDEL_NEEDS_COMPLEX_SYMMETRIC:
      if (structure->complex_symmetric)
        return NULL;
      return structure->value_symmetric ? g_strdup (seidel_text ("this one is Hermitian"))
                                        : describe_asymmetry (structure);
    case SEIDEL_NEEDS_POSITIVE_DIAGONAL:
      if (!structure->diagonal_full)
        return describe_diagonal (structure, row);
      if (structure->diagonal_negative > 0)
        return g_strdup_printf (seidel_plural ("%lld diagonal entry is negative",
                                               "%lld diagonal entries are negative",
                                               (unsigned long) structure->diagonal_negative),
                                (long long) structure->diagonal_negative);
      return NULL;
    default:
      g_return_val_if_reached (NULL);
    }
}

bool
seidel_needs_met (SeidelNeeds needed,
                  const char *name,
                  const SeidelStructure *structure,
                  char **why_not,
                  int64_t *row)
{
  for (size_t i = 0; i < G_N_ELEMENTS (needs); i++)
    {
      int64_t first = -1;
      g_autofree char *lack =
        needed & needs[i].need ? describe_lack (needs[i].need, structure, &first) : NULL;

      if (lack == NULL)
        continue;
      if (row != NULL)
        *row = first;
      if (why_not != NULL)
        *why_not = g_strdup_printf (seidel_text ("“%s” needs %s: %s"), seidel_text (name),
                                    seidel_text (needs[i].name), lack);
      return false;
    }
  return true;
}

bool
seidel_method_applies (const SeidelMethod *method,
                       const SeidelStructure *structure,
                       char **why_not,
                       int64_t *row)
{
  return seidel_needs_met (method->needs, method->name, structure, why_not, row);
}

/* Whether it works with rows on several ranks. */
static bool
is_distributed (const SeidelMethod *method)
{
  return !method->on_host && !method->least_squares
         && (method->sweeps == SEIDEL_SWEEPS_NONE || method->by_blocks || method->by_colors);
}

bool
seidel_method_runs_on (const SeidelMethod *method, const char *engine_id)
{
  const SeidelEngineEntryInfo *info;

  if (method->engine != NULL)
    return g_strcmp0 (method->engine, engine_id) == 0;
  if (g_strcmp0 (engine_id, SEIDEL_DISTRIBUTED_ID) == 0)
    return is_distributed (method);
  if (!method->on_host || g_strcmp0 (engine_id, seidel_cpu_engine ()->id) == 0)
    return true;
  info = method->factors != 0 ? seidel_engines_find (engine_id) : NULL;
  return info != NULL && info->engine != NULL
         && (info->engine->factors.kinds & method->factors) != 0;
}

bool
seidel_method_computes_in (const SeidelMethod *method, SeidelPrecision precision, char **why_not)
{
  if (method->precisions == 0 || (method->precisions & (1u << precision)) != 0)
    return true;
  if (why_not != NULL)
    {
      g_autoptr (GString) names = g_string_new (NULL);
      size_t n = 0;
      const SeidelPrecisionInfo *precisions = seidel_precisions (&n);

      for (size_t i = 0; i < n; i++)
        if ((method->precisions & (1u << i)) != 0)
          g_string_append_printf (names, "%s%s", names->len > 0 ? seidel_text (" or ") : "",
                                  precisions[i].id);
      *why_not = g_strdup_printf (seidel_text ("“%s” supports %s precision only"),
                                  seidel_text (method->name), names->str);
    }
  return false;
}

double
seidel_method_memory (const SeidelMethod *method,
                      const SeidelStructure *structure,
                      SeidelPrecision precision)
{
  return method->memory != NULL ? method->memory (structure, precision) : 0.0;
}

const char *
seidel_family_name (SeidelFamily family)
{
  static const char *const names[] = {
    [SEIDEL_FAMILY_STATIONARY] = N_ ("Stationary"),
    [SEIDEL_FAMILY_KRYLOV] = N_ ("Krylov"),
    [SEIDEL_FAMILY_DIRECT_SPARSE] = N_ ("Direct, sparse"),
    [SEIDEL_FAMILY_DIRECT_DENSE] = N_ ("Direct, dense"),
  };

  return names[family];
}
