/* Lessons on paper: every installed one is played and printed; a sheet gives no answers away.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <glib/gstdio.h>
#include <string.h>

#include "draw/seidel-lesson-markup.h"
#include "draw/seidel-lesson-picture.h"
#include "draw/seidel-lesson-print.h"
#include "draw/seidel-lesson-video.h"
#include "lesson/seidel-lesson-list.h"
#include "pdf-testing.h"

static const char *const languages[] = { "it", "en", NULL };

static void
test_markup (void)
{
  static const char *const texts[][2] = {
    { "x<sub>i</sub> < 3 & y", "x<sub>i</sub> &lt; 3 &amp; y" },
    { "10<sup>−8", "10&lt;sup&gt;−8" },
    { "<big>no</big>", "&lt;big&gt;no&lt;/big&gt;" },
    { "2.86 ms in 16 steps, 3 sums", "2.86\u00a0ms in 16 steps, 3 sums" },
    { "50 % of x<sub>i</sub> = 2 s", "50\u00a0% of x<sub>i</sub>\u00a0= 2\u00a0s" },
    { "", "" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *markup = seidel_lesson_markup (texts[i][0]);

      g_assert_cmpstr (markup, ==, texts[i][1]);
    }
}

static void
test_print (gconstpointer data)
{
  SeidelLesson *lesson = seidel_lesson_find (data);
  g_autofree char *folder = g_dir_make_tmp ("seidel-print-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "lesson.pdf", NULL);

  for (int print = 0; print < SEIDEL_N_LESSON_PRINTS; print++)
    {
      g_autoptr (GError) error = NULL;

      /* One does for the others: each is played again. */
      if (print > 0 && strcmp (data, "exercises") != 0)
        continue;
      g_assert_true (seidel_lesson_print_to_pdf (lesson, (SeidelLessonPrint) print, languages, path,
                                                 NULL, NULL, &error));
      g_assert_no_error (error);
      g_assert_cmpint (test_pdf_pages (path), >=, 2);
      g_assert_cmpint (test_pdf_pages (path), <=, (int) lesson->n_steps);
      g_remove (path);
    }
  g_rmdir (folder);
}

/* A step whose picture is the answer has none while its question is open. */
static void
test_covered (void)
{
  SeidelLesson *lesson = seidel_lesson_find ("colouring");
  g_autoptr (SeidelLessonStage) stage = seidel_lesson_stage_new (lesson);
  g_autoptr (GError) error = NULL;
  int covered = 0;

  for (size_t i = 0; i < lesson->n_steps; i++)
    {
      const SeidelLessonStep *step = &lesson->steps[i];
      SeidelLessonPicture open, answered;

      g_assert_true (seidel_lesson_stage_play (stage, i, NULL, &error));
      g_assert_no_error (error);
      g_assert_true (seidel_lesson_picture_init (&open, stage, i, true, NULL, languages, &error));
      g_assert_true (
        seidel_lesson_picture_init (&answered, stage, i, false, NULL, languages, &error));
      g_assert_no_error (error);
      if (step->page[0] != '\0')
        g_assert_nonnull (answered.draw);
      if (strcmp (step->page, "convergence") == 0 && step->hold != SEIDEL_LESSON_HOLD_NOTHING)
        {
          g_assert_null (open.draw);
          covered++;
        }
      seidel_lesson_picture_clear (&open);
      seidel_lesson_picture_clear (&answered);
    }
  g_assert_cmpint (covered, >, 0);
}

/* The time of each slide is that of its text: the film lasts longer than an animation, whose frames
 * are evenly short. */
static void
test_video (void)
{
  SeidelLesson *lesson = seidel_lesson_find ("why-serial");
  g_autofree char *folder = g_dir_make_tmp ("seidel-video-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "lesson.gif", NULL);
  g_autofree char *bytes = NULL;
  g_autoptr (GError) error = NULL;
  gsize n;
  int frames = 0, long_ones = 0, steps = 0;

  g_assert_true (seidel_lesson_video_write (lesson, languages, false, path, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  /* The extension before each frame has its time. */
  for (gsize i = 0; i + 8 <= n; i++)
    if (memcmp (bytes + i, "\x21\xf9\x04", 3) == 0 && bytes[i + 7] == 0)
      {
        const int time = (guint8) bytes[i + 4] | (guint8) bytes[i + 5] << 8;

        frames++;
        long_ones += time >= 400 && time <= 3000;
      }
  for (size_t i = 0; i < lesson->n_steps; i++)
    steps += lesson->steps[i].ask.n > 0 ? 2 : 1;
  g_assert_cmpint (long_ones, >=, steps);
  g_assert_cmpint (frames, >, steps); /* the sweep that is played */
  g_remove (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lesson-print/markup", test_markup);
  g_test_add_func ("/lesson-print/covered", test_covered);
  g_test_add_func ("/lesson-print/video", test_video);
  for (guint i = 0; i < seidel_lessons ()->len; i++)
    {
      const SeidelLesson *lesson = seidel_lessons ()->pdata[i];
      g_autofree char *path = g_strdup_printf ("/lesson-print/%s", lesson->id);

      g_test_add_data_func (path, lesson->id, test_print);
    }
  return g_test_run ();
}
