import Audience

/// What a platform would count of the same audience: they leave, and come back
/// to what half of them reacted to.
enum CurveSample {
  /// yt-dlp's `.info.json`, as far as it tells of the video and of what was most replayed.
  static func file(_ audience: [RecordedViewer]) -> SampleFile {
    let seconds = Int(SampleScript.meadow.duration)
    let plays = (0..<seconds).map { second in
      let reacting = audience.count { viewer in
        viewer.samples.contains { sample in
          guard Int(sample.time) == second, case .scores(let scores) = sample.face else {
            return false
          }
          return scores[.happy] + scores[.surprise] > 0.5
        }
      }
      let again = 2 * reacting >= audience.count ? Double(reacting) / Double(audience.count) : 0
      return 0.4 + 2 / Double(second + 3) + 0.8 * again
    }
    let most = plays.max() ?? 1
    let points = plays.enumerated().map { second, count in
      #"{"start_time":\#(short(Double(second), 1)),"end_time":\#(short(Double(second + 1), 1)),"#
        + #""value":\#(short(count / most, 4))}"#
    }
    return SampleFile(
      "meadow.info.json",
      lines: [
        #"{"id":"meadow00000","title":"meadow","duration":\#(seconds),"#
          + #""view_count":4300,"heatmap":["#,
        points.joined(separator: ",\n"), "]}",
      ])
  }
}
