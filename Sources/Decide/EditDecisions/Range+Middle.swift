extension Range<Double> {
  /// Halfway between its ends.
  package var middle: Double { (lowerBound + upperBound) / 2 }
}
