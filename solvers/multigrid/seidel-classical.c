/* Classical algebraic coarsening.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "multigrid/seidel-classical.h"

#include <math.h>
#include <string.h>

#include "base/seidel-memory.h"

#define ROWS_PER_POLL 65536

#define WHAT "the coarsening of the matrix"

#define UNDECIDED (-2)
#define FINE      (-1)
#define COARSE    0 /* numbered afterwards */

/* −a_ij in the sign of the diagonal: positive for what M-matrices have beside it. */
static inline double
coupling (const SeidelCsr *csr, int64_t k, double diagonal)
{
  return diagonal < 0.0 ? csr->values[k] : -csr->values[k];
}

static double
diagonal_of (const SeidelCsr *csr, int64_t row)
{
  int64_t k = seidel_csr_find (csr, row, row);

  return k >= 0 ? csr->values[k] : 0.0;
}

void
seidel_classical_strength (const SeidelCsr *csr,
                           double strength,
                           bool *strong,
                           const SeidelWorkers *workers)
{
#pragma omp parallel for num_threads(workers->threads) schedule(static)
  for (int64_t row = 0; row < csr->rows; row++)
    {
      double diagonal = diagonal_of (csr, row);
      double largest = 0.0;

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        if (csr->column_indices[k] != row)
          largest = fmax (largest, coupling (csr, k, diagonal));
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        strong[k] = csr->column_indices[k] != row && largest > 0.0
                    && coupling (csr, k, diagonal) > 0.0
                    && coupling (csr, k, diagonal) >= strength * largest;
    }
}

/* The rows that are undecided, in lists by their measure: how many depend on them, those that were
 * decided to be fine counted twice. Doubly linked, so that a row changes its list in one step. */
typedef struct
{
  const SeidelCsr *csr;
  const bool *strong;
  SeidelCsr *dependents; /* by column: the rows that depend strongly on it */
  int32_t *state;
  int32_t *measure;
  int32_t *next;
  int32_t *previous; /* of the first of a list: −1 */
  int32_t *first;    /* by measure; −1: empty */
  int32_t most;      /* no list above is in use */
} Split;

static void
insert (Split *self, int32_t row)
{
  int32_t list = self->measure[row];

  self->previous[row] = -1;
  self->next[row] = self->first[list];
  if (self->next[row] >= 0)
    self->previous[self->next[row]] = row;
  self->first[list] = row;
  self->most = MAX (self->most, list);
}

static void
take_out (Split *self, int32_t row)
{
  if (self->previous[row] >= 0)
    self->next[self->previous[row]] = self->next[row];
  else
    self->first[self->measure[row]] = self->next[row];
  if (self->next[row] >= 0)
    self->previous[self->next[row]] = self->previous[row];
}

static void
change_measure (Split *self, int32_t row, int32_t step)
{
  take_out (self, row);
  self->measure[row] += step;
  insert (self, row);
}

/* A row becomes fine: what it depends on is worth more as a coarse row. */
static void
make_fine (Split *self, int32_t row)
{
  const SeidelCsr *csr = self->csr;

  self->state[row] = FINE;
  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    if (self->strong[k] && self->state[csr->column_indices[k]] == UNDECIDED)
      change_measure (self, csr->column_indices[k], 1);
}

static void
make_coarse (Split *self, int32_t row)
{
  const SeidelCsr *csr = self->csr;
  const SeidelCsr *dependents = self->dependents;

  self->state[row] = COARSE;
  for (int64_t k = dependents->row_offsets[row]; k < dependents->row_offsets[row + 1]; k++)
    {
      int32_t dependent = dependents->column_indices[k];

      if (self->state[dependent] != UNDECIDED)
        continue;
      take_out (self, dependent);
      make_fine (self, dependent);
    }
  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    if (self->strong[k] && self->state[csr->column_indices[k]] == UNDECIDED
        && self->measure[csr->column_indices[k]] > 0)
      change_measure (self, csr->column_indices[k], -1);
}

