/* Sessions: what is written is what is read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "record/seidel-fingerprint.h"
#include "record/seidel-session-table.h"
#include "solve/seidel-figures.h"
#include "solvers/record/record-testing.h"

static void
assert_same_options (const SeidelOptions *one, const SeidelOptions *other)
{
  SeidelExperimentSetup setups[] = { seidel_experiment_setup_new (),
                                     seidel_experiment_setup_new () };
  g_auto (GStrv) keys = seidel_experiment_setting_keys ();

  setups[0].options = *one;
  setups[1].options = *other;
  for (char **key = keys; *key != NULL; key++)
    {
      g_autofree char *a = seidel_experiment_setup_get (&setups[0], *key);
      g_autofree char *b = seidel_experiment_setup_get (&setups[1], *key);

      g_assert_cmpstr (a, ==, b);
    }
  /* And nothing of the options is missing in that list. */
  g_assert_cmpstr (one->launcher, ==, other->launcher);
  g_assert_cmpstr (one->petsc_options, ==, other->petsc_options);
  for (int p = 0; p < SEIDEL_N_PARAMETERS; p++)
    g_assert_cmpfloat (one->parameters[p], ==, other->parameters[p]);
  g_assert_cmpfloat (one->tolerance, ==, other->tolerance);
  g_assert_cmpfloat (one->absolute_tolerance, ==, other->absolute_tolerance);
  g_assert_cmpfloat (one->backward_tolerance, ==, other->backward_tolerance);
  g_assert_cmpfloat (one->maximum_tolerance, ==, other->maximum_tolerance);
  g_assert_cmpint (one->max_iterations, ==, other->max_iterations);
  g_assert_cmpfloat (one->time_limit, ==, other->time_limit);
  g_assert_cmpint (one->stagnation_window, ==, other->stagnation_window);
  g_assert_cmpfloat (one->divergence_factor, ==, other->divergence_factor);
  g_assert_cmpint (one->threads, ==, other->threads);
  g_assert_cmpint (one->ranks, ==, other->ranks);
  g_assert_cmpmem (&one->arithmetic, sizeof one->arithmetic, &other->arithmetic,
                   sizeof other->arithmetic);
}

static void
assert_same_real (double a, double b)
{
  g_assert_true (memcmp (&a, &b, sizeof a) == 0 || (isnan (a) && isnan (b)));
}

static void
assert_same_trace (SeidelTrace *one, SeidelTrace *other)
{
  g_assert_cmpuint (seidel_trace_n_points (one), ==, seidel_trace_n_points (other));
  for (size_t i = 0; i < seidel_trace_n_points (one); i++)
    {
      const SeidelTracePoint a = seidel_trace_point (one, i);
      const SeidelTracePoint b = seidel_trace_point (other, i);

      g_assert_cmpmem (&a, sizeof a, &b, sizeof b);
    }
  g_assert_cmpuint (seidel_trace_n_sweeps (one), ==, seidel_trace_n_sweeps (other));
  for (size_t i = 0; i < seidel_trace_n_sweeps (one); i++)
    {
      const SeidelTraceSweep a = seidel_trace_sweep (one, i);
      const SeidelTraceSweep b = seidel_trace_sweep (other, i);

      g_assert_cmpmem (&a, sizeof a, &b, sizeof b);
    }
  g_assert_cmpuint (seidel_trace_n_events (one), ==, seidel_trace_n_events (other));
  for (size_t i = 0; i < seidel_trace_n_events (one); i++)
    g_assert_cmpstr (seidel_trace_event (one, i).text, ==, seidel_trace_event (other, i).text);
  assert_same_real (seidel_trace_reference (one), seidel_trace_reference (other));
  g_assert_cmpint (seidel_trace_iterations (one), ==, seidel_trace_iterations (other));
  g_assert_cmpint (seidel_trace_state (other), ==, SEIDEL_RUN_FINISHED);
  for (int p = 0; p < SEIDEL_N_PHASES; p++)
    g_assert_cmpfloat_with_epsilon (seidel_trace_phase_seconds (one, p),
                                    seidel_trace_phase_seconds (other, p), 1e-6);
}

