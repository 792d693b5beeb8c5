import EditDecisions
import Foundation
import TestMaterial
import Testing

/// Samples are erased after a while; their aggregates remain and are used for decisions.
@Suite(.waitsForPrograms) struct SampleRetentionTests {
  private static let keepNone = ["GAZECUT_LIBRARY_KEEP_SAMPLES": "0"]

  private func makeLibrary() throws -> TestLibrary {
    let library = try TestLibrary()
    try library.add(TestVideo.silent, as: "walk")
    try library.importAudience(.walk(), prefix: "zachary")
    return library
  }

  private func bytes(of library: TestLibrary) -> [Data] {
    library.files("").filter { $0.hasPrefix("gazecut.sqlite") }.compactMap {
      FileManager.default.contents(atPath: library.path($0))
    }
  }

  @Test func decisionsStayTheSameAfterPruningSamples() throws {
    let library = try makeLibrary()
    try library.gazecut("run")
    let decided = try library.text("shorts/walk/decisions.json")
    let told = try library.gazecut("disclose", "zachary-3")
    struct Disclosure: Decodable {
      struct Session: Decodable { var pseudonym: String }
      var pseudonyms: [String]
      var sessions: [Session]
    }
    let held = try JSONDecoder().decode(Disclosure.self, from: Data(told.output.utf8))
    let traces = held.pseudonyms + held.sessions.map(\.pseudonym)
    #expect(traces.count == 2)
    #expect(try library.gazecut("prune").output.contains("Nothing is older"))
    for trace in traces {
      #expect(bytes(of: library).contains { $0.range(of: Data(trace.utf8)) != nil })
    }

    let pruned = try library.gazecut("prune", environment: Self.keepNone)
    #expect(pruned.status == 0 && pruned.output.contains("walk: erased"), "\(pruned.errors)")
    for trace in traces {
      #expect(!bytes(of: library).contains { $0.range(of: Data(trace.utf8)) != nil })
    }
    // Nothing is pending, and decisions made again are identical to the byte.
    #expect(try library.gazecut("run").output.contains("nothing new"))
    #expect(try library.gazecut("status").output.contains("up to date"))
    let again = try library.gazecut("regenerate", "walk", "--dry-run", "--format", "json")
    #expect(again.output == decided, "\(again.errors)")
    // Confidence of other settings cannot be computed, because no viewers are left to resample.
    let others = try library.gazecut(
      "regenerate", "walk", "--dry-run", "--format", "json", "--set", "selection.minimumLength=14")
    #expect(others.status == 0 && others.output.contains(#""coreStart""#), "\(others.errors)")
    #expect(decided.contains(#""sure""#) && !others.output.contains(#""sure""#))
    #expect(try library.gazecut("check").status == 0)

    let unknown = try library.gazecut("forget", "zachary-3")
    #expect(unknown.status == 66 && unknown.errors.contains("gazecut remove VIDEO"))
    let other = try library.gazecut("explain", "walk", "--set", "fold.gazeNoise=0.2")
    #expect(other.status == 0 && other.errors.contains("fold.gazeNoise 0.1"), "\(other.errors)")
    // The reaction model was fitted with the earlier emotions and cannot be fitted again.
    let fear = try library.gazecut("explain", "walk", "--set", "selection.emotions=fear=1")
    #expect(
      fear.errors.contains("erased by age")
        && fear.errors.contains("selection.emotions happy=1,surprise=1"), "\(fear.errors)")
    #expect(!fear.errors.contains("fold."), "\(fear.errors)")
    // Importing the same files again adds no viewer.
    try library.importAudience(.walk(), prefix: "zachary")
    #expect(try library.gazecut("run").output.contains("nothing new"))
  }

  @Test func viewersCanBeAddedAfterSamplesAreErased() throws {
    let library = try makeLibrary()
    let night = try library.gazecut("run", environment: Self.keepNone)
    #expect(night.status == 0 && night.errors.contains("walk: erased"), "\(night.errors)")
    let before = try library.decisions(of: "walk").audience.viewers
    try library.importAudience(.walk(seed: 5), prefix: "yolanda")
    #expect(try library.gazecut("run").status == 0)
    #expect(try library.decisions(of: "walk").audience.viewers == before + 12)
    // Viewers with samples can still be forgotten.
    let forgotten = try library.gazecut("forget", "yolanda-3")
    #expect(forgotten.status == 0 && forgotten.output.contains("gazecut remove VIDEO"))
    #expect(try library.gazecut("run").status == 0)
    #expect(try library.decisions(of: "walk").audience.viewers == before + 11)
  }
}
