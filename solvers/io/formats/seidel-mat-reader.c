/* seidel-mat-reader: reads one MATLAB file of version 7.3 with libmatio, or another HDF5 file, and
 * may well crash; see
 * io/formats/seidel-mat-process.h.
 *
 * It is here and not with the programs for people because only solvers/io calls it, and both ends
 * of the pipe change together.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <dlfcn.h>
#include <errno.h>
#include <glib.h>
#include <hdf5.h>
#include <limits.h>
#include <matio.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/seidel-error.h"
#include "base/seidel-helper.h"
#include "config.h"
#include "io/formats/seidel-mat-reader.h"
#include "io/formats/seidel-mat-sandbox.h"
#include "io/formats/seidel-mat.h"

/* HDF5 resolves links in the name of a file, which fails for one that has no name but
 * SEIDEL_MAT_INPUT: this takes the place of the function of the C library. */
__attribute__ ((visibility ("default"))) char *
realpath (const char *restrict path, char *restrict resolved)
{
  if (resolved == NULL)
    return strdup (path);
  g_strlcpy (resolved, path, PATH_MAX);
  return resolved;
}

/* libmatio reads the name of a class into a null-terminated text of as many bytes as the file has,
 * the last of which HDF5 then takes for its end: of the null-padded names that Python's programs
 * write, that is the last letter. This takes the place of HDF5's function. */
__attribute__ ((visibility ("default"))) herr_t
H5Tset_size (hid_t type, size_t size)
{
  static herr_t (*set_size) (hid_t type, size_t size);
  herr_t status;

  if (set_size == NULL)
    *(void **) &set_size = dlsym (RTLD_NEXT, "H5Tset_size");
  status = set_size != NULL ? set_size (type, size) : -1;
  if (status >= 0 && H5Tget_class (type) == H5T_STRING)
    H5Tset_strpad (type, H5T_STR_NULLPAD);
  return status;
}

/* Of a MATLAB file, with its version. */
#define HEADER_BYTES 128

/* The sizes of the offsets and of the numbers that the library makes of them. */
#define OFFSET_BYTES 4.0
#define NUMBER_BYTES 8.0

typedef struct
{
  SeidelMatReader common;
  mat_t *mat;
} Reader;

/* If the reader is gone, so is the request. */
void
seidel_mat_put (const void *data, size_t length)
{
  for (size_t done = 0; done < length;)
    {
      ssize_t n = write (STDOUT_FILENO, (const char *) data + done, length - done);

      if (n < 0 && errno != EINTR)
        _exit (1);
      done += n > 0 ? (size_t) n : 0;
    }
}

void
seidel_mat_put_record (SeidelMatRecord *record, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  record->text_bytes = (uint32_t) strlen (valid);
  /* What is longer is no name; nor need an error be. */
  if (record->text_bytes > SEIDEL_MAT_RECORD_TEXT)
    record->text_bytes = 0;
  seidel_mat_put (record, sizeof *record);
  seidel_mat_put (valid, record->text_bytes);
}

void
seidel_mat_put_error (int code, const char *text)
{
  SeidelMatRecord record = { .kind = SEIDEL_MAT_RECORD_ERROR, .code = (uint32_t) code };

  seidel_mat_put_record (&record, text);
  _exit (0);
}

static void
log_nothing_cb (int level, SEIDEL_MATIO_TEXT *message)
{
}

/* HDF5 loads plugins that a file asks for, but not here; locks a file that is only read; and prints
 * its errors. */
static void
tame_library (void)
{
  g_setenv ("HDF5_PLUGIN_PRELOAD", "::", TRUE);
  g_setenv ("HDF5_USE_FILE_LOCKING", "FALSE", TRUE);
  Mat_LogInitFunc ("seidel", log_nothing_cb);
  H5Eset_auto2 (H5E_DEFAULT, NULL, NULL);
}

