/* Lines of the stream, written and read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cluster/seidel-cluster-stream.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define PREFIX "seidel "

/* A line is never longer, whatever a rank prints. */
#define MOST_BYTES 8192

static void
append_number (GString *text, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (text, " %s", g_ascii_dtostr (buffer, sizeof buffer, value));
}

static void
append_integer (GString *text, int64_t value)
{
  g_string_append_printf (text, " %" G_GINT64_FORMAT, value);
}

/* The end of a line: what is left of it is free text. */
static void
append_text (GString *text, const char *message)
{
  g_autofree char *line = g_strdup (message != NULL ? message : "");

  g_strdelimit (line, "\r\n", ' ');
  g_string_append_printf (text, " %.*s\n", MOST_BYTES / 2, line);
}

/* The numbers of a line, in their order: members of the struct that the line is about. Both ends
 * go by these tables. */
typedef struct
{
  enum
  {
    INTEGER, /* int64_t */
    NUMBER,  /* double */
  } kind;
  size_t offset;
} Field;

#define FIELD(kind, type, member) \
  {                               \
    kind, offsetof (type, member) \
  }

static const Field process_fields[] = {
  FIELD (INTEGER, SeidelRank, rank),
  FIELD (INTEGER, SeidelRank, pid),
};

static const Field rank_fields[] = {
  FIELD (INTEGER, SeidelRank, rank),     FIELD (INTEGER, SeidelRank, rows),
  FIELD (INTEGER, SeidelRank, entries),  FIELD (INTEGER, SeidelRank, crossing),
  FIELD (INTEGER, SeidelRank, halo),     FIELD (NUMBER, SeidelRank, latency),
  FIELD (NUMBER, SeidelRank, bandwidth),
};

static const Field time_fields[] = {
  FIELD (INTEGER, SeidelRank, rank),     FIELD (NUMBER, SeidelRank, products),
  FIELD (NUMBER, SeidelRank, exchanges), FIELD (NUMBER, SeidelRank, reductions),
  FIELD (INTEGER, SeidelRank, sums),     FIELD (INTEGER, SeidelRank, memory),
};

static const Field point_fields[] = {
  FIELD (INTEGER, SeidelTracePoint, iteration),
  FIELD (NUMBER, SeidelTracePoint, seconds),
  FIELD (NUMBER, SeidelTracePoint, residual),
  FIELD (NUMBER, SeidelTracePoint, error),
};

static const Field sweep_fields[] = {
  FIELD (INTEGER, SeidelTraceSweep, iteration),
  FIELD (NUMBER, SeidelTraceSweep, begin),
  FIELD (NUMBER, SeidelTraceSweep, seconds),
};

static const Field result_fields[] = {
  FIELD (INTEGER, SeidelClusterResult, iterations),
  FIELD (NUMBER, SeidelClusterResult, initial),
  FIELD (NUMBER, SeidelClusterResult, latest),
  FIELD (INTEGER, SeidelClusterResult, row),
};

static void
append_fields (GString *text, const char *word, const Field *fields, size_t n, const void *from)
{
  g_string_append_printf (text, PREFIX "%s", word);
  for (size_t i = 0; i < n; i++)
    {
      const void *value = (const char *) from + fields[i].offset;

      if (fields[i].kind == INTEGER)
        append_integer (text, *(const int64_t *) value);
      else
        append_number (text, *(const double *) value);
    }
}

#define APPEND_FIELDS(text, word, fields, from) \
  append_fields (text, word, fields, G_N_ELEMENTS (fields), from)

void
seidel_cluster_stream_add_process (GString *text, const SeidelRank *rank)
{
  APPEND_FIELDS (text, "process", process_fields, rank);
  append_text (text, rank->host);
}

void
seidel_cluster_stream_add_rank (GString *text, const SeidelRank *rank)
{
  APPEND_FIELDS (text, "rank", rank_fields, rank);
  g_string_append_c (text, '\n');
}

void
seidel_cluster_stream_add_times (GString *text, const SeidelRank *rank)
{
  APPEND_FIELDS (text, "time", time_fields, rank);
  g_string_append_c (text, '\n');
}

void
seidel_cluster_stream_add_point (GString *text, const SeidelTracePoint *point)
{
  APPEND_FIELDS (text, "point", point_fields, point);
  g_string_append_c (text, '\n');
}

void
seidel_cluster_stream_add_sweep (GString *text, const SeidelTraceSweep *sweep)
{
  APPEND_FIELDS (text, "sweep", sweep_fields, sweep);
  g_string_append_c (text, '\n');
}

void
seidel_cluster_stream_add_solve (GString *text, double reference)
{
  g_string_append (text, PREFIX "solve\n" PREFIX "reference");
  append_number (text, reference);
  g_string_append_c (text, '\n');
}

void
seidel_cluster_stream_add_end (GString *text, const SeidelClusterResult *result)
{
  APPEND_FIELDS (text, "end", result_fields, result);
  append_integer (text, result->reason);
  append_integer (text, result->computed);
  append_text (text, result->message);
}

void
seidel_cluster_stream_add_failure (GString *text, SeidelReason reason, const char *message)
{
  g_string_append (text, PREFIX "fail");
  append_integer (text, reason);
  append_text (text, message);
}

