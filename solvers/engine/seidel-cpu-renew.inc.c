/* Renewing rows of x by Gauss-Seidel or SOR, for one type: what every sweep is made of.
 *
 * Included by seidel-cpu-float.c and seidel-cpu-double.c with REAL and NAME () defined.
 *
 * Assumptions on the matrix: rows sorted by column, without duplicates, a diagonal entry that is
 * not zero in each. A row is renewed by the same operations in the same order wherever it stands
 * and however many are renewed at once, so that every strategy gives the same bits.
 *
 * What a sweep does besides (SeidelCpuSweepMode) rests on the splitting A = L + D + U, L being a
 * row's own entries: (D/ω + L) y = b + t with t = ((1/ω − 1) D − U) x. Hence the residual of y is
 * what t becomes with y in place of x, less t; and a sweep back from y needs L y, which is known,
 * and U alone. Source: the identity that PETSc's MatSOR and NVIDIA's HPCG use for one symmetric
 * sweep, carried on from sweep to sweep.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* What the threads of a sweep share. */
typedef struct
{
  SeidelContext *context;
  const SeidelSweep *sweep;
  const SeidelCpuRun *runs; /* the first of all */
  const REAL *b;
  REAL *x;
  const REAL *old; /* x, or the incoming one where levels may not work in place */
  REAL *known;     /* see SeidelCpuSweepMode */
  REAL *before;
  double *squares;
  int pass;                   /* passes: the one going on */
  _Atomic (int64_t) *renewed; /* passes: adds up what it renewed */
  bool relaxes;               /* ω is not 1 */
  REAL omega;
  REAL kept; /* 1 − ω */
  REAL tilt; /* 1/ω − 1 */
} NAME (Renewal);

static NAME (Renewal)
  NAME (renewal_of) (SeidelContext *context, const SeidelSweep *sweep, const SeidelCpuSweepJob *job)
{
  return (NAME (Renewal)){
    .context = context,
    .sweep = sweep,
    .runs = sweep->runs,
    .b = job->b,
    .x = job->x,
    .old = job->x,
    .known = job->known,
    .before = job->before,
    .squares = job->squares,
    .relaxes = job->omega != 1.0,
    .omega = (REAL) job->omega,
    .kept = (REAL) (1.0 - job->omega),
    .tilt = (REAL) (1.0 / job->omega - 1.0),
  };
}

#define READS_OTHERS(mode) \
  ((mode) == SEIDEL_CPU_PLAIN || (mode) == SEIDEL_CPU_TRACKED || (mode) == SEIDEL_CPU_FIRST)
#define READS_KNOWN(mode) ((mode) == SEIDEL_CPU_HALF || (mode) == SEIDEL_CPU_HALF_TRACKED)
#define KEEPS_OWN(mode)   ((mode) == SEIDEL_CPU_FIRST || READS_KNOWN (mode))
#define TRACKS(mode)      ((mode) == SEIDEL_CPU_TRACKED || (mode) == SEIDEL_CPU_HALF_TRACKED)

/* Renews the element at place. Columns are moved on by shift. Adds the square of the residual to
 * *square where the sweep tracks it.
 *
 * The entries that this sweep has not renewed yet are summed first, those that it has last, the
 * nearest to the diagonal at the very end. The row before is the one whose result comes last: only
 * one multiplication, one subtraction and one division then wait for it, and everything else of the
 * row runs ahead of it. */
