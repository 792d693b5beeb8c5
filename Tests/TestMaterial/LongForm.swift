import Foundation

/// Proofs that take longer than they may in the suite, where a quick form of them stands:
/// `make test-formats` asks for them.
public enum LongForm {
  /// Whether they are asked for.
  public static let isAsked =
    ProcessInfo.processInfo.environment["GAZECUT_TESTS_ALL_FORMATS"] != nil
}
