/* The table of measures: the figures of outcomes that are measures, those computed from more, and
 * those of the matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-experiment-measure-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/seidel-format.h"
#include "base/seidel-translatable.h"
#include "matrix/seidel-storage.h"
#include "matrix/seidel-vector.h"
#include "method/seidel-method.h"
#include "solve/seidel-figures.h"

static double
get_time (const SeidelMeasured *measured)
{
  const SeidelOutcome *outcome = measured->outcome;

  return outcome->total_seconds - outcome->load_seconds - outcome->order_seconds;
}

static double
get_analysis (const SeidelMeasured *measured)
{
  return measured->outcome->seconds[SEIDEL_PHASE_ANALYSIS];
}

static double
get_transfer (const SeidelMeasured *measured)
{
  return measured->outcome->seconds[SEIDEL_PHASE_TRANSFER];
}

static double
get_solve (const SeidelMeasured *measured)
{
  return measured->outcome->seconds[SEIDEL_PHASE_SOLVE];
}

static double
get_work (const SeidelMeasured *measured)
{
  const SeidelOutcome *outcome = measured->outcome;

  return get_transfer (measured) + get_solve (measured) + outcome->seconds[SEIDEL_PHASE_ANALYSIS];
}

static double
get_factor (const SeidelMeasured *measured)
{
  const SeidelOutcome *outcome = measured->outcome;

  return outcome->has_device ? outcome->device.factor_seconds : NAN;
}

static double
get_iterations (const SeidelMeasured *measured)
{
  return (double) measured->outcome->iterations;
}

static double
get_per_iteration (const SeidelMeasured *measured)
{
  const double n = get_iterations (measured);

  return n > 0.0 ? get_solve (measured) / n : NAN;
}

static int
compare_doubles (const void *a, const void *b)
{
  const double x = *(const double *) a;
  const double y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
get_per_sweep (const SeidelMeasured *measured)
{
  const size_t n = seidel_trace_n_sweeps (measured->trace);
  g_autofree double *seconds = n > 0 ? g_try_new (double, n) : NULL;

  if (seconds == NULL)
    return NAN;
  for (size_t i = 0; i < n; i++)
    seconds[i] = seidel_trace_sweep (measured->trace, i).seconds;
  qsort (seconds, n, sizeof *seconds, compare_doubles);
  return n % 2 == 1 ? seconds[n / 2] : (seconds[n / 2 - 1] + seconds[n / 2]) / 2.0;
}

static double
get_bytes (const SeidelMeasured *measured)
{
  const SeidelOptions *options = &measured->outcome->options;
  const SeidelMethod *method = seidel_method_find (measured->outcome->method);
  const SeidelCsr *csr = measured->problem->matrix->csr;
  const SeidelStructure *structure = measured->problem->structure;
  const double value = options->precision == SEIDEL_PRECISION_DOUBLE ? 8.0 : 4.0;
  const SeidelStorageShape shape = { csr->rows, csr->columns, seidel_csr_nonzeros (csr),
                                     structure != NULL ? structure->diagonals : 0 };

  if (method->sweeps == 0 || options->storage == SEIDEL_STORAGE_AUTO
      || (options->storage == SEIDEL_STORAGE_DIAGONALS && structure == NULL))
    return NAN;
  return (double) __builtin_popcount ((unsigned int) method->sweeps)
         * (seidel_storage_bytes (options->storage, &shape, options->precision)
            + 3.0 * value * (double) csr->rows);
}

static double
get_bandwidth (const SeidelMeasured *measured)
{
  return get_bytes (measured) / get_per_sweep (measured);
}

/* Differences are of the elements that are finite in both. */
static bool
has_error (const SeidelMeasured *measured)
{
  return measured->error != NULL && measured->error->not_finite == 0;
}

static double
get_error_2 (const SeidelMeasured *measured)
{
  return has_error (measured) ? measured->error->norm_2 / measured->reference_norm_2 : NAN;
}

static double
get_error_inf (const SeidelMeasured *measured)
{
  return has_error (measured) ? measured->error->absolute : NAN;
}

static double
get_error_relative (const SeidelMeasured *measured)
{
  return has_error (measured) ? measured->error->relative : NAN;
}

static double
get_error_over (const SeidelMeasured *measured)
{
  return measured->error != NULL ? (double) (measured->error->over + measured->error->not_finite)
                                 : NAN;
}

