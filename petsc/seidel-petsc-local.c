/* The elements of a vector of the CPU engine, which PETSc works on in place.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "engine/seidel-cpu-private.h"

#include "seidel-petsc.h"

/* In the natural order: no sweep by levels is ever planned in a rank's context. */
double *
seidel_petsc_elements (const SeidelVector *vector)
{
  return vector->elements;
}
