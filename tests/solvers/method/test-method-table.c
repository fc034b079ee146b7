/* The method table, and which methods suit which matrices.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "golden-testing.h"
#include "core-testing.h"
#include "method/seidel-method.h"

static void
test_methods (void)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  size_t n_methods;
  const SeidelMethod *methods = seidel_methods (&n_methods);

  g_assert_cmpuint (n_methods, >=, 5);
  for (size_t i = 0; i < n_methods; i++)
    {
      const SeidelMethod *method = &methods[i];

      g_assert_true (g_hash_table_add (ids, (gpointer) method->id));
      g_assert_true (g_hash_table_add (names, (gpointer) method->name));
      g_assert_cmpuint (strspn (method->id, "abcdefghijklmnopqrstuvwxyz0123456789-"), ==,
                        strlen (method->id));
      g_assert_true (g_str_has_suffix (method->sentence, "."));
      g_assert_cmpuint (strlen (method->source), >, 10);
      g_assert_nonnull (method->solve);
      g_assert_true (seidel_method_find (method->id) == method);
      /* All of these divide by the diagonal, or ask for symmetry; and all but those of least
       * squares need a square matrix. */
      g_assert_true (((method->needs & SEIDEL_NEEDS_SQUARE) == 0) == method->least_squares);
      if (method->sweeps != SEIDEL_SWEEPS_NONE)
        g_assert_true (method->needs & SEIDEL_NEEDS_DIAGONAL);
    }
  g_assert_null (seidel_method_find ("voodoo"));
  g_assert_null (seidel_method_find (""));
  g_assert_null (seidel_method_find (NULL));
}

/* Every need of every method is in the list of needs, and every one listed is used. */
static void
test_needs (void)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);
  size_t n_needs;
  size_t n_methods;
  const SeidelNeed *needs = seidel_needs (&n_needs);
  const SeidelMethod *methods = seidel_methods (&n_methods);
  unsigned int listed = 0;
  unsigned int used = 0;

  for (size_t i = 0; i < n_needs; i++)
    {
      g_assert_true (g_hash_table_add (ids, (gpointer) needs[i].id));
      g_assert_cmpint (__builtin_popcount (needs[i].need), ==, 1);
      g_assert_false (listed & needs[i].need);
      g_assert_true (g_str_has_prefix (needs[i].name, "a "));
      listed |= needs[i].need;
    }
  for (size_t i = 0; i < n_methods; i++)
    used |= methods[i].needs;
  g_assert_cmpuint (used, ==, listed);
}

typedef struct
{
  const char *method;
  int rows, columns, count;
  TestEntry entries[6];
  bool applies;
} Case;

static const Case cases[] = {
  { "jacobi", 2, 2, 2, { { 0, 0, 1 }, { 1, 1, -1 } }, true },
  { "jacobi", 2, 3, 2, { { 0, 0, 1 }, { 1, 1, 1 } }, false },
  { "cg", 3, 2, 2, { { 0, 0, 1 }, { 1, 1, 1 } }, false },
  { "jacobi", 3, 3, 2, { { 0, 0, 1 }, { 2, 2, 1 } }, false },
  { "gauss-seidel", 3, 3, 2, { { 0, 0, 1 }, { 1, 0, 1 } }, false },
  { "gauss-seidel-backward", 3, 3, 3, { { 0, 0, 1 }, { 1, 1, 1 }, { 2, 2, 0 } }, false },
  { "gauss-seidel-symmetric", 3, 3, 3, { { 0, 0, 0 }, { 1, 1, 1 }, { 2, 2, 0 } }, false },
  { "cg", 2, 2, 3, { { 0, 0, 1 }, { 0, 1, 1 }, { 1, 1, 1 } }, false },
  { "cg", 3, 3, 4, { { 0, 1, 1 }, { 1, 0, 1 }, { 0, 2, 1 }, { 2, 0, 2 } }, false },
  { "cg", 2, 2, 2, { { 0, 0, 1 }, { 1, 1, -1 } }, false },
  { "cg", 3, 3, 3, { { 0, 0, -1 }, { 1, 1, -1 }, { 2, 2, 3 } }, false },
  { "cg", 2, 2, 2, { { 0, 1, 1 }, { 1, 0, 1 } }, false },
  { "cg", 2, 2, 2, { { 0, 0, 1 }, { 1, 1, 0 } }, false },
  { "cg", 2, 2, 4, { { 0, 0, 2 }, { 0, 1, 1 }, { 1, 0, 1 }, { 1, 1, 2 } }, true },
};

