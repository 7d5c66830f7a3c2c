#include "agent/model/split_characters.hpp"

#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cctype>

namespace agent::model {

using namespace toolkit;

static bool is_hexadecimal(std::string_view text)
{
    return std::all_of(
        text.begin(), text.end(), [](unsigned char byte) { return std::isxdigit(byte) != 0; });
}

// True for \uD800 to \uDBFF.
static bool is_high_half(std::string_view text)
{
    return text.size() == 6 && text.starts_with("\\u") && (text[2] == 'd' || text[2] == 'D')
        && std::string_view("89abAB").find(text[3]) != std::string_view::npos
        && is_hexadecimal(text.substr(4));
}

// Returns the number of bytes at the end that begin a UTF-8 character and do not complete it.
static std::size_t unfinished_bytes(std::string_view text)
{
    for (std::size_t size = 1; size <= std::min<std::size_t>(3, text.size()); ++size) {
        const auto byte = static_cast<unsigned char>(text[text.size() - size]);
        if (byte >= 0xc2 && byte < 0xf5)
            return (byte < 0xe0 ? 2U : byte < 0xf0 ? 3U : 4U) > size ? size : 0;
        if (byte < 0x80 || byte >= 0xc0)
            return 0;
    }
    return 0;
}

// Returns the number of bytes at the end of a JSON string's content that need the rest of a
// character.
static std::size_t unfinished_end(std::string_view content)
{
    static constexpr std::size_t escape = 6;
    if (content.size() < escape || !is_high_half(content.substr(content.size() - escape)))
        return unfinished_bytes(content);
    const std::string_view before = content.substr(0, content.size() - escape);
    const std::size_t backslashes
        = before.size() - std::min(before.find_last_not_of('\\') + 1, before.size());
    return backslashes % 2 == 0 ? escape : 0;
}

void SplitCharacters::add_text(std::string& result, std::string_view content, const Text& text)
{
    std::string whole(content);
    if (!kept.empty() && !content.empty() && text == place) {
        whole.insert(0, kept);
        kept.clear();
    }
    if (const std::size_t size = kept.empty() ? unfinished_end(whole) : 0; size > 0) {
        place = text;
        kept = whole.substr(whole.size() - size);
        whole.resize(whole.size() - size);
    }
    result += whole;
}

static std::size_t end_of_string(std::string_view event, std::size_t at)
{
    while (at < event.size() && event[at] != '"')
        at += event[at] == '\\' ? 2 : 1;
    return std::min(at, event.size());
}

std::string SplitCharacters::joined(const std::string& event)
{
    const bool may_be_split = !text::is_utf8(event) || event.find("\\ud") != std::string::npos
        || event.find("\\uD") != std::string::npos;
    if (kept.empty() && !may_be_split)
        return event;
    std::string result;
    Text text;
    std::string last; // the last string: a name, if a colon follows
    for (std::size_t at = 0; at < event.size();) {
        const char byte = event[at++];
        result += byte;
        if (byte == ':') {
            text.name = last;
            if (last == "index")
                text.index = event.substr(at, event.find_first_of(",}", at) - at);
        } else if (byte == ',' || byte == '{' || byte == '}') {
            text.name.clear();
        } else if (byte == '"') {
            const std::size_t end = end_of_string(event, at);
            last = event.substr(at, end - at);
            if (text.name.empty() || end == event.size())
                result += last;
            else
                add_text(result, last, text);
            result += end < event.size() ? "\"" : "";
            at = end + 1;
        }
    }
    return result;
}

}
