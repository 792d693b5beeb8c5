package import Media
import Support
import Synchronization

/// Processes that open nobody's media, and answer whoever asks.
///
/// Whoever asks a disk that takes a read and never answers cannot leave, not even when killed: the
/// kernel waits with it. So a process reads, and the one who asks waits for a process.
package struct ReaderPool: Sendable {
  /// What tells a source from another by its bytes.
  package var identity: @Sendable (_ path: String) throws -> SourceIdentity
  /// What tells a text beside a source from another; `nil` for what is no such text.
  package var text: @Sendable (_ path: String) throws -> String?
  /// Finds out whether clips can be encoded as settings ask; 69 where an encoder does not work.
  package var tryEncoder: @Sendable (RenderSettings, @escaping CancellationCheck) throws -> Void

  /// Answers of somebody's own.
  package init(
    identity: @escaping @Sendable (_ path: String) throws -> SourceIdentity,
    text: @escaping @Sendable (_ path: String) throws -> String?,
    tryEncoder: @escaping @Sendable (RenderSettings, @escaping CancellationCheck) throws -> Void
  ) {
    self.identity = identity
    self.text = text
    self.tryEncoder = tryEncoder
  }

  /// Processes that may read every file and write nothing; each is asked again once it answered.
  package static func processes(_ program: String = ChildProcess.itself) -> ReaderPool {
    let idle = Idle(program)
    return ReaderPool(
      identity: { path in try idle.ask { try $0.identity(of: path) } },
      text: { path in try idle.ask { try $0.mark(ofText: path) } },
      tryEncoder: { settings, isCancelled in
        try idle.ask { try $0.tryEncoder(settings, isCancelled) }
      })
  }

  /// Readers that nobody waits for.
  private final class Idle: Sendable {
    /// One of them.
    ///
    /// Unchecked, for a `SourceReader` is not for more than one thread at a time: whoever asks
    /// takes it out of the list under the lock, and puts it back after.
    private struct Free: @unchecked Sendable {
      let reader: SourceReader
    }

    private let program: String
    private let free = Mutex<[Free]>([])

    init(_ program: String) { self.program = program }

    func ask<Answer>(_ question: (SourceReader) throws -> Answer) throws -> Answer {
      let one =
        free.withLock { $0.popLast() }
        ?? Free(reader: SourceReader("/", isHardware: true, program: program))
      defer { free.withLock { $0.append(one) } }
      do {
        return try question(one.reader)
      } catch let failure as CommandFailure where failure.scope == .machine {
        // Whom the kernel ended, as where memory was out, may do it another time.
        return try question(one.reader)
      }
    }
  }
}

extension SourceIdentity {
  package var mark: String { "\(size)-\(head)-\(tail)" }
}
