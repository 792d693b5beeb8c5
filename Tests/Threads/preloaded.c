// What ThreadSanitizer has to be told of Swift's runtime, which is not built with it. Preloaded.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <sys/resource.h>

// Workers limit their address space, and the sanitizer's shadow of it takes terabytes: that one
// limit is left out.
int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit) {
  if (resource == RLIMIT_AS) return 0;
  int (*real)(__rlimit_resource_t, const struct rlimit *) = dlsym(RTLD_NEXT, "setrlimit");
  return real(resource, limit);
}

// A Mutex that is free is locked by code that the compiler puts into the program, where the
// sanitizer sees it; one that is held, by the runtime and the kernel (FUTEX_LOCK_PI), where it does
// not, and reports what the lock guards.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

#define SWIFT __attribute__((swiftcall))
#define MUTEX __attribute__((swift_context)) void *mutex
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock_slow(uint32_t thread, MUTEX) __asm__(LOCK);
SWIFT void unlock_slow(MUTEX) __asm__(UNLOCK);

SWIFT void lock_slow(uint32_t thread, MUTEX) {
  SWIFT void (*real)(uint32_t, MUTEX) = (void *)dlsym(RTLD_NEXT, LOCK);
  real(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT void unlock_slow(MUTEX) {
  SWIFT void (*real)(MUTEX) = (void *)dlsym(RTLD_NEXT, UNLOCK);
  if (__tsan_release) __tsan_release(mutex);
  real(mutex);
}
