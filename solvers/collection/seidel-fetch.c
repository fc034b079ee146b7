/* One file over HTTP: opened, read, with every way in which it can go wrong given a name.
 *
 * Redirections are followed here and not by libsoup, so that their targets can be checked.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "collection/seidel-fetch.h"

#include <inttypes.h>
#include <string.h>
#include <libsoup/soup.h>

#include "config.h"
#include "base/seidel-fail.h"
#include "base/seidel-translatable.h"

#define MOST_REDIRECTIONS 5

/* How many times the patience with silence an answer may take to begin, redirections included; and
 * the bytes per second that come on average over that patience of a server that is not given up. */
#define ANSWER_PATIENCE  2
#define LEAST_PER_SECOND 256

/* Seconds of silence until a file that is spooled is given up, and what is read of it at once. */
#define SPOOL_PATIENCE 30
#define SPOOL_CHUNK    65536

struct SeidelFetch
{
  GMainContext *context; /* of the session: nothing of it runs in anybody else's */
  SoupSession *session;
  SoupMessage *message;
  GInputStream *stream;
  char *address; /* for messages */
  int patience;
  bool connected; /* the last message came so far */
  int64_t offset;
  int64_t total;
  int64_t received; /* of this answer */
  int64_t length;   /* of this answer, −1 when not known */
  int64_t since;    /* when the present patience began, monotonic, and what had come then */
  int64_t before;
};

/* Cancels an operation that has not ended in time. */
typedef struct
{
  GMutex mutex;
  GCond cond;
  gint64 end;
  bool done;
  bool late;
  GCancellable *cancellable; /* owned; also cancelled with that of the caller */
  GCancellable *asked;       /* the caller's, or NULL */
  gulong handler;
  GThread *thread; /* NULL where none can be started */
} Deadline;

static void *
deadline_thread (void *data)
{
  Deadline *self = data;

  g_mutex_lock (&self->mutex);
  while (!self->done && g_cond_wait_until (&self->cond, &self->mutex, self->end))
    continue;
  self->late = !self->done;
  g_mutex_unlock (&self->mutex);
  if (self->late)
    g_cancellable_cancel (self->cancellable);
  return NULL;
}

static void
cancel_cb (GCancellable *asked, GCancellable *cancellable)
{
  g_cancellable_cancel (cancellable);
}

static void
deadline_begin (Deadline *self, int seconds, GCancellable *asked)
{
  g_mutex_init (&self->mutex);
  g_cond_init (&self->cond);
  self->end = g_get_monotonic_time () + (gint64) seconds * G_USEC_PER_SEC;
  self->cancellable = g_cancellable_new ();
  self->asked = asked;
  if (asked != NULL)
    self->handler = g_cancellable_connect (asked, G_CALLBACK (cancel_cb), self->cancellable, NULL);
  self->thread = g_thread_try_new ("deadline", deadline_thread, self, NULL);
}

/* Whether it ended in time. */
static bool
deadline_end (Deadline *self)
{
  g_mutex_lock (&self->mutex);
  self->done = true;
  g_cond_signal (&self->cond);
  g_mutex_unlock (&self->mutex);
  if (self->thread != NULL)
    g_thread_join (self->thread);
  g_cancellable_disconnect (self->asked, self->handler);
  g_clear_object (&self->cancellable);
  g_cond_clear (&self->cond);
  g_mutex_clear (&self->mutex);
  return !self->late;
}

/* libsoup would read what is left of a body, to use the connection again, and wait for it as long
 * as the server likes: the request forbids it. */
static void
drop_stream (SeidelFetch *self)
{
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();

  if (self->stream == NULL)
    return;
  g_cancellable_cancel (cancelled);
  g_input_stream_close (self->stream, cancelled, NULL);
  g_clear_object (&self->stream);
}

