/* HDF5 in the program seidel-mat-reader: groups that hold a sparse matrix, by what their arrays are
 * called: compressed rows or columns, as AnnData, 10x, PETSc, Octave and Julia's programs write
 * them, or entries with their places.
 *
 * Sources: AnnData, "On-disk format" (sparse arrays); 10x Genomics, "Feature-barcode matrices in
 * HDF5"; PETSc, MatLoad () from HDF5; Octave 7, octave_sparse_matrix::save_hdf5 ().
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-hdf5.h"

#include <string.h>

#include "base/seidel-error.h"

typedef enum
{
  OFFSETS_OF_EITHER, /* rows or columns: by what else is there */
  OFFSETS_OF_COLUMNS,
  PLACES, /* the row and the column of each entry */
} Kind;

typedef struct
{
  const char *values;
  const char *minor; /* indices, or rows */
  const char *major; /* offsets, or columns */
  Kind kind;
  const char *sizes[2]; /* datasets of the numbers of rows and columns, or NULL */
  int base;
} Layout;

/* The row of binsparse's arrays. */
#define BINSPARSE 0

static const Layout layouts[] = {
  [BINSPARSE] = { "values", "indices_1", "pointers_to_1", OFFSETS_OF_EITHER, { NULL, NULL }, 0 },
  { "data", "indices", "indptr", OFFSETS_OF_EITHER, { NULL, NULL }, 0 },
  { "data", "ir", "jc", OFFSETS_OF_COLUMNS, { NULL, NULL }, 0 },
  { "data", "ridx", "cidx", OFFSETS_OF_COLUMNS, { "nr", "nc" }, 0 },
  { "nzval", "rowval", "colptr", OFFSETS_OF_COLUMNS, { "m", "n" }, 1 },
  { "data", "row", "col", PLACES, { NULL, NULL }, 0 },
};

/* The shape, as far as it is stored. */
static void
find_shape (const SeidelHdf5Walk *walk,
            hid_t group,
            const Layout *layout,
            const char *name,
            int64_t shape[2])
{
  static const char *const attributes[] = { "shape", "h5sparse_shape" };
  hsize_t count = 0;
  g_autofree int64_t *stored = NULL;
  int64_t pair[2];

  shape[0] = shape[1] = SEIDEL_HDF5_UNKNOWN;
  for (size_t i = 0; i < G_N_ELEMENTS (attributes); i++)
    if (seidel_hdf5_read_pair (group, attributes[i], pair) == 2)
      {
        memcpy (shape, pair, sizeof pair);
        return;
      }
  for (int i = 0; i < 2 && layout->sizes[i] != NULL; i++)
    shape[i] = seidel_hdf5_read_count (walk, group, layout->sizes[i]);
  if (seidel_hdf5_read_pair (group, "MATLAB_sparse", pair) == 1)
    {
      shape[0] = pair[0];
      return;
    }
  stored = seidel_hdf5_read_integers (walk, group, "shape", name, &count);
  if (stored != NULL && count == 2)
    memcpy (shape, stored, sizeof pair);
}

/* Whether offsets are of rows: by a name of the layout, else by their number; 10x lists columns. */
static bool
is_by_rows (hid_t group, const Layout *layout, const int64_t shape[2], hsize_t n_offsets)
{
  static const char *const attributes[] = { "encoding-type", "h5sparse_format" };

  if (layout->kind == OFFSETS_OF_COLUMNS)
    return false;
  for (size_t i = 0; i < G_N_ELEMENTS (attributes); i++)
    {
      g_autofree char *text = seidel_hdf5_read_text (group, attributes[i]);

      if (strstr (text, "csc") != NULL)
        return false;
      if (strstr (text, "csr") != NULL)
        return true;
    }
  if (shape[0] + 1 != (int64_t) n_offsets && shape[1] + 1 == (int64_t) n_offsets)
    return false;
  return H5Lexists (group, "barcodes", H5P_DEFAULT) <= 0;
}

/* What the other end takes, in 32 bits: what does not fit is no place of an entry. */
static void
put_narrow (const int64_t *numbers, hsize_t count, int64_t base, int64_t limit)
{
  uint32_t piece[4096];

  for (hsize_t done = 0, n; done < count; done += n)
    {
      n = MIN (count - done, G_N_ELEMENTS (piece));
      for (hsize_t k = 0; k < n; k++)
        {
          const int64_t number = numbers[done + k];

          piece[k] = number >= base && number <= limit ? (uint32_t) (number - base) : UINT32_MAX;
        }
      seidel_mat_put (piece, (size_t) n * sizeof *piece);
    }
}

/* The largest index and one more. */
static int64_t
count_indices (const int64_t *indices, hsize_t n, int64_t base)
{
  int64_t count = 0;

  for (hsize_t k = 0; k < n; k++)
    count = MAX (count, MIN (indices[k], G_MAXINT32 - 1) + 1 - base);
  return count;
}

