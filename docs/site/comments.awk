# Makes the comments of a header those that Doxygen reads: the first ones are about the file, a comment behind a
# declaration is about that, every other one about what follows. Examples, indented, stay as they are.
FNR == 1 { print "/// \\file"; print "///" }
/^ *\/\/ *=/ { print; next }
/^ *\/\// {
  at = index($0, "//")
  text = substr($0, at + 2)
  gsub(/\\/, "\\\\", text)
  gsub(/</, "\\<", text)
  gsub(/>/, "\\>", text)
  gsub(/@/, "\\@", text)
  gsub(/#/, "\\#", text)
  print substr($0, 1, at - 1) "///" text
  next
}
/[;,{]  *\/\/ / {
  at = match($0, /  *\/\/ /)
  text = substr($0, at + RLENGTH)
  gsub(/</, "\\<", text)
  gsub(/>/, "\\>", text)
  gsub(/@/, "\\@", text)
  gsub(/#/, "\\#", text)
  print substr($0, 1, at - 1) "  ///< " text
  next
}
{ print }
