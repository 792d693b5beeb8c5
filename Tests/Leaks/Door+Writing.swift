import Media
import SyntheticMedia

extension Door {
  /// Small pictures, quickly encoded.
  private static func pictures(
    _ encoder: String = "libx264", width: Int = 96, format: String = "yuv420p",
    options: [VideoEncoderSettings.Option] = [.init("preset", "ultrafast")]
  ) -> VideoEncoderSettings {
    VideoEncoderSettings(
      encoder: encoder, width: width, height: 64, frameRate: Rational(25, 1), pixelFormat: format,
      keyFrameInterval: 25, options: options)
  }

  static func writing(_ folder: String) -> [Door] {
    let path = folder + "/written.mp4"
    return [
      Door(name: "write a clip") { info throws(MediaError) in
        let output = try OutputFile(
          path: path, pictures: pictures(), encodedSound: encodedSound(info), rotation: 90,
          metadata: [.init("title", "a title that is longer than a word")],
          options: [.init("movflags", "+faststart")])
        try fill(output, from: info)
        try output.finish()
        _ = try MediaInfo.probe(path)
      },
      Door(name: "leave a clip unfinished") { info throws(MediaError) in
        let flag = Flag()
        let output = try OutputFile(
          path: path, pictures: pictures(), sound: AudioEncoderSettings(),
          isCancelled: { flag.value })
        try fill(output, from: info)
        flag.raise()
        try refuse("a cancelled clip") { () throws(MediaError) in try output.finish() }
      },
      Door(name: "write to a full disk") { info throws(MediaError) in
        try refuse("a clip on a full disk") { () throws(MediaError) in
          let output = try OutputFile(path: "/dev/full", pictures: pictures())
          try fill(output, from: info)
          try output.finish()
        }
      },
      Door(name: "write a poster") { info throws(MediaError) in
        let jpeg = VideoEncoderSettings(
          encoder: "mjpeg", width: 96, height: 64, frameRate: Rational(25, 1),
          pixelFormat: "yuvj420p", keyFrameInterval: 1, threads: 1, isTaggedBT709: false)
        let output = try OutputFile(path: folder + "/poster.jpg", format: "mjpeg", pictures: jpeg)
        try fill(output, from: info, end: 0.1)
        try output.finish()
      },
      Door(name: "refuse what cannot be written") { _ throws(MediaError) in
        try refuseOutputs(path, folder)
      },
      Door(name: "synthesise") { _ throws(MediaError) in try synthesise(folder) },
      Door(name: "try encoders") { _ throws(MediaError) in
        try EncoderProbe.run(pictures())
        try refuse("no encoder") { () throws(MediaError) in try EncoderProbe.run(pictures("nope")) }
        try refuse("no preset") { () throws(MediaError) in
          try EncoderProbe.run(pictures(options: [.init("preset", "nope")]))
        }
        _ = (
          FFmpegBuild.libraries, FFmpegBuild.release, FFmpegBuild.missingFilters(),
          EncoderProbe.working
        )
      },
    ]
  }

  /// Pictures of a source, scaled to fit.
  private static func fill(
    _ output: OutputFile, from info: MediaInfo, end: Double = 0.4
  ) throws(MediaError) {
    var built: (key: String, graph: FilterGraph)?
    var count = 0
    try RangeReader(info).read(
      from: 0, to: end,
      picture: { frame throws(MediaError) in
        if built?.key != frame.formatKey {
          let text = frame.bufferSource() + ",scale=96:64,format=yuv420p,setsar=1,buffersink@out"
          built = (frame.formatKey, try FilterGraph(text))
        }
        frame.stamp(count)
        guard let picture = try built?.graph.apply(frame) else { return }
        picture.stamp(count)
        count += 1
        try output.write(picture: picture)
      })
  }

  private static func refuseOutputs(_ path: String, _ folder: String) throws(MediaError) {
    let preset = VideoEncoderSettings.Option("preset", "ultrafast")
    let wrong: [(String, VideoEncoderSettings)] = [
      ("encoder", pictures("nope")), ("size", pictures(width: -2)),
      ("pixel format", pictures(format: "nope")),
      ("preset", pictures(options: [.init("preset", "nope")])),
      ("option", pictures(options: [preset, .init("no_such_option", "1")])),
      ("codec of the container", pictures("rawvideo", options: [])),
    ]
    for (what, encoding) in wrong {
      try refuse(what) { () throws(MediaError) in
        _ = try OutputFile(path: path, pictures: encoding)
      }
    }
    for (what, sound) in [
      ("sound encoder", AudioEncoderSettings(encoder: "nope")),
      ("rate", AudioEncoderSettings(sampleRate: 7)),
    ] {
      try refuse(what) { () throws(MediaError) in
        _ = try OutputFile(path: path, pictures: pictures(), sound: sound)
      }
    }
    try refuse("container") { () throws(MediaError) in
      _ = try OutputFile(path: path, format: "nope", pictures: pictures())
    }
    for place in [folder + "/none/a.mp4", folder, ""] {
      try refuse("place '\(place)'") { () throws(MediaError) in
        _ = try OutputFile(path: place, pictures: pictures())
      }
    }
  }

  private static func synthesise(_ folder: String) throws(MediaError) {
    let one = Synthesizer(
      pictures: "testsrc=size=96x64:rate=25", sound: "sine", duration: 0.2,
      pictureEncoding: pictures())
    try one.write(to: folder + "/made.mkv")
    try refuse("a synthesis that is stopped") { () throws(MediaError) in
      try one.write(to: folder + "/made.mkv", isCancelled: { true })
    }
    try refuse("a folder that is missing") { () throws(MediaError) in
      try one.write(to: folder + "/none/made.mkv")
    }
    var wrong = one
    wrong.sound = "nope"
    try refuse("sound that is none") { () throws(MediaError) in
      try wrong.write(to: folder + "/made.mkv")
    }
  }
}
