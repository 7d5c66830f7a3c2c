# A command without a sandbox can kill the supervisor of the run: then the commands that it held are
# gone, and the next call that asks for one has another.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
marker=14142$$
manifest unrestricted
sed -i "s|\"command\":\[\"[^\"]*\"|&,\"--env=MARK$marker\"|" "$dir/tools.json"
cat > "$work/kill.sh" <<END
for place in /proc/[0-9]*; do
  line=\$(tr '\\0' ' ' < \$place/cmdline 2> /dev/null)
  case \$line in
  *--env=MARK$marker*--background=serve*) kill -9 \${place#/proc/} && echo killed ;;
  esac
done
exit 0
END
ask '{"cmd":"sleep","args":["'$marker'"],"background":"first"}' '{"cmd":"sh","args":["kill.sh"]}' \
  '{"background":"first"}' '{"command":"echo again; exec sleep 1000","background":"first"}' \
  '{"list":true}'
has 1 '"state":"running"'
has 2 'killed'
has 3 '"code":"NOT_FOUND"'
has 4 '"state":"running"'
has 5 '{"running":["first"],"ended":[]}'
! grep -aq "^sleep.$marker" /proc/[0-9]*/cmdline 2> /dev/null || fail "the first is left"
