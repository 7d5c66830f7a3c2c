#include "agent/redaction/redaction.hpp"

#include "agent/redaction/provider_tokens.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/percent_encoding.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace agent::redaction {

static constexpr std::size_t shortest_value = 6;

// Returns the values that are long enough, and also their decoded form, for values from a URL.
static std::set<std::string> values_of(const Secrets& secrets)
{
    std::set<std::string> values;
    for (const auto& secret : secrets.values) {
        const std::string value(text::stripped(secret));
        for (const auto& one : {value, text::percent_decoded(value)})
            if (one.size() >= shortest_value)
                values.insert(one);
    }
    return values;
}

static std::unique_ptr<SecretFinder> finder_of_known(const Secrets& secrets)
{
    auto finder = std::make_unique<SecretFinder>(secrets.newlines);
    for (const auto& value : values_of(secrets))
        finder->add_value(value);
    if (secrets.shapes == Shapes::known)
        for (const auto& shape : secret_shapes())
            finder->add_shape(shape);
    return finder;
}

static bool is_empty(const RedactionRules& rules)
{
    return rules.patterns.empty() && rules.keys.empty();
}

Redaction::Redaction(const Secrets& secrets)
    : finder(finder_of_known(secrets))
    , values(secrets.newlines)
{
    for (const auto& value : values_of(secrets))
        values.add_value(value);
    if (!is_empty({secrets.patterns, secrets.keys}) || !is_empty(secrets.workspace))
        known = finder_of_known(secrets);
    add({secrets.patterns, secrets.keys});
    if (is_empty(secrets.workspace))
        return;
    Secrets of_operator = secrets;
    of_operator.workspace = {};
    without_workspace = std::make_unique<Redaction>(of_operator);
    add(secrets.workspace);
}

void Redaction::add(const RedactionRules& rules)
{
    for (const auto& pattern : rules.patterns)
        finder->add_pattern(pattern);
    for (const auto& given : rules.keys) {
        const std::string key = text::in_lower_case(given);
        if (keys.insert(key).second)
            finder->add_key(key);
    }
}

Redaction::~Redaction() = default;

void Redaction::hide(const std::string& value)
{
    for (const auto& one : values_of({.values = {value}})) {
        finder->add_value(one);
        values.add_value(one);
        if (known)
            known->add_value(one);
    }
    if (without_workspace)
        without_workspace->hide(value);
}

std::string Redaction::redact(std::string_view text) const { return redacted_text(*finder, text); }

// Collects the texts and numbers of `value` that are secret as a whole; `shown` is `value`
// redacted.
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
        return; // iterating over a scalar yields the scalar itself
    const bool is_whole = shown.type() != value.type() || shown.size() != value.size();
    auto other = shown.begin();
    for (const auto& part : value)
        add_hidden(part, is_whole ? shown : *other++, hidden);
}

// Returns how many bytes of `secret` the text has at `at`: all of them, or at least 4 before an
// ellipsis; else 0. A secret under 4 bytes must be in quotes, since it may be a part of a word.
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

std::string redacted_text(const SecretFinder& finder, std::string_view text)
{
    return finder.is_plain(text) ? std::string(text) : RedactedText(finder).take({text, 0, true});
}

RedactedText::RedactedText(const SecretFinder& finder)
    : finder(&finder)
    , progress(finder.begin())
{
}

std::string RedactedText::take(const TextWindow& window)
{
    const std::size_t certain = finder->find(window, progress);
    std::string result;
    auto span = progress.spans.begin();
    for (; span != progress.spans.end() && span->first < certain; ++span) {
        if (span->first >= shown) {
            result += window.between(shown, span->first);
            result += span->quote + "[redacted]" + span->quote;
        }
        shown = std::max(shown, span->after);
    }
    progress.spans.erase(progress.spans.begin(), span);
    if (shown < certain) {
        result += window.between(shown, certain);
        shown = certain;
    }
    // Whether a word begins is decided by the two preceding bytes, which are still needed.
    first_needed = std::max<std::size_t>(certain, 2) - 2;
    finder->keep(window, first_needed, progress);
    return result;
}

RedactedStream::RedactedStream(const Redaction& redaction)
    : finder(redaction.secrets())
    , text(finder)
{
}

std::string RedactedStream::add(std::string_view piece)
{
    held += piece;
    std::string shown = text.take({held, base, false});
    // Erases rarely, so that many small pieces do not each move a lot of text.
    if (const std::size_t spent = text.needed() - base; spent > held.size() / 2) {
        held.erase(0, spent);
        base += spent;
    }
    return shown;
}

std::string RedactedStream::end()
{
    std::string shown = text.take({held, base, true});
    held.clear();
    base = 0;
    text = RedactedText(finder);
    return shown;
}

}
