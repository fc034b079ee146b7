/* How a thread block computes strips (seidel-cuda-strips.h): a warp for each part of the work.
 *
 * One warp computes: a slice in about 200 cycles, of which most are the way of x from lane to lane
 * through shared memory. Nothing else may delay it. Another warp loads pages into shared memory,
 * from compute capability 9.0 on by bulk copies; several fetch what other blocks publish, and one
 * writes what was computed to x. Counters of pages report how far each of them is. A
 * value that a page fetches is its own flag, in memory as in the window: until it has arrived, its
 * slot holds what is awaited.
 *
 * The racecheck of compute-sanitizer, which knows barriers of threads only, reports what these
 * protocols order: copies in bulk complete at an mbarrier that readers of the page wait for; a
 * page is loaded over another when that is counted as written, and so computed, and each counter is
 * stored with release and loaded with acquire; what a slot is awaited for arrives in one store.
 * Fetchers have read the sources of a page when it is computed, because all of their values are
 * needed for it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "seidel-cuda-strips-moves.cuh"

/* Neighbouring items of a lane, from item BEGIN of ITEMS on: see seidel_slice_place (). */
template <typename Item, int ITEMS, int TOGETHER, int BEGIN = 0> struct Items
{
  static __device__ inline void
  load (const char *memory, int lane, Item *items)
  {
    if constexpr (BEGIN < ITEMS)
      {
        if constexpr (BEGIN + TOGETHER <= ITEMS)
          {
            struct __align__ (TOGETHER * sizeof (Item)) Group
            {
              Item at[TOGETHER];
            };
            const Group group = ((const Group *) (memory + BEGIN * 32 * sizeof (Item)))[lane];

#pragma unroll
            for (int i = 0; i < TOGETHER; i++)
              items[BEGIN + i] = group.at[i];
            Items<Item, ITEMS, TOGETHER, BEGIN + TOGETHER>::load (memory, lane, items);
          }
        else
          Items<Item, ITEMS, TOGETHER / 2, BEGIN>::load (memory, lane, items);
      }
  }
};

static __device__ inline uint32_t
upper_word (float value)
{
  return __float_as_uint (value);
}

static __device__ inline uint32_t
upper_word (double value)
{
  return (uint32_t) __double2hiint (value);
}

/* Where a lane finds a slice in a page that is loaded. */
template <typename Real, int ENTRIES, int COLUMNS> struct Source
{
  const char *values;
  const char *columns;
  const char *partial;

  __device__
  Source (const SeidelStripsLayout &layout, const char *page)
      : values (page), columns (page + layout.columns),
        partial (page + layout.partial + threadIdx.x % 32 * sizeof (Real))
  {
  }

  __device__ inline void
  advance (void)
  {
    values += 32 * ENTRIES * sizeof (Real);
    columns += 32 * COLUMNS * sizeof (uint16_t);
    partial += 32 * sizeof (Real);
  }
};

/* What a lane holds of a slice. */
template <typename Real, int ENTRIES, bool LONG> struct Slice
{
  static const int COLUMNS = LONG ? ENTRIES + 1 : ENTRIES;

  Real values[ENTRIES];
  uint32_t columns[(COLUMNS + 1) / 2]; /* in pairs: unpacking them on loading would wait for them */
  uint32_t addresses[ENTRIES];
  Real partial;

  __device__ inline void
  load (const Source<Real, ENTRIES, COLUMNS> &source)
  {
    const int lane = threadIdx.x % 32;

    Items<uint32_t, COLUMNS / 2, 4>::load (source.columns, lane, columns);
    if (COLUMNS % 2 != 0)
      columns[COLUMNS / 2] = ((const uint16_t *) source.columns)[(COLUMNS - 1) * 32 + lane];
    Items<Real, ENTRIES, 16 / (int) sizeof (Real)>::load (source.values, lane, values);
    partial = *(const Real *) source.partial;
  }

  __device__ inline uint32_t
  column (int k) const
  {
    return columns[k / 2] >> 16 * (k % 2) & 0xffff;
  }

  /* What can be computed while the warp waits for its products. */
  template <bool RELAXED>
  __device__ inline void
  prepare (uint32_t window, Real omega)
  {
#pragma unroll
    for (int e = 0; e < ENTRIES; e++)
      {
        addresses[e] = window + column (e);
        asm("" : "+r"(addresses[e]));
        if (RELAXED)
          values[e] *= omega;
      }
  }

  __device__ inline void
  read (Real x[ENTRIES]) const
  {
#pragma unroll
    for (int e = 0; e < ENTRIES; e++)
      x[e] = load_shared<Real> (addresses[e]);
  }

  /* Up to three sums at a time: the result waits for the last product only. */
  template <bool FUSED>
  __device__ inline Real
  sum (Real begin, const Real x[ENTRIES]) const
  {
    const int parts = ENTRIES <= 3 ? 1 : 3;
    Real sums[3] = { begin, 0, 0 };

#pragma unroll
    for (int e = 0; e < ENTRIES; e++)
      sums[e % parts] = multiply_add (FUSED, values[e], x[e], sums[e % parts]);
    return parts == 1 ? sums[0] : (sums[1] + sums[2]) + sums[0];
  }
};

