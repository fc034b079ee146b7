/* The index of the SuiteSparse Matrix Collection: what it holds, as plain structs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "collection/seidel-collection-index.h"

#include <inttypes.h>
#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/seidel-fail.h"
#include "base/seidel-translatable.h"

#define LONGEST_NAME  127
#define MOST_MATRICES 10000000 /* more is not believed before they are seen */

enum
{
  FIELD_GROUP,
  FIELD_NAME,
  FIELD_ROWS,
  FIELD_COLUMNS,
  FIELD_NONZEROS,
  FIELD_REAL,
  FIELD_BINARY,
  FIELD_DISCRETISED,
  FIELD_POSITIVE_DEFINITE,
  FIELD_PATTERN_SYMMETRY,
  FIELD_NUMERICAL_SYMMETRY,
  FIELD_KIND,
  FIELD_ENTRIES, /* not in older ones */
  N_FIELDS,
};

static const char *const field_names[N_FIELDS] = {
  "group",
  "name",
  "number of rows",
  "number of columns",
  "number of nonzeros",
  "mark of real matrices",
  "mark of binary matrices",
  "mark of 2D and 3D problems",
  "mark of positive definite matrices",
  "pattern symmetry",
  "numerical symmetry",
  "kind",
  "number of entries",
};

struct SeidelCollectionIndex
{
  gatomicrefcount references;
  GArray *entries; /* of SeidelCollectionEntry */
  GStringChunk *texts;
  char *date;
};

/* One line at a time. */
typedef struct
{
  const char *file;
  const char *next;
  const char *end;
  size_t line;
  char *fields[N_FIELDS + 1];
  size_t n_fields;
} Reader;

bool
seidel_collection_name_is_safe (const char *name)
{
  size_t length = strlen (name);

  if (length == 0 || length > LONGEST_NAME || name[0] == '.' || !g_utf8_validate (name, -1, NULL))
    return false;
  for (const char *c = name; *c != '\0'; c++)
    if (*c == '/' || *c == '\\' || g_ascii_iscntrl (*c))
      return false;
  return true;
}

static bool fail (const Reader *reader, GError **error, const char *format, ...)
  G_GNUC_PRINTF (3, 4);

static bool
fail (const Reader *reader, GError **error, const char *format, ...)
{
  va_list arguments;
  g_autofree char *message = NULL;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return seidel_fail (error, SEIDEL_ERROR_FORMAT, "%s:%" G_GSIZE_FORMAT ": %s", reader->file,
                      reader->line, message);
}

/* The part of a text that fits into a message: short, without control characters. */
static char *
quote (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *quoted = g_string_new ("‘");
  const char *c = valid;

  for (int i = 0; *c != '\0' && i < 40; i++, c = g_utf8_next_char (c))
    g_string_append_unichar (quoted,
                             g_unichar_iscntrl (g_utf8_get_char (c)) ? '?' : g_utf8_get_char (c));
  g_string_append (quoted, *c != '\0' ? "…’" : "’");
  return g_string_free (quoted, FALSE);
}

/* The next line without its end, a new text; NULL behind the last one. */
static char *
take_line (Reader *reader)
{
  const char *begin = reader->next;
  const char *end;
  char *line;

  if (begin >= reader->end)
    return NULL;
  end = memchr (begin, '\n', (size_t) (reader->end - begin));
  reader->next = end != NULL ? end + 1 : reader->end;
  reader->line++;
  line = g_strndup (begin, (size_t) ((end != NULL ? end : reader->end) - begin));
  return g_strchomp (line);
}

/* Takes a line apart in place. A field in double quotes may hold commas. */
static void
split (Reader *reader, char *line)
{
  char *c = line;

  reader->n_fields = 0;
  while (reader->n_fields <= N_FIELDS)
    {
      char *end;

      if (*c == '"' && (end = strchr (c + 1, '"')) != NULL && (end[1] == ',' || end[1] == '\0'))
        {
          *end++ = '\0';
          c++;
        }
      else
        end = c + strcspn (c, ",");
      reader->fields[reader->n_fields++] = c;
      if (*end == '\0')
        return;
      *end = '\0';
      c = end + 1;
    }
}

static bool
read_count (Reader *reader, int field, int64_t *value, GError **error)
{
  const char *text = reader->fields[field];
  char *end;
  gint64 number;
  g_autofree char *quoted = NULL;

  errno = 0;
  number = g_ascii_strtoll (text, &end, 10);
  if (g_ascii_isdigit (text[0]) && *end == '\0' && errno == 0)
    {
      *value = number;
      return true;
    }
  quoted = quote (text);
  return fail (reader, error,
               seidel_text ("the %s is expected in field %d, a whole number; it is %s"),
               field_names[field], field + 1, quoted);
}

static bool
read_mark (Reader *reader, int field, bool *value, GError **error)
{
  const char *text = reader->fields[field];
  g_autofree char *quoted = NULL;

  *value = g_str_equal (text, "1");
  if (*value || g_str_equal (text, "0"))
    return true;
  quoted = quote (text);
  return fail (reader, error, seidel_text ("the %s is expected in field %d, 0 or 1; it is %s"),
               field_names[field], field + 1, quoted);
}

