/* COCG: conjugate gradients for complex symmetric matrices, A = Aᵀ, which are not Hermitian. The
 * products u · v of its formulas are Σ u_i v_i, without a conjugate; for a real matrix they are
 * those of conjugate gradients.
 *
 * Source: van der Vorst and Melissen, "A Petrov-Galerkin type method for solving Ax = b, where A is
 * symmetric complex" (1990), with a preconditioner that is symmetric likewise.
 *
 * The engine has the real form of the matrix, and vectors of pairs. With C = diag (1, −1, …), which
 * conjugates, and J, which multiplies by i, and real products ⟨·, ·⟩,
 *
 *     u · v = ⟨u, C v⟩ − i ⟨J u, C v⟩,     x + α p = x + Re α p + Im α J p,
 *
 * so that the method needs nothing of an engine but products with these. The rows of the form may
 * be turned (see matrix/seidel-complex.h): a product is turned back, and a residual is turned
 * before the preconditioner, which is one of the turned rows, sees it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <complex.h>

#include "method/seidel-triangles.h"

enum
{
  RR,                  /* ‖r‖² */
  PRODUCTS,            /* ⟨u, C v⟩, ⟨J u, C v⟩ */
  STEP = PRODUCTS + 2, /* Re α, Im α */
  TURN = STEP + 2,
};

/* A matrix that the engine borrows. */
typedef struct
{
  SeidelCsr *csr;
  SeidelOperator *on_engine; /* NULL: there is no need for it */
} Map;

typedef struct
{
  int parts; /* of a number: 1, or 2 */
  Map conjugation;
  Map rotation;     /* J */
  Map turning;      /* of rows: those of a residual */
  Map turning_back; /* of a product */
  SeidelVector *r;
  SeidelVector *p;
  SeidelVector *q; /* A p */
  SeidelVector *z; /* M⁻¹ r; r itself without a preconditioner */
  SeidelVector *room;
  SeidelVector *p_rotated; /* J p; idle where numbers have one part */
  SeidelVector *rotated;   /* J of another vector; likewise */
  double squared;          /* ‖r‖² */
  double complex rho;
} Cocg;

static void
set_entry (SeidelCsr *csr, int64_t k, int64_t column, double value)
{
  csr->column_indices[k] = (int32_t) column;
  csr->values[k] = value;
}

/* diag (1, −1, …) */
static SeidelCsr *
conjugation_new (int64_t n, GError **error)
{
  SeidelCsr *csr = seidel_csr_new (n, n, n, error);

  for (int64_t i = 0; csr != NULL && i < n; i++)
    {
      set_entry (csr, i, i, i % 2 == 0 ? 1.0 : -1.0);
      csr->row_offsets[i + 1] = i + 1;
    }
  return csr;
}

/* J */
static SeidelCsr *
rotation_new (int64_t n, GError **error)
{
  SeidelCsr *csr = seidel_csr_new (n, n, n, error);

  for (int64_t i = 0; csr != NULL && i < n; i++)
    {
      set_entry (csr, i, i ^ 1, i % 2 == 0 ? -1.0 : 1.0);
      csr->row_offsets[i + 1] = i + 1;
    }
  return csr;
}

/* The numbers, or their conjugates where sign is −1, on the diagonal of a complex matrix. */
static SeidelCsr *
turning_new (const double *numbers, double sign, int64_t n, GError **error)
{
  SeidelCsr *csr = seidel_csr_new (n, n, 2 * n, error);

  for (int64_t i = 0; csr != NULL && i < n; i += 2)
    {
      const double imaginary = sign * numbers[i + 1];

      set_entry (csr, 2 * i, i, numbers[i]);
      set_entry (csr, 2 * i + 1, i + 1, -imaginary);
      set_entry (csr, 2 * i + 2, i, imaginary);
      set_entry (csr, 2 * i + 3, i + 1, numbers[i]);
      csr->row_offsets[i + 1] = 2 * i + 2;
      csr->row_offsets[i + 2] = 2 * i + 4;
    }
  return csr;
}

/* Takes csr over. */
static bool
place (SeidelMethodRun *run, SeidelCsr *csr, Map *map)
{
  map->csr = csr;
  if (csr != NULL)
    map->on_engine = seidel_triangles_system_new (run, csr);
  return csr != NULL;
}

