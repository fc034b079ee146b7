/* What the automatic choice would try first and why, in a few words; all of it in a popover.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "advisor/seidel-advice.h"

G_BEGIN_DECLS

#define SEIDEL_TYPE_ADVICE_NOTE (seidel_advice_note_get_type ())
G_DECLARE_FINAL_TYPE (SeidelAdviceNote, seidel_advice_note, SEIDEL, ADVICE_NOTE, AdwBin)

/* Shows an advice and which of its candidates would be the first. NULL: the matrix is not known
 * yet. The advice is not kept. */
void seidel_advice_note_set_advice (SeidelAdviceNote *self,
                                    const SeidelAdvice *advice,
                                    size_t candidate);

/* "Conjugate gradients with IC(0)"; free with g_free (). */
char *seidel_advice_note_name_candidate (const SeidelCandidate *candidate);

G_END_DECLS
