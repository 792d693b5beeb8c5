extension MediaInfo {
  /// Counts the packets of the picture stream: the frames of a file, without decoding them.
  ///
  /// - Throws: `invalidData` when a packet is damaged or cut short.
  package func countPictures() throws(MediaError) -> Int {
    let file = try InputFile(path: path)
    let packet = try Packet()
    var count = 0
    while try file.read(into: packet) {
      guard packet.stream == video.stream else { continue }
      guard !packet.isCorrupt else {
        throw MediaError(
          .invalidData, operation: "use", path: path, detail: "picture \(count) is damaged")
      }
      count += 1
    }
    return count
  }
}
