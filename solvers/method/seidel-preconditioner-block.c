/* Preconditioning by blocks of the unknowns of a node: block Jacobi, z ← D⁻¹ r, and symmetric block
 * Gauss-Seidel, M = (D + L) D⁻¹ (D + U), D being the blocks on the diagonal.
 *
 * Source: Saad (2003), 4.1.1 and 10.2. With the blocks divided out, M = D (1 + D⁻¹ L) (1 + D⁻¹ U),
 * whose factors are triangles with a diagonal of ones: every engine solves with them as with those
 * of incomplete factorisations. D⁻¹ is a matrix of blocks, which every engine multiplies by. An
 * engine that stores blocks sweeps by them instead, where they are full.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/seidel-nodes.h"
#include "base/seidel-memory.h"
#include "base/seidel-poll.h"
#include "base/seidel-translatable.h"
#include "engine/seidel-block-operations.h"
#include "method/seidel-fill.h"
#include "method/seidel-preconditioner-private.h"
#include "method/seidel-triangles.h"

#define MOST 16

typedef struct
{
  int size;
  double *inverses;        /* of the diagonal, block after block, until they are elsewhere */
  SeidelBlocks *on_engine; /* NULL: what follows is used, by rows */
  SeidelCsr *inverse;
  SeidelOperator *D_inverse;
  SeidelVector *scaled; /* D⁻¹ r, of Gauss-Seidel */
  SeidelVector *room;
  SeidelTriangles triangles;
} Blocks;

/* The place of a column in a row, or where it would be. As a rule it is that of the row before. */
static int64_t
find_place (const SeidelCsr *csr, int64_t row, int64_t column, int64_t before)
{
  const int64_t begin = csr->row_offsets[row];
  const int64_t place = begin + before;

  if (place < csr->row_offsets[row + 1] && csr->column_indices[place] == column)
    return place;
  return seidel_csr_lower_bound (csr, row, column);
}

/* The block of a node, row after row; rows of the last one that there are not are those of the unit
 * matrix. */
static void
take_block (const SeidelCsr *csr, int64_t first, int size, double *block)
{
  const int64_t n = MIN (size, csr->rows - first);
  int64_t before = 0;

  memset (block, 0, (size_t) (size * size) * sizeof *block);
  for (int64_t i = n; i < size; i++)
    block[i * size + i] = 1.0;
  for (int64_t i = 0; i < n; i++)
    {
      const int64_t begin = find_place (csr, first + i, first, before);

      before = begin - csr->row_offsets[first + i];
      for (int64_t k = begin;
           k < csr->row_offsets[first + i + 1] && csr->column_indices[k] < first + size; k++)
        block[i * size + csr->column_indices[k] - first] = csr->values[k];
    }
}

/* Replaces a block by its inverse, by Gauss-Jordan elimination with row exchanges. False where it
 * is singular, and *pivot is what was left. */
static G_ALWAYS_INLINE inline bool
invert_of_size (int n, double *block, double *pivot)
{
  double work[MOST][2 * MOST];
  double largest = 0.0;

  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
        work[i][j] = block[i * n + j];
        work[i][n + j] = i == j ? 1.0 : 0.0;
        if (fabs (work[i][j]) > largest)
          largest = fabs (work[i][j]);
      }
  for (int k = 0; k < n; k++)
    {
      int row = k;

      for (int i = k + 1; i < n; i++)
        if (fabs (work[i][k]) > fabs (work[row][k]))
          row = i;
      *pivot = work[row][k];
      if (!(fabs (*pivot) > DBL_EPSILON * largest) || !isfinite (*pivot))
        return false;
      for (int j = 0; j < 2 * n; j++)
        {
          const double kept = work[row][j];

          work[row][j] = work[k][j];
          work[k][j] = kept / *pivot;
        }
      for (int i = 0; i < n; i++)
        {
          const double factor = work[i][k];

          for (int j = 0; j < 2 * n && i != k; j++)
            work[i][j] -= factor * work[k][j];
        }
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      block[i * n + j] = work[i][n + j];
  return true;
}

/* The same, unrolled for the usual sizes. */
static bool
invert (double *block, int n, double *pivot)
{
  switch (n)
    {
    case 2:
      return invert_of_size (2, block, pivot);
    case 3:
      return invert_of_size (3, block, pivot);
    case 4:
      return invert_of_size (4, block, pivot);
    case 6:
      return invert_of_size (6, block, pivot);
    default:
      return invert_of_size (n, block, pivot);
    }
}

/* What rounding made of a symmetric block's inverse is made symmetric, for methods that need it. */
static void
make_symmetric (double *block, int n)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      block[i * n + j] = block[j * n + i] = 0.5 * (block[i * n + j] + block[j * n + i]);
}

