/* Tests of experiment/seidel-machine: measured, kept, interpolated.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-machine.h"

#include <math.h>
#include <string.h>
#include <glib/gstdio.h>

#include "base/seidel-threads.h"

/* A machine with a number of its own in every place. */
static SeidelMachine
make_machine (void)
{
  g_autofree char *processor = seidel_threads_processor_name ();
  SeidelMachine machine = { .threads = seidel_threads_processors (),
                            .step = 7e-9,
                            .misprediction = 4e-9,
                            .level = 11e-9,
                            .meeting = 3e-7 };

  g_strlcpy (machine.name, processor, sizeof machine.name);
  for (int i = 0; i < SEIDEL_MACHINE_N_LENGTHS; i++)
    {
      machine.row[i] = 1e-9 * seidel_machine_lengths[i];
      machine.sliced_row[i] = 1e-9 / 3.0 * (i + 1);
    }
  for (int i = 0; i < SEIDEL_MACHINE_N_SIZES; i++)
    {
      machine.gather[i] = 1e-9 * i;
      machine.bandwidth[0][i] = 8e9 - 1e9 * i;
      machine.bandwidth[1][i] = 12e9 - 1e9 * i;
    }
  return machine;
}

static char *
make_file (const char *content)
{
  g_autoptr (GError) error = NULL;
  char *file = NULL;
  const int fd = g_file_open_tmp ("seidel-machine-XXXXXX", &file, &error);

  g_assert_no_error (error);
  close (fd);
  g_assert_true (g_file_set_contents (file, content, -1, NULL));
  return file;
}

static void
test_kept (void)
{
  const SeidelMachine machine = make_machine ();
  g_autofree char *file = make_file ("");
  g_autoptr (GError) error = NULL;
  SeidelMachine again;

  memset (&again, 0xa5, sizeof again);
  g_assert_true (seidel_machine_save (&machine, file, &error));
  g_assert_no_error (error);
  g_assert_true (seidel_machine_load (&again, file));
  g_assert_cmpmem (&machine, sizeof machine, &again, sizeof again);
  g_unlink (file);
}

/* Of another machine, of another number of threads, damaged, or missing. */
static void
test_not_kept (void)
{
  g_autofree char *file = make_file ("");
  SeidelMachine machine = make_machine ();
  SeidelMachine again;

  machine.threads++;
  g_assert_true (seidel_machine_save (&machine, file, NULL));
  g_assert_false (seidel_machine_load (&again, file));
  machine = make_machine ();
  g_strlcpy (machine.name, "another", sizeof machine.name);
  g_assert_true (seidel_machine_save (&machine, file, NULL));
  g_assert_false (seidel_machine_load (&again, file));
  machine = make_machine ();
  machine.gather[1] = -1.0;
  g_assert_true (seidel_machine_save (&machine, file, NULL));
  g_assert_false (seidel_machine_load (&again, file));
  /* What an older version has measured lacks numbers. */
  g_assert_true (g_file_set_contents (file, "[machine]\nformat=1\n", -1, NULL));
  g_assert_false (seidel_machine_load (&again, file));
  g_unlink (file);
  g_assert_false (seidel_machine_load (&again, file));
}

static void
assert_near (double value, double expected)
{
  g_assert_cmpfloat_with_epsilon (value, expected, 1e-9 * fabs (expected) + 1e-30);
}

static void
test_rows (void)
{
  const SeidelMachine machine = make_machine ();

  for (int length = 1; length < 500; length++)
    assert_near (seidel_machine_row (&machine, length, false), 1e-9 * length);
  for (int i = 0; i < SEIDEL_MACHINE_N_LENGTHS; i++)
    assert_near (seidel_machine_row (&machine, seidel_machine_lengths[i], true),
                 machine.sliced_row[i]);
  assert_near (seidel_machine_row (&machine, 18.0, true),
               (machine.sliced_row[1] + machine.sliced_row[2]) / 2.0);
}

static void
test_memory (void)
{
  const SeidelMachine machine = make_machine ();

  for (int i = 0; i < SEIDEL_MACHINE_N_SIZES; i++)
    {
      assert_near (seidel_machine_gather (&machine, seidel_machine_sizes[i]), machine.gather[i]);
      assert_near (seidel_machine_bandwidth (&machine, seidel_machine_sizes[i], 1),
                   machine.bandwidth[0][i]);
    }
  /* Half way on a logarithmic scale; held beyond the ends. */
  assert_near (seidel_machine_gather (&machine,
                                      sqrt (seidel_machine_sizes[1] * seidel_machine_sizes[2])),
               1.5e-9);
  g_assert_cmpfloat (seidel_machine_gather (&machine, 0.0), ==, 0.0);
  assert_near (seidel_machine_gather (&machine, 1e15), 3e-9);
  /* Threads share what all of them can have. */
  assert_near (seidel_machine_bandwidth (&machine, 1.0, 2), 12e9);
  assert_near (seidel_machine_bandwidth (&machine, 1e15, 64), 9e9);
}

