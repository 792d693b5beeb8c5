import ArgumentParser
import Foundation
import SampleAudience

/// Creates the project's samples: a video, and the data of an audience.
@main
struct MakeSamples: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make-samples",
    abstract: "Make a sample video and a sample audience; nothing is downloaded.",
    discussion: """
      With --formats it writes what the samples folder of the sources holds: one small audience \
      of the same video in every format that can be imported.
      """)

  @Argument(help: "The folder to make them in.", completion: .directory)
  var folder: String

  @Option(help: "How many viewers.")
  var viewers = 28

  @Flag(help: "Write the small files of every format, and no video.")
  var formats = false

  @Flag(help: "Say nothing.")
  var quiet = false

  func run() throws {
    guard !formats else { return try writeFormats() }
    let audience = folder + "/audience"
    try FileManager.default.createDirectory(
      atPath: audience, withIntermediateDirectories: true)
    say("Drawing \(folder)/meadow.mp4, \(Int(SampleScript.meadow.duration)) s ...")
    try SampleVideo(.meadow).write(to: folder + "/meadow.mp4")
    try writeSessions(into: audience)
    say("Wrote what \(viewers) viewers did to \(audience)")
  }

  private func say(_ text: String) {
    if !quiet { print(text) }
  }

  private func writeSessions(into audience: String) throws {
    var plan = AudiencePlan()
    plan.duration = SampleScript.meadow.duration
    plan.viewers = viewers
    plan.rate = 4
    plan.difficulty = .easy
    let planted = PlantedAudience(plan, script: .meadow)
    for viewer in 0..<viewers {
      let number = viewer < 9 ? "0\(viewer + 1)" : "\(viewer + 1)"
      let file = TimelineFile(
        video: "meadow", session: "sample-\(number)", viewer: "viewer \(number)",
        samples: planted.samples(ofViewer: viewer))
      try Data(file.text.utf8).write(
        to: URL(fileURLWithPath: "\(audience)/session-\(number).jsonl"))
    }
  }

  private func writeFormats() throws {
    let files = SampleFolder.files()
    for file in files {
      let url = URL(fileURLWithPath: "\(folder)/\(file.path)")
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.bytes).write(to: url)
    }
    let database = "\(folder)/\(SQLiteSample.name)"
    if FileManager.default.fileExists(atPath: database) {
      try FileManager.default.removeItem(atPath: database)
    }
    try SQLiteSample.write(to: database)
    print("Wrote \(files.count + 1) files to \(folder)")
  }
}