static inline __attribute__ ((always_inline)) void
NAME (renew_row) (SeidelCpuSweepMode mode,
                  bool forward,
                  bool relaxes,
                  const NAME (Renewal) * work,
                  const int32_t *columns,
                  const REAL *values,
                  int64_t n,
                  int64_t diagonal,
                  int64_t place,
                  int64_t shift,
                  double *square)
{
  const REAL *x = work->x + shift;
  int64_t behind = diagonal + 1;
  int64_t n_own = forward ? diagonal : n - behind;
  REAL others = 0;
  REAL start = work->b[place];
  REAL quotient;
  NAME (Sum) sum;
  NAME (Sum) residual = { 0 };

  if (READS_OTHERS (mode) && forward)
    others =
      NAME (gather_product) (columns + behind, values + behind, n - behind, work->old + shift);
  else if (READS_OTHERS (mode))
    others = NAME (gather_product) (columns, values, diagonal, work->old + shift);
  else if (READS_KNOWN (mode))
    others = work->known[place];
  if (mode != SEIDEL_CPU_TRIANGLE)
    start -= others;
  sum = (NAME (Sum)){ start };
  if (mode == SEIDEL_CPU_HALF_TRACKED)
    {
      const REAL *before = work->before + shift;

      residual = sum;
      for (int64_t k = 0; k < n_own; k++)
        {
          int64_t entry = forward ? k : n - 1 - k;

          NAME (subtract_product) (&sum, values[entry], x[columns[entry]]);
          NAME (subtract_product) (&residual, values[entry], before[columns[entry]]);
        }
      work->before[place] = work->x[place];
      NAME (subtract_product) (&residual, values[diagonal], work->x[place]);
    }
  else
    for (int64_t k = 0; k < n_own; k++)
      {
        int64_t entry = forward ? k : n - 1 - k;

        NAME (subtract_product) (&sum, values[entry], x[columns[entry]]);
      }
  if (mode == SEIDEL_CPU_TRACKED)
    {
      REAL made = relaxes ? work->tilt * (values[diagonal] * work->x[place]) - others : -others;

      residual.value = made - work->known[place];
      work->known[place] = made;
    }
  if (KEEPS_OWN (mode))
    work->known[place] = start - sum.value;
  if (TRACKS (mode))
    *square += (double) residual.value * (double) residual.value;
  quotient = sum.value / values[diagonal];
  if (relaxes)
    quotient = mode == SEIDEL_CPU_TRIANGLE ? work->omega * quotient
                                           : work->kept * work->x[place] + work->omega * quotient;
  work->x[place] = quotient;
}

/* The same for the rows of a slice, in place: place is that of the first of them. */
static inline __attribute__ ((always_inline)) void
NAME (renew_slice) (SeidelCpuSweepMode mode,
                    bool forward,
                    const NAME (Renewal) * work,
                    const int32_t *columns,
                    const REAL *values,
                    int64_t n,
                    int64_t diagonal,
                    int64_t place,
                    int64_t shift,
                    int64_t ahead,
                    double *square)
{
  const REAL *x = work->x + shift;
  int64_t behind = diagonal + 1;
  int64_t n_own = forward ? diagonal : n - behind;
  NAME (Slice) divisor;
  NAME (Slice) others = { 0 };
  NAME (Slice) start = SLICE_AT (work->b + place);
  NAME (Slice) quotient;
  NAME (SliceSum) sum;
  NAME (SliceSum) residual = { { 0 } };

  if (READS_OTHERS (mode) && forward)
    NAME (slice_product)
  (columns + behind, values + behind * SEIDEL_CPU_SLICE, n - behind, x, ahead, &others);
  else if (READS_OTHERS (mode)) NAME (slice_product) (columns, values, diagonal, x, ahead, &others);
  else if (READS_KNOWN (mode)) others = SLICE_AT (work->known + place);
  if (mode != SEIDEL_CPU_TRIANGLE)
    start -= others;
  sum = (NAME (SliceSum)){ start };
  divisor = STREAMED (values + diagonal * SEIDEL_CPU_SLICE);
  if (mode == SEIDEL_CPU_HALF_TRACKED)
    {
      const REAL *before = work->before + shift;
      NAME (Slice) incoming = SLICE_AT (work->x + place);

      residual = sum;
      for (int64_t k = 0; k < n_own; k++)
        {
          int64_t entry = forward ? k : n - 1 - k;
          NAME (Slice) value = STREAMED (values + entry * SEIDEL_CPU_SLICE);

          SUBTRACT_SLICES (&sum, value, SLICE_AT (x + columns[entry]));
          SUBTRACT_SLICES (&residual, value, SLICE_AT (before + columns[entry]));
        }
      *(NAME (StoredSlice) *) (work->before + place) = incoming;
      SUBTRACT_SLICES (&residual, divisor, incoming);
    }
  else
    for (int64_t k = 0; k < n_own; k++)
      {
        int64_t entry = forward ? k : n - 1 - k;

        SUBTRACT_SLICES (&sum, STREAMED (values + entry * SEIDEL_CPU_SLICE),
                         SLICE_AT (x + columns[entry]));
      }
  if (mode == SEIDEL_CPU_TRACKED)
    {
      NAME (Slice)
      made = work->relaxes ? work->tilt * (divisor * SLICE_AT (work->x + place)) - others : -others;

      residual.value = made - SLICE_AT (work->known + place);
      *(NAME (StoredSlice) *) (work->known + place) = made;
    }
  if (KEEPS_OWN (mode))
    *(NAME (StoredSlice) *) (work->known + place) = start - sum.value;
  if (TRACKS (mode))
    for (int lane = 0; lane < SEIDEL_CPU_SLICE; lane++)
      *square += (double) residual.value[lane] * (double) residual.value[lane];
  quotient = sum.value / divisor;
  if (work->relaxes && mode == SEIDEL_CPU_TRIANGLE)
    quotient *= work->omega;
  else if (work->relaxes)
    quotient = work->kept * SLICE_AT (work->x + place) + work->omega * quotient;
  *(NAME (StoredSlice) *) (work->x + place) = quotient;
}

