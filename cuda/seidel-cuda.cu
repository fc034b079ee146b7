/* The CUDA engine: its table, contexts, memory and errors.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <atomic>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "seidel-cuda-private.h"
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

static bool
available (char *why, size_t size)
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

static void
context_free (SeidelContext *context)
{
  if (context == NULL)
    return;
  if (context->stream != NULL)
    {
      cudaStreamSynchronize (context->stream);
      seidel_cuda_tools_free (context);
      if (context->noted != NULL)
        cudaEventDestroy (context->noted);
      if (context->beside != NULL)
        cudaStreamDestroy (context->beside);
      cudaStreamDestroy (context->stream);
    }
  cudaFree (context->scalars);
  cudaFreeHost (context->host_scalars);
  cudaFree (context->partials);
  cudaFree (context->ticket);
  seidel_cuda_staging_release (context);
  cudaFree (context->room);
  cudaFree (context->scratch);
  cudaFree (context->halt.seen);
  if (context->pool != NULL)
    cudaMemPoolTrimTo (context->pool, 0);
  cudaFreeHost (context->stop);
  seidel_cuda_clock_free (context->clock);
  seidel_cuda_profile_free (context->profile);
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
  int device = 0;

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
         && seidel_cuda_check (context, cudaGetDevice (&device), "asking for the device")
         && seidel_cuda_check (context,
                               cudaDeviceGetAttribute (&context->multiprocessors,
                                                       cudaDevAttrMultiProcessorCount, device),
                               "asking for the device");
}

static SeidelContext *
context_new (const SeidelContextSettings *settings, SeidelStatus *status)
{
  SeidelContext *context = (SeidelContext *) calloc (1, sizeof *context);
  /* One slot more than methods have, for the engine's own flag. */
  const size_t scalar_bytes = (SEIDEL_SCALARS + 1) * sizeof (double);

  memset (status, 0, sizeof *status);
  status->row = -1;
  if (context == NULL)
    {
      status->code = SEIDEL_STATUS_OUT_OF_MEMORY;
      return NULL;
    }
  n_contexts++;
  context->settings = *settings;
  context->refused = number_from_environment ("SEIDEL_CUDA_REFUSE");
  context->least_banded = number_from_environment ("SEIDEL_CUDA_BANDED");
  context->status.row = -1;
  context->clock = seidel_cuda_clock_new ();
  context->profile = settings->profile ? seidel_cuda_profile_new () : NULL;
  if (context->clock == NULL || (settings->profile && context->profile == NULL))
    seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1, "there is no memory left");
  else if (seidel_cuda_check (context,
                              cudaStreamCreateWithFlags (&context->stream, cudaStreamNonBlocking),
                              "creating a stream"))
    {
      context->scalars = (double *) seidel_cuda_malloc (context, scalar_bytes);
      context->partials =
        (double *) seidel_cuda_malloc (context, SEIDEL_CUDA_GROUP * SEIDEL_CUDA_REDUCE_BLOCKS
                                                  * sizeof (double));
      context->ticket = (unsigned int *) seidel_cuda_malloc (context, sizeof *context->ticket);
    }
  if (seidel_cuda_ready (context)
      && seidel_cuda_check (context,
                            cudaEventCreateWithFlags (&context->noted, cudaEventDisableTiming),
                            "creating an event")
      && seidel_cuda_check (context,
                            cudaHostAlloc ((void **) &context->host_scalars, scalar_bytes,
                                           cudaHostAllocMapped),
                            "reserving pinned memory")
      && seidel_cuda_check (context,
                            cudaHostGetDevicePointer ((void **) &context->mirror,
                                                      context->host_scalars, 0),
                            "mapping pinned memory")
      && seidel_cuda_check (context,
                            cudaMemsetAsync (context->ticket, 0, sizeof *context->ticket,
                                             context->stream),
                            "clearing a ticket")
      && seidel_cuda_check (context,
                            cudaMemsetAsync (context->scalars, 0, scalar_bytes, context->stream),
                            "clearing the scalars")
      && prepare_stopping (context))
    {
      memset (context->host_scalars, 0, scalar_bytes);
      limit_multiprocessors (context);
      awake = true;
      return context;
    }
  *status = context->status;
  context_free (context);
  return NULL;
}

static const SeidelStatus *
context_status (SeidelContext *context)
{
  return &context->status;
}

