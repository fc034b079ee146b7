/* The plan of a run: single verdicts, all combinations of choices, and plans that are carried out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "plan/seidel-plan.h"

#include <string.h>
#include <time.h>

#include "engine/seidel-sparse-operations.h"
#include "matrix/seidel-storage.h"

#include "../base/translator-testing.h"
#include "../solve/fake-device-testing.h"
#include "plan-rows.h"
#include "run-testing.h"

static FakeDevice *device;

static SeidelOptions
defaults (void)
{
  const SeidelOptions options = SEIDEL_OPTIONS_INIT;

  return options;
}

static SeidelPlan *
plan_without_matrix (const SeidelOptions *options)
{
  const SeidelPlanFacts facts = { .options = options };

  return seidel_plan_new (&facts);
}

static void
test_row (gconstpointer data)
{
  const PlanRow *row = data;
  g_autoptr (SeidelPlan) plan = plan_without_matrix (&row->options);
  const SeidelVerdict *verdict = &plan->verdicts[row->item];
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (verdict->kind, ==, row->kind);
  if (row->kind == SEIDEL_VERDICT_REFUSED || row->kind == SEIDEL_VERDICT_NO_EFFECT)
    {
      g_assert_cmpuint (strlen (verdict->sentence), >, 10);
      g_assert_false (g_str_has_suffix (verdict->sentence, "."));
    }
  if (row->kind != SEIDEL_VERDICT_REFUSED)
    {
      g_assert_true (seidel_plan_check (plan, &error));
      g_assert_no_error (error);
      return;
    }
  g_assert_cmpint (verdict->code, ==, row->code);
  g_assert_cmpint (seidel_plan_refused (plan), ==, row->item);
  g_assert_false (seidel_plan_check (plan, &error));
  g_assert_error (error, SEIDEL_ERROR, (int) row->code);
  g_assert_cmpstr (error->message, ==, verdict->sentence);
}

/* Every sentence is looked up, but those about engines that cannot be used. */
static void
test_translated (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (plan_rows); i++)
    {
      const PlanRow *row = &plan_rows[i];
      g_autoptr (SeidelPlan) english = plan_without_matrix (&row->options);
      g_autoptr (SeidelPlan) translated = NULL;

      seidel_set_translator (test_translate_cb);
      translated = plan_without_matrix (&row->options);
      seidel_set_translator (NULL);
      for (int item = 0; item < SEIDEL_N_PLAN_ITEMS; item++)
        {
          const SeidelVerdict *verdict = &translated->verdicts[item];

          g_assert_cmpint (verdict->kind, ==, english->verdicts[item].kind);
          if (verdict->sentence == NULL || verdict->code == SEIDEL_ERROR_UNAVAILABLE)
            continue;
          g_assert_true (g_str_has_prefix (verdict->sentence, "‹"));
          g_assert_null (strstr (english->verdicts[item].sentence, "‹"));
        }
    }
}

/* The sweep by levels is 3 × as fast as the serial one, which is all that diagonals allow: the
 * automatic storage keeps rows for whatever sweeps, and only for that. */
static void
test_automatic_storage (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 30);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  size_t n;
  const SeidelMethod *methods = seidel_methods (&n);

  for (size_t m = 0; m < n; m++)
    {
      SeidelOptions options = test_options_of (&methods[m]);
      g_autoptr (SeidelPlan) plan = NULL;
      g_autoptr (SeidelOutcome) outcome = NULL;
      bool rows_wanted = methods[m].on_host || methods[m].sweeps != SEIDEL_SWEEPS_NONE;

      if (methods[m].engine != NULL)
        continue;
      options.storage = SEIDEL_STORAGE_AUTO;
      options.max_iterations = 2;
      plan = seidel_solve_plan (problem, &options, NULL, NULL);
      outcome = test_solve (problem, &options, NULL);
      g_assert_cmpint (plan->options.storage, ==,
                       rows_wanted ? SEIDEL_STORAGE_CSR : SEIDEL_STORAGE_DIAGONALS);
      g_assert_cmpint (outcome->options.storage, ==, plan->options.storage);
    }
}

