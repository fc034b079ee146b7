/* Slices of strips in pages, on the device: see seidel-cuda-strips-device.cuh.
 *
 * A block for each worker goes through the slices, some at a time, a thread for each entry of each
 * of their lanes, and follows what the worker will have in its window: the rows of its last pages,
 * and what these fetched, which is kept in a table for each page. What slices lack is numbered in
 * the order of slices, entries and lanes, whichever thread finds it first.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

#include "seidel-cuda-strips-device.cuh"

#define WHAT SEIDEL_STRIPS_WHAT

/* Pages that are remembered, and slices; the window has fewer. */
#define REMEMBERED 8
#define SLICES     256

/* Threads of a block, at most, and the columns of the slices that they take at a time. */
#define MOST_THREADS 1024
#define MOST_COLUMNS (MOST_THREADS / 2 * 3)

/* Bytes of the tables of a block, where it has the choice. */
#define MOST_BYTES ((size_t) 40 << 10)

/* Not the number of anything that was fetched. */
#define NO_NUMBER 0xffff

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
  int32_t *keys;     /* −1: none */
  int32_t *threads;  /* the first that lacks the key */
  uint16_t *numbers; /* NO_NUMBER: not fetched yet */
  int places;

  __device__
  Table (char *memory, int of_places)
      : keys ((int32_t *) memory), threads (keys + of_places),
        numbers ((uint16_t *) (threads + of_places)), places (of_places)
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
        return numbers[place];
      else if (keys[place] < 0)
        return NO_NUMBER;
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

  __device__ inline void
  clear (void)
  {
    for (int place = threadIdx.x; place < places; place += blockDim.x)
      {
        keys[place] = -1;
        threads[place] = INT32_MAX;
        numbers[place] = NO_NUMBER;
      }
  }
};

/* A worker's stream. Everything but what a thread computes is the same in all threads. */
struct Stream
{
  const Job &job;
  char *tables;
  int32_t *slots;  /* of the last SLICES */
  int32_t *counts; /* of each warp */
  int tables_count;
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
  Table fetching;              /* of the page */
  int32_t firsts[REMEMBERED];  /* slices of the last pages */
  int32_t fetches[REMEMBERED]; /* of the last pages */

  __device__ inline Stream (const Job &of, char *memory, int32_t *of_slots, int32_t *of_counts);
  __device__ inline Table table (int of_page) const;
  __device__ inline int32_t *sources (void) const;
  __device__ inline void remember (void);
  __device__ inline void end_page (void);
  __device__ inline int in_hand (void) const;
  __device__ inline int32_t need (int32_t first) const;
  __device__ inline int slot_before (int32_t place) const;
  __device__ inline int known_slot (int32_t place) const;
  __device__ inline int number_lacking (bool first, int count, int *number);
  __device__ inline int add_slices (int32_t place, int count, int *slot);
  __device__ inline void advance (int count);
};

__device__ inline Stream::Stream (const Job &of,
                                  char *memory,
                                  int32_t *of_slots,
                                  int32_t *of_counts)
    : job (of), tables (memory), slots (of_slots), counts (of_counts),
      tables_count (of.settings.pages - of.settings.pages_loaded + 1),
      begin (of.workers_first[blockIdx.x]), end (of.workers_first[blockIdx.x + 1]), slice (begin),
      page (0), slices (0), fetched (0), source (0), window (begin),
      first_slot (seidel_strips_computed_slot (&of.settings, 0)),
      first_fetched (seidel_strips_fetched_slot (&of.settings, 0)),
      fetching (memory, of.places_of_table)
{
  for (int i = 0; i < tables_count; i++)
    table (i).clear ();
  __syncthreads ();
}

__device__ inline Table
Stream::table (int of_page) const
{
  return Table (tables + of_page % tables_count * Table::bytes (job.places_of_table),
                job.places_of_table);
}

__device__ inline int32_t *
Stream::sources (void) const
{
  return job.needs + (int64_t) begin * SEIDEL_SLICE_LANES * job.settings.shape.entries + source;
}

