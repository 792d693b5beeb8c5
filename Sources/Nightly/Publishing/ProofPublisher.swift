import EditDecisions
import Foundation
import Media
import Rendering
import Settings

/// Writes proofs of what was decided, and nothing else: no clip, reel or record is touched.
struct ProofPublisher {
  let files: ClipFiles
  let settings: Settings
  let source: SourceVideo
  let document: DecisionDocument
  var program = WorkerProcess.itsPath
  var alive: () -> Void = {}
  let isCancelled: CancellationCheck
  let progress: (_ done: Int, _ total: Int) -> Void

  /// Writes a proof of each moment; those of what is no longer decided go.
  ///
  /// - Returns: a line for each: its file, and how it was made.
  /// - Throws: `MediaError`, `CommandFailure`; what was finished until then stays.
  func publish() throws -> [String] {
    try files.prepare()
    let names = document.moments.map { $0.id + ClipFiles.proofEnding }
    files.removeProofs(except: Set(names))
    let reader = SourceReader(
      ReadingTask(
        path: source.info.path, folder: files.folder,
        seconds: document.moments.map { $0.end - $0.start }.max() ?? 0,
        isHardware: settings.render.isHardware), program: program, alive: alive,
      isCancelled: isCancelled)
    return try zip(document.moments, names).enumerated().map { index, pair in
      let (moment, name) = pair
      progress(index, names.count)
      let proof = try reader.proof(
        ProofJob(
          moment, of: source.info, settings: settings.render, video: document.video.id,
          path: files.path(name)))
      return line(proof, name)
    }
  }

  private func line(_ proof: Proof, _ name: String) -> String {
    let size = "\(proof.width)x\(proof.height)"
    switch proof.way {
    case .copied(shift: 0): return "\(name): copied, \(size)"
    case .copied(let shift):
      return "\(name): copied, \(size), seen from \(shift) source pixels further left"
    case .encoded(let reason): return "\(name): encoded small, \(size): \(reason)"
    }
  }
}
