/* Slices of strips in pages, on the device: see seidel-cuda-strips-device.cuh.
 *
 * A block for each strip goes through its slices, some at a time, and follows what will be in the
 * window: the rows of the last pages, and what these fetched, which is kept in a table for each
 * page. Each warp lists what its entries need and the rows in the window are not, so that few lanes
 * are idle while it looks into the tables. What slices lack is numbered in the order of slices,
 * entries and lanes, whichever thread finds it first.
 *
 * Which slots a page has depends on its number in the stream of its worker. Pages are cut as if all
 * those of earlier strips were full, as they are where nothing but slices limits them; columns of
 * other strips are corrected afterwards.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

#include "seidel-cuda-strips-window.cuh"

#define WHAT SEIDEL_STRIPS_WHAT

/* Blocks that are to run at the same time on a multiprocessor, at most and as far as registers
 * allow. */
#define MOST_RESIDENT  5
#define MOST_REGISTERS 64

/* Bytes of the tables of a block, where it has the choice, and what the operator reserves. */
#define MOST_BYTES     ((size_t) 40 << 10)
#define RESERVED_BYTES ((size_t) 1 << 10)

/* Blocks that copy what was cut, where there are few strips. */
#define COPY_BLOCKS 1024

/* The last column where rows may take several lanes. */
static __device__ inline uint16_t
after_slice (const SeidelCudaCutSlice &cut)
{
  return cut.finishes ? (uint16_t) (SEIDEL_STRIPS_FINISHES
                                    + ((__ffs (cut.lanes) - 1) << SEIDEL_STRIPS_LANES_SHIFT))
                      : (uint16_t) 0;
}

/* Where this thread's entries are among the columns of the slices in hand. */
static __device__ inline void
find_columns (const Job &job, const Strip &strip, int *to)
{
  const SeidelSliceShape &shape = job.settings.shape;

#pragma unroll
  for (int i = 0; i < GROUPS_OF_WARP; i++)
    {
      const int e = (strip.warp * GROUPS_OF_WARP + i) % shape.entries;

      to[i] = strip.in_hand[i] * shape.columns * SEIDEL_SLICE_LANES + job.items.first[e]
              + strip.lane * job.items.distance[e];
    }
}

static __global__ void
__launch_bounds__ (MOST_WARPS * 32, 65536 / (MOST_WARPS * 32 * MOST_REGISTERS))
  cut_pages_kernel (Job job)
{
  extern __shared__ __align__ (16) char memory[];
  __shared__ Shared shared;
  const int last = job.settings.shape.entries;
  const int of_slice = job.settings.shape.columns * SEIDEL_SLICE_LANES;
  uint16_t *const columns = (uint16_t *) shared.words;
  Strip strip (job, memory, shared);
  Entries entries = strip.look_ahead (strip.slice);
  int to[GROUPS_OF_WARP];

  find_columns (job, strip, to);
  while (strip.slice < strip.end)
    {
      const int32_t slice = strip.slice;
      const int count =
        min (min (job.together, job.settings.slices - strip.slices), strip.end - slice);
      const Entries next = strip.look_ahead (slice + count);
      uint32_t *const words = (uint32_t *) job.columns + (int64_t) slice * (of_slice / 2);
      int found[GROUPS_OF_WARP];
      const int taken = strip.add_slices (entries, count, found);

#pragma unroll
      for (int i = 0; i < GROUPS_OF_WARP; i++)
        if (strip.in_hand[i] < taken)
          columns[to[i]] = (uint16_t) (found[i] * (int) job.settings.real_size);
      if (job.settings.shape.columns > last)
        for (int i = threadIdx.x / 32; i < taken; i += blockDim.x / 32)
          columns[i * of_slice + job.items.first[last] + strip.lane * job.items.distance[last]] =
            after_slice (job.cut[slice + i]);
      strip.advance (taken);
      __syncthreads ();
      /* The next columns are written behind a barrier. */
      for (int word = threadIdx.x; word < taken * (of_slice / 2); word += blockDim.x)
        words[word] = shared.words[word];
      if (taken < count || strip.slices == job.settings.slices || strip.slice == strip.end)
        {
          strip.end_page ();
          strip.begin_page ();
        }
      entries = taken < count ? strip.look_ahead (strip.slice) : next;
    }
  if (threadIdx.x == 0)
    job.found[blockIdx.x] = { strip.page, strip.source, 0 };
}

/* Where the pages and sources of the strips go, and where they are. */
typedef struct
{
  SeidelStripsSettings settings;
  const SeidelCudaCutStrip *strips;
  const SeidelCudaCutPages *firsts;
  const SeidelStripsPage *from_pages;
  const int32_t *from_sources;
  SeidelStripsPage *pages;
  int32_t *sources;
  uint16_t *columns;
  SeidelSliceItems items; /* of the columns */
} Join;

