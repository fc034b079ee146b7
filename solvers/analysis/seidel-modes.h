/* The modes of a grid: products of sines, which are the eigenvectors of the five-point operator, as
 * beginnings of an iteration and as a measure of what is smooth and what is rough in a field.
 *
 * A grid of lines with nx points each has ny of them; a matrix without a grid is one line. Mode
 * (kx, ky), from 1, is sin (kx π (i + 1) / (nx + 1)) · sin (ky π (j + 1) / (ny + 1)) at point i of
 * line j: smooth for small numbers, rough for those near nx and ny.
 *
 * Source: W. L. Briggs, V. E. Henson and S. F. McCormick, “A Multigrid Tutorial”, chapter 2.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/seidel-api.h"

#include <stdbool.h>
#include <stdint.h>
#include <glib.h>

G_BEGIN_DECLS

/* Adds a mode to x, rows values. line: points of a line, as seidel_grid_line () returns it; 0: all
 * are one line. A number beyond that of the points is that of the roughest mode. */
SEIDEL_API void
seidel_mode_add (double *x, int64_t rows, int64_t line, int64_t kx, int64_t ky, double amplitude);

/* Bands of modes, from the smoothest to the roughest: mode (kx, ky) is in band ⌈n · m⌉ − 1 with m
 * the larger of kx / (nx + 1) and ky / (ny + 1). The second half of them is what a sweep has to
 * reduce where a coarser grid takes care of the rest. */
#define SEIDEL_MODE_BANDS 16

/* The Euclidean norm of the part of x in each band, so scaled that their squares add up to ‖x‖₂²,
 * by a discrete sine transform of lines and then of columns. What follows the last full line is
 * left out. Takes rows · (nx + ny) multiplications: 0.6 M for 64 × 64 points. False, and nothing
 * else, for lines or columns of more than SEIDEL_MODE_MOST points. */
#define SEIDEL_MODE_MOST 1024
SEIDEL_API bool
seidel_mode_bands (const double *x, int64_t rows, int64_t line, double bands[SEIDEL_MODE_BANDS]);

G_END_DECLS
