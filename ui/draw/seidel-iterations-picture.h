/* Two or three stationary iterations on one system, side by side, sweep by sweep: the errors or the
 * iterates as cells in one scale of colours, or as tables, and below them the norms as curves.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-stationary.h"
#include "draw/seidel-animation.h"
#include "draw/seidel-cells.h"
#include "draw/seidel-figure.h"

G_BEGIN_DECLS

#define SEIDEL_ITERATIONS_MOST 3
/* Rows up to which they are shown: 128 × 128 points, a sweep of which takes 0.1 ms. */
#define SEIDEL_ITERATIONS_ROWS 16384

typedef enum
{
  SEIDEL_ITERATIONS_ERROR, /* x − x*; without a known x* as the next one */
  SEIDEL_ITERATIONS_X,
  SEIDEL_ITERATIONS_TABLE, /* of x, a line for each sweep */
  SEIDEL_ITERATIONS_N_VIEWS,
} SeidelIterationsShown;

/* What the error is at first; of an unknown x* what x is. */
typedef enum
{
  SEIDEL_START_ZEROS, /* x is 0 */
  SEIDEL_START_MODE,  /* sin (k π x), on a grid times sin (k π y) */
  SEIDEL_START_MIX,   /* the smoothest mode and, half as large, mode k */
  SEIDEL_START_NOISE, /* in (−1, 1) */
  SEIDEL_START_POINT, /* 1 in the middle, 0 elsewhere */
  SEIDEL_N_STARTS,
} SeidelIterationsStart;

/* Main thread. The first group is read only. */
typedef struct
{
  SeidelMatrix *matrix; /* a reference */
  int64_t line;         /* of its grid; 0: none */
  double *b;            /* that of the matrix, or A · 1 */
  bool own_b;           /* b is that of the matrix */
  double *exact;        /* or NULL: not known */
  double *start;
  int n;
  SeidelStationary *lanes[SEIDEL_ITERATIONS_MOST];
  int64_t sweep; /* which is shown, or on the way to */
  int64_t stuck; /* the first row without a diagonal entry other than 0, or −1 */
  double scale;  /* of the colours: the largest magnitude at first */
  SeidelCells cells;
  SeidelPlot *plot;
  SeidelFigure *figure;

  SeidelIterationsShown shown;
  bool magnified; /* the scale is that of what is shown now */
  bool withheld;  /* no curves and no norms */
} SeidelIterationsPicture;

/* line: what seidel_grid_line () says of the matrix in its natural order. Without iterations. b of
 * the matrix is used where its solution can be computed at once. SEIDEL_ERROR_INVALID for a
 * rectangular or complex matrix and for more than SEIDEL_ITERATIONS_ROWS rows; SEIDEL_ERROR_MEMORY.
 */
SeidelIterationsPicture *
seidel_iterations_picture_new (SeidelMatrix *matrix, int64_t line, GError **error);
void seidel_iterations_picture_free (SeidelIterationsPicture *picture);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelIterationsPicture, seidel_iterations_picture_free)

/* All of these begin again at sweep 0; go_to () brings the sweep back. k: of a mode, from 1. */
void seidel_iterations_picture_set_start (SeidelIterationsPicture *picture,
                                          SeidelIterationsStart start,
                                          int64_t k);
bool seidel_iterations_picture_set_lanes (SeidelIterationsPicture *picture,
                                          const SeidelStationaryKind *kinds,
                                          int n,
                                          double omega,
                                          GError **error);
void seidel_iterations_picture_set_omega (SeidelIterationsPicture *picture, double omega);

/* All iterations to a sweep, or as far as they come until a moment of the monotonic clock; returns
 * whether they are there. */
bool
seidel_iterations_picture_go_to (SeidelIterationsPicture *picture, int64_t sweep, int64_t until);
/* The sweep that all have reached. */
int64_t seidel_iterations_picture_reached (const SeidelIterationsPicture *picture);
/* All sweeps up to the one that is shown. False without memory. */
bool seidel_iterations_picture_to_animation (const SeidelIterationsPicture *picture,
                                             SeidelAnimation *animation);
/* Whether all errors (or residuals) are within rounding, or have overflown. */
bool seidel_iterations_picture_is_over (const SeidelIterationsPicture *picture);

SeidelDraw seidel_iterations_picture_draw;
/* The row of the cell at a point and the iteration; −1: none. */
int64_t seidel_iterations_picture_row_at (const SeidelIterationsPicture *picture,
                                          double width,
                                          double height,
                                          const SeidelTheme *theme,
                                          double x,
                                          double y,
                                          int *lane);

/* "Jacobi", "SOR, ω = 1.5" */
char *seidel_iterations_picture_lane_name (const SeidelIterationsPicture *picture, int lane);
/* "Sweep 12: error 0.56 with Jacobi, 0.31 with Gauss-Seidel" */
char *seidel_iterations_picture_describe (const SeidelIterationsPicture *picture);
char *seidel_iterations_picture_describe_row (const SeidelIterationsPicture *picture, int64_t row);
/* sweep,method,error,residual, and for few rows x1,x2,…: a line for each sweep up to the one shown.
 */
char *seidel_iterations_picture_to_csv (const SeidelIterationsPicture *picture);

G_END_DECLS
