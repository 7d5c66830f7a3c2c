#pragma once

#include "toolkit/http/chunked_body.hpp"
#include "toolkit/http/http_message.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace toolkit::http {

// Reads requests from the bytes that arrive on a connection. Accepts HTTP/1.0 and 1.1, and no
// message that two implementations could read differently: lines must end with CRLF and must not be
// folded; a body has either one length or, in HTTP/1.1, chunks. Skips a few empty lines before a
// request (RFC 9112, section 2.2).
class RequestReader {
public:
    struct Limits {
        std::size_t head_bytes = 16 << 10;
        std::size_t body_bytes = 1 << 20;
    };

    // `user` is copied to each head.
    explicit RequestReader(Limits limits, std::optional<uid_t> user = {});

    enum class State {
        head, // more of the head has to arrive
        admission, // the head is complete; the body has not been read
        body, // more of the body has to arrive
        whole,
        refused, // nothing after it can be understood
    };
    State state() const { return current; }

    // Adds bytes that have arrived. Bytes after a request are kept for the next one.
    void add(std::string_view bytes);

    // To be called in the state `admission` or later.
    const HttpHead& head() const { return request.head; }

    // To be called in the state `admission`: return whether a body follows, and start reading it.
    bool has_body() const;
    void read_body();

    // To be called in the state `whole`: returns the request and starts reading the next one.
    HttpRequest take();

    // To be called in the state `refused`.
    const HttpResponse& refusal() const { return answer; }

    // Return how many bytes have not been parsed yet, and how many of the body have been.
    std::size_t waiting_bytes() const { return buffer.size(); }
    std::size_t body_bytes() const { return request.body.size(); }

private:
    void read_head();
    void skip_empty_lines();
    void parse_head(std::string_view text);
    void continue_body();
    void read_chunks();
    void refuse(int status, const std::string& why, const std::string& hint = {});
    void refuse_body();

    Limits limits;
    std::optional<uid_t> user;
    State current = State::head;
    std::string buffer;
    std::size_t empty_lines = 0; // before the request
    std::size_t searched = 0; // bytes of the buffer that were searched for the end of the head
    HttpRequest request;
    std::uint64_t length = 0; // length of a body without chunks
    std::optional<ChunkedBody> chunks = {};
    HttpResponse answer;
};

}
