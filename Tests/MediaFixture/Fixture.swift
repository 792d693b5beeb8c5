import Foundation
package import Media
package import SyntheticMedia
import TestMaterial

/// A folder of synthesised media that goes away with it.
package final class Fixture: Sendable {
  /// The folder.
  package let folder: String

  /// Makes the folder.
  package init() throws {
    folder = NSTemporaryDirectory() + "gazecut-media-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Every frame carries its own number as 12 rows, bright for 1, the lowest bit at the top.
  package static func numbered(_ width: Int = 320, _ height: Int = 180, rate: String = "25")
    -> String
  {
    "color=black:size=16x12:rate=\(rate),format=yuv420p,"
      + "geq=lum='16+219*mod(floor(N/pow(2,Y)),2)':cb=128:cr=128,"
      + enlarged(width, height)
  }

  /// Enlarges a picture, each sample to a block of its own value.
  ///
  /// `geq` asks its expression for every sample of every picture: drawn large, pictures cost more
  /// than most tests that look at them.
  package static func enlarged(_ width: Int, _ height: Int) -> String {
    "scale=\(width):\(height):flags=neighbor,setsar=1"
  }

  /// A still picture, drawn once and held; `filters` draw it on `base`.
  package static func still(
    _ base: String, _ width: Int, _ height: Int, format: String = "yuv420p", _ filters: String
  ) -> String {
    "color=\(base):size=\(width)x\(height):rate=25:duration=0.04,format=\(format),\(filters),"
      + "loop=loop=-1:size=1,settb=1/25,setpts=N"
  }

  /// Reads the number back.
  package static func number(_ frame: Frame) -> Int {
    (0..<12).reduce(0) { sum, bit in
      let row = (2 * bit + 1) * frame.height / 24
      return sum + (frame.sample(plane: 0, x: frame.width / 2, y: row) > 125 ? 1 << bit : 0)
    }
  }

  /// Writes a small file and gives its path.
  package func make(
    _ name: String, pictures: String = numbered(), sound: String? = nil, duration: Double = 2,
    encoder: String = "libx264", size: (Int, Int) = (320, 180), rate: Rational = Rational(25, 1),
    options: [VideoEncoderSettings.Option] = [.init("preset", "ultrafast"), .init("crf", "12")],
    gop: Int = 12, change: (inout Synthesizer) -> Void = { _ in }
  ) throws -> String {
    var synthesizer = Synthesizer(
      pictures: pictures, sound: sound, duration: duration,
      pictureEncoding: VideoEncoderSettings(
        encoder: encoder, width: size.0, height: size.1, frameRate: rate, keyFrameInterval: gop,
        options: options), soundEncoding: AudioEncoderSettings(isQuick: true))
    change(&synthesizer)
    let path = folder + "/" + name
    try synthesizer.write(to: path)
    return path
  }

  /// Cuts a file short.
  package static func truncate(_ path: String, toShare share: Double) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    try data.prefix(Int(Double(data.count) * share)).write(to: URL(fileURLWithPath: path))
  }

  /// A real file that is not part of the repository; says so loudly when it is absent.
  package static func shared(_ name: String) -> String? {
    do {
      return try SharedData.file(name).path
    } catch {
      print("\(error)")
      return nil
    }
  }
}

extension Fixture {
  /// The numbers of the slides of `slides`, tenths of a second at which each appears; besides 0.
  package static let slideNumbers = [35, 40, 141, 220, 321, 400]

  /// H.264 with two B-pictures in a row, whatever they show.
  private static let reordered: [VideoEncoderSettings.Option] = [
    .init("preset", "veryfast"), .init("crf", "12"),
    .init("x264-params", "bframes=2:b-adapt=0:scenecut=0"),
  ]

  /// A talk's slides: seven pictures in forty seconds.
  package func slides(_ name: String) throws -> String {
    try sparse(name, "eq(n,0)+" + Self.slideNumbers.map { "eq(n,\($0))" }.joined(separator: "+"))
  }

  /// A screen recording: three bursts of movement within a minute.
  package func screenRecording(_ name: String) throws -> String {
    try sparse(name, "lt(n,15)+between(n,300,311)+between(n,600,609)", duration: 61)
  }

  private func sparse(
    _ name: String, _ select: String, duration: Double = 41
  ) throws -> String {
    // Ends before `select`, which would otherwise wait for one more picture for ever.
    try make(
      name,
      pictures: Self.numbered(96, 64, rate: "10") + ",trim=duration=\(duration),select='\(select)'",
      duration: duration, size: (96, 64), rate: Rational(10, 1), options: Self.reordered, gop: 250)
  }
}
