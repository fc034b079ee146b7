/* The distributed engine: vectors, sums, and the table of its operations.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-petsc.h"

#include <stdio.h>
#include <string.h>

#include "base/seidel-clock.h"
#include "engine/seidel-distributed.h"

/* What goes beside the sums of a rank: its failure, and whether to stop. */
enum
{
  FAILURE,
  STOP,
  N_SIGNS
};

static double
own_failure (const SeidelPetsc *self)
{
  const SeidelStatusCode code = self->local.engine->contexts.status (self->local.context)->code;

  return code == SEIDEL_STATUS_OK && self->out_of_memory ? SEIDEL_STATUS_OUT_OF_MEMORY : code;
}

/* All take over the failure of one rank, with the number of its row in the whole matrix. */
static void
share_failure (SeidelPetsc *self, int rank)
{
  SeidelStatus status = { .code = SEIDEL_STATUS_OK, .row = -1 };

  if (rank == self->rank)
    {
      status = *self->local.engine->contexts.status (self->local.context);
      if (status.row >= 0)
        status.row = seidel_petsc_rows_number (&self->rows, status.row);
      if (status.code == SEIDEL_STATUS_OK)
        {
          status.code = SEIDEL_STATUS_OUT_OF_MEMORY;
          snprintf (status.message, sizeof status.message, "there is no memory left in rank %d",
                    rank);
        }
    }
  MPI_Bcast (&status, (int) sizeof status, MPI_BYTE, rank, self->comm);
  self->status = status;
}

static bool
make_room (SeidelPetsc *self, size_t n)
{
  if (n <= self->n_sums)
    return true;
  g_free (self->sums);
  self->sums = g_try_new (double, n);
  self->n_sums = self->sums != NULL ? n : 0;
  return self->sums != NULL;
}

void
seidel_petsc_reduce (SeidelPetsc *self, SeidelScalar first, int n)
{
  const SeidelEngine *local = self->local.engine;
  const int width = n + N_SIGNS;
  const int64_t begun = seidel_clock_now ();
  double *own;
  bool stop = false;

  if (!seidel_petsc_is_ready (self))
    return;
  if (!make_room (self, (size_t) width * (size_t) (self->ranks + 1)))
    seidel_petsc_abort (SEIDEL_REASON_OUT_OF_MEMORY,
                        "There is no memory for a sum over all ranks.");
  own = self->sums + (size_t) width * (size_t) self->ranks;
  own[FAILURE] = own_failure (self);
  own[STOP] = self->stop != NULL && atomic_load (self->stop);
  local->scalars.get (self->local.context, first, n, own + N_SIGNS);
  MPI_Allgather (own, width, MPI_DOUBLE, self->sums, width, MPI_DOUBLE, self->comm);
  /* In the order of the ranks: the bits are those of any machine, and of all ranks. */
  memset (own, 0, (size_t) width * sizeof *own);
  for (int rank = 0; rank < self->ranks; rank++)
    for (int k = 0; k < width; k++)
      own[k] += self->sums[(size_t) rank * (size_t) width + (size_t) k];
  for (int k = 0; k < n; k++)
    local->scalars.set (self->local.context, first + k, own[N_SIGNS + k]);
  stop = own[STOP] > 0.0;
  if (own[FAILURE] > 0.0)
    {
      int rank = 0;

      while (self->sums[(size_t) rank * (size_t) width + FAILURE] == 0.0)
        rank++;
      share_failure (self, rank);
    }
  else if (stop)
    self->status = (SeidelStatus){ .code = SEIDEL_STATUS_STOPPED, .row = -1 };
  self->reduction_time += seidel_clock_now () - begun;
  self->n_reductions++;
}

/* What follows has the form of the tables. An operation without a sum is the CPU engine's; one
 * that communicates comes before it, on all ranks or, after a failure, on none. */

static const SeidelStatus *
petsc_status (SeidelContext *context)
{
  return &seidel_petsc_of (context)->status;
}

static void
petsc_synchronize (SeidelContext *context)
{
}

static SeidelSession *
local_of (SeidelContext *context)
{
  return &seidel_petsc_of (context)->local;
}

static void
petsc_set (SeidelContext *context, SeidelScalar out, double value)
{
  seidel_session_set (local_of (context), out, value);
}

