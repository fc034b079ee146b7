/* The strategies of sweeps, each in a folder of its own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-cuda-strategies.h"

static const SeidelCudaStrategy *const table[SEIDEL_CUDA_N_STRATEGIES] = {
  [SEIDEL_CUDA_STRATEGY_WAIT] = &seidel_cuda_strategy_wait,
  [SEIDEL_CUDA_STRATEGY_LEVEL_WAIT] = &seidel_cuda_strategy_level_wait,
  [SEIDEL_CUDA_STRATEGY_ONE_BLOCK] = &seidel_cuda_strategy_one_block,
  [SEIDEL_CUDA_STRATEGY_STRIPS] = &seidel_cuda_strategy_strips,
  [SEIDEL_CUDA_STRATEGY_LEVELS] = &seidel_cuda_strategy_levels,
  [SEIDEL_CUDA_STRATEGY_PASSES] = &seidel_cuda_strategy_passes,
  [SEIDEL_CUDA_STRATEGY_READY_DO] = &seidel_cuda_strategy_ready_do,
  [SEIDEL_CUDA_STRATEGY_READY_DO_ROWS] = &seidel_cuda_strategy_ready_do_rows,
  [SEIDEL_CUDA_STRATEGY_PASSES_UNORDERED] = &seidel_cuda_strategy_passes_unordered,
};

const SeidelStrategy *
seidel_cuda_strategies (int *n_strategies)
{
  static SeidelStrategy shown[SEIDEL_CUDA_N_STRATEGIES];

  for (int i = 0; i < SEIDEL_CUDA_N_STRATEGIES; i++)
    shown[i] = table[i]->shown;
  *n_strategies = SEIDEL_CUDA_N_STRATEGIES;
  return shown;
}

const SeidelCudaStrategy *
seidel_cuda_strategy (int strategy)
{
  return table[strategy];
}

const SeidelCudaPlanSize *
seidel_cuda_plan_size (int strategy)
{
  return &table[strategy]->size;
}
