/* What the CUDA engine did by the clock of the device: pairs of events around transfers, around
 * what it is given to do between two waits, and around what a method marks.
 *
 * Noting an event takes the host about a microsecond and waits for nothing. The pairs are read when
 * the stream has been waited for anyway. Failures are not handled here: they are sticky, and the
 * next check of what they belong to reports them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "seidel-cuda-context.h"

/* Pairs that can be noted between two waits; what comes when all are in use is not timed. */
#define PAIRS 32

typedef enum
{
  TO_DEVICE,
  FROM_DEVICE,
  WORK,
  MARK,
} Kind;

typedef struct
{
  Kind kind;
  int64_t bytes;
  bool ended;
  cudaEvent_t begin;
  cudaEvent_t end;
} Pair;

struct SeidelCudaClock
{
  Pair pairs[PAIRS];
  int n_pairs;   /* in use; the events of all others may be there already, too */
  Pair *working; /* the one of the current work, or NULL */
  Pair *marked;
  int depth;    /* operations that the host is in */
  bool resumed; /* one of them has waited: what follows within it is work again */
  SeidelEngineTimes times;
};

SeidelCudaClock *
seidel_cuda_clock_new (void)
{
  return (SeidelCudaClock *) calloc (1, sizeof (SeidelCudaClock));
}

void
seidel_cuda_clock_free (SeidelCudaClock *clock)
{
  for (int i = 0; clock != NULL && i < PAIRS; i++)
    {
      if (clock->pairs[i].begin != NULL)
        cudaEventDestroy (clock->pairs[i].begin);
      if (clock->pairs[i].end != NULL)
        cudaEventDestroy (clock->pairs[i].end);
    }
  free (clock);
}

static Pair *
begin_pair (SeidelContext *context, Kind kind, int64_t bytes)
{
  SeidelCudaClock *clock = context->clock;
  Pair *pair = &clock->pairs[clock->n_pairs];

  if (clock->n_pairs == PAIRS || !seidel_cuda_ready (context))
    return NULL;
  if ((pair->begin == NULL && cudaEventCreate (&pair->begin) != cudaSuccess)
      || (pair->end == NULL && cudaEventCreate (&pair->end) != cudaSuccess)
      || cudaEventRecord (pair->begin, context->stream) != cudaSuccess)
    return NULL;
  clock->n_pairs++;
  pair->kind = kind;
  pair->bytes = bytes;
  pair->ended = false;
  return pair;
}

static void
end_pair (SeidelContext *context, Pair *pair)
{
  if (pair != NULL)
    pair->ended = cudaEventRecord (pair->end, context->stream) == cudaSuccess;
}

static void
begin_work (SeidelContext *context)
{
  if (context->clock->working == NULL)
    context->clock->working = begin_pair (context, WORK, 0);
}

static void
end_work (SeidelContext *context)
{
  end_pair (context, context->clock->working);
  context->clock->working = NULL;
}

void
seidel_cuda_clock_enter (SeidelContext *context)
{
  context->clock->depth++;
  begin_work (context);
}

void
seidel_cuda_clock_leave (SeidelContext *context)
{
  SeidelCudaClock *clock = context->clock;

  /* Where the device may be idle already, the time until the next operation is the host's. */
  if (--clock->depth > 0 || !clock->resumed)
    return;
  clock->resumed = false;
  end_work (context);
}

void
seidel_cuda_clock_pause (SeidelContext *context)
{
  end_work (context);
}

/* What comes within an operation after its work was interrupted. */
void
seidel_cuda_clock_resume (SeidelContext *context)
{
  context->clock->resumed = context->clock->depth > 0;
  if (context->clock->resumed)
    begin_work (context);
}

SeidelCudaTransfer
seidel_cuda_clock_begin_transfer (SeidelContext *context, bool to_device, int64_t bytes)
{
  end_work (context);
  return { begin_pair (context, to_device ? TO_DEVICE : FROM_DEVICE, bytes) };
}

void
seidel_cuda_clock_end_transfer (SeidelContext *context, SeidelCudaTransfer transfer)
{
  end_pair (context, (Pair *) transfer.pair);
  seidel_cuda_clock_resume (context);
}

static void
add_pair (SeidelEngineTimes *times, const Pair *pair, int64_t nanoseconds)
{
  switch (pair->kind)
    {
    case TO_DEVICE:
      times->to_nanoseconds += nanoseconds;
      times->to_bytes += pair->bytes;
      break;
    case FROM_DEVICE:
      times->from_nanoseconds += nanoseconds;
      times->from_bytes += pair->bytes;
      break;
    case WORK:
      times->work_nanoseconds += nanoseconds;
      break;
    case MARK:
      times->marked_nanoseconds = nanoseconds;
      break;
    }
}

void
seidel_cuda_clock_after_wait (SeidelContext *context)
{
  SeidelCudaClock *clock = context->clock;
  Pair *open = NULL; /* a mark whose end has not been noted yet */

  for (int i = 0; i < clock->n_pairs; i++)
    {
      Pair *pair = &clock->pairs[i];
      float milliseconds = 0.0f;

      if (pair == clock->marked && !pair->ended)
        open = pair;
      else if (pair->ended
               && cudaEventElapsedTime (&milliseconds, pair->begin, pair->end) == cudaSuccess)
        add_pair (&clock->times, pair, llround (milliseconds * 1e6));
    }
  clock->n_pairs = 0;
  if (open != NULL)
    {
      const Pair kept = *open;

      *open = clock->pairs[0];
      clock->pairs[0] = kept;
      clock->marked = &clock->pairs[0];
      clock->n_pairs = 1;
    }
  seidel_cuda_clock_resume (context);
}

void
seidel_cuda_mark (SeidelContext *context, bool end)
{
  SeidelCudaClock *clock = context->clock;

  if (end)
    end_pair (context, clock->marked);
  clock->marked = end ? NULL : begin_pair (context, MARK, 0);
}

/* Marked work is over when what was noted behind it is. */
void
seidel_cuda_measure (SeidelContext *context, SeidelEngineTimes *times)
{
  SeidelCudaClock *clock = context->clock;

  if (clock->n_pairs > 0 && seidel_cuda_ready (context))
    seidel_cuda_wait (context, "measuring time");
  *times = clock->times;
  memset (&clock->times, 0, sizeof clock->times);
}
