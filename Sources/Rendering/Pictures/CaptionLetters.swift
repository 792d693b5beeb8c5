internal import EditDecisions
internal import Foundation
package import Media
internal import Synchronization

/// Finds letters of captions that no font on this machine has: libass would draw boxes for them.
///
/// What was found once is kept, so each letter is asked for once.
package final class CaptionLetters: Sendable {
  private let known = Mutex<[Unicode.Scalar: Bool]>([:])

  /// Knows nothing yet.
  package init() {}

  /// Letters that are asked for at once; a layer of more would be slow to lay out.
  private static let run = 400

  /// The letters of some cues that would be boxes.
  ///
  /// - Parameter cues: what would be burned in.
  /// - Returns: each once, in order of their numbers.
  /// - Throws: `missingComponent` when this build has no libass.
  package func missing(in cues: [SubtitleCue]) throws(MediaError) -> [Unicode.Scalar] {
    var letters: Set<Unicode.Scalar> = []
    for cue in cues {
      // Every font has the letters of ASCII.
      for scalar in cue.text.unicodeScalars where scalar.value > 0x7F { letters.insert(scalar) }
    }
    let unknown = known.withLock { known in letters.filter { known[$0] == nil } }.sorted()
    for start in stride(from: 0, to: unknown.count, by: Self.run) {
      try ask(Array(unknown[start..<min(start + Self.run, unknown.count)]))
    }
    return known.withLock { known in letters.filter { known[$0] == false } }.sorted()
  }

  private func ask(_ letters: [Unicode.Scalar]) throws(MediaError) {
    // Apart, so that none is shaped together with its neighbour.
    let text = letters.map { String($0) }.joined(separator: " ")
    let path = NSTemporaryDirectory() + "gazecut-letters-\(UUID().uuidString).ass"
    let layers = try CaptionLayer(
      output: (640, 640), safeArea: SafeArea(top: 0, bottom: 0, left: 0, right: 0), path: path)
    _ = MissingLetters.take()
    let cue = SubtitleCue(start: 0, end: 1, text: text)
    _ = try layers.layer(of: [.init(cue: cue, place: .bottom)])
    let missed = MissingLetters.take()
    known.withLock { known in
      for letter in letters { known[letter] = !missed.contains(letter) }
    }
  }
}