/* −1 says that it is not known. */
static bool
read_known (Reader *reader, int field, SeidelKnown *value, GError **error)
{
  bool mark = false;

  if (g_str_equal (reader->fields[field], "-1"))
    {
      *value = SEIDEL_NOT_KNOWN;
      return true;
    }
  if (!read_mark (reader, field, &mark, error))
    return false;
  *value = mark ? SEIDEL_KNOWN_YES : SEIDEL_KNOWN_NO;
  return true;
}

static bool
read_symmetry (Reader *reader, int field, double *value, GError **error)
{
  const char *text = reader->fields[field];
  char *end;
  double number = g_ascii_strtod (text, &end);
  g_autofree char *quoted = NULL;

  if (g_str_equal (text, "-1") || g_ascii_strcasecmp (text, "nan") == 0)
    {
      *value = NAN;
      return true;
    }
  if (g_ascii_isdigit (text[0]) && *end == '\0' && number >= 0.0 && number <= 1.0)
    {
      *value = number;
      return true;
    }
  quoted = quote (text);
  return fail (reader, error,
               seidel_text ("the %s is expected in field %d, a number from 0 to 1; it is %s"),
               field_names[field], field + 1, quoted);
}

static bool
read_name (Reader *reader, int field, GError **error)
{
  g_autofree char *quoted = NULL;

  if (seidel_collection_name_is_safe (reader->fields[field]))
    return true;
  quoted = quote (reader->fields[field]);
  return fail (reader, error,
               seidel_text (
                 "the %s is expected in field %d, fit for the name of a file (no slash, no control "
                 "character, no dot in front); it is %s"),
               field_names[field], field + 1, quoted);
}

static bool
read_entry (Reader *reader, char *line, SeidelCollectionEntry *entry, GError **error)
{
  split (reader, line);
  if (reader->n_fields < FIELD_ENTRIES || reader->n_fields > N_FIELDS)
    return fail (reader, error,
                 seidel_text ("%d or %d fields are expected, with commas between them; there %s"),
                 FIELD_ENTRIES, N_FIELDS,
                 reader->n_fields > N_FIELDS ? seidel_text ("are more")
                 : reader->n_fields == 1     ? seidel_text ("is one")
                                             : seidel_text ("are fewer"));
  if (!read_name (reader, FIELD_GROUP, error) || !read_name (reader, FIELD_NAME, error)
      || !read_count (reader, FIELD_ROWS, &entry->rows, error)
      || !read_count (reader, FIELD_COLUMNS, &entry->columns, error)
      || !read_count (reader, FIELD_NONZEROS, &entry->nonzeros, error)
      || !read_mark (reader, FIELD_REAL, &entry->real, error)
      || !read_mark (reader, FIELD_BINARY, &entry->binary, error)
      || !read_mark (reader, FIELD_DISCRETISED, &entry->discretised, error)
      || !read_known (reader, FIELD_POSITIVE_DEFINITE, &entry->positive_definite, error)
      || !read_symmetry (reader, FIELD_PATTERN_SYMMETRY, &entry->pattern_symmetry, error)
      || !read_symmetry (reader, FIELD_NUMERICAL_SYMMETRY, &entry->numerical_symmetry, error))
    return false;
  entry->entries = entry->nonzeros;
  if (!g_utf8_validate (reader->fields[FIELD_KIND], -1, NULL))
    return fail (reader, error, seidel_text ("the %s is expected in field %d, in UTF-8"),
                 field_names[FIELD_KIND], FIELD_KIND + 1);
  return reader->n_fields == FIELD_ENTRIES
         || read_count (reader, FIELD_ENTRIES, &entry->entries, error);
}

static bool
read_head (Reader *reader, SeidelCollectionIndex *self, int64_t *promised, GError **error)
{
  g_autofree char *count = take_line (reader);
  g_autofree char *quoted = quote (count != NULL ? count : "");
  char *end;

  reader->line = 1;
  *promised = count != NULL ? g_ascii_strtoll (count, &end, 10) : 0;
  if (count == NULL || !g_ascii_isdigit (count[0]) || *end != '\0' || *promised > MOST_MATRICES)
    return fail (
      reader, error,
      seidel_text (
        "the number of matrices is expected in the first line; it is %s. This is not the "
        "index of a matrix collection"),
      quoted);
  self->date = take_line (reader);
  reader->line = 2;
  if (self->date == NULL || self->date[0] == '\0' || strchr (self->date, ',') != NULL
      || !g_utf8_validate (self->date, -1, NULL))
    return fail (reader, error,
                 seidel_text ("the date of the index is expected in the second line"));
  return true;
}

