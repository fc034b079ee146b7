/* Lessons as PDF: the parts of each step one below the other, a step on one page if it fits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-lesson-print.h"

#include <cairo-pdf.h>
#include <glib/gi18n.h>
#include <pango/pangocairo.h>
#include <string.h>

#include "base/seidel-error.h"
#include "base/seidel-format-signs.h"
#include "base/seidel-format.h"
#include "draw/seidel-lesson-markup.h"
#include "draw/seidel-lesson-picture.h"
#include "io/bytes/seidel-output.h"
#include "lesson/seidel-lesson-check.h"

/* Points: A4, its margins, what is between parts and before a step. */
#define WIDTH    595.0
#define HEIGHT   842.0
#define MARGIN   50.0
#define GAP      6.0
#define STEP_GAP 20.0
#define PICTURE  190.0
#define ANSWER   34.0 /* room to write */
#define BOX      8.0  /* to be ticked */
#define INDENT   18.0

#define BODY  10.0 /* sizes of letters */
#define LARGE 19.0
#define HEAD  13.0
#define FOOT  8.0

#define PICTURE_FONT 0.72 /* of that of a screen */

typedef enum
{
  PART_TEXT,
  PART_CHOICE, /* with a box before it */
  PART_PICTURE,
  PART_ROOM, /* for an answer by hand */
} PartKind;

typedef struct
{
  PartKind kind;
  PangoLayout *layout; /* TEXT, CHOICE */
  SeidelLessonPicture picture;
  double height;
  double gap;   /* above it */
  bool checked; /* CHOICE: the right one */
  bool framed;  /* TEXT: an answer */
} Part;