static SeidelReason
make_maps (SeidelMethodRun *run, Cocg *c)
{
  const double *turns = run->matrix != NULL ? run->matrix->turns : NULL; /* none on a rank */
  const bool preconditioned = seidel_method_run_preconditioned (run);
  g_autoptr (GError) error = NULL;
  bool made = true;

  if (c->parts == 2)
    made = place (run, conjugation_new (run->n, &error), &c->conjugation)
           && place (run, rotation_new (run->n, &error), &c->rotation);
  if (made && turns != NULL)
    made = place (run, turning_new (turns, -1.0, run->n, &error), &c->turning_back);
  if (made && turns != NULL && preconditioned)
    made = place (run, turning_new (turns, 1.0, run->n, &error), &c->turning);
  return made ? SEIDEL_REASON_NONE : seidel_triangles_fail (run, error);
}

static void
clear_map (SeidelMethodRun *run, Map *map)
{
  if (map->on_engine != NULL)
    run->session.engine->operators.free (run->session.context, map->on_engine);
  seidel_csr_free (map->csr);
}

/* u · v, u_rotated being J u. */
static double complex
multiply_vectors (SeidelMethodRun *run,
                  const Cocg *c,
                  const SeidelVector *u,
                  const SeidelVector *u_rotated,
                  const SeidelVector *v)
{
  SeidelSession *session = &run->session;
  const SeidelVector *const factors[2] = { u, u_rotated };
  const int n = c->parts == 2 ? 2 : 1;
  double values[2] = { 0.0, 0.0 };

  if (c->parts == 2)
    seidel_session_multiply_diagonal (session, c->conjugation.on_engine, 1, v, c->room);
  seidel_session_dots (session, PRODUCTS, n, factors, n == 2 ? c->room : v);
  if (!seidel_session_failed (session))
    seidel_session_get (session, PRODUCTS, n, values);
  return values[0] - I * values[1];
}

/* y ← y + sign α u, u_rotated being J u; and the square of its norm, if it is asked for. */
static void
add (SeidelMethodRun *run,
     const Cocg *c,
     SeidelVector *y,
     int sign,
     double complex alpha,
     const SeidelVector *u,
     const SeidelVector *u_rotated,
     bool norm)
{
  SeidelSession *session = &run->session;
  const SeidelVector *const terms[2] = { u, u_rotated };
  const int n = c->parts == 2 ? 2 : 1;

  seidel_session_set (session, STEP, creal (alpha));
  seidel_session_set (session, STEP + 1, cimag (alpha));
  if (norm)
    seidel_session_axpys_dot (session, y, sign, STEP, n, terms, RR);
  else
    seidel_session_axpys (session, y, sign, STEP, n, terms);
}

static void
rotate (SeidelMethodRun *run, const Cocg *c, const SeidelVector *u, SeidelVector *u_rotated)
{
  if (c->parts == 2)
    seidel_session_multiply (&run->session, c->rotation.on_engine, u, u_rotated);
}

/* y ← A x, its rows turned back. */
static void
multiply_matrix (SeidelMethodRun *run, const Cocg *c, const SeidelVector *x, SeidelVector *y)
{
  SeidelSession *session = &run->session;

  if (c->turning_back.on_engine == NULL)
    {
      seidel_session_multiply (session, run->A, x, y);
      return;
    }
  seidel_session_multiply (session, run->A, x, c->room);
  seidel_session_multiply (session, c->turning_back.on_engine, c->room, y);
}

static void
begin (SeidelMethodRun *run, const Cocg *c)
{
  SeidelSession *session = &run->session;
  const bool turned = c->turning_back.on_engine != NULL;

  seidel_session_residual (session, run->A, run->b, run->x, turned ? c->room : c->r, RR);
  if (turned)
    seidel_session_multiply (session, c->turning_back.on_engine, c->room, c->r);
}

/* z ← M⁻¹ r */
static void
precondition (SeidelMethodRun *run, const Cocg *c)
{
  const bool turns = c->turning.on_engine != NULL;

  if (c->z == c->r)
    return;
  if (turns)
    seidel_session_multiply (&run->session, c->turning.on_engine, c->r, c->room);
  seidel_method_run_precondition (run, turns ? c->room : c->r, c->z);
}

