/// An action of `gazecut wish` on the overrides of a video.
package enum WishRequest: Sendable {
  case add(WishInput)
  /// Add all overrides of a file that the report page exported.
  case apply(WishDocument, file: String)
  /// List them, as lines or as JSON.
  case list(isJSON: Bool)
  /// Remove one by its number; `nil` removes those of the last command.
  case undo(Int?)
  case restore(String)
}
