/* Figures of an outcome by name, from their table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-outcome-values.h"

#include <math.h>
#include <string.h>

#include "solve/seidel-figures.h"

/* A figure under one name: of phases, each has one. */
typedef struct
{
  const SeidelOutcomeFigure *figure;
  int phase;
} Named;

typedef struct
{
  GPtrArray *names; /* char *, ended by NULL */
  GArray *figures;  /* Named, likewise but for that */
} Names;

static void
add_name (Names *names, const SeidelOutcomeFigure *figure, const char *member, int phase)
{
  const Named named = { figure, phase };

  g_ptr_array_add (names->names, figure->object != NULL
                                   ? g_strconcat (figure->object, ".", member, NULL)
                                   : g_strdup (member));
  g_array_append_val (names->figures, named);
}

static gpointer
make_names (gpointer unused)
{
  Names *names = g_new (Names, 1);

  names->names = g_ptr_array_new ();
  names->figures = g_array_new (FALSE, FALSE, sizeof (Named));
  for (const SeidelOutcomeFigure *figure = seidel_outcome_figures;
       figure->kind != SEIDEL_FIGURE_NONE; figure++)
    {
      const char *member = figure->member != NULL ? figure->member : figure->column;

      if (figure->kind == SEIDEL_FIGURE_PHASES)
        for (int p = 0; p < SEIDEL_N_PHASES; p++)
          {
            g_autofree char *phase =
              member != NULL ? g_strconcat (member, ".", seidel_phase_id ((SeidelPhase) p), NULL)
                             : g_strdup (seidel_phase_id ((SeidelPhase) p));

            add_name (names, figure, phase, p);
          }
      else if (figure->kind != SEIDEL_FIGURE_ATTEMPTS && figure->kind != SEIDEL_FIGURE_BLOB)
        add_name (names, figure, member, -1);
    }
  g_ptr_array_add (names->names, NULL);
  return names;
}

static const Names *
get_names (void)
{
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, make_names, NULL);
}

const char *const *
seidel_outcome_names (void)
{
  return (const char *const *) get_names ()->names->pdata;
}

static const Named *
find (const char *name)
{
  const Names *names = get_names ();

  for (guint i = 0; i < names->figures->len; i++)
    if (strcmp (g_ptr_array_index (names->names, i), name) == 0)
      return &g_array_index (names->figures, Named, i);
  return NULL;
}

static double
value_of (const SeidelOutcome *outcome, const Named *named)
{
  const SeidelOutcomeFigure *figure = named->figure;
  const void *member = (const char *) outcome + figure->offset;

  if (strcmp (figure->object != NULL ? figure->object : "", "device") == 0 && !outcome->has_device)
    return NAN;
  switch (figure->kind)
    {
    case SEIDEL_FIGURE_PHASES:
      return ((const double *) member)[named->phase];
    case SEIDEL_FIGURE_INT:
      return *(const int *) member;
    case SEIDEL_FIGURE_FLAG:
      return *(const bool *) member ? 1.0 : 0.0;
    default:
      return seidel_outcome_figure_value (figure, outcome);
    }
}

double
seidel_outcome_value (const SeidelOutcome *outcome, const char *name)
{
  const Named *named = find (name);

  return named != NULL ? value_of (outcome, named) : NAN;
}

static char *
number_text (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return isnan (value) ? NULL : g_strdup (g_ascii_dtostr (text, sizeof text, value));
}

char *
seidel_outcome_text (const SeidelOutcome *outcome, const char *name)
{
  const Named *named = find (name);
  const void *member;

  if (named == NULL)
    return NULL;
  member = (const char *) outcome + named->figure->offset;
  switch (named->figure->kind)
    {
    case SEIDEL_FIGURE_TEXT:
    case SEIDEL_FIGURE_ID:
    case SEIDEL_FIGURE_METHOD:
    case SEIDEL_FIGURE_PRECONDITIONER:
    case SEIDEL_FIGURE_ENGINE:
      return g_strdup (*(const char *const *) member);
    case SEIDEL_FIGURE_HOST:
      return g_strdup (member);
    case SEIDEL_FIGURE_REASON:
      return g_strdup (seidel_reason_id (*(const SeidelReason *) member));
    case SEIDEL_FIGURE_FLAG:
      return g_strdup (*(const bool *) member ? "true" : "false");
    default:
      return number_text (value_of (outcome, named));
    }
}

const double *
seidel_outcome_x (const SeidelOutcome *outcome, int64_t *n)
{
  if (n != NULL)
    *n = outcome->n;
  return outcome->x;
}
