/* Starts the program that orders or divides rows by other libraries, and waits for it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-ordering-process.h"

#include <inttypes.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "analysis/seidel-graph.h"
#include "base/seidel-fail.h"
#include "base/seidel-helper.h"
#include "base/seidel-memory.h"
#include "base/seidel-translatable.h"

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
shared_allocate (Shared *shared, int64_t vertices, int64_t entries, int parts, GError **error)
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
                          "the graph of a matrix with %" PRId64 " rows and %" PRId64 " neighbours",
                          vertices, entries);
      return NULL;
    }
  shared->head = memory;
  *shared->head = (SeidelOrdererHead){ (int32_t) vertices, (int32_t) entries, parts };
  return memory;
}

static bool
share_graph (Shared *shared, const SeidelGraph *graph, int parts, GError **error)
{
  const int64_t vertices = graph->vertices;
  const int64_t entries = graph->offsets[vertices];
  SeidelOrdererHead *head;
  int32_t *offsets;

  if (entries > G_MAXINT32)
    return seidel_fail (
      error, SEIDEL_ERROR_INVALID,
      seidel_text ("This ordering works up to 2,147,483,647 neighbours of rows; the matrix has "
                   "%" PRId64),
      entries);
  head = shared_allocate (shared, vertices, entries, parts, error);
  if (head == NULL)
    return false;
  offsets = seidel_orderer_offsets (head);
  for (int64_t v = 0; v <= vertices; v++)
    offsets[v] = (int32_t) graph->offsets[v];
  memcpy (seidel_orderer_neighbours (head), graph->neighbours, (size_t) entries * sizeof (int32_t));
  return true;
}

static GSubprocess *
start (Shared *shared, const char *task, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
    G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  const char *const words[] = { task, NULL };
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
                 seidel_text ("The rows cannot be ordered: a part of Seidel cannot be started: %s"),
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
  return seidel_fail (error, SEIDEL_ERROR_UNAVAILABLE,
                      seidel_text ("The rows cannot be ordered: %s failed with %s %d"), library,
                      exited ? seidel_text ("status") : seidel_text ("signal"),
                      exited ? g_subprocess_get_exit_status (child)
                             : g_subprocess_get_term_sig (child));
}

/* What is asked of the program. */
typedef struct
{
  const char *task; /* its last argument */
  const char *library;
  int parts;
  int32_t *result; /* of the program, for each row */
} Task;

static bool
run (const Task *task, Shared *shared, GCancellable *cancellable, GError **error)
{
  g_autoptr (GSubprocess) child = start (shared, task->task, error);

  if (child == NULL)
    return false;
  if (!g_subprocess_wait (child, cancellable, error))
    {
      g_subprocess_force_exit (child);
      return false;
    }
  if (!check_end (child, shared, task->library, error))
    return false;
  memcpy (task->result, seidel_orderer_result (shared->head),
          (size_t) shared->head->vertices * sizeof *task->result);
  return true;
}

/* Without neighbours any answer is as good, and METIS has none. */
static bool
work (const Task *task,
      const SeidelCsr *csr,
      const char *activity,
      SeidelProgress *progress,
      GCancellable *cancellable,
      GError **error)
{
  g_autoptr (SeidelGraph) graph = seidel_graph_new (csr, progress, cancellable, error);
  g_auto (Shared) shared = { .fd = -1 };

  if (graph == NULL)
    return false;
  if (graph->offsets[graph->vertices] == 0)
    {
      for (int64_t i = 0; i < csr->rows; i++)
        task->result[i] = (int32_t) (task->parts > 0 ? i * task->parts / csr->rows : i);
      return true;
    }
  if (!share_graph (&shared, graph, task->parts, error))
    return false;
  g_clear_pointer (&graph, seidel_graph_free);
  seidel_progress_begin (progress, activity);
  return run (task, &shared, cancellable, error);
}

bool
seidel_ordering_process (const char *library,
                         const SeidelCsr *csr,
                         int32_t *permutation,
                         SeidelProgress *progress,
                         GCancellable *cancellable,
                         GError **error)
{
  const Task task = { library, library, 0, permutation };

  return work (&task, csr, "Ordering rows", progress, cancellable, error);
}

bool
seidel_partition_process (const SeidelCsr *csr,
                          int parts,
                          int32_t *part,
                          SeidelProgress *progress,
                          GCancellable *cancellable,
                          GError **error)
{
  const Task task = { SEIDEL_ORDERER_PARTS, "metis", parts, part };

  return work (&task, csr, "Dividing rows", progress, cancellable, error);
}
