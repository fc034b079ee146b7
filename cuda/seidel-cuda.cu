/* The CUDA engine: its table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "device/seidel-cuda-profile.h"
#include "engine/seidel-narrowing.h"
#include "factor/seidel-cuda-factors.h"
#include "factor/seidel-cuda-incomplete.h"
#include "factor/seidel-cuda-sparse.h"
#include "levels/seidel-cuda-colors.h"
#include "matrix/seidel-cuda-widening.h"
#include "multigrid/seidel-cuda-coarsening.h"
#include "seidel-cuda-needs.h"
#include "sweep/seidel-cuda-sweep.h"
#include "base/seidel-translatable.h"

/* A matrix that is not stored in rows is swept by a copy that is. */
static SeidelSweep *
sweep_new (SeidelContext *context,
           SeidelOperator *A,
           int strategy,
           SeidelDirection direction,
           const SeidelLevelsView *levels)
{
  SeidelOperator *in_rows = seidel_cuda_operator_in_rows (context, A);

  return in_rows != NULL && seidel_cuda_ready (context)
           ? seidel_cuda_sweep_new (context, in_rows, strategy, direction, levels)
           : NULL;
}

static SeidelCoarseningOperations
make_coarsening (void)
{
  SeidelCoarseningOperations coarsening = {};

  coarsening.radius = timed<seidel_cuda_smoothing_radius> ("estimate radius");
  coarsening.create = timed<seidel_cuda_coarse_level_new> ("coarsen");
  coarsening.update = timed<seidel_cuda_coarse_level_update> ("coarsen");
  coarsening.imply = placed<seidel_cuda_imply> ();
  coarsening.prolong = timed<seidel_cuda_prolong> ("prolongation");
  coarsening.leave = placed<seidel_cuda_leave_pattern> ();
  coarsening.color = timed<seidel_cuda_sweeps_by_colors> ("plan sweeps by colours");
  coarsening.fetch = timed<seidel_cuda_fetch> ("fetch");
  return coarsening;
}

static SeidelSparseOperations
make_sparse (void)
{
  SeidelSparseOperations sparse = {};

  sparse.available = seidel_cuda_sparse_available;
  sparse.create = timed<seidel_cuda_sparse_new> ("sparse factors");
  sparse.free = placed<seidel_cuda_sparse_free> ();
  sparse.solve = timed<seidel_cuda_sparse_solve> ("solve with sparse factors");
  return sparse;
}

static SeidelNarrowingOperations
make_narrowing (void)
{
  SeidelNarrowingOperations narrowing = {};

  narrowing.open = placed<seidel_cuda_context_open_narrow> ();
  narrowing.convert = timed<seidel_cuda_operator_narrow> ("convert matrix");
  narrowing.narrow = timed<seidel_cuda_narrow> ("to single");
  narrowing.widen = timed<seidel_cuda_widen> ("to double");
  narrowing.widen_dot = timed<seidel_cuda_widen_dot> ("to double, x · y");
  return narrowing;
}

static SeidelFusedOperations
make_operations (void)
{
  SeidelFusedOperations operations = seidel_cuda_krylov_operations ();

  operations.solve_triangle = timed<seidel_cuda_solve_triangle> ("solve triangle");
  operations.solve_triangles = timed<seidel_cuda_solve_triangles> ("solve triangles");
  return operations;
}

static const SeidelFusedOperations *
fused (SeidelContext *)
{
  static const SeidelFusedOperations operations = make_operations ();

  return &operations;
}

static void
add_contexts (SeidelEngine *engine)
{
  engine->device.count = seidel_cuda_count;
  engine->device.memory = seidel_cuda_memory;
  engine->device.mark = placed<seidel_cuda_mark> ();
  engine->device.measure = placed<seidel_cuda_measure> ();
  engine->device.kernels = placed<seidel_cuda_profile_read> ();
  engine->device.capacity = seidel_cuda_capacity;
  engine->device.load = seidel_cuda_load;
  engine->device.awake = seidel_cuda_is_awake;
  engine->contexts.create = seidel_cuda_context_new;
  engine->contexts.free = placed<seidel_cuda_context_free> ();
  engine->contexts.status = seidel_cuda_context_status;
  engine->contexts.synchronize = placed<seidel_cuda_synchronize> ();
  engine->contexts.fused = fused;
  engine->operators.create = placed<seidel_cuda_operator_new> ();
  engine->operators.free = placed<seidel_cuda_operator_free> ();
}

