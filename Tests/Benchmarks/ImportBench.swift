import ArgumentParser
import Foundation
import Importers

/// How fast files are read, beside Foundation's JSONDecoder on the same lines in the same run.
struct ImportBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Read timeline, CSV and SeeTube files: megabytes a second of one core, peak memory.")

  @Option(help: "Megabytes of each file.")
  var megabytes = 200

  @Option(help: "Only this kind: \(ImportBenchFile.all.map(\.name).joined(separator: ", ")).")
  var only: String?

  func run() throws {
    print("import, one core, \(megabytes) MB each; to reach: 100 MB/s, under 300 MB of memory")
    for file in ImportBenchFile.all where only == nil || only == file.name {
      let path = FileManager.default.temporaryDirectory.path + "/gazecut-bench-\(getpid())"
      defer { try? FileManager.default.removeItem(atPath: path) }
      let bytes = try file.write(to: path, megabytes: megabytes)
      guard let format = ImportFormat.named(file.format) else { continue }
      let before = Self.processorSeconds
      let checks = try Self.read(path, format, file.options())
      let seconds = Self.processorSeconds - before
      let line = "  \(file.name): \(Int(Double(bytes) / seconds / 1e6)) MB/s"
      print("\(line), peak \(Self.peakMegabytes) MB, \(checks) samples")
    }
    let foundation = try ImportBenchFile.decoderSpeed(of: 20_000)
    print("  Foundation's JSONDecoder, lines of timeline: \(Int(foundation)) MB/s")
  }

  /// Reads and checks as `gazecut import --check` does.
  private static func read(
    _ path: String, _ format: ImportFormat, _ options: ImportOptions
  ) throws -> Int {
    guard case .sessions(let sessions) = try format.stage(path, options) else { return 0 }
    return try sessions.reduce(0) {
      $0 + (try ImportCheck($1, videoDuration: nil, now: .now).samples)
    }
  }

  /// Seconds this process computed: what else the machine does leaves them as they are.
  private static var processorSeconds: Double {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    let microseconds = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + Double(microseconds) / 1e6
  }

  /// The most memory this process has held so far.
  private static var peakMegabytes: Int {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    return usage.ru_maxrss / 1000
  }
}

/// Writes the CSV that `import` reads, to be imported by the program itself.
struct WriteTable: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "write-table",
    abstract: "Write the narrow CSV of `import`, and print the map that reads it.")

  @Option(help: "Megabytes of the file.")
  var megabytes = 200

  @Argument(help: "The file.")
  var path: String

  func run() throws {
    _ = try ImportBenchFile.table.write(to: path, megabytes: megabytes)
    print(ImportBenchFile.tableMap)
  }
}
