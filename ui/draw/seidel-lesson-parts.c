/* Setting the parts of a step.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-lesson-parts.h"

#include <glib/gi18n.h>

#include "base/seidel-format-signs.h"
#include "base/seidel-format.h"
#include "draw/seidel-lesson-markup.h"
#include "lesson/seidel-lesson-check.h"

/* In units of a body of 10. */
#define ANSWER 34.0 /* room to write */
#define BOX    8.0  /* to be ticked */
#define INDENT 18.0

static void
clear_part (gpointer data)
{
  SeidelLessonPart *part = data;

  g_clear_object (&part->layout);
  seidel_lesson_picture_clear (&part->picture);
}

void
seidel_lesson_parts_init (SeidelLessonParts *self,
                          const SeidelLessonStage *stage,
                          const char *const *languages,
                          cairo_t *cr,
                          double width,
                          double body)
{
  *self = (SeidelLessonParts){ .stage = stage,
                               .languages = languages,
                               .cr = cr,
                               .width = width,
                               .body = body,
                               .parts = g_array_new (FALSE, FALSE, sizeof (SeidelLessonPart)) };
  g_array_set_clear_func (self->parts, clear_part);
}

void
seidel_lesson_parts_clear (SeidelLessonParts *self)
{
  g_clear_pointer (&self->parts, g_array_unref);
}

static double
unit (const SeidelLessonParts *self)
{
  return self->body / 10.0;
}

