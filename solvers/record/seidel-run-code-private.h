/* What the files that write runs as text share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "plan/seidel-setting.h"
#include "record/seidel-run-code.h"

G_BEGIN_DECLS

char *seidel_run_code_scipy (const SeidelRunCodeFacts *facts, GError **error);
char *seidel_run_code_petsc (const SeidelRunCodeFacts *facts, GError **error);

/* "seidel.read('A.mtx')" or "seidel.generate('poisson-5', size=100)". */
char *seidel_run_code_python_matrix (const SeidelRunCodeFacts *facts);
/* A text as a literal of Python. */
char *seidel_run_code_python_text (const char *text);

/* The options of the run with the choices that were made, where those are known. */
const SeidelOptions *seidel_run_code_options (const SeidelRunCodeFacts *facts);

G_END_DECLS
