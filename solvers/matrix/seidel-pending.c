/* Arrays of a matrix that are not filled yet.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "matrix/seidel-pending.h"

typedef struct
{
  void (*fill) (gpointer data);
  gpointer data;
} Pending;

static GMutex mutex;
static GHashTable *matrices; /* SeidelCsr: Pending */
static int n_pending;

void
seidel_pending_add (const SeidelCsr *csr, void (*fill) (gpointer data), gpointer data)
{
  Pending *pending = g_new (Pending, 1);

  *pending = (Pending){ fill, data };
  g_mutex_lock (&mutex);
  if (matrices == NULL)
    matrices = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_hash_table_insert (matrices, (gpointer) csr, pending);
  g_atomic_int_inc (&n_pending);
  g_mutex_unlock (&mutex);
}

/* Under the lock. */
static void
forget (const SeidelCsr *csr)
{
  if (g_hash_table_remove (matrices, csr))
    (void) g_atomic_int_dec_and_test (&n_pending);
}

void
seidel_pending_drop (const SeidelCsr *csr)
{
  if (g_atomic_int_get (&n_pending) == 0)
    return;
  g_mutex_lock (&mutex);
  forget (csr);
  g_mutex_unlock (&mutex);
}

void
seidel_matrix_complete (const SeidelMatrix *matrix)
{
  const Pending *pending;

  if (g_atomic_int_get (&n_pending) == 0)
    return;
  /* Others that want the same matrix wait until it is there. */
  g_mutex_lock (&mutex);
  pending = g_hash_table_lookup (matrices, matrix->csr);
  if (pending != NULL)
    {
      pending->fill (pending->data);
      forget (matrix->csr);
    }
  g_mutex_unlock (&mutex);
}
