/* The CPU kernels in double.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <omp.h>
#include <string.h>

#include "engine/seidel-cpu-private.h"

#define REAL        double
#define NAME(stem)  stem##_double
#define FUSED       0
#define COMPENSATED 0

#include "engine/seidel-cpu-instance.inc.c"
