/* libseidel-io: files of matrices, and the SuiteSparse Matrix Collection.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "seidel.h"
#include "io/cache/seidel-cache.h"
#include "io/seidel-gallery-file.h"
#include "io/seidel-loader.h"
#include "io/seidel-samples.h"
#include "collection/seidel-collection.h"
#include "collection/seidel-collection-index.h"
#include "collection/seidel-matrix-name.h"
#include "experiment/seidel-machine.h"
#include "experiment/seidel-ordering-comparison.h"
#include "experiment/seidel-experiment.h"
#include "experiment/seidel-experiment-list.h"
#include "experiment/seidel-experiment-measure.h"
#include "experiment/seidel-experiment-result.h"
#include "experiment/seidel-experiment-run.h"
#include "experiment/seidel-experiment-setup.h"
#include "experiment/seidel-experiment-vary.h"
