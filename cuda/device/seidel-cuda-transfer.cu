/* Transfers between the host and the device.
 *
 * What the host has is in pageable memory: left to CUDA, one thread
 * copies it into pages that it can, at the speed of one core. Here large transfers go in pieces
 * through pinned buffers, which several threads fill while those before are on their way; numbers
 * change their precision in passing, so that no more crosses the bus than is kept. The run can be
 * stopped between two pieces.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "seidel-cuda-context.h"

/* Pinned buffers, and the bytes of each; reserving takes half a millisecond a megabyte. */
#define BUFFERS     4
#define LEAST_PIECE ((size_t) 64 << 10)
#define MOST_PIECE  ((size_t) 8 << 20)

/* Pieces of a transfer, at least: small ones are to wait neither for the first to be filled nor for
 * their buffers to be reserved. */
#define PIECES 64

/* From so many bytes on it pays. */
#define WORTH_IT ((size_t) 32 << 20)

/* Arrays of up to so many bytes are gathered. */
#define GATHERED ((size_t) 1 << 20)

/* What a thread copies at a time, and threads beyond which memory has no more to give. */
#define SHARE        ((int64_t) 1 << 14)
#define MOST_THREADS 8

#define TO_DEVICE   "a transfer to the device"
#define FROM_DEVICE "a transfer from the device"

struct SeidelCudaStaging
{
  void *buffers[BUFFERS];
  cudaEvent_t passed[BUFFERS]; /* the transfer of what was put there last */
  size_t bytes;                /* of each */
  int device;                  /* whose events they are */
};

/* What becomes of elements on the way: their sizes here and there, and how they are copied. */
typedef struct
{
  size_t size_from;
  size_t size_to;
  void (*copy) (void *to, const void *from, int64_t n);
} Conversion;

static void
copy_bytes (void *to, const void *from, int64_t n)
{
  memcpy (to, from, (size_t) n);
}

static void
copy_doubles (void *to, const void *from, int64_t n)
{
  memcpy (to, from, (size_t) n * sizeof (double));
}

template <typename To, typename From>
static void
convert (void *to, const void *from, int64_t n)
{
  To *const converted = (To *) to;
  const From *const elements = (const From *) from;

  for (int64_t i = 0; i < n; i++)
    converted[i] = (To) elements[i];
}

static const Conversion to_single = { sizeof (double), sizeof (float), convert<float, double> };

static int
copying_threads (void)
{
  const int available = omp_get_num_procs ();

  return available < MOST_THREADS ? available : MOST_THREADS;
}

/* A piece. */
static void
carry (const Conversion &conversion, void *to, const void *from, int64_t n, int threads)
{
  const int64_t shares = (n + SHARE - 1) / SHARE;

#pragma omp parallel for num_threads(threads) schedule(static) if (shares > 1)
  for (int64_t share = 0; share < shares; share++)
    {
      const int64_t begin = share * SHARE;

      conversion.copy ((char *) to + (size_t) begin * conversion.size_to,
                       (const char *) from + (size_t) begin * conversion.size_from,
                       n - begin < SHARE ? n - begin : SHARE);
    }
}

static void
free_buffers (SeidelCudaStaging *staging)
{
  for (int i = 0; i < BUFFERS; i++)
    {
      cudaFreeHost (staging->buffers[i]);
      staging->buffers[i] = NULL;
    }
  staging->bytes = 0;
}

static void
free_staging (SeidelCudaStaging *staging)
{
  if (staging == NULL)
    return;
  free_buffers (staging);
  for (int i = 0; i < BUFFERS; i++)
    if (staging->passed[i] != NULL)
      cudaEventDestroy (staging->passed[i]);
  free (staging);
}

/* Those of a context that is gone, for the next: runs follow each other, and the matrix is sent
 * with each. */
static SeidelCudaStaging *idle;

void
seidel_cuda_staging_forget (void)
{
  free_staging (__atomic_exchange_n (&idle, (SeidelCudaStaging *) NULL, __ATOMIC_ACQ_REL));
}

