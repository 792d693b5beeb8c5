import Support

/// Prints a result of any command; Swift's own would let a name steer the terminal.
func print(_ text: String, terminator: String = "\n") {
  StandardStreams.print(text, terminator: terminator)
}

/// Prints a table or a summary, in colour on a terminal.
func printForPeople(_ text: String, terminator: String = "\n") {
  StandardStreams.print(text, terminator: terminator, isForPeople: true)
}