static bool
read_entries (Reader *reader, SeidelCollectionIndex *self, GError **error)
{
  for (;;)
    {
      g_autofree char *line = take_line (reader);
      SeidelCollectionEntry entry = { 0 };

      if (line == NULL)
        return true;
      if (line[0] == '\0')
        continue;
      if (!read_entry (reader, line, &entry, error))
        return false;
      entry.group = g_string_chunk_insert_const (self->texts, reader->fields[FIELD_GROUP]);
      entry.name = g_string_chunk_insert_const (self->texts, reader->fields[FIELD_NAME]);
      entry.kind = g_string_chunk_insert_const (self->texts, reader->fields[FIELD_KIND]);
      g_array_append_val (self->entries, entry);
    }
}

SeidelCollectionIndex *
seidel_collection_index_parse (const char *text, size_t length, const char *file, GError **error)
{
  g_autoptr (SeidelCollectionIndex) self = g_new0 (SeidelCollectionIndex, 1);
  Reader reader = { .file = file, .next = text, .end = text + length };
  int64_t promised = 0;

  g_atomic_ref_count_init (&self->references);
  self->entries = g_array_new (FALSE, FALSE, sizeof (SeidelCollectionEntry));
  self->texts = g_string_chunk_new (4096);
  if (!read_head (&reader, self, &promised, error) || !read_entries (&reader, self, error))
    return NULL;
  if (self->entries->len != promised)
    {
      reader.line = 1;
      fail (&reader, error,
            seidel_text ("%" PRId64
                         " matrices are promised and %u follow: the index is not complete"),
            promised, self->entries->len);
      return NULL;
    }
  return g_steal_pointer (&self);
}

SeidelCollectionIndex *
seidel_collection_index_ref (SeidelCollectionIndex *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

void
seidel_collection_index_unref (SeidelCollectionIndex *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->references))
    return;
  g_array_unref (self->entries);
  g_string_chunk_free (self->texts);
  g_free (self->date);
  g_free (self);
}

const SeidelCollectionEntry *
seidel_collection_index_entries (const SeidelCollectionIndex *self, size_t *n_entries)
{
  *n_entries = self->entries->len;
  return (const SeidelCollectionEntry *) (void *) self->entries->data;
}

const char *
seidel_collection_index_date (const SeidelCollectionIndex *self)
{
  return self->date;
}

const SeidelCollectionEntry *
seidel_collection_index_find (const SeidelCollectionIndex *self,
                              const char *group,
                              const char *name)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      const SeidelCollectionEntry *entry = &g_array_index (self->entries, SeidelCollectionEntry, i);

      if (g_str_equal (entry->name, name) && g_str_equal (entry->group, group))
        return entry;
    }
  return NULL;
}

char **
seidel_collection_words (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *folded = g_utf8_casefold (valid, -1);
  g_auto (GStrv) parts = g_strsplit_set (folded, " \t\n/", -1);
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();

  for (char **part = parts; *part != NULL; part++)
    if (**part != '\0')
      g_strv_builder_add (words, *part);
  return g_strv_builder_end (words);
}

static bool
has_words (const SeidelCollectionEntry *entry, char **words)
{
  g_autofree char *all = NULL;
  g_autofree char *folded = NULL;

  if (words == NULL || words[0] == NULL)
    return true;
  /* A word never reaches from one of them into the next: it holds no slash. */
  all = g_strjoin ("/", entry->group, entry->name, entry->kind, NULL);
  folded = g_utf8_casefold (all, -1);
  for (char **word = words; *word != NULL; word++)
    if (strstr (folded, *word) == NULL)
      return false;
  return true;
}

bool
seidel_collection_filter_takes (const SeidelCollectionFilter *filter,
                                const SeidelCollectionEntry *entry)
{
  return entry->rows >= filter->min_rows && entry->rows <= filter->max_rows
         && entry->nonzeros >= filter->min_nonzeros && entry->nonzeros <= filter->max_nonzeros
         && (!filter->square || entry->rows == entry->columns)
         && (!filter->symmetric || entry->numerical_symmetry >= 1.0)
         && (!filter->positive_definite || entry->positive_definite == SEIDEL_KNOWN_YES)
         && has_words (entry, filter->words);
}

bool
seidel_collection_parse_bound (const char *text, int64_t nothing, int64_t *bound)
{
  static const struct
  {
    char letter;
    double scale;
  } units[] = {
    { 'k', 1e3 }, { 'K', 1e3 }, { 'm', 1e6 }, { 'M', 1e6 }, { 'g', 1e9 }, { 'G', 1e9 }
  };
  g_auto (GStrv) parts = g_strsplit_set (text, ", ", -1);
  g_autofree char *digits = g_strjoinv ("", parts);
  char *end;
  double value = g_ascii_strtod (digits, &end);

  *bound = nothing;
  if (digits[0] == '\0')
    return true;
  for (gsize i = 0; i < G_N_ELEMENTS (units) && end != digits; i++)
    if (*end == units[i].letter)
      {
        value *= units[i].scale;
        end++;
        break;
      }
  if (end == digits || *end != '\0' || !(value >= 0.0) || value > 1e18)
    return false;
  *bound = (int64_t) value;
  return true;
}
