/* XXH64 (Y. Collet, "xxHash fast digest algorithm", specification 0.1.1).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-cache-sum.h"

#include <string.h>

#define PRIME_1 UINT64_C (0x9e3779b185ebca87)
#define PRIME_2 UINT64_C (0xc2b2ae3d27d4eb4f)
#define PRIME_3 UINT64_C (0x165667b19e3779f9)
#define PRIME_4 UINT64_C (0x85ebca77c2b2ae63)
#define PRIME_5 UINT64_C (0x27d4eb2f165667c5)

#define LANES        4
#define STRIPE_BYTES (LANES * 8)

/* Large enough that threads need not hurry, small enough that cancelling is prompt. */
#define PIECE_BYTES ((size_t) 4 << 20)

static inline uint64_t
rotate (uint64_t x, int bits)
{
  return x << bits | x >> (64 - bits);
}

/* The order of the bytes is that of the machine: a copy is read where it was written. */
static inline uint64_t
load_8 (const uint8_t *p)
{
  uint64_t word;

  memcpy (&word, p, sizeof word);
  return word;
}

static inline uint32_t
load_4 (const uint8_t *p)
{
  uint32_t word;

  memcpy (&word, p, sizeof word);
  return word;
}

static inline uint64_t
mix (uint64_t lane, uint64_t word)
{
  return rotate (lane + word * PRIME_2, 31) * PRIME_1;
}

static uint64_t
sum_stripes (const uint8_t **data, size_t length)
{
  uint64_t lanes[LANES] = { PRIME_1 + PRIME_2, PRIME_2, 0, 0 - PRIME_1 };
  const uint8_t *p = *data;
  uint64_t sum;

  for (; length >= STRIPE_BYTES; length -= STRIPE_BYTES, p += STRIPE_BYTES)
    for (int i = 0; i < LANES; i++)
      lanes[i] = mix (lanes[i], load_8 (p + 8 * i));
  sum = rotate (lanes[0], 1) + rotate (lanes[1], 7) + rotate (lanes[2], 12) + rotate (lanes[3], 18);
  for (int i = 0; i < LANES; i++)
    sum = (sum ^ mix (0, lanes[i])) * PRIME_1 + PRIME_4;
  *data = p;
  return sum;
}

uint64_t
seidel_cache_sum (const void *data, size_t length)
{
  const uint8_t *p = data;
  const uint8_t *end = p + length;
  uint64_t sum = length >= STRIPE_BYTES ? sum_stripes (&p, length) : PRIME_5;

  sum += length;
  for (; end - p >= 8; p += 8)
    sum = rotate (sum ^ mix (0, load_8 (p)), 27) * PRIME_1 + PRIME_4;
  if (end - p >= 4)
    {
      sum = rotate (sum ^ load_4 (p) * PRIME_1, 23) * PRIME_2 + PRIME_3;
      p += 4;
    }
  for (; p < end; p++)
    sum = rotate (sum ^ *p * PRIME_5, 11) * PRIME_1;
  sum = (sum ^ sum >> 33) * PRIME_2;
  sum = (sum ^ sum >> 29) * PRIME_3;
  return sum ^ sum >> 32;
}

bool
seidel_cache_sum_pieces (const void *data,
                         size_t length,
                         int threads,
                         GCancellable *cancellable,
                         uint64_t *sum)
{
  int64_t n_pieces = (int64_t) ((length + PIECE_BYTES - 1) / PIECE_BYTES);
  g_autofree uint64_t *sums = g_new0 (uint64_t, MAX (n_pieces, 1));

#pragma omp parallel for num_threads(threads) schedule(dynamic, 1) if (threads > 1 && n_pieces > 1)
  for (int64_t i = 0; i < n_pieces; i++)
    {
      size_t begin = (size_t) i * PIECE_BYTES;

      if (!g_cancellable_is_cancelled (cancellable))
        sums[i] =
          seidel_cache_sum ((const uint8_t *) data + begin, MIN (length - begin, PIECE_BYTES));
    }
  *sum = seidel_cache_sum (sums, (size_t) n_pieces * sizeof *sums);
  return !g_cancellable_is_cancelled (cancellable);
}
