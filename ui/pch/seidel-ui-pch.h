/* seidel-ui-pch.h: what seidel-pch.h is to the other files, for those of the window.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <adwaita.h>
#include <math.h>
#include <string.h>
