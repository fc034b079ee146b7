/* From which number on the rows and columns of messages count.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "matrix/seidel-counting.h"

#include <glib.h>

static int first_number = 1;

int
seidel_first_number (void)
{
  return g_atomic_int_get (&first_number);
}

void
seidel_count_from (int first)
{
  g_atomic_int_set (&first_number, first == 0 ? 0 : 1);
}
