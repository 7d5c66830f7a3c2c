"""Forwards connections to a Unix socket, and cuts them: cutting.py SERVER SOCKET

Listens at SOCKET and connects to SERVER. Cuts the first connection after 500 bytes from SERVER, and
doubles this limit with each connection. The tenth connection has the limit of 500 bytes again.
"""
import itertools, socket, sys, threading


def start(work, *arguments):
    threading.Thread(target=work, args=arguments, daemon=True).start()


def copy(source, target):
    try:
        while data := source.recv(65536):
            target.sendall(data)
    except OSError:  # the other direction was cut
        pass


def pass_on(client, left):
    with client, socket.socket(socket.AF_UNIX) as server:
        server.connect(sys.argv[1])
        start(copy, client, server)
        try:
            while left and (data := server.recv(left)):
                client.sendall(data)
                left -= len(data)
            client.shutdown(socket.SHUT_RDWR)
        except OSError:  # the client has disconnected
            pass


listening = socket.socket(socket.AF_UNIX)
listening.bind(sys.argv[2])
listening.listen()
for count in itertools.count():
    start(pass_on, listening.accept()[0], 500 << count % 9)