static void
petsc_divide_positive (SeidelContext *context, SeidelScalar out, SeidelScalar a, SeidelScalar b)
{
  const SeidelSession *local = local_of (context);

  local->engine->scalars.divide_positive (local->context, out, a, b);
}

static void
petsc_divide (SeidelContext *context, SeidelScalar out, SeidelScalar a, SeidelScalar b)
{
  seidel_session_divide (local_of (context), out, a, b);
}

static void
petsc_multiply_scalars (SeidelContext *context, SeidelScalar out, SeidelScalar a, SeidelScalar b)
{
  seidel_session_multiply_scalars (local_of (context), out, a, b);
}

static void
petsc_sqrt (SeidelContext *context, SeidelScalar out, SeidelScalar a)
{
  seidel_session_sqrt (local_of (context), out, a);
}

static void
petsc_get (SeidelContext *context, SeidelScalar first, int n, double *values)
{
  seidel_session_get (local_of (context), first, n, values);
}

/* All ranks have it, or none. */
static SeidelVector *
petsc_vector_new (SeidelContext *context, int64_t n)
{
  SeidelPetsc *self = seidel_petsc_of (context);
  SeidelVector *vector;

  if (!seidel_petsc_is_ready (self))
    return NULL;
  vector = seidel_session_vector_new (&self->local, n);
  seidel_petsc_reduce (self, 0, 0);
  if (seidel_petsc_is_ready (self))
    return vector;
  seidel_session_vector_free (&self->local, vector);
  return NULL;
}

static void
petsc_vector_free (SeidelContext *context, SeidelVector *vector)
{
  seidel_session_vector_free (local_of (context), vector);
}

static void
petsc_upload (SeidelContext *context, SeidelVector *to, const double *from)
{
  local_of (context)->engine->vectors.upload (local_of (context)->context, to, from);
}

static void
petsc_download (SeidelContext *context, double *to, const SeidelVector *from)
{
  local_of (context)->engine->vectors.download (local_of (context)->context, to, from);
}

static void
petsc_copy (SeidelContext *context, SeidelVector *to, const SeidelVector *from)
{
  if (seidel_petsc_is_ready (seidel_petsc_of (context)))
    seidel_session_copy (local_of (context), to, from);
}

static void
petsc_fill (SeidelContext *context, SeidelVector *y, double value)
{
  if (seidel_petsc_is_ready (seidel_petsc_of (context)))
    seidel_session_fill (local_of (context), y, value);
}

static void
petsc_scale (SeidelContext *context, SeidelVector *y, SeidelScalar alpha)
{
  if (seidel_petsc_is_ready (seidel_petsc_of (context)))
    seidel_session_scale (local_of (context), y, alpha);
}

static void
petsc_axpy (SeidelContext *context,
            SeidelVector *y,
            int sign,
            SeidelScalar alpha,
            const SeidelVector *x)
{
  if (seidel_petsc_is_ready (seidel_petsc_of (context)))
    seidel_session_axpy (local_of (context), y, sign, alpha, x);
}

static void
petsc_xpby (SeidelContext *context, SeidelVector *y, const SeidelVector *x, SeidelScalar beta)
{
  if (seidel_petsc_is_ready (seidel_petsc_of (context)))
    seidel_session_xpby (local_of (context), y, x, beta);
}

static void
petsc_dot (SeidelContext *context, SeidelScalar out, const SeidelVector *x, const SeidelVector *y)
{
  if (!seidel_petsc_is_ready (seidel_petsc_of (context)))
    return;
  seidel_session_dot (local_of (context), out, x, y);
  seidel_petsc_reduce (seidel_petsc_of (context), out, 1);
}

static void
petsc_multiply (SeidelContext *context, SeidelOperator *A, const SeidelVector *x, SeidelVector *y)
{
  if (seidel_petsc_is_ready (seidel_petsc_of (context)))
    seidel_petsc_multiply (seidel_petsc_of (context), x, y, false);
}

static void
petsc_multiply_transposed (SeidelContext *context,
                           SeidelOperator *A,
                           const SeidelVector *x,
                           SeidelVector *y)
{
  if (seidel_petsc_is_ready (seidel_petsc_of (context)))
    seidel_petsc_multiply (seidel_petsc_of (context), x, y, true);
}

