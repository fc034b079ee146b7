/* What the host and engines have in common when they ask which rows of a matrix are coupled
 * strongly.
 *
 * Plain C without GLib, so that a CUDA module can include it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

/* Couplings at the threshold are strong, so much below it included: the same ones are in matrices
 * that are multiples of each other, whatever rounding takes away or adds. */
#define SEIDEL_COUPLINGS_TIE 1e-10

/* The aggregates of a matrix hold for one with other values while no coupling has crossed the
 * threshold by more than this factor: with couplings of 5-point 120² and 7-point 30³ within it CG
 * takes 8 to 13 iterations, after 7 to 8 before and beside 8 to 20 with other aggregates, however
 * many these couplings are; a thousand times weaker ones cost 70 once a twentieth of them is. */
#define SEIDEL_COUPLINGS_CROSSED 2.0
