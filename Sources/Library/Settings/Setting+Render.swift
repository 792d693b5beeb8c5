import CutLists
import EditDecisions
import Rendering

extension Setting {
  static let render: [Setting] = [
    profile, profiles,
    .whole(
      "render.width", "pixels, even",
      "Width of a short; stands over the profile's. Further shapes are scaled as it is.",
      in: RenderSettings.sides, multipleOf: 2, \.givenWidth),
    .whole(
      "render.height", "pixels, a multiple of 4",
      "Height of a short; stands over the profile's.", in: RenderSettings.sides, multipleOf: 4,
      \.givenHeight),
    .whole(
      "render.reelHeight", "pixels, even", "Greatest height of the reel.", in: RenderSettings.sides,
      multipleOf: 2, \.render.reelHeight),
    .word(
      "render.encoder", "name of a video encoder",
      "What encodes the picture; `gazecut doctor` lists those that are there.",
      oneOf: RenderSettings.encoders, \.render.encoder),
    .whole(
      "render.crf", "0 best to 51 worst", "Constant quality; 18 to 24 is usual.",
      in: RenderSettings.qualities,
      \.render.crf),
    .word(
      "render.preset", "name of a preset of the encoder",
      "How hard the encoder tries; slower makes smaller files.", \.render.preset),
    .whole(
      "render.encoderThreads", "threads",
      "Threads of one encoder. The same count gives the same bytes, so it is part of a clip's id.",
      in: RenderSettings.threads, \.render.encoderThreads),
    loudness, audioLanguage, captions, title, exports,
    .toggle(
      "render.poster", "Whether each short gets a poster, a JPEG beside it.", \.render.hasPosters),
    .toggle(
      "render.verify",
      "Whether each file is read again before it gets its name: packets counted, both ends "
        + "decoded.", matters: false, \.render.isVerified),
  ]

  private static let profile = choice(
    "render.profile", PlatformProfile.words,
    "Where shorts are to be shown: their size, their greatest length, and which of their "
      + "margins the platform's own buttons and titles cover.", \.givenProfile)

  private static let profiles = Setting(
    "render.profiles", "a list of profiles",
    "Several shapes of every moment. The first is that of the shorts and their folder; "
      + "each other has its clips in a folder of its name there, framed for its own shape.",
    // Each shape's own profile matters; that there are others changes nothing for it.
    matters: false, isList: true, \.givenProfiles,
    must: "some of \(PlatformProfile.words), each once",
    text: { $0.map(\.rawValue).joined(separator: ",") },
    parse: { text in
      listed { PlatformProfile(rawValue: $0) }(text).flatMap { profiles in
        profiles.isEmpty || Set(profiles).count < profiles.count ? nil : profiles
      }
    })

  private static let loudness = Setting(
    "render.loudness", "LUFS, or off",
    "Integrated loudness of the sound (EBU R 128), with true peaks of at most -1 dBTP. A "
      + "quiet room is raised by 20 dB at most.", \.render.loudness,
    must: "a number from -40 to -5 (LUFS), or off", text: { $0.map(text) ?? "off" },
    parse: orNone { Double($0).flatMap { RenderSettings.loudnesses.contains($0) ? $0 : nil } })

  private static let captions = choice(
    "render.captions", "off, beside or burn",
    "What becomes of the source's text subtitles, its own or a .srt or .vtt beside it: an "
      + ".srt beside the clip, or written into the picture.", \.render.captions)

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
        guard text.isTitle else {
          throw ValueError(message: "render.title must be off, source, or \(String.titleForm)")
        }
        settings.render.title = .line(text)
      }
    })

  private static let exports = Setting(
    "render.exports", "some of otio, mlt, fcpxml, xmeml, edl, or none",
    "Timelines for editors' programs that are written beside each short and the reel.",
    isList: true, \.exports, must: "some of otio, mlt, fcpxml, xmeml and edl, or none",
    text: { $0.map(\.rawValue).joined(separator: ",") },
    parse: { text in
      if text == "none" { return [] }
      return listed { ExportFormat(rawValue: $0) }(text).flatMap { formats in
        formats.allSatisfy(\.isTimeline) ? ExportFormat.timelines.filter(formats.contains) : nil
      }
    })

  private static let audioLanguage = Setting(
    "render.audioLanguage", "ISO 639 code such as eng, or default",
    "Language of the sound track, where a source has several; a source without it gives "
      + "its default track.", \.render.audioLanguage,
    must: "a code of two or three letters, or default", text: { $0 ?? "default" },
    parse: orNone(["default"]) { text in
      (2...3).contains(text.count) && text.allSatisfy(\.isLetter) ? text.lowercased() : nil
    })
}