void
seidel_fetch_free (SeidelFetch *self)
{
  if (self == NULL)
    return;
  g_main_context_push_thread_default (self->context);
  drop_stream (self);
  g_clear_object (&self->message);
  if (self->session != NULL)
    soup_session_abort (self->session);
  g_clear_object (&self->session);
  g_main_context_pop_thread_default (self->context);
  g_main_context_unref (self->context);
  g_free (self->address);
  g_free (self);
}

static const char *
describe_certificate (GTlsCertificateFlags flags)
{
  static const struct
  {
    GTlsCertificateFlags flag;
    const char *text;
  } known[] = {
    { G_TLS_CERTIFICATE_REVOKED, "its certificate was revoked" },
    { G_TLS_CERTIFICATE_EXPIRED, "its certificate has expired" },
    { G_TLS_CERTIFICATE_NOT_ACTIVATED, "its certificate is not valid yet" },
    { G_TLS_CERTIFICATE_BAD_IDENTITY, "its certificate belongs to another name" },
    { G_TLS_CERTIFICATE_UNKNOWN_CA,
      "its certificate is not signed by an authority that this machine trusts" },
    { G_TLS_CERTIFICATE_INSECURE, "its certificate is signed in an insecure way" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    if (flags & known[i].flag)
      return known[i].text;
  return NULL;
}

static char *
describe_tls (SeidelFetch *self, const GError *error)
{
  const char *text =
    self->message != NULL
      ? describe_certificate (soup_message_get_tls_peer_certificate_errors (self->message))
      : NULL;

  if (g_error_matches (error, G_TLS_ERROR, G_TLS_ERROR_UNAVAILABLE))
    text = "this machine lacks the part of GLib that makes them (glib-networking)";
  return g_strdup_printf ("no secure connection can be made: %s",
                          text != NULL ? text : error->message);
}

static char *
describe_io (SeidelFetch *self, const GError *error)
{
  switch (error->code)
    {
    case G_IO_ERROR_TIMED_OUT:
      return self->connected
               ? g_strdup_printf ("the server sent nothing for %d s, and was given up",
                                  self->patience)
               : g_strdup_printf ("no connection within %d s", self->patience);
    case G_IO_ERROR_PARTIAL_INPUT:
    case G_IO_ERROR_CONNECTION_CLOSED:
      if (self->stream == NULL)
        return g_strdup_printf ("the server does not answer as it should: %s", error->message);
      return g_strdup ("the connection ended before the file was complete");
    default:
      return self->connected ? g_strdup (error->message)
                             : g_strdup_printf ("the server cannot be reached: %s", error->message);
    }
}

/* Takes what GIO or libsoup said and says it in the words of this file. */
static void
explain (SeidelFetch *self, GError *said, GError **error)
{
  g_autoptr (GError) taken = said;
  g_autofree char *text = NULL;
  SeidelError code = SEIDEL_ERROR_IO;

  if (g_error_matches (said, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&taken));
      return;
    }
  if (said->domain == G_TLS_ERROR)
    text = describe_tls (self, said);
  else if (said->domain == G_RESOLVER_ERROR)
    text = g_strdup_printf ("the name of the server cannot be looked up (%s): is this machine "
                            "connected to the network?",
                            said->message);
  else if (said->domain == G_IO_ERROR)
    text = describe_io (self, said);
  else if (said->domain == SOUP_SESSION_ERROR)
    {
      code = SEIDEL_ERROR_FORMAT;
      text = g_strdup_printf ("what the server sends is not HTTP: %s", said->message);
    }
  else
    text = g_strdup (said->message);
  g_set_error (error, SEIDEL_ERROR, code, "%s: %s", self->address, text);
}

static void
network_event_cb (SoupMessage *message,
                  GSocketClientEvent event,
                  GIOStream *connection,
                  gpointer data)
{
  SeidelFetch *self = data;

  if (event == G_SOCKET_CLIENT_COMPLETE)
    self->connected = true;
}

static void
set_address (SeidelFetch *self, GUri *uri)
{
  g_free (self->address);
  self->address = g_uri_to_string_partial (uri, G_URI_HIDE_USERINFO);
}

static GUri *
parse_uri (const char *text, GError **error)
{
  g_autoptr (GUri) uri = g_uri_parse (text, SOUP_HTTP_URI_FLAGS, NULL);
  const char *scheme = uri != NULL ? g_uri_get_scheme (uri) : NULL;
  const char *host = uri != NULL ? g_uri_get_host (uri) : NULL;

  if ((g_strcmp0 (scheme, "http") == 0 || g_strcmp0 (scheme, "https") == 0) && host != NULL
      && host[0] != '\0')
    return g_steal_pointer (&uri);
  return seidel_fail (error, SEIDEL_ERROR_INVALID,
                      seidel_text (
                        "%s: an address that begins with https:// or http:// and names a server is "
                        "expected"),
                      text);
}

static SoupMessage *
new_message (SeidelFetch *self, const SeidelFetchRequest *request, GUri *uri)
{
  SoupMessage *message = soup_message_new_from_uri (SOUP_METHOD_GET, uri);
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);

  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT);
  if (request->etag != NULL)
    soup_message_headers_append (headers, "If-None-Match", request->etag);
  if (request->modified != NULL)
    soup_message_headers_append (headers, "If-Modified-Since", request->modified);
  if (request->offset > 0 && request->same_as != NULL)
    {
      soup_message_headers_set_range (headers, request->offset, -1);
      soup_message_headers_append (headers, "If-Range", request->same_as);
    }
  g_signal_connect (message, "network-event", G_CALLBACK (network_event_cb), self);
  return message;
}

