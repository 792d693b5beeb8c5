import Foundation
import Media
import MediaFixture
import SyntheticMedia
import Testing

/// A test chart of four coloured quadrants with one special property, for example a rotation.
struct PictureSource: Sendable, CustomTestStringConvertible {
  /// File name, which describes the property.
  var name: String
  /// Coded size.
  var size = (320, 180)
  /// Displayed width divided by height.
  var aspectRatio = 320.0 / 180
  /// Filters after the chart.
  var filters = ""
  var pixelFormat = "yuv420p"
  /// Encoder options that tag the colours of the stream.
  var tags: [VideoEncoderSettings.Option] = []
  var rotation = 0.0
  var sampleAspectRatio = Rational(1, 1)
  var encoder = "libx264"
  /// The chart's red, green, blue and light grey in RGB.
  var inks = Self.pure
  /// Allowed difference to the expected colours in 8-bit steps.
  var tolerance = 3
  /// Allowed difference of the blurred background's luma, which mixes in some of its neighbour.
  var blurTolerance = 16
  /// The quadrants that are shown at top left, top right, bottom left and bottom right.
  var order = [0, 1, 2, 3]
  /// Changes bytes of the encoded file.
  var patch: @Sendable (String) throws -> Void = { _ in }
  /// Converts the file to another one, or returns `nil` if the program for it is missing.
  var derive: @Sendable (Fixture, String) throws -> String? = { $1 }

  var testDescription: String { name }

  /// Fully saturated colours, and 75 % grey.
  static let pure = [0xFF0000, 0x00FF00, 0x0000FF, 0xBFBFBF]
  /// Colours inside the gamut of BT.709.
  ///
  /// Gamma is steep near black. Rounding in a 10-bit wide gamut changes these colours by less than
  /// one 8-bit step of BT.709, but saturated ones by several.
  static let soft = [0xE04040, 0x40E040, 0x4040E0, 0xBFBFBF]

  /// Expected values of luma, blue and red difference in BT.709, limited range.
  var colors: [[Int]] {
    inks.map { ink in
      let (red, green, blue) = (
        Double(ink >> 16) / 255, Double(ink >> 8 & 255) / 255, Double(ink & 255) / 255
      )
      let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
      let differences = [(blue - luma) / 1.8556, (red - luma) / 1.5748]
      return [Int((16 + 219 * luma).rounded())]
        + differences.map { Int((128 + 224 * $0).rounded()) }
    }
  }

  /// The chart in RGB.
  func chart(_ size: (Int, Int)) -> String {
    let (width, height) = (size.0 / 2, size.1 / 2)
    let colors = inks.map { String(format: "0x%06X", $0) }
    func box(_ x: Int, _ y: Int, _ color: String) -> String {
      "drawbox=x=\(x):y=\(y):w=\(size.0):h=\(size.1):c=\(color):t=fill"
    }
    return "color=\(colors[0]):size=\(size.0)x\(size.1):rate=25,format=gbrp,"
      + [
        box(width, 0, colors[1]), box(0, height, colors[2]), box(width, height, colors[3]),
      ].joined(separator: ",")
  }

  func make(_ fixture: Fixture, duration: Double = 0.2) throws -> String? {
    let path = try fixture.make(
      name, pictures: chart(size) + filters, duration: duration, encoder: encoder, size: size,
      options: (encoder == "libx264"
        ? [.init("preset", "ultrafast"), .init("crf", "6")] : []) + tags
    ) {
      $0.pictureEncoding.pixelFormat = pixelFormat
      $0.pictureEncoding.isTaggedBT709 = false
      $0.pictureEncoding.sampleAspectRatio = sampleAspectRatio
      $0.rotation = rotation
    }
    try patch(path)
    return try derive(fixture, path)
  }
}

extension PictureSource {
  static let all = rotations + sizes + pixelFormats + colorSpaces + streams

