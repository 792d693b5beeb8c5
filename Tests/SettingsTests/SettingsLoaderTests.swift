import EditDecisions
import Audience
import CutLists
import Framing
import Rendering
import Selection
import Settings
import Testing

@Suite struct SettingsLoaderTests {
  func load(_ yaml: String, _ environment: [String: String] = [:]) throws -> SettingsLoader {
    try SettingsLoader(yaml: yaml, path: "gazecut.yaml", environment: environment)
  }

  @Test func emptyFileGivesTheDefaults() throws {
    for yaml in ["", "# nothing\n", "selection:\n  #count: 5\nrender:\n"] {
      #expect(try load(yaml).settings(for: nil).selection.count == 5)
    }
  }

  @Test func precedenceIsFlagThenEnvironmentThenVideoThenFile() throws {
    let yaml = """
      selection:
        count: 1
      videos:
        trip: {source: /media/trip.mp4, selection.count: 2}
      """
    let file = try load(yaml)
    #expect(try file.settings(for: "other").selection.count == 1)
    #expect(try file.settings(for: "trip").selection.count == 2)
    #expect(file.videos["trip"]?.source == "/media/trip.mp4")
    let both = try load(yaml, ["GAZECUT_SELECTION_COUNT": "3"])
    #expect(try both.settings(for: "trip").selection.count == 3)
    for flag in ["selection.count=4", "selection.count = 4"] {
      #expect(try both.settings(for: "trip", flags: [flag]).selection.count == 4)
    }
  }