void
seidel_cuda_staging_release (SeidelContext *context)
{
  if (context->staging != NULL)
    free_staging (__atomic_exchange_n (&idle, context->staging, __ATOMIC_ACQ_REL));
  context->staging = NULL;
}

static bool
take_staging (SeidelContext *context)
{
  SeidelCudaStaging *staging =
    __atomic_exchange_n (&idle, (SeidelCudaStaging *) NULL, __ATOMIC_ACQ_REL);

  if (staging != NULL && staging->device != context->settings.device)
    {
      free_staging (staging);
      staging = NULL;
    }
  context->staging = staging;
  if (staging != NULL)
    return true;
  context->staging = staging = (SeidelCudaStaging *) calloc (1, sizeof *staging);
  if (staging == NULL)
    seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1, "there is no memory left");
  else
    staging->device = context->settings.device;
  for (int i = 0; i < BUFFERS && seidel_cuda_ready (context); i++)
    seidel_cuda_check (context,
                       cudaEventCreateWithFlags (&staging->passed[i], cudaEventDisableTiming),
                       "creating an event");
  if (seidel_cuda_ready (context))
    return true;
  free_staging (staging);
  context->staging = NULL;
  return false;
}

/* Buffers for a transfer of so many bytes. */
static SeidelCudaStaging *
ensure_staging (SeidelContext *context, size_t bytes)
{
  SeidelCudaStaging *staging;
  size_t piece = LEAST_PIECE;

  if (context->staging == NULL && !take_staging (context))
    return NULL;
  staging = context->staging;
  while (piece < MOST_PIECE && piece * PIECES < bytes)
    piece *= 2;
  if (piece <= staging->bytes)
    return staging;
  /* Which waits for what is on its way. */
  free_buffers (staging);
  for (int i = 0; i < BUFFERS; i++)
    if (!seidel_cuda_check (context, cudaHostAlloc (&staging->buffers[i], piece, 0),
                            "reserving pinned memory"))
      return NULL;
  staging->bytes = piece;
  return staging;
}

static bool
send_piece (SeidelContext *context, void *to, const void *from, size_t bytes)
{
  return !seidel_cuda_stopped (context)
         && seidel_cuda_check (context,
                               cudaMemcpyAsync (to, from, bytes, cudaMemcpyHostToDevice,
                                                context->stream),
                               TO_DEVICE);
}

static bool
send_staged (SeidelContext *context,
             const Conversion &conversion,
             void *to,
             const void *from,
             int64_t n)
{
  SeidelCudaStaging *staging = ensure_staging (context, (size_t) n * conversion.size_to);
  const int threads = copying_threads ();
  int64_t piece;

  if (staging == NULL)
    return false;
  piece = (int64_t) (staging->bytes / conversion.size_to);
  for (int64_t begin = 0, turn = 0; begin < n; begin += piece, turn++)
    {
      const int i = (int) (turn % BUFFERS);
      const int64_t count = n - begin < piece ? n - begin : piece;

      if (!seidel_cuda_wait_event (context, staging->passed[i], TO_DEVICE))
        return false;
      carry (conversion, staging->buffers[i],
             (const char *) from + (size_t) begin * conversion.size_from, count, threads);
      if (!send_piece (context, (char *) to + (size_t) begin * conversion.size_to,
                       staging->buffers[i], (size_t) count * conversion.size_to)
          || !seidel_cuda_check (context, cudaEventRecord (staging->passed[i], context->stream),
                                 TO_DEVICE))
        return false;
    }
  return true;
}

bool
seidel_cuda_send (SeidelContext *context, void *to, const void *from, size_t bytes)
{
  const Conversion as_it_is = { 1, 1, copy_bytes };

  if (!seidel_cuda_ready (context) || bytes == 0)
    return seidel_cuda_ready (context);
  return bytes < WORTH_IT ? send_piece (context, to, from, bytes)
                          : send_staged (context, as_it_is, to, from, (int64_t) bytes);
}