static void
synchronize (SeidelContext *context)
{
  seidel_cuda_wait (context, "waiting for the device");
}

static void
vector_free (SeidelContext *context, SeidelVector *vector)
{
  if (vector == NULL)
    return;
  cudaFree (vector->elements);
  free (vector);
}

static SeidelVector *
vector_new (SeidelContext *context, int64_t n)
{
  SeidelVector *vector = (SeidelVector *) calloc (1, sizeof *vector);
  size_t bytes = (size_t) n * seidel_cuda_real_size (context);

  if (vector == NULL)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                        "a vector did not fit into memory");
      return NULL;
    }
  vector->n = n;
  vector->elements = seidel_cuda_malloc (context, bytes);
  if (vector->elements != NULL
      && seidel_cuda_check (context, cudaMemsetAsync (vector->elements, 0, bytes, context->stream),
                            "clearing a vector"))
    return vector;
  vector_free (context, vector);
  return NULL;
}

static void
vector_upload (SeidelContext *context, SeidelVector *to, const double *from)
{
  if (seidel_cuda_ready (context))
    seidel_cuda_upload (context, to->elements, from, to->n);
  /* The caller may reuse its array. */
  if (seidel_cuda_ready (context))
    synchronize (context);
}

/* Also after a run was stopped: the last iterate is what the user has. */
static void
vector_download (SeidelContext *context, double *to, const SeidelVector *from)
{
  const SeidelStatus before = context->status;

  memset (&context->status, 0, sizeof context->status);
  seidel_cuda_download (context, to, from->elements, from->n);
  synchronize (context);
  if (before.code != SEIDEL_STATUS_OK)
    context->status = before;
}

static void
scalars_get (SeidelContext *context, SeidelScalar first, int n, double *values)
{
  if (seidel_cuda_ready (context) && seidel_cuda_wait (context, "reading scalars"))
    memcpy (values, context->host_scalars + first, (size_t) n * sizeof *values);
}

static void
scalars_note (SeidelContext *context)
{
  if (seidel_cuda_ready (context))
    seidel_cuda_check (context, cudaEventRecord (context->noted, context->stream),
                       "noting scalars");
}

static void
scalars_fetch (SeidelContext *context, SeidelScalar first, int n, double *values)
{
  if (seidel_cuda_ready (context)
      && seidel_cuda_wait_event (context, context->noted, "reading scalars"))
    memcpy (values, context->host_scalars + first, (size_t) n * sizeof *values);
}

static void
copy (SeidelContext *context, SeidelVector *to, const SeidelVector *from)
{
  if (seidel_cuda_ready (context))
    seidel_cuda_check (context,
                       cudaMemcpyAsync (to->elements, from->elements,
                                        (size_t) to->n * seidel_cuda_real_size (context),
                                        cudaMemcpyDeviceToDevice, context->stream),
                       "copying a vector");
}

/* A matrix that is not stored in rows is swept by a copy that is. */
static SeidelSweep *
sweep_new (SeidelContext *context,
           SeidelOperator *A,
           int strategy,
           SeidelDirection direction,
           const SeidelLevelsView *levels)
{
  SeidelOperator *in_rows = seidel_cuda_system_in_rows (context, A);

  return in_rows != NULL && seidel_cuda_ready (context)
           ? seidel_cuda_sweep_new (context, in_rows, strategy, direction, levels)
           : NULL;
}

static SeidelCoarseningOperations
make_coarsening (void)
{
  SeidelCoarseningOperations coarsening = {};

  coarsening.count = timed<seidel_cuda_count_couplings> ("count couplings");
  coarsening.radius = timed<seidel_cuda_smoothing_radius> ("estimate radius");
  coarsening.create = timed<seidel_cuda_coarse_level_new> ("coarsen");
  coarsening.fetch = timed<seidel_cuda_fetch> ("fetch");
  return coarsening;
}

