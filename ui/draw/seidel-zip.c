/* Writing ZIP archives.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-zip.h"

#include <string.h>

#define VERSION    20
#define DATE       0x21 /* 1 January 1980: the files have no time of their own */
#define POLYNOMIAL 0xedb88320u

static guint32
checksum (const guint8 *data, gsize n)
{
  guint32 sum = 0xffffffffu;

  for (gsize i = 0; i < n; i++)
    {
      sum ^= data[i];
      for (int bit = 0; bit < 8; bit++)
        sum = sum >> 1 ^ (POLYNOMIAL & (0u - (sum & 1u)));
    }
  return ~sum;
}

/* Little-endian, of that many bytes. */
static void
put (GByteArray *array, guint64 value, int bytes)
{
  for (int i = 0; i < bytes; i++)
    {
      const guint8 byte = (guint8) (value >> 8 * i);

      g_byte_array_append (array, &byte, 1);
    }
}

/* What a local header and the directory have in common. */
static void
put_entry (GByteArray *array, const char *name, guint32 sum, gsize size)
{
  put (array, VERSION, 2);
  put (array, 0, 2); /* flags */
  put (array, 0, 2); /* stored */
  put (array, 0, 2);
  put (array, DATE, 2);
  put (array, sum, 4);
  put (array, size, 4);
  put (array, size, 4);
  put (array, strlen (name), 2);
  put (array, 0, 2); /* extra field */
}

void
seidel_zip_init (SeidelZip *zip)
{
  *zip = (SeidelZip){ g_byte_array_new (), g_byte_array_new (), 0 };
}

void
seidel_zip_clear (SeidelZip *zip)
{
  g_clear_pointer (&zip->bytes, g_byte_array_unref);
  g_clear_pointer (&zip->directory, g_byte_array_unref);
}

void
seidel_zip_add (SeidelZip *zip, const char *name, GBytes *content)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (content, &size);
  const guint32 sum = checksum (data, size);
  const guint offset = zip->bytes->len;

  put (zip->bytes, 0x04034b50, 4);
  put_entry (zip->bytes, name, sum, size);
  g_byte_array_append (zip->bytes, (const guint8 *) name, (guint) strlen (name));
  g_byte_array_append (zip->bytes, data, (guint) size);

  put (zip->directory, 0x02014b50, 4);
  put (zip->directory, VERSION, 2);
  put_entry (zip->directory, name, sum, size);
  put (zip->directory, 0, 2 + 2 + 2 + 4); /* comment, disk, attributes */
  put (zip->directory, offset, 4);
  g_byte_array_append (zip->directory, (const guint8 *) name, (guint) strlen (name));
  zip->entries++;
}

void
seidel_zip_end (SeidelZip *zip)
{
  const guint offset = zip->bytes->len;

  g_byte_array_append (zip->bytes, zip->directory->data, zip->directory->len);
  put (zip->bytes, 0x06054b50, 4);
  put (zip->bytes, 0, 4); /* disks */
  put (zip->bytes, zip->entries, 2);
  put (zip->bytes, zip->entries, 2);
  put (zip->bytes, zip->directory->len, 4);
  put (zip->bytes, offset, 4);
  put (zip->bytes, 0, 2); /* comment */
}
