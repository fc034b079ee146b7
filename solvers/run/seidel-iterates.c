/* Iterates behind a lock: adding one is rare beside what an iteration takes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run/seidel-iterates.h"

#include <string.h>

#include "matrix/seidel-complex.h"

typedef struct
{
  int64_t iteration;
  double *x;
} Iterate;

struct SeidelIterates
{
  gatomicrefcount references;
  SeidelMatrix *matrix; /* for the numbering */
  int64_t n;
  int most;
  GMutex mutex;
  GArray *iterates; /* Iterate, by iteration */
  int64_t interval;
};

static void
clear_iterate (gpointer data)
{
  g_free (((Iterate *) data)->x);
}

SeidelIterates *
seidel_iterates_new (const SeidelMatrix *matrix)
{
  const int64_t n = matrix->csr->columns;
  SeidelIterates *self;

  if (seidel_matrix_is_complex (matrix) || n > SEIDEL_ITERATES_UNKNOWNS || n == 0
      || n != matrix->csr->rows)
    return NULL;
  self = g_new0 (SeidelIterates, 1);
  g_atomic_ref_count_init (&self->references);
  self->matrix = seidel_matrix_ref ((SeidelMatrix *) matrix);
  self->n = n;
  self->most =
    (int) MIN (SEIDEL_ITERATES_MOST, SEIDEL_ITERATES_BYTES / (n * (int64_t) sizeof (double)));
  self->interval = 1;
  self->iterates = g_array_new (FALSE, FALSE, sizeof (Iterate));
  g_array_set_clear_func (self->iterates, clear_iterate);
  g_mutex_init (&self->mutex);
  return self;
}

SeidelIterates *
seidel_iterates_ref (SeidelIterates *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

void
seidel_iterates_unref (SeidelIterates *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;
  g_array_unref (self->iterates);
  g_mutex_clear (&self->mutex);
  seidel_matrix_unref (self->matrix);
  g_free (self);
}

/* With the lock: a multiple of the interval that is later than the last one. */
static bool
is_wanted (SeidelIterates *self, int64_t iteration)
{
  const guint n = self->iterates->len;

  return iteration >= 0 && iteration % self->interval == 0
         && (n == 0 || iteration > g_array_index (self->iterates, Iterate, n - 1).iteration);
}

bool
seidel_iterates_wants (SeidelIterates *self, int64_t iteration)
{
  bool wanted;

  g_mutex_lock (&self->mutex);
  wanted = is_wanted (self, iteration);
  g_mutex_unlock (&self->mutex);
  return wanted;
}

/* Those of odd multiples go, from the last one, so that the places of the others stay. */
static void
thin_out (SeidelIterates *self)
{
  self->interval *= 2;
  for (guint i = self->iterates->len; i-- > 0;)
    if (g_array_index (self->iterates, Iterate, i).iteration % self->interval != 0)
      g_array_remove_index (self->iterates, i);
}

/* Without memory for a copy the iterate is left out. */
void
seidel_iterates_add (SeidelIterates *self, int64_t iteration, const double *x)
{
  double *copy;

  g_mutex_lock (&self->mutex);
  if (is_wanted (self, iteration) && (int) self->iterates->len >= self->most)
    thin_out (self);
  copy = is_wanted (self, iteration) ? g_try_new (double, self->n) : NULL;
  if (copy != NULL)
    {
      const Iterate iterate = { iteration, memcpy (copy, x, (size_t) self->n * sizeof *copy) };

      g_array_append_val (self->iterates, iterate);
    }
  g_mutex_unlock (&self->mutex);
}

int
seidel_iterates_count (SeidelIterates *self)
{
  int count;

  g_mutex_lock (&self->mutex);
  count = (int) self->iterates->len;
  g_mutex_unlock (&self->mutex);
  return count;
}

int64_t
seidel_iterates_get (SeidelIterates *self, int i, double *x)
{
  int64_t iteration = -1;

  g_mutex_lock (&self->mutex);
  if (i >= 0 && i < (int) self->iterates->len)
    {
      const Iterate *iterate = &g_array_index (self->iterates, Iterate, i);

      iteration = iterate->iteration;
      for (int64_t row = 0; row < self->n; row++)
        x[seidel_matrix_original_row (self->matrix, row)] = iterate->x[row];
    }
  g_mutex_unlock (&self->mutex);
  return iteration;
}

int64_t
seidel_iterates_length (SeidelIterates *self)
{
  return self->n;
}
