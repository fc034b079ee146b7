/* libFuzzer program for the copies of the cache. Sums and stamp are made to agree with whatever
 * else the bytes say, so that not the sums alone keep damage out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "fuzz-file.h"
/* The seeds are for any version. */
#undef SEIDEL_VERSION
#define SEIDEL_VERSION "fuzz"
/* For the sums, which are its own. */
#include "io/cache/seidel-cache-file.c"

/* What the seeds are copies of: a file that is always there, and empty to whoever asks its size. */
#define FILE_READ "/proc/version"

static void
make_agree (uint8_t *data, size_t size, const SeidelCacheStamp *stamp)
{
  SeidelCacheHeader header;
  SeidelCacheLayout layout;

  if (size < sizeof header)
    return;
  memcpy (&header, data, sizeof header);
  header.stamp = *stamp;
  if (seidel_cache_lay_out (&header, &layout) && layout.total == size)
    for (int part = 0; part < SEIDEL_CACHE_N_PARTS; part++)
      sum_pieces (data + layout.begins[part], layout.bytes[part], 1, NULL, &header.sums[part]);
  header.sum = seidel_cache_header_sum (&header);
  memcpy (data, &header, sizeof header);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static SeidelCacheIdentity identity = { .path = FILE_READ, .variable = "A" };
  g_autofree uint8_t *copy = g_memdup2 (data, size);
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autoptr (GError) error = NULL;
  SeidelCacheSummary summary;
  const char *path;

  if (identity.stamp.samples == 0
      && (!seidel_cache_stamp_take (&identity.stamp, FILE_READ)
          || !seidel_cache_stamp_sample (&identity.stamp, FILE_READ)))
    g_error (FILE_READ " cannot be read");
  make_agree (copy, size, &identity.stamp);
  path = fuzz_file (copy, size);
  matrix = seidel_cache_file_open (path, &identity, NULL, &error);
  fuzz_check_error (matrix, error);
  if (matrix != NULL)
    {
      if (!seidel_csr_validate (matrix->csr, NULL))
        g_error ("a copy was believed that is none");
      for (int64_t k = 0; k < seidel_csr_nonzeros (matrix->csr); k++)
        ((volatile double *) matrix->csr->values)[k];
    }
  if (seidel_cache_file_peek (path, &summary, NULL))
    seidel_cache_summary_clear (&summary);
  return 0;
}
