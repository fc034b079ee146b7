/* Lines of the stream: what is written is read, whatever comes between and however it is cut.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "cluster/seidel-cluster-stream.h"

typedef struct
{
  SeidelClusterStream stream;
  SeidelClusterResult result;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->result = (SeidelClusterResult){ .initial = NAN, .latest = NAN };
  fixture->stream = (SeidelClusterStream){ .trace = seidel_trace_new (),
                                           .result = &fixture->result,
                                           .ranks = g_array_new (FALSE, FALSE, sizeof (SeidelRank)),
                                           .line = g_string_new (NULL) };
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  seidel_trace_unref (fixture->stream.trace);
  g_array_unref (fixture->stream.ranks);
  g_string_free (fixture->stream.line, TRUE);
  seidel_cluster_result_clear (&fixture->result);
}

static GString *
write_run (void)
{
  GString *text = g_string_new ("[host:1] a warning of somebody else\n");
  SeidelRank rank = { .rank = 1,
                      .pid = 77,
                      .host = "node 7",
                      .rows = 10,
                      .entries = 46,
                      .crossing = 4,
                      .halo = 32,
                      .latency = 1e-6 / 3.0,
                      .bandwidth = 1e10 / 3.0,
                      .products = 0.1,
                      .exchanges = 0.1 / 3.0,
                      .reductions = 1.0 / 3.0,
                      .sums = 98765432109,
                      .memory = 123456789 };
  const SeidelTracePoint points[] = { { 0, 0.0, 1.0 / 3.0, NAN, NAN },
                                      { 1, 1e-300, 5e-324, 0.25, NAN } };
  const SeidelTraceSweep sweep = { 1, 0.125, 1e-9 };
  const SeidelClusterResult end = { .reason = SEIDEL_REASON_CONVERGED_RELATIVE,
                                    .iterations = 1,
                                    .initial = 1.0 / 3.0,
                                    .latest = 5e-324,
                                    .computed = true,
                                    .message = (char *) "two\nlines, “ü”",
                                    .row = 6 };

  seidel_cluster_stream_add_process (text, &rank);
  seidel_cluster_stream_add_rank (text, &rank);
  seidel_cluster_stream_add_solve (text, 0.7);
  g_string_append (text, "seidel nonsense 1 2 3\nseidelpoint 9 9 9 9\n\n");
  for (size_t i = 0; i < G_N_ELEMENTS (points); i++)
    seidel_cluster_stream_add_point (text, &points[i]);
  seidel_cluster_stream_add_sweep (text, &sweep);
  seidel_cluster_stream_add_times (text, &rank);
  seidel_cluster_stream_add_end (text, &end);
  return text;
}

static void
check_run (Fixture *fixture)
{
  SeidelTrace *trace = fixture->stream.trace;
  const SeidelRank *rank = &g_array_index (fixture->stream.ranks, SeidelRank, 0);

  g_assert_true (fixture->stream.ended);
  g_assert_cmpuint (fixture->stream.ranks->len, ==, 1);
  g_assert_cmpint (rank->rank, ==, 1);
  g_assert_cmpint (rank->pid, ==, 77);
  g_assert_cmpstr (rank->host, ==, "node 7");
  g_assert_cmpint (rank->rows, ==, 10);
  g_assert_cmpint (rank->entries, ==, 46);
  g_assert_cmpint (rank->crossing, ==, 4);
  g_assert_cmpint (rank->halo, ==, 32);
  g_assert_cmpfloat (rank->latency, ==, 1e-6 / 3.0);
  g_assert_cmpfloat (rank->bandwidth, ==, 1e10 / 3.0);
  g_assert_cmpfloat (rank->products, ==, 0.1);
  g_assert_cmpfloat (rank->exchanges, ==, 0.1 / 3.0);
  g_assert_cmpfloat (rank->reductions, ==, 1.0 / 3.0);
  g_assert_cmpint (rank->sums, ==, 98765432109);
  g_assert_cmpint (rank->memory, ==, 123456789);
  g_assert_cmpfloat (seidel_trace_reference (trace), ==, 0.7);
  g_assert_cmpint (seidel_trace_phase (trace), ==, SEIDEL_PHASE_TRANSFER);
  g_assert_cmpuint (seidel_trace_n_points (trace), ==, 2);
  g_assert_cmpfloat (seidel_trace_point (trace, 0).residual, ==, 1.0 / 3.0);
  g_assert_true (isnan (seidel_trace_point (trace, 0).error));
  g_assert_cmpfloat (seidel_trace_point (trace, 1).residual, ==, 5e-324);
  g_assert_cmpfloat (seidel_trace_point (trace, 1).seconds, ==, 1e-300);
  g_assert_cmpfloat (seidel_trace_point (trace, 1).error, ==, 0.25);
  g_assert_cmpuint (seidel_trace_n_sweeps (trace), ==, 1);
  g_assert_cmpfloat (seidel_trace_sweep (trace, 0).begin, ==, 0.125);
  g_assert_cmpint (fixture->result.reason, ==, SEIDEL_REASON_CONVERGED_RELATIVE);
  g_assert_cmpfloat (fixture->result.initial, ==, 1.0 / 3.0);
  g_assert_cmpfloat (fixture->result.latest, ==, 5e-324);
  g_assert_true (fixture->result.computed);
  g_assert_cmpstr (fixture->result.message, ==, "two lines, “ü”");
  g_assert_cmpint (fixture->result.row, ==, 6);
}

static void
test_whole (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) text = write_run ();

  seidel_cluster_stream_take (&fixture->stream, text->str, text->len);
  check_run (fixture);
}

static void
test_pieces (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) text = write_run ();

  for (gsize i = 0; i < text->len; i++)
    seidel_cluster_stream_take (&fixture->stream, text->str + i, 1);
  check_run (fixture);
}

/* A failure after the end is that of ranks that were ended. */
static void
test_failure (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);

  seidel_cluster_stream_add_failure (text, SEIDEL_REASON_OUT_OF_MEMORY, "No room.");
  seidel_cluster_stream_take (&fixture->stream, text->str, text->len);
  g_assert_true (fixture->stream.ended);
  g_assert_cmpint (fixture->result.reason, ==, SEIDEL_REASON_OUT_OF_MEMORY);
  g_assert_cmpstr (fixture->result.message, ==, "No room.");
  g_string_truncate (text, 0);
  seidel_cluster_stream_add_failure (text, SEIDEL_REASON_FAILED, "Another.");
  seidel_cluster_stream_take (&fixture->stream, text->str, text->len);
  g_assert_cmpstr (fixture->result.message, ==, "No room.");
}

