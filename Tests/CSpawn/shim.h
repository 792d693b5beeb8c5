#pragma once
#include <spawn.h>

/* glibc has these since 2.34 and tells of them only where _GNU_SOURCE is defined, which Swift's own
   module of glibc is built without. */

#define TESTS_SPAWN_SETSID 0x80

int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);

/// Closes all descriptors from `from` on in the child.
static inline int tests_close_from(posix_spawn_file_actions_t *actions, int from) {
  return posix_spawn_file_actions_addclosefrom_np(actions, from);
}

/// Starts the child in another folder.
static inline int tests_change_folder(posix_spawn_file_actions_t *actions, const char *path) {
  return posix_spawn_file_actions_addchdir_np(actions, path);
}
