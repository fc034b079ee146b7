/* The device of a context: its memory, streams, transfers, clock and errors. C++17 kept C-like; no
 * GLib, no GTK.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <cuda_runtime.h>

#include "engine/seidel-engine.h"

/* Threads of a block, wherever nothing speaks for another number. */
#define SEIDEL_CUDA_BLOCK 256

/* Threads of a block, at most. */
#define SEIDEL_CUDA_MOST_THREADS 1024

/* Blocks of a reduction, at most. Their number depends on the length alone, and so do the order of
 * the additions and the bits. */
#define SEIDEL_CUDA_REDUCE_BLOCKS 8192

/* Vectors that one launch of a fused operation takes; more are taken in groups. */
#define SEIDEL_CUDA_GROUP 8

/* How kernels that wait learn that the run should stop: the host sets asked, which a thread that
 * waits reads now and then; it then sets seen, which all of them read more often. */
typedef struct
{
  const int *asked; /* the host's memory, mapped */
  int *seen;        /* on the device */
} SeidelCudaHalt;

/* Where sums go, see seidel-cuda-sums.cuh. */
typedef struct
{
  double *partials;     /* of the blocks: SEIDEL_CUDA_REDUCE_BLOCKS for each sum */
  unsigned int *ticket; /* blocks that are done; 0 between launches */
  double *slots;        /* the scalars */
  double *mirror;       /* the same in the host's memory */
} SeidelCudaFinish;

/* Memory that is freed when the work beside the stream is done, at most. */
#define SEIDEL_CUDA_MOST_RELEASED 32

/* Events that are noted to be read later: seidel-cuda-clock.cu. */
typedef struct SeidelCudaClock SeidelCudaClock;

/* What kernels take, of a run that is profiled: seidel-cuda-profile.cu. */
typedef struct SeidelCudaProfile SeidelCudaProfile;

/* Pinned buffers of transfers: seidel-cuda-transfer.cu. */
typedef struct SeidelCudaStaging SeidelCudaStaging;

struct SeidelContext
{
  SeidelContextSettings settings;
  SeidelStatus status;
  /* The context that this one takes its turn with, whose stream, clock, profile and flags it
   * borrows; NULL: it has its own. */
  SeidelContext *shares;
  cudaStream_t stream;
  cudaStream_t own;    /* stream, while that is one of the caller: seidel-cuda-lent.cu; or NULL */
  cudaStream_t caller; /* the latest stream of the caller */
  cudaEvent_t joined;  /* orders the two; NULL until there is one */
  int device;
  cudaStream_t beside; /* for work that others do not wait for; NULL until there is some */
  int n_beside;        /* such works that are not done */
  void *released[SEIDEL_CUDA_MOST_RELEASED]; /* to be freed then */
  int n_released;
  int multiprocessors;
  int requests;           /* of memory, so far */
  int refused;            /* which of them is refused, from 1; 0: none */
  int least_by_diagonals; /* entries of a matrix that is stored by diagonals, too; 0: as usual */
  double *scalars;        /* SEIDEL_SCALARS on the device, and one of the engine's own */
  cudaEvent_t noted;      /* behind the work whose scalars are fetched later */
  double *host_scalars;   /* the same, pinned and mapped: both are set together */
  double *mirror;         /* host_scalars as the device sees them */
  double *partials;       /* SEIDEL_CUDA_GROUP × SEIDEL_CUDA_REDUCE_BLOCKS on the device */
  unsigned int *ticket;   /* see SeidelCudaFinish */
  void *workspace;        /* on the device, for what an operation adds up in parts */
  size_t workspace_bytes;
  char *scratch; /* on the device, see seidel_cuda_scratch_new (); NULL until something is taken */
  size_t scratch_used;
  int scratch_pieces;
  cudaMemPool_t pool;         /* NULL until something is taken from it */
  bool has_no_pool;           /* the device has none */
  SeidelCudaStaging *staging; /* NULL until something large is transferred */
  int *stop;                  /* pinned and mapped: see SeidelCudaHalt */
  SeidelCudaHalt halt;
  /* What dense factors keep for the next ones, and what frees it; NULL: nothing. */
  struct SeidelCudaTools *tools;
  void (*tools_free) (SeidelContext *context);
  SeidelCudaClock *clock;
  SeidelCudaProfile *profile; /* NULL unless the settings ask for one */
};

