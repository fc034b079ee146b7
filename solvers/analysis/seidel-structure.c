/* The structure report: what is known of a matrix before a solve.
 *
 * Assumes rows sorted by column. Two passes over the matrix, each cut into blocks of rows that the
 * threads share: one looks at every entry alone, one (square matrices only) pairs every entry
 * right of the diagonal with its mirror. A third, serial pass sums the columns, and only when the
 * pairs did not show that they equal the row sums. All results are counts, extremes or sums taken
 * in a fixed order, so they do not depend on the number of threads.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-structure-private.h"

#include <inttypes.h>
#include <math.h>

#include "analysis/seidel-nodes.h"
#include "base/seidel-fail.h"
#include "matrix/seidel-complex.h"
#include "base/seidel-translatable.h"

/* Rows are counted by what their dominance exceeds 1 by, in steps of half a power of two from the
 * first one on; step 0: by less, or not at all. */
#define DOMINANCE_STEPS 64
#define FIRST_EXCESS    (-16)

/* The rows whose dominance may be below what is usual, one in so many. */
#define UNUSUAL 10

static void
scan_begin (SeidelStructureScan *scan, double to)
{
  scan->progress_from = scan->progress_to;
  scan->progress_to = to;
  scan->rows_done = 0;
}

static void
mark_diagonal (uint64_t *bits, int64_t number)
{
  uint64_t *word = &bits[number >> 6];
  const uint64_t mask = UINT64_C (1) << (number & 63);

  /* Nearly always set already: looking first keeps the words shared between the threads. */
  if ((__atomic_load_n (word, __ATOMIC_RELAXED) & mask) == 0)
    __atomic_fetch_or (word, mask, __ATOMIC_RELAXED);
}

static void
look_at_diagonal_entry (SeidelStructure *part, int64_t row, const double *entry)
{
  if (entry == NULL)
    {
      part->diagonal_missing++;
      if (part->diagonal_first_missing < 0)
        part->diagonal_first_missing = row;
    }
  else if (*entry == 0.0)
    {
      part->diagonal_zero++;
      if (part->diagonal_first_zero < 0)
        part->diagonal_first_zero = row;
    }
  else if (*entry < 0.0)
    part->diagonal_negative++;
}

/* diagonal: NULL where none is stored; others: the sum of the magnitudes of the other entries. */
static double
dominance_of (const double *diagonal, double others)
{
  if (diagonal == NULL || *diagonal == 0.0)
    return 0.0;
  return others > 0.0 ? fabs (*diagonal) / others : INFINITY;
}

static double
least_of_step (int step)
{
  return step > 0 ? 1.0 + exp2 (0.5 * (step - 1) + FIRST_EXCESS) : 0.0;
}

static int
step_of (double dominance)
{
  int exponent;
  double fraction;

  if (!(dominance >= least_of_step (1)))
    return 0;
  if (dominance >= least_of_step (DOMINANCE_STEPS - 1))
    return DOMINANCE_STEPS - 1;
  fraction = frexp (dominance - 1.0, &exponent);
  return 2 * (exponent - 1 - FIRST_EXCESS) + 1 + (fraction >= M_SQRT1_2);
}

/* steps: how many rows there are of each, so far. */
static void
look_at_row (SeidelStructure *part,
             const SeidelCsr *csr,
             int64_t row,
             uint64_t *diagonals,
             int64_t *steps)
{
  const int64_t begin = csr->row_offsets[row];
  const int64_t end = csr->row_offsets[row + 1];
  const double *diagonal = NULL;
  double others = 0.0;
  double sum = 0.0;
  double dominance;
  double largest = 0.0;
  int64_t lower = 0;

  if (end - begin > part->longest_row || part->longest_row_index < 0)
    {
      part->longest_row = end - begin;
      part->longest_row_index = row;
    }
  if (begin == end)
    part->empty_rows++;
  else
    {
      part->lower_bandwidth = MAX (part->lower_bandwidth, row - csr->column_indices[begin]);
      part->upper_bandwidth = MAX (part->upper_bandwidth, csr->column_indices[end - 1] - row);
    }
  for (int64_t k = begin; k < end; k++)
    {
      const int64_t column = csr->column_indices[k];
      const double magnitude = fabs (csr->values[k]);

      mark_diagonal (diagonals, column - row + csr->rows - 1);
      largest = magnitude > largest ? magnitude : largest;
      if (magnitude == 0.0)
        part->explicit_zeros++;
      else if (magnitude < part->smallest_magnitude)
        part->smallest_magnitude = magnitude;
      part->finite &= magnitude <= G_MAXDOUBLE;
      sum += csr->values[k];
      lower += column < row;
      if (column == row)
        diagonal = &csr->values[k];
      else
        others += magnitude;
    }
  part->largest_row = MAX (part->largest_row, largest);
  if (largest > 0.0)
    part->smallest_row = MIN (part->smallest_row, largest);
  part->longest_half =
    MAX (part->longest_half, MAX (lower, end - begin - lower - (diagonal != NULL ? 1 : 0)));
  part->dominant_rows += diagonal != NULL && fabs (*diagonal) > others;
  part->uncancelled_rows +=
    diagonal != NULL && *diagonal > 0.0 && sum >= SEIDEL_STRUCTURE_UNCANCELLED * *diagonal;
  dominance = dominance_of (diagonal, others);
  part->least_dominance = fmin (part->least_dominance, dominance);
  steps[step_of (dominance)]++;
  if (row < csr->columns)
    look_at_diagonal_entry (part, row, diagonal);
}

