/* Writing animations frame by frame.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-animation-slides.h"

#include <string.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "base/seidel-fail.h"
#include "draw/seidel-gif.h"
#include "draw/seidel-zip.h"
#include "io/bytes/seidel-output.h"

/* Hundredths of a second: all frames, one of them, and the last one. */
#define ALL_FRAMES  1000
#define LEAST_FRAME 4
#define MOST_FRAME  60
#define LAST_FRAME  150
#define STEADY      20 /* frames of a video whose positions differ in length */

#define PALETTE_FRAMES 6 /* that the colours are chosen from */
#define MOST_PIXELS    4096

static const SeidelExportFormat formats[] = {
  { ".gif", N_ ("GIF animation"), "image/gif" },
  { ".zip", N_ ("PNG frames in a ZIP archive"), "application/zip" },
  { ".webm", N_ ("WebM video"), "video/webm" },
  { ".mp4", N_ ("MP4 video"), "video/mp4" },
};

const SeidelExportFormat *
seidel_animation_formats (size_t *n_formats)
{
  *n_formats = G_N_ELEMENTS (formats);
  return formats;
}

const SeidelExportFormat *
seidel_animation_format_find (const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (size_t i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_str_has_suffix (lower, formats[i].suffix))
      return &formats[i];
  return NULL;
}

void
seidel_animation_clear (SeidelAnimation *animation)
{
  if (animation->free_picture != NULL && animation->picture != NULL)
    animation->free_picture (animation->picture);
  animation->picture = NULL;
}

/* Positions between two frames. */
static int64_t
stride_of (const SeidelAnimation *animation)
{
  return (animation->positions + SEIDEL_ANIMATION_FRAMES - 1) / SEIDEL_ANIMATION_FRAMES;
}

/* The last position always has a frame. */
static int64_t
count_frames (const SeidelAnimation *animation)
{
  const int64_t stride = stride_of (animation);

  return stride > 0 ? (animation->positions - 1 + stride - 1) / stride + 1 : 0;
}

static int
hundredths_of (const SeidelAnimation *animation)
{
  return (int) CLAMP (ALL_FRAMES / MAX (count_frames (animation), 1), LEAST_FRAME, MOST_FRAME);
}

static int64_t
position_of (const SeidelAnimation *animation, int64_t frame)
{
  return MIN (frame * stride_of (animation), animation->positions - 1);
}

/* A frame as 0xRRGGBB; pixels has width × height elements. */
static bool
draw_frame (const SeidelAnimation *animation, int64_t frame, uint32_t *pixels, GError **error)
{
  cairo_surface_t *surface =
    cairo_image_surface_create_for_data ((unsigned char *) pixels, CAIRO_FORMAT_RGB24,
                                         animation->width, animation->height,
                                         animation->width * (int) sizeof *pixels);
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  animation->show (animation->picture, position_of (animation, frame));
  animation->draw (animation->picture, cr, animation->width, animation->height, &animation->theme);
  status = cairo_status (cr);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  cairo_surface_destroy (surface);
  if (status != CAIRO_STATUS_SUCCESS)
    g_set_error_literal (error, SEIDEL_ERROR, SEIDEL_ERROR_IO, cairo_status_to_string (status));
  return status == CAIRO_STATUS_SUCCESS;
}

static bool
is_stopped (SeidelProgress *progress, double fraction, GCancellable *cancellable, GError **error)
{
  seidel_progress_set (progress, fraction);
  return g_cancellable_set_error_if_cancelled (cancellable, error);
}

