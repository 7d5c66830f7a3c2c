#include "agent/redaction/literal_scanner.hpp"

#include "toolkit/text/characters.hpp"

#include <algorithm>
#include <cstring>

namespace agent::redaction {

using namespace toolkit;

static bool matches(std::string_view text, std::string_view literal, Case letters)
{
    if (letters == Case::exact)
        return text == literal;
    return std::equal(text.begin(), text.end(), literal.begin(), literal.end(),
        [](char left, char right) { return text::in_lower_case(left) == right; });
}

static std::uint32_t three_bytes_at(const char* at)
{
    std::uint32_t bytes = 0;
    std::memcpy(&bytes, at, 3);
    return bytes;
}

void LiteralScan::add(std::string literal, Case letters, std::size_t id)
{
    if (letters == Case::any)
        literal = text::in_lower_case(literal);
    const std::uint32_t hash = hash_of(three_bytes_at(literal.data()));
    is_begun.at(hash) = std::max<std::uint8_t>(
        is_begun.at(hash), literal.size() == 3 ? Begun::whole : Begun::longer);
    if (literal.size() > 3) {
        std::uint32_t four = 0;
        std::memcpy(&four, literal.data(), sizeof four);
        are_begun.set(hash_of_four(four));
    }
    mark_beginning(literal, letters);
    literals.emplace(hash, Literal {std::move(literal), letters, id});
}

// Collects the ids of the texts that `rest` begins with. Returns true if `rest` is the beginning of
// a longer one.
bool LiteralScan::look_up(
    std::string_view rest, std::uint32_t hash, std::vector<std::size_t>& ids) const
{
    bool is_cut = false;
    const auto [first, after] = literals.equal_range(hash);
    for (auto candidate = first; candidate != after; ++candidate) {
        const Literal& literal = candidate->second;
        const std::size_t size = std::min(rest.size(), literal.text.size());
        if (!matches(rest.substr(0, size), std::string_view(literal.text).substr(0, size),
                literal.letters))
            continue;
        if (size < literal.text.size())
            is_cut = true;
        else
            ids.push_back(literal.id);
    }
    return is_cut;
}

static std::size_t two_bytes(char first, char second)
{
    return static_cast<std::size_t>(static_cast<unsigned char>(first)) << 8U
        | static_cast<unsigned char>(second);
}

// Marks the first bytes of a text, which is in lower case if the case is any.
void LiteralScan::mark_beginning(std::string_view literal, Case letters)
{
    const auto forms = [&](char c) {
        const bool has_two = letters == Case::any && c >= 'a' && c <= 'z';
        return has_two ? std::string {c, static_cast<char>(c & ~0x20)} : std::string {c};
    };
    for (const char first : forms(literal[0])) {
        first_bytes.set(static_cast<unsigned char>(first));
        for (const char second : forms(literal[1]))
            first_two.set(two_bytes(first, second));
    }
}

// True if a text may begin with `rest`, which has one or two bytes.
bool LiteralScan::may_begin_with(std::string_view rest) const
{
    return rest.size() == 1 ? first_bytes.test(static_cast<unsigned char>(rest[0]))
                            : first_two.test(two_bytes(rest[0], rest[1]));
}

std::size_t LiteralScan::find(
    std::string_view text, std::size_t from, bool is_last, const Visit& visit) const
{
    std::vector<std::size_t> ids;
    const auto hash_at = [&](std::size_t at) { return hash_of(three_bytes_at(text.data() + at)); };
    const auto ends_at = [&](std::size_t at) {
        ids.clear();
        const bool is_cut
            = is_begun[hash_at(at)] != nothing && look_up(text.substr(at), hash_at(at), ids);
        return (is_cut && !is_last) || (!ids.empty() && !visit(at, ids));
    };
    std::size_t at = from;
    for (; at + 8 <= text.size(); at += 4) { // usually no text begins at any of four positions
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, text.data() + at, sizeof bytes);
        const auto begins = [&](unsigned shift) {
            return static_cast<unsigned>(
                is_begun[hash_of(static_cast<std::uint32_t>(bytes >> shift))]);
        };
        if ((begins(0) | begins(8) | begins(16) | begins(24)) != 0)
            for (std::size_t place = at; place < at + 4; ++place)
                if (may_begin_here(text.data() + place) && ends_at(place))
                    return place;
    }
    for (; at + 3 <= text.size(); ++at)
        if (ends_at(at))
            return at;
    for (; at < text.size() && !is_last; ++at)
        if (may_begin_with(text.substr(at)))
            return at;
    return std::max(at, text.size());
}

}