static PangoLayout *
new_layout (const SeidelLessonParts *self,
            const char *text,
            double relative,
            bool bold,
            double width)
{
  g_autofree char *markup = seidel_lesson_markup (text);
  PangoLayout *layout = pango_cairo_create_layout (self->cr);
  PangoFontDescription *font = pango_font_description_new ();

  pango_font_description_set_family (font, "Cantarell, sans-serif");
  pango_font_description_set_absolute_size (font, relative * self->body * PANGO_SCALE);
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
expand (const SeidelLessonParts *self, const SeidelLessonText *text)
{
  return seidel_lesson_values_expand (self->stage->values,
                                      seidel_lesson_text_get (text, self->languages));
}

static SeidelLessonPart *
add (SeidelLessonParts *self, const SeidelLessonPart *part)
{
  g_array_append_val (self->parts, *part);
  return &g_array_index (self->parts, SeidelLessonPart, self->parts->len - 1);
}

SeidelLessonPart *
seidel_lesson_parts_add_text (SeidelLessonParts *self, const char *text, double relative, bool bold)
{
  SeidelLessonPart part = { .kind = SEIDEL_LESSON_PART_TEXT,
                            .gap = SEIDEL_LESSON_PART_GAP * unit (self) };

  if (text[0] == '\0')
    return NULL;
  part.layout = new_layout (self, text, relative, bold, self->width);
  part.height = height_of (part.layout);
  return add (self, &part);
}

void
seidel_lesson_parts_add_expanded (SeidelLessonParts *self,
                                  const SeidelLessonText *text,
                                  double relative,
                                  bool bold)
{
  g_autofree char *expanded = expand (self, text);

  seidel_lesson_parts_add_text (self, expanded, relative, bold);
}

void
seidel_lesson_parts_add_picture (SeidelLessonParts *self,
                                 SeidelLessonPicture *picture,
                                 double height)
{
  const SeidelLessonPart part = { .kind = SEIDEL_LESSON_PART_PICTURE,
                                  .picture = *picture,
                                  .height = height,
                                  .gap = SEIDEL_LESSON_PART_GAP * unit (self) };

  *picture = (SeidelLessonPicture){ NULL };
  add (self, &part);
}

static void
add_answer (SeidelLessonParts *self, const char *text)
{
  SeidelLessonPart *part = seidel_lesson_parts_add_text (self, text, 1.0, false);

  if (part == NULL)
    return;
  pango_layout_set_width (part->layout, (int) ((self->width - INDENT * unit (self)) * PANGO_SCALE));
  part->height = height_of (part->layout) + SEIDEL_LESSON_PART_GAP * unit (self);
  part->framed = true;
}

static void
add_choice (SeidelLessonParts *self, const SeidelLessonChoice *choice, bool checked)
{
  g_autofree char *text =
    seidel_format_translate_number (seidel_lesson_text_get (&choice->text, self->languages));
  SeidelLessonPart part = { .kind = SEIDEL_LESSON_PART_CHOICE,
                            .gap = SEIDEL_LESSON_PART_GAP / 2.0 * unit (self),
                            .checked = checked };

  part.layout = new_layout (self, text, 1.0, checked, self->width - INDENT * unit (self));
  part.height = height_of (part.layout);
  add (self, &part);
}

/* What is right, where no choice says it. */
static void
add_right (SeidelLessonParts *self, const SeidelLessonStep *step, const SeidelLessonRows *rows)
{
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
  seidel_lesson_parts_add_text (self, text, 1.0, true);
}

void
seidel_lesson_parts_add_question (SeidelLessonParts *self,
                                  size_t number,
                                  const SeidelLessonRows *rows,
                                  bool open,
                                  bool room)
{
  const SeidelLessonStep *step = &self->stage->lesson->steps[number];
  const int right = open ? -1 : seidel_lesson_find_right (step, self->stage->values);
  g_autofree char *answer = expand (self, &step->answer);

  if (step->ask.n == 0)
    return;
  seidel_lesson_parts_add_expanded (self, &step->ask, 1.0, true);
  for (size_t i = 0; i < step->n_choices; i++)
    add_choice (self, &step->choices[i], right == (int) i);
  if (room && step->n_choices == 0 && step->asked != SEIDEL_LESSON_ASKED_LEVELS)
    add (self, &(SeidelLessonPart){ .kind = SEIDEL_LESSON_PART_ROOM,
                                    .height = ANSWER * unit (self),
                                    .gap = SEIDEL_LESSON_PART_GAP * unit (self) });
  if (open)
    return;
  add_right (self, step, rows);
  add_answer (self, answer);
}

double
seidel_lesson_parts_height (const SeidelLessonParts *self)
{
  double height = 0.0;

  for (guint i = 0; i < self->parts->len; i++)
    height += g_array_index (self->parts, SeidelLessonPart, i).gap
              + g_array_index (self->parts, SeidelLessonPart, i).height;
  return height;
}

static void
draw_picture (const SeidelLessonParts *self,
              const SeidelLessonPart *part,
              double x,
              double y,
              const SeidelTheme *theme)
{
  cairo_t *cr = self->cr;

  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_rectangle (cr, 0.0, 0.0, self->width, part->height);
  cairo_clip (cr);
  part->picture.draw (part->picture.picture, cr, self->width, part->height, theme);
  cairo_restore (cr);
}

/* A box, with a tick if it is the right one. */
static void
draw_box (cairo_t *cr, double x, double y, double box, bool checked)
{
  cairo_set_line_width (cr, 0.1 * box);
  cairo_rectangle (cr, x, y, box, box);
  cairo_stroke (cr);
  if (!checked)
    return;
  cairo_set_line_width (cr, 0.2 * box);
  cairo_move_to (cr, x + 0.2 * box, y + 0.5 * box);
  cairo_line_to (cr, x + 0.45 * box, y + 0.8 * box);
  cairo_line_to (cr, x + 1.1 * box, y - 0.1 * box);
  cairo_stroke (cr);
}

void
seidel_lesson_part_draw (const SeidelLessonParts *self,
                         const SeidelLessonPart *part,
                         double x,
                         double y,
                         const SeidelTheme *theme)
{
  cairo_t *cr = self->cr;
  const double u = unit (self);

  if (part->kind == SEIDEL_LESSON_PART_PICTURE)
    {
      draw_picture (self, part, x, y, theme);
      return;
    }
  seidel_color_set_source (&theme->foreground, cr);
  if (part->kind == SEIDEL_LESSON_PART_ROOM)
    {
      cairo_set_line_width (cr, 0.5 * u);
      cairo_move_to (cr, x, y + part->height - 2.0 * u);
      cairo_line_to (cr, x + self->width, y + part->height - 2.0 * u);
      cairo_stroke (cr);
      return;
    }
  if (part->kind == SEIDEL_LESSON_PART_CHOICE)
    {
      draw_box (cr, x, y + 0.3 * self->body, BOX * u, part->checked);
      x += INDENT * u;
    }
  else if (part->framed)
    {
      cairo_rectangle (cr, x, y, 2.0 * u, part->height);
      cairo_fill (cr);
      x += INDENT / 2.0 * u;
      y += SEIDEL_LESSON_PART_GAP / 2.0 * u;
    }
  cairo_move_to (cr, x, y);
  pango_cairo_show_layout (cr, part->layout);
}