template <typename Real, int ENTRIES>
static __device__ inline bool
is_any_awaited (const Real x[ENTRIES])
{
  uint32_t most = 0;

#pragma unroll
  for (int e = 0; e < ENTRIES; e++)
    most = max (most, upper_word (x[e]));
  return most == 0xffffffffu;
}

/* Has a value computed here. */
static __device__ inline void
settle (float *value)
{
  asm volatile("" : "+f"(*value));
}

static __device__ inline void
settle (double *value)
{
  asm volatile("" : "+d"(*value));
}

/* PLAIN: ω = 1, and nothing is measured. */
template <typename Real, int ENTRIES, bool LONG, bool FUSED, bool PLAIN>
static __device__ void
compute_pages (const Block<Real> &block, const char *memory)
{
  typedef Slice<Real, ENTRIES, LONG> Held;

  const Work<Real> &work = block.work;
  const int lane = threadIdx.x % 32;
  const int loaded = work.settings.pages_loaded;
  const uint32_t window = block.slot_address (0);
  Turn turn (0, loaded);
  int4 words = block.load_words (0);
  Real carried = 0;

  for (; turn.page < block.n_pages; turn.advance (loaded))
    {
      const SeidelStripsPage page = block.page_of (words);
      Source<Real, ENTRIES, Held::COLUMNS> source (work.layout,
                                                   memory + block.buffer_offset (turn));
      uint32_t slot =
        block.slot_address (seidel_strips_computed_slot (&work.settings, turn.page) + lane);
      Real *published = work.published + (int64_t) page.slice * 32 + lane;
      Held held;

      words = block.load_words (turn.page + 1);
      if (!block.wait_until_loaded (turn)
          || !block.wait_for (offsetof (Progress, cleared) + turn.page % FETCHERS * 4,
                              turn.page + 1))
        return;
      held.load (source);
      held.template prepare<!PLAIN> (window, work.omega);
#pragma unroll 2
      for (int slice = 0; slice < page.slices; slice++)
        {
          Held next;
          Real x[ENTRIES];
          Real total;

          held.read (x);
          /* Behind the last slice of a page this is something else, and not used. */
          source.advance ();
          next.load (source);
          next.template prepare<!PLAIN> (window, work.omega);
          for (;;)
            {
              total = held.template sum<FUSED> (LONG ? held.partial + carried : held.partial, x);
              /* Meanwhile the vote is on its way. */
              settle (&total);
              if (!__any_sync (SEIDEL_CUDA_ALL_LANES, is_any_awaited<Real, ENTRIES> (x)))
                break;
              if (block.is_stopped ())
                return;
              held.read (x);
            }
          if (LONG)
            {
              const uint32_t after = held.column (ENTRIES);

              carried = after & SEIDEL_STRIPS_FINISHES ? (Real) 0 : total;
              total = add_lanes (after >> SEIDEL_STRIPS_LANES_SHIFT, total);
            }
          store_shared (slot, total);
          store_relaxed (published, total);
          slot += 32 * (uint32_t) sizeof (Real);
          published += 32;
          if (!PLAIN && work.stamps != NULL && lane == 0)
            atomicMax ((long long *) work.stamps + work.levels[page.slice + slice],
                       (long long) clock_nanoseconds ());
          __syncwarp ();
          held = next;
        }
      count_page (block.shared + offsetof (Progress, computed), turn.page + 1);
    }
}
