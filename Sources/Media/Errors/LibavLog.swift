internal import CFFmpeg
internal import Glibc
internal import Synchronization

/// Keeps libav quiet, and remembers the last fault it reported so that an error can carry it.
enum LibavLog {
  /// A reported line and the thread that reported it.
  private struct Line {
    var thread: UInt
    var text: String
  }

  private static let lines = Mutex<[Line]>([])

  /// Installs the collector; the first use of `static let` makes this happen once.
  static let install: Void = {
    av_log_set_level(AV_LOG_ERROR)
    unsafe av_log_set_callback { source, level, format, arguments in
      guard level <= AV_LOG_ERROR, let format = unsafe format, let arguments = unsafe arguments
      else { return }
      unsafe LibavLog.record(source, level, format, arguments)
    }
  }()

  /// The last fault reported by this thread, else by any (decoders log from theirs); forgets all.
  static func takeLastLine() -> String? {
    let thread = UInt(pthread_self())
    return lines.withLock { lines in
      defer { lines.removeAll() }
      return (lines.last { $0.thread == thread } ?? lines.last)?.text
    }
  }

  /// Forgets what was reported, before an operation whose faults are to be told from older ones.
  static func clear() {
    lines.withLock { $0.removeAll() }
  }

  private static func record(
    _ source: UnsafeMutableRawPointer?, _ level: Int32, _ format: UnsafePointer<CChar>,
    _ arguments: CVaListPointer
  ) {
    var prefix: Int32 = 0
    var bytes = [CChar](repeating: 0, count: 512)
    let size = Int32(bytes.count)
    _ = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      unsafe av_log_format_line2(
        source, level, format, arguments, buffer.baseAddress, size, &prefix)
    }
    let raw = String(
      decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let text = tidy(raw) else { return }
    let line = Line(thread: UInt(pthread_self()), text: text)
    lines.withLock { lines in
      lines.append(line)
      // Faults of worker threads pile up on damaged files; the newest few are enough.
      if lines.count > 16 { lines.removeFirst() }
    }
  }

  /// Without the `[mov,mp4 @ 0x55…]` prefix (addresses differ from run to run) and white space.
  private static func tidy(_ raw: String) -> String? {
    var rest = Substring(raw)
    while rest.first == "[", let close = rest.firstIndex(of: "]") {
      rest = rest[rest.index(after: close)...].drop { $0 == " " }
    }
    while let last = rest.last, last.isWhitespace || last == "." { rest.removeLast() }
    return rest.isEmpty ? nil : String(rest)
  }
}
