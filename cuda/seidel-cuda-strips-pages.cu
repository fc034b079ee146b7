/* Slices of strips in pages, on the device: see seidel-cuda-strips-device.cuh.
 *
 * A block for each worker goes through the slices, a thread for each entry of each lane, and
 * follows what the worker will have in its window: the rows of its last pages, and what these
 * fetched, which is kept in a table for each page. What a slice lacks is numbered in the order of
 * its entries and lanes, whichever thread finds it first.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

#include "seidel-cuda-strips-device.cuh"

#define WHAT SEIDEL_STRIPS_WHAT

/* Pages that are remembered, and slices; the window has fewer. */
#define REMEMBERED 8
#define SLICES     256

/* Slices whose needs are on their way to a block. */
#define AHEAD 4

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
  int32_t slice;       /* in hand */
  int page;            /* in hand */
  int slices;          /* of it */
  int fetched;         /* by it */
  int32_t source;      /* where its own begin */
  int32_t window;      /* the first slice that is in it */
  int first_slot;      /* of the page */
  int first_fetched;
  Table fetching;              /* of the page */
  int32_t firsts[REMEMBERED];  /* slices of the last pages */
  int32_t fetches[REMEMBERED]; /* of the last pages */

  __device__ inline Stream (const Job &of, char *memory, int32_t *of_slots, int32_t *of_counts);
  __device__ inline Table table (int of_page) const;
  __device__ inline int32_t *sources (void) const;
  __device__ inline void remember (void);
  __device__ inline void end_page (void);
  __device__ inline int slot_before (int32_t place) const;
  __device__ inline int number_lacking (bool first, int *number);
  __device__ inline int resolve (int32_t place);
  __device__ inline int add_slice (int32_t place);
};

__device__ inline Stream::Stream (const Job &of,
                                  char *memory,
                                  int32_t *of_slots,
                                  int32_t *of_counts)
    : job (of), tables (memory), slots (of_slots), counts (of_counts),
      tables_count (of.settings.pages - of.settings.pages_loaded + 1),
      begin (of.workers_first[blockIdx.x]), slice (begin), page (0), slices (0), fetched (0),
      source (0), window (begin), first_slot (seidel_strips_computed_slot (&of.settings, 0)),
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

/* Numbers what threads lack, each place once. Returns how many there are; first: whether this
 * thread is the first that lacks its own. */
__device__ inline int
Stream::number_lacking (bool first, int *number)
{
  const unsigned int lanes = __ballot_sync (SEIDEL_CUDA_ALL_LANES, first);
  const int warp = threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  int sum;

  if (lane == 0)
    counts[warp] = __popc (lanes);
  __syncthreads ();
  /* Of the warps up to each lane's number. */
  sum = lane < job.settings.shape.entries ? counts[lane] : 0;
#pragma unroll
  for (int away = 1; away < SEIDEL_STRIPS_MOST_ITEMS; away *= 2)
    {
      const int before = __shfl_up_sync (SEIDEL_CUDA_ALL_LANES, sum, away);

      sum += lane >= away ? before : 0;
    }
  *number = fetched + __popc (lanes & ((1u << lane) - 1))
            + __shfl_sync (SEIDEL_CUDA_ALL_LANES, sum, warp) - __popc (lanes);
  return __shfl_sync (SEIDEL_CUDA_ALL_LANES, sum, SEIDEL_STRIPS_MOST_ITEMS - 1);
}

/* The slot of a place, or −1: the page has no room for what the slice lacks. */
__device__ inline int
Stream::resolve (int32_t place)
{
  const int32_t of_slice = place / SEIDEL_SLICE_LANES;
  Table &fetches_of_page = fetching;
  bool lacking = false;
  int at = 0;
  int slot = -1;

  if (place < 0)
    slot = seidel_strips_zero_slot (&job.settings);
  else if (of_slice >= window && of_slice < slice)
    slot = slots[of_slice % SLICES] + place % SEIDEL_SLICE_LANES;
  else
    slot = slot_before (place);
  if (slot < 0)
    {
      at = fetches_of_page.find_or_insert (place);
      lacking = fetches_of_page.numbers[at] == NO_NUMBER;
      if (lacking && ((volatile int32_t *) fetches_of_page.threads)[at] > (int32_t) threadIdx.x)
        atomicMin (fetches_of_page.threads + at, (int32_t) threadIdx.x);
    }
  if (__syncthreads_or (lacking))
    {
      const bool first = lacking && fetches_of_page.threads[at] == (int32_t) threadIdx.x;
      int number;
      const int count = number_lacking (first, &number);

      if (fetched + count > job.settings.fetched && slices > 0)
        return -1;
      if (first)
        {
          fetches_of_page.numbers[at] = (uint16_t) number;
          sources ()[number] = place;
        }
      fetched += count;
      __syncthreads ();
    }
  return slot >= 0 ? slot : first_fetched + fetches_of_page.numbers[at];
}

