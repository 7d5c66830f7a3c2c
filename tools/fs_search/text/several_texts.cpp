#include "several_texts.hpp"

#include <algorithm>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace fs_search::text {

SeveralTexts::SeveralTexts(const regex::Texts& texts, Instructions instructions)
    : any_case(texts.any_case)
    , with_avx2(instructions == Instructions::fastest && has_avx2())
    , window(widest_window)
{
    for (const auto& text : texts.all)
        window = std::min(window, text.size());
    std::vector<Placed> placed;
    for (const auto& text : texts.all)
        placed.push_back(place(text));
    // Similar texts share a bucket, so that its bits pass few other bytes.
    std::sort(placed.begin(), placed.end(), [&](const Placed& left, const Placed& right) {
        return left.text.compare(left.offset, window, right.text, right.offset, window) < 0;
    });
    for (std::size_t index = 0; index < placed.size(); ++index)
        enter(index * std::min(buckets_count, placed.size()) / placed.size(), placed[index]);
    for (std::size_t position = window; position < widest_window; ++position) {
        low.at(position).fill(0xFF);
        high.at(position).fill(0xFF);
    }
}

SeveralTexts::Placed SeveralTexts::place(const std::string& text) const
{
    std::size_t best = 0;
    for (std::size_t offset = 1; offset + window <= text.size(); ++offset)
        if (regex::rarity(text.substr(offset, window), any_case)
            > regex::rarity(text.substr(best, window), any_case))
            best = offset;
    return {text, best};
}

void SeveralTexts::enter(std::size_t bucket, const Placed& placed)
{
    buckets.at(bucket).push_back(placed);
    for (std::size_t position = 0; position < window; ++position) {
        const char byte = placed.text[placed.offset + position];
        enter_byte(bucket, position, static_cast<unsigned char>(byte));
        if (any_case && byte >= 'a' && byte <= 'z')
            enter_byte(bucket, position, static_cast<unsigned char>(byte - 'a' + 'A'));
    }
}

void SeveralTexts::enter_byte(std::size_t bucket, std::size_t position, unsigned char byte)
{
    const auto bit = static_cast<std::uint8_t>(1U << bucket);
    low.at(position).at(byte & 15U) |= bit;
    high.at(position).at(byte >> 4U) |= bit;
}

const char* SeveralTexts::find(const char* begin, const char* end) const
{
    return with_avx2 ? find_with_avx2({begin, end}) : find_portably({begin, end}, begin);
}

unsigned SeveralTexts::buckets_at(const char* at) const
{
    unsigned found = 0xFF;
    for (std::size_t position = 0; position < window; ++position) {
        const auto byte = static_cast<unsigned char>(at[position]);
        found &= static_cast<unsigned>(low[position][byte & 15U]) & high[position][byte >> 4U];
    }
    return found;
}

bool SeveralTexts::holds(const Range& range, const char* at, unsigned found) const
{
    for (; found != 0; found &= found - 1)
        for (const auto& placed : buckets[static_cast<std::size_t>(__builtin_ctz(found))]) {
            const bool fits = static_cast<std::size_t>(at - range.begin) >= placed.offset
                && static_cast<std::size_t>(range.end - at) >= placed.text.size() - placed.offset;
            if (fits && begins_with(at - placed.offset, placed.text, any_case))
                return true;
        }
    return false;
}

const char* SeveralTexts::find_portably(const Range& range, const char* at) const
{
    for (; static_cast<std::size_t>(range.end - at) >= window; ++at)
        if (const unsigned found = buckets_at(at); found != 0 && holds(range, at, found))
            return at;
    return nullptr;
}

#ifdef __x86_64__

namespace {

__attribute__((target("avx2"))) inline __m256i twice(const std::array<std::uint8_t, 16>& table)
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128(
        reinterpret_cast<const __m128i*>(table.data()))); // NOLINT: the intrinsic's type
}

struct Lookup {
    __m256i low;
    __m256i high;
};

// Returns the buckets of 32 bytes at one position of the window.
__attribute__((target("avx2"))) inline __m256i look_up(const char* bytes, const Lookup& tables)
{
    const __m256i half = _mm256_set1_epi8(15);
    const __m256i loaded = _mm256_loadu_si256(
        reinterpret_cast<const __m256i*>(bytes)); // NOLINT: the intrinsic's type
    const __m256i low = _mm256_shuffle_epi8(tables.low, _mm256_and_si256(loaded, half));
    const __m256i upper = _mm256_and_si256(_mm256_srli_epi16(loaded, 4), half);
    return _mm256_and_si256(low, _mm256_shuffle_epi8(tables.high, upper));
}

}

__attribute__((target("avx2"))) const char* SeveralTexts::find_with_avx2(const Range& range) const
{
    constexpr std::ptrdiff_t width = 32;
    const Lookup first {twice(low[0]), twice(high[0])};
    const Lookup second {twice(low[1]), twice(high[1])};
    const Lookup third {twice(low[2]), twice(high[2])};
    const char* at = range.begin;
    for (; range.end - at >= width + 2; at += width) {
        const __m256i found = _mm256_and_si256(
            look_up(at, first), _mm256_and_si256(look_up(at + 1, second), look_up(at + 2, third)));
        if (_mm256_testz_si256(found, found) != 0)
            continue;
        const __m256i misses = _mm256_cmpeq_epi8(found, _mm256_setzero_si256());
        alignas(width) std::array<std::uint8_t, width> sets {};
        _mm256_store_si256(
            reinterpret_cast<__m256i*>(sets.data()), found); // NOLINT: the intrinsic's type
        for (auto places = ~static_cast<std::uint32_t>(_mm256_movemask_epi8(misses)); places != 0;
             places &= places - 1) {
            const auto index = static_cast<std::size_t>(__builtin_ctz(places));
            if (holds(range, at + index, sets[index]))
                return at + index;
        }
    }
    return find_portably(range, at);
}

#else

const char* SeveralTexts::find_with_avx2(const Range& range) const
{
    return find_portably(range, range.begin);
}

#endif

}
