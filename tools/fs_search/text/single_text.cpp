#include "single_text.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace fs_search::text {

SingleText::SingleText(std::string looked_for, bool any_case, Instructions instructions)
    : text(std::move(looked_for))
    , any_case(any_case)
    , with_avx2(instructions == Instructions::fastest && has_avx2())
{
    std::array<std::size_t, 2> best {0, text.size() > 1 ? 1U : 0U};
    const auto rarity_at = [&](std::size_t offset) {
        return regex::rarity(static_cast<unsigned char>(text[offset]), this->any_case);
    };
    if (rarity_at(best[1]) > rarity_at(best[0]))
        std::swap(best[0], best[1]);
    for (std::size_t offset = 2; offset < text.size(); ++offset) {
        if (rarity_at(offset) > rarity_at(best[0]))
            best = {offset, best[0]};
        else if (rarity_at(offset) > rarity_at(best[1]))
            best[1] = offset;
    }
    signs = {sign_at(best[0]), sign_at(best[1])};
}

SingleText::Sign SingleText::sign_at(std::size_t offset) const
{
    const auto byte = static_cast<unsigned char>(text[offset]);
    constexpr unsigned char case_bit = 'a' ^ 'A';
    return {offset, byte,
        any_case && byte >= 'a' && byte <= 'z' ? case_bit : static_cast<unsigned char>(0)};
}

const char* SingleText::find(const char* begin, const char* end) const
{
    if (static_cast<std::size_t>(end - begin) < text.size())
        return nullptr;
    const char* last = end - text.size();
    return with_avx2 ? find_with_avx2(begin, last) : find_portably(begin, last);
}

bool SingleText::has_signs(const char* at) const
{
    return (static_cast<unsigned char>(at[signs[0].offset]) | signs[0].case_bit) == signs[0].byte
        && (static_cast<unsigned char>(at[signs[1].offset]) | signs[1].case_bit) == signs[1].byte;
}

const char* SingleText::find_portably(const char* at, const char* last) const
{
    while (at <= last) {
        if (signs[0].case_bit == 0) {
            const auto left = static_cast<std::size_t>(last - at) + 1;
            const void* sign = std::memchr(at + signs[0].offset, signs[0].byte, left);
            if (sign == nullptr)
                return nullptr;
            at = static_cast<const char*>(sign) - signs[0].offset;
        }
        if (has_signs(at) && is_at(at))
            return at;
        ++at;
    }
    return nullptr;
}

#ifdef __x86_64__

namespace {

struct Pattern {
    __m256i byte;
    __m256i case_bit;
};

__attribute__((target("avx2"))) inline Pattern spread(unsigned char byte, unsigned char case_bit)
{
    return {
        _mm256_set1_epi8(static_cast<char>(byte)), _mm256_set1_epi8(static_cast<char>(case_bit))};
}

__attribute__((target("avx2"))) inline __m256i equal(const char* bytes, const Pattern& pattern)
{
    const __m256i loaded = _mm256_loadu_si256(
        reinterpret_cast<const __m256i*>(bytes)); // NOLINT: the intrinsic's type
    return _mm256_cmpeq_epi8(_mm256_or_si256(loaded, pattern.case_bit), pattern.byte);
}

}

__attribute__((target("avx2"))) const char* SingleText::find_with_avx2(
    const char* at, const char* last) const
{
    constexpr std::ptrdiff_t width = 32;
    const Pattern first = spread(signs[0].byte, signs[0].case_bit);
    const Pattern second = spread(signs[1].byte, signs[1].case_bit);
    if (last - at < 2 * width - 1)
        return find_portably(at, last);
    // The last step may examine some positions again.
    for (; at <= last; at += 2 * width) {
        at = std::min(at, last + 1 - 2 * width);
        const char* one = at + signs[0].offset;
        const char* other = at + signs[1].offset;
        const __m256i low = _mm256_and_si256(equal(one, first), equal(other, second));
        const __m256i high
            = _mm256_and_si256(equal(one + width, first), equal(other + width, second));
        const __m256i any = _mm256_or_si256(low, high);
        if (_mm256_testz_si256(any, any) != 0)
            continue;
        std::uint64_t places = static_cast<std::uint32_t>(_mm256_movemask_epi8(low))
            | static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm256_movemask_epi8(high)))
                << 32U;
        for (; places != 0; places &= places - 1)
            if (const char* place = at + __builtin_ctzll(places); is_at(place))
                return place;
    }
    return nullptr;
}

#else

const char* SingleText::find_with_avx2(const char* at, const char* last) const
{
    return find_portably(at, last);
}

#endif

}
