/* What a block knows of a strip while it cuts it into pages (seidel-cuda-strips-pages.cu): the
 * window, the tables of what pages have fetched, and what the slices in hand lack.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "seidel-cuda-strips-device.cuh"

/* Pages that are remembered, and slices; the window has fewer. */
#define REMEMBERED 8
#define SLICES     256

/* A group is the entries of a slice that have the same number in their lanes, one for each lane of
 * a warp: groups that a block takes at a time, those of each of its warps, and the columns of all.
 */
#define MOST_GROUPS     32
#define GROUPS_OF_WARP  4
#define ENTRIES_OF_WARP (GROUPS_OF_WARP * SEIDEL_SLICE_LANES)
#define MOST_WARPS      (MOST_GROUPS / GROUPS_OF_WARP)
#define MOST_COLUMNS    (MOST_GROUPS * SEIDEL_SLICE_LANES / 2 * 3)

/* Not a slot. */
#define NO_SLOT 0xffff

/* The arguments of the kernel. */
typedef struct
{
  SeidelStripsSettings settings;
  const SeidelCudaCutStrip *strips;
  const SeidelCudaCutSlice *cut;
  int32_t *needs;
  const int32_t *places; /* of the rows: the first fills lists up */
  uint16_t *columns;
  SeidelStripsPage *pages;   /* of each strip, from the number of its first slice on */
  SeidelCudaCutPages *found; /* by each strip */
  int together;              /* slices that a block takes at a time */
  int places_of_table;       /* a power of two */
  SeidelSliceItems items;    /* of the columns */
} Job;

/* What a page has fetched, in shared memory. Of the page in hand it is also known which entry
 * lacked a key first. */
struct Table
{
  int32_t *firsts; /* of those in hand */
  int32_t *keys;   /* −1: none */
  uint16_t *slots; /* NO_SLOT: not fetched yet */
  int places;

  __device__
  Table (char *memory, int number, int of_places)
      : firsts ((int32_t *) memory), keys (firsts + of_places + number * (of_places / 2 * 3)),
        slots ((uint16_t *) (keys + of_places)), places (of_places)
  {
  }

  static inline size_t
  bytes (int tables, int places)
  {
    return (size_t) places
           * (sizeof (int32_t) + (size_t) tables * (sizeof (int32_t) + sizeof (uint16_t)));
  }

  __device__ inline int
  next (int place) const
  {
    return (place + 1) & (places - 1);
  }

  __device__ inline int
  first (int32_t key) const
  {
    return (int) ((uint32_t) key * 0x9e3779b1u >> 7) & (places - 1);
  }

  __device__ inline int
  find (int32_t key) const
  {
    for (int place = first (key);; place = next (place))
      if (keys[place] == key)
        return slots[place];
      else if (keys[place] < 0)
        return NO_SLOT;
  }

  /* The place of a key, which is put there if need be. */
  __device__ inline int
  find_or_insert (int32_t key)
  {
    for (int place = first (key);; place = next (place))
      {
        int32_t there = ((volatile int32_t *) keys)[place];

        if (there == -1)
          there = atomicCAS (keys + place, -1, key);

        if (there == -1 || there == key)
          return place;
      }
  }

  /* Notes that an entry lacks the key of a place. */
  __device__ inline void
  note (int place, int entry)
  {
    if (((volatile int32_t *) firsts)[place] > entry)
      atomicMin (firsts + place, entry);
  }

  __device__ inline void
  clear (void)
  {
    for (int place = threadIdx.x; place < places; place += blockDim.x)
      {
        keys[place] = -1;
        firsts[place] = INT32_MAX;
        slots[place] = NO_SLOT;
      }
  }
};

/* What the threads of a block share beside the tables. */
struct Shared
{
  uint32_t words[MOST_COLUMNS / 2]; /* the columns of slices in hand */
  int32_t slots[SLICES];            /* of the last slices */
  int32_t begins[REMEMBERED];       /* slices of the last pages */
  int32_t counts[MOST_WARPS];       /* what each warp was the first to lack */
  int32_t of_slices[MOST_GROUPS];   /* the same of each slice in hand */
  /* Of each warp: what it needs, then the slots where that is, or below 0 −1 − places in the
   * table. */
  int32_t lists[MOST_WARPS][ENTRIES_OF_WARP];
};

