/* Tests of cost/seidel-sweep-profile: what is counted in matrices that are known, and what
 * follows for each strategy.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "engine/seidel-engines.h"
#include "cost/seidel-cpu-costs.h"
#include "cost/seidel-sweep-profile.h"

#include <math.h>
#include <string.h>

#include "analysis/seidel-schedule.h"
#include "core-testing.h"

/* A matrix with its levels. */
typedef struct
{
  SeidelMatrix *matrix;
  SeidelSchedule *schedule;
  SeidelCsrView view;
  SeidelLevelsView levels;
  SeidelSweepProfile profile;
} Fixture;

/* Takes the matrix. */
static Fixture
fixture_init (SeidelMatrix *matrix)
{
  const SeidelCsr *csr = matrix->csr;
  Fixture fixture = { .matrix = matrix };

  fixture.schedule = seidel_schedule_new (csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);
  fixture.view =
    (SeidelCsrView){ csr->rows, csr->columns, csr->row_offsets, csr->column_indices, csr->values };
  fixture.levels =
    (SeidelLevelsView){ fixture.schedule->count, fixture.schedule->level_of_row,
                        fixture.schedule->level_rows, fixture.schedule->in_place_safe };
  memset (&fixture.profile, 0xa5, sizeof fixture.profile);
  seidel_sweep_profile_init (&fixture.profile, &fixture.view, &fixture.levels);
  return fixture;
}

static Fixture
gallery_fixture (const char *kind, double size)
{
  return fixture_init (test_gallery_sized (kind, size));
}

