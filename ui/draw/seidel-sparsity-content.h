/* The entries of a sparsity picture, drawn: the costly part, which a widget makes on a worker and
 * keeps.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-level-scale.h"
#include "draw/seidel-sparsity-picture.h"
#include "draw/seidel-value-scale.h"

G_BEGIN_DECLS

/* Cells of this size and above contain their values, smaller ones if all values fit. */
#define SEIDEL_SPARSITY_VALUE_PIXELS 40.0

/* The entries, drawn. Read-only once made. */
typedef struct
{
  SeidelCellMap map;      /* what it shows */
  cairo_surface_t *image; /* the area of the map, or NULL: cells are drawn one by one */
  cairo_surface_t *lit;   /* the same of the rows that stand out; NULL: none, or cells */
  bool cells;             /* cells are rectangles */
  bool resolved;          /* no pixel covers more than one cell */
  bool by_level;
  SeidelLevelScale levels; /* by level only */
  bool by_value;
  SeidelValueScale values; /* by value only, of what is shown */
  bool zeros;              /* cells only: there is a stored zero among them */
  bool nans;               /* cells only: there is a value that is no number */
  int64_t entries;         /* stored in what is shown */
  double densest;          /* entries per pixel; 1 for cells */
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

/* The values of large cells once more, so that they are read where lines were drawn over them. */
void seidel_sparsity_content_draw_values (const SeidelSparsityContent *content,
                                          const SeidelSparsityPicture *picture,
                                          cairo_t *cr,
                                          const SeidelCellMap *map,
                                          const SeidelTheme *theme);

G_END_DECLS
