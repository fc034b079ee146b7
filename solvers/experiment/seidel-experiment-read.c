/* Reading an experiment from JSON. Every setting is tried, so that later a cell fails for what its
 * run says only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "experiment/seidel-experiment-private.h"
#include "experiment/seidel-experiment-verdict.h"
#include "io/bytes/seidel-json-read.h"

#define SCHEMA "seidel-experiment/1"

/* A text, a number or a truth value as the text of a setting; NULL for anything else. */
static char *
setting_text (JsonNode *node)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (seidel_json_is_text (node))
    return g_utf8_validate (json_node_get_string (node), -1, NULL)
             ? g_strdup (json_node_get_string (node))
             : NULL;
  if (seidel_json_is_bool (node))
    return g_strdup (json_node_get_boolean (node) ? "true" : "false");
  if (seidel_json_is_number (node))
    return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.15g", json_node_get_double (node)));
  return NULL;
}

/* What has to be the same at the beginning of a name for it to be meant, perhaps. */
#define ALIKE 3

/* The names of settings that begin alike, or else of all, for a message. */
static bool
fail_unknown (const SeidelJsonPlace *place, const char *key, GError **error)
{
  g_auto (GStrv) keys = seidel_experiment_setting_keys ();
  g_autoptr (GStrvBuilder) alike = g_strv_builder_new ();
  g_auto (GStrv) some = NULL;
  g_autofree char *names = NULL;

  for (char **name = keys; *name != NULL; name++)
    if (strncmp (*name, key, ALIKE) == 0)
      g_strv_builder_add (alike, *name);
  some = g_strv_builder_end (alike);
  names = g_strjoinv (", ", some[0] != NULL ? some : keys);
  return some[0] != NULL
           ? seidel_json_fail (place, key, error,
                               "there is no such setting; those that begin alike are: %s", names)
           : seidel_json_fail (place, key, error, "there is no such setting; there are: %s", names);
}

/* Appends a setting, which takes the text, and tries it alone. */
static bool
add_setting (const SeidelJsonPlace *place,
             SeidelExperimentSettings *settings,
             const char *key,
             char *text,
             GError **error)
{
  SeidelExperimentSetup trial = seidel_experiment_setup_new ();
  SeidelExperimentSetting setting = { seidel_experiment_setting_find (key), text };
  g_autoptr (GError) cause = NULL;

  if (setting.key == NULL || text == NULL || strlen (text) > SEIDEL_JSON_MOST_VALUE)
    {
      const bool too_long = setting.key != NULL && text != NULL;

      g_free (text);
      if (setting.key == NULL)
        return fail_unknown (place, key, error);
      return too_long
               ? seidel_json_fail (place, key, error, "a text of at most %d bytes was expected",
                                   SEIDEL_JSON_MOST_VALUE)
               : seidel_json_fail (place, key, error, "a value was expected");
    }
  settings->all = g_renew (SeidelExperimentSetting, settings->all, settings->n + 1);
  settings->all[settings->n++] = setting;
  return seidel_experiment_setup_set (&trial, setting.key, text, &cause)
         || seidel_json_fail (place, key, error, "%s", cause->message);
}

bool
seidel_experiment_read_settings (const SeidelJsonPlace *place,
                                 const char *member,
                                 SeidelExperimentSettings *settings,
                                 GError **error)
{
  JsonNode *node = json_object_get_member (place->object, member);
  g_autoptr (GList) keys = NULL;

  if (node == NULL)
    return true;
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return seidel_json_fail (place, member, error, "an object of settings was expected");
  keys = json_object_get_members (json_node_get_object (node));
  for (GList *key = keys; key != NULL; key = key->next)
    if (!add_setting (place, settings, key->data,
                      setting_text (
                        json_object_get_member (json_node_get_object (node), key->data)),
                      error))
      return false;
  return true;
}

