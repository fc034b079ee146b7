/* A linear system A x = b with an initial guess.
 *
 * A complex system is held, and solved, as the equivalent real one of twice the order: its matrix
 * is the real form (seidel_matrix_real_form ()), whose interleaved is set, and its vectors are
 * arrays of complex numbers. Its norms ‖·‖₂ are those of the complex system.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-schedule.h"
#include "analysis/seidel-structure.h"
#include "cost/seidel-machine-constants.h"
#include "matrix/seidel-matrix.h"
#include "matrix/seidel-vector.h"

G_BEGIN_DECLS

/* Where a vector comes from. The texts of seidel_vector_spec_parse ():
 *   right-hand side: "filed" (stored with the matrix), "solution-ones" (b = A·1),
 *                    "solution-scaled" (below), "ones", "random:SEED", "integers:SEED",
 *                    "thousands:SEED", "sine-source", or a file;
 *   initial guess:   "zeros", "ones", "random:SEED", "integers:SEED", "thousands:SEED", "mode:K",
 *                    "mix:K", "point", or a file; the last three are right-hand sides as well.
 * "random" is uniform in (−1, 1), "thousands" in (−10⁴, 10⁴); "integers" are whole numbers 0 … 99,
 * as programs make them by rand () % 100. "sine-source" is b_i = −2 i π² sin² (10 π i / n) for i =
 * 0 … n − 1, the source term of a course's program for conjugate gradients. "solution-scaled" is b
 * = A x* with x*_j = 1 / max |a_ij| over column j, 1 for a column of zeros: no product of a row
 * exceeds one in magnitude, so that absolute residuals of matrices with entries of any size
 * compare.
 *
 * "mode:K" is sin (K π x), on a grid (seidel_grid_line ()) times sin (K π y), "mix:K" mode 1 and,
 * half as large, mode K (analysis/seidel-modes.h); "point" is 1 in the middle and 0 elsewhere. With
 * the right-hand side "zeros" they are the error at first. */
typedef enum
{
  SEIDEL_VECTOR_SOLUTION_ONES,
  SEIDEL_VECTOR_FILED,
  SEIDEL_VECTOR_ZEROS,
  SEIDEL_VECTOR_ONES,
  SEIDEL_VECTOR_RANDOM,
  SEIDEL_VECTOR_FILE,
  SEIDEL_VECTOR_SOLUTION_SCALED,
  SEIDEL_VECTOR_INTEGERS,
  SEIDEL_VECTOR_THOUSANDS,
  SEIDEL_VECTOR_SINE_SOURCE,
  SEIDEL_VECTOR_MODE,
  SEIDEL_VECTOR_MIX,
  SEIDEL_VECTOR_POINT,
} SeidelVectorKind;

/* Whether vectors of this kind have a seed. */
static inline bool
seidel_vector_kind_has_seed (SeidelVectorKind kind)
{
  return kind == SEIDEL_VECTOR_RANDOM || kind == SEIDEL_VECTOR_INTEGERS
         || kind == SEIDEL_VECTOR_THOUSANDS;
}

/* Whether they have the number of a mode. */
static inline bool
seidel_vector_kind_has_mode (SeidelVectorKind kind)
{
  return kind == SEIDEL_VECTOR_MODE || kind == SEIDEL_VECTOR_MIX;
}

typedef struct
{
  SeidelVectorKind kind;
  uint64_t seed; /* of a kind that has one, or the number of a mode, from 1 */
  char *path;    /* FILE, owned */
} SeidelVectorSpec;

typedef enum
{
  SEIDEL_VECTOR_ROLE_RHS,
  SEIDEL_VECTOR_ROLE_GUESS,
} SeidelVectorRole;

SEIDEL_API bool seidel_vector_spec_parse (const char *text,
                                          SeidelVectorRole role,
                                          SeidelVectorSpec *spec,
                                          GError **error);
SEIDEL_API char *seidel_vector_spec_to_text (const SeidelVectorSpec *spec);
/* The copy is to be cleared. */
SEIDEL_API void seidel_vector_spec_copy (SeidelVectorSpec *to, const SeidelVectorSpec *from);
SEIDEL_API void seidel_vector_spec_clear (SeidelVectorSpec *spec);

/* Reference-counted, read-only after construction, safe to share between threads.
 *
 * All vectors are in the ordering of the matrix: row i is row matrix->permutation[i] of the file.
 * The constructors permute vectors from the original numbering, and seidel_solve () returns its
 * solution in the original numbering, so that the same specifications give the same problem and
 * solution in every ordering (A·1 up to rounding: its sums are in the ordering of the matrix). */
