extension Setting {
  static let metrics = Setting(
    key: "run.metrics", unit: "a file, or off",
    summary: "Figures of each night for Prometheus: a file that node_exporter's textfile collector "
      + "reads, as /var/lib/node_exporter/gazecut.prom. It names no viewer and counts none.",
    matters: false,
    read: { $0.run.metrics ?? "off" },
    write: { settings, text in
      if text == "off" || text == "false" { return settings.run.metrics = nil }
      guard text.hasSuffix(".prom") else {
        throw ValueError(
          message: "run.metrics must be a file whose name ends with .prom, or off, not '\(text)'")
      }
      settings.run.metrics = text
    })
}
