/* Memory and streams of the caller.
 *
 * What is done for a caller in a stream of its own takes place there, so that nothing waits for
 * another stream; the context's own stream is ordered behind it. The streams that a process or a
 * thread shares cannot be captured, and wait for each other: there the context keeps its own, and
 * events order both.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>

#include "base/seidel-translatable.h"
#include "seidel-cuda-context.h"

bool
seidel_cuda_lent_fetch (void *to,
                        const void *from,
                        size_t bytes,
                        void *stream,
                        char *why,
                        size_t size)
{
  cudaPointerAttributes found = {};
  cudaError_t error = cudaPointerGetAttributes (&found, from);

  if (error == cudaSuccess && found.type != cudaMemoryTypeDevice
      && found.type != cudaMemoryTypeManaged)
    {
      snprintf (why, size, "%s", seidel_text ("They are not in memory of a CUDA device."));
      return false;
    }
  if (error == cudaSuccess && !seidel_cuda_place (found.device))
    error = cudaErrorInvalidDevice;
  if (error == cudaSuccess)
    seidel_cuda_lent_device = found.device;
  if (error == cudaSuccess)
    error = cudaStreamSynchronize ((cudaStream_t) stream);
  if (error == cudaSuccess)
    error = cudaMemcpy (to, from, bytes, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess)
    snprintf (why, size, seidel_text ("They cannot be read from the CUDA device: %s."),
              cudaGetErrorString (error));
  (void) cudaGetLastError ();
  return error == cudaSuccess;
}

/* Whether others may be at work in it without knowing of each other. */
static bool
is_shared (cudaStream_t stream)
{
  return stream == NULL || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

/* Has one stream go on behind what the other has to do so far. */
static void
order (SeidelContext *context, cudaStream_t first, cudaStream_t then)
{
  if (seidel_cuda_check (context, cudaEventRecord (context->joined, first), "joining streams"))
    seidel_cuda_check (context, cudaStreamWaitEvent (then, context->joined, 0), "joining streams");
}

void
seidel_cuda_lent_enter (SeidelContext *context, void *stream)
{
  const cudaStream_t caller = (cudaStream_t) stream;

  context->caller = caller;
  context->own = NULL;
  if (!seidel_cuda_ready (context)
      || !seidel_cuda_check (context,
                             seidel_cuda_place (context->device) ? cudaSuccess
                                                                 : cudaErrorInvalidDevice,
                             "choosing the device")
      || (context->joined == NULL
          && !seidel_cuda_check (
            context, cudaEventCreateWithFlags (&context->joined, cudaEventDisableTiming),
            "creating an event")))
    return;
  if (is_shared (caller))
    {
      order (context, caller, context->stream);
      return;
    }
  order (context, context->stream, caller);
  context->own = context->stream;
  context->stream = caller;
}

void
seidel_cuda_lent_leave (SeidelContext *context)
{
  if (context->own == NULL)
    {
      if (seidel_cuda_ready (context))
        order (context, context->stream, context->caller);
      return;
    }
  context->stream = context->own;
  context->own = NULL;
  if (seidel_cuda_ready (context))
    order (context, context->caller, context->stream);
}
