package import Deciding
package import EditDecisions
import Foundation
package import Media
import Rendering
package import Settings
import Workers
package import Workspace

/// Writes proofs of what was decided, and nothing else: no clip, reel or record is touched.
package struct ProofPublisher {
  let files: ClipFiles
  /// How clips would be rendered.
  let settings: Settings
  /// Its source, as it was probed.
  let source: SourceVideo
  let document: DecisionDocument
  var program = ChildProcess.itself
  let isCancelled: CancellationCheck
  let progress: (_ done: Int, _ total: Int) -> Void

  package init(
    files: ClipFiles, settings: Settings, source: SourceVideo, document: DecisionDocument,
    program: String = ChildProcess.itself, isCancelled: @escaping CancellationCheck,
    progress: @escaping (_ done: Int, _ total: Int) -> Void
  ) {
    self.files = files
    self.settings = settings
    self.source = source
    self.document = document
    self.program = program
    self.isCancelled = isCancelled
    self.progress = progress
  }

  /// Writes a proof of each moment in each shape; those of what is no longer decided go.
  ///
  /// - Returns: a line for each: its file, and how it was made.
  /// - Throws: `MediaError`, `CommandFailure`; what was finished until then stays.
  package func publish() throws -> [String] {
    let shapes = ClipShape.all(settings, document)
    try files.prepare(shapes.map(\.folder))
    let wanted = shapes.flatMap { shape in
      shape.document.moments.map { moment in
        (shape: shape, moment: moment, name: shape.stem(of: moment.id) + ClipFiles.proofEnding)
      }
    }
    files.removeProofs(except: Set(wanted.map(\.name)))
    let reader = SourceReader(
      ReadingTask(
        path: source.info.path, folder: files.folder,
        seconds: document.moments.map { $0.end - $0.start }.max() ?? 0,
        isHardware: settings.render.isHardware), program: program,
      isCancelled: isCancelled)
    return try wanted.enumerated().map { index, one in
      progress(index, wanted.count)
      let proof = try reader.proof(
        ProofJob(
          one.moment, of: source.info, settings: one.shape.settings.render,
          video: document.video.id, path: files.path(one.name)))
      return line(proof, one.name)
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
