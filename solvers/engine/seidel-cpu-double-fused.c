/* The CPU kernels in double with fused products: once for processors that fuse
 * them, where these can be told apart, and once for those that must be helped by the C library.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <omp.h>
#include <string.h>

#include "engine/seidel-cpu-private.h"

/* Each instance is for one kind of processor. */
#undef SEIDEL_CPU_CLONES
#define SEIDEL_CPU_CLONES

#define REAL        double
#define FUSED       1
#define COMPENSATED 0

#ifdef SEIDEL_CPU_FUSES
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#define NAME(stem) stem##_double_fused_machine
#include "engine/seidel-cpu-instance.inc.c"
#undef NAME
#pragma GCC pop_options
#endif

#define NAME(stem) stem##_double_fused
#include "engine/seidel-cpu-instance.inc.c"