bool
seidel_cuda_send_narrowed (SeidelContext *context, int32_t *to, const int64_t *from, int64_t n)
{
  const Conversion narrowed = { sizeof *from, sizeof *to, convert<int32_t, int64_t> };

  return seidel_cuda_ready (context) && send_staged (context, narrowed, to, from, n);
}

bool
seidel_cuda_upload (SeidelContext *context, void *to, const double *from, int64_t n)
{
  SeidelCudaTransfer transfer;
  bool sent;

  if (!seidel_cuda_ready (context) || n == 0)
    return seidel_cuda_ready (context);
  transfer =
    seidel_cuda_clock_begin_transfer (context, true, n * (int64_t) seidel_cuda_real_size (context));
  sent = seidel_cuda_is_single (context)
           ? send_staged (context, to_single, to, from, n)
           : seidel_cuda_send (context, to, from, (size_t) n * sizeof *from);
  seidel_cuda_clock_end_transfer (context, transfer);
  return sent;
}

static size_t
bytes_of (const SeidelContext *context, const SeidelCudaUpload &array)
{
  return array.count * (array.are_numbers ? seidel_cuda_real_size (context) : 1);
}

static bool
upload_one (SeidelContext *context, const SeidelCudaUpload &array)
{
  if (array.from == NULL)
    return seidel_cuda_check (context,
                              cudaMemsetAsync (array.to, 0, bytes_of (context, array),
                                               context->stream),
                              TO_DEVICE);
  return array.are_numbers && seidel_cuda_is_single (context)
           ? send_staged (context, to_single, array.to, array.from, (int64_t) array.count)
           : seidel_cuda_send (context, array.to, array.from, bytes_of (context, array));
}

/* Sends arrays and what is between them, gathered in the workspace, which is all 0. */
static bool
send_gathered (SeidelContext *context,
               const SeidelCudaUpload *arrays,
               size_t n,
               size_t bytes,
               char *workspace)
{
  for (size_t i = 0; i < n; i++)
    {
      char *const to = workspace + ((char *) arrays[i].to - (char *) arrays[0].to);

      if (arrays[i].from != NULL && arrays[i].are_numbers && seidel_cuda_is_single (context))
        to_single.copy (to, arrays[i].from, (int64_t) arrays[i].count);
      else if (arrays[i].from != NULL)
        memcpy (to, arrays[i].from, bytes_of (context, arrays[i]));
    }
  return seidel_cuda_send (context, arrays[0].to, workspace, bytes);
}

bool
seidel_cuda_upload_arrays (SeidelContext *context, const SeidelCudaUpload *arrays, size_t n)
{
  const size_t bytes = (size_t) ((char *) arrays[n - 1].to - (char *) arrays[0].to)
                       + bytes_of (context, arrays[n - 1]);
  char *const workspace = bytes <= GATHERED ? (char *) calloc (bytes, 1) : NULL;
  SeidelCudaTransfer transfer;
  bool sent;

  if (!seidel_cuda_ready (context))
    {
      free (workspace);
      return false;
    }
  transfer = seidel_cuda_clock_begin_transfer (context, true, (int64_t) bytes);
  sent = workspace != NULL ? send_gathered (context, arrays, n, bytes, workspace) : true;
  for (size_t i = 0; i < n && workspace == NULL && sent; i++)
    sent = upload_one (context, arrays[i]);
  seidel_cuda_clock_end_transfer (context, transfer);
  sent = seidel_cuda_wait (context, TO_DEVICE) && sent;
  free (workspace);
  return sent;
}

bool
seidel_cuda_send_timed (SeidelContext *context, void *to, const void *from, size_t bytes)
{
  const SeidelCudaTransfer transfer =
    seidel_cuda_clock_begin_transfer (context, true, (int64_t) bytes);
  const bool sent = seidel_cuda_send (context, to, from, bytes);

  seidel_cuda_clock_end_transfer (context, transfer);
  return sent;
}

void *
seidel_cuda_upload_bytes (SeidelContext *context, const void *from, size_t bytes)
{
  void *to = seidel_cuda_malloc (context, bytes);

  if (to != NULL)
    seidel_cuda_send_timed (context, to, from, bytes);
  return to;
}

