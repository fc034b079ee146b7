/* What a run is going to take of the device: time and memory.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "engine/seidel-engine.h"

void seidel_cuda_expect (const SeidelEngineDemand *, int, int32_t levels, SeidelEngineCosts *);
double seidel_cuda_needed_bytes (const SeidelEngineDemand *);
