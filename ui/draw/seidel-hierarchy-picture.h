/* The hierarchy of multigrid, drawn: a pattern and the numbers of each level, and the error of the
 * finest one in a cycle. Needs no display.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <cairo.h>
#include <gio/gio.h>

#include "draw/seidel-theme.h"
#include "solve/seidel-hierarchy-report.h"

G_BEGIN_DECLS

/* The sides of the small pictures in one of some size. A plain value. */
typedef struct
{
  int pattern;
  int error; /* 0: there are none */
} SeidelHierarchySides;

/* The patterns of the levels, the costly part. Read-only once made. */
typedef struct
{
  int side; /* in units */
  bool dark;
  int n_images;
  cairo_surface_t **images; /* by level */
} SeidelHierarchyPatterns;

typedef struct
{
  SeidelHierarchyReport *report; /* owned; NULL draws the background only */
  char *title;                   /* owned; NULL: none */
  bool withheld;                 /* the errors of the cycle but for the first; FALSE at first */
} SeidelHierarchyPicture;

/* "Smoothed", in the language of the user; static. */
const char *seidel_hierarchy_stage_name (SeidelErrorStage stage);

/* Takes a reference to the report, and copies the title. */
SeidelHierarchyPicture *seidel_hierarchy_picture_new (SeidelHierarchyReport *report,
                                                      const char *title);
void seidel_hierarchy_picture_free (SeidelHierarchyPicture *picture);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelHierarchyPicture, seidel_hierarchy_picture_free)

SeidelHierarchySides seidel_hierarchy_picture_sides (const SeidelHierarchyReport *report,
                                                     double width,
                                                     double height,
                                                     const SeidelTheme *theme);

/* Any thread. side: that of a picture of some size; scale: pixels per unit. NULL when cancelled, or
 * without memory for an image. */
SeidelHierarchyPatterns *seidel_hierarchy_patterns_new (const SeidelHierarchyReport *report,
                                                        int side,
                                                        const SeidelTheme *theme,
                                                        int scale,
                                                        GCancellable *cancellable);
void seidel_hierarchy_patterns_free (SeidelHierarchyPatterns *patterns);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelHierarchyPatterns, seidel_hierarchy_patterns_free)

/* Draws all of it into width × height at the origin. */
SeidelDraw seidel_hierarchy_picture_draw;
/* The same with patterns that are there already, stretched to the size; NULL while there are none
 * yet. */
void seidel_hierarchy_picture_draw_with (const SeidelHierarchyPicture *picture,
                                         const SeidelHierarchyPatterns *patterns,
                                         cairo_t *cr,
                                         double width,
                                         double height,
                                         const SeidelTheme *theme);

/* What is shown, in words. */
char *seidel_hierarchy_picture_describe (const SeidelHierarchyPicture *picture);
/* A line for each level: level,rows,nonzeros,prolongation_nonzeros. */
char *seidel_hierarchy_picture_to_csv (const SeidelHierarchyPicture *picture);

G_END_DECLS
