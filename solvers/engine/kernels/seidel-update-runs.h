/* How runs of rows are updated: in each way in which they may be stored, compiled for each
 * arithmetic and processor.
 *
 * A row is updated by the same operations in the same order wherever it is stored and however many
 * are updated at once, so that every strategy gives the same bits. Assumptions on the matrix: rows
 * sorted by column, without duplicates, a diagonal entry that is not zero in each.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "engine/kernels/seidel-row-kernel.h"
#include "engine/kernels/seidel-update.h"
#include "engine/seidel-cpu-sweep-private.h"

/* Updates the element at place. Columns are moved on by shift. Adds the square of the residual to
 * *square where the sweep tracks it.
 *
 * The entries that this sweep has not updated yet are summed first, those that it has last, the
 * nearest to the diagonal at the very end. The row before is the one whose result comes last: only
 * one multiplication, one subtraction and one division then wait for it, and everything else of the
 * row runs ahead of it. */
INLINE void
update_row (int arithmetic,
            SeidelCpuSweepMode mode,
            bool forward,
            bool relaxes,
            const Update *work,
            const int32_t *columns,
            const Real *values,
            int64_t n,
            int64_t diagonal,
            int64_t place,
            int64_t shift,
            double *square)
{
  const Real *x = work->x + shift;
  int64_t behind = diagonal + 1;
  int64_t n_own = forward ? diagonal : n - behind;
  int64_t first_other = forward ? behind : 0;
  Real others = 0;
  Real start = work->b[place];
  Real quotient;
  Sum sum;
  Sum residual = { 0 };

  if (reads_others (mode))
    others = gather_product (arithmetic, columns + first_other, values + first_other, n - 1 - n_own,
                             work->old + shift);
  else if (reads_known (mode))
    others = work->known[place];
  if (mode == SEIDEL_CPU_SCALED_TRIANGLE)
    start /= values[diagonal];
  else if (mode != SEIDEL_CPU_TRIANGLE)
    start -= others;
  sum = (Sum){ start };
  if (mode == SEIDEL_CPU_HALF_TRACKED)
    {
      const Real *before = work->before + shift;

      residual = sum;
      for (int64_t k = 0; k < n_own; k++)
        {
          int64_t entry = forward ? k : n - 1 - k;

          subtract_product (arithmetic, &sum, values[entry], x[columns[entry]]);
          subtract_product (arithmetic, &residual, values[entry], before[columns[entry]]);
        }
      work->before[place] = work->x[place];
      subtract_product (arithmetic, &residual, values[diagonal], work->x[place]);
    }
  else
    for (int64_t k = 0; k < n_own; k++)
      {
        int64_t entry = forward ? k : n - 1 - k;

        subtract_product (arithmetic, &sum, values[entry], x[columns[entry]]);
      }
  if (mode == SEIDEL_CPU_TRACKED)
    {
      Real made = relaxes ? work->tilt * (values[diagonal] * work->x[place]) - others : -others;

      residual.value = made - work->known[place];
      work->known[place] = made;
    }
  if (keeps_own (mode))
    work->known[place] = start - sum.value;
  if (tracks (mode))
    *square += (double) residual.value * (double) residual.value;
  quotient = mode == SEIDEL_CPU_SCALED_TRIANGLE ? sum.value : sum.value / values[diagonal];
  if (relaxes)
    quotient = mode == SEIDEL_CPU_TRIANGLE ? work->omega * quotient
                                           : work->kept * work->x[place] + work->omega * quotient;
  work->x[place] = quotient;
}

/* The same for the rows of a slice, which may share their columns, in place: place is that of the
 * first of them. */
