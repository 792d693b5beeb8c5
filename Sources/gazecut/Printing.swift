import Failures

/// Prints a result of any command: in the place of Swift's own, which a name may steer a terminal by.
func print(_ text: String, terminator: String = "\n") {
  StandardStreams.print(text, terminator: terminator)
}
