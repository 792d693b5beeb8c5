import Foundation

/// Previews that take longer than they may in the suite, where a quick form of them stands:
/// `make test-formats` asks for them.
package enum LongForm {
  /// Whether they are asked for.
  package static let isAsked =
    ProcessInfo.processInfo.environment["GAZECUT_TESTS_ALL_FORMATS"] != nil
}
