/* The figures of outcomes, as text and as JSON.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-figures.h"

#include <math.h>

static void
add_figure (void *data, const char *name, const char *value)
{
  g_autofree char *label = g_strdup (name);
  label[0] = g_ascii_tolower (label[0]);
  seidel_cli_sheet_add (data, label, "%s", value);
}

static void
add_time (void *data, const char *name, const char *value)
{
  seidel_cli_sheet_add (data, name, "%s", value);
}

void
seidel_cli_figures_describe (const SeidelOutcome *outcome, bool times, SeidelCliSheet *sheet)
{
  seidel_outcome_describe (outcome, times, seidel_cli_text_number, times ? add_time : add_figure,
                           sheet);
}

static void
build_phases (const char *name, const double *seconds, JsonBuilder *json)
{
  if (name != NULL)
    seidel_cli_json_begin_object (json, name);
  for (int p = 0; p < SEIDEL_N_PHASES; p++)
    seidel_cli_json_number (json, seidel_phase_id ((SeidelPhase) p), seconds[p]);
  if (name != NULL)
    json_builder_end_object (json);
}

static void
build_attempts (const char *name, const SeidelOutcome *outcome, JsonBuilder *json)
{
  seidel_cli_json_begin_array (json, name);
  for (size_t i = 0; i < outcome->n_attempts; i++)
    {
      json_builder_begin_object (json);
      seidel_cli_figures_build (seidel_attempt_figures, &outcome->attempts[i], json);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
build_figure (const SeidelOutcomeFigure *figure, const void *item, JsonBuilder *json)
{
  const char *name = figure->member;
  const void *member = (const char *) item + figure->offset;
  switch (figure->kind)
    {
    case SEIDEL_FIGURE_COUNT:
      if (*(const int64_t *) member >= 0)
        seidel_cli_json_integer (json, name, *(const int64_t *) member);
      else
        seidel_cli_json_text (json, name, NULL);
      break;
    case SEIDEL_FIGURE_FLAG:
      seidel_cli_json_bool (json, name, *(const bool *) member);
      break;
    case SEIDEL_FIGURE_REAL:
    case SEIDEL_FIGURE_SECONDS:
      seidel_cli_json_number (json, name, *(const double *) member);
      break;
    case SEIDEL_FIGURE_REASON:
      seidel_cli_json_text (json, name, seidel_reason_id (*(const SeidelReason *) member));
      break;
    case SEIDEL_FIGURE_HOST:
      seidel_cli_json_text (json, name, member);
      break;
    case SEIDEL_FIGURE_PHASES:
      build_phases (name, member, json);
      break;
    case SEIDEL_FIGURE_ATTEMPTS:
      build_attempts (name, item, json);
      break;
    default:
      seidel_cli_json_text (json, name, *(const char *const *) member);
      break;
    }
}

void
seidel_cli_figures_build (const SeidelOutcomeFigure *figures, const void *item, JsonBuilder *json)
{
  const char *object = NULL;
  for (; figures->kind != SEIDEL_FIGURE_NONE; figures++)
    {
      if ((figures->member == NULL && figures->kind != SEIDEL_FIGURE_PHASES)
          || (figures->given != NULL && !figures->given->holds (item)))
        continue;
      if (object != NULL && g_strcmp0 (object, figures->object) != 0)
        json_builder_end_object (json);
      if (figures->object != NULL && g_strcmp0 (object, figures->object) != 0)
        seidel_cli_json_begin_object (json, figures->object);
      object = figures->object;
      build_figure (figures, item, json);
    }
  if (object != NULL)
    json_builder_end_object (json);
}

/* One row of a table, or all phases in it. */
static void
build_row (const char *table,
           const SeidelOutcomeFigure *figure,
           const char *member,
           JsonBuilder *json)
{
  json_builder_begin_object (json);
  seidel_cli_json_text (json, "table", table);
  seidel_cli_json_text (json, "object", figure->object);
  seidel_cli_json_text (json, "member", member);
  seidel_cli_json_text (json, "given", figure->given != NULL ? figure->given->text : NULL);
  seidel_cli_json_text (json, "sentence", figure->sentence);
  json_builder_end_object (json);
}

int
seidel_cli_print_figures (void)
{
  const struct
  {
    const char *name;
    const SeidelOutcomeFigure *figures;
  } tables[] = { { "outcome", seidel_outcome_figures },
                 { "attempts", seidel_attempt_figures },
                 { "ranks", seidel_rank_figures } };
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_array (json);
  for (gsize t = 0; t < G_N_ELEMENTS (tables); t++)
    for (const SeidelOutcomeFigure *figure = tables[t].figures; figure->kind != SEIDEL_FIGURE_NONE;
         figure++)
      if (figure->member != NULL)
        build_row (tables[t].name, figure, figure->member, json);
      else
        for (int p = 0; figure->kind == SEIDEL_FIGURE_PHASES && p < SEIDEL_N_PHASES; p++)
          build_row (tables[t].name, figure, seidel_phase_id ((SeidelPhase) p), json);
  json_builder_end_array (json);
  return seidel_cli_print_json (json);
}