  @Test(arguments: [
    ("selection:\n  cuont: 3\n", 2, "selection.count"),
    ("selection:\n  count: many\n", 2, "whole number"),
    ("selektion:\n  count: 3\n", 1, "selektion"),
    ("render:\n  width: 1081\n", 2, "multiple of 2"),
    ("videos:\n  trip: {selection.cont: 3}\n", 2, "selection.count"),
    ("selection:\n  emotions: {joy: 1}\n", 2, "happy"),
    ("framing: crop\n", 1, "section"),
    ("timelines: 3\n", 1, "timelines"), ("videos: 4\n", 1, "'videos' is a section"),
    ("count: 3\n", 1, "did you mean 'selection.count'?"),
    ("videos:\n  trip:\n    sorce: a\n", 3, "did you mean 'source'?"),
  ])
  func errorNamesTheWrongLine(yaml: String, line: Int, word: String) throws {
    let error = #expect(throws: SettingsError.self) { try load(yaml) }
    #expect(error?.origin == .file("gazecut.yaml", line: line))
    #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    ("render.encoder=libnope", "libx264, libx265"), ("render.preset=foo", "ultrafast, superfast"),
    ("render.preset=p5", "for libx264"),
  ])
  func unknownEncoderOrPresetIsRejectedWithValidOnes(flag: String, there: String) throws {
    let error = #expect(throws: SettingsError.self) {
      try load("").settings(for: nil, flags: [flag])
    }
    #expect(error?.origin == .flag && error?.message.contains(there) == true, "\(error as Any)")
    let nvenc = ["render.encoder=h264_nvenc", "render.preset=p5"]
    #expect(try load("").settings(for: nil, flags: nvenc).render.preset == "p5")
    // The error names a line even if the preset was valid for the previous encoder.
    let yaml = "render:\n  preset: placebo\n  encoder: libsvtav1\n"
    let line = #expect(throws: SettingsError.self) { try load(yaml).settings(for: nil) }
    #expect(line?.origin == .file("gazecut.yaml", line: 3))
  }

  @Test func environmentVariablesAreNamedAfterSettings() throws {
    let loaded = try load("", ["GAZECUT_SELECTION_MINIMUM_LENGTH": "20", "PATH": "/bin"])
    #expect(try loaded.settings(for: nil).selection.minimumLength == 20)
    let error = #expect(throws: SettingsError.self) {
      try load("", ["GAZECUT_SELECTION_MINIMUMLENGTH": "20"])
    }
    #expect(error?.description.contains("GAZECUT_SELECTION_MINIMUM_LENGTH") == true)
  }

  /// Kubernetes sets these variables for a Service named gazecut.
  @Test func serviceVariablesOfKubernetesAreIgnored() throws {
    let others = [
      "GAZECUT_PORT": "tcp://10.0.0.7:80", "GAZECUT_SERVICE_HOST": "10.0.0.7",
      "GAZECUT_SERVICE_PORT": "80", "GAZECUT_SERVICE_PORT_HTTP": "80",
      "GAZECUT_PORT_80_TCP": "tcp://10.0.0.7:80", "GAZECUT_PORT_80_TCP_PROTO": "tcp",
      "GAZECUT_PORT_80_TCP_PORT": "80", "GAZECUT_PORT_80_TCP_ADDR": "10.0.0.7",
    ]
    #expect(try load("", others).settings(for: nil).digest == Settings().digest)
    let all = others.merging(["GAZECUT_LIBRARY": "/l", "GAZECUT_RENDER_CRF": "20"]) { $1 }
    #expect(SettingsLoader.foreign(in: all) == others.keys.sorted())
    for slip in ["GAZECUT_RENDER_CFR", "GAZECUT_SELECTON_CONT", "GAZECUT_RUN_METRIC"] {
      #expect(throws: SettingsError.self) { try load("", [slip: "1"]) }
    }
  }

  @Test func invalidFlagsAreRejected() throws {
    let loaded = try load("")
    for flag in [
      "selection.count", "selection.count=-1", "nope=1", "render.height=0", "render.crf=52",
    ] {
      let error = #expect(throws: SettingsError.self) {
        try loaded.settings(for: nil, flags: [flag])
      }
      #expect(error?.origin == .flag)
    }
    let timelines = #expect(throws: SettingsError.self) {
      try loaded.settings(for: nil, flags: ["timelines=3"])
    }
    #expect(timelines?.message.contains("write it in gazecut.yaml") == true, "\(timelines as Any)")
    #expect(
      try loaded.settings(for: nil, flags: ["library.output=/other"]).library.output == "/other")
  }

  /// A command uses one library, so flags of the section `library` apply to every video.
  @Test func loaderAppliesOnlyLibraryFlagsToAllSettings() throws {
    let loaded = try SettingsLoader(
      yaml: "library: {videos: here}\n", path: "gazecut.yaml",
      environment: ["GAZECUT_LIBRARY_VIDEOS": "there"],
      flags: ["selection.count=3", "library.videos=/elsewhere"])
    let settings = try loaded.settings(for: "trip")
    #expect(settings.library.videos == "/elsewhere")
    #expect(settings.selection.count == Settings().selection.count)
  }

  @Test(arguments: [
    ("shorts", 1080, 1920), ("reels", 1080, 1920), ("tiktok", 1080, 1920),
    ("square", 1080, 1080), ("landscape", 1920, 1080),
  ])
  func profileSetsTheOutputSize(profile: String, width: Int, height: Int) throws {
    let settings = try load("render:\n  profile: \(profile)\n").settings(for: nil)
    #expect(settings.render.width == width && settings.render.height == height)
    // Framing is planned for the same aspect ratio.
    #expect(settings.framing.outputWidth == width && settings.framing.outputHeight == height)
    #expect(settings.digest != Settings().digest || profile == "shorts")
  }

  @Test func explicitSizeOverridesTheProfileInEitherOrder() throws {
    for yaml in ["width: 720\n  profile: square", "profile: square\n  width: 720"] {
      let settings = try load("render:\n  \(yaml)\n").settings(for: nil)
      #expect(settings.render.width == 720 && settings.render.height == 1080)
    }
  }

  /// A profile replaces sizes of lower levels, but not sizes of its own level.
  @Test func profileOverridesSizesOfLowerLevels() throws {
    let yaml = "render:\n  height: 640\n  width: 360\nvideos: {feed: {render.profile: square}}\n"
    let flagged = try load(yaml).settings(for: nil, flags: ["render.profile=landscape"])
    #expect(flagged.render.width == 1920 && flagged.render.height == 1080)
    let both = try load(yaml).settings(
      for: nil, flags: ["render.width=96", "render.profile=landscape"])
    #expect(both.render.width == 96 && both.render.height == 1080)
    #expect(try load(yaml).settings(for: "feed").render.width == 1080)
    #expect(try load(yaml).settings(for: "other").render.width == 360)
    let named = try load(yaml, ["GAZECUT_RENDER_PROFILE": "square"])
    #expect(try named.settings(for: nil).render.height == 1080)
  }

  @Test func eachProfileHasItsOwnSettings() throws {
    let one = try load("").settings(for: nil)
    #expect(one.shapes.map(\.digest) == [one.digest])
    let three = try load("render:\n  profiles: [shorts, square, landscape]\n").settings(for: nil)
    #expect(three.shapes.map(\.render.profile) == [.shorts, .square, .landscape])
    #expect(three.shapes.map(\.framing.outputWidth) == [1080, 1080, 1920])
    #expect(three.shapes.map(\.framing.outputHeight) == [1920, 1080, 1080])
    // Adding a profile does not change the settings of the others.
    #expect(three.digest == one.digest && Set(three.shapes.map(\.digest)).count == 3)
    let square = try load("render:\n  profile: square\n").settings(for: nil)
    #expect(three.shapes[1].digest == square.digest)
    #expect(three.hashOfAllAspectRatios != one.hashOfAllAspectRatios)
    #expect(
      Set(three.valuesOfAllAspectRatios).subtracting(one.valuesOfAllAspectRatios)
        == ["render.profiles=shorts,square,landscape"])
    // A single profile in a flag replaces the list.
    let flagged = try load("render:\n  profiles: [shorts, square]\n")
      .settings(for: nil, flags: ["render.profile=square"])
    #expect(flagged.shapes.map(\.digest) == [square.digest])
  }

  @Test func otherAspectRatiosAreScaledLikeTheFirst() throws {
    let small = try load(
      "render:\n  profiles: [shorts, square, landscape]\n  width: 180\n  height: 320\n"
    ).settings(for: nil)
    // One sixth of each profile's size.
    #expect(small.shapes.map(\.render.width) == [180, 180, 320])
    #expect(small.shapes.map(\.render.height) == [320, 180, 180])
  }

  @Test(arguments: ["", "shorts,vine", "shorts,shorts"])
  func emptyUnknownOrRepeatedProfilesAreRejected(list: String) throws {
    let error = #expect(throws: SettingsError.self) {
      try load("").settings(for: nil, flags: ["render.profiles=\(list)"])
    }
    #expect(error?.message.contains("each once") == true)
  }

  /// A moment has the same length in all aspect ratios, and every platform must accept it.
  @Test func strictestProfileLimitsTheClipLength() throws {
    let settings = try load("").settings(
      for: nil, flags: ["render.profiles=landscape,tiktok,reels", "selection.maximumLength=600"])
    #expect(settings.selection.maximumLength == 180)
  }

  @Test func profileLimitsTheClipLength() throws {
    func settings(_ profile: String, _ longest: Int) throws -> Settings {
      try load("").settings(
        for: nil, flags: ["render.profile=\(profile)", "selection.maximumLength=\(longest)"])
    }
    #expect(try settings("shorts", 300).selection.maximumLength == 180)
    #expect(try settings("reels", 90).selection.maximumLength == 90)
    #expect(try settings("landscape", 300).selection.maximumLength == 300)
    let error = #expect(throws: SettingsError.self) {
      try load("selection:\n  minimumLength: 200\n  maximumLength: 300\n").settings(for: nil)
    }
    #expect(error?.message.contains("180 s that render.profile shorts allows") == true)
  }

  @Test func unknownProfileErrorListsValidProfiles() throws {
    let error = #expect(throws: SettingsError.self) { try load("render:\n  profile: vine\n") }
    #expect(error?.message.contains("shorts, reels, tiktok, square or landscape") == true)
  }

  @Test func listsAndMapsAreReadInEveryNotation() throws {
    let yaml = "framing:\n  layouts: [fit, crop]\nselection:\n  emotions: {fear: 1, happy: 0.5}\n"
    let settings = try load(yaml).settings(for: nil)
    #expect(settings.framing.layouts == [.crop, .fit])
    #expect(settings.selection.emotions == [.fear: 1, .happy: 0.5])
    for emotions in ["fear=1,happy=0.5", "{fear: 1, happy: 0.5}"] {
      let flags = ["framing.layouts=fit,crop", "selection.emotions=\(emotions)"]
      #expect(try load("").settings(for: nil, flags: flags).digest == settings.digest)
    }
  }

  @Test(arguments: [
    ("2GB", 2_000_000_000), ("1500MB", 1_500_000_000), ("2GiB", 2 << 30), ("1.5gb", 1_500_000_000),
    ("500 MB", 500_000_000), ("123456", 123_456), ("half", nil),
  ])
  func memoryAcceptsUnitsAndHalf(text: String, bytes: Int?) throws {
    let settings = try load("run:\n  memory: \(text)\n").settings(for: nil)
    #expect(settings.run.memory == bytes)
    let wrong = #expect(throws: SettingsError.self) { try load("run:\n  memory: lots\n") }
    #expect(wrong?.message.contains("2GB") == true)
  }

  @Test func exportsAcceptOnlyTimelineFormats() throws {
    #expect(try load("").settings(for: nil).exports.isEmpty)
    let loader = try load("render:\n  exports: [mlt, otio]\n")
    #expect(try loader.settings(for: nil).exports == [.otio, .mlt])
    for none in ["render.exports=", "render.exports=none"] {
      #expect(try loader.settings(for: nil, flags: [none]).exports.isEmpty)
    }
    let spaced = ["render.exports=edl , otio", "selection.emotions=fear=1 ,  happy=0.5"]
    let settings = try loader.settings(for: nil, flags: spaced)
    #expect(settings.exports == [.otio, .edl])
    #expect(settings.selection.emotions == [.fear: 1, .happy: 0.5])
    let wrong = #expect(throws: SettingsError.self) { try load("render:\n  exports: [vtt]\n") }
    #expect(wrong?.message.contains("otio, mlt, fcpxml, xmeml and edl") == true)
  }

  @Test(arguments: ["shorts,square", "shorts, square", "[shorts, square]", "[shorts,square]"])
  func flagsAcceptTheListNotationOfTheFile(text: String) throws {
    let settings = try load("").settings(for: nil, flags: ["render.profiles=" + text])
    #expect(settings.profiles == [.shorts, .square])
  }

  @Test func switchesAcceptOnlyBooleans() throws {
    let loader = try load("render:\n  poster: off\n  verify: false\n")
    #expect(try !loader.settings(for: nil).render.hasPosters)
    #expect(try loader.settings(for: nil, flags: ["render.verify=on"]).render.isVerified)
    #expect(throws: SettingsError.self) { try load("render:\n  poster: perhaps\n") }
  }
}
