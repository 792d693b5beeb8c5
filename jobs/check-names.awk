# Types stand where their names say: complains of those that do not, a line each.
#
# A file of Swift is named for a type that it declares or extends (X.swift, X+Part.swift), or for
# the word that most names of its types begin or end with. A further type that is not private
# is used there or has such a name as well.

FNR == 1 { if (NR > 1) check(); begin() }
{
  text[FNR] = $0
  if (!inside && $0 !~ /^[@a-z ]*import / && match($0, /^(@[A-Za-z]+(\([^)]*\))? )*([a-z]+ )*(struct|enum|class|actor|protocol|extension) [A-Za-z0-9_.]+/)) declare()
  if (inside && ($0 ~ /^}/ || FNR == first[count] && $0 ~ /[{].*}$/)) { last[count] = FNR; inside = 0 }
  if ($0 ~ /^(\/\/\/|@)/) { if (!documented) documented = FNR } else documented = 0
  lines = FNR
}
END { if (NR) check(); exit failed }

function begin() {
  count = inside = documented = 0
  path = FILENAME
  stem = path
  sub(/.*\//, "", stem); sub(/\.swift$/, "", stem); sub(/\+.*/, "", stem)
}

function declare(  words, amount) {
  amount = split(substr($0, RSTART, RLENGTH), words, " ")
  count++
  name[count] = words[amount]
  isExtension[count] = words[amount - 1] == "extension"
  isPrivate[count] = $0 ~ /^([a-z@A-Z]+ )*(file)?private /
  first[count] = documented ? documented : FNR
  inside = 1
  # A declaration on one line ends on it.
  if ($0 ~ /[{].*}$/) { last[count] = FNR; inside = 0 }
}

function check(  i, isNamed, types, kin) {
  for (i = 1; i <= count; i++) {
    if (isOwn(name[i])) { isNamed = 1; continue }
    if (isExtension[i]) continue
    types++
    if (isKin(name[i])) kin++
    if (isPrivate[i]) continue
    if (!isKin(name[i]) && !isUsed(i)) complain(i, "is not used in this file, and has not its name")
  }
  if (count && !isNamed && (!types || kin * 2 < types)) {
    print path ": declares and extends no type of its name"
    failed = 1
  }
}

function complain(i, what) { print path ":" first[i] ": " name[i] " " what; failed = 1 }

# A type of the file's name, or one whose name begins with it; of nested ones the last.
function isOwn(type) {
  if (index(type, stem) == 1) return 1
  sub(/.*\./, "", type)
  return singular(type) == singular(stem)
}

function isKin(type) {
  return begins(type) == begins(stem) || ends(type) == ends(stem) \
    || substr(type, length(type) - length(stem) + 1) == stem
}

function begins(type) {
  match(type, /^([A-Z][a-z]+|[A-Z]+|[a-z]+)/)
  return singular(substr(type, 1, RLENGTH))
}

function ends(type) {
  match(type, /([A-Z][a-z]+|[A-Z]+|[a-z]+)[0-9]*$/)
  return singular(substr(type, RSTART))
}

function singular(word) { sub(/s$/, "", word); return word }

# Whether the rest of the file speaks of the type, or the type of the file's own.
function isUsed(i,  line, isInside) {
  for (line = 1; line <= lines; line++) {
    isInside = line >= first[i] && line <= last[i]
    if (mentions(text[line], isInside ? stem : name[i])) return 1
  }
  return 0
}

function mentions(line, word) {
  sub(/\/\/.*/, "", line)
  return line ~ "(^|[^A-Za-z0-9_])" word "([^A-Za-z0-9_]|$)"
}
