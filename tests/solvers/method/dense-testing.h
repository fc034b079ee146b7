/* Small dense matrices, and problems with them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "run-testing.h"

/* Row by row. */
typedef struct
{
  int m;
  int n;
  double *a; /* m · n; owned */
} Dense;

static inline void
dense_clear (Dense *dense)
{
  g_free (dense->a);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Dense, dense_clear)

/* guess: or NULL */
static inline SeidelProblem *
problem_of (const Dense *dense, const double *b, const double *guess)
{
  return test_problem (test_csr_from_dense (dense->m, dense->n, dense->a), b, guess);
}
