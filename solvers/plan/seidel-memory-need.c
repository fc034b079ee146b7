/* How much memory a run takes, and whether it is available.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "plan/seidel-memory-need.h"

#include <math.h>

#include "advisor/seidel-estimate.h"
#include "base/seidel-format.h"
#include "base/seidel-memory.h"
#include "base/seidel-error.h"
#include "base/seidel-translatable.h"
#include "method/seidel-method-run.h"

/* Vectors of a run that no method asks for: b, and x with those that errors are measured with. */
#define ROW_VECTORS   1
#define ERROR_VECTORS 2

/* What a process with MPI and PETSc takes before it has any rows. */
#define RANK_BYTES 60e6

/* Bytes of an entry of ILUT's factors while they are made, with what they are copied to. */
#define ILUT_BYTES 24.0

/* Factors of that many entries in a row of both are swept by levels, by which a copy is made, where
 * the engine has a choice: those of 5-point grids, of 7-point ones with one level of fill. */
#define SHORT_ROW 17.0

static int
count_bits (unsigned int bits)
{
  return __builtin_popcount (bits);
}

static bool
is_preconditioned (const SeidelMemoryChoices *choices)
{
  size_t n_kinds;

  return choices->preconditioner != &seidel_preconditioners (&n_kinds)[0];
}

/* Vectors in the engine, as so many of the longer kind. */
static int
count_vectors (const SeidelMemoryChoices *choices,
               const SeidelStructure *structure,
               const SeidelOptions *options)
{
  const SeidelMethod *method = choices->method;
  bool preconditioned = is_preconditioned (choices);
  bool damped = method->least_squares && options->parameters[SEIDEL_PARAMETER_DAMP] > 0.0;
  double of_rows =
    ROW_VECTORS + method->vectors[preconditioned]
    + seidel_method_kept_vectors (method, preconditioned, options, structure->rows)
    + choices->preconditioner->vectors
    + (seidel_options_follow_maximum (options) && options->precision != SEIDEL_PRECISION_MIXED
         ? 1.0
         : 0.0);
  double of_columns = 1.0 + method->column_vectors[preconditioned]
                      + (damped ? method->vectors[preconditioned] : 0.0)
                      + (options->track_error ? ERROR_VECTORS : 0.0);
  double rows = (double) MAX (structure->rows, 1);
  double columns = (double) MAX (structure->columns, 1);

  return (int) ceil ((of_rows * rows + of_columns * columns) / MAX (rows, columns));
}

static bool
has_short_factors (const SeidelMemoryChoices *choices, const SeidelStructure *structure)
{
  return choices->filled > 0.0 && choices->engine->chooses_by_levels
         && choices->filled < SHORT_ROW * (double) structure->rows;
}

/* The strategy of sweeps with which the run takes most. */
static int
find_strategy (const SeidelMemoryChoices *choices, const SeidelStructure *structure)
{
  int strategy = choices->strategy;

  for (int i = 0; i < choices->engine->n_strategies && has_short_factors (choices, structure); i++)
    if (choices->engine->strategies[i].needs_levels)
      strategy = i;
  return strategy;
}

SeidelEngineDemand
seidel_memory_demand (const SeidelMemoryChoices *choices,
                      const SeidelStructure *structure,
                      const SeidelOptions *options)
{
  const SeidelMethod *method = choices->method;
  const SeidelPreconditionerKind *kind = choices->preconditioner;
  bool transposed = method->preconditioning == SEIDEL_PRECONDITIONING_TRANSPOSED
                    || (method->least_squares && !method->on_host);
  /* A symmetric matrix is its own transpose. */
  bool again = transposed && !structure->value_symmetric;
  SeidelEngineDemand demand = {
    .rows = structure->rows,
    .columns = structure->columns,
    .nonzeros = structure->nonzeros,
    .longest_half = structure->longest_half,
    .diagonals = structure->diagonals,
    .symmetric = structure->value_symmetric,
    .precision = options->precision == SEIDEL_PRECISION_DOUBLE ? SEIDEL_PRECISION_DOUBLE
                                                               : SEIDEL_PRECISION_SINGLE,
    .storage = method->on_host ? SEIDEL_STORAGE_CSR : options->storage,
    .vectors = count_vectors (choices, structure, options),
    .transposed = transposed,
    .diagonal = method->divides_diagonal || kind->divides_diagonal,
    .strategy = find_strategy (choices, structure),
    .stationary = method->sweeps != 0 || method->solve == seidel_method_multigrid || kind->coarsens,
    .factors = method->factors & choices->engine->factors.kinds,
    .levels = choices->levels,
    .device = options->device,
  };
  int sweeps = count_bits (kind->sweeps) * (again ? 2 : 1);

  if (kind->sweeps_factors)
    demand.triangles = sweeps;
  demand.matrix_sweeps =
    count_bits (kind->sweeps_factors ? method->sweeps : method->sweeps | kind->sweeps)
    + (kind->sweeps_factors ? 0 : sweeps - count_bits (kind->sweeps));
  return demand;
}

