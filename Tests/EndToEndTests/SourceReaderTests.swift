import CProcess
import EditDecisions
import Foundation
import Media
import Synchronization
import TestMaterial
import Testing

@testable import Rendering
@testable import Support

/// A separate sandboxed process opens sources.
@Suite(.waitsForPrograms) struct SourceReaderTests {
  @Test func readerReturnsMediaInfoAndCuts() throws {
    let reader = SourceReader(TestVideo.landscape, program: Program.path)
    let info = try reader.examine()
    #expect(info == (try MediaInfo.probe(TestVideo.landscape).detectingFieldOrder()))
    let found = try reader.rows(.picture(info, ranges: [0..<40]))
    let cuts = found.filter { $0.count == 1 }.map { $0[0] }
    #expect(cuts == (try FrameAnalysis(info, ranges: [0..<40]).cuts.map(\.time)))
    // The same process still runs, and reports failures.
    let failure = #expect(throws: CommandFailure.self) {
      try SourceReader("/nowhere/walk.mp4", program: Program.path).probe()
    }
    #expect(failure?.status == .notFound, "\(String(describing: failure))")
  }

  /// Data read from two files must not be stored as data of the first.
  @Test func sourceReplacedDuringReadingIsRejected() throws {
    let path = NSTemporaryDirectory() + "gazecut-\(UUID()).mp4"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try FileManager.default.copyItem(atPath: TestVideo.landscape, toPath: path)
    let reader = SourceReader(path, program: Program.path)
    let identity = try reader.identity(of: path)
    try reader.requireSource(identity)
    try Data(repeating: 7, count: 1000).write(to: URL(fileURLWithPath: path))
    let failure = #expect(throws: CommandFailure.self) { try reader.requireSource(identity) }
    #expect(failure?.status == .badData && failure?.message.contains("while it was read") == true)
  }

  /// Findings about a source are used until the file changes.
  @Test func unchangedSourceIsNotExaminedAgain() throws {
    let library = try TestLibrary.afterFirstRun()
    func duration() throws -> String {
      let told = try library.gazecut("explain", "walk", "--format", "json")
      return String(try #require(told.output.firstMatch(of: /"duration": ([0-9.]+)/)?.1))
    }
    let real = try duration()
    // A wrong duration shows that the stored value was used.
    _ = try library.rows(
      "UPDATE cache SET value = json_set(CAST(value AS TEXT), '$.duration', 31.5) "
        + "WHERE video = 'walk' AND kind = 'source'")
    #expect(try duration() == "31.500" && real != "31.500")
    let source = library.path("videos/walk.mp4")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: source))
    try FileManager.default.removeItem(atPath: source)
    // An ignored box makes it a different file with the same content.
    try (bytes + [0, 0, 0, 8] + Data("free".utf8)).write(to: URL(fileURLWithPath: source))
    #expect(try duration() == real)
  }

  @Test func readerOpensOnlyItsSource() throws {
    let library = try TestLibrary()
    try library.add(TestVideo.tiny, as: "own")
    try library.add(TestVideo.tiny, as: "other")
    // Subtitle files are next to the source.
    try library.write("videos/own.srt", "1\n00:00:00,000 --> 00:00:02,000\nTold\n")
    let process = try ChildProcess(Program.path)
    func request<Answer: Decodable>(_ question: MediaRequest) throws -> Answer {
      process.send(try SingleLineJSON.encode(question))
      let answer = try process.answer(
        of: "it", ChildProcess.Timeouts(), { false }, hear: { _ in })
      return try SingleLineJSON.decode(Answer.self, from: answer)
    }
    let own = library.path("videos/own.mp4")
    process.send(try SingleLineJSON.encode(WorkerTask.read(SourceReadingTask(path: own))))
    let info: MediaInfo = try request(.probe(path: own))
    let cues: [SubtitleCue] = try request(.captions(info, language: nil))
    #expect(cues.map(\.text) == ["Told"])
    do {
      let _: MediaInfo = try request(.probe(path: library.path("videos/other.mp4")))
      #expect(gazecut_landlock_version() < 1)
    } catch let failure as CommandFailure {
      #expect(failure.status == .noPermission)
    }
  }

  @Test func overlayIsWrittenOnlyToItsFolder() throws {
    let library = try TestLibrary()
    let info = try MediaInfo.probe(TestVideo.tiny)
    let (folder, elsewhere) = (library.path("films"), library.path("elsewhere"))
    for path in [folder, elsewhere] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    let moment = 0.0..<1.0
    func draw(to path: String) throws -> RenderedFile {
      let reader = SourceReader(
        info.path, writingTo: folder, seconds: 1, program: Program.path)
      let asked = Mutex<[Int]>([])
      let file = try reader.overlay(
        OverlayJob(
          source: info, settings: RenderSettings(width: 90, height: 160), window: moment,
          binSeconds: 0.5, levels: [], moments: [], path: path),
        bin: { bin in
          asked.withLock { $0.append(bin) }
          return OverlayBin(lines: ["bin \(bin)"])
        }, progress: { _, _ in })
      // Every time bin is requested in order.
      #expect(asked.withLock { $0 } == [0, 1])
      return file
    }
    #expect(abs(try draw(to: folder + "/looks.mp4").duration - 1) < 0.1)
    guard gazecut_landlock_version() > 0 else { return }
    #expect(throws: CommandFailure.self) { try draw(to: elsewhere + "/looks.mp4") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere).isEmpty)
  }
}
