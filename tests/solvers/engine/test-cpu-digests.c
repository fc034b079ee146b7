/* The bits of the CPU engine: digests of the results of every operation, strategy, storage,
 * precision and arithmetic, on one thread and on two.
 *
 * The engine promises more than accuracy: the same bits for the same input, whatever processor and
 * compiler. Row sums, products rounded once and compensated sums are IEEE arithmetic in a fixed
 * order, so that the digests hold on every machine; a change to a kernel that alters one of them
 * alters results of users. Where that is intended, the failing test prints the line to put here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "sweep-testing.h"

#define N_ARITHMETICS 4
#define N_COLUMNS     (2 * N_ARITHMETICS)
#define N_VECTORS     13
#define N_SWEEPS      2
#define N_STEPS       3

enum
{
  ALPHA,
  BETA,
  OMEGA,
  OUT,
  FACTORS = 8,
};

/* One engine context with what has been digested of its results. */
typedef struct
{
  Rig rig;
  uint64_t digest;
} Digester;

static uint64_t
mix (uint64_t key)
{
  key += 0x9e3779b97f4a7c15u;
  key = (key ^ (key >> 30)) * 0xbf58476d1ce4e5b9u;
  key = (key ^ (key >> 27)) * 0x94d049bb133111ebu;
  return key ^ (key >> 31);
}

/* In [−1, 1), from integers alone. */
static double
random_value (uint64_t seed, uint64_t i)
{
  return (double) (int64_t) (mix (seed * 0x100000001b3u + mix (i)) >> 11) * 0x1p-52 - 1.0;
}

static void
digest_values (Digester *digester, const double *values, int64_t n)
{
  for (int64_t i = 0; i < n; i++)
    {
      uint64_t bits;

      memcpy (&bits, &values[i], sizeof bits);
      digester->digest = mix (digester->digest ^ bits);
    }
}

static void
digest_vector (Digester *digester, const SeidelVector *vector, int64_t n)
{
  g_autofree double *values = rig_read (&digester->rig, n, vector);

  digest_values (digester, values, n);
}

static void
digest_scalars (Digester *digester, SeidelScalar first, int n)
{
  double values[16];

  seidel_session_get (&digester->rig.session, first, n, values);
  digest_values (digester, values, n);
}

static SeidelVector *
random_vector (Digester *digester, int64_t n, uint64_t seed)
{
  g_autofree double *values = g_new (double, n + 1);

  for (int64_t i = 0; i < n; i++)
    values[i] = random_value (seed, (uint64_t) i);
  return rig_vector (&digester->rig, n, values);
}

static void
refill (Digester *digester, SeidelVector *vector, int64_t n, uint64_t seed)
{
  SeidelVector *values = random_vector (digester, n, seed);

  seidel_session_copy (&digester->rig.session, vector, values);
  seidel_session_vector_free (&digester->rig.session, values);
}

typedef struct
{
  GArray *entries;
  int rows;
  int columns;
} Builder;

static void
add_entry (Builder *builder, int row, int column)
{
  uint64_t place = (uint64_t) row * (uint64_t) builder->columns + (uint64_t) column;
  TestEntry entry = { row, column, random_value (3, place) };

  if (column >= 0 && column < builder->columns && column != row)
    g_array_append_val (builder->entries, entry);
}

/* Adds the diagonal, dominant but for a little, and makes the matrix. */
static SeidelCsr *
finish (Builder *builder)
{
  g_autofree double *sums = g_new0 (double, builder->rows);
  SeidelCsr *csr;

  for (guint k = 0; k < builder->entries->len; k++)
    {
      const TestEntry *entry = &g_array_index (builder->entries, TestEntry, k);

      sums[entry->row] += fabs (entry->value);
    }
  for (int row = 0; row < builder->rows && row < builder->columns; row++)
    {
      TestEntry entry = { row, row, 1.0 + 1.03 * sums[row] };

      g_array_append_val (builder->entries, entry);
    }
  csr = test_csr_from_entries (builder->rows, builder->columns,
                               (TestEntry *) builder->entries->data, (int) builder->entries->len);
  g_array_unref (builder->entries);
  return csr;
}

