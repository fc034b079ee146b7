/* seidel-bench-cluster SIZE ITERATIONS ROUNDS: CG on the ranks that it is started as, beside
 * PETSc's own KSP on the same matrix, in turns. The 27-point grid of SIZE³ points; the median of
 * the time of an iteration, and the speed of a triad of the ranks together, which bounds all of it.
 *
 * seidel-bench-cluster KIND SIZE TYPE PC SKIPPED ITERATIONS: the milliseconds of an iteration of a
 * KSP alone, on a matrix of the gallery; each rank has a block of the preconditioner, unless that
 * is SOR.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <petscksp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gallery/seidel-gallery.h"
#include "run/seidel-problem.h"
#include "seidel-petsc.h"
#include "seidel-worker-run.h"

#define MOST_ROUNDS   32
#define TRIAD_BYTES   1.5e9 /* of all ranks, in each pass */
#define TRIAD_REPEATS 10

typedef struct
{
  SeidelPetsc petsc;
  SeidelClusterJob job;
  char path[SEIDEL_CLUSTER_PATH_BYTES];
  int fd;
  int rounds;
  /* PETSc's. */
  const char *type;
  const char *pc;
  int skipped; /* iterations */
} Bench;

/* Rank 0 makes the system and writes the job; −1 on the others. */
static int
make_job (Bench *bench, const char *kind, double size, int64_t iterations)
{
  const double values[SEIDEL_GALLERY_MAX_PARAMETERS] = { size };
  const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_SOLUTION_ONES };
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix =
    seidel_gallery_make (seidel_gallery_find (kind), values, NULL, NULL, &error);
  g_autoptr (SeidelProblem) problem =
    matrix != NULL ? seidel_problem_new_from_specs (matrix, &rhs, NULL, NULL, NULL, &error) : NULL;
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  const SeidelStructure structure = { .rows = problem != NULL ? matrix->csr->rows : 0 };
  g_autofree char *path = NULL;
  g_autoptr (SeidelPartition) partition = NULL;
  int ranks = 1;
  int fd = -1;

  MPI_Comm_size (PETSC_COMM_WORLD, &ranks);
  options.method = "cg";
  options.tolerance = 0.0;
  options.max_iterations = iterations;
  if (problem != NULL)
    partition =
      seidel_partition_new (SEIDEL_PARTITIONING_ENTRIES, matrix->csr, ranks, NULL, NULL, &error);
  if (partition != NULL)
    fd = seidel_cluster_job_write (&(SeidelClusterSystem){ matrix, problem->b, problem->guess, NULL,
                                                           &structure, &options, partition,
                                                           iterations + 1, 0 },
                                   &bench->job, &path, NULL, &error);
  if (fd < 0)
    seidel_petsc_abort (SEIDEL_REASON_FAILED, error->message);
  g_strlcpy (bench->path, path, sizeof bench->path);
  return fd;
}

static void
begin (Bench *bench, const char *kind, double size, int64_t iterations)
{
  g_autoptr (GError) error = NULL;
  int rank;

  MPI_Comm_rank (PETSC_COMM_WORLD, &rank);
  if (rank == 0)
    bench->fd = make_job (bench, kind, size, iterations);
  MPI_Bcast (bench->path, sizeof bench->path, MPI_BYTE, 0, PETSC_COMM_WORLD);
  MPI_Bcast (&bench->job, sizeof bench->job, MPI_BYTE, 0, PETSC_COMM_WORLD);
  if (rank != 0)
    bench->fd = g_open (bench->path, O_RDWR, 0);
  if (!seidel_petsc_open (&bench->petsc, &bench->job, bench->fd, bench->fd, NULL, &error))
    seidel_petsc_abort (SEIDEL_REASON_FAILED, error->message);
}