  /// Display matrices of phones, where those with a flip replace the matrix of 180 degrees.
  private static let rotations: [PictureSource] = [
    PictureSource(
      name: "rotated-90.mp4", aspectRatio: 180.0 / 320, rotation: 90, order: [2, 0, 3, 1]),
    PictureSource(name: "rotated-180.mp4", rotation: 180, order: [3, 2, 1, 0]),
    PictureSource(
      name: "rotated-270.mp4", aspectRatio: 180.0 / 320, rotation: 270, order: [1, 3, 0, 2]),
    PictureSource(
      name: "flipped-across.mp4", rotation: 180, order: [1, 0, 3, 2],
      patch: { try DisplayMatrix.write([-1, 0, 0, 1], into: $0) }),
    PictureSource(
      name: "flipped-down.mp4", rotation: 180, order: [2, 3, 0, 1],
      patch: { try DisplayMatrix.write([1, 0, 0, -1], into: $0) }),
    PictureSource(
      name: "flipped-transposed.mp4", aspectRatio: 180.0 / 320, rotation: 180, order: [0, 2, 1, 3],
      patch: { try DisplayMatrix.write([0, 1, 1, 0], into: $0) }),
    PictureSource(
      name: "flipped-transversed.mp4", aspectRatio: 180.0 / 320, rotation: 180,
      order: [3, 1, 2, 0],
      patch: { try DisplayMatrix.write([0, -1, -1, 0], into: $0) }),
  ]

  private static let sizes: [PictureSource] = [
    PictureSource(
      name: "sar-anamorphic.mp4", size: (240, 180), sampleAspectRatio: Rational(4, 3)),
    PictureSource(
      name: "sar-narrow.mp4", size: (480, 180), sampleAspectRatio: Rational(2, 3)),
    PictureSource(
      name: "odd-size.mkv", size: (321, 181), aspectRatio: 321.0 / 181, pixelFormat: "yuv444p"),
    PictureSource(name: "portrait.mp4", size: (180, 320), aspectRatio: 180.0 / 320),
    PictureSource(name: "square.mp4", size: (240, 240), aspectRatio: 1),
    PictureSource(name: "ultra-wide.mp4", size: (640, 180), aspectRatio: 640.0 / 180),
    PictureSource(name: "320x240.mp4", size: (320, 240), aspectRatio: 4.0 / 3),
    PictureSource(
      name: "3840x2160.mp4", size: (3840, 2160), filters: ",scale=out_color_matrix=bt709",
      tags: bt709),
  ]

  private static let pixelFormats: [PictureSource] = [
    PictureSource(name: "422.mkv", pixelFormat: "yuv422p"),
    PictureSource(name: "444.mkv", pixelFormat: "yuv444p"),
    PictureSource(name: "420-10bit.mp4", pixelFormat: "yuv420p10le"),
    PictureSource(name: "422-10bit.mkv", pixelFormat: "yuv422p10le"),
    PictureSource(name: "444-10bit.mkv", pixelFormat: "yuv444p10le"),
    PictureSource(name: "rgb.mkv", pixelFormat: "bgr0", encoder: "ffv1"),
  ]

  private static let bt709: [VideoEncoderSettings.Option] = [
    .init("colorspace", "bt709"), .init("color_primaries", "bt709"), .init("color_trc", "bt709"),
  ]

  /// Converts the chart to wider primaries by zimg, which is not how the renderer converts back.
  private static func wide(_ primaries: String, matrix: String = "2020_ncl") -> String {
    ",format=gbrp,zscale=pin=bt709:tin=bt709:min=gbr:rin=full:p=\(primaries):t=bt709:m=\(matrix):r=limited,"
      + "format=yuv420p10le"
  }