static double
get_exact (const SeidelMeasured *measured)
{
  return measured->error != NULL && measured->error->n > 0
           ? 100.0 * (double) measured->error->identical / (double) measured->error->n
           : NAN;
}

static double
get_true_relative (const SeidelMeasured *measured)
{
  const double norm =
    seidel_vector_norm_2 (measured->problem->b, measured->problem->matrix->csr->rows);

  return norm > 0.0 ? measured->outcome->true_2 / norm : NAN;
}

/* The first half, in which the fast components of the error go, is left out. */
static double
get_convergence_factor (const SeidelMeasured *measured)
{
  const size_t n = seidel_trace_n_points (measured->trace);

  if (n < 3)
    return NAN;
  const SeidelTracePoint middle = seidel_trace_point (measured->trace, n / 2);
  const SeidelTracePoint last = seidel_trace_point (measured->trace, n - 1);

  return last.residual > 0.0 && middle.residual > 0.0 && last.iteration > middle.iteration
           ? pow (last.residual / middle.residual,
                  1.0 / (double) (last.iteration - middle.iteration))
           : NAN;
}

/* What a run that does not converge ends with depends on when it ends. */
static double
get_least_maximum (const SeidelMeasured *measured)
{
  double least = NAN;

  for (size_t i = 0; i < seidel_trace_n_points (measured->trace); i++)
    least = fmin (least, seidel_trace_point (measured->trace, i).maximum);
  return least;
}

static double
count_passes (const SeidelMeasured *measured, SeidelDirection direction)
{
  g_autoptr (SeidelLevelTimes) times = seidel_trace_level_times (measured->trace, direction);

  return times != NULL && times->timed == SEIDEL_TIMED_SWEEPS ? (double) times->count : NAN;
}

static double
get_passes (const SeidelMeasured *measured)
{
  return count_passes (measured, SEIDEL_DIRECTION_FORWARD);
}

static double
get_passes_backward (const SeidelMeasured *measured)
{
  return count_passes (measured, SEIDEL_DIRECTION_BACKWARD);
}

/* The row of the profile whose name begins so and which took the most time; NULL if there is none.
 */
static const SeidelKernelTimes *
find_kernel (const SeidelMeasured *measured, const char *prefix)
{
  const SeidelOutcome *outcome = measured->outcome;
  const SeidelKernelTimes *found = NULL;

  for (size_t i = 0; i < outcome->n_kernels; i++)
    if (g_str_has_prefix (outcome->kernels[i].name, prefix)
        && (found == NULL || outcome->kernels[i].nanoseconds > found->nanoseconds))
      found = &outcome->kernels[i];
  return found;
}

/* Products have names such as “multiply, dot”, for what is done with them at once. */
#define PRODUCT "multiply"

static double
calls_of (const SeidelKernelTimes *kernel)
{
  return (double) kernel->calls;
}

static double
mean_of (const SeidelKernelTimes *kernel)
{
  return kernel->calls > 0 ? (double) kernel->nanoseconds / (double) kernel->calls * 1e-9 : NAN;
}

static double
least_of (const SeidelKernelTimes *kernel)
{
  return (double) kernel->least * 1e-9;
}

static double
most_of (const SeidelKernelTimes *kernel)
{
  return (double) kernel->most * 1e-9;
}

static double
branch_efficiency_of (const SeidelKernelTimes *kernel)
{
  return kernel->branches > 0
           ? 100.0 * (1.0 - (double) kernel->divergent / (double) kernel->branches)
           : NAN;
}

/* Of all that the device did. */
static double
share_of (const SeidelMeasured *measured, double seconds)
{
  const double all = seidel_outcome_device_seconds (measured->outcome);

  return measured->outcome->has_device && all > 0.0 ? 100.0 * seconds / all : NAN;
}

static double
get_product_share (const SeidelMeasured *measured)
{
  const SeidelKernelTimes *kernel = find_kernel (measured, PRODUCT);

  return kernel != NULL ? share_of (measured, (double) kernel->nanoseconds * 1e-9) : NAN;
}

static double
get_upload_share (const SeidelMeasured *measured)
{
  return share_of (measured, measured->outcome->device.to_seconds);
}

static double
get_download_share (const SeidelMeasured *measured)
{
  return share_of (measured, measured->outcome->device.from_seconds);
}

