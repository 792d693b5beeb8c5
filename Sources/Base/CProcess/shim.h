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

#ifndef O_PATH /* of _GNU_SOURCE, which Swift's importer does not define */
#define O_PATH 010000000
#endif
#ifndef O_DIRECTORY
#define O_DIRECTORY 0200000
#endif

struct gazecut_open_how { uint64_t flags, mode, resolve; };

/// A file below an open folder, by a way without links: each folder on the way is opened by itself.
/// A descriptor, or -1 with errno: ELOOP for a link, EXDEV for a name that leads out of the folder.
static inline int gazecut_open_by_parts(int folder, const char *path, int flags, int mode) {
  int at = folder, code = 0, found = -1;
  if (*path == '/') code = EXDEV;
  while (!code && found < 0) {
    const char *end = path;
    while (*end && *end != '/') end++;
    char name[256];
    size_t length = (size_t)(end - path);
    if (length == 0 || length >= sizeof name) { code = length ? ENAMETOOLONG : ENOENT; break; }
    for (size_t i = 0; i < length; i++) name[i] = path[i];
    name[length] = 0;
    if (length == 2 && name[0] == '.' && name[1] == '.') { code = EXDEV; break; }
    int isLast = *end == 0;
    int next = openat(at, name, isLast ? flags | O_NOFOLLOW : O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, mode);
    if (next < 0) code = errno == ENOTDIR ? ELOOP : errno;
    if (at != folder) close(at);
    at = next;
    if (isLast) found = next;
    path = isLast ? end : end + 1;
  }
  if (found < 0) {
    if (at != folder && at >= 0) close(at);
    errno = code;
  }
  return found;
}

