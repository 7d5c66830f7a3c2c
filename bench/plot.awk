# Rows of a name, a ratio and perhaps that of the lower bound, between tabs, become an SVG of bars. The
# lower bound is a stroke in its bar; the vertical line at 1.0 is where both programs take the same time.
# -v ours and -v peer name them; -v what is a sentence below the title.
function escaped(text) { gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); return text }
function text_at(x, y, attributes, text) {
  printf "<text x=\"%.0f\" y=\"%d\"%s>%s</text>\n", x, y, attributes, escaped(text)
}
function line(x, top, bottom, attributes) {
  printf "<line x1=\"%.0f\" x2=\"%.0f\" y1=\"%d\" y2=\"%d\" %s/>\n", x, x, top, bottom, attributes
}
{ name[NR] = $1; ratio[NR] = $2; bound[NR] = $3 }
END {
  row = 26; left = 190; unit = 420; width = 760; top = 72; bottom = top + NR * row + 4
  height = bottom + 64
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\"", width, height
  printf " viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"13\">\n", width, height
  print "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
  text_at(10, 22, " font-size=\"15\" font-weight=\"bold\"", "Time of " ours " divided by that of " peer)
  text_at(10, 42, " font-size=\"12\" fill=\"#444444\"", \
    "Both take turns in one run. " what)
  for (tick = 0; tick <= 5; ++tick)
    line(left + tick * unit / 4, top - 4, bottom, "stroke=\"#dddddd\"")
  for (at = 1; at <= NR; ++at) {
    y = top + (at - 1) * row
    bar = ratio[at] > 1.25 ? 1.25 * unit : ratio[at] * unit
    text_at(left - 8, y + 14, " text-anchor=\"end\"", name[at])
    printf "<rect x=\"%d\" y=\"%d\" width=\"%.0f\" height=\"18\" fill=\"%s\"/>\n", left, y, bar, \
      ratio[at] <= 1 ? "#4477aa" : "#cc6677"
    if (bound[at] != "")
      line(left + bound[at] * unit, y, y + 18, "stroke=\"white\" stroke-width=\"2\"")
  }
  line(left + unit, top - 8, bottom, "stroke=\"black\"")
  for (at = 1; at <= NR; ++at) # a number may be on the line
    text_at(left + (ratio[at] > 1.25 ? 1.25 : ratio[at]) * unit + 6, top + (at - 1) * row + 14, \
      " stroke=\"white\" stroke-width=\"4\" paint-order=\"stroke\"", sprintf("%.2f", ratio[at]))
  text_at(left + unit, top - 12, " text-anchor=\"middle\" font-size=\"12\"", "1.0: as long as " peer)
  for (tick = 0; tick <= 5; ++tick)
    text_at(left + tick * unit / 4, bottom + 16, " text-anchor=\"middle\" font-size=\"11\"", \
      sprintf("%.2f", tick / 4))
  text_at(left + unit / 2, bottom + 34, " text-anchor=\"middle\" font-size=\"11\"", \
    "time of " ours " / time of " peer "; less is faster")
  text_at(10, height - 8, " font-size=\"11\" fill=\"#444444\"", machine)
  print "</svg>"
}
