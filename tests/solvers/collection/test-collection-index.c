/* The index of the collection: what is read, what is refused and in which words, what is found.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "golden-testing.h"
#include "collection/seidel-collection-index.h"
#include "base/seidel-error.h"

#define HEAD "1\n20-Jul-2018 14:33:25\n"

static SeidelCollectionIndex *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  SeidelCollectionIndex *index =
    seidel_collection_index_parse (text, strlen (text), "ssstats.csv", &error);

  g_assert_no_error (error);
  g_assert_nonnull (index);
  return index;
}

static void
assert_bad (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCollectionIndex) index =
    seidel_collection_index_parse (text, strlen (text), "ssstats.csv", &error);

  g_assert_null (index);
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
  test_assert_wording (error->message);
}

static void
test_good (void)
{
  g_autoptr (SeidelCollectionIndex) index =
    parse ("4\n20-Jul-2018 14:33:25\n"
           "HB,bcsstk14,1806,1806,63454,1,0,1,1,1,1,structural problem,63454\n"
           "HB,orsirr_1,1030,1030,6858,1,0,1,0,1,0.4094028826355525,fluid problem\r\n"
           "Meng,iChem,274087,274088,4137369,0,1,0,-1,-1,NaN,\"computational, chemistry\",4137370\n"
           "\n"
           "Sybrandt,MOLIERE_2016,30239687,30239687,6669254694,1,0,0,0,1,1,graph,6669254694");
  size_t n;
  const SeidelCollectionEntry *entries = seidel_collection_index_entries (index, &n);

  g_assert_cmpuint (n, ==, 4);
  g_assert_cmpstr (seidel_collection_index_date (index), ==, "20-Jul-2018 14:33:25");
  g_assert_cmpstr (entries[0].group, ==, "HB");
  g_assert_cmpstr (entries[0].name, ==, "bcsstk14");
  g_assert_cmpint (entries[0].rows, ==, 1806);
  g_assert_cmpint (entries[0].columns, ==, 1806);
  g_assert_cmpint (entries[0].nonzeros, ==, 63454);
  g_assert_cmpint (entries[0].entries, ==, 63454);
  g_assert_true (entries[0].real && !entries[0].binary && entries[0].discretised);
  g_assert_cmpint (entries[0].positive_definite, ==, SEIDEL_KNOWN_YES);
  g_assert_cmpfloat (entries[0].pattern_symmetry, ==, 1.0);
  g_assert_cmpfloat (entries[0].numerical_symmetry, ==, 1.0);
  g_assert_cmpstr (entries[0].kind, ==, "structural problem");

  g_assert_cmpint (entries[1].positive_definite, ==, SEIDEL_KNOWN_NO);
  g_assert_cmpfloat (entries[1].numerical_symmetry, ==, 0.4094028826355525);
  g_assert_cmpstr (entries[1].kind, ==, "fluid problem");
  g_assert_cmpint (entries[1].entries, ==, 6858);

  g_assert_cmpint (entries[2].columns, ==, 274088);
  g_assert_true (!entries[2].real && entries[2].binary && !entries[2].discretised);
  g_assert_cmpint (entries[2].positive_definite, ==, SEIDEL_NOT_KNOWN);
  g_assert_true (isnan (entries[2].pattern_symmetry) && isnan (entries[2].numerical_symmetry));
  g_assert_cmpstr (entries[2].kind, ==, "computational, chemistry");
  g_assert_cmpint (entries[2].entries, ==, 4137370);

  g_assert_cmpint (entries[3].nonzeros, ==, G_GINT64_CONSTANT (6669254694));
  g_assert_true (seidel_collection_index_find (index, "HB", "orsirr_1") == &entries[1]);
  g_assert_null (seidel_collection_index_find (index, "HB", "MOLIERE_2016"));
}

static void
test_empty (void)
{
  g_autoptr (SeidelCollectionIndex) index = parse ("0\nnever\n");
  size_t n = 99;

  seidel_collection_index_entries (index, &n);
  g_assert_cmpuint (n, ==, 0);
}

static void
test_bad_heads (void)
{
  assert_bad ("");
  assert_bad ("<!DOCTYPE html>\n<html>\n");
  assert_bad ("-1\nx\n");
  assert_bad ("3x\nx\n");
  assert_bad ("99999999999999999999\nx\n");
  assert_bad ("\x1f\x8b\x08\n");
  assert_bad ("1\n");
  assert_bad ("1\n\nHB,a\n");
  assert_bad ("1\nHB,a,1,1,1,1,0,0,0,1,1,k\n");
  assert_bad ("2\nd\nHB,a,1,1,1,1,0,0,0,1,1,k\n");
  assert_bad ("0\nd\nHB,a,1,1,1,1,0,0,0,1,1,k\n");
}

static void
test_bad_lines (void)
{
  assert_bad (HEAD "garbage\n");
  assert_bad (HEAD "HB,a,1,1,1,1,0,0,0,1,1\n");
  assert_bad (HEAD "HB,a,1,1,1,1,0,0,0,1,1,k,1,1\n");
  assert_bad (HEAD "HB,a,1,1,1,1,0,0,0,1,1,k,1,1,1,1,1,1,1,1,1,1,1\n");
  assert_bad (HEAD "HB,a,x,1,1,1,0,0,0,1,1,k\n");
  assert_bad (HEAD "HB,a,1,-1,1,1,0,0,0,1,1,k\n");
  assert_bad (HEAD "HB,a,1,1,99999999999999999999,1,0,0,0,1,1,k\n");
  assert_bad (HEAD "HB,a,1,1,,1,0,0,0,1,1,k\n");
  assert_bad (HEAD "HB,a,1,1,1,2,0,0,0,1,1,k\n");
  assert_bad (HEAD "HB,a,1,1,1,1,0,0,yes,1,1,k\n");
  assert_bad (HEAD "HB,a,1,1,1,1,0,0,0,1.5,1,k\n");
  assert_bad (HEAD "HB,a,1,1,1,1,0,0,0,1,0;5,k\n");
  assert_bad (HEAD "HB,a,1,1,1,1,0,0,0,1,1,\xff\xfe\n");
  assert_bad (HEAD "HB,a,1,1,1,1,0,0,0,1,1,k,many\n");
  assert_bad ("2\nd\nHB,a,1,1,1,1,0,0,0,1,1,k\n\nHB,b,\x1b[31m,1,1,1,0,0,0,1,1,k\n");
}

static void
test_hostile_names (void)
{
  static const char *const bad[] = {
    "", ".", "..", "../a", "a/b", "/etc", ".hidden", "a\\b", "a\tb", "a\x7f", "\xff",
  };
  g_autofree char *longest = g_strnfill (127, 'n');
  g_autofree char *longer = g_strnfill (128, 'n');

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *group = g_strdup_printf (HEAD "%s,a,1,1,1,1,0,0,0,1,1,k\n", bad[i]);
      g_autofree char *name = g_strdup_printf (HEAD "HB,%s,1,1,1,1,0,0,0,1,1,k\n", bad[i]);

      g_assert_false (seidel_collection_name_is_safe (bad[i]));
      assert_bad (group);
      assert_bad (name);
    }
  g_assert_true (seidel_collection_name_is_safe (longest));
  g_assert_false (seidel_collection_name_is_safe (longer));
  g_assert_true (seidel_collection_name_is_safe ("a..b"));
  g_assert_true (seidel_collection_name_is_safe ("ünï-1_2+3"));
}

/* A NUL ends the line: what follows it is not read, and what precedes it is too short. */
static void
test_nul (void)
{
  static const char text[] = HEAD "HB,a\0b,1,1,1,1,0,0,0,1,1,k\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCollectionIndex) index =
    seidel_collection_index_parse (text, sizeof text - 1, "ssstats.csv", &error);

  g_assert_null (index);
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
  test_assert_wording (error->message);
}

