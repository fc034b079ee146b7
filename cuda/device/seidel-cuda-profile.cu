/* A profile of the CUDA engine: what each operation and each kernel of its own took, by events
 * around it, for runs that ask for it (SeidelContextSettings.profile). All others have none, and do
 * nothing here.
 *
 * Events are read when all places for them are taken, and in the end: reading waits for them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "seidel-cuda-profile.h"

/* Calls that may not have been read yet. */
#define CALLS 512

typedef enum
{
  FREE,
  OPEN,
  ENDED,
} State;

typedef struct
{
  State state;
  int kernel; /* its row */
  cudaEvent_t begin;
  cudaEvent_t end;
} Call;

struct SeidelCudaProfile
{
  Call calls[CALLS];
  int next; /* where to look for a free one */
  SeidelKernelTimes kernels[SEIDEL_MOST_KERNELS];
  int n_kernels;
};

SeidelCudaProfile *
seidel_cuda_profile_new (void)
{
  return (SeidelCudaProfile *) calloc (1, sizeof (SeidelCudaProfile));
}

void
seidel_cuda_profile_free (SeidelCudaProfile *profile)
{
  for (int i = 0; profile != NULL && i < CALLS; i++)
    {
      if (profile->calls[i].begin != NULL)
        cudaEventDestroy (profile->calls[i].begin);
      if (profile->calls[i].end != NULL)
        cudaEventDestroy (profile->calls[i].end);
    }
  free (profile);
}

/* The row of a kernel, which is made when it is first called; −1: there is no room. */
static int
find_kernel (SeidelCudaProfile *profile, const char *name)
{
  int i = 0;

  while (i < profile->n_kernels && strcmp (profile->kernels[i].name, name) != 0)
    i++;
  if (i == SEIDEL_MOST_KERNELS)
    return -1;
  if (i == profile->n_kernels)
    profile->kernels[profile->n_kernels++].name = name;
  return i;
}

static void
add_call (SeidelKernelTimes *kernel, int64_t nanoseconds)
{
  if (kernel->calls == 0 || nanoseconds < kernel->least)
    kernel->least = nanoseconds;
  if (nanoseconds > kernel->most)
    kernel->most = nanoseconds;
  kernel->nanoseconds += nanoseconds;
  kernel->calls++;
}

/* Reads what has ended, and waits for it. */
static void
collect (SeidelCudaProfile *profile)
{
  for (int i = 0; i < CALLS; i++)
    {
      Call *call = &profile->calls[i];
      float milliseconds = 0.0f;

      if (call->state != ENDED)
        continue;
      if (cudaEventSynchronize (call->end) == cudaSuccess
          && cudaEventElapsedTime (&milliseconds, call->begin, call->end) == cudaSuccess)
        add_call (&profile->kernels[call->kernel], llround (milliseconds * 1e6));
      call->state = FREE;
    }
}

/* NULL if all are open. */
static Call *
find_free (SeidelCudaProfile *profile)
{
  for (int round = 0; round < 2; round++)
    {
      for (int i = 0; i < CALLS; i++)
        {
          Call *call = &profile->calls[(profile->next + i) % CALLS];

          if (call->state == FREE)
            {
              profile->next = (profile->next + i + 1) % CALLS;
              return call;
            }
        }
      collect (profile);
    }
  return NULL;
}

void *
seidel_cuda_profile_begin (SeidelContext *context, const char *name)
{
  SeidelCudaProfile *profile = context->profile;
  const int kernel = seidel_cuda_ready (context) ? find_kernel (profile, name) : -1;
  Call *call = kernel >= 0 ? find_free (profile) : NULL;

  if (call == NULL || (call->begin == NULL && cudaEventCreate (&call->begin) != cudaSuccess)
      || (call->end == NULL && cudaEventCreate (&call->end) != cudaSuccess)
      || cudaEventRecord (call->begin, context->stream) != cudaSuccess)
    return NULL;
  call->kernel = kernel;
  call->state = OPEN;
  return call;
}

void
seidel_cuda_profile_end (SeidelContext *context, void *begun)
{
  Call *call = (Call *) begun;

  if (call != NULL)
    call->state = cudaEventRecord (call->end, context->stream) == cudaSuccess ? ENDED : FREE;
}

void
seidel_cuda_profile_add_branches (SeidelContext *context,
                                  const char *name,
                                  int64_t branches,
                                  int64_t divergent)
{
  SeidelCudaProfile *profile = context->profile;
  const int kernel = find_kernel (profile, name);

  if (kernel < 0)
    return;
  profile->kernels[kernel].branches += branches;
  profile->kernels[kernel].divergent += divergent;
}

int
seidel_cuda_profile_read (SeidelContext *context, SeidelKernelTimes *kernels, int most)
{
  SeidelCudaProfile *profile = context->profile;
  int n;

  if (profile == NULL)
    return 0;
  collect (profile);
  n = profile->n_kernels < most ? profile->n_kernels : most;
  memcpy (kernels, profile->kernels, (size_t) n * sizeof *kernels);
  return n;
}
