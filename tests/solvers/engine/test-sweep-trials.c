/* What trials of sweeps found: remembered for later runs on the same matrix, in memory and in a
 * file, and given up where it holds no longer.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>
#include <glib/gstdio.h>

#include "base/seidel-version.h"
#include "engine/seidel-cpu-sweep-private.h"
#include "engine/seidel-sweep-trials.h"

#include "sweep-testing.h"

#define SIX_SWEEPS 6 /* two by each way */

/* A sweep by two threads on a matrix, in a run of its own. */
typedef struct
{
  Rig rig;
  SeidelSchedule *schedule;
  SeidelLevelsView levels;
  SeidelOperator *A;
  SeidelVector *b, *x;
  SeidelSweep *sweep;
  int64_t n;
} Run;

static void
begin (Run *run, const SeidelCsr *csr, SeidelDirection direction)
{
  g_autofree double *values = test_random_vector (csr->rows, 5);

  rig_open (&run->rig, SEIDEL_PRECISION_DOUBLE, 2);
  run->n = csr->rows;
  run->schedule = seidel_schedule_new (csr, direction, NULL, NULL, NULL);
  run->levels = sweep_levels_of (run->schedule);
  run->A = rig_system (&run->rig, csr);
  run->b = rig_vector (&run->rig, csr->rows, values);
  run->x = rig_vector (&run->rig, csr->rows, values);
  run->sweep = run->rig.engine.sweeps.create (run->rig.session.context, run->A, SEIDEL_CPU_SERIAL,
                                              direction, &run->levels);
  g_assert_true (
    seidel_cpu_plan_point_to_point (run->rig.session.context, run->sweep, &run->levels, 2));
}

static void
sweep (Run *run, int sweeps)
{
  for (int i = 0; i < sweeps; i++)
    run->rig.engine.sweeps.run (run->rig.session.context, run->sweep, run->b, run->x, 1.0, NULL,
                                NULL);
  rig_assert_ok (&run->rig);
}

/* What became of x. */
static double *
end (Run *run)
{
  double *values = g_new (double, run->n);
  SeidelContext *context = run->rig.session.context;

  run->rig.engine.vectors.download (context, values, run->x);
  run->rig.engine.sweeps.free (context, run->sweep);
  run->rig.engine.vectors.free (context, run->b);
  run->rig.engine.vectors.free (context, run->x);
  run->rig.engine.operators.free (context, run->A);
  rig_close (&run->rig);
  g_clear_pointer (&run->schedule, seidel_schedule_unref);
  return values;
}

static SeidelTrialKey
key_of (const SeidelSweep *of)
{
  return (SeidelTrialKey){ of->pattern, of->threads, (int) of->precision, (int) of->direction,
                           SEIDEL_CPU_PLAIN };
}

/* A second run on the matrix begins as the first has ended, with the same bits; runs on another
 * matrix or in the other direction try for themselves. */
static void
test_second_run (void)
{
  g_autoptr (SeidelCsr) csr = patterns_gallery ("poisson-5", 60);
  g_autoptr (SeidelCsr) other = patterns_gallery ("poisson-5", 61);
  g_autofree double *first = NULL;
  g_autofree double *second = NULL;
  g_autofree double *rest = NULL;
  g_autofree double *more = NULL;
  char why[240] = "";
  SeidelCpuWay kept;
  Run run;

  seidel_sweep_trials_forget ();
  begin (&run, csr, SEIDEL_DIRECTION_FORWARD);
  sweep (&run, SIX_SWEEPS);
  g_assert_true (run.rig.engine.explain_sweep (run.sweep, why, sizeof why));
  g_assert_true (g_str_has_prefix (why, "measured: "));
  kept = run.sweep->way;
  first = end (&run);

  begin (&run, csr, SEIDEL_DIRECTION_FORWARD);
  sweep (&run, 1);
  g_assert_true (run.sweep->recalled);
  g_assert_cmpint (run.sweep->way, ==, kept);
  g_assert_true (run.rig.engine.explain_sweep (run.sweep, why, sizeof why));
  g_assert_true (g_str_has_prefix (why, "measured by an earlier run: "));
  sweep (&run, SIX_SWEEPS - 1);
  second = end (&run);
  test_assert_same_bits (second, first, csr->rows);

  begin (&run, csr, SEIDEL_DIRECTION_BACKWARD);
  sweep (&run, 1);
  g_assert_false (run.sweep->recalled);
  rest = end (&run);
  begin (&run, other, SEIDEL_DIRECTION_FORWARD);
  sweep (&run, 1);
  g_assert_false (run.sweep->recalled);
  more = end (&run);
}

/* The kept way takes longer now than another did then: all are tried again. So they are after many
 * sweeps in however many runs. */
