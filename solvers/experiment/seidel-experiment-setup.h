/* What one run of an experiment is made of, set by name and text: the matrix, the vectors and every
 * option of a run, under the names that they have on the command line.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-ordering.h"
#include "run/seidel-options.h"
#include "run/seidel-problem.h"

G_BEGIN_DECLS

/* A choice as it is written in an experiment. */
typedef struct
{
  const char *key; /* static: of seidel_experiment_setting_keys () */
  char *text;      /* owned */
} SeidelExperimentSetting;

/* A plain value, but for the texts, which are borrowed from the settings. */
typedef struct
{
  const char *matrix; /* as seidel_matrix_name_parse () reads it; NULL: not set */
  double size;        /* replaces the first parameter of a gallery matrix; NaN: not set */
  SeidelOrderingSpec ordering;
  const char *rhs;   /* as seidel_vector_spec_parse () reads it; NULL: filed or solution-ones */
  const char *guess; /* likewise; NULL: zeros */
  SeidelOptions options;
} SeidelExperimentSetup;

/* The defaults of a run, without a matrix. */
SEIDEL_API SeidelExperimentSetup seidel_experiment_setup_new (void);

/* The names of all settings: a GStrv for g_strfreev (). */
SEIDEL_API char **seidel_experiment_setting_keys (void);
/* The static string that equals key, or NULL. */
SEIDEL_API const char *seidel_experiment_setting_find (const char *key);

/* Changes one choice. SEIDEL_ERROR_INVALID says what was expected; whether choices go together is
 * for the plan of the run to say. text must outlive the setup. */
SEIDEL_API bool seidel_experiment_setup_set (SeidelExperimentSetup *setup,
                                             const char *key,
                                             const char *text,
                                             GError **error);
/* The text that sets the choice to what it is; NULL where it is not set, or the same choice has
 * another name. Free with g_free (). */
SEIDEL_API char *seidel_experiment_setup_get (const SeidelExperimentSetup *setup, const char *key);
/* Several, in order. */
SEIDEL_API bool seidel_experiment_setup_apply (SeidelExperimentSetup *setup,
                                               const SeidelExperimentSetting *settings,
                                               size_t n,
                                               GError **error);

/* Whether two setups are of one problem: matrix, ordering, right-hand side, initial guess and
 * near null space. */
SEIDEL_API bool seidel_experiment_setup_same_problem (const SeidelExperimentSetup *one,
                                                      const SeidelExperimentSetup *other);

G_END_DECLS
