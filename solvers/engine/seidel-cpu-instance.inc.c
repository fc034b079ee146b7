/* The kernels of the CPU engine for one type and one arithmetic, as one list of their parts.
 *
 * Included with REAL, NAME (), FUSED and COMPENSATED defined; a file may do so again with another
 * NAME (), for another processor.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

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
