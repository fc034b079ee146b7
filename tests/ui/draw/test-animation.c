/* Animations: a GIF that a plain decoder reads back to the frames that were drawn, and frames that
 * reach the program that makes videos.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <glib/gstdio.h>

#include "base/seidel-error.h"
#include "draw/seidel-animation.h"
#include "draw/seidel-gif.h"
#include "draw/seidel-sweep-picture.h"

#include "test-matrices.h"

#define SIDE 37

/* The plain twin: a reader of GIF as its standard has it, of one palette and of clear pixels. */
typedef struct
{
  const uint8_t *at;
  uint32_t held;
  int bits, left; /* left in the block */
} Reader;

static int
get_code (Reader *reader, int bits)
{
  int code;

  while (reader->bits < bits)
    {
      if (reader->left == 0)
        reader->left = *reader->at++;
      g_assert_cmpint (reader->left, >, 0);
      reader->held |= (uint32_t) *reader->at++ << reader->bits;
      reader->bits += 8;
      reader->left--;
    }
  code = (int) (reader->held & ((1u << bits) - 1));
  reader->held >>= bits;
  reader->bits -= bits;
  return code;
}

/* Strings are the one before and a pixel. */
static size_t
decode (const uint8_t **data, uint8_t *pixels)
{
  static int before[4096];
  static uint8_t last[4096], stack[4096];
  Reader reader = { .at = *data + 1 };
  int bits = 9, next = 258, previous = -1, code;
  uint8_t first = 0;
  size_t n = 0;

  g_assert_cmpint (**data, ==, 8);
  while ((code = get_code (&reader, bits)) != 257)
    {
      int depth = 0, at = code;

      if (code == 256)
        {
          bits = 9;
          next = 258;
          previous = -1;
          continue;
        }
      if (previous >= 0 && code == next)
        {
          stack[depth++] = first;
          at = previous;
        }
      for (; at >= 258; at = before[at])
        stack[depth++] = last[at];
      first = stack[depth++] = (uint8_t) at;
      while (depth > 0)
        pixels[n++] = stack[--depth];
      if (previous >= 0 && next < 4096)
        {
          before[next] = previous;
          last[next++] = first;
          if (next == 1 << bits && bits < 12)
            bits++;
        }
      previous = code;
    }
  g_assert_cmpint (reader.left, ==, 0);
  g_assert_cmpint (*reader.at, ==, 0);
  *data = reader.at + 1;
  return n;
}

static int
get_short (const uint8_t *at)
{
  return at[0] | at[1] << 8;
}

/* The next frame over the one before; false at the end of the file. */
static bool
next_frame (const uint8_t **data, const uint8_t *palette, int width, uint32_t *pixels)
{
  g_autofree uint8_t *part = g_malloc0 (1 << 20);
  const uint8_t *at = *data;
  int left, top, columns, rows;

  if (*at == ';')
    return false;
  g_assert_cmpint (at[0], ==, 0x21);
  g_assert_cmpint (at[1], ==, 0xf9);
  g_assert_cmpint (at[6], ==, SEIDEL_GIF_SAME);
  at += 8;
  g_assert_cmpint (*at, ==, 0x2c);
  left = get_short (at + 1);
  top = get_short (at + 3);
  columns = get_short (at + 5);
  rows = get_short (at + 7);
  *data = at + 10;
  g_assert_cmpuint (decode (data, part), ==, (size_t) columns * (size_t) rows);
  for (int i = 0; i < columns * rows; i++)
    if (part[i] != SEIDEL_GIF_SAME)
      {
        const uint8_t *color = palette + (size_t) 3 * part[i];

        pixels[(top + i / columns) * width + left + i % columns] =
          (uint32_t) (color[0] << 16 | color[1] << 8 | color[2]);
      }
  return true;
}

/* Frames of noise in few colours, so that the table of strings fills up, of a small change and of
 * none. */
static void
test_gif (void)
{
  enum
  {
    WIDTH = 211,
    HEIGHT = 97,
    N = WIDTH * HEIGHT
  };
  static uint32_t frames[4][N], shown[N];
  SeidelGif gif;
  const uint8_t *data;
  int n = 0;

  for (int i = 0; i < N; i++)
    {
      frames[0][i] = (uint32_t) g_test_rand_int_range (0, 8) * 0x1f1f1f + 0x080808;
      frames[1][i] = i % 7 == 0 ? 0xffe080u : frames[0][i];
    }
  memcpy (frames[2], frames[1], sizeof frames[1]);
  memcpy (frames[3], frames[1], sizeof frames[1]);
  frames[3][N / 2] = 0x102030;
  seidel_gif_init (&gif, WIDTH, HEIGHT, frames[0], 4 * N);
  for (int i = 0; i < 4; i++)
    seidel_gif_add (&gif, frames[i], 10);
  seidel_gif_end (&gif);
  data = gif.bytes->data;
  g_assert_cmpmem (data, 6, "GIF89a", 6);
  g_assert_cmpint (get_short (data + 6), ==, WIDTH);
  g_assert_cmpint (get_short (data + 8), ==, HEIGHT);
  data += 13 + 3 * 256 + 19;
  for (; next_frame (&data, gif.bytes->data + 13, WIDTH, shown); n++)
    for (int i = 0; i < N; i++)
      g_assert_cmpuint (shown[i], ==, frames[n][i]);
  g_assert_cmpint (n, ==, 4);
  g_assert_true (data + 1 == gif.bytes->data + gif.bytes->len);
  seidel_gif_clear (&gif);
}

