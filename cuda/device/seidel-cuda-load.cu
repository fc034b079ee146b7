/* How busy a device is, by NVIDIA's management library, which comes with the driver and is opened
 * when it is asked.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>

#include "seidel-cuda-context.h"

/* Percent of the time since the last sample. */
typedef struct
{
  unsigned int kernels;
  unsigned int memory;
} Utilization;

typedef struct
{
  int (*init) (void);
  int (*find) (const char *bus, void **device);
  int (*ask) (void *device, Utilization *utilization);
} Library;

static Library library;
static bool is_open;

static void
open_library (void)
{
  void *opened = dlopen ("libnvidia-ml.so.1", RTLD_LAZY | RTLD_LOCAL);

  if (opened == NULL)
    return;
  *(void **) &library.init = dlsym (opened, "nvmlInit_v2");
  *(void **) &library.find = dlsym (opened, "nvmlDeviceGetHandleByPciBusId_v2");
  *(void **) &library.ask = dlsym (opened, "nvmlDeviceGetUtilizationRates");
  is_open =
    library.init != NULL && library.find != NULL && library.ask != NULL && library.init () == 0;
}

/* It counts all devices of the machine, CUDA those that the environment leaves: the bus shows which
 * is which. */
double
seidel_cuda_load (int device)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  Utilization utilization = {};
  char bus[32] = "";
  void *found = NULL;

  pthread_once (&once, open_library);
  if (is_open && cudaDeviceGetPCIBusId (bus, sizeof bus, device) == cudaSuccess
      && library.find (bus, &found) == 0 && library.ask (found, &utilization) == 0)
    return utilization.kernels / 100.0;
  (void) cudaGetLastError ();
  return NAN;
}
