/* HDF5 in the program seidel-mat-reader: matrices and vectors with a description of binsparse.
 *
 * Source: "Binary Sparse Format Specification" (binsparse), version 0.1.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-hdf5.h"

#include <stdlib.h>
#include <string.h>

#include "base/seidel-error.h"
#include "io/bytes/seidel-json-read.h"

typedef enum
{
  DENSE_ROWS,
  DENSE_COLUMNS,
  VECTOR, /* with indices */
  ROWS,   /* compressed */
  COLUMNS,
  FEW_ROWS, /* compressed, those without entries left out */
  FEW_COLUMNS,
  PLACES,        /* row and column of each entry */
  TURNED_PLACES, /* column and row */
  N_KINDS,
} Kind;

static const struct
{
  const char *name;
  Kind kind;
} formats[] = {
  { "DVEC", DENSE_ROWS },    { "DMAT", DENSE_ROWS },
  { "DMATR", DENSE_ROWS },   { "DMATC", DENSE_COLUMNS },
  { "CVEC", VECTOR },        { "VEC", VECTOR },
  { "CSR", ROWS },           { "CSC", COLUMNS },
  { "DCSR", FEW_ROWS },      { "DCSC", FEW_COLUMNS },
  { "COO", PLACES },         { "COOR", PLACES },
  { "COOC", TURNED_PLACES },
};

/* How the other triangle follows from the one that is stored. */
static const struct
{
  const char *name;
  double real; /* factors of the parts */
  double imaginary;
} structures[] = {
  { "symmetric", 1.0, 1.0 },
  { "hermitian", 1.0, -1.0 },
  { "skew_symmetric", -1.0, -1.0 },
};

typedef struct
{
  const SeidelHdf5Walk *walk;
  hid_t group;
  const char *name;
  Kind kind; /* N_KINDS: another */
  int64_t shape[2];
  int structure; /* in the table, or -1 */
  bool upper;    /* the triangle that is stored */
  bool one_value;
  bool pairs; /* two reals for each complex number */
  bool filled;
  SeidelHdf5Numbers values;
} Description;

