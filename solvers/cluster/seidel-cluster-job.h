/* The job of the ranks of a run, a file that all of them can read: the system, the first guess and
 * how to solve it. The solution comes back in the same file.
 *
 * The matrix is in that file as well, unless it is mapped from a copy in the cache, from which the
 * ranks then read their rows, or of the gallery: then they make them. No rank has those of another.
 *
 * The file is for processes of the same build of Seidel on machines of the same kind.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-partition.h"
#include "analysis/seidel-schedule.h"
#include "analysis/seidel-structure.h"
#include "matrix/seidel-matrix.h"
#include "run/seidel-options.h"

G_BEGIN_DECLS

#define SEIDEL_CLUSTER_ID_BYTES      64
#define SEIDEL_CLUSTER_PATH_BYTES    4096
#define SEIDEL_CLUSTER_GALLERY_BYTES 256

/* The head of the file. Places are offsets in bytes; 0: not there. */
typedef struct
{
  char magic[8];
  uint64_t bytes; /* of this struct: that of another build differs */
  int64_t rows;   /* and columns */
  int64_t nonzeros;
  /* A matrix of the gallery, whose rows each rank makes: a text for seidel_gallery_parse (). "": of
   * any other matrix the arrays of SeidelCsr, in this file, or in another one of this
   * size and time. */
  char gallery[SEIDEL_CLUSTER_GALLERY_BYTES];
  char matrix_path[SEIDEL_CLUSTER_PATH_BYTES]; /* "": this file */
  int64_t matrix_bytes;
  int64_t matrix_modified; /* nanoseconds */
  uint64_t offsets_at;
  uint64_t columns_at;
  uint64_t values_at;
  /* The partition: int64_t first[ranks + 1], and where the order is not that of the rows, int32_t
   * order[rows] (place → row) and places[rows] (row → place). Vectors are in its order. */
  int64_t ranks;
  uint64_t first_at;
  uint64_t order_at;
  uint64_t places_at;
  int64_t colors; /* of a sweep by colours: int32_t color[rows], 1 … colors, in its order too */
  uint64_t colors_at;
  uint64_t b_at;
  uint64_t guess_at;
  uint64_t solution_at; /* errors are measured by it */
  uint64_t units_at;    /* of a scaled system: what makes its residual that of the given one */
  uint64_t x_at;        /* where the ranks leave the solution */
  char method[SEIDEL_CLUSTER_ID_BYTES];
  char preconditioner[SEIDEL_CLUSTER_ID_BYTES];
  char petsc_options[SEIDEL_PETSC_OPTIONS_BYTES];
  int64_t storage; /* a SeidelStorage: rows, or dense rows for products */
  double parameters[SEIDEL_N_PARAMETERS];
  double tolerance;
  double absolute_tolerance;
  double backward_tolerance;
  double divergence_factor;
  int64_t max_iterations;
  int64_t window; /* of stagnation, not 0 */
  int64_t first;  /* iterations that were done before: they go on counting */
  double scale;   /* what is reported is in the units of the given system: residuals times this, */
  double error_scale; /* errors times this */
  double norm_b;      /* ‖b‖₂ */
  double norm_b_inf;
  double norm_A;            /* ‖A‖∞; 0 without a backward tolerance */
  double largest_magnitude; /* of the entries */
} SeidelClusterJob;

/* What a job is made of; borrowed. */
typedef struct
{
  const SeidelMatrix *matrix; /* square */
  const double *b;
  const double *guess;
  const double *solution; /* or NULL */
  const SeidelStructure *structure;
  const SeidelOptions *options; /* resolved by the plan */
  const SeidelPartition *partition;
  int64_t window;
  int64_t first;                /* iterations that were done before */
  const SeidelSchedule *colors; /* of a sweep by colours, or NULL */
  /* Of a scaled system: by what its residual is multiplied, row by row, or NULL; and what is
   * reported of norms. 0 is 1. */
  const double *units;
  double scale;
  double error_scale;
} SeidelClusterSystem;

/* Writes the file of a job and returns its descriptor, −1 with an error. The folder is that of the
 * user's cache, which the machines of a cluster usually share. The caller removes the file, whose
 * path is then its own, and closes the descriptor after that: while it is open the file is locked,
 * and those that a program left behind when it was killed are removed by the next one. */
int seidel_cluster_job_write (const SeidelClusterSystem *system,
                              SeidelClusterJob *job,
                              char **path,
                              GCancellable *cancellable,
                              GError **error);

/* x, of rows elements, as the ranks have left it, in the order of the rows. */
bool seidel_cluster_job_read_solution (const SeidelClusterJob *job,
                                       int fd,
                                       const char *path,
                                       const SeidelPartition *partition,
                                       double *x,
                                       GError **error);

/* For a rank: the head of a job file that is open as fd. */
bool seidel_cluster_job_read (SeidelClusterJob *job, int fd, GError **error);

/* n bytes at a place of a file, all of them or an error that names the file. Any thread. */
bool seidel_cluster_read_at (int fd,
                             const char *path,
                             void *to,
                             uint64_t n,
                             uint64_t at,
                             GError **error);
bool seidel_cluster_write_at (int fd,
                              const char *path,
                              const void *from,
                              uint64_t n,
                              uint64_t at,
                              GCancellable *cancellable,
                              GError **error);

G_END_DECLS
