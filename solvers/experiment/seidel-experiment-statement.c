/* Reading and writing what a source states.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-experiment-statement.h"

#include <math.h>
#include <string.h>

#include "experiment/seidel-experiment-private.h"

static const char *const of_names[SEIDEL_N_QUANTITIES] = { "measured",  "published", "distance",
                                                           "converged", "runs",      "least",
                                                           "most",      "mean" };

static const char *const take_names[SEIDEL_N_TAKES] = {
  "only", "least", "most", "median", "sum", "count", "where-least", "where-most"
};

int
seidel_experiment_find_quantity (const SeidelExperimentStatements *self, const char *name)
{
  for (size_t i = 0; i < self->n_quantities; i++)
    if (strcmp (self->quantities[i].name, name) == 0)
      return (int) i;
  return -1;
}

void
seidel_experiment_statements_clear (SeidelExperimentStatements *self)
{
  for (size_t i = 0; i < self->n_quantities; i++)
    {
      SeidelExperimentQuantity *quantity = &self->quantities[i];

      g_free (quantity->name);
      g_free (quantity->expression);
      g_free (quantity->crossover);
      for (int d = 0; d < 2; d++)
        {
          g_free (quantity->at[d]);
          g_free (quantity->over[d]);
        }
    }
  for (size_t i = 0; i < self->n_statements; i++)
    {
      SeidelExperimentStatement *statement = &self->statements[i];

      g_free (statement->text);
      g_free (statement->place);
      g_free (statement->printed_as);
      g_free (statement->ours);
      g_free (statement->holds);
      g_free (statement->why);
    }
  for (size_t i = 0; i < self->n_remarks; i++)
    {
      g_free (self->remarks[i].text);
      g_free (self->remarks[i].claim);
    }
  g_free (self->quantities);
  g_free (self->statements);
  g_free (self->remarks);
  memset (self, 0, sizeof *self);
}

/* The index of a name, or −1. */
static int
find_name (const char *const *names, int n, const char *name)
{
  for (int i = 0; i < n; i++)
    if (strcmp (names[i], name) == 0)
      return i;
  return -1;
}

/* A choice of names; the first without the member. */
static bool
read_choice (const SeidelJsonPlace *place,
             const char *member,
             const char *const *names,
             int n,
             int *choice,
             GError **error)
{
  g_autofree char *name = seidel_json_read_text (place, member, names[0], error);

  if (name == NULL)
    return false;
  *choice = find_name (names, n, name);
  if (*choice >= 0)
    return true;
  g_autofree char *known = g_strjoinv (", ", (char **) names);
  return seidel_json_fail (place, member, error, "one of %s was expected", known);
}

/* A text, or NULL without the member. */
static bool
read_optional (const SeidelJsonPlace *place, const char *member, char **text, GError **error)
{
  if (!json_object_has_member (place->object, member))
    return true;
  *text = seidel_json_read_text (place, member, NULL, error);
  return *text != NULL;
}

static bool
is_label (const SeidelExperimentDimension *dimension, const char *label)
{
  for (size_t i = 0; i < dimension->n; i++)
    if (strcmp (dimension->values[i].label, label) == 0)
      return true;
  return false;
}

/* A label, or "*", for each dimension. */
static bool
read_labels (const SeidelExperiment *self,
             const SeidelJsonPlace *place,
             const char *member,
             bool required,
             char **labels,
             GError **error)
{
  JsonArray *array = NULL;

  if (!seidel_json_read_array (place, member, required, &array, error))
    return false;
  if (array == NULL)
    return true;
  if ((int) json_array_get_length (array) != self->n_dimensions)
    return seidel_json_fail (place, member, error, "%d labels were expected", self->n_dimensions);
  for (int d = 0; d < self->n_dimensions; d++)
    {
      JsonNode *node = json_array_get_element (array, (guint) d);
      const char *label = seidel_json_is_text (node) ? json_node_get_string (node) : "";

      if (strcmp (label, "*") != 0 && !is_label (&self->dimensions[d], label))
        return seidel_json_fail (place, member, error, "“%s” is no label of “%s”", label,
                                 self->dimensions[d].name);
      labels[d] = g_strdup (label);
    }
  return true;
}