/* With the colours of some frames. */
static bool
begin_gif (const SeidelAnimation *animation, SeidelGif *gif, GError **error)
{
  const size_t n = (size_t) animation->width * (size_t) animation->height;
  const int64_t frames = count_frames (animation), samples = MIN (frames, PALETTE_FRAMES);
  g_autofree uint32_t *pixels = g_try_new0 (uint32_t, n * (size_t) samples);

  if (pixels == NULL)
    return seidel_fail (error, SEIDEL_ERROR_MEMORY,
                        _ ("There is too little memory for the animation."));
  for (int64_t i = 0; i < samples; i++)
    if (!draw_frame (animation, samples > 1 ? i * (frames - 1) / (samples - 1) : 0,
                     pixels + (size_t) i * n, error))
      return false;
  seidel_gif_init (gif, animation->width, animation->height, pixels, n * (size_t) samples);
  return true;
}

static bool
write_gif (const SeidelAnimation *animation,
           const int *times,
           const char *path,
           SeidelProgress *progress,
           GCancellable *cancellable,
           GError **error)
{
  const int64_t frames = count_frames (animation);
  g_autofree uint32_t *pixels =
    g_new0 (uint32_t, (size_t) animation->width * (size_t) animation->height);
  SeidelGif gif = { 0 };
  bool done = begin_gif (animation, &gif, error);

  for (int64_t frame = 0; done && frame < frames; frame++)
    {
      done = !is_stopped (progress, (double) frame / (double) frames, cancellable, error)
             && draw_frame (animation, frame, pixels, error);
      if (done)
        seidel_gif_add (&gif, pixels,
                        times != NULL        ? times[position_of (animation, frame)]
                        : frame + 1 < frames ? hundredths_of (animation)
                                             : LAST_FRAME);
    }
  if (done)
    {
      seidel_gif_end (&gif);
      done = seidel_output_save (path, (const char *) gif.bytes->data, gif.bytes->len, error);
    }
  seidel_gif_clear (&gif);
  return done;
}

GBytes *
seidel_animation_to_png (const SeidelAnimation *animation, int64_t position, GError **error)
{
  animation->show (animation->picture, position);
  return seidel_export_to_png (&(SeidelDrawing){ animation->draw, animation->picture,
                                                 &animation->theme, animation->width,
                                                 animation->height, 1.0 },
                               error);
}

/* frame-0001.png and so on. */
static bool
write_frames (const SeidelAnimation *animation,
              const char *path,
              SeidelProgress *progress,
              GCancellable *cancellable,
              GError **error)
{
  const int64_t frames = count_frames (animation);
  SeidelZip zip;
  bool done = true;

  seidel_zip_init (&zip);
  for (int64_t frame = 0; done && frame < frames; frame++)
    {
      const int64_t position = position_of (animation, frame);
      g_autofree char *name = g_strdup_printf ("frame-%04d.png", (int) frame + 1);
      g_autoptr (GBytes) png = NULL;

      done = !is_stopped (progress, (double) frame / (double) frames, cancellable, error)
             && (png = seidel_animation_to_png (animation, position, error)) != NULL;
      if (done)
        seidel_zip_add (&zip, name, png);
    }
  seidel_zip_end (&zip);
  done = done && seidel_output_save (path, (const char *) zip.bytes->data, zip.bytes->len, error);
  seidel_zip_clear (&zip);
  return done;
}

/* ffmpeg, reading frames from its standard input. */
static GSubprocess *
start_ffmpeg (const SeidelAnimation *animation, int hundredths, const char *path, GError **error)
{
  g_autofree char *program = g_find_program_in_path ("ffmpeg");
  g_autofree char *size = g_strdup_printf ("%dx%d", animation->width, animation->height);
  g_autofree char *rate = g_strdup_printf ("100/%d", hundredths);

  if (program == NULL)
    return seidel_fail (error, SEIDEL_ERROR_UNAVAILABLE,
                        _ ("Videos are written by ffmpeg, which is not installed (Debian: the "
                           "package ffmpeg). GIF needs nothing else."));
  return g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_SILENCE
                             | G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                           error, program, "-y", "-f", "rawvideo", "-pix_fmt",
                           G_BYTE_ORDER == G_LITTLE_ENDIAN ? "bgr0" : "0rgb", "-s", size, "-r",
                           rate, "-i", "-", "-pix_fmt", "yuv420p", "-vf",
                           "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-deadline", "realtime", "-cpu-used",
                           "5", path, NULL);
}

