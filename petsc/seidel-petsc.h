/* The distributed engine as the methods use it: SeidelEngine on the rows of this rank.
 *
 * A vector is the rank's part of it, held by the CPU engine, which also does all work on it; a sum
 * over it is added up over the ranks, always in their order, so that its bits depend on the number
 * of ranks alone and are the same on all of them. Products are PETSc's, which sends and receives
 * the values of other ranks while it multiplies by its own.
 *
 * Every rank executes the same operations in the same order. They stay together because nothing but
 * sums decides how a method goes on, and because a failure of one rank, or a stop, counts from the
 * next sum on, when all of them learn of it.
 *
 * What PETSc or MPI themselves cannot do ends all ranks: seidel_petsc_abort ().
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <petscmat.h>
#include <stdatomic.h>

#include "engine/seidel-engine-use.h"
#include "seidel-petsc-rows.h"

G_BEGIN_DECLS

/* The rank, which is the context of its engine. One in a process. */
typedef struct
{
  MPI_Comm comm;
  int rank;
  int ranks;
  int64_t n;           /* rows of the whole matrix */
  SeidelSession local; /* the CPU engine, in double precision with one thread */
  SeidelStatus status; /* what all ranks know of a failure */
  bool out_of_memory;  /* here, what the CPU engine does not know */
  atomic_bool *stop;   /* set, on rank 0, when the run is to stop */
  SeidelPetscRows rows;
  Mat A;
  Mat product; /* A, or its copy in dense storage or of the type that the user's options ask for:
                  what multiplies */
  Mat preconditioned; /* what library preconditioners are made of: A where that is dense */
  Vec x;              /* as long as those of the run, whose elements they are lent for a product */
  Vec y;
  int64_t halo;     /* elements of other ranks that the own rows have columns of */
  int64_t received; /* those that come for a product: all of them where it is dense */
  /* For what works on the rank's own block of the matrix; made when it is first needed. */
  int64_t *block_offsets;
  SeidelCsrView block_view;
  SeidelOperator *block;
  /* For sweeps: the elements of other ranks, and b less what they contribute. */
  VecScatter scatter;
  Vec outer;
  Mat outer_A; /* borrowed from A */
  SeidelVector *rest;
  Vec rest_vec;
  double *sums; /* room for those of all ranks */
  size_t n_sums;
  double latency;       /* between rank 0 and this one, seconds; NaN: not measured */
  double bandwidth;     /* likewise, bytes a second */
  int64_t product_time; /* nanoseconds */
  int64_t reduction_time;
  int64_t n_reductions;
} SeidelPetsc;

/* The table, for run->session. Its contexts and operators are made by seidel_petsc_open (). */
extern const SeidelEngine seidel_petsc_engine;

/* Makes the rank of this process: reads its rows and gives them to PETSc. All ranks call it; an
 * error may be that of one of them. */
bool seidel_petsc_open (SeidelPetsc *self,
                        const SeidelClusterJob *job,
                        int job_fd,
                        int matrix_fd,
                        atomic_bool *stop,
                        GError **error);
void seidel_petsc_close (SeidelPetsc *self);

static inline SeidelContext *
seidel_petsc_context (SeidelPetsc *self)
{
  return (SeidelContext *) (void *) self;
}

static inline SeidelPetsc *
seidel_petsc_of (SeidelContext *context)
{
  return (SeidelPetsc *) (void *) context;
}

/* The matrix: there is one. */
static inline SeidelOperator *
seidel_petsc_operator (SeidelPetsc *self)
{
  return (SeidelOperator *) (void *) self;
}

/* Adds up slots first … first + n − 1 over all ranks, and agrees on failures and stops. */
void seidel_petsc_reduce (SeidelPetsc *self, SeidelScalar first, int n);

/* Whether the operations still have an effect. */
static inline bool
seidel_petsc_is_ready (const SeidelPetsc *self)
{
  return self->status.code == SEIDEL_STATUS_OK;
}

/* The elements of this rank. */
double *seidel_petsc_elements (const SeidelVector *vector);

/* The CPU engine's matrix of the rank's own block; NULL without memory, of which the others learn
 * with the next sum. */
SeidelOperator *seidel_petsc_block (SeidelPetsc *self);

/* y ← A x, or Aᵀ x */
void
seidel_petsc_multiply (SeidelPetsc *self, const SeidelVector *x, SeidelVector *y, bool transposed);

/* Lends the elements of two vectors to x and y of the rank, and takes them back with what was
 * computed in y, from a device where PETSc worked on one. */
void seidel_petsc_borrow (SeidelPetsc *self, const SeidelVector *x, SeidelVector *y);
void seidel_petsc_return (SeidelPetsc *self);

/* The members of SeidelEngine.library. */
SeidelLibrarySolver *seidel_petsc_library_create (SeidelContext *context,
                                                  SeidelOperator *A,
                                                  const char *id,
                                                  char *why,
                                                  size_t size);
void seidel_petsc_library_free (SeidelContext *context, SeidelLibrarySolver *solver);
void seidel_petsc_library_apply (SeidelContext *context,
                                 SeidelLibrarySolver *solver,
                                 bool transposed,
                                 const SeidelVector *r,
                                 SeidelVector *z);

/* The options that PETSc has not asked for so far, "-pc_tpye, -ksp_rtol"; NULL: none. Free with
 * g_free (). */
char *seidel_petsc_find_unused (void);

/* Sweeps of the rank's own block, from the elements that the other ranks have now; with levels, of
 * its rows by these colours, 1 … levels->count, of which all ranks have as many. */
SeidelSweep *seidel_petsc_sweep_new (SeidelContext *context,
                                     SeidelOperator *A,
                                     int strategy,
                                     SeidelDirection direction,
                                     const SeidelLevelsView *levels);
void seidel_petsc_sweep_free (SeidelContext *context, SeidelSweep *sweep);
SeidelMeasures seidel_petsc_sweep_measures (const SeidelSweep *sweep);
void seidel_petsc_sweep (SeidelContext *context,
                         SeidelSweep *sweep,
                         const SeidelVector *b,
                         SeidelVector *x,
                         double omega,
                         SeidelSweepReportFunc report,
                         void *report_data);

/* Messages between rank 0 and this one, in a few milliseconds and for some of the ranks if there
 * are many. All ranks call it. */
void seidel_petsc_measure_network (SeidelPetsc *self);

/* Seconds that this rank has spent in sending and receiving elements of vectors. */
double seidel_petsc_exchange_seconds (void);

/* MPI and PETSc, for this process. */
void seidel_petsc_start (void);

/* Prints lines of the stream at once; any rank and any thread. */
void seidel_petsc_print (const GString *text);

/* Ends all ranks unless code is that of a success. */
void seidel_petsc_check (PetscErrorCode code, const char *what);
G_NORETURN void seidel_petsc_abort (SeidelReason reason, const char *message);

G_END_DECLS
