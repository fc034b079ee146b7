/* The table of parts, and those that need no run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-part.h"

#include <math.h>
#include <string.h>

#include "analysis/seidel-nodes.h"
#include "analysis/seidel-schedule.h"
#include "analysis/seidel-structure.h"
#include "base/seidel-fail.h"
#include "base/seidel-memory.h"
#include "base/seidel-threads.h"
#include "base/seidel-translatable.h"
#include "matrix/seidel-complex.h"
#include "matrix/seidel-equilibration.h"
#include "matrix/seidel-vector.h"
#include "method/seidel-method.h"
#include "method/seidel-preconditioner.h"
#include "multigrid/seidel-hierarchy.h"
#include "plan/seidel-matching-rule.h"
#include "plan/seidel-scaling-rule.h"
#include "solve/seidel-part-private.h"

void
seidel_part_value_clear (SeidelPartValue *value)
{
  g_clear_pointer (&value->matrix, seidel_matrix_unref);
  g_clear_pointer (&value->vector, seidel_vector_free);
}

void
seidel_part_take_matrix (SeidelPartValue *value,
                         const SeidelPart *self,
                         const SeidelMatrix *of,
                         SeidelCsr *csr)
{
  g_autofree char *name = g_strdup_printf ("%s-%s", of->name, self->id);

  value->matrix = seidel_matrix_new (name, csr);
  value->matrix->origin.stored = seidel_csr_nonzeros (csr);
}

bool
seidel_part_take_vector (SeidelPartValue *value, int64_t n, GError **error)
{
  value->vector = seidel_vector_new (n, error);
  value->n = n;
  return value->vector != NULL;
}

static bool
make_permutation (const SeidelPart *self,
                  const SeidelPartSources *sources,
                  SeidelPartValue *value,
                  GCancellable *cancellable,
                  GError **error)
{
  const int64_t n = sources->matrix->csr->rows;

  if (!seidel_part_take_vector (value, n, error))
    return false;
  for (int64_t i = 0; i < n; i++)
    value->vector[i] = (double) seidel_matrix_original_row (sources->matrix, i) + 1.0;
  return true;
}

static SeidelSchedule *
schedule_of (const SeidelPart *self,
             const SeidelPartSources *sources,
             GCancellable *cancellable,
             GError **error)
{
  return seidel_schedule_new (sources->matrix->csr, (SeidelDirection) self->choice, NULL,
                              cancellable, error);
}

static bool
make_levels (const SeidelPart *self,
             const SeidelPartSources *sources,
             SeidelPartValue *value,
             GCancellable *cancellable,
             GError **error)
{
  g_autoptr (SeidelSchedule) schedule = schedule_of (self, sources, cancellable, error);

  if (schedule == NULL || !seidel_part_take_vector (value, schedule->rows, error))
    return false;
  for (int64_t i = 0; i < schedule->rows; i++)
    value->vector[i] = schedule->level_of_row[i];
  return true;
}

/* A row for each level, with ones in the columns of its rows. */
static bool
make_level_sets (const SeidelPart *self,
                 const SeidelPartSources *sources,
                 SeidelPartValue *value,
                 GCancellable *cancellable,
                 GError **error)
{
  g_autoptr (SeidelSchedule) schedule = schedule_of (self, sources, cancellable, error);
  g_autofree int64_t *next = NULL;
  SeidelCsr *csr;

  if (schedule == NULL)
    return false;
  csr = seidel_csr_new (schedule->count, schedule->rows, schedule->rows, error);
  if (csr == NULL)
    return false;
  next =
    seidel_memory_try ((size_t) MAX (schedule->count, 1) * sizeof *next, "The level sets", error);
  if (next == NULL)
    {
      seidel_csr_free (csr);
      return false;
    }
  for (int32_t l = 0; l < schedule->count; l++)
    {
      next[l] = csr->row_offsets[l];
      csr->row_offsets[l + 1] = csr->row_offsets[l] + schedule->level_rows[l];
    }
  for (int64_t row = 0; row < schedule->rows; row++)
    {
      const int64_t k = next[schedule->level_of_row[row] - 1]++;

      csr->column_indices[k] = (int32_t) row;
      csr->values[k] = 1.0;
    }
  seidel_part_take_matrix (value, self, sources->matrix, csr);
  return true;
}

