/* The CPU engine: its table, its contexts, and operations on vectors and scalars.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/seidel-cpu-sweep-private.h"
#include "engine/seidel-engines.h"
#include "base/seidel-translatable.h"

extern const SeidelCpuVectorKernels seidel_cpu_float_vector_kernels;
extern const SeidelCpuVectorKernels seidel_cpu_double_vector_kernels;
extern const SeidelCpuRowKernels seidel_cpu_float_row_kernels;
extern const SeidelCpuRowKernels seidel_cpu_double_row_kernels;
extern const SeidelCpuArrayKernels seidel_cpu_float_array_kernels;
extern const SeidelCpuArrayKernels seidel_cpu_double_array_kernels;
extern const SeidelCpuSweepKernels seidel_cpu_float_sweep_kernels;
extern const SeidelCpuSweepKernels seidel_cpu_double_sweep_kernels;
extern const SeidelNarrowingOperations seidel_cpu_narrowing;
extern const SeidelFusedOperations seidel_cpu_float_fused;
extern const SeidelFusedOperations seidel_cpu_double_fused;

static const SeidelCpuKernels kernels[2] = {
  { &seidel_cpu_float_vector_kernels, &seidel_cpu_float_row_kernels,
    &seidel_cpu_float_array_kernels, &seidel_cpu_float_sweep_kernels, &seidel_cpu_float_fused },
  { &seidel_cpu_double_vector_kernels, &seidel_cpu_double_row_kernels,
    &seidel_cpu_double_array_kernels, &seidel_cpu_double_sweep_kernels, &seidel_cpu_double_fused },
};

SeidelCpuVariant
seidel_cpu_choose_variant (int arithmetic, bool portable)
{
  static const SeidelCpuVariant variants[] = {
    [0] = SEIDEL_CPU_WIDE,
    [SEIDEL_ARITHMETIC_COMPENSATED] = SEIDEL_CPU_COMPENSATED,
    [SEIDEL_ARITHMETIC_FUSED] = SEIDEL_CPU_FUSED,
    [SEIDEL_ARITHMETIC_FUSED | SEIDEL_ARITHMETIC_COMPENSATED] = SEIDEL_CPU_FUSED_COMPENSATED,
  };

#ifdef SEIDEL_CPU_X86
  portable = portable || !__builtin_cpu_supports ("avx2")
             || ((arithmetic & SEIDEL_ARITHMETIC_FUSED) != 0 && !__builtin_cpu_supports ("fma"));
#endif
  if (portable)
    return arithmetic == 0 ? SEIDEL_CPU_BASE : SEIDEL_CPU_ANY;
  return variants[arithmetic];
}

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
  context->kernels = &kernels[settings->precision != SEIDEL_PRECISION_SINGLE];
  context->variant = seidel_cpu_choose_variant (settings->arithmetic, false);
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
  free (context->room);
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

static const SeidelFusedOperations *
cpu_fused (SeidelContext *context)
{
  return seidel_cpu_kernels (context)->fused;
}

static void
cpu_vector_upload (SeidelContext *context, SeidelVector *to, const double *from)
{
  const SeidelCpuOrder *order = seidel_cpu_order_of (context, to);

  if (seidel_cpu_ready (context))
    seidel_cpu_kernels (context)->vectors->upload (context, from, to->elements, to->n,
                                                   order != NULL ? order->rows : NULL);
}

static void
cpu_vector_download (SeidelContext *context, double *to, const SeidelVector *from)
{
  const SeidelCpuOrder *order = seidel_cpu_order_of (context, from);

  /* Also after a failure: the last iterate is what the user has. */
  seidel_cpu_kernels (context)->vectors->download (context, from->elements, to, from->n,
                                                   order != NULL ? order->places : NULL);
}

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
cpu_scalar_divide_positive (SeidelContext *context,
                            SeidelScalar out,
                            SeidelScalar a,
                            SeidelScalar b)
{
  const bool positive = !(context->scalars[a] <= 0.0) && !(context->scalars[b] <= 0.0);

  context->scalars[out] = positive ? context->scalars[a] / context->scalars[b] : 0.0;
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
    seidel_cpu_kernels (context)->vectors->fill (context, y->elements, value, y->n);
}

static void
cpu_scale (SeidelContext *context, SeidelVector *y, SeidelScalar alpha)
{
  if (seidel_cpu_ready (context))
    seidel_cpu_kernels (context)->vectors->scale (context, y->elements, context->scalars[alpha],
                                                  y->n);
}

static void
cpu_axpy (SeidelContext *context,
          SeidelVector *y,
          int sign,
          SeidelScalar alpha,
          const SeidelVector *x)
{
  if (seidel_cpu_ready (context))
    seidel_cpu_kernels (context)->vectors->axpy (context, y->elements,
                                                 sign * context->scalars[alpha], x->elements, y->n);
}

static void
cpu_xpby (SeidelContext *context, SeidelVector *y, const SeidelVector *x, SeidelScalar beta)
{
  if (seidel_cpu_ready (context))
    seidel_cpu_kernels (context)->vectors->xpby (context, y->elements, x->elements,
                                                 context->scalars[beta], y->n);
}

static void
cpu_dot (SeidelContext *context, SeidelScalar out, const SeidelVector *x, const SeidelVector *y)
{
  if (seidel_cpu_ready (context))
    context->scalars[out] =
      seidel_cpu_kernels (context)->vectors->dot (context, x->elements, y->elements, x->n);
}

static const SeidelEngine cpu_engine = {
  .abi = SEIDEL_ENGINE_ABI,
  .id = "cpu",
  .name = "CPU",
  .sentence = N_ ("This machine's processors, through OpenMP."),
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
                .synchronize = cpu_synchronize,
                .fused = cpu_fused },
  .operators = { .create = seidel_cpu_operator_new, .free = seidel_cpu_operator_free },
  .scalars = { .set = cpu_scalar_set,
               .divide = cpu_scalar_divide,
               .divide_positive = cpu_scalar_divide_positive,
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
  .products = { .multiply = seidel_cpu_multiply,
                .multiply_transposed = seidel_cpu_multiply_transposed,
                .multiply_diagonal = seidel_cpu_multiply_diagonal,
                .residual = seidel_cpu_residual,
                .jacobi = seidel_cpu_jacobi },
  .explain_sweep = seidel_cpu_trial_found,
  .narrowing = &seidel_cpu_narrowing,
  .sweeps = { .create = seidel_cpu_sweep_new,
              .free = seidel_cpu_sweep_free,
              .measures = seidel_cpu_sweep_measures,
              .run = seidel_cpu_sweep },
  .relaxations = { .create = seidel_cpu_relaxation_new,
                   .free = seidel_cpu_relaxation_free,
                   .step = seidel_cpu_relaxation_step,
                   .restart = seidel_cpu_relaxation_restart },
};

const SeidelEngine *
seidel_cpu_engine (void)
{
  return &cpu_engine;
}