/* Triangles on the engine that have so many entries in place of those of A: more bytes by this. */
static double
bytes_of_fill (const SeidelMemoryChoices *choices, const SeidelEngineDemand *demand)
{
  SeidelEngineDemand filled = *demand;
  SeidelEngineDemand without = *demand;
  double bytes = -choices->engine->needed_bytes (demand);

  filled.nonzeros = (int64_t) choices->filled - demand->rows;
  bytes += choices->engine->needed_bytes (&filled);
  without.triangles = 0;
  bytes += choices->engine->needed_bytes (&without);
  without.nonzeros = filled.nonzeros;
  return bytes - choices->engine->needed_bytes (&without);
}

/* Whether their entries are counted by what each row may have at most. */
static bool
is_bounded (const SeidelMemoryChoices *choices)
{
  return choices->filled > 0.0
         && (choices->preconditioner->parameters & 1u << SEIDEL_PARAMETER_ROW_FILL) != 0;
}

/* Factors with fill on the host. */
static double
bytes_of_filled (const SeidelMemoryChoices *choices, const SeidelStructure *structure)
{
  const double making = is_bounded (choices) ? ILUT_BYTES : SEIDEL_FILL_BYTES;

  return choices->filled
           * (has_short_factors (choices, structure) ? SEIDEL_FILL_KEPT_BYTES : making)
         + 2.0 * (double) structure->rows * sizeof (int64_t);
}

/* Bytes that a run takes of the host's memory whichever the engine. */
static double
bytes_on_host (const SeidelMemoryChoices *choices,
               const SeidelStructure *structure,
               const SeidelOptions *options)
{
  double n = (double) MAX (structure->rows, structure->columns);
  /* The solution; the iterate, the next one and the residual of a refinement. */
  double vectors = options->precision == SEIDEL_PRECISION_MIXED ? 4.0 : 1.0;
  double bytes = vectors * n * sizeof (double);

  /* The scaled system, beside the given one. */
  if (options->scaling > SEIDEL_SCALE_NONE)
    bytes += seidel_memory_of_matrix ((double) structure->rows, (double) structure->nonzeros)
             + 3.0 * n * sizeof (double);
  if (seidel_options_follow_maximum (options))
    bytes += (double) structure->rows * sizeof (double);
  if ((choices->method->factors & choices->engine->factors.kinds) == 0)
    bytes += seidel_method_memory (choices->method, structure, options->precision);
  if (choices->filled > 0.0)
    bytes += bytes_of_filled (choices, structure);
  else if (choices->preconditioner->sweeps_factors)
    bytes += ((double) structure->nonzeros + n) * (sizeof (double) + sizeof (int32_t))
             + 2.0 * n * sizeof (int64_t);
  if (choices->preconditioner->memory != NULL)
    bytes += choices->preconditioner->memory (structure, options->precision);
  return bytes;
}

/* Those of a sparse direct method, as such a matrix usually has them. */
static void
guess_factors (SeidelMemoryNeed *need,
               const SeidelMemoryChoices *choices,
               const SeidelStructure *structure)
{
  const SeidelMethod *method = choices->method;

  if (method->count == NULL)
    return;
  need->guessed =
    method->least_squares
      ? seidel_estimate_qr_bytes (structure)
      : seidel_estimate_direct_bytes (structure, (method->needs & SEIDEL_NEEDS_SYMMETRIC) != 0);
  need->guessed = rint (need->guessed); /* so that it can be taken away again */
  need->host += need->guessed;
}

