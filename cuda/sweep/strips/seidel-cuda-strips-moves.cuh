/* What a block of strips moves while it computes (seidel-cuda-strips.cuh): the progress of its
 * warps, and those that load pages, write x and fetch what other strips compute.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stddef.h>
#include "sweep/seidel-cuda-lanes.cuh"
#include "seidel-cuda-strips.h"

/* Warps that fetch, each its share of the pages, and the values of a lane that it asks for at the
 * same time. */
#define FETCHERS 4
#define BATCH    8

#define MOST_PAGES_LOADED 4

/* Pages between two looks at whether the run was stopped. */
#define PAGES_PER_LOOK 1024

/* Slices that are written to x together: on grids, rows of consecutive levels are neighbours. */
#define WRITTEN_TOGETHER 4

enum
{
  WARP_COMPUTES,
  WARP_LOADS,
  WARP_WRITES,
  WARP_FETCHES, /* the first of them */
  WARPS = WARP_FETCHES + FETCHERS
};

/* The arguments of the kernel of a sweep. */
template <typename Real> struct Work
{
  const int32_t *first;
  const SeidelStripsPage *pages;
  const int32_t *sources;
  const int32_t *rows;
  const int32_t *levels;
  const uint16_t *columns;
  const Real *values;
  const Real *partial;
  Real *published;
  Real *x;
  Real omega;
  SeidelStripsSettings settings;
  SeidelStripsLayout layout;
  uint32_t window_bytes;
  SeidelCudaHalt halt;
  int64_t *stamps; /* NULL: not measured */
};

/* At the beginning of the shared memory; counters are numbers of pages. */
struct Progress
{
  uint64_t barriers[MOST_PAGES_LOADED]; /* of pages that are loaded by bulk copies */
  uint32_t loaded;                      /* otherwise */
  uint32_t computed;
  uint32_t written;
  uint32_t stopped;
  uint32_t cleared[FETCHERS]; /* by each fetcher: slots hold what is awaited, or what has arrived */
};

#define PROGRESS_BYTES 128

static __device__ inline uint32_t
load_counter (uint32_t counter)
{
  uint32_t value;

  asm volatile("ld.acquire.cta.shared.u32 %0, [%1];" : "=r"(value) : "r"(counter) : "memory");
  return value;
}

static __device__ inline void
store_counter (uint32_t counter, uint32_t value)
{
  asm volatile("st.release.cta.shared.u32 [%0], %1;" : : "r"(counter), "r"(value) : "memory");
}

/* Everything that the warp did before is visible to a thread that sees the counter. */
static __device__ inline void
count_page (uint32_t counter, uint32_t pages)
{
  __syncwarp ();
  if (threadIdx.x % 32 == 0)
    store_counter (counter, pages);
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define HAS_BULK_COPIES 1
#else
#define HAS_BULK_COPIES 0
#endif

#if HAS_BULK_COPIES
static __device__ inline void
init_barrier (uint32_t barrier)
{
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" : : "r"(barrier) : "memory");
}

static __device__ inline void
expect_bytes (uint32_t barrier, uint32_t bytes)
{
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
               :
               : "r"(barrier), "r"(bytes)
               : "memory");
}

static __device__ inline bool
has_arrived (uint32_t barrier, uint32_t phase)
{
  uint32_t arrived;

  asm volatile("{\n"
               ".reg .pred arrived;\n"
               "mbarrier.try_wait.parity.shared::cta.b64 arrived, [%1], %2;\n"
               "selp.u32 %0, 1, 0, arrived;\n"
               "}"
               : "=r"(arrived)
               : "r"(barrier), "r"(phase)
               : "memory");
  return arrived != 0;
}

static __device__ inline void
copy_in_bulk (uint32_t to, const void *from, uint32_t bytes, uint32_t barrier)
{
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
               "[%0], [%1], %2, [%3];"
               :
               : "r"(to), "l"(from), "r"(bytes), "r"(barrier)
               : "memory");
}

static __device__ inline void
prefetch_in_bulk (const void *from, uint32_t bytes)
{
  asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" : : "l"(from), "r"(bytes) : "memory");
}
#endif

