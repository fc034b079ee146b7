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

#ifndef N_
#define N_(text) (text)
#endif

#ifdef __cplusplus
extern "C"
{
#endif

  /* The translation of a text, or of the form of it that goes with n things; plural is NULL for
   * texts without forms. Static, as the text is; thread-safe. */
  typedef const char *(*SeidelTranslator) (const char *text, const char *plural, unsigned long n);

  /* For the whole process. Call before any thread is started and before any text is looked up.
   * NULL, the initial state: English. */
  SEIDEL_API void seidel_set_translator (SeidelTranslator translator);

  /* The text itself without a translator. NULL and "" stay what they are. Thread-safe. */
  SEIDEL_API const char *seidel_text (const char *text) __attribute__ ((format_arg (1)));
  /* one where n is 1, else many. Thread-safe. */
  SEIDEL_API const char *seidel_plural (const char *one, const char *many, unsigned long n)
    __attribute__ ((format_arg (1), format_arg (2)));

#ifdef __cplusplus
}
#endif
