/* What the advisor sees in a matrix, and how it sums it up.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "advisor/seidel-advice-private.h"

#include <math.h>

#include "advisor/seidel-estimate.h"
#include "base/seidel-format.h"
#include "base/seidel-memory.h"
#include "base/seidel-translatable.h"

#define TINY_ROWS         128  /* a dense LU takes a tenth of a millisecond */
#define NARROW_BAND       8    /* a factorisation has next to no fill */
#define FULL              0.5  /* part of the places that hold an entry … */
#define FULL_ROWS         3000 /* … up to where a dense LU takes as long as a hundred products */
#define COMPARABLE        1e3  /* between the largest and the smallest entry */
#define QR_ROWS           1000 /* of the shorter side: a sparse QR is quick even where it fills */
#define QR_OPERATIONS     1e8
#define DOMINANT          1.001 /* a diagonal that outweighs its rows by more than rounding */
#define CHEAP_ITERATIONS  500.0 /* a factorisation that costs no more than so many iterations */
#define MULTIGRID_MARGIN  1.5 /* multigrid is tried where Cholesky takes so many times as long … */
#define INDEFINITE_MARGIN 2.0 /* … or factors do, where it may as well fail … */
#define SWEPT_MARGIN      0.8 /* … and conjugate gradients with sweeps: theirs are less certain */
#define UNEVEN_ITERATIONS 3.0 /* a layer, at most */
#define QUICK             5.0 /* times what it takes to begin a factorisation at all */
#define DEEP_LAYERS       100.0 /* the diagonal alone is no preconditioner for so many layers */

/* Conjugate gradients with two sweeps for a preconditioner take about an iteration for each layer,
 * and up to so many where the entries differ much in size. */
static double
swept_seconds (const SeidelStructure *structure, bool even, const SeidelOptions *options)
{
  return (even ? 1.0 : UNEVEN_ITERATIONS) * seidel_estimate_layers (structure)
         * seidel_estimate_iteration_seconds (structure, seidel_method_find ("cg"),
                                              seidel_preconditioner_find ("ssor"), options);
}

static SeidelAdviceTimes
estimate (const SeidelStructure *structure, bool even, const SeidelOptions *options)
{
  return (SeidelAdviceTimes){
    .direct = seidel_estimate_direct_seconds (structure, structure->value_symmetric),
    .lu = seidel_estimate_direct_seconds (structure, false),
    .qr = seidel_estimate_qr_seconds (structure),
    .multigrid = seidel_estimate_multigrid_seconds (structure),
    .swept = swept_seconds (structure, even, options),
    .product = seidel_estimate_iteration_seconds (structure, seidel_method_find ("minres"),
                                                  seidel_preconditioner_find ("none"), options),
  };
}

/* Only where much is to be gained: nothing in the report shows that the matrix is elliptic, nor
 * that uneven entries make the others slower. */
static bool
is_worth_coarsening (const SeidelAdviceTimes *times, bool as_priced)
{
  const double swept = times->swept / (as_priced ? 1.0 : UNEVEN_ITERATIONS);

  return times->multigrid <= fmin (times->direct / MULTIGRID_MARGIN, swept / SWEPT_MARGIN);
}

static bool
is_quick_qr (const SeidelStructure *structure)
{
  int64_t shorter = MIN (structure->rows, structure->columns);

  return shorter <= QR_ROWS && (double) shorter * (double) structure->nonzeros <= QR_OPERATIONS;
}

/* Nine rows of ten will do: a few others cost an iteration or two. Rows that add up to zero may be
 * dominant by a rounding error. */
static bool
is_dominant (const SeidelStructure *structure)
{
  return fmax (structure->least_dominance, structure->usual_dominance) >= DOMINANT;
}

static SeidelAdviceFacts
look_at_entries (const SeidelStructure *structure, const SeidelOptions *options)
{
  double n = (double) structure->rows;
  bool symmetric = structure->value_symmetric;
  bool full = structure->diagonal_full;
  bool square = structure->rows == structure->columns;
  bool nodes = structure->node_unknowns > 1 || options->near_null != NULL;
  bool even = is_dominant (structure)
              || structure->largest_magnitude <= COMPARABLE * structure->smallest_magnitude;

  return (SeidelAdviceFacts){
    .square = square,
    .damped = options->parameters[SEIDEL_PARAMETER_DAMP] > 0.0,
    .quick_qr = is_quick_qr (structure),
    .tiny = structure->rows <= TINY_ROWS,
    .small = structure->rows <= SEIDEL_ADVICE_SMALL_ROWS,
    .full = structure->rows <= FULL_ROWS && (double) structure->nonzeros >= FULL * n * n,
    .narrow = structure->bandwidth <= NARROW_BAND,
    .tridiagonal = structure->bandwidth <= 1,
    .diagonal = structure->bandwidth == 0,
    .lower = structure->lower_triangular,
    .upper = structure->upper_triangular,
    .full_diagonal = full,
    .symmetric = symmetric,
    .nearly_symmetric = structure->nearly_symmetric,
    .complex_symmetric = structure->complex_symmetric && !symmetric,
    .positive = symmetric && full && structure->diagonal_negative == 0,
    .negative = symmetric && full && structure->diagonal_negative == structure->rows,
    .nodes = nodes,
    .even = even,
    .dominant = is_dominant (structure),
    .fills = nodes || seidel_estimate_is_planar (structure),
    .singular = square && structure->empty_rows > 0,
  };
}