/* One of the measures of the experiment, or NULL without the member. */
static bool
read_measure (const SeidelExperiment *self,
              const SeidelJsonPlace *place,
              bool own,
              const SeidelExperimentMeasure **measure,
              GError **error)
{
  g_autofree char *id = NULL;

  if (!read_optional (place, "measure", &id, error))
    return false;
  *measure = id != NULL ? seidel_experiment_measure_find (id) : NULL;
  if (id == NULL || (*measure != NULL && !own)
      || (*measure != NULL && seidel_experiment_measure_index (self, *measure) >= 0))
    return true;
  return seidel_json_fail (place, "measure", error, "“%s” is not a measure of this experiment", id);
}

/* How many cells a quantity is of, as far as its labels say. */
static bool
is_of_one_cell (const SeidelExperimentQuantity *quantity)
{
  for (int d = 0; d < 2; d++)
    if (quantity->at[d] != NULL && strcmp (quantity->at[d], "*") == 0)
      return false;
  return true;
}

static bool
check_quantity (const SeidelExperiment *self,
                const SeidelJsonPlace *place,
                const SeidelExperimentQuantity *quantity,
                GError **error)
{
  if (quantity->measure == NULL && quantity->of != SEIDEL_QUANTITY_CONVERGED)
    return seidel_json_fail (place, "measure", error, "a measure was expected");
  if (quantity->crossover != NULL)
    return (self->baseline_dimension == 1 && is_label (&self->dimensions[1], quantity->crossover))
           || seidel_json_fail (place, "crossover", error,
                                "a label of the second dimension was expected, which has a "
                                "baseline");
  if ((quantity->take == SEIDEL_TAKE_ONLY) != is_of_one_cell (quantity))
    return seidel_json_fail (place, "take", error,
                             "“take” goes with “*” in “at”, and “*” needs it");
  return true;
}

static const char *const quantity_members[] = { "measure", "of",        "at", "over",
                                                "take",    "crossover", NULL };

static bool
read_quantity (const SeidelExperiment *self,
               const SeidelJsonPlace *place,
               JsonNode *node,
               SeidelExperimentQuantity *quantity,
               GError **error)
{
  int of = 0;
  int take = 0;

  if (seidel_json_is_text (node))
    {
      quantity->expression = g_strdup (json_node_get_string (node));
      return true;
    }
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return seidel_json_fail (place, quantity->name, error,
                             "an object, or an expression, was expected");
  g_autofree char *path = g_strdup_printf ("values.%s", quantity->name);
  const SeidelJsonPlace inner = { place->file, path, json_node_get_object (node) };
  if (!seidel_json_check_members (&inner, quantity_members, error)
      || !read_measure (self, &inner, true, &quantity->measure, error)
      || !read_optional (&inner, "crossover", &quantity->crossover, error)
      || !read_choice (&inner, "of", of_names, SEIDEL_N_QUANTITIES, &of, error)
      || !read_choice (&inner, "take", take_names, SEIDEL_N_TAKES, &take, error)
      || !read_labels (self, &inner, "at", quantity->crossover == NULL, quantity->at, error)
      || !read_labels (self, &inner, "over", false, quantity->over, error))
    return false;
  quantity->of = (SeidelQuantityOf) of;
  quantity->take = (SeidelQuantityTake) take;
  return check_quantity (self, &inner, quantity, error);
}

/* Names as expressions have them. */
static bool
is_name (const char *name)
{
  if (!g_ascii_isalpha (name[0]))
    return false;
  while (g_ascii_isalnum (*name) || *name == '_')
    name++;
  return *name == '\0';
}

static bool
read_quantities (SeidelExperiment *self, const SeidelJsonPlace *place, GError **error)
{
  SeidelExperimentStatements *statements = &self->statements;
  JsonNode *node = json_object_get_member (place->object, "values");
  g_autoptr (GList) names = NULL;

  if (node == NULL)
    return true;
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return seidel_json_fail (place, "values", error, "an object of named values was expected");
  names = json_object_get_members (json_node_get_object (node));
  statements->quantities = g_new0 (SeidelExperimentQuantity, g_list_length (names));
  for (GList *name = names; name != NULL; name = name->next)
    {
      SeidelExperimentQuantity *quantity = &statements->quantities[statements->n_quantities++];

      quantity->name = g_strdup (name->data);
      if (!is_name (quantity->name))
        return seidel_json_fail (place, "values", error,
                                 "“%s” is no name of letters, digits and “_”", quantity->name);
      if (!read_quantity (self, place,
                          json_object_get_member (json_node_get_object (node), name->data),
                          quantity, error))
        return false;
    }
  return true;
}

