/* Opening cuBLAS, see seidel-cuda-blas-library.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "seidel-cuda-blas-library.h"

/* Rows and columns of what is computed to have the kernels loaded. */
#define SAMPLE 128

/* How often a wait polls for cancellation. */
#define NANOSECONDS_BETWEEN_LOOKS 2000000
#define MOST_LOOKS_AT_EXIT        2500

typedef enum
{
  NOT_BEGUN,
  ON_ITS_WAY,
  OVER,
} State;

/* One for each precision: their kernels load apart. */
typedef struct
{
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  State state;
  bool single;
  int device; /* on which its kernels are loaded */
  SeidelCudaBlasLibrary library;
  char why_not[200]; /* empty: it is there */
} Loading;

static Loading loadings[2] = {
  { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NOT_BEGUN, false, 0, {}, "" },
  { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NOT_BEGUN, true, 0, {}, "" },
};

static bool
find_functions (Loading *loading)
{
  SeidelCudaBlasLibrary *library = &loading->library;
  const struct
  {
    const char *name;
    void *place;
  } wanted[] = {
    { "cublasCreate_v2", &library->create },        { "cublasDestroy_v2", &library->destroy },
    { "cublasSetStream_v2", &library->set_stream }, { "cublasSgemm_v2", &library->single.gemm },
    { "cublasStrsm_v2", &library->single.trsm },    { "cublasStrsv_v2", &library->single.trsv },
    { "cublasDgemm_v2", &library->twice.gemm },     { "cublasDtrsm_v2", &library->twice.trsm },
    { "cublasDtrsv_v2", &library->twice.trsv },
  };
  char name[40];
  void *opened;

  snprintf (name, sizeof name, "libcublas.so.%d", CUDART_VERSION / 1000);
  opened = dlopen (name, RTLD_NOW | RTLD_LOCAL);
  if (opened == NULL)
    {
      snprintf (loading->why_not, sizeof loading->why_not,
                "dense factors need cuBLAS, which could not be opened: %s", dlerror ());
      return false;
    }
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
    {
      *(void **) wanted[i].place = dlsym (opened, wanted[i].name);
      if (*(void **) wanted[i].place != NULL)
        continue;
      snprintf (loading->why_not, sizeof loading->why_not, "cuBLAS has no %s", wanted[i].name);
      return false;
    }
  return true;
}

/* One of each of the operations, on nothing but zeros and ones: the kernels are loaded by that.
 * What fails here fails again where it is reported. */
template <typename Real>
static void
load_kernels (const SeidelCudaBlasLibrary *library, const SeidelCudaBlasFunctions<Real> *functions)
{
  const size_t bytes = (size_t) SAMPLE * SAMPLE * sizeof (Real);
  const Real zero = 0;
  cudaStream_t stream = NULL;
  void *handle = NULL;
  Real *sample = NULL;

  if (cudaStreamCreateWithFlags (&stream, cudaStreamNonBlocking) == cudaSuccess
      && cudaMalloc (&sample, bytes) == cudaSuccess
      && cudaMemsetAsync (sample, 0, bytes, stream) == cudaSuccess && library->create (&handle) == 0
      && library->set_stream (handle, stream) == 0)
    {
      functions->gemm (handle, SEIDEL_CUDA_OP_N, SEIDEL_CUDA_OP_N, SAMPLE, SAMPLE, SAMPLE, &zero,
                       sample, SAMPLE, sample, SAMPLE, &zero, sample, SAMPLE);
      for (int fill = SEIDEL_CUDA_FILL_LOWER; fill <= SEIDEL_CUDA_FILL_UPPER; fill++)
        {
          functions->trsm (handle, SEIDEL_CUDA_SIDE_RIGHT, fill, SEIDEL_CUDA_OP_N,
                           SEIDEL_CUDA_DIAG_UNIT, SAMPLE, SAMPLE, &zero, sample, SAMPLE, sample,
                           SAMPLE);
          functions->trsv (handle, fill, SEIDEL_CUDA_OP_T, SEIDEL_CUDA_DIAG_UNIT, SAMPLE, sample,
                           SAMPLE, sample, 1);
        }
      cudaStreamSynchronize (stream);
    }
  if (handle != NULL)
    library->destroy (handle);
  cudaFree (sample);
  if (stream != NULL)
    cudaStreamDestroy (stream);
}

