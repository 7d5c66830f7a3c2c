#pragma once

#include "toolkit/http/http_message.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace toolkit::http {

// Reads requests from what arrives on a connection. It takes HTTP/1.1 alone, and no message that
// two readers could understand in two ways: lines end with CRLF, no line is folded, a body has one
// length or is in chunks, without extensions and trailers, and never both.
class RequestReader {
public:
    struct Limits {
        std::size_t head_bytes = 16 << 10;
        std::size_t body_bytes = 1 << 20;
    };

    // `user` is in each head.
    explicit RequestReader(Limits limits, std::optional<uid_t> user = {});

    enum class State {
        head, // of which more has to come
        admission, // the head is whole, and the body is not looked at
        body, // of which more has to come
        whole,
        refused, // nothing after it can be understood
    };
    State state() const { return current; }

    // Bytes that have arrived. What is after a request is kept for the next one.
    void add(std::string_view bytes);

    // From `admission` on.
    const HttpHead& head() const { return request.head; }

    // In the state `admission`: a body follows; and it may come.
    bool has_body() const;
    void read_body();

    // In the state `whole`: the request. The next one is read then.
    HttpRequest take();

    // In the state `refused`.
    const HttpResponse& refusal() const { return answer; }

    // How much is here that has not been understood yet, and how much of the body has been.
    std::size_t waiting_bytes() const { return buffer.size(); }
    std::size_t body_bytes() const { return request.body.size(); }

private:
    void read_head();
    void parse_head(std::string_view text);
    void continue_body();
    void read_chunks();
    std::string too_large() const;
    void refuse(int status, const std::string& why);

    Limits limits;
    std::optional<uid_t> user;
    State current = State::head;
    std::string buffer;
    std::size_t searched = 0; // of the buffer, for the end of the head
    HttpRequest request;
    std::uint64_t length = 0; // of a body that is not in chunks
    std::optional<ChunkedBody> chunks = {};
    HttpResponse answer;
};

}
