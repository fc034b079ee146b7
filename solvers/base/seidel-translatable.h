/* Texts that the window shows in the user's language. The library itself speaks English in every
 * locale, as the command line and its JSON do: only a program with a window sets a translator.
 *
 * N_ () marks a text of a table for the catalogue; whoever shows it looks up its translation.
 * seidel_text () and seidel_plural () mark the text or format that a sentence is composed from, and
 * look it up at once. Plain C without GLib, as CUDA modules include it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/seidel-api.h"
#include "base/seidel-types.h"

#ifndef N_
#define N_(text) (text)
#endif

#ifdef __cplusplus
extern "C"
{
#endif

  /* For the whole process. Call before any thread is started and before any text is looked up.
   * NULL, the initial state: English. */
  SEIDEL_API void seidel_set_translator (SeidelTranslator translator);
  /* That of the process, or NULL: modules hold these functions themselves. */
  SeidelTranslator seidel_get_translator (void);

  /* The text itself without a translator. NULL and "" stay what they are. Thread-safe. */
  SEIDEL_API const char *seidel_text (const char *text) __attribute__ ((format_arg (1)));
  /* one where n is 1, else many. Thread-safe. */
  SEIDEL_API const char *seidel_plural (const char *one, const char *many, unsigned long n)
    __attribute__ ((format_arg (1), format_arg (2)));

#ifdef __cplusplus
}
#endif
