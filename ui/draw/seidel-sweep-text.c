/* What a sweep that is played says in words and numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <glib/gi18n.h>

#include "base/seidel-format.h"
#include "draw/seidel-sweep-flows.h"
#include "draw/seidel-sweep-race.h"

#define MOST_NAMED 4 /* rows in a text */

const char *
seidel_row_state_name (SeidelRowState state, int64_t rows)
{
  const unsigned long n = (unsigned long) rows;

  switch (state)
    {
    case SEIDEL_ROW_WAITING:
      return ngettext ("waiting", "waiting", n);
    case SEIDEL_ROW_READY:
      return ngettext ("ready", "ready", n);
    case SEIDEL_ROW_STALE:
      return ngettext ("computed from old values", "computed from old values", n);
    case SEIDEL_ROW_WRONG:
      return ngettext ("computed from wrong values", "computed from wrong values", n);
    case SEIDEL_ROW_NOW:
      return ngettext ("computed now", "computed now", n);
    case SEIDEL_ROW_DONE:
    default:
      return ngettext ("done", "done", n);
    }
}

char *
seidel_sweep_picture_describe (const SeidelSweepPicture *picture)
{
  static const SeidelRowState order[] = { SEIDEL_ROW_NOW,   SEIDEL_ROW_DONE,  SEIDEL_ROW_STALE,
                                          SEIDEL_ROW_WRONG, SEIDEL_ROW_READY, SEIDEL_ROW_WAITING };
  g_autofree char *step = seidel_format_count (picture->step);
  g_autofree char *steps = seidel_format_count (picture->playback->steps);
  int64_t counts[SEIDEL_N_ROW_STATES];
  GString *text = g_string_new (NULL);
  const char *separator = "";

  seidel_playback_count (picture->playback, picture->step, counts);
  if (picture->withheld)
    g_string_append_printf (text,
                            picture->playback->mode == SEIDEL_PLAY_LEVELS ? _ ("Level %s: ")
                            : picture->playback->mode == SEIDEL_PLAY_ROWS ? _ ("Row %s: ")
                                                                          : _ ("Pass %s: "),
                            step);
  else
    g_string_append_printf (text,
                            picture->playback->mode == SEIDEL_PLAY_LEVELS ? _ ("Level %s of %s: ")
                            : picture->playback->mode == SEIDEL_PLAY_ROWS ? _ ("Row %s of %s: ")
                                                                          : _ ("Pass %s of %s: "),
                            step, steps);
  if (picture->race != NULL)
    {
      g_autofree char *error = seidel_format_value (picture->race->errors[picture->step], 3);

      g_string_append_printf (text, _ ("error %s; "), error);
    }
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    if (counts[order[i]] > 0)
      {
        g_autofree char *count = seidel_format_count (counts[order[i]]);

        g_string_append_printf (text, "%s%s %s", separator, count,
                                seidel_row_state_name (order[i], counts[order[i]]));
        separator = ", ";
      }
  return g_string_free (text, FALSE);
}

/* " · waits for rows 3 and 11" with as many as have their place in a line. */
static void
append_dependencies (const SeidelSweepPicture *picture, GString *text, int64_t row)
{
  const SeidelCsr *csr = picture->matrix->csr;
  const bool forward = picture->playback->direction == SEIDEL_DIRECTION_FORWARD;
  GString *rows = g_string_new (NULL);
  int n = 0;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      const int32_t column = csr->column_indices[k];
      g_autofree char *number = seidel_format_count (column + 1);

      if (forward ? column >= row : column <= row)
        continue;
      n++;
      if (n <= MOST_NAMED)
        g_string_append_printf (rows, "%s%s", n > 1 ? ", " : "", number);
    }
  if (n > MOST_NAMED)
    g_string_append (rows, ", …");
  if (n == 0)
    g_string_append (text, _ (" · depends on no row"));
  else
    g_string_append_printf (text,
                            ngettext (" · depends on row %s", " · depends on rows %s",
                                      (unsigned long) n),
                            rows->str);
  g_string_free (rows, TRUE);
}

char *
seidel_sweep_picture_describe_row (const SeidelSweepPicture *picture, int64_t row)
{
  const int64_t original = seidel_matrix_original_row (picture->matrix, row);
  g_autofree char *place = seidel_matrix_describe_place (picture->matrix, row, -1);
  GString *text;

  if (seidel_sweep_picture_shows_groups (picture))
    return seidel_sweep_flows_describe (
      picture,
      seidel_level_flows_group (picture->flows, picture->flows->schedule->level_of_row[row]));
  text = g_string_new (NULL);
  g_string_append (text, place);
  if (picture->cells.grid)
    {
      g_autofree char *line = seidel_format_count (original / picture->cells.line + 1);
      g_autofree char *point = seidel_format_count (original % picture->cells.line + 1);

      g_string_append_printf (text, _ (" (line %s, point %s)"), line, point);
    }
  g_string_append_printf (
    text, ": %s",
    seidel_row_state_name (seidel_playback_state (picture->playback, row, picture->step), 1));
  append_dependencies (picture, text, row);
  if (picture->x != NULL)
    {
      g_autofree char *before = seidel_format_compact (picture->before[row], 6);
      g_autofree char *after = seidel_format_compact (picture->x[row], 6);

      g_string_append_printf (text, " · x = %s → %s", before, after);
    }
  return g_string_free (text, FALSE);
}

char *
seidel_sweep_picture_to_csv (const SeidelSweepPicture *picture)
{
  static const char *const ids[SEIDEL_N_ROW_STATES] = { "waiting", "ready", "stale",
                                                        "wrong",   "now",   "done" };
  const SeidelPlayback *playback = picture->playback;
  GString *csv = g_string_new ("row,ready_at,computed_at,state,before,x\n");

  for (int64_t row = 0; row < playback->rows; row++)
    {
      g_string_append_printf (csv, "%" G_GINT64_FORMAT ",%d,%d,%s,", row + 1,
                              playback->ready_at[row], playback->computed_at[row],
                              ids[seidel_playback_state (playback, row, picture->step)]);
      if (picture->x != NULL)
        seidel_format_append_csv (csv, picture->before[row]);
      g_string_append_c (csv, ',');
      if (picture->x != NULL)
        seidel_format_append_csv (csv, picture->x[row]);
      g_string_append_c (csv, '\n');
    }
  return g_string_free (csv, FALSE);
}