static bool
find_element (enum matio_types type, uint32_t *element)
{
  static const struct
  {
    enum matio_types type;
    SeidelElement element;
  } types[] = {
    { MAT_T_INT8, SEIDEL_ELEMENT_INT8 },    { MAT_T_UINT8, SEIDEL_ELEMENT_UINT8 },
    { MAT_T_INT16, SEIDEL_ELEMENT_INT16 },  { MAT_T_UINT16, SEIDEL_ELEMENT_UINT16 },
    { MAT_T_INT32, SEIDEL_ELEMENT_INT32 },  { MAT_T_UINT32, SEIDEL_ELEMENT_UINT32 },
    { MAT_T_INT64, SEIDEL_ELEMENT_INT64 },  { MAT_T_UINT64, SEIDEL_ELEMENT_UINT64 },
    { MAT_T_SINGLE, SEIDEL_ELEMENT_FLOAT }, { MAT_T_DOUBLE, SEIDEL_ELEMENT_DOUBLE },
    { MAT_T_UTF8, SEIDEL_ELEMENT_UINT8 },   { MAT_T_UTF16, SEIDEL_ELEMENT_UINT16 },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (types); i++)
    if (types[i].type == type)
      {
        *element = types[i].element;
        return true;
      }
  return false;
}

void
seidel_mat_put_damage (const char *name, const char *what)
{
  g_autofree char *text = g_strdup_printf ("%s is damaged: %s", name, what);

  seidel_mat_put_error (SEIDEL_ERROR_FORMAT, text);
}

/* Makes the library read the numbers of a variable, unless they are known not to fit. */
static void
read_data (const Reader *reader,
           const SeidelMatRecord *record,
           const char *name,
           matvar_t *variable)
{
  const bool sparse = record->mat_class == SEIDEL_MAT_SPARSE;
  const double bytes = sparse ? OFFSET_BYTES * (double) record->columns
                              : NUMBER_BYTES * (double) record->rows * (double) record->columns;
  int status = MATIO_E_NO_ERROR;

  if (bytes > reader->common.memory)
    seidel_mat_put_error (SEIDEL_ERROR_MEMORY, "");
  if (variable->data == NULL)
    status = Mat_VarReadDataAll (reader->mat, variable);
  if (status == MATIO_E_OUT_OF_MEMORY)
    seidel_mat_put_error (SEIDEL_ERROR_MEMORY, "");
  if (status != MATIO_E_NO_ERROR)
    seidel_mat_put_damage (name, "its numbers cannot be read");
  /* The library reads the dimensions again. */
  if (variable->rank != 2 || variable->dims[0] != record->rows
      || variable->dims[1] != record->columns
      || (variable->isComplex != 0) != ((record->flags & SEIDEL_MAT_FLAG_COMPLEX) != 0)
      || variable->class_type != (enum matio_classes) record->mat_class)
    seidel_mat_put_damage (name, "its numbers are not what its header says");
}

/* The numbers of a variable, of complex ones the part that is wanted; or NULL. */
static const void *
find_numbers (const Reader *reader, const matvar_t *variable, const void *data)
{
  const mat_complex_split_t *parts = data;

  if (!variable->isComplex || parts == NULL)
    return data;
  return reader->common.part == SEIDEL_PART_REAL ? parts->Re : parts->Im;
}

