import Foundation
import Testing

@testable import Importers

@Suite struct ImportFuzzTests {
  private static let seeds = [
    (
      "timeline",
      """
      {"gazecut":"timeline/1","video":"v","picture":{"x":0,"y":0,"width":1,"height":1}}
      {"t":1,"gaze":{"x":0.5,"y":"0.25"},"emotion":{"scores":{"happy":0.5}},"n":"\\u00e9\\n"}
      """
    ),
    (
      "seetube",
      #"[{"id":1,"videoId":2,"watchingInfos":"[{\"playTime\":1,\"gazeInfo\":{\"x\":0}}]"}]"#
    ),
    ("seetube", "id,videoId,watchingInfos\n1,2,\"[{\"\"playTime\"\":1,\"\"gazeInfo\"\":{}}]\"\n"),
    (
      "detections",
      """
      {"gazecut":"detections/1","video":"v","source":"s","image":{"width":1,"height":1}}
      {"t":1,"boxes":[{"label":"a","score":1,"x":0,"y":0,"width":1,"height":1,"track":3}]}
      """
    ),
  ]

  /// Whatever is broken, a file is read or refused with an `ImportError`; nothing traps.
  @Test(arguments: seeds) func brokenFilesNeverTrap(_ format: String, _ text: String) throws {
    let good = Array(text.utf8)
    let file = ImportFile(format: format)
    #expect(file.refusal(good) == "")
    var generator = SplitMix(state: 7)
    for _ in 0..<150 {
      var bytes = good
      for _ in 0...Int.random(in: 0...3, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0...2, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: index)
        default:
          bytes.insert("{}[]\",:\\-e\n0".utf8.randomElement(using: &generator) ?? 0, at: index)
        }
      }
      #expect(file.refusal(bytes) != "another error")
    }
  }
}

/// Steele, Lea, Flood 2014: a seeded generator, so that a failure can be seen again.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
