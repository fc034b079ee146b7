/* Slices of strips in pages, on the device: see seidel-cuda-strips-device.cuh.
 *
 * A block for each worker goes through the slices, some at a time, and follows what the worker will
 * have in its window: the rows of its last pages, and what these fetched, which is kept in a table
 * for each page. What slices lack is numbered in the order of slices, entries and lanes, whichever
 * thread finds it first.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

#include "seidel-cuda-strips-device.cuh"

#define WHAT SEIDEL_STRIPS_WHAT

/* Pages that are remembered, and slices; the window has fewer. */
#define REMEMBERED 8
#define SLICES     256

/* A group is the entries of a slice that have the same number in their lanes, one for each lane of
 * a warp: groups that a block takes at a time, those of each of its warps, and the columns of all.
 */
#define MOST_GROUPS    32
#define GROUPS_OF_WARP 4
#define MOST_COLUMNS   (MOST_GROUPS * SEIDEL_SLICE_LANES / 2 * 3)

/* Bytes of the tables of a block, where it has the choice. */
#define MOST_BYTES ((size_t) 40 << 10)

/* Not a slot. */
#define NO_SLOT 0xffff

/* Blocks that copy what the block of a worker left. */
#define COPY_BLOCKS 8

/* The arguments of the kernel. */
typedef struct
{
  SeidelStripsSettings settings;
  const int32_t *workers_first;
  const SeidelCudaCutSlice *cut;
  int32_t *needs;
  const int32_t *places; /* of the rows: the first fills lists up */
  uint16_t *columns;
  SeidelStripsPage *pages; /* of each worker, from the number of its first slice on */
  int32_t *counts;         /* pages and sources of each worker */
  int together;            /* slices that a block takes at a time; a page has a multiple of them */
  int places_of_table;     /* a power of two */
  SeidelCudaItems items;   /* of the columns */
} Job;

/* What a page has fetched, in shared memory. */
struct Table
{
  int32_t *keys;   /* −1: none */
  int32_t *firsts; /* the first entry of those in hand that lacks the key */
  uint16_t *slots; /* NO_SLOT: not fetched yet */
  int places;

  __device__
  Table (char *memory, int of_places)
      : keys ((int32_t *) memory), firsts (keys + of_places),
        slots ((uint16_t *) (firsts + of_places)), places (of_places)
  {
  }

