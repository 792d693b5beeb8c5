import Media

extension Door {
  static func files(_ folder: String) -> [Door] {
    [
      Door(name: "put files in place") { _ throws(MediaError) in
        let path = folder + "/file"
        try AtomicFile.write([1, 2, 3], to: path)
        _ = try AtomicFile.link(path + "-link", to: "file")
        try refuse("a folder that is missing") { () throws(MediaError) in
          try AtomicFile.write([1], to: folder + "/none/file")
        }
        try refuse("a writer's error") { () throws(MediaError) in
          try AtomicFile.replace(path) { _ throws(MediaError) in
            throw MediaError(.outOfSpace, operation: "write", path: path)
          }
        }
        _ = (AtomicFile.size(path), TemporaryName.isStale(".tmp-a-b-c", age: 9))
      }
    ]
  }
}
