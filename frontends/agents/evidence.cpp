#include "frontends/agents/evidence.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>

namespace frontends::agents {

using namespace toolkit;

namespace {

// A text without whitespace at the ends of its lines.
struct TrimmedLines {
    std::string text;
    std::vector<std::size_t> beginnings; // offset of each line

    std::int64_t count() const { return static_cast<std::int64_t>(beginnings.size()); }

    std::int64_t line_at(std::size_t offset) const
    {
        return std::upper_bound(beginnings.begin(), beginnings.end(), offset) - beginnings.begin();
    }

    std::size_t end_of(std::int64_t line) const
    {
        return line == count() ? text.size() : beginnings[static_cast<std::size_t>(line)] - 1;
    }
};

std::string_view without_whitespace_at_end(std::string_view line)
{
    const std::size_t last = line.find_last_not_of(" \t\r");
    return last == std::string_view::npos ? std::string_view() : line.substr(0, last + 1);
}

TrimmedLines trimmed(std::string_view text)
{
    TrimmedLines result;
    result.text.reserve(text.size());
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (!result.beginnings.empty())
            result.text += '\n';
        result.beginnings.push_back(result.text.size());
        result.text += without_whitespace_at_end(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return result;
}

std::string trimmed_quote(std::string_view quote)
{
    std::string text = trimmed(quote).text;
    text.erase(0, std::min(text.find_first_not_of('\n'), text.size()));
    text.erase(text.find_last_not_of('\n') + 1);
    return text;
}

// Returns the first two occurrences of the quote; further ones are not needed.
std::vector<std::size_t> first_places(const std::string& text, const std::string& quote)
{
    std::vector<std::size_t> places;
    for (std::size_t at = text.find(quote); at != std::string::npos && places.size() < 2;
         at = text.find(quote, at + 1))
        places.push_back(at);
    return places;
}

bool is_within(const TrimmedLines& file, LineRange said, const std::string& quote)
{
    const bool is_there = said.first >= 1 && said.first <= said.last && said.last <= file.count()
        && said.last - said.first < max_lines_of_evidence;
    if (!is_there)
        return false;
    const std::size_t begin = file.beginnings[static_cast<std::size_t>(said.first - 1)];
    const std::string_view lines
        = std::string_view(file.text).substr(begin, file.end_of(said.last) - begin);
    return lines.find(quote) != std::string_view::npos;
}

std::string missing_lines(const TrimmedLines& file, LineRange said)
{
    if (said.first < 1 || said.last < said.first)
        return "startLine and endLine are no range of lines";
    if (said.last > file.count())
        return "the file has " + std::to_string(file.count()) + " lines";
    if (said.last - said.first >= max_lines_of_evidence)
        return "these are more than " + std::to_string(max_lines_of_evidence) + " lines";
    return {};
}

}

QuoteCheck check_quote(std::string_view text, LineRange said, std::string_view quote)
{
    const std::string wanted = trimmed_quote(quote);
    if (wanted.find_first_not_of(" \t\n") == std::string::npos)
        return {"the quote is empty"};
    const TrimmedLines file = trimmed(text);
    if (is_within(file, said, wanted))
        return {"", said};
    const auto places = first_places(file.text, wanted);
    if (places.size() == 1)
        return {"", {file.line_at(places[0]), file.line_at(places[0] + wanted.size() - 1)}, true};
    const std::string missing = missing_lines(file, said);
    if (!missing.empty())
        return {missing};
    return {places.empty() ? "the quote does not stand in the file"
                           : "the quote does not stand in these lines, and elsewhere more than "
                             "once"};
}

static void collect(const Json& value, std::string& all)
{
    if (value.is_string())
        all.append(value.get_ref<const std::string&>()).push_back('\0');
    if (!value.is_structured())
        return;
    for (const auto& [name, member] : value.items()) {
        if (value.is_object())
            all.append(name).push_back('\0');
        collect(member, all);
    }
}

void SeenTexts::add(std::string_view text)
{
    std::string all;
    try {
        collect(json::parse_bounded(text), all);
    } catch (const ToolError&) { // the answer of a tool may be another text
        all = text;
    }
    texts.push_back(std::move(all));
}

// True if this byte can be a part of a name. Any byte of a character beyond ASCII can.
static bool is_of_name(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z')
        || (byte >= 'A' && byte <= 'Z') || c == '_' || c == '-';
}

static bool begins_path(std::string_view before)
{
    if (before.ends_with("./")) // the same path in other words, unless it is "../"
        before.remove_suffix(2);
    return before.empty()
        || (!is_of_name(before.back()) && before.back() != '/' && before.back() != '.');
}

static bool ends_path(std::string_view after)
{
    if (after.starts_with('.')) // the end of a sentence, or of the path
        return after.size() == 1 || (!is_of_name(after[1]) && after[1] != '.' && after[1] != '/');
    return after.empty() || (!is_of_name(after.front()) && after.front() != '/');
}

static bool is_named_in(std::string_view text, std::string_view path)
{
    for (std::size_t at = text.find(path); at != std::string_view::npos;
         at = text.find(path, at + 1))
        if (begins_path(text.substr(0, at)) && ends_path(text.substr(at + path.size())))
            return true;
    return false;
}

bool SeenTexts::names(std::string_view path) const
{
    return !path.empty() && std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
        return is_named_in(text, path);
    });
}

}
