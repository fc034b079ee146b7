/* Calls that nobody can interrupt: waited for, abandoned, and still at work when the program ends.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>

#include "method/seidel-direct.h"

/* Set when the libraries of the program are torn down. */
static atomic_bool torn_down;
static atomic_int n_at_work;

__attribute__ ((destructor)) static void
tear_down (void)
{
  atomic_store (&torn_down, true);
  /* Time for a call that is still there to show itself. */
  for (int i = 0; i < 500 && atomic_load (&n_at_work) > 0; i++)
    g_usleep (10000);
}

typedef struct
{
  atomic_bool abandoned;
  atomic_bool begun;
  atomic_bool may_end;
  atomic_int *freed;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  atomic_fetch_add (work->freed, 1);
  g_free (work);
}

static void
short_cb (gpointer data)
{
  Work *work = data;

  atomic_store (&work->begun, true);
}

static void
patient_cb (gpointer data)
{
  Work *work = data;

  atomic_fetch_add (&n_at_work, 1);
  atomic_store (&work->begun, true);
  while (!atomic_load (&work->may_end) && !atomic_load (&torn_down))
    g_usleep (1000);
  /* What a library would do whose tables are gone. */
  if (atomic_load (&torn_down))
    abort ();
  atomic_fetch_sub (&n_at_work, 1);
}

typedef struct
{
  SeidelMonitor monitor;
  SeidelMethodRun run;
  GCancellable *cancellable;
} Fixture;

static void
fixture_init (Fixture *fixture)
{
  *fixture = (Fixture){ .cancellable = g_cancellable_new () };
  fixture->monitor.cancellable = fixture->cancellable;
  fixture->run.monitor = &fixture->monitor;
}

static void
test_done (void)
{
  Fixture fixture;
  atomic_int freed = 0;
  Work *work = g_new0 (Work, 1);

  fixture_init (&fixture);
  work->freed = &freed;
  g_assert_true (seidel_direct_call (&fixture.run, short_cb, work, work_free, &work->abandoned));
  g_assert_true (work->begun);
  g_assert_false (work->abandoned);
  g_assert_cmpint (freed, ==, 0);
  work_free (work);
  g_object_unref (fixture.cancellable);
}

static void
test_abandoned (void)
{
  Fixture fixture;
  atomic_int freed = 0;
  Work *work = g_new0 (Work, 1);

  fixture_init (&fixture);
  work->freed = &freed;
  g_cancellable_cancel (fixture.cancellable);
  g_assert_false (seidel_direct_call (&fixture.run, patient_cb, work, work_free, &work->abandoned));
  g_assert_true (work->abandoned);
  g_assert_cmpint (freed, ==, 0);
  atomic_store (&work->may_end, true);
  while (atomic_load (&freed) == 0)
    g_usleep (1000);
  g_object_unref (fixture.cancellable);
}

/* The program ends as it meant to although a call is at work, and what it printed is there. */
static void
test_end_of_program (void)
{
  if (g_test_subprocess ())
    {
      Fixture fixture;
      atomic_int freed = 0;
      Work *work = g_new0 (Work, 1);

      fixture_init (&fixture);
      work->freed = &freed;
      g_cancellable_cancel (fixture.cancellable);
      g_assert_false (
        seidel_direct_call (&fixture.run, patient_cb, work, work_free, &work->abandoned));
      while (!atomic_load (&work->begun))
        g_usleep (1000);
      fputs ("the last word", stdout);
      exit (EXIT_SUCCESS);
    }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_passed ();
  g_test_trap_assert_stdout ("*the last word*");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/direct-call/done", test_done);
  g_test_add_func ("/direct-call/abandoned", test_abandoned);
  g_test_add_func ("/direct-call/end-of-program", test_end_of_program);
  return g_test_run ();
}
