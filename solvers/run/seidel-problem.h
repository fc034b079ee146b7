/* What to solve: A x = b from a first guess.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-schedule.h"
#include "analysis/seidel-structure.h"
#include "matrix/seidel-matrix.h"
#include "matrix/seidel-vector.h"

G_BEGIN_DECLS

/* How a vector is made. The texts of seidel_vector_spec_parse ():
 *   right-hand side: "filed" (came with the matrix), "solution-ones" (b = A·1), "ones",
 *                      "random:SEED", or a file;
 *   first guess:     "zeros", "ones", "random:SEED", or a file. */
typedef enum
{
  SEIDEL_VECTOR_SOLUTION_ONES,
  SEIDEL_VECTOR_FILED,
  SEIDEL_VECTOR_ZEROS,
  SEIDEL_VECTOR_ONES,
  SEIDEL_VECTOR_RANDOM,
  SEIDEL_VECTOR_FILE,
} SeidelVectorKind;

typedef struct
{
  SeidelVectorKind kind;
  uint64_t seed; /* RANDOM */
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
SEIDEL_API void seidel_vector_spec_clear (SeidelVectorSpec *spec);

/* Reference-counted, read-only once made, safe to share between threads.
 *
 * All of it is in the order of the matrix: for a reordered one, row i of everything here is row
 * matrix->permutation[i] of the file. What comes from outside is in the original numbering and
 * is brought into this one when the problem is made; seidel_solve () hands its solution back in the
 * original one, so that the same texts give the same problem, and the same solution, in any order.
 * (A·1 is the exception by a rounding: its sums are taken in the order of the matrix.) */
typedef struct
{
  gatomicrefcount references;
  SeidelMatrix *matrix;
  double *b;        /* rows */
  double *guess;    /* columns */
  double *solution; /* columns: the known solution, or NULL */
  /* Analyses that were made before, or NULL: a run makes what it needs and lacks. */
  SeidelStructure *structure;
  SeidelSchedule *schedules[2]; /* by SeidelDirection */
} SeidelProblem;

/* b has rows entries, guess columns entries or is NULL for zeros. Both are in the original
 * numbering and are copied. NULL with SEIDEL_ERROR_MEMORY. */
SEIDEL_API SeidelProblem *
seidel_problem_new (SeidelMatrix *matrix, const double *b, const double *guess, GError **error);

/* Reads a vector of n values from a file; free with seidel_vector_free (). */
typedef double *(*SeidelVectorReader) (const char *path,
                                       int64_t n,
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

/* Attaches analyses of this very matrix where there are none yet, so that a run need not repeat
 * them; each may be NULL. Takes references. To be called before the problem is shared. */
SEIDEL_API void seidel_problem_set_analyses (SeidelProblem *problem,
                                             SeidelStructure *structure,
                                             SeidelSchedule *forward,
                                             SeidelSchedule *backward);

SEIDEL_API SeidelProblem *seidel_problem_ref (SeidelProblem *problem);
SEIDEL_API void seidel_problem_unref (SeidelProblem *problem);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelProblem, seidel_problem_unref)

G_END_DECLS