static void
show_step (gpointer picture, int64_t position)
{
  seidel_sweep_picture_set_step (picture, position);
}

static SeidelAnimation
make_animation (int side)
{
  const double value = side;
  g_autoptr (SeidelMatrix) matrix = test_gallery ("poisson-5", 1, &value);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (matrix->csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, &error);
  g_autoptr (SeidelPlayback) playback =
    seidel_playback_new (matrix->csr, schedule, SEIDEL_PLAY_LEVELS, 0, &error);
  g_autoptr (SeidelLevelFlows) flows =
    playback->rows > SEIDEL_SWEEP_FEW_ROWS
      ? seidel_level_flows_new (matrix->csr, schedule, 100, NULL, &error)
      : NULL;

  g_assert_no_error (error);
  return (SeidelAnimation){ .draw = seidel_sweep_picture_draw,
                            .show = show_step,
                            .picture = seidel_sweep_picture_new (matrix, playback, flows, side),
                            .free_picture = (GDestroyNotify) seidel_sweep_picture_free,
                            .positions = playback->steps + 1,
                            .width = 320,
                            .height = 200,
                            .theme = seidel_theme_get (false) };
}

/* Every step of a sweep, close to the colours that were drawn. */
static void
test_sweep (void)
{
  SeidelAnimation animation = make_animation (6);
  g_autofree char *folder = g_dir_make_tmp ("seidel-animation-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "sweep.gif", NULL);
  g_autofree char *contents = NULL;
  g_autofree uint32_t *shown = g_new0 (uint32_t, 320 * 200), *drawn = g_new0 (uint32_t, 320 * 200);
  g_autoptr (GError) error = NULL;
  const uint8_t *data;
  gsize length;
  int n = 0;

  g_assert_true (seidel_animation_write (&animation, path, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &contents, &length, &error));
  data = (const uint8_t *) contents + 13 + 3 * 256 + 19;
  for (; next_frame (&data, (const uint8_t *) contents + 13, 320, shown); n++)
    {
      cairo_surface_t *surface =
        cairo_image_surface_create_for_data ((unsigned char *) drawn, CAIRO_FORMAT_RGB24, 320, 200,
                                             320 * 4);
      cairo_t *cr = cairo_create (surface);
      double sum = 0.0;

      show_step (animation.picture, n);
      animation.draw (animation.picture, cr, 320, 200, &animation.theme);
      cairo_destroy (cr);
      cairo_surface_finish (surface);
      cairo_surface_destroy (surface);
      for (int i = 0; i < 320 * 200; i++)
        for (int shift = 0; shift < 24; shift += 8)
          sum += abs ((int) (shown[i] >> shift & 255) - (int) (drawn[i] >> shift & 255));
      g_assert_cmpfloat (sum / (3.0 * 320 * 200), <, 1.5);
    }
  g_assert_cmpint (n, ==, animation.positions);
  g_unlink (path);
  g_rmdir (folder);
  seidel_animation_clear (&animation);
}

/* More positions than frames; cancellation; a bad name. */
static void
test_limits (void)
{
  SeidelAnimation animation = make_animation (SIDE);
  g_autofree char *folder = g_dir_make_tmp ("seidel-animation-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "long.gif", NULL);
  g_autofree char *other = g_build_filename (folder, "long.avi", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_false (seidel_animation_write (&animation, path, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_false (seidel_animation_write (&animation, other, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  g_assert_cmpint (g_rmdir (folder), ==, 0); /* nothing was written */
  seidel_animation_clear (&animation);
}

/* A program in the place of ffmpeg counts the bytes that it gets; one that fails leaves nothing. */
static void
test_video (void)
{
  static const char *const scripts[] = { "#!/bin/sh\nfor last; do :; done\nwc -c > \"$last\"\n",
                                         "#!/bin/sh\ncat > /dev/null\nexit 1\n" };
  SeidelAnimation animation = make_animation (6);
  g_autofree char *folder = g_dir_make_tmp ("seidel-animation-XXXXXX", NULL);
  g_autofree char *program = g_build_filename (folder, "ffmpeg", NULL);
  g_autofree char *path = g_build_filename (folder, "sweep.webm", NULL);
  g_autofree char *before = g_strdup (g_getenv ("PATH"));
  g_autofree char *with = g_strdup_printf ("%s:%s", folder, before);

  for (size_t i = 0; i < G_N_ELEMENTS (scripts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *count = NULL;

      g_assert_true (g_file_set_contents (program, scripts[i], -1, &error));
      g_assert_cmpint (g_chmod (program, S_IRWXU), ==, 0);
      g_setenv ("PATH", with, TRUE);
      g_assert_true (seidel_animation_write (&animation, path, NULL, NULL, &error) == (i == 0));
      if (i > 0)
        g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO);
      else
        g_assert_true (g_file_get_contents (path, &count, NULL, &error));
      if (i == 0)
        g_assert_cmpint (g_ascii_strtoll (count, NULL, 10), ==,
                         animation.positions * 320 * 200 * 4);
      g_unlink (path);
    }
  g_setenv ("PATH", before, TRUE);
  g_unlink (program);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  seidel_animation_clear (&animation);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/animation/gif", test_gif);
  g_test_add_func ("/animation/sweep", test_sweep);
  g_test_add_func ("/animation/limits", test_limits);
  g_test_add_func ("/animation/video", test_video);
  return g_test_run ();
}