static Builder
builder_new (int rows, int columns)
{
  return (Builder){ g_array_new (FALSE, FALSE, sizeof (TestEntry)), rows, columns };
}

static SeidelCsr *
make_grid_5 (void)
{
  const int width = 71;
  Builder builder = builder_new (width * 60, width * 60);

  for (int row = 0; row < builder.rows; row++)
    {
      if (row % width > 0)
        add_entry (&builder, row, row - 1);
      if (row % width < width - 1)
        add_entry (&builder, row, row + 1);
      add_entry (&builder, row, row - width);
      add_entry (&builder, row, row + width);
    }
  return finish (&builder);
}

static SeidelCsr *
make_cube (int width)
{
  Builder builder = builder_new (width * width * width, width * width * width);

  for (int row = 0; row < builder.rows; row++)
    for (int k = 0; k < 27; k++)
      {
        int x = row % width + k % 3 - 1;
        int y = row / width % width + k / 3 % 3 - 1;
        int z = row / (width * width) + k / 9 - 1;

        if (x >= 0 && x < width && y >= 0 && y < width && z >= 0 && z < width)
          add_entry (&builder, row, (z * width + y) * width + x);
      }
  return finish (&builder);
}

static SeidelCsr *
make_grid_27 (void)
{
  return make_cube (11);
}

/* Enough entries for products to be shared out among the threads. */
static SeidelCsr *
make_large_grid_27 (void)
{
  return make_cube (16);
}

/* Chains whose links are scattered: fewer than four entries a row. */
static SeidelCsr *
make_chains (void)
{
  Builder builder = builder_new (9013, 9013);

  for (int row = 0; row < builder.rows; row++)
    if (row % 40 != 0)
      {
        int step = 7919;
        int64_t next = ((int64_t) row * step + 1) % builder.rows;
        int64_t previous = ((int64_t) row * step + builder.rows - step) % builder.rows;

        add_entry (&builder, (int) ((int64_t) row * step % builder.rows), (int) next);
        if (previous != next)
          add_entry (&builder, (int) ((int64_t) row * step % builder.rows), (int) previous);
      }
  return finish (&builder);
}

/* Random columns, and some rows and a column that are full. */
static SeidelCsr *
make_random (void)
{
  Builder builder = builder_new (3001, 3001);

  for (int row = 0; row < builder.rows; row++)
    {
      bool full = row == 0 || row == 1500 || row == 2100;
      int column = full ? 0 : (int) (mix ((uint64_t) row) % 300);

      while (column < builder.columns)
        {
          if (column != 5)
            add_entry (&builder, row, column);
          column += full ? 1 : 1 + (int) (mix ((uint64_t) (row * 3001 + column)) % 900);
        }
      add_entry (&builder, row, 5);
    }
  return finish (&builder);
}

static SeidelCsr *
make_rectangular (int rows, int columns)
{
  Builder builder = builder_new (rows, columns);

  for (int row = 0; row < rows; row++)
    for (int column = row % 5; column < columns; column += 3 + row % 11)
      add_entry (&builder, row, column);
  return finish (&builder);
}

static SeidelCsr *
make_wide (void)
{
  return make_rectangular (450, 803);
}

static SeidelCsr *
make_tall (void)
{
  return make_rectangular (803, 450);
}

/* Diagonals near and far, across blocks and cut short. */
static SeidelCsr *
make_band (void)
{
  static const int offsets[] = { -2100, -1024, -1023, -300, -64, -63, -2, -1,
                                 1,     2,     3,     60,   63,  64,  90, 1025 };
  Builder builder = builder_new (5003, 5003);

  for (int row = 0; row < builder.rows; row++)
    for (size_t k = 0; k < G_N_ELEMENTS (offsets); k++)
      if ((row * 7 + (int) k) % 11 != 0)
        add_entry (&builder, row, row + offsets[k]);
  return finish (&builder);
}

