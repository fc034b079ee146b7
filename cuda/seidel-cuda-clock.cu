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

#include "seidel-cuda-private.h"

/* Pairs that can be noted between two waits. What comes when all are in use is not timed; a
 * profile, which leaves nothing out, waits before. */
#define PAIRS          32
#define PROFILED_PAIRS 512

/* What may be noted between two kernels of a profile. */
#define SPARE_PAIRS 8

typedef enum
{
  TO_DEVICE,
  FROM_DEVICE,
  WORK,
  MARK,
  KERNEL,
} Kind;

typedef struct
{
  Kind kind;
  int64_t bytes;
  int kernel; /* KERNEL: its place in the profile */
  bool ended;
  cudaEvent_t begin;
  cudaEvent_t end;
} Pair;

struct SeidelCudaClock
{
  Pair *pairs;
  int room;
  int n_pairs;   /* in use; the events of all others may be there already, too */
  Pair *working; /* the one of the current work, or NULL */
  Pair *marked;
  Pair *operation; /* the outermost one, in a profile */
  int depth;       /* operations that the host is in */
  bool resumed;    /* one of them has waited: what follows within it is work again */
  SeidelEngineTimes times;
  SeidelKernelTimes *kernels; /* the profile, NULL if there is none */
  int n_kernels;
};

SeidelCudaClock *
seidel_cuda_clock_new (bool profile)
{
  SeidelCudaClock *clock = (SeidelCudaClock *) calloc (1, sizeof *clock);

  if (clock == NULL)
    return NULL;
  clock->room = profile ? PROFILED_PAIRS : PAIRS;
  clock->pairs = (Pair *) calloc ((size_t) clock->room, sizeof *clock->pairs);
  if (profile)
    clock->kernels = (SeidelKernelTimes *) calloc (SEIDEL_MOST_KERNELS, sizeof *clock->kernels);
  if (clock->pairs != NULL && (clock->kernels != NULL || !profile))
    return clock;
  seidel_cuda_clock_free (clock);
  return NULL;
}

void
seidel_cuda_clock_free (SeidelCudaClock *clock)
{
  if (clock == NULL)
    return;
  for (int i = 0; clock->pairs != NULL && i < clock->room; i++)
    {
      if (clock->pairs[i].begin != NULL)
        cudaEventDestroy (clock->pairs[i].begin);
      if (clock->pairs[i].end != NULL)
        cudaEventDestroy (clock->pairs[i].end);
    }
  free (clock->pairs);
  free (clock->kernels);
  free (clock);
}

