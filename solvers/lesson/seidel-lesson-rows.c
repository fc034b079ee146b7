/* Levels and orders of rows as answers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lesson/seidel-lesson-rows.h"

#include <inttypes.h>
#include <math.h>

#include "analysis/seidel-schedule.h"
#include "base/seidel-fail.h"
#include "experiment/seidel-experiment-run.h"
#include "base/seidel-translatable.h"

/* A row that has no number in a list of levels. */
#define NOTHING "–"

/* The largest level that can be typed. */
#define MOST_LEVEL 999

/* The level of each row that has a place, if the rows are computed in that order; 0 for others. */
static void
find_levels (const SeidelCsr *csr, const int *places, int *levels)
{
  const int64_t n = csr->rows;
  g_autofree int64_t *row_at = g_new (int64_t, (size_t) n + 1);

  for (int64_t place = 0; place <= n; place++)
    row_at[place] = -1;
  for (int64_t row = 0; row < n; row++)
    {
      levels[row] = 0;
      row_at[CLAMP (places[row], 0, n)] = row;
    }
  for (int64_t place = 1; place <= n; place++)
    {
      const int64_t row = row_at[place];

      if (row < 0)
        continue;
      levels[row] = 1;
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        {
          const int64_t other = csr->column_indices[k];

          if (places[other] > 0 && places[other] < place)
            levels[row] = MAX (levels[row], levels[other] + 1);
        }
    }
}

/* Places by a number for each row, the lowest first, then by row. */
static void
place_by (const int *keys, int64_t n, int *places)
{
  int next = 1;

  for (int key = 1; next <= n; key++)
    for (int64_t row = 0; row < n; row++)
      if (keys[row] == key)
        places[row] = next++;
}

/* Each row has the first colour that no row before it has which it waits for, or which waits for
 * it: rows of a colour are of one level. */
static void
find_colors (const SeidelCsr *csr, int *colors)
{
  const int64_t n = csr->rows;
  g_autofree bool *near = g_new0 (bool, (size_t) (n * n) + 1);

  for (int64_t row = 0; row < n; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      near[row * n + csr->column_indices[k]] = near[csr->column_indices[k] * n + row] = true;
  for (int64_t row = 0; row < n; row++)
    {
      bool taken = true;

      for (colors[row] = 0; taken;)
        {
          colors[row]++;
          taken = false;
          for (int64_t other = 0; other < row; other++)
            taken = taken || (near[row * n + other] && colors[other] == colors[row]);
        }
    }
}

static bool
find_right (SeidelLessonRows *self, GError **error)
{
  const SeidelCsr *csr = self->matrix->csr;
  g_autofree int *keys = g_new0 (int, (size_t) self->n + 1);
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, error);

  if (schedule == NULL)
    return false;
  for (int64_t row = 0; row < self->n; row++)
    keys[row] = schedule->level_of_row[row];
  if (self->asked == SEIDEL_LESSON_ASKED_ORDER && self->most_levels > 0)
    find_colors (csr, keys);
  if (self->asked == SEIDEL_LESSON_ASKED_ORDER)
    place_by (keys, self->n, self->right);
  else
    for (int64_t row = 0; row < self->n; row++)
      self->right[row] = keys[row];
  if (seidel_lesson_rows_judge (self, self->right, NULL) == self->n)
    return true;
  return seidel_fail (error, SEIDEL_ERROR_INVALID,
                      seidel_text ("no order of %s with at most %d levels was found"),
                      self->matrix->name, self->most_levels);
}

SeidelLessonRows *
seidel_lesson_rows_new (SeidelMatrix *matrix,
                        SeidelLessonAsked asked,
                        int most_levels,
                        GError **error)
{
  const SeidelCsr *csr = matrix->csr;
  g_autoptr (SeidelLessonRows) self = NULL;

  if (csr->rows > SEIDEL_LESSON_MOST_ROWS)
    return seidel_fail (error, SEIDEL_ERROR_INVALID,
                        seidel_text ("%s has %" PRId64
                                     " rows; a lesson can ask for those of up to %d"),
                        matrix->name, csr->rows, SEIDEL_LESSON_MOST_ROWS);
  self = g_new0 (SeidelLessonRows, 1);
  g_atomic_ref_count_init (&self->references);
  self->asked = asked;
  self->matrix = seidel_matrix_ref (matrix);
  self->n = csr->rows;
  self->most_levels = most_levels;
  self->right = g_new0 (int, (size_t) self->n + 1);
  return find_right (self, error) ? g_steal_pointer (&self) : NULL;
}

SeidelLessonRows *
seidel_lesson_rows_new_for_step (const SeidelLessonValues *values,
                                 size_t step,
                                 SeidelMatrix *matrix,
                                 GError **error)
{
  const SeidelLessonStep *asking = &seidel_lesson_values_get_lesson (values)->steps[step];
  double most = 0.0;

  if (asking->most_levels[0] != '\0')
    most = seidel_lesson_values_evaluate (values, asking->most_levels);
  if (!(most >= 0.0 && most <= SEIDEL_LESSON_MOST_ROWS))
    return seidel_fail (error, SEIDEL_ERROR_INVALID, seidel_text ("“%s” is no number of levels"),
                        asking->most_levels);
  return seidel_lesson_rows_new (matrix, asking->asked, (int) most, error);
}

