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

#include "engine/seidel-cpu-arithmetic.inc.c"
#include "engine/seidel-cpu-sums.inc.c"
#include "engine/seidel-cpu-rows.inc.c"
#include "engine/seidel-cpu-kernels.inc.c"
#include "engine/seidel-cpu-several.inc.c"
#include "engine/seidel-cpu-fused.inc.c"
#include "engine/seidel-cpu-renew.inc.c"
#include "engine/seidel-cpu-array.inc.c"
#include "engine/seidel-cpu-array-sweep.inc.c"
#include "engine/seidel-cpu-sweep.inc.c"
