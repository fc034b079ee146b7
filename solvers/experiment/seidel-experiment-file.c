/* The file of a result: a line per cell, complete after each of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/seidel-fail.h"
#include "experiment/seidel-experiment-private.h"
#include "experiment/seidel-experiment-result-private.h"
#include "io/bytes/seidel-output.h"
#include "base/seidel-translatable.h"

#define SCHEMA "seidel-experiment-result/1"

/* What the file ends with; a cell takes its place. */
#define TRAILER "\n]}\n"

/* What the first line ends with. */
#define CELLS "\"cells\":["

/* Characters of the reason of a gap, which pictures show. */
#define MOST_WHY 500

/* Seconds between two waits for the disk. */
#define PATIENCE 5.0

struct SeidelExperimentFile
{
  SeidelExperimentResult *result;
  char *path;
  int fd;
  off_t end; /* of the last cell: where the trailer begins */
  bool empty;
  gint64 synced; /* monotonic time */
};

static void
build_text (JsonBuilder *json, const char *member, const char *text)
{
  json_builder_set_member_name (json, member);
  json_builder_add_string_value (json, text);
}

static void
build_machine (JsonBuilder *json, const SeidelExperimentMachine *machine)
{
  json_builder_set_member_name (json, "machine");
  json_builder_begin_object (json);
  build_text (json, "processor", machine->processor);
  json_builder_set_member_name (json, "processors");
  json_builder_add_int_value (json, machine->processors);
  json_builder_set_member_name (json, "memory");
  seidel_experiment_build_number (json, machine->memory);
  build_text (json, "devices", machine->devices);
  build_text (json, "system", machine->system);
  build_text (json, "version", machine->version);
  json_builder_set_member_name (json, "load");
  seidel_experiment_build_number (json, machine->load);
  json_builder_end_object (json);
}

/* Everything before the first cell. */
static char *
make_header (SeidelExperimentResult *result)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  g_autofree char *text = NULL;

  json_builder_begin_object (json);
  build_text (json, "schema", SCHEMA);
  json_builder_set_member_name (json, "experiment");
  seidel_experiment_build_json (seidel_experiment_result_experiment (result), json);
  build_machine (json, seidel_experiment_result_machine (result));
  build_text (json, "begun", seidel_experiment_result_begun (result));
  json_builder_set_member_name (json, "cells");
  json_builder_begin_array (json);
  json_builder_end_array (json);
  json_builder_end_object (json);
  text = seidel_experiment_json_to_text (json);
  return g_strndup (text, strlen (text) - strlen ("]}"));
}

static void
build_runs (JsonBuilder *json, const SeidelExperimentCell *cell, size_t n_measures)
{
  json_builder_set_member_name (json, "runs");
  json_builder_begin_array (json);
  for (int run = 0; run < cell->n_runs; run++)
    {
      json_builder_begin_array (json);
      for (size_t m = 0; m < n_measures; m++)
        seidel_experiment_build_number (json, cell->values[(size_t) run * n_measures + m]);
      json_builder_end_array (json);
    }
  json_builder_end_array (json);
}

static char *
make_line (SeidelExperimentResult *result, size_t index)
{
  const SeidelExperimentCell cell = seidel_experiment_result_cell (result, index);
  g_autoptr (JsonBuilder) json = json_builder_new ();

  json_builder_begin_object (json);
  json_builder_set_member_name (json, "cell");
  json_builder_add_int_value (json, (gint64) index);
  build_text (json, "state", cell.state == SEIDEL_CELL_GAP ? "gap" : "done");
  if (cell.reason != NULL)
    build_text (json, "reason", cell.reason);
  if (cell.why != NULL)
    build_text (json, "why", cell.why);
  build_runs (json, &cell, seidel_experiment_result_experiment (result)->n_measures);
  json_builder_end_object (json);
  return seidel_experiment_json_to_text (json);
}

static bool
fail (const SeidelExperimentFile *self, GError **error)
{
  return seidel_fail (error, SEIDEL_ERROR_IO, "%s: %s", self->path, g_strerror (errno));
}

static void
file_free (SeidelExperimentFile *self)
{
  if (self->fd >= 0)
    close (self->fd);
  g_free (self->path);
  seidel_experiment_result_unref (self->result);
  g_free (self);
}

