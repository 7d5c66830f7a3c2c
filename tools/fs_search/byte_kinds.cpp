#include "byte_kinds.hpp"

#ifdef __x86_64__
#include <immintrin.h>
#endif

ByteKinds::ByteKinds(const std::array<std::uint8_t, 256>& all, std::size_t count, Instructions instructions)
    : kinds(all)
    , number(count)
    , with_avx2(instructions == Instructions::fastest && has_avx2())
{
}

void ByteKinds::pairs(const char* bytes, std::size_t size, std::uint16_t* result) const
{
    if (with_avx2)
        pairs_with_avx2(bytes, size, result);
    else
        pairs_portably(bytes, size, result);
}

void ByteKinds::pairs_portably(const char* bytes, std::size_t size, std::uint16_t* result) const
{
    for (std::size_t at = 0; at < size; at += 2)
        *result++ = static_cast<std::uint16_t>(of(static_cast<unsigned char>(bytes[at])) * number
            + of(static_cast<unsigned char>(bytes[at + 1])));
}

#ifdef __x86_64__

namespace {

__attribute__((target("avx2"))) inline __m256i load(const char* bytes)
{
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes)); // NOLINT: the intrinsic's type
}

// The kinds of ASCII bytes by their lower halves, for two upper halves beside each other.
struct TwoRows {
    __m256i even;
    __m256i odd;
};

__attribute__((target("avx2"))) inline TwoRows rows_at(const std::uint8_t* kinds)
{
    const auto* rows = reinterpret_cast<const __m128i*>(kinds); // NOLINT: the intrinsic's type
    return {_mm256_broadcastsi128_si256(_mm_load_si128(rows)),
        _mm256_broadcastsi128_si256(_mm_load_si128(rows + 1))};
}

__attribute__((target("avx2"))) inline __m256i look_up(const TwoRows& rows, __m256i low, __m256i is_odd)
{
    return _mm256_blendv_epi8(
        _mm256_shuffle_epi8(rows.even, low), _mm256_shuffle_epi8(rows.odd, low), is_odd);
}

}

__attribute__((target("avx2"))) void ByteKinds::pairs_with_avx2(
    const char* bytes, std::size_t size, std::uint16_t* result) const
{
    const TwoRows first = rows_at(kinds.data());
    const TwoRows second = rows_at(kinds.data() + 32);
    const TwoRows third = rows_at(kinds.data() + 64);
    const TwoRows fourth = rows_at(kinds.data() + 96);
    const __m256i weights = _mm256_set1_epi16(static_cast<short>(number | 0x100U));
    for (std::size_t at = 0; at < size; at += step, result += step / 2) {
        const __m256i loaded = load(bytes + at);
        if (_mm256_movemask_epi8(loaded) != 0) {
            pairs_portably(bytes + at, step, result);
            continue;
        }
        // Each bit of the upper half moves to where a choice between two looks at it.
        const __m256i low = _mm256_and_si256(loaded, _mm256_set1_epi8(15));
        const __m256i bit4 = _mm256_slli_epi16(loaded, 3);
        const __m256i bit5 = _mm256_slli_epi16(loaded, 2);
        const __m256i bit6 = _mm256_slli_epi16(loaded, 1);
        const __m256i lower = _mm256_blendv_epi8(look_up(first, low, bit4), look_up(second, low, bit4), bit5);
        const __m256i upper = _mm256_blendv_epi8(look_up(third, low, bit4), look_up(fourth, low, bit4), bit5);
        const __m256i found = _mm256_maddubs_epi16(_mm256_blendv_epi8(lower, upper, bit6), weights);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(result), found); // NOLINT: the intrinsic's type
    }
}

#else

void ByteKinds::pairs_with_avx2(const char* bytes, std::size_t size, std::uint16_t* result) const
{
    pairs_portably(bytes, size, result);
}

#endif