static void
put_compressed (const SeidelHdf5Walk *walk,
                const SeidelHdf5Numbers *values,
                SeidelMatRecord *record,
                const char *name,
                int64_t base,
                const int64_t *indices,
                const int64_t *offsets,
                hsize_t n_indices,
                hsize_t n_offsets)
{
  const bool by_rows = (record->flags & SEIDEL_MAT_FLAG_ROWS) != 0;
  const uint64_t major = by_rows ? record->rows : record->columns;
  g_autofree void *content = NULL;
  int64_t entries;

  if (major + 1 != n_offsets)
    seidel_mat_put_damage (name, "the number of its offsets does not go with its shape");
  entries = offsets[major] - base;
  if (entries < 0 || (hsize_t) entries > MIN (n_indices, values->count))
    seidel_mat_put_damage (name, "it has fewer entries than it declares");
  if (entries > G_MAXUINT32)
    seidel_mat_put_error (SEIDEL_ERROR_UNSUPPORTED, "more than 4,294,967,295 entries");
  record->entries = (uint64_t) entries;
  record->element = values->element;
  record->flags |= SEIDEL_MAT_FLAG_CONTENT;
  /* Before the record is sent, which promises them. */
  content = seidel_hdf5_read_numbers (walk, values, name);
  seidel_mat_put_record (record, name);
  put_narrow (indices, record->entries, base, (int64_t) G_MAXINT32 + base);
  put_narrow (offsets, n_offsets, base, (int64_t) G_MAXUINT32 + base);
  seidel_mat_put (content, (size_t) record->entries * seidel_element_size (values->element));
}

void
seidel_hdf5_entries_clear (SeidelHdf5Entries *entries)
{
  g_free (entries->rows);
  g_free (entries->columns);
  g_free (entries->values);
}

int64_t *
seidel_hdf5_spread (const SeidelHdf5Walk *walk,
                    const char *name,
                    const int64_t *offsets,
                    const int64_t *majors,
                    hsize_t n_majors,
                    hsize_t n)
{
  int64_t *places = seidel_hdf5_allocate (walk, n);

  for (hsize_t i = 0; i < n_majors; i++)
    {
      if (offsets[0] != 0 || offsets[i + 1] < offsets[i] || offsets[i + 1] > (int64_t) n)
        seidel_mat_put_damage (name, "its offsets are not those of its entries");
      for (int64_t k = offsets[i]; k < offsets[i + 1]; k++)
        places[k] = majors != NULL ? majors[i] : (int64_t) i;
    }
  if (offsets[n_majors] != (int64_t) n)
    seidel_mat_put_damage (name, "its offsets are not those of its entries");
  return places;
}

/* Puts entries in the order of their rows; returns the offsets of these, for free (). */
static int64_t *
sort_by_rows (const SeidelHdf5Walk *walk,
              const char *name,
              int64_t rows,
              const SeidelHdf5Entries *entries,
              int64_t *order)
{
  int64_t *offsets = seidel_hdf5_allocate (walk, (hsize_t) rows + 1);
  g_autofree int64_t *next = seidel_hdf5_allocate (walk, (hsize_t) rows + 1);

  memset (offsets, 0, ((size_t) rows + 1) * sizeof *offsets);
  for (hsize_t k = 0; k < entries->n; k++)
    {
      if (entries->rows[k] < 0 || entries->rows[k] >= rows)
        seidel_mat_put_damage (name, "the place of an entry is out of bounds");
      offsets[entries->rows[k] + 1]++;
    }
  for (int64_t row = 0; row < rows; row++)
    offsets[row + 1] += offsets[row];
  memcpy (next, offsets, ((size_t) rows + 1) * sizeof *next);
  for (hsize_t k = 0; k < entries->n; k++)
    order[next[entries->rows[k]]++] = (int64_t) k;
  return offsets;
}

void
seidel_hdf5_put_entries (const SeidelHdf5Walk *walk,
                         SeidelMatRecord *record,
                         const char *name,
                         const SeidelHdf5Entries *entries)
{
  g_autofree int64_t *order = seidel_hdf5_allocate (walk, entries->n);
  g_autofree int64_t *sorted = seidel_hdf5_allocate (walk, entries->n);
  g_autofree int64_t *offsets = sort_by_rows (walk, name, (int64_t) record->rows, entries, order);

  if (entries->n > G_MAXUINT32)
    seidel_mat_put_error (SEIDEL_ERROR_UNSUPPORTED, "more than 4,294,967,295 entries");
  record->entries = entries->n;
  record->element = entries->element;
  record->flags |= SEIDEL_MAT_FLAG_CONTENT | SEIDEL_MAT_FLAG_ROWS;
  seidel_mat_put_record (record, name);
  for (hsize_t k = 0; k < entries->n; k++)
    sorted[k] = entries->columns[order[k]];
  put_narrow (sorted, entries->n, 0, G_MAXINT32);
  put_narrow (offsets, record->rows + 1, 0, G_MAXUINT32);
  /* All values have as many bytes. */
  for (hsize_t k = 0; k < entries->n; k++)
    sorted[k] = ((const int64_t *) entries->values)[order[k]];
  seidel_mat_put (sorted, (size_t) entries->n * sizeof *sorted);
}

