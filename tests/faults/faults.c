/* Preloaded into a program: makes the nth call of one kind fail, as on a machine without memory,
 * threads or disk space.
 *
 * SEIDEL_FAULT is "KIND:N:HOW:BYTES". Of the calls of this KIND that are about at least so many
 * BYTES, the Nth fails; 0 for none, to count them. HOW is the error: a number of errno, "short" for
 * half of the bytes, or "on" for ENOMEM from the Nth call on. Of threads, N are the most that there
 * can be at a time. SEIDEL_FAULT_LOG is a file that holds the counts (see Log), however the program
 * ends.
 *
 * KIND is read, write, thread, memory, or own: of memory that Seidel itself asks for, directly or
 * by a library that it calls. In a window most of the blocks are those of the toolkit.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define EXPORT __attribute__ ((visibility ("default")))

/* Callers that are looked at. */
#define NEAREST 10

typedef enum
{
  NOTHING,
  MEMORY,
  OWN,
  THREAD,
  READ,
  WRITE,
} Kind;

/* Shared with the test. */
typedef struct
{
  _Atomic int64_t calls;
  _Atomic int64_t failed;       /* calls that failed */
  _Atomic int64_t failed_bytes; /* what the first of them was about */
} Log;

static Kind kind;
static int64_t nth;
static size_t least;
static int error_number; /* 0: half of the bytes */
static bool from_then_on;
static Log own_log;
static Log *counts = &own_log;

/* The functions of the C library, by the names that it has for itself. */
extern void *__libc_malloc (size_t bytes);
extern void *__libc_calloc (size_t n, size_t size);
extern void *__libc_realloc (void *memory, size_t bytes);
extern void *__libc_memalign (size_t alignment, size_t bytes);

static Kind
kind_of (const char *text)
{
  static const struct
  {
    const char *name;
    Kind kind;
  } kinds[] = {
    { "memory:", MEMORY }, { "own:", OWN },     { "thread:", THREAD },
    { "read:", READ },     { "write:", WRITE },
  };

  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strncmp (text, kinds[i].name, strlen (kinds[i].name)) == 0)
      return kinds[i].kind;
  return NOTHING;
}

/* Before any other constructor, and without memory. */
__attribute__ ((constructor (101))) static void
begin (void)
{
  const char *fault = getenv ("SEIDEL_FAULT");
  const char *path = getenv ("SEIDEL_FAULT_LOG");
  char *end;
  int fd;

  if (fault == NULL || path == NULL)
    return;
  fd = open (path, O_RDWR | O_CLOEXEC);
  if (fd >= 0)
    {
      void *shared = mmap (NULL, sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

      counts = shared != MAP_FAILED ? shared : counts;
      close (fd);
    }
  kind = kind_of (fault);
  nth = strtoll (strchr (fault, ':') + 1, &end, 10);
  end += *end == ':';
  from_then_on = strncmp (end, "on", 2) == 0;
  error_number = from_then_on ? ENOMEM : 0;
  if (from_then_on || strncmp (end, "short", 5) == 0)
    end += strcspn (end, ":");
  else
    error_number = (int) strtol (end, &end, 10);
  least = *end == ':' ? (size_t) strtoll (end + 1, NULL, 10) : 0;
}

static bool
fails (Kind called, size_t bytes)
{
  int64_t call;

  if (called != kind || bytes < least)
    return false;
  call = atomic_fetch_add (&counts->calls, 1) + 1;
  if (nth == 0 || (from_then_on ? call < nth : call != nth))
    return false;
  if (atomic_fetch_add (&counts->failed, 1) == 0)
    atomic_store (&counts->failed_bytes, (int64_t) bytes);
  return true;
}

/* Whether one of the nearest callers belongs to Seidel: a library or a program of that name. */
static bool
is_own (void)
{
  static _Thread_local bool looking; /* it takes memory itself */
  void *callers[NEAREST];
  bool found = false;
  int n;

  if (looking)
    return false;
  looking = true;
  n = backtrace (callers, NEAREST);
  for (int i = 0; i < n && !found; i++)
    {
      Dl_info info;
      const char *name = dladdr (callers[i], &info) != 0 ? strrchr (info.dli_fname, '/') : NULL;

      /* It ends the program where it gets no room for its threads, half a megabyte. */
      if (name != NULL && strncmp (name, "/libopenblas", 12) == 0)
        break;
      found = name != NULL
              && (strncmp (name, "/seidel", 7) == 0 || strncmp (name, "/libseidel", 10) == 0);
    }
  looking = false;
  return found;
}

static bool
allocation_fails (size_t bytes)
{
  if (kind == OWN ? bytes < least || !is_own () || !fails (OWN, bytes) : !fails (MEMORY, bytes))
    return false;
  errno = ENOMEM;
  return true;
}

EXPORT void *
malloc (size_t bytes)
{
  return allocation_fails (bytes) ? NULL : __libc_malloc (bytes);
}

EXPORT void *
calloc (size_t n, size_t size)
{
  return allocation_fails (n * size) ? NULL : __libc_calloc (n, size);
}

EXPORT void *
realloc (void *memory, size_t bytes)
{
  return bytes > 0 && allocation_fails (bytes) ? NULL : __libc_realloc (memory, bytes);
}

EXPORT void *
memalign (size_t alignment, size_t bytes)
{
  return allocation_fails (bytes) ? NULL : __libc_memalign (alignment, bytes);
}

EXPORT void *
aligned_alloc (size_t alignment, size_t bytes)
{
  return memalign (alignment, bytes);
}

EXPORT int
posix_memalign (void **memory, size_t alignment, size_t bytes)
{
  void *found = memalign (alignment, bytes);

  if (found == NULL)
    return ENOMEM;
  *memory = found;
  return 0;
}

/* Those of files are left out: of them the program knows that they may fail for other reasons. */
EXPORT void *
mmap (void *address, size_t length, int protection, int flags, int fd, off_t offset)
{
  if (fd < 0 && allocation_fails (length))
    return MAP_FAILED;
  return (void *) syscall (SYS_mmap, address, length, protection, flags, fd, offset);
}

EXPORT void *
mmap64 (void *address, size_t length, int protection, int flags, int fd, off_t offset)
{
  return mmap (address, length, protection, flags, fd, offset);
}

/* A thread, while it is counted. */
typedef struct
{
  void *(*start) (void *data);
  void *data;
} Start;

static _Atomic int64_t n_threads;

static void
end_thread (void *unused)
{
  atomic_fetch_sub (&n_threads, 1);
}

static void *
run_thread (void *memory)
{
  const Start start = *(Start *) memory;
  void *result;

  free (memory);
  pthread_cleanup_push (end_thread, NULL);
  result = start.start (start.data);
  pthread_cleanup_pop (1);
  return result;
}

EXPORT int
pthread_create (pthread_t *thread,
                const pthread_attr_t *attributes,
                void *(*start) (void *data),
                void *data)
{
  static int (*original) (pthread_t *, const pthread_attr_t *, void *(*) (void *), void *);
  Start *counted;
  int status;

  if (original == NULL)
    original = (__typeof__ (original)) dlsym (RTLD_NEXT, "pthread_create");
  if (atomic_fetch_add (&n_threads, 1) >= nth && kind == THREAD)
    {
      atomic_fetch_sub (&n_threads, 1);
      atomic_fetch_add (&counts->failed, 1);
      return EAGAIN;
    }
  counted = __libc_malloc (sizeof *counted);
  *counted = (Start){ start, data };
  status = original (thread, attributes, run_thread, counted);
  if (status != 0)
    end_thread (NULL);
  return status;
}

/* Terminals, pipes and what belongs to the system itself work: only files of the user fail. */
static bool
is_file (int fd)
{
  static const char *const others[] = { "/proc/", "/sys/", "/dev/", "/usr/", "/etc/", "/lib" };
  char link[] = "/proc/self/fd/000";
  char path[256];
  ssize_t length;

  if (fd <= STDERR_FILENO || fd > 999)
    return false;
  for (char *digit = link + sizeof link - 2; fd > 0; fd /= 10)
    *digit-- = (char) ('0' + fd % 10);
  /* The kernel takes no leading zeros. */
  while (link[14] == '0')
    memmove (link + 14, link + 15, strlen (link + 14));
  length = syscall (SYS_readlink, link, path, sizeof path - 1);
  if (length <= 0 || path[0] != '/')
    return false;
  path[length] = '\0';
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strncmp (path, others[i], strlen (others[i])) == 0)
      return false;
  return true;
}

