/* HDF5 in the program seidel-mat-reader: the numbers of datasets, and attributes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-hdf5.h"

#include <stdlib.h>
#include <string.h>

#include "base/seidel-error.h"

void
seidel_hdf5_numbers_clear (SeidelHdf5Numbers *numbers)
{
  if (numbers->memory > 0)
    H5Tclose (numbers->memory);
  if (numbers->set > 0)
    H5Dclose (numbers->set);
}

/* Real and imaginary part, as doubles. Other pairs of numbers are rows of tables. */
static hid_t
complex_type (hid_t type)
{
  static const char letters[] = { 'r', 'i' };
  hid_t memory;

  if (H5Tget_nmembers (type) != 2)
    return -1;
  memory = H5Tcreate (H5T_COMPOUND, 2 * sizeof (double));
  for (unsigned i = 0; i < 2; i++)
    {
      const H5T_class_t member = H5Tget_member_class (type, i);
      char *name = H5Tget_member_name (type, i);
      const bool fine = name != NULL && g_ascii_tolower (*name) == letters[i]
                        && (member == H5T_FLOAT || member == H5T_INTEGER);

      if (fine)
        H5Tinsert (memory, name, i * sizeof (double), H5T_NATIVE_DOUBLE);
      H5free_memory (name);
      if (!fine)
        {
          H5Tclose (memory);
          return -1;
        }
    }
  return memory;
}

/* The class of whole numbers of so many bytes. */
static unsigned
integer_class (size_t bytes, bool with_sign)
{
  const unsigned place = bytes <= 1 ? 0 : bytes <= 2 ? 1 : bytes <= 4 ? 2 : 3;

  return SEIDEL_MAT_INT8 + 2 * place + (with_sign ? 0 : 1);
}

static void
find_type (SeidelHdf5Numbers *numbers, hid_t type)
{
  const size_t bytes = H5Tget_size (type);
  const bool with_sign = H5Tget_sign (type) != H5T_SGN_NONE;

  switch (H5Tget_class (type))
    {
    case H5T_INTEGER:
      numbers->memory = H5Tcopy (with_sign ? H5T_NATIVE_INT64 : H5T_NATIVE_UINT64);
      numbers->element = with_sign ? SEIDEL_ELEMENT_INT64 : SEIDEL_ELEMENT_UINT64;
      numbers->mat_class = integer_class (bytes, with_sign);
      break;
    case H5T_ENUM: /* truth values */
      numbers->memory = H5Tcopy (H5T_NATIVE_DOUBLE);
      numbers->element = SEIDEL_ELEMENT_DOUBLE;
      numbers->mat_class = SEIDEL_MAT_INT8;
      break;
    case H5T_FLOAT:
      numbers->memory = H5Tcopy (H5T_NATIVE_DOUBLE);
      numbers->element = SEIDEL_ELEMENT_DOUBLE;
      numbers->mat_class = bytes <= 4 ? SEIDEL_MAT_SINGLE : SEIDEL_MAT_DOUBLE;
      break;
    case H5T_COMPOUND:
      numbers->memory = complex_type (type);
      numbers->element = SEIDEL_ELEMENT_DOUBLE;
      numbers->mat_class = SEIDEL_MAT_DOUBLE;
      numbers->complex_numbers = true;
      break;
    default:
      numbers->memory = -1;
      break;
    }
}

bool
seidel_hdf5_open_numbers (hid_t parent, const char *name, SeidelHdf5Numbers *numbers)
{
  hid_t type;
  hid_t space;

  *numbers = (SeidelHdf5Numbers){ .set = -1, .memory = -1 };
  if (H5Lexists (parent, name, H5P_DEFAULT) <= 0)
    return false;
  numbers->set = H5Dopen2 (parent, name, H5P_DEFAULT);
  if (numbers->set < 0)
    return false;
  type = H5Dget_type (numbers->set);
  space = H5Dget_space (numbers->set);
  find_type (numbers, type);
  numbers->rank = H5Sget_simple_extent_ndims (space);
  numbers->shape[0] = numbers->shape[1] = 1;
  if (numbers->rank == 1 || numbers->rank == 2)
    H5Sget_simple_extent_dims (space, numbers->shape, NULL);
  numbers->count = (hsize_t) MAX (H5Sget_simple_extent_npoints (space), 0);
  H5Sclose (space);
  H5Tclose (type);
  return numbers->memory >= 0;
}

bool
seidel_hdf5_is_list (const SeidelHdf5Numbers *numbers)
{
  return numbers->rank == 1 || (numbers->rank == 2 && numbers->shape[1] == 1);
}

