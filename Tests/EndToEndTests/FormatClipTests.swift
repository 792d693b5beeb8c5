import Foundation
import SampleAudience
import TestMaterial
import Testing

/// Data of every format leads to a rendered clip.
///
/// The suite renders one clip per kind of data; `make test-formats` renders all.
@Suite(.waitsForPrograms) struct FormatClipTests {
  /// A format, with the formats that add the modality it lacks.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    var companions: [String] = []
    var settings: [String] = []
    var testDescription: String { ([name] + companions).joined(separator: " and ") }
  }

  private static let complete = [
    "timeline", "seeyoutube", "seetube", "seetube table", "table", "sqlite",
  ]
  private static let runsAllCases = LongForm.isAsked

  static let rows: [Row] = {
    let all =
      complete.map { Row(name: $0) }
      + ["bids", "xdf"].map { Row(name: $0, settings: ["selection.evidence=gaze"]) }
      + [Row(name: "pyfeat", settings: ["selection.evidence=emotion"])]
      + ["arkit", "tobii", "pupil", "neon", "webgazer", "imotions"].map {
        Row(name: $0, companions: ["eev"])
      }
      + ["firebase", "openface", "facereader", "eev"].map { Row(name: $0, companions: ["pupil"]) }
      + SampleFormatsTests.detectors.map { name in
        Row(
          name: name, companions: ["facereader"], settings: ["selection.evidence=emotion"])
      }
      + SampleImport.all.filter { $0.sides == [.curve] }.map {
        Row(name: $0.name, settings: ["selection.evidence=curve"])
      }
    let quick = ["seeyoutube", "vision", "bids", "pyfeat", "curve"]
    return runsAllCases ? all : all.filter { quick.contains($0.name) }
  }()

  @Test(arguments: rows) func everyFormatYieldsAClip(_ row: Row) throws {
    let meadow = try MeadowLibrary()
    for name in [row.name] + row.companions { try meadow.importSample(name) }
    let settings =
      row.settings + [
        "selection.count=1", "render.width=90", "render.height=160", "render.reelHeight=90",
      ]
    let outcome = try Program.run(
      ["run"] + settings.flatMap { ["--set", $0] },
      environment: ["GAZECUT_LIBRARY": meadow.library.folder])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let shorts = meadow.library.clips(of: "meadow")
    #expect(shorts.count == 1, "\(outcome.output)")
    for short in shorts {
      let clip = try FFmpeg.probe(meadow.library.path("shorts/meadow/\(short)"))
      #expect(clip.width == 90 && clip.height == 160 && clip.duration > 5)
    }
  }
}
