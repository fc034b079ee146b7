/* Reading JSON that others wrote: files and texts of bounded size and depth, and the members of
 * objects, with errors that name the file, the member and what was expected. For experiments, their
 * results, lessons, and the descriptions of matrices in files of binsparse.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* An object that is being read; the path names it in messages. */
typedef struct
{
  const char *file;
  const char *path; /* "vary[0]", or "" */
  JsonObject *object;
} SeidelJsonPlace;

/* Every failure is SEIDEL_ERROR_FORMAT. */

/* "FILE: PATH.MEMBER: …"; always false. */
bool seidel_json_fail (const SeidelJsonPlace *place,
                       const char *member,
                       GError **error,
                       const char *format,
                       ...) G_GNUC_PRINTF (4, 5);

bool seidel_json_is_text (JsonNode *node);
bool seidel_json_is_number (JsonNode *node);
bool seidel_json_is_bool (JsonNode *node);

/* otherwise NULL: required. NULL with an error; free with g_free (). */
char *seidel_json_read_text (const SeidelJsonPlace *place,
                             const char *member,
                             const char *otherwise,
                             GError **error);
/* A required text of one line, of at most SEIDEL_JSON_MOST_VALUE bytes. */
char *seidel_json_read_title (const SeidelJsonPlace *place, const char *member, GError **error);
/* A required text of letters, digits and '-'. */
char *seidel_json_read_id (const SeidelJsonPlace *place, const char *member, GError **error);
/* What they read into stays as it is without the member. */
bool seidel_json_read_number (const SeidelJsonPlace *place,
                              const char *member,
                              double minimum,
                              double maximum,
                              double *value,
                              GError **error);
bool seidel_json_read_count (const SeidelJsonPlace *place,
                             const char *member,
                             int minimum,
                             int *value,
                             GError **error);
bool seidel_json_read_flag (const SeidelJsonPlace *place,
                            const char *member,
                            bool *value,
                            GError **error);
/* NULL without the member. */
bool seidel_json_read_array (const SeidelJsonPlace *place,
                             const char *member,
                             bool required,
                             JsonArray **array,
                             GError **error);

/* A member that is misspelt would otherwise be ignored. known is NULL-terminated. */
bool
seidel_json_check_members (const SeidelJsonPlace *place, const char *const *known, GError **error);
bool seidel_json_check_schema (const SeidelJsonPlace *place, const char *schema, GError **error);

/* The longest text that is read, in bytes, and the longest value of a setting: it is repeated in
 * messages and pictures. */
#define SEIDEL_JSON_MOST_PROSE 20000
#define SEIDEL_JSON_MOST_VALUE 500

/* The text of a file; free with g_free (). SEIDEL_ERROR_IO, or SEIDEL_ERROR_FORMAT where it is too
 * long. */
char *seidel_json_load (const char *path, GError **error);

/* A whole text, which must be an object; free with json_node_unref (). */
JsonNode *seidel_json_parse_object (const char *text, const char *name, GError **error);

G_END_DECLS
