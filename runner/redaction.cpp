#include "runner/redaction.hpp"

#include "runner/literal_scan.hpp"
#include "runner/lower_case.hpp"
#include "runner/secret_keys.hpp"
#include "runner/secret_patterns.hpp"
#include "runner/secret_shapes.hpp"
#include "runner/spellings.hpp"
#include "toolkit/text.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <optional>

using Span = SecretSpan;

static constexpr std::size_t shortest_value = 6;
// What a pattern of the operator matches across a cut of a stream, at most: memory has a bound.
static constexpr std::size_t longest_match = 1 << 20;

// What is looked for in one pass: the spellings of values, and the anchors of shapes.
struct Redaction::Literals {
    struct Meaning {
        enum class Kind { literal, value, shape, key } kind;
        std::size_t size = 0; // of what was found; of a value not known yet
        const SecretShape* shape = nullptr;
        std::size_t index = 0; // of a shape's pattern, or of a value
    };

    void add_value(const std::string& value)
    {
        values.emplace_back(value);
        for (const auto& beginning : values.back().beginnings()) {
            scan.add(beginning, Case::exact, meanings.size());
            meanings.push_back({Meaning::Kind::value, 0, nullptr, values.size() - 1});
        }
        for (const auto& spelling : base64_spellings(value)) {
            scan.add(spelling, Case::exact, meanings.size());
            meanings.push_back({Meaning::Kind::literal, spelling.size()});
        }
    }

    void add_key(const std::string& name)
    {
        scan.add(name, Case::any, meanings.size());
        meanings.push_back({Meaning::Kind::key, name.size()});
    }

    void add_shape(const SecretShape& shape)
    {
        for (const auto& anchor : shape.anchors) {
            scan.add(anchor, shape.any_case ? Case::any : Case::exact, meanings.size());
            meanings.push_back({Meaning::Kind::shape, 0, &shape, patterns.size()});
        }
        patterns.emplace_back();
    }

    // Made when it is needed first: most texts have no anchor.
    const RE2& pattern_of(const Meaning& meaning) const
    {
        auto& pattern = patterns[meaning.index];
        if (!pattern)
            pattern = std::make_unique<RE2>(meaning.shape->pattern, RE2::Latin1);
        return *pattern;
    }

    LiteralScan scan;
    std::vector<Meaning> meanings;
    std::vector<Spellings> values;
    mutable std::vector<std::unique_ptr<RE2>> patterns;
};

Redaction::Redaction(const Secrets& secrets)
    : literals(std::make_unique<Literals>())
{
    std::set<std::string> values;
    for (const auto& secret : secrets.values)
        if (const std::string value(stripped(secret)); value.size() >= shortest_value)
            values.insert(value);
    for (const auto& value : values)
        literals->add_value(value);
    if (secrets.shapes == Shapes::known)
        for (const auto& shape : secret_shapes())
            literals->add_shape(shape);

    add({secrets.patterns, secrets.keys});
    if (secrets.workspace.patterns.empty() && secrets.workspace.keys.empty())
        return;
    Secrets of_operator = secrets;
    of_operator.workspace = {};
    without_workspace = std::make_unique<Redaction>(of_operator);
    add(secrets.workspace);
}

void Redaction::add(const RedactionRules& rules)
{
    for (const auto& pattern : rules.patterns) {
        patterns.push_back(compiled_pattern(pattern));
        reach = std::max(reach, stays_in_line(pattern) ? Reach::line : Reach::text);
    }
    for (const auto& given : rules.keys) {
        const std::string key = in_lower_case(given);
        if (keys.insert(key).second)
            literals->add_key(key);
    }
}

Redaction::~Redaction() = default;

// Where the secret of the shape that begins at `at` stands, if one does.
static std::optional<Span> secret_at(
    std::string_view text, std::size_t at, const SecretShape& shape, const RE2& pattern)
{
    if (!may_begin(shape, text, at))
        return {};
    const std::string_view piece = text.substr(at, longest_shape);
    std::array<re2::StringPiece, 3> groups; // all of it, and one of two forms
    const int wanted = 1 + std::min(pattern.NumberOfCapturingGroups(), 2);
    if (!pattern.Match(
            {piece.data(), piece.size()}, 0, piece.size(), RE2::ANCHOR_START, groups.data(), wanted))
        return {};
    const auto given
        = std::find_if(groups.begin() + 1, groups.end(), [](const auto& group) { return !group.empty(); });
    const re2::StringPiece& secret = given == groups.end() ? groups[0] : *given;
    if (shape.needs_digit && !has_digit_and_letter({secret.data(), secret.size()}))
        return {};
    const auto first = static_cast<std::size_t>(secret.data() - text.data());
    return Span {first, first + secret.size()};
}

