/* The numbers of the strategies, which the choice between them knows, and their rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "seidel-cuda-sweep.h"

enum
{
  SEIDEL_CUDA_STRATEGY_WAIT,
  SEIDEL_CUDA_STRATEGY_LEVEL_WAIT,
  SEIDEL_CUDA_STRATEGY_ONE_BLOCK,
  SEIDEL_CUDA_STRATEGY_STRIPS,
  SEIDEL_CUDA_STRATEGY_LEVELS,
  SEIDEL_CUDA_STRATEGY_PASSES,
  SEIDEL_CUDA_STRATEGY_READY_DO,
  SEIDEL_CUDA_STRATEGY_READY_DO_ROWS,
  SEIDEL_CUDA_STRATEGY_PASSES_UNORDERED,
  SEIDEL_CUDA_N_STRATEGIES
};

extern const SeidelCudaStrategy seidel_cuda_strategy_wait;
extern const SeidelCudaStrategy seidel_cuda_strategy_level_wait;
extern const SeidelCudaStrategy seidel_cuda_strategy_one_block;
extern const SeidelCudaStrategy seidel_cuda_strategy_strips;
extern const SeidelCudaStrategy seidel_cuda_strategy_levels;
extern const SeidelCudaStrategy seidel_cuda_strategy_passes;
extern const SeidelCudaStrategy seidel_cuda_strategy_ready_do;
extern const SeidelCudaStrategy seidel_cuda_strategy_ready_do_rows;
extern const SeidelCudaStrategy seidel_cuda_strategy_passes_unordered;
