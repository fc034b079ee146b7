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

/* What a method needs of the matrix. */
typedef enum
{
  SEIDEL_NEEDS_SQUARE = 1 << 0,
  SEIDEL_NEEDS_DIAGONAL = 1 << 1,          /* stored and not zero in every row */
  SEIDEL_NEEDS_SYMMETRIC = 1 << 2,         /* equal values, not the pattern alone */
  SEIDEL_NEEDS_POSITIVE_DIAGONAL = 1 << 3, /* what can be seen of positive definiteness */
} SeidelNeeds;

typedef struct
{
  SeidelNeeds need;
  const char *id;   /* "symmetric", for scripts */
  const char *name; /* "a symmetric matrix", for people */
} SeidelNeed;

/* The needs there are, in the order in which they are checked. */
SEIDEL_API const SeidelNeed *seidel_needs (size_t *n_needs);

/* Whether what somebody needs is met by a matrix; when not, why_not (may be NULL) receives a
 * sentence that begins with the name of who needs it, and names what is missing and where. */
SEIDEL_API bool seidel_needs_met (SeidelNeeds needed,
                                  const char *name,
                                  const SeidelStructure *structure,
                                  char **why_not);

typedef enum
{
  SEIDEL_SWEEPS_NONE = 0,
  SEIDEL_SWEEPS_FORWARD = 1 << 0,
  SEIDEL_SWEEPS_BACKWARD = 1 << 1,
} SeidelSweeps;

/* How methods stand together in lists. */
typedef enum
{
  SEIDEL_FAMILY_STATIONARY,
  SEIDEL_FAMILY_KRYLOV,
  SEIDEL_FAMILY_DIRECT_SPARSE,
  SEIDEL_FAMILY_DIRECT_DENSE,
} SeidelFamily;

SEIDEL_API const char *seidel_family_name (SeidelFamily family); /* "Krylov", for people */

/* Which preconditioners a method can work with. */
typedef enum
{
  SEIDEL_PRECONDITIONING_NONE,
  SEIDEL_PRECONDITIONING_SYMMETRIC,  /* those that keep_symmetry */
  SEIDEL_PRECONDITIONING_TRANSPOSED, /* those that can apply their transpose as well */
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
  SeidelSweeps sweeps; /* which directions of sweep it uses; NONE: strategies do not apply */
  SeidelPreconditioning preconditioning;
  unsigned int parameters; /* bit i: it heeds the parameter i */
  /* Bit p: it can compute in SeidelPrecision p; 0: in every one. */
  unsigned int precisions;
  /* It computes by itself on the processor from the matrix as it was read (run->csr), not through
   * an engine: strategies, storage and arithmetic do not apply, and other engines than the CPU are
   * refused, but for those that make the factors which it needs. */
  bool on_host;
  /* Bit k: it can have an engine make SeidelFactorsKind k, and needs no more of it. */
  unsigned int factors;
  /* Its sweeps go by the colours of a colouring instead of the order of the rows: strategies that
   * do not work by levels are refused. */
  bool by_colors;
  bool demonstration; /* for teaching: it does not solve A x = b, and is never proposed */
  /* Vectors of the engine that it works with beside b and x, without a preconditioner and with one:
   * always, and for each iteration that it keeps (SEIDEL_PARAMETER_RESTART). */
  int vectors[2];
  int kept_vectors[2];
  bool divides_diagonal; /* it needs the diagonal by itself, in its steps */
  bool monotone;         /* its residual is expected to fall steadily (see stagnation) */
  /* Bytes that it takes beside the matrix and some vectors, where they can be told beforehand;
   * NULL: they are few, or cannot. */
  double (*memory) (const SeidelStructure *structure, SeidelPrecision precision);
  SeidelReason (*solve) (SeidelMethodRun *run);
} SeidelMethod;

SEIDEL_API const SeidelMethod *seidel_methods (size_t *n_methods);
SEIDEL_API const SeidelMethod *seidel_method_find (const char *id);

/* Whether the method can be used on a matrix; when not, why_not (may be NULL) receives a sentence
 * that names what is missing and where ("“Jacobi” needs a full diagonal: row 12 has no diagonal
 * entry."). */
SEIDEL_API bool seidel_method_applies (const SeidelMethod *method,
                                       const SeidelStructure *structure,
                                       char **why_not);

/* Whether the method can compute in a precision; when not, why_not (may be NULL) receives a
 * sentence. */
SEIDEL_API bool
seidel_method_computes_in (const SeidelMethod *method, SeidelPrecision precision, char **why_not);

/* Whether it can run on an engine. */
SEIDEL_API bool seidel_method_runs_on (const SeidelMethod *method, const char *engine_id);

/* Bytes that it takes beside the matrix and some vectors, as far as that is known before it runs:
 * to be shown, and compared with seidel_memory_available (). */
SEIDEL_API double seidel_method_memory (const SeidelMethod *method,
                                        const SeidelStructure *structure,
                                        SeidelPrecision precision);

G_END_DECLS