static void
test_given_up (void)
{
  g_autoptr (SeidelCsr) csr = patterns_gallery ("poisson-5", 60);
  g_autofree double *first = NULL;
  g_autofree double *second = NULL;
  g_autofree double *third = NULL;
  SeidelTrial trial = { .least = { 3, 2, 1 } };
  Run run;

  seidel_sweep_trials_forget ();
  begin (&run, csr, SEIDEL_DIRECTION_FORWARD);
  trial.key = key_of (run.sweep);
  if (run.sweep->waits == NULL)
    trial.least[SEIDEL_CPU_WAITS] = 0;
  seidel_sweep_trials_note (&trial);
  sweep (&run, 1);
  g_assert_true (run.sweep->recalled);
  g_assert_cmpint (run.sweep->way, ==, SEIDEL_CPU_ALONE);
  sweep (&run, 1);
  g_assert_false (run.sweep->recalled);
  g_assert_false (run.sweep->settled);
  first = end (&run);
  g_assert_true (seidel_sweep_trials_find (&trial.key, &trial));
  g_assert_cmpint (trial.least[SEIDEL_CPU_ALONE], ==, 1); /* nothing better is known yet */

  trial.least[SEIDEL_CPU_ALONE] = 1;
  trial.least[SEIDEL_CPU_MEETS] = G_MAXINT64;
  trial.least[SEIDEL_CPU_WAITS] = trial.least[SEIDEL_CPU_WAITS] != 0 ? G_MAXINT64 : 0;
  trial.sweeps = 0;
  seidel_sweep_trials_note (&trial);
  begin (&run, csr, SEIDEL_DIRECTION_FORWARD);
  sweep (&run, 5);
  g_assert_true (run.sweep->recalled);
  second = end (&run);
  g_assert_true (seidel_sweep_trials_find (&trial.key, &trial));
  g_assert_cmpint (trial.sweeps, ==, 5);

  trial.sweeps = 1000000;
  seidel_sweep_trials_note (&trial);
  begin (&run, csr, SEIDEL_DIRECTION_FORWARD);
  sweep (&run, 1);
  g_assert_false (run.sweep->recalled);
  third = end (&run);
}

static SeidelTrial
numbered (int i)
{
  return (SeidelTrial){ .key = { 1000 + (uint64_t) i, 2, 0, 1, 3 },
                        .least = { 0, 20, 30 + i },
                        .sweeps = i };
}

static void
assert_known (int i, bool known)
{
  const SeidelTrial expected = numbered (i);
  SeidelTrial found = { .sweeps = -1 };

  g_assert_cmpint (seidel_sweep_trials_find (&expected.key, &found), ==, known);
  if (known)
    {
      g_assert_cmpint (found.least[0], ==, 0);
      g_assert_cmpint (found.least[1], ==, 20);
      g_assert_cmpint (found.least[2], ==, 30 + i);
      g_assert_cmpint (found.sweeps, ==, i);
    }
}

static void
note (int i)
{
  const SeidelTrial trial = numbered (i);

  seidel_sweep_trials_note (&trial);
}

/* The file as if it was written with another first line, or with damage. */
static void
replace (const char *file, const char *what, const char *by)
{
  g_autofree char *text = NULL;
  g_autoptr (GString) changed = NULL;

  g_assert_true (g_file_get_contents (file, &text, NULL, NULL));
  changed = g_string_new (text);
  g_assert_cmpint (g_string_replace (changed, what, by, 1), ==, 1);
  g_assert_true (g_file_set_contents (file, changed->str, -1, NULL));
  seidel_sweep_trials_forget ();
}

static void
test_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("seidel-trials-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "new", "trials", NULL);
  g_autofree char *parent = g_path_get_dirname (file);

  seidel_sweep_trials_forget ();
  seidel_sweep_trials_keep_in (file);
  seidel_sweep_trials_finish ();
  g_assert_false (g_file_test (file, G_FILE_TEST_EXISTS)); /* there was nothing to keep */
  note (1);
  note (2);
  seidel_sweep_trials_finish ();
  seidel_sweep_trials_forget ();
  assert_known (1, true);
  assert_known (2, true);
  assert_known (3, false);

  /* Another program has left something there since this one has read it. */
  seidel_sweep_trials_forget ();
  seidel_sweep_trials_keep_in (NULL);
  note (3);
  seidel_sweep_trials_keep_in (file);
  seidel_sweep_trials_finish ();
  seidel_sweep_trials_forget ();
  for (int i = 1; i <= 3; i++)
    assert_known (i, true);

  replace (file, "\n3ea 2", "\nnonsense");
  assert_known (1, true);
  assert_known (2, false);
  assert_known (3, true);
  replace (file, seidel_version (), "0.0.1");
  assert_known (1, false);
  note (4);
  seidel_sweep_trials_finish ();
  seidel_sweep_trials_forget ();
  assert_known (1, false);
  assert_known (4, true);
  replace (file, " threads, ", " threads, not ");
  assert_known (4, false);

  seidel_sweep_trials_keep_in (NULL);
  g_assert_cmpint (g_unlink (file), ==, 0);
  g_assert_cmpint (g_rmdir (parent), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* Of too many, those go that were not used for longest. */
static void
test_many (void)
{
  seidel_sweep_trials_forget ();
  for (int i = 0; i < 256; i++)
    note (i);
  assert_known (0, true);
  note (256);
  assert_known (0, true);
  assert_known (1, false);
  assert_known (2, true);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sweep-trials/second-run", test_second_run);
  g_test_add_func ("/sweep-trials/given-up", test_given_up);
  g_test_add_func ("/sweep-trials/file", test_file);
  g_test_add_func ("/sweep-trials/many", test_many);
  return g_test_run ();
}
