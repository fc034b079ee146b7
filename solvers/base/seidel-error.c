/* The error domain.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-error.h"

GQuark
seidel_error_quark (void)
{
  return g_quark_from_static_string ("seidel-error-quark");
}
