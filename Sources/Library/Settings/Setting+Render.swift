import CutLists
import EditDecisions
import Rendering

extension Setting {
  static let render: [Setting] = [
    profile, profiles,
    .whole(
      "render.width", "pixels, even",
      "Width of a clip; overrides the profile's. Further aspect ratios are scaled by the "
        + "same factor.", in: RenderSettings.sides, multipleOf: 2, \.explicitWidth),
    .whole(
      "render.height", "pixels, a multiple of 4", "Height of a clip; overrides the profile's.",
      in: RenderSettings.sides, multipleOf: 4, \.explicitHeight),
    .whole(
      "render.reelHeight", "pixels, even", "Maximum height of the highlight reel.",
      in: RenderSettings.sides, multipleOf: 2, \.render.reelHeight),
    .word(
      "render.encoder", "name of a video encoder",
      "The video encoder; `gazecut doctor` lists the available ones.",
      oneOf: RenderSettings.encoders, \.render.encoder),
    .whole(
      "render.crf", "0 best to 51 worst", "Constant quality; 18 to 24 is usual.",
      in: RenderSettings.qualities, \.render.crf),
    .word(
      "render.preset", "name of a preset of the encoder",
      "Speed preset of the encoder; slower ones make smaller files.", \.render.preset),
    .whole(
      "render.encoderThreads", "threads",
      "Threads of one encoder. The output depends on the number, so it is part of a clip's ID.",
      in: RenderSettings.threads, \.render.encoderThreads),
    loudness, audioLanguage, captions, title, exports,
    .toggle(
      "render.poster", "Whether each clip gets a poster, a JPEG file next to it.",
      \.render.hasPosters),
    .toggle(
      "render.verify",
      "Whether each file is checked before it gets its final name: packets are counted, "
        + "and both ends decoded.", matters: false, \.render.isVerified),
  ]

  private static let profile = choice(
    "render.profile", PlatformProfile.words,
    "The platform of the clips. It sets their size, their maximum length, and the margins "
      + "that the platform's buttons and titles cover.", \.explicitProfile)

  private static let profiles = Setting(
    "render.profiles", "a list of profiles",
    "Several aspect ratios of every moment. The first is used for shorts/. The clips of "
      + "each other are in a subfolder with its name, with their own crops.",
    // The profile of each aspect ratio is part of its own hash, so the list itself is not.
    matters: false, isList: true, \.explicitProfiles,
    must: "some of \(PlatformProfile.words), each once",
    text: { $0.map(\.rawValue).joined(separator: ",") },
    parse: { text in
      listed { PlatformProfile(rawValue: $0) }(text).flatMap { profiles in
        profiles.isEmpty || Set(profiles).count < profiles.count ? nil : profiles
      }
    })

  private static let loudness = Setting(
    "render.loudness", "LUFS, or off",
    "Integrated loudness of the audio (EBU R 128), with true peaks of at most -1 dBTP. "
      + "Quiet audio is raised by 20 dB at most.", \.render.loudness,
    must: "a number from -40 to -5 (LUFS), or off", text: { $0.map(text) ?? "off" },
    parse: optionalParser {
      Double($0).flatMap { RenderSettings.loudnesses.contains($0) ? $0 : nil }
    })

  private static let captions = choice(
    "render.captions", "off, beside or burn",
    "Text subtitles of the source, embedded or in a .srt or .vtt file next to it: beside "
      + "writes an .srt file next to the clip, burn draws them into the video.", \.render.captions)

  private static let title = Setting(
    key: "render.title", unit: "off, source, or the line itself",
    summary: "A line of text in each clip: the source's own title, or your words. It is "
      + "cut off after two lines. A title set with `gazecut wish` overrides it.", matters: true,
    read: { $0.render.title?.text ?? "off" },
    write: { settings, text in
      switch text {
      case "off", "false": settings.render.title = nil
      case "source": settings.render.title = .source
      default:
        guard text.isTitle else {
          throw ValueError(message: "render.title must be off, source, or \(String.titleRules)")
        }
        settings.render.title = .line(text)
      }
    })

  private static let exports = Setting(
    "render.exports", "some of otio, mlt, fcpxml, xmeml, edl, or none",
    "Timelines for video editors, written next to each clip and the highlight reel.",
    isList: true, \.exports, must: "some of otio, mlt, fcpxml, xmeml and edl, or none",
    text: { $0.map(\.rawValue).joined(separator: ",") },
    parse: { text in
      if text == "none" { return [] }
      return listed { ExportFormat(rawValue: $0) }(text).flatMap { formats in
        formats.allSatisfy(\.isTimeline) ? ExportFormat.timelines.filter(formats.contains) : nil
      }
    })

  private static let audioLanguage = Setting(
    "render.audioLanguage", "ISO 639 code, for example eng, or default",
    "Language of the audio track, if a source has several. If it has none in this "
      + "language, its default track is used.", \.render.audioLanguage,
    must: "a code of two or three letters, or default", text: { $0 ?? "default" },
    parse: optionalParser(["default"]) { text in
      (2...3).contains(text.count) && text.allSatisfy(\.isLetter) ? text.lowercased() : nil
    })
}