SeidelExperimentFile *
seidel_experiment_file_new (SeidelExperimentResult *result, const char *path, GError **error)
{
  const size_t n = seidel_experiment_n_cells (seidel_experiment_result_experiment (result));
  g_autofree char *header = make_header (result);
  g_autoptr (GString) text = g_string_new (header);
  SeidelExperimentFile *self = NULL;
  bool empty = true;

  for (size_t cell = 0; cell < n; cell++)
    if (seidel_experiment_result_cell (result, cell).state != SEIDEL_CELL_WAITING)
      {
        g_autofree char *line = make_line (result, cell);

        g_string_append_printf (text, "%s%s", empty ? "\n" : ",\n", line);
        empty = false;
      }
  const size_t end = text->len;
  g_string_append (text, TRAILER);
  if (!seidel_output_save (path, text->str, text->len, error))
    return NULL;
  self = g_new0 (SeidelExperimentFile, 1);
  self->result = seidel_experiment_result_ref (result);
  self->path = g_strdup (path);
  self->end = (off_t) end;
  self->empty = empty;
  self->synced = g_get_monotonic_time ();
  self->fd = open (path, O_WRONLY | O_CLOEXEC);
  if (self->fd >= 0)
    return self;
  fail (self, error);
  file_free (self);
  return NULL;
}

/* False where the disk did not take all of it. */
static bool
write_at (int fd, const char *text, size_t length, off_t place)
{
  while (length > 0)
    {
      const ssize_t written = pwrite (fd, text, length, place);

      if (written < 0 && errno == EINTR)
        continue;
      if (written < 0)
        return false;
      text += written;
      length -= (size_t) written;
      place += written;
    }
  return true;
}

bool
seidel_experiment_file_append (SeidelExperimentFile *self, size_t cell, GError **error)
{
  g_autofree char *line = make_line (self->result, cell);
  g_autofree char *text = g_strconcat (self->empty ? "\n" : ",\n", line, TRAILER, NULL);
  const gint64 now = g_get_monotonic_time ();

  if (!write_at (self->fd, text, strlen (text), self->end))
    return fail (self, error);
  self->end += (off_t) (strlen (text) - strlen (TRAILER));
  self->empty = false;
  if ((double) (now - self->synced) < PATIENCE * G_USEC_PER_SEC)
    return true;
  self->synced = now;
  return fdatasync (self->fd) == 0 || fail (self, error);
}

bool
seidel_experiment_file_close (SeidelExperimentFile *self, GError **error)
{
  const bool done = fdatasync (self->fd) == 0 || fail (self, error);

  file_free (self);
  return done;
}

/* What is read of a file so far. */
typedef struct
{
  const char *path;
  size_t line; /* from 1 */
} Reading;

static bool
refuse (const Reading *reading, GError **error, const char *what)
{
  return seidel_fail (error, SEIDEL_ERROR_FORMAT, seidel_text ("%s, line %zu: %s"), reading->path,
                      reading->line, what);
}

/* A text of an object, "" where there is none. */
static char *
copy_text (JsonObject *object, const char *member)
{
  return g_utf8_make_valid (json_object_get_string_member_with_default (object, member, ""), -1);
}

/* NaN where it is none. */
static double
read_number (JsonObject *object, const char *member)
{
  JsonNode *node = json_object_get_member (object, member);

  return node != NULL && seidel_json_is_number (node) ? json_node_get_double (node) : NAN;
}

