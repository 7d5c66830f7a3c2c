# awk -v date=YYYY-MM-DD -f man_page.awk: gives a page as agentcli prints it the form that mandoc
# asks for: a date, a title in capitals, and lines of at most 80 bytes. man shows the same text.
/^\.TH / {
  $2 = toupper($2)
  sub(/""/, "\"" date "\"")
  print
  next
}
/^\.nf/ { is_verbatim = 1 }
/^\.fi/ { is_verbatim = 0 }
/^[. \t']/ || is_verbatim { print; next }
{
  line = ""
  for (i = 1; i <= NF; ++i) {
    if (line != "" && length(line) + length($i) + 3 > 80) {
      print line (line ~ /[.?!]$/ ? "\\&" : "") # not the end of a sentence for roff
      line = ($i ~ /^[.']/ ? "\\&" : "") $i
    } else
      line = line == "" ? $i : line " " $i
  }
  print line
}
