/* Contexts of the CUDA engine: what each begins with, its errors, and waiting for the device.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <atomic>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "seidel-cuda-context.h"
#include "seidel-cuda-profile.h"
#include "base/seidel-translatable.h"

void
seidel_cuda_fail (SeidelContext *context, SeidelStatusCode code, int64_t row, const char *message)
{
  if (context->status.code != SEIDEL_STATUS_OK)
    return;
  context->status.code = code;
  context->status.row = row;
  snprintf (context->status.message, sizeof context->status.message, "%s", message);
}

/* Whether the process has no use of the device any more: every later call fails with the same. */
static std::atomic<bool> lost;
static std::atomic<int> n_contexts;
/* Whether there was a context: it is what takes long to begin with. */
static std::atomic<bool> awake;

bool
seidel_cuda_is_awake (void)
{
  return awake;
}

static SeidelStatusCode
code_of (cudaError_t error)
{
  switch (error)
    {
    case cudaErrorMemoryAllocation:
      return SEIDEL_STATUS_OUT_OF_MEMORY;
    case cudaErrorAssert:
    case cudaErrorContained:
    case cudaErrorContextIsDestroyed:
    case cudaErrorDevicesUnavailable:
    case cudaErrorECCUncorrectable:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalAddress:
    case cudaErrorIllegalInstruction:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure:
    case cudaErrorLaunchTimeout:
    case cudaErrorMisalignedAddress:
    case cudaErrorNvlinkUncorrectable:
      return SEIDEL_STATUS_DEVICE_LOST;
    default:
      return SEIDEL_STATUS_FAILED;
    }
}

bool
seidel_cuda_check (SeidelContext *context, cudaError_t error, const char *what)
{
  SeidelStatusCode code;
  char message[200];

  if (error == cudaSuccess)
    return true;
  code = code_of (error);
  if (code == SEIDEL_STATUS_DEVICE_LOST)
    lost = true;
  snprintf (message, sizeof message,
            code == SEIDEL_STATUS_DEVICE_LOST ? "The device was lost in %s: %s."
                                              : "CUDA failed in %s: %s.",
            what, cudaGetErrorString (error));
  seidel_cuda_fail (context, code, -1, message);
  return false;
}

bool
seidel_cuda_stopped (SeidelContext *context)
{
  if (context->settings.poll == NULL || !context->settings.poll (context->settings.poll_data))
    return false;
  *(volatile int *) context->stop = 1;
  seidel_cuda_fail (context, SEIDEL_STATUS_STOPPED, -1, "");
  return true;
}

/* Waits for the event, or for all work where it is NULL. */
static bool
wait_for (SeidelContext *context, cudaEvent_t event, const char *what)
{
  const int queries_at_once = 20000; /* some ten milliseconds of answering at once */
  const struct timespec nap = { 0, 100000 };
  cudaError_t error;

  if (event == NULL)
    seidel_cuda_clock_pause (context);
  for (int queries = 0;
       (error = event != NULL ? cudaEventQuery (event) : cudaStreamQuery (context->stream))
       == cudaErrorNotReady;
       queries++)
    {
      /* Waiting kernels return when the stop flag is set; all others end on their own. */
      if (queries % 64 == 0 || queries > queries_at_once)
        seidel_cuda_stopped (context);
      if (queries > queries_at_once)
        nanosleep (&nap, NULL);
    }
  if (event == NULL && error == cudaSuccess)
    seidel_cuda_clock_after_wait (context);
  return seidel_cuda_check (context, error, what) && seidel_cuda_ready (context);
}

bool
seidel_cuda_wait (SeidelContext *context, const char *what)
{
  return wait_for (context, NULL, what);
}

bool
seidel_cuda_wait_event (SeidelContext *context, cudaEvent_t event, const char *what)
{
  return wait_for (context, event, what);
}

/* After a loss, and when nothing of it is left: whether the device works again. */
static bool
comes_back (void)
{
  void *memory = NULL;
  bool works;

  if (n_contexts > 0)
    return false;
  seidel_cuda_staging_forget ();
  (void) cudaDeviceReset ();
  works = cudaMalloc (&memory, 1) == cudaSuccess && cudaMemset (memory, 0, 1) == cudaSuccess
          && cudaDeviceSynchronize () == cudaSuccess;
  cudaFree (memory);
  (void) cudaGetLastError ();
  lost = !works;
  return works;
}

