import Audience
import Importers

/// Refuses labels that name people: labels are stored and shown as they are.
enum LabelPrivacyCheck {
  /// Looks through the sessions of a file.
  ///
  /// - Throws: `ImportError` that repeats neither name nor label.
  static func require(_ sessions: [StagedSession], file: String) throws {
    for session in sessions {
      let name = session.viewer.lowercased()
      let guilty = session.labels.first { label in
        let value = label.value.lowercased()
        return value == name || value == session.session.lowercased()
          // A short name may be a part of any word.
          || (name.count >= shortestName && value.contains(name))
      }
      guard let guilty else { continue }
      throw ImportError(
        of: file,
        "the label '\(guilty.name)' holds a viewer's or a session's name, and labels are "
          + "stored and shown as they are",
        "name the column of a category, such as age groups")
    }
  }

  /// Letters from which a name inside a label counts as one.
  private static let shortestName = 5
}
