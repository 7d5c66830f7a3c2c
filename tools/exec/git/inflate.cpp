#include "inflate.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace exec::git {

namespace {

constexpr unsigned max_bits = 15;
constexpr unsigned of_byte = 8;
constexpr std::size_t end_of_block = 256;

// A Huffman code: RFC 1951, section 3.2.2.
class Code {
public:
    // Takes the lengths of all symbols. Returns false if they make no code: there are too many, or
    // too few, except for a single one.
    bool make(std::span<const std::uint8_t> lengths)
    {
        counts = {};
        for (const std::uint8_t length : lengths)
            ++counts[length];
        int left = 1;
        for (unsigned length = 1; length <= max_bits; ++length) {
            left = left * 2 - counts[length];
            if (left < 0)
                return false;
        }
        std::array<std::uint16_t, max_bits + 2> offsets {};
        for (unsigned length = 1; length <= max_bits; ++length)
            offsets[length + 1] = static_cast<std::uint16_t>(offsets[length] + counts[length]);
        for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol)
            if (lengths[symbol] != 0)
                symbols[offsets[lengths[symbol]]++] = static_cast<std::uint16_t>(symbol);
        const std::size_t used = lengths.size() - counts[0];
        return left == 0 || used == 0 || (used == 1 && counts[1] == 1);
    }

    // Returns true if there is one symbol: not for the lengths of the other codes.
    bool is_single() const
    {
        return counts[1] == 1
            && std::all_of(counts.begin() + 2, counts.end(), [](int count) { return count == 0; });
    }

    // Returns the next symbol, bit by bit from `bit`; -1 if there is none.
    template<class Bit>
    int decode(Bit bit) const
    {
        int code = 0;
        int first = 0;
        int index = 0;
        for (unsigned length = 1; length <= max_bits; ++length) {
            code |= static_cast<int>(bit());
            const int count = counts[length];
            if (code - count < first)
                return symbols[static_cast<std::size_t>(index + code - first)];
            index += count;
            first = (first + count) * 2;
            code *= 2;
        }
        return -1;
    }

private:
    std::array<std::uint16_t, max_bits + 1> counts {};
    std::array<std::uint16_t, 288> symbols {};
};

class Inflation {
public:
    Inflation(const std::function<std::string_view()>& next,
        const std::function<bool(std::string_view)>& take)
        : next(next)
        , take(take)
    {
    }

    bool run()
    {
        const unsigned method = bits(of_byte);
        const unsigned flags = bits(of_byte);
        if ((method & 15U) != 8 || method >> 4U > 7 || (method << of_byte | flags) % 31 != 0
            || (flags & 32U) != 0)
            return false;
        for (bool is_last = false; is_sound && !is_last;) {
            is_last = bits(1) == 1;
            block(bits(2));
        }
        flush();
        skip_to_byte();
        std::uint32_t sum = 0;
        for (unsigned byte = 0; byte < sizeof sum; ++byte)
            sum = sum << of_byte | bits(of_byte);
        return is_sound && sum == (high << 16U | low) && !has_byte();
    }

private:
    bool has_byte()
    {
        if (piece.empty())
            piece = next();
        return !piece.empty();
    }

    unsigned bits(unsigned count)
    {
        while (held < count) {
            if (!has_byte()) {
                is_sound = false;
                return 0;
            }
            buffer |= static_cast<std::uint32_t>(static_cast<unsigned char>(piece.front())) << held;
            piece.remove_prefix(1);
            held += of_byte;
        }
        const unsigned value = buffer & ((1U << count) - 1);
        buffer >>= count;
        held -= count;
        return value;
    }

    void skip_to_byte()
    {
        buffer = 0;
        held = 0;
    }

    void emit(char byte)
    {
        window[at++] = byte;
        ++total;
        if (at == window.size())
            flush();
    }

    // The checksum: Adler-32.
    void flush()
    {
        constexpr std::uint32_t modulus = 65521;
        constexpr std::size_t most = 5552; // without overflow
        for (std::size_t done = 0; done < at;) {
            const std::size_t end = std::min(at, done + most);
            for (; done < end; ++done) {
                low += static_cast<unsigned char>(window[done]);
                high += low;
            }
            low %= modulus;
            high %= modulus;
        }
        is_sound = is_sound && (at == 0 || take({window.data(), at}));
        at = 0;
    }

    void block(unsigned type)
    {
        if (type == 0)
            stored();
        else if (type == 1)
            fixed();
        else if (type == 2 && read_codes())
            compressed();
        else
            is_sound = false;
    }

    void stored()
    {
        skip_to_byte();
        const unsigned size = bits(16);
        const unsigned inverted = bits(16);
        is_sound = is_sound && (size ^ inverted) == 0xffff;
        for (unsigned count = 0; is_sound && count < size; ++count)
            if (const auto byte = static_cast<char>(bits(of_byte)); is_sound)
                emit(byte);
    }

