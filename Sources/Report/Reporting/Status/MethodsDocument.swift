import Audience
import Deciding
import EditDecisions
import Importers
import Library
import Selection
import Settings
import Support
import Workspace

/// The output of `gazecut cite`: what the methods section of a study needs about a video's
/// audience.
///
/// It contains versions, numbers of viewers and samples, exclusions, all settings that matter, and
/// definitions of the figures. It does not identify viewers.
struct MethodsDocument: Encodable {
  static let schema = "gazecut.methods/1"

  struct Program: Encodable {
    var version: String
    /// Version of the selection algorithm; it counts changes of aggregation, selection and framing.
    var judgement: Int
  }

  /// The audience; if it is below the minimum group size, only `fewerThan` is set.
  struct Audience: Encodable {
    /// The minimum group size, if there are fewer viewers.
    var fewerThan: Int?
    var viewers: Int?
    /// Number of viewers whose samples were deleted because of their age.
    var erased: Int?
    var sessions: Int?
    var samples: Int?
    /// Number of sessions by format, for formats with enough viewers.
    var formats: [String: Int]
    /// Number of viewers that the last decisions left out, by reason, if it may be published.
    var excludedViewers: [String: Int]
    /// Number of samples that were left out completely or in part, by reason.
    var excluded: [String: Int]
    /// Number of sessions in which the import found a peculiarity, by kind, if enough viewers.
    var odd: [String: Int]
    var curves: [String: Curve]
  }

  struct Curve: Encodable {
    var points: Int
    /// Number of views or people; absent if the source does not report it.
    var counted: Int?
  }

  /// The input of the last decisions.
  struct Decisions: Encodable {
    /// Number of viewers that were used; absent below the minimum group size.
    var viewers: Int?
    /// Hash of the settings of these decisions.
    var digest: String
  }

  struct Definition: Encodable {
    var name: String
    var unit: String?
    var meaning: String
  }

  var schema = Self.schema
  var gazecut: Program
  var video: String
  var audience: Audience
  var settings: [String: String]
  /// Hash of the settings; it differs from `decisions.digest` if they changed since.
  var digest: String
  /// The last decisions; absent if there are none.
  var decisions: Decisions?
  /// Definitions of the settings and of the figures of `explain --series`; absent if `nil`.
  var definitions: [Definition]?
}

extension StatusReport {
  /// The data for a methods section, as JSON with a line end.
  ///
  /// `defines` includes definitions, and formats the JSON on several lines.
  ///
  /// - Throws: `CommandFailure` 66 for an unknown video; `LibraryError`.
  package func methods(of video: String, defines: Bool) throws -> String {
    try library.requireKnown(video, in: database)
    let settings = try library.settings.settings(for: video)
    let matters = Setting.all.filter(\.matters)
    let figures = SeriesFormat.definitions.map {
      MethodsDocument.Definition(name: $0.name, unit: $0.unit, meaning: $0.meaning)
    }
    let decided = try? database.videos.state(of: video).document
    let disclosure = MinimumGroupRule(settings.selection)
    // A document for publication hides small groups; the one-line form is for the operator.
    func published(_ count: Int) -> Int? { defines ? disclosure.count(count) : count }
    let document = MethodsDocument(
      gazecut: .init(version: GazecutVersion.text, judgement: GazecutVersion.judgement),
      video: video, audience: try methodsAudience(of: video, decided, disclosure, published),
      settings: matters.keyed(by: \.key) { $0.read(settings) }, digest: settings.selectionHash,
      decisions: decided.map {
        .init(viewers: published($0.audience.viewers), digest: $0.settings)
      },
      definitions: defines
        ? figures + matters.map { .init(name: $0.key, unit: $0.unit, meaning: $0.summary) } : nil)
    return try SingleLineJSON.encode(document, isPretty: defines) + "\n"
  }

  private func methodsAudience(
    of video: String, _ decided: DecisionDocument?, _ disclosure: MinimumGroupRule,
    _ published: (Int) -> Int?
  ) throws -> MethodsDocument.Audience {
    let sessions = try database.sessions.all(of: video)
    let summary = try database.videos.summary(of: video)
    let curves = try database.audiences.curves(of: video).keyed(by: \.source.rawValue) {
      MethodsDocument.Curve(points: $0.points.count, counted: $0.people)
    }
    guard let viewers = published(summary?.viewers ?? 0) else {
      return MethodsDocument.Audience(
        fewerThan: disclosure.minimumViewers, formats: [:], excludedViewers: [:], excluded: [:],
        odd: [:], curves: curves)
    }
    var excluded: [String: Int] = [:]
    var odd: [String: [SessionSummary]] = [:]
    for session in sessions {
      excluded.merge(session.skipped, uniquingKeysWith: +)
      let kinds = Set(ImportCheck(text: session.report)?.oddities.map(\.kind.rawValue) ?? [])
      for kind in kinds { odd[kind, default: []].append(session) }
    }
    /// A viewer may have many sessions, so the minimum group size applies to viewers.
    func counts(_ groups: [String: [SessionSummary]]) -> [String: Int] {
      groups.compactMapValues { published(Set($0.map(\.viewer)).count) == nil ? nil : $0.count }
    }
    return MethodsDocument.Audience(
      viewers: viewers, erased: published(summary?.frozen ?? 0), sessions: sessions.count,
      samples: summary?.samples ?? 0, formats: counts(Dictionary(grouping: sessions, by: \.format)),
      excludedViewers: Dictionary(
        (decided?.audience.excluded ?? []).map { ($0.reason, $0.viewers) }, uniquingKeysWith: +),
      excluded: excluded, odd: counts(odd), curves: curves)
  }
}
