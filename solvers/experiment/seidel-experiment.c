/* A series of runs: its cells and what holds for each.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-experiment.h"

#include <math.h>

#include "base/seidel-translatable.h"
#include "experiment/seidel-experiment-private.h"

static const char *const pictures[SEIDEL_N_EXPERIMENT_PICTURES] = {
  "curves", "bars", "heat", "boxes", "histogram", "table"
};

const char *
seidel_experiment_picture_id (SeidelExperimentPicture picture)
{
  return pictures[picture];
}

void
seidel_experiment_settings_clear (SeidelExperimentSettings *settings)
{
  for (size_t i = 0; i < settings->n; i++)
    g_free (settings->all[i].text);
  g_clear_pointer (&settings->all, g_free);
  settings->n = 0;
}

static void
clear_dimension (SeidelExperimentDimension *dimension)
{
  for (size_t i = 0; i < dimension->n; i++)
    {
      g_free (dimension->values[i].label);
      seidel_experiment_settings_clear (&dimension->values[i].settings);
    }
  g_free (dimension->values);
  g_free (dimension->name);
}

SeidelExperiment *
seidel_experiment_ref (SeidelExperiment *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

void
seidel_experiment_unref (SeidelExperiment *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;
  g_free (self->id);
  g_free (self->title);
  g_free (self->sentence);
  g_free (self->source);
  g_free (self->since);
  g_free (self->changed);
  seidel_experiment_statements_clear (&self->statements);
  seidel_experiment_settings_clear (&self->held);
  seidel_experiment_settings_clear (&self->reference);
  clear_dimension (&self->dimensions[0]);
  clear_dimension (&self->dimensions[1]);
  g_free (self->measures);
  for (size_t i = 0; i < self->n_published; i++)
    {
      g_free (self->published[i].source);
      g_free (self->published[i].values);
    }
  g_free (self->published);
  g_free (self);
}

SeidelExperiment *
seidel_experiment_hold (const SeidelExperiment *self,
                        const char *key,
                        const char *text,
                        GError **error)
{
  SeidelExperimentSetup trial = seidel_experiment_setup_new ();
  g_autofree char *whole = seidel_experiment_to_text (self);
  g_autoptr (SeidelExperiment) changed = NULL;

  if (!seidel_experiment_setup_set (&trial, key, text, error))
    return NULL;
  changed = seidel_experiment_parse (whole, self->id, error);
  if (changed == NULL)
    return NULL;
  changed->held.all = g_renew (SeidelExperimentSetting, changed->held.all, changed->held.n + 1);
  changed->held.all[changed->held.n++] =
    (SeidelExperimentSetting){ seidel_experiment_setting_find (key), g_strdup (text) };
  return g_steal_pointer (&changed);
}

/* The number of values of a dimension; 1 without it. */
static size_t
extent (const SeidelExperiment *self, int dimension)
{
  return dimension < self->n_dimensions ? self->dimensions[dimension].n : 1;
}

size_t
seidel_experiment_n_cells (const SeidelExperiment *self)
{
  return extent (self, 0) * extent (self, 1);
}

static size_t
index_along (const SeidelExperiment *self, size_t cell, int dimension)
{
  return dimension == 0 ? cell / extent (self, 1) : cell % extent (self, 1);
}

const SeidelExperimentValue *
seidel_experiment_value (const SeidelExperiment *self, size_t cell, int dimension)
{
  return &self->dimensions[dimension].values[index_along (self, cell, dimension)];
}

size_t
seidel_experiment_baseline_of (const SeidelExperiment *self, size_t cell)
{
  if (self->baseline_dimension < 0)
    return G_MAXSIZE;
  if (self->baseline_dimension == 0)
    return self->baseline * extent (self, 1) + index_along (self, cell, 1);
  return index_along (self, cell, 0) * extent (self, 1) + self->baseline;
}

SeidelExperimentSetup
seidel_experiment_setup (const SeidelExperiment *self, size_t cell)
{
  SeidelExperimentSetup setup = seidel_experiment_setup_new ();

  seidel_experiment_setup_apply (&setup, self->held.all, self->held.n, NULL);
  for (int d = 0; d < self->n_dimensions; d++)
    {
      const SeidelExperimentSettings *settings = &seidel_experiment_value (self, cell, d)->settings;

      seidel_experiment_setup_apply (&setup, settings->all, settings->n, NULL);
    }
  return setup;
}

char *
seidel_experiment_cell_title (const SeidelExperiment *self, size_t cell)
{
  GString *title = g_string_new (NULL);

  for (int d = 0; d < self->n_dimensions; d++)
    {
      const SeidelExperimentValue *value = seidel_experiment_value (self, cell, d);

      g_string_append (title, d > 0 ? ", " : "");
      if (self->dimensions[d].key != NULL)
        g_string_append_printf (title, "%s ", seidel_text (self->dimensions[d].name));
      g_string_append (title, seidel_text (value->label));
    }
  return g_string_free (title, FALSE);
}

double
seidel_experiment_published (const SeidelExperiment *self,
                             const SeidelExperimentMeasure *measure,
                             size_t cell)
{
  for (size_t i = 0; i < self->n_published; i++)
    if (self->published[i].measure == measure)
      return self->published[i].values[cell];
  return NAN;
}

int
seidel_experiment_measure_index (const SeidelExperiment *self,
                                 const SeidelExperimentMeasure *measure)
{
  for (size_t i = 0; i < self->n_measures; i++)
    if (self->measures[i] == measure)
      return (int) i;
  return -1;
}
