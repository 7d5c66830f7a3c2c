#include "toolkit/mcp/envelope.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <bitset>
#include <cstdint>
#include <optional>

namespace toolkit::mcp {

namespace {

constexpr std::size_t max_depth = 64;

// Identifies a member by its name and those of the objects around it.
enum class Member : std::uint8_t {
    other,
    jsonrpc,
    id,
    method,
    params,
    result,
    error,
    request_id,
    meta,
    protocol_version,
    progress_token,
    count
};

struct KnownMember {
    Member within;
    std::string_view name;
    Member member;
};

constexpr KnownMember known_members[] = {
    {Member::other, "jsonrpc", Member::jsonrpc},
    {Member::other, "id", Member::id},
    {Member::other, "method", Member::method},
    {Member::other, "params", Member::params},
    {Member::other, "result", Member::result},
    {Member::other, "error", Member::error},
    {Member::params, "requestId", Member::request_id},
    {Member::params, "_meta", Member::meta},
    {Member::meta, "io.modelcontextprotocol/protocolVersion", Member::protocol_version},
    {Member::meta, "progressToken", Member::progress_token},
};

class Scanner {
public:
    explicit Scanner(std::string_view line)
        : line(line)
    {
    }

    // Returns true if the line is one JSON text whose known members occur at most once.
    bool scan();

    bool has(Member member) const { return !value_of(member).empty(); }
    std::string_view value_of(Member member) const
    {
        return values[static_cast<std::size_t>(member)];
    }
    bool is_repeated() const { return repeats; }

    // Returns the line as a string in quotes; empty if it is not one.
    ShortText string();

private:
    bool scan_value();
    bool scan_opening(char opening);
    bool scan_closings();
    bool scan_name();
    bool scan_string(ShortText* decoded);
    bool scan_escape(ShortText* decoded);
    bool scan_hex(std::uint32_t& unit);
    bool scan_number();
    bool scan_word(std::string_view word);
    void skip_whitespace();
    bool take(char byte);
    void note(std::size_t first);
    Member member_of(std::string_view name) const;