/* A number, two of them, or an expression. */
static bool
read_printed (const SeidelJsonPlace *place, SeidelExperimentStatement *statement, GError **error)
{
  JsonNode *node = json_object_get_member (place->object, "printed");

  statement->printed = NAN;
  statement->printed_to = NAN;
  if (node == NULL)
    return true;
  if (seidel_json_is_text (node))
    statement->printed_as = g_strdup (json_node_get_string (node));
  else if (seidel_json_is_number (node))
    statement->printed = json_node_get_double (node);
  else if (JSON_NODE_HOLDS_ARRAY (node) && json_array_get_length (json_node_get_array (node)) == 2)
    {
      JsonArray *range = json_node_get_array (node);

      if (!seidel_json_is_number (json_array_get_element (range, 0))
          || !seidel_json_is_number (json_array_get_element (range, 1)))
        return seidel_json_fail (place, "printed", error, "two numbers were expected");
      statement->printed = json_array_get_double_element (range, 0);
      statement->printed_to = json_array_get_double_element (range, 1);
    }
  else
    return seidel_json_fail (place, "printed", error,
                             "a number, two of them or an expression was expected");
  return true;
}

static const char *const statement_members[] = { "text",  "place", "printed", "ours",
                                                 "holds", "why",   "measure", NULL };

static bool
read_statement (const SeidelExperiment *self,
                const SeidelJsonPlace *place,
                SeidelExperimentStatement *statement,
                GError **error)
{
  return seidel_json_check_members (place, statement_members, error)
         && (statement->text = seidel_json_read_text (place, "text", NULL, error)) != NULL
         && (statement->place = seidel_json_read_text (place, "place", "", error)) != NULL
         && (statement->why = seidel_json_read_text (place, "why", "", error)) != NULL
         && read_optional (place, "ours", &statement->ours, error)
         && read_optional (place, "holds", &statement->holds, error)
         && read_measure (self, place, false, &statement->measure, error)
         && read_printed (place, statement, error);
}

static bool
read_all_statements (SeidelExperiment *self, const SeidelJsonPlace *place, GError **error)
{
  JsonArray *array = NULL;

  if (!seidel_json_read_array (place, "statements", false, &array, error))
    return false;
  if (array == NULL)
    return true;
  self->statements.statements = g_new0 (SeidelExperimentStatement, json_array_get_length (array));
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      g_autofree char *path = g_strdup_printf ("statements[%u]", i);
      JsonNode *node = json_array_get_element (array, i);

      if (!JSON_NODE_HOLDS_OBJECT (node))
        return seidel_json_fail (place, path, error, "an object was expected");
      const SeidelJsonPlace inner = { place->file, path, json_node_get_object (node) };
      if (!read_statement (self, &inner,
                           &self->statements.statements[self->statements.n_statements++], error))
        return false;
    }
  return true;
}

static const char *const remark_members[] = { "text", "claim", "if", NULL };

static bool
read_remark (const SeidelJsonPlace *place,
             JsonNode *node,
             SeidelExperimentRemark *remark,
             GError **error)
{
  if (seidel_json_is_text (node))
    {
      remark->text = g_strdup (json_node_get_string (node));
      return true;
    }
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return seidel_json_fail (place, "agreement", error,
                             "a text, or an object with “text” and “claim”, was expected");
  const SeidelJsonPlace inner = { place->file, "agreement", json_node_get_object (node) };
  remark->open = json_object_has_member (inner.object, "if");
  if (remark->open && json_object_has_member (inner.object, "claim"))
    return seidel_json_fail (&inner, "if", error, "“claim” or “if” was expected, not both");
  return seidel_json_check_members (&inner, remark_members, error)
         && (remark->text = seidel_json_read_text (&inner, "text", NULL, error)) != NULL
         && read_optional (&inner, remark->open ? "if" : "claim", &remark->claim, error);
}

