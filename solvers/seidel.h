/* libseidel: solvers for linear systems A x = b. The interface: everything else is internal.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "api/seidel-arrays.h"
#include "api/seidel-handles.h"
#include "api/seidel-levels.h"
#include "api/seidel-preconditioner-object.h"
#include "api/seidel-run.h"
#include "api/seidel-sweeper.h"
#include "base/seidel-api.h"
#include "base/seidel-error.h"
#include "base/seidel-version.h"
