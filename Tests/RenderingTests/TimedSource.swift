import Foundation
import Media
import MediaFixture
import SyntheticMedia
import Testing

/// A source of numbered frames with a beep at every tenth and one special property of its times.
struct TimedSource: Sendable, CustomTestStringConvertible {
  /// File name, which describes the property.
  var name: String
  /// Numbers per second.
  var rate: Rational
  /// The number shown at play time 0.
  var first = 0
  /// Distance of the numbers that a clip shows.
  var step = 1
  /// Numbers without frame and sound.
  var missing = 0..<0
  /// The first number with sound.
  var soundFrom = 0
  /// Numbers of two segments, with beeps near all edges.
  var segments = [18..<44, 56..<83]
  /// Numbers from one beep to the next.
  var beat = 10
  /// Makes the file, or returns `nil` if the program for it is missing.
  var make: @Sendable (TimedSource, Fixture) throws -> String?

  var testDescription: String { name }

  /// Play time of a number.
  func time(_ number: Int) -> Double { Double(number - first) / rate.value }

  /// The numbers that a segment shows, per output frame.
  func shown(_ numbers: Range<Int>) -> [Int] {
    stride(from: numbers.lowerBound, to: numbers.upperBound, by: step).map {
      missing.contains($0) ? missing.lowerBound - 1 : $0
    }
  }

  /// Whether a beep starts at a number.
  func beeps(_ number: Int) -> Bool {
    number % beat == 0 && number >= soundFrom && !missing.contains(number)
  }
}

extension TimedSource {
  static let all: [TimedSource] =
    constantRates + streams + [
      // Matroska has no edit list, so the start is given by the first packets.
      TimedSource(name: "start-10s.mkv", rate: Rational(25, 1)) { source, fixture in
        try source.remux(fixture, ["-output_ts_offset", "10"])
      },
      // The 33-bit clock of the transport stream overflows 2.7 s after its start, so that libav
      // reports a negative start time.
      TimedSource(name: "ts-wrap.ts", rate: Rational(25, 1)) { source, fixture in
        try source.remux(
          fixture, ["-output_ts_offset", "95441", "-mpegts_copyts", "1", "-muxdelay", "0"])
      },
      // The video was cut without encoding: an edit list hides the frames before 13.
      TimedSource(name: "edit-list.mov", rate: Rational(25, 1), first: 13) { source, fixture in
        try source.remux(fixture, [], before: ["-ss", "0.52"])
      },
    ]

  private static let constantRates: [TimedSource] = [
    ("23.976fps.mp4", 24000, 1001, 1), ("29.97fps.mkv", 30000, 1001, 1),
    ("59.94fps.mp4", 60000, 1001, 2), ("120fps.mp4", 120, 1, 4),
  ].map { name, numerator, denominator, times in
    let segments = [18..<44, 56..<83].map { $0.lowerBound * times..<$0.upperBound * times }
    return TimedSource(
      name: name, rate: Rational(numerator, denominator), step: times == 4 ? 2 : 1,
      segments: segments, beat: 10 * times
    ) { source, fixture in try source.synthesize(fixture, duration: 3.6) }
  }

  private static let streams: [TimedSource] = [
    TimedSource(name: "b-frames.mp4", rate: Rational(25, 1)) { source, fixture in
      try source.synthesize(
        fixture, options: [.init("preset", "veryfast"), .init("bf", "4"), .init("crf", "12")])
    },
    TimedSource(name: "open-gop.mp4", rate: Rational(25, 1)) { source, fixture in
      try source.synthesize(
        fixture, gop: 25,
        options: [
          .init("preset", "veryfast"), .init("bf", "4"), .init("crf", "12"),
          .init("flags", "-cgop"),
        ])
    },
    TimedSource(
      name: "keyframe-10s.mp4", rate: Rational(25, 1), segments: [198..<224, 226..<263]
    ) { source, fixture in try source.synthesize(fixture, duration: 11, gop: 250) },
    TimedSource(name: "gap.mkv", rate: Rational(25, 1), missing: 25..<40) { source, fixture in
      try source.synthesize(
        fixture, pictures: ",select='lt(n,25)+gte(n,40)'",
        sound: ",asetnsamples=n=480,aselect='lt(t,1)+gte(t,1.6)'")
    },
    TimedSource(name: "audio-late.mkv", rate: Rational(25, 1), soundFrom: 30) { source, fixture in
      try source.synthesize(fixture, sound: ",atrim=start=1.1")
    },
    // The first frame is at 0.6 s of the file, sound starts at 0.
    TimedSource(name: "audio-early.mkv", rate: Rational(25, 1)) { source, fixture in
      try source.synthesize(fixture, pictures: ",setpts=PTS+0.6/TB", soundOffset: 0.6)
    },
  ]

  /// Makes the file by libav.
  private func synthesize(
    _ fixture: Fixture, name: String? = nil, duration: Double = 4, gop: Int = 50,
    pictures: String = "", sound: String = "", soundOffset: Double = 0,
    options: [VideoEncoderSettings.Option] = [
      .init("preset", "ultrafast"), .init("bf", "2"), .init("crf", "12"),
    ]
  ) throws -> String {
    let period = Double(beat) / rate.value
    let phase = period - soundOffset.truncatingRemainder(dividingBy: period)
    let beep = "if(lt(mod(t+\(phase),\(period)),0.03),0.8*sin(2*PI*2000*t),0)"
    return try fixture.make(
      name ?? self.name, pictures: Fixture.numbered(160, 90, rate: "\(rate)") + pictures,
      sound: "aevalsrc='\(beep)':s=48000" + sound, duration: duration, size: (160, 90),
      rate: rate, options: options, gop: gop
    ) {
      guard self.name.hasSuffix("mkv"), name == nil else { return }
      $0.soundEncoding.encoder = "pcm_s16le"
      $0.soundEncoding.sampleFormat = "s16"
    }
  }

  /// Makes a plain file and remuxes it by the ffmpeg program.
  private func remux(
    _ fixture: Fixture, _ options: [String], before: [String] = []
  ) throws -> String? {
    let plain = try synthesize(fixture, name: "plain.mp4")
    let path = fixture.folder + "/" + name
    let arguments = ["-y"] + before + ["-i", plain, "-c", "copy"] + options + [path]
    return try FFmpegProgram.ffmpeg(arguments) == nil ? nil : path
  }
}