static JsonObject *
find_object (JsonObject *object, const char *member)
{
  JsonNode *node = json_object_get_member (object, member);

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

static SeidelExperimentResult *
read_header (const Reading *reading, const char *line, GError **error)
{
  g_autofree char *text = g_strconcat (line, "]}", NULL);
  g_autoptr (JsonNode) root =
    g_str_has_suffix (line, CELLS) ? seidel_json_parse_object (text, reading->path, NULL) : NULL;
  JsonObject *object = root != NULL ? json_node_get_object (root) : NULL;

  if (object == NULL
      || g_strcmp0 (json_object_get_string_member_with_default (object, "schema", ""), SCHEMA) != 0
      || find_object (object, "experiment") == NULL || find_object (object, "machine") == NULL)
    {
      refuse (reading, error, "the head of the result of an experiment was expected");
      return NULL;
    }
  g_autoptr (SeidelExperiment) experiment =
    seidel_experiment_from_json (find_object (object, "experiment"), reading->path, error);
  if (experiment == NULL)
    return NULL;
  JsonObject *found = find_object (object, "machine");
  SeidelExperimentMachine machine = {
    .processor = copy_text (found, "processor"),
    .processors = (int) json_object_get_int_member_with_default (found, "processors", 0),
    .memory = read_number (found, "memory"),
    .devices = copy_text (found, "devices"),
    .system = copy_text (found, "system"),
    .version = copy_text (found, "version"),
    .load = read_number (found, "load"),
  };
  return seidel_experiment_result_new_read (experiment, &machine, copy_text (object, "begun"));
}

/* The runs as rows of values; NULL with *n_runs 0 for none, −1 for what is none. */
static double *
read_runs (JsonObject *object, size_t n_measures, int *n_runs)
{
  JsonNode *node = json_object_get_member (object, "runs");
  JsonArray *runs =
    node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  const guint n = runs != NULL ? json_array_get_length (runs) : 0;
  g_autofree double *values = n > 0 ? g_new (double, n *n_measures) : NULL;

  *n_runs = runs != NULL ? (int) n : -1;
  for (guint run = 0; run < n; run++)
    {
      JsonNode *row = json_array_get_element (runs, run);

      if (!JSON_NODE_HOLDS_ARRAY (row)
          || json_array_get_length (json_node_get_array (row)) != n_measures)
        {
          *n_runs = -1;
          return NULL;
        }
      for (guint m = 0; m < n_measures; m++)
        {
          JsonNode *value = json_array_get_element (json_node_get_array (row), m);

          values[run * n_measures + m] =
            JSON_NODE_HOLDS_VALUE (value) ? json_node_get_double (value) : NAN;
        }
    }
  return g_steal_pointer (&values);
}

/* The static text of one of the reasons that runs end by, or NULL. */
static const char *
find_reason (const char *id)
{
  for (int reason = 0; id != NULL && reason <= SEIDEL_REASON_FAILED; reason++)
    if (strcmp (id, seidel_reason_id ((SeidelReason) reason)) == 0)
      return seidel_reason_id ((SeidelReason) reason);
  return NULL;
}

static bool
read_cell (const Reading *reading,
           SeidelExperimentResult *result,
           JsonObject *object,
           GError **error)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  const gint64 index = json_object_get_int_member_with_default (object, "cell", -1);
  const char *state = json_object_get_string_member_with_default (object, "state", "");
  const char *reason = json_object_get_string_member_with_default (object, "reason", NULL);
  SeidelExperimentCell cell = { .reason = find_reason (reason) };

  if (index < 0 || index >= (gint64) seidel_experiment_n_cells (experiment)
      || seidel_experiment_result_cell (result, (size_t) index).state != SEIDEL_CELL_WAITING)
    return refuse (reading, error, "the number of a cell was expected");
  if (g_str_equal (state, "done"))
    cell.state = SEIDEL_CELL_DONE;
  else if (g_str_equal (state, "gap"))
    cell.state = SEIDEL_CELL_GAP;
  else
    return refuse (reading, error, "“state” is neither “done” nor “gap”");
  cell.values = read_runs (object, experiment->n_measures, &cell.n_runs);
  if (cell.n_runs < 0)
    return refuse (reading, error, "“runs” with a value for each measure were expected");
  if (cell.state == SEIDEL_CELL_GAP)
    cell.why = copy_text (object, "why");
  if (cell.why != NULL && g_utf8_strlen (cell.why, -1) > MOST_WHY)
    *g_utf8_offset_to_pointer (cell.why, MOST_WHY) = '\0';
  seidel_experiment_result_set (result, (size_t) index, &cell);
  return true;
}

/* The lines after the first. */
static bool
read_cells (Reading *reading, SeidelExperimentResult *result, char **lines, GError **error)
{
  for (; *lines != NULL; lines++)
    {
      const bool last = lines[1] == NULL || (lines[1][0] == '\0' && lines[2] == NULL);
      const size_t length = strlen (*lines);
      g_autofree char *text =
        g_strndup (*lines, g_str_has_suffix (*lines, ",") ? length - 1 : length);

      reading->line++;
      if (g_str_equal (*lines, "]}") || length == 0)
        continue;
      g_autoptr (JsonNode) root = seidel_json_parse_object (text, reading->path, NULL);
      if (root == NULL && last)
        return true; /* it was being written */
      if (root == NULL)
        return refuse (reading, error, "an object was expected");
      if (!read_cell (reading, result, json_node_get_object (root), error))
        return false;
    }
  return true;
}

SeidelExperimentResult *
seidel_experiment_result_load (const char *path, GError **error)
{
  Reading reading = { path, 1 };
  g_autofree char *text = seidel_json_load (path, error);
  g_auto (GStrv) lines = NULL;

  if (text == NULL)
    return NULL;
  lines = g_strsplit (text, "\n", -1);
  g_autoptr (SeidelExperimentResult) result =
    read_header (&reading, lines[0] != NULL ? lines[0] : "", error);
  if (result == NULL || !read_cells (&reading, result, lines + 1, error))
    return NULL;
  return g_steal_pointer (&result);
}

SeidelExperimentResult *
seidel_experiment_result_load_for (SeidelExperiment *experiment, const char *path, GError **error)
{
  g_autoptr (SeidelExperimentResult) result = seidel_experiment_result_load (path, error);
  g_autofree char *base = g_path_get_basename (path);
  g_auto (GStrv) parts = g_strsplit (base, ".", -1);

  if (result == NULL)
    return NULL;
  /* ID.MACHINE.json */
  seidel_experiment_result_adopt (result, experiment, g_strv_length (parts) == 3 ? parts[1] : "");
  return g_steal_pointer (&result);
}
