/* The runs of a lesson: the choices of the set-up pane that a setup has, its run, and the values
 * that are taken of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-lesson-steps-private.h"

#include "io/seidel-loader.h"

/* Settings have the names of its rows; switches there are booleans, or "on" and "off". */
static void
put_setting (GVariantDict *choices, const SeidelExperimentSetting *setting)
{
  g_autoptr (GVariant) usual = g_variant_dict_lookup_value (choices, setting->key, NULL);
  const gboolean on = g_str_equal (setting->text, "true");
  const char *text = setting->text;

  if (usual == NULL)
    return;
  if (g_variant_is_of_type (usual, G_VARIANT_TYPE_BOOLEAN))
    {
      g_variant_dict_insert (choices, setting->key, "b", on);
      return;
    }
  if (on || g_str_equal (text, "false"))
    text = on ? "on" : "off";
  g_variant_dict_insert (choices, setting->key, "s", text);
}

void
seidel_lesson_steps_choose (SeidelLessonSteps *self, int setup)
{
  const SeidelLesson *lesson = seidel_lesson_steps_get_lesson (self);
  const SeidelExperimentSettings *const all[] = { &lesson->held, &lesson->setups[setup].settings };
  g_autoptr (GVariant) state = NULL;
  GVariantDict choices;

  g_variant_dict_init (&choices, self->defaults);
  for (gsize i = 0; i < G_N_ELEMENTS (all); i++)
    for (size_t j = 0; j < all[i]->n; j++)
      put_setting (&choices, &all[i]->all[j]);
  state = g_variant_ref_sink (g_variant_dict_end (&choices));
  seidel_setup_pane_load (self->setup_pane, state);
}

/* The vectors of the setup, some of which the pane does not offer. */
static gboolean
take_vectors (SeidelLessonSteps *self,
              int setup,
              SeidelVectorSpec *rhs,
              SeidelVectorSpec *guess,
              GError **error)
{
  const SeidelExperimentSetup chosen =
    seidel_lesson_setup (seidel_lesson_steps_get_lesson (self), (size_t) setup);
  const char *const texts[] = { chosen.rhs, chosen.guess };
  SeidelVectorSpec *const specs[] = { rhs, guess };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      SeidelVectorSpec spec;

      if (texts[i] == NULL)
        continue;
      if (!seidel_vector_spec_parse (texts[i],
                                     i == 0 ? SEIDEL_VECTOR_ROLE_RHS : SEIDEL_VECTOR_ROLE_GUESS,
                                     &spec, error))
        return FALSE;
      seidel_vector_spec_clear (specs[i]);
      *specs[i] = spec;
    }
  return TRUE;
}

void
seidel_lesson_steps_begin_run (SeidelLessonSteps *self, int setup)
{
  SeidelOptions options;
  SeidelVectorSpec rhs;
  SeidelVectorSpec guess;
  SeidelRunItem *item;
  g_autoptr (GError) error = NULL;

  seidel_lesson_steps_choose (self, setup);
  if (!seidel_setup_pane_get (self->setup_pane, &options, &rhs, &guess))
    {
      seidel_lesson_player_fail (self->player, seidel_setup_pane_get_problem (self->setup_pane));
      return;
    }
  item = take_vectors (self, setup, &rhs, &guess, &error)
           ? seidel_run_list_start (self->workspace->runs, self->workspace->document, &options,
                                    &rhs, &guess, &error)
           : NULL;
  seidel_vector_spec_clear (&rhs);
  seidel_vector_spec_clear (&guess);
  if (item == NULL)
    {
      seidel_lesson_player_fail (self->player, error->message);
      return;
    }
  seidel_run_item_set_name (
    item, seidel_lesson_text_get (&seidel_lesson_steps_get_lesson (self)->setups[setup].label,
                                  g_get_language_names ()));
  self->running = setup;
  g_clear_object (&self->items->pdata[setup]);
  self->items->pdata[setup] = g_object_ref (item);
}

void
seidel_lesson_steps_take_rows (SeidelLessonSteps *self, SeidelMatrix *matrix)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelLessonRows) rows = NULL;

  if (seidel_lesson_steps_get_step (self)->asked < SEIDEL_LESSON_ASKED_LEVELS
      || seidel_lesson_player_get_rows (self->player) != NULL)
    return;
  rows =
    seidel_lesson_rows_new_for_step (seidel_lesson_player_get_values (self->player),
                                     seidel_lesson_player_get_step (self->player), matrix, &error);
  if (rows != NULL)
    seidel_lesson_player_set_rows (self->player, rows);
  else
    seidel_lesson_player_fail (self->player, error->message);
}

void
seidel_lesson_steps_take (SeidelLessonSteps *self, int setup, SeidelRunItem *item)
{
  const SeidelVectorSpec ones = { .kind = SEIDEL_VECTOR_SOLUTION_ONES };
  const SeidelOutcome *outcome = item != NULL ? seidel_run_item_get_outcome (item) : NULL;
  SeidelTrace *trace = item != NULL ? seidel_run_item_get_trace (item) : NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelProblem) problem =
    seidel_problem_new_from_specs (seidel_document_get_matrix (self->workspace->document), &ones,
                                   NULL, seidel_load_vector, NULL, &error);

  if (problem == NULL
      || !seidel_lesson_take_run (seidel_lesson_player_get_values (self->player), (size_t) setup,
                                  problem,
                                  seidel_document_get_solved_schedule (self->workspace->document,
                                                                       SEIDEL_DIRECTION_FORWARD),
                                  outcome, trace, &error))
    seidel_lesson_player_fail (self->player, error->message);
  seidel_lesson_player_values_changed (self->player);
}

void
seidel_lesson_steps_end_run (SeidelLessonSteps *self)
{
  const int setup = self->running;
  SeidelRunItem *item = self->items->pdata[setup];

  self->running = -1;
  if (seidel_run_item_get_outcome (item) != NULL)
    seidel_lesson_steps_take (self, setup, item);
  else
    seidel_lesson_player_fail (self->player, seidel_run_item_get_error (item));
}
