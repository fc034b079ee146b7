/* The module of fake-device.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fake-device.h"

#include <stdio.h>
#include <string.h>
#include <gmodule.h>

#include "engine/seidel-engines.h"
#include "factor/seidel-cuda-cudss.h"

#define MOST_STRATEGIES 8
#define MOST_LOANS      64

/* A vector that no machine has memory for. */
#define TOO_LONG (INT64_C (1) << 45)

G_MODULE_EXPORT FakeDevice fake_device = { .lost_after = -1 };

/* Memory of the device, which here is the host's. A vector that is lent has a copy of its elements
 * until it is settled, which is what the interface promises and no more. */
typedef struct
{
  SeidelVector *vector;
  void *elements;
  int64_t n;
} Loan;

static Loan loans[MOST_LOANS];
static SeidelPrecision precision; /* of the latest context */

static Loan *
find_loan (const SeidelVector *vector)
{
  Loan *loan = loans;

  while (loan->vector != vector)
    loan++;
  return loan;
}

static const SeidelStatus lost_status = {
  .code = SEIDEL_STATUS_DEVICE_LOST,
  .row = -1,
  .message = "The device was lost in a test.",
};

static bool
available (char *why, size_t size)
{
  if (fake_device.lost)
    snprintf (why, size, "The device is gone.");
  return !fake_device.lost;
}

static int
choose_strategy (const SeidelCsrView *matrix,
                 const SeidelLevelsView *levels,
                 int threads,
                 char *why,
                 size_t size,
                 SeidelSweepForecast *forecast)
{
  fake_device.choices++;
  fake_device.saw_levels += levels != NULL;
  snprintf (why, size, "it is the first");
  if (forecast != NULL)
    *forecast = (SeidelSweepForecast){ fake_device.sweep_seconds, fake_device.counts_levels };
  return 0;
}

static void
expect (const SeidelEngineDemand *demand, int threads, int32_t levels, SeidelEngineCosts *costs)
{
  *costs = fake_device.costs;
}

static double
needed_bytes (const SeidelEngineDemand *demand)
{
  fake_device.demand = *demand;
  return seidel_cpu_engine ()->needed_bytes (demand) + fake_device.bytes_of_level * demand->levels;
}

static int
count (void)
{
  return MAX (fake_device.devices, 1);
}

static double
load (int device)
{
  return 0.25 * device;
}

static bool
memory (int device, int64_t *free_bytes, int64_t *total_bytes)
{
  *free_bytes = fake_device.free_bytes;
  *total_bytes = fake_device.total_bytes;
  return true;
}

/* From now on nothing has an effect: for that, the context of the CPU must have failed, too. */
static void
lose (SeidelContext *context)
{
  fake_device.lost = 1;
  (void) seidel_cpu_engine ()->vectors.create (context, TOO_LONG);
}

static void
mark (SeidelContext *context, bool end)
{
  fake_device.marks += end ? 1 : 0;
  if (end && fake_device.marks == fake_device.lost_at_mark)
    lose (context);
}

static void
measure (SeidelContext *context, SeidelEngineTimes *times)
{
  const int64_t bytes = FAKE_DEVICE_BYTES;

  *times = (SeidelEngineTimes){ .to_bytes = bytes,
                                .to_nanoseconds = 1000,
                                .from_bytes = 2 * bytes,
                                .from_nanoseconds = 3000,
                                .work_nanoseconds = FAKE_DEVICE_WORK,
                                .marked_nanoseconds = FAKE_DEVICE_MARKED };
  fake_device.measures++;
}

static bool
capacity (int device, SeidelDeviceCapacity *found)
{
  *found = (SeidelDeviceCapacity){ .warps = 64, .bandwidth = 1e9 };
  if (fake_device.devices > 1)
    snprintf (found->name, sizeof found->name, "Fake %c", 'A' + device);
  return true;
}

/* Two rows, where the run is profiled. */
static int
kernels (SeidelContext *context, SeidelKernelTimes *rows, int most)
{
  if (!fake_device.profile || most < 2)
    return 0;
  rows[0] = (SeidelKernelTimes){ "multiply, dot", 4, 400, 50, 200, 0, 0 };
  rows[1] = (SeidelKernelTimes){ "jj", 3, 3000, 1000, 1000, 200, 50 };
  return 2;
}