static void
petsc_multiply_diagonal (SeidelContext *context,
                         SeidelOperator *A,
                         int power,
                         const SeidelVector *x,
                         SeidelVector *y)
{
  SeidelPetsc *self = seidel_petsc_of (context);
  SeidelOperator *block = seidel_petsc_is_ready (self) ? seidel_petsc_block (self) : NULL;

  if (block != NULL)
    seidel_session_multiply_diagonal (&self->local, block, power, x, y);
}

/* r ← b − A x on this rank's rows; r is not x. */
static void
subtract_product (SeidelPetsc *self, const SeidelVector *b, const SeidelVector *x, SeidelVector *r)
{
  const int64_t n = self->rows.end - self->rows.begin;
  const double *from = seidel_petsc_elements (b);
  double *to = seidel_petsc_elements (r);

  seidel_petsc_multiply (self, x, r, false);
  for (int64_t i = 0; i < n; i++)
    to[i] = from[i] - to[i];
}

static void
petsc_residual (SeidelContext *context,
                SeidelOperator *A,
                const SeidelVector *b,
                const SeidelVector *x,
                SeidelVector *r,
                SeidelScalar out)
{
  SeidelPetsc *self = seidel_petsc_of (context);

  if (!seidel_petsc_is_ready (self))
    return;
  subtract_product (self, b, x, r);
  petsc_dot (context, out, r, r);
}

static void
petsc_jacobi (SeidelContext *context,
              SeidelOperator *A,
              const SeidelVector *b,
              const SeidelVector *x,
              SeidelVector *y,
              SeidelScalar out)
{
  SeidelPetsc *self = seidel_petsc_of (context);
  const int64_t n = self->rows.end - self->rows.begin;
  const double *from;
  double *to;

  petsc_residual (context, A, b, x, y, out);
  petsc_multiply_diagonal (context, A, -1, y, y);
  if (!seidel_petsc_is_ready (self))
    return;
  from = seidel_petsc_elements (x);
  to = seidel_petsc_elements (y);
  for (int64_t i = 0; i < n; i++)
    to[i] += from[i];
}

static void
petsc_multiply_dot (SeidelContext *context,
                    SeidelOperator *A,
                    const SeidelVector *x,
                    SeidelVector *y,
                    SeidelScalar out)
{
  petsc_multiply (context, A, x, y);
  petsc_dot (context, out, x, y);
}

static void
petsc_multiply_dots (SeidelContext *context,
                     SeidelOperator *A,
                     const SeidelVector *x,
                     SeidelVector *y,
                     const SeidelVector *z,
                     SeidelScalar out)
{
  if (!seidel_petsc_is_ready (seidel_petsc_of (context)))
    return;
  petsc_multiply (context, A, x, y);
  seidel_session_dot (local_of (context), out, z, y);
  seidel_session_dot (local_of (context), out + 1, y, y);
  seidel_petsc_reduce (seidel_petsc_of (context), out, 2);
}

static void
petsc_divide_diagonal_dot (SeidelContext *context,
                           SeidelOperator *A,
                           const SeidelVector *x,
                           SeidelVector *y,
                           SeidelScalar out)
{
  SeidelPetsc *self = seidel_petsc_of (context);
  SeidelOperator *block = seidel_petsc_is_ready (self) ? seidel_petsc_block (self) : NULL;

  if (block != NULL)
    seidel_session_divide_diagonal_dot (&self->local, block, x, y, out);
  seidel_petsc_reduce (self, out, 1);
}

static void
petsc_dots (SeidelContext *context,
            SeidelScalar first,
            int n,
            const SeidelVector *const *x,
            const SeidelVector *y)
{
  if (!seidel_petsc_is_ready (seidel_petsc_of (context)))
    return;
  seidel_session_dots (local_of (context), first, n, x, y);
  seidel_petsc_reduce (seidel_petsc_of (context), first, n);
}

static void
petsc_axpys (SeidelContext *context,
             SeidelVector *y,
             int sign,
             SeidelScalar first,
             int n,
             const SeidelVector *const *x)
{
  if (seidel_petsc_is_ready (seidel_petsc_of (context)))
    seidel_session_axpys (local_of (context), y, sign, first, n, x);
}