/* The pattern of the strong entries, transposed. */
static SeidelCsr *
find_dependents (const SeidelCsr *csr, const bool *strong, GError **error)
{
  int64_t n_strong = 0;
  SeidelCsr *dependents;
  int64_t *offsets;

  for (int64_t k = 0; k < seidel_csr_nonzeros (csr); k++)
    n_strong += strong[k];
  dependents = seidel_csr_new (csr->rows, csr->rows, n_strong, error);
  if (dependents == NULL)
    return NULL;
  offsets = dependents->row_offsets;
  memset (offsets, 0, ((size_t) csr->rows + 1) * sizeof *offsets);
  for (int64_t k = 0; k < seidel_csr_nonzeros (csr); k++)
    if (strong[k])
      offsets[csr->column_indices[k] + 1]++;
  for (int64_t row = 0; row < csr->rows; row++)
    offsets[row + 1] += offsets[row];
  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      if (strong[k])
        dependents->column_indices[offsets[csr->column_indices[k]]++] = (int32_t) row;
  /* Each offset has moved on to that of the next row. */
  for (int64_t row = csr->rows; row > 0; row--)
    offsets[row] = offsets[row - 1];
  offsets[0] = 0;
  return dependents;
}

/* Rows that nothing depends on are fine from the start. Lists begin with the first rows. */
static void
begin_lists (Split *self)
{
  const int64_t *offsets = self->dependents->row_offsets;

  for (int64_t list = 0; list < 2 * self->csr->rows + 1; list++)
    self->first[list] = -1;
  for (int64_t row = 0; row < self->csr->rows; row++)
    {
      self->state[row] = UNDECIDED;
      self->measure[row] = (int32_t) (offsets[row + 1] - offsets[row]);
    }
  for (int64_t row = self->csr->rows - 1; row >= 0; row--)
    insert (self, (int32_t) row);
}

/* Decides the rows with the largest measure first; those with 0 are fine. */
static bool
decide (Split *self, const SeidelWorkers *workers)
{
  int64_t steps = 0;

  while (self->most > 0)
    {
      int32_t row = self->first[self->most];

      if (++steps % ROWS_PER_POLL == 0 && seidel_workers_stopped (workers))
        return false;
      if (row < 0)
        {
          self->most--;
          continue;
        }
      take_out (self, row);
      make_coarse (self, row);
    }
  return true;
}

static int64_t
number_coarse (int32_t *states, int64_t n)
{
  int32_t count = 0;

  for (int64_t row = 0; row < n; row++)
    states[row] = states[row] == COARSE ? count++ : -1;
  return count;
}

int64_t
seidel_classical_split (const SeidelCsr *csr,
                        const bool *strong,
                        int32_t *coarse_of_row,
                        const SeidelWorkers *workers,
                        GError **error)
{
  const size_t n = (size_t) MAX (csr->rows, 1);
  g_autofree int32_t *room = seidel_memory_try ((5 * n + 1) * sizeof (int32_t), WHAT, error);
  g_autoptr (SeidelCsr) dependents = room != NULL ? find_dependents (csr, strong, error) : NULL;
  Split self = { csr, strong, dependents, coarse_of_row };

  if (dependents == NULL)
    return -1;
  self.measure = room;
  self.next = room + n;
  self.previous = room + 2 * n;
  self.first = room + 3 * n;
  begin_lists (&self);
  if (!decide (&self, workers))
    {
      seidel_workers_fail (error);
      return -1;
    }
  return number_coarse (coarse_of_row, csr->rows);
}

/* What the rows of the prolongation are made from. */
typedef struct
{
  const SeidelCsr *csr;
  const bool *strong;
  const int32_t *coarse_of_row;
} Interpolation;

/* Whether the row interpolates from the coarse row of a column: its place is in the current row. */
static inline bool
is_candidate (const SeidelSparseRows *rows, int32_t coarse)
{
  return coarse >= 0 && rows->places[coarse] >= rows->row_begin;
}

/* The coarse rows that row depends on, and those that its fine neighbours do, with weights 0. */
static void
find_candidates (const Interpolation *self, SeidelSparseRows *rows, int64_t row)
{
  const SeidelCsr *csr = self->csr;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      int32_t column = csr->column_indices[k];

      if (!self->strong[k])
        continue;
      if (self->coarse_of_row[column] >= 0)
        {
          seidel_sparse_rows_add (rows, self->coarse_of_row[column], 0.0);
          continue;
        }
      for (int64_t l = csr->row_offsets[column]; l < csr->row_offsets[column + 1]; l++)
        if (self->strong[l] && self->coarse_of_row[csr->column_indices[l]] >= 0)
          seidel_sparse_rows_add (rows, self->coarse_of_row[csr->column_indices[l]], 0.0);
    }
}

/* Hands a_ik of a strong fine neighbour k on to the coarse rows that both know, and to row itself.
 * Returns what is added to the diagonal. */
