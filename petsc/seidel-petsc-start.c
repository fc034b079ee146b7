/* Starting MPI and PETSc, and ending all ranks where they fail.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cluster/seidel-cluster-stream.h"
#include "seidel-petsc.h"

/* For a message to arrive: with Open MPI 6 on two busy cores 15 of 15 did. Whoever has it ends all
 * ranks in the meantime. */
#define ARRIVAL_MICROSECONDS 1000000

void
seidel_petsc_print (const GString *text)
{
  size_t done = 0;

  while (done < text->len)
    {
      ssize_t n = write (STDOUT_FILENO, text->str + done, text->len - done);

      if (n <= 0)
        return; /* without a reader; the listener notices */
      done += (size_t) n;
    }
}

void
seidel_petsc_abort (SeidelReason reason, const char *message)
{
  g_autoptr (GString) text = g_string_new (NULL);

  seidel_cluster_stream_add_failure (text, reason, message);
  seidel_petsc_print (text);
  /* A launcher may drop what it has not passed on when it is asked to end, as Open MPI 6 does. */
  g_usleep (ARRIVAL_MICROSECONDS);
  MPI_Abort (MPI_COMM_WORLD, EXIT_FAILURE);
  _exit (EXIT_FAILURE);
}

void
seidel_petsc_check (PetscErrorCode code, const char *what)
{
  const char *text = NULL;
  g_autofree char *message = NULL;

  if (G_LIKELY (code == 0))
    return;
  PetscErrorMessage (code, &text, NULL);
  message = text != NULL ? g_strdup_printf ("PETSc failed at %s: %s", what, text)
                         : g_strdup_printf ("PETSc failed at %s: error %d", what, (int) code);
  seidel_petsc_abort (code == PETSC_ERR_MEM ? SEIDEL_REASON_OUT_OF_MEMORY : SEIDEL_REASON_FAILED,
                      message);
}

/* A signal that ends a rank ends it: PETSc would explain it first, and tries to ask others. */
void
seidel_petsc_start (void)
{
  char *words[] = { (char *) "seidel-worker", (char *) "-no_signal_handler", NULL };
  char **arguments = words;
  int count = G_N_ELEMENTS (words) - 1;
  int provided = 0;

  /* One thread of each rank communicates; those of rank 0 that listen and report may abort. */
  MPI_Init_thread (NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  if (PetscInitialize (&count, &arguments, NULL, NULL) != 0)
    seidel_petsc_abort (SEIDEL_REASON_FAILED, "PETSc could not be started.");
  PetscPushErrorHandler (PetscReturnErrorHandler, NULL);
  /* The exchanges within PETSc's products are timed by its log. */
  PetscLogDefaultBegin ();
  if (sizeof (PetscInt) != sizeof (int32_t) || sizeof (PetscScalar) != sizeof (double))
    seidel_petsc_abort (SEIDEL_REASON_FAILED,
                        "This PETSc was built for complex numbers or 64-bit indices.");
}