static void
add_vectors (SeidelEngine *engine)
{
  engine->vectors.create = placed<seidel_cuda_vector_new> ();
  engine->vectors.free = placed<seidel_cuda_vector_free> ();
  engine->vectors.upload = placed<seidel_cuda_vector_upload> ();
  engine->vectors.download = placed<seidel_cuda_vector_download> ();
  engine->scalars.set = timed<seidel_cuda_scalar_set> ("set");
  engine->scalars.divide = timed<seidel_cuda_scalar_divide> ("divide");
  engine->scalars.divide_positive = timed<seidel_cuda_scalar_divide_positive> ("divide positive");
  engine->scalars.multiply = timed<seidel_cuda_scalar_multiply> ("scalar multiply");
  engine->scalars.sqrt = timed<seidel_cuda_scalar_sqrt> ("sqrt");
  engine->scalars.get = placed<seidel_cuda_scalars_get> ();
  engine->ahead.note = placed<seidel_cuda_scalars_note> ();
  engine->ahead.fetch = placed<seidel_cuda_scalars_fetch> ();
  engine->vectors.copy = timed<seidel_cuda_copy> ("copy");
  engine->vectors.fill = timed<seidel_cuda_fill> ("fill");
  engine->vectors.scale = timed<seidel_cuda_scale> ("scale");
  engine->vectors.axpy = timed<seidel_cuda_axpy> ("axpy");
  engine->vectors.xpby = timed<seidel_cuda_xpby> ("xpby");
  engine->vectors.dot = timed<seidel_cuda_dot> ("dot");
  engine->products.multiply = timed<seidel_cuda_multiply> ("multiply");
  engine->products.multiply_transposed =
    timed<seidel_cuda_multiply_transposed> ("multiply transposed");
  engine->products.multiply_diagonal = timed<seidel_cuda_multiply_diagonal> ("multiply diagonal");
  engine->products.residual = timed<seidel_cuda_residual> ("residual");
  engine->products.jacobi = timed<seidel_cuda_jacobi> ("jacobi");
}

static void
add_sweeps (SeidelEngine *engine)
{
  engine->sweeps.create = timed<sweep_new> ("plan sweep");
  engine->sweeps.free = placed<seidel_cuda_sweep_free> ();
  engine->sweeps.measures = seidel_cuda_sweep_measures;
  engine->sweeps.run = timed<seidel_cuda_sweep> ("sweep");
  engine->relaxations.create = timed<seidel_cuda_relaxation_new> ("plan relaxation");
  engine->relaxations.free = placed<seidel_cuda_relaxation_free> ();
  engine->relaxations.step = timed<seidel_cuda_relaxation_step> ("relaxation");
  engine->relaxations.restart = seidel_cuda_relaxation_restart;
  engine->factors.create = timed<seidel_cuda_factors_new> ("factor");
  engine->factors.free = placed<seidel_cuda_factors_free> ();
  engine->factors.solve = timed<seidel_cuda_factors_solve> ("solve with factors");
  engine->incomplete.create = timed<seidel_cuda_incomplete_new> ("incomplete factors");
  engine->incomplete.finish =
    timed<seidel_cuda_incomplete_finish> ("the rest of incomplete factors");
}

static void
add_lent (SeidelEngine *engine)
{
  engine->lent.fetch = seidel_cuda_lent_fetch;
  engine->lent.create_operator = placed<seidel_cuda_operator_lent> ();
  engine->lent.create_vector = placed<seidel_cuda_lent_vector_new> ();
  engine->lent.lend = placed<seidel_cuda_lend> ();
  engine->lent.settle = placed<seidel_cuda_settle> ();
  engine->lent.enter = placed<seidel_cuda_lent_enter> ();
  engine->lent.leave = placed<seidel_cuda_lent_leave> ();
}

static SeidelEngine
make_engine (void)
{
  static const SeidelCoarseningOperations coarsening = make_coarsening ();
  static const SeidelSparseOperations sparse = make_sparse ();
  static const SeidelNarrowingOperations narrowing = make_narrowing ();
  SeidelEngine engine = {};

  engine.abi = SEIDEL_ENGINE_ABI;
  engine.id = "cuda";
  engine.name = "CUDA";
  engine.sentence = N_ ("An NVIDIA GPU, through CUDA.");
  engine.strategies = seidel_cuda_strategies (&engine.n_strategies);
  engine.storages =
    1 << SEIDEL_STORAGE_CSR | 1 << SEIDEL_STORAGE_DIAGONALS | 1 << SEIDEL_STORAGE_DENSE;
  engine.arithmetics = SEIDEL_ARITHMETIC_FUSED | SEIDEL_ARITHMETIC_COMPENSATED;
  engine.factors.kinds = seidel_cuda_factors_kinds ();
  engine.max_shape_threads = SEIDEL_CUDA_MOST_THREADS;
  engine.choose_strategy = seidel_cuda_choose_strategy;
  engine.available = seidel_cuda_available;
  engine.needed_bytes = seidel_cuda_needed_bytes;
  engine.expect = seidel_cuda_expect;
  engine.coarsening = &coarsening;
  engine.sparse = &sparse;
  engine.narrowing = &narrowing;
  add_contexts (&engine);
  add_vectors (&engine);
  add_sweeps (&engine);
  add_lent (&engine);
  return engine;
}

extern "C" __attribute__ ((visibility ("default"))) const SeidelEngine *
seidel_engine_entry (uint32_t abi, SeidelTranslator translator)
{
  static const SeidelEngine engine = make_engine ();

  seidel_set_translator (translator);
  return abi == SEIDEL_ENGINE_ABI ? &engine : NULL;
}
