/* Matrices in archives: as collections hand them out, in any compression, and what hostile ones do.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pack-testing.h"

#include "io/seidel-preview.h"
#include "matrix/seidel-vector.h"

#define REAL  "%%MatrixMarket matrix coordinate real general\n"
#define ARRAY "%%MatrixMarket matrix array real general\n"
#define PLAIN "Matrix Market, coordinate real general"

static const char matrix_text[] = REAL "3 3 4\n1 1 4\n2 2 5\n3 3 6\n3 1 -1.5\n";
static const char other_text[] = REAL "2 2 2\n1 1 1\n2 2 1\n";

static char *
make_tar (const char *name, const PackTestingMember *members, size_t n)
{
  return pack_testing_archive (name, ARCHIVE_FORMAT_TAR_PAX_RESTRICTED, ARCHIVE_FILTER_NONE,
                               members, n);
}

static void
assert_matrix (const SeidelMatrix *matrix)
{
  g_autofree char *path = io_testing_write ("plain.mtx", matrix_text, -1);
  g_autoptr (SeidelMatrix) plain = io_testing_load (path);

  io_testing_assert_equal (plain->csr, matrix->csr);
}

static void
assert_rhs (const SeidelMatrix *matrix, double first, double second, double third)
{
  g_assert_nonnull (matrix->rhs);
  g_assert_cmpfloat (matrix->rhs[0], ==, first);
  g_assert_cmpfloat (matrix->rhs[1], ==, second);
  g_assert_cmpfloat (matrix->rhs[2], ==, third);
}

static void
assert_fails (const char *path, const char *variable, int code, const char *place)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (seidel_load_variable (path, variable, NULL, NULL, &error));
  io_testing_assert_error (error, code, place);
}

static const PackTestingMember collection[] = {
  { "thing/", NULL },
  { "thing/thing.mtx", matrix_text },
  { "thing/thing_b.mtx", ARRAY "3 1\n1\n2\n3.5\n" },
  { "thing/thing_x.mtx", ARRAY "3 1\n7\n7\n7\n" },
  { "thing/thing_coord.mtx", ARRAY "3 2\n1\n2\n3\n1\n2\n3\n" },
  { "thing/thing_nodename.txt", "north\nsouth\neast\n" },
};

static const struct
{
  const char *name;
  int format;
  int filter;
  const char *begin; /* of origin.format */
} packings[] = {
  { "thing.tar", ARCHIVE_FORMAT_TAR_PAX_RESTRICTED, ARCHIVE_FILTER_NONE, "tar archive" },
  { "thing.tar.gz", ARCHIVE_FORMAT_TAR_PAX_RESTRICTED, ARCHIVE_FILTER_GZIP, "tar.gz archive" },
  { "thing.tgz", ARCHIVE_FORMAT_TAR_GNUTAR, ARCHIVE_FILTER_GZIP, "tar.gz archive" },
  { "thing.tar.bz2", ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_BZIP2, "tar.bz2 archive" },
  { "thing.tar.xz", ARCHIVE_FORMAT_TAR_PAX_INTERCHANGE, ARCHIVE_FILTER_XZ, "tar.xz archive" },
  { "thing.tar.zst", ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_ZSTD, "tar.zst archive" },
  { "thing.zip", ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE, "zip archive" },
};

static void
test_packings (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (packings); i++)
    {
      g_autofree char *path =
        pack_testing_archive (packings[i].name, packings[i].format, packings[i].filter, collection,
                              G_N_ELEMENTS (collection));
      g_autofree char *format = g_strconcat (packings[i].begin, ", thing/thing.mtx: " PLAIN, NULL);
      g_autoptr (SeidelMatrix) matrix = io_testing_load (path);

      assert_matrix (matrix);
      assert_rhs (matrix, 1.0, 2.0, 3.5);
      g_assert_cmpstr (matrix->name, ==, "thing");
      g_assert_cmpstr (matrix->origin.path, ==, path);
      g_assert_cmpstr (matrix->origin.format, ==, format);
      g_assert_cmpstr (matrix->origin.note, ==, "The right-hand side is thing/thing_b.mtx.");
      g_assert_null (matrix->origin.variable);
      g_assert_cmpint (matrix->origin.stored, ==, 4);
    }
}