static SeidelReason
fail_block (SeidelMethodRun *run, double pivot, int64_t row)
{
  SeidelReason reason =
    seidel_method_run_breakdown (run,
                                 seidel_text ("The diagonal block of a node is singular: its pivot "
                                              "is %.3g"),
                                 pivot);

  run->row = row;
  return reason;
}

/* D⁻¹ */
static SeidelReason
make_inverses (SeidelMethodRun *run, Blocks *blocks)
{
  const SeidelCsr *csr = run->csr;
  const int size = blocks->size;
  const int64_t n_nodes = (csr->rows + size - 1) / size;

  blocks->inverses = seidel_memory_alloc ((size_t) (n_nodes * size * size) * sizeof (double));
  if (blocks->inverses == NULL)
    {
      seidel_method_run_note (run, "the blocks on the diagonal did not fit into memory");
      return SEIDEL_REASON_OUT_OF_MEMORY;
    }
  for (int64_t node = 0; node < n_nodes; node++)
    {
      double *block = blocks->inverses + node * size * size;
      double pivot;

      if (node % SEIDEL_POLL_EVERY == 0 && seidel_method_run_stopped (run))
        return seidel_method_run_stop_reason (run);
      take_block (csr, node * size, size, block);
      if (!invert (block, size, &pivot))
        return fail_block (run, pivot, node * size);
      if (run->structure->value_symmetric)
        make_symmetric (block, size);
    }
  return SEIDEL_REASON_NONE;
}

/* D⁻¹ in rows. */
static SeidelReason
make_rows (SeidelMethodRun *run, Blocks *blocks)
{
  const int64_t rows = run->csr->rows;
  const int size = blocks->size;
  g_autoptr (GError) error = NULL;
  SeidelCsr *inverse = seidel_csr_new (rows, rows, rows * size, &error);
  int64_t k = 0;

  if (inverse == NULL)
    return seidel_triangles_fail (run, error);
  blocks->inverse = inverse;
  for (int64_t row = 0; row < rows; row++)
    {
      const int64_t first = row - row % size;

      for (int64_t j = 0; j < size && first + j < rows; j++, k++)
        {
          inverse->column_indices[k] = (int32_t) (first + j);
          inverse->values[k] = blocks->inverses[row * size + j];
        }
      inverse->row_offsets[row + 1] = k;
    }
  return SEIDEL_REASON_NONE;
}

/* The columns of a node's rows, each once, in order; their number. */
static int64_t
merge_columns (const SeidelCsr *csr, int64_t first, int size, int32_t *columns)
{
  int64_t places[MOST] = { 0 };
  int64_t n = 0;

  for (int64_t i = 0; i < size && first + i < csr->rows; i++)
    places[i] = csr->row_offsets[first + i];
  for (;;)
    {
      int32_t least = G_MAXINT32;

      for (int64_t i = 0; i < size && first + i < csr->rows; i++)
        if (places[i] < csr->row_offsets[first + i + 1])
          least = MIN (least, csr->column_indices[places[i]]);
      if (least == G_MAXINT32)
        return n;
      columns[n++] = least;
      for (int64_t i = 0; i < size && first + i < csr->rows; i++)
        if (places[i] < csr->row_offsets[first + i + 1] && csr->column_indices[places[i]] == least)
          places[i]++;
    }
}

/* Rows of D⁻¹ A for a node, one after the other, in a table of as many columns as were merged. */
static void
scale_node (const Blocks *blocks,
            const SeidelCsr *csr,
            int64_t first,
            const int32_t *columns,
            int64_t n,
            double *table)
{
  const int size = blocks->size;
  const SeidelCsr *inverse = blocks->inverse;

  for (int64_t i = 0; i < size * n; i++)
    table[i] = 0.0;
  for (int64_t j = 0; j < size && first + j < csr->rows; j++)
    {
      int64_t place = 0;

      for (int64_t k = csr->row_offsets[first + j]; k < csr->row_offsets[first + j + 1]; k++)
        {
          while (columns[place] != csr->column_indices[k])
            place++;
          for (int64_t i = 0; i < size && first + i < csr->rows; i++)
            table[i * n + place] +=
              inverse->values[inverse->row_offsets[first + i] + j] * csr->values[k];
        }
    }
}

static void
append (SeidelFillRows *rows, int64_t column, double value)
{
  rows->column_indices[rows->count] = (int32_t) column;
  rows->values[rows->count] = value;
  rows->count++;
}