static SeidelCsr *
make_full (void)
{
  Builder builder = builder_new (331, 331);

  for (int row = 0; row < builder.rows; row++)
    for (int column = 0; column < builder.columns; column++)
      add_entry (&builder, row, column);
  return finish (&builder);
}

static SeidelOperator *
new_system (Digester *digester, const SeidelCsr *csr, SeidelStorage storage)
{
  SeidelCsrView view = rig_view (csr);
  SeidelOperator *A =
    digester->rig.engine.operators.create (digester->rig.session.context, &view, storage);

  g_assert_nonnull (A);
  return A;
}

static void
set_scalars (Digester *digester)
{
  SeidelSession *session = &digester->rig.session;

  seidel_session_set (session, ALPHA, 0.37);
  seidel_session_set (session, BETA, -0.77);
  seidel_session_set (session, OMEGA, 1.21);
  for (int k = 0; k < N_VECTORS; k++)
    seidel_session_set (session, FACTORS + k, 0.3 - 0.07 * k);
}

static void
digest_updates (Digester *digester, SeidelVector **v, int64_t n)
{
  SeidelSession *session = &digester->rig.session;

  seidel_session_scale (session, v[0], ALPHA);
  digest_vector (digester, v[0], n);
  seidel_session_axpy (session, v[0], -1, OMEGA, v[1]);
  digest_vector (digester, v[0], n);
  seidel_session_xpby (session, v[0], v[1], BETA);
  digest_vector (digester, v[0], n);
  seidel_session_axpys (session, v[0], -1, FACTORS, N_VECTORS - 1,
                        (const SeidelVector *const *) v + 1);
  digest_vector (digester, v[0], n);
  seidel_session_axpys_dot (session, v[0], 1, FACTORS, N_VECTORS - 2,
                            (const SeidelVector *const *) v + 1, OUT);
  digest_vector (digester, v[0], n);
  digest_scalars (digester, OUT, 1);
  seidel_session_bicgstab_direction (session, v[0], v[1], BETA, OMEGA, v[2]);
  digest_vector (digester, v[0], n);
}

static void
digest_sums (Digester *digester, SeidelVector **v, int64_t n)
{
  SeidelSession *session = &digester->rig.session;
  SeidelScalar sums = FACTORS + N_VECTORS;

  seidel_session_dot (session, OUT, v[0], v[1]);
  digest_scalars (digester, OUT, 1);
  seidel_session_dot (session, OUT, v[1], v[1]);
  digest_scalars (digester, OUT, 1);
  seidel_session_dots (session, sums, N_VECTORS, (const SeidelVector *const *) v, v[2]);
  digest_scalars (digester, sums, N_VECTORS);
  seidel_session_cg_update (session, v[0], v[1], ALPHA, v[2], v[3], OUT);
  digest_vector (digester, v[0], n);
  digest_vector (digester, v[1], n);
  digest_scalars (digester, OUT, 1);
  seidel_session_bicgstab_update (session, v[0], v[1], ALPHA, v[2], OMEGA, v[1], v[4], v[5], OUT);
  digest_vector (digester, v[0], n);
  digest_vector (digester, v[1], n);
  digest_scalars (digester, OUT, 2);
}

static void
digest_vectors (Digester *digester, const SeidelCsr *csr)
{
  static const int64_t sizes[] = { 1, 3, 21, 8191, 66003 };

  set_scalars (digester);
  for (size_t s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      SeidelVector *v[N_VECTORS];

      for (int k = 0; k < N_VECTORS; k++)
        v[k] = random_vector (digester, sizes[s], 100 + (uint64_t) k);
      digest_updates (digester, v, sizes[s]);
      digest_sums (digester, v, sizes[s]);
      for (int k = 0; k < N_VECTORS; k++)
        seidel_session_vector_free (&digester->rig.session, v[k]);
    }
}