static void
put_sparse (const Reader *reader,
            SeidelMatRecord *record,
            const char *name,
            const matvar_t *variable)
{
  static const mat_uint32_t no_offsets[1];
  const mat_sparse_t *sparse = variable->data;
  const mat_uint32_t *offsets;
  const void *numbers;

  if (sparse == NULL)
    {
      seidel_mat_put_damage (name, "its entries cannot be read");
      return;
    }
  numbers = find_numbers (reader, variable, sparse->data);
  /* An empty matrix may come without any arrays. */
  offsets = record->columns == 0 && sparse->njc == 0 ? no_offsets : sparse->jc;
  if (offsets == NULL || (offsets != no_offsets && sparse->njc < record->columns + 1))
    {
      seidel_mat_put_damage (name, "the offsets of its columns are incomplete");
      return;
    }
  record->entries = offsets[record->columns];
  if (record->entries > 0
      && (sparse->ir == NULL || sparse->nir < record->entries || numbers == NULL
          || sparse->ndata < record->entries
          || !find_element (variable->data_type, &record->element)))
    seidel_mat_put_damage (name, "it has fewer entries than it declares");
  seidel_mat_put_record (record, name);
  seidel_mat_put (sparse->ir, record->entries * sizeof *sparse->ir);
  seidel_mat_put (offsets, (record->columns + 1) * sizeof *offsets);
  seidel_mat_put (numbers, record->entries * seidel_element_size (record->element));
}

static void
put_full (const Reader *reader, SeidelMatRecord *record, const char *name, const matvar_t *variable)
{
  const size_t numbers = (size_t) record->rows * (size_t) record->columns;
  const void *data = find_numbers (reader, variable, variable->data);

  if (numbers > 0
      && (!find_element (variable->data_type, &record->element)
          || (size_t) variable->data_size != seidel_element_size (record->element)))
    seidel_mat_put_damage (name, "the type of its numbers is not known");
  if (numbers > 0 && (data == NULL || variable->nbytes / (size_t) variable->data_size < numbers))
    seidel_mat_put_damage (name, "it has fewer numbers than it declares");
  seidel_mat_put_record (record, name);
  seidel_mat_put (data, numbers * seidel_element_size (record->element));
}

/* An array, with its content if that is wanted and can be read. */
static void
put_array (Reader *reader, matvar_t *variable, const char *name)
{
  const bool shaped = variable->rank == 2 && variable->dims != NULL;
  SeidelMatRecord record = { .kind = SEIDEL_MAT_RECORD_ARRAY,
                             .mat_class = variable->class_type,
                             .rank = shaped || variable->rank != 2
                                       ? (uint64_t) MAX (variable->rank, 0)
                                       : 0,
                             .rows = shaped ? variable->dims[0] : 0,
                             .columns = shaped ? variable->dims[1] : 0 };
  const SeidelMatArray array = { .mat_class = record.mat_class,
                                 .complex_numbers = variable->isComplex,
                                 .rank = (int64_t) record.rank,
                                 .rows = (int64_t) record.rows,
                                 .columns = (int64_t) record.columns };

  reader->common.arrays++;
  if (variable->isLogical)
    record.flags |= SEIDEL_MAT_FLAG_LOGICAL;
  if (variable->isComplex)
    record.flags |= SEIDEL_MAT_FLAG_COMPLEX;
  if (!g_strv_contains ((const char *const *) reader->common.wanted, name)
      || !seidel_mat_array_has_content (&array) || record.rows > G_MAXINT32
      || record.columns > G_MAXINT32)
    {
      seidel_mat_put_record (&record, name);
      return;
    }
  read_data (reader, &record, name, variable);
  record.flags |= SEIDEL_MAT_FLAG_CONTENT;
  (record.mat_class == SEIDEL_MAT_SPARSE ? put_sparse : put_full) (reader, &record, name, variable);
}

/* The elements of a struct array or a cell array that are searched. */
static size_t
count_elements (const matvar_t *variable)
{
  size_t count = 1;

  if (variable->dims == NULL || variable->data == NULL)
    return 0;
  for (int i = 0; i < variable->rank; i++)
    count = variable->dims[i] == 0 ? 0
                                   : MIN (count * MIN (variable->dims[i], SEIDEL_MAT_MOST_ELEMENTS),
                                          SEIDEL_MAT_MOST_ELEMENTS);
  return count;
}

static void search (Reader *reader, matvar_t *variable, const char *name, int depth);

