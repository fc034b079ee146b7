/* libseidel-io: files of matrices and vectors, for libseidel.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "seidel.h"
#include "api/files/seidel-files.h"
