/* Opening the libraries of the direct methods.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-blas.h"

#include <gmodule.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/seidel-memory.h"
#include "method/seidel-direct.h"

/* What OpenBLAS reserves for a thread. */
#define BYTES_PER_THREAD ((size_t) 134217728)

#define OPENBLAS "libopenblas.so.0"
#define UMFPACK  "libumfpack.so." G_STRINGIFY (UMFPACK_MAIN_VERSION)
#define CHOLMOD  "libcholmod.so." G_STRINGIFY (CHOLMOD_MAIN_VERSION)
#define SPQR     "libspqr.so." G_STRINGIFY (SPQR_MAIN_VERSION)

/* What makes a package of the library depend on them: the note that systemd describes in
 * “ELF dlopen Metadata for ELF Files”, in JSON. */
#define NOTE_ENTRY(what, file)                                                                 \
  "{\"feature\":\"" what "\",\"description\":\"Direct methods\",\"priority\":\"recommended\"," \
  "\"soname\":[\"" file "\"]}"
#define NOTE                                                                             \
  "[" NOTE_ENTRY ("blas", OPENBLAS) "," NOTE_ENTRY ("umfpack", UMFPACK) "," NOTE_ENTRY ( \
    "cholmod", CHOLMOD) "," NOTE_ENTRY ("spqr", SPQR) "]"

__attribute__ ((used, section (".note.dlopen"), aligned (4))) static const struct
{
  uint32_t name_bytes;
  uint32_t text_bytes;
  uint32_t type;
  char name[4];
  char text[sizeof NOTE];
} note = { 4, sizeof NOTE, 0x407c0c0a, "FDO", NOTE };

SeidelBlas seidel_blas;

/* Whether the libraries are being opened, and by whom. */
static atomic_bool opening;
static pthread_t opener;

typedef struct
{
  const char *name;
  size_t offset; /* of the pointer in SeidelBlas */
} Function;

#define FUNCTION(name) { #name, G_STRUCT_OFFSET (SeidelBlas, name) },

static const Function blas_functions[] = { SEIDEL_BLAS_FUNCTIONS (FUNCTION){ NULL } };
static const Function umfpack_functions[] = { SEIDEL_UMFPACK_FUNCTIONS (FUNCTION){ NULL } };
static const Function cholmod_functions[] = { SEIDEL_CHOLMOD_FUNCTIONS (FUNCTION){ NULL } };
static const Function spqr_functions[] = { SEIDEL_SPQR_FUNCTIONS (FUNCTION){ NULL } };

/* SuiteSparse is to use this OpenBLAS, whatever library they were linked with: it comes
 * first and is the only one whose functions are visible to all. */
static const struct
{
  const char *file;
  GModuleFlags flags;
  const Function *functions;
} libraries[] = {
  { OPENBLAS, G_MODULE_BIND_LAZY, blas_functions },
  { UMFPACK, G_MODULE_BIND_LAZY | G_MODULE_BIND_LOCAL, umfpack_functions },
  { CHOLMOD, G_MODULE_BIND_LAZY | G_MODULE_BIND_LOCAL, cholmod_functions },
  { SPQR, G_MODULE_BIND_LAZY | G_MODULE_BIND_LOCAL, spqr_functions },
};

/* Whether n threads of OpenBLAS can have their addresses now. To try would leave other threads
 * without any for a moment. */
static bool
have_room (int n)
{
  return seidel_memory_within_limits () >= (double) n * (double) BYTES_PER_THREAD;
}

/* The runtime of Fortran, which comes with them, ends the program where it has no memory while it
 * is being loaded. What it does at the end of a program would then free memory that it never had:
 * so the program ends before that. */
static void
end_at_once (void)
{
  if (atomic_load (&opening) && pthread_equal (opener, pthread_self ()))
    _exit (EXIT_FAILURE);
}

static bool
open_library (const char *file, GModuleFlags flags, const Function *functions)
{
  GModule *module = g_module_open (file, flags);

  if (module == NULL)
    return false;
  /* Threads of it may be alive. */
  g_module_make_resident (module);
  for (; functions->name != NULL; functions++)
    if (!g_module_symbol (module, functions->name,
                          G_STRUCT_MEMBER_P (&seidel_blas, functions->offset)))
      return false;
  return true;
}

/* OpenBLAS reserves addresses for a caller with its first call, and keeps them. Later, UMFPACK may
 * have taken what is left. */
static void
make_first_call (void)
{
  const double a = 1.0;
  double x = 1.0;

  seidel_blas.cblas_dtrsm (CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, 1, 1,
                           1.0, &a, 1, &x, 1);
}

static bool
open_libraries (SeidelMethodRun *run)
{
  for (size_t i = 0; i < G_N_ELEMENTS (libraries); i++)
    if (!open_library (libraries[i].file, libraries[i].flags, libraries[i].functions))
      {
        seidel_method_run_note (run, "A library that direct methods need cannot be opened: %s.",
                                g_module_error ());
        return false;
      }
  make_first_call ();
  return true;
}

static bool
open_all (SeidelMethodRun *run)
{
  bool opened;

  opener = pthread_self ();
  atexit (end_at_once);
  atomic_store (&opening, true);
  opened = open_libraries (run);
  atomic_store (&opening, false);
  return opened;
}

bool
seidel_blas_open (SeidelMethodRun *run, SeidelReason *reason)
{
  static GMutex mutex;
  static int opened_for; /* threads; 0: not yet */
  /* It begins with all processors, and has a caller besides its threads; the libraries themselves
   * take less than another. */
  const int threads = MAX ((int) g_get_num_processors (), run->threads) + 2;

  g_mutex_lock (&mutex);
  *reason = SEIDEL_REASON_NONE;
  if (threads > opened_for && !have_room (threads - opened_for))
    *reason = seidel_direct_out_of_memory (run, (double) threads * (double) BYTES_PER_THREAD);
  else if (opened_for == 0 && !open_all (run))
    *reason = SEIDEL_REASON_FAILED;
  else
    opened_for = MAX (opened_for, threads);
  g_mutex_unlock (&mutex);
  return *reason == SEIDEL_REASON_NONE;
}

static GMutex calling;

void
seidel_blas_begin (int threads)
{
  g_mutex_lock (&calling);
  seidel_blas.openblas_set_num_threads (threads);
}

void
seidel_blas_end (void)
{
  g_mutex_unlock (&calling);
}