INLINE void
update_slice (int arithmetic,
              SeidelCpuSweepMode mode,
              bool forward,
              bool shared,
              const Update *work,
              const int32_t *columns,
              const Real *values,
              int64_t n,
              int64_t diagonal,
              int64_t place,
              int64_t shift,
              int64_t ahead,
              double *square)
{
  const Real *x = work->x + shift;
  int64_t behind = diagonal + 1;
  int64_t n_own = forward ? diagonal : n - behind;
  int64_t first_other = forward ? behind : 0;
  Slice divisor;
  Slice others = { 0 };
  Slice start = *slice_at (work->b + place);
  Slice quotient;
  SliceSum sum;
  SliceSum residual = { { 0 } };

  if (reads_others (mode))
    slice_product (arithmetic, shared, columns, values, first_other, n - 1 - n_own, x, ahead,
                   &others);
  else if (reads_known (mode))
    others = *slice_at (work->known + place);
  values_of_slice (shared, values, diagonal, ahead, &divisor);
  if (mode == SEIDEL_CPU_SCALED_TRIANGLE)
    start /= divisor;
  else if (mode != SEIDEL_CPU_TRIANGLE)
    start -= others;
  sum = (SliceSum){ start };
  if (mode == SEIDEL_CPU_HALF_TRACKED)
    {
      const Real *before = work->before + shift;
      Slice incoming = *slice_at (work->x + place);

      residual = sum;
      for (int64_t k = 0; k < n_own; k++)
        {
          int64_t entry = forward ? k : n - 1 - k;
          Slice value;
          Slice element;
          Slice element_before;

          values_of_slice (shared, values, entry, ahead, &value);
          elements_of_slice (shared, columns, entry, x, &element);
          elements_of_slice (shared, columns, entry, before, &element_before);
          subtract_slice_product (arithmetic, &sum, &value, &element);
          subtract_slice_product (arithmetic, &residual, &value, &element_before);
        }
      *(StoredSlice *) (work->before + place) = incoming;
      subtract_slice_product (arithmetic, &residual, &divisor, &incoming);
    }
  else
    for (int64_t k = 0; k < n_own; k++)
      {
        int64_t entry = forward ? k : n - 1 - k;
        Slice value;
        Slice element;

        values_of_slice (shared, values, entry, ahead, &value);
        elements_of_slice (shared, columns, entry, x, &element);
        subtract_slice_product (arithmetic, &sum, &value, &element);
      }
  if (mode == SEIDEL_CPU_TRACKED)
    {
      Slice made =
        work->relaxes ? work->tilt * (divisor * *slice_at (work->x + place)) - others : -others;

      residual.value = made - *slice_at (work->known + place);
      *(StoredSlice *) (work->known + place) = made;
    }
  if (keeps_own (mode))
    *(StoredSlice *) (work->known + place) = start - sum.value;
  if (tracks (mode))
    for (int lane = 0; lane < SEIDEL_CPU_SLICE; lane++)
      *square += (double) residual.value[lane] * (double) residual.value[lane];
  quotient = mode == SEIDEL_CPU_SCALED_TRIANGLE ? sum.value : sum.value / divisor;
  if (work->relaxes && mode == SEIDEL_CPU_TRIANGLE)
    quotient *= work->omega;
  else if (work->relaxes)
    quotient = work->kept * *slice_at (work->x + place) + work->omega * quotient;
  *(StoredSlice *) (work->x + place) = quotient;
}

/* Updates the rows of a run that shares its columns, in place. */
INLINE void
update_shared_run (int arithmetic,
                   SeidelCpuSweepMode mode,
                   bool forward,
                   const Update *work,
                   const SeidelCpuRows *rows,
                   const SeidelCpuRun *run,
                   int64_t ahead,
                   double *square)
{
  const int32_t *columns = rows->columns + run->columns;
  const Real *values = (const Real *) rows->values + run->values;
  int64_t n = run->length;
  int64_t diagonal = run->diagonal;
  int64_t first = run->first;
  int row = 0;

  fetch (columns, ahead / 8);
  if (!reads_others (mode))
    {
      /* A slice is not read whole: what is a number of whole slices ahead will be. */
      int64_t slice = n * (int64_t) (SEIDEL_CPU_SLICE * sizeof (Real));

      ahead = ahead / slice * slice;
    }
  for (; row + SEIDEL_CPU_SLICE <= run->n_rows; row += SEIDEL_CPU_SLICE)
    {
      fetch (work->x + row + columns[ahead > 0 ? n - 1 : 0], ahead / 8);
      fetch (work->b + first + row, ahead / 8);
      if (!reads_others (mode))
        fetch (work->x + first + row, ahead / 8);
      if (keeps_own (mode) || mode == SEIDEL_CPU_TRACKED)
        fetch (work->known + first + row, ahead / 8);
      if (mode == SEIDEL_CPU_HALF_TRACKED)
        fetch (work->before + first + row, ahead / 8);
      update_slice (arithmetic, mode, forward, true, work, columns, values + row * n, n, diagonal,
                    first + row, row, ahead, square);
    }
  for (; row < run->n_rows; row++)
    {
      fetch_row (values + row * n, n, ahead);
      update_row (arithmetic, mode, forward, work->relaxes, work, columns, values + row * n, n,
                  diagonal, first + row, row, square);
    }
}

