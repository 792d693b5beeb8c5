import Foundation

/// Switches on long variants of tests, which `make test-formats` runs instead of the short ones.
package enum LongForm {
  package static let isAsked =
    ProcessInfo.processInfo.environment["GAZECUT_TESTS_ALL_FORMATS"] != nil
}
