/* What is computed of a matrix on the way to a solution, to be looked at elsewhere: its ordering,
 * its levels, its graph, factors, the levels of multigrid, its scaling and matching, its null
 * vectors. One row each; whatever writes or offers them reads these rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-matrix.h"
#include "run/seidel-options.h"
#include "run/seidel-problem.h"

G_BEGIN_DECLS

/* A matrix or a vector; the other one is NULL. */
typedef struct
{
  SeidelMatrix *matrix;
  double *vector; /* n numbers, for seidel_vector_free () */
  int64_t n;
} SeidelPartValue;

SEIDEL_API void seidel_part_value_clear (SeidelPartValue *value);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelPartValue, seidel_part_value_clear)

/* What a part is made from. */
typedef struct
{
  SeidelMatrix *matrix;         /* borrowed */
  const SeidelOptions *options; /* multigrid's parameters, the scaling and the threads; NULL: the
                                   defaults */
  int level;                    /* of multigrid, from 1 */
  /* Reads the near null space, see seidel_problem_read_near_null (); NULL: there is none. */
  SeidelMatrixReader read_file;
} SeidelPartSources;

typedef struct SeidelPart SeidelPart;
struct SeidelPart
{
  const char *id;       /* "ilu0-lower", for scripts */
  const char *name;     /* "ILU(0): L", for users; marked for translation, as the next one */
  const char *sentence; /* what it is */
  bool vector;          /* it is one */
  bool of_level;        /* of multigrid: there is one on each level */
  bool square;          /* of a square matrix only */
  bool real;            /* of a real matrix only */
  bool (*make) (const SeidelPart *self,
                const SeidelPartSources *sources,
                SeidelPartValue *value,
                GCancellable *cancellable,
                GError **error);
  int choice; /* between parts that one make () serves */
  const char
    *used_by; /* the method or preconditioner whose needs the matrix has to meet; or NULL */
};

/* Rows and columns are numbered from 1, in the order of the matrix; where it was reordered, the
 * permutation has the rows of the file. */
SEIDEL_API const SeidelPart *seidel_parts (size_t *n);
SEIDEL_API const SeidelPart *seidel_part_find (const char *id); /* or NULL */

/* Why the matrix has no such part, as far as that is known without making it, a new sentence for
 * g_free (); NULL: it may have. */
SEIDEL_API char *seidel_part_refuse (const SeidelPart *self, const SeidelMatrix *matrix);

/* Errors: SEIDEL_ERROR_INVALID where there is none, saying why; SEIDEL_ERROR_MEMORY; cancelled. Any
 * thread; blocks. */
SEIDEL_API bool seidel_part_make (const SeidelPart *self,
                                  const SeidelPartSources *sources,
                                  SeidelPartValue *value,
                                  GCancellable *cancellable,
                                  GError **error);

G_END_DECLS
