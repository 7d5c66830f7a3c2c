#include "many_texts.hpp"

#include <algorithm>
#include <utility>

namespace fs_edit {

ManyTexts::ManyTexts(std::vector<std::string> wanted, std::string_view sample)
    : texts(std::move(wanted))
    , filter((std::size_t {1} << filter_bits) / word_bits)
{
    static constexpr unsigned count_bits = 18;
    std::vector<std::uint32_t> counts(std::size_t {1} << count_bits);
    const auto count_of = [&](std::string_view text, std::size_t at) -> std::uint32_t& {
        return counts[hash_of(text.substr(at, max_bytes)) >> (word_bits - count_bits)];
    };
    const auto count = [&](std::string_view text) {
        for (std::size_t at = 0; at + max_bytes <= text.size(); ++at)
            ++count_of(text, at);
    };
    count(sample);
    for (const std::string& text : texts)
        count(text);
    for (std::size_t number = 0; number < texts.size(); ++number) {
        const std::string& text = texts[number];
        std::size_t rarest = 0;
        for (std::size_t at = 1; at + max_bytes <= text.size(); ++at)
            if (count_of(text, at) < count_of(text, rarest))
                rarest = at;
        add(number, rarest);
    }
    std::sort(sizes.begin(), sizes.end());
}

void ManyTexts::add(std::size_t number, std::size_t offset)
{
    const std::string_view part = std::string_view(texts[number]).substr(offset, max_bytes);
    if (std::find(sizes.begin(), sizes.end(), part.size()) == sizes.end())
        sizes.push_back(part.size());
    const std::uint64_t hash = hash_of(part);
    const std::uint64_t bit = hash >> (word_bits - filter_bits);
    filter[bit / word_bits] |= std::uint64_t {1} << (bit % word_bits);
    parts[hash].push_back({number, offset});
}

}