static __global__ void
join_kernel (Join join)
{
  const int32_t slice = join.strips[blockIdx.x].slice;
  const SeidelCudaCutPages begin = join.firsts[blockIdx.x];
  const SeidelCudaCutPages end = join.firsts[blockIdx.x + 1];
  const int32_t *const sources =
    join.from_sources + (int64_t) slice * SEIDEL_SLICE_LANES * join.settings.shape.entries;
  const int first = blockIdx.y * blockDim.x + threadIdx.x;
  const int every = gridDim.y * blockDim.x;

  for (int i = first; i < end.page - begin.page; i += every)
    {
      SeidelStripsPage page = join.from_pages[slice + i];

      page.source += begin.source;
      join.pages[begin.page + i] = page;
    }
  for (int i = first; i < end.source - begin.source; i += every)
    join.sources[begin.source + i] = sources[i];
}

/* The slot that a page has whose number is so much higher. */
static __device__ inline int
turn_slot (const SeidelStripsSettings &settings, int slot, int turn)
{
  const int fetched = seidel_strips_fetched_slot (&settings, 0);
  const int zero = seidel_strips_zero_slot (&settings);
  const int begin = slot < fetched ? 0 : fetched;
  const int end = slot < fetched ? fetched : zero;
  const int turned =
    slot + turn * (slot < fetched ? settings.slices * SEIDEL_SLICE_LANES : settings.fetched);

  if (slot == zero)
    return zero;
  return turned < end ? turned : turned - end + begin;
}

/* Corrects the columns of strips that do not begin with the page that they were cut for. */
static __global__ void
turn_kernel (Join join)
{
  const SeidelSliceShape &shape = join.settings.shape;
  const int real_size = (int) join.settings.real_size;
  const int of_slice = shape.columns * SEIDEL_SLICE_LANES;
  const int turn = join.firsts[blockIdx.x].turn;
  const int32_t end = turn != 0 ? join.strips[blockIdx.x + 1].slice : 0;
  const int last = shape.columns > shape.entries ? join.items.first[shape.entries] : of_slice;
  const int distance = join.items.distance[shape.columns - 1];

  for (int32_t slice = join.strips[blockIdx.x].slice + blockIdx.y; slice < end; slice += gridDim.y)
    {
      uint16_t *const columns = join.columns + (int64_t) slice * of_slice;

      for (int i = threadIdx.x; i < of_slice; i += blockDim.x)
        /* All but the last column, where that is for another use. */
        if (i < last || (i - last) % distance != 0)
          columns[i] =
            (uint16_t) (turn_slot (join.settings, columns[i] / real_size, turn) * real_size);
    }
}

/* What is on the device while pages are cut, in one piece. */
typedef struct
{
  void *memory;
  SeidelCudaCutStrip *strips;
  SeidelCudaCutPages *found; /* then where they go */
  SeidelStripsPage *pages;
} Scratch;

/* The bytes that tables may have so that all strips are cut at the same time, if possible. */
static size_t
bytes_of_tables (const SeidelContext *context, const SeidelCudaStrips *strips)
{
  const cudaDeviceAttr asked = cudaDevAttrMaxSharedMemoryPerMultiprocessor;
  const int wanted = (strips->n_strips + context->multiprocessors - 1) / context->multiprocessors;
  const size_t beside = sizeof (Shared) + RESERVED_BYTES;
  int found = 0;
  size_t bytes;

  if (!seidel_cuda_attributes (seidel_cuda_here, &asked, 1, &found))
    return MOST_BYTES;
  bytes = (size_t) (found / (wanted < MOST_RESIDENT ? wanted : MOST_RESIDENT));
  bytes = bytes > beside ? bytes - beside : 0;
  return bytes < MOST_BYTES ? bytes : MOST_BYTES;
}

/* Chooses how many slices a block takes at a time, and the places of its tables, which have room
 * for what a page fetches and what the entries in hand lack. Returns the bytes of all tables. */
static size_t
choose_slices (Job *job, size_t most_bytes)
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
      bytes = Table::bytes (tables, job->places_of_table);
      if (together == 1
          || (settings->slices % together == 0 && groups <= MOST_GROUPS && columns <= MOST_COLUMNS
              && bytes <= most_bytes))
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
              scratch->strips,
              cut->slices,
              needs,
              strips->lanes.places,
              strips->lanes.columns,
              scratch->pages,
              scratch->found,
              0,
              0,
              seidel_slice_items (strips->settings.shape.columns, 8) };
  const size_t bytes = choose_slices (&job, bytes_of_tables (context, strips));
  const int groups = job.together * strips->settings.shape.entries;
  const int warps = (groups + GROUPS_OF_WARP - 1) / GROUPS_OF_WARP;

  if (!seidel_cuda_check (context,
                          cudaFuncSetAttribute (cut_pages_kernel,
                                                cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                (int) bytes),
                          WHAT)
      || !seidel_cuda_check (context,
                             cudaFuncSetAttribute (cut_pages_kernel,
                                                   cudaFuncAttributePreferredSharedMemoryCarveout,
                                                   cudaSharedmemCarveoutMaxShared),
                             WHAT))
    return false;
  cut_pages_kernel<<<(unsigned int) strips->n_strips, (unsigned int) warps * 32, bytes,
                     context->stream>>> (job);
  return seidel_cuda_check (context, cudaGetLastError (), WHAT);
}