/* The same for a run that is sliced, of a matrix with short rows. */
INLINE void
update_sliced_run (int arithmetic,
                   SeidelCpuSweepMode mode,
                   bool forward,
                   const Update *work,
                   const SeidelCpuRows *rows,
                   const SeidelCpuRun *run,
                   int step,
                   double *square)
{
  const int32_t *columns = rows->columns + run->columns;
  const Real *values = (const Real *) rows->values + run->values;
  const int64_t last = seidel_cpu_last_column (rows);
  const int64_t n = run->length;
  int row = 0;

  for (; row + SEIDEL_CPU_SLICE <= run->n_rows; row += SEIDEL_CPU_SLICE)
    {
      fetch_elements_of_slice (step, rows, last, run->columns + row * n, n, work->x);
      update_slice (arithmetic, mode, forward, false, work, columns + row * n, values + row * n, n,
                    run->diagonal, run->first + row, 0, 0, square);
    }
  for (; row < run->n_rows; row++)
    update_row (arithmetic, mode, forward, work->relaxes, work, columns + row * n, values + row * n,
                n, run->diagonal, run->first + row, 0, square);
}

/* The same for a loose run. */
INLINE void
update_loose_run (int arithmetic,
                  SeidelCpuSweepMode mode,
                  bool forward,
                  const Update *work,
                  const SeidelCpuRows *rows,
                  const SeidelCpuRun *run,
                  int64_t ahead,
                  bool fetches,
                  double *square)
{
  const int64_t *offsets = rows->offsets + run->first;
  const int32_t *diagonal = rows->diagonal + run->first;
  const int32_t *columns = rows->columns + run->columns;
  const Real *values = (const Real *) rows->values + run->values;

  for (int row = 0; row < run->n_rows; row++)
    {
      int64_t begin = offsets[row] - offsets[0];
      int64_t n = offsets[row + 1] - offsets[row];

      fetch_row (values + begin, n, ahead);
      if (fetches)
        fetch_elements (ahead > 0 ? 1 : -1, rows, seidel_cpu_last_column (rows),
                        run->columns + begin, run->columns + begin + n, work->x);
      update_row (arithmetic, mode, forward, work->relaxes, work, columns + begin, values + begin,
                  n, diagonal[row], run->first + row, 0, square);
    }
}

/* Runs whose columns are places in x. Updates n neighbouring ones, from the first on (step 1) or
 * from the last (step −1). */
INLINE void
update_in_place (int arithmetic,
                 SeidelCpuSweepMode mode,
                 bool forward,
                 const Update *shared_work,
                 const SeidelCpuRun *run,
                 int64_t n,
                 int step)
{
  const Update work = *shared_work;
  const SeidelCpuRows *rows = work.sweep->stored;
  bool fetches = has_short_rows (rows);

  for (; n > 0; n--, run += step)
    {
      double square = 0.0;

      fetch (run, step * FETCH_AHEAD / 8);
      if (run->kind == SEIDEL_CPU_SHARED)
        update_shared_run (arithmetic, mode, forward, &work, rows, run, step * FETCH_AHEAD,
                           &square);
      else if (run->kind == SEIDEL_CPU_SLICED)
        update_sliced_run (arithmetic, mode, forward, &work, rows, run, step, &square);
      else
        update_loose_run (arithmetic, mode, forward, &work, rows, run, step * FETCH_AHEAD, fetches,
                          &square);
      if (tracks (mode))
        work.squares[run - work.runs] = square;
    }
}