bool
seidel_cuda_available (char *why, size_t size)
{
  int n_devices = 0;
  cudaError_t error = cudaGetDeviceCount (&n_devices);

  if (error == cudaSuccess && n_devices > 0 && (!lost || comes_back ()))
    return true;
  if (lost)
    snprintf (why, size, "%s",
              seidel_text ("The CUDA device was lost and has not come back: restart Seidel to use "
                           "it, or continue with another engine."));
  else if (error == cudaErrorInsufficientDriver || error == cudaErrorNoDevice
           || error == cudaSuccess)
    snprintf (why, size,
              seidel_text (
                "There is no CUDA device here, or its driver is missing or too old (%s)."),
              cudaGetErrorString (error));
  else
    snprintf (why, size, seidel_text ("The CUDA device does not respond: %s."),
              cudaGetErrorString (error));
  (void) cudaGetLastError ();
  return false;
}

/* What is not borrowed of a context that this one shares. */
static void
free_own (SeidelContext *context)
{
  if (context->stream != NULL)
    cudaStreamDestroy (context->stream);
  cudaFree (context->halt.seen);
  cudaFreeHost (context->stop);
  seidel_cuda_clock_free (context->clock);
  seidel_cuda_profile_free (context->profile);
}

void
seidel_cuda_context_free (SeidelContext *context)
{
  if (context == NULL)
    return;
  if (context->stream != NULL)
    {
      cudaStreamSynchronize (context->stream);
      if (context->tools_free != NULL)
        context->tools_free (context);
      if (context->noted != NULL)
        cudaEventDestroy (context->noted);
      if (context->joined != NULL)
        cudaEventDestroy (context->joined);
      if (context->beside != NULL)
        cudaStreamDestroy (context->beside);
    }
  cudaFree (context->scalars);
  cudaFreeHost (context->host_scalars);
  cudaFree (context->partials);
  cudaFree (context->ticket);
  seidel_cuda_staging_release (context);
  cudaFree (context->workspace);
  cudaFree (context->scratch);
  if (context->pool != NULL && context->shares == NULL)
    cudaMemPoolTrimTo (context->pool, 0);
  if (context->shares == NULL)
    free_own (context);
  free (context);
  n_contexts--;
}

/* For tests: 0 where the environment says nothing. */
static int
number_from_environment (const char *name)
{
  const char *text = getenv (name);

  return text != NULL ? atoi (text) : 0;
}

/* Fewer, where the environment says so: what a small device does can be tested on a large one. */
static void
limit_multiprocessors (SeidelContext *context)
{
  const int fewer = number_from_environment ("SEIDEL_CUDA_MULTIPROCESSORS");

  if (fewer > 0 && fewer < context->multiprocessors)
    context->multiprocessors = fewer;
}

/* What a context needs besides memory for its scalars. */
static bool
prepare_stopping (SeidelContext *context)
{
  if (!seidel_cuda_check (context,
                          cudaHostAlloc ((void **) &context->stop, sizeof *context->stop,
                                         cudaHostAllocMapped),
                          "reserving pinned memory")
      || !seidel_cuda_check (context,
                             cudaHostGetDevicePointer ((void **) &context->halt.asked,
                                                       context->stop, 0),
                             "mapping pinned memory"))
    return false;
  *context->stop = 0;
  context->halt.seen = (int *) seidel_cuda_malloc (context, sizeof *context->halt.seen);
  return context->halt.seen != NULL
         && seidel_cuda_check (context,
                               cudaMemsetAsync (context->halt.seen, 0, sizeof *context->halt.seen,
                                                context->stream),
                               "clearing a flag")
         && seidel_cuda_check (context, cudaGetDevice (&context->device), "asking for the device")
         && seidel_cuda_check (context,
                               cudaDeviceGetAttribute (&context->multiprocessors,
                                                       cudaDevAttrMultiProcessorCount,
                                                       context->device),
                               "asking for the device");
}

