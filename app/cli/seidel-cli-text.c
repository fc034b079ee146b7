/* Output of seidel-cli: numbers for people, aligned sheets, JSON, messages.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-text.h"

#include <errno.h>
#include <gio/gio.h>
#include <math.h>
#include <string.h>

#include "base/seidel-error.h"
#include "cli/seidel-cli-command.h"
#include "base/seidel-format.h"

/* A number by a printf format, with a point for the decimals in every locale. */
static char *
format_number (const char *format, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, format, value));
}

char *
seidel_cli_text_count (int64_t value, const char *singular, const char *plural)
{
  g_autofree char *number = seidel_format_count (value);
  return g_strconcat (number, " ", value == 1 ? singular : plural, NULL);
}

char *
seidel_cli_text_number (double value)
{
  if (isnan (value))
    return g_strdup ("not known");
  if (fabs (value) < 1e15 && fabs (value) >= 1e3 && value == floor (value))
    return seidel_format_count ((int64_t) value);
  return format_number ("%.6g", value);
}

char *
seidel_cli_text_percent (double part)
{
  g_autofree char *number = format_number ("%.4g", part * 100.0);
  return g_strconcat (number, " %", NULL);
}

void
seidel_cli_text_wrap (GString *out, const char *text, int indent, int width)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  glong column = indent;
  for (char **word = words; *word != NULL; word++)
    {
      glong length = g_utf8_strlen (*word, -1);
      if (word != words && column > indent && column + 1 + length > width)
        {
          g_string_append_printf (out, "\n%*s", indent, "");
          column = indent;
        }
      else if (word != words)
        {
          g_string_append_c (out, ' ');
          column++;
        }
      g_string_append (out, *word);
      column += length;
    }
}

#define SHEET_WIDTH 100

typedef enum
{
  LINE_TITLE,
  LINE_NOTE,
  LINE_VALUE,
} LineKind;

void
seidel_cli_text_table (char *const *texts, size_t n_rows, size_t n_columns, GString *out)
{
  g_autofree glong *widths = g_new0 (glong, n_columns);
  for (size_t i = 0; i < n_rows * n_columns; i++)
    widths[i % n_columns] = MAX (widths[i % n_columns], g_utf8_strlen (texts[i], -1));
  for (size_t row = 0; row < n_rows; row++)
    {
      for (size_t column = 0; column < n_columns; column++)
        {
          const char *text = texts[row * n_columns + column];
          const int gap = (int) (widths[column] - g_utf8_strlen (text, -1));
          g_string_append (out, column == 0 ? "  " : "   ");
          if (column > 0)
            g_string_append_printf (out, "%*s", gap, "");
          g_string_append (out, text);
          if (column == 0 && n_columns > 1)
            g_string_append_printf (out, "%*s", gap, "");
        }
      g_string_append_c (out, '\n');
    }
}

typedef struct
{
  LineKind kind;
  char *label; /* of a title or note: the text */
  char *value;
} Line;

struct SeidelCliSheet
{
  GArray *lines;
};

static void
clear_line (void *data)
{
  Line *line = data;
  g_free (line->label);
  g_free (line->value);
}

SeidelCliSheet *
seidel_cli_sheet_new (void)
{
  SeidelCliSheet *sheet = g_new0 (SeidelCliSheet, 1);
  sheet->lines = g_array_new (FALSE, FALSE, sizeof (Line));
  g_array_set_clear_func (sheet->lines, clear_line);
  return sheet;
}

void
seidel_cli_sheet_free (SeidelCliSheet *sheet)
{
  g_array_unref (sheet->lines);
  g_free (sheet);
}

void
seidel_cli_sheet_title (SeidelCliSheet *sheet, const char *title)
{
  Line line = { LINE_TITLE, g_strdup (title), NULL };
  g_array_append_val (sheet->lines, line);
}

