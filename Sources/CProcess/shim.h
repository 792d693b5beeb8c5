#pragma once
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

/* What Swift cannot reach: flock(2) shares its name with a struct, stdout is a mutable global,
   ioctl(2), prctl(2) and syscall(2) take what they like. */

/// flock(2): `operation` is LOCK_SH or LOCK_EX, with or without LOCK_NB, or LOCK_UN.
static inline int gazecut_flock(int descriptor, int operation) { return flock(descriptor, operation); }

/// Empties the buffer of standard output; whether that, or any earlier writing to it, failed.
static inline int gazecut_output_failed(void) { return fflush(stdout) != 0 || ferror(stdout) != 0; }

/// Columns of the terminal that a descriptor leads to; 0 where that is none.
static inline int gazecut_terminal_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/// Names the process for ps and top: a worker is started by its descriptor, which would stand
/// there.
static inline int gazecut_name_process(const char *name) { return prctl(PR_SET_NAME, name); }

/* glibc has these since 2.34 and tells of them only where _GNU_SOURCE is defined, which Swift's own
   module of glibc is built without. */
#define GAZECUT_SPAWN_SETSID 0x80
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
int pipe2(int ends[2], int flags);

/// posix_spawnp(3): the program, in a folder (NULL for this one), with three ends of pipes for its
/// standard streams, and with no other descriptor, signal handler or blocked signal of this
/// process. 0 or errno.
static inline int gazecut_spawn(
    const char *program, char *const arguments[], char *const environment[], const int ends[3],
    const char *folder, int *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  for (int stream = 0; stream < 3; stream++) posix_spawn_file_actions_adddup2(&actions, ends[stream], stream);
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  if (folder) posix_spawn_file_actions_addchdir_np(&actions, folder);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | GAZECUT_SPAWN_SETSID);
  int code = posix_spawnp(process, program, &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return code;
}

/// setrlimit(2): never above what the process has; 0, or -1 with errno.
static inline int gazecut_limit(int resource, uint64_t soft, uint64_t hard) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return -1;
  if (limit.rlim_max == RLIM_INFINITY || limit.rlim_max > hard) limit.rlim_max = hard;
  limit.rlim_cur = soft < limit.rlim_max ? soft : limit.rlim_max;
  return setrlimit(resource, &limit);
}

/// The kind of file system that a path lies on (statfs(2), linux/magic.h); 0 where it cannot be
/// told.
static inline long gazecut_file_system(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 ? (long)status.f_type : 0;
}

/// From here on no program that is started may gain rights (set-user-ID and the like).
static inline int gazecut_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

/* What Landlock does not hold on every kernel: sockets of any kind, and signals to others. A filter
   of system calls (seccomp(2), SECCOMP_SET_MODE_FILTER by prctl(2)) refuses them with EACCES. */