/* Milliseconds of an iteration of Seidel's CG. */
static double
time_seidel (Bench *bench)
{
  SeidelClusterResult result = { 0 };
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (GError) error = NULL;
  size_t n;

  if (!seidel_worker_run (&bench->petsc, &bench->job, bench->fd, bench->path, trace, &result,
                          &error))
    seidel_petsc_abort (SEIDEL_REASON_FAILED, error->message);
  g_free (result.message);
  n = seidel_trace_n_points (trace);
  if (n < 3)
    seidel_petsc_abort (SEIDEL_REASON_FAILED, "The run was too short.");
  return 1e3 * (seidel_trace_point (trace, n - 1).seconds - seidel_trace_point (trace, 1).seconds)
         / (double) (n - 2);
}

/* When the last iteration that does not count was over, and the last of all. */
typedef struct
{
  PetscInt skipped;
  double seconds[2];
} Notes;

static PetscErrorCode
note_time (KSP ksp, PetscInt iteration, PetscReal norm, void *data)
{
  Notes *notes = data;

  if (iteration == notes->skipped)
    notes->seconds[0] = MPI_Wtime ();
  notes->seconds[1] = MPI_Wtime ();
  return 0;
}

/* Blocks of a preconditioner that works on one rank have options of their own. */
static void
set_preconditioner (KSP ksp, const char *name)
{
  const bool is_whole =
    strcmp (name, PCNONE) == 0 || strcmp (name, PCJACOBI) == 0 || strcmp (name, PCSOR) == 0;
  PC pc = NULL;

  seidel_petsc_check (KSPGetPC (ksp, &pc), "KSP");
  seidel_petsc_check (PCSetType (pc, is_whole ? name : PCBJACOBI), "KSP");
  if (!is_whole)
    seidel_petsc_check (PetscOptionsSetValue (NULL, "-sub_pc_type", name), "KSP");
  seidel_petsc_check (KSPSetFromOptions (ksp), "KSP");
}

static double
time_petsc (Bench *bench)
{
  const PetscInt iterations = (PetscInt) bench->job.max_iterations;
  const PetscInt n = (PetscInt) (bench->petsc.rows.end - bench->petsc.rows.begin);
  Notes notes = { bench->skipped, { 0.0, 0.0 } };
  KSP ksp = NULL;
  Vec b = NULL;
  Vec x = NULL;

  seidel_petsc_check (VecCreateMPI (PETSC_COMM_WORLD, n, PETSC_DETERMINE, &b), "a vector");
  seidel_petsc_check (VecDuplicate (b, &x), "a vector");
  seidel_petsc_check (VecSet (x, 1.0), "a vector");
  seidel_petsc_check (MatMult (bench->petsc.A, x, b), "a product");
  seidel_petsc_check (VecSet (x, 0.0), "a vector");
  seidel_petsc_check (KSPCreate (PETSC_COMM_WORLD, &ksp), "KSP");
  seidel_petsc_check (KSPSetOperators (ksp, bench->petsc.A, bench->petsc.A), "KSP");
  seidel_petsc_check (KSPSetType (ksp, bench->type), "KSP");
  set_preconditioner (ksp, bench->pc);
  seidel_petsc_check (KSPSetTolerances (ksp, 0.0, 0.0, 1e300, iterations), "KSP");
  seidel_petsc_check (KSPMonitorSet (ksp, note_time, &notes, NULL), "KSP");
  seidel_petsc_check (KSPSolve (ksp, b, x), "KSP");
  KSPDestroy (&ksp);
  VecDestroy (&b);
  VecDestroy (&x);
  return 1e3 * (notes.seconds[1] - notes.seconds[0]) / (double) (iterations - notes.skipped);
}