static void
part_init (SeidelStructure *part)
{
  *part = (SeidelStructure){ 0 };
  part->longest_row_index = -1;
  part->diagonal_first_missing = -1;
  part->diagonal_first_zero = -1;
  part->least_dominance = INFINITY;
  part->smallest_magnitude = INFINITY;
  part->smallest_row = INFINITY;
  part->finite = true;
}

/* Adds the next share, which has later rows, to the whole. */
static void
part_add (SeidelStructure *whole, const SeidelStructure *part)
{
  if (part->longest_row_index >= 0
      && (part->longest_row > whole->longest_row || whole->longest_row_index < 0))
    {
      whole->longest_row = part->longest_row;
      whole->longest_row_index = part->longest_row_index;
    }
  if (whole->diagonal_first_missing < 0)
    whole->diagonal_first_missing = part->diagonal_first_missing;
  if (whole->diagonal_first_zero < 0)
    whole->diagonal_first_zero = part->diagonal_first_zero;
  whole->longest_half = MAX (whole->longest_half, part->longest_half);
  whole->explicit_zeros += part->explicit_zeros;
  whole->empty_rows += part->empty_rows;
  whole->lower_bandwidth = MAX (whole->lower_bandwidth, part->lower_bandwidth);
  whole->upper_bandwidth = MAX (whole->upper_bandwidth, part->upper_bandwidth);
  whole->diagonal_missing += part->diagonal_missing;
  whole->diagonal_zero += part->diagonal_zero;
  whole->diagonal_negative += part->diagonal_negative;
  whole->dominant_rows += part->dominant_rows;
  whole->uncancelled_rows += part->uncancelled_rows;
  whole->least_dominance = MIN (whole->least_dominance, part->least_dominance);
  whole->largest_row = MAX (whole->largest_row, part->largest_row);
  whole->smallest_row = MIN (whole->smallest_row, part->smallest_row);
  whole->smallest_magnitude = MIN (whole->smallest_magnitude, part->smallest_magnitude);
  whole->finite &= part->finite;
}

/* What all rows but the least dominant ones exceed. */
static double
usual_dominance (const SeidelStructure *whole, const int64_t *steps, int64_t rows)
{
  int64_t below = 0;
  int step = 0;

  while (step < DOMINANCE_STEPS - 1 && (below += steps[step]) <= rows / UNUSUAL)
    step++;
  return fmax (whole->least_dominance, least_of_step (step));
}

static void
look_at_entries (SeidelStructureScan *scan, SeidelStructure *whole, uint64_t *diagonals)
{
  const int n_shares = seidel_structure_shares (scan->csr);
  g_autofree SeidelStructure *parts = g_new (SeidelStructure, n_shares);
  int64_t all_steps[DOMINANCE_STEPS] = { 0 };

#pragma omp parallel for schedule(static, 1) num_threads(n_shares)
  for (int n = 0; n < n_shares; n++)
    {
      const int64_t end = seidel_structure_share_begin (scan->csr, n + 1, n_shares);
      SeidelStructure part; /* on this thread's own stack: nothing is shared in the loop */
      int64_t steps[DOMINANCE_STEPS] = { 0 };
      int64_t stop;

      part_init (&part);
      for (int64_t row = seidel_structure_share_begin (scan->csr, n, n_shares); row < end;
           row = stop)
        {
          stop = seidel_structure_block_end (scan->csr, row, end);
          if (!seidel_structure_goes_on (scan, stop - row))
            break;
          for (int64_t i = row; i < stop; i++)
            look_at_row (&part, scan->csr, i, diagonals, steps);
        }
      parts[n] = part;
      for (int step = 0; step < DOMINANCE_STEPS; step++)
        __atomic_add_fetch (&all_steps[step], steps[step], __ATOMIC_RELAXED);
    }

  part_init (whole);
  for (int n = 0; n < n_shares; n++)
    part_add (whole, &parts[n]);
  whole->usual_dominance = usual_dominance (whole, all_steps, scan->csr->rows);
}

