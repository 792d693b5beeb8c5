import Foundation
import TestMaterial
import Testing

/// The files for systemd, cron and logrotate, checked by these programs.
@Suite struct ServiceTests {
  /// A folder for copies of files of jobs/ that start another program instead of gazecut.
  private final class Copies {
    let folder = FileManager.default.temporaryDirectory.path + "/jobs-\(UUID().uuidString)"

    init() throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Writes a text in which the paths of the library and the program are replaced.
    @discardableResult
    func write(_ text: String, as name: String, program: String = "/bin/true") throws -> String {
      let path = "\(folder)/\(name)"
      let changed = text.replacing(/\/usr\/local\/bin\/gazecut/, with: program)
        .replacing("/srv/gazecut", with: folder)
      try Data(changed.utf8).write(to: URL(fileURLWithPath: path))
      return path
    }
  }

  private func job(_ name: String) throws -> String { try StartedPrograms.text("jobs/\(name)") }

  @Test func systemdAcceptsTheUnits() throws {
    let copies = try Copies()
    let units = [
      "gazecut.service", "gazecut-intake.service", "gazecut.timer", "gazecut-failure@.service",
    ]
    for name in units {
      try copies.write(try job(name), as: name.replacing("@", with: "@some"))
    }
    let read = try ExternalProgram("systemd-analyze").run(
      ["verify"]
        + units.map { "\(copies.folder)/\($0.replacing("@", with: "@some"))" })
    #expect(read.status == 0 && read.errors.isEmpty, "\(read.errors)")
    for name in units.prefix(2) {
      #expect(try job(name).contains("\nOnFailure=gazecut-failure@%n.service\n"))
    }
    // The intake may use the network and starts first; the run has no network.
    let (run, intake) = (try job("gazecut.service"), try job("gazecut-intake.service"))
    #expect(run.contains("\nAfter=gazecut-intake.service\n"))
    #expect(run.contains("\nPrivateNetwork=yes\n") && run.contains("run --no-intake "))
    #expect(intake.contains("\nBefore=gazecut.service\n") && intake.contains("gazecut intake "))
    // Apart from the network, both units have the same restrictions.
    let hardening =
      /\n((?:Private|Protect|Restrict|NoNew|Capab|Ambient|Lock|SystemCall|Remove)\w+=.*)/
    let intakeOptions = Set(intake.matches(of: hardening).map(\.output.1))
    let runOptions = Set(run.matches(of: hardening).map(\.output.1))
    #expect(
      runOptions.subtracting(intakeOptions) == [
        "PrivateNetwork=yes", "RestrictAddressFamilies=AF_UNIX",
      ])
  }

  /// The folder in the manual's example is outside the library.
  @Test func serviceCanWriteTheMetricsFileOfTheManual() throws {
    let manual = try StartedPrograms.text("Sources/gazecut/Manual.docc/Monitoring.md")
    let example = /`run\.metrics: (\/.*)\/[^\/]+\.prom`/
    let folder = try #require(manual.firstMatch(of: example)?.output.1)
    let unit = try job("gazecut.service")
    #expect(unit.contains("\nReadWritePaths=-\(folder)\n"), "\(folder)")
  }

  /// `systemd-analyze security` rates the exposure of a unit from 0 (none) to 10 (unrestricted).
  @Test(arguments: [[], ["gazecut-graphics.conf"]])
  func exposureOfTheUnitsIsLow(additions: [String]) throws {
    let copies = try Copies()
    let text = try ([job("gazecut.service")] + additions.map(job)).joined(separator: "\n")
    let path = try copies.write(text, as: "gazecut.service")
    let measure = try ExternalProgram("systemd-analyze").run(
      ["security", "--offline=true", "--no-pager", "--threshold=10", path])  // 1.0, in tenths
    #expect(measure.status == 0, "\(measure.output.split(separator: "\n").last ?? "")")
    // The intake unit has access to the network, so its limit is 2.0.
    let intake = try copies.write(try job("gazecut-intake.service"), as: "gazecut-intake.service")
    let intakeMeasure = try ExternalProgram("systemd-analyze").run(
      ["security", "--offline=true", "--no-pager", "--threshold=20", intake])
    #expect(intakeMeasure.status == 0, "\(intakeMeasure.output.split(separator: "\n").last ?? "")")
    // A unit without restrictions exceeds the threshold.
    let open = try copies.write("[Service]\nExecStart=/bin/true\n", as: "open.service")
    let exposed = try ExternalProgram("systemd-analyze").run(
      ["security", "--offline=true", "--no-pager", "--threshold=10", open])
    #expect(exposed.status != 0)
  }

  @Test func timerStartsDailyAt0230() throws {
    let time = try #require(
      try job("gazecut.timer").firstMatch(of: /OnCalendar=(.+)/)?.output.1)
    let read = try ExternalProgram("systemd-analyze").run(["calendar", String(time)])
    #expect(read.status == 0 && read.output.contains("Normalized form: *-*-* 02:30:00"))
  }

  @Test(arguments: [(0, ""), (3, "gazecut ended with 3"), (75, "gazecut ended with 75")])
  func cronMailsOnlyFailedRuns(code: Int, mail: String) throws {
    let copies = try Copies()
    let program = copies.folder + "/stand-in"
    try ExternalProgram.writeScript(
      "#!/bin/sh\necho result\necho '{\"level\":\"info\"}' >&2\nexit \(code)\n", to: program)
    let line = try #require(
      try job("crontab").split(separator: "\n").first { !$0.hasPrefix("#") })
    // cron runs the text after the five time fields in a shell, and mails its output.
    let command = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)[5]
    let script = try copies.write(String(command), as: "line", program: program)
    let outcome = try ExternalProgram("bash").run([script])
    #expect(outcome.errors.isEmpty)
    #expect(
      mail.isEmpty ? outcome.output.isEmpty : outcome.output.hasPrefix(mail), "\(outcome.output)")
    let log = try String(contentsOfFile: "\(copies.folder)/night.log", encoding: .utf8)
    #expect(log == "{\"level\":\"info\"}\n")
  }

  @Test func logrotateRotatesTheLogOfCron() throws {
    let copies = try Copies()
    try copies.write("a night\n", as: "night.log")
    // The user gazecut may not exist on the machine of the test.
    let rules = try job("gazecut.logrotate").replacing(#/ *su gazecut gazecut\n/#, with: "")
    #expect(try job("gazecut.logrotate").contains("su gazecut gazecut"))
    let path = try copies.write(rules, as: "rules")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    let outcome = try ExternalProgram("logrotate").run(
      ["--force", "--state", "\(copies.folder)/state", path])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let old = try String(contentsOfFile: "\(copies.folder)/night.log.1", encoding: .utf8)
    #expect(old == "a night\n")
  }
}
