import Foundation
import Settings
import Testing

@Suite struct SettingsTemplateTests {
  @Test func templateListsEverySettingCommentedOut() throws {
    for setting in Setting.all {
      #expect(SettingsTemplate.text.contains("\n#\(setting.key): "), "\(setting.key) is missing")
    }
    let loaded = try SettingsLoader(yaml: SettingsTemplate.text, path: "", environment: [:])
    #expect(try loaded.settings(for: nil).digest == Settings().digest)
  }

  @Test func uncommentedTemplateEqualsTheDefaults() throws {
    let lines = SettingsTemplate.text.split(separator: "\n", omittingEmptySubsequences: false)
    let open = lines.map {
      $0.wholeMatch(of: /#[a-z]+\.[A-Za-z]+: .*/) == nil ? $0 : $0.dropFirst()
    }
    let loaded = try SettingsLoader(
      yaml: open.joined(separator: "\n"), path: "", environment: [:])
    #expect(open != lines)
    #expect(try loaded.settings(for: nil).digest == Settings().digest)
  }

  @Test func sectionsCanBeAppendedToTheTemplate() throws {
    for section in Set(Setting.all.map { $0.key.prefix { $0 != "." } }) {
      let yaml = SettingsTemplate.text + "\(section):\n"
      #expect(throws: Never.self) { try SettingsLoader(yaml: yaml, path: "", environment: [:]) }
    }
  }

  @Test func copyInJobsEqualsTheTemplate() throws {
    let jobs = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("jobs/gazecut.yaml")
    #expect(try String(contentsOf: jobs, encoding: .utf8) == SettingsTemplate.text)
  }

  @Test func countChangesTheDigestAndWorkersDoNot() throws {
    let loaded = try SettingsLoader(yaml: "", path: "", environment: [:])
    func digest(_ flag: String) throws -> String {
      try loaded.settings(for: nil, flags: [flag]).digest
    }
    #expect(try digest("run.workers=3") == Settings().digest)
    #expect(try digest("selection.count=3") != Settings().digest)
  }
}
