/* The error domain.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "matrix/seidel-error.h"

G_DEFINE_QUARK (seidel - error - quark, seidel_error)
