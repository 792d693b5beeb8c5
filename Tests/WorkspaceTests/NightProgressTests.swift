import Foundation
import Synchronization
import Testing

@testable import Workspace

/// What a terminal shows while a command lasts.
@Suite struct NightProgressTests {
  /// A clock that a test sets.
  private final class Clock: Sendable {
    private let time = Mutex(ContinuousClock.now)
    var now: ContinuousClock.Instant { time.withLock { $0 } }
    func pass(_ seconds: Double) { time.withLock { $0 += .seconds(seconds) } }
  }

  private let clock = Clock()

  private func progress() -> NightProgress { NightProgress { [clock] in clock.now } }

  @Test func oneBarCountsAllFilesOfAnImport() {
    var night = progress()
    night.begin(.importing, total: 28)
    for file in 1...7 { night.advance(.importing, "file \(file)") }
    clock.pass(2)
    let text = night.text(columns: 80)
    #expect(text.hasPrefix("Importing  [######....") && text.contains("7 of 28 files"), "\(text)")
    #expect(text.contains("3.5 per s") && text.contains("6 s left"), "\(text)")
    // No file is named: a path can name a viewer.
    #expect(!text.contains("file 7"))
  }

  @Test func theBarIsOfRenderingOnceAVideoIsDecided() {
    var night = progress()
    night.begin(videos: ["trip", "walk"])
    night.report("trip", step: "finding cuts and pauses", share: 0)
    let deciding = night.text(columns: 100)
    #expect(deciding.hasPrefix("Deciding") && deciding.contains("0 of 2 videos"), "\(deciding)")
    #expect(deciding.contains("trip finding cuts and pauses"), "\(deciding)")
    night.planned("trip", files: 4)
    night.rendered("trip")
    clock.pass(10)
    night.report("trip", step: "rendering", share: 0.5)
    let text = night.text(columns: 100)
    // Half of the video's four files is one that is there and one that is under way.
    #expect(text.hasPrefix("Rendering") && text.contains("1 of 4 files"), "\(text)")
    #expect(text.contains("12.0 per min") && text.contains("10 s left"), "\(text)")
  }

  @Test func filesThatWereThereAreNotWaitedFor() {
    var night = progress()
    night.begin(videos: ["walk"])
    night.planned("walk", files: 4)
    night.rendered("walk")
    night.ended("walk")
    clock.pass(30)
    #expect(night.text(columns: 80).contains("1 of 1 file"))
    night.begin(.pages, total: 1)
    #expect(night.text(columns: 80).contains("0 of 1 page"))
    night.advance(.pages, "walk")
    #expect(night.text(columns: 80).contains("1 of 1 page"))
  }

  @Test func noTerminalHasToBreakIt() {
    var night = progress()
    night.begin(videos: ["holiday-2026", "walk"])
    night.report("walk", step: "finding cuts and pauses", share: 0)
    clock.pass(9000)
    night.planned("holiday-2026", files: 12)
    for columns in 0...120 {
      let text = night.text(columns: columns)
      #expect(text.count < max(1, columns) || text.isEmpty, "\(columns): \(text)")
    }
  }

  @Test(arguments: [(0.4, "0 s"), (59.6, "1 min"), (74, "1 min 14 s"), (7500, "2 h 5 min")])
  func elapsedTimeIsWords(seconds: Double, text: String) {
    #expect(ElapsedTime.text(seconds) == text)
  }
}