/* The rows of a block, x, and the room in which its threads add up; of dense products. */
static double
get_block_bytes (const SeidelMeasured *measured)
{
  const SeidelOptions *options = &measured->outcome->options;
  const SeidelShape *shape = &options->shape;
  const double value = options->precision == SEIDEL_PRECISION_DOUBLE ? 8.0 : 4.0;
  const double n = (double) measured->problem->matrix->csr->columns;

  return shape->rows_per_block > 0
           ? value
               * ((shape->rows_per_block + 1.0) * n
                  + (double) shape->rows_per_block * (double) shape->threads_per_row)
           : NAN;
}

/* The part of the solve phase, in percent, that a rank communicates: the mean over the ranks. */
static double
get_communication (const SeidelMeasured *measured)
{
  const SeidelOutcome *outcome = measured->outcome;
  double sum = 0.0;

  for (size_t i = 0; i < outcome->n_ranks; i++)
    sum += outcome->ranks[i].exchanges + outcome->ranks[i].reductions;
  return 100.0 * sum / (double) outcome->n_ranks / get_solve (measured);
}

static double
halo_of (const SeidelRank *rank)
{
  return (double) rank->halo;
}

static double
latency_of (const SeidelRank *rank)
{
  return rank->latency;
}

static double
bandwidth_of (const SeidelRank *rank)
{
  return rank->bandwidth;
}

static double
get_sums (const SeidelMeasured *measured)
{
  const SeidelOutcome *outcome = measured->outcome;

  return outcome->n_ranks > 0 ? (double) outcome->ranks[0].sums / get_iterations (measured) : NAN;
}

