import ArgumentParser
import Audience
import Foundation
import Importers
import SampleAudience

/// How fast timelines are read, beside Foundation's JSONDecoder on the same lines in the same run.
struct ImportBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Read a timeline file: megabytes a second, one core.")

  @Option(help: "Megabytes to read.")
  var megabytes = 100

  func run() throws {
    let path = FileManager.default.temporaryDirectory.path + "/gazecut-bench.jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let written = try write(to: path)
    guard let format = ImportFormat.named("timeline") else { return }
    let own = try seconds { _ = try format.read(path, ImportOptions()) }
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst()
    let some = Array(lines.prefix(20_000))
    let bytes = some.reduce(0) { $0 + $1.utf8.count + 1 }
    let decoder = JSONDecoder()
    let foundation = try seconds {
      for line in some { _ = try decoder.decode(Line.self, from: Data(line.utf8)) }
    }
    let (fast, slow) = (Double(written) / own / 1e6, Double(bytes) / foundation / 1e6)
    print("import of \(written / 1_000_000) MB of timeline, one core, in one run")
    print("  gazecut                  \(Int(fast)) MB/s   (to reach: 100)")
    print("  Foundation's JSONDecoder \(Int(slow)) MB/s")
    print("  ratio                    \(Int(fast / slow))")
  }

  private struct Line: Decodable {
    struct Look: Decodable { var x: Double?, y: Double?, tracking: String? }
    struct Mood: Decodable { var state: String?, scores: [String: Double]? }
    var t: Double
    var gaze: Look?
    var emotion: Mood?
  }

  private func write(to path: String) throws -> Int {
    var plan = AudiencePlan()
    plan.rate = 10
    let file = TimelineFile(
      video: "bench", session: "s", viewer: "v",
      samples: PlantedAudience(plan).samples(ofViewer: 0))
    let text = file.text
    guard let end = text.firstIndex(of: "\n") else { return 0 }
    let (header, body) = (String(text[...end]), Data(text[text.index(after: end)...].utf8))
    _ = FileManager.default.createFile(atPath: path, contents: Data(header.utf8))
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    defer { try? handle.close() }
    try handle.seekToEnd()
    var written = 0
    while written < megabytes * 1_000_000 {
      try handle.write(contentsOf: body)
      written += body.count
    }
    return written
  }

  private func seconds(_ work: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let time = try clock.measure(work)
    return Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
  }
}
