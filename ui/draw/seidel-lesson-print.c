/* Lessons as PDF: the parts of each step one below the other, a step on one page if it fits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-lesson-print.h"

#include <cairo-pdf.h>
#include <glib/gi18n.h>
#include <string.h>

#include "base/seidel-error.h"
#include "draw/seidel-lesson-parts.h"
#include "io/bytes/seidel-output.h"

/* Points: A4, its margins, what is before a step. */
#define WIDTH    595.0
#define HEIGHT   842.0
#define MARGIN   50.0
#define STEP_GAP 20.0
#define PICTURE  190.0

#define BODY  10.0 /* size of letters, and others in units of it */
#define LARGE 1.9
#define HEAD  1.3
#define FOOT  0.8

#define PICTURE_FONT 0.72 /* of that of a screen */

typedef struct
{
  SeidelLessonStage *stage;
  SeidelLessonPrint print;
  SeidelLessonParts parts; /* of the step that is being set */
  SeidelTheme theme;
  double y; /* from which on the page is free */
  int page;
  const char *title;
} Printer;

const char *
seidel_lesson_print_id (SeidelLessonPrint print)
{
  static const char *const ids[SEIDEL_N_LESSON_PRINTS] = {
    [SEIDEL_LESSON_PRINT_HANDOUT] = "handout",
    [SEIDEL_LESSON_PRINT_SHEET] = "sheet",
    [SEIDEL_LESSON_PRINT_ANSWERS] = "answers",
  };

  return ids[print];
}

static bool
is_open (const Printer *self)
{
  return self->print == SEIDEL_LESSON_PRINT_SHEET;
}

static bool
add_picture (Printer *self, size_t number, SeidelLessonRows *rows, GError **error)
{
  SeidelLessonPicture picture;

  if (!seidel_lesson_picture_init (&picture, self->stage, number, is_open (self), rows,
                                   self->parts.languages, error))
    return false;
  if (picture.draw != NULL)
    seidel_lesson_parts_add_picture (&self->parts, &picture, PICTURE);
  return true;
}

static bool
make_parts (Printer *self, size_t number, GError **error)
{
  const SeidelLessonStep *step = &self->stage->lesson->steps[number];
  g_autofree char *title =
    seidel_lesson_values_expand (self->stage->values,
                                 seidel_lesson_text_get (&step->title, self->parts.languages));
  g_autofree char *numbered = g_strdup_printf ("%zu. %s", number + 1, title);
  g_autoptr (SeidelLessonRows) rows = NULL;

  if (step->asked >= SEIDEL_LESSON_ASKED_LEVELS)
    {
      rows = seidel_lesson_rows_load (self->stage->values, number, NULL, error);
      if (rows == NULL)
        return false;
    }
  g_array_set_size (self->parts.parts, 0);
  seidel_lesson_parts_add_text (&self->parts, numbered, HEAD, true)->gap = STEP_GAP;
  seidel_lesson_parts_add_expanded (&self->parts, &step->say, 1.0, false);
  if (!add_picture (self, number, rows, error))
    return false;
  seidel_lesson_parts_add_question (&self->parts, number, rows, is_open (self), is_open (self));
  return true;
}

/* Pages. */

static cairo_status_t
write_cb (void *data, const unsigned char *bytes, unsigned int length)
{
  g_byte_array_append (data, bytes, length);
  return CAIRO_STATUS_SUCCESS;
}

static void
end_page (Printer *self)
{
  g_autofree char *text = g_strdup_printf ("%s · %d", self->title, ++self->page);
  SeidelLessonParts foot;
  SeidelLessonPart *part;

  seidel_lesson_parts_init (&foot, self->stage, self->parts.languages, self->parts.cr,
                            self->parts.width, BODY);
  part = seidel_lesson_parts_add_text (&foot, text, FOOT, false);
  pango_layout_set_alignment (part->layout, PANGO_ALIGN_RIGHT);
  seidel_lesson_part_draw (&foot, part, MARGIN, HEIGHT - MARGIN + FOOT * BODY, &self->theme);
  seidel_lesson_parts_clear (&foot);
  cairo_show_page (self->parts.cr);
  self->y = MARGIN;
}

