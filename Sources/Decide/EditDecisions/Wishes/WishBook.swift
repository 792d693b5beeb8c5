/// The wishes of a video as commands made them: what one command made, one `--undo` takes back.
package struct WishBook: Hashable, Sendable {
  /// What each command wished, in order.
  package private(set) var commands: [[Wish]]

  /// All wishes, in the order in which they are numbered.
  package var wishes: [Wish] { commands.flatMap(\.self) }

  package init(_ commands: [[Wish]] = []) { self.commands = commands.filter { !$0.isEmpty } }

  /// The book with what one more command wishes.
  package func adding(_ wishes: [Wish]) -> WishBook { WishBook(commands + [wishes]) }

  /// The book without what the last command wished.
  package var withoutLast: WishBook { WishBook(commands.dropLast()) }

  /// The book without the wish at this place of `wishes`.
  package func without(_ index: Int) -> WishBook {
    var first = 0
    return WishBook(
      commands.map { command in
        defer { first += command.count }
        return command.enumerated().filter { first + $0.offset != index }.map(\.element)
      })
  }
}