static const SeidelStatus *
status (SeidelContext *context)
{
  if (++fake_device.asked == fake_device.lost_at)
    lose (context);
  return fake_device.lost ? &lost_status : seidel_cpu_engine ()->contexts.status (context);
}

static SeidelContext *
context_new (const SeidelContextSettings *settings, SeidelStatus *failure)
{
  fake_device.contexts++;
  fake_device.shape = settings->shape;
  precision = settings->precision;
  fake_device.profile = settings->profile;
  __atomic_fetch_or (&fake_device.used, 1u << settings->device, __ATOMIC_RELAXED);
  fake_device.single = settings->precision == SEIDEL_PRECISION_SINGLE;
  return seidel_cpu_engine ()->contexts.create (settings, failure);
}

static SeidelVector *
vector_new (SeidelContext *context, int64_t n)
{
  fake_device.vectors++;
  if (fake_device.vectors > fake_device.most_vectors)
    fake_device.most_vectors = fake_device.vectors;
  return seidel_cpu_engine ()->vectors.create (context, n);
}

static void
vector_free (SeidelContext *context, SeidelVector *vector)
{
  for (size_t i = 0; i < MOST_LOANS; i++)
    if (vector != NULL && loans[i].vector == vector)
      loans[i].vector = NULL;
  fake_device.vectors--;
  seidel_cpu_engine ()->vectors.free (context, vector);
}

static void
count_work (void)
{
  if (fake_device.lost_after >= 0 && fake_device.lost_after-- == 0)
    fake_device.lost = 1;
}

static void
residual (SeidelContext *context,
          SeidelOperator *A,
          const SeidelVector *b,
          const SeidelVector *x,
          SeidelVector *r,
          SeidelScalar out)
{
  count_work ();
  seidel_cpu_engine ()->products.residual (context, A, b, x, r, out);
}

/* Slots as they were when they were noted. */
static double noted[SEIDEL_SCALARS];

static void
note (SeidelContext *context)
{
  fake_device.notes++;
  seidel_cpu_engine ()->scalars.get (context, 0, SEIDEL_SCALARS, noted);
}

static void
fetch (SeidelContext *context, SeidelScalar first, int n, double *values)
{
  if (fake_device.fetches_late)
    seidel_cpu_engine ()->scalars.get (context, first, n, values);
  else
    memcpy (values, noted + first, (size_t) n * sizeof *values);
}

static SeidelSweep *
sweep_new (SeidelContext *context,
           SeidelOperator *A,
           int strategy,
           SeidelDirection direction,
           const SeidelLevelsView *levels)
{
  fake_device.saw_levels += levels != NULL;
  return seidel_cpu_engine ()->sweeps.create (context, A, strategy, direction, levels);
}

/* Sparse factors by cuDSS, whose arrays are the host's: a test has it find a library that computes
 * there. */
struct SeidelSparseFactors
{
  SeidelCudss *solver;
  int64_t n; /* elements of a vector */
  bool single;
  int32_t *row_offsets;
  int32_t *column_indices;
  void *values;
  void *x;
  void *b;
};

static bool
sparse_available (char *why, size_t size)
{
  return seidel_cudss_open (why, size) != NULL;
}

static void
sparse_free (SeidelContext *context, SeidelSparseFactors *factors)
{
  seidel_cudss_free (factors->solver);
  g_free (factors->row_offsets);
  g_free (factors->column_indices);
  g_free (factors->values);
  g_free (factors->x);
  g_free (factors->b);
  g_free (factors);
  fake_device.factors--;
}

/* From doubles, to what the library computes with. */
static void *
to_numbers (const double *from, int64_t n, bool single)
{
  float *numbers = g_new (float, n);

  if (!single)
    {
      g_free (numbers);
      return g_memdup2 (from, (gsize) n * sizeof *from);
    }
  for (int64_t i = 0; i < n; i++)
    numbers[i] = (float) from[i];
  return numbers;
}