/* A page in the order of a block, and where it is loaded. */
struct Turn
{
  uint32_t page;
  uint32_t buffer;
  uint32_t phase; /* of the barrier of this buffer */

  __device__
  Turn (uint32_t first, int pages_loaded)
      : page (first), buffer (first % (uint32_t) pages_loaded),
        phase (first / (uint32_t) pages_loaded % 2)
  {
  }

  __device__ inline void
  advance (int pages_loaded)
  {
    page++;
    if (++buffer == (uint32_t) pages_loaded)
      {
        buffer = 0;
        phase ^= 1;
      }
  }
};

template <typename Real> struct Block
{
  const Work<Real> &work;
  uint32_t shared; /* address: the progress, the window, and the pages that are loaded */
  const SeidelStripsPage *pages;
  uint32_t n_pages;

  __device__ inline uint32_t
  buffer_offset (const Turn &turn) const
  {
    return PROGRESS_BYTES + work.window_bytes + turn.buffer * (uint32_t) work.layout.size;
  }

  __device__ inline uint32_t
  slot_address (int slot) const
  {
    return shared + PROGRESS_BYTES + (uint32_t) slot * (uint32_t) sizeof (Real);
  }

  __device__ inline uint32_t
  barrier_of (const Turn &turn) const
  {
    return shared + (uint32_t) offsetof (Progress, barriers) + turn.buffer * 8;
  }

  /* Of a page, to be loaded long before it is used. */
  __device__ inline int4
  load_words (uint32_t page) const
  {
    return page < n_pages ? __ldg ((const int4 *) pages + page) : int4{};
  }

  /* The number of slices is the same in all lanes, which the compiler knows then. */
  static __device__ inline SeidelStripsPage
  page_of (const int4 &words)
  {
    return { words.x, __shfl_sync (SEIDEL_CUDA_ALL_LANES, words.y, 0), words.z, words.w };
  }

  __device__ inline bool
  is_stopped (void) const
  {
    return __any_sync (SEIDEL_CUDA_ALL_LANES, load_counter (shared + offsetof (Progress, stopped)));
  }

  __device__ inline void
  stop (void) const
  {
    if (threadIdx.x % 32 == 0)
      store_counter (shared + offsetof (Progress, stopped), 1);
  }

  /* Waits until so many pages are counted; false when the run was stopped. */
  __device__ inline bool
  wait_for (size_t counter, uint32_t pages) const
  {
    while (__any_sync (SEIDEL_CUDA_ALL_LANES, load_counter (shared + (uint32_t) counter) < pages))
      if (is_stopped ())
        return false;
    return true;
  }

  __device__ inline bool
  wait_until_loaded (const Turn &turn) const
  {
#if HAS_BULK_COPIES
    while (__any_sync (SEIDEL_CUDA_ALL_LANES, !has_arrived (barrier_of (turn), turn.phase)))
      if (is_stopped ())
        return false;
    return true;
#else
    return wait_for (offsetof (Progress, loaded), turn.page + 1);
#endif
  }
};

/* Copies a multiple of 16 bytes. */
#if HAS_BULK_COPIES
#define COPY(to, from, bytes) copy_in_bulk (to, from, bytes, block.barrier_of (turn))
#else
static __device__ inline void
copy_by_warp (uint32_t to, const void *from, uint32_t bytes)
{
#pragma unroll 8
  for (uint32_t i = threadIdx.x % 32; i < bytes / 16; i += 32)
    {
      const uint4 words = __ldcs ((const uint4 *) from + i);

      asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};"
                   :
                   : "r"(to + i * 16), "r"(words.x), "r"(words.y), "r"(words.z), "r"(words.w)
                   : "memory");
    }
}
#define COPY(to, from, bytes) copy_by_warp (to, from, bytes)
#endif