  static __host__ __device__ inline size_t
  bytes (int places)
  {
    return (size_t) places * (2 * sizeof (int32_t) + sizeof (uint16_t));
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

  /* Whether a key is not fetched yet; the first entry that lacks it is noted. */
  __device__ inline bool
  lacks (int place, int entry)
  {
    const bool lacking = slots[place] == NO_SLOT;

    if (lacking && ((volatile int32_t *) firsts)[place] > entry)
      atomicMin (firsts + place, entry);
    return lacking;
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

/* The entries of a thread: in its warp's groups, each in a slice in hand. */
struct Entries
{
  int32_t places[GROUPS_OF_WARP]; /* that they need; −1: none */
};

/* A worker's stream. Everything but what a thread computes is the same in all threads. */
struct Stream
{
  const Job &job;
  char *tables;
  int32_t *slots;  /* of the last SLICES */
  int32_t *counts; /* of each group in hand */
  const int tables_count;
  const int warps;
  const int32_t begin; /* slice */
  const int32_t end;
  int32_t slice;  /* the first in hand */
  int page;       /* in hand */
  int slices;     /* of it, without those in hand */
  int fetched;    /* by it */
  int32_t source; /* where its own begin */
  int32_t window; /* the first slice that is in it */
  int first_slot; /* of the page */
  int first_fetched;
  int turn;                   /* which of the tables is that of the page */
  int32_t firsts[REMEMBERED]; /* slices of the last pages */
  /* Of this thread's entries: their groups and slices in hand. */
  int groups[GROUPS_OF_WARP];
  int in_hand[GROUPS_OF_WARP];
  bool ends_slice; /* the group of this lane's number */

  __device__ inline Stream (const Job &of, char *memory, int32_t *of_slots, int32_t *of_counts);
  __device__ inline Table table (int number) const;
  __device__ inline int32_t *sources (void) const;
  __device__ inline void remember (void);
  __device__ inline void end_page (void);
  __device__ inline Entries look_ahead (int32_t first) const;
  __device__ inline int slot_before (int32_t place) const;
  __device__ inline int known_slot (int32_t place, int of_slices) const;
  __device__ inline int number_lacking (const bool *first, int count, int *numbers);
  __device__ inline int add_slices (const Entries &entries, int count, int *found);
  __device__ inline void advance (int count);
};

__device__ inline Stream::Stream (const Job &of,
                                  char *memory,
                                  int32_t *of_slots,
                                  int32_t *of_counts)
    : job (of), tables (memory), slots (of_slots), counts (of_counts),
      tables_count (of.settings.pages - of.settings.pages_loaded + 1), warps (blockDim.x / 32),
      begin (of.workers_first[blockIdx.x]), end (of.workers_first[blockIdx.x + 1]), slice (begin),
      page (0), slices (0), fetched (0), source (0), window (begin),
      first_slot (seidel_strips_computed_slot (&of.settings, 0)),
      first_fetched (seidel_strips_fetched_slot (&of.settings, 0)), turn (0)
{
  for (int i = 0; i < tables_count; i++)
    table (i).clear ();
#pragma unroll
  for (int i = 0; i < GROUPS_OF_WARP; i++)
    {
      groups[i] = i * warps + threadIdx.x / 32;
      in_hand[i] = groups[i] / of.settings.shape.entries;
    }
  ends_slice = (threadIdx.x % 32 + 1) % of.settings.shape.entries == 0;
  __syncthreads ();
}

__device__ inline Table
Stream::table (int number) const
{
  return Table (tables + number * Table::bytes (job.places_of_table), job.places_of_table);
}

__device__ inline int32_t *
Stream::sources (void) const
{
  return job.needs + (int64_t) begin * SEIDEL_SLICE_LANES * job.settings.shape.entries + source;
}

/* Shifts what is known of the last pages, so that the compiler keeps it in registers. */
__device__ inline void
Stream::remember (void)
{
#pragma unroll
  for (int i = REMEMBERED - 1; i > 0; i--)
    firsts[i] = firsts[i - 1];
  firsts[0] = slice - slices;
#pragma unroll
  for (int i = 0; i < REMEMBERED; i++)
    if (i == job.settings.pages - 2 && i <= page)
      window = firsts[i];
}

__device__ inline void
Stream::end_page (void)
{
  const int thread = threadIdx.x;
  const int padded =
    (fetched + SEIDEL_STRIPS_SOURCES - 1) / SEIDEL_STRIPS_SOURCES * SEIDEL_STRIPS_SOURCES;

  if (slices == 0)
    return;
  if (thread == 0)
    job.pages[begin + page] = { slice - slices, slices, source, fetched };
  if (fetched + thread < padded)
    sources ()[fetched + thread] = job.places[0];
  remember ();
  source += padded;
  page++;
  slices = fetched = 0;
  first_slot = seidel_strips_computed_slot (&job.settings, (uint32_t) page);
  first_fetched = seidel_strips_fetched_slot (&job.settings, (uint32_t) page);
  turn = turn + 1 < tables_count ? turn + 1 : 0;
  __syncthreads ();
  table (turn).clear ();
  __syncthreads ();
}

/* What the entries of this thread need where such a slice is the first in hand. */
__device__ inline Entries
Stream::look_ahead (int32_t first) const
{
  const int32_t *const needs =
    job.needs + (int64_t) first * SEIDEL_SLICE_LANES * job.settings.shape.entries;
  Entries ahead;

#pragma unroll
  for (int i = 0; i < GROUPS_OF_WARP; i++)
    ahead.places[i] = in_hand[i] < job.together && first + in_hand[i] < end
                        ? needs[groups[i] * SEIDEL_SLICE_LANES + threadIdx.x % 32]
                        : -1;
  return ahead;
}

/* The slot of a place that one of the pages before has fetched; −1: none has. Tables that no page
 * has used yet are empty. */
__device__ inline int
Stream::slot_before (int32_t place) const
{
  for (int number = 0; number < tables_count; number++)
    if (number != turn)
      {
        const int slot = table (number).find (place);

        if (slot != NO_SLOT)
          return slot;
      }
  return -1;
}

/* The slot of a place that is in the window when a slice is computed, so many of those in hand
 * after the first; −1: it is to be fetched. */
__device__ inline int
Stream::known_slot (int32_t place, int of_slices) const
{
  const int32_t of_slice = (int32_t) ((uint32_t) place / SEIDEL_SLICE_LANES);

  if (place < 0)
    return seidel_strips_zero_slot (&job.settings);
  if (of_slice >= slice && of_slice < slice + of_slices)
    return first_slot + (slices - slice) * SEIDEL_SLICE_LANES + place;
  if (of_slice >= window && of_slice < slice)
    return slots[(uint32_t) of_slice % SLICES] + (int) ((uint32_t) place % SEIDEL_SLICE_LANES);
  return slot_before (place);
}

/* Numbers what entries lack, each place once, and returns how many of so many slices the page has
 * room for. first: whether an entry is the first that lacks its place. */
__device__ inline int
Stream::number_lacking (const bool *first, int count, int *numbers)
{
  const int lane = threadIdx.x % 32;
  const int last = count * job.settings.shape.entries;
  unsigned int lanes[GROUPS_OF_WARP];
  int sum, taken;

#pragma unroll
  for (int i = 0; i < GROUPS_OF_WARP; i++)
    {
      lanes[i] = __ballot_sync (SEIDEL_CUDA_ALL_LANES, first[i]);
      if (lane == 0 && groups[i] < MOST_GROUPS)
        counts[groups[i]] = __popc (lanes[i]);
    }
  __syncthreads ();
  /* Of the groups up to each lane's number. */
  sum = lane < last ? counts[lane] : 0;
#pragma unroll
  for (int away = 1; away < 32; away *= 2)
    {
      const int before = __shfl_up_sync (SEIDEL_CUDA_ALL_LANES, sum, away);

      sum += lane >= away ? before : 0;
    }
#pragma unroll
  for (int i = 0; i < GROUPS_OF_WARP; i++)
    numbers[i] = fetched + __shfl_sync (SEIDEL_CUDA_ALL_LANES, sum, groups[i])
                 - __popc (lanes[i] & SEIDEL_CUDA_ALL_LANES << lane);
  taken =
    __popc (__ballot_sync (SEIDEL_CUDA_ALL_LANES,
                           lane < last && ends_slice && fetched + sum <= job.settings.fetched));
  sum = __shfl_sync (SEIDEL_CUDA_ALL_LANES, sum, taken * job.settings.shape.entries - 1);
  fetched += taken > 0 ? sum : 0;
  return taken;
}

/* Adds so many slices in hand to the page, or as many of them as it has room for. Returns how many;
 * found receives the slots of this thread's entries. */
__device__ inline int
Stream::add_slices (const Entries &entries, int count, int *found)
{
  Table fetching = table (turn);
  bool lacking[GROUPS_OF_WARP];
  int at[GROUPS_OF_WARP];
  bool any = false;
  int taken = count;

#pragma unroll
  for (int i = 0; i < GROUPS_OF_WARP; i++)
    found[i] = in_hand[i] < count ? known_slot (entries.places[i], in_hand[i]) : 0;
#pragma unroll
  for (int i = 0; i < GROUPS_OF_WARP; i++)
    {
      at[i] = found[i] < 0 ? fetching.find_or_insert (entries.places[i]) : 0;
      lacking[i] =
        found[i] < 0 && fetching.lacks (at[i], groups[i] * SEIDEL_SLICE_LANES + threadIdx.x % 32);
      any = any || lacking[i];
    }
  if (__syncthreads_or (any))
    {
      bool first[GROUPS_OF_WARP];
      int numbers[GROUPS_OF_WARP];

#pragma unroll
      for (int i = 0; i < GROUPS_OF_WARP; i++)
        first[i] =
          lacking[i]
          && fetching.firsts[at[i]] == groups[i] * SEIDEL_SLICE_LANES + (int) (threadIdx.x % 32);
      taken = number_lacking (first, count, numbers);
#pragma unroll
      for (int i = 0; i < GROUPS_OF_WARP; i++)
        if (first[i] && in_hand[i] < taken)
          {
            fetching.slots[at[i]] = (uint16_t) (first_fetched + numbers[i]);
            sources ()[numbers[i]] = entries.places[i];
          }
      __syncthreads ();
    }
#pragma unroll
  for (int i = 0; i < GROUPS_OF_WARP; i++)
    if (found[i] < 0 && in_hand[i] < taken)
      found[i] = fetching.slots[at[i]];
  return taken;
}

/* The slices that come next are behind a barrier. */
__device__ inline void
Stream::advance (int count)
{
  if ((int) threadIdx.x < count)
    slots[(uint32_t) (slice + (int) threadIdx.x) % SLICES] =
      first_slot + (slices + (int) threadIdx.x) * SEIDEL_SLICE_LANES;
  slices += count;
  slice += count;
}

/* The last column where rows may take several lanes. */
static __device__ inline uint16_t
after_slice (const SeidelCudaCutSlice &cut)
{
  return cut.finishes ? (uint16_t) (SEIDEL_STRIPS_FINISHES
                                    + ((__ffs (cut.lanes) - 1) << SEIDEL_STRIPS_LANES_SHIFT))
                      : (uint16_t) 0;
}

static __global__ void
__launch_bounds__ (MOST_GROUPS / GROUPS_OF_WARP * 32) cut_pages_kernel (Job job)
{
  extern __shared__ __align__ (16) char memory[];
  __shared__ __align__ (4) uint16_t columns[2][MOST_COLUMNS];
  __shared__ int32_t slots[SLICES];
  __shared__ int32_t counts[MOST_GROUPS];
  const int last = job.settings.shape.entries;
  const int of_slice = job.settings.shape.columns * SEIDEL_SLICE_LANES;
  const int lane = threadIdx.x % SEIDEL_SLICE_LANES;
  Stream stream (job, memory, slots, counts);
  Entries entries = stream.look_ahead (stream.slice);
  int to[GROUPS_OF_WARP], after[GROUPS_OF_WARP];

#pragma unroll
  for (int i = 0; i < GROUPS_OF_WARP; i++)
    {
      const int first = stream.in_hand[i] * of_slice;
      const int e = stream.groups[i] % last;

      to[i] = first + job.items.first[e] + lane * job.items.distance[e];
      after[i] = job.settings.shape.columns > last && e == 0
                   ? first + job.items.first[last] + lane * job.items.distance[last]
                   : -1;
    }
  for (int turn = 0; stream.slice < stream.end; turn = 1 - turn)
    {
      const int32_t slice = stream.slice;
      const int count =
        min (min (job.together, job.settings.slices - stream.slices), stream.end - slice);
      const Entries next = stream.look_ahead (slice + count);
      uint32_t *const words = (uint32_t *) job.columns + (int64_t) slice * (of_slice / 2);
      int found[GROUPS_OF_WARP];
      const int taken = stream.add_slices (entries, count, found);

#pragma unroll
      for (int i = 0; i < GROUPS_OF_WARP; i++)
        if (stream.in_hand[i] < taken)
          {
            columns[turn][to[i]] = (uint16_t) (found[i] * (int) job.settings.real_size);
            if (after[i] >= 0)
              columns[turn][after[i]] = after_slice (job.cut[slice + stream.in_hand[i]]);
          }
      stream.advance (taken);
      __syncthreads ();
      /* The columns of the next slices are gathered in the other half meanwhile. */
      for (int word = threadIdx.x; word < taken * (of_slice / 2); word += blockDim.x)
        words[word] = ((const uint32_t *) columns[turn])[word];
      if (taken < count || stream.slices == job.settings.slices)
        stream.end_page ();
      entries = taken < count ? stream.look_ahead (stream.slice) : next;
    }
  stream.end_page ();
  if (threadIdx.x == 0)
    {
      job.counts[2 * blockIdx.x] = stream.page;
      job.counts[2 * blockIdx.x + 1] = stream.source;
    }
}

/* Where the pages and sources of each worker go, those of the last one end, and where they are. */
typedef struct
{
  const int32_t *workers_first;
  const int32_t *first;         /* pages */
  const int32_t *first_sources; /* the same of sources */
  const SeidelStripsPage *from_pages;
  const int32_t *from_sources;
  int64_t needs_of_slice;
  SeidelStripsPage *pages;
  int32_t *sources;
} Join;

static __global__ void
join_kernel (Join join)
{
  const int worker = blockIdx.x;
  const int32_t slice = join.workers_first[worker];
  const int32_t page = join.first[worker];
  const int32_t source = join.first_sources[worker];
  const int first = blockIdx.y * blockDim.x + threadIdx.x;
  const int every = gridDim.y * blockDim.x;

  for (int i = first; i < join.first[worker + 1] - page; i += every)
    {
      join.pages[page + i] = join.from_pages[slice + i];
      join.pages[page + i].source += source;
    }
  for (int i = first; i < join.first_sources[worker + 1] - source; i += every)
    join.sources[source + i] = join.from_sources[slice * join.needs_of_slice + i];
}

/* What is on the device while pages are cut, in one piece. */
typedef struct
{
  void *memory;
  int32_t *workers_first;
  int32_t *counts;
  int32_t *first_sources;
  SeidelStripsPage *pages;
} Scratch;

/* Chooses how many slices a block takes at a time, and the places of its tables. Returns the bytes
 * of all tables. */
static size_t
choose_slices (Job *job)
{
  const SeidelStripsSettings *settings = &job->settings;
  const int tables = settings->pages - settings->pages_loaded + 1;

  for (int together = settings->slices;; together--)
    {
      const int groups = together * settings->shape.entries;
      const int columns = together * settings->shape.columns * SEIDEL_SLICE_LANES;
      size_t bytes;

      job->together = together;
      job->places_of_table = 64;
      while (job->places_of_table <= settings->fetched + groups * SEIDEL_SLICE_LANES)
        job->places_of_table *= 2;
      bytes = (size_t) tables * Table::bytes (job->places_of_table);
      if (together == 1
          || (settings->slices % together == 0 && groups <= MOST_GROUPS && columns <= MOST_COLUMNS
              && bytes <= MOST_BYTES))
        return bytes;
    }
}

static bool
cut_pages (SeidelContext *context,
           const SeidelCudaCut *cut,
           int32_t *needs,
           const Scratch *scratch,
           const SeidelCudaStrips *strips)
{
  Job job = { strips->settings,
              scratch->workers_first,
              cut->slices,
              needs,
              strips->lanes.places,
              strips->lanes.columns,
              scratch->pages,
              scratch->counts,
              0,
              0,
              seidel_cuda_items (strips->settings.shape.columns, 8) };
  const size_t bytes = choose_slices (&job);
  const int groups = job.together * strips->settings.shape.entries;
  const int warps = (groups + GROUPS_OF_WARP - 1) / GROUPS_OF_WARP;

  if (!seidel_cuda_check (context,
                          cudaFuncSetAttribute (cut_pages_kernel,
                                                cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                (int) bytes),
                          WHAT))
    return false;
  cut_pages_kernel<<<(unsigned int) strips->settings.workers, (unsigned int) warps * 32, bytes,
                     context->stream>>> (job);
  return seidel_cuda_check (context, cudaGetLastError (), WHAT);
}

/* Reads what each worker has, and adds it up: pages into first, sources into the rest. */
static bool
count_pages (SeidelContext *context,
             const Scratch *scratch,
             SeidelCudaStrips *strips,
             int32_t *first)
{
  const int workers = strips->settings.workers;
  int32_t *counts = first + 2 * (workers + 1);
  SeidelCudaArrivals arrivals = {};

  if (!seidel_cuda_bring (context, &arrivals, counts, scratch->counts,
                          (size_t) workers * 2 * sizeof *counts)
      || !seidel_cuda_brought (context, &arrivals, WHAT))
    return false;
  strips->n_pages = strips->n_sources = 0;
  for (int worker = 0; worker <= workers; worker++)
    {
      first[worker] = (int32_t) strips->n_pages;
      first[workers + 1 + worker] = (int32_t) strips->n_sources;
      if (worker < workers)
        {
          strips->n_pages += counts[2 * worker];
          strips->n_sources += counts[2 * worker + 1];
        }
    }
  return true;
}

void
seidel_cuda_strips_lay_out_pages (SeidelCudaLayout *layout, SeidelCudaStrips *strips)
{
  strips->first = layout->take<int32_t> ((size_t) strips->settings.workers + 1);
  strips->pages = layout->take<SeidelStripsPage> ((size_t) strips->n_pages);
  strips->sources = layout->take<int32_t> ((size_t) strips->n_sources + 1);
}

/* To memory that is there already. */
static bool
copy_to_device (SeidelContext *context, void *to, const void *from, size_t bytes)
{
  return seidel_cuda_check (
    context, cudaMemcpyAsync (to, from, bytes, cudaMemcpyHostToDevice, context->stream), WHAT);
}

static bool
join (SeidelContext *context,
      const int32_t *needs,
      const int32_t *first,
      const Scratch *scratch,
      SeidelCudaStrips *strips)
{
  const size_t bytes = (size_t) (strips->settings.workers + 1) * sizeof *first;
  const dim3 blocks ((unsigned int) strips->settings.workers, COPY_BLOCKS);

  strips->pages_memory =
    seidel_cuda_provide (context, seidel_cuda_malloc, [=] (SeidelCudaLayout *layout) {
      seidel_cuda_strips_lay_out_pages (layout, strips);
    });
  if (strips->pages_memory == NULL || !copy_to_device (context, strips->first, first, bytes)
      || !copy_to_device (context, scratch->first_sources, first + strips->settings.workers + 1,
                          bytes))
    return false;
  join_kernel<<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    { scratch->workers_first, strips->first, scratch->first_sources, scratch->pages, needs,
      (int64_t) SEIDEL_SLICE_LANES * strips->settings.shape.entries, strips->pages,
      strips->sources });
  return seidel_cuda_check (context, cudaGetLastError (), WHAT);
}

static void
lay_out_scratch (SeidelCudaLayout *layout, const SeidelCudaStrips *strips, Scratch *scratch)
{
  const size_t workers = (size_t) strips->settings.workers;

  scratch->workers_first = layout->take<int32_t> (workers + 1);
  scratch->first_sources = layout->take<int32_t> (workers + 1);
  scratch->counts = layout->take<int32_t> (2 * workers);
  scratch->pages = layout->take<SeidelStripsPage> ((size_t) strips->n_slices);
}

static bool
provide_scratch (SeidelContext *context, const SeidelCudaStrips *strips, Scratch *scratch)
{
  scratch->memory =
    seidel_cuda_provide (context, seidel_cuda_scratch_new, [=] (SeidelCudaLayout *layout) {
      lay_out_scratch (layout, strips, scratch);
    });
  return scratch->memory != NULL;
}

bool
seidel_cuda_pages_cut (SeidelContext *context,
                       SeidelCudaCut *cut,
                       int32_t *needs,
                       SeidelCudaStrips *strips)
{
  const size_t workers = (size_t) strips->settings.workers;
  Scratch scratch = {};
  bool done;

  cut->pages_first = (int32_t *) malloc (4 * (workers + 1) * sizeof *cut->pages_first);
  if (cut->pages_first == NULL)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                        "the plan of a sweep did not fit into memory");
      return false;
    }
  done = provide_scratch (context, strips, &scratch)
         && copy_to_device (context, scratch.workers_first, cut->workers_first,
                            (workers + 1) * sizeof (int32_t))
         && cut_pages (context, cut, needs, &scratch, strips)
         && count_pages (context, &scratch, strips, cut->pages_first)
         && join (context, needs, cut->pages_first, &scratch, strips);
  if (!done)
    cudaStreamSynchronize (context->stream);
  seidel_cuda_scratch_free (context, scratch.memory);
  return done;
}