/* p ← z + β p; false where r · z, by which the next step would divide, is nothing but rounding. */
static bool
turn_direction (SeidelMethodRun *run, Cocg *c, bool first)
{
  SeidelSession *session = &run->session;
  const double complex before = c->rho;

  precondition (run, c);
  rotate (run, c, c->z, c->rotated);
  c->rho = multiply_vectors (run, c, c->z, c->rotated, c->r);
  if (seidel_session_failed (session))
    return true;
  if (c->z == c->r ? seidel_method_run_is_noise (run, cabs (c->rho), c->squared, c->squared)
                   : c->rho == 0.0)
    return false;
  if (first)
    {
      seidel_session_copy (session, c->p, c->z);
    }
  else
    {
      const double complex beta = c->rho / before;

      seidel_session_set (session, TURN, creal (beta));
      seidel_session_xpby (session, c->p, c->z, TURN);
      if (c->parts == 2)
        {
          seidel_session_set (session, TURN, cimag (beta));
          seidel_session_axpy (session, c->p, 1, TURN, c->p_rotated);
        }
    }
  rotate (run, c, c->p, c->p_rotated);
  return true;
}

static SeidelReason
break_down (SeidelMethodRun *run, const char *product, int64_t iteration)
{
  return seidel_method_run_breakdown (run,
                                      "%s = 0, without conjugates, in iteration %" G_GINT64_FORMAT
                                      ": the method cannot go on",
                                      product, iteration);
}

static SeidelReason
step (SeidelMethodRun *run, Cocg *c, int64_t iteration)
{
  SeidelSession *session = &run->session;
  double complex sigma;
  double complex alpha;

  if (!turn_direction (run, c, iteration == 1))
    return break_down (run, "r·z", iteration);
  multiply_matrix (run, c, c->p, c->q);
  sigma = multiply_vectors (run, c, c->p, c->p_rotated, c->q);
  if (seidel_session_failed (session))
    return SEIDEL_REASON_NONE;
  if (sigma == 0.0)
    return break_down (run, "p·Ap", iteration);
  alpha = c->rho / sigma;
  rotate (run, c, c->q, c->rotated);
  add (run, c, run->x, 1, alpha, c->p, c->p_rotated, false);
  add (run, c, c->r, -1, alpha, c->q, c->rotated, true);
  if (!seidel_session_failed (session))
    seidel_session_get (session, RR, 1, &c->squared);
  return SEIDEL_REASON_NONE;
}

static SeidelReason
iterate (SeidelMethodRun *run, Cocg *c)
{
  SeidelReason reason;

  begin (run, c);
  if (!seidel_session_failed (&run->session))
    seidel_session_get (&run->session, RR, 1, &c->squared);
  reason = seidel_method_run_check (run, 0, RR);
  for (int64_t iteration = 1; reason == SEIDEL_REASON_NONE; iteration++)
    {
      seidel_method_run_begin (run, iteration);
      reason = step (run, c, iteration);
      seidel_method_run_end (run);
      if (reason == SEIDEL_REASON_NONE)
        reason = seidel_method_run_check (run, iteration, RR);
    }
  return reason;
}

SeidelReason
seidel_method_cocg (SeidelMethodRun *run)
{
  Cocg c = {
    .parts = run->matrix != NULL && run->matrix->interleaved ? 2 : 1,
    .r = seidel_method_run_vector (run),
    .p = seidel_method_run_vector (run),
    .q = seidel_method_run_vector (run),
    .room = seidel_method_run_vector (run),
    .p_rotated = seidel_method_run_vector (run),
    .rotated = seidel_method_run_vector (run),
  };
  const bool preconditioned = seidel_method_run_preconditioned (run);
  SeidelReason reason;

  c.z = preconditioned ? seidel_method_run_vector (run) : c.r;
  reason = make_maps (run, &c);
  if (reason == SEIDEL_REASON_NONE)
    reason = iterate (run, &c);
  seidel_session_vector_free (&run->session, c.rotated);
  seidel_session_vector_free (&run->session, c.p_rotated);
  if (preconditioned)
    seidel_session_vector_free (&run->session, c.z);
  seidel_session_vector_free (&run->session, c.room);
  seidel_session_vector_free (&run->session, c.q);
  seidel_session_vector_free (&run->session, c.p);
  seidel_session_vector_free (&run->session, c.r);
  clear_map (run, &c.turning);
  clear_map (run, &c.turning_back);
  clear_map (run, &c.rotation);
  clear_map (run, &c.conjugation);
  return reason;
}
