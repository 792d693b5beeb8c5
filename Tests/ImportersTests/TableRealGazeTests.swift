import Audience
import Foundation
import TestMaterial
import Testing

@testable import Importers

@Suite struct TableRealGazeTests {
  /// Six clips with more than 30 viewers each; the test parses the same files independently.
  @Test(
    .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)),
    arguments: ["bridge_2", "doves", "golf", "roundabout", "sea", "street"])
  func sessionsOfRealViewersMatchASecondParser(_ clip: String) throws {
    let url = try SharedData.file("gaze/\(clip).csv.gz")
    var options = ImportOptions(video: clip)
    try options.set(
      .map, to: "time=t_us,x=x_px,y=y_px,gaze=pixels 1280x720,conf=conf,viewer=viewer")
    let format = try #require(ImportFormat.named("table"))
    guard case .sessions(let sessions) = try format.read(url.path, options) else { return }
    var rows = 0
    var usable = 0
    var viewers: [String] = []
    try GzipText.rows(of: url) { fields in
      rows += 1
      // The tracker marks lost gaze by a point that is four frames away.
      let (x, y) = (GzipText.number(fields[2]) / 1280, GzipText.number(fields[3]) / 720)
      let isNear = max(abs(x), abs(y)) < 3.999
      if GzipText.number(fields[4]) > 0.5, isNear { usable += 1 }
      let viewer = String(decoding: fields[0], as: UTF8.self)
      if viewers.last != viewer { viewers.append(viewer) }
    }
    #expect(sessions.map(\.viewer) == viewers && viewers.count > 30)
    #expect(sessions.reduce(0) { $0 + $1.samples.count } == rows)
    let seen = sessions.reduce(0) { sum, session in
      sum + session.samples.states.count { $0 & 3 == 3 }
    }
    #expect(seen == usable)
    #expect(sessions.allSatisfy { ($0.samples.last?.time ?? 0) > 15 })
  }
}