/* Whether the method is there that multigrid preconditions. */
static bool
can_coarsen (const SeidelAdviceFacts *facts)
{
  return facts->positive || (facts->nearly_symmetric && facts->full_diagonal && !facts->symmetric);
}

SeidelAdviceFacts
seidel_advice_look_at (const SeidelStructure *structure, const SeidelOptions *options)
{
  SeidelAdviceFacts facts = look_at_entries (structure, options);
  const double n = (double) structure->rows;
  const SeidelAdviceTimes times = estimate (structure, facts.even, options);
  const bool factors = facts.square && !facts.damped;

  /* A device gains more from the diagonal's parallelism than from fewer iterations. */
  const bool on_cpu = g_strcmp0 (options->engine, seidel_cpu_engine ()->id) == 0
                      || g_strcmp0 (options->engine, SEIDEL_ENGINE_AUTO) == 0;
  const bool slow_to_spread = !is_dominant (structure) && on_cpu;

  facts.sweeps = on_cpu && !facts.small;
  facts.glances = SEIDEL_ADVICE_GLANCE * times.lu >= seidel_core_usual ()->direct_begin;
  facts.deep = slow_to_spread && seidel_estimate_layers (structure) >= DEEP_LAYERS;
  facts.slow = slow_to_spread && times.swept > times.direct;
  facts.coarsens = can_coarsen (&facts) && slow_to_spread
                   && is_worth_coarsening (&times, facts.even || facts.nodes);
  /* Where neither Cholesky nor conjugate gradients can be used. */
  facts.coarsens_indefinite = slow_to_spread && times.multigrid <= times.direct / INDEFINITE_MARGIN;
  facts.cheap = times.direct <= CHEAP_ITERATIONS * times.product;
  facts.quick = times.direct <= QUICK * seidel_core_usual ()->direct_begin;
  facts.halved = facts.symmetric && facts.full_diagonal;
  facts.times = times;
  facts.fits =
    seidel_memory_is_free (factors ? seidel_estimate_direct_bytes (structure, facts.symmetric)
                                   : seidel_estimate_qr_bytes (structure));
  facts.fits_qr = seidel_memory_is_free (seidel_estimate_qr_bytes (structure));
  facts.fits_fill = seidel_memory_is_free (seidel_estimate_fill_bytes (structure));
  facts.fits_dense = seidel_memory_is_free (2.0 * 8.0 * n * n);
  return facts;
}

/* Parts of the sentence about a square matrix. */
static const char *
describe_symmetry (const SeidelStructure *structure, const SeidelAdviceFacts *facts)
{
  if (facts->positive)
    return seidel_text ("symmetric with a positive diagonal");
  if (facts->negative)
    return seidel_text ("symmetric with a negative diagonal");
  if (facts->symmetric)
    return seidel_text ("symmetric, but not positive definite");
  if (facts->complex_symmetric)
    return seidel_text ("complex symmetric");
  if (structure->value_skew_symmetric)
    return seidel_text ("skew-symmetric");
  if (facts->lower)
    return seidel_text ("lower triangular");
  return facts->upper ? seidel_text ("upper triangular") : seidel_text ("not symmetric");
}

static const char *
describe_diagonal (const SeidelStructure *structure)
{
  if (!structure->diagonal_full)
    return seidel_text ("with gaps in the diagonal");
  return structure->row_dominant ? seidel_text ("diagonally dominant")
                                 : seidel_text ("not diagonally dominant");
}

char *
seidel_advice_summarise (const SeidelStructure *structure, const SeidelAdviceFacts *facts)
{
  const double entries = (double) structure->nonzeros / (double) MAX (structure->rows, 1);
  g_autofree char *rows = seidel_format_count (structure->rows);
  g_autofree char *columns = seidel_format_count (structure->columns);
  g_autofree char *bandwidth = seidel_format_count (structure->bandwidth);
  g_autofree char *height =
    g_strdup_printf (seidel_plural ("%s row", "%s rows", (unsigned long) structure->rows), rows);
  g_autofree char *width =
    g_strdup_printf (seidel_plural ("%s column", "%s columns", (unsigned long) structure->columns),
                     columns);

  if (!facts->square)
    return g_strdup_printf (
      structure->rows > structure->columns
        ? seidel_text ("%s, %s: more equations than unknowns, %.1f entries a row.")
        : seidel_text ("%s, %s: more unknowns than equations, %.1f entries a row."),
      height, width, entries);
  return g_strdup_printf (seidel_text ("%s, %s, %s, bandwidth %s, %.1f entries a row."), height,
                          describe_symmetry (structure, facts), describe_diagonal (structure),
                          bandwidth, entries);
}
