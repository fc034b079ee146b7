/* The handles of the interface as what they are within the library. Not installed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/seidel-progress.h"
#include "matrix/seidel-matrix.h"
#include "run/seidel-options.h"
#include "run/seidel-problem.h"
#include "solve/seidel-solve.h"

#define SEIDEL_HANDLES_INSIDE

#include "api/seidel-handles.h"
