import Support

/// Prints a result; Swift's own `print` would pass terminal control characters through.
func print(_ text: String, terminator: String = "\n") {
  StandardStreams.print(text, terminator: terminator)
}

/// Prints the lines of a table or a summary, in colour on a terminal.
func printForPeople(_ lines: String) {
  StandardStreams.print(lines, terminator: "", isForPeople: true)
}
