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

/* The aggregates of a matrix serve one with other values where at most this share of the entries
 * off the diagonal became strong, or weak. */
#define SEIDEL_COUPLINGS_CHANGED 0.1