/* Gigabytes a second of a[i] = b[i] + s c[i] on all ranks together, the best of some passes. */
static double
measure_triad (int ranks)
{
  const int64_t n = (int64_t) (TRIAD_BYTES / ranks / 3.0 / sizeof (double));
  double *a = g_new (double, n);
  double *b = g_new (double, n);
  double *c = g_new (double, n);
  double best = 0.0;

  for (int64_t i = 0; i < n; i++)
    {
      a[i] = 0.0;
      b[i] = 1.0;
      c[i] = 2.0;
    }
  for (int repeat = 0; repeat < TRIAD_REPEATS; repeat++)
    {
      double begun;

      MPI_Barrier (PETSC_COMM_WORLD);
      begun = MPI_Wtime ();
      for (int64_t i = 0; i < n; i++)
        a[i] = b[i] + 0.5 * c[i];
      MPI_Barrier (PETSC_COMM_WORLD);
      best = MAX (best, 24e-9 * (double) n * ranks / (MPI_Wtime () - begun));
    }
  if (a[n / 2] != 2.0)
    seidel_petsc_abort (SEIDEL_REASON_FAILED, "The triad is wrong.");
  g_free (a);
  g_free (b);
  g_free (c);
  return best;
}

static int
compare (const void *a, const void *b)
{
  const double one = *(const double *) a;
  const double other = *(const double *) b;

  return (one > other) - (one < other);
}

static double
median (double *values, int n)
{
  qsort (values, (size_t) n, sizeof *values, compare);
  return n % 2 != 0 ? values[n / 2] : 0.5 * (values[n / 2 - 1] + values[n / 2]);
}

/* Both in turns. */
static void
compare_in_turns (Bench *bench)
{
  const double triad = measure_triad (bench->petsc.ranks);
  double seidel[MOST_ROUNDS];
  double petsc[MOST_ROUNDS];

  for (int round = 0; round < bench->rounds; round++)
    {
      petsc[round] = time_petsc (bench);
      seidel[round] = time_seidel (bench);
    }
  if (bench->petsc.rank == 0)
    {
      const double one = median (seidel, bench->rounds);
      const double other = median (petsc, bench->rounds);

      g_print ("%5d ranks  Seidel %9.3f ms  PETSc %9.3f ms  %.3f x its speed  triad %7.1f GB/s\n",
               bench->petsc.ranks, one, other, other / one, triad);
    }
}

/* With the arguments of the first form. */
static void
bench_cg (Bench *bench, char **arguments)
{
  bench->type = KSPCG;
  bench->pc = PCNONE;
  bench->skipped = 1;
  bench->rounds = CLAMP (atoi (arguments[2]), 1, MOST_ROUNDS);
  begin (bench, "poisson-27", g_ascii_strtod (arguments[0], NULL),
         g_ascii_strtoll (arguments[1], NULL, 10));
  compare_in_turns (bench);
}

/* With those of the second. */
static void
bench_ksp (Bench *bench, char **arguments)
{
  double ms;

  bench->type = arguments[2];
  bench->pc = arguments[3];
  bench->skipped = atoi (arguments[4]);
  begin (bench, arguments[0], g_ascii_strtod (arguments[1], NULL),
         g_ascii_strtoll (arguments[5], NULL, 10));
  ms = time_petsc (bench);
  if (bench->petsc.rank == 0)
    g_print ("%.4f\n", ms);
}

int
main (int argc, char **argv)
{
  Bench *bench = g_new0 (Bench, 1);

  if (argc != 4 && argc != 7)
    {
      g_printerr ("usage: mpirun -n RANKS %s SIZE ITERATIONS ROUNDS\n"
                  "       mpirun -n RANKS %s KIND SIZE TYPE PC SKIPPED ITERATIONS\n",
                  argv[0], argv[0]);
      return EXIT_FAILURE;
    }
  seidel_petsc_start ();
  if (argc == 4)
    bench_cg (bench, argv + 1);
  else
    bench_ksp (bench, argv + 1);
  if (bench->petsc.rank == 0)
    g_unlink (bench->path);
  seidel_petsc_close (&bench->petsc);
  g_free (bench);
  PetscFinalize ();
  MPI_Finalize ();
  return EXIT_SUCCESS;
}