/* Of the table. */
bool seidel_cuda_available (char *why, size_t size);
SeidelContext *seidel_cuda_context_new (const SeidelContextSettings *, SeidelStatus *);
SeidelContext *seidel_cuda_context_open_narrow (SeidelContext *wide, SeidelStatus *);
void seidel_cuda_context_free (SeidelContext *);
const SeidelStatus *seidel_cuda_context_status (SeidelContext *);
void seidel_cuda_synchronize (SeidelContext *);

/* The device that a thread works on, which each thread has for itself: that of the context that it
 * uses. False where there is none of this number. */
inline thread_local int seidel_cuda_here = 0;

/* That of memory of the caller, with which a thread works once it has read from there; −1: none. It
 * is then used whatever the settings say. */
inline thread_local int seidel_cuda_lent_device = -1;

static inline int
seidel_cuda_wanted (int device)
{
  return seidel_cuda_lent_device >= 0 ? seidel_cuda_lent_device : device;
}

static inline bool
seidel_cuda_place (int device)
{
  if (device == seidel_cuda_here)
    return true;
  if (cudaSetDevice (device) != cudaSuccess)
    {
      (void) cudaGetLastError ();
      return false;
    }
  seidel_cuda_here = device;
  return true;
}

static inline void
seidel_cuda_enter (const SeidelContext *context)
{
  if (context != NULL)
    (void) seidel_cuda_place (context->settings.device);
}

/* Keeps the first failure. Returns whether the call succeeded. */
bool seidel_cuda_check (SeidelContext *context, cudaError_t error, const char *what);
void
seidel_cuda_fail (SeidelContext *context, SeidelStatusCode code, int64_t row, const char *message);

/* Of the table: seidel-cuda-lent.cu. */
bool seidel_cuda_lent_fetch (void *to,
                             const void *from,
                             size_t bytes,
                             void *stream,
                             char *why,
                             size_t size);
void seidel_cuda_lent_enter (SeidelContext *, void *stream);
void seidel_cuda_lent_leave (SeidelContext *);

static inline bool
seidel_cuda_ready (const SeidelContext *context)
{
  return context->status.code == SEIDEL_STATUS_OK;
}

/* Calls poll (), and makes the answer sticky; running kernels are stopped, too. Called between
 * launches.
 */
bool seidel_cuda_stopped (SeidelContext *context);

/* Whether this process has had a context. */
bool seidel_cuda_is_awake (void);

/* Waits for all work, polling meanwhile. False after any failure, and when the run was stopped. */
bool seidel_cuda_wait (SeidelContext *context, const char *what);

/* The same for what was recorded as an event; returns at once when nothing was. */
bool seidel_cuda_wait_event (SeidelContext *context, cudaEvent_t event, const char *what);

/* Device memory, or NULL and the sticky status naming what was asked for and what is free. */
void *seidel_cuda_malloc (SeidelContext *context, size_t bytes);

/* The same for what many plans take, of which small pieces come from the pool of the device, as
 * long as a context keeps that: asking the device takes as long as a short sweep. It may be
 * freed by cudaFree () when no work uses it any more; the second frees it behind the work of the
 * stream. */
#define SEIDEL_CUDA_POOLED_BYTES ((size_t) 8 << 20)
#define SEIDEL_CUDA_POOL_BYTES   ((size_t) 32 << 20) /* that it keeps */
void *seidel_cuda_pooled_new (SeidelContext *context, size_t bytes);
void seidel_cuda_pooled_free (SeidelContext *context, void *memory, size_t bytes);

/* The same for pieces of any size that a set-up takes and gives back many times. The third says how
 * much the pool may keep from now on, and gives the rest back to the device. */
void *seidel_cuda_queued_new (SeidelContext *context, size_t bytes);
void seidel_cuda_queued_free (SeidelContext *context, void *memory);
void seidel_cuda_queued_keep (SeidelContext *context, size_t bytes);

/* Memory of the device for the work of one operation, of which most comes from a piece that the
 * context keeps: asking the device and giving back takes as long as a sweep. What was given back
 * may be taken at once: all work that uses it is in the order of the stream. NULL as above. */
#define SEIDEL_CUDA_SCRATCH_BYTES ((size_t) 16 << 20)
void *seidel_cuda_scratch_new (SeidelContext *context, size_t bytes);
void seidel_cuda_scratch_free (SeidelContext *context, void *memory);

/* Frees memory of the device, now or when all work beside the stream is done: it would wait for
 * that. The second says that one such work is. */
void seidel_cuda_release (SeidelContext *context, void *memory);
void seidel_cuda_beside_end (SeidelContext *context);

