import Crypto
import Foundation

/// SHA-256 as text.
enum Digest {
  static func text(_ data: Data) -> String {
    SHA256.hash(data: data).map { byte in
      let hex = String(byte, radix: 16)
      return byte < 16 ? "0" + hex : hex
    }.joined()
  }

  static func text(_ string: String) -> String { text(Data(string.utf8)) }
}