/* Puts the slice in hand into a page. Returns the slot of this thread's entry. */
__device__ inline int
Stream::add_slice (int32_t place)
{
  int slot;

  if (slices == job.settings.slices)
    end_page ();
  slot = resolve (place);
  if (slot < 0)
    {
      /* In all threads. */
      end_page ();
      slot = resolve (place);
    }
  /* The next slice reads it behind a barrier. */
  if (threadIdx.x == 0)
    slots[slice % SLICES] = first_slot + slices * SEIDEL_SLICE_LANES;
  slices++;
  slice++;
  return slot;
}

/* The last column where rows may take several lanes. */
static __device__ inline uint16_t
after_slice (const SeidelCudaCutSlice &cut)
{
  return cut.finishes ? (uint16_t) (SEIDEL_STRIPS_FINISHES
                                    + ((__ffs (cut.lanes) - 1) << SEIDEL_STRIPS_LANES_SHIFT))
                      : (uint16_t) 0;
}

/* A thread of the block for each entry of a slice: their needs are next to each other. */
static __global__ void
__launch_bounds__ (SEIDEL_STRIPS_MOST_ITEMS * 32) cut_pages_kernel (Job job)
{
  extern __shared__ __align__ (16) char memory[];
  __shared__ __align__ (4) uint16_t columns[2][SEIDEL_STRIPS_MOST_ITEMS * SEIDEL_SLICE_LANES];
  __shared__ int32_t slots[SLICES];
  __shared__ int32_t counts[SEIDEL_STRIPS_MOST_ITEMS];
  const int words = job.settings.shape.columns * SEIDEL_SLICE_LANES / 2;
  const int e = threadIdx.x / SEIDEL_SLICE_LANES;
  const int lane = threadIdx.x % SEIDEL_SLICE_LANES;
  const int to = job.items.first[e] + lane * job.items.distance[e];
  const int last = job.settings.shape.entries;
  const bool is_long = job.settings.shape.columns > last;
  const int32_t end = job.workers_first[blockIdx.x + 1];
  Stream stream (job, memory, slots, counts);
  const int32_t *needs = job.needs + (int64_t) stream.begin * blockDim.x + threadIdx.x;
  int32_t ahead[AHEAD];

#pragma unroll
  for (int i = 0; i < AHEAD; i++)
    ahead[i] = stream.begin + i < end ? needs[i * blockDim.x] : -1;
  while (stream.slice < end)
    {
      const int64_t slice = stream.slice;
      const int32_t place = ahead[0];
      uint16_t *const of_slice = columns[slice % 2];

#pragma unroll
      for (int i = 1; i < AHEAD; i++)
        ahead[i - 1] = ahead[i];
      needs += blockDim.x;
      ahead[AHEAD - 1] = slice + AHEAD < end ? needs[(AHEAD - 1) * blockDim.x] : -1;
      of_slice[to] = (uint16_t) (stream.add_slice (place) * (int) job.settings.real_size);
      if (is_long && e == 0)
        of_slice[job.items.first[last] + lane * job.items.distance[last]] =
          after_slice (job.cut[slice]);
      __syncthreads ();
      for (int word = threadIdx.x; word < words; word += blockDim.x)
        ((uint32_t *) job.columns)[slice * words + word] = ((const uint32_t *) of_slice)[word];
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

static size_t
table_bytes (Job *job)
{
  const SeidelStripsSettings *settings = &job->settings;
  const int most = settings->fetched + settings->shape.entries * SEIDEL_SLICE_LANES;

  job->places_of_table = 64;
  while (job->places_of_table < 2 * most)
    job->places_of_table *= 2;
  return (size_t) (settings->pages - settings->pages_loaded + 1)
         * Table::bytes (job->places_of_table);
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
              seidel_cuda_items (strips->settings.shape.columns, 8) };
  const size_t bytes = table_bytes (&job);

  if (!seidel_cuda_check (context,
                          cudaFuncSetAttribute (cut_pages_kernel,
                                                cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                (int) bytes),
                          WHAT))
    return false;
  cut_pages_kernel<<<(unsigned int) strips->settings.workers,
                     (unsigned int) (strips->settings.shape.entries * SEIDEL_SLICE_LANES), bytes,
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
