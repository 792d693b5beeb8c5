import Audience
import Foundation
import Selection
import Testing

/// The sweep of defaults (`gazecut-bench sensitivity`) covers every one that choosing uses.
@Suite("The list of defaults that are swept")
struct SensitivityListTests {
  /// The names that the bench's own files list, in quotes.
  private func listed() throws -> String {
    let bench = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Benchmarks")
    return try ["Knob.swift", "Knob+Choosing.swift"].map {
      try String(contentsOf: bench.appendingPathComponent($0), encoding: .utf8)
    }.joined()
  }

  @Test("every number of folding is there")
  func folding() throws {
    let listed = try listed()
    // The weights of the emotions that count by default stand for those of all.
    let missing = FoldSettings().numbers.map(\.name).filter {
      Emotion(name: $0) == nil && !listed.contains("\"\($0)\"")
    }
    #expect(missing == [])
  }

  @Test("every number of choosing is there")
  func choosing() throws {
    let listed = try listed()
    let numbers = Mirror(reflecting: SelectionSettings()).children.compactMap { child in
      child.value is Double || child.value is Int ? child.label : nil
    }
    #expect(numbers.count > 8)
    #expect(numbers.filter { !listed.contains("\"\($0)\"") } == [])
  }
}