static void
digest_square_products (Digester *digester, SeidelOperator *A, int64_t n)
{
  SeidelSession *session = &digester->rig.session;
  SeidelVector *b = random_vector (digester, n, 1);
  SeidelVector *x = random_vector (digester, n, 2);
  SeidelVector *y = rig_poisoned (&digester->rig, n);

  seidel_session_multiply_dot (session, A, x, y, OUT);
  digest_vector (digester, y, n);
  digest_scalars (digester, OUT, 1);
  seidel_session_multiply_dots (session, A, x, y, b, OUT);
  digest_vector (digester, y, n);
  digest_scalars (digester, OUT, 2);
  seidel_session_jacobi (session, A, b, x, y, OUT);
  digest_vector (digester, y, n);
  digest_scalars (digester, OUT, 1);
  seidel_session_multiply_diagonal (session, A, 1, x, y);
  digest_vector (digester, y, n);
  seidel_session_multiply_diagonal (session, A, -1, x, y);
  digest_vector (digester, y, n);
  seidel_session_divide_diagonal_dot (session, A, x, y, OUT);
  digest_vector (digester, y, n);
  digest_scalars (digester, OUT, 1);
  seidel_session_vector_free (session, b);
  seidel_session_vector_free (session, x);
  seidel_session_vector_free (session, y);
}

static void
digest_system_products (Digester *digester, SeidelOperator *A, const SeidelCsr *csr)
{
  SeidelSession *session = &digester->rig.session;
  SeidelVector *x = random_vector (digester, csr->columns, 4);
  SeidelVector *y = rig_poisoned (&digester->rig, csr->rows);
  SeidelVector *b = random_vector (digester, csr->rows, 5);
  SeidelVector *z = rig_poisoned (&digester->rig, csr->columns);

  seidel_session_multiply (session, A, x, y);
  digest_vector (digester, y, csr->rows);
  seidel_session_multiply_transposed (session, A, b, z);
  digest_vector (digester, z, csr->columns);
  seidel_session_residual (session, A, b, x, y, OUT);
  digest_vector (digester, y, csr->rows);
  digest_scalars (digester, OUT, 1);
  if (csr->rows == csr->columns)
    digest_square_products (digester, A, csr->rows);
  seidel_session_vector_free (session, x);
  seidel_session_vector_free (session, y);
  seidel_session_vector_free (session, b);
  seidel_session_vector_free (session, z);
}

static void
digest_products_of (Digester *digester, const SeidelCsr *csr, SeidelStorage storage)
{
  SeidelOperator *A = new_system (digester, csr, storage);

  digest_system_products (digester, A, csr);
  digester->rig.engine.operators.free (digester->rig.session.context, A);
}

static void
digest_products (Digester *digester, const SeidelCsr *csr)
{
  digest_products_of (digester, csr, SEIDEL_STORAGE_CSR);
}

static void
digest_products_by_diagonals (Digester *digester, const SeidelCsr *csr)
{
  digest_products_of (digester, csr, SEIDEL_STORAGE_DIAGONALS);
}

static void
digest_products_dense (Digester *digester, const SeidelCsr *csr)
{
  digest_products_of (digester, csr, SEIDEL_STORAGE_DENSE);
}

typedef struct
{
  SeidelOperator *A;
  SeidelSchedule *schedules[2];
  SeidelSweep *sweeps[2];
} Planned;

static Planned
plan_sweeps (Digester *digester, const SeidelCsr *csr, SeidelStorage storage, int strategy)
{
  Planned planned = { new_system (digester, csr, storage), { NULL }, { NULL } };

  for (int direction = 0; direction < 2; direction++)
    {
      SeidelSchedule *schedule = seidel_schedule_new (csr, direction, NULL, NULL, NULL);
      SeidelLevelsView levels = sweep_levels_of (schedule);

      planned.schedules[direction] = schedule;
      planned.sweeps[direction] =
        sweep_plan (&digester->rig, planned.A, strategy, direction, &levels);
      g_assert_nonnull (planned.sweeps[direction]);
    }
  return planned;
}