typedef struct
{
  gatomicrefcount references;
  SeidelMatrix *matrix;
  double *b;        /* rows */
  double *guess;    /* columns */
  double *solution; /* columns: the known solution, or NULL */
  /* Vectors that the matrix nearly maps to zero, for multigrid, rows × n_near_null, row by row:
   * NULL where none are known. */
  double *near_null;
  int n_near_null;
  /* Analyses computed earlier, or NULL: a run computes those it needs. */
  SeidelStructure *structure;
  SeidelSchedule *schedules[2]; /* by SeidelDirection */
  /* Of the processor, by which an automatic engine is chosen: borrowed, or NULL for a usual one. */
  const SeidelMachine *machine;
} SeidelProblem;

/* b has rows elements, guess columns elements (NULL: zeros), with a complex matrix complex ones;
 * both are in the original numbering and are copied. Takes a reference to the matrix, or to its
 * real form. NULL with SEIDEL_ERROR_MEMORY, or what seidel_matrix_real_form () says. */
SEIDEL_API SeidelProblem *
seidel_problem_new (SeidelMatrix *matrix, const double *b, const double *guess, GError **error);

/* Reads a vector of n values from a file, or of n complex ones as 2 n doubles, for which real
 * values will do; free with seidel_vector_free (). */
typedef double *(*SeidelVectorReader) (const char *path,
                                       int64_t n,
                                       bool complex_numbers,
                                       GCancellable *cancellable,
                                       GError **error);

/* The same from specs; guess NULL: zeros. Files are read by read_file, usually seidel_load_vector
 * () of libseidel-io; with NULL a file is SEIDEL_ERROR_UNSUPPORTED. Blocks. Error texts begin with
 * the name of the vector. */
SEIDEL_API SeidelProblem *seidel_problem_new_from_specs (SeidelMatrix *matrix,
                                                         const SeidelVectorSpec *rhs,
                                                         const SeidelVectorSpec *guess,
                                                         SeidelVectorReader read_file,
                                                         GCancellable *cancellable,
                                                         GError **error);

/* Attaches analyses of the matrix of the problem, so that runs need not repeat them; each may be
 * NULL. Those of a complex matrix are not those of its real form, and are left out. Takes
 * references; existing ones are kept. Call it before the problem is shared. */
SEIDEL_API void seidel_problem_set_analyses (SeidelProblem *problem,
                                             SeidelStructure *structure,
                                             SeidelSchedule *forward,
                                             SeidelSchedule *backward);

/* Begins at another guess, columns elements in the original numbering, with a complex matrix
 * complex ones; copied. Call it before the problem is shared. */
SEIDEL_API bool
seidel_problem_set_guess (SeidelProblem *problem, const double *guess, GError **error);

#define SEIDEL_NEAR_NULL_MOST 16

/* The slow errors of multigrid, such as the rigid body modes of an elastic body: the columns of a
 * real matrix, in the original numbering. Displacements in one direction each come first, so that
 * the rows of a node are known. A matrix with two or three columns and so many times fewer rows has
 * the coordinates of nodes, from which the rigid body modes are made. Call it before the problem is
 * shared. SEIDEL_ERROR_INVALID for
 * another number of rows, for no or more than SEIDEL_NEAR_NULL_MOST columns, and for a column of
 * zeros; SEIDEL_ERROR_UNSUPPORTED for complex matrices; SEIDEL_ERROR_MEMORY. */
SEIDEL_API bool
seidel_problem_set_near_null (SeidelProblem *problem, const SeidelMatrix *vectors, GError **error);

/* Reads a matrix from a file. */
typedef SeidelMatrix *(*SeidelMatrixReader) (const char *path,
                                             SeidelProgress *progress,
                                             GCancellable *cancellable,
                                             GError **error);

/* The same from a file, read by read_file, usually seidel_load_matrix () of libseidel-io. With path
 * NULL it looks for them: another matrix called nullspace, near_null, near_null_space or coord in
 * the file of the matrix, or a file beside it with such a word behind its name, as in
 * truss_nullspace.mtx; what does not fit is passed over. Blocks. */
SEIDEL_API bool seidel_problem_read_near_null (SeidelProblem *problem,
                                               const char *path,
                                               SeidelMatrixReader read_file,
                                               GCancellable *cancellable,
                                               GError **error);

SEIDEL_API SeidelProblem *seidel_problem_ref (SeidelProblem *problem);
SEIDEL_API void seidel_problem_unref (SeidelProblem *problem);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelProblem, seidel_problem_unref)

G_END_DECLS