INLINE void
update_in_natural_order (int arithmetic,
                         SeidelCpuSweepMode mode,
                         bool forward,
                         bool relaxes,
                         bool fetches,
                         bool streams,
                         const Update *shared_work,
                         const SeidelCpuRun *run,
                         int64_t n,
                         int step)
{
  const Update work = *shared_work;
  const SeidelCpuRows *rows = work.sweep->stored;
  const Real *values = rows->values;
  int64_t last = rows->offsets[rows->n_rows] - 1;

  for (; n > 0; n--, run += step)
    {
      double square = 0.0;

      for (int i = 0; i < run->n_rows; i++)
        {
          int64_t row = run->first + (forward ? i : run->n_rows - 1 - i);
          int64_t begin = rows->offsets[row];
          int64_t end = rows->offsets[row + 1];

          if (streams)
            fetch_entries (rows->columns + begin, values + begin, end - begin, step * FETCH_AHEAD);
          if (fetches)
            fetch_elements (forward ? 1 : -1, rows, last, begin, end, work.x);
          if (fetches && mode == SEIDEL_CPU_HALF_TRACKED)
            fetch_elements (forward ? 1 : -1, rows, last, begin, end, work.before);
          update_row (arithmetic, mode, forward, relaxes, &work, rows->columns + begin,
                      values + begin, end - begin, rows->diagonal[row], row, 0, &square);
        }
      if (tracks (mode))
        work.squares[run - work.runs] = square;
    }
}

/* Runs in the order of the matrix, one row after the other in the order of the sweep. Rows wait for
 * each other here, so that even a test of what is not needed would cost time. */
INLINE void
update_serially (int arithmetic,
                 SeidelCpuSweepMode mode,
                 bool forward,
                 const Update *work,
                 const SeidelCpuRun *run,
                 int64_t n,
                 int step)
{
  bool fetches = has_short_rows (work->sweep->stored);
  bool streams = reads_others (mode) && has_long_rows (work->sweep->stored);

  if (work->relaxes || fetches || streams)
    update_in_natural_order (arithmetic, mode, forward, work->relaxes, fetches, streams, work, run,
                             n, step);
  else
    update_in_natural_order (arithmetic, mode, forward, false, false, false, work, run, n, step);
}

/* Runs whose rows update elements that are elsewhere. */
INLINE void
update_by_targets (int arithmetic,
                   SeidelCpuSweepMode mode,
                   bool forward,
                   const Update *shared_work,
                   const SeidelCpuRun *run,
                   int64_t n,
                   int step)
{
  const Update work = *shared_work;
  const SeidelSweep *sweep = work.sweep;
  const SeidelCpuRows *rows = sweep->stored;
  const Real *values = rows->values;

  for (; n > 0; n--, run += step)
    {
      double square = 0.0;

      for (int64_t i = run->first; i < run->first + run->n_rows; i++)
        {
          int64_t target = sweep->targets[i];
          int64_t row = sweep->look_up ? target : i;
          int64_t begin = rows->offsets[row];

          update_row (arithmetic, mode, forward, work.relaxes, &work, rows->columns + begin,
                      values + begin, rows->offsets[row + 1] - begin, rows->diagonal[row], target,
                      0, &square);
        }
      if (tracks (mode))
        work.squares[run - work.runs] = square;
    }
}

