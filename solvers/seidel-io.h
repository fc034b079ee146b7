/* libseidel-io: files of matrices, and the SuiteSparse Matrix Collection.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "seidel.h"
#include "io/seidel-cache.h"
#include "io/seidel-gallery-file.h"
#include "io/seidel-loader.h"
#include "io/seidel-samples.h"
#include "collection/seidel-collection.h"
#include "collection/seidel-collection-index.h"