enum
{
  GRAPH_BEFORE, /* SEIDEL_DIRECTION_FORWARD: what rows wait for */
  GRAPH_AFTER,  /* SEIDEL_DIRECTION_BACKWARD */
  GRAPH_ALL,
};

/* Ones where entries off the diagonal are stored. */
static bool
make_graph (const SeidelPart *self,
            const SeidelPartSources *sources,
            SeidelPartValue *value,
            GCancellable *cancellable,
            GError **error)
{
  const SeidelCsr *from = sources->matrix->csr;
  SeidelCsr *csr = seidel_csr_new (from->rows, from->columns, seidel_csr_nonzeros (from), error);
  int64_t n = 0;

  if (csr == NULL)
    return false;
  for (int64_t row = 0; row < from->rows; row++)
    {
      for (int64_t k = from->row_offsets[row]; k < from->row_offsets[row + 1]; k++)
        {
          const int64_t column = from->column_indices[k];

          if (column == row || (self->choice == GRAPH_BEFORE && column > row)
              || (self->choice == GRAPH_AFTER && column < row))
            continue;
          csr->column_indices[n] = (int32_t) column;
          csr->values[n++] = 1.0;
        }
      csr->row_offsets[row + 1] = n;
    }
  seidel_csr_shrink (csr);
  seidel_part_take_matrix (value, self, sources->matrix, csr);
  return true;
}

enum
{
  SCALED_MATRIX,
  SCALE_ROWS,
  SCALE_COLUMNS,
};

/* By what runs multiply; where they do not, by what they would if they did. */
static SeidelEquilibration *
make_equilibration (const SeidelPartSources *sources, GCancellable *cancellable, GError **error)
{
  SeidelScale scale = sources->options != NULL ? sources->options->scaling : SEIDEL_SCALE_AUTO;
  g_autoptr (SeidelStructure) structure = NULL;

  if (scale > SEIDEL_SCALE_NONE)
    return seidel_equilibration_new (sources->matrix, scale, cancellable, error);
  structure = seidel_structure_new (sources->matrix, NULL, cancellable, error);
  if (structure == NULL)
    return NULL;
  scale = seidel_scaling_choose (structure, NULL);
  if (scale == SEIDEL_SCALE_NONE)
    scale = structure->value_symmetric ? SEIDEL_SCALE_SYMMETRIC : SEIDEL_SCALE_BOTH;
  return seidel_equilibration_new (sources->matrix, scale, cancellable, error);
}

static SeidelCsr *
copy_csr (const SeidelCsr *csr, GError **error)
{
  return seidel_csr_new_from_arrays (csr->rows, csr->columns, csr->row_offsets, csr->column_indices,
                                     csr->values, error);
}

/* A matrix of its own, without the file of the one that it was made from. */
static bool
take_copy (SeidelPartValue *value,
           const SeidelPart *self,
           const SeidelMatrix *of,
           const SeidelMatrix *matrix,
           GError **error)
{
  SeidelCsr *csr = matrix != NULL ? copy_csr (matrix->csr, error) : NULL;

  if (csr == NULL)
    return false;
  seidel_part_take_matrix (value, self, of, csr);
  return true;
}

static bool
make_scaling (const SeidelPart *self,
              const SeidelPartSources *sources,
              SeidelPartValue *value,
              GCancellable *cancellable,
              GError **error)
{
  g_autoptr (SeidelEquilibration) scaling = make_equilibration (sources, cancellable, error);
  const int *exponents;
  int64_t n;

  if (scaling == NULL)
    return false;
  if (self->choice == SCALED_MATRIX)
    {
      g_autoptr (SeidelMatrix) scaled =
        seidel_equilibration_scale_matrix (scaling, sources->matrix, cancellable, error);

      return take_copy (value, self, sources->matrix, scaled, error);
    }
  exponents = self->choice == SCALE_ROWS ? scaling->of_rows : scaling->of_columns;
  n = self->choice == SCALE_ROWS ? scaling->rows : scaling->columns;
  if (!seidel_part_take_vector (value, n, error))
    return false;
  for (int64_t i = 0; i < n; i++)
    value->vector[i] = ldexp (1.0, (exponents != NULL ? exponents[i] : 0)
                                     + (self->choice == SCALE_ROWS ? scaling->of_matrix : 0));
  return true;
}

