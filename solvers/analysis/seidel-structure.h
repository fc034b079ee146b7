/* The structure report of a matrix: size, symmetry, diagonal, dominance, bandwidth.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

/* See SeidelStructure.uncancelled_rows. */
#define SEIDEL_STRUCTURE_UNCANCELLED 0.5

/* Of a complex matrix magnitudes are moduli: those of dominance, too.
 *
 * Reference-counted, read-only after construction, safe to share between threads. */
typedef struct
{
  gatomicrefcount references;
  int64_t rows;
  int64_t columns;
  int64_t stored;   /* entries in the file */
  int64_t nonzeros; /* entries in memory: expanded, duplicates summed, explicit zeros included */
  int64_t explicit_zeros; /* of those, stored but zero */
  int64_t duplicates;
  int64_t longest_row;       /* most entries in one row */
  int64_t longest_row_index; /* the first such row, 0-based; −1 without rows */
  int64_t longest_half;      /* most entries in one row left of the diagonal, or right of it */
  int64_t empty_rows;
  int64_t bandwidth;       /* largest |i − j| over the entries */
  int64_t lower_bandwidth; /* largest i − j, at least 0 */
  int64_t upper_bandwidth; /* largest j − i, at least 0 */
  int64_t diagonals;       /* distinct values of j − i among the entries */
  /* All false for a rectangular matrix. */
  bool pattern_symmetric;
  bool value_symmetric;  /* a_ij = a_ji, of complex numbers as well */
  bool nearly_symmetric; /* every entry differs from its mirror by at most two fifths of the larger,
                            as those of slow flows do; true where all are equal */
  bool value_skew_symmetric;
  /* The numbers that the entries stand for are symmetric: of the real form of a complex matrix
     those of the complex one, up to rounding. */
  bool complex_symmetric;
  bool hermitian;          /* a_ij is the conjugate of a_ji; of a real matrix: symmetric */
  double pattern_symmetry; /* fraction of the off-diagonal entries whose mirror is stored; 1 without
                              any */
  double value_symmetry;   /* fraction whose mirror is stored and equal; 1 without any */
  bool lower_triangular;   /* no entry right of the diagonal */
  bool upper_triangular;
  /* The diagonal, over the first min (rows, columns) rows. */
  bool diagonal_full;             /* none is missing and none is zero */
  int64_t diagonal_missing;       /* rows without a stored diagonal entry */
  int64_t diagonal_zero;          /* rows whose stored diagonal entry is zero */
  int64_t diagonal_negative;      /* of a complex matrix 0 */
  int64_t diagonal_first_missing; /* 0-based row, or −1 */
  int64_t diagonal_first_zero;    /* 0-based row, or −1 */
  /* Strict dominance |a_ii| > Σ_{j≠i} |a_ij| in every row (column), and how many have it. */
  bool row_dominant;
  bool column_dominant;
  int64_t dominant_rows;
  int64_t dominant_columns;
  /* The least |a_ii| / Σ_{j≠i} |a_ij| of a row: beyond 1 by far more than rounding only where every
   * row is dominant by more than rounding. 0 if a diagonal entry is missing or zero, ∞ for a
   * diagonal matrix. */
  double least_dominance;
  /* What nine rows of ten reach of it, rounded down by up to a factor of √2 in what exceeds 1: a
   * few rows, such as those at a boundary, say little of the others. */
  double usual_dominance;
  /* Rows whose entries add up to half of a positive diagonal entry at least, as those of a mass
   * matrix do; those of an elliptic problem nearly cancel each other. Of a complex matrix, of the
   * magnitudes of its entries. */
  int64_t uncancelled_rows;
  double largest_magnitude;
  double smallest_magnitude; /* among the nonzero entries; 0 without any */
  /* The largest magnitude in a row: the least and the largest of these over the rows that are not
   * all zeros; likewise of columns. 0 without any, and where columns were not looked at. */
  double smallest_row;
  double largest_row;
  double smallest_column;
  double largest_column;
  bool finite;         /* no entry is infinite or not a number */
  bool complex_values; /* the matrix is complex */
  /* Unknowns of a node, see seidel_csr_node_unknowns (); 1 of a complex matrix, and 0 where it was
   * not looked at. */
  int node_unknowns;
} SeidelStructure;

SEIDEL_API SeidelStructure *seidel_structure_new (const SeidelMatrix *matrix,
                                                  SeidelProgress *progress,
                                                  GCancellable *cancellable,
                                                  GError **error);
/* The same by a single pass over the rows, several times as fast: symmetry and column dominance are
 * not computed and reported as absent. */
SEIDEL_API SeidelStructure *seidel_structure_new_by_rows (const SeidelMatrix *matrix,
                                                          SeidelProgress *progress,
                                                          GCancellable *cancellable,
                                                          GError **error);
SEIDEL_API SeidelStructure *seidel_structure_ref (SeidelStructure *structure);
SEIDEL_API void seidel_structure_unref (SeidelStructure *structure);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelStructure, seidel_structure_unref)

G_END_DECLS
