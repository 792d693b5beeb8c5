import Testing

/// The search for started programs in Swift files and shell scripts.
@Suite struct StartedProgramsTests {
  @Test(arguments: [
    (#"try Program.runTool("ffprobe", ["-v"])"#, ["ffprobe"]),
    ("try Program.runTool(\n  \"xmllint\",\n [])", ["xmllint"]),
    (#"ExternalProgram("melt").run(["x"])"#, ["melt"]),
    (#".enabled(if: ExternalProgram.isInstalled("otiocat"))"#, ["otiocat"]),
    (#"start("/usr/bin/flock", ["-x", folder, "sleep", "20"])"#, ["flock", "sleep"]),
    (#"runTool("prlimit", ["--as=9", Program.path, "run"])"#, ["prlimit"]),
    (
      #"start("/bin/sh", ["-c", "mkfifo \(path) && cat <\(path) | wc -l"])"#,
      ["sh", "mkfifo", "cat", "wc"]
    ),
    (#"URL(fileURLWithPath: "/bin/gzip")"#, ["gzip"]),
    (#"let text = "ffmpeg says so""#, []),
  ])
  func programsInSwiftFilesAreFound(text: String, programs: [String]) {
    #expect(StartedPrograms.inSwift(text) == Set(programs))
  }

  @Test(arguments: [
    ("mv a b; rm -f c && ls | wc -l", ["mv", "rm", "ls", "wc"]),
    (
      "x=$(stat -c %s \"$f\") # and cut\nif ! grep -q x \"$(readlink f)\"; then :; fi",
      ["stat", "grep", "readlink"]
    ),
    ("find . -print0 | sort -z |\n  xargs -0 swiftc -o x", ["find", "sort", "xargs", "swiftc"]),
    ("say() { echo 'tar it'; }\nsay it\n\"$out/fuzz\" -x", []),
    ("flags=(-a b\n  -c d)\nenv A=1 nice -n 5 sed 's/a;b/c/' >cat", ["env", "nice", "sed"]),
    ("cat <<'E'\nrm -rf\nE\ntr a b <file", ["cat", "tr"]),
    ("case \"$x\" in\n  \"\") cp a b ;;\n  --y | -z) mkdir c ;;\nesac", ["cp", "mkdir"]),
    ("while read -r l; do :; done < <(git ls-files | awk '\n  { print }')", ["git", "awk"]),
    ("\"${as_root[@]}\" apt-get install x", ["apt-get"]),
  ])
  func programsInShellScriptsAreFound(text: String, programs: [String]) {
    #expect(ShellText(text).programs == Set(programs))
  }
}
