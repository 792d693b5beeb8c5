import Audience
import Foundation

/// Where samples wait until their file is read to its end: in memory, then on disk.
///
/// A file is taken whole or refused whole, so nothing may be stored before its last byte is seen;
/// and sessions may be mixed row by row, so none may be closed before. What goes beyond the budget
/// lies in a file without a name, which is gone when the program ends, however that comes.
final class SampleScratch {
  /// Most samples that all sessions of a file keep in memory, 16 bytes each: 32 MB.
  static let budget = 2 << 20
  /// Fewer are not worth a write.
  static let leastPart = 256

  struct Part {
    let offset: Int
    let count: Int
  }

  private let file: String
  private let folder: String?
  private let budget: Int
  private var descriptor: Int32 = -1
  private var end = 0
  /// Samples in memory, of all sessions.
  var held = 0
  private var sessions: [Session] = []

  /// A session, as long as somebody holds it.
  private struct Session {
    weak var parts: SampleParts?
  }

  /// A place for what is read of a file; without a folder in `TMPDIR`, else /var/tmp.
  init(file: String, folder: String?, budget: Int = budget) {
    self.file = file
    self.folder = folder
    self.budget = budget
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Looks after a session that will grow.
  func watch(_ parts: SampleParts) { sessions.append(Session(parts: parts)) }

  /// Takes note of more samples in memory, and sets sessions aside where they are too many.
  ///
  /// The longest first, until there is room for a while: what is written by hundreds is read back
  /// by hundreds.
  func hold(_ more: Int) throws(ImportError) {
    held += more
    guard !hasRoom(for: 0) else { return }
    let waiting = sessions.compactMap(\.parts).filter { $0.held > 0 }
    for session in waiting.sorted(by: { $0.held > $1.held }) {
      try session.setAside()
      if held <= budget / 2 { return }
    }
  }

  /// Whether so many samples more may stay in memory.
  func hasRoom(for more: Int) -> Bool { held + more <= budget }

  /// Writes columns behind what was written before.
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
    guard let columns else { throw failure("read back", EIO) }
    return columns
  }

  private func open() throws(ImportError) {
    guard descriptor < 0 else { return }
    // /tmp may lie in memory, and the file is there to save memory.
    let place = folder ?? ProcessInfo.processInfo.environment["TMPDIR"] ?? "/var/tmp"
    var name = Array((place + "/gazecut-import-XXXXXX").utf8CString)
    descriptor = unsafe mkstemp(&name)
    guard descriptor >= 0 else { throw failure("made", errno) }
    unsafe unlink(&name)
  }

  /// Writes values behind what was written before, and tells where they begin.
  func write<T: BitwiseCopyable>(_ values: [T]) throws(ImportError) -> Int {
    try open()
    let start = end
    let code = unsafe values.withUnsafeBytes { bytes in
      Self.all(bytes.count, else: ENOSPC) { done in
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
      code = Self.all(wanted, else: EIO) { done in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[done..<wanted])
        return unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
      }
      initialized = code == 0 ? count : 0
    }
    guard code == 0 else { throw failure("read back", code) }
    return values
  }

  /// Makes a call until so many bytes are done, each handed how many were; 0, or what it failed
  /// with, which of a call that does none is `none`.
  private static func all(_ count: Int, else none: Int32, _ call: (_ done: Int) -> Int) -> Int32 {
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
      "the temporary file for its samples could not be \(what) (\(reason))",
      "free some space in \(folder ?? "TMPDIR, or /var/tmp"), and import it again")
  }
}