/* Arrays that share one piece of memory of the device. They are taken twice in the same order:
 * while there is no memory, they are only counted. */
struct SeidelCudaLayout
{
  char *memory;
  size_t bytes;

  template <typename Item>
  inline Item *
  take (size_t count)
  {
    Item *array = memory != NULL ? (Item *) (memory + bytes) : NULL;

    bytes += (count * sizeof (Item) + 255) / 256 * 256;
    return array;
  }
};

/* One piece of memory, from seidel_cuda_malloc () or seidel_cuda_scratch_new (), for all arrays
 * that lay_out takes of a layout; NULL and the sticky status on failure. */
template <typename LayOut>
static inline void *
seidel_cuda_provide (SeidelContext *context,
                     void *(*allocate) (SeidelContext *, size_t),
                     LayOut lay_out)
{
  SeidelCudaLayout layout = {};

  lay_out (&layout);
  layout.memory = (char *) allocate (context, layout.bytes);
  layout.bytes = 0;
  if (layout.memory != NULL)
    lay_out (&layout);
  return layout.memory;
}

/* Whether so many bytes are free on the device; otherwise the sticky status, which names both
 * figures. Asked before much is taken piece by piece. */
bool seidel_cuda_fits (SeidelContext *context, const char *what, double bytes);

/* A transfer that is timed. */
typedef struct
{
  void *pair; /* NULL: it is not, after all */
} SeidelCudaTransfer;

SeidelCudaClock *seidel_cuda_clock_new (void);
void seidel_cuda_clock_free (SeidelCudaClock *clock);
/* Around each operation that gives the device work; they may be nested. */
void seidel_cuda_clock_enter (SeidelContext *context);
void seidel_cuda_clock_leave (SeidelContext *context);
/* Around copies between host and device on the stream; there is no wait in between. */
SeidelCudaTransfer
seidel_cuda_clock_begin_transfer (SeidelContext *context, bool to_device, int64_t bytes);
void seidel_cuda_clock_end_transfer (SeidelContext *context, SeidelCudaTransfer transfer);
/* Before the host does something within an operation that the device does not wait for, and after.
 */
void seidel_cuda_clock_pause (SeidelContext *context);
void seidel_cuda_clock_resume (SeidelContext *context);
/* After a successful wait for the whole stream; resumes, too. */
void seidel_cuda_clock_after_wait (SeidelContext *context);
void seidel_cuda_mark (SeidelContext *context, bool end);
void seidel_cuda_measure (SeidelContext *context, SeidelEngineTimes *times);

/* Around something that has a row of its own in the profile of a run, by its name, a static text;
 * begin returns NULL where nothing is noted. */
void *seidel_cuda_profile_begin (SeidelContext *context, const char *name);
void seidel_cuda_profile_end (SeidelContext *context, void *begun);

/* The two of them around its scope, where the run is profiled at all. */
class SeidelCudaProfiled
{
  SeidelContext *context;
  void *begun;

public:
  SeidelCudaProfiled (SeidelContext *of, const char *name)
      : context (of), begun (of->profile != NULL ? seidel_cuda_profile_begin (of, name) : NULL)
  {
  }

  ~SeidelCudaProfiled ()
  {
    if (begun != NULL)
      seidel_cuda_profile_end (context, begun);
  }
};

/* Properties of the device in use, found[i] for asked[i]; false when one of them is not known. */
bool seidel_cuda_attributes (int device, const cudaDeviceAttr *asked, size_t n, int *found);

int seidel_cuda_count (void);
bool seidel_cuda_memory (int device, int64_t *free_bytes, int64_t *total_bytes);
bool seidel_cuda_capacity (int device, SeidelDeviceCapacity *capacity);
double seidel_cuda_load (int device);

/* Has so many bytes in context->workspace. */
bool seidel_cuda_reserve_workspace (SeidelContext *context, size_t bytes);

/* Takes the pinned buffers from a context that is freed, and keeps them for the next one. */
void seidel_cuda_staging_release (SeidelContext *context);
/* Frees those that are kept, before the device is reset. */
void seidel_cuda_staging_forget (void);

/* Into memory of the device; what is sent from may be gone when the stream has been waited for.
 * False and the sticky status on failure, and when the run was stopped. */
bool seidel_cuda_send (SeidelContext *context, void *to, const void *from, size_t bytes);
/* The same, timed. */
bool seidel_cuda_send_timed (SeidelContext *context, void *to, const void *from, size_t bytes);

