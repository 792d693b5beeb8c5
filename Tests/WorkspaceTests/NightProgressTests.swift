import Foundation
import Synchronization
import Testing

@testable import Workspace

/// The progress line in the terminal.
@Suite struct NightProgressTests {
  /// A clock that a test sets.
  private final class Clock: Sendable {
    private let time = Mutex(ContinuousClock.now)
    var now: ContinuousClock.Instant { time.withLock { $0 } }
    func pass(_ seconds: Double) { time.withLock { $0 += .seconds(seconds) } }
  }

  private let clock = Clock()

  private func progress() -> CommandProgress { CommandProgress { [clock] in clock.now } }

  @Test func importHasOneBarForAllFiles() {
    var line = progress()
    line.begin(.importing, total: 28)
    for file in 1...7 { line.advance(.importing, "file \(file)") }
    clock.pass(2)
    let text = line.text(columns: 80)
    #expect(text.hasPrefix("Importing  [######....") && text.contains("7 of 28 files"), "\(text)")
    #expect(text.contains("3.5 per s") && text.contains("6 s left"), "\(text)")
    // Names of files are not printed, because a path can name a viewer.
    #expect(!text.contains("file 7"))
  }

  @Test func barShowsRenderingAfterTheFirstDecision() {
    var line = progress()
    line.begin(videos: ["trip", "walk"])
    line.report("trip", step: "finding cuts and pauses", share: 0)
    let deciding = line.text(columns: 100)
    #expect(deciding.hasPrefix("Deciding") && deciding.contains("0 of 2 videos"), "\(deciding)")
    #expect(deciding.contains("trip finding cuts and pauses"), "\(deciding)")
    line.planned("trip", files: 4)
    line.rendered("trip")
    clock.pass(10)
    line.report("trip", step: "rendering", share: 0.5)
    let text = line.text(columns: 100)
    // Half of the work on the video's four files is one existing file and one that is being
    // rendered.
    #expect(text.hasPrefix("Rendering") && text.contains("1 of 4 files"), "\(text)")
    #expect(text.contains("12.0 per min") && text.contains("10 s left"), "\(text)")
  }

  @Test func existingFilesDoNotCountAsRemaining() {
    var line = progress()
    line.begin(videos: ["walk"])
    line.planned("walk", files: 4)
    line.rendered("walk")
    line.ended("walk")
    clock.pass(30)
    #expect(line.text(columns: 80).contains("1 of 1 file"))
    line.begin(.pages, total: 1)
    #expect(line.text(columns: 80).contains("0 of 1 page"))
    line.advance(.pages, "walk")
    #expect(line.text(columns: 80).contains("1 of 1 page"))
  }

  @Test func progressFitsIntoOneLineOfTheTerminal() {
    var line = progress()
    line.begin(videos: ["holiday-2026", "walk"])
    line.report("walk", step: "finding cuts and pauses", share: 0)
    clock.pass(9000)
    line.planned("holiday-2026", files: 12)
    for columns in 0...120 {
      let text = line.text(columns: columns)
      #expect(text.count < max(1, columns) || text.isEmpty, "\(columns): \(text)")
    }
  }

  @Test(arguments: [(0.4, "0 s"), (59.6, "1 min"), (74, "1 min 14 s"), (7500, "2 h 5 min")])
  func elapsedTimeIsPrintedInWords(seconds: Double, text: String) {
    #expect(ElapsedTime.text(seconds) == text)
  }
}