/* From what each strip has to where its pages and sources go. Returns whether columns are to be
 * corrected. */
static bool
add_up_pages (const SeidelCudaCut *cut, SeidelCudaStrips *strips)
{
  const int workers = strips->settings.workers;
  SeidelCudaCutPages *firsts = cut->firsts;
  const SeidelCudaCutStrip *expected = cut->strips;
  bool turns = false;

  strips->n_pages = strips->n_sources = 0;
  for (int worker = 0; worker < workers; worker++)
    {
      const int32_t begin = cut->workers_first[worker] = (int32_t) strips->n_pages;

      for (int32_t strip = worker; strip < strips->n_strips; strip += workers, firsts++, expected++)
        {
          const SeidelCudaCutPages found = *firsts;

          *firsts = { (int32_t) strips->n_pages, (int32_t) strips->n_sources,
                      ((int32_t) strips->n_pages - begin - expected->page)
                        % strips->settings.pages };
          turns = turns || firsts->turn != 0;
          strips->n_pages += found.page;
          strips->n_sources += found.source;
        }
    }
  *firsts = { (int32_t) strips->n_pages, (int32_t) strips->n_sources, 0 };
  cut->workers_first[workers] = (int32_t) strips->n_pages;
  return turns;
}

static bool
bring_pages (SeidelContext *context, const SeidelCudaCut *cut, const Scratch *scratch, int32_t n)
{
  SeidelCudaArrivals arrivals = {};

  return seidel_cuda_bring (context, &arrivals, cut->firsts, scratch->found,
                            (size_t) n * sizeof *cut->firsts)
         && seidel_cuda_brought (context, &arrivals, WHAT);
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
      const SeidelCudaCut *cut,
      const int32_t *needs,
      const Scratch *scratch,
      SeidelCudaStrips *strips)
{
  const bool turns = add_up_pages (cut, strips);
  const unsigned int n = (unsigned int) strips->n_strips;
  const dim3 blocks (n, (COPY_BLOCKS + n - 1) / n);

  strips->pages_memory =
    seidel_cuda_provide (context, seidel_cuda_pooled_new, [=] (SeidelCudaLayout *layout) {
      seidel_cuda_strips_lay_out_pages (layout, strips);
    });
  if (strips->pages_memory == NULL
      || !copy_to_device (context, strips->first, cut->workers_first,
                          (size_t) (strips->settings.workers + 1) * sizeof *cut->workers_first)
      || !copy_to_device (context, scratch->found, cut->firsts, (n + 1) * sizeof *cut->firsts))
    return false;
  const Join job = { strips->settings,
                     scratch->strips,
                     scratch->found,
                     scratch->pages,
                     needs,
                     strips->pages,
                     strips->sources,
                     strips->lanes.columns,
                     seidel_slice_items (strips->settings.shape.columns, 8) };

  join_kernel<<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (job);
  if (turns)
    turn_kernel<<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (job);
  return seidel_cuda_check (context, cudaGetLastError (), WHAT);
}

static bool
provide_scratch (SeidelContext *context, const SeidelCudaStrips *strips, Scratch *scratch)
{
  const size_t n = (size_t) strips->n_strips + 1;

  scratch->memory =
    seidel_cuda_provide (context, seidel_cuda_scratch_new, [=] (SeidelCudaLayout *layout) {
      scratch->strips = layout->take<SeidelCudaCutStrip> (n);
      scratch->found = layout->take<SeidelCudaCutPages> (n);
      scratch->pages = layout->take<SeidelStripsPage> ((size_t) strips->n_slices);
    });
  return scratch->memory != NULL;
}

bool
seidel_cuda_pages_cut (SeidelContext *context,
                       SeidelCudaCut *cut,
                       int32_t *needs,
                       SeidelCudaStrips *strips)
{
  const size_t n = (size_t) strips->n_strips + 1;
  Scratch scratch = {};
  bool done;

  cut->firsts = (SeidelCudaCutPages *) malloc (n * sizeof *cut->firsts);
  cut->workers_first =
    (int32_t *) malloc ((size_t) (strips->settings.workers + 1) * sizeof *cut->workers_first);
  if (cut->firsts == NULL || cut->workers_first == NULL)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                        "the plan of a sweep did not fit into memory");
      return false;
    }
  done = provide_scratch (context, strips, &scratch)
         && copy_to_device (context, scratch.strips, cut->strips, n * sizeof *cut->strips)
         && cut_pages (context, cut, needs, &scratch, strips)
         && bring_pages (context, cut, &scratch, strips->n_strips)
         && join (context, cut, needs, &scratch, strips);
  if (!done)
    cudaStreamSynchronize (context->stream);
  seidel_cuda_scratch_free (context, scratch.memory);
  return done;
}
