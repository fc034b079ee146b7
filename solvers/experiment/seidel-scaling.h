/* How a method scales over ranks or threads: the laws that its measured times follow, and a model
 * of what it would take on more of them.
 *
 * Sources: G. M. Amdahl, "Validity of the single processor approach to achieving large scale
 * computing capabilities" (1967); J. L. Gustafson, "Reevaluating Amdahl's law" (1988). Plain data
 * and pure functions: any thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <glib.h>

#include "base/seidel-api.h"

G_BEGIN_DECLS

typedef enum
{
  SEIDEL_SCALING_NONE,
  SEIDEL_SCALING_STRONG, /* the same system on more workers */
  SEIDEL_SCALING_WEAK,   /* as much of it for each worker */
} SeidelScalingKind;

/* "strong". Static. */
SEIDEL_API const char *seidel_scaling_id (SeidelScalingKind kind);

/* "Amdahl's law", "Gustafson's law". Static. */
SEIDEL_API const char *seidel_scaling_law_name (SeidelScalingKind kind);

/* One measured time. */
typedef struct
{
  double workers; /* ranks or threads */
  double seconds;
} SeidelScalingPoint;

/* The law that fits the points best: of strong scaling Amdahl's, by least squares of the times, of
 * weak scaling Gustafson's, by least squares of their inverses, with 0 ≤ s ≤ 1. */
typedef struct
{
  SeidelScalingKind kind;
  double first;     /* seconds of one worker, by the law */
  double serial;    /* the share s of the work that more workers do not speed up, 0 … 1 */
  double deviation; /* the largest |measured − fitted| / fitted time of a point */
} SeidelScalingLaw;

/* False where fewer than two numbers of workers have a time. Points in any order; those that are
 * not finite and positive are left out. */
SEIDEL_API bool seidel_scaling_fit (SeidelScalingKind kind,
                                    const SeidelScalingPoint *points,
                                    size_t n,
                                    SeidelScalingLaw *law);

/* What the law gives for so many workers: seconds, and how many times as much work a second as one
 * worker does. */
SEIDEL_API double seidel_scaling_seconds (const SeidelScalingLaw *law, double workers);
SEIDEL_API double seidel_scaling_speedup (const SeidelScalingLaw *law, double workers);

/* What an iteration does, and the network between the ranks. */
typedef struct
{
  SeidelScalingKind kind;
  double work;      /* seconds without communication: of strong scaling all work, on one rank; of
                     * weak scaling that of each rank */
  double sums;      /* over all ranks, in an iteration */
  double halo;      /* bytes that a rank receives in an iteration, from its two neighbours */
  double latency;   /* seconds of a small message */
  double bandwidth; /* bytes a second */
} SeidelScalingModel;

/* Seconds of an iteration on so many ranks (≥ 1): work, halo and sums one after the other, as the
 * distributed engine does them. The halo costs a message from either neighbour and its bytes; a sum
 * is an exchange of all contributions among all ranks, ⌈log₂ p⌉ messages deep, of which each rank
 * receives (p − 1) × 24 bytes (R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of collective
 * communication operations in MPICH", 2005, section 3). *communication, which may be NULL, is the
 * part of it that is not work. Contention in the network is not modelled. */
SEIDEL_API double
seidel_scaling_simulate (const SeidelScalingModel *model, double ranks, double *communication);

G_END_DECLS
