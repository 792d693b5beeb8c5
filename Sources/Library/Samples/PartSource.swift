/// Where parts come from, and why it failed: its errors are not the library's.
final class PartSource<Part> {
  private struct TakingFailed: Error {
    let error: any Error
  }

  private let parts: (Int, (Part) throws -> Void) throws -> Void
  /// What handing over threw.
  private(set) var failure: (any Error)?

  init(parts: @escaping (Int, (Part) throws -> Void) throws -> Void) {
    self.parts = parts
  }

  /// Notes why what it gives is not stored.
  func refuse(_ refusal: StoreRefusal) { failure = refusal }

  /// Hands over the parts of what has an index; the same at every call.
  func each(of index: Int, _ take: (Part) throws -> Void) throws {
    do {
      try parts(index) { part in
        do { try take(part) } catch { throw TakingFailed(error: error) }
      }
    } catch let failed as TakingFailed {
      throw failed.error
    } catch {
      failure = error
      throw error
    }
  }
}