/* Whether the call fails; *bytes becomes less where only a part is done. */
static bool
transfer_fails (Kind called, int fd, size_t *bytes)
{
  if (called != kind || *bytes == 0 || !is_file (fd) || !fails (called, *bytes))
    return false;
  if (error_number == 0)
    {
      *bytes = (*bytes + 1) / 2;
      return false;
    }
  errno = error_number;
  return true;
}

EXPORT ssize_t
read (int fd, void *to, size_t bytes)
{
  return transfer_fails (READ, fd, &bytes) ? -1 : syscall (SYS_read, fd, to, bytes);
}

EXPORT ssize_t
pread (int fd, void *to, size_t bytes, off_t offset)
{
  return transfer_fails (READ, fd, &bytes) ? -1 : syscall (SYS_pread64, fd, to, bytes, offset);
}

EXPORT ssize_t
pread64 (int fd, void *to, size_t bytes, off_t offset)
{
  return pread (fd, to, bytes, offset);
}

EXPORT ssize_t
write (int fd, const void *from, size_t bytes)
{
  return transfer_fails (WRITE, fd, &bytes) ? -1 : syscall (SYS_write, fd, from, bytes);
}

EXPORT ssize_t
pwrite (int fd, const void *from, size_t bytes, off_t offset)
{
  return transfer_fails (WRITE, fd, &bytes) ? -1 : syscall (SYS_pwrite64, fd, from, bytes, offset);
}

EXPORT ssize_t
pwrite64 (int fd, const void *from, size_t bytes, off_t offset)
{
  return pwrite (fd, from, bytes, offset);
}

EXPORT int
fsync (int fd)
{
  size_t bytes = 1;

  return transfer_fails (WRITE, fd, &bytes) && error_number != EINTR
           ? -1
           : (int) syscall (SYS_fsync, fd);
}

/* What optimised calls with a known size are compiled to. */
EXPORT ssize_t __read_chk (int fd, void *to, size_t bytes, size_t size);
EXPORT ssize_t __pread_chk (int fd, void *to, size_t bytes, off_t offset, size_t size);
EXPORT ssize_t __pread64_chk (int fd, void *to, size_t bytes, off_t offset, size_t size);

ssize_t
__read_chk (int fd, void *to, size_t bytes, size_t size)
{
  return read (fd, to, bytes);
}

ssize_t
__pread_chk (int fd, void *to, size_t bytes, off_t offset, size_t size)
{
  return pread (fd, to, bytes, offset);
}

ssize_t
__pread64_chk (int fd, void *to, size_t bytes, off_t offset, size_t size)
{
  return pread (fd, to, bytes, offset);
}