/* The same of one whose factors are on the device. */
static void
guess_device_factors (SeidelMemoryNeed *need,
                      const SeidelMethod *method,
                      const SeidelStructure *structure,
                      const SeidelOptions *options)
{
  const double part = options->precision == SEIDEL_PRECISION_DOUBLE ? 1.0 : 0.5;

  if (!method->sparse_factors || need->device <= 0.0)
    return;
  need->guessed_on_device =
    rint (part * seidel_estimate_direct_bytes (structure, structure->value_symmetric));
  need->device += need->guessed_on_device;
}

void
seidel_memory_need_set_factors (SeidelMemoryNeed *need, const SeidelMethod *method, double bytes)
{
  need->host += rint (bytes) - need->guessed;
  need->bounded = method->count_is_bound;
  need->guessed = need->bounded ? rint (bytes) : 0.0;
}

void
seidel_memory_need_init (SeidelMemoryNeed *need,
                         const SeidelMemoryChoices *choices,
                         const SeidelStructure *structure,
                         const SeidelOptions *options)
{
  const SeidelEngineDemand demand = seidel_memory_demand (choices, structure, options);
  double bytes = choices->engine->needed_bytes (&demand);

  need->host = bytes_on_host (choices, structure, options);
  need->device = 0.0;
  need->rank = 0.0;
  need->guessed = 0.0;
  need->guessed_on_device = 0.0;
  need->bounded = false;
  if (choices->filled > 0.0)
    bytes += bytes_of_fill (choices, &demand);
  if (is_bounded (choices))
    {
      need->bounded = true;
      need->guessed = rint (bytes_of_filled (choices, structure));
    }
  guess_factors (need, choices, structure);
  if (choices->preconditioner->memory != NULL)
    bytes += choices->preconditioner->memory (structure, options->precision);
  if (seidel_engine_is_distributed (choices->engine))
    {
      need->rank = RANK_BYTES + bytes / MAX (options->ranks, 1);
      need->host += need->rank * MAX (options->ranks, 1);
    }
  else if (choices->engine->device.memory != NULL)
    need->device = bytes;
  else
    need->host += bytes;
  guess_device_factors (need, choices->method, structure, options);
}

void
seidel_memory_room_init (SeidelMemoryRoom *room, const SeidelEngine *engine, int device)
{
  int64_t free_bytes = 0;
  int64_t total_bytes = 0;

  *room = (SeidelMemoryRoom){ seidel_memory_available (), INFINITY, INFINITY, NAN };
  if (engine->device.memory == NULL || !engine->device.memory (device, &free_bytes, &total_bytes))
    return;
  room->device = (double) free_bytes;
  room->device_total = (double) total_bytes;
  room->load = engine->device.load (device);
}

bool
seidel_memory_need_fits (const SeidelMemoryNeed *need,
                         const SeidelMemoryRoom *room,
                         const char *method_name,
                         GError **error)
{
  bool device = need->device - need->guessed_on_device > room->device;
  g_autofree char *needed = seidel_format_bytes (device ? need->device : need->host);
  g_autofree char *available = seidel_format_bytes (device ? room->device : room->host);
  g_autofree char *total = seidel_format_bytes (room->device_total);

  if (device)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY,
                 seidel_text (
                   "“%s” takes about %s on the device for this matrix, and %s of its %s are free"),
                 method_name, needed, available, total);
  else if (need->host - need->guessed > room->host)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY,
                 seidel_text ("“%s” takes %s of memory for this matrix, and %s are free"),
                 method_name, needed, available);
  else
    return true;
  return false;
}

char *
seidel_memory_need_describe (const SeidelMemoryNeed *need, const SeidelMemoryRoom *room)
{
  bool device = need->device > 0.0;
  double bytes = room == NULL ? INFINITY : device ? room->device : room->host;
  g_autofree char *needed = seidel_format_bytes (device ? need->device : need->host);
  g_autofree char *available = seidel_format_bytes (bytes);

  if (need->bounded && !device)
    return isinf (bytes)
             ? g_strdup_printf (seidel_text ("at most %s"), needed)
             : g_strdup_printf (seidel_text ("at most %s; %s are free"), needed, available);
  if (isinf (bytes))
    return g_strdup_printf (device ? seidel_text ("about %s on the device")
                                   : seidel_text ("about %s"),
                            needed);
  return g_strdup_printf (device ? seidel_text ("about %s on the device; %s are free")
                                 : seidel_text ("about %s; %s are free"),
                          needed, available);
}
