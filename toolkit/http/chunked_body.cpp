#include "toolkit/http/chunked_body.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/text/contains.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace toolkit::http {

static constexpr std::string_view newline = "\r\n";
static constexpr std::string_view token_signs = "!#$%&'*+-.^_`|~";
static constexpr std::string_view digits = "0123456789abcdefABCDEF";
static constexpr std::size_t max_digits = 16;

static bool is_text(std::string_view text)
{
    constexpr char del = 0x7f;
    return std::all_of(text.begin(), text.end(), [](char letter) {
        return letter == '\t' || (static_cast<unsigned char>(letter) >= ' ' && letter != del);
    });
}

// Each of these functions removes a part from the beginning of a text. Returns false if the text
// does not begin with this part.

static bool skip_sign(std::string_view& text, char sign) // may have white space around it
{
    constexpr std::string_view spaces = " \t";
    const std::size_t at = text.find_first_not_of(spaces);
    if (at == std::string_view::npos || text[at] != sign)
        return false;
    text.remove_prefix(at + 1);
    text.remove_prefix(std::min(text.find_first_not_of(spaces), text.size()));
    return true;
}

static bool skip_token(std::string_view& text)
{
    const std::size_t size = text::name_length(text, token_signs);
    text.remove_prefix(size);
    return size > 0;
}

static bool skip_quoted(std::string_view& text)
{
    if (!text.starts_with('"'))
        return false;
    for (std::size_t at = 1; at < text.size(); ++at) {
        if (text[at] == '"') {
            text.remove_prefix(at + 1);
            return true;
        }
        at += text[at] == '\\' ? 1 : 0;
    }
    return false;
}

// Returns true for the extensions of a chunk: ;NAME, ;NAME=TOKEN and ;NAME="TEXT".
static bool are_extensions(std::string_view text)
{
    if (!is_text(text))
        return false;
    while (!text.empty()) {
        if (!skip_sign(text, ';') || !skip_token(text))
            return false;
        std::string_view value = text;
        if (!skip_sign(value, '='))
            continue;
        if (!skip_token(value) && !skip_quoted(value))
            return false;
        text = value;
    }
    return true;
}

static bool is_harmless_trailer(std::string_view line)
{
    static constexpr std::array<std::string_view, 3> decisive {
        "content-length", "transfer-encoding", "host"};
    const std::size_t size = text::name_length(line, token_signs);
    return size > 0 && line.substr(size).starts_with(':') && is_text(line)
        && !text::contains(decisive, text::in_lower_case(line.substr(0, size)));
}

// Ends reading: sets the state, and returns false.
bool ChunkedBody::set_end(State end)
{
    state = end;
    return false;
}

// Returns the line at the beginning of a text, without its CRLF. Returns nullopt if the line is
// incomplete or refused. `max_plain` is the limit for its bytes besides an extension or a trailer.
std::optional<std::string_view> ChunkedBody::line_in(std::string_view text, std::size_t max_plain)
{
    const std::size_t size = std::min(text.find('\n'), text.size());
    if (size > extra + max_plain + 1) // includes the CR
        set_end(State::too_much_extra);
    else if (size < text.size() && !text.substr(0, size).ends_with('\r'))
        set_end(State::malformed);
    if (state != State::unfinished || size == text.size())
        return std::nullopt;
    return text.substr(0, size - 1);
}

// Each of these functions reads one part if it is complete, and returns true if it was.

bool ChunkedBody::read_size(std::string_view text, std::size_t& at)
{
    const std::string_view here = text.substr(at);
    const std::size_t size = std::min(here.find_first_not_of(digits), here.size());
    const bool is_cut = size == here.size();
    if (size > max_digits || (size == 0 && !is_cut)
        || (!is_cut && !text::is_one_of(here[size], " \t;\r")))
        return set_end(State::malformed);
    const auto line = line_in(here, max_digits);
    if (!line)
        return false;
    if (!are_extensions(line->substr(size)))
        return set_end(State::malformed);
    if (line->size() - size > extra)
        return set_end(State::too_much_extra);
    extra -= line->size() - size;
    std::from_chars(here.data(), here.data() + size, rest, 16);
    if (rest > max_bytes - total)
        return set_end(State::too_large);
    at += line->size() + newline.size();
    total += rest;
    part = rest == 0 ? Part::trailer : Part::data;
    return true;
}

bool ChunkedBody::read_data(std::string_view text, std::size_t& at, std::string& body)
{
    const std::string_view data = text.substr(at, rest);
    body += data;
    at += data.size();
    rest -= data.size();
    if (rest == 0)
        part = Part::end_of_data;
    return rest == 0;
}

bool ChunkedBody::read_end_of_data(std::string_view text, std::size_t& at)
{
    const std::string_view here = text.substr(at, newline.size());
    if (!newline.starts_with(here))
        return set_end(State::malformed);
    if (here != newline)
        return false;
    at += newline.size();
    part = Part::size;
    return true;
}

bool ChunkedBody::read_trailer(std::string_view text, std::size_t& at)
{
    const auto line = line_in(text.substr(at), 0);
    if (!line)
        return false;
    at += line->size() + newline.size();
    if (line->empty())
        return set_end(State::whole);
    if (!is_harmless_trailer(*line))
        return set_end(State::malformed);
    extra -= line->size();
    return true;
}

ChunkedBody::State ChunkedBody::read(std::string& buffer, std::string& body)
{
    std::size_t at = 0;
    for (bool is_moving = true; is_moving && state == State::unfinished;) {
        switch (part) {
        case Part::size: is_moving = read_size(buffer, at); break;
        case Part::data: is_moving = read_data(buffer, at, body); break;
        case Part::end_of_data: is_moving = read_end_of_data(buffer, at); break;
        case Part::trailer: is_moving = read_trailer(buffer, at); break;
        }
    }
    buffer.erase(0, at);
    return state;
}

}
