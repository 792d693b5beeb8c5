extension FixedWidthInteger where Self: SignedInteger {
  /// The nearest whole number to what a file says, inside bounds; 0 for what is no number.
  ///
  /// Files may claim any time or length, and converting one that does not fit ends the process.
  /// The bounds leave room to add a few of these up.
  ///
  /// - Parameter value: any number.
  package init(bounding value: Double) {
    let limit = Double(Self.max / 8)
    self = value.isNaN ? 0 : Self(Swift.max(-limit, Swift.min(limit, value.rounded())))
  }
}
