/* What a solve is likely to cost.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "advisor/seidel-estimate.h"

#include <math.h>

#include "cost/seidel-cpu-costs.h"

/* Of Cholesky: LU takes so much more of what grows with rows and entries (operations double), QR of
 * everything. */
#define LU_PER_CHOLESKY 1.4
#define QR_PER_CHOLESKY 4.0

/* A planar graph has fewer than 6 neighbours a node on average (Euler), and those of grids fewer
 * than 5; with the diagonal, so many entries a row at most. */
#define PLANAR_ENTRIES 6.0

/* Operations over vectors in an iteration of a Krylov method for each product, and for each two
 * vectors that are kept; the others do everything in a pass over the matrix. */
#define PASSES_OF_PRODUCT 4.0
#define KEPT_OF_PASS      2.0

/* Iterations of conjugate gradients for each layer of an elliptic problem to 1e-8, by the
 * preconditioner, and of a multigrid cycle for each digit. */
#define DIGITS_OF_COUNT     8.0
#define PER_LAYER           1.0
#define PER_LAYER_SWEPT     0.45
#define PER_LAYER_FACTORED  0.38
#define PER_LAYER_OF_PLANES 1.8  /* times that */
#define TWICE_MULTIPLIED    0.72 /* times that: iterations with two products */
#define UNKNOWN             16.0 /* times that: neither symmetric nor nearly dominant */
#define NEARLY_DOMINANT     0.9
#define CYCLES_A_DIGIT      1.2

/* Sweeps of Gauss-Seidel for each layer squared and each e-fold; those of Jacobi are twice that. */
#define SWEEPS_OF_LAYERS 0.1
#define LEAST_DOMINANCE  1.01

bool
seidel_estimate_is_planar (const SeidelStructure *structure)
{
  return (double) structure->nonzeros <= PLANAR_ENTRIES * (double) structure->rows;
}

/* The side of the largest separator, on which the cost of nested dissection hangs. Numbered line by
 * line or plane by plane, a grid has one of its bandwidth; a larger bandwidth than √n of plane
 * problems, or n^0.61 (below the n^⅔ of cubes) of others, comes from the numbering rather than from
 * the grid. */
static double
separator (const SeidelStructure *structure)
{
  return fmin ((double) MAX (structure->bandwidth, 1),
               pow ((double) structure->rows, seidel_estimate_is_planar (structure) ? 0.5 : 0.61));
}

double
seidel_estimate_layers (const SeidelStructure *structure)
{
  return (double) structure->rows / separator (structure);
}

/* Operations of a Cholesky factorisation: a band costs n β², a dissected grid some 5 β³ (George,
 * 1973). */
static double
direct_flops (const SeidelStructure *structure)
{
  const double side = separator (structure);

  return fmin ((double) structure->rows * side * side, 5.0 * side * side * side);
}

/* What a factorisation takes beside them, of half the matrix. */
static double
direct_entries_seconds (const SeidelStructure *structure)
{
  const SeidelCore *core = seidel_core_usual ();

  return core->direct_row * (double) structure->rows * log2 (separator (structure) + 1.0)
         + core->direct_entry * (double) structure->nonzeros;
}

double
seidel_estimate_direct_seconds (const SeidelStructure *structure, bool symmetric)
{
  const SeidelCore *core = seidel_core_usual ();

  return core->direct_begin
         + (symmetric ? 1.0 : LU_PER_CHOLESKY) * direct_entries_seconds (structure)
         + (symmetric ? 1.0 : 2.0) * core->direct_flop * direct_flops (structure);
}

double
seidel_estimate_direct_bytes (const SeidelStructure *structure, bool symmetric)
{
  double n = (double) structure->rows;
  double entries = fmin (n * separator (structure), n * n / 2.0) + (double) structure->nonzeros;

  return (symmetric ? 1.0 : 2.0) * 12.0 * entries;
}

/* On a plane grid it has about as many entries as the matrix. */
double
seidel_estimate_fill_bytes (const SeidelStructure *structure)
{
  return (SEIDEL_FILL_BYTES + SEIDEL_FILL_KEPT_BYTES) * (double) structure->nonzeros;
}

static double
shorter_side (const SeidelStructure *structure)
{
  return (double) MAX (MIN (structure->rows, structure->columns), 1);
}