/* Those that are more than a figure of the outcome. */
static const SeidelExperimentMeasure computed[] = {
  { "time", N_ ("Total time"), "All phases of the run; not loading and reordering the matrix.",
    SEIDEL_MEASURE_SECONDS, .get = get_time },
  { "work", N_ ("Time to solution"),
    "Analysis, transfer and solve phases: the run without its verification.",
    SEIDEL_MEASURE_SECONDS, .get = get_work },
  { "analysis", N_ ("Analysis time"), "Structure and levels, where the run needs them.",
    SEIDEL_MEASURE_SECONDS, .get = get_analysis },
  { "transfer", N_ ("Transfer time"), "Matrix and vectors to the engine, and planning its sweeps.",
    SEIDEL_MEASURE_SECONDS, .get = get_transfer },
  { "solve", N_ ("Solve time"), "The solve phase.", SEIDEL_MEASURE_SECONDS, .get = get_solve },
  { "factor", N_ ("Factorisation time"), "Dense factorisation on a device, by its own clock.",
    SEIDEL_MEASURE_SECONDS, .get = get_factor },
  { "per-iteration", N_ ("Time per iteration"), "The solve phase over its iterations.",
    SEIDEL_MEASURE_SECONDS, .get = get_per_iteration },
  { "per-sweep", N_ ("Time per sweep"),
    "Median over the iterations of the time in sweeps or in the product with the matrix.",
    SEIDEL_MEASURE_SECONDS, .get = get_per_sweep },
  { "convergence-factor", N_ ("Convergence factor"),
    "‖r‖ of an iteration over that of the one before: the geometric mean over the second half.",
    SEIDEL_MEASURE_NUMBER, .get = get_convergence_factor },
  { "residual-true", N_ ("True relative residual"),
    "‖b − A x‖₂ / ‖b‖₂ at the end, in double precision.", SEIDEL_MEASURE_NUMBER,
    .get = get_true_relative },
  { "residual-inf-least", N_ ("Least ‖b − A x‖∞"),
    "The least largest component of b − A x of an iterate, where it is recorded: track-maximum.",
    SEIDEL_MEASURE_NUMBER, .get = get_least_maximum },
  { "error-2", N_ ("Error, norm 2"), "‖x − y‖₂ / ‖y‖₂ against the reference y.",
    SEIDEL_MEASURE_NUMBER, .error = true, .get = get_error_2 },
  { "error-inf", N_ ("Error, norm ∞"), "‖x − y‖∞ against the reference y.", SEIDEL_MEASURE_NUMBER,
    .error = true, .get = get_error_inf },
  { "error-relative", N_ ("Largest relative error"),
    "The largest |x − y| / max (|x|, |y|) of a component.", SEIDEL_MEASURE_NUMBER, .error = true,
    .get = get_error_relative },
  { "error-over", N_ ("Components off by 10⁻³"),
    "Components with |x − y| > 10⁻³, or without a finite value.", SEIDEL_MEASURE_COUNT,
    .error = true, .get = get_error_over },
  { "exact", N_ ("Equal components"), "Components whose bits are those of the reference.",
    SEIDEL_MEASURE_PERCENT, .error = true, .get = get_exact },
  { "passes", N_ ("Passes"), "Passes or levels of a forward sweep, for strategies that have them.",
    SEIDEL_MEASURE_COUNT, .get = get_passes },
  { "passes-backward", N_ ("Backward passes"),
    "Passes or levels of a backward sweep, for strategies that have them.", SEIDEL_MEASURE_COUNT,
    .get = get_passes_backward },
  { "bytes", N_ ("Bytes"),
    "What the sweeps of an iteration must move: the matrix, b and x once, and x written.",
    SEIDEL_MEASURE_BYTES, .get = get_bytes },
  { "bandwidth", N_ ("Bandwidth"), "These bytes over the time per sweep.",
    SEIDEL_MEASURE_BYTES_PER_SECOND, .get = get_bandwidth },
  { "communication", N_ ("Communication"),
    "Of the solve phase, the mean time of a rank in sums over all ranks and in exchanging the "
    "halo, "
    "waiting for the others included.",
    SEIDEL_MEASURE_PERCENT, .get = get_communication },
  { "halo", N_ ("Halo"), "Bytes that a rank receives for a product, the largest of the ranks.",
    SEIDEL_MEASURE_BYTES, .get_rank = halo_of },
  { "sums", N_ ("Sums over ranks"), "Sums over all ranks in an iteration.", SEIDEL_MEASURE_NUMBER,
    .get = get_sums },
  { "latency", N_ ("Latency"), "Of a small message between rank 0 and another, the longest.",
    SEIDEL_MEASURE_SECONDS, .get_rank = latency_of },
  { "network", N_ ("Network"), "Bandwidth of large messages between rank 0 and another, the least.",
    SEIDEL_MEASURE_BYTES_PER_SECOND, .get_rank = bandwidth_of, .least = true },
  { "product-calls", N_ ("Products"), "Products with the matrix on a device, of a profiled run.",
    SEIDEL_MEASURE_COUNT, .kernel = PRODUCT, .get_kernel = calls_of },
  { "product-mean", N_ ("Mean time of a product"), "Their mean time, by events.",
    SEIDEL_MEASURE_SECONDS, .kernel = PRODUCT, .get_kernel = mean_of },
  { "product-least", N_ ("Shortest time of a product"), "The least time of one, by events.",
    SEIDEL_MEASURE_SECONDS, .kernel = PRODUCT, .get_kernel = least_of },
  { "product-most", N_ ("Longest time of a product"), "The most time of one, by events.",
    SEIDEL_MEASURE_SECONDS, .kernel = PRODUCT, .get_kernel = most_of },
  { "product-share", N_ ("Share of products"),
    "Products in all that the device did, transfers included, of a profiled run.",
    SEIDEL_MEASURE_PERCENT, .get = get_product_share },
  { "upload-share", N_ ("Share of copies to it"),
    "Copies to the device in all that it did, likewise.", SEIDEL_MEASURE_PERCENT,
    .get = get_upload_share },
  { "download-share", N_ ("Share of copies back"),
    "Copies from the device in all that it did, likewise.", SEIDEL_MEASURE_PERCENT,
    .get = get_download_share },
  { "branches-jj", N_ ("Branch efficiency of jj"),
    "Branches that all threads of a warp took alike, of those of a profiled run.",
    SEIDEL_MEASURE_PERCENT, .kernel = "jj", .get_kernel = branch_efficiency_of },
  { "branches-normalize", N_ ("Branch efficiency of normalize row"), "Likewise.",
    SEIDEL_MEASURE_PERCENT, .kernel = "normalize row", .get_kernel = branch_efficiency_of },
  { "branches-reduce", N_ ("Branch efficiency of reduce row i"), "Likewise.",
    SEIDEL_MEASURE_PERCENT, .kernel = "reduce row i", .get_kernel = branch_efficiency_of },
  { "branches-reduce-a", N_ ("Branch efficiency of reduce row a"), "Likewise.",
    SEIDEL_MEASURE_PERCENT, .kernel = "reduce row a", .get_kernel = branch_efficiency_of },
  { "branches-update-u", N_ ("Branch efficiency of update U"), "Likewise.", SEIDEL_MEASURE_PERCENT,
    .kernel = "update U", .get_kernel = branch_efficiency_of },
  { "branches-update-l", N_ ("Branch efficiency of update L"), "Likewise.", SEIDEL_MEASURE_PERCENT,
    .kernel = "update L", .get_kernel = branch_efficiency_of },
  { "block-bytes", N_ ("Bytes of a block"),
    "What a thread block of a dense product has to do with: its rows, x, and the room for its "
    "sums; where the shape is given.",
    SEIDEL_MEASURE_BYTES, .get = get_block_bytes },
};