/* Whether everything that a row depends on was updated in an earlier pass. */
INLINE bool
is_ready (bool forward, const Update *work, int64_t row)
{
  const SeidelCpuRows *rows = work->sweep->stored;
  int64_t diagonal = rows->offsets[row] + rows->diagonal[row];
  int64_t begin = forward ? rows->offsets[row] : diagonal + 1;
  int64_t end = forward ? diagonal : rows->offsets[row + 1];

  for (int64_t k = begin; k < end; k++)
    {
      int pass =
        atomic_load_explicit (&work->sweep->pass_of_row[rows->columns[k]], memory_order_relaxed);

      if (pass == 0 || pass == work->pass)
        return false;
    }
  return true;
}

/* Runs in the order of the matrix, of which only the rows that are ready are updated. Others may
 * be updating rows of the same pass, which are not read before the next. */
INLINE void
update_where_ready (int arithmetic,
                    SeidelCpuSweepMode mode,
                    bool forward,
                    const Update *work,
                    const SeidelCpuRun *run,
                    int64_t n,
                    int step)
{
  const SeidelCpuRows *rows = work->sweep->stored;
  const Real *values = rows->values;
  int64_t updated = 0;

  for (; n > 0; n--, run += step)
    for (int64_t row = run->first; row < run->first + run->n_rows; row++)
      {
        atomic_int *pass = &work->sweep->pass_of_row[row];
        int64_t begin = rows->offsets[row];
        double square = 0.0;

        if (atomic_load_explicit (pass, memory_order_relaxed) != 0
            || !is_ready (forward, work, row))
          continue;
        update_row (arithmetic, mode, forward, work->relaxes, work, rows->columns + begin,
                    values + begin, rows->offsets[row + 1] - begin, rows->diagonal[row], row, 0,
                    &square);
        if (tracks (mode))
          work->squares[run - work->runs] += square;
        atomic_store_explicit (pass, work->pass, memory_order_relaxed);
        updated++;
      }
  if (updated > 0)
    atomic_fetch_add_explicit (work->updated, updated, memory_order_relaxed);
}

typedef void (*UpdateFunc) (const Update *work, const SeidelCpuRun *run, int64_t n, int step);

/* An update with these constants, or with values from work where they are none. */
#define DEFINE_UPDATE(TARGET, way, name, arithmetic, mode, forward)                        \
  TARGET static void way##_##name (const Update *work, const SeidelCpuRun *run, int64_t n, \
                                   int step)                                               \
  {                                                                                        \
    update_##way (arithmetic, mode, forward, work, run, n, step);                          \
  }

