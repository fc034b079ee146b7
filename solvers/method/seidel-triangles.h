/* M = (D/ω + L) D⁻¹ (D/ω + U), the form that SSOR and incomplete factorisations share: a triangle
 * forward, the diagonal, a triangle backward.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "method/seidel-method-run.h"

G_BEGIN_DECLS

/* A matrix on the engine; it must outlive that. */
SeidelOperator *seidel_triangles_system_new (SeidelMethodRun *run, const SeidelCsr *csr);

/* Plans sweeps of a matrix that is not the run's; strategy is an index into the engine's. known are
 * its levels, or NULL: they are found where the strategy needs them. A failure of the engine sticks
 * and shows at the next check. */
SeidelReason seidel_triangles_plan_sweep (SeidelMethodRun *run,
                                          SeidelOperator *system,
                                          const SeidelCsr *csr,
                                          int strategy,
                                          SeidelDirection direction,
                                          const SeidelSchedule *known,
                                          SeidelSweep **sweep);

/* What the rows of factors are divided by, where the engine solves with scaled triangles. */
typedef enum
{
  SEIDEL_TRIANGLES_PLAIN, /* nothing: L + D and D + U */
  SEIDEL_TRIANGLES_SCALED, /* D: M = D (1 + D⁻¹L) (1 + D⁻¹U), D standing on the first diagonal */
  SEIDEL_TRIANGLES_SCALED_TRANSPOSE, /* Mᵀ of the same, (1 + D⁻¹U)ᵀ (1 + D⁻¹L)ᵀ D */
} SeidelTrianglesScaling;

/* All zero before it is made. */
typedef struct
{
  SeidelSweep *sweeps[2];   /* by SeidelDirection: forward for L, backward for U */
  SeidelOperator *diagonal; /* a system whose diagonal is D; borrowed */
  SeidelTrianglesScaling scaling;
  bool owns_sweeps;
  bool own_pattern;           /* it is not that of A, whose levels do not hold for it */
  bool timed;                 /* their levels are timed in the name of the run */
  SeidelCsr *csrs[2];         /* what the systems are made of; owned, or NULL */
  SeidelOperator *systems[2]; /* owned, or NULL */
} SeidelTriangles;

/* The triangles of A itself, by the sweeps of the run. */
void seidel_triangles_of_matrix (SeidelMethodRun *run, SeidelTriangles *triangles);
/* The triangles of a square matrix with the pattern of Aᵀ, which is taken over. */
SeidelReason
seidel_triangles_of_transpose (SeidelMethodRun *run, SeidelCsr *csr, SeidelTriangles *triangles);
/* Factors L + D and D + U, which are taken over, and scaled where the engine gains by it.
 * schedules, by direction, hold for their patterns; those that are NULL are found where the run's
 * strategy needs them. */
SeidelReason seidel_triangles_of_factors (SeidelMethodRun *run,
                                          SeidelCsr *lower,
                                          SeidelCsr *upper,
                                          const SeidelSchedule *const schedules[2],
                                          SeidelTriangles *triangles);
/* Factors that the engine made of run->A, in one matrix, which is taken over; NULL after a failure.
 */
SeidelReason seidel_triangles_of_engine (SeidelMethodRun *run,
                                         SeidelOperator *factors,
                                         SeidelTriangles *triangles);
/* Mᵀ of such factors that the host made, as factors. */
SeidelReason seidel_triangles_transpose_factors (SeidelMethodRun *run,
                                                 const SeidelTriangles *factors,
                                                 SeidelTriangles *triangles);
/* Has the levels of both timed as those of the run. */
void seidel_triangles_time_levels (SeidelMethodRun *run, SeidelTriangles *triangles);
void seidel_triangles_clear (SeidelMethodRun *run, SeidelTriangles *triangles);

/* z ← M⁻¹ r but for the factor (2 − ω) / ω that makes it SSOR's; room, r and z differ. */
void seidel_triangles_solve (SeidelMethodRun *run,
                             const SeidelTriangles *triangles,
                             double omega,
                             const SeidelVector *r,
                             SeidelVector *room,
                             SeidelVector *z);

/* Takes an error of preparing something as the message; why the run ends. */
SeidelReason seidel_triangles_fail (SeidelMethodRun *run, const GError *error);
/* The same of memory that ran out: "the factors did not fit into memory". */
SeidelReason seidel_triangles_fail_memory (SeidelMethodRun *run, const char *message);

G_END_DECLS