/* {"label": "CPU", "set": {…}, "at": 1} */
static bool
read_value_object (const SeidelJsonPlace *place, SeidelExperimentValue *value, GError **error)
{
  value->label = seidel_json_read_title (place, "label", error);
  return value->label != NULL
         && seidel_experiment_read_settings (place, "set", &value->settings, error)
         && seidel_json_read_number (place, "at", -G_MAXDOUBLE, G_MAXDOUBLE, &value->number, error);
}

static bool
read_value (const SeidelJsonPlace *place,
            const SeidelExperimentDimension *dimension,
            JsonNode *node,
            SeidelExperimentValue *value,
            GError **error)
{
  char *text = setting_text (node);

  value->number = seidel_json_is_number (node) ? json_node_get_double (node) : NAN;
  if (text != NULL && dimension->key != NULL)
    {
      value->label = g_strdup (text);
      return add_setting (place, &value->settings, dimension->key, text, error);
    }
  g_free (text);
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return seidel_json_fail (place, "values", error,
                             "a value of “vary” or an object with “label” and “set” was expected");
  const SeidelJsonPlace inner = { place->file, place->path, json_node_get_object (node) };
  return read_value_object (&inner, value, error);
}

static bool
read_key (const SeidelJsonPlace *place, SeidelExperimentDimension *dimension, GError **error)
{
  g_autofree char *key = seidel_json_read_text (place, "vary", "", error);

  if (key == NULL)
    return false;
  if (key[0] == '\0')
    return true;
  dimension->key = seidel_experiment_setting_find (key);
  return dimension->key != NULL
         || seidel_json_fail (place, "vary", error, "there is no setting “%s”", key);
}

static bool
read_dimension (const SeidelJsonPlace *place, SeidelExperimentDimension *dimension, GError **error)
{
  JsonArray *values = NULL;

  if (!read_key (place, dimension, error)
      || !seidel_json_read_array (place, "values", true, &values, error))
    return false;
  dimension->name = seidel_json_read_text (place, "name", dimension->key, error);
  if (dimension->name == NULL)
    return false;
  if (json_array_get_length (values) == 0
      || json_array_get_length (values) > SEIDEL_EXPERIMENT_MOST_CELLS)
    return seidel_json_fail (place, "values", error, "1 to %d values were expected",
                             SEIDEL_EXPERIMENT_MOST_CELLS);
  dimension->n = json_array_get_length (values);
  dimension->values = g_new0 (SeidelExperimentValue, dimension->n);
  for (guint i = 0; i < dimension->n; i++)
    if (!read_value (place, dimension, json_array_get_element (values, i), &dimension->values[i],
                     error))
      return false;
  return true;
}

static bool
read_dimensions (SeidelExperiment *self, const SeidelJsonPlace *place, GError **error)
{
  JsonArray *array = NULL;
  guint n;

  if (!seidel_json_read_array (place, "vary", true, &array, error))
    return false;
  n = json_array_get_length (array);
  if (n < 1 || n > 2)
    return seidel_json_fail (place, "vary", error, "one or two dimensions were expected");
  for (guint d = 0; d < n; d++)
    {
      g_autofree char *path = g_strdup_printf ("vary[%u]", d);
      JsonNode *node = json_array_get_element (array, d);

      if (!JSON_NODE_HOLDS_OBJECT (node))
        return seidel_json_fail (place, path, error, "an object was expected");
      const SeidelJsonPlace inner = { place->file, path, json_node_get_object (node) };
      self->n_dimensions++;
      if (!read_dimension (&inner, &self->dimensions[d], error))
        return false;
    }
  return seidel_experiment_n_cells (self) <= SEIDEL_EXPERIMENT_MOST_CELLS
         || seidel_json_fail (place, "vary", error, "more than %d cells",
                              SEIDEL_EXPERIMENT_MOST_CELLS);
}

