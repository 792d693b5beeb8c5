// Makes one call of a night fail: the n-th write, fsync, rename or open below a folder, counted
// over all of its processes. Preloaded; what it is told stands in the environment:
//
//   LD_FAULT_COUNTS  a file of four 64-bit counters, mapped by every process; counting is all it
//                    does where no other is given
//   LD_FAULT_UNDER   only files below this folder count
//   LD_FAULT_CALL    0 write, 1 fsync, 2 rename, 3 open
//   LD_FAULT_AT      which one, from 1
//   LD_FAULT_ERRNO   what it fails with; 0 is a write of one byte only, which is no failure; -9
//                    ends the process by signal 9 in its place
//   LD_FAULT_WHO     only processes count whose command line has this word
//
// Names that begin as the dynamic linker's go on to caged processes.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WRITE, FSYNC, RENAME, OPEN, CALLS };

static _Atomic long *counts;
static const char *under;
static size_t under_length;
static long call = -1, at = 0, code = 0;

static long number(const char *name, long otherwise) {
  const char *text = getenv(name);
  return text ? atol(text) : otherwise;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int is_asked(const char *who) {
  char words[4096] = "";
  int fd = REAL(open)("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  ssize_t length = read(fd, words, sizeof words - 1);
  close(fd);
  for (ssize_t at = 0; at < length; at += (ssize_t)strlen(words + at) + 1)
    if (!strcmp(words + at, who)) return 1;
  return 0;
}

__attribute__((constructor)) static void begin(void) {
  const char *file = getenv("LD_FAULT_COUNTS"), *who = getenv("LD_FAULT_WHO");
  under = getenv("LD_FAULT_UNDER");
  if (!file || !under || (who && !is_asked(who))) return;
  under_length = strlen(under);
  call = number("LD_FAULT_CALL", -1);
  at = number("LD_FAULT_AT", 0);
  code = number("LD_FAULT_ERRNO", 0);
  int fd = REAL(open)(file, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void *map = mmap(NULL, CALLS * sizeof(long), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (map != MAP_FAILED) counts = map;
}

static int is_below(const char *path) {
  return path && !strncmp(path, under, under_length);
}

static int is_fd_below(int fd) {
  char link[32], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return is_below(path);
}

// Whether this very call is the one.
static int is_it(int which) {
  long now = atomic_fetch_add(&counts[which], 1) + 1;
  if (which != call || now != at) return 0;
  if (code < 0) kill(getpid(), (int)-code);
  return 1;
}

// A write of so many bytes: how many are really written, or -1 for a failure.
static long allowed(int fd, size_t size) {
  int kept = errno;
  int hit = counts && size > 0 && is_fd_below(fd) && is_it(WRITE);
  errno = kept;
  if (!hit) return (long)size;
  if (code == 0) return 1;
  errno = (int)code;
  return -1;
}

ssize_t write(int fd, const void *bytes, size_t size) {
  long count = allowed(fd, size);
  return count < 0 ? -1 : REAL(write)(fd, bytes, (size_t)count);
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t offset) {
  long count = allowed(fd, size);
  return count < 0 ? -1 : REAL(pwrite)(fd, bytes, (size_t)count, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t offset) {
  long count = allowed(fd, size);
  return count < 0 ? -1 : REAL(pwrite64)(fd, bytes, (size_t)count, offset);
}

static int fails(int which, int is_counted) {
  if (!counts || !is_counted || !is_it(which)) return 0;
  errno = (int)code;
  return 1;
}

int fsync(int fd) { return fails(FSYNC, is_fd_below(fd)) ? -1 : REAL(fsync)(fd); }

int fdatasync(int fd) { return fails(FSYNC, is_fd_below(fd)) ? -1 : REAL(fdatasync)(fd); }

int rename(const char *from, const char *to) {
  return fails(RENAME, is_below(to)) ? -1 : REAL(rename)(from, to);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  return fails(RENAME, is_below(to)) ? -1 : REAL(renameat2)(from_folder, from, to_folder, to, flags);
}

#define OPENING(name, parameters, ...)                       \
  int name parameters {                                      \
    mode_t mode = 0;                                         \
    if (flags & (O_CREAT | __O_TMPFILE)) {                   \
      va_list more;                                          \
      va_start(more, flags);                                 \
      mode = va_arg(more, mode_t);                           \
      va_end(more);                                          \
    }                                                        \
    return fails(OPEN, is_below(path)) ? -1 : REAL(name)(__VA_ARGS__, mode); \
  }

OPENING(open, (const char *path, int flags, ...), path, flags)
OPENING(open64, (const char *path, int flags, ...), path, flags)
OPENING(openat, (int folder, const char *path, int flags, ...), folder, path, flags)
OPENING(openat64, (int folder, const char *path, int flags, ...), folder, path, flags)
