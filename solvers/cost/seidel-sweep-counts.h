/* What is counted of sweeps and operations, for every engine that says what it takes: bytes, and
 * the limits at which a device sweeps otherwise.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

/* Bytes of the index of an entry, and numbers of a row in an operation over vectors. */
#define SEIDEL_INDEX_BYTES 4.0
#define SEIDEL_PASS_VALUES 3.5

/* Bytes of an entry, with its index, and of a row: its offset and diagonal, b, and x in and out. */
#define SEIDEL_SWEEP_ENTRY_BYTES 12.0
#define SEIDEL_SWEEP_ROW_BYTES   36.0

/* On a device, levels of so many rows are wide. In others, rows with more dependencies than the
 * first number wait for nothing useful when they go by levels, because a lane asks for all of them
 * again and again; from the second number on several lanes share a row. */
#define SEIDEL_WIDE_LEVEL 1000
#define SEIDEL_FEW_NEEDS  4.0
#define SEIDEL_MANY_NEEDS 16.0
