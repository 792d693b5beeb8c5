import CProcess
import EditDecisions
import Foundation
import Support
import Synchronization

/// The lock on a library: exclusive for a run, shared for a plan and a check.
///
/// A run locks `gazecut.lock` in the library, opened for writing as shared file systems ask, and
/// writes into it who holds it. The folder itself is locked too, where it can be: a check, which
/// makes no file, holds that alone in a library without the file. The kernel lets go of both when
/// the process dies, however it dies.
package final class LibraryLock: Sendable {
  /// Whether others may hold it at once.
  package enum Kind { case exclusive, shared }

  static let fileName = "gazecut.lock"

  private let descriptors: [Int32]
  /// Whether it is a run, which says who it is.
  private let isRun: Bool
  private let holder = Mutex(LockHolder())

  /// Takes the lock, or says at once that it is held, and by whom.
  ///
  /// - Parameters:
  ///   - folder: the library.
  ///   - kind: a run's, or that of who looks on.
  ///   - waiting: where given, it is waited for as long as it is held; told for whom.
  /// - Throws: `CommandFailure` with status 75, or 66 and 77 for a folder that cannot be opened.
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
    // Only what is held lets go at its end: before this, nothing is closed a second time.
    descriptors = opened
    isRun = kind == .exclusive
    tell { _ in }
  }

  /// Opens the lock file; who looks on makes none, and needs none that cannot be read.
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

  /// `status` looks whether the lock is held by holding it for an instant: who finds it held looks
  /// again, a fiftieth of a second apart.
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
      // A plan, which changes nothing, writes nowhere that it is made.
      let held = LockHolder.ofHeld(folder).map { ("another run", " (\($0.sentence))") }
      let (who, sentence) = held ?? ("another run, or a plan that is being made,", "")
      guard let waiting else {
        throw CommandFailure(
          .tryAgain, "\(who) holds the library '\(folder)'\(sentence); try again when it is done")
      }
      waiting("\(who) holds the library\(sentence); waiting until it is done")
      repeat {
        guard gazecut_flock(descriptor, operation) != 0 else { return }
      } while errno == EINTR
      code = errno
    }
    // A file system that locks no folder still locks the file.
    guard isFile else { return }
    throw CommandFailure(
      .inputOutputFailed, "cannot lock the library '\(folder)': \(reason(code))")
  }

  /// Says in the lock file what is being worked on.
  package func isAt(_ videos: [String]) { tell { $0.videos = videos } }

  private func tell(_ change: (inout LockHolder) -> Void) {
    guard isRun, let file = descriptors.last else { return }
    holder.withLock { holder in
      change(&holder)
      guard let text = try? JSONLine.encode(holder) + "\n" else { return }
      let bytes = Array(text.utf8)
      // What cannot be told is no reason to stop.
      if ftruncate(file, 0) == 0 { _ = pwrite(file, bytes, bytes.count, 0) }
    }
  }

  /// Lets go by word: a child that another thread is starting at this moment may have inherited the
  /// descriptor, and the lock would stay with it until it is another program.
  deinit {
    if isRun, let file = descriptors.last { _ = ftruncate(file, 0) }
    for descriptor in descriptors {
      _ = gazecut_flock(descriptor, LOCK_UN)
      close(descriptor)
    }
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}

/// Who holds a library, as the lock file tells it.
package struct LockHolder: Codable, Sendable, Hashable {
  /// The number of the process, on its machine.
  var process = getpid()
  var host = ProcessInfo.processInfo.hostName
  var since = Date().formatted(.iso8601)
  /// The videos that it works on.
  var videos: [String] = []

  /// Reads who holds a library that is held; `nil` where nobody does, or nobody says.
  package static func current(_ folder: String) -> LockHolder? {
    guard let file = try? SafeOwnFile.open(folder + "/" + LibraryLock.fileName, O_RDONLY) else {
      return nil
    }
    defer { close(file) }
    guard gazecut_flock(file, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK else { return nil }
    return ofHeld(folder)
  }

  /// What the lock file says; only who found it locked may ask.
  fileprivate static func ofHeld(_ folder: String) -> LockHolder? {
    let path = folder + "/" + LibraryLock.fileName
    guard let bytes = try? RegularFile.bytes(of: path, atMost: 1 << 20) else { return nil }
    return try? JSONDecoder().decode(LockHolder.self, from: Data(bytes))
  }

  /// Who, since when and at what, without a full stop.
  package var sentence: String {
    let at = videos.isEmpty ? "" : ", at '\(videos.joined(separator: "', '"))'"
    return TerminalText.escaped("process \(process) on \(host), since \(since)\(at)")
  }
}