static SeidelEngine
make_engine (void)
{
  static const SeidelCoarseningOperations coarsening = make_coarsening ();
  SeidelEngine engine = {};

  engine.abi = SEIDEL_ENGINE_ABI;
  engine.id = "cuda";
  engine.name = "CUDA";
  engine.sentence = N_ ("An NVIDIA GPU, through CUDA.");
  engine.strategies = seidel_cuda_strategies (&engine.n_strategies);
  engine.storages =
    1 << SEIDEL_STORAGE_CSR | 1 << SEIDEL_STORAGE_DIAGONALS | 1 << SEIDEL_STORAGE_DENSE;
  engine.arithmetics = SEIDEL_ARITHMETIC_FUSED | SEIDEL_ARITHMETIC_COMPENSATED;
  engine.factors.kinds = seidel_cuda_factors_kinds ();
  engine.max_shape_threads = SEIDEL_CUDA_MOST_THREADS;
  engine.choose_strategy = seidel_cuda_choose_strategy;
  engine.available = available;
  engine.needed_bytes = seidel_cuda_needed_bytes;
  engine.expect = seidel_cuda_expect;
  engine.device.memory = seidel_cuda_memory;
  engine.device.mark = seidel_cuda_mark;
  engine.device.measure = seidel_cuda_measure;
  engine.device.kernels = seidel_cuda_profile_read;
  engine.device.capacity = seidel_cuda_capacity;
  engine.contexts.create = context_new;
  engine.contexts.free = context_free;
  engine.contexts.status = context_status;
  engine.contexts.synchronize = synchronize;
  engine.contexts.fused = seidel_cuda_fused;
  engine.operators.create = seidel_cuda_system_new;
  engine.operators.free = seidel_cuda_system_free;
  engine.vectors.create = vector_new;
  engine.vectors.free = vector_free;
  engine.vectors.upload = vector_upload;
  engine.vectors.download = vector_download;
  engine.scalars.set = timed<seidel_cuda_scalar_set> ("set");
  engine.scalars.divide = timed<seidel_cuda_scalar_divide> ("divide");
  engine.scalars.divide_positive = timed<seidel_cuda_scalar_divide_positive> ("divide positive");
  engine.scalars.multiply = timed<seidel_cuda_scalar_multiply> ("scalar multiply");
  engine.scalars.sqrt = timed<seidel_cuda_scalar_sqrt> ("sqrt");
  engine.scalars.get = scalars_get;
  engine.ahead.note = scalars_note;
  engine.ahead.fetch = scalars_fetch;
  engine.vectors.copy = timed<copy> ("copy");
  engine.vectors.fill = timed<seidel_cuda_fill> ("fill");
  engine.vectors.scale = timed<seidel_cuda_scale> ("scale");
  engine.vectors.axpy = timed<seidel_cuda_axpy> ("axpy");
  engine.vectors.xpby = timed<seidel_cuda_xpby> ("xpby");
  engine.vectors.dot = timed<seidel_cuda_dot> ("dot");
  engine.products.multiply = timed<seidel_cuda_multiply> ("multiply");
  engine.products.multiply_transposed =
    timed<seidel_cuda_multiply_transposed> ("multiply transposed");
  engine.products.multiply_diagonal = timed<seidel_cuda_multiply_diagonal> ("multiply diagonal");
  engine.products.residual = timed<seidel_cuda_residual> ("residual");
  engine.products.jacobi = timed<seidel_cuda_jacobi> ("jacobi");
  engine.sweeps.create = timed<sweep_new> ("plan sweep");
  engine.sweeps.free = seidel_cuda_sweep_free;
  engine.sweeps.measures = seidel_cuda_sweep_measures;
  engine.sweeps.run = timed<seidel_cuda_sweep> ("sweep");
  engine.relaxations.create = timed<seidel_cuda_chain_new> ("plan chain");
  engine.relaxations.free = seidel_cuda_chain_free;
  engine.relaxations.step = timed<seidel_cuda_chain_step> ("chain");
  engine.coarsening = &coarsening;
  engine.factors.create = timed<seidel_cuda_factors_new> ("factor");
  engine.factors.free = seidel_cuda_factors_free;
  engine.factors.solve = timed<seidel_cuda_factors_solve> ("solve with factors");
  engine.incomplete.create = timed<seidel_cuda_incomplete_new> ("incomplete factors");
  engine.incomplete.finish =
    timed<seidel_cuda_incomplete_finish> ("the rest of incomplete factors");
  return engine;
}

extern "C" __attribute__ ((visibility ("default"))) const SeidelEngine *
seidel_engine_entry (uint32_t abi, SeidelTranslator translator)
{
  static const SeidelEngine engine = make_engine ();

  seidel_set_translator (translator);
  return abi == SEIDEL_ENGINE_ABI ? &engine : NULL;
}