static void
fixture_clear (Fixture *fixture)
{
  seidel_schedule_unref (fixture->schedule);
  seidel_matrix_unref (fixture->matrix);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

static SeidelSweepTeam
team_of (const Fixture *fixture, int threads)
{
  return seidel_sweep_team (&fixture->profile, &fixture->view, &fixture->levels,
                            seidel_machine_usual (), threads);
}

/* A small matrix is looked at as a whole, a large one in stretches anywhere in it. */
static void
test_stretches (void)
{
  g_auto (Fixture) small = gallery_fixture ("tridiagonal", 1000);
  g_auto (Fixture) large = gallery_fixture ("tridiagonal", 100000);
  SeidelStretch stretch;
  int64_t end = 0;
  int n = 0;

  for (; seidel_sweep_stretch (&small.view, n, &stretch); n++)
    {
      g_assert_cmpint (stretch.begin, ==, end);
      end = stretch.end;
    }
  g_assert_cmpint (end, ==, 1000);
  end = 0;
  for (n = 0; seidel_sweep_stretch (&large.view, n, &stretch); n++)
    {
      g_assert_cmpint (stretch.begin, >=, end);
      g_assert_cmpint (stretch.end - stretch.begin, ==, SEIDEL_STRETCH_ROWS);
      end = stretch.end;
    }
  g_assert_cmpint (end, >, 90000);
  g_assert_cmpint (end, <=, 100000);
  g_assert_cmpint (n, >, 10);
}

static void
test_shapes (void)
{
  static const TestEntry entries[] = { { 0, 1, 1.0 }, { 0, 2, 1.0 }, { 1, 1, 1.0 },
                                       { 2, 0, 1.0 }, { 2, 1, 1.0 }, { 2, 2, 1.0 } };
  static const SeidelRowShape expected[] = { { 0, 1 }, { 0, 0 }, { 2, 0 } };
  g_autoptr (SeidelCsr) csr = test_csr_from_entries (3, 3, entries, G_N_ELEMENTS (entries));
  const SeidelCsrView view = { 3, 3, csr->row_offsets, csr->column_indices, csr->values };

  for (int row = 0; row < 3; row++)
    {
      const SeidelRowShape shape = seidel_row_shape (&view, row);

      /* Without a diagonal there are no sweeps; its place is still left out. */
      g_assert_cmpint (shape.before, ==, expected[row].before);
      g_assert_cmpint (shape.behind, ==, expected[row].behind);
    }
}

/* What is known of matrices: chains, grids, rows that repeat and rows that do not. */
static void
test_counts (void)
{
  static const struct
  {
    const char *kind;
    double size;
    /* Negative: anything above a half. */
    double chained, mispredictions, level_mispredictions, sliced;
  } known[] = {
    { "tridiagonal", 20000, 1.0, 0.0, 0.0, 0.0 }, /* no two rows in one level */
    { "poisson-5", 200, 1.0, 0.0, 0.0, 1.0 },     { "truss", 10000, 0.0, 0.1, -1.0, 0.0 },
    { "arrow", 20000, 0.0, 0.0, 0.0, 0.0 },       { "random-graph", 20000, 0.0, -1.0, -1.0, 0.0 },
    { "hypercube", 14, 0.5, 0.5, 0.0, 0.0 }, /* as many entries before as digits are set */
  };

  for (size_t i = 0; i < G_N_ELEMENTS (known); i++)
    {
      g_auto (Fixture) fixture = gallery_fixture (known[i].kind, known[i].size);
      const double found[] = { fixture.profile.chained, fixture.profile.mispredictions,
                               fixture.profile.level_mispredictions, fixture.profile.sliced };
      const double expected[] = { known[i].chained, known[i].mispredictions,
                                  known[i].level_mispredictions, known[i].sliced };

      g_test_message ("%s: %g %g %g %g", known[i].kind, found[0], found[1], found[2], found[3]);
      g_assert_cmpint (fixture.profile.rows, ==, fixture.matrix->csr->rows);
      for (size_t f = 0; f < G_N_ELEMENTS (found); f++)
        if (expected[f] < 0.0)
          g_assert_cmpfloat (found[f], >, 0.5);
        else
          g_assert_cmpfloat_with_epsilon (found[f], expected[f], 0.2);
    }
}

/* Entries far away count by how much memory they may be in. */
static void
test_far (void)
{
  static const int64_t distances[] = { 100, 10000, 100000, 1000000 };
  static const int sizes[] = { -1, 0, 1, 2 };

  for (size_t d = 0; d < G_N_ELEMENTS (distances); d++)
    {
      const int n = 2 * (int) distances[d];
      g_autofree TestEntry *entries = g_new (TestEntry, 2 * n);
      int count = 0;

      /* Each sixteenth row, so that no two of them share a line. */
      for (int i = 0; i < n; i++)
        {
          entries[count++] = (TestEntry){ i, i, 1.0 };
          if (i % 16 == 0)
            entries[count++] = (TestEntry){ i, (i + n / 2) % n, 1.0 };
        }
      g_auto (Fixture) fixture =
        fixture_init (seidel_matrix_new ("far", test_csr_from_entries (n, n, entries, count)));

      for (int s = 0; s < SEIDEL_MACHINE_N_SIZES; s++)
        g_assert_cmpfloat_with_epsilon (fixture.profile.far[s] / n,
                                        s == sizes[d] ? 1.0 / 16.0 : 0.0, 0.01);
    }
}

/* A row that waits takes a step, one that does not what its length says; memory beyond the caches
 * comes on top. */
static void
test_serial (void)
{
  g_auto (Fixture) chain = gallery_fixture ("tridiagonal", 10000);
  g_auto (Fixture) arrow = gallery_fixture ("arrow", 10000);
  g_auto (Fixture) large = gallery_fixture ("tridiagonal", 1000000);
  const SeidelMachine *usual = seidel_machine_usual ();
  SeidelMachine slow = *usual;
  SeidelSweepTimes times;
  double bytes;
  double before;

  seidel_sweep_times (&chain.profile, &chain.view, &chain.levels, usual, 1, &times);
  g_assert_cmpfloat_with_epsilon (times.serial, 1e4 * usual->step, 1e-2 * times.serial);
  g_assert_true (isinf (times.together));
  seidel_sweep_times (&arrow.profile, &arrow.view, NULL, usual, 2, &times);
  g_assert_cmpfloat_with_epsilon (times.serial, 1e4 * seidel_machine_row (usual, 3.0, false),
                                  3e-2 * times.serial);
  g_assert_true (isinf (times.alone));
  seidel_sweep_times (&large.profile, &large.view, NULL, usual, 1, &times);
  before = times.serial;
  slow.bandwidth[0][SEIDEL_MACHINE_N_SIZES - 1] /= 10.0;
  slow.bandwidth[1][SEIDEL_MACHINE_N_SIZES - 1] /= 10.0;
  seidel_sweep_times (&large.profile, &large.view, NULL, &slow, 1, &times);
  bytes = 12.0 * (double) large.profile.entries + 36.0 * (double) large.profile.rows;
  g_assert_cmpfloat_with_epsilon (times.serial - before,
                                  bytes / seidel_machine_bandwidth (&slow, bytes, 1)
                                    - bytes / seidel_machine_bandwidth (usual, bytes, 1),
                                  1e-9);
}

/* Branches that cannot be predicted count where there are more of them than a processor learns. */
static void
test_mispredictions (void)
{
  g_auto (Fixture) few = gallery_fixture ("random-graph", 2000);
  g_auto (Fixture) many = gallery_fixture ("random-graph", 100000);
  SeidelMachine machine = *seidel_machine_usual ();
  SeidelSweepTimes times;
  SeidelSweepTimes again;

  seidel_sweep_times (&few.profile, &few.view, NULL, &machine, 1, &times);
  machine.misprediction *= 10.0;
  seidel_sweep_times (&few.profile, &few.view, NULL, &machine, 1, &again);
  g_assert_cmpfloat (again.serial, ==, times.serial);
  seidel_sweep_times (&many.profile, &many.view, NULL, seidel_machine_usual (), 1, &times);
  seidel_sweep_times (&many.profile, &many.view, NULL, &machine, 1, &again);
  g_assert_cmpfloat (again.serial, >, 3.0 * times.serial);
}

/* Matrices whose best strategy follows from how they are made. */
static void
test_teams (void)
{
  static const struct
  {
    const char *kind;
    double size;
    int threads;
    int chosen; /* threads by levels; 0: serial */
  } known[] = {
    { "chain", 100000, 1, 0 }, /* nothing can be done side by side */
    { "chain", 100000, 4, 0 },        { "hilbert", 500, 4, 0 }, /* the same with long rows */
    { "poisson-5", 20, 4, 0 },        /* over before the others are awake */
    { "poisson-5", 300, 1, 1 },       /* a level shares its columns */
    { "poisson-27", 40, 4, 4 },       /* wide levels */
    { "random-graph", 30000, 2, 2 },  /* and rows that cannot be predicted */
    { "random-graph", 300000, 2, 2 }, /* that wait for rows anywhere */
    { "kmer-like", 30000, 2, 2 },     { "kmer-like", 1000000, 1, 1 }, /* rows are sorted by shape */
    { "hypercube", 18, 1, 1 },        { "random-graph", 300000, 1, 0 },
    { "wathen", 572, 2, 0 }, /* what two threads gain they lose to memory */
  };

  for (size_t i = 0; i < G_N_ELEMENTS (known); i++)
    {
      g_auto (Fixture) fixture = gallery_fixture (known[i].kind, known[i].size);
      const SeidelSweepTeam team = team_of (&fixture, known[i].threads);

      g_test_message ("%s %g, %d threads: %d, gain %g", known[i].kind, known[i].size,
                      known[i].threads, team.threads, team.gain);
      g_assert_cmpint (team.threads, ==, known[i].chosen);
      g_assert_cmpfloat (team.seconds, >, 0.0);
    }
}

/* Rows of wide levels with few entries are sorted, which leaves fewer elements of x scattered and
 * no shape to mispredict; the longest row is not shared out. */
static void
test_sorted (void)
{
  g_auto (Fixture) sorted = gallery_fixture ("kmer-like", 100000);
  g_auto (Fixture) thin = gallery_fixture ("chain", 1000);
  g_auto (Fixture) full = gallery_fixture ("poisson-5", 300);
  g_auto (Fixture) arrow = gallery_fixture ("arrow", 30000);
  SeidelSweepTimes times;

  g_assert_true (sorted.profile.sorted);
  g_assert_cmpfloat (sorted.profile.level_mispredictions, ==, 0.0);
  g_assert_cmpfloat (sorted.profile.level_scattered, >, 0.2);
  g_assert_cmpfloat (sorted.profile.level_scattered, <, 0.5);
  g_assert_false (thin.profile.sorted);
  g_assert_false (full.profile.sorted);
  g_assert_cmpint (full.profile.longest, ==, 5);
  g_assert_true (arrow.profile.sorted);
  g_assert_cmpint (arrow.profile.longest, ==, 30000);
  seidel_sweep_times (&arrow.profile, &arrow.view, &arrow.levels, seidel_machine_usual (), 2,
                      &times);
  g_assert_cmpfloat (times.together, >, 0.55 * times.alone);
}

/* Seconds for each row that planning sweeps over it is expected to take beside its entries. */
static double
expect_plan (const Fixture *fixture, bool known)
{
  const SeidelEngineDemand demand = { .rows = fixture->view.rows,
                                      .columns = fixture->view.columns,
                                      .nonzeros = fixture->view.row_offsets[fixture->view.rows],
                                      .storage = SEIDEL_STORAGE_CSR };
  SeidelEngineCosts costs[2];

  seidel_cpu_expect (&demand, 1, 0, NULL, &costs[0]);
  seidel_cpu_expect (&demand, 1, fixture->levels.count, NULL, &costs[1]);
  return (costs[known].plan - (known ? costs[0].plan : 0.0)) / (double) demand.rows;
}

/* Rows by level are copied, sorted ones from anywhere; those of thin levels are swept as they are,
 * and the least is expected while levels are not known. */
static void
test_plans (void)
{
  g_auto (Fixture) sorted = gallery_fixture ("kmer-like", 100000);
  g_auto (Fixture) thin = gallery_fixture ("chain", 1000);
  g_auto (Fixture) full = gallery_fixture ("poisson-5", 300);

  g_assert_cmpfloat (expect_plan (&full, false), >, 0.0);
  g_assert_cmpfloat (expect_plan (&thin, true), ==, 0.0);
  g_assert_cmpfloat (expect_plan (&full, true), >, 0.0);
  g_assert_cmpfloat (expect_plan (&sorted, true), >, 2.0 * expect_plan (&full, true));
}

static void
test_empty (void)
{
  g_auto (Fixture) fixture =
    fixture_init (seidel_matrix_new ("empty", seidel_csr_new (0, 0, 0, NULL)));
  SeidelSweepTimes times;
  SeidelStretch stretch;

  g_assert_false (seidel_sweep_stretch (&fixture.view, 0, &stretch));
  seidel_sweep_times (&fixture.profile, &fixture.view, &fixture.levels, seidel_machine_usual (), 2,
                      &times);
  g_assert_cmpfloat (times.serial, ==, 0.0);
  g_assert_cmpint (team_of (&fixture, 2).threads, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sweep-profile/stretches", test_stretches);
  g_test_add_func ("/sweep-profile/shapes", test_shapes);
  g_test_add_func ("/sweep-profile/counts", test_counts);
  g_test_add_func ("/sweep-profile/far", test_far);
  g_test_add_func ("/sweep-profile/serial", test_serial);
  g_test_add_func ("/sweep-profile/mispredictions", test_mispredictions);
  g_test_add_func ("/sweep-profile/teams", test_teams);
  g_test_add_func ("/sweep-profile/sorted", test_sorted);
  g_test_add_func ("/sweep-profile/plans", test_plans);
  g_test_add_func ("/sweep-profile/empty", test_empty);
  return g_test_run ();
}