static void
planned_clear (Digester *digester, Planned *planned)
{
  for (int direction = 0; direction < 2; direction++)
    {
      digester->rig.engine.sweeps.free (digester->rig.session.context, planned->sweeps[direction]);
      seidel_schedule_unref (planned->schedules[direction]);
    }
  digester->rig.engine.operators.free (digester->rig.session.context, planned->A);
}

/* Plain sweeps and triangles: the same bits, whichever the strategy. */
static void
digest_sweeps_of (Digester *digester, const SeidelCsr *csr, SeidelStorage storage, int strategy)
{
  static const double omegas[] = { 1.0, 1.25 };
  const SeidelEngine *engine = &digester->rig.engine;
  SeidelContext *context = digester->rig.session.context;
  Planned planned = plan_sweeps (digester, csr, storage, strategy);
  SeidelVector *b = random_vector (digester, csr->rows, 6);
  SeidelVector *x = random_vector (digester, csr->rows, 7);

  for (size_t o = 0; o < G_N_ELEMENTS (omegas); o++)
    for (int direction = 0; direction < 2; direction++)
      {
        refill (digester, x, csr->rows, 7);
        for (int n = 0; n < N_SWEEPS; n++)
          engine->sweeps.run (context, planned.sweeps[direction], b, x, omegas[o], NULL, NULL);
        digest_vector (digester, x, csr->rows);
        seidel_session_solve_triangle (&digester->rig.session, planned.sweeps[direction], b, x,
                                       omegas[o], NULL, NULL);
        digest_vector (digester, x, csr->rows);
      }
  seidel_session_vector_free (&digester->rig.session, b);
  seidel_session_vector_free (&digester->rig.session, x);
  planned_clear (digester, &planned);
}

/* Chains, whose residuals are summed in the order in which the strategy goes through the rows. */
static void
digest_chains_of (Digester *digester, const SeidelCsr *csr, SeidelStorage storage, int strategy)
{
  const SeidelEngine *engine = &digester->rig.engine;
  SeidelContext *context = digester->rig.session.context;
  Planned planned = plan_sweeps (digester, csr, storage, strategy);
  SeidelVector *b = random_vector (digester, csr->rows, 8);
  SeidelVector *x = random_vector (digester, csr->rows, 9);

  for (int directions = 1; directions <= 3; directions++)
    for (int relaxes = 0; relaxes < 2; relaxes++)
      {
        SeidelRelaxation *chain =
          engine->relaxations.create (context, planned.A, directions & 1 ? planned.sweeps[0] : NULL,
                                      directions & 2 ? planned.sweeps[1] : NULL,
                                      relaxes ? 1.2 : 1.0);

        refill (digester, x, csr->rows, 9);
        for (int step = 0; step < N_STEPS; step++)
          {
            engine->relaxations.step (context, chain, b, x, OUT, NULL, NULL);
            digest_scalars (digester, OUT, 1);
          }
        digest_vector (digester, x, csr->rows);
        engine->relaxations.free (context, chain);
      }
  /* Products by rows that are now in the order of the levels. */
  digest_system_products (digester, planned.A, csr);
  seidel_session_vector_free (&digester->rig.session, b);
  seidel_session_vector_free (&digester->rig.session, x);
  planned_clear (digester, &planned);
}

#define DEFINE_SWEEPS(name, id)                                                     \
  static void digest_sweeps_##name (Digester *digester, const SeidelCsr *csr)       \
  {                                                                                 \
    digest_sweeps_of (digester, csr, SEIDEL_STORAGE_CSR, sweep_find_strategy (id)); \
  }                                                                                 \
                                                                                    \
  static void digest_chains_##name (Digester *digester, const SeidelCsr *csr)       \
  {                                                                                 \
    digest_chains_of (digester, csr, SEIDEL_STORAGE_CSR, sweep_find_strategy (id)); \
  }

