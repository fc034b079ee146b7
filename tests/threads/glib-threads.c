/* Preloaded into programs that are built with ThreadSanitizer: reports to it what GLib does between
 * threads.
 *
 * The sanitizer sees pthreads and C11 atomics. The mutexes of GLib are futexes, and GTask, GSource
 * and GThreadPool hand data over inside a library that is not instrumented, so that all they
 * protect would look like a race. Each function here calls that of GLib by the same name. Programs
 * without the sanitizer (shells, Python) are left alone: its functions are weak.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <dlfcn.h>
#include <gio/gio.h>

#pragma weak __tsan_acquire
#pragma weak __tsan_release
#pragma weak __tsan_mutex_pre_lock
#pragma weak __tsan_mutex_post_lock
#pragma weak __tsan_mutex_pre_unlock
#pragma weak __tsan_mutex_post_unlock
extern void __tsan_acquire (void *address);
extern void __tsan_release (void *address);
extern void __tsan_mutex_pre_lock (void *mutex, unsigned flags);
extern void __tsan_mutex_post_lock (void *mutex, unsigned flags, int recursion);
extern int __tsan_mutex_pre_unlock (void *mutex, unsigned flags);
extern void __tsan_mutex_post_unlock (void *mutex, unsigned flags);

#define TRY_LOCK        (1 << 4)
#define TRY_LOCK_FAILED (1 << 5)

/* The function of GLib that the one of the same name here stands before. */
#define ORIGINAL(name)                \
  static __typeof__ (&name) original; \
  if (original == NULL)               \
  *(void **) &original = dlsym (RTLD_NEXT, #name)

#define EXPORT __attribute__ ((visibility ("default")))

static void
acquire (void *address)
{
  if (__tsan_acquire != NULL)
    __tsan_acquire (address);
}

static void
release (void *address)
{
  if (__tsan_release != NULL)
    __tsan_release (address);
}

static void
before_lock (GMutex *mutex, unsigned flags)
{
  if (__tsan_mutex_pre_lock != NULL)
    __tsan_mutex_pre_lock (mutex, flags);
}

static void
after_lock (GMutex *mutex, unsigned flags)
{
  if (__tsan_mutex_post_lock != NULL)
    __tsan_mutex_post_lock (mutex, flags, 0);
}

static void
before_unlock (GMutex *mutex)
{
  if (__tsan_mutex_pre_unlock != NULL)
    __tsan_mutex_pre_unlock (mutex, 0);
}

static void
after_unlock (GMutex *mutex)
{
  if (__tsan_mutex_post_unlock != NULL)
    __tsan_mutex_post_unlock (mutex, 0);
}

/* Mutexes and conditions */

EXPORT void
g_mutex_lock (GMutex *mutex)
{
  ORIGINAL (g_mutex_lock);
  before_lock (mutex, 0);
  original (mutex);
  after_lock (mutex, 0);
}

EXPORT gboolean
g_mutex_trylock (GMutex *mutex)
{
  ORIGINAL (g_mutex_trylock);
  before_lock (mutex, TRY_LOCK);
  if (original (mutex))
    {
      after_lock (mutex, TRY_LOCK);
      return TRUE;
    }
  after_lock (mutex, TRY_LOCK | TRY_LOCK_FAILED);
  return FALSE;
}

EXPORT void
g_mutex_unlock (GMutex *mutex)
{
  ORIGINAL (g_mutex_unlock);
  before_unlock (mutex);
  original (mutex);
  after_unlock (mutex);
}

EXPORT void
g_cond_wait (GCond *cond, GMutex *mutex)
{
  ORIGINAL (g_cond_wait);
  before_unlock (mutex);
  after_unlock (mutex);
  original (cond, mutex);
  before_lock (mutex, 0);
  after_lock (mutex, 0);
}

EXPORT gboolean
g_cond_wait_until (GCond *cond, GMutex *mutex, gint64 end)
{
  ORIGINAL (g_cond_wait_until);
  gboolean signalled;

  before_unlock (mutex);
  after_unlock (mutex);
  signalled = original (cond, mutex, end);
  before_lock (mutex, 0);
  after_lock (mutex, 0);
  return signalled;
}

/* g_once_init_enter () is a macro that reads the location by an atomic operation. */
EXPORT void (g_once_init_leave) (volatile void *location, gsize result)
{
  static void (*original) (volatile void *, gsize);

  if (original == NULL)
    *(void **) &original = dlsym (RTLD_NEXT, "g_once_init_leave");
  release ((void *) location);
  original (location, result);
}

EXPORT
gboolean (g_once_init_enter) (volatile void *location)
{
  static gboolean (*original) (volatile void *);
  gboolean first;

  if (original == NULL)
    *(void **) &original = dlsym (RTLD_NEXT, "g_once_init_enter");
  first = original (location);
  acquire ((void *) location);
  return first;
}

/* References: whoever gives up the last one frees what the others have written. */

EXPORT void
g_object_unref (gpointer object)
{
  ORIGINAL (g_object_unref);
  release (object);
  acquire (object);
  original (object);
}

EXPORT
gboolean (g_atomic_ref_count_dec) (gatomicrefcount *count)
{
  gboolean last;

  ORIGINAL (g_atomic_ref_count_dec);
  release (count);
  last = original (count);
  acquire (count);
  return last;
}

EXPORT void
g_atomic_rc_box_release_full (gpointer box, GDestroyNotify clear)
{
  ORIGINAL (g_atomic_rc_box_release_full);
  release (box);
  acquire (box);
  original (box, clear);
}

EXPORT void
g_bytes_unref (GBytes *bytes)
{
  ORIGINAL (g_bytes_unref);
  release (bytes);
  acquire (bytes);
  original (bytes);
}

/* A function that is called later, and its data: what happened before it was passed on happened
 * before it is called. */
typedef struct
{
  GCallback func;
  void *data;
  GDestroyNotify notify;
} Later;

static Later *
later_new (GCallback func, void *data, GDestroyNotify notify)
{
  Later *later = g_new (Later, 1);

  *later = (Later){ func, data, notify };
  release (later);
  return later;
}

static void
later_free (void *data)
{
  Later *later = data;

  acquire (later);
  if (later->notify != NULL)
    later->notify (later->data);
  g_free (later);
}

static gboolean
call_source (void *data)
{
  Later *later = data;

  acquire (later);
  return ((GSourceFunc) later->func) (later->data);
}

EXPORT guint
g_idle_add_full (int priority, GSourceFunc func, void *data, GDestroyNotify notify)
{
  ORIGINAL (g_idle_add_full);
  return original (priority, call_source, later_new (G_CALLBACK (func), data, notify), later_free);
}

EXPORT guint
g_timeout_add (guint interval, GSourceFunc func, void *data)
{
  return g_timeout_add_full (G_PRIORITY_DEFAULT, interval, call_source,
                             later_new (G_CALLBACK (func), data, NULL), later_free);
}

/* Tasks */

static GQuark
func_quark (void)
{
  return g_quark_from_static_string ("seidel-thread-func");
}

static void
call_task (GTask *task, void *source, void *data, GCancellable *cancellable)
{
  GTaskThreadFunc func = (GTaskThreadFunc) g_object_get_qdata (G_OBJECT (task), func_quark ());

  acquire (task);
  func (task, source, data, cancellable);
}

EXPORT void
g_task_run_in_thread (GTask *task, GTaskThreadFunc func)
{
  ORIGINAL (g_task_run_in_thread);
  g_object_set_qdata (G_OBJECT (task), func_quark (), (void *) func);
  release (task);
  original (task, call_task);
}

EXPORT void
g_task_run_in_thread_sync (GTask *task, GTaskThreadFunc func)
{
  ORIGINAL (g_task_run_in_thread_sync);
  g_object_set_qdata (G_OBJECT (task), func_quark (), (void *) func);
  release (task);
  original (task, call_task);
  acquire (task);
}

#define RETURN(name, type)                   \
  EXPORT void name (GTask *task, type value) \
  {                                          \
    ORIGINAL (name);                         \
    release (task);                          \
    original (task, value);                  \
  }

RETURN (g_task_return_boolean, gboolean)
RETURN (g_task_return_error, GError *)

EXPORT void
g_task_return_pointer (GTask *task, void *value, GDestroyNotify free_value)
{
  ORIGINAL (g_task_return_pointer);
  release (task);
  original (task, value, free_value);
}

EXPORT gboolean
g_task_propagate_boolean (GTask *task, GError **error)
{
  ORIGINAL (g_task_propagate_boolean);
  acquire (task);
  return original (task, error);
}

EXPORT void *
g_task_propagate_pointer (GTask *task, GError **error)
{
  ORIGINAL (g_task_propagate_pointer);
  acquire (task);
  return original (task, error);
}

/* Pools of threads. Both ways go by the function of the pool, which outlives it: there are few. */

static void
call_pool (void *job, void *data)
{
  Later *later = data;

  acquire (later);
  ((GFunc) later->func) (job, later->data);
  release (later);
}

EXPORT GThreadPool *
g_thread_pool_new (GFunc func, void *data, int most, gboolean exclusive, GError **error)
{
  ORIGINAL (g_thread_pool_new);
  return original (call_pool, later_new (G_CALLBACK (func), data, NULL), most, exclusive, error);
}

EXPORT gboolean
g_thread_pool_push (GThreadPool *pool, void *job, GError **error)
{
  ORIGINAL (g_thread_pool_push);
  release (pool->user_data);
  return original (pool, job, error);
}

EXPORT void
g_thread_pool_free (GThreadPool *pool, gboolean immediate, gboolean wait)
{
  ORIGINAL (g_thread_pool_free);
  void *later = pool->user_data;

  original (pool, immediate, wait);
  acquire (later);
}