/* Which of the slices in hand this thread has an entry of. */
__device__ inline int
Stream::in_hand (void) const
{
  return threadIdx.x / SEIDEL_SLICE_LANES / job.settings.shape.entries;
}

/* What this thread's entry needs where such a slice is the first in hand. */
__device__ inline int32_t
Stream::need (int32_t first) const
{
  return first + in_hand () < end
           ? job.needs[(int64_t) first * SEIDEL_SLICE_LANES * job.settings.shape.entries
                       + threadIdx.x]
           : -1;
}

/* Shifts what is known of the last pages, so that the compiler keeps it in registers. */
__device__ inline void
Stream::remember (void)
{
#pragma unroll
  for (int i = REMEMBERED - 1; i > 0; i--)
    {
      firsts[i] = firsts[i - 1];
      fetches[i] = fetches[i - 1];
    }
  firsts[0] = slice - slices;
  fetches[0] = fetched;
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
  __syncthreads ();
  fetching = table (page);
  fetching.clear ();
  __syncthreads ();
}

/* The slot of a place that one of the pages before has fetched; −1: none has. */
__device__ inline int
Stream::slot_before (int32_t place) const
{
#pragma unroll
  for (int back = 1; back < REMEMBERED; back++)
    if (back < tables_count && back <= page)
      {
        const int number = table (page - back).find (place);

        if (number < fetches[back - 1])
          return seidel_strips_fetched_slot (&job.settings, (uint32_t) (page - back)) + number;
      }
  return -1;
}

/* The slot of a place that is in the window when this thread's slice is computed; −1: it is to be
 * fetched. */
__device__ inline int
Stream::known_slot (int32_t place) const
{
  const int32_t of_slice = place / SEIDEL_SLICE_LANES;

  if (place < 0)
    return seidel_strips_zero_slot (&job.settings);
  if (of_slice >= slice && of_slice < slice + in_hand ())
    return first_slot + (slices - slice) * SEIDEL_SLICE_LANES + place;
  if (of_slice >= window && of_slice < slice)
    return slots[of_slice % SLICES] + place % SEIDEL_SLICE_LANES;
  return slot_before (place);
}

/* Numbers what threads lack, each place once, and returns how many of so many slices the page has
 * room for. first: whether this thread is the first that lacks its place. */
__device__ inline int
Stream::number_lacking (bool first, int count, int *number)
{
  const unsigned int lanes = __ballot_sync (SEIDEL_CUDA_ALL_LANES, first);
  const int entries = job.settings.shape.entries;
  const int warp = threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  int sum, taken;

  if (lane == 0)
    counts[warp] = __popc (lanes);
  __syncthreads ();
  /* Of the warps up to each lane's number. */
  sum = lane < count * entries ? counts[lane] : 0;
#pragma unroll
  for (int away = 1; away < 32; away *= 2)
    {
      const int before = __shfl_up_sync (SEIDEL_CUDA_ALL_LANES, sum, away);

      sum += lane >= away ? before : 0;
    }
  *number = fetched + __popc (lanes & ((1u << lane) - 1))
            + __shfl_sync (SEIDEL_CUDA_ALL_LANES, sum, warp) - __popc (lanes);
  taken = __popc (
    __ballot_sync (SEIDEL_CUDA_ALL_LANES, lane < count * entries && (lane + 1) % entries == 0
                                            && fetched + sum <= job.settings.fetched));
  sum = __shfl_sync (SEIDEL_CUDA_ALL_LANES, sum, taken * entries - 1);
  fetched += taken > 0 ? sum : 0;
  return taken;
}

/* Adds so many slices in hand to the page, or as many of them as it has room for. Returns how many;
 * slot receives that of this thread's entry. */