/* The names of all, for a message. */
static char *
list_measures (void)
{
  size_t n = 0;
  const SeidelExperimentMeasure *measures = seidel_experiment_measures (&n);
  GString *names = g_string_new (NULL);

  for (size_t i = 0; i < n; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", measures[i].id);
  return g_string_free (names, FALSE);
}

static bool
read_measures (SeidelExperiment *self, const SeidelJsonPlace *place, GError **error)
{
  JsonArray *array = NULL;
  guint n;

  if (!seidel_json_read_array (place, "measures", true, &array, error))
    return false;
  n = json_array_get_length (array);
  if (n == 0)
    return seidel_json_fail (place, "measures", error, "at least one measure was expected");
  self->measures = g_new0 (const SeidelExperimentMeasure *, n);
  for (guint i = 0; i < n; i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      const char *id = seidel_json_is_text (node) ? json_node_get_string (node) : "";

      self->measures[i] = seidel_experiment_measure_find (id);
      if (self->measures[i] == NULL)
        {
          g_autofree char *known = list_measures ();

          return seidel_json_fail (place, "measures", error, "there is no measure “%s”, but %s", id,
                                   known);
        }
    }
  self->n_measures = n;
  return true;
}

static bool
read_baseline (SeidelExperiment *self, const SeidelJsonPlace *place, GError **error)
{
  g_autofree char *label = seidel_json_read_text (place, "baseline", "", error);

  self->baseline_dimension = -1;
  if (label == NULL)
    return false;
  for (int d = self->n_dimensions - 1; d >= 0 && label[0] != '\0'; d--)
    for (size_t i = 0; i < self->dimensions[d].n; i++)
      if (strcmp (self->dimensions[d].values[i].label, label) == 0)
        {
          self->baseline_dimension = d;
          self->baseline = i;
          return true;
        }
  return label[0] == '\0'
         || seidel_json_fail (place, "baseline", error, "no value is labelled “%s”", label);
}

/* Curves over numbers, bars over names, a heat map of two names. */
static SeidelExperimentPicture
default_picture (const SeidelExperiment *self)
{
  if (!isnan (self->dimensions[0].values[0].number))
    return SEIDEL_EXPERIMENT_CURVES;
  return self->n_dimensions == 2 ? SEIDEL_EXPERIMENT_TABLE : SEIDEL_EXPERIMENT_BARS;
}

static bool
read_picture (SeidelExperiment *self, const SeidelJsonPlace *place, GError **error)
{
  self->picture = default_picture (self);
  g_autofree char *id =
    seidel_json_read_text (place, "picture", seidel_experiment_picture_id (self->picture), error);

  if (id == NULL)
    return false;
  for (int p = 0; p < SEIDEL_N_EXPERIMENT_PICTURES; p++)
    if (strcmp (id, seidel_experiment_picture_id (p)) == 0)
      {
        self->picture = p;
        return true;
      }
  return seidel_json_fail (place, "picture", error, "there is no picture “%s”", id);
}

/* The values of one row of cells, or all of one dimension. */
static bool
read_published_row (const SeidelJsonPlace *place,
                    JsonArray *row,
                    size_t n,
                    double *values,
                    GError **error)
{
  if (json_array_get_length (row) != n)
    return seidel_json_fail (place, "values", error, "%zu values were expected instead of %u", n,
                             json_array_get_length (row));
  for (guint i = 0; i < n; i++)
    {
      JsonNode *node = json_array_get_element (row, i);

      if (!seidel_json_is_number (node) && !JSON_NODE_HOLDS_NULL (node))
        return seidel_json_fail (place, "values", error, "a number or null was expected");
      values[i] = seidel_json_is_number (node) ? json_node_get_double (node) : NAN;
    }
  return true;
}

static bool
read_published_rows (const SeidelExperiment *self,
                     const SeidelJsonPlace *place,
                     JsonArray *rows,
                     double *values,
                     GError **error)
{
  const size_t n = self->dimensions[1].n;

  if (json_array_get_length (rows) != self->dimensions[0].n)
    return seidel_json_fail (place, "values", error, "%zu rows were expected",
                             self->dimensions[0].n);
  for (guint i = 0; i < self->dimensions[0].n; i++)
    {
      JsonNode *row = json_array_get_element (rows, i);

      if (!JSON_NODE_HOLDS_ARRAY (row))
        return seidel_json_fail (place, "values", error, "an array for each row was expected");
      if (!read_published_row (place, json_node_get_array (row), n, values + i * n, error))
        return false;
    }
  return true;
}

static bool
read_published_one (const SeidelExperiment *self,
                    const SeidelJsonPlace *place,
                    SeidelExperimentPublished *published,
                    GError **error)
{
  g_autofree char *id = seidel_json_read_text (place, "measure", NULL, error);
  const size_t n = seidel_experiment_n_cells (self);
  JsonArray *values = NULL;

  if (id == NULL || !seidel_json_read_array (place, "values", true, &values, error))
    return false;
  published->measure = seidel_experiment_measure_find (id);
  if (published->measure == NULL || seidel_experiment_measure_index (self, published->measure) < 0)
    return seidel_json_fail (place, "measure", error, "“%s” is not a measure of this experiment",
                             id);
  published->source = seidel_json_read_text (place, "source", "", error);
  published->values = g_new0 (double, n);
  if (published->source == NULL)
    return false;
  return self->n_dimensions == 1
           ? read_published_row (place, values, n, published->values, error)
           : read_published_rows (self, place, values, published->values, error);
}

static bool
read_published (SeidelExperiment *self, const SeidelJsonPlace *place, GError **error)
{
  JsonArray *array = NULL;

  if (!seidel_json_read_array (place, "published", false, &array, error))
    return false;
  if (array == NULL)
    return true;
  self->n_published = json_array_get_length (array);
  self->published = g_new0 (SeidelExperimentPublished, self->n_published);
  for (guint i = 0; i < self->n_published; i++)
    {
      g_autofree char *path = g_strdup_printf ("published[%u]", i);
      JsonNode *node = json_array_get_element (array, i);

      if (!JSON_NODE_HOLDS_OBJECT (node))
        return seidel_json_fail (place, path, error, "an object was expected");
      const SeidelJsonPlace inner = { place->file, path, json_node_get_object (node) };
      if (!read_published_one (self, &inner, &self->published[i], error))
        return false;
    }
  return true;
}

static bool
read_texts (SeidelExperiment *self, const SeidelJsonPlace *place, GError **error)
{
  return (self->id = seidel_json_read_id (place, "id", error)) != NULL
         && (self->title = seidel_json_read_title (place, "title", error)) != NULL
         && (self->sentence = seidel_json_read_text (place, "sentence", "", error)) != NULL
         && (self->source = seidel_json_read_text (place, "source", "", error)) != NULL
         && (self->since = seidel_json_read_text (place, "since", "", error)) != NULL
         && (self->changed = seidel_json_read_text (place, "changed", "", error)) != NULL;
}

static bool
read_repeats (SeidelExperiment *self, const SeidelJsonPlace *place, GError **error)
{
  self->repeats = 1;
  return seidel_json_read_count (place, "warm-up", 0, &self->warm_up, error)
         && seidel_json_read_count (place, "repeats", 1, &self->repeats, error)
         && seidel_json_read_flag (place, "alternate", &self->alternate, error)
         && seidel_json_read_number (place, "seconds", 0.0, 1e9, &self->seconds, error)
         && seidel_json_read_flag (place, "logarithmic", &self->logarithmic, error);
}

static bool
find_scaling (const char *id, SeidelScalingKind *scaling)
{
  for (int kind = SEIDEL_SCALING_NONE; kind <= SEIDEL_SCALING_WEAK; kind++)
    if (strcmp (id, seidel_scaling_id (kind)) == 0)
      {
        *scaling = kind;
        return true;
      }
  return false;
}

/* The first dimension is one of workers. */
static bool
read_scaling (SeidelExperiment *self, const SeidelJsonPlace *place, GError **error)
{
  const SeidelExperimentDimension *dimension = &self->dimensions[0];
  g_autofree char *id =
    seidel_json_read_text (place, "scaling", seidel_scaling_id (SEIDEL_SCALING_NONE), error);

  if (id == NULL)
    return false;
  if (!find_scaling (id, &self->scaling))
    return seidel_json_fail (place, "scaling", error, "“%s” is not strong or weak", id);
  for (size_t i = 0; self->scaling != SEIDEL_SCALING_NONE && i < dimension->n; i++)
    if (!(dimension->values[i].number >= 1.0))
      return seidel_json_fail (place, "scaling", error,
                               "numbers of ranks or threads were expected as the first dimension");
  if (self->scaling != SEIDEL_SCALING_NONE && self->measures[0]->unit != SEIDEL_MEASURE_SECONDS)
    return seidel_json_fail (place, "measures", error, "a time was expected as the first measure");
  self->published_serial = NAN;
  return seidel_json_read_number (place, "published-serial", 0.0, 1.0, &self->published_serial,
                                  error);
}

static const char *const known_members[] = {
  "schema",   "id",         "title",     "sentence",    "source",  "agreement",
  "values",   "statements", "since",     "changed",     "hold",    "vary",
  "measures", "warm-up",    "repeats",   "alternate",   "seconds", "reference",
  "baseline", "picture",    "published", "logarithmic", "scaling", "published-serial",
  "comment",  NULL,
};

/* Every cell has a matrix. */
static bool
check_matrix (const SeidelExperiment *self, const SeidelJsonPlace *place, GError **error)
{
  for (size_t cell = 0; cell < seidel_experiment_n_cells (self); cell++)
    if (seidel_experiment_setup (self, cell).matrix == NULL)
      return seidel_json_fail (place, "hold", error, "“matrix” is neither held nor varied");
  return true;
}

/* A moment in UTC, as results have it: they are compared as texts. */
static bool
check_since (const SeidelExperiment *self, const SeidelJsonPlace *place, GError **error)
{
  g_autoptr (GDateTime) since = g_date_time_new_from_iso8601 (self->since, NULL);

  return self->since[0] == '\0'
         || (since != NULL && strlen (self->since) == strlen ("2026-01-01T00:00:00Z"))
         || seidel_json_fail (place, "since", error,
                              "a time such as “2026-01-01T00:00:00Z” was expected");
}

SeidelExperiment *
seidel_experiment_from_json (JsonObject *object, const char *name, GError **error)
{
  const SeidelJsonPlace place = { name, "", object };
  g_autoptr (SeidelExperiment) self = g_new0 (SeidelExperiment, 1);

  g_atomic_ref_count_init (&self->references);
  if (!seidel_json_check_schema (&place, SCHEMA, error)
      || !seidel_json_check_members (&place, known_members, error)
      || !read_texts (self, &place, error)
      || !seidel_experiment_read_settings (&place, "hold", &self->held, error)
      || !seidel_experiment_read_settings (&place, "reference", &self->reference, error)
      || !read_dimensions (self, &place, error) || !read_measures (self, &place, error)
      || !read_repeats (self, &place, error) || !read_baseline (self, &place, error)
      || !read_scaling (self, &place, error) || !read_picture (self, &place, error)
      || !read_published (self, &place, error) || !check_matrix (self, &place, error)
      || !seidel_experiment_read_statements (self, &place, error)
      || !check_since (self, &place, error))
    return NULL;
  if (!seidel_experiment_check_statements (self, error))
    {
      g_prefix_error (error, "%s: ", name);
      return NULL;
    }
  return g_steal_pointer (&self);
}

SeidelExperiment *
seidel_experiment_parse (const char *text, const char *name, GError **error)
{
  g_autoptr (JsonNode) root = seidel_json_parse_object (text, name, error);

  return root != NULL ? seidel_experiment_from_json (json_node_get_object (root), name, error)
                      : NULL;
}

SeidelExperiment *
seidel_experiment_load (const char *path, GError **error)
{
  g_autofree char *text = seidel_json_load (path, error);

  return text != NULL ? seidel_experiment_parse (text, path, error) : NULL;
}