static int64_t
count_bits (const uint64_t *words, int64_t n_words)
{
  int64_t count = 0;

  for (int64_t w = 0; w < n_words; w++)
    count += __builtin_popcountll (words[w]);
  return count;
}

typedef struct
{
  double others; /* the sum of the magnitudes off the diagonal */
  double largest;
} Column;

static inline void
look_at_column_entry (Column *column, double value, bool diagonal)
{
  const double magnitude = fabs (value);

  column->others += diagonal ? 0.0 : magnitude;
  column->largest = magnitude > column->largest ? magnitude : column->largest;
}

/* Counts the columns whose diagonal entry is larger than the sum of the others, and finds the sizes
 * of columns, rows taken in order. Returns false when there is no memory for the sums. */
static bool
look_at_columns (SeidelStructureScan *scan, SeidelStructure *structure)
{
  const SeidelCsr *csr = scan->csr;
  g_autofree Column *columns = g_try_new0 (Column, csr->columns);
  int64_t stop;

  if (columns == NULL && csr->columns > 0)
    return false;
  for (int64_t row = 0; row < csr->rows; row = stop)
    {
      stop = seidel_structure_block_end (csr, row, csr->rows);
      if (!seidel_structure_goes_on (scan, stop - row))
        return true;
      for (int64_t i = row; i < stop; i++)
        for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
          look_at_column_entry (&columns[csr->column_indices[k]], csr->values[k],
                                csr->column_indices[k] == i);
    }
  structure->smallest_column = INFINITY;
  for (int64_t j = 0; j < csr->columns; j++)
    {
      structure->largest_column = MAX (structure->largest_column, columns[j].largest);
      if (columns[j].largest > 0.0)
        structure->smallest_column = MIN (structure->smallest_column, columns[j].largest);
    }
  if (isinf (structure->smallest_column) && structure->largest_column == 0.0)
    structure->smallest_column = 0.0;
  for (int64_t j = 0; j < MIN (csr->rows, csr->columns); j++)
    {
      int64_t k = seidel_csr_find (csr, j, j);

      if (j % 16384 == 0 && g_cancellable_is_cancelled (scan->cancellable))
        return true;

      structure->dominant_columns += k >= 0 && fabs (csr->values[k]) > columns[j].others;
    }
  return true;
}

static void
conclude_entries (SeidelStructure *structure, const SeidelMatrix *matrix)
{
  const SeidelCsr *csr = matrix->csr;

  g_atomic_ref_count_init (&structure->references);
  structure->rows = csr->rows;
  structure->columns = csr->columns;
  structure->nonzeros = seidel_csr_nonzeros (csr);
  /* A matrix that never was in a file stores what it has. */
  structure->stored = matrix->origin.stored > 0 ? matrix->origin.stored : structure->nonzeros;
  structure->duplicates = matrix->origin.duplicates;
  structure->complex_values = seidel_matrix_is_complex (matrix);
  structure->node_unknowns = structure->complex_values ? 1 : seidel_csr_node_unknowns (csr);
  structure->bandwidth = MAX (structure->lower_bandwidth, structure->upper_bandwidth);
  structure->lower_triangular = structure->upper_bandwidth == 0;
  structure->upper_triangular = structure->lower_bandwidth == 0;
  structure->diagonal_full = structure->diagonal_missing == 0 && structure->diagonal_zero == 0;
  structure->row_dominant = structure->dominant_rows == structure->rows;
  structure->largest_magnitude = structure->largest_row;
  if (isinf (structure->smallest_magnitude) && isinf (structure->largest_magnitude) == 0)
    {
      structure->smallest_magnitude = 0.0;
      structure->smallest_row = 0.0;
    }
}

/* Whether the imaginary part of each diagonal entry is zero. */
static bool
has_real_diagonal (const SeidelStructureScan *scan)
{
  for (int64_t row = 0; row < scan->csr->rows; row++)
    {
      const int64_t k = seidel_csr_find (scan->csr, row, row);

      if (k >= 0 && scan->parts[2 * k + 1] != 0.0)
        return false;
      if (row % 16384 == 0 && g_cancellable_is_cancelled (scan->cancellable))
        return false;
    }
  return true;
}