/* Renews the rows of a run that shares its columns, in place. */
static inline __attribute__ ((always_inline)) void
NAME (renew_shared_run) (SeidelCpuSweepMode mode,
                         bool forward,
                         const NAME (Renewal) * work,
                         const SeidelCpuRows *rows,
                         const SeidelCpuRun *run,
                         int64_t ahead,
                         double *square)
{
  const int32_t *columns = rows->columns + run->columns;
  const REAL *values = (const REAL *) rows->values + run->values;
  int64_t n = run->length;
  int64_t diagonal = run->diagonal;
  int64_t first = run->first;
  int row = 0;

  FETCH (columns, ahead / 8);
  if (!READS_OTHERS (mode))
    {
      /* A slice is not read whole: what lies a number of whole slices ahead will be. */
      int64_t slice = n * (int64_t) (SEIDEL_CPU_SLICE * sizeof (REAL));

      ahead = ahead / slice * slice;
    }
  for (; row + SEIDEL_CPU_SLICE <= run->n_rows; row += SEIDEL_CPU_SLICE)
    {
      FETCH (work->x + row + columns[ahead > 0 ? n - 1 : 0], ahead / 8);
      FETCH (work->b + first + row, ahead / 8);
      if (!READS_OTHERS (mode))
        FETCH (work->x + first + row, ahead / 8);
      if (KEEPS_OWN (mode) || mode == SEIDEL_CPU_TRACKED)
        FETCH (work->known + first + row, ahead / 8);
      if (mode == SEIDEL_CPU_HALF_TRACKED)
        FETCH (work->before + first + row, ahead / 8);
      NAME (renew_slice)
      (mode, forward, work, columns, values + row * n, n, diagonal, first + row, row, ahead,
       square);
    }
  for (; row < run->n_rows; row++)
    {
      NAME (fetch_row) (values + row * n, n, ahead);
      NAME (renew_row)
      (mode, forward, work->relaxes, work, columns, values + row * n, n, diagonal, first + row, row,
       square);
    }
}

/* The same for a run that does not. */
static inline __attribute__ ((always_inline)) void
NAME (renew_loose_run) (SeidelCpuSweepMode mode,
                        bool forward,
                        const NAME (Renewal) * work,
                        const SeidelCpuRows *rows,
                        const SeidelCpuRun *run,
                        int64_t ahead,
                        bool fetches,
                        double *square)
{
  const int64_t *offsets = rows->offsets + run->first;
  const int32_t *diagonal = rows->diagonal + run->first;
  const int32_t *columns = rows->columns + run->columns;
  const REAL *values = (const REAL *) rows->values + run->values;

  for (int row = 0; row < run->n_rows; row++)
    {
      int64_t begin = offsets[row] - offsets[0];
      int64_t n = offsets[row + 1] - offsets[row];

      NAME (fetch_row) (values + begin, n, ahead);
      if (fetches)
        NAME (fetch_elements)
      (ahead > 0 ? 1 : -1, rows, seidel_cpu_last_column (rows), run->columns + begin,
       run->columns + begin + n, work->x);
      NAME (renew_row)
      (mode, forward, work->relaxes, work, columns + begin, values + begin, n, diagonal[row],
       run->first + row, 0, square);
    }
}

/* Runs whose columns are places in x. Renews n neighbouring ones, from the first on (step 1) or
 * from the last (step −1). */
