import Audience
import Importers

/// Rejects labels that contain a person's name, because labels are stored and shown in clear text.
enum LabelPrivacyCheck {
  /// Checks the sessions of a file; the error repeats neither name nor label.
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
        "the label '\(guilty.name)' contains the name of a viewer or session, but labels are "
          + "stored and shown unchanged",
        "use a column with categories, such as age groups")
    }
  }

  /// Minimum length in characters of a name that is searched inside a label.
  private static let shortestName = 5
}
