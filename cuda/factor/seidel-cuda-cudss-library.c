/* Opening cuDSS, see seidel-cuda-cudss-library.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "factor/seidel-cuda-cudss-library.h"

#include <dlfcn.h>
#include <glob.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/seidel-translatable.h"

#define LIBRARY         "libcudss.so.1"
#define THREADING_LAYER "libcudss_mtlayer_gomp.so.1"
#define INSTALL         "pip install nvidia-cudss-cu13"

/* Versions of CUDA that it is packed for, the folders cu13 and cu12. */
#define NEWEST_CUDA 13
#define OLDEST_CUDA 12

/* The only major version whose functions have these arguments. */
#define MAJOR 1

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static SeidelCudssLibrary library;
static bool is_open;

typedef struct
{
  const char *name;
  size_t offset; /* of the pointer in SeidelCudssLibrary */
} Function;

#define FUNCTION(name, member)                           \
  {                                                      \
    "cudss" #name, offsetof (SeidelCudssLibrary, member) \
  }

static const Function functions[] = {
  FUNCTION (GetProperty, get_property),
  FUNCTION (Create, create),
  FUNCTION (Destroy, destroy),
  FUNCTION (SetStream, set_stream),
  FUNCTION (SetThreadingLayer, set_threading_layer),
  FUNCTION (ConfigCreate, config_create),
  FUNCTION (ConfigDestroy, config_destroy),
  FUNCTION (ConfigSet, config_set),
  FUNCTION (DataCreate, data_create),
  FUNCTION (DataDestroy, data_destroy),
  FUNCTION (DataSet, data_set),
  FUNCTION (DataGet, data_get),
  FUNCTION (Execute, execute),
  FUNCTION (MatrixCreateCsr, matrix_create_csr),
  FUNCTION (MatrixCreateDn, matrix_create_dense),
  FUNCTION (MatrixSetValues, matrix_set_values),
  FUNCTION (MatrixDestroy, matrix_destroy),
};

/* Where pip puts it: below a variable of the environment, or below a folder. The newest Python
 * comes last. */
static const struct
{
  const char *variable; /* or NULL */
  const char *packages;
} places[] = {
  { "VIRTUAL_ENV", "/lib/python3*/site-packages" },
  { "CONDA_PREFIX", "/lib/python3*/site-packages" },
  { "HOME", "/.local/lib/python3*/site-packages" },
  { NULL, "/usr/local/lib/python3*/dist-packages" },
  { NULL, "/usr/local/lib/python3*/site-packages" },
  { NULL, "/usr/lib/python3*/site-packages" },
};

/* Whether it has the functions, and is of the version that they are described for. */
static bool
find_functions (void *opened, char *why, size_t size)
{
  int version = 0;

  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    {
      void *function = dlsym (opened, functions[i].name);

      if (function == NULL)
        {
          snprintf (why, size, seidel_text ("cuDSS has no function %s: version 1 is needed"),
                    functions[i].name);
          return false;
        }
      memcpy ((char *) &library + functions[i].offset, &function, sizeof function);
    }
  if (library.get_property (0, &version) == SEIDEL_CUDSS_SUCCESS && version == MAJOR)
    return true;
  snprintf (why, size, seidel_text ("This is version %d of cuDSS, and version 1 is needed"),
            version);
  return false;
}

/* The file beside the library that gives it threads. */
static void
find_threading_layer (void)
{
  Dl_info info;
  const char *slash;
  void *layer;

  library.threading_layer[0] = '\0';
  if (dladdr (*(void **) &library.create, &info) == 0)
    return;
  slash = strrchr (info.dli_fname, '/');
  snprintf (library.threading_layer, sizeof library.threading_layer, "%.*s%s",
            slash != NULL ? (int) (slash + 1 - info.dli_fname) : 0, info.dli_fname,
            THREADING_LAYER);
  layer = dlopen (library.threading_layer, RTLD_LAZY | RTLD_LOCAL);
  if (layer == NULL)
    library.threading_layer[0] = '\0';
}

/* Opens a file; why says what is wrong with one that is there. */
static bool
open_file (const char *file, char *why, size_t size)
{
  void *opened = dlopen (file, RTLD_LAZY | RTLD_LOCAL);

  if (opened == NULL)
    {
      const char *error = dlerror ();

      /* One that is not there is named itself; of others, what they need. */
      if (strncmp (error, file, strlen (file)) != 0 || strstr (error, "No such file") == NULL)
        snprintf (why, size, seidel_text ("cuDSS cannot be opened: %s"), error);
      return false;
    }
  if (!find_functions (opened, why, size))
    {
      dlclose (opened);
      return false;
    }
  find_threading_layer ();
  return true;
}

static bool
open_package (const char *root, const char *packages, char *why, size_t size)
{
  char pattern[4096];
  bool good = false;

  for (int cuda = NEWEST_CUDA; cuda >= OLDEST_CUDA && !good; cuda--)
    {
      glob_t found = { 0 };

      snprintf (pattern, sizeof pattern, "%s%s/nvidia/cu%d/lib/" LIBRARY, root, packages, cuda);
      if (glob (pattern, 0, NULL, &found) == 0)
        for (size_t k = found.gl_pathc; k-- > 0 && !good;)
          good = open_file (found.gl_pathv[k], why, size);
      globfree (&found);
    }
  return good;
}

static bool
open_any (char *why, size_t size)
{
  bool good = open_file (LIBRARY, why, size);

  for (size_t i = 0; i < sizeof places / sizeof *places && !good; i++)
    {
      const char *root = places[i].variable != NULL ? getenv (places[i].variable) : "";

      if (root != NULL)
        good = open_package (root, places[i].packages, why, size);
    }
  return good;
}

const SeidelCudssLibrary *
seidel_cudss_open (char *why, size_t size)
{
  char reason[400] = "";

  pthread_mutex_lock (&mutex);
  /* What could not be opened may have been installed by now. */
  is_open = is_open || open_any (reason, sizeof reason);
  pthread_mutex_unlock (&mutex);
  if (is_open)
    return &library;
  if (reason[0] != '\0')
    snprintf (why, size, "%s", reason);
  else
    snprintf (why, size, seidel_text ("cuDSS is not installed: “%s” installs it"), INSTALL);
  return NULL;
}

const char *
seidel_cudss_status_text (int status)
{
  static const char *const texts[] = {
    "success",       "not initialised",     "out of memory",     "an invalid value",
    "not supported", "an execution failed", "an internal error", "a refinement failed",
  };

  return status >= 0 && status < (int) (sizeof texts / sizeof *texts) ? texts[status] : "unknown";
}
