/* Texts in the user's language, by the translator of the process.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-translatable.h"

#include <stddef.h>

static SeidelTranslator translate;

void
seidel_set_translator (SeidelTranslator translator)
{
  translate = translator;
}

SeidelTranslator
seidel_get_translator (void)
{
  return translate;
}

const char *
seidel_text (const char *text)
{
  if (translate == NULL || text == NULL || text[0] == '\0')
    return text;
  return translate (text, NULL, 1);
}

const char *
seidel_plural (const char *one, const char *many, unsigned long n)
{
  if (translate == NULL)
    return n == 1 ? one : many;
  return translate (one, many, n);
}
