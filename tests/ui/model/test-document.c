/* The document: analyses arrive in order, and end with it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "core-testing.h"
#include "matrix/seidel-complex.h"
#include "model/seidel-document.h"

/* 2 × 3, entries in both rows. */
static SeidelMatrix *
make_rectangular (void)
{
  static const int32_t rows[] = { 0, 0, 1 };
  static const int32_t columns[] = { 0, 2, 1 };
  const SeidelCoordinates coordinates = {
    .rows = 2, .columns = 3, .count = 3, .row_indices = rows, .column_indices = columns
  };
  g_autoptr (GError) error = NULL;
  SeidelCsr *csr = seidel_csr_from_coordinates (&coordinates, NULL, NULL, &error);

  g_assert_no_error (error);
  return seidel_matrix_new ("wide", csr);
}

/* 2 × 2 and Hermitian. */
static SeidelMatrix *
make_complex (void)
{
  static const int32_t rows[] = { 0, 0, 1, 1 };
  static const int32_t columns[] = { 0, 1, 0, 1 };
  static const double real[] = { 2, 1, 1, 3 };
  static const double imaginary[] = { 0, -1, 1, 0 };
  SeidelCoordinates coordinates = { 2, 2, 4, rows, columns, real };
  SeidelMatrix *matrix =
    seidel_matrix_new ("complex", seidel_csr_from_coordinates (&coordinates, NULL, NULL, NULL));
  g_autoptr (SeidelCsr) other = NULL;

  coordinates.values = imaginary;
  other = seidel_csr_from_coordinates (&coordinates, NULL, NULL, NULL);
  g_assert_true (seidel_matrix_add_imaginary (matrix, other, NULL, NULL));
  return matrix;
}

static void
note_cb (SeidelDocument *document, GString *order)
{
  g_string_append_printf (
    order, "%s%s%s%s ", seidel_document_get_structure (document) != NULL ? "structure" : "",
    seidel_document_get_schedule (document, SEIDEL_DIRECTION_FORWARD) != NULL ? "+forward" : "",
    seidel_document_get_schedule (document, SEIDEL_DIRECTION_BACKWARD) != NULL ? "+backward" : "",
    seidel_document_get_analysing (document) ? "" : "+end");
}

static void
wait_until_analysed (SeidelDocument *document)
{
  while (seidel_document_get_analysing (document))
    g_main_context_iteration (NULL, TRUE);
}

static void
test_order (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 10);
  SeidelDocument *document = seidel_document_new (matrix);
  g_autoptr (GString) order = g_string_new (NULL);

  g_signal_connect (document, "changed", G_CALLBACK (note_cb), order);
  g_assert_true (seidel_document_get_analysing (document));
  g_assert_null (seidel_document_get_structure (document));
  g_assert_null (seidel_document_get_schedule (document, SEIDEL_DIRECTION_FORWARD));
  g_assert_cmpstr (seidel_document_get_title (document), ==, matrix->name);

  wait_until_analysed (document);
  g_assert_cmpstr (order->str, ==,
                   "structure structure+forward structure+forward+backward "
                   "structure+forward+backward+end ");
  g_assert_cmpint (seidel_document_get_structure (document)->rows, ==, 100);
  g_assert_cmpint (seidel_document_get_schedule (document, SEIDEL_DIRECTION_FORWARD)->count, ==,
                   19);
  g_assert_cmpint (seidel_document_get_schedule (document, SEIDEL_DIRECTION_BACKWARD)->direction,
                   ==, SEIDEL_DIRECTION_BACKWARD);
  g_assert_cmpfloat (seidel_document_get_progress (document), ==, 1.0);
  g_assert_null (seidel_document_get_error (document));
  g_assert_finalize_object (document);
}

static void
test_rectangular (void)
{
  g_autoptr (SeidelMatrix) matrix = make_rectangular ();
  SeidelDocument *document = seidel_document_new (matrix);

  wait_until_analysed (document);
  g_assert_cmpint (seidel_document_get_structure (document)->columns, ==, 3);
  g_assert_null (seidel_document_get_schedule (document, SEIDEL_DIRECTION_FORWARD));
  g_assert_null (seidel_document_get_error (document));
  g_assert_finalize_object (document);
}

static void
test_dropped_while_analysing (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 200);
  SeidelDocument *document = seidel_document_new (matrix);

  g_assert_finalize_object (document);
  /* The worker may still hold the matrix for a moment; its report must find nobody. */
  while (!g_atomic_ref_count_compare (&matrix->references, 1))
    g_main_context_iteration (NULL, FALSE);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
drop_cb (SeidelDocument *document, SeidelDocument **owner)
{
  g_clear_object (owner);
}

static void
test_dropped_by_a_handler (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 10);
  SeidelDocument *document = seidel_document_new (matrix);
  SeidelDocument *owner = document;

  g_object_add_weak_pointer (G_OBJECT (document), (gpointer *) &document);
  g_signal_connect (document, "changed", G_CALLBACK (drop_cb), &owner);
  while (document != NULL)
    g_main_context_iteration (NULL, TRUE);
}

/* What is shown is complex; what is solved is its real form. */
static void
test_complex (void)
{
  g_autoptr (SeidelMatrix) matrix = make_complex ();
  g_autoptr (SeidelDocument) document = seidel_document_new (matrix);

  wait_until_analysed (document);
  g_assert_true (seidel_document_get_structure (document)->hermitian);
  g_assert_cmpint (seidel_document_get_structure (document)->rows, ==, 2);
  g_assert_cmpint (seidel_document_get_schedule (document, SEIDEL_DIRECTION_FORWARD)->rows, ==, 2);
  g_assert_cmpint (seidel_document_get_solved_matrix (document)->csr->rows, ==, 4);
  g_assert_true (seidel_document_get_solved_structure (document)->value_symmetric);
  for (int d = 0; d < 2; d++)
    g_assert_cmpint (seidel_document_get_solved_schedule (document, (SeidelDirection) d)->rows, ==,
                     4);
  g_assert_cmpfloat (seidel_document_get_progress (document), ==, 1.0);
}

/* A real matrix is what is solved. */
static void
test_solved (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 10);
  g_autoptr (SeidelDocument) document = seidel_document_new (matrix);

  wait_until_analysed (document);
  g_assert_true (seidel_document_get_solved_matrix (document) == matrix);
  g_assert_true (seidel_document_get_solved_structure (document)
                 == seidel_document_get_structure (document));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/document/order", test_order);
  g_test_add_func ("/document/rectangular", test_rectangular);
  g_test_add_func ("/document/dropped-while-analysing", test_dropped_while_analysing);
  g_test_add_func ("/document/dropped-by-a-handler", test_dropped_by_a_handler);
  g_test_add_func ("/document/complex", test_complex);
  g_test_add_func ("/document/solved", test_solved);
  return g_test_run ();
}