/* The entries of a thread, one in each group of its warp. */
struct Entries
{
  int32_t places[GROUPS_OF_WARP]; /* that they need; −1: none */
};

/* A strip. Everything but what a thread computes is the same in all threads. */
struct Strip
{
  const Job &job;
  Shared &shared;
  char *tables;
  const int tables_count;
  const int lane;
  const int warp;
  const int32_t begin; /* slice */
  const int32_t end;
  const int32_t first_page; /* its number */
  int32_t slice;            /* the first in hand */
  int32_t window;           /* the first slice that is in it */
  int32_t source;           /* where the page's own begin */
  int page;                 /* in hand, of the strip */
  int slices;               /* of it, without those in hand */
  int fetched;              /* by it */
  int first_slot;           /* of the page */
  int first_fetched;
  int turn; /* which of the tables is that of the page */
  /* Of this warp: in which of the slices in hand its groups are, and where they end in its list. */
  int in_hand[GROUPS_OF_WARP];
  int ends[GROUPS_OF_WARP];

  __device__ inline Strip (const Job &of, char *memory, Shared &beside);
  __device__ inline Table table (int number) const;
  __device__ inline int32_t *sources (void) const;
  __device__ inline void begin_page (void);
  __device__ inline void end_page (void);
  __device__ inline Entries look_ahead (int32_t first) const;
  __device__ inline int computed_slot (int32_t place, int of_slices) const;
  __device__ inline int slot_before (int32_t place) const;
  __device__ inline void list (const Entries &entries, int count, int *found);
  __device__ inline bool look_up (void);
  __device__ inline bool is_first (int at) const;
  __device__ inline int count_lacking (int *number);
  __device__ inline int slices_with_room (int count, int *total);
  __device__ inline int fetch (int count);
  __device__ inline int add_slices (const Entries &entries, int count, int *found);
  __device__ inline void advance (int count);
};

__device__ inline Strip::Strip (const Job &of, char *memory, Shared &beside)
    : job (of), shared (beside), tables (memory),
      tables_count (of.settings.pages - of.settings.pages_loaded + 1), lane (threadIdx.x % 32),
      warp (threadIdx.x / 32), begin (of.strips[blockIdx.x].slice),
      end (of.strips[blockIdx.x + 1].slice), first_page (of.strips[blockIdx.x].page), slice (begin),
      window (begin), source (0), page (0), slices (0), fetched (0), turn (0)
{
#pragma unroll
  for (int i = 0; i < GROUPS_OF_WARP; i++)
    in_hand[i] = (warp * GROUPS_OF_WARP + i) / of.settings.shape.entries;
  for (int i = 1; i < tables_count; i++)
    table (i).clear ();
  begin_page ();
}

__device__ inline Table
Strip::table (int number) const
{
  return Table (tables, number, job.places_of_table);
}

__device__ inline int32_t *
Strip::sources (void) const
{
  return job.needs + (int64_t) begin * SEIDEL_SLICE_LANES * job.settings.shape.entries + source;
}

__device__ inline void
Strip::begin_page (void)
{
  const uint32_t number = (uint32_t) (first_page + page);
  const int before = page - (job.settings.pages - 1);

  slices = fetched = 0;
  first_slot = seidel_strips_computed_slot (&job.settings, number);
  first_fetched = seidel_strips_fetched_slot (&job.settings, number);
  if (threadIdx.x == 0)
    shared.begins[page % REMEMBERED] = slice;
  table (turn).clear ();
  __syncthreads ();
  window = before > 0 ? shared.begins[before % REMEMBERED] : begin;
}