  private static let colorSpaces: [PictureSource] = [
    PictureSource(
      name: "bt601.mp4", filters: ",scale=out_color_matrix=bt601",
      tags: [.init("colorspace", "smpte170m")]),
    PictureSource(
      name: "bt709.mp4", filters: ",scale=out_color_matrix=bt709", tags: bt709),
    PictureSource(
      name: "bt2020.mp4", filters: wide("bt2020"), pixelFormat: "yuv420p10le",
      tags: [.init("colorspace", "bt2020nc"), .init("color_primaries", "bt2020")], inks: soft),
    // At the edge of BT.709's gamut, rounding in 10 bits changes a colour by up to nine steps.
    // 1/20 of the neighbour in the blur is 32 steps.
    PictureSource(
      name: "bt2020-pure.mp4", filters: wide("bt2020"), pixelFormat: "yuv420p10le",
      tags: [.init("colorspace", "bt2020nc"), .init("color_primaries", "bt2020")],
      inks: pure, tolerance: 9, blurTolerance: 32),
    // If only the matrix is tagged, primaries are BT.2020 as well.
    PictureSource(
      name: "bt2020-matrix-alone.mp4", filters: wide("bt2020"), pixelFormat: "yuv420p10le",
      tags: [.init("colorspace", "bt2020nc")], inks: soft),
    PictureSource(
      name: "display-p3.mp4", filters: wide("smpte432", matrix: "709"),
      pixelFormat: "yuv420p10le",
      tags: [.init("colorspace", "bt709"), .init("color_primaries", "smpte432")], inks: soft),
    PictureSource(
      name: "full-range.mp4", filters: ",scale=out_color_matrix=bt709:out_range=full",
      tags: bt709 + [.init("color_range", "pc")]),
    PictureSource(
      name: "full-range-mjpeg.avi", filters: ",scale=out_color_matrix=bt601:out_range=full",
      pixelFormat: "yuvj420p", encoder: "mjpeg"),
    // Like mpv and ffplay: SD is BT.601, wider or higher videos are BT.709.
    PictureSource(
      name: "untagged-576-lines.mp4", size: (720, 576), aspectRatio: 1.25,
      filters: ",scale=out_color_matrix=bt601"),
    PictureSource(
      name: "untagged-600-lines.mp4", size: (1024, 600), aspectRatio: 1024.0 / 600,
      filters: ",scale=out_color_matrix=bt709"),
    PictureSource(
      name: "untagged-1280-wide.mp4", size: (1280, 536), aspectRatio: 1280.0 / 536,
      filters: ",scale=out_color_matrix=bt709"),
    PictureSource(
      name: "untagged-720-lines.mp4", size: (1280, 720), filters: ",scale=out_color_matrix=bt709"),
  ]

  private static let streams: [PictureSource] = [
    // The cover is larger than the film and the first stream.
    PictureSource(
      name: "cover-art.mp4",
      derive: { fixture, path in
        let (cover, film) = (fixture.folder + "/cover.png", fixture.folder + "/film.mp4")
        try FileManager.default.moveItem(atPath: path, toPath: film)
        guard
          try FFmpegProgram.ffmpeg([
            "-y", "-f", "lavfi", "-i", "color=yellow:size=640x640", "-frames:v", "1", cover,
          ]) != nil,
          try FFmpegProgram.ffmpeg([
            "-y", "-i", cover, "-i", film, "-map", "0", "-map", "1", "-c", "copy",
            "-disposition:v:0", "attached_pic", path,
          ]) != nil
        else { return nil }
        return path
      })
  ]
}

/// The display matrix in an MP4's track header, which libav writes only for rotations by 90°.
enum DisplayMatrix {
  /// Writes a, b, c and d of the matrix: x' = a x + c y, y' = b x + d y.
  static func write(_ values: [Int32], into path: String) throws {
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    let header = try #require(data.range(of: Data("tkhd".utf8)))
    // 40 bytes of other fields precede the matrix.
    let matrix = header.upperBound + 40
    for (place, value) in zip([0, 4, 12, 16], values) {
      let bytes = UInt32(bitPattern: value << 16)
      for byte in 0..<4 {
        data[matrix + place + byte] = UInt8(truncatingIfNeeded: bytes >> UInt32(24 - 8 * byte))
      }
    }
    try data.write(to: URL(fileURLWithPath: path))
  }
}
