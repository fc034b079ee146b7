/* A sweep that is played, as a picture: each row a cell in the colour of its state, on the grid
 * that the rows are the points of or, without one, line by line; small matrices with the values of
 * x before and after. Or the pattern or the dependency graph of a small matrix in these colours.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-level-flows.h"
#include "analysis/seidel-playback.h"
#include "analysis/seidel-row-set.h"
#include "draw/seidel-animation.h"
#include "draw/seidel-cells.h"

G_BEGIN_DECLS

/* Rows up to which x is computed: 20 × 20 points. */
#define SEIDEL_SWEEP_VALUE_ROWS 400
/* … and up to which the pattern, and the graph with a node for each row, can be shown. */
#define SEIDEL_SWEEP_FEW_ROWS 2000

typedef enum
{
  SEIDEL_SWEEP_CELLS,
  SEIDEL_SWEEP_PATTERN, /* where rows are few */
  SEIDEL_SWEEP_GRAPH,   /* layered by level; of many rows groups of levels */
  SEIDEL_SWEEP_N_VIEWS,
} SeidelSweepShown;

typedef struct SeidelSweepRace SeidelSweepRace; /* draw/seidel-sweep-race.h */

/* Main thread. Fields may be set freely; objects are references it holds. */
typedef struct
{
  SeidelMatrix *matrix;
  SeidelPlayback *playback;
  int64_t step; /* 0 … playback->steps */
  SeidelCells cells;
  SeidelSweepShown shown;
  bool withheld;           /* the number of steps is not shown, nor those of levels in the graph */
  bool by_level;           /* nodes of the graph have the colours of their levels, not of states */
  SeidelLevelFlows *flows; /* NULL where rows are few */
  SeidelRowSet *lit;       /* the selected rows, which are marked; NULL: none */
  bool *lit_nodes;         /* owned: which groups of the flows have such rows; NULL without flows */
  double *b, *before, *x;  /* owned; NULL where rows are many, and for complex matrices */
  SeidelSweepRace *race;   /* the error beside the rows; NULL: it is no race, or complex */
} SeidelSweepPicture;

/* line: what seidel_grid_line () says of the matrix in its natural order. flows: for the graph of
 * many rows; NULL: there is none. NULL without memory. */
SeidelSweepPicture *seidel_sweep_picture_new (SeidelMatrix *matrix,
                                              SeidelPlayback *playback,
                                              SeidelLevelFlows *flows,
                                              int64_t line);
void seidel_sweep_picture_free (SeidelSweepPicture *picture);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelSweepPicture, seidel_sweep_picture_free)

/* All its steps. False without memory. */
bool seidel_sweep_picture_to_animation (const SeidelSweepPicture *picture,
                                        SeidelAnimation *animation);

/* NULL: none, as is a set of rows of another matrix. Takes a reference. */
void seidel_sweep_picture_set_lit (SeidelSweepPicture *picture, SeidelRowSet *lit);
/* Brings the values of x to the step too. */
void seidel_sweep_picture_set_step (SeidelSweepPicture *picture, int64_t step);

/* These three are a SeidelCellsScene. The plane of the cells in a picture of some size, for moving
 * about in it; of no size while others are shown. */
SeidelPlane seidel_sweep_picture_plane (gconstpointer picture,
                                        double width,
                                        double height,
                                        const SeidelTheme *theme);
/* Whether nodes of the graph are groups of levels. */
bool seidel_sweep_picture_shows_groups (const SeidelSweepPicture *picture);
/* The row of the cell or node at a point, of a group one of its rows; −1: none. */
int64_t seidel_sweep_picture_row_at (gconstpointer picture,
                                     double width,
                                     double height,
                                     const SeidelTheme *theme,
                                     double x,
                                     double y);

/* Draws all of it into width × height at the origin. A million rows take a few milliseconds. */
SeidelDraw seidel_sweep_picture_draw;

/* What so many rows in a state are called: translated. Legends name it as of SEIDEL_MANY_ROWS. */
#define SEIDEL_MANY_ROWS 100
const char *seidel_row_state_name (SeidelRowState state, int64_t rows);
/* "Step 12 of 79: 12 rows computed at once; 66 done, 13 ready, 1,509 waiting" */
char *seidel_sweep_picture_describe (const SeidelSweepPicture *picture);
/* "row 12 (line 2, point 4): ready · waits for rows 3 and 11 · x = 0 → 0.25" */
char *seidel_sweep_picture_describe_row (const SeidelSweepPicture *picture, int64_t row);
/* row,ready_at,computed_at,state,before,x: a line for each row. */
char *seidel_sweep_picture_to_csv (const SeidelSweepPicture *picture);

G_END_DECLS