DEFINE_SWEEPS (serial, "serial")
DEFINE_SWEEPS (levels, "levels")
DEFINE_SWEEPS (point_to_point, "point-to-point")
DEFINE_SWEEPS (passes, "passes")

static void
digest_sweeps_by_diagonals (Digester *digester, const SeidelCsr *csr)
{
  digest_sweeps_of (digester, csr, SEIDEL_STORAGE_DIAGONALS, 0);
  digest_chains_of (digester, csr, SEIDEL_STORAGE_DIAGONALS, 0);
}

static void
digest_sweeps_dense (Digester *digester, const SeidelCsr *csr)
{
  digest_sweeps_of (digester, csr, SEIDEL_STORAGE_DENSE, 0);
  digest_chains_of (digester, csr, SEIDEL_STORAGE_DENSE, 0);
}

typedef SeidelCsr *(*Maker) (void);

static const Maker sparse[] = { make_grid_5, make_grid_27, make_chains, make_random, NULL };
static const Maker any_shape[] = { make_large_grid_27, make_chains, make_random,
                                   make_wide,          make_tall,   NULL };
static const Maker bands[] = { make_band, make_grid_5, NULL };
static const Maker small[] = { make_full, NULL };
static const Maker small_shapes[] = { make_full, make_wide, make_tall, NULL };

typedef struct
{
  const char *name;
  const Maker *makers; /* NULL: no matrix */
  void (*digest) (Digester *digester, const SeidelCsr *csr);
  /* Single plain, fused, compensated, both; the same in double. */
  uint64_t expected[N_COLUMNS];
} Row;

/* All strategies keep the result of the serial one. */
#define SWEEPS                                                                       \
  {                                                                                  \
    0x600b3acbf313e9c0, 0x67e10cd9bcdfc237, 0x8d3b9856cb012b6a, 0xbaacb24baea706b5,  \
      0x51384bfea35559c0, 0x44ac2868a61350f2, 0x3f3b9acdc9b6ec5f, 0x25b1c04e56cd7266 \
  }

#define CHAINS_BY_LEVELS                                                             \
  {                                                                                  \
    0x66740f384faeba43, 0xc700410248a8412a, 0x6eae65e8a4f6c77a, 0x173c08af5fd6a551,  \
      0xd7a0b4f7e96d56d9, 0xa6b247053564cf67, 0xe0b77173dd4a8361, 0x299b48d4334907f6 \
  }