__device__ inline int
Stream::add_slices (int32_t place, int count, int *slot)
{
  bool lacking = false;
  int at = 0;
  int taken = count;

  *slot = in_hand () < count ? known_slot (place) : 0;
  if (*slot < 0)
    {
      at = fetching.find_or_insert (place);
      lacking = fetching.numbers[at] == NO_NUMBER;
      if (lacking && ((volatile int32_t *) fetching.threads)[at] > (int32_t) threadIdx.x)
        atomicMin (fetching.threads + at, (int32_t) threadIdx.x);
    }
  if (__syncthreads_or (lacking))
    {
      const bool first = lacking && fetching.threads[at] == (int32_t) threadIdx.x;
      int number;

      taken = number_lacking (first, count, &number);
      if (first && in_hand () < taken)
        {
          fetching.numbers[at] = (uint16_t) number;
          sources ()[number] = place;
        }
      __syncthreads ();
    }
  if (*slot < 0 && in_hand () < taken)
    *slot = first_fetched + fetching.numbers[at];
  return taken;
}

/* The slices that come next are behind a barrier. */
__device__ inline void
Stream::advance (int count)
{
  if ((int) threadIdx.x < count)
    slots[(slice + threadIdx.x) % SLICES] =
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

/* A thread of the block for each entry of the slices in hand: their needs are next to each other,
 * and so are their columns. */
static __global__ void
__launch_bounds__ (MOST_THREADS) cut_pages_kernel (Job job)
{
  extern __shared__ __align__ (16) char memory[];
  __shared__ __align__ (4) uint16_t columns[2][MOST_COLUMNS];
  __shared__ int32_t slots[SLICES];
  __shared__ int32_t counts[MOST_THREADS / 32];
  const int last = job.settings.shape.entries;
  const int of_slice = job.settings.shape.columns * SEIDEL_SLICE_LANES;
  const int e = threadIdx.x / SEIDEL_SLICE_LANES % last;
  const int lane = threadIdx.x % SEIDEL_SLICE_LANES;
  const bool is_long = job.settings.shape.columns > last;
  Stream stream (job, memory, slots, counts);
  const int first = stream.in_hand () * of_slice;
  const int to = first + job.items.first[e] + lane * job.items.distance[e];
  int32_t place = stream.need (stream.slice);

  for (int turn = 0; stream.slice < stream.end; turn = 1 - turn)
    {
      const int32_t slice = stream.slice;
      const int count =
        min (min (job.together, job.settings.slices - stream.slices), stream.end - slice);
      const int32_t next = stream.need (slice + count);
      uint32_t *const words = (uint32_t *) job.columns + (int64_t) slice * (of_slice / 2);
      int slot;
      const int taken = stream.add_slices (place, count, &slot);

      if (stream.in_hand () < taken)
        columns[turn][to] = (uint16_t) (slot * (int) job.settings.real_size);
      if (stream.in_hand () < taken && is_long && e == 0)
        columns[turn][first + job.items.first[last] + lane * job.items.distance[last]] =
          after_slice (job.cut[slice + stream.in_hand ()]);
      stream.advance (taken);
      __syncthreads ();
      for (int word = threadIdx.x; word < taken * (of_slice / 2); word += blockDim.x)
        words[word] = ((const uint32_t *) columns[turn])[word];
      if (taken < count || stream.slices == job.settings.slices)
        stream.end_page ();
      place = taken < count ? stream.need (stream.slice) : next;
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
      const int threads = together * settings->shape.entries * SEIDEL_SLICE_LANES;
      const int columns = together * settings->shape.columns * SEIDEL_SLICE_LANES;
      size_t bytes;

      job->together = together;
      job->places_of_table = 64;
      while (job->places_of_table <= settings->fetched + threads)
        job->places_of_table *= 2;
      bytes = (size_t) tables * Table::bytes (job->places_of_table);
      if (together == 1
          || (settings->slices % together == 0 && threads <= MOST_THREADS && columns <= MOST_COLUMNS
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

  if (!seidel_cuda_check (context,
                          cudaFuncSetAttribute (cut_pages_kernel,
                                                cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                (int) bytes),
                          WHAT))
    return false;
  cut_pages_kernel<<<(unsigned int) strips->settings.workers,
                     (unsigned int) (job.together * strips->settings.shape.entries
                                     * SEIDEL_SLICE_LANES),
                     bytes, context->stream>>> (job);
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
