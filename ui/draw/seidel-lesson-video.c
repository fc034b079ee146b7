/* Lessons as films. Slides are recorded, so that one of them is drawn only when it is encoded.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-lesson-video.h"

#include <glib/gi18n.h>

#include "draw/seidel-animation-slides.h"
#include "draw/seidel-lesson-parts.h"

/* Pixels: the slide, the picture on its left, the margins of the text on its right. */
#define WIDTH   1280
#define HEIGHT  720
#define PICTURE 740
#define MARGIN  24.0

/* Letters of the text: as large as fit. */
#define MOST_BODY  25.0
#define LEAST_BODY 12.0
#define HEAD       1.35

#define PICTURE_FONT 1.4 /* of that of a screen */

/* Hundredths of a second: of a character that is read, and of a slide. */
#define CHARACTER   6
#define LEAST_SLIDE 400
#define MOST_SLIDE  3000
#define LEAST_STEP  4
#define MOST_STEP   100

/* Slides of a sweep that is played; of all sweeps together. */
#define MOST_STEPS  60
#define ALL_STEPS   240
#define USUAL_STEPS 5 /* a second */
#define HUNDREDTHS  100

typedef struct
{
  SeidelLessonStage *stage;
  const char *const *languages;
  SeidelTheme theme;
  GPtrArray *slides; /* recording surfaces */
  GArray *times;     /* hundredths of a second, of each */
  int64_t shown;
  int most_steps; /* slides of one sweep */
} Film;

/* What is drawn. */
typedef struct
{
  size_t step;
  SeidelLessonRows *rows;
  const SeidelLessonPicture *picture;
  bool open;
} Content;

static void
make_parts (const Film *film, const Content *content, SeidelLessonParts *parts)
{
  const SeidelLessonStep *step = &film->stage->lesson->steps[content->step];

  g_array_set_size (parts->parts, 0);
  seidel_lesson_parts_add_expanded (parts, &step->title, HEAD, true);
  seidel_lesson_parts_add_expanded (parts, &step->say, 1.0, false);
  seidel_lesson_parts_add_question (parts, content->step, content->rows, content->open, false);
}

/* The largest letters in which all of the step fits, its answer, too: they stay when that comes. */
static void
fit_parts (const Film *film, const Content *content, SeidelLessonParts *parts)
{
  Content whole = *content;

  whole.open = false;
  make_parts (film, &whole, parts);
  while (seidel_lesson_parts_height (parts) > HEIGHT - MARGIN && parts->body > LEAST_BODY)
    {
      parts->body *= 0.96;
      make_parts (film, &whole, parts);
    }
  if (content->open)
    make_parts (film, content, parts);
}

static void
draw_parts (const Film *film, const SeidelLessonParts *parts, double x, double y)
{
  for (guint i = 0; i < parts->parts->len; i++)
    {
      const SeidelLessonPart *part = &g_array_index (parts->parts, SeidelLessonPart, i);

      y += part->gap;
      seidel_lesson_part_draw (parts, part, x, y, &film->theme);
      y += part->height;
    }
}

static void
draw_text (const Film *film, const Content *content, cairo_t *cr)
{
  SeidelLessonParts parts;

  seidel_lesson_parts_init (&parts, film->stage, film->languages, cr,
                            WIDTH - PICTURE - 2.0 * MARGIN, MOST_BODY);
  fit_parts (film, content, &parts);
  draw_parts (film, &parts, PICTURE + MARGIN, MARGIN / 2.0);
  seidel_lesson_parts_clear (&parts);
}

/* In place of a picture that is the answer. */
static void
draw_cover (const Film *film, cairo_t *cr)
{
  const char *const texts[] = { _ ("What do you expect?"),
                                _ ("The picture comes with the answer.") };
  SeidelLessonParts parts;

  seidel_lesson_parts_init (&parts, film->stage, film->languages, cr, PICTURE, MOST_BODY);
  for (int i = 0; i < 2; i++)
    pango_layout_set_alignment (
      seidel_lesson_parts_add_text (&parts, texts[i], i == 0 ? HEAD : 1.0, i == 0)->layout,
      PANGO_ALIGN_CENTER);
  draw_parts (film, &parts, 0.0, (HEIGHT - seidel_lesson_parts_height (&parts)) / 2.0);
  seidel_lesson_parts_clear (&parts);
}

static void
add_slide (Film *film, const Content *content, int hundredths)
{
  const cairo_rectangle_t extents = { 0.0, 0.0, WIDTH, HEIGHT };
  cairo_surface_t *slide = cairo_recording_surface_create (CAIRO_CONTENT_COLOR, &extents);
  cairo_t *cr = cairo_create (slide);

  seidel_color_set_source (&film->theme.background, cr);
  cairo_paint (cr);
  cairo_save (cr);
  cairo_rectangle (cr, 0.0, 0.0, PICTURE, HEIGHT);
  cairo_clip (cr);
  if (content->picture->draw != NULL)
    content->picture->draw (content->picture->picture, cr, PICTURE, HEIGHT, &film->theme);
  else if (content->open)
    draw_cover (film, cr);
  cairo_restore (cr);
  draw_text (film, content, cr);
  cairo_destroy (cr);
  g_ptr_array_add (film->slides, slide);
  g_array_append_val (film->times, hundredths);
}