/* Rows of 1 + D⁻¹ L and 1 + D⁻¹ U; false without memory. */
static bool
append_node (const Blocks *blocks,
             int64_t first,
             int64_t n_rows,
             const int32_t *columns,
             int64_t n,
             const double *table,
             SeidelFillRows *lower,
             SeidelFillRows *upper)
{
  if (!seidel_fill_rows_reserve (lower, (n + 1) * blocks->size)
      || !seidel_fill_rows_reserve (upper, (n + 1) * blocks->size))
    return false;
  for (int64_t i = 0; i < blocks->size && first + i < n_rows; i++)
    {
      append (upper, first + i, 1.0);
      for (int64_t j = 0; j < n; j++)
        {
          if (columns[j] < first)
            append (lower, columns[j], table[i * n + j]);
          else if (columns[j] >= first + blocks->size)
            append (upper, columns[j], table[i * n + j]);
        }
      append (lower, first + i, 1.0);
      lower->row_offsets[first + i + 1] = lower->count;
      upper->row_offsets[first + i + 1] = upper->count;
    }
  return true;
}

static int64_t
count_longest (const SeidelCsr *csr, int size)
{
  int64_t longest = 1;

  for (int64_t first = 0; first < csr->rows; first += size)
    longest =
      MAX (longest, csr->row_offsets[MIN (first + size, csr->rows)] - csr->row_offsets[first]);
  return longest;
}

/* Both triangles, row after row. */
static SeidelReason
fill_triangles (SeidelMethodRun *run,
                const Blocks *blocks,
                SeidelFillRows *lower,
                SeidelFillRows *upper)
{
  const SeidelCsr *csr = run->csr;
  const int64_t longest = count_longest (csr, blocks->size);
  g_autofree int32_t *columns = g_try_new0 (int32_t, longest);
  g_autofree double *table = g_try_new0 (double, longest * blocks->size);
  bool fits = columns != NULL && table != NULL
              && seidel_fill_rows_init (lower, csr->rows, true, false)
              && seidel_fill_rows_init (upper, csr->rows, true, false);

  for (int64_t first = 0; first < csr->rows && fits; first += blocks->size)
    {
      int64_t n;

      if (first / blocks->size % SEIDEL_POLL_EVERY == 0 && seidel_method_run_stopped (run))
        return seidel_method_run_stop_reason (run);
      n = merge_columns (csr, first, blocks->size, columns);
      scale_node (blocks, csr, first, columns, n, table);
      fits = append_node (blocks, first, csr->rows, columns, n, table, lower, upper);
    }
  if (fits)
    return SEIDEL_REASON_NONE;
  seidel_method_run_note (run, "the triangles of blocks did not fit into memory");
  return SEIDEL_REASON_OUT_OF_MEMORY;
}

static SeidelReason
make_triangles (SeidelMethodRun *run, Blocks *blocks)
{
  const SeidelSchedule *const unknown[2] = { NULL, NULL };
  SeidelFillRows lower = { 0 };
  SeidelFillRows upper = { 0 };
  g_autoptr (SeidelCsr) below = NULL;
  g_autoptr (SeidelCsr) above = NULL;
  g_autoptr (GError) error = NULL;
  SeidelReason reason = fill_triangles (run, blocks, &lower, &upper);

  if (reason == SEIDEL_REASON_NONE)
    {
      below = seidel_fill_rows_to_csr (&lower, run->n, &error);
      above = below != NULL ? seidel_fill_rows_to_csr (&upper, run->n, &error) : NULL;
      if (above == NULL)
        reason = seidel_triangles_fail (run, error);
    }
  seidel_fill_rows_clear (&lower);
  seidel_fill_rows_clear (&upper);
  if (reason != SEIDEL_REASON_NONE)
    return reason;
  blocks->triangles.own_pattern = true;
  return seidel_triangles_of_factors (run, g_steal_pointer (&below), g_steal_pointer (&above),
                                      unknown, &blocks->triangles);
}

/* Unknowns of a node: those asked for, or what the pattern says. That of a matrix with rows in
 * another order was not looked at before. */
static int
size_of_node (const SeidelMethodRun *run)
{
  const SeidelStructure *structure = run->structure;
  const int asked = (int) seidel_method_run_parameter (run, SEIDEL_PARAMETER_NODE);
  const bool known =
    structure->node_unknowns > 0 && !structure->complex_values && run->matching == NULL;

  return CLAMP (asked > 0 ? asked
                : known   ? structure->node_unknowns
                          : seidel_csr_node_unknowns (run->csr),
                1, MOST);
}

/* Blocks on the engine, if it has any use for them. */
void
seidel_preconditioner_block_place (SeidelMethodRun *run, SeidelPreconditioner *self)
{
  const SeidelBlockOperations *operations = seidel_engine_blocks (run->session.engine);
  const SeidelCsr *csr = run->csr;
  const SeidelCsrView view = { csr->rows, csr->columns, csr->row_offsets, csr->column_indices,
                               csr->values };
  Blocks *blocks = g_new0 (Blocks, 1);

  self->state = blocks;
  blocks->size = size_of_node (run);
  /* The engine copies what it needs. */
  if (operations != NULL && !seidel_session_failed (&run->session))
    // cppcheck-suppress danglingLifetime
    blocks->on_engine = operations->create (run->session.context, run->A, &view, blocks->size,
                                            self->kind->sweeps != SEIDEL_SWEEPS_NONE);
}