enum
{
  MATCHED_MATRIX,
  MATCHED_ROWS,
};

/* By what runs exchange rows; where they do not, by what they would if they did. */
static bool
make_matching (const SeidelPart *self,
               const SeidelPartSources *sources,
               SeidelPartValue *value,
               GCancellable *cancellable,
               GError **error)
{
  const int asked = sources->options != NULL ? sources->options->matching : SEIDEL_MATCHING_AUTO;
  const SeidelMatchingKind kind =
    asked > SEIDEL_MATCHING_NONE ? (SeidelMatchingKind) asked : SEIDEL_MATCHING_PRODUCT;
  const int64_t n = sources->matrix->csr->rows;
  g_autoptr (SeidelStructure) structure =
    seidel_structure_new (sources->matrix, NULL, cancellable, error);
  SeidelMatched matched = { NULL };
  bool made;

  if (structure == NULL
      || !seidel_matched_init (&matched, sources->matrix, structure, kind, cancellable, error))
    return false;
  made = self->choice == MATCHED_MATRIX
           ? take_copy (value, self, sources->matrix,
                        matched.matrix != NULL ? matched.matrix : sources->matrix, error)
           : seidel_part_take_vector (value, n, error);
  for (int64_t i = 0; i < value->n; i++)
    value->vector[i] = 1.0 + (double) (matched.matching != NULL ? matched.matching->rows[i] : i);
  seidel_matched_clear (&matched);
  return made;
}

/* Those that a run has, see seidel_problem_read_near_null (); NULL with no error: none. */
static SeidelNearNull *
choose_near_null (const SeidelPartSources *sources,
                  SeidelCoarsening coarsening,
                  GCancellable *cancellable,
                  GError **error)
{
  const SeidelVectorSpec zeros = { .kind = SEIDEL_VECTOR_ZEROS };
  const char *path = sources->options != NULL ? sources->options->near_null : NULL;
  g_autoptr (SeidelProblem) problem =
    seidel_problem_new_from_specs (sources->matrix, &zeros, NULL, NULL, cancellable, error);

  if (problem == NULL
      || (sources->read_file != NULL
          && !seidel_problem_read_near_null (problem, path, sources->read_file, cancellable,
                                             error)))
    return NULL;
  return seidel_near_null_choose (problem->near_null, problem->n_near_null, sources->matrix->csr,
                                  seidel_csr_node_unknowns (sources->matrix->csr), coarsening,
                                  error);
}

enum
{
  MULTIGRID_OPERATOR,
  MULTIGRID_INTERPOLATION,
};

static bool
make_multigrid (const SeidelPart *self,
                const SeidelPartSources *sources,
                SeidelPartValue *value,
                GCancellable *cancellable,
                GError **error)
{
  const SeidelOptions usual = seidel_options_default ();
  const SeidelOptions *options = sources->options != NULL ? sources->options : &usual;
  const SeidelWorkers workers = { .threads = options->threads > 0 ? options->threads
                                                                  : seidel_threads_processors (),
                                  .cancellable = cancellable };
  const SeidelCoarsening coarsening =
    (SeidelCoarsening) options->parameters[SEIDEL_PARAMETER_COARSENING];
  g_autoptr (GError) cause = NULL;
  g_autoptr (SeidelNearNull) near_null =
    choose_near_null (sources, coarsening, cancellable, &cause);
  g_autoptr (SeidelHierarchy) hierarchy = NULL;
  const SeidelCsr *csr;
  SeidelCsr *copy;

  if (cause == NULL)
    hierarchy = seidel_hierarchy_new (sources->matrix->csr, coarsening,
                                      options->parameters[SEIDEL_PARAMETER_STRENGTH], near_null,
                                      &workers, &cause);
  if (hierarchy == NULL)
    {
      g_propagate_error (error, g_steal_pointer (&cause));
      return false;
    }
  if (sources->level < 1
      || sources->level > hierarchy->n_levels - (self->choice == MULTIGRID_INTERPOLATION))
    return seidel_fail (error, SEIDEL_ERROR_INVALID,
                        seidel_text ("There is no such level: multigrid makes %d of this matrix"),
                        hierarchy->n_levels);
  csr = self->choice == MULTIGRID_OPERATOR ? hierarchy->levels[sources->level - 1].A
                                           : hierarchy->levels[sources->level - 1].P;
  copy = copy_csr (csr, error);
  if (copy != NULL)
    seidel_part_take_matrix (value, self, sources->matrix, copy);
  return copy != NULL;
}