static const SeidelCollectionEntry stiff = {
  .group = "HB",
  .name = "bcsstk14",
  .rows = 1806,
  .columns = 1806,
  .nonzeros = 63454,
  .positive_definite = SEIDEL_KNOWN_YES,
  .pattern_symmetry = 1.0,
  .numerical_symmetry = 1.0,
  .kind = "structural problem",
};

static bool
takes_text (const char *text)
{
  SeidelCollectionFilter filter = SEIDEL_COLLECTION_FILTER_INIT;
  bool takes;

  filter.words = seidel_collection_words (text);
  takes = seidel_collection_filter_takes (&filter, &stiff);
  g_strfreev (filter.words);
  return takes;
}

static void
test_words (void)
{
  g_assert_true (takes_text (""));
  g_assert_true (takes_text ("  "));
  g_assert_true (takes_text ("BCSST"));
  g_assert_true (takes_text ("hb struct 14"));
  g_assert_true (takes_text ("HB/bcsstk14"));
  g_assert_false (takes_text ("hb fluid"));
  g_assert_false (takes_text ("14structural"));
  g_assert_false (takes_text ("\xff"));
}

static void
test_filter (void)
{
  SeidelCollectionFilter filter = SEIDEL_COLLECTION_FILTER_INIT;
  SeidelCollectionEntry entry = stiff;

  g_assert_true (seidel_collection_filter_takes (&filter, &entry));
  filter.square = filter.symmetric = filter.positive_definite = true;
  g_assert_true (seidel_collection_filter_takes (&filter, &entry));
  entry.positive_definite = SEIDEL_NOT_KNOWN;
  g_assert_false (seidel_collection_filter_takes (&filter, &entry));
  filter.positive_definite = false;
  entry.numerical_symmetry = 0.999;
  g_assert_false (seidel_collection_filter_takes (&filter, &entry));
  entry.numerical_symmetry = NAN;
  g_assert_false (seidel_collection_filter_takes (&filter, &entry));
  filter.symmetric = false;
  g_assert_true (seidel_collection_filter_takes (&filter, &entry));
  entry.columns = 1805;
  g_assert_false (seidel_collection_filter_takes (&filter, &entry));
  filter.square = false;

  filter.min_rows = filter.max_rows = 1806;
  filter.min_nonzeros = filter.max_nonzeros = 63454;
  g_assert_true (seidel_collection_filter_takes (&filter, &entry));
  filter.min_rows = filter.max_rows = 1807;
  g_assert_false (seidel_collection_filter_takes (&filter, &entry));
  filter.min_rows = 0;
  filter.min_nonzeros = 63455;
  filter.max_nonzeros = G_MAXINT64;
  g_assert_false (seidel_collection_filter_takes (&filter, &entry));
  filter.min_nonzeros = 0;
  filter.max_nonzeros = 63453;
  g_assert_false (seidel_collection_filter_takes (&filter, &entry));
  filter.max_nonzeros = 63454;
  filter.max_rows = 1805;
  g_assert_false (seidel_collection_filter_takes (&filter, &entry));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/collection/index/good", test_good);
  g_test_add_func ("/collection/index/empty", test_empty);
  g_test_add_func ("/collection/index/bad-heads", test_bad_heads);
  g_test_add_func ("/collection/index/bad-lines", test_bad_lines);
  g_test_add_func ("/collection/index/hostile-names", test_hostile_names);
  g_test_add_func ("/collection/index/nul", test_nul);
  g_test_add_func ("/collection/index/words", test_words);
  g_test_add_func ("/collection/index/filter", test_filter);
  return g_test_run ();
}
