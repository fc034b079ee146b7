/* Options without a matrix, and one verdict on each: for the tests of the plan and of whatever
 * shows its verdicts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <math.h>

#include "analysis/seidel-matching.h"
#include "plan/seidel-plan.h"

/* One verdict each: what is set, and what comes of it. */
typedef struct
{
  const char *path;
  SeidelOptions options;
  SeidelPlanItem item;
  SeidelVerdictKind kind;
  SeidelError code; /* of a refusal */
} PlanRow;

/* Its zero is out of bounds. */
#define SHADOWS [SEIDEL_PARAMETER_SHADOWS] = 4.0

#define OPTIONS(...)                                                                         \
  {                                                                                          \
    .method = "gauss-seidel", .engine = "cpu", .strategy = "auto", .preconditioner = "none", \
    .parameters = { 1.5, 2.0 / 3.0, 30.0, 1.0, 0.0, 0.25, 0.0, 0.0, 1.0, SHADOWS },          \
    .storage = SEIDEL_STORAGE_AUTO, .precision = SEIDEL_PRECISION_DOUBLE, .tolerance = 1e-8, \
    .max_iterations = 1000, .divergence_factor = 1e10, __VA_ARGS__                           \
  }

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverride-init"
static const PlanRow plan_rows[] = {
  { "unknown-method", OPTIONS (.method = "voodoo"), SEIDEL_PLAN_METHOD, SEIDEL_VERDICT_REFUSED,
    SEIDEL_ERROR_OPTIONS },
  { "unknown-engine", OPTIONS (.engine = "abacus"), SEIDEL_PLAN_ENGINE, SEIDEL_VERDICT_REFUSED,
    SEIDEL_ERROR_OPTIONS },
  { "unknown-preconditioner", OPTIONS (.method = "cg", .preconditioner = "voodoo"),
    SEIDEL_PLAN_PRECONDITIONER, SEIDEL_VERDICT_REFUSED, SEIDEL_ERROR_OPTIONS },
  { "unknown-strategy", OPTIONS (.strategy = "sideways"), SEIDEL_PLAN_STRATEGY,
    SEIDEL_VERDICT_REFUSED, SEIDEL_ERROR_OPTIONS },
  { "automatic", OPTIONS (.method = "auto"), SEIDEL_PLAN_METHOD, SEIDEL_VERDICT_OPEN, 0 },
  { "automatic-preconditioner", OPTIONS (.method = "auto", .preconditioner = "ssor"),
    SEIDEL_PLAN_PRECONDITIONER, SEIDEL_VERDICT_NO_EFFECT, 0 },
  { "no-preconditioner", OPTIONS (.preconditioner = "none"), SEIDEL_PLAN_PRECONDITIONER,
    SEIDEL_VERDICT_NO_EFFECT, 0 },
  { "preconditioner-not-taken", OPTIONS (.preconditioner = "ssor"), SEIDEL_PLAN_PRECONDITIONER,
    SEIDEL_VERDICT_REFUSED, SEIDEL_ERROR_OPTIONS },
  { "host-method-on-device", OPTIONS (.method = "umfpack", .engine = "cuda"), SEIDEL_PLAN_ENGINE,
    SEIDEL_VERDICT_REFUSED, SEIDEL_ERROR_OPTIONS },
  { "precision", OPTIONS (.method = "umfpack", .precision = SEIDEL_PRECISION_SINGLE),
    SEIDEL_PLAN_PRECISION, SEIDEL_VERDICT_REFUSED, SEIDEL_ERROR_OPTIONS },
  { "storage-of-sweeps", OPTIONS (.storage = SEIDEL_STORAGE_AUTO), SEIDEL_PLAN_STORAGE,
    SEIDEL_VERDICT_WORKS, 0 },
  { "storage-of-products", OPTIONS (.method = "cg"), SEIDEL_PLAN_STORAGE, SEIDEL_VERDICT_OPEN, 0 },
  { "storage-of-host-method", OPTIONS (.method = "umfpack", .storage = SEIDEL_STORAGE_DENSE),
    SEIDEL_PLAN_STORAGE, SEIDEL_VERDICT_NO_EFFECT, 0 },
  { "storage-and-strategy", OPTIONS (.storage = SEIDEL_STORAGE_DIAGONALS, .strategy = "levels"),
    SEIDEL_PLAN_STRATEGY, SEIDEL_VERDICT_REFUSED, SEIDEL_ERROR_OPTIONS },
  { "storage-and-colours",
    OPTIONS (.method = "gauss-seidel-multicolor", .storage = SEIDEL_STORAGE_DENSE),
    SEIDEL_PLAN_STORAGE, SEIDEL_VERDICT_REFUSED, SEIDEL_ERROR_OPTIONS },
  { "strategy-and-colours", OPTIONS (.method = "gauss-seidel-multicolor", .strategy = "serial"),
    SEIDEL_PLAN_STRATEGY, SEIDEL_VERDICT_REFUSED, SEIDEL_ERROR_OPTIONS },
  { "strategy-without-sweeps", OPTIONS (.method = "cg", .strategy = "levels"), SEIDEL_PLAN_STRATEGY,
    SEIDEL_VERDICT_NO_EFFECT, 0 },
  { "strategy-and-arithmetic",
    OPTIONS (.engine = "cuda", .strategy = "serial", .arithmetic = SEIDEL_ARITHMETIC_COMPENSATED),
    SEIDEL_PLAN_STRATEGY, SEIDEL_VERDICT_REFUSED, SEIDEL_ERROR_OPTIONS },
  { "arithmetic-of-host-method",
    OPTIONS (.method = "umfpack", .arithmetic = SEIDEL_ARITHMETIC_FUSED), SEIDEL_PLAN_FUSED,
    SEIDEL_VERDICT_NO_EFFECT, 0 },
  { "shape-on-cpu", OPTIONS (.method = "cg", .storage = SEIDEL_STORAGE_DENSE, .shape = { 4, 64 }),
    SEIDEL_PLAN_SHAPE, SEIDEL_VERDICT_NO_EFFECT, 0 },
  { "shape-of-rows",
    OPTIONS (.method = "cg", .engine = "cuda", .storage = SEIDEL_STORAGE_CSR, .shape = { 4, 64 }),
    SEIDEL_PLAN_SHAPE, SEIDEL_VERDICT_NO_EFFECT, 0 },
  { "shape-too-large",
    OPTIONS (.method = "cg",
             .engine = "cuda",
             .storage = SEIDEL_STORAGE_DENSE,
             .shape = { 1024, 1024 }),
    SEIDEL_PLAN_SHAPE, SEIDEL_VERDICT_REFUSED, SEIDEL_ERROR_OPTIONS },
  { "no-shape",
    OPTIONS (.method = "cg", .engine = "cuda", .storage = SEIDEL_STORAGE_DENSE, .shape = { 3, 64 }),
    SEIDEL_PLAN_SHAPE, SEIDEL_VERDICT_REFUSED, SEIDEL_ERROR_OPTIONS },
  { "parameter-of-open-method", OPTIONS (.method = "auto"),
    SEIDEL_PLAN_PARAMETERS + SEIDEL_PARAMETER_OMEGA, SEIDEL_VERDICT_OPEN, 0 },
  { "parameter-not-used",
    OPTIONS (.method = "cg",
             .parameters = { 1.2, 0.5, 20, 1.0, 0.0, 0.25, 0.0, 0.0, 1.0, SHADOWS }),
    SEIDEL_PLAN_PARAMETERS + SEIDEL_PARAMETER_OMEGA, SEIDEL_VERDICT_NO_EFFECT, 0 },
  { "parameter-out-of-range",
    OPTIONS (.method = "sor",
             .parameters = { 2.5, 0.5, 20, 1.0, 0.0, 0.25, 0.0, 0.0, 1.0, SHADOWS }),
    SEIDEL_PLAN_PARAMETERS + SEIDEL_PARAMETER_OMEGA, SEIDEL_VERDICT_REFUSED, SEIDEL_ERROR_OPTIONS },
  { "restart-not-integral",
    OPTIONS (.method = "gmres",
             .parameters = { 1.5, 0.5, 2.5, 1.0, 0.0, 0.25, 0.0, 0.0, 1.0, SHADOWS }),
    SEIDEL_PLAN_PARAMETERS + SEIDEL_PARAMETER_RESTART, SEIDEL_VERDICT_REFUSED,
    SEIDEL_ERROR_OPTIONS },
  { "k-cycle-of-one-preconditioner",
    OPTIONS (.method = "cg",
             .preconditioner = "multigrid",
             .parameters = { 1.5, 0.5, 20, 1.0, 0.0, 0.25, SEIDEL_CYCLE_K, 0.0, 1.0, SHADOWS }),
    SEIDEL_PLAN_PARAMETERS + SEIDEL_PARAMETER_CYCLE, SEIDEL_VERDICT_REFUSED, SEIDEL_ERROR_OPTIONS },
  { "k-cycle-of-flexible-method",
    OPTIONS (.method = "cg-flexible",
             .preconditioner = "multigrid",
             .parameters = { 1.5, 0.5, 20, 1.0, 0.0, 0.25, SEIDEL_CYCLE_K, 0.0, 1.0, SHADOWS }),
    SEIDEL_PLAN_PARAMETERS + SEIDEL_PARAMETER_CYCLE, SEIDEL_VERDICT_WORKS, 0 },
  { "smoother-by-colours",
    OPTIONS (.method = "multigrid",
             .strategy = "serial",
             .parameters = { 1.5, 0.5, 20, 1.0, 0.0, 0.25, 0.0, SEIDEL_SMOOTHER_MULTICOLOR, 1.0,
                             SHADOWS }),
    SEIDEL_PLAN_STRATEGY, SEIDEL_VERDICT_REFUSED, SEIDEL_ERROR_OPTIONS },
  { "smoother-without-sweeps",
    OPTIONS (.method = "multigrid",
             .strategy = "serial",
             .parameters = { 1.5, 0.5, 20, 1.0, 0.0, 0.25, 0.0, SEIDEL_SMOOTHER_JACOBI, 1.0,
                             SHADOWS }),
    SEIDEL_PLAN_STRATEGY, SEIDEL_VERDICT_NO_EFFECT, 0 },
  { "scaling-before-a-matrix", OPTIONS (.scaling = SEIDEL_SCALE_AUTO), SEIDEL_PLAN_SCALING,
    SEIDEL_VERDICT_OPEN, 0 },
  { "scaling-of-open-method", OPTIONS (.method = "auto", .scaling = SEIDEL_SCALE_ROWS),
    SEIDEL_PLAN_SCALING, SEIDEL_VERDICT_OPEN, 0 },
  { "scaling-rows", OPTIONS (.method = "gmres", .scaling = SEIDEL_SCALE_ROWS), SEIDEL_PLAN_SCALING,
    SEIDEL_VERDICT_WORKS, 0 },
  { "scaling-rows-of-symmetric-method", OPTIONS (.method = "cg", .scaling = SEIDEL_SCALE_ROWS),
    SEIDEL_PLAN_SCALING, SEIDEL_VERDICT_REFUSED, SEIDEL_ERROR_OPTIONS },
  { "scaling-rows-before-symmetric-preconditioner",
    OPTIONS (.method = "gmres", .preconditioner = "ic0", .scaling = SEIDEL_SCALE_BOTH),
    SEIDEL_PLAN_SCALING, SEIDEL_VERDICT_REFUSED, SEIDEL_ERROR_OPTIONS },
  { "scaling-symmetric", OPTIONS (.method = "cg", .scaling = SEIDEL_SCALE_SYMMETRIC),
    SEIDEL_PLAN_SCALING, SEIDEL_VERDICT_WORKS, 0 },
  { "scaling-of-least-squares", OPTIONS (.method = "lsqr", .scaling = SEIDEL_SCALE_COLUMNS),
    SEIDEL_PLAN_SCALING, SEIDEL_VERDICT_REFUSED, SEIDEL_ERROR_OPTIONS },
  { "matching-before-a-method", OPTIONS (.method = "auto", .matching = SEIDEL_MATCHING_AUTO),
    SEIDEL_PLAN_MATCHING, SEIDEL_VERDICT_OPEN, 0 },
  { "matching-by-hand", OPTIONS (.method = "sor", .matching = SEIDEL_MATCHING_AUTO),
    SEIDEL_PLAN_MATCHING, SEIDEL_VERDICT_WORKS, 0 },
  { "matching-product", OPTIONS (.method = "gmres", .matching = SEIDEL_MATCHING_PRODUCT),
    SEIDEL_PLAN_MATCHING, SEIDEL_VERDICT_WORKS, 0 },
  { "pivot-of-ilu", OPTIONS (.method = "gmres", .preconditioner = "ilu0"),
    SEIDEL_PLAN_PARAMETERS + SEIDEL_PARAMETER_PIVOT, SEIDEL_VERDICT_WORKS, 0 },
  { "pivot-without-factors", OPTIONS (.method = "gmres", .preconditioner = "ssor"),
    SEIDEL_PLAN_PARAMETERS + SEIDEL_PARAMETER_PIVOT, SEIDEL_VERDICT_NO_EFFECT, 0 },
  { "tolerance-of-1", OPTIONS (.tolerance = 1.0), SEIDEL_PLAN_TOLERANCE, SEIDEL_VERDICT_REFUSED,
    SEIDEL_ERROR_OPTIONS },
  { "tolerance-of-nan", OPTIONS (.tolerance = NAN), SEIDEL_PLAN_TOLERANCE, SEIDEL_VERDICT_REFUSED,
    SEIDEL_ERROR_OPTIONS },
  { "tolerance-of-0", OPTIONS (.tolerance = 0.0), SEIDEL_PLAN_TOLERANCE, SEIDEL_VERDICT_WORKS, 0 },
  { "backward-tolerance-of-1", OPTIONS (.backward_tolerance = 1.0), SEIDEL_PLAN_BACKWARD_TOLERANCE,
    SEIDEL_VERDICT_REFUSED, SEIDEL_ERROR_OPTIONS },
  { "backward-tolerance", OPTIONS (.backward_tolerance = 1e-15), SEIDEL_PLAN_BACKWARD_TOLERANCE,
    SEIDEL_VERDICT_WORKS, 0 },
  { "maximum-tolerance-of-infinity", OPTIONS (.maximum_tolerance = INFINITY),
    SEIDEL_PLAN_MAXIMUM_TOLERANCE, SEIDEL_VERDICT_REFUSED, SEIDEL_ERROR_OPTIONS },
  { "maximum-tolerance", OPTIONS (.maximum_tolerance = 1e-6), SEIDEL_PLAN_MAXIMUM_TOLERANCE,
    SEIDEL_VERDICT_WORKS, 0 },
  { "no-iterations", OPTIONS (.max_iterations = 0), SEIDEL_PLAN_MAX_ITERATIONS,
    SEIDEL_VERDICT_WORKS, 0 },
  { "negative-iterations", OPTIONS (.max_iterations = -1), SEIDEL_PLAN_MAX_ITERATIONS,
    SEIDEL_VERDICT_REFUSED, SEIDEL_ERROR_OPTIONS },
  { "negative-time", OPTIONS (.time_limit = -1.0), SEIDEL_PLAN_TIME_LIMIT, SEIDEL_VERDICT_REFUSED,
    SEIDEL_ERROR_OPTIONS },
  { "divergence-below-1", OPTIONS (.divergence_factor = 0.5), SEIDEL_PLAN_DIVERGENCE_FACTOR,
    SEIDEL_VERDICT_REFUSED, SEIDEL_ERROR_OPTIONS },
  { "too-many-threads", OPTIONS (.threads = 5000), SEIDEL_PLAN_THREADS, SEIDEL_VERDICT_REFUSED,
    SEIDEL_ERROR_OPTIONS },
  { "refinement-without-factors", OPTIONS (.method = "cg", .accurate = true), SEIDEL_PLAN_ACCURATE,
    SEIDEL_VERDICT_NO_EFFECT, 0 },
  { "refinement-of-factors", OPTIONS (.method = "umfpack", .accurate = true), SEIDEL_PLAN_ACCURATE,
    SEIDEL_VERDICT_WORKS, 0 },
  { "levels-without-sweeps", OPTIONS (.method = "cg", .skip_level_times = true),
    SEIDEL_PLAN_SKIP_LEVEL_TIMES, SEIDEL_VERDICT_NO_EFFECT, 0 },
  { "profile-of-cpu", OPTIONS (.profile = true), SEIDEL_PLAN_PROFILE, SEIDEL_VERDICT_NO_EFFECT, 0 },
  { "replacement", OPTIONS (.method = "cg", .skip_replacement = true), SEIDEL_PLAN_SKIP_REPLACEMENT,
    SEIDEL_VERDICT_WORKS, 0 },
  { "replacement-of-sweeps", OPTIONS (.skip_replacement = true), SEIDEL_PLAN_SKIP_REPLACEMENT,
    SEIDEL_VERDICT_NO_EFFECT, 0 },
  { "replacement-in-mixed",
    OPTIONS (.method = "cg", .precision = SEIDEL_PRECISION_MIXED, .skip_replacement = true),
    SEIDEL_PLAN_SKIP_REPLACEMENT, SEIDEL_VERDICT_NO_EFFECT, 0 },
  { "memory-of-no-matrix", OPTIONS (.threads = 1), SEIDEL_PLAN_MEMORY, SEIDEL_VERDICT_OPEN, 0 },
};
#pragma GCC diagnostic pop
