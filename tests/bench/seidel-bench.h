/* The parts of seidel-bench: what each measures and what it needs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "engine/seidel-engines.h"
#include "gallery/seidel-gallery.h"
#include "matrix/seidel-matrix.h"
#include "seidel-bench-table.h"

G_BEGIN_DECLS

/* What was asked for, and what the machine can do, measured before anything else. */
typedef struct
{
  bool quick; /* small sizes, to see that everything runs */
  const SeidelEngine *engine;
  double read_gbs[2];  /* reading memory with one thread, with two; GB/s */
  double triad_gbs[2]; /* a ← b + s c, counting three numbers each */
  double step_ns;      /* multiply, subtract, divide, store and load again: one row of a chain */
  double meeting_ns;   /* two threads waiting for each other */
  const char *scratch; /* a folder for files, made for this run */
  const char *file;    /* to be read rather than one made here, or NULL */
  int share; /* from 1; of the systems of “auto” this process takes every n_shares-th */
  int n_shares;
  const char *only; /* of the parts that look at it, what has a title that contains it; NULL: all */
  bool large;       /* “auto” takes systems of 100,000 rows and more, in place of the others */
  double seconds;   /* “auto” begins and tries nothing after this time; INFINITY for no limit */
} SeidelBench;

/* Whether a matrix of this title is to be measured. */
bool seidel_bench_wants (const SeidelBench *bench, const char *title);

void seidel_bench_measure_machine (SeidelBench *bench);

/* Milliseconds to read so many bytes with 1 or 2 threads. */
double seidel_bench_bytes_ms (const SeidelBench *bench, double bytes, int threads);

/* A matrix of the gallery; ends the program with a message when it cannot be made. */
SeidelMatrix *seidel_bench_matrix (const char *kind, double size);

/* The smallest size of a kind that gives as many rows, or as many entries as such rows of a
 * 27-point stencil have; or the largest there is. */
double seidel_bench_size_for_rows (const SeidelGalleryKind *kind, double rows);

/* The Matrix Market files in the folder $SEIDEL_TEST_MATRICES, by name; empty without that folder.
 */
GPtrArray *seidel_bench_real_files (void);
#define SEIDEL_BENCH_NO_REAL_FILES "SEIDEL_TEST_MATRICES names no folder of .mtx files"

/* One of them, or NULL if it is not square or cannot be read. */
SeidelMatrix *seidel_bench_real_square (const char *path);

/* The file that was named, or a Matrix Market file of about 200 MB (20 MB when quick) in the
 * scratch folder, written once. */
const char *seidel_bench_market_file (const SeidelBench *bench);

void seidel_bench_levels (const SeidelBench *bench);
void seidel_bench_level_times (const SeidelBench *bench);
void seidel_bench_sweep_serial (const SeidelBench *bench);
void seidel_bench_sweep_levels (const SeidelBench *bench);
void seidel_bench_sweep_speed (const SeidelBench *bench);
void seidel_bench_sweep_auto (const SeidelBench *bench);
void seidel_bench_sweep_choice (const SeidelBench *bench);
void seidel_bench_sweep_plan (const SeidelBench *bench);
void seidel_bench_predict (const SeidelBench *bench);
void seidel_bench_read (const SeidelBench *bench);
void seidel_bench_stop (const SeidelBench *bench);
void seidel_bench_stop_read (const SeidelBench *bench);
void seidel_bench_gpu_sweep (const SeidelBench *bench);
void seidel_bench_gpu_strategies (const SeidelBench *bench);
void seidel_bench_gpu_krylov (const SeidelBench *bench);
void seidel_bench_gpu_preconditioned (const SeidelBench *bench);
void seidel_bench_engines (const SeidelBench *bench);
void seidel_bench_gpu_multigrid (const SeidelBench *bench);
void seidel_bench_gpu_dense (const SeidelBench *bench);
void seidel_bench_krylov (const SeidelBench *bench);
void seidel_bench_multigrid (const SeidelBench *bench);
void seidel_bench_dense (const SeidelBench *bench);
void seidel_bench_condition (const SeidelBench *bench);
void seidel_bench_auto (const SeidelBench *bench);

/* Loads a file and prints the peak of the resident memory this took, in bytes: run in a process of
 * its own by seidel_bench_read (). Returns an exit status. */
int seidel_bench_print_peak_memory (const char *path);

/* Loads a file several times and prints the milliseconds of the median: run in a process that has
 * some of the cores by seidel_bench_read (). Returns an exit status. */
int seidel_bench_print_load_time (const char *path);

/* Solves a small system with an engine and prints the milliseconds that creating a CUDA context
 * took, those of the solve, and its error: run in a process of its own by seidel_bench_gpu_krylov
 * (). Returns an exit status. */
int seidel_bench_print_cold_start (const char *engine);

/* Solves a system with the engine that is chosen automatically, and prints that engine and the
 * milliseconds: run in a process of its own by seidel_bench_engines (). Returns an exit status. */
int seidel_bench_print_engine_run (const char *text);

/* PETSc on the same arrays; NULL when it cannot be used, and then why says so. */
typedef struct SeidelBenchPetsc SeidelBenchPetsc;
SeidelBenchPetsc *
seidel_bench_petsc_new (const SeidelCsr *csr, double *b, double *x, const char **why);
void seidel_bench_petsc_sweep (void *petsc); /* a SeidelBenchPetsc */
/* So many iterations of a method of KSP from zero, by one thread; receives the time when each was
 * over, iterations + 1 of them. */
void seidel_bench_petsc_krylov (SeidelBenchPetsc *petsc,
                                const char *type,
                                const char *pc_type,
                                int levels, /* of fill; 0: as usual */
                                int iterations,
                                double *seconds);
/* A method of KSP from zero to a relative tolerance with a preconditioner of several phases, by one
 * thread. options: "-name value …", as of the command line. */
typedef struct
{
  double setup; /* seconds */
  double solve;
  int iterations; /* negative: it did not converge; NAN times where the preconditioner is missing */
} SeidelBenchPetscRun;

SeidelBenchPetscRun seidel_bench_petsc_solve (SeidelBenchPetsc *petsc,
                                              const char *type,
                                              const char *pc_type,
                                              const char *options,
                                              double tolerance);
void seidel_bench_petsc_free (SeidelBenchPetsc *petsc);

G_END_DECLS
