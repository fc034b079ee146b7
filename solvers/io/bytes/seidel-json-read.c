/* Reading members of JSON objects.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/bytes/seidel-json-read.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/seidel-fail.h"
#include "base/seidel-memory.h"
#include "base/seidel-translatable.h"

#define MOST_COUNT 100000

/* What experiments and lessons need is far below: the parser takes some 50 bytes for each byte, and
 * calls itself for each level. */
#define MOST_FILE  ((size_t) 64 << 20)
#define MOST_TEXT  ((size_t) 1 << 20)
#define MOST_DEPTH 64

#define PIECE 65536

bool
seidel_json_fail (const SeidelJsonPlace *place,
                  const char *member,
                  GError **error,
                  const char *format,
                  ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (seidel_text (format), arguments);
  va_end (arguments);
  g_autofree char *whole = g_strdup_printf ("%s: %s%s%s: %s", place->file, place->path,
                                            place->path[0] != '\0' ? "." : "", member, text);
  /* It quotes texts of the file, whose escapes may stand for halves of characters. */
  g_autofree char *valid = g_utf8_make_valid (whole, -1);
  return seidel_fail (error, SEIDEL_ERROR_FORMAT, "%s", valid);
}

bool
seidel_json_is_text (JsonNode *node)
{
  return node != NULL && JSON_NODE_HOLDS_VALUE (node)
         && json_node_get_value_type (node) == G_TYPE_STRING;
}

bool
seidel_json_is_number (JsonNode *node)
{
  return node != NULL && JSON_NODE_HOLDS_VALUE (node)
         && (json_node_get_value_type (node) == G_TYPE_INT64
             || json_node_get_value_type (node) == G_TYPE_DOUBLE);
}

bool
seidel_json_is_bool (JsonNode *node)
{
  return node != NULL && JSON_NODE_HOLDS_VALUE (node)
         && json_node_get_value_type (node) == G_TYPE_BOOLEAN;
}

char *
seidel_json_read_text (const SeidelJsonPlace *place,
                       const char *member,
                       const char *otherwise,
                       GError **error)
{
  JsonNode *node = json_object_get_member (place->object, member);

  if (node == NULL && otherwise != NULL)
    return g_strdup (otherwise);
  if (!seidel_json_is_text (node) || !g_utf8_validate (json_node_get_string (node), -1, NULL))
    seidel_json_fail (place, member, error, "a text was expected");
  else if (strlen (json_node_get_string (node)) > SEIDEL_JSON_MOST_PROSE)
    seidel_json_fail (place, member, error, "a text of at most %d bytes was expected",
                      SEIDEL_JSON_MOST_PROSE);
  else
    return g_strdup (json_node_get_string (node));
  return NULL;
}

char *
seidel_json_read_title (const SeidelJsonPlace *place, const char *member, GError **error)
{
  g_autofree char *title = seidel_json_read_text (place, member, NULL, error);

  if (title == NULL)
    return NULL;
  if (strlen (title) > SEIDEL_JSON_MOST_VALUE)
    seidel_json_fail (place, member, error, "a text of at most %d bytes was expected",
                      SEIDEL_JSON_MOST_VALUE);
  else if (strpbrk (title, "\n\r") != NULL)
    seidel_json_fail (place, member, error, "a text of one line was expected");
  else
    return g_steal_pointer (&title);
  return NULL;
}

char *
seidel_json_read_id (const SeidelJsonPlace *place, const char *member, GError **error)
{
  g_autofree char *id = seidel_json_read_title (place, member, error);

  if (id == NULL)
    return NULL;
  if (id[0] != '\0' && id[strspn (id, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "-")] == '\0')
    return g_steal_pointer (&id);
  seidel_json_fail (place, member, error, "letters, digits and “-” were expected");
  return NULL;
}

bool
seidel_json_read_number (const SeidelJsonPlace *place,
                         const char *member,
                         double minimum,
                         double maximum,
                         double *value,
                         GError **error)
{
  JsonNode *node = json_object_get_member (place->object, member);

  if (node == NULL)
    return true;
  if (!seidel_json_is_number (node) || !(json_node_get_double (node) >= minimum)
      || !(json_node_get_double (node) <= maximum))
    return seidel_json_fail (place, member, error, "a number from %g to %g was expected", minimum,
                             maximum);
  *value = json_node_get_double (node);
  return true;
}

bool
seidel_json_read_count (const SeidelJsonPlace *place,
                        const char *member,
                        int minimum,
                        int *value,
                        GError **error)
{
  double number = *value;

  if (!seidel_json_read_number (place, member, minimum, MOST_COUNT, &number, error))
    return false;
  if (number != floor (number))
    return seidel_json_fail (place, member, error, "a whole number was expected");
  *value = (int) number;
  return true;
}

bool
seidel_json_read_flag (const SeidelJsonPlace *place,
                       const char *member,
                       bool *value,
                       GError **error)
{
  JsonNode *node = json_object_get_member (place->object, member);

  if (node == NULL)
    return true;
  if (!seidel_json_is_bool (node))
    return seidel_json_fail (place, member, error, "true or false was expected");
  *value = json_node_get_boolean (node);
  return true;
}

