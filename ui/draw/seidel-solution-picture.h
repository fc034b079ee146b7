/* A solution, its residual or its error as a picture: over the rows, as cells on the grid of the
 * problem, sorted, or as a histogram.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-row-set.h"
#include "draw/seidel-cells.h"
#include "draw/seidel-figure.h"
#include "run/seidel-solution.h"

G_BEGIN_DECLS

typedef enum
{
  SEIDEL_SOLUTION_OVER_ROWS,
  SEIDEL_SOLUTION_CELLS,
  SEIDEL_SOLUTION_SORTED, /* the largest first */
  SEIDEL_SOLUTION_HISTOGRAM,
  SEIDEL_SOLUTION_N_VIEWS,
} SeidelSolutionShown;

typedef struct
{
  SeidelSolutionVector vector;
  SeidelSolutionShown shown;
  bool logarithmic; /* magnitudes, on a logarithmic scale */
} SeidelSolutionChoice;

/* Bars of a histogram, at most. */
#define SEIDEL_SOLUTION_MOST_BINS 60

/* Bars as wide as each other, over the values or over their decimal logarithms. */
typedef struct
{
  int n;
  double low, width; /* bar i is from low + i × width on */
  int64_t rows[SEIDEL_SOLUTION_MOST_BINS];
  int64_t selected[SEIDEL_SOLUTION_MOST_BINS];
} SeidelSolutionBins;

/* What is fixed is made by seidel_solution_picture_new () on a worker; the rest belongs to the main
 * thread. Objects are references it holds. Fields are read-only. */
typedef struct
{
  SeidelMatrix *matrix;
  SeidelSolution *solution;
  SeidelSolutionChoice choice;
  char *run; /* what it is the solution of: "run 3" */
  unsigned int color_index;

  const double *values; /* the chosen vector */
  int64_t n;
  bool of_rows;     /* entry i is of row i of the matrix */
  double low, high; /* of the finite values; logarithmic: of the magnitudes above 0 */
  int64_t largest;  /* the entry of the largest magnitude; −1: none */
  double floor;     /* magnitudes below it are 0 on a logarithmic scale */
  int64_t zeros;
  int64_t not_finite;

  uint8_t *ranks;          /* CELLS: the colours */
  double scale_low;        /* … which begin here: a few outliers do not take most of the scale */
  int32_t *order;          /* SORTED: the entries, the largest first */
  SeidelSolutionBins bins; /* HISTOGRAM */

  SeidelCells cells;
  int64_t pointed; /* the entry that is marked, −1: none */
  SeidelPlot *plot;
  SeidelFigure *figure;
  SeidelRowSet *lit;   /* or NULL */
  int32_t *lit_places; /* the samples of the selected rows */
  int64_t n_lit;
  int filled[SEIDEL_SOLUTION_MOST_BINS]; /* the bars with rows, and with selected ones */
  int lit_filled[SEIDEL_SOLUTION_MOST_BINS];
} SeidelSolutionPicture;

/* line: what seidel_grid_line () says of the matrix in its natural order. The vector must be known.
 * Sorting ten million values takes seconds. NULL with SEIDEL_ERROR_MEMORY. */
SeidelSolutionPicture *seidel_solution_picture_new (SeidelMatrix *matrix,
                                                    SeidelSolution *solution,
                                                    const SeidelSolutionChoice *choice,
                                                    int64_t line,
                                                    const char *run,
                                                    unsigned int color_index,
                                                    GError **error);
void seidel_solution_picture_free (SeidelSolutionPicture *picture);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelSolutionPicture, seidel_solution_picture_free)

/* Marks the selected rows, or none (NULL). */
void seidel_solution_picture_set_lit (SeidelSolutionPicture *picture, SeidelRowSet *lit);

/* The row whose sample is at x of the plot; −1 in a histogram, and where entries are not those of
 * rows. And back: whether there is such an x. */
int64_t seidel_solution_picture_row_at_x (const SeidelSolutionPicture *picture, double x);
bool
seidel_solution_picture_x_of_row (const SeidelSolutionPicture *picture, int64_t row, double *x);
/* The rows from one x of the plot to another: of those bars or samples. NULL without memory and
 * where entries are not those of rows. */
SeidelRowSet *
seidel_solution_picture_rows_between (const SeidelSolutionPicture *picture, double x, double y);

/* A SeidelCellsScene, as those of a SeidelSweepPicture. */
SeidelPlane seidel_solution_picture_plane (gconstpointer picture,
                                           double width,
                                           double height,
                                           const SeidelTheme *theme);
int64_t seidel_solution_picture_row_at (gconstpointer picture,
                                        double width,
                                        double height,
                                        const SeidelTheme *theme,
                                        double x,
                                        double y);

SeidelDraw seidel_solution_picture_draw;

/* What a vector and a way to show it are called: translated. */
const char *seidel_solution_vector_name (SeidelSolutionVector vector);
const char *seidel_solution_shown_name (SeidelSolutionShown shown);
/* The lowest and the highest value, with as many digits as it takes to distinguish them; free both
 * with g_free (). */
void seidel_solution_picture_range (const SeidelSolutionPicture *picture, char **low, char **high);
/* "b − A x", with bars where magnitudes are shown. Free with g_free (). */
char *seidel_solution_picture_symbol (const SeidelSolutionPicture *picture);
/* "Residual of run 3: 10,000 values from 1e-12 to 3.2e-9; the largest is in row 17 (line 1, …)" */
char *seidel_solution_picture_describe (const SeidelSolutionPicture *picture);
/* "row 17 (line 1, point 17): x = 0.25 · residual = 3.2e-9 · error = 1.1e-8" */
char *seidel_solution_picture_describe_row (const SeidelSolutionPicture *picture, int64_t row);
/* row,x,residual,error; rank,row and the vector; or from,to,rows,selected: what is shown. */
char *seidel_solution_picture_to_csv (const SeidelSolutionPicture *picture);

G_END_DECLS