#define FACTOR(f, u)                                                           \
  .real = true, .square = true, .make = seidel_part_make_factor, .used_by = u, \
  .choice = SEIDEL_PART_##f

static const SeidelPart parts[] = {
  { "permutation", N_ ("Permutation"), N_ ("The row of the file that each row is."), .vector = true,
    .make = make_permutation },
  { "levels-forward", N_ ("Levels, Forward"), N_ ("The level of each row in a forward sweep."),
    .vector = true, .square = true, .make = make_levels, .choice = SEIDEL_DIRECTION_FORWARD },
  { "levels-backward", N_ ("Levels, Backward"), N_ ("The level of each row in a backward sweep."),
    .vector = true, .square = true, .make = make_levels, .choice = SEIDEL_DIRECTION_BACKWARD },
  { "level-sets-forward", N_ ("Level Sets, Forward"),
    N_ ("A row for each level of a forward sweep, with ones in the columns of its rows."),
    .square = true, .make = make_level_sets, .choice = SEIDEL_DIRECTION_FORWARD },
  { "level-sets-backward", N_ ("Level Sets, Backward"),
    N_ ("A row for each level of a backward sweep, with ones in the columns of its rows."),
    .square = true, .make = make_level_sets, .choice = SEIDEL_DIRECTION_BACKWARD },
  { "graph", N_ ("Graph"), N_ ("Ones where entries off the diagonal are stored."), .square = true,
    .make = make_graph, .choice = GRAPH_ALL },
  { "graph-forward", N_ ("Graph of Dependencies, Forward"),
    N_ ("Ones in the columns of the rows that each row waits for in a forward sweep."),
    .square = true, .make = make_graph, .choice = GRAPH_BEFORE },
  { "graph-backward", N_ ("Graph of Dependencies, Backward"),
    N_ ("Ones in the columns of the rows that each row waits for in a backward sweep."),
    .square = true, .make = make_graph, .choice = GRAPH_AFTER },
  { "ilu0-lower", N_ ("ILU(0): L"), N_ ("L of A ≈ L U, with ones on the diagonal."),
    FACTOR (ILU_LOWER, "ilu0") },
  { "ilu0-upper", N_ ("ILU(0): U"), N_ ("U of A ≈ L U."), FACTOR (ILU_UPPER, "ilu0") },
  { "ic0-lower", N_ ("IC(0): L"),
    N_ ("L of A ≈ L Lᵀ, or of A with something added to its diagonal where that has none."),
    FACTOR (IC_LOWER, "ic0") },
  { "lu-lower", N_ ("LU: L"),
    N_ ("L of L U = A D⁻¹ with rows and columns permuted, by UMFPACK; U has ones on its diagonal."),
    FACTOR (LU_LOWER, "umfpack") },
  { "lu-upper", N_ ("LU: U"), N_ ("U of the same."), FACTOR (LU_UPPER, "umfpack") },
  { "lu-rows", N_ ("LU: Rows"), N_ ("The row of A that each row of L U is."), .vector = true,
    FACTOR (LU_ROWS, "umfpack") },
  { "lu-columns", N_ ("LU: Columns"), N_ ("The column of A that each column of L U is."),
    .vector = true, FACTOR (LU_COLUMNS, "umfpack") },
  { "lu-scaling", N_ ("LU: D"), N_ ("What each column of A is divided by."), .vector = true,
    FACTOR (LU_SCALE, "umfpack") },
  { "cholesky-lower", N_ ("Cholesky: L"),
    N_ ("L of L Lᵀ = A with rows and columns permuted, by CHOLMOD."),
    FACTOR (CHOLESKY_LOWER, "cholmod") },
  { "cholesky-rows", N_ ("Cholesky: Rows"), N_ ("The row of A that each row of L Lᵀ is."),
    .vector = true, FACTOR (CHOLESKY_ROWS, "cholmod") },
  { "multigrid-operator", N_ ("Multigrid: Operator"), N_ ("The matrix of a level of multigrid."),
    .of_level = true, .square = true, .real = true, .make = make_multigrid, .used_by = "multigrid",
    .choice = MULTIGRID_OPERATOR },
  { "multigrid-interpolation", N_ ("Multigrid: Interpolation"),
    N_ ("The prolongation from the next coarser level to a level of multigrid."), .of_level = true,
    .square = true, .real = true, .make = make_multigrid, .used_by = "multigrid",
    .choice = MULTIGRID_INTERPOLATION },
  { "scaled", N_ ("Scaled Matrix"), N_ ("The matrix with rows and columns of about equal size."),
    .real = true, .make = make_scaling, .choice = SCALED_MATRIX },
  { "scaling-rows", N_ ("Scaling of the Rows"), N_ ("What each row is multiplied by for that."),
    .vector = true, .real = true, .make = make_scaling, .choice = SCALE_ROWS },
  { "scaling-columns", N_ ("Scaling of the Columns"),
    N_ ("What each column is multiplied by for that."), .vector = true, .real = true,
    .make = make_scaling, .choice = SCALE_COLUMNS },
  { "matched", N_ ("Matched Matrix"),
    N_ ("The matrix with its rows exchanged, so that the entries on its diagonal are large."),
    .square = true, .real = true, .make = make_matching, .choice = MATCHED_MATRIX },
  { "matched-rows", N_ ("Matching: Rows"), N_ ("The row of the matrix that each of its rows is."),
    .vector = true, .square = true, .real = true, .make = make_matching, .choice = MATCHED_ROWS },
  { "null-vectors", N_ ("Null Vectors"),
    N_ ("An orthonormal basis of what the matrix maps to zero, a column each; 16 at most."),
    FACTOR (NULL_VECTORS, NULL) },
};

