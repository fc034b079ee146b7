/* CSV to JSON, cell by cell; the apostrophes that keep spreadsheets from running a text are left
 * out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-table-json.h"

#include <stdbool.h>

#include "base/seidel-csv.h"

/* One cell of a table. */
typedef struct
{
  GString *text; /* without quotes around it */
  bool quoted;
  bool last; /* of its line */
} Cell;

/* Reads the cell at a place; returns the place of the next one. */
static const char *
read_cell (const char *at, Cell *cell)
{
  g_string_truncate (cell->text, 0);
  cell->quoted = *at == '"';
  if (cell->quoted)
    for (at++; *at != '\0' && (*at != '"' || at[1] == '"'); at++)
      {
        at += *at == '"';
        g_string_append_c (cell->text, *at);
      }
  at += cell->quoted && *at == '"';
  for (; *at != '\0' && *at != ',' && *at != '\n'; at++)
    if (*at != '\r')
      g_string_append_c (cell->text, *at);
  cell->last = *at != ',';
  return *at != '\0' ? at + 1 : at;
}

/* The digits at a place; at least one, or NULL. */
static const char *
skip_digits (const char *at)
{
  if (at == NULL || !g_ascii_isdigit (*at))
    return NULL;
  while (g_ascii_isdigit (*at))
    at++;
  return at;
}

/* Whether JSON knows this number as it is written; not infinities, and none of C's other ways. */
static bool
is_number (const char *text)
{
  const char *at = text + (*text == '-');

  if (*at == '0' && g_ascii_isdigit (at[1]))
    return false;
  at = skip_digits (at);
  if (at != NULL && *at == '.')
    at = skip_digits (at + 1);
  if (at != NULL && (*at == 'e' || *at == 'E'))
    at = skip_digits (at[1] == '-' || at[1] == '+' ? at + 2 : at + 1);
  return at != NULL && *at == '\0';
}

static void
append_text (GString *json, const char *text)
{
  g_string_append_c (json, '"');
  for (; *text != '\0'; text++)
    if (*text == '"' || *text == '\\')
      g_string_append_printf (json, "\\%c", *text);
    else if ((guchar) *text < ' ')
      g_string_append_printf (json, "\\u%04x", (guint) *text);
    else
      g_string_append_c (json, *text);
  g_string_append_c (json, '"');
}

static void
append_value (GString *json, const Cell *cell)
{
  if (!cell->quoted && cell->text->len == 0)
    g_string_append (json, "null");
  else if (!cell->quoted && is_number (cell->text->str))
    g_string_append (json, cell->text->str);
  else
    append_text (json, cell->text->str[0] == '\'' && seidel_csv_is_formula (cell->text->str + 1)
                         ? cell->text->str + 1
                         : cell->text->str);
}

char *
seidel_table_to_json (const char *csv)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  GString *json = g_string_new ("[");
  Cell cell = { .text = g_string_new (NULL) };
  const char *at = csv;

  do
    {
      at = read_cell (at, &cell);
      g_ptr_array_add (names, g_strdup (cell.text->str));
    }
  while (!cell.last);
  for (const char *separator = "\n"; *at != '\0'; separator = ",\n")
    {
      guint column = 0;

      g_string_append_printf (json, "%s  {", separator);
      do
        {
          at = read_cell (at, &cell);
          if (column >= names->len)
            continue;
          g_string_append (json, column > 0 ? ", " : " ");
          append_text (json, names->pdata[column++]);
          g_string_append (json, ": ");
          append_value (json, &cell);
        }
      while (!cell.last);
      g_string_append (json, " }");
    }
  g_string_append (json, "\n]\n");
  g_string_free (cell.text, TRUE);
  return g_string_free (json, FALSE);
}
