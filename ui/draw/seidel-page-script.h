/* The style and the script of a page of HTML with a picture. Private to ui/draw.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

/* The script has S: frames (n), csv and name. */
extern const char seidel_page_style[];
extern const char seidel_page_script[];
