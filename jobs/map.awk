# One line a file: its path, and the first sentence of what each of its types, named numbers and
# defaults says of itself; of a file without these, of its members. Commands say their abstracts,
# settings their names.
function told() {
  if (file != "") print file ": " (types != "" ? types : members)
}
function sentence(text) {
  sub(/^[ \t]*\/\/\/ ?/, "", text)
  return text
}
function joined(list, text) { return list (list == "" ? "" : " | ") text }
FNR == 1 { told(); file = FILENAME; types = members = doc = ""; isOpen = 0 }
/^[ \t]*\/\/\// {
  if (!isOpen) { doc = sentence($0); isOpen = goesOn = 1 }
  else if (goesOn && doc !~ /[.:]$/ && $0 !~ /\/\/\/[ \t]*(-.*)?$/) doc = doc " " sentence($0)
  else goesOn = 0
  next
}
/^ *abstract: "/ { sub(/^ *abstract: "/, ""); sub(/".*/, ""); types = joined(types, $0) }
/^ *"[a-z]+\.[A-Za-z]+",/ { sub(/^ *"/, ""); sub(/".*/, ""); types = joined(types, $0) }
/^[ \t]*@/ { next }
{
  isOpen = 0
  if (doc == "") next
  declaration = $0
  gsub(/(package|private|fileprivate|final|indirect) /, "", declaration)
  if (declaration ~ /^ ? ?((struct|enum|class|actor|protocol|extension) |(static )?(let|var) [^{]*= )/)
    types = joined(types, doc)
  else members = joined(members, doc)
  doc = ""
}
END { told() }