/// openat2(2) with RESOLVE_BENEATH, RESOLVE_NO_SYMLINKS and RESOLVE_NO_MAGICLINKS, which is the
/// same in one call; where the kernel lacks it (before 5.6) or a filter refuses it, part by part.
static inline int gazecut_open_beneath(int folder, const char *path, int flags, int mode) {
  struct gazecut_open_how how = {(uint64_t)flags, flags & O_CREAT ? (uint64_t)mode : 0, 0x08 | 0x04 | 0x02};
  long opened;
  do opened = syscall(437, folder, path, &how, sizeof how);
  while (opened < 0 && (errno == EAGAIN || errno == EINTR));
  if (opened >= 0 || (errno != ENOSYS && errno != EPERM)) return (int)opened;
  return gazecut_open_by_parts(folder, path, flags, mode);
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

/* What Landlock does not cover on every kernel: sockets, signals and limits of other processes, and
   the modes, owners, times and attributes of files. A filter of system calls (seccomp(2),
   SECCOMP_SET_MODE_FILTER by prctl(2)) refuses them with EACCES. */

#if defined(__x86_64__)
#define GAZECUT_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define GAZECUT_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/* fcntl(2) of _GNU_SOURCE: who gets the signals of a descriptor, and which signal. */
#define GAZECUT_SETOWN 8
#define GAZECUT_SETSIG 10
#define GAZECUT_SETOWN_EX 15

/// Calls that are refused whatever they are asked for.
static const int gazecut_refused_calls[] = {
    /* Signals to, memory of and looks into other processes. */
    SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, SYS_tkill, SYS_ptrace, SYS_process_vm_readv,
    SYS_process_vm_writev, SYS_migrate_pages, SYS_move_pages, 424 /* pidfd_send_signal */,
    440 /* process_madvise */, 448 /* process_mrelease */,
    /* It opens sockets, too. */
    SYS_io_uring_setup,
    /* Priorities of other processes, and their memory under System V's names. */
    SYS_setpriority, SYS_ioprio_set, SYS_shmget, SYS_shmat, SYS_shmctl, SYS_msgget, SYS_semget,
    SYS_mq_open,
    /* The keys of the user, and other name spaces. */
    SYS_add_key, SYS_request_key, SYS_keyctl, SYS_unshare, SYS_setns, SYS_bpf, SYS_perf_event_open,
    SYS_userfaultfd,
    /* Modes, owners, times and attributes of files. */
    SYS_fchmod, SYS_fchmodat, 452 /* fchmodat2 */, SYS_fchown, SYS_fchownat, SYS_utimensat,
    SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, 463 /* setxattrat */, SYS_removexattr,
    SYS_lremovexattr, SYS_fremovexattr, 466 /* removexattrat */, 469 /* file_setattr */,
#ifdef SYS_chmod /* calls of older architectures */
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
};

/// Calls that are allowed to a process itself, by its number or 0, and not to others: the argument
/// that names the process is the first.
static const int gazecut_own_calls[] = {
    SYS_kill, SYS_tgkill, SYS_prlimit64, SYS_sched_setaffinity, SYS_sched_setscheduler,
    SYS_sched_setparam, SYS_sched_setattr,
};

/// The calling thread, and every one that it starts from here on, opens no socket (where `local` is
/// not 0, none but those of this host, and System V's memory too: drivers of graphics cards ask
/// their service by them), reaches no other process and changes no file's mode, owner or times; 0
/// or errno.
static inline int gazecut_refuse_others(int local) {
#ifdef GAZECUT_ARCHITECTURE
  struct sock_filter steps[512];
  unsigned short count = 0;
#define GAZECUT_STEP(code, value, yes, no) \
  steps[count++] = (struct sock_filter){code, yes, no, (uint32_t)(value)}
#define GAZECUT_LOAD(offset) GAZECUT_STEP(BPF_LD | BPF_W | BPF_ABS, offset, 0, 0)
#define GAZECUT_SKIP_UNLESS(value, by) GAZECUT_STEP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, by)
#define GAZECUT_SKIP_IF(value, by) GAZECUT_STEP(BPF_JMP | BPF_JEQ | BPF_K, value, by, 0)
#define GAZECUT_END(how) GAZECUT_STEP(BPF_RET | BPF_K, how, 0, 0)
  const uint32_t refused = SECCOMP_RET_ERRNO | EACCES;
  GAZECUT_LOAD(4); /* the architecture */
  GAZECUT_SKIP_IF(GAZECUT_ARCHITECTURE, 1);
  GAZECUT_END(refused);
  GAZECUT_LOAD(0); /* the call; of x32 the numbers begin here */
  GAZECUT_STEP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
  GAZECUT_END(refused);
  for (unsigned i = 0; i < sizeof gazecut_refused_calls / sizeof *gazecut_refused_calls; i++) {
    int call = gazecut_refused_calls[i];
    if (local && (call == SYS_shmget || call == SYS_shmat || call == SYS_shmctl || call == SYS_semget))
      continue;
    GAZECUT_SKIP_UNLESS(call, 1);
    GAZECUT_END(refused);
  }
  for (unsigned i = 0; i < sizeof gazecut_own_calls / sizeof *gazecut_own_calls; i++) {
    GAZECUT_SKIP_UNLESS(gazecut_own_calls[i], 5);
    GAZECUT_LOAD(16); /* the process; 0 is this one, but of kill(2) its whole group */
    GAZECUT_SKIP_IF(gazecut_own_calls[i] == SYS_kill ? (uint32_t)getpid() : 0, 2);
    GAZECUT_SKIP_IF(getpid(), 1);
    GAZECUT_END(refused);
    GAZECUT_END(SECCOMP_RET_ALLOW);
  }
  GAZECUT_SKIP_UNLESS(SYS_fcntl, 6);
  GAZECUT_LOAD(24); /* what is asked for */
  GAZECUT_SKIP_IF(GAZECUT_SETOWN, 3);
  GAZECUT_SKIP_IF(GAZECUT_SETSIG, 2);
  GAZECUT_SKIP_IF(GAZECUT_SETOWN_EX, 1);
  GAZECUT_END(SECCOMP_RET_ALLOW);
  GAZECUT_END(refused);
  GAZECUT_SKIP_UNLESS(SYS_socket, 3);
  GAZECUT_LOAD(16); /* the family */
  GAZECUT_SKIP_IF(local ? AF_UNIX : -1, 1);
  GAZECUT_END(refused);
  GAZECUT_END(SECCOMP_RET_ALLOW);
  struct sock_fprog filter = {count, steps};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0 ? 0 : errno;
#undef GAZECUT_STEP
#undef GAZECUT_LOAD
#undef GAZECUT_SKIP_UNLESS
#undef GAZECUT_SKIP_IF
#undef GAZECUT_END
#else
  return ENOSYS;
#endif
}

/// What else reaches another process, tried by who wants to know whether it is refused: the signals
/// of a pipe sent to it, or its limits set to what they are. 0, or errno of what is refused.
static inline int gazecut_reach(int process) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  int owned = fcntl(ends[0], GAZECUT_SETOWN, process);
  int code = owned == 0 ? 0 : errno;
  close(ends[0]);
  close(ends[1]);
  struct rlimit limit;
  if (code && getrlimit(RLIMIT_CORE, &limit) == 0 &&
      syscall(SYS_prlimit64, process, RLIMIT_CORE, &limit, NULL) == 0)
    code = 0;
  return code;
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

#define GAZECUT_LANDLOCK_SCOPE_SOCKETS 1ULL /* of names without a file */
#define GAZECUT_LANDLOCK_SCOPE_SIGNALS 2ULL

struct gazecut_landlock_ruleset { uint64_t files, network, scopes; };
struct gazecut_landlock_path { uint64_t rights; int32_t parent; } __attribute__((packed));

/// The version of Landlock in this kernel; 0 where there is none.
static inline int gazecut_landlock_version(void) {
  long version = syscall(444, NULL, 0, 1);
  return version > 0 ? (int)version : 0;
}

/// What is forbidden as far as it is not allowed (from version 6 on signals to others, and where
/// `local` is 0 this host's sockets without a file); a descriptor, or -1.
static inline int gazecut_landlock_begin(int version, int local) {
  struct gazecut_landlock_ruleset rules = {GAZECUT_LANDLOCK_FIRST, 0, 0};
  if (version >= 2) rules.files |= GAZECUT_LANDLOCK_REFER;
  if (version >= 3) rules.files |= GAZECUT_LANDLOCK_TRUNCATE;
  if (version >= 4) rules.network = GAZECUT_LANDLOCK_TCP;
  if (version >= 6) rules.scopes = GAZECUT_LANDLOCK_SCOPE_SIGNALS | (local ? 0 : GAZECUT_LANDLOCK_SCOPE_SOCKETS);
  return (int)syscall(444, &rules, version >= 6 ? 24 : version >= 4 ? 16 : 8, 0);
}

/// Allows reading a file or all below a folder; where `use` is 1 also writing there, where it is 2
/// only the names in the folder, where it is 3 writing in a folder that is no link. 0 or errno.
static inline int gazecut_landlock_allow(int ruleset, int version, const char *path, int use) {
  struct gazecut_landlock_path rule = {GAZECUT_LANDLOCK_READ_FILE, -1};
  rule.parent = open(path, O_PATH | O_CLOEXEC | O_DIRECTORY | (use == 3 ? O_NOFOLLOW : 0));
  int isFolder = rule.parent >= 0;
  if (!isFolder && use == 3) return errno;
  if (!isFolder) rule.parent = open(path, O_PATH | O_CLOEXEC);
  if (rule.parent < 0) return errno;
  if (use == 2) rule.rights = GAZECUT_LANDLOCK_READ_DIR;
  if (isFolder) rule.rights |= GAZECUT_LANDLOCK_READ_DIR;
  int writes = use == 1 || use == 3;
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