/* Words of a line that is being read. */
static int64_t
take_integer (const char **line)
{
  char *end = NULL;
  const int64_t value = g_ascii_strtoll (*line, &end, 10);

  *line = end;
  return value;
}

static double
take_number (const char **line)
{
  char *end = NULL;
  const double value = g_ascii_strtod (*line, &end);

  *line = end;
  return value;
}

static void
take_fields (const char **line, const Field *fields, size_t n, void *to)
{
  for (size_t i = 0; i < n; i++)
    {
      void *value = (char *) to + fields[i].offset;

      if (fields[i].kind == INTEGER)
        *(int64_t *) value = take_integer (line);
      else
        *(double *) value = take_number (line);
    }
}

#define TAKE_FIELDS(line, fields, to) take_fields (line, fields, G_N_ELEMENTS (fields), to)

static const char *
take_text (const char *line)
{
  while (*line == ' ')
    line++;
  return line;
}

static SeidelReason
take_reason (const char **line)
{
  const int64_t reason = take_integer (line);

  return reason > SEIDEL_REASON_NONE && reason <= SEIDEL_REASON_FAILED ? (SeidelReason) reason
                                                                       : SEIDEL_REASON_FAILED;
}

static void
take_message (SeidelClusterStream *self, const char *line)
{
  const char *message = take_text (line);

  g_free (self->result->message);
  self->result->message = *message != '\0' ? g_utf8_make_valid (message, -1) : NULL;
}

static void
read_process (SeidelClusterStream *self, const char *line)
{
  SeidelRank rank = SEIDEL_RANK_INIT;

  TAKE_FIELDS (&line, process_fields, &rank);
  g_strlcpy (rank.host, take_text (line), sizeof rank.host);
  g_array_append_val (self->ranks, rank);
}

/* Completes what is known of the rank that the line is about: its number comes first. */
static void
complete_rank (SeidelClusterStream *self, const char *line, const Field *fields, size_t n)
{
  const char *rest = line;
  const int64_t number = take_integer (&rest);

  for (guint i = 0; i < self->ranks->len; i++)
    {
      SeidelRank *rank = &g_array_index (self->ranks, SeidelRank, i);

      if (rank->rank == number)
        {
          take_fields (&line, fields, n, rank);
          return;
        }
    }
}

static void
read_rank (SeidelClusterStream *self, const char *line)
{
  complete_rank (self, line, rank_fields, G_N_ELEMENTS (rank_fields));
}

static void
read_times (SeidelClusterStream *self, const char *line)
{
  complete_rank (self, line, time_fields, G_N_ELEMENTS (time_fields));
}

static void
read_solve (SeidelClusterStream *self, const char *line)
{
  seidel_trace_begin_phase (self->trace, SEIDEL_PHASE_SOLVE);
}

static void
read_reference (SeidelClusterStream *self, const char *line)
{
  seidel_trace_set_reference (self->trace, take_number (&line));
}

static void
read_point (SeidelClusterStream *self, const char *line)
{
  SeidelTracePoint point = { .normal = NAN, .maximum = NAN };

  TAKE_FIELDS (&line, point_fields, &point);
  seidel_trace_take_point (self->trace, &point);
  if (seidel_trace_n_points (self->trace) == 1)
    self->result->initial = point.residual;
  self->result->iterations = point.iteration;
  self->result->latest = point.residual;
}

static void
read_sweep (SeidelClusterStream *self, const char *line)
{
  SeidelTraceSweep sweep = { 0 };

  TAKE_FIELDS (&line, sweep_fields, &sweep);
  seidel_trace_take_sweep (self->trace, &sweep);
}

static void
read_end (SeidelClusterStream *self, const char *line)
{
  SeidelClusterResult *result = self->result;

  TAKE_FIELDS (&line, result_fields, result);
  result->reason = take_reason (&line);
  result->computed = take_integer (&line) != 0;
  take_message (self, line);
  self->ended = true;
  /* Reading x and waiting for the ranks to end is not a part of solving. */
  seidel_trace_begin_phase (self->trace, SEIDEL_PHASE_TRANSFER);
}

static void
read_failure (SeidelClusterStream *self, const char *line)
{
  if (self->ended)
    return;
  self->result->reason = take_reason (&line);
  take_message (self, line);
  self->ended = true;
}

static void
read_line (SeidelClusterStream *self, const char *line)
{
  static const struct
  {
    const char *word;
    void (*read) (SeidelClusterStream *self, const char *line);
  } words[] = {
    { "point ", read_point },         { "sweep ", read_sweep }, { "process ", read_process },
    { "rank ", read_rank },           { "solve", read_solve },  { "time ", read_times },
    { "reference ", read_reference }, { "end ", read_end },     { "fail ", read_failure },
  };

  if (!g_str_has_prefix (line, PREFIX))
    return;
  line += strlen (PREFIX);
  for (size_t i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_has_prefix (line, words[i].word))
      {
        words[i].read (self, line + strlen (words[i].word));
        return;
      }
}

void
seidel_cluster_stream_take (SeidelClusterStream *self, const char *bytes, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (bytes[i] == '\n')
      {
        read_line (self, self->line->str);
        g_string_truncate (self->line, 0);
      }
    else if (self->line->len < MOST_BYTES)
      g_string_append_c (self->line, bytes[i]);
}
