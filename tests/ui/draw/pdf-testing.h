/* The pages of a PDF file, as tests count them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <string.h>
#include <zlib.h>
#include <glib.h>

/* Objects that say of themselves that they are a page. */
static inline int
test_pdf_pages_in (const char *bytes, gsize size)
{
  static const char page[] = "/Type /Page";
  const gsize length = sizeof page - 1;
  int pages = 0;

  for (gsize i = 0; i + length < size; i++)
    pages += memcmp (bytes + i, page, length) == 0 && bytes[i + length] != 's';
  return pages;
}

/* Those in the objects that a compressed stream consists of. */
static inline int
test_pdf_pages_in_stream (const char *bytes, gsize size)
{
  const gsize most = 1 << 22;
  g_autofree char *inflated = g_malloc (most);
  z_stream stream = {
    .next_in = (Bytef *) bytes, .avail_in = size, .next_out = (Bytef *) inflated, .avail_out = most
  };

  g_assert_cmpint (inflateInit (&stream), ==, Z_OK);
  g_assert_cmpint (inflate (&stream, Z_FINISH), ==, Z_STREAM_END);
  inflateEnd (&stream);
  return test_pdf_pages_in (inflated, stream.total_out);
}

/* cairo since 1.18 puts objects into compressed streams. */
static inline int
test_pdf_pages (const char *path)
{
  g_autofree char *bytes = NULL;
  gsize size;
  int pages;

  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  g_assert_true (g_str_has_prefix (bytes, "%PDF"));
  pages = test_pdf_pages_in (bytes, size);
  for (const char *at = bytes;
       (at = memmem (at, bytes + size - at, "/ObjStm", strlen ("/ObjStm"))) != NULL;)
    {
      at = memmem (at, bytes + size - at, "stream", strlen ("stream"));
      g_assert_nonnull (at);
      at += strlen ("stream");
      at += strspn (at, "\r\n");
      pages += test_pdf_pages_in_stream (at, bytes + size - at);
    }
  return pages;
}
