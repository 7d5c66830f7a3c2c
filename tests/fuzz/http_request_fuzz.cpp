#include "fuzz.hpp"

#include "toolkit/http/request_reader.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

using namespace toolkit::http;
using State = RequestReader::State;

namespace {

struct Outcome {
    std::vector<HttpRequest> requests = {};
    State state = State::head;
    int status = 0; // of the refusal

    bool operator==(const Outcome& other) const
    {
        const auto is_same = [](const HttpRequest& one, const HttpRequest& two) {
            return one.head.method == two.head.method && one.head.target == two.head.target
                && one.head.fields == two.head.fields
                && one.head.is_http_1_0 == two.head.is_http_1_0 && one.body == two.body;
        };
        return status == other.status
            && std::equal(requests.begin(), requests.end(), other.requests.begin(),
                other.requests.end(), is_same);
    }
};

}

// Removes a body in chunks from the beginning of a text, and returns the body. The size of a chunk
// ends at the first byte that is not a digit, and lines end with `newline`.
static std::string lenient_body(std::string_view& text, std::string_view newline)
{
    std::string body;
    const auto skip_line = [&] {
        const std::size_t end = text.find(newline);
        must(end != std::string_view::npos);
        const bool is_empty = end == 0 || text.substr(0, end) == "\r";
        text.remove_prefix(end + newline.size());
        return !is_empty;
    };
    for (std::size_t size = 1; size > 0;) {
        std::from_chars(text.data(), text.data() + text.size(), size, 16);
        skip_line();
        body += text.substr(0, size);
        text.remove_prefix(std::min(size, text.size()));
        if (size > 0)
            skip_line();
    }
    while (skip_line()) { }
    return body;
}

// Checks that lenient parsers find an equal body, with an equal end, in a body in chunks.
static void check_chunks(std::string_view text, const HttpRequest& request)
{
    for (const std::string_view newline : {"\r\n", "\n"}) {
        std::string_view rest = text;
        must(lenient_body(rest, newline) == request.body && rest.empty());
    }
}

static Outcome outcome(std::string_view input, std::size_t piece)
{
    constexpr std::size_t max_body = 100;
    const std::string_view all = input;
    std::size_t body = 0; // its offset
    RequestReader reader({.head_bytes = 300, .body_bytes = max_body});
    Outcome result;
    for (; !input.empty(); input.remove_prefix(std::min(piece, input.size()))) {
        reader.add(input.substr(0, piece));
        const auto read_bytes = [&] {
            return all.size() - input.size() + std::min(piece, input.size())
                - reader.waiting_bytes();
        };
        while (reader.state() == State::admission || reader.state() == State::whole)
            if (reader.state() == State::admission) {
                body = read_bytes();
                reader.read_body();
            } else {
                const std::size_t end = read_bytes();
                result.requests.push_back(reader.take());
                if (result.requests.back().head.has("transfer-encoding"))
                    check_chunks(all.substr(body, end - body), result.requests.back());
            }
        must(reader.state() == State::refused || reader.waiting_bytes() <= 5000 + piece);
    }
    result.state = reader.state();
    if (reader.state() == State::refused)
        result.status = reader.refusal().status;
    for (const HttpRequest& request : result.requests)
        must(request.body.size() <= max_body);
    return result;
}

// A stream of bytes is the same requests however it is cut, and each of them has one length that
// anybody would read: the length that is named, or that of its chunks.
void fuzz(std::string_view input)
{
    const Outcome whole = outcome(input, input.size());
    must(whole == outcome(input, 1));
    must(whole == outcome(input, 7));
    for (const HttpRequest& request : whole.requests) {
        const HttpHead& head = request.head;
        must(head.has("host") || head.is_http_1_0);
        must(!head.has("transfer-encoding") || !head.is_http_1_0);
        if (head.has("content-length"))
            must(std::to_string(request.body.size())
                == head.value("content-length")
                       .substr(std::min(head.value("content-length").find_first_not_of('0'),
                           head.value("content-length").size() - 1)));
        else
            must(request.body.empty() || head.has("transfer-encoding"));
        must(!head.has("content-length") || !head.has("transfer-encoding"));
    }
}
