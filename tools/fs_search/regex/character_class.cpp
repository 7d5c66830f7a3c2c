#include "character_class.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>

namespace fs_search::regex {

namespace {

constexpr char32_t long_s = 0x17F;
constexpr char32_t kelvin = 0x212A;
constexpr std::size_t case_bit = 'a' ^ 'A';

struct Range {
    char first;
    char last;
};

struct Name {
    std::string_view name;
    std::array<Range, 4> ranges; // unused entries repeat another one
};

constexpr std::array names {
    Name {"alnum", {{{'0', '9'}, {'A', 'Z'}, {'a', 'z'}, {'a', 'z'}}}},
    Name {"alpha", {{{'A', 'Z'}, {'a', 'z'}, {'a', 'z'}, {'a', 'z'}}}},
    Name {"ascii", {{{0, 127}, {0, 127}, {0, 127}, {0, 127}}}},
    Name {"blank", {{{'\t', '\t'}, {' ', ' '}, {' ', ' '}, {' ', ' '}}}},
    Name {"cntrl", {{{0, 31}, {127, 127}, {127, 127}, {127, 127}}}},
    Name {"digit", {{{'0', '9'}, {'0', '9'}, {'0', '9'}, {'0', '9'}}}},
    Name {"graph", {{{'!', '~'}, {'!', '~'}, {'!', '~'}, {'!', '~'}}}},
    Name {"lower", {{{'a', 'z'}, {'a', 'z'}, {'a', 'z'}, {'a', 'z'}}}},
    Name {"print", {{{' ', '~'}, {' ', '~'}, {' ', '~'}, {' ', '~'}}}},
    Name {"punct", {{{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}}}},
    Name {"space", {{{'\t', '\r'}, {' ', ' '}, {' ', ' '}, {' ', ' '}}}},
    Name {"upper", {{{'A', 'Z'}, {'A', 'Z'}, {'A', 'Z'}, {'A', 'Z'}}}},
    Name {"word", {{{'0', '9'}, {'A', 'Z'}, {'a', 'z'}, {'_', '_'}}}},
    Name {"xdigit", {{{'0', '9'}, {'A', 'F'}, {'a', 'f'}, {'a', 'f'}}}},
    Name {"d", {{{'0', '9'}, {'0', '9'}, {'0', '9'}, {'0', '9'}}}},
    Name {"s", {{{'\t', '\n'}, {'\f', '\r'}, {' ', ' '}, {' ', ' '}}}},
    Name {"w", {{{'0', '9'}, {'A', 'Z'}, {'a', 'z'}, {'_', '_'}}}},
};

void add_other_case(CharacterClass& characters)
{
    for (std::size_t letter = 'A'; letter <= 'Z'; ++letter)
        if (characters.ascii[letter] || characters.ascii[letter | case_bit])
            characters.ascii[letter] = characters.ascii[letter | case_bit] = true;
    characters.others = characters.others || characters.ascii['k'] || characters.ascii['s'];
}

}

void CharacterClass::add(const CharacterClass& more)
{
    ascii |= more.ascii;
    others = others || more.others;
}

CharacterClass CharacterClass::inverted() const { return {~ascii, true}; }

CharacterClass characters_between(char32_t first, char32_t last, Case letters)
{
    CharacterClass result;
    for (std::size_t character = first; character <= last && character < result.ascii.size();
         ++character)
        result.ascii.set(character);
    result.others = last >= result.ascii.size();
    if (letters == Case::matters)
        return result;
    const auto holds = [&](char32_t character) { return first <= character && character <= last; };
    result.ascii['s'] = result.ascii['s'] || holds(long_s);
    result.ascii['k'] = result.ascii['k'] || holds(kelvin);
    add_other_case(result);
    return result;
}

std::optional<CharacterClass> class_of_name(std::string_view name, Case letters)
{
    const bool is_inverted = name.starts_with('^');
    name.remove_prefix(is_inverted ? 1 : 0);
    const auto* const entry = std::find_if(
        names.begin(), names.end(), [&](const Name& known) { return known.name == name; });
    if (entry == names.end())
        return std::nullopt;
    CharacterClass result;
    for (const auto& range : entry->ranges)
        result.add(characters_between(static_cast<unsigned char>(range.first),
            static_cast<unsigned char>(range.last), letters));
    return is_inverted ? result.inverted() : result;
}

std::optional<CharacterClass> class_of_letter(char letter, Case letters)
{
    const bool is_inverted = letter >= 'A' && letter <= 'Z';
    const char small = is_inverted ? static_cast<char>(letter - 'A' + 'a') : letter;
    const auto result = class_of_name({&small, 1}, letters);
    return result && is_inverted ? result->inverted() : result;
}

std::optional<CharacterClass> class_of_property(std::string_view escape, Case letters)
{
    RE2::Options options;
    options.set_log_errors(false);
    options.set_case_sensitive(letters == Case::matters);
    const RE2 expression({escape.data(), escape.size()}, options);
    if (!expression.ok())
        return std::nullopt;
    CharacterClass result {{}, true};
    for (std::size_t character = 0; character < result.ascii.size(); ++character) {
        const char byte = static_cast<char>(character);
        result.ascii[character] = RE2::FullMatch({&byte, 1}, expression);
    }
    return result;
}

}

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace fs_search::regex {

ByteKinds::ByteKinds(
    const std::array<std::uint8_t, 256>& all, std::size_t count, text::Instructions instructions)
    : kinds(all)
    , number(count)
    , with_avx2(instructions == text::Instructions::fastest && text::has_avx2())
{
}

void ByteKinds::numbers(
    const char* bytes, std::size_t size, std::size_t stride, std::uint16_t* result) const
{
    if (with_avx2)
        numbers_with_avx2(bytes, size, stride, result);
    else
        numbers_portably(bytes, size, stride, result);
}

void ByteKinds::numbers_portably(
    const char* bytes, std::size_t size, std::size_t stride, std::uint16_t* result) const
{
    for (std::size_t at = 0; at < size; at += stride) {
        std::size_t sum = 0;
        for (std::size_t index = 0; index < stride; ++index)
            sum = sum * number + of(static_cast<unsigned char>(bytes[at + index]));
        *result++ = static_cast<std::uint16_t>(sum);
    }
}

#ifdef __x86_64__

namespace {

__attribute__((target("avx2"))) inline __m256i load(const char* bytes)
{
    return _mm256_loadu_si256(
        reinterpret_cast<const __m256i*>(bytes)); // NOLINT: the intrinsic's type
}

// The kinds of ASCII bytes, by the lower halves of the bytes; two rows for two upper halves.
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

__attribute__((target("avx2"))) inline __m256i look_up(
    const TwoRows& rows, __m256i low, __m256i is_odd)
{
    return _mm256_blendv_epi8(
        _mm256_shuffle_epi8(rows.even, low), _mm256_shuffle_epi8(rows.odd, low), is_odd);
}

// The kinds of all ASCII bytes.
struct AsciiKinds {
    TwoRows first, second, third, fourth;
};

__attribute__((target("avx2"))) inline AsciiKinds ascii_kinds(const std::uint8_t* kinds)
{
    return {rows_at(kinds), rows_at(kinds + 32), rows_at(kinds + 64), rows_at(kinds + 96)};
}

// Selects between pairs of rows by the bits of the upper half of each byte, shifted to where the
// blend instruction reads them.
__attribute__((target("avx2"))) inline __m256i kinds_of(const AsciiKinds& all, __m256i bytes)
{
    const __m256i low = _mm256_and_si256(bytes, _mm256_set1_epi8(15));
    const __m256i bit4 = _mm256_slli_epi16(bytes, 3);
    const __m256i bit5 = _mm256_slli_epi16(bytes, 2);
    const __m256i bit6 = _mm256_slli_epi16(bytes, 1);
    const __m256i lower
        = _mm256_blendv_epi8(look_up(all.first, low, bit4), look_up(all.second, low, bit4), bit5);
    const __m256i upper
        = _mm256_blendv_epi8(look_up(all.third, low, bit4), look_up(all.fourth, low, bit4), bit5);
    return _mm256_blendv_epi8(lower, upper, bit6);
}

}

__attribute__((target("avx2"))) void ByteKinds::numbers_with_avx2(
    const char* bytes, std::size_t size, std::size_t stride, std::uint16_t* result) const
{
    const AsciiKinds all = ascii_kinds(kinds.data());
    const __m256i weights = _mm256_set1_epi16(static_cast<short>(number | 0x100U));
    const __m256i weights_of_pairs
        = _mm256_set1_epi32(static_cast<int>((number * number) | 0x10000U));
    for (std::size_t at = 0; at < size; at += step, result += step / stride) {
        const __m256i loaded = load(bytes + at);
        if (_mm256_movemask_epi8(loaded) != 0) {
            numbers_portably(bytes + at, step, stride, result);
            continue;
        }
        const __m256i pairs = _mm256_maddubs_epi16(kinds_of(all, loaded), weights);
        if (stride == 2) {
            _mm256_storeu_si256(
                reinterpret_cast<__m256i*>(result), pairs); // NOLINT: the intrinsic's type
            continue;
        }
        const __m256i fours = _mm256_madd_epi16(pairs, weights_of_pairs);
        const __m128i packed
            = _mm_packus_epi32(_mm256_castsi256_si128(fours), _mm256_extracti128_si256(fours, 1));
        _mm_storeu_si128(
            reinterpret_cast<__m128i*>(result), packed); // NOLINT: the intrinsic's type
    }
}

#else

void ByteKinds::numbers_with_avx2(
    const char* bytes, std::size_t size, std::size_t stride, std::uint16_t* result) const
{
    numbers_portably(bytes, size, stride, result);
}

#endif

}
