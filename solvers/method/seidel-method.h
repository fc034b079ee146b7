/* The method table: the only list of methods. The window, the command line, the tests and the
 * documentation read it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>

#include "analysis/seidel-structure.h"
#include "engine/seidel-engines.h"
#include "run/seidel-options.h"

G_BEGIN_DECLS

/* Requirements of a method on the matrix. */
typedef enum
{
  SEIDEL_NEEDS_SQUARE = 1 << 0,
  SEIDEL_NEEDS_DIAGONAL = 1 << 1,          /* stored and nonzero in every row */
  SEIDEL_NEEDS_SYMMETRIC = 1 << 2,         /* in its values, not only in its pattern */
  SEIDEL_NEEDS_POSITIVE_DIAGONAL = 1 << 3, /* necessary for positive definiteness */
  SEIDEL_NEEDS_COMPLEX_SYMMETRIC = 1 << 4, /* as SeidelStructure.complex_symmetric */
} SeidelNeeds;

/* Either kind of symmetry, which only symmetric scaling keeps. */
#define SEIDEL_NEEDS_SYMMETRY (SEIDEL_NEEDS_SYMMETRIC | SEIDEL_NEEDS_COMPLEX_SYMMETRIC)

typedef struct
{
  SeidelNeeds need;
  const char *id;   /* "symmetric", for scripts */
  const char *name; /* "a symmetric matrix", for users */
} SeidelNeed;

/* All needs, in the order in which they are checked; static. */
SEIDEL_API const SeidelNeed *seidel_needs (size_t *n_needs);

/* Whether a matrix meets needs. If not, why_not receives a sentence that begins with name, who has
 * the needs, and says what is missing; free with g_free (). row receives the row where, in the
 * numbering of the matrix, or −1: see seidel_matrix_add_place (). Both may be NULL. */
SEIDEL_API bool seidel_needs_met (SeidelNeeds needed,
                                  const char *name,
                                  const SeidelStructure *structure,
                                  char **why_not,
                                  int64_t *row);

typedef enum
{
  SEIDEL_SWEEPS_NONE = 0,
  SEIDEL_SWEEPS_FORWARD = 1 << 0,
  SEIDEL_SWEEPS_BACKWARD = 1 << 1,
} SeidelSweeps;

/* Groups of methods, for lists. */
typedef enum
{
  SEIDEL_FAMILY_STATIONARY,
  SEIDEL_FAMILY_KRYLOV,
  SEIDEL_FAMILY_DIRECT_SPARSE,
  SEIDEL_FAMILY_DIRECT_DENSE,
} SeidelFamily;

SEIDEL_API const char *seidel_family_name (SeidelFamily family); /* "Krylov", for users */

/* Which preconditioners a method supports. */
typedef enum
{
  SEIDEL_PRECONDITIONING_NONE,
  SEIDEL_PRECONDITIONING_SYMMETRIC,  /* those that keep_symmetry */
  SEIDEL_PRECONDITIONING_COMPLEX,    /* those that keep_complex_symmetry */
  SEIDEL_PRECONDITIONING_TRANSPOSED, /* any, transposed as well */
  SEIDEL_PRECONDITIONING_ANY,
} SeidelPreconditioning;

typedef struct SeidelMethodRun SeidelMethodRun; /* method/seidel-method-run.h */