static inline __attribute__ ((always_inline)) void
NAME (renew_runs) (SeidelCpuSweepMode mode,
                   bool forward,
                   const NAME (Renewal) * shared_work,
                   const SeidelCpuRun *run,
                   int64_t n,
                   int step)
{
  const NAME (Renewal) work = *shared_work;
  const SeidelCpuRows *rows = work.sweep->stored;
  bool fetches = NAME (hops) (rows);

  for (; n > 0; n--, run += step)
    {
      double square = 0.0;

      FETCH (run, step * FETCH_AHEAD / 8);
      if (run->shared)
        NAME (renew_shared_run) (mode, forward, &work, rows, run, step * FETCH_AHEAD, &square);
      else
        NAME (renew_loose_run)
      (mode, forward, &work, rows, run, step * FETCH_AHEAD, fetches, &square);
      if (TRACKS (mode))
        work.squares[run - work.runs] = square;
    }
}

/* Runs whose rows renew elements that stand elsewhere. */
static inline __attribute__ ((always_inline)) void
NAME (renew_targets) (SeidelCpuSweepMode mode,
                      bool forward,
                      const NAME (Renewal) * shared_work,
                      const SeidelCpuRun *run,
                      int64_t n,
                      int step)
{
  const NAME (Renewal) work = *shared_work;
  const SeidelSweep *sweep = work.sweep;
  const SeidelCpuRows *rows = sweep->stored;
  const REAL *values = rows->values;

  for (; n > 0; n--, run += step)
    {
      double square = 0.0;

      for (int64_t i = run->first; i < run->first + run->n_rows; i++)
        {
          int64_t target = sweep->targets[i];
          int64_t row = sweep->look_up ? target : i;
          int64_t begin = rows->offsets[row];

          NAME (renew_row)
          (mode, forward, work.relaxes, &work, rows->columns + begin, values + begin,
           rows->offsets[row + 1] - begin, rows->diagonal[row], target, 0, &square);
        }
      if (TRACKS (mode))
        work.squares[run - work.runs] = square;
    }
}

static inline __attribute__ ((always_inline)) void
NAME (renew_natural_runs) (SeidelCpuSweepMode mode,
                           bool forward,
                           bool relaxes,
                           bool fetches,
                           const NAME (Renewal) * shared_work,
                           const SeidelCpuRun *run,
                           int64_t n,
                           int step)
{
  const NAME (Renewal) work = *shared_work;
  const SeidelCpuRows *rows = work.sweep->stored;
  const REAL *values = rows->values;
  int64_t last = rows->offsets[rows->n_rows] - 1;

  for (; n > 0; n--, run += step)
    {
      double square = 0.0;

      for (int i = 0; i < run->n_rows; i++)
        {
          int64_t row = run->first + (forward ? i : run->n_rows - 1 - i);
          int64_t begin = rows->offsets[row];
          int64_t end = rows->offsets[row + 1];

          if (fetches)
            NAME (fetch_elements) (forward ? 1 : -1, rows, last, begin, end, work.x);
          if (fetches && mode == SEIDEL_CPU_HALF_TRACKED)
            NAME (fetch_elements) (forward ? 1 : -1, rows, last, begin, end, work.before);
          NAME (renew_row)
          (mode, forward, relaxes, &work, rows->columns + begin, values + begin, end - begin,
           rows->diagonal[row], row, 0, &square);
        }
      if (TRACKS (mode))
        work.squares[run - work.runs] = square;
    }
}

/* Runs in the order of the matrix, one row after the other in the order of the sweep. Rows wait for
 * each other here, so that what is not asked for must not even be asked after. */
static inline __attribute__ ((always_inline)) void
NAME (renew_serially) (SeidelCpuSweepMode mode,
                       bool forward,
                       const NAME (Renewal) * work,
                       const SeidelCpuRun *run,
                       int64_t n,
                       int step)
{
  bool fetches = NAME (hops) (work->sweep->stored);

  if (work->relaxes || fetches)
    NAME (renew_natural_runs) (mode, forward, work->relaxes, fetches, work, run, n, step);
  else
    NAME (renew_natural_runs) (mode, forward, false, false, work, run, n, step);
}

/* Whether all that a row depends on was renewed in an earlier pass. */
static inline bool
NAME (is_ready) (bool forward, const NAME (Renewal) * work, int64_t row)
{
  const SeidelCpuRows *rows = work->sweep->stored;
  int64_t begin = forward ? rows->offsets[row] : rows->offsets[row] + rows->diagonal[row] + 1;
  int64_t end = forward ? rows->offsets[row] + rows->diagonal[row] : rows->offsets[row + 1];

  for (int64_t k = begin; k < end; k++)
    {
      int pass =
        atomic_load_explicit (&work->sweep->pass_of_row[rows->columns[k]], memory_order_relaxed);

      if (pass == 0 || pass == work->pass)
        return false;
    }
  return true;
}