double
seidel_estimate_qr_seconds (const SeidelStructure *structure)
{
  const SeidelCore *core = seidel_core_usual ();
  double n = shorter_side (structure);
  double side = sqrt (n);

  return core->direct_begin
         + QR_PER_CHOLESKY
             * (core->direct_row * n * log2 (side + 1.0)
                + core->direct_entry * (double) structure->nonzeros
                + core->direct_flop * 5.0 * side * side * side);
}

double
seidel_estimate_qr_bytes (const SeidelStructure *structure)
{
  double n = shorter_side (structure);

  /* R, and as much for Q; A and its transpose, with long indices. */
  return 2.0 * 12.0 * fmin (n * sqrt (n), n * n / 2.0) + 32.0 * (double) structure->nonzeros;
}

static int
count_directions (SeidelSweeps sweeps)
{
  return __builtin_popcount ((unsigned int) sweeps);
}

static bool
has_cycles (const SeidelMethod *method, const SeidelPreconditionerKind *kind)
{
  return ((method->parameters | kind->parameters) & 1u << SEIDEL_PARAMETER_CYCLE) != 0;
}

double
seidel_estimate_iteration (const SeidelIterationParts *parts,
                           int64_t rows,
                           const SeidelMethod *method,
                           const SeidelPreconditionerKind *kind,
                           const SeidelOptions *options)
{
  const SeidelEngineCosts *costs = parts->costs;
  const double products = MAX (method->products, 1);
  const double passes = method->family == SEIDEL_FAMILY_KRYLOV ? PASSES_OF_PRODUCT : 0.0;
  const double kept =
    seidel_method_kept_vectors (method, kind->prepare != NULL || kind->apply_dot != NULL, options,
                                rows);
  const double sweep = kind->sweeps_factors ? parts->factor_sweep : parts->sweep;
  double seconds = products * (costs->product + passes * parts->operation)
                   + kept / KEPT_OF_PASS * costs->pass
                   + (method->runs_ahead ? 0.0 : products * costs->meeting)
                   + count_directions (method->sweeps) * parts->sweep;

  if (has_cycles (method, kind))
    seconds += products * costs->cycle;
  else
    seconds += products * count_directions (kind->sweeps) * fmax (sweep - costs->queued, 0.0);
  return seconds;
}

/* A dense factorisation, and whatever else methods compute on the host. */
static double
dense_seconds (const SeidelEngineCosts *costs, double n)
{
  return costs->start + costs->transfer + 2.0 / 3.0 * n * n * n * costs->flop;
}

double
seidel_estimate_run (const SeidelIterationParts *parts,
                     const SeidelStructure *structure,
                     const SeidelMethod *method,
                     const SeidelPreconditionerKind *kind,
                     const SeidelOptions *options)
{
  const SeidelEngineCosts *costs = parts->costs;
  double seconds = costs->start + costs->transfer;

  if (method->on_host)
    return dense_seconds (costs, (double) structure->rows);
  if (has_cycles (method, kind))
    seconds += costs->hierarchy;
  else
    seconds += count_directions (method->sweeps | kind->sweeps) * costs->plan
               + (kind->sweeps_factors ? costs->factor : 0.0);
  return seconds
         + seidel_estimate_iterations (structure, method, kind, options)
             * seidel_estimate_iteration (parts, structure->rows, method, kind, options);
}

/* On a core, with all numbers in its caches; parts->costs is filled in. */
static SeidelIterationParts
parts_of_core (const SeidelStructure *structure, SeidelEngineCosts *costs)
{
  const SeidelCore *core = seidel_core_usual ();

  seidel_core_expect (core, structure->rows, structure->nonzeros, costs);
  return (SeidelIterationParts){
    .costs = costs,
    .operation = core->operation,
    .sweep = costs->sweep,
    .factor_sweep = costs->sweep + core->factor_sweep_row * (double) structure->rows,
  };
}

double
seidel_estimate_multigrid_seconds (const SeidelStructure *structure)
{
  const SeidelOptions options = SEIDEL_OPTIONS_INIT;
  SeidelEngineCosts costs;
  const SeidelIterationParts parts = parts_of_core (structure, &costs);

  return seidel_estimate_run (&parts, structure, seidel_method_find ("cg"),
                              seidel_preconditioner_find ("multigrid"), &options);
}