#if defined(__x86_64__)
#define GAZECUT_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define GAZECUT_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/// The calling thread, and every one that it starts from here on, opens no socket (where `local` is
/// not 0, none but those of this host: drivers of graphics cards ask their service by them), sends
/// no signal to another process and looks into none; 0 or errno.
static inline int gazecut_refuse_others(int local) {
#ifdef GAZECUT_ARCHITECTURE
#define GAZECUT_ASK(value, yes, no) {BPF_JMP | BPF_JEQ | BPF_K, yes, no, (uint32_t)(value)}
#define GAZECUT_LOAD(offset) {BPF_LD | BPF_W | BPF_ABS, 0, 0, offset}
#define GAZECUT_END(how) {BPF_RET | BPF_K, 0, 0, how}
  const uint32_t refused = SECCOMP_RET_ERRNO | EACCES;
  struct sock_filter steps[] = {
      GAZECUT_LOAD(4), /* the architecture */
      GAZECUT_ASK(GAZECUT_ARCHITECTURE, 1, 0),
      GAZECUT_END(refused),
      GAZECUT_LOAD(0), /* the call; of x32 the numbers begin here */
      {BPF_JMP | BPF_JGE | BPF_K, 15, 0, 0x40000000},
      GAZECUT_ASK(SYS_socket, 10, 0),
      GAZECUT_ASK(SYS_kill, 11, 0),
      GAZECUT_ASK(SYS_tgkill, 10, 0),
      GAZECUT_ASK(SYS_rt_sigqueueinfo, 9, 0),
      GAZECUT_ASK(SYS_rt_tgsigqueueinfo, 8, 0),
      GAZECUT_ASK(SYS_tkill, 9, 0),
      GAZECUT_ASK(SYS_pidfd_send_signal, 8, 0),
      GAZECUT_ASK(SYS_ptrace, 7, 0),
      GAZECUT_ASK(SYS_process_vm_readv, 6, 0),
      GAZECUT_ASK(SYS_process_vm_writev, 5, 0),
      GAZECUT_ASK(SYS_io_uring_setup, 4, 5), /* it opens sockets, too */
      GAZECUT_LOAD(16), /* of socket(2) the family */
      GAZECUT_ASK(local ? AF_UNIX : -1, 3, 2),
      GAZECUT_LOAD(16), /* of signals the process */
      GAZECUT_ASK(getpid(), 1, 0),
      GAZECUT_END(refused),
      GAZECUT_END(SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = {sizeof steps / sizeof *steps, steps};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0 ? 0 : errno;
#undef GAZECUT_ASK
#undef GAZECUT_LOAD
#undef GAZECUT_END
#else
  return ENOSYS;
#endif
}

/* Landlock (the kernel's Documentation/userspace-api/landlock.rst). Debian 12's C library has no
   functions for it, and its header knows the second of its versions; so what is used stands here. */

#define GAZECUT_LANDLOCK_WRITE_FILE (1ULL << 1)
#define GAZECUT_LANDLOCK_READ_FILE (1ULL << 2)
#define GAZECUT_LANDLOCK_READ_DIR (1ULL << 3)
#define GAZECUT_LANDLOCK_REMOVE_FILE (1ULL << 5)
#define GAZECUT_LANDLOCK_MAKE_REG (1ULL << 8)
#define GAZECUT_LANDLOCK_FIRST 0x1fffULL /* all thirteen rights of the first version */
#define GAZECUT_LANDLOCK_REFER (1ULL << 13)
#define GAZECUT_LANDLOCK_TRUNCATE (1ULL << 14)
#define GAZECUT_LANDLOCK_TCP 3ULL /* bind and connect */

#ifndef O_PATH /* of _GNU_SOURCE, which Swift's importer does not define */
#define O_PATH 010000000
#endif
#ifndef O_DIRECTORY
#define O_DIRECTORY 0200000
#endif

struct gazecut_landlock_ruleset { uint64_t files, network; };
struct gazecut_landlock_path { uint64_t rights; int32_t parent; } __attribute__((packed));

/// The version of Landlock in this kernel; 0 where there is none.
static inline int gazecut_landlock_version(void) {
  long version = syscall(444, NULL, 0, 1);
  return version > 0 ? (int)version : 0;
}

/// What is forbidden as far as it is not allowed; a descriptor, or -1.
static inline int gazecut_landlock_begin(int version) {
  struct gazecut_landlock_ruleset rules = {GAZECUT_LANDLOCK_FIRST, 0};
  if (version >= 2) rules.files |= GAZECUT_LANDLOCK_REFER;
  if (version >= 3) rules.files |= GAZECUT_LANDLOCK_TRUNCATE;
  if (version >= 4) rules.network = GAZECUT_LANDLOCK_TCP;
  return (int)syscall(444, &rules, version >= 4 ? 16 : 8, 0);
}

/// Allows reading a file or all below a folder; where `use` is 1 also writing there, where it is 2
/// only the names in the folder. 0 or errno.
static inline int gazecut_landlock_allow(int ruleset, int version, const char *path, int use) {
  struct gazecut_landlock_path rule = {GAZECUT_LANDLOCK_READ_FILE, -1};
  rule.parent = open(path, O_PATH | O_CLOEXEC | O_DIRECTORY);
  int isFolder = rule.parent >= 0;
  if (!isFolder) rule.parent = open(path, O_PATH | O_CLOEXEC);
  if (rule.parent < 0) return errno;
  if (use == 2) rule.rights = GAZECUT_LANDLOCK_READ_DIR;
  if (isFolder) rule.rights |= GAZECUT_LANDLOCK_READ_DIR;
  int writes = use == 1;
  if (writes) rule.rights |= GAZECUT_LANDLOCK_WRITE_FILE;
  if (writes && version >= 3) rule.rights |= GAZECUT_LANDLOCK_TRUNCATE;
  if (writes && isFolder) rule.rights |= GAZECUT_LANDLOCK_MAKE_REG | GAZECUT_LANDLOCK_REMOVE_FILE;
  long failed = syscall(445, ruleset, 1, &rule, 0);
  int code = failed ? errno : 0;
  close(rule.parent);
  return code;
}

/// The calling thread, and every one that it starts from here on, keeps to the rules; 0 or errno.
static inline int gazecut_landlock_enter(int ruleset) {
  return syscall(446, ruleset, 0) == 0 ? 0 : errno;
}