/* Runs in the order of the matrix, of which only the rows that are ready are renewed. Others may
 * be renewing rows of the same pass, which are not read before the next. */
static inline __attribute__ ((always_inline)) void
NAME (renew_ready) (SeidelCpuSweepMode mode,
                    bool forward,
                    const NAME (Renewal) * work,
                    const SeidelCpuRun *run,
                    int64_t n,
                    int step)
{
  const SeidelCpuRows *rows = work->sweep->stored;
  const REAL *values = rows->values;
  int64_t renewed = 0;

  for (; n > 0; n--, run += step)
    for (int64_t row = run->first; row < run->first + run->n_rows; row++)
      {
        atomic_int *pass = &work->sweep->pass_of_row[row];
        int64_t begin = rows->offsets[row];
        double square = 0.0;

        if (atomic_load_explicit (pass, memory_order_relaxed) != 0
            || !NAME (is_ready) (forward, work, row))
          continue;
        NAME (renew_row)
        (mode, forward, work->relaxes, work, rows->columns + begin, values + begin,
         rows->offsets[row + 1] - begin, rows->diagonal[row], row, 0, &square);
        if (TRACKS (mode))
          work->squares[run - work->runs] += square;
        atomic_store_explicit (pass, work->pass, memory_order_relaxed);
        renewed++;
      }
  if (renewed > 0)
    atomic_fetch_add_explicit (work->renewed, renewed, memory_order_relaxed);
}

typedef void (*NAME (RenewFunc)) (const NAME (Renewal) * work,
                                  const SeidelCpuRun *run,
                                  int64_t n,
                                  int step);

/* One function for every way, mode and direction: what they do not do costs them nothing. */
#define DEFINE(ATTRIBUTES, way, renew, mode, MODE, direction, FORWARD)                          \
  ATTRIBUTES static void NAME (way##_##mode##_##direction) (const NAME (Renewal) * work,        \
                                                            const SeidelCpuRun *run, int64_t n, \
                                                            int step)                           \
  {                                                                                             \
    NAME (renew) (SEIDEL_CPU_##MODE, FORWARD, work, run, n, step);                              \
  }

#define DEFINE_WAYS(mode, MODE, direction, FORWARD)                                \
  DEFINE (SEIDEL_CPU_CLONES, in_place, renew_runs, mode, MODE, direction, FORWARD) \
  DEFINE (, by_targets, renew_targets, mode, MODE, direction, FORWARD)             \
  DEFINE (, serially, renew_serially, mode, MODE, direction, FORWARD)              \
  DEFINE (, where_ready, renew_ready, mode, MODE, direction, FORWARD)

#define DEFINE_MODE(mode, MODE)             \
  DEFINE_WAYS (mode, MODE, backward, false) \
  DEFINE_WAYS (mode, MODE, forward, true)

#define LIST_WAYS(mode, direction)                                      \
  {                                                                     \
    [SEIDEL_CPU_IN_PLACE] = NAME (in_place_##mode##_##direction),       \
    [SEIDEL_CPU_BY_TARGETS] = NAME (by_targets_##mode##_##direction),   \
    [SEIDEL_CPU_SERIALLY] = NAME (serially_##mode##_##direction),       \
    [SEIDEL_CPU_WHERE_READY] = NAME (where_ready_##mode##_##direction), \
  }

#define LIST_MODE(mode, MODE)                                                     \
  [SEIDEL_CPU_##MODE] = { [SEIDEL_DIRECTION_FORWARD] = LIST_WAYS (mode, forward), \
                          [SEIDEL_DIRECTION_BACKWARD] = LIST_WAYS (mode, backward) },

#define FOR_ALL_MODES(what)                                                                 \
  what (plain, PLAIN) what (triangle, TRIANGLE) what (tracked, TRACKED) what (first, FIRST) \
    what (half, HALF) what (half_tracked, HALF_TRACKED)

FOR_ALL_MODES (DEFINE_MODE)

static const NAME (RenewFunc)
  NAME (renew_functions)[SEIDEL_CPU_N_MODES][2][SEIDEL_CPU_N_WAYS] = { FOR_ALL_MODES (LIST_MODE) };

#undef DEFINE
#undef DEFINE_WAYS
#undef DEFINE_MODE
#undef LIST_WAYS
#undef LIST_MODE
#undef FOR_ALL_MODES
