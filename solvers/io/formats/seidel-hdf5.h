/* seidel-mat-reader: what its readers of HDF5 files share: numbers, attributes, and the matrices
 * that groups hold.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <hdf5.h>

#include "io/formats/seidel-elements.h"
#include "io/formats/seidel-mat-reader.h"
#include "io/formats/seidel-mat.h"

G_BEGIN_DECLS

/* A size that is not stored. */
#define SEIDEL_HDF5_UNKNOWN (-1)

typedef struct
{
  SeidelMatReader *reader;
  int objects; /* that were met, and the first names of them */
  GString *names;
} SeidelHdf5Walk;

/* The numbers of a dataset. */
typedef struct
{
  hid_t set;
  hid_t memory; /* type; a copy, to be closed */
  SeidelElement element;
  unsigned mat_class;
  bool complex_numbers;
  int rank;
  hsize_t shape[2]; /* of up to two dimensions */
  hsize_t count;
} SeidelHdf5Numbers;

/* Opens a dataset; false where it holds no numbers. */
bool seidel_hdf5_open_numbers (hid_t parent, const char *name, SeidelHdf5Numbers *numbers);
void seidel_hdf5_numbers_clear (SeidelHdf5Numbers *numbers);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelHdf5Numbers, seidel_hdf5_numbers_clear)

/* Whether they are in one dimension, or in a column. */
bool seidel_hdf5_is_list (const SeidelHdf5Numbers *numbers);

/* All numbers, as the type in memory has them, of complex ones the part that is wanted; ends the
 * program where there is no memory, or where they cannot be read. Free with free (). */
void *seidel_hdf5_read_numbers (const SeidelHdf5Walk *walk,
                                const SeidelHdf5Numbers *numbers,
                                const char *name);

/* The integers of a list, 64 bits each; for free (). NULL where it holds none. */
int64_t *seidel_hdf5_read_integers (const SeidelHdf5Walk *walk,
                                    hid_t parent,
                                    const char *name,
                                    const char *matrix,
                                    hsize_t *count);

/* A dataset of one integer; SEIDEL_HDF5_UNKNOWN without one. */
int64_t seidel_hdf5_read_count (const SeidelHdf5Walk *walk, hid_t parent, const char *name);

/* An attribute of up to two whole numbers: how many there are. */
int seidel_hdf5_read_pair (hid_t object, const char *name, int64_t pair[2]);

/* An attribute that is a text of a fixed or any length; "" without one. Free with g_free (). */
char *seidel_hdf5_read_text (hid_t object, const char *name);

bool seidel_hdf5_is_wanted (const SeidelHdf5Walk *walk, const char *name);

/* Entries in any order: places from 0, values of 8 bytes as the element says. All are for free ().
 */
typedef struct
{
  int64_t *rows;
  int64_t *columns;
  void *values;
  SeidelElement element;
  hsize_t n;
} SeidelHdf5Entries;

void seidel_hdf5_entries_clear (SeidelHdf5Entries *entries);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelHdf5Entries, seidel_hdf5_entries_clear)

/* Room for n integers or values; ends the program where there is no memory. Free with free (). */
void *seidel_hdf5_allocate (const SeidelHdf5Walk *walk, hsize_t n);

/* The number of the row, or column, of each entry by offsets, which are checked; majors (may be
 * NULL): the numbers of those that have offsets. For free (). */
int64_t *seidel_hdf5_spread (const SeidelHdf5Walk *walk,
                             const char *name,
                             const int64_t *offsets,
                             const int64_t *majors,
                             hsize_t n_majors,
                             hsize_t n);

/* Sends entries as the content of a matrix, whose shape the record has. */
void seidel_hdf5_put_entries (const SeidelHdf5Walk *walk,
                              SeidelMatRecord *record,
                              const char *name,
                              const SeidelHdf5Entries *entries);

/* A group that holds a matrix: by the names of its arrays, or by the description that binsparse
 * gives. False where it holds none. */
bool seidel_hdf5_try_group (SeidelHdf5Walk *walk, hid_t group, const char *name);
bool seidel_hdf5_try_binsparse (SeidelHdf5Walk *walk, hid_t group, const char *name);

/* The same of compressed rows or columns, by the names that binsparse gives them. */
typedef struct
{
  int64_t shape[2];
  bool by_rows;
} SeidelHdf5Direction;

bool seidel_hdf5_try_compressed (SeidelHdf5Walk *walk,
                                 hid_t group,
                                 const char *name,
                                 const SeidelHdf5Direction *known);

G_END_DECLS
