import CutLists
import EditDecisions
import Rendering

extension Setting {
  static let render: [Setting] = [
    profile, profiles,
    .whole(
      "render.width", "pixels, even",
      "Width of a short; stands over the profile's. Further shapes are scaled as it is.",
      in: 16...7680, multipleOf: 2, \.givenWidth),
    .whole(
      "render.height", "pixels, a multiple of 4",
      "Height of a short; stands over the profile's.", in: 16...7680, multipleOf: 4,
      \.givenHeight),
    .whole(
      "render.reelHeight", "pixels, even", "Greatest height of the reel.", in: 16...7680,
      multipleOf: 2, \.render.reelHeight),
    .word(
      "render.encoder", "name of a video encoder",
      "What encodes the picture; `gazecut doctor` lists those that are there.",
      oneOf: RenderSettings.encoders, \.render.encoder),
    .whole(
      "render.crf", "0 best to 51 worst", "Constant quality; 18 to 24 is usual.", in: 0...51,
      \.render.crf),
    .word(
      "render.preset", "name of a preset of the encoder",
      "How hard the encoder tries; slower makes smaller files.", \.render.preset),
    .whole(
      "render.encoderThreads", "threads",
      "Threads of one encoder. The same count gives the same bytes, so it is part of a clip's id.",
      in: 1...64, \.render.encoderThreads),
    loudness, audioLanguage, captions, title, exports,
    .toggle(
      "render.poster", "Whether each short gets a poster, a JPEG beside it.", \.render.hasPosters),
    .toggle(
      "render.verify",
      "Whether each file is read again before it gets its name: packets counted, both ends "
        + "decoded.", matters: false, \.render.isVerified),
  ]

  private static let profile = Setting(
    key: "render.profile", unit: PlatformProfile.words,
    summary: "Where shorts are to be shown: their size, their greatest length, and which of their "
      + "margins the platform's own buttons and titles cover.",
    matters: true,
    read: { $0.render.profile.rawValue },
    write: { settings, text in
      guard let profile = PlatformProfile(rawValue: text) else {
        throw ValueError(
          message: "render.profile must be \(PlatformProfile.words), not '\(text)'")
      }
      settings.take(profile)
    })

  private static let profiles = Setting(
    key: "render.profiles", unit: "a list of profiles",
    summary: "Several shapes of every moment. The first is that of the shorts and their folder; "
      + "each other has its clips in a folder of its name there, framed for its own shape.",
    // Each shape's own profile matters; that there are others changes nothing for it.
    matters: false, isList: true,
    read: { settings in
      (settings.profiles.isEmpty ? [settings.render.profile] : settings.profiles)
        .map(\.rawValue).joined(separator: ",")
    },
    write: { settings, text in
      let names = text.split(separator: ",").map { String($0.trimmingPrefix(" ")) }
      let profiles = names.compactMap(PlatformProfile.init)
      guard !profiles.isEmpty, profiles.count == names.count, Set(profiles).count == names.count
      else {
        throw ValueError(
          message: "render.profiles must be some of \(PlatformProfile.words), each once, not "
            + "'\(text)'")
      }
      settings.take(profiles)
    })

  private static let loudness = Setting(
    key: "render.loudness", unit: "LUFS, or off",
    summary: "Integrated loudness of the sound (EBU R 128), with true peaks of at most -1 dBTP. A "
      + "quiet room is raised by 20 dB at most.",
    matters: true,
    read: { $0.render.loudness.map(Self.text) ?? "off" },
    write: { settings, text in
      if ["off", "false"].contains(text) { return settings.render.loudness = nil }
      guard let value = Double(text), (-40 ... -5).contains(value) else {
        throw ValueError(
          message: "render.loudness must be a number from -40 to -5 (LUFS), or off, not '\(text)'")
      }
      settings.render.loudness = value
    })

  private static let captions = Setting(
    key: "render.captions", unit: "off, beside or burn",
    summary: "What becomes of the source's text subtitles, its own or a .srt or .vtt beside it: an "
      + ".srt beside the clip, or written into the picture.",
    matters: true,
    read: { $0.render.captions.rawValue },
    write: { settings, text in
      guard let captions = RenderSettings.Captions(rawValue: text) else {
        throw ValueError(message: "render.captions must be off, beside or burn, not '\(text)'")
      }
      settings.render.captions = captions
    })

  private static let title = Setting(
    key: "render.title", unit: "off, source, or the line itself",
    summary: "A line in each short: the source's own title, or a person's words. It is "
      + "cut off where two lines cannot hold it. A wish for one (`gazecut wish`) stands over it.",
    matters: true,
    read: { $0.render.title?.text ?? "off" },
    write: { settings, text in
      switch text {
      case "off", "false": settings.render.title = nil
      case "source": settings.render.title = .source
      default:
        guard !text.isEmpty, text.count <= ClipTitle.longest, text.isPlainLine else {
          throw ValueError(
            message: "render.title must be off, source, or a line of at most "
              + "\(ClipTitle.longest) characters, without control characters")
        }
        settings.render.title = .line(text)
      }
    })

  private static let exports = Setting(
    key: "render.exports", unit: "some of otio, mlt, fcpxml, edl, or none",
    summary: "Timelines for editors' programs that are written beside each short and the reel.",
    matters: true, isList: true,
    read: { $0.exports.map(\.rawValue).joined(separator: ",") },
    write: { settings, text in
      let names = text.split(separator: ",").map { String($0.trimmingPrefix(" ")) }
      let formats = names.compactMap(ExportFormat.init)
      guard formats.count == names.count, formats.allSatisfy(\.isTimeline) else {
        throw ValueError(
          message: "render.exports must be some of otio, mlt, fcpxml and edl, not '\(text)'")
      }
      settings.exports = ExportFormat.timelines.filter(formats.contains)
    })

  private static let audioLanguage = Setting(
    key: "render.audioLanguage", unit: "ISO 639 code such as eng, or default",
    summary: "Language of the sound track, where a source has several; a source without it gives "
      + "its default track.",
    matters: true,
    read: { $0.render.audioLanguage ?? "default" },
    write: { settings, text in
      let isCode = (2...3).contains(text.count) && text.allSatisfy(\.isLetter)
      guard isCode || text == "default" else {
        throw ValueError(
          message: "render.audioLanguage must be a code of two or three letters, or default, "
            + "not '\(text)'")
      }
      settings.render.audioLanguage = isCode ? text.lowercased() : nil
    })
}
