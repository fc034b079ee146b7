/* Values, expressions and placeholders.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lesson/seidel-lesson-values.h"

#include <math.h>
#include <string.h>

#include "base/seidel-fail.h"
#include "base/seidel-format.h"
#include "experiment/seidel-expression.h"
#include "base/seidel-translatable.h"

#define SETTING_PREFIX "set."
/* Values that are computed from others, and those from others again. */
#define MOST_DEPTH 16

struct SeidelLessonValues
{
  SeidelLesson *lesson;
  double *numbers; /* of those that are measured; NaN: not known */
};

/* What an expression is looked up in. */
typedef struct
{
  const SeidelLesson *lesson;
  const SeidelLessonValues *values; /* NULL: nothing is known */
  int depth;
} Scope;

SeidelLessonValues *
seidel_lesson_values_new (SeidelLesson *lesson)
{
  SeidelLessonValues *self = g_new0 (SeidelLessonValues, 1);

  self->lesson = seidel_lesson_ref (lesson);
  self->numbers = g_new (double, lesson->n_values);
  for (size_t i = 0; i < lesson->n_values; i++)
    self->numbers[i] = NAN;
  return self;
}

void
seidel_lesson_values_free (SeidelLessonValues *self)
{
  seidel_lesson_unref (self->lesson);
  g_free (self->numbers);
  g_free (self);
}

SeidelLesson *
seidel_lesson_values_get_lesson (const SeidelLessonValues *self)
{
  return self->lesson;
}

static bool
is_of (const SeidelLessonValue *value, size_t setup)
{
  return value->source == SEIDEL_LESSON_MEASURED && value->setup == setup;
}

void
seidel_lesson_values_take (SeidelLessonValues *self, size_t setup, const SeidelMeasured *measured)
{
  for (size_t i = 0; i < self->lesson->n_values; i++)
    {
      const SeidelLessonValue *value = &self->lesson->values[i];

      if (is_of (value, setup) && (value->measure->of_matrix || measured->outcome != NULL)
          && (!value->measure->levels || measured->levels != NULL))
        self->numbers[i] = seidel_experiment_measure_get (value->measure, measured);
    }
}

bool
seidel_lesson_values_complete (const SeidelLessonValues *self, size_t setup, bool of_matrix)
{
  for (size_t i = 0; i < self->lesson->n_values; i++)
    {
      const SeidelLessonValue *value = &self->lesson->values[i];

      if (is_of (value, setup) && value->measure->of_matrix == of_matrix
          && isnan (self->numbers[i]))
        return false;
    }
  return true;
}

bool
seidel_lesson_values_has_result (const SeidelLessonValues *self, const char *experiment)
{
  for (size_t i = 0; i < self->lesson->n_values; i++)
    {
      const SeidelLessonValue *value = &self->lesson->values[i];

      if (value->source == SEIDEL_LESSON_EXPERIMENT && strcmp (value->experiment, experiment) == 0
          && isnan (self->numbers[i]))
        return false;
    }
  return true;
}

double
seidel_lesson_values_peek (const SeidelLessonValues *self, size_t value)
{
  return self->numbers[value];
}

void
seidel_lesson_values_set (SeidelLessonValues *self, size_t value, double number)
{
  self->numbers[value] = number;
}

static bool lookup (const char *name, double *value, gpointer data);

static bool
look_up_value (const Scope *scope, size_t index, double *number)
{
  const SeidelLessonValue *value = &scope->lesson->values[index];
  Scope inner = { scope->lesson, scope->values, scope->depth + 1 };

  switch (value->source)
    {
    case SEIDEL_LESSON_CITED:
      *number = value->cited;
      return true;
    case SEIDEL_LESSON_COMPUTED:
      return inner.depth < MOST_DEPTH
             && seidel_expression_evaluate (value->expression, lookup, &inner, number, NULL);
    default:
      *number = scope->values != NULL ? scope->values->numbers[index] : NAN;
      return true;
    }
}

/* A SeidelExpressionLookup. */
static bool
lookup (const char *name, double *number, gpointer data)
{
  const Scope *scope = data;
  const int index = seidel_lesson_find_value (scope->lesson, name);

  if (index >= 0)
    return look_up_value (scope, (size_t) index, number);
  if (!g_str_has_prefix (name, SETTING_PREFIX))
    return false;
  g_autofree char *text =
    seidel_lesson_find_setting (scope->lesson, name + strlen (SETTING_PREFIX));
  char *end = NULL;
  if (text == NULL)
    return false;
  *number = g_ascii_strtod (text, &end);
  return end != text && *end == '\0';
}

double
seidel_lesson_values_get (const SeidelLessonValues *self, const char *name)
{
  Scope scope = { self->lesson, self, 0 };
  double number = NAN;

  return lookup (name, &number, &scope) ? number : NAN;
}

double
seidel_lesson_values_evaluate (const SeidelLessonValues *self, const char *expression)
{
  Scope scope = { self->lesson, self, 0 };
  double number;

  return seidel_expression_evaluate (expression, lookup, &scope, &number, NULL) ? number : NAN;
}

SeidelLessonVerdict
seidel_lesson_values_judge (const SeidelLessonValues *self, const char *expression)
{
  const double number = seidel_lesson_values_evaluate (self, expression);

  if (isnan (number))
    return SEIDEL_LESSON_OPEN;
  return number != 0.0 ? SEIDEL_LESSON_HOLDS : SEIDEL_LESSON_FAILS;
}

bool
seidel_lesson_check_expression (const SeidelLesson *lesson, const char *expression, GError **error)
{
  Scope scope = { lesson, NULL, 0 };
  double number;

  return seidel_expression_evaluate (expression, lookup, &scope, &number, error);
}

