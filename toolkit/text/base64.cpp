#include "toolkit/text/prefault.hpp"
#include "toolkit/text/text.hpp"

#include <array>
#include <cstdint>
#include <cstring>

namespace toolkit::text {

// Encodes two digits and decodes four digits at a time, with tables that fit into the first-level
// cache. This is about the fastest way without byte shuffle instructions, and works on every
// machine.

namespace {

constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

using Pair = std::array<char, 2>;

// The two digits for each value of twelve bits.
constexpr std::array<Pair, 4096> pairs = [] {
    std::array<Pair, 4096> table {};
    for (std::size_t bits = 0; bits < table.size(); ++bits)
        table.at(bits) = {digits[bits >> 6U], digits[bits & 63U]};
    return table;
}();

constexpr std::uint32_t not_a_digit = 1U << 31U;

// The value of each digit at each of the four places of a group.
constexpr std::array<std::array<std::uint32_t, 256>, 4> values = [] {
    std::array<std::array<std::uint32_t, 256>, 4> tables {};
    for (std::size_t place = 0; place < tables.size(); ++place) {
        tables.at(place).fill(not_a_digit);
        for (std::uint32_t value = 0; value < 64; ++value)
            tables.at(place).at(static_cast<unsigned char>(digits[value])) = value
                << (18U - 6U * place);
    }
    return tables;
}();

std::uint32_t byte_at(const char* at) { return static_cast<unsigned char>(*at); }

void put_pair(char* out, std::uint32_t bits) { std::memcpy(out, pairs[bits & 4095U].data(), 2); }

// Writes the four digits of three bytes.
void encode_group(const char* bytes, char* out)
{
    const std::uint32_t group
        = byte_at(bytes) << 16U | byte_at(bytes + 1) << 8U | byte_at(bytes + 2);
    put_pair(out, group >> 12U);
    put_pair(out + 2, group);
}

// Returns the value of four digits. It has the bit not_a_digit if one of them is not a base64
// digit.
std::uint32_t decode_group(const char* text)
{
    return values[0][byte_at(text)] | values[1][byte_at(text + 1)] | values[2][byte_at(text + 2)]
        | values[3][byte_at(text + 3)];
}

void put_group(char* out, std::uint32_t group)
{
    out[0] = static_cast<char>(group >> 16U);
    out[1] = static_cast<char>(group >> 8U);
    out[2] = static_cast<char>(group);
}

}

std::string base64_encode(std::string_view bytes)
{
    std::string text;
    reserve_to_fill(text, (bytes.size() + 2) / 3 * 4);
    text.resize((bytes.size() + 2) / 3 * 4, '=');
    char* out = text.data();
    const char* at = bytes.data();
    const std::size_t rest = bytes.size() % 3;
    for (const char* end = at + (bytes.size() - rest); at != end; at += 3, out += 4)
        encode_group(at, out);
    if (rest > 0) {
        std::array<char, 3> last {};
        std::memcpy(last.data(), at, rest);
        std::array<char, 4> group {};
        encode_group(last.data(), group.data());
        std::memcpy(out, group.data(), rest + 1);
    }
    return text;
}

// Decodes the last group, which ends with `padding` padding characters. Returns false if it is
// invalid, or if bits after the last byte are set.
static bool decode_last(std::string_view group, std::size_t padding, std::string& bytes)
{
    std::array<char, 4> padded {'A', 'A', 'A', 'A'};
    std::memcpy(padded.data(), group.data(), group.size() - padding);
    const std::uint32_t value = decode_group(padded.data());
    const std::uint32_t unused = (1U << (8 * padding)) - 1;
    if ((value & (not_a_digit | unused)) != 0)
        return false;
    std::array<char, 3> out {};
    put_group(out.data(), value);
    bytes.append(out.data(), out.size() - padding);
    return true;
}

std::optional<std::string> base64_decode(std::string_view text)
{
    if (text.size() % 4 != 0)
        return std::nullopt;
    const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
    const std::string_view whole = text.substr(0, text.size() - (padding == 0 ? 0 : 4));
    std::string bytes;
    reserve_to_fill(bytes, text.size() / 4 * 3);
    bytes.resize(whole.size() / 4 * 3);
    char* out = bytes.data();
    std::uint32_t seen = 0;
    for (const char* at = whole.data(); at != whole.data() + whole.size(); at += 4, out += 3) {
        const std::uint32_t group = decode_group(at);
        seen |= group;
        put_group(out, group);
    }
    if ((seen & not_a_digit) != 0)
        return std::nullopt;
    if (padding > 0 && !decode_last(text.substr(whole.size()), padding, bytes))
        return std::nullopt;
    return bytes;
}

}