static void
assert_same_levels (SeidelTrace *one, SeidelTrace *other, bool expected)
{
  for (int d = 0; d < 2; d++)
    {
      g_autoptr (SeidelLevelTimes) a = seidel_trace_level_times (one, (SeidelDirection) d);
      g_autoptr (SeidelLevelTimes) b = seidel_trace_level_times (other, (SeidelDirection) d);

      g_assert_true ((a == NULL) == (b == NULL));
      g_assert_true (!expected || d == SEIDEL_DIRECTION_BACKWARD || a != NULL);
      if (a == NULL)
        continue;
      g_assert_cmpint (a->sweeps, ==, b->sweeps);
      g_assert_cmpint (a->kept, ==, b->kept);
      g_assert_cmpint (a->timed, ==, b->timed);
      g_assert_cmpmem (a->times, (gsize) a->count * sizeof *a->times, b->times,
                       (gsize) b->count * sizeof *b->times);
      g_assert_true (a->passes == b->passes && (a->rows == NULL) == (b->rows == NULL));
    }
}

/* Everything that has a column. */
static void
assert_same_figures (const SeidelOutcomeFigure *figures, const void *one, const void *other)
{
  for (; figures->kind != SEIDEL_FIGURE_NONE; figures++)
    {
      const void *a = (const char *) one + figures->offset;
      const void *b = (const char *) other + figures->offset;

      if (figures->column == NULL)
        continue;
      switch (figures->kind)
        {
        case SEIDEL_FIGURE_COUNT:
          g_assert_cmpint (*(const int64_t *) a, ==, *(const int64_t *) b);
          break;
        case SEIDEL_FIGURE_INT:
          g_assert_cmpint (*(const int *) a, ==, *(const int *) b);
          break;
        case SEIDEL_FIGURE_FLAG:
          g_assert_true (*(const bool *) a == *(const bool *) b);
          break;
        case SEIDEL_FIGURE_REAL:
        case SEIDEL_FIGURE_SECONDS:
          assert_same_real (*(const double *) a, *(const double *) b);
          break;
        case SEIDEL_FIGURE_REASON:
          g_assert_cmpint (*(const SeidelReason *) a, ==, *(const SeidelReason *) b);
          break;
        case SEIDEL_FIGURE_HOST:
          g_assert_cmpstr (a, ==, b);
          break;
        default:
          g_assert_cmpstr (*(const char *const *) a, ==, *(const char *const *) b);
          break;
        }
    }
}

static void
assert_same_outcome (const SeidelOutcome *one, const SeidelOutcome *other)
{
  assert_same_figures (seidel_outcome_figures, one, other);
  g_assert_cmpint (one->precision, ==, other->precision);
  assert_same_options (&one->options, &other->options);
  g_assert_cmpmem (one->seconds, sizeof one->seconds, other->seconds, sizeof other->seconds);
  g_assert_cmpuint (one->n_attempts, ==, other->n_attempts);
  for (size_t i = 0; i < one->n_attempts; i++)
    assert_same_figures (seidel_attempt_figures, &one->attempts[i], &other->attempts[i]);
  g_assert_cmpuint (one->n_ranks, ==, other->n_ranks);
  for (size_t i = 0; i < one->n_ranks; i++)
    assert_same_figures (seidel_rank_figures, &one->ranks[i], &other->ranks[i]);
  g_assert_cmpmem (one->x, (gsize) one->n * sizeof *one->x, other->x,
                   (gsize) other->n * sizeof *other->x);
}

