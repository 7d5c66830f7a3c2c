#include "agent/redaction/redaction.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <set>

namespace agent::redaction {

using namespace toolkit;

// The texts and numbers of `value` that are secret as a whole; `shown` is the same value redacted.
static void add_hidden(const Json& value, const Json& shown, std::set<std::string>& hidden)
{
    if (value.is_string() || value.is_number()) {
        if (value == shown || shown != "[redacted]")
            return;
        const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
        const std::string in_json = Json(text::printable(text)).dump();
        for (const auto& one : {text, text::printable(text), in_json.substr(1, in_json.size() - 2)})
            hidden.insert(one);
        return;
    }
    if (!value.is_structured())
        return; // a scalar would be its own and only part
    const bool is_whole = shown.type() != value.type() || shown.size() != value.size();
    auto other = shown.begin();
    for (const auto& part : value)
        add_hidden(part, is_whole ? shown : *other++, hidden);
}

// How many bytes of `secret` the text has at `at`: all of them, or what is before an ellipsis; else
// 0. A short one must be in quotes, since it may be a part of a word.
static std::size_t size_quoted(std::string_view text, std::size_t at, std::string_view secret)
{
    static constexpr std::size_t shortest = 4;
    const std::string_view rest = text.substr(at);
    const auto differs = std::mismatch(
        rest.begin(), rest.begin() + std::min(rest.size(), secret.size()), secret.begin());
    const auto size = static_cast<std::size_t>(differs.first - rest.begin());
    if (size != secret.size())
        return size >= shortest && rest.substr(size).starts_with("…") ? size : 0;
    const auto is_quote = [&](std::size_t place) {
        return place < text.size() && (text[place] == '"' || text[place] == '\'');
    };
    const bool is_in_quotes = at > 0 && is_quote(at - 1) && is_quote(at + size);
    return size >= shortest || is_in_quotes ? size : 0;
}

static void hide_secret(std::string& text, const std::string& secret)
{
    static constexpr std::string_view mark = "[redacted]";
    for (std::size_t at = text.find(secret[0]); at != std::string::npos;
         at = text.find(secret[0], at)) {
        const std::size_t size = size_quoted(text, at, secret);
        if (size > 0)
            text.replace(at, size, mark);
        at += size > 0 ? mark.size() : 1;
    }
}

std::string Redaction::redact_quotes(std::string text, const Json& document) const
{
    std::set<std::string> hidden;
    add_hidden(document, redact_value(document, Place::apart), hidden);
    for (auto secret = hidden.rbegin(); secret != hidden.rend(); ++secret) // longer ones first
        if (!secret->empty())
            hide_secret(text, *secret);
    return text;
}

}
