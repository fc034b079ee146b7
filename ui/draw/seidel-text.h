/* Text in a picture: measured without a surface, drawn at an anchor.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <pango/pangocairo.h>

#include "draw/seidel-theme.h"

G_BEGIN_DECLS

/* Of the theme's font size. */
#define SEIDEL_TEXT_TITLE 1.15
#define SEIDEL_TEXT_LABEL 1.0
#define SEIDEL_TEXT_SMALL 0.92

/* A rectangle in pixels. */
typedef struct
{
  double x, y, width, height;
} SeidelRect;

static inline gboolean
seidel_rect_contains (const SeidelRect *rect, double x, double y)
{
  return x >= rect->x && x < rect->x + rect->width && y >= rect->y && y < rect->y + rect->height;
}

/* How text is set. A plain value. */
typedef struct
{
  double size; /* SEIDEL_TEXT_… */
  gboolean bold;
  const SeidelColor *color; /* NULL: the foreground */
  double anchor_x;          /* 0: the point is the left end; 0.5: the middle; 1: the right end */
  double anchor_y;          /* 0: the top; 0.5: the middle; 1: the bottom */
  double max_width;         /* shortened with … beyond it; 0: never */
  gboolean keep_end;        /* shortened in the middle, for names that differ at the end */
  gboolean wrap;            /* wraps instead of being ellipsized */
  gboolean align_end;       /* wrapped lines end at the right */
  double angle;             /* radians, about the point */
} SeidelTextStyle;

/* Either result may be NULL. Whole pixels, rounded up. */
void seidel_text_measure (const SeidelTheme *theme,
                          const SeidelTextStyle *style,
                          const char *text,
                          double *width,
                          double *height);
/* The size for a style by which a text fills its room: high as given, in pixels, unless it would be
 * wider than width, but never smaller than the style's own. */
double seidel_text_fit (const SeidelTheme *theme,
                        const SeidelTextStyle *style,
                        const char *text,
                        double width,
                        double high);
void seidel_text_draw (cairo_t *cr,
                       const SeidelTheme *theme,
                       const SeidelTextStyle *style,
                       const char *text,
                       double x,
                       double y);

G_END_DECLS
