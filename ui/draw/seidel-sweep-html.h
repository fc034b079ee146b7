/* A sweep that is played, as one HTML file that needs nothing else: a browser on any system shows
 * it, step by step, with the cells, the dependency graph and the equation of a row.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-sweep-picture.h"

G_BEGIN_DECLS

/* Rows up to which there is such a file: it has a few kB for each ten. */
#define SEIDEL_SWEEP_HTML_ROWS SEIDEL_SWEEP_VALUE_ROWS

/* Whether a picture has few enough rows, and is of a real matrix. */
bool seidel_sweep_picture_has_html (const SeidelSweepPicture *picture);

/* The file begins at the step of the picture, and follows the light or dark style of the browser.
 * language: of its texts, as in "it". SEIDEL_ERROR_INVALID for more rows than that, and for a
 * complex matrix. Free with g_free (). */
char *seidel_sweep_picture_to_html (const SeidelSweepPicture *picture,
                                    const char *language,
                                    GError **error);

G_END_DECLS
