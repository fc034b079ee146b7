/* From which number on the rows and columns of messages count.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-csr.h"

/* 1, or 0 after seidel_count_from (0). Any thread. */
SEIDEL_API int seidel_first_number (void);

/* See api/seidel-handles.h. */
SEIDEL_API void seidel_count_from (int first);

/* seidel_csr_validate () with rows and columns that count from first on in its texts. */
bool seidel_csr_validate_from (const SeidelCsr *csr, int first, GError **error);
