import Support
import Testing

@Suite struct PlayTimeTests {
  @Test(arguments: [
    ("87", 87.0), ("87.5", 87.5), ("1:27", 87), ("0:05.25", 5.25), ("1:02:05.5", 3725.5),
    ("90:00", 5400),
  ])
  func playTimesAreParsed(text: String, seconds: Double) {
    #expect(PlayTime.seconds(text) == seconds)
  }

  @Test(arguments: [
    "", "-3", "1:60", "1:2:3:4", "nan", "inf", "1:", ":5", "1.5:20", "soon", "1e3:0",
  ])
  func invalidPlayTimesAreRejected(text: String) { #expect(PlayTime.seconds(text) == nil) }

  @Test func timeRangesAreParsed() {
    #expect(PlayTime.window("1:27-1:45") == 87...105)
    for wrong in ["1:45-1:27", "5-5", "5", "5-6-7", "-5"] { #expect(PlayTime.window(wrong) == nil) }
  }

  @Test(arguments: [
    (87.0, "1:27"), (87.5, "1:27.5"), (5.25, "0:05.25"), (3725.5, "1:02:05.5"), (600, "10:00"),
  ])
  func secondsAreFormattedAsPlayTime(seconds: Double, text: String) {
    #expect(PlayTime.text(seconds) == text)
    #expect(PlayTime.seconds(text) == seconds)
  }
}
