/// An error that a module describes for the user itself, with the exit code of the command.
///
/// For example, `LibraryError` maps a full disk to exit code 74 and to the scope `run`.
/// `CommandFailure.init(describing:)` converts any such error to the failure of a command.
package protocol UserFacingError: Error, CustomStringConvertible {
  /// The exit code of a command that this error ends.
  var status: ExitStatus { get }
  /// What else would fail for the same reason; only this video, unless the error says otherwise.
  var scope: CommandFailure.Scope { get }
  /// The place and the reason, if a named file is the cause; commands list each reason once.
  var fileProblem: (place: String, reason: String)? { get }
}

extension UserFacingError {
  package var scope: CommandFailure.Scope { .video }
  package var fileProblem: (place: String, reason: String)? { nil }
}
