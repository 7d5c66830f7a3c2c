# The page of examples/web, behind nginx and in Chromium as its README starts them: a user logs in,
# sees text as it comes, approves a change, and loses nothing when the connection is cut or the page
# is loaded again. AGENTCLI_PICTURES names a directory for pictures of it. It is skipped without
# these programs: CI does not install a browser for it.
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/../runner/server/server.bash"
web=$source/examples/web
! grep -nE 'innerHTML|outerHTML|insertAdjacent|document\.write|eval\(' "$web/page/page.js" ||
  fail 'the page makes HTML of text'
! grep -nE '<script>|style=| on[a-z]+=|https?:' "$web/page/index.html" ||
  fail 'the page has what its policy forbids'
needs chromium nginx openssl python3
exec 3< <(exec python3 "$source/tests/docs/page/model.py" "$dir")
at_end "kill $!"
read -r model <&3
export OAI_BASE_URL=http://127.0.0.1:$model/v1 OAI_MODEL=script PATH="$bin:$PATH"
mkdir "$HOME/project"
echo 'One kettle' > "$HOME/project/notes.txt"
cp -r "$web" "$dir/web"
cd "$dir/web"

# The commands of the README, with a password, and with free ports.
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0))
print(s.getsockname()[1])')
awk '$0 == "```" { inside = 0 } inside; $0 == "```text" { inside = 1 }' README.md |
  sed "s/openssl passwd -6/& secret/; s/:8080/:$port/; s/:8090/:0/" > commands
grep -vE '^(agentcli|nginx) ' commands > first
. ./first
[ "$(stat -c %a tokens users token.conf | sort -u)" = 600 ] || fail 'others can read the secrets'
eval "serve $(sed -n 's/^agentcli serve --\(.*\) &$/--\1/p' commands)"
url=$(jq -r '.listen[0].url' "$dir/listening")
sed -i "s/127.0.0.1:8080/127.0.0.1:$port/; s|http://127.0.0.1:8090|$url|" nginx.conf
as_root=
[ "$(id -u)" != 0 ] || as_root='-g "user root;"'
cat > "$dir/nginx" << END
cd "$dir/web" || exit 1
case \$1 in
stop) kill -TERM \$(cat nginx.pid) && while [ -e nginx.pid ]; do sleep 0.02; done ;;
start) $(grep '^nginx ' commands) $as_root ;;
esac
END
at_end 'sh "$dir/nginx" stop 2> /dev/null'
sh "$dir/nginx" start

code() { curl -sS --max-time 10 -o out -D "$dir/fields" -w '%{http_code}' "$@"; }
[ "$(code "http://127.0.0.1:$port/v1/runs")" = 401 ] || fail 'nobody has logged in'
me=(-u me:secret)
[ "$(code "${me[@]}" "http://127.0.0.1:$port/v1/runs")" = 200 ] || fail 'the token is not added'
[ "$(code "${me[@]}" -H 'Origin: http://evil.example' "http://127.0.0.1:$port/v1/runs")" = 403 ] ||
  fail 'another origin'
[ "$(code "${me[@]}" "http://127.0.0.1:$port/")" = 200 ] || fail 'there is no page'
[[ $(field content-security-policy) == "default-src 'none'; script-src 'self';"* ]] ||
  fail 'the page has no policy'
for file in tokens users token.conf nginx.conf; do
  [ "$(code "${me[@]}" "http://127.0.0.1:$port/$file")" = 404 ] || fail "$file is served"
done

[ -z "${AGENTCLI_PICTURES:-}" ] || ln -s "$AGENTCLI_PICTURES" "$dir/pictures"
python3 -B "$source/tests/docs/page/conversation.py" chromium "http://127.0.0.1:$port/" "$dir" \
  > out 2>&1 || fail 'the conversation'
[ "$(cat "$HOME/project/notes.txt")" = 'Two kettles' ] || fail 'nothing was changed'
stop
[ "$status" = 0 ] || fail "the server ends with $status"