bool
seidel_json_read_array (const SeidelJsonPlace *place,
                        const char *member,
                        bool required,
                        JsonArray **array,
                        GError **error)
{
  JsonNode *node = json_object_get_member (place->object, member);

  *array = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  if (*array == NULL && (node != NULL || required))
    return seidel_json_fail (place, member, error, "an array was expected");
  return true;
}

bool
seidel_json_check_members (const SeidelJsonPlace *place, const char *const *known, GError **error)
{
  g_autoptr (GList) members = json_object_get_members (place->object);

  for (GList *member = members; member != NULL; member = member->next)
    if (!g_strv_contains (known, member->data))
      {
        g_autofree char *all = g_strjoinv (", ", (char **) known);

        return seidel_json_fail (place, member->data, error,
                                 "there is no such member; there are: %s", all);
      }
  return true;
}

bool
seidel_json_check_schema (const SeidelJsonPlace *place, const char *schema, GError **error)
{
  g_autofree char *text = seidel_json_read_text (place, "schema", NULL, error);

  return text != NULL
         && (strcmp (text, schema) == 0
             || seidel_json_fail (place, "schema", error, "“%s” was expected", schema));
}

/* All that can be read of a file, with a '\0' behind it; NULL with errno. */
static char *
read_all (int fd, size_t *length)
{
  g_autofree char *text = NULL;
  size_t room = 0;
  ssize_t n = 1;

  for (*length = 0; n != 0 && *length <= MOST_FILE; *length += n > 0 ? (size_t) n : 0)
    {
      if (*length + PIECE > room)
        {
          char *larger = g_try_realloc (text, (room = 2 * room + PIECE) + 1);

          if (larger == NULL)
            {
              errno = ENOMEM;
              return NULL;
            }
          text = larger;
        }
      n = read (fd, text + *length, PIECE);
      if (n < 0 && errno != EINTR)
        return NULL;
    }
  text[*length] = '\0';
  return g_steal_pointer (&text);
}

char *
seidel_json_load (const char *path, GError **error)
{
  const int fd = open (path, O_RDONLY | O_CLOEXEC);
  size_t length = 0;
  g_autofree char *text = fd >= 0 ? read_all (fd, &length) : NULL;
  const int why = errno;

  if (fd >= 0)
    close (fd);
  if (text == NULL)
    return seidel_fail (error, why == ENOMEM ? SEIDEL_ERROR_MEMORY : SEIDEL_ERROR_IO, "%s: %s",
                        path, g_strerror (why));
  if (length <= MOST_FILE)
    return g_steal_pointer (&text);
  return seidel_fail (error, SEIDEL_ERROR_FORMAT,
                      seidel_text (
                        "%s: more than %zu MB, which no experiment, result or lesson needs"),
                      path, MOST_FILE >> 20);
}

/* Behind a text in quotes; NULL without its end. */
static const char *
skip_text (const char *p)
{
  for (p++; *p != '"'; p++)
    if (*p == '\0' || (*p == '\\' && *++p == '\0'))
      return NULL;
  return p + 1;
}

static bool
refuse (const char *name, GError **error, const char *what)
{
  return seidel_fail (error, SEIDEL_ERROR_FORMAT, "%s: %s", name, what);
}

/* The depth behind a character outside of texts. */
static int
count_depth (int depth, char c)
{
  return depth + (c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0);
}

/* Before the parser sees it: one object, within bounds. Comments and single quotes, which the
 * parser would accept, are not JSON, and would hide brackets from the count. */
static bool
check_text (const char *text, const char *name, GError **error)
{
  static const char blanks[] = " \t\r\n";
  const char *p = text + strspn (text, blanks);
  int depth = 0;

  if (strlen (text) > MOST_TEXT)
    return refuse (name, error, "at most 1 MB of JSON was expected");
  if (*p != '{')
    return refuse (name, error, "a JSON object was expected");
  do
    {
      if (*p == '\'' || *p == '/')
        return refuse (name, error, "a comment or a single quote, which JSON does not have");
      depth = count_depth (depth, *p);
      if (depth > MOST_DEPTH)
        return refuse (name, error, "too many arrays and objects within one another");
      p = *p == '"' ? skip_text (p) : p + 1;
    }
  while (p != NULL && *p != '\0' && depth > 0);
  if (p == NULL || depth > 0)
    return refuse (name, error, "the JSON ends in the middle of an object");
  p += strspn (p, blanks);
  return *p == '\0' || refuse (name, error, "there is more behind the JSON object");
}

JsonNode *
seidel_json_parse_object (const char *text, const char *name, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_autoptr (GError) cause = NULL;
  JsonNode *root = NULL;

  if (!check_text (text, name, error))
    return NULL;
  if (!json_parser_load_from_data (parser, text, -1, &cause))
    {
      g_autofree char *valid = g_utf8_make_valid (cause->message, -1);
      /* JSON-GLib begins with a name of its own before line and column. */
      const char *place = g_str_has_prefix (valid, "<data>:") ? strchr (valid, ':') : NULL;

      return seidel_fail (error, SEIDEL_ERROR_FORMAT, "%s%s%s", name, place != NULL ? "" : ": ",
                          place != NULL ? place : valid);
    }
  root = json_parser_get_root (parser);
  if (root != NULL && JSON_NODE_HOLDS_OBJECT (root))
    return json_node_ref (root);
  return seidel_fail (error, SEIDEL_ERROR_FORMAT, seidel_text ("%s: a JSON object was expected"),
                      name);
}
