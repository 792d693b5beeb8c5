import Media

extension Door {
  static func copying(_ folder: String) -> [Door] {
    let path = folder + "/copied.mp4"
    return [
      Door(name: "copy a stretch") { info throws(MediaError) in
        try StreamCopy(info).write(from: 0.2, to: 0.7, crop: crop(of: info), to: path)
        try StreamCopy(info).write(
          from: 0, to: 0.5, crop: crop(of: info), sound: encodedSound(info),
          metadata: [.init("title", "a title that is longer than a word")], to: path)
      },
      Door(name: "refuse copies") { info throws(MediaError) in
        let copy = try StreamCopy(info)
        var large = crop(of: info)
        large.width += 4096
        var negative = crop(of: info)
        negative.y = -4
        for (what, crop) in [("a crop of more than all", large), ("a crop above", negative)] {
          try refuse(what) { () throws(MediaError) in
            try copy.write(from: 0.2, to: 0.7, crop: crop, to: path)
          }
        }
        for place in [folder + "/none/a.mp4", "/dev/full"] {
          try refuse("place '\(place)'") { () throws(MediaError) in
            try copy.write(from: 0.2, to: 0.7, crop: crop(of: info), to: place)
          }
        }
        try refuse("a stretch behind the end") { () throws(MediaError) in
          try copy.write(from: 1e6, to: 1e6 + 1, crop: crop(of: info), to: path)
        }
        try refuse("a copy that is stopped") { () throws(MediaError) in
          try copy.write(
            from: 0.2, to: 0.7, crop: crop(of: info), to: path, isCancelled: { true })
        }
      },
    ]
  }

  private static func crop(of info: MediaInfo) -> CodedCrop {
    CodedCrop(
      x: 0, y: 0, width: 64, height: 48,
      picture: (info.video.codedWidth, info.video.codedHeight))
  }

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
        _ = (AtomicFile.size(path), TemporaryName.isLeftOver(".tmp-a-b-c", age: 9))
      }
    ]
  }
}
