/* The exchange of rows before a run: whether a matrix needs one, and where one can be asked for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "plan/seidel-plan-private.h"

#include "base/seidel-fail.h"
#include "base/seidel-format.h"
#include "base/seidel-translatable.h"
#include "matrix/seidel-complex.h"
#include "plan/seidel-matching-rule.h"

/* Of the rest of its row, what the diagonal is of in nine rows of ten where sweeps cannot be
 * expected to converge and incomplete factors grow … */
#define WEAK 0.1

/* … and how many times as much it has to become for an exchange to be worth it. */
#define MENDED 4.0

bool
seidel_matching_applies (const SeidelStructure *structure)
{
  return structure->rows == structure->columns && structure->rows > 0 && structure->finite;
}

/* A symmetric matrix has methods of its own, which an exchange of rows alone would take away. */
bool
seidel_matching_may_help (const SeidelStructure *structure)
{
  return seidel_matching_applies (structure) && !structure->value_symmetric
         && !structure->value_skew_symmetric
         && (!structure->diagonal_full || structure->usual_dominance < WEAK);
}

static bool
is_mended (const SeidelStructure *before, const SeidelStructure *after)
{
  return after->diagonal_full
         && (!before->diagonal_full || after->usual_dominance >= MENDED * before->usual_dominance);
}

static char *
describe (const SeidelMatching *matching, const SeidelStructure *before, SeidelMatchingKind kind)
{
  const int64_t empty = before->diagonal_missing + before->diagonal_zero;
  g_autofree char *moved = seidel_format_count (matching->moved);
  g_autofree char *rows = seidel_format_count (matching->n / matching->unit);
  g_autofree char *gaps = seidel_format_count (empty / matching->unit);

  if (matching->moved == 0)
    return g_strdup (kind == SEIDEL_MATCHING_STRUCTURAL
                       ? seidel_text ("The diagonal is full as it is")
                       : seidel_text ("No exchange of rows makes the diagonal larger"));
  if (!before->diagonal_full)
    return g_strdup_printf (seidel_text ("%s of %s rows are exchanged: the diagonal, of which %s "
                                         "entries were missing or zero, is full then"),
                            moved, rows, gaps);
  return g_strdup_printf (
    seidel_text ("%s of %s rows are exchanged, so that larger entries are on the diagonal"), moved,
    rows);
}

/* The rest, once there is a matching with rows. */
static bool
exchange (SeidelMatched *self,
          const SeidelMatrix *matrix,
          const SeidelStructure *structure,
          SeidelMatchingKind kind,
          GCancellable *cancellable,
          GError **error)
{
  self->matrix = seidel_matching_apply (self->matching, matrix, error);
  if (self->matrix == NULL)
    return false;
  self->structure = seidel_structure_new (self->matrix, NULL, cancellable, error);
  if (self->structure == NULL)
    return false;
  self->why = describe (self->matching, structure, kind);
  return true;
}

static bool
refuse_rank (const SeidelMatching *matching, GError **error)
{
  g_autofree char *rank = seidel_format_count (matching->rank);
  g_autofree char *rows = seidel_format_count (matching->n / matching->unit);

  return seidel_fail (error, SEIDEL_ERROR_INVALID,
                      seidel_text (
                        "No exchange of rows fills the diagonal: at most %s of its %s entries "
                        "can be other than zero, so that the matrix is singular whatever its "
                        "values are"),
                      rank, rows);
}

bool
seidel_matched_init (SeidelMatched *self,
                     const SeidelMatrix *matrix,
                     const SeidelStructure *structure,
                     SeidelMatchingKind kind,
                     GCancellable *cancellable,
                     GError **error)
{
  const bool automatic = kind == SEIDEL_MATCHING_AUTO;
  bool done = true;

  *self = (SeidelMatched){ NULL };
  if (kind == SEIDEL_MATCHING_NONE || !seidel_matching_applies (structure)
      || (automatic && !seidel_matching_may_help (structure)))
    return true;
  /* Of a complex matrix its real form is exchanged. */
  if (seidel_matrix_is_complex (matrix))
    return true;
  self->matching = (matrix->interleaved ? seidel_matching_new_complex : seidel_matching_new) (
    matrix->csr, automatic ? SEIDEL_MATCHING_PRODUCT : kind, cancellable, error);
  if (self->matching == NULL)
    return false;
  if (self->matching->rows != NULL)
    done = exchange (self, matrix, structure, kind, cancellable, error);
  else if (!automatic)
    done = refuse_rank (self->matching, error);
  if (!done || (automatic && (self->structure == NULL || !is_mended (structure, self->structure))))
    seidel_matched_clear (self);
  return done;
}

void
seidel_matched_clear (SeidelMatched *self)
{
  seidel_matching_free (self->matching);
  g_clear_pointer (&self->matrix, seidel_matrix_unref);
  g_clear_pointer (&self->structure, seidel_structure_unref);
  g_free (self->why);
  *self = (SeidelMatched){ NULL };
}

void
seidel_plan_resolve_matching (SeidelPlan *plan, const SeidelPlanFacts *facts)
{
  if (plan->verdicts[SEIDEL_PLAN_MATCHING].kind == SEIDEL_VERDICT_REFUSED
      || plan->options.matching == SEIDEL_MATCHING_NONE)
    return;
  if (plan->options.matching == SEIDEL_MATCHING_AUTO)
    {
      if (plan->method == NULL)
        seidel_plan_leave_open (plan, SEIDEL_PLAN_MATCHING);
      else
        plan->options.matching = SEIDEL_MATCHING_NONE;
    }
  else if (facts->structure != NULL && !seidel_matching_applies (facts->structure))
    seidel_plan_refuse (plan, SEIDEL_PLAN_MATCHING, SEIDEL_ERROR_INVALID,
                        seidel_text ("Rows alone are exchanged in square systems of finite "
                                     "numbers only"));
}