static SeidelSparseFactors *
bring (const SeidelSparseSystem *system, bool single)
{
  SeidelSparseFactors *factors = g_new0 (SeidelSparseFactors, 1);
  const int64_t nonzeros = system->row_offsets[system->n];
  const int64_t parts = system->complex_numbers ? 2 : 1;

  factors->n = system->n * parts;
  factors->single = single;
  factors->row_offsets = g_new (int32_t, system->n + 1);
  for (int64_t i = 0; i <= system->n; i++)
    factors->row_offsets[i] = (int32_t) system->row_offsets[i];
  factors->column_indices =
    g_memdup2 (system->column_indices, (gsize) nonzeros * sizeof *system->column_indices);
  factors->values = to_numbers (system->values, nonzeros * parts, single);
  factors->x = g_new0 (double, factors->n);
  factors->b = g_new0 (double, factors->n);
  fake_device.factors++;
  return factors;
}

static int
carry_out (SeidelSparseFactors *factors, SeidelSparseReport *report)
{
  int64_t *const nanoseconds[] = { &report->ordering_nanoseconds, &report->symbolic_nanoseconds,
                                   &report->factor_nanoseconds };

  for (int phase = SEIDEL_CUDSS_ORDER; phase <= SEIDEL_CUDSS_FACTOR; phase++)
    {
      const int64_t begin = g_get_monotonic_time ();
      const int status = seidel_cudss_execute (factors->solver, (SeidelCudssPhase) phase);

      *nanoseconds[phase] = 1000 * (g_get_monotonic_time () - begin);
      if (status != SEIDEL_CUDSS_SUCCESS)
        return status;
      if (!seidel_cudss_report (factors->solver, (SeidelCudssPhase) phase, report))
        return report->indefinite ? SEIDEL_CUDSS_SUCCESS : -1;
    }
  return SEIDEL_CUDSS_SUCCESS;
}

static SeidelSparseFactors *
sparse_new (SeidelContext *context, const SeidelSparseSystem *system, SeidelSparseReport *report)
{
  char why[200] = "";
  SeidelSparseFactors *factors = bring (system, fake_device.single);
  const SeidelCudssMatrix matrix = { system->n,
                                     system->row_offsets[system->n],
                                     factors->row_offsets,
                                     factors->column_indices,
                                     factors->values,
                                     system->kind,
                                     system->complex_numbers,
                                     factors->single,
                                     system->threads };
  int status;

  *report = (SeidelSparseReport){ .entries = -1, .replaced = -1 };
  factors->solver = seidel_cudss_new (seidel_cudss_open (why, sizeof why), NULL, &matrix,
                                      factors->x, factors->b, why, sizeof why);
  g_assert_nonnull (factors->solver);
  fake_device.kind = system->kind;
  fake_device.complex_numbers = system->complex_numbers;
  status = carry_out (factors, report);
  if (status == SEIDEL_CUDSS_SUCCESS && !report->indefinite)
    return factors;
  if (!report->indefinite)
    lose (context);
  sparse_free (context, factors);
  return NULL;
}

static void
sparse_solve (SeidelContext *context,
              SeidelSparseFactors *factors,
              bool transposed,
              SeidelVector *x)
{
  g_autofree double *numbers = g_new (double, factors->n);

  seidel_cpu_engine ()->vectors.download (context, numbers, x);
  g_free (factors->b);
  factors->b = to_numbers (numbers, factors->n, factors->single);
  g_assert_cmpint (seidel_cudss_solve (factors->solver, transposed, factors->x, factors->b), ==,
                   SEIDEL_CUDSS_SUCCESS);
  for (int64_t i = 0; i < factors->n; i++)
    numbers[i] = factors->single ? ((float *) factors->x)[i] : ((double *) factors->x)[i];
  seidel_cpu_engine ()->vectors.upload (context, x, numbers);
}

static const SeidelSparseOperations sparse = { sparse_available, sparse_new, sparse_free,
                                               sparse_solve };

static bool
lent_fetch (void *to, const void *from, size_t bytes, void *stream, char *why, size_t size)
{
  if (from == NULL)
    snprintf (why, size, "There is no array.");
  else
    memcpy (to, from, bytes);
  return from != NULL;
}

static SeidelOperator *
lent_operator (SeidelContext *context, const SeidelCsrView *host, const SeidelLentArrays *arrays)
{
  fake_device.lent_operators++;
  return seidel_cpu_engine ()->operators.create (context, host, SEIDEL_STORAGE_CSR);
}

