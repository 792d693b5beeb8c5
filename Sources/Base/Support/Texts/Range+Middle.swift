extension Range<Double> {
  package var middle: Double { (lowerBound + upperBound) / 2 }
}
