/// The wishes for a video, grouped by command.
///
/// One `--undo` removes the wishes of one command.
package struct WishHistory: Hashable, Sendable {
  /// The wishes of each command, in order.
  package private(set) var commands: [[Wish]]

  /// All wishes in the order of their numbers.
  package var wishes: [Wish] { commands.flatMap(\.self) }

  package init(_ commands: [[Wish]] = []) { self.commands = commands.filter { !$0.isEmpty } }

  /// A copy with the wishes of one more command.
  package func adding(_ wishes: [Wish]) -> WishHistory { WishHistory(commands + [wishes]) }

  /// A copy without the wishes of the last command.
  package var withoutLast: WishHistory { WishHistory(commands.dropLast()) }

  /// A copy without the wish at an index of `wishes`.
  package func without(_ index: Int) -> WishHistory {
    var first = 0
    return WishHistory(
      commands.map { command in
        defer { first += command.count }
        return command.enumerated().filter { first + $0.offset != index }.map(\.element)
      })
  }
}