/* The same of numbers that fit into 32 bits. */
bool
seidel_cuda_send_narrowed (SeidelContext *context, int32_t *to, const int64_t *from, int64_t n);

/* The same of host doubles, into numbers of the context's precision; timed. */
bool seidel_cuda_upload (SeidelContext *context, void *to, const double *from, int64_t n);

/* What an array on the device begins with: bytes of the host, or doubles of the host in the
 * context's precision, or 0 where from is NULL. */
typedef struct
{
  void *to;
  const void *from;
  size_t count; /* bytes or numbers */
  bool are_numbers;
} SeidelCudaUpload;

/* Fills arrays that lie in one piece of memory of the device, in this order. Small ones go
 * together, with what is between them: a transfer takes microseconds, however little it is. Timed,
 * and waited for. */
bool seidel_cuda_upload_arrays (SeidelContext *context, const SeidelCudaUpload *arrays, size_t n);

/* Small copies to the host, on their way together. */
#define SEIDEL_CUDA_MOST_ARRIVALS 4

typedef struct
{
  int count;
  size_t bytes; /* of the pinned memory, for those that go through it */
  struct
  {
    void *to;
    size_t at;
    size_t bytes;
  } copies[SEIDEL_CUDA_MOST_ARRIVALS];
} SeidelCudaArrivals;

/* Begins such a copy, through pinned memory where there is room: CUDA waits for each one to other
 * memory. Nothing else may be transferred until they are waited for. */
bool seidel_cuda_bring (SeidelContext *context,
                        SeidelCudaArrivals *arrivals,
                        void *to,
                        const void *from,
                        size_t bytes);

/* Waits until they are there, and all other work is done. */
bool seidel_cuda_brought (SeidelContext *context, SeidelCudaArrivals *arrivals, const char *what);

/* A copy on the device of anything, or NULL; timed. */
void *seidel_cuda_upload_bytes (SeidelContext *context, const void *from, size_t bytes);

/* Numbers of the context's precision into host doubles, which are there when the stream has been
 * waited for; timed. */
void seidel_cuda_download (SeidelContext *context, double *to, const void *from, int64_t n);

static inline bool
seidel_cuda_is_single (const SeidelContext *context)
{
  return context->settings.precision == SEIDEL_PRECISION_SINGLE;
}

static inline size_t
seidel_cuda_real_size (const SeidelContext *context)
{
  return seidel_cuda_is_single (context) ? sizeof (float) : sizeof (double);
}

/* Blocks for n threads of work. */
static inline unsigned int
seidel_cuda_grid (int64_t n)
{
  return (unsigned int) ((n + SEIDEL_CUDA_BLOCK - 1) / SEIDEL_CUDA_BLOCK);
}

static inline bool
seidel_cuda_is_fused (const SeidelContext *context)
{
  return (context->settings.arithmetic & SEIDEL_ARITHMETIC_FUSED) != 0;
}

static inline bool
seidel_cuda_is_compensated (const SeidelContext *context)
{
  return (context->settings.arithmetic & SEIDEL_ARITHMETIC_COMPENSATED) != 0;
}

/* An operation that the device carries out, which is timed. */
template <auto OPERATION> struct Timed;

template <typename Result,
          typename... Arguments,
          Result (*OPERATION) (SeidelContext *, Arguments...)>
struct Timed<OPERATION>
{
  struct Inside
  {
    SeidelContext *context;
    ~Inside ()
    {
      seidel_cuda_clock_leave (context);
    }
  };

  static inline const char *name = "";

  static Result
  call (SeidelContext *context, Arguments... arguments)
  {
    seidel_cuda_enter (context);
    const SeidelCudaProfiled profiled (context, name);
    const Inside inside = { context };

    seidel_cuda_clock_enter (context);
    return OPERATION (context, arguments...);
  }
};

/* The timed operation for the table, which has this name in profiles. */
template <auto OPERATION>
static inline auto
timed (const char *name)
{
  Timed<OPERATION>::name = name;
  return Timed<OPERATION>::call;
}

/* An operation that is not timed, on the device of its context. */
template <auto OPERATION> struct Placed;

template <typename Result,
          typename... Arguments,
          Result (*OPERATION) (SeidelContext *, Arguments...)>
struct Placed<OPERATION>
{
  static Result
  call (SeidelContext *context, Arguments... arguments)
  {
    seidel_cuda_enter (context);
    return OPERATION (context, arguments...);
  }
};

template <auto OPERATION>
static inline auto
placed (void)
{
  return Placed<OPERATION>::call;
}
