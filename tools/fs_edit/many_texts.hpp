#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fs_edit {

// Finds all places of many texts in another one. It compares a text only where the eight bytes of
// it that are rarest in a sample are found, so that the work is about linear.
class ManyTexts {
public:
    // No text in `wanted` may be empty.
    ManyTexts(std::vector<std::string> wanted, std::string_view sample);

    const std::string& text(std::size_t number) const { return texts[number]; }

    // Calls found(number, place) for each text and each of its places, which may overlap.
    template<class Found>
    void find(std::string_view where, Found found) const
    {
        for (std::size_t at = 0; at < where.size(); ++at)
            for (const std::size_t size : sizes) {
                if (size > where.size() - at)
                    break;
                const std::uint64_t hash = hash_of(where.substr(at, size));
                if (may_have(hash))
                    compare(where, at, hash, found);
            }
    }

private:
    struct Part {
        std::size_t text;
        std::size_t offset;
    };

    static constexpr std::size_t max_bytes = sizeof(std::uint64_t);
    static constexpr unsigned filter_bits = 20;
    static constexpr unsigned word_bits = 64;

    static std::uint64_t hash_of(std::string_view part)
    {
        static constexpr std::uint64_t golden = 0x9E3779B97F4A7C15U;
        std::uint64_t value = 0;
        std::memcpy(&value, part.data(), part.size());
        value = (value ^ part.size()) * golden;
        return (value ^ (value >> (word_bits / 2))) * golden;
    }

    bool may_have(std::uint64_t hash) const
    {
        const std::uint64_t bit = hash >> (word_bits - filter_bits);
        return (filter[bit / word_bits] >> (bit % word_bits) & 1U) != 0;
    }

    template<class Found>
    void compare(std::string_view where, std::size_t at, std::uint64_t hash, Found found) const
    {
        const auto known = parts.find(hash);
        if (known == parts.end())
            return;
        for (const Part& part : known->second)
            if (part.offset <= at && where.substr(at - part.offset).starts_with(texts[part.text]))
                found(part.text, at - part.offset);
    }

    void add(std::size_t number, std::size_t offset);

    std::vector<std::string> texts;
    std::unordered_map<std::uint64_t, std::vector<Part>> parts; // one of each text, by its hash
    std::vector<std::size_t> sizes; // of parts
    std::vector<std::uint64_t> filter;
};

}
