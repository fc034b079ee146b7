/* What plays a sweep in a browser: style and script of the HTML file. Private to ui/draw.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

/* Colours are variables: bg, fg, dim, line, and of each state s0, s1, … with i0, i1, … on it. */
extern const char seidel_sweep_style[];
/* Reads the constant S, see seidel-sweep-html.c. */
extern const char seidel_sweep_script[];
