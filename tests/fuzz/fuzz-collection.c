/* Fuzzes the reader of the collection's index: whatever a server sends gives an index or an error
 * that can be shown, and names that lead nowhere else.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stddef.h>
#include <stdint.h>

#include "collection/seidel-collection-index.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCollectionIndex) index =
    seidel_collection_index_parse ((const char *) data, size, "index", &error);
  size_t n = 0;

  if (index == NULL)
    {
      g_assert_nonnull (error);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return 0;
    }
  g_assert_no_error (error);
  const SeidelCollectionEntry *entries = seidel_collection_index_entries (index, &n);
  for (size_t i = 0; i < n; i++)
    g_assert_true (seidel_collection_name_is_safe (entries[i].group)
                   && seidel_collection_name_is_safe (entries[i].name));
  return 0;
}