void
seidel_cli_sheet_note (SeidelCliSheet *sheet, const char *text)
{
  Line line = { LINE_NOTE, g_strdup (text), NULL };
  g_array_append_val (sheet->lines, line);
}

void
seidel_cli_sheet_take (SeidelCliSheet *sheet, const char *label, char *value)
{
  Line line = { LINE_VALUE, g_strdup (label), value };
  g_array_append_val (sheet->lines, line);
}

void
seidel_cli_sheet_add (SeidelCliSheet *sheet, const char *label, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  seidel_cli_sheet_take (sheet, label, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

static void
append_line (GString *out, const Line *line, glong width)
{
  switch (line->kind)
    {
    case LINE_TITLE:
      g_string_append_printf (out, "%s%s\n", out->len > 0 ? "\n" : "", line->label);
      return;
    case LINE_NOTE:
      g_string_append (out, "  ");
      seidel_cli_text_wrap (out, line->label, 2, SHEET_WIDTH);
      g_string_append_c (out, '\n');
      return;
    case LINE_VALUE:
      g_string_append_printf (out, "  %s%*s  ", line->label,
                              (int) (width - g_utf8_strlen (line->label, -1)), "");
      seidel_cli_text_wrap (out, line->value, (int) width + 4, SHEET_WIDTH);
      g_string_append_c (out, '\n');
      return;
    default:
      g_return_if_reached ();
    }
}

/* The widest label from a line to the next title: values are aligned within their section. */
static glong
section_width (const SeidelCliSheet *sheet, guint first)
{
  glong width = 0;
  for (guint i = first; i < sheet->lines->len; i++)
    {
      const Line *line = &g_array_index (sheet->lines, Line, i);
      if (line->kind == LINE_TITLE)
        break;
      if (line->kind == LINE_VALUE)
        width = MAX (width, g_utf8_strlen (line->label, -1));
    }
  return width;
}

char *
seidel_cli_sheet_to_text (SeidelCliSheet *sheet)
{
  GString *out = g_string_new (NULL);
  glong width = section_width (sheet, 0);
  for (guint i = 0; i < sheet->lines->len; i++)
    {
      const Line *line = &g_array_index (sheet->lines, Line, i);
      if (line->kind == LINE_TITLE)
        width = section_width (sheet, i + 1);
      append_line (out, line, width);
    }
  return g_string_free (out, FALSE);
}

/* Names out of files and archives may contain control sequences: shown as question marks. */
static char *
without_controls (const char *text)
{
  char *harmless = g_strdup (text);
  for (char *p = harmless; *p != '\0'; p++)
    if (g_ascii_iscntrl (*p) && *p != '\n' && *p != '\t')
      *p = '?';
    /* Those of ISO 6429 with the eighth bit, U+0080 to U+009F. */
    else if ((guchar) p[0] == 0xc2 && (guchar) p[1] >= 0x80 && (guchar) p[1] <= 0x9f)
      p[0] = p[1] = '?';
  return harmless;
}

/* Whether what the command writes goes to standard output, so that its report may not. */
static bool reports_aside;

void
seidel_cli_report_aside (void)
{
  reports_aside = true;
}

int
seidel_cli_print (const char *text)
{
  g_autofree char *harmless = without_controls (text);
  FILE *to = reports_aside ? stderr : stdout;
  if (fputs (harmless, to) >= 0 && fflush (to) == 0)
    return SEIDEL_CLI_DONE;
  seidel_cli_complain ("cannot write the result: %s", g_strerror (errno));
  return SEIDEL_CLI_FAILED;
}

int
seidel_cli_print_sheet (SeidelCliSheet *sheet)
{
  g_autofree char *text = seidel_cli_sheet_to_text (sheet);
  return seidel_cli_print (text);
}

char *
seidel_cli_json_to_text (JsonBuilder *builder)
{
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = json_builder_get_root (builder);
  json_generator_set_root (generator, root);
  json_generator_set_pretty (generator, TRUE);
  g_autofree char *data = json_generator_to_data (generator, NULL);
  /* Names of files are bytes, and JSON is UTF-8. */
  g_autofree char *valid = g_utf8_make_valid (data, -1);
  g_autofree char *mended = seidel_format_mend_json (valid);
  return g_strconcat (mended, "\n", NULL);
}

int
seidel_cli_print_json (JsonBuilder *builder)
{
  g_autofree char *text = seidel_cli_json_to_text (builder);
  return seidel_cli_print (text);
}

void
seidel_cli_json_text (JsonBuilder *builder, const char *name, const char *text)
{
  json_builder_set_member_name (builder, name);
  if (text != NULL)
    json_builder_add_string_value (builder, text);
  else
    json_builder_add_null_value (builder);
}

void
seidel_cli_json_integer (JsonBuilder *builder, const char *name, int64_t value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, value);
}

void
seidel_cli_json_number (JsonBuilder *builder, const char *name, double value)
{
  json_builder_set_member_name (builder, name);
  if (isfinite (value))
    json_builder_add_double_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

void
seidel_cli_json_bool (JsonBuilder *builder, const char *name, bool value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_boolean_value (builder, value);
}

void
seidel_cli_json_begin_object (JsonBuilder *builder, const char *name)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
}

void
seidel_cli_json_begin_array (JsonBuilder *builder, const char *name)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
}

