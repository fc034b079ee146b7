/* Smoothed aggregation with several vectors.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "multigrid/seidel-near-null.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/seidel-group-sort.h"
#include "base/seidel-memory.h"
#include "multigrid/seidel-aggregation.h"
#include "multigrid/seidel-radius.h"

#define WHAT "the coarsening of the matrix"

/* Steps of the power iteration. */
#define POWER_STEPS 10

/* A vector on an aggregate of which no more than this share is left when the ones before are taken
 * away depends on them. */
#define DEPENDENT 1e-8

static SeidelNearNull *
allocate (int64_t rows, int count, int64_t n_nodes, GError **error)
{
  g_autoptr (SeidelNearNull) self = g_new0 (SeidelNearNull, 1);
  const size_t elements = (size_t) MAX (rows, 1) * (size_t) count;

  self->rows = rows;
  self->count = count;
  self->n_nodes = n_nodes;
  self->vectors = seidel_memory_try0 (elements * sizeof (double), WHAT, error);
  if (self->vectors != NULL)
    self->first_row =
      seidel_memory_try0 (((size_t) n_nodes + 1) * sizeof *self->first_row, WHAT, error);
  return self->first_row != NULL ? g_steal_pointer (&self) : NULL;
}

/* Whether vector j is zero but in the rows j, j + b, j + 2 b …, for all j below b. */
static bool
are_displacements (const double *vectors, int64_t rows, int count, int b)
{
  for (int64_t row = 0; row < rows; row++)
    for (int j = 0; j < b; j++)
      if ((vectors[row * count + j] != 0.0) != (row % b == j))
        return false;
  return true;
}

SeidelNearNull *
seidel_near_null_new (const double *vectors, int64_t rows, int count, GError **error)
{
  SeidelNearNull *self;
  int b = count;

  while (b > 1 && (rows % b != 0 || !are_displacements (vectors, rows, count, b)))
    b--;
  self = allocate (rows, count, rows / b, error);
  if (self == NULL)
    return NULL;
  memcpy (self->vectors, vectors, (size_t) rows * (size_t) count * sizeof *vectors);
  for (int64_t node = 0; node <= self->n_nodes; node++)
    self->first_row[node] = node * b;
  return self;
}

/* Of each unknown of a node. */
static SeidelNearNull *
make_constants (int64_t rows, int unknowns, GError **error)
{
  SeidelNearNull *self = allocate (rows, unknowns, rows / unknowns, error);

  for (int64_t row = 0; self != NULL && row < rows; row++)
    self->vectors[row * unknowns + row % unknowns] = 1.0;
  for (int64_t node = 0; self != NULL && node <= self->n_nodes; node++)
    self->first_row[node] = node * unknowns;
  return self;
}

SeidelNearNull *
seidel_near_null_choose (const double *given,
                         int n_given,
                         const SeidelCsr *csr,
                         int node_unknowns,
                         SeidelCoarsening coarsening,
                         GError **error)
{
  if (given != NULL)
    return seidel_near_null_new (given, csr->rows, n_given, error);
  if (node_unknowns < 2 || csr->rows % node_unknowns != 0
      || (coarsening != SEIDEL_COARSENING_AUTO && coarsening != SEIDEL_COARSENING_AGGREGATION))
    return NULL;
  return make_constants (csr->rows, node_unknowns, error);
}

SeidelNearNull *
seidel_near_null_copy (const SeidelNearNull *self, GError **error)
{
  SeidelNearNull *copy = allocate (self->rows, self->count, self->n_nodes, error);

  if (copy == NULL)
    return NULL;
  memcpy (copy->vectors, self->vectors,
          (size_t) self->rows * (size_t) self->count * sizeof *copy->vectors);
  memcpy (copy->first_row, self->first_row, ((size_t) self->n_nodes + 1) * sizeof *copy->first_row);
  return copy;
}

void
seidel_near_null_free (SeidelNearNull *self)
{
  if (self == NULL)
    return;
  g_free (self->vectors);
  g_free (self->first_row);
  g_free (self);
}

/* What the prolongation of a level is made of. */
typedef struct
{
  const SeidelNearNull *space;
  const SeidelCsr *csr;
  int32_t *node_of_row;
  int32_t *aggregate_of_node; /* −1: none */
  int64_t n_aggregates;
  int64_t *first_coarse; /* n_aggregates + 1: the coarse rows of each */
  double *tentative;     /* rows × count: orthonormal within an aggregate */
  double *diagonal;
  double step; /* ω of the smoothing step I − ω D⁻¹ A */
} Coarsening;

static void
coarsening_clear (Coarsening *self)
{
  g_free (self->node_of_row);
  g_free (self->aggregate_of_node);
  g_free (self->first_coarse);
  g_free (self->tentative);
  g_free (self->diagonal);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Coarsening, coarsening_clear)

