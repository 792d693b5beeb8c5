import Foundation
import Settings
import Testing

@Suite struct SettingsTemplateTests {
  @Test func theTemplateHoldsEverySettingCommentedOut() throws {
    for setting in Setting.all {
      let name = setting.key.split(separator: ".")[1]
      #expect(SettingsTemplate.text.contains("  #\(name): "), "\(setting.key) is missing")
    }
    let loaded = try SettingsLoader(yaml: SettingsTemplate.text, path: "", environment: [:])
    #expect(try loaded.settings(for: nil).digest == Settings().digest)
  }

  @Test func theTemplateIsRightWhenUncommented() throws {
    let lines = SettingsTemplate.text.split(separator: "\n", omittingEmptySubsequences: false)
    let open = lines.map {
      $0.hasPrefix("  #") && !$0.hasPrefix("  # ") ? "  \($0.dropFirst(3))" : $0
    }
    let loaded = try SettingsLoader(
      yaml: open.joined(separator: "\n"), path: "", environment: [:])
    #expect(try loaded.settings(for: nil).digest == Settings().digest)
  }

  @Test func theCopyInJobsIsTheTemplate() throws {
    let jobs = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("jobs/gazecut.yaml")
    #expect(try String(contentsOf: jobs, encoding: .utf8) == SettingsTemplate.text)
  }

  @Test func onlySettingsThatMatterChangeTheDigest() throws {
    let loaded = try SettingsLoader(yaml: "", path: "", environment: [:])
    func digest(_ flag: String) throws -> String {
      try loaded.settings(for: nil, flags: [flag]).digest
    }
    #expect(try digest("run.workers=3") == Settings().digest)
    #expect(try digest("selection.count=3") != Settings().digest)
  }
}