template <typename Real>
static __device__ inline void
load_page (const Block<Real> &block, const Turn &turn, const SeidelStripsPage &page)
{
  const Work<Real> &work = block.work;
  const SeidelSliceShape &shape = work.settings.shape;
  const int64_t place = (int64_t) page.slice * 32;
  const uint32_t places = (uint32_t) page.slices * 32;
  const uint32_t values = places * (uint32_t) (shape.entries * sizeof (Real));
  const uint32_t columns = places * (uint32_t) (shape.columns * sizeof (uint16_t));
  const uint32_t sources = (uint32_t) (page.sources + SEIDEL_STRIPS_SOURCES - 1)
                           / SEIDEL_STRIPS_SOURCES * SEIDEL_STRIPS_SOURCES * 4;
  const uint32_t to = block.shared + block.buffer_offset (turn);

#if HAS_BULK_COPIES
  expect_bytes (block.barrier_of (turn),
                values + columns + places * (uint32_t) (sizeof (Real) + 4) + sources);
#endif
  COPY (to, work.values + place * shape.entries, values);
  COPY (to + (uint32_t) work.layout.columns, work.columns + place * shape.columns, columns);
  COPY (to + (uint32_t) work.layout.partial, work.partial + place,
        places * (uint32_t) sizeof (Real));
  COPY (to + (uint32_t) work.layout.rows, work.rows + place, places * 4);
  if (sources > 0)
    COPY (to + (uint32_t) work.layout.sources, work.sources + page.source, sources);
#if !HAS_BULK_COPIES
  count_page (block.shared + offsetof (Progress, loaded), turn.page + 1);
#endif
}

/* Brings the most of a page nearer before there is room for it. */
template <typename Real>
static __device__ inline void
prefetch_page (const Block<Real> &block, int32_t first_slice, int32_t slices)
{
#if HAS_BULK_COPIES
  const SeidelSliceShape &shape = block.work.settings.shape;
  const int64_t place = (int64_t) first_slice * 32;
  const uint32_t places = (uint32_t) slices * 32;

  if (places > 0)
    {
      prefetch_in_bulk (block.work.values + place * shape.entries,
                        places * (uint32_t) (shape.entries * sizeof (Real)));
      prefetch_in_bulk (block.work.columns + place * shape.columns,
                        places * (uint32_t) (shape.columns * sizeof (uint16_t)));
    }
#endif
}

/* Whether the host asked to stop. */
static __device__ inline bool
is_asked (const SeidelCudaHalt &halt)
{
  const int asked = *(const volatile int *) halt.asked;

  if (asked)
    store_relaxed (halt.seen, 1);
  return asked != 0;
}

template <typename Real>
static __device__ void
load_pages (const Block<Real> &block)
{
  const int loaded = block.work.settings.pages_loaded;
  Turn turn (0, loaded);
  int4 words = block.load_words (0);

  for (; turn.page < block.n_pages; turn.advance (loaded))
    {
      const SeidelStripsPage page = block.page_of (words);

      words = block.load_words (turn.page + 1);
      if (turn.page >= (uint32_t) loaded
          && !block.wait_for (offsetof (Progress, written), turn.page + 1 - (uint32_t) loaded))
        break;
      if (turn.page % PAGES_PER_LOOK == PAGES_PER_LOOK - 1
          && __any_sync (SEIDEL_CUDA_ALL_LANES,
                         threadIdx.x % 32 == 0 && is_asked (block.work.halt)))
        {
          block.stop ();
          break;
        }
      if (!HAS_BULK_COPIES || threadIdx.x % 32 == 0)
        {
          load_page (block, turn, page);
          prefetch_page (block, words.x, words.y);
        }
    }
#if HAS_BULK_COPIES
  /* The memory of a block may not be given away before the last copy has arrived. */
  Turn last (turn.page > (uint32_t) loaded ? turn.page - (uint32_t) loaded : 0, loaded);

  for (; last.page < turn.page; last.advance (loaded))
    while (!has_arrived (block.barrier_of (last), last.phase))
      ;
#endif
}