const SeidelPart *
seidel_parts (size_t *n)
{
  *n = G_N_ELEMENTS (parts);
  return parts;
}

const SeidelPart *
seidel_part_find (const char *id)
{
  for (size_t i = 0; i < G_N_ELEMENTS (parts); i++)
    if (g_strcmp0 (parts[i].id, id) == 0)
      return &parts[i];
  return NULL;
}

char *
seidel_part_refuse (const SeidelPart *self, const SeidelMatrix *matrix)
{
  if (self->square && matrix->csr->rows != matrix->csr->columns)
    return g_strdup (seidel_text ("Only a square matrix has it"));
  if (self->real && seidel_matrix_is_complex (matrix))
    return g_strdup (seidel_text ("It is made of real matrices only"));
  return NULL;
}

/* What is used by a method is made of matrices that it takes. */
static bool
check_needs (const SeidelPart *self,
             SeidelMatrix *matrix,
             GCancellable *cancellable,
             GError **error)
{
  const SeidelMethod *method = self->used_by != NULL ? seidel_method_find (self->used_by) : NULL;
  const SeidelPreconditionerKind *kind =
    self->used_by != NULL && method == NULL ? seidel_preconditioner_find (self->used_by) : NULL;
  g_autoptr (SeidelStructure) structure = NULL;
  g_autofree char *why_not = NULL;
  g_autofree char *placed = NULL;
  int64_t row = -1;

  if (method == NULL && kind == NULL)
    return true;
  structure = seidel_structure_new (matrix, NULL, cancellable, error);
  if (structure == NULL)
    return false;
  if (seidel_needs_met (method != NULL ? method->needs : kind->needs,
                        method != NULL ? method->name : kind->name, structure, &why_not, &row))
    return true;
  placed = seidel_matrix_add_place (matrix, why_not, row, -1);
  return seidel_fail (error, SEIDEL_ERROR_INVALID, "%s", placed);
}

bool
seidel_part_make (const SeidelPart *self,
                  const SeidelPartSources *sources,
                  SeidelPartValue *value,
                  GCancellable *cancellable,
                  GError **error)
{
  g_autofree char *why_not = seidel_part_refuse (self, sources->matrix);

  *value = (SeidelPartValue){ 0 };
  if (why_not != NULL)
    return seidel_fail (error, SEIDEL_ERROR_INVALID, "%s", why_not);
  return check_needs (self, sources->matrix, cancellable, error)
         && self->make (self, sources, value, cancellable, error);
}
