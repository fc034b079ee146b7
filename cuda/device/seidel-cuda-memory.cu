/* Memory of the device: what there is, from where it is taken, and how it is given back.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <atomic>
#include <pthread.h>
#include <stdio.h>

#include "seidel-cuda-context.h"

/* Devices whose properties are kept. */
#define MOST_KNOWN 16

int
seidel_cuda_count (void)
{
  int n = 0;

  if (cudaGetDeviceCount (&n) == cudaSuccess)
    return n;
  (void) cudaGetLastError ();
  return 0;
}

bool
seidel_cuda_memory (int device, int64_t *free_bytes, int64_t *total_bytes)
{
  size_t available = 0;
  size_t total = 0;
  const bool known = seidel_cuda_place (seidel_cuda_wanted (device))
                     && cudaMemGetInfo (&available, &total) == cudaSuccess;

  /* It is no failure of a run. */
  if (!known)
    (void) cudaGetLastError ();
  *free_bytes = (int64_t) available;
  *total_bytes = (int64_t) total;
  return known;
}

/* What was asked of the first devices; 0: not asked yet. The clocks among the attributes take up to
 * a millisecond each time, as long as a short run. */
static std::atomic<int> known_attributes[MOST_KNOWN][cudaDevAttrMax];

static bool
find_attribute (cudaDeviceAttr asked, int device, int *found)
{
  *found = device < MOST_KNOWN ? known_attributes[device][asked].load () : 0;
  if (*found > 0)
    return true;
  if (cudaDeviceGetAttribute (found, asked, device) != cudaSuccess || *found <= 0)
    return false;
  if (device < MOST_KNOWN)
    known_attributes[device][asked].store (*found);
  return true;
}

bool
seidel_cuda_attributes (int device, const cudaDeviceAttr *asked, size_t n, int *found)
{
  bool known = true;

  for (size_t i = 0; i < n && known; i++)
    known = find_attribute (asked[i], device, &found[i]);
  if (!known)
    (void) cudaGetLastError ();
  return known;
}

typedef struct
{
  pthread_mutex_t mutex;
  bool read[MOST_KNOWN];
  char names[MOST_KNOWN][256];
} Names;

/* Asking takes milliseconds, so that it is asked once. */
static void
read_name (int device, char *name, size_t size)
{
  static Names known = { PTHREAD_MUTEX_INITIALIZER };
  cudaDeviceProp properties = {};

  pthread_mutex_lock (&known.mutex);
  if (device >= MOST_KNOWN || !known.read[device])
    {
      if (cudaGetDeviceProperties (&properties, device) != cudaSuccess)
        {
          (void) cudaGetLastError ();
          properties.name[0] = '\0';
        }
      snprintf (name, size, "%s", properties.name);
      if (device < MOST_KNOWN)
        {
          snprintf (known.names[device], sizeof known.names[device], "%s", properties.name);
          known.read[device] = true;
        }
    }
  else
    snprintf (name, size, "%s", known.names[device]);
  pthread_mutex_unlock (&known.mutex);
}

/* The memory transfers twice in a cycle of its clock, which is in kHz. */
bool
seidel_cuda_capacity (int device, SeidelDeviceCapacity *capacity)
{
  static const cudaDeviceAttr asked[] = { cudaDevAttrMultiProcessorCount,
                                          cudaDevAttrMaxThreadsPerMultiProcessor,
                                          cudaDevAttrWarpSize, cudaDevAttrMemoryClockRate,
                                          cudaDevAttrGlobalMemoryBusWidth };
  int found[sizeof asked / sizeof *asked] = {};
  const bool known = seidel_cuda_attributes (device, asked, sizeof asked / sizeof *asked, found);

  capacity->warps = known ? (int64_t) found[0] * found[1] / found[2] : 0;
  capacity->bandwidth = known ? 2e3 * found[3] * (found[4] / 8.0) : 0.0;
  read_name (device, capacity->name, sizeof capacity->name);
  return known;
}

typedef struct
{
  char text[32];
} SizeText;

/* A size with three digits, as the library writes it, in every locale. */
static SizeText
size_text (double bytes)
{
  static const char *const units[] = { "bytes", "kB", "MB", "GB", "TB", "PB", "EB" };
  SizeText size;
  int unit = 0;
  int places = 0;
  long long digits;
  int length;

  for (; bytes >= 999.5 && unit < 6; unit++)
    bytes /= 1000.0;
  for (; unit > 0 && bytes < 99.95 && places < 2; places++)
    bytes *= 10.0;
  digits = (long long) (bytes + 0.5);
  for (; places > 0 && digits % 10 == 0; places--)
    digits /= 10;
  length = places == 0 ? snprintf (size.text, sizeof size.text, "%lld", digits)
           : places == 1
             ? snprintf (size.text, sizeof size.text, "%lld.%lld", digits / 10, digits % 10)
             : snprintf (size.text, sizeof size.text, "%lld.%02lld", digits / 100, digits % 100);
  snprintf (size.text + length, sizeof size.text - (size_t) length, " %s", units[unit]);
  return size;
}

/* From the device or from its pool. */
static void *
allocate (SeidelContext *context, size_t bytes, bool pooled)
{
  void *memory = NULL;
  size_t available = 0;
  size_t total = 0;
  char message[200];
  cudaError_t error;

  if (!seidel_cuda_ready (context))
    return NULL;
  bytes = bytes > 0 ? bytes : 1;
  error = ++context->requests == context->refused ? cudaErrorMemoryAllocation
          : pooled ? cudaMallocAsync (&memory, bytes, context->stream)
                   : cudaMalloc (&memory, bytes);
  if (error == cudaSuccess)
    return memory;
  /* The failure is reported by the status; it must not reappear at the next check. */
  (void) cudaGetLastError ();
  if (error != cudaErrorMemoryAllocation)
    {
      seidel_cuda_check (context, error, "asking for memory");
      return NULL;
    }
  (void) cudaMemGetInfo (&available, &total);
  snprintf (message, sizeof message, "%s more were needed on the device, which has %s free of %s",
            size_text ((double) bytes).text, size_text ((double) available).text,
            size_text ((double) total).text);
  seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1, message);
  return NULL;
}