typedef struct
{
  SeidelLessonStage *stage;
  SeidelLessonPrint print;
  const char *const *languages;
  cairo_t *cr;
  GByteArray *bytes;
  GArray *parts; /* Part, of the step that is being set */
  double y;      /* from which on the page is free */
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

static void
clear_part (gpointer data)
{
  Part *part = data;

  g_clear_object (&part->layout);
  seidel_lesson_picture_clear (&part->picture);
}

/* Text. */

static PangoLayout *
new_layout (cairo_t *cr, const char *markup, double size, bool bold, double width)
{
  PangoLayout *layout = pango_cairo_create_layout (cr);
  PangoFontDescription *font = pango_font_description_new ();

  pango_font_description_set_family (font, "Cantarell, sans-serif");
  pango_font_description_set_absolute_size (font, size * PANGO_SCALE);
  if (bold)
    pango_font_description_set_weight (font, PANGO_WEIGHT_BOLD);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_layout_set_width (layout, (int) (width * PANGO_SCALE));
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_markup (layout, markup, -1);
  return layout;
}

static double
height_of (PangoLayout *layout)
{
  int height;

  pango_layout_get_size (layout, NULL, &height);
  return (double) height / PANGO_SCALE;
}

/* A text of the step, with its numbers; "" without one. */
static char *
expand (const Printer *self, const SeidelLessonText *text)
{
  return seidel_lesson_values_expand (self->stage->values,
                                      seidel_lesson_text_get (text, self->languages));
}

static Part *
add_text (Printer *self, const char *text, double size, bool bold)
{
  g_autofree char *markup = seidel_lesson_markup (text);
  Part part = { .kind = PART_TEXT, .gap = GAP };

  if (text[0] == '\0')
    return NULL;
  part.layout = new_layout (self->cr, markup, size, bold, WIDTH - 2.0 * MARGIN);
  part.height = height_of (part.layout);
  g_array_append_val (self->parts, part);
  return &g_array_index (self->parts, Part, self->parts->len - 1);
}

static void
add_expanded (Printer *self, const SeidelLessonText *text, double size, bool bold)
{
  g_autofree char *expanded = expand (self, text);

  add_text (self, expanded, size, bold);
}

static void
add_answer (Printer *self, const char *text)
{
  Part *part = add_text (self, text, BODY, false);

  if (part == NULL)
    return;
  pango_layout_set_width (part->layout, (int) ((WIDTH - 2.0 * MARGIN - INDENT) * PANGO_SCALE));
  part->height = height_of (part->layout) + GAP;
  part->framed = true;
}

static void
add_choice (Printer *self, const SeidelLessonChoice *choice, bool checked)
{
  g_autofree char *text =
    seidel_format_translate_number (seidel_lesson_text_get (&choice->text, self->languages));
  g_autofree char *markup = seidel_lesson_markup (text);
  Part part = { .kind = PART_CHOICE, .gap = GAP / 2.0, .checked = checked };

  part.layout = new_layout (self->cr, markup, BODY, checked, WIDTH - 2.0 * MARGIN - INDENT);
  part.height = height_of (part.layout);
  g_array_append_val (self->parts, part);
}

static void
add_room (Printer *self)
{
  const Part part = { .kind = PART_ROOM, .height = ANSWER, .gap = GAP };

  g_array_append_val (self->parts, part);
}

/* The parts of a step. */

static bool
is_open (const Printer *self)
{
  return self->print == SEIDEL_LESSON_PRINT_SHEET;
}

static bool
add_picture (Printer *self, size_t number, SeidelLessonRows *rows, GError **error)
{
  Part part = { .kind = PART_PICTURE, .height = PICTURE, .gap = GAP };

  if (!seidel_lesson_picture_init (&part.picture, self->stage, number, is_open (self), rows,
                                   self->languages, error))
    return false;
  if (part.picture.draw != NULL)
    g_array_append_val (self->parts, part);
  return true;
}

/* What is right, where no choice says it. */
static void
add_right (Printer *self, size_t number, const SeidelLessonRows *rows)
{
  const SeidelLessonStep *step = &self->stage->lesson->steps[number];
  g_autofree char *value = NULL;
  g_autofree char *text = NULL;

  if (rows != NULL)
    value = seidel_lesson_rows_to_text (rows, rows->right);
  else if (step->asked == SEIDEL_LESSON_ASKED_NUMBER)
    value =
      seidel_format_value (seidel_lesson_values_evaluate (self->stage->values, step->number), 6);
  if (value == NULL)
    return;
  text = step->asked == SEIDEL_LESSON_ASKED_ORDER ? g_strdup_printf (_ ("For example: %s"), value)
                                                  : g_steal_pointer (&value);
  add_text (self, text, BODY, true);
}

static void
add_question (Printer *self, size_t number, const SeidelLessonRows *rows)
{
  const SeidelLessonStep *step = &self->stage->lesson->steps[number];
  const int right = is_open (self) ? -1 : seidel_lesson_find_right (step, self->stage->values);
  g_autofree char *answer = expand (self, &step->answer);

  if (step->ask.n == 0)
    return;
  add_expanded (self, &step->ask, BODY, true);
  for (size_t i = 0; i < step->n_choices; i++)
    add_choice (self, &step->choices[i], right == (int) i);
  if (is_open (self) && step->n_choices == 0 && step->asked != SEIDEL_LESSON_ASKED_LEVELS)
    add_room (self);
  if (is_open (self))
    return;
  add_right (self, number, rows);
  add_answer (self, answer);
}

static bool
make_parts (Printer *self, size_t number, GError **error)
{
  const SeidelLessonStep *step = &self->stage->lesson->steps[number];
  g_autofree char *title = expand (self, &step->title);
  g_autofree char *numbered = g_strdup_printf ("%zu. %s", number + 1, title);
  g_autoptr (SeidelLessonRows) rows = NULL;
  Part *head;

  if (step->asked >= SEIDEL_LESSON_ASKED_LEVELS)
    {
      rows = seidel_lesson_rows_load (self->stage->values, number, NULL, error);
      if (rows == NULL)
        return false;
    }
  g_array_set_size (self->parts, 0);
  head = add_text (self, numbered, HEAD, true);
  head->gap = STEP_GAP;
  add_expanded (self, &step->say, BODY, false);
  if (!add_picture (self, number, rows, error))
    return false;
  add_question (self, number, rows);
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
show_layout (cairo_t *cr, PangoLayout *layout, double x, double y)
{
  cairo_set_source_rgb (cr, 0.0, 0.0, 0.0);
  cairo_move_to (cr, x, y);
  pango_cairo_show_layout (cr, layout);
}

static void
end_page (Printer *self)
{
  g_autofree char *text = g_strdup_printf ("%s · %d", self->title, ++self->page);
  g_autofree char *markup = g_markup_escape_text (text, -1);
  g_autoptr (PangoLayout) foot = new_layout (self->cr, markup, FOOT, false, WIDTH - 2.0 * MARGIN);

  pango_layout_set_alignment (foot, PANGO_ALIGN_RIGHT);
  show_layout (self->cr, foot, MARGIN, HEIGHT - MARGIN + FOOT);
  cairo_show_page (self->cr);
  self->y = MARGIN;
}

static void
draw_picture (cairo_t *cr, const SeidelLessonPicture *picture, double y)
{
  SeidelTheme theme = seidel_theme_get (false);

  seidel_theme_scale (&theme, PICTURE_FONT);
  cairo_save (cr);
  cairo_translate (cr, MARGIN, y);
  cairo_rectangle (cr, 0.0, 0.0, WIDTH - 2.0 * MARGIN, PICTURE);
  cairo_clip (cr);
  picture->draw (picture->picture, cr, WIDTH - 2.0 * MARGIN, PICTURE, &theme);
  cairo_restore (cr);
}

/* A box, with a tick if it is the right one. */
static void
draw_box (cairo_t *cr, double x, double y, bool checked)
{
  cairo_set_line_width (cr, 0.8);
  cairo_rectangle (cr, x, y, BOX, BOX);
  cairo_stroke (cr);
  if (!checked)
    return;
  cairo_set_line_width (cr, 1.6);
  cairo_move_to (cr, x + 0.2 * BOX, y + 0.5 * BOX);
  cairo_line_to (cr, x + 0.45 * BOX, y + 0.8 * BOX);
  cairo_line_to (cr, x + 1.1 * BOX, y - 0.1 * BOX);
  cairo_stroke (cr);
}

static void
draw_part (const Printer *self, const Part *part, double y)
{
  cairo_t *cr = self->cr;

  cairo_set_source_rgb (cr, 0.0, 0.0, 0.0);
  switch (part->kind)
    {
    case PART_PICTURE:
      draw_picture (cr, &part->picture, y);
      break;
    case PART_CHOICE:
      draw_box (cr, MARGIN, y + 0.3 * BODY, part->checked);
      show_layout (cr, part->layout, MARGIN + INDENT, y);
      break;
    case PART_ROOM:
      cairo_set_line_width (cr, 0.5);
      cairo_move_to (cr, MARGIN, y + ANSWER - 2.0);
      cairo_line_to (cr, WIDTH - MARGIN, y + ANSWER - 2.0);
      cairo_stroke (cr);
      break;
    default:
      if (part->framed)
        {
          cairo_rectangle (cr, MARGIN, y, 2.0, part->height);
          cairo_fill (cr);
        }
      show_layout (cr, part->layout, MARGIN + (part->framed ? INDENT / 2.0 : 0.0),
                   y + (part->framed ? GAP / 2.0 : 0.0));
    }
}

/* On this page if all of it fits there, or else on the next; a step that is longer than a page goes
 * on over its end. */
static void
set_parts (Printer *self)
{
  double height = 0.0;

  for (guint i = 0; i < self->parts->len; i++)
    height +=
      g_array_index (self->parts, Part, i).gap + g_array_index (self->parts, Part, i).height;
  if (self->y > MARGIN && self->y + height > HEIGHT - MARGIN)
    end_page (self);
  for (guint i = 0; i < self->parts->len; i++)
    {
      const Part *part = &g_array_index (self->parts, Part, i);

      if (self->y > MARGIN && self->y + part->gap + part->height > HEIGHT - MARGIN)
        end_page (self);
      self->y += part->gap;
      draw_part (self, part, self->y);
      self->y += part->height;
    }
}

/* The title, what it teaches and, of a sheet, a line for a name. */
static void
set_head (Printer *self)
{
  const SeidelLesson *lesson = self->stage->lesson;

  add_text (self, self->title, LARGE, true);
  add_text (self, seidel_lesson_text_get (&lesson->sentence, self->languages), BODY, false);
  if (is_open (self))
    {
      add_text (self, _ ("Name:"), BODY, false);
      g_array_index (self->parts, Part, self->parts->len - 1).gap = STEP_GAP;
    }
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
  Printer printer = { .stage = stage,
                      .print = print,
                      .languages = languages,
                      .cr = cairo_create (surface),
                      .bytes = bytes,
                      .parts = g_array_new (FALSE, FALSE, sizeof (Part)),
                      .y = MARGIN,
                      .title = seidel_lesson_text_get (&lesson->title, languages) };
  bool done;

  g_array_set_clear_func (printer.parts, clear_part);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, printer.title);
  done = print_steps (&printer, progress, cancellable, error);
  g_array_unref (printer.parts);
  cairo_destroy (printer.cr);
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