/* Not to be stopped: the user who stopped a run wants to see its last iterate. */
static bool
fetch_staged (SeidelContext *context,
              const Conversion &conversion,
              void *to,
              const void *from,
              int64_t n)
{
  SeidelCudaStaging *staging = ensure_staging (context, (size_t) n * conversion.size_from);
  const int threads = copying_threads ();
  int64_t piece, pieces;

  if (staging == NULL)
    return false;
  piece = (int64_t) (staging->bytes / conversion.size_from);
  pieces = (n + piece - 1) / piece;
  for (int64_t turn = 0; turn < pieces + BUFFERS - 1; turn++)
    {
      const int64_t asked = turn * piece;
      const int64_t arrived = (turn - BUFFERS + 1) * piece;
      const int i = (int) (turn % BUFFERS);
      const int oldest = (int) ((turn + 1) % BUFFERS);

      if (turn < pieces
          && (!seidel_cuda_check (context,
                                  cudaMemcpyAsync (staging->buffers[i],
                                                   (const char *) from
                                                     + (size_t) asked * conversion.size_from,
                                                   (size_t) (n - asked < piece ? n - asked : piece)
                                                     * conversion.size_from,
                                                   cudaMemcpyDeviceToHost, context->stream),
                                  FROM_DEVICE)
              || !seidel_cuda_check (context, cudaEventRecord (staging->passed[i], context->stream),
                                     FROM_DEVICE)))
        return false;
      if (arrived < 0)
        continue;
      if (!seidel_cuda_check (context, cudaEventSynchronize (staging->passed[oldest]), FROM_DEVICE))
        return false;
      carry (conversion, (char *) to + (size_t) arrived * conversion.size_to,
             staging->buffers[oldest], n - arrived < piece ? n - arrived : piece, threads);
    }
  return true;
}

bool
seidel_cuda_bring (SeidelContext *context,
                   SeidelCudaArrivals *arrivals,
                   void *to,
                   const void *from,
                   size_t bytes)
{
  const SeidelCudaStaging *staging = context->staging;

  if (staging != NULL && arrivals->count < SEIDEL_CUDA_MOST_ARRIVALS
      && arrivals->bytes + bytes <= staging->bytes)
    {
      arrivals->copies[arrivals->count++] = { to, arrivals->bytes, bytes };
      to = (char *) staging->buffers[0] + arrivals->bytes;
      arrivals->bytes += (bytes + 15) / 16 * 16;
    }
  return seidel_cuda_check (context,
                            cudaMemcpyAsync (to, from, bytes, cudaMemcpyDeviceToHost,
                                             context->stream),
                            FROM_DEVICE);
}

bool
seidel_cuda_brought (SeidelContext *context, SeidelCudaArrivals *arrivals, const char *what)
{
  if (!seidel_cuda_wait (context, what))
    return false;
  for (int i = 0; i < arrivals->count; i++)
    memcpy (arrivals->copies[i].to,
            (const char *) context->staging->buffers[0] + arrivals->copies[i].at,
            arrivals->copies[i].bytes);
  *arrivals = {};
  return true;
}

void
seidel_cuda_download (SeidelContext *context, double *to, const void *from, int64_t n)
{
  const bool single = seidel_cuda_is_single (context);
  const size_t bytes = (size_t) n * seidel_cuda_real_size (context);
  const Conversion conversion = { single ? sizeof (float) : sizeof (double), sizeof (double),
                                  single ? convert<double, float> : copy_doubles };
  const SeidelCudaTransfer transfer =
    seidel_cuda_clock_begin_transfer (context, false, (int64_t) bytes);

  if (n > 0 && (single || bytes >= WORTH_IT))
    fetch_staged (context, conversion, to, from, n);
  else
    seidel_cuda_check (context,
                       cudaMemcpyAsync (to, from, bytes, cudaMemcpyDeviceToHost, context->stream),
                       FROM_DEVICE);
  seidel_cuda_clock_end_transfer (context, transfer);
}