/* Colours are swept by levels, whatever would suit the rows in their own order. */
static void
test_colours (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 200);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options ("gauss-seidel-multicolor");
  g_autoptr (SeidelPlan) plan = NULL;
  g_autoptr (SeidelOutcome) outcome = NULL;

  options.threads = 2;
  options.max_iterations = 2;
  plan = seidel_solve_plan (problem, &options, NULL, NULL);
  outcome = test_solve (problem, &options, NULL);
  g_assert_cmpstr (plan->options.strategy, ==, "levels");
  g_assert_cmpstr (outcome->strategy, ==, "levels");
}

/* What the choices amount to, worked out one by one: the plain twin of the plan. Returns the item
 * that is refused first. */
static SeidelPlanItem
refused_ref (const SeidelOptions *o)
{
  const SeidelMethod *m = seidel_method_find (o->method);
  const SeidelPreconditionerKind *p = seidel_preconditioner_find (o->preconditioner);
  const SeidelEngine *e = seidel_engines_find (o->engine)->engine;
  bool conditioned = !g_str_equal (o->preconditioner, "none");
  bool rows_only;
  int strategy;
  char why[400];

  if (m == NULL)
    return SEIDEL_N_PLAN_ITEMS;
  if (conditioned
      && (m->preconditioning == SEIDEL_PRECONDITIONING_NONE
          || (m->preconditioning == SEIDEL_PRECONDITIONING_SYMMETRIC && !p->keeps_symmetry)
          || (m->preconditioning == SEIDEL_PRECONDITIONING_COMPLEX && !p->keeps_complex)
          || (m->preconditioning == SEIDEL_PRECONDITIONING_TRANSPOSED && p->never_transposed)
          || p->engine != NULL))
    return SEIDEL_PLAN_PRECONDITIONER;
  if (m->engine != NULL && !g_str_equal (m->engine, e->id))
    return SEIDEL_PLAN_ENGINE;
  if (m->on_host && m->engine == NULL && !g_str_equal (e->id, "cpu")
      && (e->factors.kinds & m->factors) == 0)
    return SEIDEL_PLAN_ENGINE;
  if (m->precisions != 0 && (m->precisions & 1u << o->precision) == 0)
    return SEIDEL_PLAN_PRECISION;
  if (m->on_host)
    return m->sparse_factors && !e->sparse->available (why, sizeof why) ? SEIDEL_PLAN_METHOD
                                                                        : SEIDEL_N_PLAN_ITEMS;
  if (o->storage > SEIDEL_STORAGE_CSR && ((e->storages & 1u << o->storage) == 0 || m->by_colors))
    return SEIDEL_PLAN_STORAGE;
  if (((unsigned int) o->arithmetic & ~e->arithmetics) != 0)
    return (unsigned int) o->arithmetic & SEIDEL_ARITHMETIC_FUSED & ~e->arithmetics
             ? SEIDEL_PLAN_FUSED
             : SEIDEL_PLAN_COMPENSATED;
  if (o->storage == SEIDEL_STORAGE_DENSE && e->max_shape_threads > 0
      && o->shape.rows_per_block * o->shape.threads_per_row > e->max_shape_threads)
    return SEIDEL_PLAN_SHAPE;
  if ((m->sweeps | p->sweeps) == SEIDEL_SWEEPS_NONE)
    return SEIDEL_N_PLAN_ITEMS;
  rows_only = o->storage > SEIDEL_STORAGE_CSR;
  strategy = seidel_engine_find_strategy (e, o->strategy);
  for (int s = 0; s < e->n_strategies; s++)
    if ((strategy == s || (g_str_equal (o->strategy, "auto") && !e->strategies[s].demonstration))
        && (!rows_only || s == 0 || g_str_equal (o->strategy, "auto"))
        && (!m->by_colors || e->strategies[s].any_levels)
        && ((unsigned int) o->arithmetic & ~e->strategies[s].arithmetics) == 0)
      return SEIDEL_N_PLAN_ITEMS;
  return SEIDEL_PLAN_STRATEGY;
}

