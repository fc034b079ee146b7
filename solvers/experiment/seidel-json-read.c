/* Reading members of JSON objects.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-json-read.h"

#include <math.h>
#include <string.h>

#include "base/seidel-error.h"

#define MOST_COUNT 100000

bool
seidel_json_fail (const SeidelJsonPlace *place,
                  const char *member,
                  GError **error,
                  const char *format,
                  ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT, "%s: %s%s%s: %s", place->file, place->path,
               place->path[0] != '\0' ? "." : "", member, text);
  return false;
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
  if (seidel_json_is_text (node))
    return g_strdup (json_node_get_string (node));
  seidel_json_fail (place, member, error, "a text was expected");
  return NULL;
}

char *
seidel_json_read_id (const SeidelJsonPlace *place, const char *member, GError **error)
{
  g_autofree char *id = seidel_json_read_text (place, member, NULL, error);

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
      return seidel_json_fail (place, member->data, error, "there is no such member");
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

JsonNode *
seidel_json_parse_object (const char *text, const char *name, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_autoptr (GError) cause = NULL;
  JsonNode *root = NULL;

  if (!json_parser_load_from_data (parser, text, -1, &cause))
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT, "%s: %s", name, cause->message);
      return NULL;
    }
  root = json_parser_get_root (parser);
  if (root != NULL && JSON_NODE_HOLDS_OBJECT (root))
    return json_node_ref (root);
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT, "%s: a JSON object was expected", name);
  return NULL;
}
