/* The CPU engine: its table, its objects, and dispatch to the kernels of the precision in use.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sched.h>
#include <time.h>

#include "engine/seidel-cpu-sweep-private.h"
#include "engine/seidel-engines.h"
#include "base/seidel-pages.h"

/* --- small parts ------------------------------------------------------------------------------ */

int64_t
seidel_cpu_clock (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (int64_t) now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Tells the processor that this is a loop that waits. */
static inline void
relax (void)
{
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause ();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

/* Rounds of waiting after which a thread gives way. */
#define SPINS_BEFORE_YIELD 200

void
seidel_cpu_barrier_wait (SeidelCpuBarrier *barrier)
{
  unsigned int round = atomic_load_explicit (&barrier->round, memory_order_relaxed);

  if (atomic_fetch_add_explicit (&barrier->waiting, 1, memory_order_acq_rel)
      == barrier->threads - 1)
    {
      atomic_store_explicit (&barrier->waiting, 0, memory_order_relaxed);
      atomic_store_explicit (&barrier->round, round + 1, memory_order_release);
      return;
    }
  for (int spins = 0; atomic_load_explicit (&barrier->round, memory_order_acquire) == round;
       spins++)
    if (spins >= SPINS_BEFORE_YIELD)
      sched_yield ();
    else
      relax ();
}

bool
seidel_cpu_progress_wait (SeidelContext *context, SeidelCpuProgress *progress, int count)
{
  for (int spins = 0; atomic_load_explicit (&progress->count, memory_order_acquire) < count;
       spins++)
    if (spins < SPINS_BEFORE_YIELD)
      relax ();
    else if (seidel_cpu_stopped (context))
      return false;
    else
      sched_yield ();
  return true;
}

/* Every stride-th of the partial sums, compensated where all sums are. */
static double
sum_every (const SeidelContext *context, const double *partials, int64_t n, int stride)
{
  bool compensated = (context->settings.arithmetic & SEIDEL_ARITHMETIC_COMPENSATED) != 0;
  double sum = 0.0;
  double excess = 0.0;

  for (int64_t i = 0; i < n; i++)
    {
      double wanted = partials[i * stride] - excess;
      double grown = sum + wanted;

      if (compensated)
        excess = (grown - sum) - wanted;
      sum = grown;
    }
  return sum;
}

double
seidel_cpu_sum_partials (const SeidelContext *context, int64_t n)
{
  return sum_every (context, context->partials, n, 1);
}

void
seidel_cpu_sum_pairs (const SeidelContext *context, int64_t n, double sums[2])
{
  sums[0] = sum_every (context, context->partials, n, 2);
  sums[1] = sum_every (context, context->partials + 1, n, 2);
}

void
seidel_cpu_note_level (const SeidelSweep *sweep,
                       int32_t level,
                       int64_t *nanoseconds,
                       int64_t *before)
{
  int64_t now = seidel_cpu_clock ();

  nanoseconds[sweep->descending ? sweep->n_levels - 1 - level : level] = now - *before;
  *before = now;
}

void
seidel_cpu_fail (SeidelContext *context, SeidelStatusCode code, int64_t row, const char *message)
{
  if (context->status.code != SEIDEL_STATUS_OK)
    return;
  context->status.code = code;
  context->status.row = row;
  snprintf (context->status.message, sizeof context->status.message, "%s", message);
}

void
seidel_cpu_note_stop (SeidelContext *context)
{
  if (atomic_load_explicit (&context->stopped, memory_order_relaxed))
    seidel_cpu_fail (context, SEIDEL_STATUS_STOPPED, -1, "");
}

void *
seidel_cpu_allocate (SeidelContext *context, int64_t n, size_t size)
{
  void *memory = seidel_pages_alloc ((size_t) n * size);
  char message[120];

  if (memory == NULL)
    {
      snprintf (message, sizeof message, "%.1f MB more did not fit into memory",
                (double) n * (double) size / 1e6);
      seidel_cpu_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1, message);
    }
  return memory;
}

/* Bytes cleared between two polls. A system that hands its memory out slowly, as a crowded host of
 * virtual machines does, takes milliseconds for so much. */
#define BYTES_PER_POLL ((int64_t) 1 << 20)

void *
seidel_cpu_allocate_zeroed (SeidelContext *context, int64_t n, size_t size)
{
  char *memory = seidel_cpu_allocate (context, n, size);
  int64_t bytes = n * (int64_t) size;
  int64_t n_pieces = memory != NULL ? (bytes + BYTES_PER_POLL - 1) / BYTES_PER_POLL : 0;

#pragma omp parallel for num_threads(context->settings.threads) schedule(static) if (n_pieces > 1)
  for (int64_t piece = 0; piece < n_pieces; piece++)
    if (!seidel_cpu_stopped_at (context, piece, 1))
      memset (memory + piece * BYTES_PER_POLL, 0,
              (size_t) (bytes - piece * BYTES_PER_POLL < BYTES_PER_POLL
                          ? bytes - piece * BYTES_PER_POLL
                          : BYTES_PER_POLL));
  seidel_cpu_note_stop (context);
  if (memory != NULL && !seidel_cpu_ready (context))
    {
      free (memory);
      memory = NULL;
    }
  return memory;
}

bool
seidel_cpu_reserve_partials (SeidelContext *context, int64_t n)
{
  double *partials;

  if (n <= context->n_partials)
    return true;
  partials = seidel_cpu_allocate (context, n, sizeof *partials);
  if (partials == NULL)
    return false;
  free (context->partials);
  context->partials = partials;
  context->n_partials = n;
  return true;
}

/* --- contexts --------------------------------------------------------------------------------- */

static bool
cpu_available (char *why, size_t size)
{
  return true;
}

static SeidelContext *
cpu_context_new (const SeidelContextSettings *settings, SeidelStatus *status)
{
  SeidelContext *context = calloc (1, sizeof *context);

  status->code = SEIDEL_STATUS_OK;
  status->row = -1;
  status->message[0] = '\0';
  if (context == NULL)
    {
      status->code = SEIDEL_STATUS_OUT_OF_MEMORY;
      return NULL;
    }
  context->settings = *settings;
  if (context->settings.threads < 1)
    context->settings.threads = 1;
  context->kernels = seidel_cpu_find_kernels (settings->precision, settings->arithmetic, false);
  context->status.row = -1;
  atomic_init (&context->stopped, false);
  return context;
}

static void
cpu_context_free (SeidelContext *context)
{
  if (context == NULL)
    return;
  seidel_cpu_order_free (context->order);
  free (context->partials);
  free (context);
}

static const SeidelStatus *
cpu_status (SeidelContext *context)
{
  return &context->status;
}

static void
cpu_synchronize (SeidelContext *context)
{
}

/* --- vectors ---------------------------------------------------------------------------------- */

void
seidel_cpu_vector_free (SeidelContext *context, SeidelVector *vector)
{
  if (vector == NULL)
    return;
  if (vector->previous != NULL)
    vector->previous->next = vector->next;
  else if (context->vectors == vector)
    context->vectors = vector->next;
  if (vector->next != NULL)
    vector->next->previous = vector->previous;
  free (vector->elements);
  free (vector);
}

SeidelVector *
seidel_cpu_vector_new (SeidelContext *context, int64_t n)
{
  SeidelVector *vector = calloc (1, sizeof *vector);

  if (vector == NULL || !seidel_cpu_ready (context)
      || !seidel_cpu_reserve_partials (context, n / SEIDEL_CPU_BLOCK + 1)
      || (vector->elements =
            seidel_cpu_allocate_zeroed (context, n, seidel_cpu_real_size (context)))
           == NULL)
    {
      seidel_cpu_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                       "a vector did not fit into memory");
      seidel_cpu_vector_free (context, vector);
      return NULL;
    }
  vector->n = n;
  vector->next = context->vectors;
  if (vector->next != NULL)
    vector->next->previous = vector;
  context->vectors = vector;
  return vector;
}

