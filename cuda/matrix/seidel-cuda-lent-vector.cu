/* Vectors that stand for memory of the caller.
 *
 * Some strategies write the x of a sweep to another array, the spare one of their operator, and
 * exchange both. The array of the caller may then be the spare one for a while: two sweeps bring it
 * back, and after a single one the result is copied there. Where x is not only swept, it is copied
 * each time, so that the caller's array never becomes part of another vector.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

#include "seidel-cuda-operator.h"

SeidelVector *
seidel_cuda_lent_vector_new (SeidelContext *context, int64_t n)
{
  SeidelVector *vector = (SeidelVector *) calloc (1, sizeof *vector);

  if (vector == NULL)
    seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1, "a vector did not fit into memory");
  else
    vector->n = n;
  return vector;
}

void
seidel_cuda_lend (SeidelContext *context, SeidelVector *vector, void *elements, bool swept)
{
  vector->elements = vector->home = elements;
  vector->exchanged = swept;
  vector->holder = NULL;
}

static void
copy_home (SeidelContext *context, const SeidelVector *vector, const void *from)
{
  seidel_cuda_check (context,
                     cudaMemcpyAsync (vector->home, from,
                                      (size_t) vector->n * seidel_cuda_real_size (context),
                                      cudaMemcpyDeviceToDevice, context->stream),
                     "copying a result");
}

void
seidel_cuda_exchange (SeidelContext *context, SeidelVector *x, void **spare)
{
  void *const elements = x->elements;

  if (x->home != NULL && !x->exchanged)
    {
      if (seidel_cuda_ready (context))
        copy_home (context, x, *spare);
      return;
    }
  if (x->home != NULL && elements == x->home)
    x->holder = spare;
  x->elements = *spare;
  *spare = elements;
}

void
seidel_cuda_settle (SeidelContext *context, SeidelVector *vector)
{
  if (vector->home != NULL && vector->elements != vector->home)
    {
      if (seidel_cuda_ready (context))
        copy_home (context, vector, vector->elements);
      *vector->holder = vector->elements;
    }
  vector->elements = vector->home = NULL;
}
