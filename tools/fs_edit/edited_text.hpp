#pragma once

#include "pieces.hpp"
#include "steps.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fs_edit {

using namespace toolkit;

// Finds all places of many texts in another text. Takes about linear time: a text is compared only
// at occurrences of its part of eight bytes that is rarest in a sample.
class ManyTexts {
public:
    // No text in `wanted` may be empty.
    ManyTexts(std::vector<std::string> wanted, std::string_view sample);

    const std::string& text(std::size_t number) const { return texts[number]; }

    // Calls found(number, place) for each text and each of its places. Places may overlap.
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
    // One part of each text, by its hash.
    std::unordered_map<std::uint64_t, std::vector<Part>> parts;
    std::vector<std::size_t> sizes; // distinct sizes of parts
    std::vector<std::uint64_t> filter;
};

// The text of a file to which many edits are made. It is kept in blocks of a few lines, with an
// index of the blocks in which the old texts of the edits may be. The cost of an edit therefore
// does not depend on the size of the file.
class EditedText {
    struct Block;
    using Blocks = std::list<Block>;

public:
    // `text` and `steps` must outlive the object.
    EditedText(std::string_view text, const std::vector<Step>& steps);

    // A part of the text that consists of whole lines.
    struct Excerpt {
        Blocks::iterator begin;
        std::string text;
    };

    // Returns the lines around all places where the old text of a step may be. It cannot be
    // elsewhere, even if whitespace and typography are ignored. Each excerpt extends by at least
    // `margin` bytes on both sides, or to the edge of the text. Returns nullopt if there are more
    // than 20 places, or if they are not indexed because the old text is empty or has more than
    // 4096 bytes, or all matches are wanted.
    std::optional<std::vector<Excerpt>> excerpts(std::size_t step, std::size_t margin);

    // Return the number of these places now, and in the original text. The places of the step must
    // be indexed.
    std::size_t count_places(std::size_t step) const;
    std::size_t count_in_original(std::size_t step) const;

    // Returns a pointer that is the same for the same byte in two excerpts.
    static const char* identity_of(const Excerpt& excerpt, std::size_t at);

    // Makes the edit of a step: changes in an excerpt, or in the whole text. The changes must be
    // sorted and must not overlap. Invalidates all excerpts.
    void apply(
        std::size_t step, const Excerpt& excerpt, const std::vector<text::TextChange>& changes);
    void apply(std::size_t step, const std::vector<text::TextChange>& changes);

    std::size_t size() const { return bytes; }
    std::string text() const;
    std::vector<text::TextChange> changes() const;

    // Return true if a range of the excerpt, or of the whole text, contains inserted text.
    bool has_new(const Excerpt& excerpt, text::TextRange range) const;
    bool has_new(text::TextRange range) const;

    // Returns true if a range of the original text is unchanged.
    bool has_kept(text::TextRange range) const;

private:
    struct Block {
        std::string text;
        std::string plain; // `text` without whitespace, and with plain typography
        Pieces pieces;
    };

    struct OldText {
        std::size_t last_step; // the last step with this old text
        std::vector<Blocks::iterator> blocks = {}; // the block in which it begins, for each place
        std::size_t count_in_original = 0;
    };

    struct Place {
        Blocks::iterator block;
        std::size_t at;
    };

    enum class Sign { add, remove };

    static std::string plain(std::string_view text);
    void change(Place place, std::size_t size, const std::string& text);
    bool has_new(Blocks::const_iterator block, text::TextRange range) const;
    void update(Blocks::iterator first, Blocks::iterator last, Sign sign);
    Blocks::iterator split(Blocks::iterator block);
    Excerpt excerpt(Blocks::iterator block, std::size_t plain_size, std::size_t margin);

    Blocks blocks;
    // The index of the old text of each step; nullopt if it is not indexed.
    std::vector<std::optional<std::size_t>> numbers;
    std::vector<OldText> old_texts;
    std::optional<ManyTexts> finder;
    std::size_t longest = 0; // size of the longest old text, without whitespace
    std::size_t done = 0; // number of steps that were made
    std::size_t bytes;
};

}
