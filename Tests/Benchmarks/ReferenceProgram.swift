import ArgumentParser
import Audience
import EditDecisions
import Foundation
import Selection
import TestMaterial

/// The reference of the method (choose.py), which a bench runs on exported timelines.
struct ReferenceProgram: Sendable {
  /// A moment with the figures that the reference prints.
  struct Moment: Sendable {
    var core: ClosedRange<Double>
    var share: Double
    /// Gaze coverage; `nil` for faces alone.
    var held: Double?
  }

  /// Path of choose.py.
  let path: String

  /// The moments that the reference chooses, best first.
  ///
  /// - Throws: `ValidationError` if the reference fails.
  func moments(of audience: BenchAudience) throws -> [Moment] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (index, sessions) in audience.viewers.enumerated() {
      for (number, session) in sessions.enumerated() {
        let file = folder.appendingPathComponent("\(index)-\(number).jsonl")
        try Self.timeline(session, viewer: "viewer \(index)")
          .write(to: file, atomically: false, encoding: .utf8)
      }
    }
    let arguments =
      [path, folder.path, "--count", "\(audience.count)"]
      + (audience.isWithoutGaze ? ["--faces-only"] : [])
    return try Self.run(arguments).split(separator: "\n").dropFirst().map {
      let words = $0.split(separator: " ")
      func figure(_ name: Substring) -> Double? {
        words.firstIndex(of: name).flatMap { Double(words[$0 + 1]) }
      }
      guard let start = figure("start"), let end = figure("end"), let share = figure("share")
      else { throw ValidationError("\(path) printed '\($0)', not a moment") }
      return Moment(core: start...end, share: share, held: figure("held"))
    }
  }

  /// How many moments only one of the two has, or both with other figures: edges may differ by
  /// 0.5 s, share and coverage by 0.01.
  static func disagreements(_ choice: Choice, _ moments: [Moment]) -> Int {
    func isEqual(_ own: Candidate, _ other: Moment) -> Bool {
      func differs(_ a: Double?, _ b: Double?) -> Bool { abs((a ?? 0) - (b ?? 0)) > 0.0101 }
      return abs(own.coreStart - other.core.lowerBound) <= 0.5
        && abs(own.coreEnd - other.core.upperBound) <= 0.5
        && !differs(own.why.reactingShare, other.share) && !differs(own.why.held, other.held)
    }
    let own = choice.candidates
    let matched = own.count { one in moments.contains { isEqual(one, $0) } }
    return own.count + moments.count - 2 * matched
  }

  /// A session as a timeline file, with every digit of the stored samples.
  private static func timeline(_ session: SampleColumns, viewer: String) -> String {
    var lines = [#"{"gazecut":"timeline/1","video":"bench","viewer":"\#(viewer)"}"#]
    for index in session.indices {
      var line = #"{"t":\#(Double(session.milliseconds[index]) / 1000)"#
      if case .at(let point, let confidence, _) = session.gaze(at: index) {
        let tracking = confidence == .full ? "SUCCESS" : "LOW_CONFIDENCE"
        line += #","gaze":{"tracking":"\#(tracking)","x":\#(point.x),"y":\#(point.y)}"#
      }
      if case .scores(let scores) = session.face(at: index) {
        let list = scores.told.emotions.map { #""\#($0.name)":\#(scores[$0])"# }
        line += #","emotion":{"state":"SUCCESS","scores":{\#(list.joined(separator: ","))}}"#
      }
      lines.append(line + "}")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func run(_ arguments: [String]) throws -> String {
    let outcome = try ExternalProgram("python3").run(arguments, limit: 600)
    guard outcome.status == 0 else {
      throw ValidationError("\(arguments[0]) failed with exit code \(outcome.status)")
    }
    return outcome.output
  }
}
