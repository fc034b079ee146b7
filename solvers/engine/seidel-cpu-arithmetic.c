/* Which kernels a context computes with: by its precision, its arithmetic and the processor.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "engine/seidel-cpu-private.h"

extern const SeidelCpuKernels seidel_cpu_kernels_float;
extern const SeidelCpuKernels seidel_cpu_kernels_double;
extern const SeidelCpuKernels seidel_cpu_kernels_float_fused;
extern const SeidelCpuKernels seidel_cpu_kernels_double_fused;
extern const SeidelCpuKernels seidel_cpu_kernels_float_compensated;
extern const SeidelCpuKernels seidel_cpu_kernels_double_compensated;
extern const SeidelCpuKernels seidel_cpu_kernels_float_fused_compensated;
extern const SeidelCpuKernels seidel_cpu_kernels_double_fused_compensated;

#ifdef SEIDEL_CPU_FUSES
extern const SeidelCpuKernels seidel_cpu_kernels_float_fused_machine;
extern const SeidelCpuKernels seidel_cpu_kernels_double_fused_machine;
extern const SeidelCpuKernels seidel_cpu_kernels_float_fused_compensated_machine;
extern const SeidelCpuKernels seidel_cpu_kernels_double_fused_compensated_machine;
#endif

#define BOTH (SEIDEL_ARITHMETIC_FUSED | SEIDEL_ARITHMETIC_COMPENSATED)

static const SeidelCpuKernels *const tables[2][BOTH + 1] = {
  { [0] = &seidel_cpu_kernels_float,
    [SEIDEL_ARITHMETIC_FUSED] = &seidel_cpu_kernels_float_fused,
    [SEIDEL_ARITHMETIC_COMPENSATED] = &seidel_cpu_kernels_float_compensated,
    [BOTH] = &seidel_cpu_kernels_float_fused_compensated },
  { [0] = &seidel_cpu_kernels_double,
    [SEIDEL_ARITHMETIC_FUSED] = &seidel_cpu_kernels_double_fused,
    [SEIDEL_ARITHMETIC_COMPENSATED] = &seidel_cpu_kernels_double_compensated,
    [BOTH] = &seidel_cpu_kernels_double_fused_compensated },
};

const SeidelCpuKernels *
seidel_cpu_find_kernels (SeidelPrecision precision, int arithmetic, bool portable)
{
  bool wide = precision != SEIDEL_PRECISION_SINGLE;

#ifdef SEIDEL_CPU_FUSES
  static const SeidelCpuKernels *const machine[2][2] = {
    { &seidel_cpu_kernels_float_fused_machine,
      &seidel_cpu_kernels_float_fused_compensated_machine },
    { &seidel_cpu_kernels_double_fused_machine,
      &seidel_cpu_kernels_double_fused_compensated_machine },
  };

  if (!portable && (arithmetic & SEIDEL_ARITHMETIC_FUSED) != 0 && __builtin_cpu_supports ("fma")
      && __builtin_cpu_supports ("avx2"))
    return machine[wide][(arithmetic & SEIDEL_ARITHMETIC_COMPENSATED) != 0];
#endif
  return tables[wide][arithmetic & BOTH];
}
