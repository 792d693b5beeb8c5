import Audience
import Foundation
import GenreAudience
import SampleAudience
import TestMaterial

/// A kind of audience that choosing is measured on.
struct JudgementMeasure: Sendable {
  let name: String
  /// Whether no moment is right: moments per video are counted, not F1.
  var isEmpty = false
  /// An audience of a seed, `scale` times as large as usual.
  let audience: @Sendable (_ seed: Int, _ scale: Int) -> BenchAudience

  /// An audience of this measure's usual size.
  func audience(_ seed: Int) -> BenchAudience { audience(seed, 1) }

  /// All measures.
  ///
  /// - Throws: what reading the recorded gaze throws; without shared data that measure is left out.
  static func all() throws -> [JudgementMeasure] { planted + genres + (try recorded()) }

  /// The measures of the plain generator.
  static let planted: [JudgementMeasure] =
    [8, 16, 30].map { noisy("noisy, \($0) viewers", viewers: $0) }
    + [
      noisy("60 Hz, 16 viewers") { $0.rate = 60 },
      noisy("only decoys, 16 noisy viewers", isEmpty: true) { $0 = $0.withoutDelight() },
      noisy("only decoys, 30 clean viewers", viewers: 30, isEmpty: true) {
        $0.difficulty = .easy
        $0 = $0.withoutDelight()
      },
      noisy("drifting calibration") { $0.biasDrift = 0.06 },
      noisy("a tenth looks away") { $0.awayShare = 0.1 },
      noisy("surprise") { $0.emotions = [.surprise] },
      noisy("one long shot") { $0.shotSeconds = $0.duration...$0.duration },
      noisy("laughs of 5 to 7 s") { $0.stretchSeconds = 5...7 },
      noisy("laughs of 15 to 45 s") {
        $0.stretchSeconds = 15...45
        $0.duration = 900
      },
    ]

  /// The measures of the second generator, 24 viewers each.
  static let genres = Genre.all.map { genre in
    JudgementMeasure(name: genre.name, isEmpty: genre.moments == 0) { seed, scale in
      BenchAudience(genre, viewers: 24 * scale, seed: seed)
    }
  }

  private static func recorded() throws -> [JudgementMeasure] {
    guard SharedData.isPresent else {
      print("\(SharedData.absence): recorded gaze is not measured")
      return []
    }
    let film = try RealFilm()
    return [
      JudgementMeasure(name: "recorded gaze, planted laughs") { seed, scale in
        BenchAudience(film, viewers: min(film.looks.count, 24 * scale), seed: seed)
      }
    ]
  }

  private static func noisy(
    _ name: String, viewers: Int = 16, isEmpty: Bool = false,
    _ change: @escaping @Sendable (inout AudiencePlan) -> Void = { _ in }
  ) -> JudgementMeasure {
    JudgementMeasure(name: name, isEmpty: isEmpty) { seed, scale in
      var plan = AudiencePlan()
      plan.viewers = viewers * scale
      plan.seed = UInt64(seed)
      change(&plan)
      return BenchAudience(plan)
    }
  }
}

/// Values of several audiences.
struct MeasuredValues: Sendable {
  var values: [Double]

  /// The mean, and its standard error.
  var text: String {
    let count = Double(max(1, values.count))
    let mean = values.reduce(0, +) / count
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let error = (squares / max(1, count - 1) / count).squareRoot()
    return String(format: "%.2f ± %.2f", mean, error)
  }
}
