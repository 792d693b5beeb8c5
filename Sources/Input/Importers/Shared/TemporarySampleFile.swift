import Audience
import Foundation

/// Stores samples until their file is completely read: in memory up to a budget, then on disk.
///
/// A file is imported completely or not at all, so nothing is stored in the library before its last
/// byte. Its sessions may alternate row by row, so none can be finished earlier. The temporary file
/// is unlinked after it is created, so it disappears even if the program is killed.
final class TemporarySampleFile {
  /// Maximum number of samples in memory for all sessions of a file: 2 Mi samples, 32 MB.
  static let budget = 2 << 20
  /// Minimum number of samples per write.
  static let minimumPartLength = 256

  struct Part {
    let offset: Int
    let count: Int
  }

  private let file: String
  private let folder: String?
  private let budget: Int
  private var descriptor: Int32 = -1
  private var end = 0
  var held = 0
  private var sessions: [Session] = []

  private struct Session {
    weak var parts: SampleBuffer?
  }

  /// The folder is by default `TMPDIR`, otherwise /var/tmp.
  init(file: String, folder: String?, budget: Int = budget) {
    self.file = file
    self.folder = folder
    self.budget = budget
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func register(_ parts: SampleBuffer) { sessions.append(Session(parts: parts)) }

  /// Counts more samples in memory, and writes sessions to disk if the budget is exceeded.
  ///
  /// The longest sessions are written first, until half of the budget is free, to avoid many small
  /// writes.
  func hold(_ more: Int) throws(ImportError) {
    held += more
    guard !fitsInMemory(for: 0) else { return }
    let waiting = sessions.compactMap(\.parts).filter { $0.held > 0 }
    for session in waiting.sorted(by: { $0.held > $1.held }) {
      try session.writeToDisk()
      if held <= budget / 2 { return }
    }
  }

  func fitsInMemory(for more: Int) -> Bool { held + more <= budget }

  func write(_ columns: SampleColumns) throws(ImportError) -> Part {
    let start = try write(columns.milliseconds)
    _ = try write(columns.x)
    _ = try write(columns.y)
    _ = try write(columns.states)
    _ = try write(columns.told)
    _ = try write(columns.scores)
    return Part(offset: start, count: columns.count)
  }

  func read(_ part: Part) throws(ImportError) -> SampleColumns {
    var offset = part.offset
    func next<T: BitwiseCopyable>(_ count: Int) throws(ImportError) -> [T] {
      defer { offset += count * MemoryLayout<T>.stride }
      return try read(count, at: offset)
    }
    let columns = SampleColumns(
      milliseconds: try next(part.count), x: try next(part.count), y: try next(part.count),
      states: try next(part.count), told: try next(part.count),
      scores: try next(part.count * Emotion.allCases.count))
    guard let columns else { throw failure("read", EIO) }
    return columns
  }

  private func open() throws(ImportError) {
    guard descriptor < 0 else { return }
    // /tmp may be a RAM disk, which would save no memory.
    let place = folder ?? ProcessInfo.processInfo.environment["TMPDIR"] ?? "/var/tmp"
    var name = Array((place + "/gazecut-import-XXXXXX").utf8CString)
    descriptor = unsafe mkstemp(&name)
    guard descriptor >= 0 else { throw failure("created", errno) }
    unsafe unlink(&name)
  }

  func write<T: BitwiseCopyable>(_ values: [T]) throws(ImportError) -> Int {
    try open()
    let start = end
    let code = unsafe values.withUnsafeBytes { bytes in
      Self.transferAll(bytes.count, else: ENOSPC) { done in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
        return unsafe pwrite(descriptor, rest.baseAddress, rest.count, off_t(start + done))
      }
    }
    guard code == 0 else { throw failure("written", code) }
    end += values.count * MemoryLayout<T>.stride
    return start
  }

  func read<T: BitwiseCopyable>(_ count: Int, at offset: Int) throws(ImportError) -> [T] {
    let wanted = count * MemoryLayout<T>.stride
    var code: Int32 = 0
    let values = unsafe [T](unsafeUninitializedCapacity: count) { buffer, initialized in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      code = Self.transferAll(wanted, else: EIO) { done in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[done..<wanted])
        return unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
      }
      initialized = code == 0 ? count : 0
    }
    guard code == 0 else { throw failure("read", code) }
    return values
  }

  /// Repeats a call until all bytes are done; returns 0, errno, or `none` if nothing was done.
  private static func transferAll(_ count: Int, else none: Int32, _ call: (_ done: Int) -> Int)
    -> Int32
  {
    var done = 0
    while done < count {
      let more = call(done)
      if more < 0, errno == EINTR { continue }
      guard more > 0 else { return more < 0 ? errno : none }
      done += more
    }
    return 0
  }

  private func failure(_ what: String, _ code: Int32) -> ImportError {
    let reason = unsafe String(cString: strerror(code)).lowercased()
    return ImportError(
      .scratchFailed, of: file,
      "the temporary file for samples could not be \(what) (\(reason))",
      "free some space in \(folder ?? "TMPDIR, or /var/tmp"), and import the file again")
  }
}
