/* What the parts of the advisor share: facts about a matrix, and the rules that read them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "advisor/seidel-advice.h"
#include "method/seidel-preconditioner.h"

G_BEGIN_DECLS

#define SEIDEL_ADVICE_SMALL_ROWS 400 /* a dense LU takes a millisecond or two */

/* The part of the time of a factorisation that a moment's trial may take. */
#define SEIDEL_ADVICE_GLANCE 0.05

/* Seconds, of one core with all numbers in its caches: see seidel-estimate.h. */
typedef struct
{
  double direct; /* a sparse factorisation, of half the matrix where it is symmetric */
  double lu;     /* and of all of it */
  double qr;
  double multigrid;
  double swept;   /* conjugate gradients with two sweeps for a preconditioner */
  double product; /* an iteration of MINRES */
} SeidelAdviceTimes;

typedef struct
{
  bool square;
  bool damped;   /* what is wanted is the least ‖b − A x‖² + λ² ‖x‖² */
  bool quick_qr; /* a sparse QR factorisation takes a moment, however much it fills */
  bool tiny;
  bool small;
  bool full; /* hardly any place is empty, and a dense LU takes less than most methods */
  bool narrow;
  bool tridiagonal;
  bool diagonal;
  bool lower;
  bool upper;
  bool full_diagonal;
  bool symmetric;
  bool nearly_symmetric;
  bool complex_symmetric; /* complex, equal to its transpose, and not Hermitian */
  bool positive;          /* symmetric, and every diagonal entry is positive */
  bool negative;          /* symmetric, and every diagonal entry is negative */
  bool nodes;             /* of several unknowns each, or the near null space is given */
  bool even;     /* entries of about the same size, or a diagonal that outweighs its rows */
  bool dominant; /* the diagonal outweighs nearly every row */
  bool fills;    /* incomplete factors with fill take less than without, or than the diagonal */
  bool sweeps;   /* a sweep costs little more than a product */
  bool glances;  /* to begin with a method costs little against a sparse LU */
  bool deep;     /* information takes many iterations from one end to the other */
  bool slow;     /* conjugate gradients would take longer than sparse Cholesky */
  bool coarsens; /* multigrid is expected to take less than Cholesky or conjugate gradients */
  bool coarsens_indefinite; /* … or less than LU, where these cannot be used */
  bool cheap;               /* a sparse factorisation costs no more than a few iterations */
  bool quick;               /* or hardly more than to begin with a method at all */
  bool halved;              /* LDLᵀ takes less than LU, if it finds its pivots */
  bool fits;                /* its factors fit into the memory that is free */
  bool fits_qr;             /* likewise those of a sparse QR */
  bool fits_fill;           /* and those of an incomplete Cholesky with some fill */
  bool fits_dense;
  bool singular; /* for certain: a row is empty */
  SeidelAdviceTimes times;
} SeidelAdviceFacts;

/* A row of the table in seidel-advice.c. */
typedef struct
{
  bool (*when) (const SeidelAdviceFacts *facts);
  const char *method;
  const char *preconditioner;
  double worth; /* the part of the time of a factorisation that it is worth; 0: all that it takes */
  const char *method_why;
  const char *preconditioner_why;
} SeidelAdviceRule;

SeidelAdviceFacts seidel_advice_look_at (const SeidelStructure *structure,
                                         const SeidelOptions *options);

/* A sentence about the matrix, new. */
char *seidel_advice_summarise (const SeidelStructure *structure, const SeidelAdviceFacts *facts);

/* Adds the candidate of a rule that applies, unless the advice has it. The array of candidates has
 * room for it. */
void seidel_advice_add (SeidelAdvice *advice,
                        const SeidelAdviceRule *rule,
                        const SeidelAdviceFacts *facts,
                        const SeidelStructure *structure,
                        const SeidelOptions *options);

/* Whether a direct method is among the candidates. */
bool seidel_advice_ends_with_direct (const SeidelAdvice *advice);

/* Limits the iterations of candidates by what those after them are expected to take: once all are
 * there, where no factors fit. */
void seidel_advice_limit_by_next (SeidelAdvice *advice,
                                  const SeidelStructure *structure,
                                  const SeidelOptions *options);

G_END_DECLS