/* One remark, or an array of them. */
static bool
read_remarks (SeidelExperiment *self, const SeidelJsonPlace *place, GError **error)
{
  SeidelExperimentStatements *statements = &self->statements;
  JsonNode *node = json_object_get_member (place->object, "agreement");
  JsonArray *array =
    node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  const guint n = node == NULL ? 0 : array != NULL ? json_array_get_length (array) : 1;

  statements->remarks = g_new0 (SeidelExperimentRemark, n);
  for (guint i = 0; i < n; i++)
    if (!read_remark (place, array != NULL ? json_array_get_element (array, i) : node,
                      &statements->remarks[statements->n_remarks++], error))
      return false;
  return true;
}

bool
seidel_experiment_read_statements (SeidelExperiment *self,
                                   const SeidelJsonPlace *place,
                                   GError **error)
{
  return read_quantities (self, place, error) && read_all_statements (self, place, error)
         && read_remarks (self, place, error);
}

static void
build_text (JsonBuilder *json, const char *member, const char *text)
{
  if (text == NULL || text[0] == '\0')
    return;
  json_builder_set_member_name (json, member);
  json_builder_add_string_value (json, text);
}

static void
build_labels (JsonBuilder *json, const char *member, char *const *labels)
{
  if (labels[0] == NULL)
    return;
  json_builder_set_member_name (json, member);
  json_builder_begin_array (json);
  for (int d = 0; d < 2 && labels[d] != NULL; d++)
    json_builder_add_string_value (json, labels[d]);
  json_builder_end_array (json);
}

static void
build_quantity (JsonBuilder *json, const SeidelExperimentQuantity *quantity)
{
  json_builder_set_member_name (json, quantity->name);
  if (quantity->expression != NULL)
    {
      json_builder_add_string_value (json, quantity->expression);
      return;
    }
  json_builder_begin_object (json);
  build_text (json, "measure", quantity->measure != NULL ? quantity->measure->id : NULL);
  build_text (json, "crossover", quantity->crossover);
  if (quantity->of != SEIDEL_QUANTITY_MEASURED)
    build_text (json, "of", of_names[quantity->of]);
  build_labels (json, "at", quantity->at);
  build_labels (json, "over", quantity->over);
  if (quantity->take != SEIDEL_TAKE_ONLY)
    build_text (json, "take", take_names[quantity->take]);
  json_builder_end_object (json);
}

static void
build_statement (JsonBuilder *json, const SeidelExperimentStatement *statement)
{
  json_builder_begin_object (json);
  build_text (json, "text", statement->text);
  build_text (json, "place", statement->place);
  build_text (json, "printed", statement->printed_as);
  if (!isnan (statement->printed))
    {
      json_builder_set_member_name (json, "printed");
      if (!isnan (statement->printed_to))
        json_builder_begin_array (json);
      seidel_experiment_build_number (json, statement->printed);
      if (!isnan (statement->printed_to))
        {
          seidel_experiment_build_number (json, statement->printed_to);
          json_builder_end_array (json);
        }
    }
  build_text (json, "ours", statement->ours);
  build_text (json, "holds", statement->holds);
  build_text (json, "why", statement->why);
  build_text (json, "measure", statement->measure != NULL ? statement->measure->id : NULL);
  json_builder_end_object (json);
}

static void
build_remarks (JsonBuilder *json, const SeidelExperimentStatements *statements)
{
  json_builder_set_member_name (json, "agreement");
  json_builder_begin_array (json);
  for (size_t i = 0; i < statements->n_remarks; i++)
    {
      json_builder_begin_object (json);
      build_text (json, "text", statements->remarks[i].text);
      build_text (json, statements->remarks[i].open ? "if" : "claim", statements->remarks[i].claim);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

void
seidel_experiment_build_statements (JsonBuilder *json, const SeidelExperimentStatements *statements)
{
  if (statements->n_quantities > 0)
    {
      json_builder_set_member_name (json, "values");
      json_builder_begin_object (json);
      for (size_t i = 0; i < statements->n_quantities; i++)
        build_quantity (json, &statements->quantities[i]);
      json_builder_end_object (json);
    }
  if (statements->n_statements > 0)
    {
      json_builder_set_member_name (json, "statements");
      json_builder_begin_array (json);
      for (size_t i = 0; i < statements->n_statements; i++)
        build_statement (json, &statements->statements[i]);
      json_builder_end_array (json);
    }
  if (statements->n_remarks > 0)
    build_remarks (json, statements);
}