    std::string_view line;
    std::size_t at = 0;
    std::size_t depth = 0; // number of open objects and arrays
    std::bitset<max_depth + 1> is_object; // by depth
    // The member whose value is read at each depth; deeper ones are all `other`.
    std::array<Member, 4> path {};
    std::array<std::string_view, static_cast<std::size_t>(Member::count)> values {};
    std::array<std::size_t, 4> begins {}; // offsets of the values of `path`
    bool repeats = false;
};

void add_utf8(ShortText& text, std::uint32_t point)
{
    const auto tail
        = [&](int shift) { text.add(static_cast<char>(0x80 | ((point >> shift) & 0x3f))); };
    if (point < 0x80)
        return text.add(static_cast<char>(point));
    if (point < 0x800) {
        text.add(static_cast<char>(0xc0 | (point >> 6)));
        return tail(0);
    }
    if (point < 0x10000) {
        text.add(static_cast<char>(0xe0 | (point >> 12)));
        tail(6);
        return tail(0);
    }
    text.add(static_cast<char>(0xf0 | (point >> 18)));
    tail(12);
    tail(6);
    tail(0);
}

void Scanner::skip_whitespace()
{
    while (at < line.size()
        && (line[at] == ' ' || line[at] == '\t' || line[at] == '\n' || line[at] == '\r'))
        ++at;
}

bool Scanner::take(char byte)
{
    const bool is_there = at < line.size() && line[at] == byte;
    at += is_there ? 1 : 0;
    return is_there;
}

bool Scanner::scan_word(std::string_view word)
{
    const bool is_there = line.substr(at).starts_with(word);
    at += is_there ? word.size() : 0;
    return is_there;
}

bool Scanner::scan_number()
{
    const auto digits = [&] {
        const std::size_t first = at;
        while (at < line.size() && text::is_digit(line[at]))
            ++at;
        return at > first;
    };
    take('-');
    if (!take('0') && !digits())
        return false;
    if (take('.') && !digits())
        return false;
    if (take('e') || take('E')) {
        if (!take('+'))
            take('-');
        return digits();
    }
    return true;
}

bool Scanner::scan_hex(std::uint32_t& unit)
{
    unit = 0;
    for (int digit = 0; digit < 4; ++digit, ++at) {
        const char byte = at < line.size() ? line[at] : '\0';
        const char lower = static_cast<char>(byte | 0x20);
        if (text::is_digit(byte))
            unit = unit * 16 + static_cast<std::uint32_t>(byte - '0');
        else if (lower >= 'a' && lower <= 'f')
            unit = unit * 16 + static_cast<std::uint32_t>(lower - 'a' + 10);
        else
            return false;
    }
    return true;
}

// Reads an escape after its backslash.
bool Scanner::scan_escape(ShortText* decoded)
{
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    const std::size_t letter = at < line.size() ? letters.find(line[at]) : std::string_view::npos;
    if (letter != std::string_view::npos) {
        ++at;
        if (decoded != nullptr)
            decoded->add(meanings[letter]);
        return true;
    }
    std::uint32_t point = 0;
    if (!take('u') || !scan_hex(point) || (point >= 0xdc00 && point < 0xe000))
        return false;
    if (point >= 0xd800 && point < 0xdc00) {
        std::uint32_t low = 0;
        if (!scan_word("\\u") || !scan_hex(low) || low < 0xdc00 || low >= 0xe000)
            return false;
        point = 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00);
    }
    if (decoded != nullptr)
        add_utf8(*decoded, point);
    return true;
}

// Reads a string, including its quotation marks. The line must be valid UTF-8.
bool Scanner::scan_string(ShortText* decoded)
{
    if (!take('"'))
        return false;
    while (at < line.size() && line[at] != '"') {
        const char byte = line[at++];
        if (static_cast<unsigned char>(byte) < 0x20)
            return false;
        if (byte == '\\') {
            if (!scan_escape(decoded))
                return false;
        } else if (decoded != nullptr) {
            decoded->add(byte);
        }
    }
    return take('"');
}

ShortText Scanner::string()
{
    ShortText result;
    return scan_string(&result) ? result : ShortText();
}

ShortText decoded(std::string_view value) { return Scanner(value).string(); }

// Returns the member that a name denotes in the current object.
Member Scanner::member_of(std::string_view name) const
{
    if (depth >= path.size())
        return Member::other;
    const Member within = depth == 1 ? Member::other : path[depth - 1];
    if (depth > 1 && within == Member::other)
        return Member::other;
    for (const auto& known : known_members)
        if (known.within == within && known.name == name)
            return known.member;
    return Member::other;
}

// Reads the name of a member and its colon.
bool Scanner::scan_name()
{
    ShortText name;
    skip_whitespace();
    if (!scan_string(&name))
        return false;
    const Member member = member_of(name.view());
    if (depth < path.size())
        path[depth] = member;
    if (member != Member::other && has(member))
        repeats = true;
    skip_whitespace();
    return take(':');
}

// Stores the value that began at `first` and ends here, if the member is a known one.
void Scanner::note(std::size_t first)
{
    if (depth == 0 || depth >= path.size() || !is_object[depth] || path[depth] == Member::other)
        return;
    values[static_cast<std::size_t>(path[depth])] = line.substr(first, at - first);
}

bool Scanner::scan_opening(char opening)
{
    if (depth == max_depth)
        return false;
    if (depth < begins.size())
        begins[depth] = at;
    ++at;
    ++depth;
    is_object[depth] = opening == '{';
    if (depth < path.size())
        path[depth] = Member::other;
    return true;
}

// Reads the brackets after a value, and the comma and name before the next value. Returns false for
// an error. At the end of the text, depth is 0.
bool Scanner::scan_closings()
{
    while (depth > 0) {
        skip_whitespace();
        if (take(','))
            return !is_object[depth] || scan_name();
        if (!take(is_object[depth] ? '}' : ']'))
            return false;
        --depth;
        if (depth < begins.size())
            note(begins[depth]);
    }
    return true;
}

// Reads a scalar, or an opening bracket with the name of the first member. An empty pair of
// brackets is left to scan_closings().
bool Scanner::scan_value()
{
    skip_whitespace();
    const char byte = at < line.size() ? line[at] : '\0';
    const std::size_t first = at;
    if (byte == '{' || byte == '[') {
        if (!scan_opening(byte))
            return false;
        skip_whitespace();
        const bool is_empty = at < line.size() && line[at] == (byte == '{' ? '}' : ']');
        return is_empty ? scan_closings() : (byte == '[' || scan_name());
    }
    const bool is_scalar = byte == '"' ? scan_string(nullptr)
        : byte == 't'                  ? scan_word("true")
        : byte == 'f'                  ? scan_word("false")
        : byte == 'n'                  ? scan_word("null")
                                       : scan_number();
    if (!is_scalar)
        return false;
    note(first);
    return scan_closings();
}

bool Scanner::scan()
{
    if (!text::is_utf8(line))
        return false;
    do {
        if (!scan_value())
            return false;
    } while (depth > 0);
    skip_whitespace();
    return at == line.size();
}

// Returns true for a string or an integer of reasonable length.
bool is_id(std::string_view value)
{
    constexpr std::size_t max_length = 1024;
    const bool is_integer = value.find_first_not_of("-0123456789") == std::string_view::npos;
    return !value.empty() && value.size() <= max_length && (value.front() == '"' || is_integer);
}

std::string_view id_or_nothing(std::string_view value)
{
    return is_id(value) ? value : std::string_view();
}

// Returns the kind of a message, judged by its members; nullopt if it is invalid.
std::optional<MessageKind> kind_of(const Scanner& message)
{
    const bool has_id = message.has(Member::id);
    if (message.has(Member::method))
        return has_id ? MessageKind::request : MessageKind::notification;
    if (has_id && (message.has(Member::result) || message.has(Member::error)))
        return MessageKind::response;
    return std::nullopt;
}

std::string_view without_whitespace_before(std::string_view line)
{
    return line.substr(std::min(line.find_first_not_of(" \t\r\n"), line.size()));
}

}