/* A copy of the matrix in blocks takes at most 12 bytes an entry on the engine, and D⁻¹ less than
 * that on the host. */
double
seidel_preconditioner_block_memory (const SeidelStructure *structure, SeidelPrecision precision)
{
  return (double) structure->nonzeros * (precision == SEIDEL_PRECISION_DOUBLE ? 6.0 : 4.0);
}

/* By rows, where the engine has no blocks. */
static SeidelReason
prepare_rows (SeidelMethodRun *run, Blocks *blocks, bool sweeps)
{
  SeidelReason reason = make_rows (run, blocks);

  g_clear_pointer (&blocks->inverses, free);
  if (reason == SEIDEL_REASON_NONE && sweeps)
    reason = make_triangles (run, blocks);
  if (reason != SEIDEL_REASON_NONE)
    return reason;
  blocks->D_inverse = seidel_triangles_system_new (run, blocks->inverse);
  if (sweeps)
    {
      blocks->scaled = seidel_method_run_vector (run);
      blocks->room = seidel_method_run_vector (run);
    }
  return SEIDEL_REASON_NONE;
}

SeidelReason
seidel_preconditioner_block_prepare (SeidelMethodRun *run, SeidelPreconditioner *self)
{
  Blocks *blocks;
  SeidelReason reason;

  if (self->state == NULL)
    seidel_preconditioner_block_place (run, self);
  blocks = self->state;
  if (seidel_session_failed (&run->session))
    return SEIDEL_REASON_NONE;
  reason = make_inverses (run, blocks);
  if (reason != SEIDEL_REASON_NONE)
    return reason;
  if (blocks->on_engine == NULL)
    return prepare_rows (run, blocks, self->kind->sweeps != SEIDEL_SWEEPS_NONE);
  seidel_engine_blocks (run->session.engine)
    ->set_inverses (run->session.context, blocks->on_engine, blocks->inverses);
  g_clear_pointer (&blocks->inverses, free);
  return SEIDEL_REASON_NONE;
}

void
seidel_preconditioner_block_apply (SeidelMethodRun *run,
                                   SeidelPreconditioner *self,
                                   bool transposed,
                                   const SeidelVector *r,
                                   SeidelVector *z)
{
  const Blocks *blocks = self->state;

  if (seidel_session_failed (&run->session))
    return;
  if (blocks->on_engine != NULL)
    {
      const SeidelBlockOperations *operations = seidel_engine_blocks (run->session.engine);

      (self->kind->sweeps == SEIDEL_SWEEPS_NONE
         ? operations->divide
         : operations->sweep) (run->session.context, blocks->on_engine, r, z);
      return;
    }
  if (self->kind->sweeps == SEIDEL_SWEEPS_NONE)
    {
      seidel_session_multiply (&run->session, blocks->D_inverse, r, z);
      return;
    }
  seidel_session_multiply (&run->session, blocks->D_inverse, r, blocks->scaled);
  seidel_triangles_solve (run, &blocks->triangles, 1.0, blocks->scaled, blocks->room, z);
}

void
seidel_preconditioner_block_apply_dot (SeidelMethodRun *run,
                                       SeidelPreconditioner *self,
                                       const SeidelVector *r,
                                       SeidelVector *z,
                                       SeidelScalar out)
{
  const Blocks *blocks = self->state;

  if (blocks->on_engine != NULL && !seidel_session_failed (&run->session))
    {
      seidel_engine_blocks (run->session.engine)
        ->divide_dot (run->session.context, blocks->on_engine, r, z, out);
      return;
    }
  seidel_preconditioner_block_apply (run, self, false, r, z);
  seidel_session_dot (&run->session, out, r, z);
}

void
seidel_preconditioner_block_clear (SeidelMethodRun *run, SeidelPreconditioner *self)
{
  Blocks *blocks = self->state;

  if (blocks == NULL)
    return;
  if (blocks->on_engine != NULL)
    seidel_engine_blocks (run->session.engine)->free (run->session.context, blocks->on_engine);
  seidel_triangles_clear (run, &blocks->triangles);
  seidel_session_vector_free (&run->session, blocks->room);
  seidel_session_vector_free (&run->session, blocks->scaled);
  if (blocks->D_inverse != NULL)
    run->session.engine->operators.free (run->session.context, blocks->D_inverse);
  seidel_csr_free (blocks->inverse);
  free (blocks->inverses);
  g_clear_pointer (&self->state, g_free);
}
