/* Frames of a picture to one file: GIF by an encoder of its own, PNG pictures in a ZIP archive,
 * WebM and MP4 by ffmpeg, a process of its own, where that is installed.
 *
 * Source: CompuServe, “Graphics Interchange Format, Version 89a” (1990), with the loop extension of
 * Netscape 2.0.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/seidel-progress.h"
#include "draw/seidel-export.h"

G_BEGIN_DECLS

/* More frames are not written; of longer ones every second is, or every third, and so on. */
#define SEIDEL_ANIMATION_FRAMES 400

/* A plain value. What is drawn belongs to the animation: it may be written on a worker. */
typedef struct
{
  SeidelDraw *draw;
  void (*show) (gpointer picture, int64_t position); /* what draw then draws */
  gpointer picture;
  GDestroyNotify free_picture;
  int64_t positions; /* 0 … positions − 1 */
  int width, height; /* pixels */
  SeidelTheme theme;
} SeidelAnimation;

void seidel_animation_clear (SeidelAnimation *animation);

/* The formats there are, as for pictures. */
const SeidelExportFormat *seidel_animation_formats (size_t *n_formats);
const SeidelExportFormat *seidel_animation_format_find (const char *path);

/* Writes an animation that lasts for some ten seconds and begins again. The file appears whole or
 * not at all. SEIDEL_ERROR_UNAVAILABLE without ffmpeg, where the format needs it. Blocks: some 20
 * ms a frame of 1280 × 800. Progress and cancellable may be NULL. */
bool seidel_animation_write (const SeidelAnimation *animation,
                             const char *path,
                             SeidelProgress *progress,
                             GCancellable *cancellable,
                             GError **error);
/* One position as a PNG picture in memory. */
GBytes *
seidel_animation_to_png (const SeidelAnimation *animation, int64_t position, GError **error);

G_END_DECLS
