import Foundation
import Media
import MediaFixture
import SyntheticMedia
import Testing

/// A source named for how it keeps time: numbered frames, and a beep as every tenth begins.
struct TimedSource: Sendable, CustomTestStringConvertible {
  /// The file's name; what is special about it.
  var name: String
  /// Numbers a second.
  var rate: Rational
  /// The number shown at play time 0.
  var first = 0
  /// Every so many numbers are shown in a clip.
  var step = 1
  /// Numbers that have no frame and no sound.
  var missing = 0..<0
  /// The first number that has sound.
  var soundFrom = 0
  /// The numbers of two stretches: first shown and first left out; beeps are near all edges.
  var stretches = [18..<44, 56..<83]
  /// Numbers from one beep to the next.
  var beat = 10
  /// Makes the file; `nil` without the program that makes it.
  var make: @Sendable (TimedSource, Fixture) throws -> String?

  var testDescription: String { name }

  /// Play time of a number.
  func time(_ number: Int) -> Double { Double(number - first) / rate.value }

  /// What a stretch shows, slot by slot.
  func shown(_ numbers: Range<Int>) -> [Int] {
    stride(from: numbers.lowerBound, to: numbers.upperBound, by: step).map {
      missing.contains($0) ? missing.lowerBound - 1 : $0
    }
  }

  /// Whether a beep begins with a number.
  func beeps(_ number: Int) -> Bool {
    number % beat == 0 && number >= soundFrom && !missing.contains(number)
  }
}

extension TimedSource {
  static let all: [TimedSource] =
    constantRates + streams + [
      // Matroska without the index of an editor: each begins where its packets say.
      TimedSource(name: "start-10s.mkv", rate: Rational(25, 1)) { source, fixture in
        try source.remuxed(fixture, ["-output_ts_offset", "10"])
      },
      // The 33 bits of a transport stream's clock run over 2.7 s after its start, which libav then
      // counts as a start before 0.
      TimedSource(name: "ts-wrap.ts", rate: Rational(25, 1)) { source, fixture in
        try source.remuxed(
          fixture, ["-output_ts_offset", "95441", "-mpegts_copyts", "1", "-muxdelay", "0"])
      },
      // Cut without encoding: what comes before frame 13 is there, and an edit list hides it.
      TimedSource(name: "edit-list.mov", rate: Rational(25, 1), first: 13) { source, fixture in
        try source.remuxed(fixture, [], before: ["-ss", "0.52"])
      },
    ]

  private static let constantRates: [TimedSource] = [
    ("23.976fps.mp4", 24000, 1001, 1), ("29.97fps.mkv", 30000, 1001, 1),
    ("59.94fps.mp4", 60000, 1001, 2), ("120fps.mp4", 120, 1, 4),
  ].map { name, numerator, denominator, times in
    let stretches = [18..<44, 56..<83].map { $0.lowerBound * times..<$0.upperBound * times }
    return TimedSource(
      name: name, rate: Rational(numerator, denominator), step: times == 4 ? 2 : 1,
      stretches: stretches, beat: 10 * times
    ) { source, fixture in try source.synthesised(fixture, duration: 3.6) }
  }

  private static let streams: [TimedSource] = [
    TimedSource(name: "b-frames.mp4", rate: Rational(25, 1)) { source, fixture in
      try source.synthesised(
        fixture, options: [.init("preset", "veryfast"), .init("bf", "4"), .init("crf", "12")])
    },
    TimedSource(name: "open-gop.mp4", rate: Rational(25, 1)) { source, fixture in
      try source.synthesised(
        fixture, gop: 25,
        options: [
          .init("preset", "veryfast"), .init("bf", "4"), .init("crf", "12"),
          .init("flags", "-cgop"),
        ])
    },
    TimedSource(
      name: "keyframe-10s.mp4", rate: Rational(25, 1), stretches: [198..<224, 226..<263]
    ) { source, fixture in try source.synthesised(fixture, duration: 11, gop: 250) },
    TimedSource(name: "gap.mkv", rate: Rational(25, 1), missing: 25..<40) { source, fixture in
      try source.synthesised(
        fixture, pictures: ",select='lt(n,25)+gte(n,40)'",
        sound: ",asetnsamples=n=480,aselect='lt(t,1)+gte(t,1.6)'")
    },
    TimedSource(name: "audio-late.mkv", rate: Rational(25, 1), soundFrom: 30) { source, fixture in
      try source.synthesised(fixture, sound: ",atrim=start=1.1")
    },
    // Pictures begin at 0.6 s of the file, sound at 0.
    TimedSource(name: "audio-early.mkv", rate: Rational(25, 1)) { source, fixture in
      try source.synthesised(fixture, pictures: ",setpts=PTS+0.6/TB", soundOffset: 0.6)
    },
  ]

  /// Makes the file by libav.
  private func synthesised(
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

  /// Makes a plain file and writes its packets anew by the ffmpeg program.
  private func remuxed(
    _ fixture: Fixture, _ options: [String], before: [String] = []
  ) throws -> String? {
    let plain = try synthesised(fixture, name: "plain.mp4")
    let path = fixture.folder + "/" + name
    let arguments = ["-y"] + before + ["-i", plain, "-c", "copy"] + options + [path]
    return try Witness.ffmpeg(arguments) == nil ? nil : path
  }
}
