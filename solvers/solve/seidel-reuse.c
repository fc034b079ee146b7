/* What runs leave to others: facts about a matrix, and the object that holds them from run to run.
 *
 * A SeidelSolve stays where it is from run to run, since what is kept in its session refers to it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-reuse.h"

#include <string.h>

#include "base/seidel-translatable.h"
#include "solve/seidel-solve-private.h"

struct SeidelReuse
{
  gatomicrefcount references;
  GMutex mutex;        /* held during a run */
  SeidelMatrix *given; /* that of the last run */
  SeidelSolve solve;
};

/* What is taken over, once each. */
void
seidel_solve_note_reused (SeidelSolve *solve, const char *what)
{
  if (solve->reused == NULL)
    solve->reused = g_string_new (what);
  else if (strstr (solve->reused->str, what) == NULL)
    g_string_append_printf (solve->reused, ", %s", what);
}

SeidelStructure *
seidel_solve_recall_structure (SeidelSolve *solve)
{
  const SeidelKnownFacts *known = &solve->known;

  if (known->structure == NULL || known->matrix != solve->problem->matrix)
    return NULL;
  seidel_solve_note_reused (solve, seidel_text (N_ ("structure")));
  return seidel_structure_ref (known->structure);
}

bool
seidel_solve_has_pattern (const SeidelMatrix *matrix, const SeidelMatrix *other)
{
  const SeidelCsr *one = matrix->csr;
  const SeidelCsr *two = other->csr;

  return matrix == other
         || (one->rows == two->rows && one->columns == two->columns
             && memcmp (one->row_offsets, two->row_offsets,
                        (size_t) (one->rows + 1) * sizeof *one->row_offsets)
                  == 0
             && memcmp (one->column_indices, two->column_indices,
                        (size_t) seidel_csr_nonzeros (one) * sizeof *one->column_indices)
                  == 0);
}

SeidelSchedule *
seidel_solve_recall_schedule (SeidelSolve *solve, SeidelDirection direction, bool colors)
{
  const SeidelKnownFacts *known = &solve->known;
  SeidelSchedule *schedule = colors ? known->colors[direction] : known->schedules[direction];

  if (schedule == NULL || !seidel_solve_has_pattern (solve->problem->matrix, known->pattern))
    return NULL;
  seidel_solve_note_reused (solve,
                            colors ? seidel_text (N_ ("colours")) : seidel_text (N_ ("levels")));
  return seidel_schedule_ref (schedule);
}

static void
forget_schedules (SeidelKnownFacts *known)
{
  g_clear_pointer (&known->pattern, seidel_matrix_unref);
  for (int direction = 0; direction < 2; direction++)
    {
      g_clear_pointer (&known->schedules[direction], seidel_schedule_unref);
      g_clear_pointer (&known->colors[direction], seidel_schedule_unref);
    }
}

static void
forget (SeidelKnownFacts *known)
{
  forget_schedules (known);
  g_clear_pointer (&known->structure, seidel_structure_unref);
  g_clear_pointer (&known->matrix, seidel_matrix_unref);
  known->method = NULL;
  known->preconditioner = NULL;
}

static void
remember_structure (SeidelSolve *solve)
{
  SeidelKnownFacts *known = &solve->known;

  if (known->matrix != solve->problem->matrix)
    {
      g_clear_pointer (&known->structure, seidel_structure_unref);
      g_clear_pointer (&known->matrix, seidel_matrix_unref);
      known->matrix = seidel_matrix_ref (solve->problem->matrix);
    }
  if (known->structure == NULL && solve->structure != NULL && !solve->by_rows)
    known->structure = seidel_structure_ref (solve->structure);
}

void
seidel_solve_remember (SeidelSolve *solve)
{
  SeidelKnownFacts *known = &solve->known;
  const bool colors = solve->plan != NULL && solve->plan->by_colors;
  SeidelSchedule **schedules = colors ? known->colors : known->schedules;

  if (!solve->keeps)
    return;
  remember_structure (solve);
  if (known->pattern != NULL && !seidel_solve_has_pattern (solve->problem->matrix, known->pattern))
    forget_schedules (known);
  for (int direction = 0; direction < 2; direction++)
    if (schedules[direction] == NULL && solve->schedules[direction] != NULL)
      {
        if (known->pattern == NULL)
          known->pattern = seidel_matrix_ref (solve->problem->matrix);
        schedules[direction] = seidel_schedule_ref (solve->schedules[direction]);
      }
}

SeidelReuse *
seidel_reuse_new (void)
{
  SeidelReuse *self = g_new0 (SeidelReuse, 1);

  g_atomic_ref_count_init (&self->references);
  g_mutex_init (&self->mutex);
  self->solve.keeps = true;
  return self;
}

SeidelReuse *
seidel_reuse_ref (SeidelReuse *reuse)
{
  g_atomic_ref_count_inc (&reuse->references);
  return reuse;
}

/* What was made of the matrix of the runs so far; a session stays where the next matrix has the
 * same pattern. */
static void
drop_matrix (SeidelReuse *self, const SeidelMatrix *next)
{
  SeidelSolve *solve = &self->solve;

  if (next == NULL || self->given == NULL || !seidel_solve_has_pattern (next, self->given))
    seidel_solve_close_idle (solve);
  seidel_solve_clear_scaling (solve);
  seidel_matched_clear (&solve->matched.system);
  g_clear_pointer (&solve->matched.made_of, seidel_matrix_unref);
  g_clear_pointer (&self->given, seidel_matrix_unref);
}

void
seidel_reuse_unref (SeidelReuse *reuse)
{
  if (!g_atomic_ref_count_dec (&reuse->references))
    return;
  drop_matrix (reuse, NULL);
  forget (&reuse->solve.known);
  g_mutex_clear (&reuse->mutex);
  g_free (reuse);
}

/* The run that is to come, with nothing of the one before but what it left. */
static void
begin (SeidelReuse *self, const SeidelSolve *asked)
{
  SeidelSolve *solve = &self->solve;
  SeidelSolve next = *asked;

  if (self->given != asked->problem->matrix)
    {
      drop_matrix (self, asked->problem->matrix);
      self->given = seidel_matrix_ref (asked->problem->matrix);
      solve->known.method = NULL;
    }
  next.keeps = true;
  next.idle = solve->idle;
  next.idle.fresh = false;
  next.known = solve->known;
  next.scaled = solve->scaled;
  next.matched = solve->matched;
  *solve = next;
}

SeidelOutcome *
seidel_solve_reusing (SeidelReuse *reuse,
                      SeidelProblem *problem,
                      const SeidelOptions *options,
                      SeidelTrace *trace,
                      GCancellable *cancellable,
                      GCancellable *skip_verification,
                      GError **error)
{
  SeidelSolve solve = { .problem = problem,
                        .options = options,
                        .trace = trace,
                        .cancellable = cancellable,
                        .skip_verification = skip_verification };
  SeidelOutcome *outcome = NULL;

  if (reuse == NULL || !g_mutex_trylock (&reuse->mutex))
    return seidel_solve_carry_out (&solve, error);
  begin (reuse, &solve);
  outcome = seidel_solve_carry_out (&reuse->solve, error);
  g_mutex_unlock (&reuse->mutex);
  return outcome;
}
