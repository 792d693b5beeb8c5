import Audience
import Deciding
import EditDecisions
import Explaining
import Foundation
import Importers
import Ingest
import Library
import Selection
import Settings
import Workspace

/// What the methods section of a study says of a video's audience: versions, how many, what was
/// left out, every setting that matters, and what each figure means; it names no viewer.
struct MethodsDocument: Encodable {
  /// What the document says it is.
  static let schema = "gazecut.methods/1"

  struct Program: Encodable {
    var version: String
    /// Counts changes of folding, choosing and framing.
    var judgement: Int
  }

  /// Who watched, and what of it was taken; of fewer than may be told nothing but that.
  struct Audience: Encodable {
    /// How many viewers must watch for anything to be told, where they do not.
    var fewerThan: Int?
    var viewers: Int?
    /// Those of them whose samples were erased by age.
    var erased: Int?
    var sessions: Int?
    var samples: Int?
    /// Sessions by the format that they came in, of enough viewers to be told.
    var formats: [String: Int]
    /// Viewers whom the last decisions left out, by reason, as far as it may be told.
    var excludedViewers: [String: Int]
    /// Samples that were not taken, or a side of them, by reason.
    var excluded: [String: Int]
    /// Sessions in which an import found something odd, by kind, of enough viewers to be told.
    var odd: [String: Int]
    /// What platforms counted of everybody, by who counted.
    var curves: [String: Curve]
  }

  /// What a platform counted of everybody who watched.
  struct Curve: Encodable {
    var points: Int
    /// Views or people, where that is told.
    var counted: Int?
  }

  /// What the last decisions were made of.
  struct Decisions: Encodable {
    /// The viewers who were asked (`selection.viewers`) and not left out; absent for fewer than may
    /// be told.
    var viewers: Int?
    /// The digest of their settings.
    var digest: String
  }

  /// A name and what it means.
  struct Definition: Encodable {
    var name: String
    var unit: String?
    var meaning: String
  }

  var schema = Self.schema
  var gazecut: Program
  var video: String
  var audience: Audience
  /// Every setting that changes what is cut, by its key.
  var settings: [String: String]
  /// The digest of these, as decisions have it: another where those were made with others.
  var digest: String
  /// What was decided last; absent where nothing was.
  var decisions: Decisions?
  /// What the figures of `explain --series` and the settings mean; `nil` leaves it out.
  var definitions: [Definition]?
}

extension StatusReport {
  /// What a methods section needs, as JSON with its end: in lines for a person where it defines,
  /// else in one.
  ///
  /// - Parameters:
  ///   - video: its id.
  ///   - defines: whether the names of figures and settings come with what they mean.
  /// - Returns: the document.
  /// - Throws: `CommandFailure` 66 for an unknown video; `LibraryError`.
  package func methods(of video: String, defines: Bool) throws -> String {
    try library.requireKnown(video, in: database)
    let settings = try library.settings.settings(for: video)
    let matters = Setting.all.filter(\.matters)
    let figures = SeriesFormat.definitions.map {
      MethodsDocument.Definition(name: $0.name, unit: $0.unit, meaning: $0.meaning)
    }
    let decided = try? database.state(of: video).document
    let disclosure = Disclosure(settings.selection)
    // What is published tells nothing of a few, of whom an operator is told.
    func told(_ count: Int) -> Int? { defines ? disclosure.count(count) : count }
    let document = MethodsDocument(
      gazecut: .init(version: GazecutVersion.text, judgement: GazecutVersion.judgement),
      video: video,
      audience: try methodsAudience(of: video, decided, disclosure, told),
      settings: matters.keyed(by: \.key) { $0.text(in: settings) },
      digest: settings.judged,
      decisions: decided.map { .init(viewers: told($0.audience.viewers), digest: $0.settings) },
      definitions: defines
        ? figures + matters.map { .init(name: $0.key, unit: $0.unit, meaning: $0.summary) } : nil)
    return try JSONLine.encode(document, isPretty: defines) + "\n"
  }

  private func methodsAudience(
    of video: String, _ decided: DecisionDocument?, _ disclosure: Disclosure,
    _ told: (Int) -> Int?
  ) throws -> MethodsDocument.Audience {
    let sessions = try database.sessions(of: video)
    let summary = try database.summary(of: video)
    let curves = try database.curves(of: video).keyed(by: \.source.rawValue) {
      MethodsDocument.Curve(points: $0.points.count, counted: $0.people)
    }
    guard let viewers = told(summary?.viewers ?? 0) else {
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
    /// A viewer may have many sessions: what is told rests on viewers.
    func counts(_ groups: [String: [SessionSummary]]) -> [String: Int] {
      groups.compactMapValues { told(Set($0.map(\.viewer)).count) == nil ? nil : $0.count }
    }
    return MethodsDocument.Audience(
      viewers: viewers, erased: told(summary?.frozen ?? 0), sessions: sessions.count,
      samples: summary?.samples ?? 0,
      formats: counts(Dictionary(grouping: sessions, by: \.format)),
      excludedViewers: Dictionary(
        (decided?.audience.excluded ?? []).map { ($0.reason, $0.viewers) },
        uniquingKeysWith: +),
      excluded: excluded, odd: counts(odd), curves: curves)
  }
}
