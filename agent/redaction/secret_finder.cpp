#include "agent/redaction/secret_finder.hpp"

#include "agent/redaction/cut_mark.hpp"
#include "agent/redaction/quoted_value.hpp"
#include "agent/redaction/shape_pattern.hpp"

#include <algorithm>
#include <bitset>
#include <optional>
#include <utility>

namespace agent::redaction {

struct SecretFinder::Shape {
    // True if a match at the beginning of `text` may depend on what follows. For the extent
    // "match".
    bool may_go_on(std::string_view text) const
    {
        return text.size() < max_quoted && pattern.may_go_on(text);
    }

    SecretShape shape;
    ShapePattern pattern;
};

SecretFinder::SecretFinder(Newlines newlines)
    : newlines(newlines)
{
}

SecretFinder::~SecretFinder() = default;

void SecretFinder::add_value(const std::string& value)
{
    for (auto& spelling : spellings_of(value, newlines)) {
        for (const auto& beginning : spelling.beginnings()) {
            scan.add(beginning, Case::exact, meanings.size());
            meanings.push_back({Meaning::Kind::value, spellings.size()});
        }
        spellings.push_back(std::move(spelling));
    }
}

void SecretFinder::add_key(const std::string& name)
{
    scan.add(name, Case::any, meanings.size());
    meanings.push_back({Meaning::Kind::key, name.size()});
}

void SecretFinder::add_shape(const SecretShape& shape)
{
    for (const auto& anchor : shape.anchors) {
        scan.add(anchor, shape.any_case ? Case::any : Case::exact, meanings.size());
        meanings.push_back({Meaning::Kind::shape, shapes.size()});
    }
    shapes.push_back({shape, ShapePattern(shape.pattern)});
}

void SecretFinder::add_pattern(const std::string& pattern) { patterns.emplace_back(pattern); }

SecretFinder::Progress SecretFinder::begin() const
{
    Progress progress;
    progress.shapes_done.resize(shapes.size());
    progress.shapes_refused.resize(shapes.size());
    progress.spellings.resize(spellings.size());
    progress.patterns.resize(patterns.size());
    return progress;
}

bool SecretFinder::is_plain(std::string_view text) const
{
    if (!patterns.empty())
        return false;
    bool is_begun = false;
    scan.find(text, 0, true, [&](std::size_t, const std::vector<std::size_t>&) {
        is_begun = true;
        return false;
    });
    return !is_begun;
}

// Defers another try until the text after `at` has grown by an eighth. A try takes time linear in
// that text, so all tries together take time linear in the size of the text.
static bool waits(const TextWindow& window, std::size_t at, SecretFinder::Progress& progress)
{
    static constexpr std::size_t little = 512;
    const std::size_t size = window.end() - at;
    if (window.is_last || size <= little)
        return false;
    if (progress.waiting == at && window.end() < progress.waits_for)
        return true;
    progress.waiting = at;
    progress.waits_for = window.end() + size / 8;
    return false;
}

static std::bitset<256> bytes_of(std::string_view letters)
{
    std::bitset<256> bytes;
    for (const char c : letters)
        bytes.set(static_cast<unsigned char>(c));
    return bytes;
}

// Returns the size of a possible token that was cut off, and the mark after it. Such a token no
// longer has its length, but still its beginning.
static std::pair<std::size_t, CutMark> cut_word_in(std::string_view text)
{
    static constexpr std::size_t shortest = 12;
    static constexpr std::size_t longest = 512; // limited, since a token may begin every few bytes
    static const std::bitset<256> of_tokens
        = bytes_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.~+/=-");
    std::size_t size = 0;
    while (size < std::min(longest, text.size())
        && of_tokens.test(static_cast<unsigned char>(text[size])))
        ++size;
    const CutMark mark = size < shortest ? CutMark::none : cut_mark_at(text.substr(size));
    const bool is_token = mark != CutMark::none && has_digit_and_letter(text.substr(0, size));
    return {size, is_token ? mark : CutMark::none};
}

bool SecretFinder::is_open_shape(
    const Shape& shape, const TextWindow& window, std::size_t at, Progress& progress) const
{
    if (window.end() - at >= max_shape)
        return false;
    if (shape.shape.extent == MatchScope::block)
        return waits(window, at, progress) || is_open_block(window.from(at));
    if (shape.shape.extent == MatchScope::indented)
        return waits(window, at, progress) || is_open_yaml_secret(window.from(at));
    switch (shape.shape.extent) {
    case MatchScope::word:
        return at >= progress.end.word || cut_word_in(window.from(at)).second == CutMark::open;
    case MatchScope::two_lines: return at >= progress.end.line_before;
    case MatchScope::match: return shape.may_go_on(window.from(at));
    case MatchScope::quotes: return is_open_quote(window.from(at));
    default: return at >= progress.end.line;
    }
}

bool SecretFinder::is_open(
    const Meaning& meaning, const TextWindow& window, std::size_t at, Progress& progress) const
{
    const std::size_t here = at - window.base;
    switch (meaning.kind) {
    case Meaning::Kind::value:
        return spellings[meaning.index]
            .match(window, at, progress.spellings[meaning.index])
            .may_go_on;
    case Meaning::Kind::key:
        return !window.is_last && at >= progress.keys_done && may_begin_name(window.text, here)
            && (waits(window, at, progress)
                || value_after_name(window.text, here + meaning.index).is_open);
    case Meaning::Kind::shape: break;
    }
    return !window.is_last && at >= progress.shapes_done[meaning.index]
        && may_begin(shapes[meaning.index].shape, window.text, here)
        && is_open_shape(shapes[meaning.index], window, at, progress);
}

static std::optional<SecretSpan> cut_token_at(std::string_view text, const SecretShape& shape)
{
    const auto [size, mark] = cut_word_in(text);
    const bool is_cut = shape.extent == MatchScope::word && mark == CutMark::whole;
    return is_cut ? std::optional(SecretSpan {0, size}) : std::nullopt;
}

// Returns the position up to which no name in the value at `first` has a value that looks like a
// secret. The value itself does not look like one, so its parts do not either, and need not be
// searched: a hostile text could have a name every few bytes.
static std::size_t end_of_refused(
    std::string_view text, std::size_t first, std::size_t after, const SecretShape& shape)
{
    if (!shape.is_assignment)
        return 0;
    const std::size_t end = std::min(text.find_first_of(shape.ends, first), text.size());
    std::size_t size = std::min(after, end) - first;
    while (first + size < end) {
        const std::size_t more = std::min(2 * std::max<std::size_t>(size, 1), end - first);
        if (looks_like(text.substr(first, more), shape.likeness))
            break;
        size = more;
    }
    const bool is_whole = first + size == end && (end == text.size() || text[end] != '\\');
    const std::size_t beyond = max_assigned_name + (is_whole ? 0 : max_inspected);
    return std::max(first + size, beyond) - beyond;
}

// Returns the secret of the shape that `text` begins with, or nullopt. Sets `refused` to the end of
// the part of `text` in which other names have no secret either, judged by the value of this one.
static std::optional<SecretSpan> secret_at(std::string_view text, const SecretShape& shape,
    const ShapePattern& pattern, std::size_t& refused)
{
    const bool is_short = shape.extent == MatchScope::quotes || shape.extent == MatchScope::match;
    const std::string_view piece = text.substr(0, is_short ? max_quoted : max_shape);
    auto found = pattern.find_secret(piece);
    if (!found)
        return pattern.has_groups() ? std::nullopt : cut_token_at(piece, shape);
    if (shape.is_beginning)
        found->after = end_of_value(piece, found->first, found->after, shape.ends);
    const std::string_view secret = text.substr(found->first, found->after - found->first);
    if (!secret.empty() && !looks_like(secret, shape.likeness))
        refused = end_of_refused(piece, found->first, found->after, shape);
    if (secret.empty() || !looks_like(secret, shape.likeness) || is_published_example(secret))
        return {};
    return found;
}

// Returns the end of the rest of a secret that is too long for its pattern.
static std::size_t end_of_tail(std::string_view text, const SecretShape& shape)
{
    static constexpr std::string_view of_blocks
        = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=\\> \t\r\n";
    const std::size_t end = shape.extent == MatchScope::block
        ? text.find_first_not_of(of_blocks)
        : text.find_first_of(
            shape.ends.empty() ? " \t\r\n\f\v\"'\\<>&;," : std::string_view(shape.ends));
    return std::min(end, text.size());
}

bool SecretFinder::is_tail_cut(
    const Progress::Tail& tail, const TextWindow& window, Progress& progress) const
{
    std::size_t& after = progress.shapes_done[tail.shape];
    after += end_of_tail(window.from(after), shapes[tail.shape].shape);
    progress.spans.push_back({tail.first, after});
    return after == window.end();
}

// Skips positions within a secret that was found, and names within a value that was refused: they
// add nothing, and a hostile text could have one every few bytes.
void SecretFinder::take_shape(
    std::size_t index, const TextWindow& window, std::size_t at, Progress& progress) const
{
    const SecretShape& shape = shapes[index].shape;
    if (at < progress.shapes_done[index] || at < progress.shapes_refused[index]
        || !may_begin(shape, window.text, at - window.base))
        return;
    std::size_t refused = 0;
    const auto span = shape.extent == MatchScope::indented
        ? yaml_secret_at(window.from(at), shape.likeness, refused)
        : secret_at(window.from(at), shape, shapes[index].pattern, refused);
    progress.shapes_refused[index] = at + refused;
    if (span) {
        progress.spans.push_back({at + span->first, at + span->after});
        progress.shapes_done[index] = at + span->after;
        const SecretFinder::Progress::Tail tail {index, at + span->first};
        const bool is_long = span->after == max_shape
            || (!shape.ends.empty() && span->after - span->first >= max_inspected);
        if (is_long && is_tail_cut(tail, window, progress))
            progress.tails.push_back(tail);
    }
}

void SecretFinder::take_key(
    std::size_t size, const TextWindow& window, std::size_t at, Progress& progress)
{
    const std::size_t here = at - window.base;
    if (at < progress.keys_done || !may_begin_name(window.text, here))
        return;
    const KeyedValue value = value_after_name(window.text, here + size);
    if (value.first == value.after)
        return;
    const std::size_t first = window.base + value.first;
    if (value.rest) {
        progress.key_tail = {first, first, value.quote, *value.rest};
        return go_on_with_key(window, progress);
    }
    progress.spans.push_back({first, window.base + value.after, value.quote});
    progress.keys_done = window.base + value.after;
}

// Continues a value that is longer than the examined part.
void SecretFinder::go_on_with_key(const TextWindow& window, Progress& progress)
{
    if (!progress.key_tail)
        return;
    auto& tail = *progress.key_tail;
    tail.read += tail.end.skip(window.from(tail.read));
    const std::size_t after
        = window.is_last && !tail.end.is_found() ? window.end() : tail.read - tail.end.pending();
    progress.spans.push_back({tail.first, after, tail.quote});
    progress.keys_done = tail.end.is_found() ? after : window.end();
    if (tail.end.is_found())
        progress.key_tail.reset();
}

void SecretFinder::take(
    const Meaning& meaning, const TextWindow& window, std::size_t at, Progress& progress) const
{
    switch (meaning.kind) {
    case Meaning::Kind::key: return take_key(meaning.index, window, at, progress);
    case Meaning::Kind::shape: return take_shape(meaning.index, window, at, progress);
    case Meaning::Kind::value: break;
    }
    const auto match
        = spellings[meaning.index].match(window, at, progress.spellings[meaning.index]);
    if (match.size > 0 && newlines == Newlines::kept)
        spellings[meaning.index].add_pieces(window, {at, at + match.size}, progress.spans);
    else if (match.size > 0)
        progress.spans.push_back({at, at + match.size});
}

std::size_t SecretFinder::find(const TextWindow& window, Progress& progress) const
{
    progress.end.add(window.from(progress.seen), progress.seen);
    progress.seen = window.end();
    std::erase_if(
        progress.tails, [&](const auto& tail) { return !is_tail_cut(tail, window, progress); });
    go_on_with_key(window, progress);
    const auto visit = [&](std::size_t here, const std::vector<std::size_t>& ids) {
        const std::size_t at = window.base + here;
        const auto one_is_open
            = [&](std::size_t id) { return is_open(meanings[id], window, at, progress); };
        if (std::any_of(ids.begin(), ids.end(), one_is_open))
            return false;
        for (const std::size_t id : ids)
            take(meanings[id], window, at, progress);
        return true;
    };
    progress.scanned = window.base
        + scan.find(window.text, progress.scanned - window.base, window.is_last, visit);
    std::size_t certain = progress.scanned;
    if (progress.key_tail && !window.is_last)
        certain = std::min(certain, progress.key_tail->read - progress.key_tail->end.pending());
    for (std::size_t index = 0; index < patterns.size(); ++index) {
        patterns[index].find(window, progress.patterns[index], progress.spans);
        certain = std::min(certain, progress.patterns[index].from);
    }
    std::sort(progress.spans.begin(), progress.spans.end());
    return certain;
}

void SecretFinder::keep(const TextWindow& window, std::size_t limit, Progress& progress) const
{
    for (std::size_t index = 0; index < spellings.size(); ++index)
        spellings[index].keep(window, limit, progress.spellings[index]);
}

}