static void
cpu_vector_upload (SeidelContext *context, SeidelVector *to, const double *from)
{
  const SeidelCpuOrder *order = seidel_cpu_order_of (context, to);

  if (seidel_cpu_ready (context))
    seidel_cpu_kernels (context)->upload (context, from, to->elements, to->n,
                                          order != NULL ? order->rows : NULL);
}

static void
cpu_vector_download (SeidelContext *context, double *to, const SeidelVector *from)
{
  const SeidelCpuOrder *order = seidel_cpu_order_of (context, from);

  /* Also after a failure: the last iterate is what the user has. */
  seidel_cpu_kernels (context)->download (context, from->elements, to, from->n,
                                          order != NULL ? order->places : NULL);
}

/* --- scalars ---------------------------------------------------------------------------------- */

static void
cpu_scalar_set (SeidelContext *context, SeidelScalar out, double value)
{
  context->scalars[out] = value;
}

static void
cpu_scalar_divide (SeidelContext *context, SeidelScalar out, SeidelScalar a, SeidelScalar b)
{
  context->scalars[out] = context->scalars[a] / context->scalars[b];
}

static void
cpu_scalar_multiply (SeidelContext *context, SeidelScalar out, SeidelScalar a, SeidelScalar b)
{
  context->scalars[out] = context->scalars[a] * context->scalars[b];
}

