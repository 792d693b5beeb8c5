import ArgumentParser
import Audience
import EditDecisions
import Foundation
import GenreAudience
import Selection
import TestMaterial

/// Choosing from the second generator's audiences, genre by genre.
struct GenreBench {
  var settings = BenchSettings()
  var seeds = 1..<13
  var viewers = 24
  var only: String?

  /// The lines.
  func rows() -> [SecondsRow] {
    Genre.all.filter { genre in only.map { genre.name.contains($0) } ?? true }.map { genre in
      let scores = Parallel.map(seeds.count) { score(genre, seeds.lowerBound + $0) }
      var total = ChoosingScore()
      for score in scores { total.merge(score) }
      guard genre.moments > 0 else {
        func row(_ figure: String, _ found: Double, _ most: Double) -> SecondsRow {
          SecondsRow(
            audience: genre.name, use: "second generator", viewers: "\(viewers)",
            figure: figure, found: [found / Double(seeds.count)], target: .most([most]))
        }
        return genre.isApart
          ? row(
            "audiences with a moment", Double(scores.count { $0.found > 0 }),
            settings.selection.falseMoments)
          : row("moments a video", total.found, 0.05)
      }
      let f1 = [0, 1].map { slot in
        scores.reduce(0) { $0 + $1.f1[slot] } / Double(scores.count)
      }
      let (precision, recall) = (
        total.hits[0] / max(1, total.found), total.hits[0] / max(1, total.planted)
      )
      return SecondsRow(
        audience: genre.name, use: "second generator", viewers: "\(viewers)",
        figure: "F1 at .5 / .7", found: f1,
        target: [Genre.talkingHead, .interview, .match].contains { $0.name == genre.name }
          ? .least([0.97]) : .none,
        beside: "precision / recall \(SecondsRow.text([precision, recall]))")
    }
  }

  /// What is chosen of an audience.
  func choice(_ genre: Genre, _ seed: Int) -> (video: GenreVideo, choice: Choice) {
    let video = GenreVideo(genre, viewers: viewers, seed: UInt64(seed))
    var folder = TimelineFolder(
      duration: video.duration, aspect: video.aspect, settings: settings.fold)
    for viewer in 0..<viewers { folder.add(viewer: [video.samples(ofViewer: viewer)]) }
    var selection = settings.selection
    selection.count = max(selection.count, genre.moments + 2)
    let (folded, resamples) = folder.resampled()
    return (video, ChoosingTrial.choice(selection, folded.summary, resamples))
  }

  private func score(_ genre: Genre, _ seed: Int) -> ChoosingScore {
    let (video, choice) = choice(genre, seed)
    var score = ChoosingScore()
    score.add(
      cores: choice.candidates.map { $0.coreStart...$0.coreEnd },
      truth: video.moments.map { $0.lowerBound...$0.upperBound })
    return score
  }

  /// Prints what is chosen of an audience, and why the rest is refused.
  func list(_ genre: Genre, _ seed: Int) {
    let (video, choice) = choice(genre, seed)
    print("\(genre.name) \(seed): planted", video.moments)
    for core in choice.candidates {
      print(
        String(
          format: "  chosen %.1f-%.1f score %.2f share %.2f viewers %.1f held %.2f",
          core.coreStart, core.coreEnd, core.score, core.why.reactingShare ?? 0,
          core.why.reactingViewers ?? 0, core.why.held ?? 0))
    }
    for refusal in choice.rejected {
      print(String(format: "  not %.1f-%.1f ", refusal.start, refusal.end) + refusal.reason)
    }
  }
}

/// `gazecut-bench genres`.
struct GenresCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "genres", abstract: "Choose from audiences of genres, by the second generator.")

  @Option(help: "How many seeds.")
  var seeds = 60
  @Option(help: "The first seed; 1 to 24 were looked at while constants were found.")
  var seed = 101
  @Option(help: "How many viewers.")
  var viewers = 24
  @Option(help: "Only genres whose name holds this.")
  var only: String?
  @Option(name: .customLong("set"), help: "Try another value of a default: name=value.")
  var changes: [String] = []
  @Flag(help: "Print what is chosen and refused.")
  var list = false

  func run() throws {
    var settings = BenchSettings()
    for change in changes { try settings.set(change) }
    let bench = GenreBench(
      settings: settings, seeds: seed..<seed + seeds, viewers: viewers, only: only)
    if list {
      for genre in Genre.all where only.map({ genre.name.contains($0) }) ?? true {
        for seed in bench.seeds { bench.list(genre, seed) }
      }
      return
    }
    SecondsRow.printHead()
    for row in bench.rows() { row.report() }
  }
}
