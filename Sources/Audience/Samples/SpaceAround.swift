extension StringProtocol {
  /// The text without white space (Unicode's, line ends among it) around it: names of viewers and
  /// labels are known by the same form, however they were typed.
  var withoutSpaceAround: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(self[first..<scalars.index(after: last)])
  }
}
