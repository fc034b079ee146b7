/* Finds the variables of a text of Octave.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-octave.h"

#include <string.h>

#include "io/bytes/seidel-blocks.h"

/* Structures within structures; what is deeper is not listed. */
#define MOST_DEPTH 16

/* Variables that are listed. */
#define MOST_VARIABLES 10000

/* A structure or a cell array whose fields follow. */
typedef struct
{
  char *prefix; /* of their names, “Problem.”; NULL: they have none that could be asked for */
  int64_t left;
} Level;

typedef struct
{
  SeidelLines lines;
  GPtrArray *variables;
  SeidelOctaveVariable *variable; /* whose header is being read, or NULL */
  GArray *levels;                 /* Level */
  bool skips;                     /* the next line, which is text */
} Scan;

static void
variable_free (SeidelOctaveVariable *variable)
{
  g_free (variable->name);
  g_free (variable->type);
  g_free (variable);
}

static void
level_clear (Level *level)
{
  g_free (level->prefix);
}

static void
scan_clear (Scan *scan)
{
  seidel_lines_clear (&scan->lines);
  g_clear_pointer (&scan->variables, g_ptr_array_unref);
  g_clear_pointer (&scan->levels, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scan, scan_clear)

/* What follows “# KEY: ” on a line; NULL if it begins otherwise. */
static char *
take_key (const char *line, size_t length, const char *key)
{
  const char *end = line + length;
  const size_t n = strlen (key);

  if (line == end || (*line != '#' && *line != '%'))
    return NULL;
  for (line++; line < end && *line == ' ';)
    line++;
  if ((size_t) (end - line) <= n || memcmp (line, key, n) != 0 || line[n] != ':')
    return NULL;
  line += n + 1;
  return g_strstrip (g_strndup (line, (gsize) (end - line)));
}

bool
seidel_octave_recognise (const char *head, size_t length)
{
  const char *at = head;
  const char *end = head + length;
  bool named = false;

  while (at < end && (*at == '#' || *at == '%' || *at == '\n' || *at == '\r'))
    {
      const char *newline = memchr (at, '\n', (size_t) (end - at));
      const size_t line = (size_t) ((newline != NULL ? newline : end) - at);
      g_autofree char *name = take_key (at, line, "name");
      g_autofree char *type = take_key (at, line, "type");

      if (named && type != NULL)
        return true;
      named = name != NULL;
      at = newline != NULL ? newline + 1 : end;
    }
  return false;
}

static bool
ends_with_word (const char *type, const char *word)
{
  return g_str_has_suffix (type, word)
         && (strlen (type) == strlen (word) || type[strlen (type) - strlen (word) - 1] == ' ');
}

/* Where the header does not give rows and columns, they follow it. */
static SeidelOctaveLayout
find_layout (const char *type)
{
  if (strstr (type, "sparse") != NULL && ends_with_word (type, "matrix"))
    return SEIDEL_OCTAVE_SPARSE;
  if (ends_with_word (type, "diagonal matrix"))
    return SEIDEL_OCTAVE_DIAGONAL;
  if (ends_with_word (type, "permutation matrix"))
    return SEIDEL_OCTAVE_PERMUTATION;
  if (ends_with_word (type, "range") || g_str_has_suffix (type, "_range"))
    return SEIDEL_OCTAVE_RANGE;
  if (ends_with_word (type, "matrix") || g_str_equal (type, "null_matrix"))
    return SEIDEL_OCTAVE_ROWS;
  if (ends_with_word (type, "scalar") || g_str_equal (type, "bool"))
    return SEIDEL_OCTAVE_SCALAR;
  return SEIDEL_OCTAVE_OTHER;
}

static void
push_level (Scan *scan, const char *name, int64_t fields)
{
  Level level = { name != NULL ? g_strconcat (name, ".", NULL) : NULL, fields };

  g_array_append_val (scan->levels, level);
}

/* The name of a new variable in its structure; NULL where there is no such name. */
static char *
place_variable (Scan *scan, const char *name)
{
  Level *level = NULL;

  while (scan->levels->len > 0)
    {
      level = &g_array_index (scan->levels, Level, scan->levels->len - 1);
      if (level->left > 0)
        break;
      g_array_set_size (scan->levels, scan->levels->len - 1);
      level = NULL;
    }
  if (level == NULL)
    return g_strdup (name);
  level->left--;
  return level->prefix != NULL && *name != '<' ? g_strconcat (level->prefix, name, NULL) : NULL;
}

static bool
begin_variable (Scan *scan, const char *name, GError **error)
{
  if (scan->variables->len >= MOST_VARIABLES || scan->levels->len > MOST_DEPTH)
    return seidel_lines_fail (&scan->lines, error,
                              "more variables, or deeper structures, than are read");
  scan->variable = g_new0 (SeidelOctaveVariable, 1);
  scan->variable->name = place_variable (scan, name);
  scan->variable->line = scan->lines.number;
  scan->variable->rows = scan->variable->columns = scan->variable->entries = -1;
  g_ptr_array_add (scan->variables, scan->variable);
  return true;
}

static bool
take_count (Scan *scan, const char *key, int64_t *count, bool *taken, GError **error)
{
  g_autofree char *text = take_key (scan->lines.line, (size_t) scan->lines.length, key);
  guint64 value = 0;

  *taken = text != NULL;
  if (text == NULL)
    return true;
  if (!g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT64 / 4, &value, NULL))
    return seidel_lines_fail (&scan->lines, error, "expected a count behind “%s:”", key);
  *count = (int64_t) value;
  return true;
}