static void
petsc_axpys_dot (SeidelContext *context,
                 SeidelVector *y,
                 int sign,
                 SeidelScalar first,
                 int n,
                 const SeidelVector *const *x,
                 SeidelScalar out)
{
  if (!seidel_petsc_is_ready (seidel_petsc_of (context)))
    return;
  seidel_session_axpys_dot (local_of (context), y, sign, first, n, x, out);
  seidel_petsc_reduce (seidel_petsc_of (context), out, 1);
}

static void
petsc_cg_update (SeidelContext *context,
                 SeidelVector *x,
                 SeidelVector *r,
                 SeidelScalar alpha,
                 const SeidelVector *p,
                 const SeidelVector *q,
                 SeidelScalar out)
{
  if (!seidel_petsc_is_ready (seidel_petsc_of (context)))
    return;
  seidel_session_cg_update (local_of (context), x, r, alpha, p, q, out);
  seidel_petsc_reduce (seidel_petsc_of (context), out, 1);
}

static void
petsc_bicgstab_direction (SeidelContext *context,
                          SeidelVector *p,
                          const SeidelVector *r,
                          SeidelScalar beta,
                          SeidelScalar omega,
                          const SeidelVector *v)
{
  if (seidel_petsc_is_ready (seidel_petsc_of (context)))
    seidel_session_bicgstab_direction (local_of (context), p, r, beta, omega, v);
}

static void
petsc_bicgstab_update (SeidelContext *context,
                       SeidelVector *x,
                       SeidelVector *r,
                       SeidelScalar alpha,
                       const SeidelVector *p,
                       SeidelScalar omega,
                       const SeidelVector *s,
                       const SeidelVector *t,
                       const SeidelVector *shadow,
                       SeidelScalar out)
{
  if (!seidel_petsc_is_ready (seidel_petsc_of (context)))
    return;
  seidel_session_bicgstab_update (local_of (context), x, r, alpha, p, omega, s, t, shadow, out);
  seidel_petsc_reduce (seidel_petsc_of (context), out, 2);
}

static const SeidelFusedOperations fused = {
  .multiply_dot = petsc_multiply_dot,
  .multiply_dots = petsc_multiply_dots,
  .divide_diagonal_dot = petsc_divide_diagonal_dot,
  .dots = petsc_dots,
  .axpys = petsc_axpys,
  .axpys_dot = petsc_axpys_dot,
  .cg_update = petsc_cg_update,
  .bicgstab_direction = petsc_bicgstab_direction,
  .bicgstab_update = petsc_bicgstab_update,
};

static const SeidelFusedOperations *
petsc_fused (SeidelContext *context)
{
  return &fused;
}

const SeidelEngine seidel_petsc_engine = {
  .abi = SEIDEL_ENGINE_ABI,
  .id = SEIDEL_DISTRIBUTED_ID,
  .contexts = { .status = petsc_status, .synchronize = petsc_synchronize, .fused = petsc_fused },
  .scalars = { .set = petsc_set,
               .divide = petsc_divide,
               .divide_positive = petsc_divide_positive,
               .multiply = petsc_multiply_scalars,
               .sqrt = petsc_sqrt,
               .get = petsc_get },
  .vectors = { .create = petsc_vector_new,
               .free = petsc_vector_free,
               .upload = petsc_upload,
               .download = petsc_download,
               .copy = petsc_copy,
               .fill = petsc_fill,
               .scale = petsc_scale,
               .axpy = petsc_axpy,
               .xpby = petsc_xpby,
               .dot = petsc_dot },
  .products = { .multiply = petsc_multiply,
                .multiply_transposed = petsc_multiply_transposed,
                .multiply_diagonal = petsc_multiply_diagonal,
                .residual = petsc_residual,
                .jacobi = petsc_jacobi },
  .sweeps = { .create = seidel_petsc_sweep_new,
              .free = seidel_petsc_sweep_free,
              .measures = seidel_petsc_sweep_measures,
              .run = seidel_petsc_sweep },
  .library = { .create = seidel_petsc_library_create,
               .free = seidel_petsc_library_free,
               .apply = seidel_petsc_library_apply },
};
