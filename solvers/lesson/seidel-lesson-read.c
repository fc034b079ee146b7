/* Reading a lesson from JSON. Every setting, measure, expression and placeholder is tried, so that
 * a step can only fail for what its runs say.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lesson/seidel-lesson-read-private.h"

#include <string.h>

#include "lesson/seidel-lesson-values.h"

#define SCHEMA       "seidel-lesson/1"
#define MOST_MINUTES 600

/* Letters of names in expressions. */
#define NAME_LETTERS G_CSET_a_2_z G_CSET_DIGITS "_"

bool
seidel_lesson_open_object (const SeidelJsonPlace *place,
                           JsonNode *node,
                           const char *path,
                           SeidelJsonPlace *inner,
                           GError **error)
{
  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    {
      seidel_json_fail (place, path, error, "an object was expected");
      return false;
    }
  *inner = (SeidelJsonPlace){ place->file, path, json_node_get_object (node) };
  return true;
}

bool
seidel_lesson_read_languages (const SeidelJsonPlace *place,
                              const char *member,
                              bool required,
                              SeidelLessonText *text,
                              GError **error)
{
  JsonNode *node = json_object_get_member (place->object, member);
  g_autoptr (GStrvBuilder) languages = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) texts = g_strv_builder_new ();
  g_autoptr (GList) members = NULL;
  SeidelJsonPlace inner;

  if (node == NULL && !required)
    return true;
  if (!seidel_lesson_open_object (place, node, member, &inner, error))
    return false;
  if (!json_object_has_member (inner.object, "en"))
    return seidel_json_fail (place, member, error, "a text in English, “en”, was expected");
  members = json_object_get_members (inner.object);
  for (GList *language = members; language != NULL; language = language->next)
    {
      g_autofree char *read = seidel_json_read_text (&inner, language->data, NULL, error);

      if (read == NULL)
        return false;
      g_strv_builder_add (languages, language->data);
      g_strv_builder_add (texts, read);
    }
  text->languages = g_strv_builder_end (languages);
  text->texts = g_strv_builder_end (texts);
  text->n = g_strv_length (text->texts);
  return true;
}

bool
seidel_lesson_read_checked (const SeidelLesson *self,
                            const SeidelJsonPlace *place,
                            const char *member,
                            bool required,
                            SeidelLessonText *text,
                            GError **error)
{
  if (!seidel_lesson_read_languages (place, member, required, text, error))
    return false;
  for (size_t i = 0; i < text->n; i++)
    {
      g_autoptr (GError) cause = NULL;

      if (!seidel_lesson_check_text (self, text->texts[i], &cause))
        {
          g_autofree char *where = g_strdup_printf ("%s.%s", member, text->languages[i]);

          return seidel_json_fail (place, where, error, "%s", cause->message);
        }
    }
  return true;
}

bool
seidel_lesson_read_expression (const SeidelLesson *self,
                               const SeidelJsonPlace *place,
                               const char *member,
                               const char *expression,
                               GError **error)
{
  g_autoptr (GError) cause = NULL;

  return seidel_lesson_check_expression (self, expression, &cause)
         || seidel_json_fail (place, member, error, "%s", cause->message);
}

bool
seidel_lesson_check_name (const SeidelJsonPlace *place, const char *name, GError **error)
{
  return (g_ascii_islower (name[0]) && name[strspn (name, NAME_LETTERS)] == '\0')
         || seidel_json_fail (place, name, error,
                              "a name of small letters, digits and “_” was expected");
}

/* The one member of a setup that is no setting. */
static bool
take_label (const SeidelJsonPlace *place, const char *id, SeidelLessonText *label, GError **error)
{
  SeidelJsonPlace inner;

  if (!seidel_lesson_open_object (place, json_object_get_member (place->object, id), id, &inner,
                                  error)
      || !seidel_lesson_read_languages (&inner, "label", false, label, error))
    return false;
  json_object_remove_member (inner.object, "label");
  return true;
}