static void *
load_thread (void *data)
{
  Loading *loading = (Loading *) data;

  (void) seidel_cuda_place (loading->device);
  if (find_functions (loading) && loading->single)
    load_kernels (&loading->library, &loading->library.single);
  else if (loading->why_not[0] == '\0')
    load_kernels (&loading->library, &loading->library.twice);
  pthread_mutex_lock (&loading->mutex);
  loading->state = OVER;
  pthread_cond_broadcast (&loading->changed);
  pthread_mutex_unlock (&loading->mutex);
  return NULL;
}

static Loading *
loading_of (SeidelContext *context)
{
  return &loadings[seidel_cuda_is_single (context)];
}

/* With the mutex; a moment at most. */
static void
wait_a_moment (Loading *loading)
{
  struct timespec until;

  clock_gettime (CLOCK_REALTIME, &until);
  until.tv_nsec += NANOSECONDS_BETWEEN_LOOKS;
  until.tv_sec += until.tv_nsec / 1000000000;
  until.tv_nsec %= 1000000000;
  pthread_cond_timedwait (&loading->changed, &loading->mutex, &until);
}

/* A thread that is at work in the library while the process tears it down would crash. But a device
 * that does not answer any more must not keep the process. */
static void
wait_at_exit (void)
{
  for (int i = 0; i < 2; i++)
    {
      pthread_mutex_lock (&loadings[i].mutex);
      for (int looks = 0; looks < MOST_LOOKS_AT_EXIT && loadings[i].state == ON_ITS_WAY; looks++)
        wait_a_moment (&loadings[i]);
      pthread_mutex_unlock (&loadings[i].mutex);
    }
}

static void
register_at_exit (void)
{
  atexit (wait_at_exit);
}

void
seidel_cuda_blas_begin_loading (SeidelContext *context)
{
  static pthread_once_t registered = PTHREAD_ONCE_INIT;
  Loading *loading = loading_of (context);
  pthread_t thread;

  pthread_once (&registered, register_at_exit);
  pthread_mutex_lock (&loading->mutex);
  /* What could not be opened may be there by now. */
  if (loading->state == NOT_BEGUN || (loading->state == OVER && loading->why_not[0] != '\0'))
    {
      loading->why_not[0] = '\0';
      loading->device = context->settings.device;
      loading->state = ON_ITS_WAY;
      if (pthread_create (&thread, NULL, load_thread, loading) == 0)
        pthread_detach (thread);
      else
        {
          snprintf (loading->why_not, sizeof loading->why_not,
                    "dense factors need a thread that loads cuBLAS, and there is none left");
          loading->state = OVER;
        }
    }
  pthread_mutex_unlock (&loading->mutex);
}

const SeidelCudaBlasLibrary *
seidel_cuda_blas_loaded (SeidelContext *context)
{
  Loading *loading = loading_of (context);
  char why_not[sizeof loading->why_not];
  bool over;

  seidel_cuda_blas_begin_loading (context);
  seidel_cuda_clock_pause (context);
  pthread_mutex_lock (&loading->mutex);
  while (loading->state == ON_ITS_WAY && !seidel_cuda_stopped (context))
    wait_a_moment (loading);
  over = loading->state == OVER;
  snprintf (why_not, sizeof why_not, "%s", loading->why_not);
  pthread_mutex_unlock (&loading->mutex);
  seidel_cuda_clock_resume (context);
  if (over && why_not[0] != '\0')
    seidel_cuda_fail (context, SEIDEL_STATUS_FAILED, -1, why_not);
  return seidel_cuda_ready (context) ? &loading->library : NULL;
}