static Pair *
begin_pair (SeidelContext *context, Kind kind, int64_t bytes)
{
  SeidelCudaClock *clock = context->clock;
  Pair *pair = &clock->pairs[clock->n_pairs];

  if (clock->n_pairs == clock->room || !seidel_cuda_ready (context))
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

bool
seidel_cuda_clock_is_profiling (const SeidelContext *context)
{
  return context->clock->kernels != NULL;
}

/* The row of a kernel in the profile, which is made when it is first called; −1: no room. */
static int
find_kernel (SeidelCudaClock *clock, const char *name)
{
  int i = 0;

  while (i < clock->n_kernels && strcmp (clock->kernels[i].name, name) != 0)
    i++;
  if (i == SEIDEL_MOST_KERNELS)
    return -1;
  if (i == clock->n_kernels)
    clock->kernels[clock->n_kernels++].name = name;
  return i;
}

static Pair *
begin_kernel (SeidelContext *context, const char *name)
{
  SeidelCudaClock *clock = context->clock;
  const int kernel = clock->kernels != NULL ? find_kernel (clock, name) : -1;
  Pair *pair;

  if (kernel < 0)
    return NULL;
  if (clock->n_pairs > clock->room - SPARE_PAIRS && seidel_cuda_ready (context))
    seidel_cuda_wait (context, "timing kernels");
  pair = begin_pair (context, KERNEL, 0);
  if (pair != NULL)
    pair->kernel = kernel;
  return pair;
}

SeidelCudaProfiled::SeidelCudaProfiled (SeidelContext *of, const char *name)
    : context (of), pair (begin_kernel (of, name))
{
}

SeidelCudaProfiled::~SeidelCudaProfiled ()
{
  end_pair (context, (Pair *) pair);
}

void
seidel_cuda_clock_add_branches (SeidelContext *context,
                                const char *name,
                                int64_t branches,
                                int64_t divergent)
{
  SeidelCudaClock *clock = context->clock;
  const int kernel = clock->kernels != NULL ? find_kernel (clock, name) : -1;

  if (kernel < 0)
    return;
  clock->kernels[kernel].branches += branches;
  clock->kernels[kernel].divergent += divergent;
}

void
seidel_cuda_clock_enter (SeidelContext *context, const char *name)
{
  SeidelCudaClock *clock = context->clock;

  clock->depth++;
  begin_work (context);
  if (clock->depth == 1)
    clock->operation = begin_kernel (context, name);
}

void
seidel_cuda_clock_leave (SeidelContext *context)
{
  SeidelCudaClock *clock = context->clock;

  if (--clock->depth > 0)
    return;
  end_pair (context, clock->operation);
  clock->operation = NULL;
  /* Where the device may be idle already, the time until the next operation is the host's. */
  if (!clock->resumed)
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
add_kernel (SeidelKernelTimes *kernel, int64_t nanoseconds)
{
  if (kernel->calls == 0 || nanoseconds < kernel->least)
    kernel->least = nanoseconds;
  if (nanoseconds > kernel->most)
    kernel->most = nanoseconds;
  kernel->nanoseconds += nanoseconds;
  kernel->calls++;
}

/* The transfers of a profile have rows, too. */
static void
add_transfer (SeidelCudaClock *clock, const char *name, int64_t nanoseconds)
{
  const int kernel = clock->kernels != NULL ? find_kernel (clock, name) : -1;

  if (kernel >= 0)
    add_kernel (&clock->kernels[kernel], nanoseconds);
}

static void
add_pair (SeidelCudaClock *clock, const Pair *pair, int64_t nanoseconds)
{
  SeidelEngineTimes *times = &clock->times;

  switch (pair->kind)
    {
    case TO_DEVICE:
      times->to_nanoseconds += nanoseconds;
      times->to_bytes += pair->bytes;
      add_transfer (clock, "to the device", nanoseconds);
      break;
    case FROM_DEVICE:
      times->from_nanoseconds += nanoseconds;
      times->from_bytes += pair->bytes;
      add_transfer (clock, "from the device", nanoseconds);
      break;
    case WORK:
      times->work_nanoseconds += nanoseconds;
      break;
    case MARK:
      times->marked_nanoseconds = nanoseconds;
      break;
    case KERNEL:
      add_kernel (&clock->kernels[pair->kernel], nanoseconds);
      break;
    }
}

/* Moves a pair whose end has not been noted yet to the place to, with what points at it. */
static void
keep_pair (SeidelCudaClock *clock, int from, int to)
{
  const Pair kept = clock->pairs[from];
  Pair **owner = &clock->pairs[from] == clock->marked ? &clock->marked : &clock->operation;

  clock->pairs[from] = clock->pairs[to];
  clock->pairs[to] = kept;
  *owner = &clock->pairs[to];
}

void
seidel_cuda_clock_after_wait (SeidelContext *context)
{
  SeidelCudaClock *clock = context->clock;
  int n_kept = 0;

  for (int i = 0; i < clock->n_pairs; i++)
    {
      Pair *pair = &clock->pairs[i];
      float milliseconds = 0.0f;

      if (!pair->ended && (pair == clock->marked || pair == clock->operation))
        keep_pair (clock, i, n_kept++);
      else if (pair->ended
               && cudaEventElapsedTime (&milliseconds, pair->begin, pair->end) == cudaSuccess)
        add_pair (clock, pair, llround (milliseconds * 1e6));
    }
  clock->n_pairs = n_kept;
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

int
seidel_cuda_kernels (SeidelContext *context, SeidelKernelTimes *kernels, int most)
{
  SeidelCudaClock *clock = context->clock;
  int n;

  if (clock->kernels == NULL)
    return 0;
  if (clock->n_pairs > 0 && seidel_cuda_ready (context))
    seidel_cuda_wait (context, "measuring time");
  n = clock->n_kernels < most ? clock->n_kernels : most;
  memcpy (kernels, clock->kernels, (size_t) n * sizeof *kernels);
  return n;
}