void *
seidel_hdf5_allocate (const SeidelHdf5Walk *walk, hsize_t n)
{
  const double bytes = (double) n * sizeof (int64_t);
  void *content = bytes <= walk->reader->memory ? malloc ((size_t) MAX (bytes, 1.0)) : NULL;

  if (content == NULL)
    seidel_mat_put_error (SEIDEL_ERROR_MEMORY, "");
  return content;
}

/* The part that is wanted of complex numbers, in the place of both. */
static void
keep_part (const SeidelHdf5Walk *walk, const SeidelHdf5Numbers *numbers, double *values)
{
  const size_t part = walk->reader->part == SEIDEL_PART_IMAGINARY ? 1 : 0;

  for (hsize_t k = 0; numbers->complex_numbers && k < numbers->count; k++)
    values[k] = values[2 * k + part];
}

void *
seidel_hdf5_read_numbers (const SeidelHdf5Walk *walk,
                          const SeidelHdf5Numbers *numbers,
                          const char *name)
{
  void *content = seidel_hdf5_allocate (walk, numbers->count * (numbers->complex_numbers ? 2 : 1));

  if (H5Dread (numbers->set, numbers->memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, content) < 0)
    seidel_mat_put_damage (name, "its numbers cannot be read; they may be compressed by a filter "
                                 "that is not part of HDF5");
  keep_part (walk, numbers, content);
  return content;
}

int64_t *
seidel_hdf5_read_integers (const SeidelHdf5Walk *walk,
                           hid_t parent,
                           const char *name,
                           const char *matrix,
                           hsize_t *count)
{
  g_auto (SeidelHdf5Numbers) numbers = { 0 };

  if (!seidel_hdf5_open_numbers (parent, name, &numbers) || !seidel_hdf5_is_list (&numbers)
      || !seidel_element_is_integer (numbers.element))
    return NULL;
  *count = numbers.count;
  return seidel_hdf5_read_numbers (walk, &numbers, matrix);
}

int64_t
seidel_hdf5_read_count (const SeidelHdf5Walk *walk, hid_t parent, const char *name)
{
  g_auto (SeidelHdf5Numbers) numbers = { 0 };
  g_autofree int64_t *count = NULL;

  if (!seidel_hdf5_open_numbers (parent, name, &numbers) || numbers.count != 1
      || !seidel_element_is_integer (numbers.element))
    return SEIDEL_HDF5_UNKNOWN;
  count = seidel_hdf5_read_numbers (walk, &numbers, name);
  return *count;
}

int
seidel_hdf5_read_pair (hid_t object, const char *name, int64_t pair[2])
{
  hid_t attribute;
  hid_t space;
  int count = 0;

  if (H5Aexists (object, name) <= 0)
    return 0;
  attribute = H5Aopen (object, name, H5P_DEFAULT);
  space = H5Aget_space (attribute);
  if (H5Sget_simple_extent_npoints (space) >= 1 && H5Sget_simple_extent_npoints (space) <= 2
      && H5Aread (attribute, H5T_NATIVE_INT64, pair) >= 0)
    count = (int) H5Sget_simple_extent_npoints (space);
  H5Sclose (space);
  H5Aclose (attribute);
  return count;
}

/* HDF5 allocates those of any length, which are freed as it says. */
static char *
read_any_length (hid_t attribute, hid_t type)
{
  char *any = NULL;
  char *text = NULL;

  if (H5Aread (attribute, type, &any) >= 0 && any != NULL)
    text = g_strdup (any);
  H5free_memory (any);
  return text;
}

char *
seidel_hdf5_read_text (hid_t object, const char *name)
{
  char *text = NULL;
  hid_t attribute;
  hid_t type;
  hid_t space;

  if (H5Aexists (object, name) <= 0)
    return g_strdup ("");
  attribute = H5Aopen (object, name, H5P_DEFAULT);
  type = H5Aget_type (attribute);
  space = H5Aget_space (attribute);
  if (H5Tget_class (type) == H5T_STRING && H5Sget_simple_extent_npoints (space) == 1)
    {
      if (H5Tis_variable_str (type) > 0)
        text = read_any_length (attribute, type);
      else
        {
          text = g_try_malloc0 (H5Tget_size (type) + 1);
          if (text != NULL && H5Aread (attribute, type, text) < 0)
            *text = '\0';
        }
    }
  H5Sclose (space);
  H5Tclose (type);
  H5Aclose (attribute);
  return text != NULL ? text : g_strdup ("");
}

bool
seidel_hdf5_is_wanted (const SeidelHdf5Walk *walk, const char *name)
{
  return g_strv_contains ((const char *const *) walk->reader->wanted, name);
}
