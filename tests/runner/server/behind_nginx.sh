# The server works behind nginx with default settings, which sends requests in HTTP/1.0 and closes
# each connection.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
PATH=$PATH:/usr/sbin
needs nginx
says hello > "$dir/talk"
serve --replay "$dir/talk"
front=$dir/run/nginx.sock
cat > "$dir/nginx.conf" << END
daemon off;
master_process off;
pid $dir/nginx.pid;
error_log $dir/nginx.err;
events {}
http {
  access_log off;
  client_body_temp_path $dir/body;
  proxy_temp_path $dir/proxy;
  fastcgi_temp_path $dir/fastcgi;
  uwsgi_temp_path $dir/uwsgi;
  scgi_temp_path $dir/scgi;
  server {
    listen unix:$front;
    location / { proxy_pass http://unix:$socket:; }
  }
}
END
nginx -p "$dir" -c "$dir/nginx.conf" 2> "$dir/nginx.start" &
nginx=$!
at_end 'kill -QUIT $nginx 2> /dev/null'
for _ in $(seq 500); do
  [ ! -S "$front" ] || break
  kill -0 "$nginx" 2> /dev/null || fail "nginx: $(cat "$dir/nginx.start")"
  sleep 0.02
done
socket=$front
ask GET /healthz
is 200 '.status == "ok"' 'health'
ask POST /v1/runs '{"prompt":"hello"}' -H 'Prefer: wait=20'
is 200 '.result.answer == "hello"' 'a run'
ask POST /v1/runs '{"prompt":"hello"}' -H 'Transfer-Encoding: chunked'
is 201 '.id | length == 26' 'a body in chunks'
id=$(jq -r .id <<< "$answer")
[ "$(events | tail -1 | jq -r .run.result.answer)" = hello ] || fail "a stream: $(events)"
stop
[ "$status" = 0 ] || fail "it ends with $status"
