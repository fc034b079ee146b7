/* What incomplete factorisations have in common once the factors are there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "method/seidel-preconditioner.h"

G_BEGIN_DECLS

/* Puts L + D and D + U, which are taken over, on the engine; their transposes too where the method
 * asks for them. */
SeidelReason seidel_preconditioner_factors_keep (SeidelMethodRun *run,
                                                 SeidelPreconditioner *self,
                                                 SeidelCsr *lower,
                                                 SeidelCsr *upper);

G_END_DECLS