static void
cpu_scalar_sqrt (SeidelContext *context, SeidelScalar out, SeidelScalar a)
{
  context->scalars[out] = sqrt (context->scalars[a]);
}

static void
cpu_scalars_get (SeidelContext *context, SeidelScalar first, int n, double *values)
{
  memcpy (values, context->scalars + first, (size_t) n * sizeof *values);
}

/* --- operations: each does nothing after a failure -------------------------------------------- */

static void
cpu_copy (SeidelContext *context, SeidelVector *to, const SeidelVector *from)
{
  if (seidel_cpu_ready (context))
    memcpy (to->elements, from->elements, (size_t) to->n * seidel_cpu_real_size (context));
}

static void
cpu_fill (SeidelContext *context, SeidelVector *y, double value)
{
  if (seidel_cpu_ready (context))
    seidel_cpu_kernels (context)->fill (context, y->elements, value, y->n);
}

static void
cpu_scale (SeidelContext *context, SeidelVector *y, SeidelScalar alpha)
{
  if (seidel_cpu_ready (context))
    seidel_cpu_kernels (context)->scale (context, y->elements, context->scalars[alpha], y->n);
}

static void
cpu_axpy (SeidelContext *context,
          SeidelVector *y,
          int sign,
          SeidelScalar alpha,
          const SeidelVector *x)
{
  if (seidel_cpu_ready (context))
    seidel_cpu_kernels (context)->axpy (context, y->elements, sign * context->scalars[alpha],
                                        x->elements, y->n);
}

static void
cpu_xpby (SeidelContext *context, SeidelVector *y, const SeidelVector *x, SeidelScalar beta)
{
  if (seidel_cpu_ready (context))
    seidel_cpu_kernels (context)->xpby (context, y->elements, x->elements, context->scalars[beta],
                                        y->n);
}

static void
cpu_dot (SeidelContext *context, SeidelScalar out, const SeidelVector *x, const SeidelVector *y)
{
  if (seidel_cpu_ready (context))
    context->scalars[out] =
      seidel_cpu_kernels (context)->dot (context, x->elements, y->elements, x->n);
}

static void
cpu_dots (SeidelContext *context,
          SeidelScalar first,
          int n,
          const SeidelVector *const *x,
          const SeidelVector *y)
{
  if (seidel_cpu_ready (context)
      && seidel_cpu_reserve_partials (context, n * (y->n / SEIDEL_CPU_BLOCK + 1)))
    seidel_cpu_kernels (context)->dots (context, x, n, y->elements, y->n, context->scalars + first);
  seidel_cpu_note_stop (context);
}

static void
cpu_axpys (SeidelContext *context,
           SeidelVector *y,
           int sign,
           SeidelScalar first,
           int n,
           const SeidelVector *const *x)
{
  if (seidel_cpu_ready (context))
    seidel_cpu_kernels (context)->axpys (context, y->elements, sign, context->scalars + first, x, n,
                                         y->n);
  seidel_cpu_note_stop (context);
}

static void
cpu_cg_update (SeidelContext *context,
               SeidelVector *x,
               SeidelVector *r,
               SeidelScalar alpha,
               const SeidelVector *p,
               const SeidelVector *q,
               SeidelScalar out)
{
  if (seidel_cpu_ready (context))
    context->scalars[out] =
      seidel_cpu_kernels (context)->cg_update (context, x->elements, r->elements,
                                               context->scalars[alpha], p->elements, q->elements,
                                               x->n);
}

double
seidel_cpu_product (SeidelContext *context,
                    const SeidelOperator *A,
                    SeidelCpuProduct product,
                    const void *b,
                    const void *x,
                    void *y)
{
  const SeidelCpuKernels *kernels = seidel_cpu_kernels (context);

  if (A->storage != SEIDEL_STORAGE_CSR)
    return kernels->array_product (context, A, product, b, x, y);
  switch (product)
    {
    case SEIDEL_CPU_MULTIPLY_DOT:
      return kernels->multiply_dot (context, A, x, y);
    case SEIDEL_CPU_RESIDUAL:
      return kernels->residual (context, A, b, x, y);
    case SEIDEL_CPU_JACOBI:
      return kernels->jacobi (context, A, b, x, y);
    case SEIDEL_CPU_MULTIPLY:
    case SEIDEL_CPU_MULTIPLY_TRANSPOSED:
    default:
      kernels->multiply (context, A, x, y);
      return 0.0;
    }
}

