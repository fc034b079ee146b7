/* Reading and writing experiments as JSON, for the files of this folder and for lessons.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <json-glib/json-glib.h>

#include "experiment/seidel-experiment.h"
#include "io/bytes/seidel-json-read.h"

G_BEGIN_DECLS

void seidel_experiment_settings_clear (SeidelExperimentSettings *settings);

/* Appends the settings of an object, each of which is tried; a missing member adds none. */
bool seidel_experiment_read_settings (const SeidelJsonPlace *place,
                                      const char *member,
                                      SeidelExperimentSettings *settings,
                                      GError **error);

/* "values", "statements" and "agreement", once the dimensions and measures are read; and back. */
bool seidel_experiment_read_statements (SeidelExperiment *self,
                                        const SeidelJsonPlace *place,
                                        GError **error);
void seidel_experiment_build_statements (JsonBuilder *json,
                                         const SeidelExperimentStatements *statements);

/* The same as seidel_experiment_parse () for an object, and as seidel_experiment_to_text () into a
 * builder. */
SeidelExperiment *
seidel_experiment_from_json (JsonObject *object, const char *name, GError **error);
void seidel_experiment_build_json (const SeidelExperiment *self, JsonBuilder *json);

/* What the builder holds, in one line; free with g_free (). */
char *seidel_experiment_json_to_text (JsonBuilder *json);
/* A number, or null where it is not finite. */
void seidel_experiment_build_number (JsonBuilder *json, double value);

G_END_DECLS