    void fixed()
    {
        std::array<std::uint8_t, 288> lengths {};
        std::fill(lengths.begin(), lengths.begin() + 144, 8);
        std::fill(lengths.begin() + 144, lengths.begin() + 256, 9);
        std::fill(lengths.begin() + 256, lengths.begin() + 280, 7);
        std::fill(lengths.begin() + 280, lengths.end(), 8);
        std::array<std::uint8_t, 32> distances {};
        distances.fill(5);
        is_sound = is_sound && literals.make(lengths) && this->distances.make(distances);
        compressed();
    }

    // Section 3.2.7.
    bool read_codes()
    {
        constexpr std::array<std::uint8_t, 19> order {
            16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
        const std::size_t of_literals = bits(5) + 257;
        const std::size_t of_distances = bits(5) + 1;
        const std::size_t of_lengths = bits(4) + 4;
        std::array<std::uint8_t, 19> lengths_of_code {};
        for (std::size_t number = 0; number < of_lengths; ++number)
            lengths_of_code[order[number]] = static_cast<std::uint8_t>(bits(3));
        Code code;
        if (!is_sound || of_literals > 286 || of_distances > 30 || !code.make(lengths_of_code)
            || code.is_single())
            return false;
        std::array<std::uint8_t, 286 + 30> lengths {};
        const std::span all(lengths.data(), of_literals + of_distances);
        return read_lengths(code, all) && lengths[end_of_block] != 0
            && literals.make(all.first(of_literals)) && distances.make(all.subspan(of_literals));
    }

    bool read_lengths(const Code& code, std::span<std::uint8_t> lengths)
    {
        for (std::size_t done = 0; done < lengths.size();) {
            const int symbol = decode(code);
            if (symbol < 0 || (symbol == 16 && done == 0))
                return false;
            if (symbol < 16) {
                lengths[done++] = static_cast<std::uint8_t>(symbol);
                continue;
            }
            const std::uint8_t repeated = symbol == 16 ? lengths[done - 1] : 0;
            const std::size_t count = symbol == 16 ? 3 + bits(2)
                : symbol == 17                     ? 3 + bits(3)
                                                   : 11 + bits(7);
            if (!is_sound || count > lengths.size() - done)
                return false;
            std::fill_n(lengths.begin() + static_cast<std::ptrdiff_t>(done), count, repeated);
            done += count;
        }
        return true;
    }

    int decode(const Code& code)
    {
        const int symbol = code.decode([this] { return bits(1); });
        return is_sound ? symbol : -1;
    }

    void compressed()
    {
        while (is_sound) {
            const int symbol = decode(literals);
            if (symbol == static_cast<int>(end_of_block))
                return;
            if (symbol >= 0 && symbol < static_cast<int>(end_of_block))
                emit(static_cast<char>(symbol));
            else
                is_sound = is_sound && symbol >= 0 && copy(static_cast<std::size_t>(symbol) - 257);
        }
    }

    // Section 3.2.5.
    bool copy(std::size_t code)
    {
        constexpr std::array<std::uint16_t, 29> lengths {3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17,
            19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
        constexpr std::array<std::uint16_t, 30> starts {1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65,
            97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289,
            16385, 24577};
        if (code >= lengths.size())
            return false;
        const bool is_longest = code == lengths.size() - 1;
        const unsigned more = code < 8 || is_longest ? 0 : static_cast<unsigned>(code / 4 - 1);
        const std::size_t length = lengths[code] + bits(more);
        const int symbol = decode(distances);
        if (symbol < 0 || symbol >= static_cast<int>(starts.size()))
            return false;
        const unsigned far = symbol < 4 ? 0 : static_cast<unsigned>(symbol / 2 - 1);
        const std::size_t distance = starts[static_cast<std::size_t>(symbol)] + bits(far);
        if (!is_sound || distance > total)
            return false;
        for (std::size_t count = 0; is_sound && count < length; ++count)
            emit(window[(at + window.size() - distance) % window.size()]);
        return is_sound;
    }

    const std::function<std::string_view()>& next;
    const std::function<bool(std::string_view)>& take;
    std::string_view piece;
    std::uint32_t buffer = 0; // of `held` bits
    unsigned held = 0;
    std::array<char, 32 << 10> window {};
    std::size_t at = 0;
    std::uint64_t total = 0; // inflated bytes
    std::uint32_t low = 1;
    std::uint32_t high = 0;
    Code literals;
    Code distances;
    bool is_sound = true;
};

}

bool inflate(const std::function<std::string_view()>& next,
    const std::function<bool(std::string_view)>& take)
{
    return Inflation(next, take).run();
}

}