/* What any processor shows, also one that others use most of the time. */
#define MOST_SECONDS 0.1

static void
test_measured (void)
{
  g_autoptr (GError) error = NULL;
  SeidelMachine machine;

  memset (&machine, 0xa5, sizeof machine);
  g_assert_true (seidel_machine_measure (&machine, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpint (machine.threads, ==, seidel_threads_processors ());
  g_assert_false (machine.device);
  g_assert_cmpfloat (machine.step, >, 1e-10);
  g_assert_cmpfloat (machine.step, <, MOST_SECONDS);
  g_assert_cmpfloat (machine.misprediction, >=, 0.0);
  g_assert_cmpfloat (machine.misprediction, <, MOST_SECONDS);
  g_assert_cmpfloat (machine.level, >=, 0.0);
  g_assert_cmpfloat (machine.level, <, MOST_SECONDS);
  for (int i = 0; i < SEIDEL_MACHINE_N_LENGTHS; i++)
    {
      g_assert_cmpfloat (machine.row[i], >, 1e-11 * seidel_machine_lengths[i]);
      g_assert_cmpfloat (machine.sliced_row[i], >, 1e-12 * seidel_machine_lengths[i]);
      g_assert_cmpfloat (machine.row[i], <, MOST_SECONDS);
      g_assert_cmpfloat (machine.sliced_row[i], <, MOST_SECONDS);
    }
  g_assert_cmpfloat (machine.row[3], >, machine.row[0]);
  for (int i = 1; i < SEIDEL_MACHINE_N_LENGTHS; i++)
    g_assert_cmpfloat (machine.row[i], >=, machine.row[i - 1]);
  for (int i = 0; i < SEIDEL_MACHINE_N_SIZES; i++)
    {
      g_assert_cmpfloat (machine.gather[i], >=, 0.0);
      g_assert_cmpfloat (machine.gather[i], <, MOST_SECONDS);
      for (int all = 0; all < 2; all++)
        g_assert_cmpfloat (machine.bandwidth[all][i], >, 1e3);
    }
}

static void
test_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  SeidelMachine machine;

  g_cancellable_cancel (cancellable);
  g_assert_false (seidel_machine_measure (&machine, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_devices (void)
{
  size_t n = 0;
  const SeidelMachineDevice *devices = seidel_machine_devices (&n);

  g_assert_cmpint (n, >, 0);
  for (size_t i = 0; i < n; i++)
    {
      g_assert_true (devices[i].machine.device);
      g_assert_cmpfloat (devices[i].machine.meeting, >, 0.0);
      for (int l = 0; l < SEIDEL_MACHINE_N_LENGTHS; l++)
        g_assert_cmpfloat (devices[i].machine.row[l], >, devices[i].machine.sliced_row[l]);
      for (int s = 0; s < SEIDEL_MACHINE_N_SIZES; s++)
        g_assert_cmpfloat (devices[i].machine.bandwidth[0][s], >, 0.0);
    }
}

/* Every element is written by one thread, and nothing else. */
static void
test_triad (void)
{
  const int64_t n = 1001;

  for (int threads = 1; threads <= 3; threads++)
    {
      g_autofree double *numbers = g_new (double, 3 * n + 1);

      for (int64_t i = 0; i <= 3 * n; i++)
        numbers[i] = i < n ? NAN : (double) i;
      g_assert_cmpfloat (seidel_machine_triad (numbers, n, threads, 2, 3), >=, 0.0);
      for (int64_t i = 0; i < n; i++)
        g_assert_cmpfloat (numbers[i], ==, (double) (n + i) + 0.5 * (double) (2 * n + i));
      for (int64_t i = n; i <= 3 * n; i++)
        g_assert_cmpfloat (numbers[i], ==, (double) i);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/machine/kept", test_kept);
  g_test_add_func ("/machine/not-kept", test_not_kept);
  g_test_add_func ("/machine/rows", test_rows);
  g_test_add_func ("/machine/memory", test_memory);
  g_test_add_func ("/machine/measured", test_measured);
  g_test_add_func ("/machine/cancelled", test_cancelled);
  g_test_add_func ("/machine/devices", test_devices);
  g_test_add_func ("/machine/triad", test_triad);
  return g_test_run ();
}
