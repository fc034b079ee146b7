/* The rules of a plan for how the engine stores the matrix and computes with it: storage,
 * arithmetic, the shape of dense products.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "plan/seidel-plan-private.h"

#include "base/seidel-translatable.h"
#include "matrix/seidel-storage.h"

/* The storage of the fewest bytes, where the matrix is used for products only: sweeps go row by
 * row. */
static void
choose_storage (SeidelPlan *plan, const SeidelPlanFacts *facts)
{
  const SeidelStructure *structure = facts->structure;
  SeidelStorageShape shape;
  SeidelStorage storage = SEIDEL_STORAGE_CSR;
  char *why = NULL;

  if (plan->sweeps == SEIDEL_SWEEPS_NONE && structure == NULL)
    {
      seidel_plan_leave_open (plan, SEIDEL_PLAN_STORAGE);
      return;
    }
  if (plan->sweeps != SEIDEL_SWEEPS_NONE)
    why = g_strdup (seidel_text ("Sweeps go row by row"));
  else if (plan->engine->coarsening != NULL && seidel_plan_uses_multigrid (plan))
    why = g_strdup (seidel_text ("Multigrid makes its levels from rows"));
  else
    {
      shape = (SeidelStorageShape){ structure->rows, structure->columns, structure->nonzeros,
                                    structure->diagonals };
      storage = seidel_storage_propose (&shape, plan->options.precision, plan->engine->storages);
      if (storage != SEIDEL_STORAGE_CSR)
        why = g_strdup_printf (
          seidel_text (
            "It takes the fewest bytes for %lld diagonals, and the method needs products only"),
          (long long) structure->diagonals);
    }
  plan->options.storage = storage;
  seidel_plan_set_verdict (plan, SEIDEL_PLAN_STORAGE, SEIDEL_VERDICT_WORKS, why);
}

static void
plan_storage (SeidelPlan *plan, const SeidelPlanFacts *facts)
{
  SeidelStorage storage = plan->options.storage;

  if (plan->method->on_host)
    {
      plan->options.storage = SEIDEL_STORAGE_CSR;
      seidel_plan_ignore (plan, SEIDEL_PLAN_STORAGE,
                          seidel_text ("“%s” works on the matrix as it was read"),
                          seidel_text (plan->method->name));
    }
  else if (storage == SEIDEL_STORAGE_AUTO)
    choose_storage (plan, facts);
  else if ((plan->engine->storages & 1u << storage) == 0)
    seidel_plan_refuse (plan, SEIDEL_PLAN_STORAGE, SEIDEL_ERROR_OPTIONS,
                        seidel_text ("The %s engine does not store matrices as “%s”"),
                        plan->engine->name, seidel_plan_storage_id (storage));
  else if (plan->by_colors && storage != SEIDEL_STORAGE_CSR)
    seidel_plan_refuse (plan, SEIDEL_PLAN_STORAGE, SEIDEL_ERROR_OPTIONS,
                        seidel_text ("“%s” sweeps by colours, which needs the storage “%s”"),
                        seidel_plan_name_of_colors (plan),
                        seidel_plan_storage_id (SEIDEL_STORAGE_CSR));
}

static void
plan_arithmetic (SeidelPlan *plan, SeidelPlanItem item)
{
  const SeidelSetting *setting = seidel_setting (item);

  if (plan->method->on_host)
    {
      if ((plan->method->arithmetics & (unsigned int) setting->flag) != 0)
        return;
      plan->options.arithmetic &= ~setting->flag;
      seidel_plan_ignore (plan, item,
                          seidel_text ("“%s” does not use the arithmetic of the engine"),
                          seidel_text (plan->method->name));
    }
  else if ((plan->options.arithmetic & setting->flag & ~(int) plan->engine->arithmetics) != 0)
    seidel_plan_refuse (plan, item, SEIDEL_ERROR_OPTIONS,
                        seidel_text ("The %s engine does not support “%s” arithmetic"),
                        plan->engine->name, setting->id);
}

/* Both numbers are powers of two, or both are 0: automatic. */
static bool
is_shape (SeidelShape shape)
{
  int rows = shape.rows_per_block;
  int threads = shape.threads_per_row;

  return (rows == 0 && threads == 0)
         || (rows > 0 && threads > 0 && (rows & (rows - 1)) == 0 && (threads & (threads - 1)) == 0);
}

static void
plan_shape (SeidelPlan *plan)
{
  SeidelShape shape = plan->options.shape;
  const SeidelEngine *engine = plan->engine;
  SeidelStorage storage = plan->options.storage;

  if (storage == SEIDEL_STORAGE_AUTO)
    seidel_plan_leave_open (plan, SEIDEL_PLAN_SHAPE);
  else if (plan->method->on_host || engine->max_shape_threads == 0
           || storage != SEIDEL_STORAGE_DENSE)
    {
      plan->options.shape = (SeidelShape){ 0, 0 };
      if (plan->method->on_host)
        seidel_plan_ignore (plan, SEIDEL_PLAN_SHAPE,
                            seidel_text ("“%s” does not use products of the engine"),
                            seidel_text (plan->method->name));
      else if (engine->max_shape_threads == 0)
        seidel_plan_ignore (plan, SEIDEL_PLAN_SHAPE,
                            seidel_text ("The %s engine has no block shapes"), engine->name);
      else
        seidel_plan_ignore (plan, SEIDEL_PLAN_SHAPE,
                            seidel_text ("Only products with the storage “%s” have a block shape"),
                            seidel_plan_storage_id (SEIDEL_STORAGE_DENSE));
    }
  else if (!is_shape (shape))
    seidel_plan_refuse (plan, SEIDEL_PLAN_SHAPE, SEIDEL_ERROR_OPTIONS,
                        seidel_text ("A block shape is two powers of two, such as 4x64"));
  else if ((int64_t) shape.rows_per_block * shape.threads_per_row > engine->max_shape_threads)
    seidel_plan_refuse (
      plan, SEIDEL_PLAN_SHAPE, SEIDEL_ERROR_OPTIONS,
      seidel_text ("%d rows of %d threads exceed the %d threads of a block on the %s engine"),
      shape.rows_per_block, shape.threads_per_row, engine->max_shape_threads, engine->name);
}

void
seidel_plan_resolve_storage (SeidelPlan *plan, const SeidelPlanFacts *facts)
{
  plan_storage (plan, facts);
  plan_arithmetic (plan, SEIDEL_PLAN_FUSED);
  plan_arithmetic (plan, SEIDEL_PLAN_COMPENSATED);
  plan_shape (plan);
}
