/* Arrays that grow as their numbers come, so that what a file promises takes no memory.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/bytes/seidel-growing.h"

#include <stdlib.h>

#include "base/seidel-memory.h"

#define FEWEST 4096

bool
seidel_growing_reserve (SeidelGrowing *array, int64_t count, int64_t most, GError **error)
{
  int64_t capacity = MAX (array->capacity, FEWEST);
  double more;
  void *data;

  if (count <= array->capacity)
    return true;
  while (capacity < count)
    capacity += capacity / 2;
  capacity = MAX (MIN (capacity, most), count);
  more = (double) (capacity - array->capacity) * (double) array->size;
  if (!seidel_source_take_memory (array->source, more, error))
    return false;
  /* realloc () moves pages, not bytes, once the block is large. */
  data = realloc (array->data, (size_t) capacity * array->size);
  if (data == NULL)
    {
      seidel_source_return_memory (array->source, more);
      return seidel_memory_fail (error, (double) capacity * (double) array->size,
                                 "reading an array");
    }
  array->data = data;
  array->capacity = capacity;
  return true;
}

void *
seidel_growing_steal (SeidelGrowing *array, GError **error)
{
  if (array->data == NULL && !seidel_growing_reserve (array, 1, 1, error))
    return NULL;
  array->capacity = 0;
  return g_steal_pointer (&array->data);
}

void
seidel_growing_clear (SeidelGrowing *array)
{
  if (array->capacity > 0)
    seidel_source_return_memory (array->source, (double) array->capacity * (double) array->size);
  free (g_steal_pointer (&array->data));
  array->capacity = 0;
}
