/// A number with a fixed count of decimals, the same on every machine and in every language.
func decimals(_ value: Double, _ count: Int) -> String {
  var scale = 1
  for _ in 0..<count { scale *= 10 }
  let steps = Int((value * Double(scale)).rounded())
  guard count > 0 else { return "\(steps)" }
  let fraction = String(abs(steps) % scale)
  let zeros = String(repeating: "0", count: count - fraction.count)
  return "\(steps < 0 ? "-" : "")\(abs(steps) / scale).\(zeros)\(fraction)"
}

/// A number with at most so many decimals: `0.5`, not `0.500`.
func short(_ value: Double, _ count: Int) -> String {
  var text = decimals(value, count)
  guard count > 0 else { return text }
  while text.hasSuffix("0") { text.removeLast() }
  if text.hasSuffix(".") { text.removeLast() }
  return text == "-0" ? "0" : text
}

/// A whole number with leading zeros.
func padded(_ value: Int, _ width: Int) -> String {
  let digits = String(value)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