__device__ inline void
Strip::end_page (void)
{
  const int thread = threadIdx.x;
  const int padded =
    (fetched + SEIDEL_STRIPS_SOURCES - 1) / SEIDEL_STRIPS_SOURCES * SEIDEL_STRIPS_SOURCES;

  if (thread == 0)
    job.pages[begin + page] = { slice - slices, slices, source, fetched };
  if (fetched + thread < padded)
    sources ()[fetched + thread] = job.places[0];
  source += padded;
  page++;
  turn = turn + 1 < tables_count ? turn + 1 : 0;
}

/* What the entries of this thread need where such a slice is the first in hand. */
__device__ inline Entries
Strip::look_ahead (int32_t first) const
{
  const int32_t *const needs = job.needs
                               + (int64_t) first * SEIDEL_SLICE_LANES * job.settings.shape.entries
                               + warp * ENTRIES_OF_WARP + lane;
  Entries ahead;

#pragma unroll
  for (int i = 0; i < GROUPS_OF_WARP; i++)
    ahead.places[i] =
      in_hand[i] < job.together && first + in_hand[i] < end ? needs[i * SEIDEL_SLICE_LANES] : -1;
  return ahead;
}

/* The slot of a place that was computed or is when a slice is, so many of those in hand after the
 * first; −1: it is not in the window. */
__device__ inline int
Strip::computed_slot (int32_t place, int of_slices) const
{
  const int32_t of_slice = (int32_t) ((uint32_t) place / SEIDEL_SLICE_LANES);

  if (place < 0)
    return seidel_strips_zero_slot (&job.settings);
  if (of_slice < window || of_slice >= slice + of_slices)
    return -1;
  return of_slice >= slice ? first_slot + (slices - slice) * SEIDEL_SLICE_LANES + place
                           : shared.slots[(uint32_t) of_slice % SLICES]
                               + (int) ((uint32_t) place % SEIDEL_SLICE_LANES);
}

/* The slot of a place that one of the pages before has fetched, or NO_SLOT. Tables that no page has
 * used yet are empty. */
__device__ inline int
Strip::slot_before (int32_t place) const
{
  int slot = NO_SLOT;

  for (int number = 0; number < tables_count && slot == NO_SLOT; number++)
    if (number != turn)
      slot = table (number).find (place);
  return slot;
}

/* Finds the slots of this thread's entries that are computed; below 0, they are −1 − the place in
 * the list of the warp. */
__device__ inline void
Strip::list (const Entries &entries, int count, int *found)
{
  int listed = 0;

#pragma unroll
  for (int i = 0; i < GROUPS_OF_WARP; i++)
    {
      unsigned int lanes;

      found[i] = in_hand[i] < count ? computed_slot (entries.places[i], in_hand[i]) : 0;
      lanes = __ballot_sync (SEIDEL_CUDA_ALL_LANES, found[i] < 0);
      if (found[i] < 0)
        {
          const int at = listed + __popc (lanes & ((1u << lane) - 1));

          shared.lists[warp][at] = entries.places[i];
          found[i] = -1 - at;
        }
      listed += __popc (lanes);
      ends[i] = listed;
    }
  __syncwarp ();
}

/* Looks for what the warp has listed among what pages have fetched; returns whether this thread
 * lacks something. */
__device__ inline bool
Strip::look_up (void)
{
  Table fetching = table (turn);
  bool any = false;

  for (int at = lane; at < ends[GROUPS_OF_WARP - 1]; at += 32)
    {
      const int32_t place = shared.lists[warp][at];
      int slot = slot_before (place);

      if (slot == NO_SLOT)
        {
          const int there = fetching.find_or_insert (place);

          slot = fetching.slots[there];
          if (slot == NO_SLOT)
            {
              fetching.note (there, warp * ENTRIES_OF_WARP + at);
              slot = -1 - there;
              any = true;
            }
        }
      shared.lists[warp][at] = slot;
    }
  return any;
}

