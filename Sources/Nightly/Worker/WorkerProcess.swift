import Foundation
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A worker, seen from the run that started it.
struct WorkerProcess {
  /// This program's own file: a worker is the same program.
  static let program = FilePath("/proc/self/exe")

  var job: WorkerJob
  var onEvent: @Sendable (WorkerEvent) -> Void

  /// Runs the job to its end.
  ///
  /// - Throws: `CommandFailure` as the worker told it; a worker that dies without a word is a
  ///   failure with the signal's name. Cancelling the task stops the worker, first gently.
  func run() async throws -> WorkerResult {
    var options = PlatformOptions()
    options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .seconds(10))]
    // A session of its own: Ctrl-C reaches the run alone, which then stops its workers.
    options.createSession = true
    let line = try WorkerLine.encode(job) + "\n"
    let outcome = try await Subprocess.run(
      .path(try Self.executable()), arguments: ["worker"], platformOptions: options,
      input: .inputWriter, output: .sequence, error: .sequence
    ) { execution in
      // The pipe stays open while the worker works: when it closes, the run has died.
      _ = try await execution.standardInputWriter.write(line)
      async let said = Self.lastLine(of: execution.standardError)
      var last: WorkerEvent?
      let lines = execution.standardOutput.strings(
        separatedBy: .unicodeScalarSequence(["\n"]), bufferingPolicy: .unbounded)
      for try await line in lines {
        let text = line.trimmingCharacters(in: .newlines)
        guard !text.isEmpty, let event = try? WorkerLine.decode(WorkerEvent.self, from: text)
        else { continue }
        onEvent(event)
        last = event
      }
      try? await execution.standardInputWriter.finish()
      return (last, await said)
    }
    try Task.checkCancellation()
    return try result(
      outcome.closureResult.0, outcome.terminationStatus, said: outcome.closureResult.1)
  }

  /// Bytes of the last line that are kept.
  private static let longestLine = 2000

  /// The last line that a worker wrote to standard error, which is read for as long as it writes:
  /// drivers and libraries may chatter without end.
  private static func lastLine(of output: SubprocessOutputSequence) async -> String {
    var tail: [UInt8] = []
    do {
      for try await buffer in output {
        buffer.withUnsafeBytes { tail += $0.suffix(longestLine) }
        tail.removeFirst(max(0, tail.count - longestLine))
      }
    } catch {
      // What a dying worker said last is a hint and no more.
    }
    return tail.split(separator: UInt8(ascii: "\n")).last.map {
      String(decoding: $0, as: UTF8.self)
    } ?? ""
  }

  private static func executable() throws -> FilePath {
    let path = try FileManager.default.destinationOfSymbolicLink(atPath: program.string)
    return FilePath(path)
  }

  private func result(
    _ last: WorkerEvent?, _ status: TerminationStatus, said: String
  ) throws -> WorkerResult {
    switch last {
    case .finished(let result) where status.isSuccess: return result
    case .failed(let code, let message):
      throw CommandFailure(ExitStatus(rawValue: code) ?? .bug, message)
    default:
      let words = said.isEmpty ? "" : ": " + said
      throw CommandFailure(.bug, "the worker of '\(job.video)' died (\(status))\(words)")
    }
  }
}