/* Puts the default in place of whatever has no effect. */
static bool
reset_idle (const SeidelPlan *plan, SeidelOptions *options)
{
  const SeidelOptions init = SEIDEL_OPTIONS_INIT;
  const SeidelOptions asked = *options;
  bool any = false;

  for (int item = 0; item < SEIDEL_N_PLAN_ITEMS; item++)
    any = any || seidel_plan_is_idle (plan, (SeidelPlanItem) item, &asked);
  if (seidel_plan_is_idle (plan, SEIDEL_PLAN_PRECONDITIONER, &asked))
    options->preconditioner = init.preconditioner;
  if (seidel_plan_is_idle (plan, SEIDEL_PLAN_DEVICE, &asked))
    options->device = init.device;
  if (seidel_plan_is_idle (plan, SEIDEL_PLAN_STORAGE, &asked))
    options->storage = init.storage;
  if (seidel_plan_is_idle (plan, SEIDEL_PLAN_FUSED, &asked))
    options->arithmetic &= ~SEIDEL_ARITHMETIC_FUSED;
  if (seidel_plan_is_idle (plan, SEIDEL_PLAN_COMPENSATED, &asked))
    options->arithmetic &= ~SEIDEL_ARITHMETIC_COMPENSATED;
  if (seidel_plan_is_idle (plan, SEIDEL_PLAN_SHAPE, &asked))
    options->shape = init.shape;
  if (seidel_plan_is_idle (plan, SEIDEL_PLAN_STRATEGY, &asked))
    options->strategy = init.strategy;
  return any;
}

static void
assert_same_plan (const SeidelPlan *a, const SeidelPlan *b)
{
  g_assert_cmpstr (a->options.method, ==, b->options.method);
  g_assert_cmpstr (a->options.preconditioner, ==, b->options.preconditioner);
  g_assert_cmpstr (a->options.engine, ==, b->options.engine);
  if (a->sweeps != SEIDEL_SWEEPS_NONE)
    g_assert_cmpstr (a->options.strategy, ==, b->options.strategy);
  g_assert_cmpint (a->options.storage, ==, b->options.storage);
  g_assert_cmpint (a->options.arithmetic, ==, b->options.arithmetic);
  g_assert_cmpint (a->options.precision, ==, b->options.precision);
  g_assert_cmpint (a->options.shape.rows_per_block, ==, b->options.shape.rows_per_block);
  g_assert_cmpint (a->strategy, ==, b->strategy);
  g_assert_cmpint (a->has_need, ==, b->has_need);
  if (a->has_need)
    {
      g_assert_cmpfloat (a->need.host, ==, b->need.host);
      g_assert_cmpfloat (a->need.device, ==, b->need.device);
    }
}

typedef struct
{
  SeidelMatrix *matrix;
  SeidelStructure *structure;
  SeidelSchedule *schedules[2];
  int64_t tried;
  int64_t refused;
  int64_t idle;
} Census;

/* With and without the matrix, through the library, again with what was resolved, and without what
 * has no effect: one verdict. */
static void
check_combination (Census *census, SeidelOptions *options)
{
  SeidelPlanFacts facts = { .options = options };
  g_autoptr (SeidelPlan) early = seidel_plan_new (&facts);
  g_autoptr (SeidelPlan) full = NULL;
  SeidelPlanItem refused = seidel_plan_refused (early);
  SeidelOptions again;
  g_autoptr (GError) error = NULL;

  census->tried++;
  g_assert_cmpint (refused, ==, refused_ref (options));
  facts.matrix = census->matrix;
  facts.structure = census->structure;
  facts.schedules[0] = census->schedules[0];
  facts.schedules[1] = census->schedules[1];
  full = seidel_plan_new (&facts);
  if (refused != SEIDEL_N_PLAN_ITEMS)
    {
      census->refused++;
      g_assert_cmpint (seidel_plan_refused (full), ==, refused);
      g_assert_cmpstr (full->verdicts[refused].sentence, ==, early->verdicts[refused].sentence);
      /* A library that is missing is no contradiction. */
      g_assert_cmpint (early->verdicts[refused].code, ==,
                       refused == SEIDEL_PLAN_METHOD ? SEIDEL_ERROR_UNAVAILABLE
                                                     : SEIDEL_ERROR_OPTIONS);
      g_assert_false (seidel_solve_check (options, &error));
      g_assert_error (error, SEIDEL_ERROR, (int) early->verdicts[refused].code);
      g_assert_cmpstr (error->message, ==, early->verdicts[refused].sentence);
      return;
    }
  g_assert_true (seidel_plan_check (full, &error));
  g_assert_no_error (error);
  g_assert_true (full->has_need);
  g_assert_cmpint (full->missing_levels, ==, SEIDEL_SWEEPS_NONE);
  g_assert_cmpint (full->options.storage, !=, SEIDEL_STORAGE_AUTO);
  g_assert_true (full->sweeps == SEIDEL_SWEEPS_NONE || full->strategy >= 0);
  again = *options;
  if (reset_idle (full, &again))
    {
      g_autoptr (SeidelPlan) plain = NULL;

      census->idle++;
      facts.options = &again;
      plain = seidel_plan_new (&facts);
      assert_same_plan (plain, full);
    }
}