static void
cpu_axpys_dot (SeidelContext *context,
               SeidelVector *y,
               int sign,
               SeidelScalar first,
               int n,
               const SeidelVector *const *x,
               SeidelScalar out)
{
  if (seidel_cpu_ready (context))
    context->scalars[out] =
      seidel_cpu_kernels (context)->axpys_dot (context, y->elements, sign, context->scalars + first,
                                               x, n, y->n);
  seidel_cpu_note_stop (context);
}

static void
cpu_bicgstab_turn (SeidelContext *context,
                   SeidelVector *p,
                   const SeidelVector *r,
                   SeidelScalar beta,
                   SeidelScalar omega,
                   const SeidelVector *v)
{
  if (seidel_cpu_ready (context))
    seidel_cpu_kernels (context)->bicgstab_turn (context, p->elements, r->elements,
                                                 context->scalars[beta], context->scalars[omega],
                                                 v->elements, p->n);
}

static void
cpu_bicgstab_update (SeidelContext *context,
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
  const double steps[2] = { context->scalars[alpha], context->scalars[omega] };

  if (seidel_cpu_ready (context)
      && seidel_cpu_reserve_partials (context, 2 * (x->n / SEIDEL_CPU_BLOCK + 1)))
    seidel_cpu_kernels (context)->bicgstab_update (context, x->elements, r->elements, steps,
                                                   p->elements, s->elements, t->elements,
                                                   shadow->elements, x->n, context->scalars + out);
}

static void
cpu_multiply (SeidelContext *context, SeidelOperator *A, const SeidelVector *x, SeidelVector *y)
{
  if (seidel_cpu_ready (context))
    seidel_cpu_product (context, A, SEIDEL_CPU_MULTIPLY, NULL, x->elements, y->elements);
  seidel_cpu_note_stop (context);
}

static void
cpu_multiply_dot (SeidelContext *context,
                  SeidelOperator *A,
                  const SeidelVector *x,
                  SeidelVector *y,
                  SeidelScalar out)
{
  if (seidel_cpu_ready (context))
    context->scalars[out] =
      seidel_cpu_product (context, A, SEIDEL_CPU_MULTIPLY_DOT, NULL, x->elements, y->elements);
  seidel_cpu_note_stop (context);
}

static void
cpu_multiply_dots (SeidelContext *context,
                   SeidelOperator *A,
                   const SeidelVector *x,
                   SeidelVector *y,
                   const SeidelVector *z,
                   SeidelScalar out)
{
  const SeidelCpuKernels *kernels = seidel_cpu_kernels (context);
  double *sums = context->scalars + out;

  if (!seidel_cpu_ready (context) || !seidel_cpu_reserve_partials (context, 2 * A->n_chunks))
    return;
  if (A->storage == SEIDEL_STORAGE_CSR)
    kernels->multiply_dots (context, A, x->elements, y->elements, z->elements, sums);
  else
    {
      seidel_cpu_product (context, A, SEIDEL_CPU_MULTIPLY, NULL, x->elements, y->elements);
      sums[0] = kernels->dot (context, z->elements, y->elements, y->n);
      sums[1] = kernels->dot (context, y->elements, y->elements, y->n);
    }
  seidel_cpu_note_stop (context);
}

static void
cpu_multiply_transposed (SeidelContext *context,
                         SeidelOperator *A,
                         const SeidelVector *x,
                         SeidelVector *y)
{
  const SeidelOperator *transposed = A;

  /* An array is gone through either way as it stands. */
  if (A->storage == SEIDEL_STORAGE_CSR)
    transposed = seidel_cpu_transposed (context, A);
  if (seidel_cpu_ready (context) && transposed != NULL)
    seidel_cpu_product (context, transposed, SEIDEL_CPU_MULTIPLY_TRANSPOSED, NULL, x->elements,
                        y->elements);
  seidel_cpu_note_stop (context);
}

static void
cpu_multiply_diagonal (SeidelContext *context,
                       SeidelOperator *A,
                       int power,
                       const SeidelVector *x,
                       SeidelVector *y)
{
  const void *diagonal = seidel_cpu_diagonal (context, A);

  if (diagonal != NULL)
    seidel_cpu_kernels (context)->multiply_diagonal (context, diagonal, power < 0, x->elements,
                                                     y->elements, x->n);
}