static void
test_list (void)
{
  g_autofree char *path =
    pack_testing_archive ("thing.tar.gz", ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_GZIP, collection,
                          G_N_ELEMENTS (collection));
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) list = seidel_list_variables (path, NULL, &error);
  const SeidelVariable *variable;

  g_assert_no_error (error);
  g_assert_cmpuint (list->len, ==, 4);
  variable = list->pdata[0];
  g_assert_cmpstr (variable->name, ==, "thing/thing.mtx");
  g_assert_true (g_str_has_prefix (variable->description, "Matrix Market, "));
  g_assert_true (variable->usable);
  variable = list->pdata[3];
  g_assert_cmpstr (variable->name, ==, "thing/thing_coord.mtx");
}

/* By path, by name, by name without its ending; what goes with a matrix can be asked for. */
static void
test_variable (void)
{
  g_autofree char *path = make_tar ("thing.tar", collection, G_N_ELEMENTS (collection));
  static const char *const names[] = { "thing/thing_x.mtx", "thing_x.mtx", "thing_x" };

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SeidelMatrix) matrix = seidel_load_variable (path, names[i], NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpint (matrix->csr->columns, ==, 1);
      g_assert_cmpfloat (matrix->csr->values[2], ==, 7.0);
      g_assert_cmpstr (matrix->name, ==, "thing_x");
      g_assert_cmpstr (matrix->origin.variable, ==, "thing/thing_x.mtx");
      g_assert_null (matrix->rhs);
    }
  assert_fails (path, "thing_c", SEIDEL_ERROR_INVALID, "thing.tar");
}

/* Whichever comes first, of several columns, sparse, lying; and what does not fit is reported. */
static const struct
{
  const char *name;
  const char *text;
  bool before;
  double values[3];
  const char *note;
} sides[] = {
  { "a/a_b.mtx", ARRAY "3 1\n1\n2\n3\n", true, { 1, 2, 3 }, "The right-hand side is a/a_b.mtx." },
  { "a/a_b.mtx",
    ARRAY "3 2\n1\n2\n3\n4\n5\n6\n",
    false,
    { 1, 2, 3 },
    "The right-hand side is the first of 2 columns in a/a_b.mtx." },
  { "a/a_b.mtx", REAL "3 1 1\n2 1 9\n", true, { 0, 9, 0 }, "The right-hand side is a/a_b.mtx." },
  { "a/a_b.mtx", REAL "1 3 1\n1 2 9\n", false, { 0, 9, 0 }, "The right-hand side is a/a_b.mtx." },
  { "a/a_rhs1.mtx",
    ARRAY "3 1\n1\n0\n3\n",
    true,
    { 1, 0, 3 },
    "The right-hand side is a/a_rhs1.mtx." },
  { "a/a_b.txt", "1.5\n2\n3\n", false, { 1.5, 2, 3 }, "The right-hand side is a/a_b.txt." },
};

static void
test_sides (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (sides); i++)
    {
      const PackTestingMember matrix_member = { "a/a.mtx", matrix_text };
      const PackTestingMember side = { sides[i].name, sides[i].text };
      const PackTestingMember members[] = { sides[i].before ? side : matrix_member,
                                            sides[i].before ? matrix_member : side };
      g_autofree char *path = make_tar ("sides.tar", members, 2);
      g_autoptr (SeidelMatrix) matrix = io_testing_load (path);

      assert_matrix (matrix);
      assert_rhs (matrix, sides[i].values[0], sides[i].values[1], sides[i].values[2]);
      g_assert_cmpstr (matrix->origin.note, ==, sides[i].note);
      g_assert_cmpstr (matrix->name, ==, "a");
    }
}