static void
test_combinations (void)
{
  static const char *const engines[] = { "cpu", "cuda" };
  static const char *const strategies[] = { "auto",           "serial", "levels",
                                            "point-to-point", "passes", "unknown" };
  static const SeidelShape shapes[] = { { 0, 0 }, { 4, 64 }, { 1024, 1024 } };
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 6);
  g_autoptr (SeidelStructure) structure = seidel_structure_new (matrix, NULL, NULL, NULL);
  g_autoptr (SeidelSchedule) forward = seidel_schedule_new (matrix->csr, 0, NULL, NULL, NULL);
  g_autoptr (SeidelSchedule) backward = seidel_schedule_new (matrix->csr, 1, NULL, NULL, NULL);
  Census census = { matrix, structure, { forward, backward }, 0, 0, 0 };
  size_t n_methods;
  const SeidelMethod *methods = seidel_methods (&n_methods);
  size_t n_kinds;
  const SeidelPreconditionerKind *kinds = seidel_preconditioners (&n_kinds);
  clock_t began = clock ();

  for (size_t m = 0; m <= n_methods; m++)
    for (size_t k = 0; k < n_kinds; k++)
      for (size_t e = 0; e < G_N_ELEMENTS (engines); e++)
        for (int storage = SEIDEL_STORAGE_AUTO; storage <= SEIDEL_STORAGE_DENSE; storage++)
          for (size_t s = 0; s < G_N_ELEMENTS (strategies); s++)
            for (int arithmetic = 0; arithmetic < 4; arithmetic++)
              for (size_t h = 0; h < G_N_ELEMENTS (shapes); h++)
                for (int precision = 0; precision < 3; precision++)
                  {
                    SeidelOptions options = defaults ();

                    options.method = m < n_methods ? methods[m].id : SEIDEL_METHOD_AUTO;
                    options.preconditioner = kinds[k].id;
                    options.engine = engines[e];
                    options.storage = (SeidelStorage) storage;
                    options.strategy = strategies[s];
                    options.arithmetic = arithmetic;
                    options.shape = shapes[h];
                    options.precision = (SeidelPrecision) precision;
                    check_combination (&census, &options);
                  }
  g_test_message ("%" G_GINT64_FORMAT " combinations, %" G_GINT64_FORMAT
                  " refused, %" G_GINT64_FORMAT " with choices without effect, %.2f s",
                  census.tried, census.refused, census.idle,
                  (double) (clock () - began) / CLOCKS_PER_SEC);
  g_assert_cmpint (census.tried, >, 100000);
  g_assert_cmpint (census.refused, >, census.tried / 10);
  g_assert_cmpint (census.idle, >, census.tried / 10);
}

