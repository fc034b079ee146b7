/* Arrays on a device, as what the engine that works there takes. Not installed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "api/seidel-arrays.h"
#include "solve/seidel-prepared.h"

/* The same arrays on the host, new, for seidel_arrays_free_host (); first, borrow and release are
 * those of arrays of its own. False with an error: SEIDEL_ERROR_UNAVAILABLE without the engine,
 * SEIDEL_ERROR_INVALID where it is no memory of the device. */
bool seidel_arrays_fetch (const SeidelArrays *arrays, SeidelArrays *host, GError **error);
void seidel_arrays_free_host (SeidelArrays *host);

/* Sweeps, and a preconditioner of this id where it is not NULL, on these arrays or on this matrix,
 * of which the other is NULL. options may be NULL. */
SeidelPrepared *seidel_prepared_new_from_api (SeidelMatrix *matrix,
                                              const SeidelArrays *arrays,
                                              const char *preconditioner,
                                              const SeidelOptions *options,
                                              GCancellable *cancellable,
                                              GError **error);
/* Prepares it again for other values, or another matrix: seidel_prepared_update (). */
bool seidel_prepared_update_from_api (SeidelPrepared *prepared,
                                      SeidelMatrix *matrix,
                                      const SeidelArrays *arrays,
                                      GCancellable *cancellable,
                                      GError **error);