/* What an update does not do costs it nothing where mode and direction are constants. */
#define DEFINE_MODE(TARGET, way, name, arithmetic, mode)                \
  DEFINE_UPDATE (TARGET, way, name##_backward, arithmetic, mode, false) \
  DEFINE_UPDATE (TARGET, way, name##_forward, arithmetic, mode, true)

#define DEFINE_MODES(TARGET, way, name, arithmetic)                                \
  DEFINE_MODE (TARGET, way, name##_plain, arithmetic, SEIDEL_CPU_PLAIN)            \
  DEFINE_MODE (TARGET, way, name##_triangle, arithmetic, SEIDEL_CPU_TRIANGLE)      \
  DEFINE_MODE (TARGET, way, name##_scaled, arithmetic, SEIDEL_CPU_SCALED_TRIANGLE) \
  DEFINE_MODE (TARGET, way, name##_tracked, arithmetic, SEIDEL_CPU_TRACKED)        \
  DEFINE_MODE (TARGET, way, name##_half, arithmetic, SEIDEL_CPU_HALF)              \
  DEFINE_MODE (TARGET, way, name##_half_tracked, arithmetic, SEIDEL_CPU_HALF_TRACKED)

#define DEFINE_ANY_MODE(TARGET, way, name, arithmetic) \
  DEFINE_UPDATE (TARGET, way, name, arithmetic, work->mode, work->forward)

#define FOR_FAST_VARIANTS(define, way)                                                       \
  define (AVX2, way, wide, 0) define (AVX2, way, compensated, SEIDEL_ARITHMETIC_COMPENSATED) \
    define (FMA, way, fused, SEIDEL_ARITHMETIC_FUSED)                                        \
      define (FMA, way, fused_compensated,                                                   \
              SEIDEL_ARITHMETIC_FUSED | SEIDEL_ARITHMETIC_COMPENSATED)

#define FOR_ALL_VARIANTS(define, way)                                   \
  define (, way, base, 0) define (FOR_SIZE, way, any, work->arithmetic) \
    FOR_FAST_VARIANTS (define, way)

FOR_FAST_VARIANTS (DEFINE_MODES, in_place)
FOR_FAST_VARIANTS (DEFINE_MODES, serially)
FOR_ALL_VARIANTS (DEFINE_ANY_MODE, in_place)
FOR_ALL_VARIANTS (DEFINE_ANY_MODE, serially)
FOR_ALL_VARIANTS (DEFINE_ANY_MODE, by_targets)
FOR_ALL_VARIANTS (DEFINE_ANY_MODE, where_ready)

#define LIST_MODE(name)                                                                        \
  {                                                                                            \
    [SEIDEL_DIRECTION_FORWARD] = name##_forward, [SEIDEL_DIRECTION_BACKWARD] = name##_backward \
  }

#define LIST_MODES(name)                                         \
  {                                                              \
    [SEIDEL_CPU_PLAIN] = LIST_MODE (name##_plain),               \
    [SEIDEL_CPU_TRIANGLE] = LIST_MODE (name##_triangle),         \
    [SEIDEL_CPU_SCALED_TRIANGLE] = LIST_MODE (name##_scaled),    \
    [SEIDEL_CPU_TRACKED] = LIST_MODE (name##_tracked),           \
    [SEIDEL_CPU_HALF] = LIST_MODE (name##_half),                 \
    [SEIDEL_CPU_HALF_TRACKED] = LIST_MODE (name##_half_tracked), \
  }

#define LIST_FAST_VARIANTS(way)                                            \
  {                                                                        \
    [SEIDEL_CPU_WIDE] = LIST_MODES (way##_wide),                           \
    [SEIDEL_CPU_COMPENSATED] = LIST_MODES (way##_compensated),             \
    [SEIDEL_CPU_FUSED] = LIST_MODES (way##_fused),                         \
    [SEIDEL_CPU_FUSED_COMPENSATED] = LIST_MODES (way##_fused_compensated), \
  }

#define LIST_ALL_VARIANTS(way)                                                              \
  {                                                                                         \
    [SEIDEL_CPU_BASE] = way##_base, [SEIDEL_CPU_WIDE] = way##_wide,                         \
    [SEIDEL_CPU_COMPENSATED] = way##_compensated, [SEIDEL_CPU_FUSED] = way##_fused,         \
    [SEIDEL_CPU_FUSED_COMPENSATED] = way##_fused_compensated, [SEIDEL_CPU_ANY] = way##_any, \
  }

/* The ways of updating runs. */
typedef enum
{
  IN_PLACE,
  SERIALLY,
  BY_TARGETS,
  WHERE_READY,
  N_WAYS
} Way;

/* With mode and direction as constants: of the ways that matter for speed, for recent processors,
 * except for the mode of a first step. */
static const UpdateFunc fast_updates[N_WAYS][SEIDEL_CPU_N_VARIANTS][SEIDEL_CPU_N_MODES][2] = {
  [IN_PLACE] = LIST_FAST_VARIANTS (in_place),
  [SERIALLY] = LIST_FAST_VARIANTS (serially),
};

static const UpdateFunc updates[N_WAYS][SEIDEL_CPU_N_VARIANTS] = {
  [IN_PLACE] = LIST_ALL_VARIANTS (in_place),
  [SERIALLY] = LIST_ALL_VARIANTS (serially),
  [BY_TARGETS] = LIST_ALL_VARIANTS (by_targets),
  [WHERE_READY] = LIST_ALL_VARIANTS (where_ready),
};

static UpdateFunc
find_update (const Update *work, Way way)
{
  SeidelCpuVariant variant = work->context->variant;
  UpdateFunc fast = fast_updates[way][variant][work->mode][work->sweep->direction];

  return fast != NULL ? fast : updates[way][variant];
}
