# In tmux no finished line is lost while the terminal is resized, and the terminal's modes are those
# of before, also after a screen that was killed.
. "$(dirname "$0")/../shell.sh"
needs tmux pgrep
if is_sanitized; then skip 'the sanitizers are too slow'; fi

mux() { tmux -S "$dir/socket" -f /dev/null "$@"; }
shown() { mux capture-pane -p -J -S -; }
wait_for() { # WORDS
  for _ in $(seq 200); do
    if shown | grep -q "$1"; then return; fi
    sleep 0.05
  done
  shown
  fail "it does not show '$1'"
}

at_end 'mux kill-server'
mux new-session -d -x 80 -y 24 "bash --norc"
mux set-option -g history-limit 10000

mux respawn-pane -k "'$bin/chat_engine' 100; exec sleep 100"
wait_for L5
for size in 50x20 110x30 64x12; do
  mux resize-window -x "${size%x*}" -y "${size#*x}"
  sleep 0.4
done
wait_for E99
shown > "$dir/lines"
for number in $(seq 0 99); do
  grep -q "\bL$number\b" "$dir/lines" || fail "line $number has lost its beginning"
  grep -q "\bE$number\b" "$dir/lines" || fail "line $number has lost its end"
done
while shown | grep -q 'working · '; do sleep 0.05; done # Ctrl-D ends no turn
mux send-keys C-d
wait_for 'modes: old, status 0'

mux send-keys -R # what the first one has written is not to be taken for the second's
mux clear-history
mux respawn-pane -k "'$bin/chat_engine' 1; exec sleep 100"
wait_for E0
engine=$(mux list-panes -F '#{pane_pid}')
engine=$(pgrep -P "$engine" chat_engine || echo "$engine")
kill -9 "$(pgrep -P "$engine" chat_engine)"
wait_for 'modes: old, status 137'
