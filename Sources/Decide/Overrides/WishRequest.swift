/// What `gazecut wish` is asked to do with the wishes of a video.
package enum WishRequest: Sendable {
  case add(WishInput)
  /// All of a file, as a page gives it.
  case apply(WishDocument, file: String)
  /// Show them, as lines or in the form of the file.
  case list(isJSON: Bool)
  /// Take one back, by its number; `nil` for what the last command wished.
  case undo(Int?)
  /// Bring a retired clip back, by its id.
  case restore(String)
}