/* Bytes that no rank would send end in nothing worse than nonsense. */
static void
test_junk (Fixture *fixture, gconstpointer data)
{
  const char *const lines[] = {
    "seidel point\n",         "seidel point 1\n",
    "seidel point a b c d\n", "seidel rank 5 1 1 1 1\n",
    "seidel time 9 1 1\n",    "seidel end\n",
    "seidel fail\n",          "seidel end 1 1 1 5 999 1 \xff\n",
  };
  g_autofree char *longest = g_strnfill (1 << 20, 'x');

  for (size_t i = 0; i < G_N_ELEMENTS (lines); i++)
    seidel_cluster_stream_take (&fixture->stream, lines[i], strlen (lines[i]));
  g_assert_cmpint (fixture->result.reason, ==, SEIDEL_REASON_FAILED);
  g_assert_true (fixture->result.message == NULL
                 || g_utf8_validate (fixture->result.message, -1, NULL));
  seidel_cluster_stream_take (&fixture->stream, longest, strlen (longest));
  g_assert_cmpuint (fixture->stream.line->len, <, 10000);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/cluster-stream/whole", Fixture, NULL, set_up, test_whole, tear_down);
  g_test_add ("/cluster-stream/pieces", Fixture, NULL, set_up, test_pieces, tear_down);
  g_test_add ("/cluster-stream/failure", Fixture, NULL, set_up, test_failure, tear_down);
  g_test_add ("/cluster-stream/junk", Fixture, NULL, set_up, test_junk, tear_down);
  return g_test_run ();
}
