#include "runner/literal_scan.hpp"

#include <algorithm>
#include <cstring>

static char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

static bool matches(std::string_view text, std::string_view literal, Case letters)
{
    if (letters == Case::exact)
        return text == literal;
    return std::equal(text.begin(), text.end(), literal.begin(), literal.end(),
        [](char left, char right) { return lower(left) == right; });
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
        std::transform(literal.begin(), literal.end(), literal.begin(), lower);
    const std::uint32_t hash = hash_of(three_bytes_at(literal.data()));
    is_begun.at(hash) = true;
    const auto place = std::upper_bound(literals.begin(), literals.end(), hash,
        [](std::uint32_t left, const Literal& right) { return left < right.hash; });
    literals.insert(place, {hash, std::move(literal), letters, id});
}

void LiteralScan::look_up(std::string_view text, std::size_t at, std::uint32_t hash,
    const std::function<void(std::size_t at, std::size_t id)>& visit) const
{
    auto candidate = std::lower_bound(literals.begin(), literals.end(), hash,
        [](const Literal& left, std::uint32_t right) { return left.hash < right; });
    for (; candidate != literals.end() && candidate->hash == hash; ++candidate)
        if (matches(text.substr(at, candidate->text.size()), candidate->text, candidate->letters))
            visit(at, candidate->id);
}

void LiteralScan::find(
    std::string_view text, const std::function<void(std::size_t at, std::size_t id)>& visit) const
{
    if (text.size() < 3 || literals.empty())
        return;
    const std::size_t last = text.size() - 3;
    const auto try_at = [&](std::size_t at) {
        const std::uint32_t hash = hash_of(three_bytes_at(text.data() + at));
        if (is_begun[hash])
            look_up(text, at, hash, visit);
    };
    std::size_t at = 0;
    for (; at + 8 <= text.size(); at += 4) { // most often none of four is anything
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, text.data() + at, sizeof bytes);
        const auto begins
            = [&](unsigned shift) { return is_begun[hash_of(static_cast<std::uint32_t>(bytes >> shift))]; };
        if (static_cast<int>(begins(0)) + begins(8) + begins(16) + begins(24) != 0)
            for (std::size_t place = at; place < at + 4; ++place)
                try_at(place);
    }
    for (; at <= last; ++at)
        try_at(at);
}

std::size_t LiteralScan::possible_beginning(std::string_view text) const
{
    std::size_t best = text.size();
    for (const auto& literal : literals) {
        const std::size_t most = std::min(text.size(), literal.text.size() - 1);
        for (std::size_t size = most; size > text.size() - best; --size)
            if (matches(text.substr(text.size() - size), std::string_view(literal.text).substr(0, size),
                    literal.letters)) {
                best = text.size() - size;
                break;
            }
    }
    return best;
}