static void
assert_same_record (SeidelRecord *one, SeidelRecord *other, bool levels)
{
  g_assert_cmpstr (one->id, ==, other->id);
  g_assert_cmpint (one->begun, ==, other->begun);
  g_assert_cmpstr (one->matrix.name, ==, other->matrix.name);
  g_assert_cmpstr (one->matrix.path, ==, other->matrix.path);
  g_assert_cmpstr (one->matrix.format, ==, other->matrix.format);
  g_assert_cmpstr (one->matrix.ordering, ==, other->matrix.ordering);
  g_assert_cmpuint (one->matrix.fingerprint, ==, other->matrix.fingerprint);
  g_assert_cmpuint (one->matrix.fingerprint, !=, 0);
  g_assert_cmpint (one->matrix.rows, ==, other->matrix.rows);
  g_assert_cmpint (one->matrix.nonzeros, ==, other->matrix.nonzeros);
  g_assert_cmpstr (one->rhs, ==, other->rhs);
  g_assert_cmpstr (one->guess, ==, other->guess);
  g_assert_cmpstr (one->machine.processor, ==, other->machine.processor);
  g_assert_cmpstr (one->machine.version, ==, other->machine.version);
  g_assert_cmpstr (one->error, ==, other->error);
  assert_same_options (&one->options, &other->options);
  assert_same_trace (one->trace, other->trace);
  assert_same_levels (one->trace, other->trace, levels);
  g_assert_true ((one->outcome == NULL) == (other->outcome == NULL));
  if (one->outcome != NULL)
    assert_same_outcome (one->outcome, other->outcome);
}

/* Runs that differ in all that a file has: attempts, levels, options far from their defaults, a
 * refusal. */
static SeidelRecord *
make_record (int kind)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 20);
  SeidelOptions options = SEIDEL_OPTIONS_INIT;

  switch (kind)
    {
    case 0:
      options.threads = 1;
      options.strategy = "levels";
      options.tolerance = 1e-5;
      break;
    case 1:
      options.method = SEIDEL_METHOD_AUTO;
      options.engine = SEIDEL_ENGINE_AUTO;
      break;
    case 2:
      options.method = "sor";
      options.parameters[SEIDEL_PARAMETER_OMEGA] = 1.0 / 3.0 + 1.0;
      options.precision = SEIDEL_PRECISION_SINGLE;
      options.storage = SEIDEL_STORAGE_CSR;
      options.arithmetic = SEIDEL_ARITHMETIC_FUSED;
      options.max_iterations = 7;
      options.track_error = true;
      options.launcher = g_intern_string ("srun -n {ranks}");
      options.petsc_options = g_intern_string ("-ksp_view");
      options.near_null = g_intern_string ("/somewhere/modes.mtx");
      break;
    default:
      options.engine = "petsc"; /* of which the tests have no processes */
      break;
    }
  return test_run (matrix, &options);
}

static void
test_round_trip (void)
{
  g_autofree char *path = test_make_path ();

  for (int kind = 0; kind < 4; kind++)
    {
      g_autoptr (SeidelRecord) record = make_record (kind);
      g_autoptr (SeidelSessionEntry) entry =
        test_entry (record, kind + 1, kind == 1 ? "my “best” run" : NULL,
                    kind == 2 ? "ω\n?" : NULL);
      g_autoptr (GPtrArray) read = NULL;
      g_autoptr (GError) error = NULL;
      const SeidelSessionEntry *found;

      g_assert_true ((record->outcome == NULL) == (kind == 3));
      g_assert_true (seidel_session_update (path, &entry, 1, NULL, &error));
      g_assert_no_error (error);
      read = test_read (path);
      g_assert_cmpuint (read->len, ==, (guint) kind + 1);
      found = test_nth (read, (guint) kind);
      assert_same_record (record, found->record, kind == 0);
      g_assert_true (kind != 1 || found->record->outcome->engine_why != NULL);
      g_assert_cmpint (found->label.number, ==, kind + 1);
      g_assert_cmpint (found->label.color, ==, kind);
      g_assert_true (found->label.visible == (kind % 2 == 0));
      g_assert_cmpstr (found->label.name, ==, kind == 1 ? "my “best” run" : NULL);
      g_assert_cmpstr (found->label.note, ==, kind == 2 ? "ω\n?" : NULL);
      g_assert_false (found->record->x_dropped);
    }
  test_remove (path);
}