/* times: a frame is repeated until its time is over; NULL: each comes once. */
static bool
feed (const SeidelAnimation *animation,
      const int *times,
      GOutputStream *stream,
      SeidelProgress *progress,
      GCancellable *cancellable,
      GError **error)
{
  const int64_t frames = count_frames (animation);
  const size_t n = (size_t) animation->width * (size_t) animation->height;
  g_autofree uint32_t *pixels = g_new0 (uint32_t, n);

  for (int64_t frame = 0; frame < frames; frame++)
    {
      const int repeats =
        times != NULL ? MAX (times[position_of (animation, frame)] / STEADY, 1) : 1;

      if (is_stopped (progress, (double) frame / (double) frames, cancellable, error)
          || !draw_frame (animation, frame, pixels, error))
        return false;
      for (int i = 0; i < repeats; i++)
        if (!g_output_stream_write_all (stream, pixels, n * sizeof *pixels, NULL, cancellable,
                                        error))
          return false;
    }
  return g_output_stream_close (stream, cancellable, error);
}

/* Beside the file, which it replaces when it is complete; the ending is the format. */
static bool
write_video (const SeidelAnimation *animation,
             const int *times,
             const char *path,
             SeidelProgress *progress,
             GCancellable *cancellable,
             GError **error)
{
  const char *suffix = strrchr (path, '.');
  g_autofree char *stem = g_strndup (path, (gsize) (suffix - path));
  g_autofree char *part = g_strdup_printf ("%s.part-%u%s", stem, g_random_int (), suffix);
  g_autoptr (GSubprocess) ffmpeg =
    start_ffmpeg (animation, times != NULL ? STEADY : hundredths_of (animation), part, error);
  g_autoptr (GError) lost = NULL;
  bool done;

  if (ffmpeg == NULL)
    return false;
  done =
    feed (animation, times, g_subprocess_get_stdin_pipe (ffmpeg), progress, cancellable, &lost);
  if (!done)
    g_subprocess_force_exit (ffmpeg);
  if (!g_subprocess_wait_check (ffmpeg, NULL, done ? &lost : NULL))
    done = false;
  if (done && g_rename (part, path) == 0)
    return true;
  g_unlink (part);
  if (g_error_matches (lost, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_propagate_error (error, g_steal_pointer (&lost));
  else
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO,
                 _ ("%s: ffmpeg could not write the video%s%s"), path, lost != NULL ? ": " : "",
                 lost != NULL ? lost->message : "");
  return false;
}

bool
seidel_animation_write (const SeidelAnimation *animation,
                        const char *path,
                        SeidelProgress *progress,
                        GCancellable *cancellable,
                        GError **error)
{
  return seidel_animation_write_slides (animation, NULL, path, progress, cancellable, error);
}

bool
seidel_animation_write_slides (const SeidelAnimation *animation,
                               const int *times,
                               const char *path,
                               SeidelProgress *progress,
                               GCancellable *cancellable,
                               GError **error)
{
  const SeidelExportFormat *format = seidel_animation_format_find (path);

  if (format == NULL || animation->positions < 1 || animation->width < 1 || animation->height < 1
      || animation->width > MOST_PIXELS || animation->height > MOST_PIXELS)
    return seidel_fail (error, SEIDEL_ERROR_INVALID,
                        _ ("%s: an animation has frames of up to %d × %d pixels, and ends in .gif, "
                           ".zip, .webm or .mp4"),
                        path, MOST_PIXELS, MOST_PIXELS);
  seidel_progress_begin (progress, _ ("Drawing frames"));
  if (g_str_equal (format->suffix, ".gif"))
    return write_gif (animation, times, path, progress, cancellable, error);
  if (g_str_equal (format->suffix, ".zip"))
    return write_frames (animation, path, progress, cancellable, error);
  return write_video (animation, times, path, progress, cancellable, error);
}
