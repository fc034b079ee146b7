/* Why a run did not converge, as text and JSON.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cli/seidel-cli-text.h"
#include "diagnose/seidel-diagnosis.h"

G_BEGIN_DECLS

void seidel_cli_why_describe (const SeidelDiagnosis *diagnosis, SeidelCliSheet *sheet);
/* The member "diagnosis". */
void seidel_cli_why_build (const SeidelDiagnosis *diagnosis, JsonBuilder *json);

G_END_DECLS