SeidelLessonRows *
seidel_lesson_rows_load (const SeidelLessonValues *values,
                         size_t step,
                         GCancellable *cancellable,
                         GError **error)
{
  const SeidelLesson *lesson = seidel_lesson_values_get_lesson (values);
  const SeidelExperimentSetup setup =
    seidel_lesson_setup (lesson, (size_t) lesson->steps[step].setup);
  g_autoptr (SeidelProblem) problem = seidel_experiment_load_problem (&setup, cancellable, error);

  return problem != NULL ? seidel_lesson_rows_new_for_step (values, step, problem->matrix, error)
                         : NULL;
}

SeidelLessonRows *
seidel_lesson_rows_ref (SeidelLessonRows *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

void
seidel_lesson_rows_unref (SeidelLessonRows *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;
  seidel_matrix_unref (self->matrix);
  g_free (self->right);
  g_free (self);
}

/* Whether all rows that a row waits for have places before its own. */
static bool
is_in_order (const SeidelCsr *csr, const int *places, int64_t row)
{
  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      const int64_t other = csr->column_indices[k];

      if (other < row && (places[other] == 0 || places[other] > places[row]))
        return false;
    }
  return places[row] > 0;
}

int64_t
seidel_lesson_rows_judge (const SeidelLessonRows *self, const int *given, bool *right)
{
  const SeidelCsr *csr = self->matrix->csr;
  g_autofree int *levels = g_new0 (int, (size_t) self->n + 1);
  int64_t count = 0;

  if (self->most_levels > 0)
    find_levels (csr, given, levels);
  for (int64_t row = 0; row < self->n; row++)
    {
      const bool holds = self->asked == SEIDEL_LESSON_ASKED_LEVELS ? given[row] == self->right[row]
                         : self->most_levels > 0
                           ? given[row] > 0 && levels[row] <= self->most_levels
                           : is_in_order (csr, given, row);

      count += holds;
      if (right != NULL)
        right[row] = holds;
    }
  return count;
}

void
seidel_lesson_rows_give (const SeidelLessonRows *self, int *given, int64_t row, int value)
{
  int last = 0;

  if (self->asked == SEIDEL_LESSON_ASKED_LEVELS)
    {
      given[row] = CLAMP (value, 0, MOST_LEVEL);
      return;
    }
  for (int64_t i = 0; i < self->n; i++)
    last = MAX (last, given[i]);
  if (value > 0 && given[row] == 0)
    given[row] = last + 1;
  if (value > 0 || given[row] == 0)
    return;
  for (int64_t i = 0; i < self->n; i++)
    given[i] -= given[i] > given[row];
  given[row] = 0;
}

char *
seidel_lesson_rows_to_text (const SeidelLessonRows *self, const int *given)
{
  GString *text = g_string_new (NULL);
  int last = 0;

  for (int64_t row = 0; row < self->n; row++)
    last = MAX (last, given[row]);
  if (last == 0)
    return g_string_free (text, FALSE);
  if (self->asked == SEIDEL_LESSON_ASKED_LEVELS)
    for (int64_t row = 0; row < self->n; row++)
      if (given[row] > 0)
        g_string_append_printf (text, "%s%d", row > 0 ? " " : "", given[row]);
      else
        g_string_append (text, row > 0 ? " " NOTHING : NOTHING);
  else
    for (int place = 1; place <= last; place++)
      for (int64_t row = 0; row < self->n; row++)
        if (given[row] == place)
          g_string_append_printf (text, "%s%" G_GINT64_FORMAT, place > 1 ? " " : "", row + 1);
  return g_string_free (text, FALSE);
}

/* A number of the list, or 0 for a row without one, and what comes behind it. False at its end. */
static bool
next_number (const char **text, int *number)
{
  for (; **text != '\0'; *text = g_utf8_next_char (*text))
    if (g_ascii_isdigit (**text))
      {
        char *end;

        *number = (int) MIN (g_ascii_strtoull (*text, &end, 10), G_MAXINT);
        *text = end;
        return true;
      }
    else if (g_str_has_prefix (*text, NOTHING))
      {
        *text += sizeof NOTHING - 1;
        *number = 0;
        return true;
      }
  return false;
}

bool
seidel_lesson_rows_parse (const SeidelLessonRows *self, const char *text, int *given)
{
  const bool levels = self->asked == SEIDEL_LESSON_ASKED_LEVELS;
  int64_t count = 0;
  bool good = true;
  int number;

  for (int64_t row = 0; row < self->n; row++)
    given[row] = 0;
  for (; next_number (&text, &number); count++)
    if (levels && count < self->n && number <= MOST_LEVEL)
      given[count] = number;
    else if (!levels && number >= 1 && number <= self->n && given[number - 1] == 0)
      seidel_lesson_rows_give (self, given, number - 1, 1);
    else
      good = false;
  return good;
}