static void
test_bad_sides (void)
{
  static const struct
  {
    const char *text;
    const char *note;
  } bad[] = {
    { ARRAY "4 1\n1\n2\n3\n4\n",
      "The right-hand side in a/a_b.mtx was not used: it is 4 × 1, the matrix has 3 rows." },
    { ARRAY "3 1\n1\n2\nx\n",
      "The right-hand side in a/a_b.mtx was not used: sides.tar: a/a_b.mtx:5: expected a number, "
      "found “x”." },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      const PackTestingMember members[] = { { "a/a.mtx", matrix_text },
                                            { "a/a_b.mtx", bad[i].text } };
      g_autofree char *path = make_tar ("sides.tar", members, 2);
      g_autoptr (SeidelMatrix) matrix = io_testing_load (path);

      assert_matrix (matrix);
      g_assert_null (matrix->rhs);
      g_assert_cmpstr (matrix->origin.note, ==, bad[i].note);
    }
}

static void
test_vector (void)
{
  g_autofree char *path = make_tar ("thing.tar", collection, G_N_ELEMENTS (collection));
  g_autoptr (GError) error = NULL;
  double *x = seidel_load_vector (path, 3, false, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpfloat (x[2], ==, 3.5);
  seidel_vector_free (x);
  {
    const PackTestingMember members[] = { { "one.txt", "1\n2\n3\n" }, { "two.txt", "1\n2\n3\n" } };
    g_autofree char *two = make_tar ("two.tar", members, 2);

    g_assert_null (seidel_load_vector (two, 3, false, NULL, &error));
    io_testing_assert_error (error, SEIDEL_ERROR_CHOICE, "two.tar");
  }
}

static void
test_several (void)
{
  const PackTestingMember members[] = { { "one/one.mtx", matrix_text },
                                        { "two/two.mtx", other_text },
                                        { "readme.md", "# Two of them\n" } };
  g_autofree char *path = make_tar ("several.tar", members, G_N_ELEMENTS (members));
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) two = NULL;
  g_autoptr (SeidelMatrix) one = NULL;

  assert_fails (path, NULL, SEIDEL_ERROR_CHOICE, "several.tar");
  two = seidel_load_variable (path, "two", NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (two->csr->rows, ==, 2);
  one = seidel_load_variable (path, "one/one.mtx", NULL, NULL, &error);
  g_assert_no_error (error);
  assert_matrix (one);
}

/* A name that begins like another one's is not always its companion. */
static void
test_not_companions (void)
{
  const PackTestingMember members[] = { { "fs_183.mtx", matrix_text },
                                        { "fs_183_1.mtx", other_text } };
  const PackTestingMember pair[] = { { "m_x.mtx", other_text }, { "m.mtx", matrix_text } };
  g_autofree char *path = make_tar ("names.tar", members, 2);
  g_autofree char *pair_path = make_tar ("pair.tar", pair, 2);
  g_autoptr (SeidelMatrix) matrix = io_testing_load (pair_path);

  assert_matrix (matrix);
  assert_fails (path, NULL, SEIDEL_ERROR_CHOICE, "names.tar");
}

/* Any format may lie inside, compressed once more too. */
static void
test_nested (void)
{
  g_autofree char *gz =
    pack_testing_compress ("inner.gz", ARCHIVE_FILTER_GZIP, matrix_text, strlen (matrix_text));
  g_autofree char *content = NULL;
  size_t length;
  const PackTestingMember table[] = { { "dense.txt", "4.5 1\n1 4.5\n" } };
  g_autofree char *dense = make_tar ("dense.tar", table, 1);
  g_autoptr (SeidelMatrix) from_table = io_testing_load (dense);
  g_autofree char *path = io_testing_path ("nested.tar.xz");
  g_autoptr (SeidelMatrix) matrix = NULL;
  struct archive *archive = pack_testing_begin (path, ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_XZ);

  g_assert_cmpstr (from_table->origin.format, ==, "tar archive, dense.txt: Dense text");
  g_assert_true (g_file_get_contents (gz, &content, &length, NULL));
  pack_testing_add (archive, "m.mtx.gz", content, length);
  pack_testing_end (archive);
  matrix = io_testing_load (path);
  assert_matrix (matrix);
  g_assert_cmpstr (matrix->name, ==, "m");
}

/* Something else in the archive that is damaged does not matter. */
static void
test_damaged_neighbour (void)
{
  const PackTestingMember members[] = { { "a/notes.gz", "\x1f\x8b nothing that could be unpacked" },
                                        { "a/a.mtx", matrix_text },
                                        { "a/notes.xz", "\xfd"
                                                        "7zXZ" } };
  g_autofree char *path = make_tar ("neighbour.tar", members, G_N_ELEMENTS (members));
  g_autoptr (SeidelMatrix) matrix = io_testing_load (path);

  assert_matrix (matrix);
}

static void
test_errors_name_the_member (void)
{
  const PackTestingMember members[] = { { "bad/bad.mtx", REAL "2 2 1\n1 x 1\n" } };
  g_autofree char *path = make_tar ("bad.tar", members, 1);

  assert_fails (path, NULL, SEIDEL_ERROR_FORMAT, "bad.tar");
}

static void
test_nothing (void)
{
  const PackTestingMember members[] = { { "a.md", "nothing\n" }, { "b.md", "here\n" } };
  g_autofree char *path = make_tar ("nothing.tar", members, 2);
  g_autofree char *zip =
    pack_testing_archive ("empty.zip", ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE, NULL, 0);

  assert_fails (path, NULL, SEIDEL_ERROR_UNSUPPORTED, "nothing.tar");
  assert_fails (path, "a.md", SEIDEL_ERROR_UNSUPPORTED, "nothing.tar");
  assert_fails (zip, NULL, SEIDEL_ERROR_UNSUPPORTED, "empty.zip");
}

static void
add_special (struct archive *archive, const char *name, unsigned type, const char *link)
{
  struct archive_entry *entry = archive_entry_new ();

  archive_entry_set_pathname (entry, name);
  archive_entry_set_perm (entry, 0644);
  if (type == AE_IFREG)
    archive_entry_set_hardlink (entry, link);
  else
    archive_entry_set_filetype (entry, type);
  if (type == AE_IFLNK)
    archive_entry_set_symlink (entry, link);
  g_assert_cmpint (archive_write_header (archive, entry), ==, ARCHIVE_OK);
  archive_entry_free (entry);
}

/* Links and devices are not followed; names that lead elsewhere are but names. */
static void
test_hostile_names (void)
{
  g_autofree char *path = io_testing_path ("hostile.tar");
  g_autofree char *outside = g_build_filename (io_testing_folder, "..", "seidel-evil.mtx", NULL);
  struct archive *archive =
    pack_testing_begin (path, ARCHIVE_FORMAT_TAR_PAX_RESTRICTED, ARCHIVE_FILTER_NONE);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) list = NULL;
  g_autoptr (SeidelMatrix) matrix = NULL;

  add_special (archive, "link.mtx", AE_IFLNK, "/etc/passwd");
  add_special (archive, "hard.mtx", AE_IFREG, "../../etc/passwd");
  add_special (archive, "dev/zero.mtx", AE_IFCHR, NULL);
  add_special (archive, "pipe.mtx", AE_IFIFO, NULL);
  pack_testing_add (archive, "../seidel-evil.mtx", matrix_text, strlen (matrix_text));
  pack_testing_add (archive, "/tmp/seidel\nabsolute.mtx", other_text, strlen (other_text));
  pack_testing_end (archive);

  list = seidel_list_variables (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (list->len, ==, 2);
  g_assert_cmpstr (((SeidelVariable *) list->pdata[0])->name, ==, "../seidel-evil.mtx");
  g_assert_cmpstr (((SeidelVariable *) list->pdata[1])->name, ==, "/tmp/seidel?absolute.mtx");
  matrix = seidel_load_variable (path, "../seidel-evil.mtx", NULL, NULL, &error);
  g_assert_no_error (error);
  assert_matrix (matrix);
  g_assert_cmpstr (matrix->name, ==, "seidel-evil");
  g_assert_false (g_file_test (outside, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test ("/tmp/seidel?absolute.mtx", G_FILE_TEST_EXISTS));
}

/* Writes a number into a block of tar, and the sum that goes with it. */
static void
set_tar_size (char *block, const char *octal)
{
  unsigned sum = 0;
  char digits[9];

  memcpy (block + 124, octal, 12);
  memset (block + 148, ' ', 8);
  for (int i = 0; i < 512; i++)
    sum += (unsigned char) block[i];
  g_snprintf (digits, sizeof digits, "%06o", sum);
  memcpy (block + 148, digits, 7);
  block[155] = ' ';
}

/* A size that nothing follows, of a file to be read and of one to be passed over. */
static void
test_huge_sizes (void)
{
  static const char *const sizes[] = { "77777777777",
                                       "\x80\0\0\0\x7f\xff\xff\xff\xff\xff\xff\xff" };
  static const char *const names[] = { "huge/huge.mtx", "other.bin" };

  for (size_t i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (size_t k = 0; k < G_N_ELEMENTS (names); k++)
      {
        const PackTestingMember members[] = { { names[k], k == 0 ? matrix_text : "\x01\x02" } };
        g_autofree char *path = pack_testing_archive ("huge.tar", ARCHIVE_FORMAT_TAR_USTAR,
                                                      ARCHIVE_FILTER_NONE, members, 1);
        g_autofree char *content = NULL;
        g_autofree char *again = NULL;
        g_autoptr (GError) error = NULL;
        size_t length;

        g_assert_true (g_file_get_contents (path, &content, &length, NULL));
        set_tar_size (content, sizes[i]);
        again = io_testing_write ("huge.tar", content, (gssize) length);
        g_assert_null (seidel_load_matrix (again, NULL, NULL, &error));
        g_assert_true (error->domain == SEIDEL_ERROR);
        g_assert_true (g_str_has_prefix (error->message, "huge.tar: "));
      }
}

static void
test_cut (void)
{
  g_autofree char *path = make_tar ("cut.tar", collection, 2);
  g_autofree char *content = NULL;
  g_autofree char *again = NULL;
  size_t length;

  g_assert_true (g_file_get_contents (path, &content, &length, NULL));
  again = io_testing_write ("cut.tar", content, 1024 + 40);
  assert_fails (again, NULL, SEIDEL_ERROR_FORMAT, "cut.tar");
}

/* So many that nobody can mean it. */
static void
test_thousands (void)
{
  g_autofree char *path = io_testing_path ("many.tar.gz");
  struct archive *archive =
    pack_testing_begin (path, ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_GZIP);

  for (int i = 0; i < 10100; i++)
    {
      char name[32];

      g_snprintf (name, sizeof name, "m%d.mtx", i);
      pack_testing_add (archive, name, other_text, strlen (other_text));
    }
  pack_testing_end (archive);
  assert_fails (path, NULL, SEIDEL_ERROR_UNSUPPORTED, "many.tar.gz");
}

/* Holes are zeros that nobody has written: any number of them costs nothing to promise. */
static void
test_holes (void)
{
  const la_int64_t size = 1 << 20;
  g_autofree char *text = g_strnfill (size, '1');
  g_autofree char *path = io_testing_path ("holes.tar");
  struct archive *archive =
    pack_testing_begin (path, ARCHIVE_FORMAT_TAR_PAX_RESTRICTED, ARCHIVE_FILTER_NONE);
  struct archive_entry *entry = archive_entry_new ();

  archive_entry_set_pathname (entry, "holes.mtx");
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_perm (entry, 0644);
  archive_entry_set_size (entry, size);
  archive_entry_sparse_add_entry (entry, size - 512, 512);
  g_assert_cmpint (archive_write_header (archive, entry), ==, ARCHIVE_OK);
  g_assert_cmpint (archive_write_data (archive, text, size), ==, size);
  archive_entry_free (entry);
  pack_testing_end (archive);
  assert_fails (path, NULL, SEIDEL_ERROR_UNSUPPORTED, "holes.tar");
}

static void
test_within (void)
{
  g_autofree char *inner = make_tar ("inner.tar", collection, 2);
  g_autofree char *content = NULL;
  g_autofree char *path = io_testing_path ("outer.tar");
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) list = NULL;
  struct archive *archive =
    pack_testing_begin (path, ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_NONE);
  size_t length;

  g_assert_true (g_file_get_contents (inner, &content, &length, NULL));
  pack_testing_add (archive, "inner.tar", content, length);
  pack_testing_end (archive);
  list = seidel_list_variables (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_false (((SeidelVariable *) list->pdata[0])->usable);
  assert_fails (path, "inner.tar", SEIDEL_ERROR_UNSUPPORTED, "outer.tar");
  assert_fails (path, NULL, SEIDEL_ERROR_UNSUPPORTED, "outer.tar");
}

static void
test_cancelled (void)
{
  g_autofree char *path = make_tar ("thing.tar", collection, G_N_ELEMENTS (collection));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (seidel_list_variables (path, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Numbers that may be read in several ways. */
#define DOUBTFUL "1 1 2.5\n2 2 3.5\n3 3 1.5\n"

static SeidelMatrix *
load_as (const char *path, const char *variable, const char *read_as, GError **error)
{
  const SeidelLoadOptions options = { .variable = variable, .read_as = read_as };

  return seidel_load_with (path, &options, NULL, NULL, error);
}

static void
assert_read_as (const char *path, const char *variable, const char *read_as, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = load_as (path, variable, read_as, &error);
  g_autofree char *found = matrix != NULL ? io_testing_text (matrix->csr) : NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (found, ==, text);
  g_assert_true (g_str_has_prefix (matrix->origin.reading, read_as));
}

/* As of a file of its own, the user is asked; and what was answered is for the member. */
static void
test_doubtful (void)
{
  static const PackTestingMember alone[] = { { "readme", "about it\n" }, { "a.txt", DOUBTFUL } };
  static const PackTestingMember two[] = { { "a.txt", DOUBTFUL },
                                           { "b.txt", "1 1 5\n2 2 6\n3 3 7\n" } };
  static const PackTestingMember beside[] = { { "thing.mtx", matrix_text },
                                              { "thing_b.txt", "3\n7\n8\n9\n" },
                                              { "notes.txt", DOUBTFUL } };
  static const char entries[] = "2.5 . . / . 3.5 . / . . 1.5";

  for (size_t i = 0; i < G_N_ELEMENTS (packings); i++)
    {
      g_autofree char *path =
        pack_testing_archive (packings[i].name, packings[i].format, packings[i].filter, alone, 2);
      g_autoptr (GError) error = NULL;
      g_autoptr (SeidelPreview) preview = seidel_preview_new (path, NULL, NULL, &error);
      g_autofree char *place = g_strconcat (packings[i].name, ": a.txt", NULL);

      assert_fails (path, NULL, SEIDEL_ERROR_AMBIGUOUS, place);
      assert_read_as (path, NULL, "entries", entries);
      assert_read_as (path, "a.txt", "table", "1 1 2.5 / 2 2 3.5 / 3 3 1.5");
      g_assert_no_error (error);
      g_assert_cmpuint (seidel_preview_readings (preview)->len, >=, 2);
    }
  {
    g_autofree char *path = make_tar ("two.tar", two, 2);
    g_autoptr (GError) error = NULL;
    g_autoptr (SeidelPreview) preview = seidel_preview_new (path, "b.txt", NULL, &error);
    g_autofree char *lines = seidel_preview_text (preview, 1);

    assert_fails (path, NULL, SEIDEL_ERROR_CHOICE, "two.tar");
    assert_fails (path, "b.txt", SEIDEL_ERROR_AMBIGUOUS, "two.tar: b.txt");
    assert_read_as (path, "b.txt", "entries", "5 . . / . 6 . / . . 7");
    g_assert_cmpstr (lines, ==, "1 1 5");
  }
  {
    /* What says itself what it is comes first, and the length of a right-hand side says the rest.
     */
    g_autofree char *path = make_tar ("beside.tar", beside, 3);
    g_autoptr (SeidelMatrix) matrix = io_testing_load (path);
    g_autoptr (GError) error = NULL;

    assert_matrix (matrix);
    assert_rhs (matrix, 7.0, 8.0, 9.0);
    g_assert_null (load_as (path, NULL, "entries", &error));
    io_testing_assert_error (error, SEIDEL_ERROR_INVALID, "beside.tar: thing.mtx");
  }
}

/* What is wrong with the only file is said. */
static void
test_only_bad (void)
{
  static const PackTestingMember cells[] = { { "a.csv", "1,2\n3,4\n#VALUE!,5\n" } };
  g_autofree char *path = make_tar ("cells.tar", cells, 1);

  assert_fails (path, NULL, SEIDEL_ERROR_FORMAT, "cells.tar: a.csv:3");
}

/* Text in UTF-16 is read in a compression as it is without one. */
static void
test_utf16 (void)
{
  g_autoptr (GString) wide = g_string_new (NULL);

  g_string_append_len (wide, "\xff\xfe", 2);
  for (const char *p = matrix_text; *p != '\0'; p++)
    g_string_append_len (wide, ((const char[]){ *p, '\0' }), 2);
  for (size_t i = 0; i < G_N_ELEMENTS (pack_testing_filters); i++)
    {
      g_autofree char *name = g_strconcat ("wide.mtx", pack_testing_filters[i].suffix, NULL);
      g_autofree char *path =
        pack_testing_compress (name, pack_testing_filters[i].filter, wide->str, wide->len);
      g_autoptr (SeidelMatrix) matrix = io_testing_load (path);

      g_test_message ("%s", name);
      assert_matrix (matrix);
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  io_testing_begin ();
  g_test_add_func ("/archive/packings", test_packings);
  g_test_add_func ("/archive/utf-16", test_utf16);
  g_test_add_func ("/archive/doubtful", test_doubtful);
  g_test_add_func ("/archive/only-bad", test_only_bad);
  g_test_add_func ("/archive/list", test_list);
  g_test_add_func ("/archive/variable", test_variable);
  g_test_add_func ("/archive/sides", test_sides);
  g_test_add_func ("/archive/bad-sides", test_bad_sides);
  g_test_add_func ("/archive/vector", test_vector);
  g_test_add_func ("/archive/several", test_several);
  g_test_add_func ("/archive/not-companions", test_not_companions);
  g_test_add_func ("/archive/nested", test_nested);
  g_test_add_func ("/archive/damaged-neighbour", test_damaged_neighbour);
  g_test_add_func ("/archive/errors-name-the-member", test_errors_name_the_member);
  g_test_add_func ("/archive/nothing", test_nothing);
  g_test_add_func ("/archive/hostile-names", test_hostile_names);
  g_test_add_func ("/archive/huge-sizes", test_huge_sizes);
  g_test_add_func ("/archive/cut", test_cut);
  g_test_add_func ("/archive/thousands", test_thousands);
  g_test_add_func ("/archive/holes", test_holes);
  g_test_add_func ("/archive/within", test_within);
  g_test_add_func ("/archive/cancelled", test_cancelled);
  status = g_test_run ();
  io_testing_end ();
  return status;
}
