/* A field of a run as it changes from iterate to iterate: x, its error or its residual as cells in
 * colours about 0, and how much of it is smooth and how much rough as bars.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-modes.h"
#include "draw/seidel-animation.h"
#include "draw/seidel-cells.h"
#include "draw/seidel-figure.h"
#include "run/seidel-iterates.h"
#include "run/seidel-problem.h"
#include "run/seidel-solution.h"

G_BEGIN_DECLS

/* Main thread. The first group is read only. */
typedef struct
{
  SeidelProblem *problem; /* a reference; its matrix in its natural order */
  SeidelIterates *iterates;
  int64_t line; /* of the grid; 0: none */
  double *x;    /* the iterate that is shown */
  double *field;
  int index;         /* of the iterate, among those that are kept */
  int64_t iteration; /* −1: there is none yet */
  double norm;       /* ‖field‖₂ */
  double largest;    /* magnitude in the field */
  double scale;      /* the largest at first */
  bool has_bands;
  double bands[SEIDEL_MODE_BANDS];
  double first_bands[SEIDEL_MODE_BANDS]; /* of the first iterate */
  SeidelCells cells;
  SeidelPlot *plot; /* of the bands */
  SeidelFigure *figure;

  SeidelSolutionVector vector;
  bool magnified; /* the scale of the colours is that of what is shown now */
} SeidelFieldPicture;

/* Of a problem in the natural order of its matrix. An error without a known solution is x − 0 where
 * b is 0, and cannot be shown otherwise. NULL without memory. */
SeidelFieldPicture *
seidel_field_picture_new (SeidelProblem *problem, SeidelIterates *iterates, int64_t line);
void seidel_field_picture_free (SeidelFieldPicture *picture);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelFieldPicture, seidel_field_picture_free)

/* Whether this vector of the iterates is known. */
bool seidel_field_picture_knows (const SeidelFieldPicture *picture, SeidelSolutionVector vector);
/* Shows a vector of the i-th iterate, as near as there is one. */
void
seidel_field_picture_show (SeidelFieldPicture *picture, SeidelSolutionVector vector, int index);

/* These three are a SeidelCellsScene. */
SeidelPlane seidel_field_picture_plane (gconstpointer picture,
                                        double width,
                                        double height,
                                        const SeidelTheme *theme);
int64_t seidel_field_picture_row_at (gconstpointer picture,
                                     double width,
                                     double height,
                                     const SeidelTheme *theme,
                                     double x,
                                     double y);
SeidelDraw seidel_field_picture_draw;

/* All iterates that are kept now, in the colours that are chosen now. False without memory. */
bool seidel_field_picture_to_animation (const SeidelFieldPicture *picture,
                                        SeidelAnimation *animation);

/* "After 12 iterations: ‖x − x*‖₂ = 0.31, of which 4 % is rough" */
char *seidel_field_picture_describe (const SeidelFieldPicture *picture);
/* iteration,row,value: of the field that is shown. */
char *seidel_field_picture_to_csv (const SeidelFieldPicture *picture);

G_END_DECLS
