/* Blocks of memory that are refused. For one file of a test program: its aligned_alloc () comes
 * before that of the C library, in the program and in libseidel.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <dlfcn.h>
#include <stdlib.h>

/* Blocks below this are always granted: the OpenMP library takes some of its own. */
#define LARGE 4096

/* Large blocks asked for since it was set to 0, and the one that is refused (0: none). */
static _Atomic int asked;
static _Atomic int refused;

#ifdef __has_feature
#if __has_feature(thread_sanitizer)
#define HAVE_THREAD_SANITIZER
#endif
#endif

#ifdef HAVE_THREAD_SANITIZER
/* The sanitizer is part of the program, and has the function under this name as well: what its
 * free () frees has to come from there. */
extern void *__interceptor_aligned_alloc (size_t alignment, size_t size);

static inline void *
grant (size_t alignment, size_t size)
{
  return __interceptor_aligned_alloc (alignment, size);
}
#else
static inline void *
grant (size_t alignment, size_t size)
{
  static void *(*real) (size_t, size_t);

  if (real == NULL)
    real = (void *(*) (size_t, size_t)) dlsym (RTLD_NEXT, "aligned_alloc");
  return real (alignment, size);
}
#endif

void *
aligned_alloc (size_t alignment, size_t size)
{
  return size >= LARGE && ++asked == refused ? NULL : grant (alignment, size);
}