/* A row of the matrix of nodes: the squares of the norms of their blocks. */
static void
add_node_row (SeidelSparseRows *rows, int64_t node, gconstpointer data)
{
  const Coarsening *self = data;
  const SeidelCsr *csr = self->csr;

  for (int64_t row = self->space->first_row[node]; row < self->space->first_row[node + 1]; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      seidel_sparse_rows_add (rows, self->node_of_row[csr->column_indices[k]],
                              csr->values[k] * csr->values[k]);
}

/* Squares are compared with the square of the strength. */
static bool
aggregate_nodes (Coarsening *self, double strength, const SeidelWorkers *workers, GError **error)
{
  g_autoptr (SeidelCsr) nodes = seidel_csr_from_rows (self->space->n_nodes, self->space->n_nodes,
                                                      add_node_row, self, workers, error);
  g_auto (SeidelStrength) couplings = { 0 };

  if (nodes == NULL
      || !seidel_strength_init (&couplings, nodes, strength * strength, workers, error))
    return false;
  self->n_aggregates = seidel_aggregate (&couplings, self->aggregate_of_node, workers, error);
  return self->n_aggregates >= 0;
}

/* The nodes of each aggregate, one after the other from offsets[aggregate] on. */
static int64_t *
list_nodes (const Coarsening *self, int32_t *nodes, int32_t *groups, GError **error)
{
  /* Those in none are a group of their own, the last one. */
  const SeidelGroups sorted = { .n_rows = self->space->n_nodes,
                                .n_groups = (int32_t) self->n_aggregates + 1,
                                .group_of_row = groups };
  int64_t *offsets =
    seidel_memory_try (((size_t) self->n_aggregates + 2) * sizeof *offsets, WHAT, error);

  for (int64_t node = 0; node < self->space->n_nodes; node++)
    groups[node] = self->aggregate_of_node[node] >= 0 ? self->aggregate_of_node[node] + 1
                                                      : (int32_t) self->n_aggregates + 1;
  if (offsets != NULL)
    seidel_group_sort (&sorted, nodes, offsets);
  return offsets;
}

/* The rows of some nodes, which make an aggregate. */
typedef struct
{
  const SeidelNearNull *space;
  const int32_t *nodes;
  int64_t n_nodes;
} Aggregate;

/* Σ over the rows of an aggregate of two columns of arrays with count columns. */
static double
product_on (const Aggregate *aggregate, const double *a, const double *b)
{
  const SeidelNearNull *space = aggregate->space;
  double sum = 0.0;

  for (int64_t i = 0; i < aggregate->n_nodes; i++)
    for (int64_t row = space->first_row[aggregate->nodes[i]];
         row < space->first_row[aggregate->nodes[i] + 1]; row++)
      sum += a[row * space->count] * b[row * space->count];
  return sum;
}

/* a ← a + factor b on the rows of an aggregate. */
static void
add_on (const Aggregate *aggregate, double factor, const double *b, double *a)
{
  const SeidelNearNull *space = aggregate->space;

  for (int64_t i = 0; i < aggregate->n_nodes; i++)
    for (int64_t row = space->first_row[aggregate->nodes[i]];
         row < space->first_row[aggregate->nodes[i] + 1]; row++)
      a[row * space->count] += factor * b[row * space->count];
}

/* The orthonormal basis of the vectors on an aggregate, by Gram-Schmidt twice; R receives its
 * coordinates, count × count, row by row. Returns how many vectors it has: those that depend on
 * others are left out. */
static int
orthogonalise (const Aggregate *aggregate, double *q, double *R)
{
  const SeidelNearNull *space = aggregate->space;
  const int count = space->count;
  int kept = 0;

  memset (R, 0, (size_t) count * (size_t) count * sizeof *R);
  for (int j = 0; j < count; j++)
    {
      const double whole = sqrt (product_on (aggregate, space->vectors + j, space->vectors + j));
      double norm;

      add_on (aggregate, -1.0, q + kept, q + kept);
      add_on (aggregate, 1.0, space->vectors + j, q + kept);
      for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < kept; i++)
          {
            const double part = product_on (aggregate, q + i, q + kept);

            R[i * count + j] += part;
            add_on (aggregate, -part, q + i, q + kept);
          }
      norm = sqrt (product_on (aggregate, q + kept, q + kept));
      if (!(norm > DEPENDENT * whole))
        continue;
      R[kept * count + j] = norm;
      add_on (aggregate, 1.0 / norm - 1.0, q + kept, q + kept);
      kept++;
    }
  return kept;
}

/* The tentative prolongation, and the vectors of the coarse level: those of aggregate a are the
 * rows of its R. */
