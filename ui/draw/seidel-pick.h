/* How something that is picked in a picture, a row or a level, changes what is selected.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

typedef enum
{
  SEIDEL_PICK_REPLACE, /* it alone */
  SEIDEL_PICK_EXTEND,  /* all from the one picked before up to it */
  SEIDEL_PICK_TOGGLE,  /* it too, or no longer it */
} SeidelPick;
