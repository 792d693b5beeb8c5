import Foundation
import Media
import MediaFixture
import TestMaterial
import Testing

@testable import Rendering

@Suite struct EncoderMappingTests {
  private func options(_ encoder: String, preset: String = "medium") throws -> [String: String] {
    let settings = RenderSettings(encoder: encoder, crf: 20, preset: preset)
    return Dictionary(
      uniqueKeysWithValues: try settings.encoderOptions().map {
        ($0.name, $0.value)
      })
  }

  @Test func settingsAreMappedToOptionsOfEachEncoder() throws {
    #expect(try options("libx264") == ["crf": "20", "preset": "medium", "profile": "high"])
    #expect(try options("libx265", preset: "fast")["preset"] == "fast")
    #expect(try options("libsvtav1", preset: "veryfast")["preset"] == "10")
    #expect(try options("libsvtav1", preset: "6")["preset"] == "6")
    #expect(try options("h264_nvenc", preset: "slow")["preset"] == "p5")
    #expect(try options("h264_nvenc")["cq"] == "20")
    #expect(try options("h264_qsv", preset: "ultrafast")["preset"] == "veryfast")
    #expect(try options("h264_vaapi") == ["rc_mode": "CQP", "qp": "20"])
  }

  @Test func everyEncoderBelongsToOneFamily() {
    for encoder in FFmpegBuild.clipEncoders {
      let families = EncoderFamily.all.filter { $0.encoders.contains(encoder) }
      #expect(families.count == 1, "\(encoder)")
    }
    for family in EncoderFamily.all {
      #expect([0, EncoderFamily.words.count].contains(family.presets.count), "\(family.encoders)")
    }
  }

  @Test(arguments: [
    ("libx264", "fastest", "ultrafast"), ("libsvtav1", "p4", "medium"),
    ("h264_vaapi", "slow", "medium"),
  ])
  func unknownPresetErrorListsValidPresets(encoder: String, wrong: String, right: String) {
    let error = #expect(throws: MediaError.self) { try options(encoder, preset: wrong) }
    guard case .missingComponent(.preset, wrong, let available) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(available.contains(right))
    #expect(
      error?.description.hasPrefix(
        "Cannot encode with \(encoder): the encoder has no preset '\(wrong)'; available: ")
        == true)
  }

  @Test(arguments: ["h264_vaapi", "h264_nvenc", "h264_qsv"])
  func encoderWithoutItsHardwareIsReportedAsMissing(encoder: String) throws {
    // On a machine with a working graphics card, no error is thrown.
    do {
      try RenderSettings(encoder: encoder).tryEncoder()
    } catch {
      switch error.kind {
      case .missingComponent(.device, encoder, let available):
        #expect(available.contains("libx264") && !available.contains(encoder))
        #expect(error.description.contains("does not work on this machine"))
      case .missingComponent(.encoder, encoder, let available):
        #expect(available.contains("libx264"))
      default: Issue.record("\(error)")
      }
    }
  }

  /// Errors list the working encoders as alternatives.
  @Test func onlyWorkingEncodersAreOffered() throws {
    #expect(EncoderProbe.working.contains("libx264"))
    for encoder in EncoderProbe.working {
      try RenderSettings(width: 180, height: 320, encoder: encoder, preset: "medium").tryEncoder()
    }
    for encoder in FFmpegBuild.clipEncoders where !EncoderProbe.working.contains(encoder) {
      #expect(throws: MediaError.self) { try RenderSettings(encoder: encoder).tryEncoder() }
    }
  }

  @Test(arguments: ["libx264", "libx265", "libsvtav1"])
  func softwareEncodersWork(encoder: String) throws {
    try RenderSettings(width: 180, height: 320, encoder: encoder, preset: "veryfast").tryEncoder()
    // As root, SVT-AV1 would give this thread and its children real-time priority.
    #expect(sched_getscheduler(0) == SCHED_OTHER)
  }

  @Test(arguments: EncoderFamily.all.filter(\.isHardware).flatMap(\.encoders))
  func hardwareEncodersWorkIfACardIsPresent(encoder: String) throws {
    guard EncoderProbe.working.contains(encoder) else {
      print("SKIPPED: no graphics card here on which \(encoder) works")
      return
    }
    let fixture = try Fixture()
    var settings = Fixture.settings
    (settings.encoder, settings.preset) = (encoder, "medium")
    let clip = try fixture.render(
      try fixture.make("s.mp4"), 0, 1, settings: settings)
    #expect(try Fixture.numbers(clip) == Array(0..<25))
  }

  @Test func unknownEncoderOptionIsAnError() {
    let error = #expect(throws: MediaError.self) {
      try EncoderProbe.run(
        VideoEncoderSettings(
          encoder: "mpeg4", width: 64, height: 64, frameRate: Rational(25, 1), keyFrameInterval: 1,
          options: [.init("preset", "fast")]))
    }
    #expect(error?.description == "Cannot open the encoder mpeg4: it has no option 'preset'")
  }

  /// A CRF gives similar quality in each encoder, and a higher one lower quality and fewer bytes.
  ///
  /// The mapping was fitted by SSIM on real films. For this drawing PSNR can differ by 3 dB.
  @Test(.enabled(if: LongForm.isAsked, "three encoders, each thrice: make test-formats"))
  func crfGivesSimilarQualityInEveryEncoder() throws {
    let fixture = try Fixture()
    let source = try fixture.make(
      "s.mp4", pictures: "mandelbrot=size=320x180:rate=25,format=yuv420p", duration: 0.6,
      options: [.init("preset", "veryfast"), .init("crf", "4")])
    func clip(_ encoder: String, crf: Int) throws -> (noise: Double, bytes: Int) {
      var settings = Fixture.settings
      (settings.encoder, settings.crf, settings.preset) = (encoder, crf, "veryfast")
      let path = try fixture.render(source, 0, 0.6, name: "c.mp4", settings: settings)
      let report = try #require(
        try FFmpegProgram.ffmpeg([
          "-i", path, "-i", fixture.folder + "/best.mp4", "-lavfi", "psnr", "-f", "null", "-",
        ]))
      let text = try #require(report.components(separatedBy: " y:").dropFirst().first)
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
      return (try #require(Double(text.prefix { $0 != " " })), try #require(size))
    }
    var best = Fixture.settings
    best.crf = 1
    _ = try fixture.render(source, 0, 0.6, name: "best.mp4", settings: best)
    let usual = try clip("libx264", crf: 20)
    for encoder in ["libx264", "libx265", "libsvtav1"] {
      let (good, poor) = (try clip(encoder, crf: 20), try clip(encoder, crf: 34))
      #expect(abs(good.noise - usual.noise) < 3, "\(encoder): \(good) \(usual)")
      #expect(good.noise > poor.noise + 4 && good.bytes > poor.bytes * 3 / 2, "\(good) \(poor)")
    }
  }

  @Test(arguments: [("libx265", "hevc"), ("libsvtav1", "av1")])
  func otherCodecsGiveCompleteClips(encoder: String, codec: String) throws {
    let fixture = try Fixture()
    let source = try fixture.make("s.mp4", sound: "sine")
    var settings = Fixture.settings
    settings.encoder = encoder
    let clip = try fixture.render(source, 0.4, 1.2, settings: settings)
    #expect(try MediaInfo.probe(clip).video.codec == codec)
    #expect(try Fixture.numbers(clip) == Array(10..<30))
  }
}
