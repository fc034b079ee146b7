/* libseidel: solvers for linear systems A x = b.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/seidel-api.h"
#include "base/seidel-error.h"
#include "base/seidel-progress.h"
#include "base/seidel-types.h"
#include "matrix/seidel-csr.h"
#include "matrix/seidel-difference.h"
#include "matrix/seidel-matrix.h"
#include "matrix/seidel-normal.h"
#include "matrix/seidel-permutation.h"
#include "matrix/seidel-storage.h"
#include "matrix/seidel-vector.h"
#include "gallery/seidel-gallery.h"
#include "analysis/seidel-coloring.h"
#include "analysis/seidel-ordering.h"
#include "analysis/seidel-schedule.h"
#include "analysis/seidel-structure.h"
#include "engine/seidel-engine.h"
#include "engine/seidel-engines.h"
#include "run/seidel-options.h"
#include "run/seidel-problem.h"
#include "run/seidel-shape.h"
#include "run/seidel-trace.h"
#include "method/seidel-method.h"
#include "method/seidel-preconditioner.h"
#include "advisor/seidel-advice.h"
#include "plan/seidel-memory-need.h"
#include "plan/seidel-plan.h"
#include "solve/seidel-solve.h"