static SeidelVector *
lent_vector (SeidelContext *context, int64_t n)
{
  SeidelVector *vector = vector_new (context, n);

  *find_loan (NULL) = (Loan){ vector, NULL, n };
  return vector;
}

static double *
widened (const Loan *loan, const double *elements)
{
  double *wide = g_new (double, (size_t) loan->n);

  for (int64_t i = 0; i < loan->n; i++)
    wide[i] =
      precision == SEIDEL_PRECISION_SINGLE ? (double) ((const float *) elements)[i] : elements[i];
  return wide;
}

static void
lent_lend (SeidelContext *context, SeidelVector *vector, void *elements, bool swept)
{
  Loan *loan = find_loan (vector);
  g_autofree double *wide = widened (loan, elements);

  loan->elements = elements;
  fake_device.lent++;
  seidel_cpu_engine ()->vectors.upload (context, vector, wide);
}

static void
lent_settle (SeidelContext *context, SeidelVector *vector)
{
  Loan *loan = find_loan (vector);
  g_autofree double *wide = g_new (double, (size_t) loan->n);

  seidel_cpu_engine ()->vectors.download (context, wide, vector);
  for (int64_t i = 0; i < loan->n; i++)
    if (precision == SEIDEL_PRECISION_SINGLE)
      ((float *) loan->elements)[i] = (float) wide[i];
    else
      ((double *) loan->elements)[i] = wide[i];
  loan->elements = NULL;
  fake_device.lent--;
}

static void
lent_enter (SeidelContext *context, void *stream)
{
  fake_device.stream = stream;
  fake_device.entered++;
}

static void
lent_leave (SeidelContext *context)
{
  fake_device.entered--;
}

/* The first strategy computes plainly only. */
static const SeidelStrategy *
make_strategies (void)
{
  static SeidelStrategy strategies[MOST_STRATEGIES];
  const SeidelEngine *cpu = seidel_cpu_engine ();

  memcpy (strategies, cpu->strategies, (size_t) cpu->n_strategies * sizeof *strategies);
  strategies[0].arithmetics = 0;
  return strategies;
}

G_MODULE_EXPORT const SeidelEngine *seidel_engine_entry (uint32_t abi, SeidelTranslator translator);

const SeidelEngine *
seidel_engine_entry (uint32_t abi, SeidelTranslator translator)
{
  static SeidelEngine engine;
  const char *free_bytes = g_getenv ("SEIDEL_FAKE_DEVICE_FREE");

  if (free_bytes != NULL)
    fake_device.free_bytes = fake_device.total_bytes = g_ascii_strtoll (free_bytes, NULL, 10);
  engine = *seidel_cpu_engine ();
  engine.id = "cuda";
  engine.name = "CUDA";
  engine.strategies = make_strategies ();
  engine.chooses_by_levels = false;
  engine.uses_threads = false;
  engine.max_shape_threads = FAKE_DEVICE_THREADS;
  engine.available = available;
  engine.choose_strategy = choose_strategy;
  engine.needed_bytes = needed_bytes;
  engine.expect = expect;
  engine.device.count = count;
  engine.device.load = load;
  engine.device.memory = memory;
  engine.device.mark = mark;
  engine.device.measure = measure;
  engine.device.kernels = kernels;
  engine.device.capacity = capacity;
  engine.contexts.status = status;
  engine.contexts.create = context_new;
  engine.vectors.create = vector_new;
  engine.vectors.free = vector_free;
  engine.products.residual = residual;
  engine.sweeps.create = sweep_new;
  engine.relaxations.create = NULL;
  engine.sparse = &sparse;

  engine.lent.fetch = lent_fetch;
  engine.lent.create_operator = lent_operator;
  engine.lent.create_vector = lent_vector;
  engine.lent.lend = lent_lend;
  engine.lent.settle = lent_settle;
  engine.lent.enter = lent_enter;
  engine.lent.leave = lent_leave;
  if (g_getenv ("SEIDEL_FAKE_DEVICE_AHEAD") != NULL)
    {
      engine.ahead.note = note;
      engine.ahead.fetch = fetch;
    }
  return abi == SEIDEL_ENGINE_ABI ? &engine : NULL;
}
