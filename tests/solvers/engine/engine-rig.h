/* A CPU engine at work, with polls that are counted and can ask it to stop.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <float.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "engine/seidel-engines.h"
#include "engine/seidel-engine-use.h"

#include "core-testing.h"

typedef struct
{
  SeidelEngine engine; /* a copy that a test may change */
  SeidelSession session;
  SeidelPrecision precision;
  atomic_int polls;
  int stop_at; /* the poll that asks to stop, counted from 1; 0: none */
} Rig;

static inline bool
rig_poll (void *data)
{
  Rig *rig = data;
  int poll = atomic_fetch_add (&rig->polls, 1) + 1;

  return rig->stop_at != 0 && poll >= rig->stop_at;
}

/* For engine.contexts.fused: the wrappers then compose every fused operation. */
static inline const SeidelFusedOperations *
rig_fused_nothing (SeidelContext *context)
{
  static const SeidelFusedOperations nothing;

  return &nothing;
}

static inline void
rig_open_with (Rig *rig, SeidelPrecision precision, int arithmetic, int threads)
{
  SeidelContextSettings settings = { precision, arithmetic, threads, rig_poll, rig };
  SeidelStatus status = { SEIDEL_STATUS_FAILED, 7, "poison" };

  rig->engine = *seidel_cpu_engine ();
  rig->precision = precision;
  rig->stop_at = 0;
  atomic_init (&rig->polls, 0);
  rig->session.engine = &rig->engine;
  rig->session.context = rig->engine.contexts.create (&settings, &status);
  g_assert_nonnull (rig->session.context);
  g_assert_cmpint (status.code, ==, SEIDEL_STATUS_OK);
  g_assert_false (seidel_session_failed (&rig->session));
}

static inline void
rig_open (Rig *rig, SeidelPrecision precision, int threads)
{
  rig_open_with (rig, precision, 0, threads);
}

static inline void
rig_close (Rig *rig)
{
  rig->engine.contexts.free (rig->session.context);
}

static inline void
rig_assert_ok (Rig *rig)
{
  const SeidelStatus *status = rig->engine.contexts.status (rig->session.context);

  g_assert_cmpstr (status->message, ==, "");
  g_assert_cmpint (status->code, ==, SEIDEL_STATUS_OK);
}

/* A number as the engine holds it. */
static inline double
rig_round (const Rig *rig, double value)
{
  return rig->precision == SEIDEL_PRECISION_SINGLE ? (double) (float) value : value;
}

static inline double
rig_epsilon (const Rig *rig)
{
  return rig->precision == SEIDEL_PRECISION_SINGLE ? FLT_EPSILON : DBL_EPSILON;
}

static inline SeidelVector *
rig_vector (Rig *rig, int64_t n, const double *values)
{
  SeidelVector *vector = seidel_session_vector_new (&rig->session, n);

  g_assert_nonnull (vector);
  rig->engine.vectors.upload (rig->session.context, vector, values);
  return vector;
}

/* A vector of NaN, for outputs. */
static inline SeidelVector *
rig_poisoned (Rig *rig, int64_t n)
{
  g_autofree double *poison = g_new (double, n + 1);

  test_poison (poison, n);
  return rig_vector (rig, n, poison);
}

static inline double *
rig_read (Rig *rig, int64_t n, const SeidelVector *vector)
{
  double *values = g_new (double, n + 1);

  test_poison (values, n);
  rig->engine.vectors.download (rig->session.context, values, vector);
  return values;
}

static inline double
rig_scalar (Rig *rig, SeidelScalar slot)
{
  double value = NAN;

  seidel_session_get (&rig->session, slot, 1, &value);
  return value;
}

static inline SeidelCsrView
rig_view (const SeidelCsr *csr)
{
  return (SeidelCsrView){ csr->rows, csr->columns, csr->row_offsets, csr->column_indices,
                          csr->values };
}

static inline SeidelOperator *
rig_system (Rig *rig, const SeidelCsr *csr)
{
  SeidelCsrView view = rig_view (csr);
  SeidelOperator *A =
    rig->engine.operators.create (rig->session.context, &view, SEIDEL_STORAGE_CSR);

  g_assert_nonnull (A);
  return A;
}