typedef struct
{
  const char *id;       /* "gauss-seidel" */
  const char *name;     /* "Gauss-Seidel, forward" */
  const char *sentence; /* what it does and for which matrices it converges */
  const char *source;   /* paper, book or report */
  SeidelFamily family;
  SeidelNeeds needs;
  SeidelSweeps sweeps; /* directions of its sweeps; NONE: strategies do not apply */
  SeidelPreconditioning preconditioning;
  /* Products with A or its transpose in an iteration, each with one application of the
   * preconditioner; 0: there are none. */
  int products;
  unsigned int parameters; /* bit i: it uses SeidelParameterIndex i */
  /* Bit p: supports SeidelPrecision p; 0: supports all. */
  unsigned int precisions;
  /* Host-only: works on run->csr and bypasses the engine. Strategies and storage do not
   * apply, and engines other than the CPU are refused unless they compute the factors it needs. */
  bool on_host;
  /* SeidelArithmetic flags that a method on the host supports by itself. */
  unsigned int arithmetics;
  /* Bit k: it can use SeidelFactorsKind k of an engine, and nothing else of it. */
  unsigned int factors;
  /* The engine makes its factors by a library that it opens (SeidelEngine.sparse), and nothing else
   * of it is used. */
  bool sparse_factors;
  /* It sweeps by colours instead of in row order; strategies without any_levels are refused. */
  bool by_colors;
  /* It sweeps each block of rows separately, on an engine that has several: the only sweeps of a
   * distributed engine. */
  bool by_blocks;
  /* It makes ‖b − A x‖ least for a matrix of any shape, and multiplies by the transpose. */
  bool least_squares;
  /* It supports a preconditioner that is another one in every iteration. */
  bool flexible;
  /* The id of the only engine that has it, whose library it is from; NULL: it is Seidel's own. */
  const char *engine;
  bool runs_ahead;    /* what comes next is queued before the residual is known */
  bool demonstration; /* for teaching: does not solve A x = b; never proposed */
  /* Engine vectors besides b and x, without and with a preconditioner: fixed, and as many for each
   * of a parameter, such as SEIDEL_PARAMETER_RESTART, up to the rows of the matrix. */
  int vectors[2];
  int kept_vectors[2];
  SeidelParameterIndex kept_by; /* of a method that keeps any */
  int column_vectors[2]; /* likewise, with as many elements as x; the others have those of b */
  bool divides_diagonal; /* multiplies by the inverse of the diagonal */
  bool monotone;         /* its residual decreases steadily (see stagnation) */
  /* Bytes besides the matrix and vectors, if predictable; NULL: few, or unknown. */
  double (*memory) (const SeidelStructure *structure, SeidelPrecision precision);
  /* Bytes of the factors of this very matrix, in a part of the time that they take, without polling
   * for cancellation; NaN where they cannot be counted. NULL: there are none to count. */
  double (*count) (SeidelMatrix *matrix);
  bool count_is_bound; /* they may take far less */
  SeidelReason (*solve) (SeidelMethodRun *run);
} SeidelMethod;

SEIDEL_API const SeidelMethod *seidel_methods (size_t *n_methods);
SEIDEL_API const SeidelMethod *seidel_method_find (const char *id);

/* Whether a matrix meets the needs of a method; why_not and row as above ("“Jacobi” needs a full
 * diagonal: there is no diagonal entry", 11). */
SEIDEL_API bool seidel_method_applies (const SeidelMethod *method,
                                       const SeidelStructure *structure,
                                       char **why_not,
                                       int64_t *row);

/* Whether the method supports a precision; why_not as above. */
SEIDEL_API bool
seidel_method_computes_in (const SeidelMethod *method, SeidelPrecision precision, char **why_not);

/* Whether the method runs on an engine. */
SEIDEL_API bool seidel_method_runs_on (const SeidelMethod *method, const char *engine_id);

/* The vectors that it keeps by a parameter. */
static inline double
seidel_method_kept_vectors (const SeidelMethod *method,
                            bool preconditioned,
                            const SeidelOptions *options,
                            int64_t rows)
{
  const double most = (double) rows;
  const double each = options->parameters[method->kept_by];

  return method->kept_vectors[preconditioned] * (each < most ? each : most);
}

/* Predicted bytes besides the matrix and vectors; 0 if unknown. */
SEIDEL_API double seidel_method_memory (const SeidelMethod *method,
                                        const SeidelStructure *structure,
                                        SeidelPrecision precision);

G_END_DECLS
