import Foundation
import TestMaterial
import Testing

/// What is handed to systemd, cron and logrotate, read by themselves.
@Suite struct ServiceTests {
  /// A folder with copies of files of jobs/, in which the program is one that is there.
  private final class Copies {
    let folder = FileManager.default.temporaryDirectory.path + "/jobs-\(UUID().uuidString)"

    init() throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Writes a text, in which the library and the program are changed for what is given.
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

  @Test func systemdReadsTheUnits() throws {
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
    // What needs a network comes before the night, which has none.
    let (night, intake) = (try job("gazecut.service"), try job("gazecut-intake.service"))
    #expect(night.contains("\nAfter=gazecut-intake.service\n"))
    #expect(night.contains("\nPrivateNetwork=yes\n") && night.contains("run --no-intake "))
    #expect(intake.contains("\nBefore=gazecut.service\n") && intake.contains("gazecut intake "))
    // Else it may do what the night may, and no more.
    let hardening =
      /\n((?:Private|Protect|Restrict|NoNew|Capab|Ambient|Lock|SystemCall|Remove)\w+=.*)/
    let own = Set(intake.matches(of: hardening).map(\.output.1))
    let nights = Set(night.matches(of: hardening).map(\.output.1))
    #expect(
      nights.subtracting(own) == ["PrivateNetwork=yes", "RestrictAddressFamilies=AF_UNIX"])
  }

  /// The folder of the manual's example is outside of the library.
  @Test func theServiceMayWriteItsMetrics() throws {
    let manual = try StartedPrograms.text("Sources/gazecut/Manual.docc/Monitoring.md")
    let example = /`run\.metrics: (\/.*)\/[^\/]+\.prom`/
    let folder = try #require(manual.firstMatch(of: example)?.output.1)
    let unit = try job("gazecut.service")
    #expect(unit.contains("\nReadWritePaths=-\(folder)\n"), "\(folder)")
  }

  /// systemd's own measure of what a unit could do if it were taken over: 10 is everything.
  @Test(arguments: [[], ["gazecut-graphics.conf"]])
  func littleIsExposed(additions: [String]) throws {
    let copies = try Copies()
    let text = try ([job("gazecut.service")] + additions.map(job)).joined(separator: "\n")
    let path = try copies.write(text, as: "gazecut.service")
    let measure = try ExternalProgram("systemd-analyze").run(
      ["security", "--offline=true", "--no-pager", "--threshold=10", path])  // 1.0, in tenths
    #expect(measure.status == 0, "\(measure.output.split(separator: "\n").last ?? "")")
    // A network is all that intake has besides.
    let intake = try copies.write(try job("gazecut-intake.service"), as: "gazecut-intake.service")
    let besides = try ExternalProgram("systemd-analyze").run(
      ["security", "--offline=true", "--no-pager", "--threshold=20", intake])
    #expect(besides.status == 0, "\(besides.output.split(separator: "\n").last ?? "")")
    // The measure tells a unit that holds nothing back.
    let open = try copies.write("[Service]\nExecStart=/bin/true\n", as: "open.service")
    let exposed = try ExternalProgram("systemd-analyze").run(
      ["security", "--offline=true", "--no-pager", "--threshold=10", open])
    #expect(exposed.status != 0)
  }

  @Test func theTimersTimeIsOne() throws {
    let time = try #require(
      try job("gazecut.timer").firstMatch(of: /OnCalendar=(.+)/)?.output.1)
    let read = try ExternalProgram("systemd-analyze").run(["calendar", String(time)])
    #expect(read.status == 0 && read.output.contains("Normalized form: *-*-* 02:30:00"))
  }

  @Test(arguments: [(0, ""), (3, "gazecut ended with 3"), (75, "gazecut ended with 75")])
  func cronMailsOnlyWhatDidNotEndWell(code: Int, mail: String) throws {
    let copies = try Copies()
    let program = copies.folder + "/stand-in"
    try ExternalProgram.writeScript(
      "#!/bin/sh\necho result\necho '{\"level\":\"info\"}' >&2\nexit \(code)\n", to: program)
    let line = try #require(
      try job("crontab").split(separator: "\n").first { !$0.hasPrefix("#") })
    // Five fields say when; the rest is handed to the shell, and what that prints is mailed.
    let command = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)[5]
    let script = try copies.write(String(command), as: "line", program: program)
    let said = try ExternalProgram("bash").run([script])
    #expect(said.errors.isEmpty)
    #expect(mail.isEmpty ? said.output.isEmpty : said.output.hasPrefix(mail), "\(said.output)")
    let log = try String(contentsOfFile: "\(copies.folder)/night.log", encoding: .utf8)
    #expect(log == "{\"level\":\"info\"}\n")
  }

  @Test func theLogOfCronIsRotated() throws {
    let copies = try Copies()
    try copies.write("a night\n", as: "night.log")
    // Whose log it is, is the machine's matter, and not the test's.
    let rules = try job("gazecut.logrotate").replacing(#/ *su gazecut gazecut\n/#, with: "")
    #expect(try job("gazecut.logrotate").contains("su gazecut gazecut"))
    let path = try copies.write(rules, as: "rules")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    let turned = try ExternalProgram("logrotate").run(
      ["--force", "--state", "\(copies.folder)/state", path])
    #expect(turned.status == 0, "\(turned.errors)")
    let old = try String(contentsOfFile: "\(copies.folder)/night.log.1", encoding: .utf8)
    #expect(old == "a night\n")
  }
}