template <typename Real>
static __device__ void
write_pages (const Block<Real> &block, const char *memory)
{
  const int lane = threadIdx.x % 32;
  const int loaded = block.work.settings.pages_loaded;
  Turn turn (0, loaded);
  int4 words = block.load_words (0);

  for (; turn.page < block.n_pages; turn.advance (loaded))
    {
      const SeidelStripsPage page = block.page_of (words);
      const int32_t *rows =
        (const int32_t *) (memory + block.buffer_offset (turn) + block.work.layout.rows);
      const uint32_t slots =
        block.slot_address (seidel_strips_computed_slot (&block.work.settings, turn.page));

      words = block.load_words (turn.page + 1);
      if (!block.wait_for (offsetof (Progress, computed), turn.page + 1))
        return;
      for (int slice = lane % WRITTEN_TOGETHER; slice < page.slices; slice += WRITTEN_TOGETHER)
#pragma unroll 4
        for (int l = lane / WRITTEN_TOGETHER; l < 32; l += 32 / WRITTEN_TOGETHER)
          {
            const int32_t row = rows[slice * 32 + l];

            if (row >= 0)
              block.work.x[row] =
                load_shared<Real> (slots + (uint32_t) ((slice * 32 + l) * sizeof (Real)));
          }
      count_page (block.shared + offsetof (Progress, written), turn.page + 1);
    }
}

/* Brings values from first on of a list, BATCH of each lane, into their slots; false when the run
 * was stopped. */
template <typename Real>
static __device__ inline bool
fetch_batch (const Block<Real> &block,
             const int32_t *sources,
             int first,
             int end,
             uint32_t slots,
             unsigned int *waits)
{
  int32_t from[BATCH];
  uint32_t open = 0;

#pragma unroll
  for (int i = 0; i < BATCH; i++)
    {
      const int at = first + i * 32 + (int) threadIdx.x % 32;

      from[i] = at < end ? sources[at] : 0;
      open |= (at < end ? 1u : 0u) << i;
    }
  while (__any_sync (SEIDEL_CUDA_ALL_LANES, open != 0))
    {
      Real value[BATCH];

#pragma unroll
      for (int i = 0; i < BATCH; i++)
        if (open >> i & 1)
          value[i] = load_relaxed (block.work.published + from[i]);
#pragma unroll
      for (int i = 0; i < BATCH; i++)
        if ((open >> i & 1) && !is_awaited (value[i]))
          {
            store_shared (
              slots + (uint32_t) ((first + i * 32 + (int) threadIdx.x % 32) * sizeof (Real)),
              value[i]);
            open &= ~(1u << i);
          }
      if (__any_sync (SEIDEL_CUDA_ALL_LANES, open != 0 && is_halted (block.work.halt, waits)))
        return false;
    }
  return true;
}

template <typename Real>
static __device__ void
fetch_pages (const Block<Real> &block, const char *memory, int fetcher)
{
  const SeidelStripsSettings &settings = block.work.settings;
  int4 words = block.load_words ((uint32_t) fetcher);
  unsigned int waits = 0;

  for (uint32_t number = (uint32_t) fetcher; number < block.n_pages; number += FETCHERS)
    {
      const Turn turn (number, settings.pages_loaded);
      const uint32_t slots = block.slot_address (seidel_strips_fetched_slot (&settings, number));
      const int end = words.w;

      words = block.load_words (number + FETCHERS);
      if (number >= (uint32_t) settings.pages_loaded
          && !block.wait_for (offsetof (Progress, computed),
                              number + 1 - (uint32_t) settings.pages_loaded))
        return;
      for (int i = threadIdx.x % 32; i < end; i += 32)
        store_shared (slots + (uint32_t) (i * sizeof (Real)), awaited (Real ()));
      count_page (block.shared + offsetof (Progress, cleared) + (uint32_t) fetcher * 4, number + 1);
      if (end > 0 && !block.wait_until_loaded (turn))
        return;
      for (int first = 0; first < end; first += BATCH * 32)
        if (!fetch_batch (block,
                          (const int32_t *) (memory + block.buffer_offset (turn)
                                             + block.work.layout.sources),
                          first, end, slots, &waits))
          {
            block.stop ();
            return;
          }
    }
}