void ShortText::add(char byte)
{
    is_whole = is_whole && size < capacity;
    if (is_whole)
        bytes[size++] = byte;
}

std::variant<Envelope, Refusal> read_envelope(std::string_view line)
{
    Scanner message(line);
    if (!message.scan())
        return Refusal {parse_error, "the line is not JSON in UTF-8 with at most 64 levels"};
    const std::string_view id = id_or_nothing(message.value_of(Member::id));
    if (without_whitespace_before(line).front() != '{')
        return Refusal {invalid_request, "a message is one JSON object; send batches line by line"};
    if (message.is_repeated())
        return Refusal {invalid_request, "the message has a name twice"};
    if (decoded(message.value_of(Member::jsonrpc)).view() != "2.0")
        return Refusal {invalid_request, "the message has no \"jsonrpc\": \"2.0\"", id};
    if (message.has(Member::id) && id.empty())
        return Refusal {invalid_request, "the id is neither a string nor an integer"};
    const auto kind = kind_of(message);
    const std::string_view method = message.value_of(Member::method);
    if (!kind || (*kind != MessageKind::response && method.front() != '"'))
        return Refusal {invalid_request, "the message has neither a method nor a result", id};
    return Envelope {*kind, message.has(Member::protocol_version) ? Era::modern : Era::legacy, id,
        decoded(method), id_or_nothing(message.value_of(Member::request_id)),
        id_or_nothing(message.value_of(Member::progress_token))};
}

}
