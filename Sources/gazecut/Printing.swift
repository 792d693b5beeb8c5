import Support

/// Prints a result; Swift's own `print` would pass terminal control characters through.
func print(_ text: String, terminator: String = "\n") {
  StandardStreams.print(text, terminator: terminator)
}

/// Prints a table or a summary, in colour on a terminal.
func printForPeople(_ text: String, terminator: String = "\n") {
  StandardStreams.print(text, terminator: terminator, isForPeople: true)
}