/* A record that is there is not written again, but its label is; others stay as they are. */
static void
test_update (void)
{
  g_autofree char *path = test_make_path ();
  g_autoptr (SeidelRecord) stays = make_record (0);
  g_autoptr (SeidelRecord) goes = make_record (2);
  g_autoptr (SeidelSessionEntry) first = test_entry (stays, 1, NULL, NULL);
  g_autoptr (SeidelSessionEntry) second = test_entry (goes, 2, NULL, NULL);
  g_autoptr (SeidelSessionEntry) renamed = test_entry (stays, 1, "renamed", "with a note");
  SeidelSessionEntry *both[] = { first, second };
  const char *const removed[] = { goes->id, NULL };
  g_autoptr (GPtrArray) read = NULL;
  g_autoptr (GPtrArray) rest = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (seidel_session_update (path, both, 2, NULL, NULL));
  g_assert_true (seidel_session_update (path, &renamed, 1, NULL, NULL));
  read = test_read (path);
  g_assert_cmpuint (read->len, ==, 2);
  g_assert_cmpstr (test_nth (read, 0)->label.name, ==, "renamed");
  g_assert_cmpstr (test_nth (read, 0)->label.note, ==, "with a note");
  g_assert_null (test_nth (read, 1)->label.name);

  g_assert_true (seidel_session_update (path, NULL, 0, removed, NULL));
  rest = test_read (path);
  g_assert_cmpuint (rest->len, ==, 1);
  assert_same_record (stays, test_nth (rest, 0)->record, true);

  /* What was removed can come back, and what was read can be written elsewhere. */
  g_assert_true (seidel_session_update (path, both, 2, NULL, NULL));
  g_assert_true (seidel_session_save (path, (SeidelSessionEntry **) read->pdata, 2, &error));
  g_assert_no_error (error);
  g_ptr_array_unref (g_steal_pointer (&read));
  read = test_read (path);
  assert_same_record (goes, test_nth (read, 1)->record, false);
  test_remove (path);
}

/* A record whose solution has n numbers. */
static SeidelRecord *
make_large (int64_t n)
{
  SeidelRecord *record = make_record (0);

  seidel_vector_free (record->outcome->x);
  record->outcome->n = n;
  record->outcome->x = seidel_vector_new (n, NULL);
  for (int64_t i = 0; i < n; i++)
    record->outcome->x[i] = (double) i;
  return record;
}

/* Solutions are kept as long as there is room for all of one; which ones are not, is said. */
static void
test_large_solutions (void)
{
  const int64_t sizes[] = { SEIDEL_SESSION_MOST_UNKNOWNS - 1000, 1001, 1000 };
  g_autofree char *path = test_make_path ();
  g_autoptr (GPtrArray) read = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (SeidelRecord) record = make_large (sizes[i]);
      g_autoptr (SeidelSessionEntry) entry = test_entry (record, i + 1, NULL, NULL);

      g_assert_true (seidel_session_update (path, &entry, 1, NULL, NULL));
    }
  read = test_read (path);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      const SeidelRecord *record = test_nth (read, i)->record;
      const bool kept = i != 1;

      g_assert_true (record->x_dropped == !kept);
      g_assert_true (record->outcome->computed == kept);
      g_assert_true ((record->outcome->x != NULL) == kept);
      g_assert_cmpint (record->outcome->n, ==, kept ? sizes[i] : 0);
      g_assert_true (!kept || record->outcome->x[999] == 999.0);
    }
  test_remove (path);
}

/* A run by ranks, as an older version kept it: without what exchanges took. */
static char *
make_older (void)
{
  g_autofree char *from =
    g_test_build_filename (G_TEST_DIST, "solvers", "record", "version-2.sql", NULL);
  g_autofree char *sql = NULL;
  char *path = test_make_path ();

  g_assert_true (g_file_get_contents (from, &sql, NULL, NULL));
  test_execute (path, sql);
  return path;
}

static int
ask_version (const char *path)
{
  sqlite3_stmt *statement = NULL;
  sqlite3 *db = NULL;
  int version;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  sqlite3_prepare_v2 (db, "PRAGMA user_version", -1, &statement, NULL);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  version = sqlite3_column_int (statement, 0);
  sqlite3_finalize (statement);
  sqlite3_close (db);
  return version;
}

