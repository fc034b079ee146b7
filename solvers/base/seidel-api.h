/* What the shared libraries export: everything else is hidden.
 *
 * Declarations in installed headers are the public interface. Those in other headers serve the
 * other libraries and programs of the same build, and may change at any time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#define SEIDEL_API __attribute__ ((visibility ("default")))
