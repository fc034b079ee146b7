/* Starts the program that orders rows by other libraries, and waits for it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-ordering-process.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "analysis/seidel-graph.h"
#include "base/seidel-error.h"
#include "base/seidel-helper.h"
#include "base/seidel-memory.h"

/* More than a machine has, and a number that fits into any integer. */
#define MOST_MEMORY 1e18

/* Memory that two processes can have in common. */
typedef struct
{
  int fd;
  SeidelOrdererHead *head; /* NULL until it is there */
  size_t bytes;
} Shared;

static void
shared_clear (Shared *shared)
{
  if (shared->head != NULL)
    munmap (shared->head, shared->bytes);
  if (shared->fd >= 0)
    close (shared->fd);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Shared, shared_clear)

static SeidelOrdererHead *
shared_allocate (Shared *shared, int64_t vertices, int64_t entries, GError **error)
{
  void *memory = MAP_FAILED;

  shared->bytes = seidel_orderer_bytes (vertices, entries);
  /* Allocated at once: what is missing later would end the process. */
  if (seidel_memory_is_free ((double) shared->bytes))
    shared->fd = memfd_create (SEIDEL_ORDERER_PROGRAM, MFD_CLOEXEC);
  if (shared->fd >= 0 && posix_fallocate (shared->fd, 0, (off_t) shared->bytes) == 0)
    memory = mmap (NULL, shared->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, shared->fd, 0);
  if (memory == MAP_FAILED)
    {
      seidel_memory_fail (error, (double) shared->bytes,
                          "the graph of a matrix with %" G_GINT64_FORMAT
                          " rows and %" G_GINT64_FORMAT " neighbours",
                          vertices, entries);
      return NULL;
    }
  shared->head = memory;
  *shared->head = (SeidelOrdererHead){ (int32_t) vertices, (int32_t) entries };
  return memory;
}

static bool
share_graph (Shared *shared, const SeidelGraph *graph, GError **error)
{
  const int64_t vertices = graph->vertices;
  const int64_t entries = graph->offsets[vertices];
  SeidelOrdererHead *head;
  int32_t *offsets;

  if (entries > G_MAXINT32)
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                   "This ordering works up to 2,147,483,647 neighbours of rows; the matrix has "
                   "%" G_GINT64_FORMAT,
                   entries);
      return false;
    }
  head = shared_allocate (shared, vertices, entries, error);
  if (head == NULL)
    return false;
  offsets = seidel_orderer_offsets (head);
  for (int64_t v = 0; v <= vertices; v++)
    offsets[v] = (int32_t) graph->offsets[v];
  memcpy (seidel_orderer_neighbours (head), graph->neighbours, (size_t) entries * sizeof (int32_t));
  return true;
}

static GSubprocess *
start (Shared *shared, const char *library, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
    G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  const char *const words[] = { library, NULL };
  g_autoptr (GError) cause = NULL;
  const int input = fcntl (shared->fd, F_DUPFD_CLOEXEC, 0);
  GSubprocess *child = NULL;

  if (input >= 0)
    {
      g_subprocess_launcher_take_stdin_fd (launcher, input);
      child = seidel_helper_spawn (launcher, SEIDEL_ORDERER_PROGRAM,
                                   MIN (seidel_memory_available (), MOST_MEMORY), words, &cause);
    }
  if (child == NULL)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNAVAILABLE,
                 "The rows cannot be ordered: a part of Seidel cannot be started: %s",
                 cause != NULL ? cause->message : g_strerror (errno));
  return child;
}

/* Whether the program ended well. */
static bool
check_end (GSubprocess *child, const Shared *shared, const char *library, GError **error)
{
  const bool exited = g_subprocess_get_if_exited (child);

  if (exited && g_subprocess_get_exit_status (child) == SEIDEL_ORDERER_DONE)
    return true;
  if (exited ? g_subprocess_get_exit_status (child) == SEIDEL_ORDERER_NO_MEMORY
             : g_subprocess_get_term_sig (child) == SIGKILL)
    return seidel_memory_fail (error, 2.0 * (double) shared->bytes, "an ordering by %s", library);
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNAVAILABLE,
               "The rows cannot be ordered: %s failed with %s %d", library,
               exited ? "status" : "signal",
               exited ? g_subprocess_get_exit_status (child) : g_subprocess_get_term_sig (child));
  return false;
}

bool
seidel_ordering_process (const char *library,
                         const SeidelCsr *csr,
                         int32_t *permutation,
                         SeidelProgress *progress,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (SeidelGraph) graph = seidel_graph_new (csr, progress, cancellable, error);
  g_autoptr (GSubprocess) child = NULL;
  g_auto (Shared) shared = { .fd = -1 };

  if (graph == NULL)
    return false;
  /* Without neighbours any order is as good, and METIS has no answer. */
  if (graph->offsets[graph->vertices] == 0)
    {
      for (int64_t i = 0; i < csr->rows; i++)
        permutation[i] = (int32_t) i;
      return true;
    }
  if (!share_graph (&shared, graph, error))
    return false;
  g_clear_pointer (&graph, seidel_graph_free);
  seidel_progress_begin (progress, "Ordering rows");
  child = start (&shared, library, error);
  if (child == NULL)
    return false;
  if (!g_subprocess_wait (child, cancellable, error))
    {
      g_subprocess_force_exit (child);
      return false;
    }
  if (!check_end (child, &shared, library, error))
    return false;
  memcpy (permutation, seidel_orderer_permutation (shared.head),
          (size_t) csr->rows * sizeof *permutation);
  return true;
}