static void find_pattern(
    std::string_view text, const RE2& pattern, std::size_t from, std::vector<Span>& spans)
{
    re2::StringPiece match;
    while (from < text.size()
        && pattern.Match({text.data(), text.size()}, from, text.size(), RE2::UNANCHORED, &match, 1)) {
        const auto first = static_cast<std::size_t>(match.data() - text.data());
        const std::size_t behind = first + match.size();
        if (first < behind)
            spans.push_back({first, behind});
        from = match.empty() ? behind + 1 : behind;
    }
}

namespace {

// What a search has found.
struct Found {
    std::vector<Span>& spans;
    std::size_t& open; // where the first one could begin that goes on behind the end

    void add_key(std::string_view text, std::size_t at, std::size_t behind_name)
    {
        // Within what was found another one adds nothing, and a hostile text could have one every few bytes.
        if (at < keys_done || !may_begin_name(text, at))
            return;
        const KeyedValue value = value_behind_name(text, behind_name);
        if (value.is_open)
            open = std::min(open, at);
        if (value.first == value.behind)
            return;
        spans.push_back({value.first, value.behind, value.quote});
        keys_done = value.behind;
    }

    void add_value(std::string_view text, std::size_t at, const Spellings& value)
    {
        const Spellings::Match match = value.match(text, at);
        if (match.may_go_on)
            open = std::min(open, at);
        if (match.size > 0)
            spans.push_back({at, at + match.size});
    }

    std::size_t keys_done = 0;
};

}

// Every secret that begins at `from` or behind it; and in `open`, where the first one could begin that goes
// on behind the end.
std::vector<Span> Redaction::find(std::string_view text, std::size_t from, std::size_t& open) const
{
    std::vector<Span> spans;
    open = text.size();
    Found found {spans, open};
    const TextEnd end(text);
    std::vector<std::size_t> done_by_shape(literals->patterns.size());
    const auto add_shape = [&](std::size_t at, const Literals::Meaning& meaning) {
        if (at < open && is_open(*meaning.shape, text, at, end))
            open = at;
        std::size_t& done = done_by_shape[meaning.index]; // as above
        if (at < done)
            return;
        if (const auto span = secret_at(text, at, *meaning.shape, literals->pattern_of(meaning))) {
            spans.push_back(*span);
            done = span->behind;
        }
    };
    literals->scan.find(text, [&](std::size_t at, std::size_t id) {
        const auto& meaning = literals->meanings[id];
        if (at < from)
            return;
        switch (meaning.kind) {
        case Literals::Meaning::Kind::key: return found.add_key(text, at, at + meaning.size);
        case Literals::Meaning::Kind::value:
            return found.add_value(text, at, literals->values[meaning.index]);
        case Literals::Meaning::Kind::shape: return add_shape(at, meaning);
        case Literals::Meaning::Kind::literal: spans.push_back({at, at + meaning.size});
        }
    });
    for (const auto& pattern : patterns)
        find_pattern(text, *pattern, from, spans);
    std::sort(spans.begin(), spans.end());
    return spans;
}

static std::string covered(std::string_view text, std::size_t from, const std::vector<Span>& spans)
{
    std::string result;
    std::size_t done = from;
    for (const auto& [first, behind, quote] : spans) {
        if (first >= text.size())
            break;
        if (first >= done) {
            result += text.substr(done, first - done);
            result += quote + "[redacted]" + quote;
        }
        done = std::max(done, behind);
    }
    return result += text.substr(std::min(done, text.size()));
}

// How many bytes of a text that goes on can be redacted by themselves, as they would be in all of it.
std::size_t Redaction::certain_in(
    std::string_view text, std::size_t open, const std::vector<Span>& spans) const
{
    std::size_t certain = std::min(open, literals->scan.possible_beginning(text));
    // Where a line begins, a pattern sees no more of what is before it than at the beginning of a text.
    const auto to_line = [&] {
        const std::size_t least = text.size() > longest_match ? text.size() - longest_match : 0;
        const std::size_t line = reach == Reach::text ? 0 : text.substr(0, certain).rfind('\n') + 1;
        certain = std::min(certain, std::max(line, least));
    };
    if (reach != Reach::nothing)
        to_line();
    const auto stands_across
        = [&](const Span& span) { return span.first < certain && span.behind > certain; };
    for (auto span = spans.begin();
         (span = std::find_if(spans.begin(), spans.end(), stands_across)) != spans.end();) {
        certain = span->first;
        if (reach != Reach::nothing)
            to_line();
    }
    return certain;
}

RedactedPart Redaction::redact_certain(std::string_view text, std::size_t context) const
{
    std::size_t open = 0;
    const std::vector<Span> spans = find(text, context, open);
    const std::size_t certain = std::max(certain_in(text, open, spans), context);
    return {covered(text.substr(0, certain), context, spans), certain};
}

std::string Redaction::redact(std::string_view text, std::size_t context) const
{
    std::size_t open = 0;
    return covered(text, context, find(text, context, open));
}
