/// What libass said of letters that no font on this machine has, which it would draw as boxes.
package enum MissingLetters {
  /// The letters that were missed on this thread since this was last asked.
  ///
  /// What shows nothing anyway (joiners, variation selectors) is left out.
  package static func take() -> Set<Unicode.Scalar> {
    LibavLog.takeMissingGlyphs().filter { scalar in
      !scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isWhitespace
    }
  }
}