/* Sends the message; what was sent before is let go. */
static bool
send_message (SeidelFetch *self, SoupMessage *message, GCancellable *cancellable, GError **error)
{
  GError *said = NULL;

  drop_stream (self);
  g_set_object (&self->message, message);
  set_address (self, soup_message_get_uri (message));
  self->connected = false;
  self->stream = soup_session_send (self->session, message, cancellable, &said);
  if (self->stream != NULL)
    return true;
  explain (self, said, error);
  return false;
}

static GUri *
read_location (SeidelFetch *self, GUri *from, GError **error)
{
  const char *location =
    soup_message_headers_get_one (soup_message_get_response_headers (self->message), "Location");
  g_autoptr (GUri) to = NULL;
  const char *scheme;

  if (location != NULL)
    to = g_uri_parse_relative (from, location, SOUP_HTTP_URI_FLAGS, NULL);
  scheme = to != NULL ? g_uri_get_scheme (to) : NULL;
  if (g_strcmp0 (scheme, "https") == 0
      || (g_strcmp0 (scheme, "http") == 0 && g_strcmp0 (g_uri_get_scheme (from), "http") == 0))
    return g_steal_pointer (&to);
  return seidel_fail (
    error, SEIDEL_ERROR_FORMAT,
    seidel_text (
      "%s: the server says that the file is elsewhere, but not at an address that can be "
      "followed: %s"),
    self->address,
    location == NULL                  ? seidel_text ("none is named")
    : g_strcmp0 (scheme, "http") == 0 ? seidel_text ("it leads from https to http")
                                      : seidel_text ("neither https nor http"));
}

static bool
is_redirection (guint status)
{
  return status == SOUP_STATUS_MOVED_PERMANENTLY || status == SOUP_STATUS_FOUND
         || status == SOUP_STATUS_SEE_OTHER || status == SOUP_STATUS_TEMPORARY_REDIRECT
         || status == SOUP_STATUS_PERMANENT_REDIRECT;
}

static bool
send_and_follow (SeidelFetch *self,
                 const SeidelFetchRequest *request,
                 GCancellable *cancellable,
                 GError **error)
{
  g_autoptr (GUri) uri = parse_uri (request->uri, error);

  for (int hop = 0; uri != NULL && hop <= MOST_REDIRECTIONS; hop++)
    {
      g_autoptr (SoupMessage) message = new_message (self, request, uri);
      GUri *next;

      if (!send_message (self, message, cancellable, error))
        return false;
      if (!is_redirection (soup_message_get_status (message)))
        return true;
      next = read_location (self, uri, error);
      g_uri_unref (uri);
      uri = next;
    }
  if (uri != NULL)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT,
                 seidel_text ("%s: sent on from one address to the next more than %d times"),
                 request->uri, MOST_REDIRECTIONS);
  return false;
}

