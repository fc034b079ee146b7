/* The CPU kernels in float with compensated sums.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <omp.h>
#include <string.h>

#include "engine/seidel-cpu-private.h"

#define REAL        float
#define NAME(stem)  stem##_float_compensated
#define FUSED       0
#define COMPENSATED 1

#include "engine/seidel-cpu-instance.inc.c"
