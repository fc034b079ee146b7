/* Small types that the library shares with the engines. Plain C: no GLib.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The order in which a sweep visits the rows. */
typedef enum
{
  SEIDEL_DIRECTION_FORWARD,  /* first row to last */
  SEIDEL_DIRECTION_BACKWARD, /* last row to first */
} SeidelDirection;

/* The type of the numbers a run computes with. */
typedef enum
{
  SEIDEL_PRECISION_SINGLE,
  SEIDEL_PRECISION_DOUBLE,
} SeidelPrecision;