static int64_t
count_characters (const Film *film, const SeidelLessonText *text)
{
  g_autofree char *expanded =
    seidel_lesson_values_expand (film->stage->values,
                                 seidel_lesson_text_get (text, film->languages));

  return g_utf8_strlen (expanded, -1);
}

/* How long what is new on a slide takes to be read: all of it, or the answer. */
static int
reading_time (const Film *film, const SeidelLessonStep *step, bool answer)
{
  int64_t n = answer ? count_characters (film, &step->answer) : 0;

  if (!answer)
    {
      n = count_characters (film, &step->title) + count_characters (film, &step->say)
          + count_characters (film, &step->ask);
      for (size_t i = 0; i < step->n_choices; i++)
        n += count_characters (film, &step->choices[i].text);
    }
  return (int) CLAMP (n * CHARACTER + LEAST_SLIDE / 2, LEAST_SLIDE, MOST_SLIDE);
}

/* Of what is played: its steps first, at the speed of the lesson. */
static void
add_played (Film *film, const Content *content)
{
  const SeidelLessonPicture *picture = content->picture;
  const int speed = film->stage->lesson->steps[content->step].sweep.speed;
  const int64_t n = MIN (picture->positions, film->most_steps);
  const int hundredths =
    CLAMP (HUNDREDTHS / (speed > 0 ? speed : USUAL_STEPS), LEAST_STEP, MOST_STEP);

  for (int64_t i = 0; i < n; i++)
    {
      picture->show (picture->picture, i * (picture->positions - 1) / MAX (n - 1, 1));
      add_slide (film, content, hundredths);
    }
}

/* One slide of a step: with its question, or with its answer. */
static bool
add_content (Film *film, size_t number, SeidelLessonRows *rows, bool open, GError **error)
{
  const SeidelLessonStep *step = &film->stage->lesson->steps[number];
  SeidelLessonPicture picture;
  const Content content = { number, rows, &picture, open };

  if (!seidel_lesson_picture_init (&picture, film->stage, number, open, rows, film->languages,
                                   error))
    return false;
  if (!open && picture.show != NULL)
    add_played (film, &content);
  add_slide (film, &content, reading_time (film, step, !open && step->ask.n > 0));
  seidel_lesson_picture_clear (&picture);
  return true;
}

static bool
add_step (Film *film, size_t number, GError **error)
{
  const SeidelLessonStep *step = &film->stage->lesson->steps[number];
  g_autoptr (SeidelLessonRows) rows = NULL;

  if (step->asked >= SEIDEL_LESSON_ASKED_LEVELS)
    {
      rows = seidel_lesson_rows_load (film->stage->values, number, NULL, error);
      if (rows == NULL)
        return false;
    }
  return (step->ask.n == 0 || add_content (film, number, rows, true, error))
         && add_content (film, number, rows, false, error);
}

static bool
add_steps (Film *film, SeidelProgress *progress, GCancellable *cancellable, GError **error)
{
  const SeidelLesson *lesson = film->stage->lesson;
  size_t n_played = 0;

  for (size_t i = 0; i < lesson->n_steps; i++)
    n_played += lesson->steps[i].sweep.play;
  film->most_steps = (int) MIN (MOST_STEPS, ALL_STEPS / MAX (n_played, 1));
  for (size_t i = 0; i < lesson->n_steps; i++)
    {
      seidel_progress_set (progress, (double) i / (double) lesson->n_steps);
      if (!seidel_lesson_stage_play (film->stage, i, cancellable, error)
          || g_cancellable_set_error_if_cancelled (cancellable, error)
          || !add_step (film, i, error))
        return false;
    }
  return true;
}

/* The film as an animation. */

static void
show_slide (gpointer picture, int64_t position)
{
  ((Film *) picture)->shown = position;
}

static void
draw_slide (gconstpointer picture,
            cairo_t *cr,
            double width,
            double height,
            const SeidelTheme *theme)
{
  const Film *film = picture;

  cairo_set_source_surface (cr, film->slides->pdata[film->shown], 0.0, 0.0);
  cairo_paint (cr);
}

bool
seidel_lesson_video_write (SeidelLesson *lesson,
                           const char *const *languages,
                           bool dark,
                           const char *path,
                           SeidelProgress *progress,
                           GCancellable *cancellable,
                           GError **error)
{
  g_autoptr (SeidelLessonStage) stage = seidel_lesson_stage_new (lesson);
  g_autoptr (GPtrArray) slides =
    g_ptr_array_new_with_free_func ((GDestroyNotify) cairo_surface_destroy);
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (int));
  Film film = { .stage = stage,
                .languages = languages,
                .theme = seidel_theme_get (dark),
                .slides = slides,
                .times = times };
  SeidelAnimation animation = { .draw = draw_slide,
                                .show = show_slide,
                                .picture = &film,
                                .width = WIDTH,
                                .height = HEIGHT,
                                .theme = film.theme };

  seidel_theme_scale (&film.theme, PICTURE_FONT);
  if (!add_steps (&film, progress, cancellable, error))
    return false;
  animation.positions = slides->len;
  return seidel_animation_write_slides (&animation, (const int *) times->data, path, progress,
                                        cancellable, error);
}