static bool
read_part (SeidelFetch *self, const SeidelFetchRequest *request, GError **error)
{
  SoupMessageHeaders *headers = soup_message_get_response_headers (self->message);
  goffset begin;
  goffset end;
  goffset total;

  if (soup_message_headers_get_content_range (headers, &begin, &end, &total)
      && begin == request->offset && end >= begin && (total < 0 || end == total - 1))
    {
      self->offset = begin;
      self->total = total;
      self->length = end - begin + 1;
      return true;
    }
  return seidel_fail (error, SEIDEL_ERROR_FORMAT,
                      seidel_text ("%s: the rest from byte %" PRId64
                                   " on was asked for and another part came"),
                      self->address, request->offset);
}

/* Whether all lengths that an answer declares are one. */
static bool
check_lengths (SeidelFetch *self, GError **error)
{
  const char *declared =
    soup_message_headers_get_list (soup_message_get_response_headers (self->message),
                                   "Content-Length");
  g_auto (GStrv) lengths = g_strsplit (declared != NULL ? declared : "", ",", -1);

  for (char **length = lengths; *length != NULL; length++)
    if (strcmp (g_strstrip (*length), g_strstrip (lengths[0])) != 0)
      return seidel_fail (error, SEIDEL_ERROR_FORMAT,
                          seidel_text (
                            "%s: the server declares two lengths of the file, %s and %s"),
                          self->address, lengths[0], *length);
  return true;
}

static bool
look_at_answer (SeidelFetch *self, const SeidelFetchRequest *request, GError **error)
{
  SoupMessageHeaders *headers = soup_message_get_response_headers (self->message);
  guint status = soup_message_get_status (self->message);
  bool conditional = request->etag != NULL || request->modified != NULL;

  self->total = self->length = -1;
  if (!check_lengths (self, error))
    return false;
  if (status == SOUP_STATUS_OK)
    {
      if (soup_message_headers_get_encoding (headers) == SOUP_ENCODING_CONTENT_LENGTH)
        self->total = self->length = soup_message_headers_get_content_length (headers);
      return true;
    }
  if (status == SOUP_STATUS_PARTIAL_CONTENT && request->offset > 0)
    return read_part (self, request, error);
  if (status == SOUP_STATUS_NOT_MODIFIED && conditional)
    return true;
  return seidel_fail (error, SEIDEL_ERROR_IO, seidel_text ("%s: the server answers %u, %s"),
                      self->address, status,
                      status == SOUP_STATUS_NOT_FOUND ? seidel_text ("it does not have that file")
                      : status >= 500 ? seidel_text ("it is in trouble itself; try again later")
                                      : soup_status_get_phrase (status));
}

SeidelFetch *
seidel_fetch_open (const SeidelFetchRequest *request, GCancellable *cancellable, GError **error)
{
  g_autoptr (SeidelFetch) self = g_new0 (SeidelFetch, 1);
  SeidelFetchRequest whole = *request;
  Deadline deadline = { 0 };
  g_autoptr (GError) cause = NULL;
  bool good;

  self->context = g_main_context_new ();
  self->patience = request->patience;
  g_main_context_push_thread_default (self->context);
  self->session = soup_session_new_with_options ("timeout", (guint) request->patience, "user-agent",
                                                 "Seidel/" SEIDEL_VERSION, NULL);
  /* A file is kept as it is; one that is compressed is none that was compressed on the way. */
  soup_session_remove_feature_by_type (self->session, SOUP_TYPE_CONTENT_DECODER);
  deadline_begin (&deadline, ANSWER_PATIENCE * request->patience, cancellable);
  good = send_and_follow (self, request, deadline.cancellable, &cause);
  if (good && whole.offset > 0
      && soup_message_get_status (self->message) == SOUP_STATUS_REQUESTED_RANGE_NOT_SATISFIABLE)
    {
      /* What is here is as long as the file or longer: none of it can be trusted. */
      whole.offset = 0;
      good = send_and_follow (self, &whole, deadline.cancellable, &cause);
    }
  if (!deadline_end (&deadline) && !good && !g_cancellable_is_cancelled (cancellable))
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO,
                 seidel_text (
                   "%s: the server did not begin to send the file within %d s, and was given up"),
                 self->address != NULL ? self->address : request->uri,
                 ANSWER_PATIENCE * request->patience);
  else if (!good)
    g_propagate_error (error, g_steal_pointer (&cause));
  good = good && look_at_answer (self, &whole, error);
  self->since = g_get_monotonic_time ();
  g_main_context_pop_thread_default (self->context);
  return good ? g_steal_pointer (&self) : NULL;
}

