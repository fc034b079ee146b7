/* What a Krylov method finds out about the spectrum of its operator M⁻¹ A on the way: the
 * coefficients of its recurrence are the projection of the operator on the space that it has built,
 * step by step. A trace keeps them; spectrum/seidel-ritz.h reads eigenvalues from them.
 *
 * A run has a projection for each time that its method began: after a restart, a refinement, with
 * another candidate. As the rest of a trace, it is appended to by the worker and may be read from
 * any thread at any time, without a lock.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "run/seidel-trace.h"

G_BEGIN_DECLS

/* The numbers of a step. */
typedef enum
{
  SEIDEL_PROJECTION_CG,      /* r · M⁻¹ r and p · A p */
  SEIDEL_PROJECTION_LANCZOS, /* of the tridiagonal matrix: the diagonal, and what is beside it */
  SEIDEL_PROJECTION_ARNOLDI, /* of the Hessenberg matrix: the column, one more in each step */
} SeidelProjectionKind;

typedef struct
{
  SeidelProjectionKind kind;
  int64_t first;     /* iterations of the run before its first step */
  size_t first_step; /* of its numbers, the place in those of the trace */
  size_t steps;      /* so far */
} SeidelProjection;

/* Numbers that a trace keeps, 16 MB: steps beyond them are not recorded. */
#define SEIDEL_MOST_PROJECTION_NUMBERS ((size_t) 1 << 21)

SEIDEL_API size_t seidel_trace_n_projections (SeidelTrace *trace);
SEIDEL_API SeidelProjection seidel_trace_projection (SeidelTrace *trace, size_t i);

/* Numbers of the first steps. */
SEIDEL_API size_t seidel_projection_length (SeidelProjectionKind kind, size_t steps);

/* Those numbers, which must be there: a new array, to be freed with g_free (). */
SEIDEL_API double *seidel_trace_projection_numbers (SeidelTrace *trace,
                                                    const SeidelProjection *projection,
                                                    size_t steps);

/* For the worker of the run only. */
void seidel_trace_begin_projection (SeidelTrace *trace, SeidelProjectionKind kind, int64_t first);
void seidel_trace_add_projection (SeidelTrace *trace, const double *numbers, size_t n);

G_END_DECLS
