/* Direct methods whose factors an engine makes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-direct.h"

#include "engine/seidel-engine-use.h"

/* Factors in the engine, and room for a right-hand side there. */
typedef struct
{
  SeidelSession session;
  SeidelFactors *factors;
  SeidelVector *x;
} Kept;

static void
kept_free (gpointer data)
{
  Kept *kept = data;

  if (kept->factors != NULL)
    kept->session.engine->factors.free (kept->session.context, kept->factors);
  seidel_session_vector_free (&kept->session, kept->x);
  g_free (kept);
}

/* The kind that the method's row names. */
static SeidelFactorsKind
kind_of (const SeidelMethodRun *run)
{
  int kind = 0;

  while ((run->method->factors & run->session.engine->factors.kinds & 1u << kind) == 0)
    kind++;
  return (SeidelFactorsKind) kind;
}

static gpointer
factor (SeidelMethodRun *run, SeidelReason *reason)
{
  const SeidelCsr *csr = run->csr;
  const SeidelCsrView matrix = { csr->rows, csr->columns, csr->row_offsets, csr->column_indices,
                                 csr->values };
  Kept *kept = g_new0 (Kept, 1);
  int64_t column = -1;
  int64_t nanoseconds = 0;

  kept->session = run->session;
  kept->factors = run->session.engine->factors.create (run->session.context, &matrix, kind_of (run),
                                                       &column, &nanoseconds);
  seidel_trace_add_factor (run->monitor->trace, nanoseconds);
  kept->x = kept->factors != NULL ? seidel_method_run_vector (run) : NULL;
  if (kept->x != NULL)
    {
      const double n = (double) run->n;

      seidel_direct_note_work (run, n * n, 2.0 / 3.0 * n * n * n);
      return kept;
    }
  kept_free (kept);
  if (column >= 0)
    *reason = seidel_direct_singular (run, column, false);
  else
    *reason = seidel_monitor_failure (run->monitor, &run->session);
  return NULL;
}

static bool
solve (SeidelMethodRun *run, gpointer factors, bool transposed G_GNUC_UNUSED, double *x)
{
  SeidelSession *session = &run->session;
  Kept *kept = factors;

  session->engine->vectors.upload (session->context, kept->x, x);
  session->engine->factors.solve (session->context, kept->factors, kept->x);
  session->engine->vectors.download (session->context, x, kept->x);
  /* A failure is sticky in the session, and the next check reports it. */
  return true;
}

bool
seidel_direct_run_on_engine (SeidelMethodRun *run, SeidelReason *reason)
{
  static const SeidelDirect direct = { factor, solve, kept_free, .never_transposed = true };

  if ((run->method->factors & run->session.engine->factors.kinds) == 0)
    return false;
  *reason = seidel_direct_run (run, &direct);
  return true;
}