double
seidel_estimate_iteration_seconds (const SeidelStructure *structure,
                                   const SeidelMethod *method,
                                   const SeidelPreconditionerKind *preconditioner,
                                   const SeidelOptions *options)
{
  SeidelEngineCosts costs;
  SeidelIterationParts parts = parts_of_core (structure, &costs);

  /* A sweep of a stationary method finds the residual in the same pass over the matrix. */
  if (method->family == SEIDEL_FAMILY_STATIONARY)
    parts.sweep = PASSES_OF_PRODUCT * parts.operation;
  return seidel_estimate_iteration (&parts, structure->rows, method, preconditioner, options);
}

/* Each iteration of a stationary method reduces the error by the share of the row beside the
 * diagonal, at least. */
static double
stationary_iterations (const SeidelStructure *structure, const SeidelMethod *method, double folds)
{
  const double layers = seidel_estimate_layers (structure);
  const double faster = method->sweeps != SEIDEL_SWEEPS_NONE ? 2.0 : 1.0;
  const double elliptic = 2.0 / faster * SWEEPS_OF_LAYERS * layers * layers * folds;

  if (structure->least_dominance <= LEAST_DOMINANCE)
    return elliptic;
  return fmin (elliptic, folds / (faster * log (structure->least_dominance)));
}

/* Whether each product of an iteration is one by A, so that half as many would do if all were
 * equal. */
static bool
multiplies_twice (const SeidelMethod *method)
{
  return method->products == 2 && !method->least_squares
         && method->preconditioning != SEIDEL_PRECONDITIONING_TRANSPOSED;
}

/* What the circles of Gershgorin say of the condition number once the diagonal is all ones: those
 * of the usual rows, as the few others cost an iteration or two; or, where smooth errors are not
 * the slow ones, the largest circle over what most rows add up to. */
static double
condition_of_rows (const SeidelStructure *structure)
{
  const double least = structure->least_dominance;
  const double usual = structure->usual_dominance;
  double condition = INFINITY;

  if (2 * structure->uncancelled_rows > structure->rows && structure->value_symmetric
      && least > 0.0)
    condition = (1.0 + 1.0 / least) / SEIDEL_STRUCTURE_UNCANCELLED;
  if (usual > LEAST_DOMINANCE)
    condition = fmin (condition, isinf (usual) ? 1.0 : (usual + 1.0) / (usual - 1.0));
  return condition;
}

/* Those of conjugate gradients by the condition number, where that is known. */
static double
krylov_iterations (const SeidelStructure *structure,
                   const SeidelMethod *method,
                   const SeidelPreconditionerKind *preconditioner,
                   double folds)
{
  const bool unknown = !structure->value_symmetric && structure->usual_dominance < NEARLY_DOMINANT;
  /* What a preconditioner gains is not known then either. */
  const double per_layer = unknown                                        ? PER_LAYER
                           : preconditioner->sweeps_factors               ? PER_LAYER_FACTORED
                           : preconditioner->sweeps != SEIDEL_SWEEPS_NONE ? PER_LAYER_SWEPT
                                                                          : PER_LAYER;
  const double faster = per_layer * (multiplies_twice (method) ? TWICE_MULTIPLIED : 1.0);
  const double elliptic = faster
                          * (seidel_estimate_is_planar (structure) ? PER_LAYER_OF_PLANES : 1.0)
                          * (unknown ? UNKNOWN : 1.0) * seidel_estimate_layers (structure) * folds
                          / (DIGITS_OF_COUNT * M_LN10);

  return fmin (elliptic, 0.5 * faster * folds * sqrt (condition_of_rows (structure)));
}

double
seidel_estimate_iterations (const SeidelStructure *structure,
                            const SeidelMethod *method,
                            const SeidelPreconditionerKind *preconditioner,
                            const SeidelOptions *options)
{
  const unsigned int cycle = 1u << SEIDEL_PARAMETER_CYCLE;
  const double tolerance = CLAMP (options->tolerance, 1e-15, 0.1);
  const double folds = -log (tolerance);
  const double uneven = structure->largest_row / structure->smallest_row;
  double iterations;

  if (((method->parameters | preconditioner->parameters) & cycle) != 0)
    iterations =
      CYCLES_A_DIGIT * (folds + (uneven > SEIDEL_UNEVEN_ROWS ? log (uneven) : 0.0)) / M_LN10;
  else if (method->family == SEIDEL_FAMILY_STATIONARY)
    iterations = stationary_iterations (structure, method, folds);
  else
    iterations = krylov_iterations (structure, method, preconditioner, folds);
  return CLAMP (iterations, 1.0, (double) MAX (options->max_iterations, 1));
}