static SeidelOptions
random_options (GRand *rand)
{
  static const char *const strategies[] = { "auto", "auto", "serial", "levels", "point-to-point" };
  size_t n_methods;
  const SeidelMethod *methods = seidel_methods (&n_methods);
  size_t n_kinds;
  const SeidelPreconditionerKind *kinds = seidel_preconditioners (&n_kinds);
  SeidelOptions options = defaults ();
  gint32 m = g_rand_int_range (rand, -2, (gint32) n_methods);

  options.method = m < 0 ? SEIDEL_METHOD_AUTO : methods[m].id;
  options.preconditioner = kinds[g_rand_int_range (rand, 0, (gint32) n_kinds)].id;
  if (m >= 0
      && !seidel_preconditioner_suits (seidel_preconditioner_find (options.preconditioner),
                                       &methods[m], NULL))
    options.preconditioner = "none";
  options.engine = g_rand_boolean (rand) ? "cpu" : "cuda";
  options.storage = (SeidelStorage) g_rand_int_range (rand, -1, 3);
  options.strategy = strategies[g_rand_int_range (rand, 0, G_N_ELEMENTS (strategies))];
  options.arithmetic = g_rand_int_range (rand, 0, 4);
  options.precision = (SeidelPrecision) g_rand_int_range (rand, 0, 3);
  options.threads = g_rand_int_range (rand, 0, 3);
  options.max_iterations = 3;
  options.tolerance = 1e-5;
  return options;
}

/* What the plan says is what the run does; where it refuses, the run does, with the same error. */
static void
test_carried_out (void)
{
  static const char *const kinds[] = { "poisson-5", "convection-diffusion", "arrow",
                                       "tridiagonal" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (20);
  int ran = 0;
  int refused = 0;

  while (ran < 200)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized (kinds[(ran + refused) % 4], 20);
      g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
      const SeidelOptions options = random_options (rand);
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (GError) predicted = NULL;
      g_autoptr (SeidelPlan) plan = seidel_solve_plan (problem, &options, NULL, NULL);
      g_autoptr (SeidelOutcome) outcome =
        seidel_solve (problem, &options, trace, NULL, NULL, &error);

      if (!seidel_plan_check (plan, &predicted))
        {
          g_assert_null (outcome);
          g_assert_error (error, predicted->domain, predicted->code);
          g_assert_cmpstr (error->message, ==, predicted->message);
          refused++;
          continue;
        }
      ran++;
      g_assert_no_error (error);
      if (outcome->n_attempts > 1)
        {
          size_t first = 0;

          /* Candidates that could not start are listed, too. */
          while (outcome->attempts[first].reason == SEIDEL_REASON_FAILED)
            first++;
          g_assert_cmpstr (outcome->attempts[first].method, ==, plan->options.method);
          g_assert_cmpstr (outcome->attempts[first].preconditioner, ==,
                           plan->options.preconditioner);
          continue;
        }
      g_assert_cmpstr (outcome->method, ==, plan->options.method);
      g_assert_cmpstr (outcome->options.preconditioner, ==, plan->options.preconditioner);
      g_assert_cmpstr (outcome->engine, ==, plan->options.engine);
      /* What goes by the levels of factors is chosen when these are made. */
      if (g_strcmp0 (plan->options.strategy, SEIDEL_STRATEGY_AUTO) == 0 && plan->strategy >= 0)
        g_assert_cmpint (seidel_engine_find_strategy (plan->engine, outcome->strategy), >=, 0);
      else
        g_assert_cmpstr (outcome->strategy, ==,
                         plan->strategy >= 0 ? plan->options.strategy : NULL);
      g_assert_cmpint (outcome->options.storage, ==, plan->options.storage);
      g_assert_cmpint (outcome->options.arithmetic, ==, plan->options.arithmetic);
      g_assert_cmpint (outcome->precision, ==, plan->options.precision);
      g_assert_cmpint (outcome->threads, ==, plan->engine->uses_threads ? plan->threads : 0);
    }
  g_test_message ("%d runs, %d refusals", ran, refused);
  g_assert_cmpint (refused, >, 20);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  device = fake_device_open ();
  device->free_bytes = device->total_bytes;
  for (size_t i = 0; i < G_N_ELEMENTS (plan_rows); i++)
    {
      g_autofree char *path = g_strconcat ("/plan/", plan_rows[i].path, NULL);

      g_test_add_data_func (path, &plan_rows[i], test_row);
    }
  g_test_add_func ("/plan/translated", test_translated);
  g_test_add_func ("/plan/automatic-storage", test_automatic_storage);
  g_test_add_func ("/plan/colours", test_colours);
  g_test_add_func ("/plan/combinations", test_combinations);
  g_test_add_func ("/plan/carried-out", test_carried_out);
  return g_test_run ();
}
