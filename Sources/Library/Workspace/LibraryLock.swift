import CProcess
import EditDecisions
import Foundation
import Support
import Synchronization

/// The lock on a library: exclusive for a run, shared for a plan or a check.
///
/// A run locks `gazecut.lock` in the library, opened for writing as network file systems require,
/// and writes its process and host into it. The folder itself is locked too, if possible. A check,
/// which creates no file, may hold only that lock. The kernel releases both when the process ends.
package final class LibraryLock: Sendable {
  package enum Kind { case exclusive, shared }

  static let fileName = "gazecut.lock"

  private let descriptors: [Int32]
  /// Whether it is a run, which writes into the lock file.
  private let isRun: Bool
  private let holder = Mutex(LockHolder())

  /// Acquires the lock; throws or, with `waiting`, calls it with the holder's name and waits.
  ///
  /// - Throws: `CommandFailure` 75; 66 or 77 if the folder cannot be opened.
  package init(folder: String, _ kind: Kind, waiting: ((String) -> Void)? = nil) throws {
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else {
      let status: ExitStatus = errno == EACCES ? .noPermission : .notFound
      throw CommandFailure(status, "cannot open the library '\(folder)': \(Self.reason(errno))")
    }
    let file: Int32?
    do {
      file = try Self.openFile(folder, kind)
    } catch {
      close(directory)
      throw error
    }
    let opened = [directory, file].compactMap(\.self)
    do {
      for descriptor in opened {
        try Self.lock(descriptor, kind, folder, isFile: descriptor == file, waiting)
      }
    } catch {
      for descriptor in opened { close(descriptor) }
      throw error
    }
    // Assigned last, so that `deinit` closes only descriptors that are open.
    descriptors = opened
    isRun = kind == .exclusive
    updateHolder { _ in }
  }

  /// Opens the lock file; a shared lock neither creates it nor requires that it is readable.
  private static func openFile(_ folder: String, _ kind: Kind) throws -> Int32? {
    let path = folder + "/" + fileName
    do {
      return try SafeOwnFile.open(
        path, kind == .exclusive ? O_RDWR | O_CREAT : O_RDONLY, mode: 0o644)
    } catch {
      if kind == .shared, [ENOENT, EACCES].contains(error.code) { return nil }
      throw CommandFailure.opening(path, error)
    }
  }

  /// Number of attempts, 1/50 s apart, because `status` holds the lock for an instant to test it.
  private static let looks = 5

  private static func lock(
    _ descriptor: Int32, _ kind: Kind, _ folder: String, isFile: Bool,
    _ waiting: ((String) -> Void)?
  ) throws {
    let operation = kind == .exclusive ? LOCK_EX : LOCK_SH
    var code: Int32 = 0
    for _ in 0..<looks {
      guard gazecut_flock(descriptor, operation | LOCK_NB) != 0 else { return }
      code = errno
      guard code == EWOULDBLOCK else { break }
      usleep(20_000)
    }
    if code == EWOULDBLOCK {
      // A plan holds the lock without writing into the lock file.
      let held = LockHolder.ofHeld(folder).map { ("another run", " (\($0.sentence))") }
      let (who, sentence) = held ?? ("another run or plan", "")
      guard let waiting else {
        throw CommandFailure(
          .tryAgain,
          "\(who) is using the library '\(folder)'\(sentence); try again when it has ended")
      }
      waiting("\(who) is using the library\(sentence); waiting until it has ended")
      repeat {
        guard gazecut_flock(descriptor, operation) != 0 else { return }
      } while errno == EINTR
      code = errno
    }
    // If the file system cannot lock folders, the lock on the file is enough.
    guard isFile else { return }
    throw CommandFailure(.inputOutputFailed, "cannot lock the library '\(folder)': \(reason(code))")
  }

  package func updateCurrentVideos(_ videos: [String]) { updateHolder { $0.videos = videos } }

  private func updateHolder(_ change: (inout LockHolder) -> Void) {
    guard isRun, let file = descriptors.last else { return }
    holder.withLock { holder in
      change(&holder)
      guard let text = try? SingleLineJSON.encode(holder) + "\n" else { return }
      let bytes = Array(text.utf8)
      // Errors are ignored, because the text is only informative.
      if ftruncate(file, 0) == 0 { _ = pwrite(file, bytes, bytes.count, 0) }
    }
  }

  /// Unlocks explicitly, because a child process may have the descriptor until it calls exec.
  deinit {
    if isRun, let file = descriptors.last { _ = ftruncate(file, 0) }
    for descriptor in descriptors {
      _ = gazecut_flock(descriptor, LOCK_UN)
      close(descriptor)
    }
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}

/// The holder of a library's lock, as written in the lock file.
package struct LockHolder: Codable, Sendable, Hashable {
  var process = getpid()
  var host = ProcessInfo.processInfo.hostName
  var since = Date().formatted(.iso8601)
  var videos: [String] = []

  /// Reads the holder; `nil` if the library is not locked, or the lock file is empty.
  package static func current(_ folder: String) -> LockHolder? {
    guard let file = try? SafeOwnFile.open(folder + "/" + LibraryLock.fileName, O_RDONLY) else {
      return nil
    }
    defer { close(file) }
    guard gazecut_flock(file, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK else { return nil }
    return ofHeld(folder)
  }

  /// Reads the lock file; valid only while the lock is held.
  fileprivate static func ofHeld(_ folder: String) -> LockHolder? {
    let path = folder + "/" + LibraryLock.fileName
    guard let bytes = try? RegularFile.bytes(of: path, atMost: 1 << 20) else { return nil }
    return try? JSONDecoder().decode(LockHolder.self, from: Data(bytes))
  }

  /// Process, host, start and videos, without a full stop.
  package var sentence: String {
    let at = videos.isEmpty ? "" : ", at '\(videos.joined(separator: "', '"))'"
    return TerminalText.escaped("process \(process) on \(host), since \(since)\(at)")
  }
}
