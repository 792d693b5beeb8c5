extension Setting {
  static let memory = Setting(
    "run.memory", "amount such as 2GB or 1500MB, or half of the machine's",
    "Total memory for rendering processes. With less memory, fewer clips are rendered at "
      + "the same time. One needs about 500 MB at 1080x1920.",
    matters: false, \.run.memory, must: "an amount such as 2GB, 1500MB or 2GiB, or half",
    text: { $0.map(memoryText) ?? "half" }, parse: optionalParser(["half"]) { bytes($0) })

  /// Units and their bytes, longer names first, because they end with shorter ones.
  private static let units: [(name: String, bytes: Int)] = [
    ("kib", 1 << 10), ("mib", 1 << 20), ("gib", 1 << 30), ("tib", 1 << 40), ("kb", 1000),
    ("mb", 1_000_000), ("gb", 1_000_000_000), ("tb", 1_000_000_000_000), ("b", 1),
  ]

  /// Parses an amount of memory in bytes; `nil` if it is not a positive amount.
  private static func bytes(_ text: String) -> Int? {
    let lower = text.lowercased()
    let unit = units.first { lower.hasSuffix($0.name) }
    let digits = lower.dropLast(unit?.name.count ?? 0)
    guard let count = Double(digits.split(separator: " ").joined()), count > 0 else { return nil }
    let bytes = count * Double(unit?.bytes ?? 1)
    return bytes >= 1 && bytes < 1e18 ? Int(bytes) : nil
  }

  private static func memoryText(_ bytes: Int) -> String {
    let unit = units.filter { bytes.isMultiple(of: $0.bytes) }.max { $0.bytes < $1.bytes }
    guard let unit, unit.bytes > 1 else { return "\(bytes)" }
    let name = unit.name.uppercased().replacing("IB", with: "iB")
    return "\(bytes / unit.bytes)\(name)"
  }
}

extension Setting {
  static let keepSamples = Setting(
    "library.keepSamples", "days since the import, or off",
    "How long samples of viewers are kept. Each run and `gazecut prune` erase older ones. "
      + "The anonymous aggregate stays and is still used.",
    matters: false, \.library.keepSamples, must: "a number from 0 to 36500 (days), or off",
    text: { $0.map(text) ?? "off" },
    parse: optionalParser { Double($0).flatMap { (0...36_500).contains($0) ? $0 : nil } })

  static let metrics = Setting(
    "run.metrics", "a file, or off",
    "Metrics of each run for Prometheus: a file for node_exporter's textfile collector, "
      + "for example /var/lib/node_exporter/gazecut.prom. It contains no names and no numbers "
      + "of viewers. For imports it counts files.",
    matters: false, \.run.metrics, must: "a file whose name ends with .prom, or off",
    text: { $0 ?? "off" }, parse: optionalParser { $0.hasSuffix(".prom") ? $0 : nil })
}
