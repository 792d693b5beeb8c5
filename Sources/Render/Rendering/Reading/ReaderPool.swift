package import Media
import Support
import Synchronization

/// Idle processes that open media for the library, which itself opens none.
///
/// A read from a disk that never answers blocks in the kernel, where not even SIGKILL ends it. So a
/// separate process reads, and the caller can stop waiting for it.
package struct ReaderPool: Sendable {
  package var identity: @Sendable (_ path: String) throws -> SourceIdentity
  /// Identifies a text file next to a source; `nil` if the file is not a text.
  package var text: @Sendable (_ path: String) throws -> String?
  /// Checks whether the encoder works with these settings; throws `CommandFailure` 69 if not.
  package var tryEncoder: @Sendable (RenderSettings, @escaping CancellationCheck) throws -> Void

  package init(
    identity: @escaping @Sendable (_ path: String) throws -> SourceIdentity,
    text: @escaping @Sendable (_ path: String) throws -> String?,
    tryEncoder: @escaping @Sendable (RenderSettings, @escaping CancellationCheck) throws -> Void
  ) {
    self.identity = identity
    self.text = text
    self.tryEncoder = tryEncoder
  }

  /// Starts processes that may read every file and write none; they are reused.
  package static func processes(_ program: String = ChildProcess.ownExecutable) -> ReaderPool {
    let idle = IdleReaderList(program)
    return ReaderPool(
      identity: { path in try idle.ask { try $0.identity(of: path) } },
      text: { path in try idle.ask { try $0.mark(ofText: path) } },
      tryEncoder: { settings, isCancelled in
        try idle.ask { try $0.tryEncoder(settings, isCancelled) }
      })
  }

  private final class IdleReaderList: Sendable {
    // `@unchecked`, because `SourceReader` must not be used by two threads at the same time. A
    // caller removes it from the list under the lock, and returns it afterwards.
    private struct IdleReader: @unchecked Sendable {
      let reader: SourceReader
    }

    private let program: String
    private let free = Mutex<[IdleReader]>([])

    init(_ program: String) { self.program = program }

    func ask<Answer>(_ question: (SourceReader) throws -> Answer) throws -> Answer {
      let one =
        free.withLock { $0.popLast() }
        ?? IdleReader(reader: SourceReader("/", isHardware: true, program: program))
      defer { free.withLock { $0.append(one) } }
      do {
        return try question(one.reader)
      } catch let failure as CommandFailure where failure.scope == .machine {
        // A process that the kernel killed, for example when memory was short, may succeed next
        // time.
        return try question(one.reader)
      }
    }
  }
}

extension SourceIdentity {
  package var mark: String { "\(size)-\(head)-\(tail)" }
}
