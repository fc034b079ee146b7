/* Sparse matrices among the arrays of an archive, which are recognised by their names: as SciPy's
 * save_npz () stores them, as pydata/sparse does (data, coords, shape), and as programs do that
 * store the attributes of SciPy's matrices one by one, often with a prefix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-numpy.h"
#include "base/seidel-translatable.h"

#include <string.h>

#define VALUES "data"

/* Behind the prefix. */
static const char *const roles[] = {
  VALUES, "format", "shape",   "indices",    "indptr",          "row",
  "col",  "coords", "offsets", "fill_value", "compressed_axes", NULL,
};

/* One set of them goes with the values. */
static const char *const places[][2] = {
  { "indices", "indptr" }, { "row", "col" },      { "coords", "coords" },
  { "offsets", "shape" },  { "format", "shape" },
};

static void
group_free (SeidelNumpyGroup *group)
{
  g_free (group->prefix);
  g_free (group->name);
  g_free (group);
}

static const SeidelNumpyMember *
find_role (const SeidelNumpyZip *zip, const char *prefix, const char *role)
{
  g_autofree char *name = g_strconcat (prefix, role, NULL);

  return seidel_numpy_zip_find (zip, name);
}

const SeidelNumpyMember *
seidel_numpy_group_find (const SeidelNumpyZip *zip, const SeidelNumpyGroup *group, const char *role)
{
  return find_role (zip, group->prefix, role);
}

/* "A_" → "A". */
static char *
name_of (const char *prefix)
{
  g_autofree char *name = g_strdup (prefix);

  for (size_t n = strlen (name); n > 0 && strchr ("_.-/ ", name[n - 1]) != NULL; n--)
    name[n - 1] = '\0';
  return g_strdup (name[0] != '\0' ? name : VALUES);
}

GPtrArray *
seidel_numpy_find_groups (const SeidelNumpyZip *zip)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func ((GDestroyNotify) group_free);

  for (unsigned i = 0; i < zip->members->len; i++)
    {
      const SeidelNumpyMember *member = zip->members->pdata[i];
      g_autofree char *prefix = NULL;
      bool complete = false;

      if (!g_str_has_suffix (member->name, VALUES))
        continue;
      prefix = g_strndup (member->name, strlen (member->name) - strlen (VALUES));
      for (size_t p = 0; p < G_N_ELEMENTS (places); p++)
        complete |= find_role (zip, prefix, places[p][0]) != NULL
                    && find_role (zip, prefix, places[p][1]) != NULL;
      if (complete)
        {
          SeidelNumpyGroup *group = g_new0 (SeidelNumpyGroup, 1);

          group->prefix = g_steal_pointer (&prefix);
          group->name = name_of (group->prefix);
          group->tagged = seidel_numpy_group_find (zip, group, "format") != NULL;
          g_ptr_array_add (groups, group);
        }
    }
  return groups;
}

/* The role of an array behind a prefix, or NULL. */
static const char *
role_behind (const SeidelNumpyMember *member, const char *prefix)
{
  if (g_str_has_prefix (member->name, prefix))
    for (size_t i = 0; roles[i] != NULL; i++)
      if (g_str_equal (member->name + strlen (prefix), roles[i]))
        return roles[i];
  return NULL;
}

static bool
is_part (const SeidelNumpyMember *member, const GPtrArray *groups)
{
  for (unsigned i = 0; i < groups->len; i++)
    if (role_behind (member, ((const SeidelNumpyGroup *) groups->pdata[i])->prefix) != NULL)
      return true;
  return false;
}

/* Indices of which the values are missing are no matrix either. */
static bool
is_indices (const SeidelNumpyMember *member)
{
  return seidel_element_is_integer (member->header.element)
         && (g_str_has_suffix (member->name, "coords") || g_str_has_suffix (member->name, "indices")
             || g_str_has_suffix (member->name, "indptr"));
}

/* The shape of a group, as far as it can be read. */
static void
describe_shape (const SeidelNumpyZip *zip, const SeidelNumpyGroup *group, SeidelArray *array)
{
  const SeidelNumpyMember *member = seidel_numpy_group_find (zip, group, "shape");
  g_auto (SeidelNumpyHeader) header = { 0 };
  g_autoptr (SeidelSource) source = NULL;
  g_autofree int64_t *shape = NULL;
  int64_t columns;

  if (member == NULL || member->header.problem != NULL || member->header.count < 1
      || member->header.count > 2 || !seidel_element_is_integer (member->header.element))
    return;
  source = seidel_numpy_zip_open (zip, member, &header, NULL);
  shape = source != NULL && header.problem == NULL && header.count == member->header.count
            ? seidel_numpy_read_integers (&header, source, NULL)
            : NULL;
  columns = shape == NULL ? -1 : header.count == 2 ? shape[1] : 1;
  if (shape != NULL && MIN (shape[0], columns) >= 0 && MAX (shape[0], columns) <= G_MAXINT32)
    {
      array->rows = shape[0];
      array->columns = columns;
    }
}

static void
describe_group (const SeidelNumpyZip *zip, SeidelNumpyGroup *group, GPtrArray *arrays)
{
  const SeidelNumpyHeader *values = &seidel_numpy_group_find (zip, group, VALUES)->header;
  SeidelArray *array = seidel_arrays_add (arrays, group->name);
  g_autofree char *type = g_utf8_make_valid (values->type, -1);

  array->type = g_strdup_printf (seidel_text ("sparse %s"), type);
  array->problem = g_strdup (values->problem);
  array->complex_numbers = values->complex_numbers;
  array->preferred = group->tagged && group->prefix[0] == '\0';
  array->data = group;
  if (values->problem == NULL && values->rank == 1)
    array->entries = values->count;
  describe_shape (zip, group, array);
}

GPtrArray *
seidel_numpy_describe_all (const SeidelNumpyZip *zip, const GPtrArray *groups)
{
  GPtrArray *arrays = seidel_arrays_new ();

  for (unsigned i = 0; i < groups->len; i++)
    describe_group (zip, groups->pdata[i], arrays);
  for (unsigned i = 0; i < zip->members->len; i++)
    {
      SeidelNumpyMember *member = zip->members->pdata[i];
      SeidelArray *array;

      if (is_part (member, groups))
        continue;
      array = seidel_numpy_describe (&member->header, arrays, member->name);
      array->data = member;
      if (array->problem == NULL && !array->vector && is_indices (member))
        array->problem =
          g_strdup (seidel_text ("the indices of a sparse matrix, without its values"));
    }
  return arrays;
}
