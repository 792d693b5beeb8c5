package import Audience

/// Rules of a person that change what the audience chose, for example the wishes for a video.
package protocol ChoiceOverrides: Sendable {
  /// The choice after applying all rules.
  func applied(to choice: Choice, settings: SelectionSettings, summary: TimelineSummary) -> Choice
  /// Each rule in its written form, with the rules that are left without it.
  var removingEachRule: [(rule: String, others: any ChoiceOverrides)] { get }
}
