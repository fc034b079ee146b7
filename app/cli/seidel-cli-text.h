/* Output of seidel-cli: numbers for people, aligned sheets, JSON, messages.
 *
 * Everything is UTF-8 and independent of the locale. Results go to stdout, all else to stderr.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <glib.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* New strings; counts, seconds and bytes are in draw/seidel-format.h. */
/* "1,806 rows", "1 row" */
char *seidel_cli_text_count (int64_t value, const char *singular, const char *plural);
/* Six significant digits, "not known" for NaN. */
char *seidel_cli_text_number (double value);
char *seidel_cli_text_percent (double part);

/* Appends text, which begins in column indent, in lines of at most width characters; the further
 * lines are indented as well. Spaces between words are kept. */
void seidel_cli_text_wrap (GString *out, const char *text, int indent, int width);

/* Appends rows of texts, row after row, in columns as wide as the widest text of each: the first
 * one to the left, the others to the right. */
void seidel_cli_text_table (char *const *texts, size_t n_rows, size_t n_columns, GString *out);

/* Lines of a label and a value, the values below each other; printed and freed at once. */
typedef struct SeidelCliSheet SeidelCliSheet;
SeidelCliSheet *seidel_cli_sheet_new (void);
void seidel_cli_sheet_free (SeidelCliSheet *sheet);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelCliSheet, seidel_cli_sheet_free)
void seidel_cli_sheet_title (SeidelCliSheet *sheet, const char *title);
/* A paragraph under the title. */
void seidel_cli_sheet_note (SeidelCliSheet *sheet, const char *text);
void seidel_cli_sheet_add (SeidelCliSheet *sheet, const char *label, const char *format, ...)
  G_GNUC_PRINTF (3, 4);
/* As above, and takes the value. */
void seidel_cli_sheet_take (SeidelCliSheet *sheet, const char *label, char *value);
char *seidel_cli_sheet_to_text (SeidelCliSheet *sheet);

/* From now on reports go to standard error: standard output has what the command writes. */
void seidel_cli_report_aside (void);

/* Prints to stdout; the exit status: SEIDEL_CLI_FAILED, with a message, when it cannot be written.
 */
int seidel_cli_print (const char *text);
int seidel_cli_print_sheet (SeidelCliSheet *sheet);
/* What the builder holds, indented, with a final newline; a new string. */
char *seidel_cli_json_to_text (JsonBuilder *builder);
/* The same, to stdout. */
int seidel_cli_print_json (JsonBuilder *builder);

/* Members of the object the builder is in. A number that is not finite becomes null. */
void seidel_cli_json_begin_object (JsonBuilder *builder, const char *name);
void seidel_cli_json_begin_array (JsonBuilder *builder, const char *name);
void seidel_cli_json_text (JsonBuilder *builder, const char *name, const char *text);
void seidel_cli_json_integer (JsonBuilder *builder, const char *name, int64_t value);
void seidel_cli_json_number (JsonBuilder *builder, const char *name, double value);
void seidel_cli_json_bool (JsonBuilder *builder, const char *name, bool value);
/* Takes the texts, a GStrv; so does the next one, which adds no line where there are none. */
void seidel_cli_json_list (JsonBuilder *builder, const char *name, char **texts);
void seidel_cli_sheet_list (SeidelCliSheet *sheet, const char *label, char **texts);

/* Writes for people or for scripts: one of the two is NULL. */
typedef struct
{
  SeidelCliSheet *sheet;
  JsonBuilder *json; /* in an object */
} SeidelCliWriter;

/* What a row of a table is; sentence may be NULL. */
void seidel_cli_write_title (const SeidelCliWriter *out,
                             const char *id,
                             const char *name,
                             const char *sentence);
void seidel_cli_write_text (const SeidelCliWriter *out, const char *name, const char *text);
/* Takes the texts, a GStrv. */
void seidel_cli_write_list (const SeidelCliWriter *out, const char *name, char **texts);
/* For scripts only. */
void seidel_cli_write_flag (const SeidelCliWriter *out, const char *name, bool value);

/* "PROGRAM: message" on stderr. */
void seidel_cli_complain (const char *format, ...) G_GNUC_PRINTF (1, 2);
/* Complains and returns the exit status: SEIDEL_CLI_INTERRUPTED for a cancellation,
 * SEIDEL_CLI_USAGE for options that contradict each other, SEIDEL_CLI_FAILED for everything else.
 */
int seidel_cli_fail (const GError *error);

G_END_DECLS
