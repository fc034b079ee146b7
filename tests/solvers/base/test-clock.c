/* Tests of base/seidel-clock.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-clock.h"

#include <stdbool.h>
#include <time.h>

/* Readings of the clock of the system are delayed by so much as long as they are interrupted. */
#define INTERRUPTION 1000000 /* nanoseconds */

static bool interrupted;
static int64_t offset;

/* In place of that of the C library: the first reading is interrupted, and then every hundredth. */
int
clock_gettime (clockid_t clock, struct timespec *time)
{
  static int64_t readings;

  if (interrupted && readings++ % 100 == 0)
    offset += INTERRUPTION;
  offset += 20;
  *time = (struct timespec){ offset / 1000000000, offset % 1000000000 };
  return 0;
}

static void
test_cost (void)
{
  interrupted = true;
  g_assert_cmpfloat_with_epsilon (seidel_clock_cost (), 20.0, 2.0);
  interrupted = false;
}

static void
test_now (void)
{
  const int64_t before = seidel_clock_now ();

  g_assert_cmpint (seidel_clock_now () - before, ==, 20);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/cost", test_cost);
  g_test_add_func ("/clock/now", test_now);
  return g_test_run ();
}