void
seidel_cli_json_list (JsonBuilder *builder, const char *name, char **texts)
{
  seidel_cli_json_begin_array (builder, name);
  for (char **text = texts; *text != NULL; text++)
    json_builder_add_string_value (builder, *text);
  json_builder_end_array (builder);
  g_strfreev (texts);
}

void
seidel_cli_sheet_list (SeidelCliSheet *sheet, const char *label, char **texts)
{
  if (texts[0] != NULL)
    seidel_cli_sheet_take (sheet, label, g_strjoinv (", ", texts));
  g_strfreev (texts);
}

void
seidel_cli_write_title (const SeidelCliWriter *out,
                        const char *id,
                        const char *name,
                        const char *sentence)
{
  if (out->sheet != NULL)
    {
      g_autofree char *title = g_strdup_printf ("%s: %s", id, name);
      seidel_cli_sheet_title (out->sheet, title);
      if (sentence != NULL)
        seidel_cli_sheet_note (out->sheet, sentence);
      return;
    }
  seidel_cli_json_text (out->json, "id", id);
  seidel_cli_json_text (out->json, "name", name);
  if (sentence != NULL)
    seidel_cli_json_text (out->json, "sentence", sentence);
}

void
seidel_cli_write_text (const SeidelCliWriter *out, const char *name, const char *text)
{
  if (out->sheet != NULL)
    seidel_cli_sheet_add (out->sheet, name, "%s", text);
  else
    seidel_cli_json_text (out->json, name, text);
}

void
seidel_cli_write_list (const SeidelCliWriter *out, const char *name, char **texts)
{
  if (out->sheet != NULL)
    seidel_cli_sheet_list (out->sheet, name, texts);
  else
    seidel_cli_json_list (out->json, name, texts);
}

void
seidel_cli_write_flag (const SeidelCliWriter *out, const char *name, bool value)
{
  if (out->json != NULL)
    seidel_cli_json_bool (out->json, name, value);
}

void
seidel_cli_complain (const char *format, ...)
{
  const char *program = g_get_prgname ();
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_autofree char *harmless = without_controls (message);
  fprintf (stderr, "%s: %s\n", program != NULL ? program : "seidel-cli", harmless);
}

int
seidel_cli_fail (const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      seidel_cli_complain ("interrupted");
      return SEIDEL_CLI_INTERRUPTED;
    }
  seidel_cli_complain ("%s", error->message);
  return g_error_matches (error, SEIDEL_ERROR, SEIDEL_ERROR_OPTIONS) ? SEIDEL_CLI_USAGE
                                                                     : SEIDEL_CLI_FAILED;
}