static void
cpu_divide_diagonal_dot (SeidelContext *context,
                         SeidelOperator *A,
                         const SeidelVector *x,
                         SeidelVector *y,
                         SeidelScalar out)
{
  const void *diagonal = seidel_cpu_diagonal (context, A);

  if (diagonal != NULL)
    context->scalars[out] =
      seidel_cpu_kernels (context)->divide_diagonal_dot (context, diagonal, x->elements,
                                                         y->elements, x->n);
}

static void
cpu_residual (SeidelContext *context,
              SeidelOperator *A,
              const SeidelVector *b,
              const SeidelVector *x,
              SeidelVector *r,
              SeidelScalar out)
{
  if (seidel_cpu_ready (context))
    context->scalars[out] =
      seidel_cpu_product (context, A, SEIDEL_CPU_RESIDUAL, b->elements, x->elements, r->elements);
  seidel_cpu_note_stop (context);
}

static void
cpu_jacobi (SeidelContext *context,
            SeidelOperator *A,
            const SeidelVector *b,
            const SeidelVector *x,
            SeidelVector *y,
            SeidelScalar out)
{
  if (seidel_cpu_ensure_diagonal (context, A))
    context->scalars[out] =
      seidel_cpu_product (context, A, SEIDEL_CPU_JACOBI, b->elements, x->elements, y->elements);
  seidel_cpu_note_stop (context);
}

/* --- the table ---------------------------------------------------------------------------------
 */

static const SeidelEngine cpu_engine = {
  .abi = SEIDEL_ENGINE_ABI,
  .id = "cpu",
  .name = "CPU",
  .sentence = "This machine's processors, through OpenMP.",
  .strategies = seidel_cpu_strategies,
  .n_strategies = SEIDEL_CPU_N_STRATEGIES,
  .storages = 1 << SEIDEL_STORAGE_CSR | 1 << SEIDEL_STORAGE_DIAGONALS | 1 << SEIDEL_STORAGE_DENSE,
  .arithmetics = SEIDEL_ARITHMETIC_FUSED | SEIDEL_ARITHMETIC_COMPENSATED,
  .uses_threads = true,
  .chooses_by_levels = true,
  .available = cpu_available,
  .choose_strategy = seidel_cpu_choose_strategy,
  .needed_bytes = seidel_cpu_needed_bytes,
  .contexts = { .create = cpu_context_new,
                .free = cpu_context_free,
                .status = cpu_status,
                .synchronize = cpu_synchronize },
  .operators = { .create = seidel_cpu_system_new, .free = seidel_cpu_system_free },
  .scalars = { .set = cpu_scalar_set,
               .divide = cpu_scalar_divide,
               .multiply = cpu_scalar_multiply,
               .sqrt = cpu_scalar_sqrt,
               .get = cpu_scalars_get },
  .vectors = { .create = seidel_cpu_vector_new,
               .free = seidel_cpu_vector_free,
               .upload = cpu_vector_upload,
               .download = cpu_vector_download,
               .copy = cpu_copy,
               .fill = cpu_fill,
               .scale = cpu_scale,
               .axpy = cpu_axpy,
               .xpby = cpu_xpby,
               .dot = cpu_dot },
  .products = { .multiply = cpu_multiply,
                .multiply_transposed = cpu_multiply_transposed,
                .multiply_diagonal = cpu_multiply_diagonal,
                .residual = cpu_residual,
                .jacobi = cpu_jacobi },
  .sweeps = { .create = seidel_cpu_sweep_new,
              .free = seidel_cpu_sweep_free,
              .run = seidel_cpu_sweep },
  .fused = { .multiply_dot = cpu_multiply_dot,
             .multiply_dots = cpu_multiply_dots,
             .divide_diagonal_dot = cpu_divide_diagonal_dot,
             .dots = cpu_dots,
             .axpys = cpu_axpys,
             .axpys_dot = cpu_axpys_dot,
             .cg_update = cpu_cg_update,
             .bicgstab_direction = cpu_bicgstab_turn,
             .bicgstab_update = cpu_bicgstab_update,
             .solve_triangle = seidel_cpu_solve_triangle },
  .relaxations = { .create = seidel_cpu_chain_new,
                   .free = seidel_cpu_chain_free,
                   .step = seidel_cpu_chain_step },
};

const SeidelEngine *
seidel_cpu_engine (void)
{
  return &cpu_engine;
}
