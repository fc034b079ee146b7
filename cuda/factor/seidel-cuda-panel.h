/* Panels of a dense factorisation: see seidel-cuda-panel.cu.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "device/seidel-cuda-context.h"

/* Columns of a panel, at most: a lane of a warp for each. */
#define SEIDEL_CUDA_PANEL 32

/* Columns of the narrowest panels, which have room for the most rows. */
#define SEIDEL_CUDA_PANEL_LEAST 4

/* A square matrix that is being factored, row after row; everything on the device. */
typedef struct
{
  int64_t n;
  int64_t stride;
  int width;   /* of the panels: a power of two */
  int cluster; /* blocks that reduce pivots in shared memory, at most */
  void *values;
  int *pivots;      /* n: the row, counted from the first of its panel, that each column chose */
  void *triangle;   /* of the latest panel */
  void *buffers[2]; /* of the next panel, all bits set, and of the one after that */
  int *singular;    /* the first column without a pivot; n or more: there is none */
} SeidelCudaPanels;

/* The widest panels that this device has room for; 0: there are too many rows. */
int seidel_cuda_panel_width (const SeidelContext *context, int64_t rows);
int64_t seidel_cuda_panel_most_rows (const SeidelContext *context);
/* The largest cluster of blocks that factors a panel here; 1: there are none. */
int seidel_cuda_panel_cluster (SeidelContext *context);
size_t seidel_cuda_panel_buffer_bytes (const SeidelContext *context, int64_t rows, int width);

/* Factors the rows from first on of width columns from first on. Rows stay where they are. */
bool seidel_cuda_panel_factor (SeidelContext *context,
                               SeidelCudaPanels *panels,
                               cudaStream_t stream,
                               int64_t first,
                               int64_t width);

/* Carries out the exchanges of the panels of the rows begin … end in some columns, which begin at
 * row 0. Those from solve_from on are solved with the triangle of the latest panel, too, which must
 * be the only one then. */
bool seidel_cuda_panel_exchange (SeidelContext *context,
                                 const SeidelCudaPanels *panels,
                                 cudaStream_t stream,
                                 int64_t begin,
                                 int64_t end,
                                 void *columns,
                                 int64_t stride,
                                 int64_t n_columns,
                                 int64_t solve_from);