/* The settings of a setup are the other members of its object. */
static bool
read_setup (SeidelLesson *self, const SeidelJsonPlace *place, const char *id, GError **error)
{
  SeidelLessonSetup *setup = &self->setups[self->n_setups++];

  setup->id = g_strdup (id);
  return seidel_lesson_check_name (place, id, error) && take_label (place, id, &setup->label, error)
         && seidel_experiment_read_settings (place, id, &setup->settings, error);
}

static bool
read_setups (SeidelLesson *self, const SeidelJsonPlace *place, GError **error)
{
  g_autoptr (GList) ids = NULL;
  SeidelJsonPlace inner;

  if (!seidel_lesson_open_object (place, json_object_get_member (place->object, "setups"), "setups",
                                  &inner, error))
    return false;
  ids = json_object_get_members (inner.object);
  self->setups = g_new0 (SeidelLessonSetup, g_list_length (ids));
  for (GList *id = ids; id != NULL; id = id->next)
    {
      if (!read_setup (self, &inner, id->data, error))
        return false;
      if (seidel_lesson_setup (self, self->n_setups - 1).matrix == NULL)
        return seidel_json_fail (&inner, id->data, error, "it has no “matrix”");
    }
  return true;
}

static bool
read_lesson (SeidelLesson *self, const SeidelJsonPlace *place, GError **error)
{
  static const char *const known[] = { "schema", "id",     "title",  "sentence", "minutes",
                                       "hold",   "setups", "values", "steps",    NULL };
  double minutes = 0.0;

  if (!seidel_json_check_schema (place, SCHEMA, error)
      || !seidel_json_check_members (place, known, error)
      || (self->id = seidel_json_read_id (place, "id", error)) == NULL
      || !seidel_json_read_number (place, "minutes", 1.0, MOST_MINUTES, &minutes, error)
      || !seidel_experiment_read_settings (place, "hold", &self->held, error))
    return false;
  self->minutes = (int) minutes;
  return read_setups (self, place, error) && seidel_lesson_read_values (self, place, error)
         && seidel_lesson_read_checked (self, place, "title", true, &self->title, error)
         && seidel_lesson_read_checked (self, place, "sentence", true, &self->sentence, error)
         && seidel_lesson_read_steps (self, place, error);
}

SeidelLesson *
seidel_lesson_parse (const char *text, const char *name, GError **error)
{
  g_autoptr (JsonNode) root = seidel_json_parse_object (text, name, error);
  g_autoptr (SeidelLesson) self = g_new0 (SeidelLesson, 1);

  g_atomic_ref_count_init (&self->references);
  if (root == NULL)
    return NULL;
  const SeidelJsonPlace place = { name, "", json_node_get_object (root) };
  return read_lesson (self, &place, error) ? g_steal_pointer (&self) : NULL;
}

/* Files of matrices that are beside the lesson may be named without their folder. */
static void
find_matrices (SeidelExperimentSettings *settings, const char *folder)
{
  for (size_t i = 0; i < settings->n; i++)
    {
      g_autofree char *path = g_build_filename (folder, settings->all[i].text, NULL);

      if (strcmp (settings->all[i].key, "matrix") != 0 || g_path_is_absolute (settings->all[i].text)
          || !g_file_test (path, G_FILE_TEST_IS_REGULAR))
        continue;
      g_free (settings->all[i].text);
      settings->all[i].text = g_steal_pointer (&path);
    }
}

SeidelLesson *
seidel_lesson_load (const char *path, GError **error)
{
  g_autofree char *text = seidel_json_load (path, error);
  SeidelLesson *self = text != NULL ? seidel_lesson_parse (text, path, error) : NULL;
  g_autofree char *full = g_canonicalize_filename (path, NULL);
  g_autofree char *folder = g_path_get_dirname (full);

  if (self == NULL)
    return NULL;
  find_matrices (&self->held, folder);
  for (size_t i = 0; i < self->n_setups; i++)
    find_matrices (&self->setups[i].settings, folder);
  return self;
}