/* What a placeholder may name: each kind of them once. */
typedef enum
{
  PLACEHOLDER_MEASURED,
  PLACEHOLDER_CITED,
  PLACEHOLDER_SOURCE,
  PLACEHOLDER_SET,
} PlaceholderKind;

static const char *const placeholder_names[] = { "measured:", "cited:", "source:", "set:" };

typedef struct
{
  PlaceholderKind kind;
  char *name;
  int value; /* index; −1 for a setting */
} Placeholder;

static bool
check_placeholder (const SeidelLesson *lesson, const Placeholder *placeholder)
{
  const bool cited =
    placeholder->value >= 0 && lesson->values[placeholder->value].source == SEIDEL_LESSON_CITED;

  if (placeholder->kind == PLACEHOLDER_SET)
    {
      g_autofree char *text = seidel_lesson_find_setting (lesson, placeholder->name);

      return text != NULL;
    }
  return placeholder->value >= 0 && cited == (placeholder->kind != PLACEHOLDER_MEASURED);
}

/* The placeholder at an opening brace, whose end is returned; NULL if it is none. */
static const char *
read_placeholder (const SeidelLesson *lesson, const char *brace, Placeholder *placeholder)
{
  const char *end = strchr (brace, '}');

  for (size_t i = 0; end != NULL && i < G_N_ELEMENTS (placeholder_names); i++)
    if (g_str_has_prefix (brace + 1, placeholder_names[i]))
      {
        const char *begin = brace + 1 + strlen (placeholder_names[i]);

        placeholder->kind = (PlaceholderKind) i;
        placeholder->name = g_strndup (begin, (size_t) (end - begin));
        placeholder->value = seidel_lesson_find_value (lesson, placeholder->name);
        if (check_placeholder (lesson, placeholder))
          return end + 1;
        g_free (placeholder->name);
        return NULL;
      }
  return NULL;
}

/* One behind a letter belongs to a name, such as H200, and one behind “n + ” to a formula. */
static bool
is_of_name (const char *text, const char *at)
{
  static const char formula[] = "n + ";
  const size_t length = strlen (formula);

  return (at > text && g_ascii_isalnum (at[-1]))
         || ((size_t) (at - text) >= length && strncmp (at - length, formula, length) == 0);
}

bool
seidel_lesson_check_text (const SeidelLesson *lesson, const char *text, GError **error)
{
  Placeholder placeholder;

  for (const char *at = text; *at != '\0';)
    if (*at == '{')
      {
        const char *end = read_placeholder (lesson, at, &placeholder);

        if (end == NULL)
          return seidel_fail (error, SEIDEL_ERROR_FORMAT,
                              seidel_text ("no placeholder of a known value or setting at “%.40s”"),
                              at);
        g_free (placeholder.name);
        at = end;
      }
    else
      at++;
  return true;
}

const char *
seidel_lesson_find_digit (const char *text)
{
  for (const char *at = text; *at != '\0'; at++)
    if (*at == '{' && strchr (at, '}') != NULL)
      at = strchr (at, '}');
    else if (g_ascii_isdigit (*at) && !is_of_name (text, at))
      return at;
  return NULL;
}

static char *
format_value (const SeidelLessonValues *self, const Placeholder *placeholder)
{
  const SeidelLessonValue *value = &self->lesson->values[placeholder->value];
  const double number = seidel_lesson_values_get (self, placeholder->name);

  if (isnan (number))
    return g_strdup ("…");
  if (value->digits == 0)
    return seidel_measure_unit_format (value->unit, number);
  return seidel_format_unit (number,
                             value->unit == SEIDEL_MEASURE_PERCENT ? SEIDEL_UNIT_PERCENT
                                                                   : SEIDEL_UNIT_NONE,
                             value->digits);
}

/* A number as texts write numbers; takes the text. */
static char *
format_setting (char *text)
{
  char *end = NULL;
  const double number = g_ascii_strtod (text, &end);

  if (end == text || *end != '\0')
    return text;
  g_free (text);
  return seidel_format_value (number, 6);
}

static char *
format_placeholder (const SeidelLessonValues *self, const Placeholder *placeholder)
{
  if (placeholder->kind == PLACEHOLDER_SET)
    return format_setting (seidel_lesson_find_setting (self->lesson, placeholder->name));
  if (placeholder->kind == PLACEHOLDER_SOURCE)
    return g_strdup (self->lesson->values[placeholder->value].where);
  return format_value (self, placeholder);
}

char *
seidel_lesson_values_expand (const SeidelLessonValues *self, const char *text)
{
  GString *expanded = g_string_new (NULL);
  Placeholder placeholder;

  while (*text != '\0')
    {
      const char *brace = strchr (text, '{');
      const char *end = brace != NULL ? read_placeholder (self->lesson, brace, &placeholder) : NULL;

      if (end == NULL)
        {
          g_string_append (expanded, text);
          break;
        }
      g_autofree char *formatted = format_placeholder (self, &placeholder);
      g_string_append_len (expanded, text, brace - text);
      g_string_append (expanded, formatted);
      g_free (placeholder.name);
      text = end;
    }
  return g_string_free (expanded, FALSE);
}

bool
seidel_lesson_values_knows (const SeidelLessonValues *self, const char *text)
{
  Placeholder placeholder;
  bool known = true;

  while (known && (text = strchr (text, '{')) != NULL)
    {
      text = read_placeholder (self->lesson, text, &placeholder);
      if (text == NULL)
        break;
      if (placeholder.kind == PLACEHOLDER_MEASURED)
        known = !isnan (seidel_lesson_values_get (self, placeholder.name));
      g_free (placeholder.name);
    }
  return known;
}