/* Has a stream, a clock and flags of its own. */
static bool
prepare_own (SeidelContext *context)
{
  context->clock = seidel_cuda_clock_new ();
  context->profile = context->settings.profile ? seidel_cuda_profile_new () : NULL;
  if (context->clock == NULL || (context->settings.profile && context->profile == NULL))
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1, "there is no memory left");
      return false;
    }
  if (!seidel_cuda_place (context->settings.device))
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_FAILED, -1, "there is no device of this number");
      return false;
    }
  if (!seidel_cuda_check (context,
                          cudaStreamCreateWithFlags (&context->stream, cudaStreamNonBlocking),
                          "creating a stream")
      || !prepare_stopping (context))
    return false;
  limit_multiprocessors (context);
  return true;
}

static void
borrow (SeidelContext *context, SeidelContext *wide)
{
  context->shares = wide;
  context->clock = wide->clock;
  context->profile = wide->profile;
  context->stream = wide->stream;
  context->stop = wide->stop;
  context->halt = wide->halt;
  context->multiprocessors = wide->multiprocessors;
}

/* One slot more than methods have, for the engine's own flag. */
static bool
prepare_scalars (SeidelContext *context)
{
  const size_t bytes = (SEIDEL_SCALARS + 1) * sizeof (double);

  context->scalars = (double *) seidel_cuda_malloc (context, bytes);
  context->partials =
    (double *) seidel_cuda_malloc (context,
                                   SEIDEL_CUDA_GROUP * SEIDEL_CUDA_REDUCE_BLOCKS * sizeof (double));
  context->ticket = (unsigned int *) seidel_cuda_malloc (context, sizeof *context->ticket);
  if (!seidel_cuda_ready (context)
      || !seidel_cuda_check (context,
                             cudaEventCreateWithFlags (&context->noted, cudaEventDisableTiming),
                             "creating an event")
      || !seidel_cuda_check (context,
                             cudaHostAlloc ((void **) &context->host_scalars, bytes,
                                            cudaHostAllocMapped),
                             "reserving pinned memory")
      || !seidel_cuda_check (context,
                             cudaHostGetDevicePointer ((void **) &context->mirror,
                                                       context->host_scalars, 0),
                             "mapping pinned memory")
      || !seidel_cuda_check (context,
                             cudaMemsetAsync (context->ticket, 0, sizeof *context->ticket,
                                              context->stream),
                             "clearing a ticket")
      || !seidel_cuda_check (context, cudaMemsetAsync (context->scalars, 0, bytes, context->stream),
                             "clearing the scalars"))
    return false;
  memset (context->host_scalars, 0, bytes);
  return true;
}

/* wide is what it shares, or NULL. */
static SeidelContext *
context_new (const SeidelContextSettings *settings, SeidelContext *wide, SeidelStatus *status)
{
  SeidelContext *context = (SeidelContext *) calloc (1, sizeof *context);

  memset (status, 0, sizeof *status);
  status->row = -1;
  if (context == NULL)
    {
      status->code = SEIDEL_STATUS_OUT_OF_MEMORY;
      return NULL;
    }
  n_contexts++;
  context->settings = *settings;
  context->settings.device = seidel_cuda_wanted (settings->device);
  context->refused = number_from_environment ("SEIDEL_CUDA_REFUSE");
  context->least_by_diagonals = number_from_environment ("SEIDEL_CUDA_BANDED");
  context->status.row = -1;
  if (wide != NULL)
    borrow (context, wide);
  if ((wide != NULL || prepare_own (context)) && prepare_scalars (context))
    {
      awake = true;
      return context;
    }
  *status = context->status;
  seidel_cuda_context_free (context);
  return NULL;
}

SeidelContext *
seidel_cuda_context_new (const SeidelContextSettings *settings, SeidelStatus *status)
{
  return context_new (settings, NULL, status);
}

SeidelContext *
seidel_cuda_context_open_narrow (SeidelContext *wide, SeidelStatus *status)
{
  SeidelContextSettings settings = wide->settings;

  settings.precision = SEIDEL_PRECISION_SINGLE;
  return context_new (&settings, wide, status);
}

const SeidelStatus *
seidel_cuda_context_status (SeidelContext *context)
{
  return &context->status;
}

void
seidel_cuda_synchronize (SeidelContext *context)
{
  seidel_cuda_wait (context, "waiting for the device");
}