/* Whether this is the first of the entries in hand that lack the same. */
__device__ inline bool
Strip::is_first (int at) const
{
  const int slot = at < ends[GROUPS_OF_WARP - 1] ? shared.lists[warp][at] : 0;

  return slot < 0 && table (turn).firsts[-1 - slot] == warp * ENTRIES_OF_WARP + at;
}

/* Counts what the entries in hand lack, each place once; number receives that of the first one of
 * this warp. */
__device__ inline int
Strip::count_lacking (int *number)
{
  int count = 0;
  int total = 0;

  for (int from = 0; from < ends[GROUPS_OF_WARP - 1]; from += 32)
    count += __popc (__ballot_sync (SEIDEL_CUDA_ALL_LANES, is_first (from + lane)));
  if (lane == 0)
    shared.counts[warp] = count;
  __syncthreads ();
  *number = fetched;
  for (int other = 0; other < (int) blockDim.x / 32; other++)
    {
      *number += other < warp ? shared.counts[other] : 0;
      total += shared.counts[other];
    }
  return total;
}

/* How many of so many slices the page has room for; total receives what they lack. */
__device__ inline int
Strip::slices_with_room (int count, int *total)
{
  int taken = 0;

  if ((int) threadIdx.x < count)
    shared.of_slices[threadIdx.x] = 0;
  __syncthreads ();
  for (int at = lane; at < ends[GROUPS_OF_WARP - 1]; at += 32)
    if (is_first (at))
      {
        int of_slice = in_hand[0];

#pragma unroll
        for (int i = 1; i < GROUPS_OF_WARP; i++)
          of_slice = at >= ends[i - 1] ? in_hand[i] : of_slice;
        atomicAdd (shared.of_slices + of_slice, 1);
      }
  __syncthreads ();
  *total = 0;
  while (taken < count && fetched + *total + shared.of_slices[taken] <= job.settings.fetched)
    *total += shared.of_slices[taken++];
  return taken;
}

/* Fetches what so many slices lack, or as many of them as the page has room for. Returns how many.
 */
__device__ inline int
Strip::fetch (int count)
{
  Table fetching = table (turn);
  int kept = 0;
  int taken = count;
  int number;
  int total = count_lacking (&number);

  if (fetched + total > job.settings.fetched)
    taken = slices_with_room (count, &total);
#pragma unroll
  for (int i = 0; i < GROUPS_OF_WARP; i++)
    kept = in_hand[i] < taken ? ends[i] : kept;
  for (int from = 0; from < kept; from += 32)
    {
      const int at = from + lane;
      const bool fetches = at < kept && is_first (at);
      const unsigned int lanes = __ballot_sync (SEIDEL_CUDA_ALL_LANES, fetches);

      if (fetches)
        {
          const int there = -1 - shared.lists[warp][at];
          const int swept = number + __popc (lanes & ((1u << lane) - 1));

          fetching.slots[there] = (uint16_t) (first_fetched + swept);
          sources ()[swept] = fetching.keys[there];
        }
      number += __popc (lanes);
    }
  fetched += total;
  __syncthreads ();
  return taken;
}

/* Adds so many slices in hand to the page, or as many of them as it has room for. Returns how many;
 * found receives the slots of this thread's entries. */
__device__ inline int
Strip::add_slices (const Entries &entries, int count, int *found)
{
  int taken = count;

  list (entries, count, found);
  if (__syncthreads_or (look_up ()))
    taken = fetch (count);
#pragma unroll
  for (int i = 0; i < GROUPS_OF_WARP; i++)
    if (found[i] < 0 && in_hand[i] < taken)
      {
        const int slot = shared.lists[warp][-1 - found[i]];

        found[i] = slot < 0 ? table (turn).slots[-1 - slot] : slot;
      }
  return taken;
}

/* The slices that come next are behind a barrier. */
__device__ inline void
Strip::advance (int count)
{
  if ((int) threadIdx.x < count)
    shared.slots[(uint32_t) (slice + (int) threadIdx.x) % SLICES] =
      first_slot + (slices + (int) threadIdx.x) * SEIDEL_SLICE_LANES;
  slices += count;
  slice += count;
}