static void
test_applies (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case *c = &cases[i];
      g_autoptr (SeidelMatrix) matrix =
        seidel_matrix_new ("case",
                           test_csr_from_entries (c->rows, c->columns, c->entries, c->count));
      g_autoptr (SeidelStructure) structure = seidel_structure_new (matrix, NULL, NULL, NULL);
      const SeidelMethod *method = seidel_method_find (c->method);
      g_autofree char *why_not = NULL;
      int64_t row = -1;

      g_assert_cmpint (seidel_method_applies (method, structure, &why_not, &row), ==, c->applies);
      if (!c->applies)
        {
          g_autofree char *text = seidel_matrix_add_place (matrix, why_not, row, -1);

          test_assert_wording (text);
        }
      g_assert_cmpint (seidel_method_applies (method, structure, NULL, NULL), ==, c->applies);
    }
}

/* Each need of each method is looked at: a matrix that lacks that one thing is refused. */
static void
test_every_need (void)
{
  static const struct
  {
    SeidelNeeds need;
    int rows, count;
    TestEntry entries[4];
  } lacking[] = {
    { SEIDEL_NEEDS_SQUARE, 3, 2, { { 0, 0, 1 }, { 1, 1, 1 } } },
    { SEIDEL_NEEDS_DIAGONAL, 2, 2, { { 0, 1, 1 }, { 1, 0, 1 } } },
    { SEIDEL_NEEDS_SYMMETRIC, 2, 3, { { 0, 0, 1 }, { 0, 1, 1 }, { 1, 1, 1 } } },
    { SEIDEL_NEEDS_POSITIVE_DIAGONAL, 2, 2, { { 0, 0, -1 }, { 1, 1, 1 } } },
    { SEIDEL_NEEDS_COMPLEX_SYMMETRIC, 2, 3, { { 0, 0, 1 }, { 0, 1, 1 }, { 1, 1, 1 } } },
  };
  size_t n_methods;
  size_t n_needs;
  const SeidelMethod *methods = seidel_methods (&n_methods);
  const SeidelNeed *needs = seidel_needs (&n_needs);

  g_assert_cmpuint (n_needs, ==, G_N_ELEMENTS (lacking));
  for (size_t i = 0; i < G_N_ELEMENTS (lacking); i++)
    for (size_t m = 0; m < n_methods; m++)
      {
        g_autoptr (SeidelMatrix) matrix =
          seidel_matrix_new ("lacking",
                             test_csr_from_entries (lacking[i].rows, 2, lacking[i].entries,
                                                    lacking[i].count));
        g_autoptr (SeidelStructure) structure = seidel_structure_new (matrix, NULL, NULL, NULL);
        g_autofree char *why_not = NULL;
        g_autofree char *start =
          g_strdup_printf ("“%s” needs %s: ", methods[m].name, needs[i].name);

        g_assert_cmpint (needs[i].need, ==, lacking[i].need);
        if (!(methods[m].needs & lacking[i].need))
          continue;
        g_assert_false (seidel_method_applies (&methods[m], structure, &why_not, NULL));
        g_assert_true (g_str_has_prefix (why_not, start));
      }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/methods/table", test_methods);
  g_test_add_func ("/methods/needs", test_needs);
  g_test_add_func ("/methods/applies", test_applies);
  g_test_add_func ("/methods/every-need", test_every_need);
  return g_test_run ();
}