static SeidelNearNull *
make_tentative (Coarsening *self, const SeidelWorkers *workers, GError **error)
{
  const int count = self->space->count;
  const size_t n_nodes = (size_t) MAX (self->space->n_nodes, 1);
  g_autofree int32_t *room = seidel_memory_try (2 * n_nodes * sizeof *room, WHAT, error);
  g_autofree int64_t *offsets =
    room != NULL ? list_nodes (self, room, room + n_nodes, error) : NULL;
  g_autoptr (SeidelNearNull) coarse =
    offsets != NULL ? allocate (self->n_aggregates * count, count, self->n_aggregates, error)
                    : NULL;
  g_autofree double *R = g_new (double, count *count);
  int64_t place = 0;

  if (coarse == NULL)
    return NULL;
  for (int64_t a = 0; a < self->n_aggregates; a++)
    {
      const Aggregate aggregate = { self->space, room + offsets[a], offsets[a + 1] - offsets[a] };
      int kept;

      if (seidel_workers_stopped (workers))
        {
          seidel_workers_fail (error);
          return NULL;
        }
      self->first_coarse[a] = coarse->first_row[a] = place;
      kept = orthogonalise (&aggregate, self->tentative, R);
      memcpy (coarse->vectors + place * count, R, (size_t) kept * (size_t) count * sizeof *R);
      place += kept;
    }
  self->first_coarse[self->n_aggregates] = coarse->first_row[self->n_aggregates] = place;
  coarse->rows = place;
  return g_steal_pointer (&coarse);
}

/* The diagonal, and the step of the smoothing. */
static bool
find_step (Coarsening *self, const SeidelWorkers *workers, GError **error)
{
  const SeidelCsr *csr = self->csr;
  double bound = 1.0;
  double radius = 0.0;

#pragma omp parallel for num_threads(workers->threads) schedule(static) reduction(max : bound)
  for (int64_t row = 0; row < csr->rows; row++)
    {
      double sum = 0.0;

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        {
          if (csr->column_indices[k] == row)
            self->diagonal[row] = csr->values[k];
          sum += fabs (csr->values[k]);
        }
      bound = fmax (bound, sum / fabs (self->diagonal[row]));
    }
  if (!seidel_csr_estimate_radius (csr, self->diagonal, bound, POWER_STEPS, NULL, &radius, workers,
                                   error))
    return false;
  self->step = 4.0 / 3.0 / radius;
  return true;
}

static bool
coarsening_init (Coarsening *self,
                 const SeidelNearNull *space,
                 const SeidelCsr *csr,
                 GError **error)
{
  const size_t n = (size_t) MAX (csr->rows, 1);
  const size_t n_nodes = (size_t) MAX (space->n_nodes, 1);

  self->space = space;
  self->csr = csr;
  self->node_of_row = seidel_memory_try (n * sizeof (int32_t), WHAT, error);
  if (self->node_of_row != NULL)
    self->aggregate_of_node = seidel_memory_try (n_nodes * sizeof (int32_t), WHAT, error);
  if (self->aggregate_of_node != NULL)
    self->first_coarse = seidel_memory_try ((n_nodes + 1) * sizeof (int64_t), WHAT, error);
  if (self->first_coarse != NULL)
    self->diagonal = seidel_memory_try (n * sizeof (double), WHAT, error);
  if (self->diagonal != NULL)
    self->tentative = seidel_memory_try0 (n * (size_t) space->count * sizeof (double), WHAT, error);
  if (self->tentative == NULL)
    return false;
  for (int64_t node = 0; node < space->n_nodes; node++)
    for (int64_t row = space->first_row[node]; row < space->first_row[node + 1]; row++)
      self->node_of_row[row] = (int32_t) node;
  return true;
}

static void
add_tentative_row (const Coarsening *self, SeidelSparseRows *rows, int64_t row, double factor)
{
  const int32_t aggregate = self->aggregate_of_node[self->node_of_row[row]];
  const double *values = self->tentative + row * self->space->count;

  if (aggregate < 0)
    return;
  for (int64_t c = self->first_coarse[aggregate]; c < self->first_coarse[aggregate + 1]; c++)
    seidel_sparse_rows_add (rows, (int32_t) c, factor * values[c - self->first_coarse[aggregate]]);
}

/* A row of (I − ω D⁻¹ A) T. */
static void
add_prolongation_row (SeidelSparseRows *rows, int64_t row, gconstpointer data)
{
  const Coarsening *self = data;
  const SeidelCsr *csr = self->csr;
  const double factor = -self->step / self->diagonal[row];

  add_tentative_row (self, rows, row, 1.0);
  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    add_tentative_row (self, rows, csr->column_indices[k], factor * csr->values[k]);
}

SeidelCsr *
seidel_near_null_prolongation (const SeidelNearNull *space,
                               const SeidelCsr *csr,
                               double strength,
                               SeidelNearNull **coarse,
                               const SeidelWorkers *workers,
                               GError **error)
{
  g_auto (Coarsening) coarsening = { 0 };
  g_autoptr (SeidelNearNull) made = NULL;
  SeidelCsr *P;

  g_return_val_if_fail (space->rows == csr->rows, NULL);

  if (!coarsening_init (&coarsening, space, csr, error)
      || !aggregate_nodes (&coarsening, strength, workers, error) || coarsening.n_aggregates == 0)
    return NULL;
  made = make_tentative (&coarsening, workers, error);
  if (made == NULL || made->rows == 0 || !find_step (&coarsening, workers, error))
    return NULL;
  P =
    seidel_csr_from_rows (csr->rows, made->rows, add_prolongation_row, &coarsening, workers, error);
  if (P != NULL)
    *coarse = g_steal_pointer (&made);
  return P;
}
