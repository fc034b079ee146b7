/* Setting an error and failing in one statement.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-fail.h"

void
seidel_set_error (GError **error, SeidelError code, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_propagate_error (error, g_error_new_valist (SEIDEL_ERROR, (int) code, format, arguments));
  va_end (arguments);
}
