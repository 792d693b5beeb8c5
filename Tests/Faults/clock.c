// Sets the clock of a night off by LD_FAULT_CLOCK seconds. Preloaded; the kernel's own clock, which
// stamps files, stays right, as that of another machine's disk does.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static long off(void) {
  const char *text = getenv("LD_FAULT_CLOCK");
  return text ? atol(text) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = REAL(clock_gettime)(clock, time);
  if (!result && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += off();
  return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  int result = REAL(gettimeofday)(time, zone);
  if (!result) time->tv_sec += off();
  return result;
}

time_t time(time_t *told) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (told) *told = now.tv_sec;
  return now.tv_sec;
}

// Waits until an instant of the wrong clock are for the kernel, which has the right one; what lies
// elsewhere is an instant of another clock.
static struct timespec right(const struct timespec *until) {
  struct timespec now, right = *until;
  clock_gettime(CLOCK_REALTIME, &now);
  if (labs(until->tv_sec - now.tv_sec) < 86400) right.tv_sec -= off();
  return right;
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
  struct timespec then = right(until);
  return REAL(sem_timedwait)(semaphore, &then);
}

int pthread_cond_timedwait(
  pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict until) {
  struct timespec then = right(until);
  return REAL(pthread_cond_timedwait)(condition, mutex, &then);
}
