/* Preconditioners as objects of the interface.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "api/seidel-handles-inside.h"

#include "api/seidel-api-lent.h"
#include "api/seidel-preconditioner-object.h"

/* What is prepared, under another name. */
static SeidelPrepared *
unwrap (const SeidelPreconditioner *preconditioner)
{
  return (SeidelPrepared *) preconditioner;
}

/* Ids from outside: the table of options knows which there are. */
static bool
check_id (const char *id, GError **error)
{
  g_autoptr (SeidelOptions) options = seidel_options_new ();

  return seidel_options_set (options, "preconditioner", id, error);
}

SeidelPreconditioner *
seidel_preconditioner_new (SeidelMatrix *matrix,
                           const char *id,
                           const SeidelOptions *options,
                           GCancellable *cancellable,
                           GError **error)
{
  return check_id (id, error)
           ? (SeidelPreconditioner *) seidel_prepared_new_from_api (matrix, NULL, id, options,
                                                                    cancellable, error)
           : NULL;
}

SeidelPreconditioner *
seidel_preconditioner_new_from_arrays (const SeidelArrays *arrays,
                                       const char *id,
                                       const SeidelOptions *options,
                                       GCancellable *cancellable,
                                       GError **error)
{
  return check_id (id, error)
           ? (SeidelPreconditioner *) seidel_prepared_new_from_api (NULL, arrays, id, options,
                                                                    cancellable, error)
           : NULL;
}

bool
seidel_preconditioner_update (SeidelPreconditioner *preconditioner,
                              SeidelMatrix *matrix,
                              GCancellable *cancellable,
                              GError **error)
{
  return seidel_prepared_update_from_api (unwrap (preconditioner), matrix, NULL, cancellable,
                                          error);
}

bool
seidel_preconditioner_update_from_arrays (SeidelPreconditioner *preconditioner,
                                          const SeidelArrays *arrays,
                                          GCancellable *cancellable,
                                          GError **error)
{
  return seidel_prepared_update_from_api (unwrap (preconditioner), NULL, arrays, cancellable,
                                          error);
}

void
seidel_preconditioner_free (SeidelPreconditioner *preconditioner)
{
  seidel_prepared_free (unwrap (preconditioner));
}

SeidelMemory
seidel_preconditioner_memory (const SeidelPreconditioner *preconditioner)
{
  return seidel_prepared_is_lent (unwrap (preconditioner)) ? SEIDEL_MEMORY_CUDA
                                                           : SEIDEL_MEMORY_HOST;
}

SeidelNumbers
seidel_preconditioner_numbers (const SeidelPreconditioner *preconditioner)
{
  return seidel_prepared_precision (unwrap (preconditioner)) == SEIDEL_PRECISION_SINGLE
           ? SEIDEL_NUMBERS_FLOAT
           : SEIDEL_NUMBERS_DOUBLE;
}

void
seidel_preconditioner_set_stream (SeidelPreconditioner *preconditioner, void *stream)
{
  seidel_prepared_set_stream (unwrap (preconditioner), stream);
}

bool
seidel_preconditioner_apply (SeidelPreconditioner *preconditioner,
                             const void *r,
                             void *z,
                             GError **error)
{
  return seidel_prepared_precondition (unwrap (preconditioner), r, z, error);
}