static JsonObject *
find_object (JsonObject *parent, const char *member)
{
  JsonNode *node = json_object_get_member (parent, member);

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

/* "" for anything else. */
static const char *
find_text (JsonObject *parent, const char *member)
{
  JsonNode *node = parent != NULL ? json_object_get_member (parent, member) : NULL;

  return seidel_json_is_text (node) ? json_node_get_string (node) : "";
}

/* Two whole numbers, or the one of a vector; 0 × 0 and false for anything else. */
static bool
take_shape (JsonNode *node, int64_t shape[2])
{
  JsonArray *sizes =
    node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  const guint rank = sizes != NULL ? json_array_get_length (sizes) : 0;
  bool good = rank == 1 || rank == 2;

  shape[0] = shape[1] = 1;
  for (guint i = 0; good && i < rank; i++)
    {
      JsonNode *size = json_array_get_element (sizes, i);

      good = JSON_NODE_HOLDS_VALUE (size) && json_node_get_value_type (size) == G_TYPE_INT64
             && json_node_get_int (size) >= 0;
      shape[i] = good ? json_node_get_int (size) : 0;
    }
  if (!good)
    shape[0] = shape[1] = 0;
  return good;
}

/* "symmetric_lower" */
static void
take_structure (Description *description, const char *text)
{
  description->structure = -1;
  for (size_t i = 0; i < G_N_ELEMENTS (structures); i++)
    if (g_str_has_prefix (text, structures[i].name))
      description->structure = (int) i;
  description->upper = g_str_has_suffix (text, "upper");
}

/* False where no object is called "binsparse"; ends the program where the text is no JSON. */
static bool
parse (Description *description, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = seidel_json_parse_object (text, "its description", &error);
  JsonObject *own;
  JsonNode *fill;
  const char *type;

  if (root == NULL)
    seidel_mat_put_damage (description->name, error->message);
  own = find_object (json_node_get_object (root), "binsparse");
  if (own == NULL)
    return false;
  description->kind = N_KINDS;
  if (take_shape (json_object_get_member (own, "shape"), description->shape))
    for (size_t i = 0; i < G_N_ELEMENTS (formats); i++)
      if (g_ascii_strcasecmp (find_text (own, "format"), formats[i].name) == 0)
        description->kind = formats[i].kind;
  take_structure (description, find_text (own, "structure"));
  type = find_text (find_object (own, "data_types"), "values");
  description->one_value = strstr (type, "iso[") != NULL;
  description->pairs = strstr (type, "complex[") != NULL;
  fill = json_object_get_member (own, "fill");
  description->filled = seidel_json_is_bool (fill) && json_node_get_boolean (fill);
  return true;
}

/* Each value, of complex ones the part that is wanted: n of them; for free (). */
static void *
read_values (const Description *description, hsize_t n)
{
  const size_t step = description->pairs ? 2 : 1;
  const size_t part = description->walk->reader->part == SEIDEL_PART_IMAGINARY ? 1 : 0;
  g_autofree int64_t *stored =
    seidel_hdf5_read_numbers (description->walk, &description->values, description->name);
  int64_t *values = seidel_hdf5_allocate (description->walk, n);

  if (n > 0 && description->values.count != step * (description->one_value ? 1 : n))
    seidel_mat_put_damage (description->name, "the number of its values is not that of its places");
  for (hsize_t k = 0; k < n; k++)
    values[k] = stored[(description->one_value ? 0 : k * step) + (description->pairs ? part : 0)];
  return values;
}

/* One of the lists of places. */
static int64_t *
read_list (const Description *description, const char *list, hsize_t *n)
{
  int64_t *found =
    seidel_hdf5_read_integers (description->walk, description->group, list, description->name, n);

  /* What has no elements may have been left out. */
  if (found == NULL)
    found = seidel_hdf5_allocate (description->walk, *n = 0);
  return found;
}

/* Rows and columns from offsets and indices, in which order they are stored. */
static void
read_compressed (const Description *description, SeidelHdf5Entries *entries)
{
  const bool by_rows = description->kind == ROWS || description->kind == FEW_ROWS;
  const bool few = description->kind == FEW_ROWS || description->kind == FEW_COLUMNS;
  const hsize_t majors = (hsize_t) description->shape[by_rows ? 0 : 1];
  hsize_t n_offsets = 0;
  hsize_t n_names = majors;
  g_autofree int64_t *offsets = read_list (description, "pointers_to_1", &n_offsets);
  g_autofree int64_t *names = few ? read_list (description, "indices_0", &n_names) : NULL;
  int64_t *minor = read_list (description, "indices_1", &entries->n);
  int64_t *major;

  if (n_offsets != n_names + 1 && (n_offsets > 0 || entries->n > 0))
    seidel_mat_put_damage (description->name,
                           "the number of its offsets does not go with its shape");
  major = n_offsets > 0 ? seidel_hdf5_spread (description->walk, description->name, offsets, names,
                                              n_names, entries->n)
                        : seidel_hdf5_allocate (description->walk, 0);
  entries->rows = by_rows ? major : minor;
  entries->columns = by_rows ? minor : major;
}

static void
read_places (const Description *description, SeidelHdf5Entries *entries)
{
  const bool turned = description->kind == TURNED_PLACES;
  hsize_t n = 0;
  int64_t *first = read_list (description, "indices_0", &entries->n);
  int64_t *second;

  if (description->kind == VECTOR)
    {
      second = seidel_hdf5_allocate (description->walk, n = entries->n);
      memset (second, 0, (size_t) n * sizeof *second);
    }
  else
    second = read_list (description, "indices_1", &n);
  if (n != entries->n)
    seidel_mat_put_damage (description->name, "the number of its rows is not that of its columns");
  entries->rows = turned ? second : first;
  entries->columns = turned ? first : second;
}

static void
turn_sign (SeidelElement element, double factor, void *value)
{
  if (factor < 0.0 && element == SEIDEL_ELEMENT_DOUBLE)
    *(double *) value = -*(double *) value;
  else if (factor < 0.0)
    *(int64_t *) value = -*(int64_t *) value;
}

/* Adds the triangle that is not stored. */
static void
add_triangle (const Description *description, SeidelHdf5Entries *entries)
{
  const bool imaginary = description->walk->reader->part == SEIDEL_PART_IMAGINARY;
  const double factor = imaginary ? structures[description->structure].imaginary
                                  : structures[description->structure].real;
  SeidelHdf5Entries all = { .element = entries->element };
  int64_t *values;

  all.rows = seidel_hdf5_allocate (description->walk, 2 * entries->n);
  all.columns = seidel_hdf5_allocate (description->walk, 2 * entries->n);
  all.values = values = seidel_hdf5_allocate (description->walk, 2 * entries->n);
  for (hsize_t k = 0; k < entries->n; k++)
    {
      const int64_t row = entries->rows[k];
      const int64_t column = entries->columns[k];

      if (description->upper ? row > column : row < column)
        seidel_mat_put_damage (description->name,
                               "it has entries in the triangle that is not stored");
      for (int side = 0; side < (row != column ? 2 : 1); side++, all.n++)
        {
          all.rows[all.n] = side == 0 ? row : column;
          all.columns[all.n] = side == 0 ? column : row;
          values[all.n] = ((const int64_t *) entries->values)[k];
          turn_sign (all.element, side == 0 ? 1.0 : factor, &values[all.n]);
        }
    }
  seidel_hdf5_entries_clear (entries);
  *entries = all;
}

static void
put_dense (const Description *description, SeidelMatRecord *record)
{
  const hsize_t n = record->rows * record->columns;
  g_autofree void *values = read_values (description, n);

  record->flags |= SEIDEL_MAT_FLAG_CONTENT;
  record->element = description->values.element;
  seidel_mat_put_record (record, description->name);
  seidel_mat_put (values, (size_t) n * sizeof (int64_t));
}

static void
put_sparse (const Description *description, SeidelMatRecord *record)
{
  g_auto (SeidelHdf5Entries) entries = { .element = description->values.element };

  if (description->kind >= ROWS && description->kind <= FEW_COLUMNS)
    read_compressed (description, &entries);
  else
    read_places (description, &entries);
  entries.values = read_values (description, entries.n);
  /* The other triangle may have the other sign. */
  if (description->structure >= 0 && entries.element == SEIDEL_ELEMENT_UINT64)
    entries.element = SEIDEL_ELEMENT_INT64;
  if (description->structure >= 0)
    add_triangle (description, &entries);
  seidel_hdf5_put_entries (description->walk, record, description->name, &entries);
}

/* Whether what is not stored is something other than 0. */
static bool
has_fill (const Description *description)
{
  g_auto (SeidelHdf5Numbers) fill = { 0 };
  g_autofree int64_t *value = NULL;

  if (!description->filled || !seidel_hdf5_open_numbers (description->group, "fill_value", &fill)
      || fill.count < 1)
    return false;
  value = seidel_hdf5_read_numbers (description->walk, &fill, description->name);
  return value[0] != 0 || (fill.count > 1 && value[1] != 0);
}

/* Ends the program where what is described is not read. */
static void
check (const Description *description)
{
  const char *why = NULL;
  g_autofree char *text = NULL;

  if (description->kind == N_KINDS)
    why = "is a tensor, or in a format of its own, which is not read";
  else if (description->structure >= 0
           && (description->kind <= VECTOR || description->shape[0] != description->shape[1]))
    why = "is one triangle of a matrix that is dense or not square, which is not read";
  else if (has_fill (description))
    why = "is not sparse: entries that are not stored have a value other than 0";
  if (why == NULL)
    return;
  text = g_strdup_printf ("%s %s", description->name, why);
  seidel_mat_put_error (SEIDEL_ERROR_UNSUPPORTED, text);
}

/* Compressed rows or columns as they are stored. */
static bool
is_plain (const Description *description)
{
  return (description->kind == ROWS || description->kind == COLUMNS) && description->structure < 0
         && !description->one_value && !description->pairs && !description->filled;
}

static void
put (const Description *description)
{
  const bool dense = description->kind == DENSE_ROWS || description->kind == DENSE_COLUMNS;
  SeidelMatRecord record = {
    .kind = SEIDEL_MAT_RECORD_ARRAY,
    .mat_class = dense ? description->values.mat_class : SEIDEL_MAT_SPARSE,
    .flags =
      (description->kind != DENSE_COLUMNS ? SEIDEL_MAT_FLAG_ROWS : 0)
      | (description->pairs || description->values.complex_numbers ? SEIDEL_MAT_FLAG_COMPLEX : 0),
    .rank = 2,
    .rows = (uint64_t) description->shape[0],
    .columns = (uint64_t) description->shape[1],
  };

  if (!seidel_hdf5_is_wanted (description->walk, description->name)
      || MAX (record.rows, record.columns) > G_MAXINT32)
    {
      seidel_mat_put_record (&record, description->name);
      return;
    }
  check (description);
  (dense ? put_dense : put_sparse) (description, &record);
}

bool
seidel_hdf5_try_binsparse (SeidelHdf5Walk *walk, hid_t group, const char *name)
{
  g_autofree char *text = seidel_hdf5_read_text (group, "binsparse");
  Description description = { .walk = walk, .group = group, .name = name };
  SeidelHdf5Direction direction;

  if (*text == '\0' || !parse (&description, text))
    return false;
  direction.by_rows = description.kind == ROWS;
  memcpy (direction.shape, description.shape, sizeof direction.shape);
  if (is_plain (&description) && seidel_hdf5_try_compressed (walk, group, name, &direction))
    return true;
  if (!seidel_hdf5_open_numbers (group, "values", &description.values))
    return false;
  description.pairs = description.pairs && !description.values.complex_numbers;
  walk->reader->arrays++;
  put (&description);
  seidel_hdf5_numbers_clear (&description.values);
  return true;
}
