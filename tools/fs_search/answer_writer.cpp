#include "answer_writer.hpp"
#include "toolkit/json/json_strings.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace fs_search {

using namespace toolkit;

namespace {

void append_number(std::string& json, std::int64_t number)
{
    std::array<char, 20> digits {};
    const auto end = std::to_chars(digits.begin(), digits.end(), number);
    json.append(digits.begin(), end.ptr);
}

// `name` without quotes, and behind it the text, as the contract has bytes: those that are not
// UTF-8 in base64, and their name says so.
void append_bytes(std::string& json, std::string_view name, std::string_view bytes)
{
    const bool is_text = toolkit::text::is_utf8(bytes);
    json.append("\"").append(name).append(is_text ? "\":" : "Base64\":");
    if (is_text)
        json::append_literal(json, bytes);
    else
        json::append_literal(json, toolkit::text::base64_encode(bytes));
}

// One line that is not UTF-8 has all of them in base64.
void append_lines(
    std::string& json, std::string_view name, const std::vector<std::string_view>& lines)
{
    if (lines.empty())
        return;
    const bool is_text = std::all_of(lines.begin(), lines.end(), toolkit::text::is_utf8);
    json.append(",\"").append(name).append(is_text ? "\":" : "Base64\":");
    char separator = '[';
    for (const auto& line : lines) {
        json += std::exchange(separator, ',');
        json::append_literal(json, is_text ? line : toolkit::text::base64_encode(line));
    }
    json += ']';
}

}

void Entries::begin(std::string_view file)
{
    text.clear();
    ends.clear();
    path = "{\"path\":";
    json::append_literal(path, toolkit::text::printable(file));
    if (!toolkit::text::is_utf8(file)) {
        path += ",\"pathBase64\":";
        json::append_literal(path, toolkit::text::base64_encode(file));
    }
}

void Entries::add(const Match& match)
{
    text.append(path).append(",\"line\":");
    append_number(text, match.line);
    text += ",\"col\":";
    append_number(text, match.column);
    text += ',';
    append_bytes(text, "preview", match.preview);
    if (match.is_clipped)
        text += ",\"clipped\":true";
    append_lines(text, "before", match.before);
    append_lines(text, "after", match.after);
    end_entry();
}

void Entries::add_file()
{
    text += path;
    end_entry();
}

void Entries::add_count(std::int64_t count)
{
    text.append(path).append(",\"count\":");
    append_number(text, count);
    end_entry();
}

void Entries::end_entry()
{
    text += "},";
    ends.push_back(text.size());
}

FileFindings Entries::take()
{
    FileFindings taken {text, ends};
    text.clear();
    ends.clear();
    return taken;
}

}