/* On this page if all of it fits there, or else on the next; a step that is longer than a page goes
 * on over its end. */
static void
set_parts (Printer *self)
{
  const GArray *parts = self->parts.parts;

  if (self->y > MARGIN && self->y + seidel_lesson_parts_height (&self->parts) > HEIGHT - MARGIN)
    end_page (self);
  for (guint i = 0; i < parts->len; i++)
    {
      const SeidelLessonPart *part = &g_array_index (parts, SeidelLessonPart, i);

      if (self->y > MARGIN && self->y + part->gap + part->height > HEIGHT - MARGIN)
        end_page (self);
      self->y += part->gap;
      seidel_lesson_part_draw (&self->parts, part, MARGIN, self->y, &self->theme);
      self->y += part->height;
    }
}

/* The title, what it teaches and, of a sheet, a line for a name. */
static void
set_head (Printer *self)
{
  const SeidelLesson *lesson = self->stage->lesson;

  seidel_lesson_parts_add_text (&self->parts, self->title, LARGE, true);
  seidel_lesson_parts_add_text (&self->parts,
                                seidel_lesson_text_get (&lesson->sentence, self->parts.languages),
                                1.0, false);
  if (is_open (self))
    seidel_lesson_parts_add_text (&self->parts, _ ("Name:"), 1.0, false)->gap = STEP_GAP;
  set_parts (self);
}

static bool
print_steps (Printer *self, SeidelProgress *progress, GCancellable *cancellable, GError **error)
{
  const SeidelLesson *lesson = self->stage->lesson;

  set_head (self);
  for (size_t i = 0; i < lesson->n_steps; i++)
    {
      seidel_progress_set (progress, (double) i / (double) lesson->n_steps);
      if (!seidel_lesson_stage_play (self->stage, i, cancellable, error)
          || g_cancellable_set_error_if_cancelled (cancellable, error))
        return false;
      /* What is only said is no exercise. */
      if (self->print != SEIDEL_LESSON_PRINT_HANDOUT && lesson->steps[i].ask.n == 0)
        continue;
      if (!make_parts (self, i, error))
        return false;
      set_parts (self);
    }
  end_page (self);
  return true;
}

bool
seidel_lesson_print_to_pdf (SeidelLesson *lesson,
                            SeidelLessonPrint print,
                            const char *const *languages,
                            const char *path,
                            SeidelProgress *progress,
                            GCancellable *cancellable,
                            GError **error)
{
  g_autoptr (SeidelLessonStage) stage = seidel_lesson_stage_new (lesson);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  cairo_surface_t *surface = cairo_pdf_surface_create_for_stream (write_cb, bytes, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  Printer printer = { .stage = stage,
                      .print = print,
                      .theme = seidel_theme_get (false),
                      .y = MARGIN,
                      .title = seidel_lesson_text_get (&lesson->title, languages) };
  bool done;

  seidel_theme_scale (&printer.theme, PICTURE_FONT);
  seidel_lesson_parts_init (&printer.parts, stage, languages, cr, WIDTH - 2.0 * MARGIN, BODY);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, printer.title);
  done = print_steps (&printer, progress, cancellable, error);
  seidel_lesson_parts_clear (&printer.parts);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  if (done && cairo_surface_status (surface) != CAIRO_STATUS_SUCCESS)
    {
      g_set_error_literal (error, SEIDEL_ERROR, SEIDEL_ERROR_IO,
                           cairo_status_to_string (cairo_surface_status (surface)));
      done = false;
    }
  cairo_surface_destroy (surface);
  return done && seidel_output_save (path, (const char *) bytes->data, bytes->len, error);
}
