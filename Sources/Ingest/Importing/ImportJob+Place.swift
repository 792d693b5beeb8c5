import Foundation
import Importers
package import Intake
import Library
import Settings
import Workspace

extension ImportJob {
  /// What a file is that a person imports out of a place of `timelines:`; `nil` for any other.
  package func place(of file: String) -> IntakeItem? {
    let path = FileLabel.path(file)
    let places = (try? Places.all(library.settings.places, in: library.path)) ?? []
    let now = Date().timeIntervalSince1970
    return places.lazy.compactMap { ($0 as? FolderPlace)?.item(at: path, now: now) }.first
  }

  /// The same job for one such file, whose path says what it says to an intake; that has nothing
  /// left to do about it.
  package func placed(_ item: IntakeItem) -> ImportJob {
    var job = self
    // What a person says of names goes over it.
    if options.viewerFolder == 0, !options.isFileNameTrusted { job.options.path = item.words }
    job.record = IntakeRecord(
      identity: item.identity, token: item.token, state: IntakeStanding.State.taken.rawValue,
      label: item.label, since: Date())
    return job
  }
}
