#include "runner/redaction.hpp"

#include "toolkit/error.hpp"
#include "toolkit/text.hpp"
#include "toolkit/whole_json.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cctype>

using Span = std::pair<std::size_t, std::size_t>; // first byte, first byte behind

static constexpr std::size_t shortest_value = 6;

static std::string in_json(const std::string& value, bool only_ascii)
{
    const std::string text = Json(value).dump(-1, ' ', only_ascii);
    return text.substr(1, text.size() - 2);
}

// A secret with a quote or a line break looks different in JSON: a tool's answer is JSON in a JSON string,
// and may hold a file that is JSON again.
static std::vector<std::string> spellings(const std::string& value)
{
    std::vector<std::string> result {value};
    if (!is_utf8(value))
        return result;
    std::array<std::string, 2> escaped {value, value};
    for (int depth = 0; depth < 3; ++depth) {
        for (const std::size_t ascii : {0U, 1U}) {
            escaped.at(ascii) = in_json(escaped.at(ascii), ascii == 1);
            result.push_back(escaped.at(ascii));
        }
    }
    return result;
}

// Conservative: only what is known not to match a line break. A dot does not, unless a flag says so.
static bool stays_in_line(std::string_view pattern)
{
    static constexpr std::string_view safe_escapes = "dwbB.*+?()[]{}|^$/-\\";
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        const std::string_view rest = pattern.substr(at);
        if (static_cast<unsigned char>(rest[0]) < ' ' || rest.starts_with("[^") || rest.starts_with("[[:"))
            return false;
        if (rest.starts_with("(?") && !rest.starts_with("(?:") && !rest.starts_with("(?i)"))
            return false;
        if (rest[0] == '\\' && (rest.size() < 2 || safe_escapes.find(rest[1]) == std::string_view::npos))
            return false;
        at += rest[0] == '\\' ? 1 : 0;
    }
    return true;
}

Redaction::Redaction(const Secrets& secrets)
{
    for (const auto& secret : secrets.values) {
        const std::string value(stripped(secret));
        if (value.size() < shortest_value)
            continue;
        for (auto& spelling : spellings(value))
            values.push_back(std::move(spelling));
    }
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());

    RE2::Options options;
    options.set_log_errors(false);
    for (const auto& pattern : secrets.patterns) {
        patterns.push_back(std::make_unique<RE2>(pattern, options));
        if (!patterns.back()->ok())
            throw ToolError(Code::bad_pattern,
                "cannot redact by " + in_quotes(pattern) + ": " + patterns.back()->error(),
                "patterns are RE2 syntax");
        reach = std::max(reach, stays_in_line(pattern) ? Reach::line : Reach::text);
    }
}

Redaction::~Redaction() = default;

static void find_value(std::string_view text, const std::string& value, std::vector<Span>& spans)
{
    for (std::size_t at = text.find(value); at != std::string_view::npos;
         at = text.find(value, at + value.size()))
        spans.emplace_back(at, at + value.size());
}

static void find_pattern(std::string_view text, const RE2& pattern, std::vector<Span>& spans)
{
    re2::StringPiece match;
    std::size_t from = 0;
    while (from < text.size()
        && pattern.Match({text.data(), text.size()}, from, text.size(), RE2::UNANCHORED, &match, 1)) {
        const auto first = static_cast<std::size_t>(match.data() - text.data());
        const std::size_t behind = first + match.size();
        if (first < behind)
            spans.emplace_back(first, behind);
        from = match.empty() ? behind + 1 : behind;
    }
}

std::vector<Span> Redaction::find(std::string_view text) const
{
    std::vector<Span> spans;
    for (const auto& value : values)
        find_value(text, value, spans);
    for (const auto& pattern : patterns)
        find_pattern(text, *pattern, spans);
    std::sort(spans.begin(), spans.end());
    return spans;
}

// Where the longest end of the text begins that a value may go on from.
static std::size_t possible_value(std::string_view text, const std::string& value)
{
    const std::size_t longest = std::min(text.size(), value.size() - 1);
    for (std::size_t size = longest; size > 0; --size)
        if (std::string_view(value).starts_with(text.substr(text.size() - size)))
            return text.size() - size;
    return text.size();
}

std::size_t Redaction::certain_in(std::string_view text) const
{
    if (reach == Reach::text)
        return 0;
    std::size_t certain = text.size();
    for (const auto& value : values)
        certain = std::min(certain, possible_value(text, value));
    // Where a line begins, a pattern sees no more of what is before it than at the beginning of a text.
    const auto to_line = [&] { certain = text.substr(0, certain).rfind('\n') + 1; };
    if (reach == Reach::line)
        to_line();
    const std::vector<Span> spans = find(text);
    const auto stands_across
        = [&](const Span& span) { return span.first < certain && span.second > certain; };
    for (auto span = spans.begin();
         (span = std::find_if(spans.begin(), spans.end(), stands_across)) != spans.end();) {
        certain = span->first;
        if (reach == Reach::line)
            to_line();
    }
    return certain;
}

std::string Redaction::redact(std::string_view text) const
{
    const std::vector<Span> spans = find(text);
    std::string result;
    std::size_t done = 0;
    for (const auto& [first, behind] : spans) {
        if (first >= done) {
            result += text.substr(done, first - done);
            result += "[redacted]";
        }
        done = std::max(done, behind);
    }
    return result += text.substr(done);
}

Json Redaction::redact_json(const Json& document) const
{
    if (document.is_string())
        return redact(document.get_ref<const std::string&>());
    if (document.is_array()) {
        Json result = Json::array();
        for (const auto& element : document)
            result.push_back(redact_json(element));
        return result;
    }
    if (!document.is_object())
        return document;
    Json result = Json::object();
    for (const auto& [key, value] : document.items())
        result[redact(key)] = redact_json(value);
    return result;
}

bool is_secret_name(std::string_view name)
{
    static constexpr std::array<std::string_view, 8> endings {
        "KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIAL", "CREDENTIALS"};
    std::string upper(name);
    std::transform(
        upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return std::toupper(c); });
    std::string_view rest = upper;
    while (!rest.empty()) {
        const std::string_view word = rest.substr(0, rest.find('_'));
        rest.remove_prefix(std::min(word.size() + 1, rest.size()));
        if (word == "PASS" || (word == "PWD" && upper != "PWD"))
            return true;
        for (const auto& ending : endings)
            if (word.ends_with(ending))
                return true;
    }
    return false;
}

std::vector<std::string> secret_values(const char* const* environment)
{
    std::vector<std::string> values;
    for (; *environment != nullptr; ++environment) {
        const std::string_view entry = *environment;
        const std::size_t equals = entry.find('=');
        if (equals != std::string_view::npos && is_secret_name(entry.substr(0, equals)))
            values.emplace_back(entry.substr(equals + 1));
    }
    return values;
}