/* Those, those of the matrix, and the figures of the outcome that are measures. */
static GArray *
list_measures (void)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (SeidelExperimentMeasure));
  const SeidelOutcomeFigure *figure = seidel_outcome_figures;
  const SeidelExperimentMeasure *of_matrix;
  size_t n_of_matrix = 0;

  g_array_append_vals (all, computed, G_N_ELEMENTS (computed));
  of_matrix = seidel_experiment_measures_of_matrix (&n_of_matrix);
  g_array_append_vals (all, of_matrix, (guint) n_of_matrix);
  for (; figure->kind != SEIDEL_FIGURE_NONE; figure++)
    {
      const SeidelExperimentMeasure measure = {
        .id = figure->measure,
        .name = figure->name,
        .sentence = figure->sentence,
        .unit = figure->kind == SEIDEL_FIGURE_COUNT     ? SEIDEL_MEASURE_COUNT
                : figure->kind == SEIDEL_FIGURE_SECONDS ? SEIDEL_MEASURE_SECONDS
                                                        : SEIDEL_MEASURE_NUMBER,
        .figure = figure,
      };

      if (measure.id != NULL)
        g_array_append_val (all, measure);
    }
  return all;
}

const SeidelExperimentMeasure *
seidel_experiment_measures (size_t *n)
{
  static GOnce once = G_ONCE_INIT;
  const GArray *all = g_once (&once, (GThreadFunc) (void *) list_measures, NULL);

  *n = all->len;
  return (const SeidelExperimentMeasure *) (void *) all->data;
}

const SeidelExperimentMeasure *
seidel_experiment_measure_find (const char *id)
{
  size_t n = 0;
  const SeidelExperimentMeasure *measures = seidel_experiment_measures (&n);

  for (size_t i = 0; i < n; i++)
    if (strcmp (id, measures[i].id) == 0)
      return &measures[i];
  return NULL;
}

/* The largest of the ranks that it is known of, or the least; NaN where it is of none. */
static double
get_of_ranks (const SeidelExperimentMeasure *self, const SeidelOutcome *outcome)
{
  double found = NAN;

  for (size_t i = 0; i < outcome->n_ranks; i++)
    found = self->least ? fmin (found, self->get_rank (&outcome->ranks[i]))
                        : fmax (found, self->get_rank (&outcome->ranks[i]));
  return found;
}

double
seidel_experiment_measure_get (const SeidelExperimentMeasure *self, const SeidelMeasured *measured)
{
  const SeidelKernelTimes *kernel;

  if (self->figure != NULL)
    return seidel_outcome_figure_value (self->figure, measured->outcome);
  if (self->get_rank != NULL)
    return get_of_ranks (self, measured->outcome);
  if (self->kernel == NULL)
    return self->get (measured);
  kernel = find_kernel (measured, self->kernel);
  return kernel != NULL ? self->get_kernel (kernel) : NAN;
}

char *
seidel_measure_unit_format (SeidelMeasureUnit unit, double value)
{
  g_autofree char *bytes = NULL;

  if (isnan (value))
    return g_strdup ("");
  switch (unit)
    {
    case SEIDEL_MEASURE_SECONDS:
      return seidel_format_seconds (value, 3);
    case SEIDEL_MEASURE_PERCENT:
      /* Nearly all is not all. */
      return seidel_format_unit (value, SEIDEL_UNIT_PERCENT, value > 99.0 ? 7 : 3);
    case SEIDEL_MEASURE_BYTES:
      return seidel_format_bytes (value);
    case SEIDEL_MEASURE_BYTES_PER_SECOND:
      bytes = seidel_format_bytes (value);
      return g_strconcat (bytes, "/s", NULL);
    case SEIDEL_MEASURE_COUNT:
      return value == floor (value) ? seidel_format_count ((int64_t) value)
                                    : seidel_format_value (value, 4);
    default:
      return seidel_format_value (value, 3);
    }
}

char *
seidel_experiment_measure_format (const SeidelExperimentMeasure *self, double value)
{
  return seidel_measure_unit_format (self->unit, value);
}
