/* The picture of where the entries of a matrix are: what it shows, and where things are in it.
 *
 * Rows and columns are counted from 1 in texts, as in matrix files; from 0 in the code.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-row-set.h"
#include "analysis/seidel-schedule.h"
#include "draw/seidel-sparsity-borders.h"
#include "draw/seidel-sparsity-trail.h"
#include "draw/seidel-theme.h"
#include "draw/seidel-viewport.h"
#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

typedef enum
{
  SEIDEL_SPARSITY_DENSITY,   /* how many entries a pixel covers */
  SEIDEL_SPARSITY_LEVEL,     /* the level of the row; needs a schedule, else it is density */
  SEIDEL_SPARSITY_MAGNITUDE, /* of the values, logarithmic; the largest of a pixel */
  SEIDEL_SPARSITY_SIGN,      /* of the values, of complex ones of their real parts */
} SeidelSparsityMode;

/* What to draw. Fields may be set freely; objects are references it holds. */
typedef struct
{
  SeidelMatrix *matrix;
  SeidelSchedule *schedule; /* or NULL */
  SeidelRowSet *lit;        /* the rows that stand out while the others are pale; NULL: none */
  SeidelTrail *trail;       /* drawn over the entries, or NULL */
  SeidelBorders *borders;   /* likewise, of ranks */
  SeidelSparsityMode mode;
  SeidelViewport viewport; /* the zero value shows everything */
  bool withheld;           /* levels have neither colours nor numbers */
  int64_t cursor_row;      /* −1: no cursor */
  int64_t cursor_column;
} SeidelSparsityPicture;

SeidelSparsityPicture *seidel_sparsity_picture_new (SeidelMatrix *matrix);
SeidelSparsityPicture *seidel_sparsity_picture_copy (const SeidelSparsityPicture *picture);
void seidel_sparsity_picture_free (SeidelSparsityPicture *picture);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelSparsityPicture, seidel_sparsity_picture_free)

void seidel_sparsity_picture_set_schedule (SeidelSparsityPicture *picture,
                                           SeidelSchedule *schedule);
void seidel_sparsity_picture_set_lit (SeidelSparsityPicture *picture, SeidelRowSet *lit);
void seidel_sparsity_picture_set_trail (SeidelSparsityPicture *picture, SeidelTrail *trail);
void seidel_sparsity_picture_set_borders (SeidelSparsityPicture *picture, SeidelBorders *borders);
/* Whether colours show levels: the mode asks for it, and there is a schedule. */
bool seidel_sparsity_picture_by_level (const SeidelSparsityPicture *picture);
/* Whether they show values. */
bool seidel_sparsity_picture_by_value (const SeidelSparsityPicture *picture);

#define SEIDEL_SPARSITY_TICK 5.0 /* pixels from the picture to a number of a ruler */

/* Where things are in a picture of some size. A plain value. */
typedef struct
{
  SeidelPlane plane; /* the matrix and the rectangle that shows it */
  SeidelRect legend; /* of no width when there is no room */
  bool legend_below; /* the pattern, which is larger so; or else beside it */
  bool rulers;
} SeidelSparsityLayout;

SeidelSparsityLayout seidel_sparsity_picture_layout (const SeidelSparsityPicture *picture,
                                                     double width,
                                                     double height,
                                                     const SeidelTheme *theme);
SeidelCellMap seidel_sparsity_picture_map (const SeidelSparsityPicture *picture,
                                           const SeidelSparsityLayout *layout);

G_END_DECLS
