/* Archives of files that are compressed already: ZIP with stored entries. Private to ui/draw.
 *
 * Source: PKWARE, “.ZIP File Format Specification” (APPNOTE.TXT), version 2.0, sections 4.3.6 to
 * 4.3.16.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* All zero, but for the two arrays. At most 65,535 entries and 4 GB. */
typedef struct
{
  GByteArray *bytes;     /* the file so far */
  GByteArray *directory; /* what is to follow at its end */
  guint entries;
} SeidelZip;

void seidel_zip_init (SeidelZip *zip);
void seidel_zip_clear (SeidelZip *zip);
/* name: of ASCII letters, without folders. */
void seidel_zip_add (SeidelZip *zip, const char *name, GBytes *content);
/* Ends the file, which is in bytes. */
void seidel_zip_end (SeidelZip *zip);

G_END_DECLS