/* A line of a header that counts something. */
static bool
take_counts (Scan *scan, GError **error)
{
  SeidelOctaveVariable *variable = scan->variable;
  int64_t dimensions = 0;
  int64_t length = -1;
  struct
  {
    const char *key;
    int64_t *count;
  } keys[] = { { "rows", &variable->rows },   { "columns", &variable->columns },
               { "nnz", &variable->entries }, { "ndims", &dimensions },
               { "size", &variable->rows },   { "length", &length } };
  bool taken = false;

  for (size_t i = 0; i < G_N_ELEMENTS (keys) && !taken; i++)
    if (!take_count (scan, keys[i].key, keys[i].count, &taken, error))
      return false;
  if (dimensions > 0)
    {
      variable->dimensions = (int) MIN (dimensions, 100);
      if (variable->layout == SEIDEL_OCTAVE_ROWS)
        variable->layout = SEIDEL_OCTAVE_COLUMNS;
    }
  if (length >= 0 && strstr (variable->type, "struct") != NULL)
    {
      push_level (scan, g_str_equal (variable->type, "scalar struct") ? variable->name : NULL,
                  length);
      scan->variable = NULL;
    }
  else if (length > 0 && strstr (variable->type, "string") != NULL)
    scan->skips = true;
  if (variable->rows >= 0 && variable->columns >= 0 && g_str_equal (variable->type, "cell"))
    {
      push_level (scan, NULL,
                  (int64_t) MIN ((double) variable->rows * (double) variable->columns, 1e15));
      scan->variable = NULL;
    }
  return true;
}

static void
take_type (SeidelOctaveVariable *variable, const char *text)
{
  const char *type = g_str_has_prefix (text, "global ") ? text + strlen ("global ") : text;

  variable->type = g_utf8_make_valid (type, -1);
  variable->layout = find_layout (type);
  variable->complex_numbers = strstr (type, "complex") != NULL;
}

/* The line behind the header of a variable whose dimensions are there. */
static void
take_dimensions (Scan *scan)
{
  SeidelOctaveVariable *variable = scan->variable;
  g_auto (GStrv) words = seidel_words (scan->lines.line, (size_t) scan->lines.length);
  guint64 sizes[2] = { 0, 0 };

  for (int i = 0; i < 2; i++)
    if (words[0] == NULL || words[i] == NULL
        || !g_ascii_string_to_unsigned (words[i], 10, 0, G_MAXINT32, &sizes[i], NULL))
      return;
  variable->rows = (int64_t) sizes[0];
  variable->columns = (int64_t) sizes[1];
}

static bool
take_line (Scan *scan, GError **error)
{
  const char *line = scan->lines.line;
  const size_t length = (size_t) scan->lines.length;
  SeidelOctaveVariable *variable = scan->variable;
  const bool comment = length > 0 && (*line == '#' || *line == '%');
  g_autofree char *name = comment ? take_key (line, length, "name") : NULL;
  g_autofree char *text = NULL;

  if (scan->skips)
    {
      scan->skips = false;
      return true;
    }
  if (name != NULL)
    return begin_variable (scan, name, error);
  if (variable == NULL)
    return true;
  if (!comment)
    {
      /* The header of a structure goes on behind its dimensions, and lines of a string that look
       * like headers are none. */
      if (variable->type == NULL || length == 0 || strstr (variable->type, "struct") != NULL
          || strstr (variable->type, "string") != NULL)
        return true;
      variable->data = scan->lines.number;
      if (variable->dimensions > 0 && variable->layout == SEIDEL_OCTAVE_COLUMNS)
        {
          take_dimensions (scan);
          variable->data++;
        }
      scan->variable = NULL;
      return true;
    }
  text = take_key (line, length, "type");
  if (text != NULL)
    {
      if (variable->type == NULL)
        take_type (variable, text);
      return true;
    }
  g_clear_pointer (&text, g_free);
  text = take_key (line, length, "orient");
  if (text != NULL)
    variable->by_columns = *text == 'c';
  return variable->type == NULL || take_counts (scan, error);
}

GPtrArray *
seidel_octave_scan (SeidelSource *source, GError **error)
{
  g_auto (Scan) scan = { 0 };
  g_autoptr (GError) cause = NULL;

  scan.variables = g_ptr_array_new_with_free_func ((GDestroyNotify) variable_free);
  scan.levels = g_array_new (FALSE, FALSE, sizeof (Level));
  g_array_set_clear_func (scan.levels, (GDestroyNotify) level_clear);
  seidel_lines_init (&scan.lines, source, 0.5);
  while (seidel_lines_next (&scan.lines, &cause))
    if (!take_line (&scan, error))
      return NULL;
  if (cause != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&cause));
      return NULL;
    }
  return g_steal_pointer (&scan.variables);
}