static double
distribute (const Interpolation *self, SeidelSparseRows *rows, int64_t row, int64_t k)
{
  const SeidelCsr *csr = self->csr;
  int32_t middle = csr->column_indices[k];
  double diagonal = diagonal_of (csr, middle);
  double sum = 0.0;
  double own = 0.0;

  for (int64_t l = csr->row_offsets[middle]; l < csr->row_offsets[middle + 1]; l++)
    {
      int32_t column = csr->column_indices[l];

      if (coupling (csr, l, diagonal) > 0.0
          && (column == row || is_candidate (rows, self->coarse_of_row[column])))
        sum += csr->values[l];
    }
  if (sum == 0.0)
    return csr->values[k];
  for (int64_t l = csr->row_offsets[middle]; l < csr->row_offsets[middle + 1]; l++)
    {
      int32_t column = csr->column_indices[l];
      double part = csr->values[k] * csr->values[l] / sum;

      if (!(coupling (csr, l, diagonal) > 0.0))
        continue;
      if (column == row)
        own += part;
      else if (is_candidate (rows, self->coarse_of_row[column]))
        seidel_sparse_rows_add (rows, self->coarse_of_row[column], part);
    }
  return own;
}

/* Keeps the largest weights of the current row, and their sum. */
static void
truncate_row (SeidelSparseRows *rows)
{
  int32_t *columns = rows->columns + rows->row_begin;
  double *values = rows->values + rows->row_begin;
  const int64_t n = rows->count - rows->row_begin;
  const int64_t kept = MIN (n, SEIDEL_CLASSICAL_WEIGHTS);
  double sum = 0.0;
  double kept_sum = 0.0;

  for (int64_t i = 0; i < n; i++)
    sum += values[i];
  for (int64_t i = 0; i < kept; i++)
    {
      int64_t largest = i;
      double value;
      int32_t column;

      for (int64_t j = i + 1; j < n; j++)
        if (fabs (values[j]) > fabs (values[largest]))
          largest = j;
      value = values[largest];
      column = columns[largest];
      values[largest] = values[i];
      columns[largest] = columns[i];
      values[i] = value;
      columns[i] = column;
      kept_sum += value;
    }
  for (int64_t i = 0; i < kept && kept < n && kept_sum != 0.0; i++)
    values[i] *= sum / kept_sum;
  /* Places behind the end of the row would pass for places of the next one. */
  for (int64_t i = 0; i < n; i++)
    rows->places[columns[i]] = -1;
  rows->count = rows->row_begin + kept;
}

static void
add_interpolation_row (SeidelSparseRows *rows, int64_t row, gconstpointer data)
{
  const Interpolation *self = data;
  const SeidelCsr *csr = self->csr;
  double diagonal = 0.0;

  if (self->coarse_of_row[row] >= 0)
    {
      seidel_sparse_rows_add (rows, self->coarse_of_row[row], 1.0);
      return;
    }
  find_candidates (self, rows, row);
  if (rows->failed || rows->count == rows->row_begin)
    return;
  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      int32_t coarse = self->coarse_of_row[csr->column_indices[k]];

      if (is_candidate (rows, coarse))
        seidel_sparse_rows_add (rows, coarse, csr->values[k]);
      else
        diagonal += self->strong[k] ? distribute (self, rows, row, k) : csr->values[k];
    }
  for (int64_t i = rows->row_begin; i < rows->count; i++)
    rows->values[i] /= -diagonal;
  truncate_row (rows);
}

SeidelCsr *
seidel_classical_prolongation (const SeidelCsr *csr,
                               double strength,
                               const SeidelWorkers *workers,
                               GError **error)
{
  const size_t entries = (size_t) MAX (seidel_csr_nonzeros (csr), 1);
  g_autofree bool *strong = seidel_memory_try (entries * sizeof *strong, WHAT, error);
  g_autofree int32_t *coarse_of_row =
    strong != NULL ? seidel_memory_try ((size_t) csr->rows * sizeof *coarse_of_row, WHAT, error)
                   : NULL;
  const Interpolation interpolation = { csr, strong, coarse_of_row };
  int64_t n_coarse;

  if (coarse_of_row == NULL)
    return NULL;
  seidel_classical_strength (csr, strength, strong, workers);
  n_coarse = seidel_classical_split (csr, strong, coarse_of_row, workers, error);
  if (n_coarse <= 0 || n_coarse == csr->rows)
    return NULL;
  return seidel_csr_from_rows (csr->rows, n_coarse, add_interpolation_row, &interpolation, workers,
                               error);
}
