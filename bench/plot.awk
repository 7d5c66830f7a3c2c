# Rows of a name, a ratio and perhaps the floor's, between tabs, become an SVG of bars, the floor a stroke in them; the line is where
# both take the same time.
function escaped(text) { gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); return text }
{ name[NR] = escaped($1); ratio[NR] = $2; floor[NR] = $3 }
END {
  row = 26; left = 190; unit = 420; height = NR * row + 60
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"760\" height=\"%d\" font-family=\"sans-serif\" font-size=\"13\">\n", height
  print "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
  print "<text x=\"10\" y=\"20\">Time of fs_search over that of ripgrep, turn by turn in one run; stroke: of a program that only reads all files in that sandbox</text>"
  for (at = 1; at <= NR; ++at) {
    y = 14 + at * row; width = ratio[at] > 1.25 ? 1.25 * unit : ratio[at] * unit
    printf "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", left - 8, y + 13, name[at]
    printf "<rect x=\"%d\" y=\"%d\" width=\"%.0f\" height=\"18\" fill=\"%s\"/>\n", left, y, width, ratio[at] <= 1 ? "#4477aa" : "#cc6677"
    if (floor[at] != "")
      printf "<line x1=\"%.0f\" x2=\"%.0f\" y1=\"%d\" y2=\"%d\" stroke=\"white\" stroke-width=\"2\"/>\n", left + floor[at] * unit, left + floor[at] * unit, y, y + 18
    printf "<text x=\"%.0f\" y=\"%d\">%.2f</text>\n", left + width + 6, y + 13, ratio[at]
  }
  printf "<line x1=\"%d\" x2=\"%d\" y1=\"34\" y2=\"%d\" stroke=\"black\"/>\n", left + unit, left + unit, height - 22
  printf "<text x=\"10\" y=\"%d\" font-size=\"11\">%s</text>\n</svg>\n", height - 8, escaped(machine)
}