static void
assert_older (const SeidelSessionEntry *entry)
{
  const SeidelOutcome *outcome = entry->record->outcome;

  g_assert_cmpstr (outcome->method, ==, "cg");
  g_assert_cmpint (outcome->iterations, ==, 2);
  g_assert_cmpint (outcome->n, ==, 4);
  g_assert_cmpuint (outcome->n_ranks, ==, 2);
  for (int i = 0; i < 2; i++)
    {
      const SeidelRank *rank = &outcome->ranks[i];

      g_assert_cmpint (rank->rank, ==, i);
      g_assert_cmpstr (rank->host, ==, "node");
      g_assert_cmpint (rank->entries, ==, 5);
      g_assert_cmpint (rank->crossing, ==, 1);
      g_assert_cmpfloat (rank->reductions, ==, i == 0 ? 5.808e-06 : 8.7032e-05);
      g_assert_true (isnan (rank->exchanges) && isnan (rank->latency) && isnan (rank->bandwidth));
      g_assert_cmpint (rank->sums, ==, 0);
    }
}

/* All that is known of the ranks is kept. */
static void
test_ranks (void)
{
  g_autofree char *path = test_make_path ();
  g_autoptr (SeidelRecord) record = make_record (0);
  g_autoptr (SeidelSessionEntry) entry = test_entry (record, 1, NULL, NULL);
  g_autoptr (GPtrArray) read = NULL;
  const SeidelRank *found;
  const SeidelRank ranks[] = {
    { 0, 17, "one", 5, 20, 3, 24, NAN, NAN, .5, .25, .125, 40, 1000 },
    { 1, 18, "other", 6, 21, 4, 32, 1e-6, 1e9, .75, .0625, 1.5, 41, 2000 },
  };

  record->outcome->ranks = g_memdup2 (ranks, sizeof ranks);
  record->outcome->n_ranks = G_N_ELEMENTS (ranks);
  g_assert_true (seidel_session_update (path, &entry, 1, NULL, NULL));
  read = test_read (path);
  g_assert_cmpuint (test_nth (read, 0)->record->outcome->n_ranks, ==, G_N_ELEMENTS (ranks));
  found = test_nth (read, 0)->record->outcome->ranks;
  for (size_t i = 0; i < G_N_ELEMENTS (ranks); i++)
    {
      assert_same_real (found[i].latency, ranks[i].latency);
      assert_same_real (found[i].bandwidth, ranks[i].bandwidth);
      g_assert_cmpfloat (found[i].exchanges, ==, ranks[i].exchanges);
      g_assert_cmpfloat (found[i].reductions, ==, ranks[i].reductions);
      g_assert_cmpint (found[i].sums, ==, ranks[i].sums);
      g_assert_cmpint (found[i].memory, ==, ranks[i].memory);
    }
  test_remove (path);
}

/* Reading leaves an older file as it is; what is added makes it one of this version. */
static void
test_older (void)
{
  g_autofree char *path = make_older ();
  g_autoptr (SeidelRecord) record = make_record (0);
  g_autoptr (SeidelSessionEntry) entry = test_entry (record, 2, NULL, NULL);
  g_autoptr (GPtrArray) read = test_read (path);
  g_autoptr (GPtrArray) both = NULL;
  g_autoptr (GError) error = NULL;
  SeidelSessionGlance glance;

  g_assert_cmpuint (read->len, ==, 1);
  assert_older (test_nth (read, 0));
  g_assert_true (seidel_session_glance (path, &glance, &error));
  g_assert_cmpint (glance.n_runs, ==, 1);
  seidel_session_glance_clear (&glance);
  g_assert_cmpint (ask_version (path), ==, 2);

  g_assert_true (seidel_session_update (path, &entry, 1, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpint (ask_version (path), ==, SEIDEL_SESSION_VERSION);
  both = test_read (path);
  g_assert_cmpuint (both->len, ==, 2);
  assert_older (test_nth (both, 0));
  assert_same_record (record, test_nth (both, 1)->record, true);
  test_remove (path);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/round-trip", test_round_trip);
  g_test_add_func ("/session/update", test_update);
  g_test_add_func ("/session/large-solutions", test_large_solutions);
  g_test_add_func ("/session/ranks", test_ranks);
  g_test_add_func ("/session/older", test_older);
  return g_test_run ();
}