void *
seidel_cuda_malloc (SeidelContext *context, size_t bytes)
{
  return allocate (context, bytes, false);
}

/* NULL where there is none. */
static cudaMemPool_t
device_pool (void)
{
  cudaMemPool_t pool = NULL;
  int device = 0;
  int supported = 0;

  if (cudaGetDevice (&device) == cudaSuccess
      && cudaDeviceGetAttribute (&supported, cudaDevAttrMemoryPoolsSupported, device) == cudaSuccess
      && supported && cudaDeviceGetDefaultMemPool (&pool, device) == cudaSuccess)
    return pool;
  (void) cudaGetLastError ();
  return NULL;
}

/* Has it keep some of what is freed, until the context goes. */
static bool
ensure_pool (SeidelContext *context)
{
  uint64_t kept = SEIDEL_CUDA_POOL_BYTES;

  if (context->pool == NULL && !context->has_no_pool)
    {
      context->pool = device_pool ();
      context->has_no_pool =
        context->pool == NULL
        || cudaMemPoolSetAttribute (context->pool, cudaMemPoolAttrReleaseThreshold, &kept)
             != cudaSuccess;
    }
  return !context->has_no_pool;
}

void *
seidel_cuda_pooled_new (SeidelContext *context, size_t bytes)
{
  return allocate (context, bytes,
                   bytes <= SEIDEL_CUDA_POOLED_BYTES && seidel_cuda_ready (context)
                     && ensure_pool (context));
}

void
seidel_cuda_pooled_free (SeidelContext *context, void *memory, size_t bytes)
{
  if (memory == NULL || bytes > SEIDEL_CUDA_POOLED_BYTES || context->has_no_pool)
    cudaFree (memory);
  else
    cudaFreeAsync (memory, context->stream);
}

void *
seidel_cuda_queued_new (SeidelContext *context, size_t bytes)
{
  return allocate (context, bytes, seidel_cuda_ready (context) && ensure_pool (context));
}

void
seidel_cuda_queued_free (SeidelContext *context, void *memory)
{
  if (memory == NULL || context->has_no_pool)
    cudaFree (memory);
  else
    cudaFreeAsync (memory, context->stream);
}

void
seidel_cuda_queued_keep (SeidelContext *context, size_t bytes)
{
  uint64_t kept = bytes > SEIDEL_CUDA_POOL_BYTES ? bytes : SEIDEL_CUDA_POOL_BYTES;

  if (!seidel_cuda_ready (context) || !ensure_pool (context))
    return;
  cudaMemPoolSetAttribute (context->pool, cudaMemPoolAttrReleaseThreshold, &kept);
  cudaMemPoolTrimTo (context->pool, kept);
}

bool
seidel_cuda_fits (SeidelContext *context, const char *what, double bytes)
{
  size_t available = 0;
  size_t total = 0;
  char message[200];

  if (!seidel_cuda_ready (context)
      || !seidel_cuda_check (context, cudaMemGetInfo (&available, &total), "asking for memory"))
    return false;
  if (bytes <= (double) available)
    return true;
  snprintf (message, sizeof message, "%s takes %s on the device, which has %s free of %s", what,
            size_text (bytes).text, size_text ((double) available).text,
            size_text ((double) total).text);
  seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1, message);
  return false;
}

bool
seidel_cuda_reserve_workspace (SeidelContext *context, size_t bytes)
{
  if (bytes <= context->workspace_bytes)
    return true;
  cudaFree (context->workspace);
  context->workspace_bytes = 0;
  context->workspace = seidel_cuda_malloc (context, bytes);
  if (context->workspace == NULL)
    return false;
  context->workspace_bytes = bytes;
  return true;
}

void *
seidel_cuda_scratch_new (SeidelContext *context, size_t bytes)
{
  const size_t rounded = (bytes + 255) / 256 * 256;
  void *memory;

  if (rounded > SEIDEL_CUDA_SCRATCH_BYTES - context->scratch_used)
    return seidel_cuda_malloc (context, bytes);
  if (context->scratch == NULL)
    context->scratch = (char *) seidel_cuda_malloc (context, SEIDEL_CUDA_SCRATCH_BYTES);
  if (context->scratch == NULL || !seidel_cuda_ready (context))
    return NULL;
  memory = context->scratch + context->scratch_used;
  context->scratch_used += rounded;
  context->scratch_pieces++;
  return memory;
}

void
seidel_cuda_scratch_free (SeidelContext *context, void *memory)
{
  const uintptr_t at = (uintptr_t) memory - (uintptr_t) context->scratch;

  if (context->scratch == NULL || at >= SEIDEL_CUDA_SCRATCH_BYTES)
    seidel_cuda_release (context, memory);
  else if (--context->scratch_pieces == 0)
    context->scratch_used = 0;
}

void
seidel_cuda_release (SeidelContext *context, void *memory)
{
  if (memory != NULL && context->n_beside > 0 && context->n_released < SEIDEL_CUDA_MOST_RELEASED)
    context->released[context->n_released++] = memory;
  else
    cudaFree (memory);
}

void
seidel_cuda_beside_end (SeidelContext *context)
{
  if (--context->n_beside > 0)
    return;
  while (context->n_released > 0)
    cudaFree (context->released[--context->n_released]);
}
