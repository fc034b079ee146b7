/* Work in single precision within a run in double, of the CPU engine: a context of its own, whose
 * operations are done when they return, so that it takes its turn.
 *
 * The contexts may have put their vectors into different orders: numbers go through an array in the
 * order of the matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "engine/seidel-narrowing.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "engine/seidel-cpu-private.h"
#include "engine/seidel-engines.h"

static SeidelContext *
open_narrow (SeidelContext *wide, SeidelStatus *status)
{
  SeidelContextSettings settings = wide->settings;

  settings.precision = SEIDEL_PRECISION_SINGLE;
  /* The engine copies the settings. */
  // cppcheck-suppress returnDanglingLifetime
  return seidel_cpu_engine ()->contexts.create (&settings, status);
}

static bool
fits (double value)
{
  const double size = fabs ((double) (float) value);

  return value == 0.0 || (size >= FLT_MIN && size <= FLT_MAX);
}

static SeidelOperator *
convert (SeidelContext *narrow,
         SeidelContext *wide,
         SeidelOperator *A,
         SeidelStorage storage,
         bool takes)
{
  const SeidelCsrView matrix = A->matrix;
  const int64_t nonzeros = matrix.row_offsets[matrix.rows];
  int64_t misfits = 0;

#pragma omp parallel for num_threads(wide->settings.threads) schedule(static) reduction(+ : misfits)
  for (int64_t k = 0; k < nonzeros; k++)
    misfits += !fits (matrix.values[k]);
  if (takes)
    seidel_cpu_operator_free (wide, A);
  return misfits == 0 ? seidel_cpu_operator_new (narrow, &matrix, storage) : NULL;
}

/* An array that the narrow context keeps; NULL and its sticky failure where there is no memory. */
static double *
room_for (SeidelContext *narrow, int64_t n)
{
  if (n > narrow->n_room)
    {
      free (narrow->room);
      narrow->room = seidel_cpu_allocate (narrow, n, sizeof *narrow->room);
      narrow->n_room = narrow->room != NULL ? n : 0;
    }
  return narrow->room;
}

/* to ← factor · from, through the room. */
static void
copy (SeidelContext *to_context,
      SeidelVector *to,
      SeidelContext *from_context,
      const SeidelVector *from,
      double factor,
      double *room)
{
  const SeidelCpuOrder *order = seidel_cpu_order_of (from_context, from);
  const int64_t n = to->n;

  seidel_cpu_kernels (from_context)
    ->vectors->download (from_context, from->elements, room, n,
                         order != NULL ? order->places : NULL);
#pragma omp parallel for num_threads(to_context->settings.threads) schedule(static)
  for (int64_t i = 0; i < n; i++)
    room[i] *= factor;
  order = seidel_cpu_order_of (to_context, to);
  seidel_cpu_kernels (to_context)
    ->vectors->upload (to_context, room, to->elements, n, order != NULL ? order->rows : NULL);
}

static void
narrow_vector (SeidelContext *narrow,
               SeidelVector *to,
               SeidelContext *wide,
               const SeidelVector *from,
               SeidelScalar size)
{
  const double scale = wide->scalars[size];

  if (seidel_cpu_ready (wide) && seidel_cpu_ready (narrow) && room_for (narrow, to->n) != NULL)
    copy (narrow, to, wide, from, scale > 0.0 ? 1.0 / scale : 0.0, narrow->room);
}

static void
widen_vector (SeidelContext *wide,
              SeidelVector *to,
              SeidelContext *narrow,
              const SeidelVector *from,
              SeidelScalar size)
{
  if (seidel_cpu_ready (narrow) && seidel_cpu_ready (wide) && room_for (narrow, to->n) != NULL)
    copy (wide, to, narrow, from, wide->scalars[size], narrow->room);
  if (!seidel_cpu_ready (narrow))
    seidel_cpu_fail (wide, narrow->status.code, narrow->status.row, narrow->status.message);
}

const SeidelNarrowingOperations seidel_cpu_narrowing = {
  .open = open_narrow,
  .convert = convert,
  .narrow = narrow_vector,
  .widen = widen_vector,
};