bool
seidel_fetch_is_unchanged (const SeidelFetch *self)
{
  return soup_message_get_status (self->message) == SOUP_STATUS_NOT_MODIFIED;
}

int64_t
seidel_fetch_offset (const SeidelFetch *self)
{
  return self->offset;
}

int64_t
seidel_fetch_total (const SeidelFetch *self)
{
  return self->total;
}

static const char *
get_header (const SeidelFetch *self, const char *name)
{
  return soup_message_headers_get_one (soup_message_get_response_headers (self->message), name);
}

const char *
seidel_fetch_etag (const SeidelFetch *self)
{
  return get_header (self, "ETag");
}

const char *
seidel_fetch_modified (const SeidelFetch *self)
{
  return get_header (self, "Last-Modified");
}

const char *
seidel_fetch_type (const SeidelFetch *self)
{
  return soup_message_headers_get_content_type (soup_message_get_response_headers (self->message),
                                                NULL);
}

/* Whether enough has come since the present patience began; then, it begins again. */
static bool
check_speed (SeidelFetch *self, GError **error)
{
  const gint64 now = g_get_monotonic_time ();

  if (now - self->since < (gint64) self->patience * G_USEC_PER_SEC)
    return true;
  if (self->received - self->before < (int64_t) LEAST_PER_SECOND * self->patience)
    return seidel_fail (error, SEIDEL_ERROR_IO,
                        seidel_text ("%s: the server sent only %" PRId64
                                     " bytes in %d s, and was given up"),
                        self->address, self->received - self->before, self->patience);
  self->since = now;
  self->before = self->received;
  return true;
}

gssize
seidel_fetch_read (SeidelFetch *self,
                   void *buffer,
                   gsize size,
                   GCancellable *cancellable,
                   GError **error)
{
  GError *said = NULL;
  gssize n;

  g_main_context_push_thread_default (self->context);
  n = g_input_stream_read (self->stream, buffer, size, cancellable, &said);
  g_main_context_pop_thread_default (self->context);
  if (n > 0)
    self->received += n;
  else if (n == 0 && self->length >= 0 && self->received < self->length)
    {
      said = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT, "");
      n = -1;
    }
  if (n < 0)
    explain (self, said, error);
  return n > 0 && !check_speed (self, error) ? -1 : n;
}

bool
seidel_fetch_spool (const char *address,
                    SeidelSpool *spool,
                    SeidelProgress *progress,
                    GCancellable *cancellable,
                    GError **error)
{
  const SeidelFetchRequest request = { .uri = address, .patience = SPOOL_PATIENCE };
  g_autoptr (SeidelFetch) self = seidel_fetch_open (&request, cancellable, error);
  char chunk[SPOOL_CHUNK];
  gssize n = self != NULL ? 1 : -1;

  while (n > 0)
    {
      n = seidel_fetch_read (self, chunk, sizeof chunk, cancellable, error);
      if (n > 0 && !seidel_spool_write (spool, chunk, (size_t) n, error))
        return false;
      if (self->total > 0)
        seidel_progress_set (progress, (double) self->received / (double) self->total);
    }
  return n == 0;
}
