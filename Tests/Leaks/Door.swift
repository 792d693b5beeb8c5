import Glibc
import Media
import Synchronization

/// One way in which a worker uses Media, with the errors that it can meet there.
struct Door {
  let name: String
  let enter: (MediaInfo) throws(MediaError) -> Void

  /// The operation of the error that says that something went well that must not.
  static let surprise = "refuse"

  static func all(folder: String) -> [Door] {
    reading + analysing + filtering(folder) + writing(folder) + files(folder)
  }

  /// What must fail.
  static func refuse(_ what: String, _ attempt: () throws(MediaError) -> Void) throws(MediaError) {
    do throws(MediaError) {
      try attempt()
    } catch {
      return
    }
    throw MediaError(.other, operation: surprise, detail: "\(what) was not refused")
  }

  /// The picture that a source begins with.
  static func firstFrame(_ info: MediaInfo) throws(MediaError) -> Frame {
    var found: Frame?
    try RangeReader(info, threads: 1).read(
      from: 0, to: 0.2, picture: { frame throws(MediaError) in found = found ?? frame })
    guard let found else {
      throw MediaError(.invalidData, operation: "decode", path: info.path)
    }
    return found
  }

  /// Answers true once it is raised; asked from libav's callbacks.
  final class Flag: Sendable {
    private let isUp = Atomic<Bool>(false)
    func raise() { isUp.store(true, ordering: .relaxed) }
    var value: Bool { isUp.load(ordering: .relaxed) }
  }
}

extension Door {
  static var reading: [Door] {
    [
      Door(name: "read a stretch") { info throws(MediaError) in
        let reader = try RangeReader(info)
        for start in [0, info.duration / 2] {
          try reader.read(
            from: start, to: start + 0.4,
            picture: { frame throws(MediaError) in
              _ = (frame.signature, frame.sharpness, frame.sample(plane: 1, x: 3, y: 3))
            }, sound: { frame throws(MediaError) in _ = frame.floatChannels() })
        }
      },
      Door(name: "stop in the middle") { info throws(MediaError) in
        let flag = Flag()
        let reader = try RangeReader(info, isCancelled: { flag.value })
        do throws(MediaError) {
          try reader.read(
            from: 0, to: info.duration, picture: { _ throws(MediaError) in flag.raise() },
            sound: { _ throws(MediaError) in })
        } catch {
          guard error.kind == .interrupted else { throw error }
        }
      },
      Door(name: "give a frame back with an error") { info throws(MediaError) in
        let reader = try RangeReader(info)
        try refuse("a taker's error") { () throws(MediaError) in
          let found = try reader.read(
            from: 0, to: 1,
            picture: { _ throws(MediaError) in throw MediaError(.other, operation: "take") })
          if !found { throw MediaError(.invalidData, operation: "read") }
        }
        // The same file, still open, reads on.
        try reader.read(from: 0, to: 0.3, picture: { _ throws(MediaError) in })
      },
      Door(name: "read packets") { info throws(MediaError) in
        _ = try info.pictureTimes(at: [0, 0.3, info.duration - 0.1])
        _ = try info.countPictures()
        try info.choosingSound(language: "de").requireComplete()
      },
      Door(name: "read captions") { info throws(MediaError) in
        _ = try SubtitleCues.read(info, language: "en").retimed(from: 0.1, to: 1).srt
        if let path = SubtitleCues.fileNextTo(info.path, language: nil) {
          _ = try SubtitleCues.contents(of: path)
        }
        try refuse("captions that are not there") { () throws(MediaError) in
          _ = try SubtitleCues.contents(of: info.path + ".none.srt")
        }
      },
    ]
  }

  static var analysing: [Door] {
    [
      Door(name: "look for cuts and borders") { info throws(MediaError) in
        let scan = try FrameAnalysis(info, ranges: [0..<0.5, 1..<1.2])
        _ = ActiveArea(scan.borders, width: info.video.width, height: info.video.height)
      },
      Door(name: "look for fields") { info throws(MediaError) in _ = try info.detectingFieldOrder()
      },
      Door(name: "listen for pauses") { info throws(MediaError) in
        _ = try PauseFinder.find(in: info, ranges: [0..<1])
      },
      Door(name: "encode and measure sound") { info throws(MediaError) in
        let sound = try encodedSound(info)
        _ = try sound.loudness()
        try refuse("sound of a source that ends with an error") { () throws(MediaError) in
          _ = try EncodedAudioTrack(as: AudioEncoderSettings(), beside: info.path) {
            take throws(MediaError) in
            try take([[0.5, 0.5], [0.1, 0.1]])
            throw MediaError(.inputOutput, operation: "read")
          }
        }
        try refuse("sound of two lengths") { () throws(MediaError) in
          _ = try EncodedAudioTrack(as: AudioEncoderSettings(), beside: info.path) {
            take throws(MediaError) in
            try take([[0, 0], [0]])
          }
        }
        try refuse("sound of no encoder") { () throws(MediaError) in
          let encoding = AudioEncoderSettings(encoder: "nope")
          _ = try EncodedAudioTrack(as: encoding, beside: info.path) { _ throws(MediaError) in }
        }
      },
    ]
  }

  /// Half a second of a source's sound; silence where it has none.
  static func encodedSound(_ info: MediaInfo) throws(MediaError) -> EncodedAudioTrack {
    let runs = try runs(info)
    let encoding = AudioEncoderSettings(isQuick: true)
    return try EncodedAudioTrack(as: encoding, beside: info.path) { take throws(MediaError) in
      for run in runs { try take(run) }
    }
  }

  private static func runs(_ info: MediaInfo) throws(MediaError) -> [[[Float]]] {
    guard info.sound != nil else {
      return [[[Float]](repeating: [Float](repeating: 0, count: 4800), count: 2)]
    }
    var built: (key: String, graph: FilterGraph)?
    var runs: [[[Float]]] = []
    try RangeReader(info).read(
      from: 0, to: 0.5, picture: nil,
      sound: { frame throws(MediaError) in
        frame.assignDefaultChannelLayout()
        if built?.key != frame.formatKey {
          let text =
            frame.soundSource() + ",aresample=48000,aformat=sample_fmts=fltp"
            + ":channel_layouts=stereo,abuffersink@out"
          built = (frame.formatKey, try FilterGraph(text))
        }
        try built?.graph.push(frame)
        while let run = try built?.graph.pull() { runs.append(run.floatChannels()) }
      })
    return runs
  }
}
