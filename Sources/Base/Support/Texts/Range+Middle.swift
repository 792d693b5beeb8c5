extension Range<Double> {
  /// The midpoint of the range.
  package var middle: Double { (lowerBound + upperBound) / 2 }
}
