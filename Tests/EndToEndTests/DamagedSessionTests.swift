import TestMaterial
import Testing

/// Damaged samples are reported with a remedy, and importing the file again repairs them.
@Suite(.waitsForPrograms) struct DamagedSessionTests {
  @Test func importingAgainRepairsADamagedSession() throws {
    let library = try TestLibrary.afterFirstRun()
    // The samples are valid but belong to another viewer.
    _ = try library.rows(
      """
      UPDATE samples SET columns = (SELECT columns FROM samples WHERE session = 2)
      WHERE session = 1 RETURNING 1
      """)
    let label = try library.rows("SELECT substr(pseudonym, 1, 10) FROM session WHERE id = 1")[0]
    #expect(try library.gazecut("status", "--sessions", "walk", "--verbose").output.contains(label))
    let checked = try library.gazecut("check")
    #expect(checked.status == 65 && checked.errors.contains("session \(label) of walk"))
    try library.write(
      "gazecut.yaml", TestLibrary.quickSettings + "\nselection.emotions: {happy: 1}\n")
    let failed = try library.gazecut("run")
    #expect(failed.status == 65, "\(failed.status)")
    #expect(failed.errors.contains("session \(label) of walk"), "\(failed.errors)")
    let advised = try library.gazecut("remove", "walk", "--session", label, "--dry-run")
    #expect(advised.status == 0, "\(advised.errors)")

    let again = try library.importAudience(.walk())
    #expect(again.output.contains("damaged, repaired"), "\(again.output)")
    #expect(try library.gazecut("check").status == 0)
    #expect(try library.gazecut("run").status == 0)
    let third = try library.importAudience(.walk())
    #expect(!third.output.contains("damaged") && third.output.contains("already has it"))
  }
}
