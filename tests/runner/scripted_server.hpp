#pragma once

#include "toolkit/system/file.hpp"

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <openssl/ssl.h>

using namespace toolkit::system;

// What the server does with one request.
struct ScriptedReply {
    int status = 200;
    std::string body;
    std::vector<std::string> headers = {};
    bool is_chunked = false;
    bool is_closed = false; // half of the body, then the connection closes
    bool is_never = false; // nothing, until the client goes
    bool is_stalling = false; // half of the body, and nothing more
    bool is_raw = false; // the body alone
    bool is_stream = false; // of events
    bool is_dripping = false; // a byte at a time, slowly
    int pause = 0; // after each event of a stream, in ms
};

class Stream;

struct ReceivedRequest {
    std::string head;
    std::string body;
};

// An HTTP server on 127.0.0.1, one connection at a time, that answers the n-th request with the
// n-th reply, and remembers the requests. A GET gets 404, and does not count.
class ScriptedServer {
public:
    ScriptedServer();
    ~ScriptedServer();
    ScriptedServer(const ScriptedServer&) = delete;
    ScriptedServer& operator=(const ScriptedServer&) = delete;

    // From now on TLS, with a self-signed certificate for this name (127.0.0.1 or a host), written
    // to `certificate`.
    void speak_tls(const std::string& name, const std::string& certificate);

    std::string address() const; // 127.0.0.1:PORT

    void start(std::vector<ScriptedReply> replies);

    // How many requests have come so far.
    std::size_t asked() const { return count; }

    // On how many connections they came.
    std::size_t connections() const { return connection_count; }

    // Ends the server's thread, and gives what was asked.
    std::vector<ReceivedRequest> stop();

private:
    void serve();
    void talk(int connection);
    bool has_next(int connection) const;
    bool answer(Stream& stream);

    File listener;
    File stop_read;
    File stop_write;
    std::unique_ptr<SSL_CTX, void (*)(SSL_CTX*)> tls;
    std::thread thread;
    std::vector<ScriptedReply> script;
    std::vector<ReceivedRequest> requests;
    std::atomic<std::size_t> count = 0;
    std::atomic<std::size_t> connection_count = 0;
};
