/* The version of the library.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-version.h"

#include "config.h"

const char *
seidel_version (void)
{
  return SEIDEL_VERSION;
}