/* The rows, columns and values of a matrix, each of them a list. */
static bool
try_places (SeidelHdf5Walk *walk,
            const SeidelHdf5Numbers *values,
            SeidelMatRecord *record,
            const char *name,
            int64_t *shape,
            SeidelHdf5Entries *entries,
            hsize_t n_columns)
{
  if (n_columns != entries->n || values->count != entries->n)
    return false;
  for (int i = 0; i < 2; i++)
    if (shape[i] < 0)
      shape[i] = count_indices (i == 0 ? entries->rows : entries->columns, entries->n, 0);
  record->rows = (uint64_t) shape[0];
  record->columns = (uint64_t) shape[1];
  walk->reader->arrays++;
  if (seidel_hdf5_is_wanted (walk, name) && MAX (record->rows, record->columns) <= G_MAXINT32)
    {
      entries->values = seidel_hdf5_read_numbers (walk, values, name);
      entries->element = values->element;
      seidel_hdf5_put_entries (walk, record, name, entries);
    }
  else
    seidel_mat_put_record (record, name);
  return true;
}

static bool
try_offsets (SeidelHdf5Walk *walk,
             const SeidelHdf5Numbers *values,
             SeidelMatRecord *record,
             const char *name,
             int64_t base,
             int64_t *shape,
             bool by_rows,
             const SeidelHdf5Entries *entries,
             hsize_t n_offsets)
{
  const int64_t *indices = entries->rows;
  const int64_t *offsets = entries->columns;

  if (shape[by_rows ? 0 : 1] < 0)
    shape[by_rows ? 0 : 1] = (int64_t) n_offsets - 1;
  if (shape[by_rows ? 1 : 0] < 0)
    shape[by_rows ? 1 : 0] = count_indices (indices, entries->n, base);
  record->rows = (uint64_t) shape[0];
  record->columns = (uint64_t) shape[1];
  record->flags |= by_rows ? SEIDEL_MAT_FLAG_ROWS : 0;
  walk->reader->arrays++;
  if (seidel_hdf5_is_wanted (walk, name) && MAX (record->rows, record->columns) <= G_MAXINT32)
    put_compressed (walk, values, record, name, base, indices, offsets, entries->n, n_offsets);
  else
    seidel_mat_put_record (record, name);
  return true;
}

/* The arrays of a layout; false where they are not there. */
static bool
open_arrays (const SeidelHdf5Walk *walk,
             hid_t group,
             const char *name,
             const Layout *layout,
             SeidelHdf5Numbers *values,
             SeidelHdf5Entries *entries,
             hsize_t *n_major)
{
  entries->columns = seidel_hdf5_read_integers (walk, group, layout->major, name, n_major);
  if (entries->columns != NULL)
    entries->rows = seidel_hdf5_read_integers (walk, group, layout->minor, name, &entries->n);
  return entries->rows != NULL && (layout->kind == PLACES || *n_major > 0)
         && seidel_hdf5_open_numbers (group, layout->values, values)
         && seidel_hdf5_is_list (values);
}

/* A group of that layout, as a matrix; false where it is none. known: its shape and the direction
 * of its offsets, or NULL. */
static bool
try_layout (SeidelHdf5Walk *walk,
            hid_t group,
            const char *name,
            const Layout *layout,
            const SeidelHdf5Direction *known)
{
  g_auto (SeidelHdf5Numbers) values = { 0 };
  g_auto (SeidelHdf5Entries) entries = { 0 };
  hsize_t n_major = 0;
  SeidelMatRecord record = { .kind = SEIDEL_MAT_RECORD_ARRAY,
                             .mat_class = SEIDEL_MAT_SPARSE,
                             .rank = 2 };
  int64_t shape[2];
  bool by_rows;

  if (!open_arrays (walk, group, name, layout, &values, &entries, &n_major))
    return false;
  if (known != NULL)
    memcpy (shape, known->shape, sizeof shape);
  else
    find_shape (walk, group, layout, name, shape);
  record.flags = values.complex_numbers ? SEIDEL_MAT_FLAG_COMPLEX : 0;
  if (layout->kind == PLACES)
    return try_places (walk, &values, &record, name, shape, &entries, n_major);
  by_rows = known != NULL ? known->by_rows : is_by_rows (group, layout, shape, n_major);
  return try_offsets (walk, &values, &record, name, layout->base, shape, by_rows, &entries,
                      n_major);
}

bool
seidel_hdf5_try_compressed (SeidelHdf5Walk *walk,
                            hid_t group,
                            const char *name,
                            const SeidelHdf5Direction *known)
{
  return try_layout (walk, group, name, &layouts[BINSPARSE], known);
}

bool
seidel_hdf5_try_group (SeidelHdf5Walk *walk, hid_t group, const char *name)
{
  for (size_t i = 0; i < G_N_ELEMENTS (layouts); i++)
    if (try_layout (walk, group, name, &layouts[i], NULL))
      return true;
  return false;
}
