/* What the tests of HDF5 files share: writing groups, datasets and attributes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <hdf5.h>
#include <string.h>

#include "io-testing.h"

/* A dataset of one dimension, or of two where columns is not 0. */
static inline void
hdf5_testing_dataset (hid_t parent,
                      const char *name,
                      hid_t type,
                      hsize_t rows,
                      hsize_t columns,
                      const void *numbers)
{
  const hsize_t shape[] = { rows, columns };
  const hid_t space = H5Screate_simple (columns > 0 ? 2 : 1, shape, NULL);
  const hid_t set = H5Dcreate2 (parent, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);

  g_assert_cmpint (set, >=, 0);
  g_assert_cmpint (H5Dwrite (set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers), >=, 0);
  H5Dclose (set);
  H5Sclose (space);
}

static inline void
hdf5_testing_integers (hid_t object, const char *name, hsize_t n, const int64_t *numbers)
{
  const hid_t space = H5Screate_simple (1, &n, NULL);
  const hid_t attribute =
    H5Acreate2 (object, name, H5T_NATIVE_INT64, space, H5P_DEFAULT, H5P_DEFAULT);

  g_assert_cmpint (H5Awrite (attribute, H5T_NATIVE_INT64, numbers), >=, 0);
  H5Aclose (attribute);
  H5Sclose (space);
}

/* A text of a fixed length, or of any as Python writes it. */
static inline void
hdf5_testing_text (hid_t object, const char *name, const char *text, bool variable)
{
  const hid_t type = H5Tcopy (H5T_C_S1);
  const hid_t space = H5Screate (H5S_SCALAR);
  hid_t attribute;

  H5Tset_size (type, variable ? H5T_VARIABLE : strlen (text));
  attribute = H5Acreate2 (object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  g_assert_cmpint (H5Awrite (attribute, type, variable ? (const void *) &text : text), >=, 0);
  H5Aclose (attribute);
  H5Sclose (space);
  H5Tclose (type);
}

static inline hid_t
hdf5_testing_group (hid_t parent, const char *name)
{
  const hid_t group = H5Gcreate2 (parent, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);

  g_assert_cmpint (group, >=, 0);
  return group;
}
