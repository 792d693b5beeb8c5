package import Audience

/// Writes samples in gazecut's own import format, `timeline` (JSON Lines).
package struct TimelineFile: Sendable {
  package var video: String
  package var session: String
  package var viewer: String
  package var samples: SampleColumns

  package init(video: String, session: String, viewer: String, samples: SampleColumns) {
    self.video = video
    self.session = session
    self.viewer = viewer
    self.samples = samples
  }

  /// The text of the file: a header line, then one line per sample.
  package var text: String {
    var lines = [
      #"{"gazecut":"timeline/1","video":"\#(video)","session":"\#(session)","viewer":"\#(viewer)","#
        + #""picture":{"x":0,"y":0,"width":1,"height":1}}"#
    ]
    for sample in samples {
      let parts = [gaze(sample.gaze), emotion(sample.face)].compactMap { $0 }
      guard !parts.isEmpty else { continue }
      lines.append(#"{"t":\#(decimals(sample.time, 3)),"# + parts.joined(separator: ",") + "}")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func gaze(_ gaze: Gaze) -> String? {
    switch gaze {
    case .notReported: return nil
    case .lost, .blink: return #""gaze":{"x":null,"y":null,"tracking":"FACE_MISSING"}"#
    case .at(let point, let confidence, let movement):
      let word = confidence == .full ? "SUCCESS" : "LOW_CONFIDENCE"
      let label = "\(movement)".uppercased()
      return #""gaze":{"x":\#(decimals(point.x, 4)),"y":\#(decimals(point.y, 4)),"#
        + #""tracking":"\#(word)","movement":"\#(label)"}"#
    }
  }

  private func emotion(_ face: Face) -> String? {
    switch face {
    case .notReported: return nil
    case .lost: return #""emotion":{"state":"FACE_MISSING"}"#
    case .scores(let scores):
      let list = scores.told.emotions.map { #""\#($0.name)":\#(decimals(Double(scores[$0]), 3))"# }
      return #""emotion":{"state":"SUCCESS","scores":{\#(list.joined(separator: ","))}}"#
    }
  }
}