static void
search_struct (Reader *reader, matvar_t *variable, const char *name, int depth)
{
  char *const *fields = Mat_VarGetStructFieldnames (variable);
  const unsigned n_fields = Mat_VarGetNumberOfFields (variable);
  const size_t n = count_elements (variable);

  for (size_t i = 0; i < n && fields != NULL; i++)
    for (unsigned f = 0; f < n_fields; f++)
      {
        matvar_t *field = Mat_VarGetStructFieldByIndex (variable, f, i);
        g_autofree char *path = n == 1 ? g_strdup_printf ("%s.%s", name, fields[f])
                                       : g_strdup_printf ("%s(%zu).%s", name, i + 1, fields[f]);

        if (field != NULL && fields[f] != NULL)
          search (reader, field, path, depth + 1);
      }
}

static void
search_cells (Reader *reader, matvar_t *variable, const char *name, int depth)
{
  const size_t n = count_elements (variable);

  for (size_t i = 0; i < n; i++)
    {
      matvar_t *cell = Mat_VarGetCell (variable, (int) i);
      g_autofree char *path = g_strdup_printf ("%s{%zu}", name, i + 1);

      if (cell != NULL)
        search (reader, cell, path, depth + 1);
    }
}

static void
search (Reader *reader, matvar_t *variable, const char *name, int depth)
{
  if (depth > SEIDEL_MAT_MOST_DEPTH || reader->common.arrays >= SEIDEL_MAT_MOST_ARRAYS)
    return;
  if (variable->class_type == MAT_C_STRUCT)
    search_struct (reader, variable, name, depth);
  else if (variable->class_type == MAT_C_CELL)
    search_cells (reader, variable, name, depth);
  else
    put_array (reader, variable, name);
}

static void
read_all (Reader *reader)
{
  SeidelMatRecord end = { .kind = SEIDEL_MAT_RECORD_END };
  matvar_t *variable;
  int variables = 0;

  reader->mat = Mat_Open (SEIDEL_MAT_INPUT, MAT_ACC_RDONLY);
  if (reader->mat == NULL)
    seidel_mat_put_error (SEIDEL_ERROR_FORMAT, "the MATLAB file is damaged: it cannot be opened");
  for (;
       variables < SEIDEL_MAT_MOST_ARRAYS && (variable = Mat_VarReadNextInfo (reader->mat)) != NULL;
       variables++)
    {
      if (variable->name != NULL)
        search (reader, variable, variable->name, 0);
      Mat_VarFree (variable);
    }
  if (variables == 0)
    seidel_mat_put_error (SEIDEL_ERROR_FORMAT,
                          "the MATLAB file is empty or damaged: no variable can be read");
  seidel_mat_put_record (&end, "");
}

static bool
is_matlab (void)
{
  char head[HEADER_BYTES];

  return pread (STDIN_FILENO, head, sizeof head, 0) == (ssize_t) sizeof head
         && seidel_mat_is_hdf5 (head, sizeof head);
}

int
main (int argc, char **argv)
{
  Reader reader = { .common.wanted = argv + MIN (argc, 4) };

  if (argc < 4)
    {
      fputs ("seidel-mat-reader is a part of Seidel, which starts it to read MATLAB files.\n",
             stderr);
      return 2;
    }
  reader.common.memory = g_ascii_strtod (argv[2], NULL);
  reader.common.part = g_str_equal (argv[3], "1") ? SEIDEL_PART_IMAGINARY : SEIDEL_PART_REAL;
  seidel_helper_begin (argv[1], reader.common.memory);
  /* One more file can be opened, the input, so a file that refers to others finds none. */
  seidel_helper_limit (RLIMIT_NOFILE, STDERR_FILENO + 2);
  tame_library ();
  seidel_mat_sandbox_enter ();
  if (is_matlab ())
    read_all (&reader);
  else
    seidel_hdf5_read_all (&reader.common);
  /* Without what libraries do at exit: everything vanishes anyway. */
  _exit (0);
}
