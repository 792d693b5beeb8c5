/// The wishes for a video, grouped by command; `--undo` removes the wishes of the last command.
package struct WishHistory: Hashable, Sendable {
  package private(set) var commands: [[Wish]]

  /// All wishes in the order of their numbers.
  package var wishes: [Wish] { commands.flatMap(\.self) }

  package init(_ commands: [[Wish]] = []) { self.commands = commands.filter { !$0.isEmpty } }

  package func addingCommand(_ wishes: [Wish]) -> WishHistory { WishHistory(commands + [wishes]) }

  package var withoutLastCommand: WishHistory { WishHistory(commands.dropLast()) }

  /// A copy without the wish at an index of `wishes`.
  package func removingWish(_ index: Int) -> WishHistory {
    var first = 0
    return WishHistory(
      commands.map { command in
        defer { first += command.count }
        return command.enumerated().filter { first + $0.offset != index }.map(\.element)
      })
  }
}
