# What can be understood in two ways is 400, and the connection is closed with what follows unread.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
needs python3
says hello > "$dir/talk"
serve --replay "$dir/talk"
python3 - "$socket" << 'END' > "$dir/out" 2>&1 || fail "$(cat "$dir/out")"
import socket, sys
post = b"POST /v1/runs HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"
smuggled = b"DELETE /v1/sessions/x HTTP/1.1\r\nHost: h\r\n\r\n"
chunked = post + b"Transfer-Encoding: chunked\r\n"
for name, text in {
    "both lengths": chunked + b"Content-Length: 2\r\n\r\n0\r\n\r\n",
    "two lengths": post + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    "two equal lengths": post + b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
    "a bare LF": post + b"X: a\nContent-Length: 2\r\n\r\n{}",
    "a folded line": post + b"X: a\r\n Content-Length: 2\r\n\r\n{}",
    "a bare LF in an extension": chunked + b"\r\n2;a\n{}\r\n0\r\n\r\n",
    "a bare CR in an extension": chunked + b"\r\n2;a\rb\r\n{}\r\n0\r\n\r\n",
    "an empty extension": chunked + b"\r\n2;\r\n{}\r\n0\r\n\r\n",
    "a blank after a size": chunked + b"\r\n2 \r\n{}\r\n0\r\n\r\n",
    "a bare LF in a trailer": chunked + b"\r\n2\r\n{}\r\n0\r\nX: a\n\r\n\r\n",
    "a folded trailer": chunked + b"\r\n2\r\n{}\r\n0\r\nX: a\r\n b\r\n\r\n",
    "a length as a trailer": chunked + b"\r\n2\r\n{}\r\n0\r\nContent-Length: 2\r\n\r\n",
    "an empty line with a bare LF": b"\n" + post + b"Content-Length: 2\r\n\r\n{}",
    "NUL": post + b"X: a\0b\r\nContent-Length: 2\r\n\r\n{}",
    "whitespace before a colon": post + b"Content-Length : 2\r\n\r\n{}",
    "chunks in HTTP/1.0": chunked.replace(b"HTTP/1.1", b"HTTP/1.0") + b"\r\n0\r\n\r\n",
    "another encoding": post + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
}.items():
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(10)
    client.connect(sys.argv[1])
    client.sendall(text + smuggled)
    answer = b""
    while piece := client.recv(1 << 16):
        answer += piece
    assert answer.startswith(b"HTTP/1.1 400 "), (name, answer)
    assert answer.count(b"\r\nDate: ") == 1, (name, answer)
END
stop
[ "$status" = 0 ] || fail "it ends with $status"
