/* The picture of where the entries of a matrix are: one drawing for screen, export and seidel-cli.
 *
 * Needs no display. Places that people read are counted from 1, as in matrix files; those in the
 * code from 0.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-schedule.h"
#include "draw/seidel-raster.h"
#include "draw/seidel-viewport.h"
#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

typedef enum
{
  SEIDEL_SPARSITY_DENSITY, /* how many entries a pixel stands for */
  SEIDEL_SPARSITY_LEVEL,   /* the level of the row; needs a schedule, else it is density */
} SeidelSparsityMode;

/* What to draw. Fields may be set freely; the matrix and the schedule are references it holds. */
typedef struct
{
  SeidelMatrix *matrix;
  SeidelSchedule *schedule; /* or NULL */
  SeidelSparsityMode mode;
  SeidelViewport viewport; /* the zero value shows everything */
  int64_t cursor_row;      /* −1: no cursor */
  int64_t cursor_column;
} SeidelSparsityPicture;

SeidelSparsityPicture *seidel_sparsity_picture_new (SeidelMatrix *matrix);
SeidelSparsityPicture *seidel_sparsity_picture_copy (const SeidelSparsityPicture *picture);
void seidel_sparsity_picture_free (SeidelSparsityPicture *picture);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelSparsityPicture, seidel_sparsity_picture_free)

void seidel_sparsity_picture_set_schedule (SeidelSparsityPicture *picture,
                                           SeidelSchedule *schedule);
/* Whether colours tell levels: asked for, and the schedule is there. */
bool seidel_sparsity_picture_by_level (const SeidelSparsityPicture *picture);

/* Draws all of it into width × height at the origin. Entries become an image, cells that are large
 * enough stay rectangles (vectors where the surface knows them) with their values written in. */
void seidel_sparsity_picture_draw (const SeidelSparsityPicture *picture,
                                   cairo_t *cr,
                                   double width,
                                   double height,
                                   const SeidelTheme *theme);

/* The parts of the above, for a widget that keeps the costly one. */

/* Where things are in a picture of this size. A plain value. */
typedef struct
{
  SeidelPlane plane; /* the matrix and the rectangle that shows it */
  SeidelRect legend; /* of no width when there is no room */
  bool rulers;
} SeidelSparsityLayout;

SeidelSparsityLayout seidel_sparsity_picture_layout (const SeidelSparsityPicture *picture,
                                                     double width,
                                                     double height,
                                                     const SeidelTheme *theme);
SeidelCellMap seidel_sparsity_picture_map (const SeidelSparsityPicture *picture,
                                           const SeidelSparsityLayout *layout);

/* The entries, drawn. Read-only once made. */
typedef struct
{
  SeidelCellMap map;      /* what it shows */
  cairo_surface_t *image; /* the area of the map, or NULL: cells are drawn one by one */
  bool cells;             /* cells are rectangles */
  bool resolved;          /* no pixel stands for more than one cell */
  bool by_level;
  bool zeros;      /* cells only: there is a stored zero among them */
  int64_t entries; /* stored in what is shown */
  double densest;  /* entries per pixel; 1 for cells */
} SeidelSparsityContent;

/* The costly part, to be called on any thread. pixel_scale: pixels of the image per unit; flat:
 * cells too become part of the image. NULL when cancelled (within 30 ms) or without memory for the
 * image. */
SeidelSparsityContent *seidel_sparsity_content_new (const SeidelSparsityPicture *picture,
                                                    const SeidelCellMap *map,
                                                    const SeidelTheme *theme,
                                                    double pixel_scale,
                                                    bool flat,
                                                    GCancellable *cancellable);
void seidel_sparsity_content_free (SeidelSparsityContent *content);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelSparsityContent, seidel_sparsity_content_free)

/* Draws the content where the map says; content made for another map is moved and stretched. */
void seidel_sparsity_content_draw (const SeidelSparsityContent *content,
                                   const SeidelSparsityPicture *picture,
                                   cairo_t *cr,
                                   const SeidelCellMap *map,
                                   const SeidelTheme *theme);

/* Everything, with this content (NULL while there is none yet). */
void seidel_sparsity_picture_draw_with (const SeidelSparsityPicture *picture,
                                        const SeidelSparsityContent *content,
                                        cairo_t *cr,
                                        double width,
                                        double height,
                                        const SeidelTheme *theme);

/* Texts; free them with g_free (). */

/* The visible entries (row, column, value, level) when there are at most
 * SEIDEL_SPARSITY_CSV_ENTRIES, otherwise the counts of entries behind the pixels of a picture of
 * this size. */
#define SEIDEL_SPARSITY_CSV_ENTRIES 1000000
char *seidel_sparsity_picture_to_csv (const SeidelSparsityPicture *picture,
                                      double width,
                                      double height,
                                      const SeidelTheme *theme);
/* In words, for those who cannot see it: size, entries, what is visible. */
char *seidel_sparsity_picture_describe (const SeidelSparsityPicture *picture,
                                        const SeidelCellMap *map);
/* "row 812, column 799: −1.25e6 · level 171 of 392" */
char *seidel_sparsity_picture_describe_place (const SeidelSparsityPicture *picture,
                                              int64_t row,
                                              int64_t column);
/* A value in few characters: "−1.25e6". */
char *seidel_sparsity_format_value (double value, int digits);

G_END_DECLS
