/* The CPU kernels in float.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <omp.h>
#include <string.h>

#include "engine/seidel-cpu-private.h"

#define REAL        float
#define NAME(stem)  stem##_float
#define FUSED       0
#define COMPENSATED 0

#include "engine/seidel-cpu-instance.inc.c"