static void
conclude_mirrors (SeidelStructure *structure,
                  const SeidelStructureScan *scan,
                  const SeidelMirrors *mirrors)
{
  const int64_t min = MIN (structure->rows, structure->columns);
  const int64_t off_diagonal = structure->nonzeros - (min - structure->diagonal_missing);
  const bool all_stored = 2 * mirrors->stored == off_diagonal;

  structure->pattern_symmetric = all_stored;
  structure->value_symmetric = all_stored && mirrors->equal == mirrors->stored;
  structure->nearly_symmetric = all_stored && mirrors->near == mirrors->stored;
  structure->hermitian = scan->parts == NULL ? structure->value_symmetric
                                             : all_stored && mirrors->conjugate == mirrors->stored
                                                 && has_real_diagonal (scan);
  structure->value_skew_symmetric =
    all_stored && mirrors->opposite == mirrors->stored
    && structure->diagonal_missing + structure->diagonal_zero == min;
  if (off_diagonal > 0)
    {
      structure->pattern_symmetry = 2.0 * (double) mirrors->stored / (double) off_diagonal;
      structure->value_symmetry = 2.0 * (double) mirrors->equal / (double) off_diagonal;
    }
}

/* What one pass over the rows finds; false when there is no memory. A cancelled scan leaves it
 * incomplete. */
static bool
examine_rows (SeidelStructureScan *scan,
              SeidelStructure *structure,
              const SeidelMatrix *matrix,
              double share)
{
  const SeidelCsr *csr = matrix->csr;
  const int64_t n_words = (csr->rows + csr->columns) / 64 + 1;
  g_autofree uint64_t *diagonals = g_try_new0 (uint64_t, n_words);

  if (diagonals == NULL)
    return false;
  scan_begin (scan, share);
  look_at_entries (scan, structure, diagonals);
  structure->diagonals = count_bits (diagonals, n_words);
  conclude_entries (structure, matrix);
  return true;
}

/* The rest of the report, likewise. */
static bool
examine_columns (SeidelStructureScan *scan, SeidelStructure *structure, const SeidelMatrix *matrix)
{
  const SeidelCsr *csr = matrix->csr;
  SeidelMirrors mirrors = { 0 };

  structure->pattern_symmetry = 1.0;
  structure->value_symmetry = 1.0;

  if (csr->rows == csr->columns)
    {
      scan_begin (scan, 0.8);
      if (!seidel_structure_look_at_mirrors (scan, &mirrors))
        return false;
      conclude_mirrors (structure, scan, &mirrors);
      structure->complex_symmetric =
        !matrix->interleaved
          ? structure->value_symmetric
          : structure->pattern_symmetric
              && seidel_structure_is_complex_symmetric (matrix, scan->cancellable);
    }
  if (structure->pattern_symmetric && mirrors.magnitude == mirrors.stored)
    /* Column j then has the magnitudes of row j, in the same order: the same sums to the last bit.
     */
    {
      structure->dominant_columns = structure->dominant_rows;
      structure->smallest_column = structure->smallest_row;
      structure->largest_column = structure->largest_row;
    }
  else
    {
      scan_begin (scan, 1.0);
      if (!look_at_columns (scan, structure))
        return false;
    }
  structure->column_dominant = structure->dominant_columns == structure->columns;
  return true;
}

static SeidelStructure *
examine (const SeidelMatrix *matrix,
         bool columns,
         SeidelProgress *progress,
         GCancellable *cancellable,
         GError **error)
{
  g_autofree SeidelStructure *structure = g_new0 (SeidelStructure, 1);
  SeidelStructureScan scan = {
    .csr = matrix->csr, .parts = matrix->parts, .progress = progress, .cancellable = cancellable
  };
  double share = !columns ? 1.0 : matrix->csr->rows == matrix->csr->columns ? 0.4 : 0.6;

  seidel_progress_begin (progress, "Examining the structure");
  if (!examine_rows (&scan, structure, matrix, share)
      || (columns && !examine_columns (&scan, structure, matrix)))
    return seidel_fail (error, SEIDEL_ERROR_MEMORY,
                        seidel_text ("Not enough memory to examine %" PRId64 " rows and %" PRId64
                                     " columns"),
                        matrix->csr->rows, matrix->csr->columns);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  seidel_progress_set (progress, 1.0);
  return g_steal_pointer (&structure);
}

SeidelStructure *
seidel_structure_new (const SeidelMatrix *matrix,
                      SeidelProgress *progress,
                      GCancellable *cancellable,
                      GError **error)
{
  return examine (matrix, true, progress, cancellable, error);
}

SeidelStructure *
seidel_structure_new_by_rows (const SeidelMatrix *matrix,
                              SeidelProgress *progress,
                              GCancellable *cancellable,
                              GError **error)
{
  return examine (matrix, false, progress, cancellable, error);
}

SeidelStructure *
seidel_structure_ref (SeidelStructure *structure)
{
  g_atomic_ref_count_inc (&structure->references);
  return structure;
}

void
seidel_structure_unref (SeidelStructure *structure)
{
  if (g_atomic_ref_count_dec (&structure->references))
    g_free (structure);
}