static const Row rows[] = {
  { "vectors",
    NULL,
    digest_vectors,
    { 0xab32d44aee88a6d1, 0xab32d44aee88a6d1, 0x4c82ca9d8b35197b, 0x4c82ca9d8b35197b,
      0x70a8f3d92d0e6f2b, 0x0394da785ae100c3, 0x150fe549d6a8223f, 0x8b7cb9fea15fc55d } },
  { "products",
    any_shape,
    digest_products,
    { 0x7abfe0fa1925ecda, 0x7b1ae4a1043e1087, 0x2d50ee991b21833b, 0x7ea8a3efa4fd6048,
      0xa48390d22e1e8315, 0x24a39989d51467e9, 0x29396e1771c0b735, 0x70209d122efd5a57 } },
  { "products/diagonals",
    bands,
    digest_products_by_diagonals,
    { 0xc8a5c8bc1f177be2, 0x93031a2e5dc27ce2, 0xf653f2571b59d758, 0x45d70cf43972add9,
      0x5929d517d120b798, 0x5b994cd9512d880a, 0x8df1cacb0ad1c87e, 0xb5fadc38ad3094ec } },
  { "products/dense",
    small_shapes,
    digest_products_dense,
    { 0x0e0f504cd64fa067, 0x68bc56d9d145cc5b, 0x855a44d2cbdc2f2f, 0xb68e632ab3470485,
      0xbefe7b8dbe5fd2f2, 0xd7a6c5e2ecab060c, 0x2cde7916d6b66eee, 0xc18b1a643ed07022 } },
  { "sweeps/serial", sparse, digest_sweeps_serial, SWEEPS },
  { "sweeps/levels", sparse, digest_sweeps_levels, SWEEPS },
  { "sweeps/point-to-point", sparse, digest_sweeps_point_to_point, SWEEPS },
  { "sweeps/passes", sparse, digest_sweeps_passes, SWEEPS },
  { "chains/serial",
    sparse,
    digest_chains_serial,
    { 0xac58ff620d5f172f, 0x4652a2cd782563df, 0xf69a6e5e0c6af76a, 0xa5a2bf6bb134b782,
      0x05e4e791bdbd9c40, 0x817ffccc44fbe380, 0x1cad2a372c91c79a, 0xabae1a079a01a411 } },
  { "chains/levels", sparse, digest_chains_levels, CHAINS_BY_LEVELS },
  { "chains/point-to-point", sparse, digest_chains_point_to_point, CHAINS_BY_LEVELS },
  { "chains/passes",
    sparse,
    digest_chains_passes,
    { 0xc3e7c6a76a13f8ec, 0xd63684567f21845a, 0x4f55f0cb30523e64, 0x759003fdaeabccea,
      0x887c8bb26e635fd7, 0x75813b45b25bed74, 0xd6ff48505753f786, 0x2ab751502492760c } },
  { "sweeps/diagonals",
    bands,
    digest_sweeps_by_diagonals,
    { 0xdfb014079b83af1d, 0xd44c2c1736cbdf8a, 0xe7018bb6ea2f6ec6, 0x7385cf2043505dcd,
      0x72b029cf8f407d10, 0x0084ca36a6d19ac5, 0x25959dbb24b5a26d, 0x088d2a485a75db01 } },
  { "sweeps/dense",
    small,
    digest_sweeps_dense,
    { 0xbd948f44ee3ed00c, 0xb93bbc147061b248, 0x1d6c22e58cbf6388, 0x63eb0c391cbc8894,
      0x6a1c851649e1721e, 0xbdc38d1815572b84, 0x7ee19714c9fa76c6, 0x6d2e0579b3f5ebfa } },
};

static uint64_t
digest_column (const Row *row, const SeidelCsr *csr, int column, uint64_t digest)
{
  for (int threads = 1; threads <= 2; threads++)
    {
      Digester digester = { .digest = digest };

      rig_open_with (&digester.rig, column / N_ARITHMETICS, column % N_ARITHMETICS, threads);
      row->digest (&digester, csr);
      rig_assert_ok (&digester.rig);
      rig_close (&digester.rig);
      digest = digester.digest;
    }
  return digest;
}

static void
test_row (gconstpointer data)
{
  const Row *row = data;
  g_autoptr (GString) line = g_string_new (NULL);
  uint64_t digests[N_COLUMNS] = { 0 };
  bool same = true;

  for (int m = 0; row->makers == NULL ? m == 0 : row->makers[m] != NULL; m++)
    {
      g_autoptr (SeidelCsr) csr = row->makers != NULL ? row->makers[m]() : NULL;

      for (int column = 0; column < N_COLUMNS; column++)
        digests[column] = digest_column (row, csr, column, digests[column]);
    }
  for (int column = 0; column < N_COLUMNS; column++)
    {
      same = same && digests[column] == row->expected[column];
      g_string_append_printf (line, "0x%016" G_GINT64_MODIFIER "x, ", digests[column]);
    }
  if (!same)
    g_test_message ("%s: { %s}", row->name, line->str);
  g_assert_true (same);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strdup_printf ("/cpu/digests/%s", rows[i].name);

      g_test_add_data_func (path, &rows[i], test_row);
    }
  return g_test_run ();
}
