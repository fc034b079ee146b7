/* seidel-worker: one rank of a distributed run. The same program runs as many times as there are
 * ranks, under a launcher of MPI; its argument is the file of the job.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/seidel-error.h"
#include "seidel-petsc.h"
#include "seidel-worker-guard.h"
#include "seidel-worker-run.h"
#include "seidel-worker-stream.h"
#include "seidel-worker-watch.h"

/* Ends all ranks where one could not begin. */
static void
abort_with (GError *error)
{
  seidel_petsc_abort (g_error_matches (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY)
                        ? SEIDEL_REASON_OUT_OF_MEMORY
                        : SEIDEL_REASON_FAILED,
                      error->message);
}

static int64_t
peak_memory (void)
{
  struct rusage usage;

  return getrusage (RUSAGE_SELF, &usage) == 0 ? (int64_t) usage.ru_maxrss * 1024 : 0;
}

static SeidelRank
describe_rank (const SeidelPetsc *petsc)
{
  const int64_t n = petsc->rows.end - petsc->rows.begin;
  SeidelRank rank = {
    .rank = petsc->rank,
    .pid = getpid (),
    .rows = n,
    .entries = petsc->rows.offsets[n] + petsc->rows.outer_offsets[n],
    .crossing = petsc->rows.outer_offsets[n],
    .halo = petsc->received * (int64_t) sizeof (double),
    .latency = petsc->latency,
    .bandwidth = petsc->bandwidth,
    .products = (double) petsc->product_time * 1e-9,
    .exchanges = seidel_petsc_exchange_seconds (),
    .reductions = (double) petsc->reduction_time * 1e-9,
    .sums = petsc->n_reductions,
    .memory = peak_memory (),
  };

  g_strlcpy (rank.host, g_get_host_name (), sizeof rank.host);
  return rank;
}

/* Rank 0 reports all of them. */
static void
report_ranks (const SeidelPetsc *petsc, void (*add) (GString *text, const SeidelRank *rank))
{
  const SeidelRank own = describe_rank (petsc);
  g_autofree SeidelRank *all = petsc->rank == 0 ? g_new0 (SeidelRank, petsc->ranks) : NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  MPI_Gather (&own, (int) sizeof own, MPI_BYTE, all, (int) sizeof own, MPI_BYTE, 0, petsc->comm);
  for (int rank = 0; petsc->rank == 0 && rank < petsc->ranks; rank++)
    add (text, &all[rank]);
  seidel_petsc_print (text);
}

/* Before the rows are read, so that the program that started the ranks can watch them. */
static void
report_processes (int rank)
{
  SeidelPetsc petsc = { .comm = MPI_COMM_WORLD, .rank = rank };
  int32_t none[1] = { 0 };

  MPI_Comm_size (MPI_COMM_WORLD, &petsc.ranks);
  petsc.rows.offsets = none;
  petsc.rows.outer_offsets = none;
  report_ranks (&petsc, seidel_cluster_stream_add_process);
}

static void
solve (const SeidelClusterJob *job, int job_fd, const char *path, SeidelPetsc *petsc)
{
  SeidelClusterResult result = { .initial = NAN, .latest = NAN, .row = -1 };
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  seidel_petsc_measure_network (petsc);
  report_ranks (petsc, seidel_cluster_stream_add_rank);
  seidel_cluster_stream_add_solve (text, job->norm_b * job->scale);
  if (petsc->rank == 0)
    {
      seidel_petsc_print (text);
      seidel_worker_report_begin (trace);
    }
  if (!seidel_worker_run (petsc, job, job_fd, path, trace, &result, &error))
    abort_with (error);
  if (petsc->rank == 0)
    seidel_worker_report_end ();
  report_ranks (petsc, seidel_cluster_stream_add_times);
  g_string_truncate (text, 0);
  seidel_cluster_stream_add_end (text, &result);
  if (petsc->rank == 0)
    {
      seidel_petsc_print (text);
      seidel_worker_wait_until_received ();
    }
  g_free (result.message);
}

int
main (int argc, char **argv)
{
  static atomic_bool stop;
  g_autofree SeidelClusterJob *job = g_new0 (SeidelClusterJob, 1);
  SeidelPetsc petsc = { 0 };
  g_autoptr (GError) error = NULL;
  int rank = 0;
  int job_fd;
  int matrix_fd = -1;

  /* Whoever started it is gone, and with it the way to the others. */
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  signal (SIGPIPE, SIG_IGN);
  if (argc != 2)
    {
      g_printerr ("seidel-worker is started by Seidel, with the file of a job.\n");
      return EXIT_FAILURE;
    }
  seidel_worker_guard_begin ();
  seidel_petsc_start ();
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  if (rank == 0)
    seidel_worker_listen (&stop, argv[1]);
  report_processes (rank);
  seidel_worker_watch_begin ();
  job_fd = open (argv[1], O_RDWR | O_CLOEXEC);
  if (job_fd < 0)
    seidel_petsc_abort (SEIDEL_REASON_FAILED, "A rank cannot open the file of the job: all "
                                              "machines must share the cache folder.");
  if (seidel_cluster_job_read (job, job_fd, &error))
    matrix_fd = seidel_petsc_open_matrix (job, job_fd, &error);
  if (matrix_fd < 0 || !seidel_petsc_open (&petsc, job, job_fd, matrix_fd, &stop, &error))
    abort_with (error);
  solve (job, job_fd, argv[1], &petsc);
  seidel_worker_watch_end ();
  seidel_petsc_close (&petsc);
  PetscFinalize ();
  MPI_Finalize ();
  return EXIT_SUCCESS;
}
