/* The language that a program writes texts for people in.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cli/seidel-cli-options.h"

/* Makes the catalogues known to gettext: those beside the program, of the build tree or of a folder
 * that it was moved to; else the installed ones. */
void seidel_cli_bind_catalogue (void);

/* A SeidelTranslator, by gettext. */
const char *seidel_cli_translate (const char *text, const char *plural, unsigned long n);

/* From here on texts and numbers that are drawn are those of a language, such as "it", whatever the
 * locale is; "en" and languages without a catalogue leave them in English. For the whole process:
 * call before any thread is started. */
void seidel_cli_use_language (const char *language);
