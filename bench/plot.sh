# Sourced by the benches that draw: draw ROWS OURS PEER SENTENCE prints the plot of bench/plot.awk.
draw() {
  local processor system
  processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
  system=$(. /etc/os-release && echo "$PRETTY_NAME")
  awk -F '\t' -v machine="$(uname -m), $(nproc) processors, $processor, $system" \
    -v ours="$2" -v peer="$3" -v what="$4" -f "$source/bench/plot.awk" "$1"
}
