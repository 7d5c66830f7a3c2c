#include "edited_text.hpp"

#include "toolkit/text/folding.hpp"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>

namespace fs_edit {

using namespace toolkit;

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

static constexpr std::size_t block_bytes = 512;

// Returns the size of the first block of a text. A block consists of whole lines.
static std::size_t end_of_block(std::string_view text)
{
    return text.size() <= block_bytes ? text.size()
                                      : std::min(text.find('\n', block_bytes), text.size() - 1) + 1;
}

std::string EditedText::plain(std::string_view text)
{
    std::string result = text::with_plain_typography(text);
    result.erase(
        std::remove_if(result.begin(), result.end(),
            [](char letter) { return letter == ' ' || (letter >= '\t' && letter <= '\r'); }),
        result.end());
    return result;
}

EditedText::EditedText(std::string_view text, const std::vector<Step>& steps)
    : numbers(steps.size())
    , bytes(text.size())
{
    static constexpr std::size_t max_bytes = 4096; // maximum size of an indexed old text
    std::string all;
    for (std::size_t begin = 0; begin < text.size() || begin == 0;) {
        const std::size_t size = end_of_block(text.substr(begin));
        const std::string_view part = text.substr(begin, size);
        blocks.push_back({std::string(part), plain(part), Pieces({begin, begin + size})});
        all += blocks.back().plain;
        begin += std::max<std::size_t>(size, 1);
    }
    std::vector<std::string> texts;
    std::unordered_map<std::string, std::size_t> known;
    for (std::size_t at = 0; at < steps.size(); ++at) {
        const std::string old_text = plain(steps[at].old_text);
        if (old_text.empty() || old_text.size() > max_bytes || steps[at].which == Which::all)
            continue;
        const auto [place, is_new] = known.emplace(old_text, texts.size());
        if (is_new) {
            texts.push_back(old_text);
            old_texts.emplace_back();
        }
        numbers[at] = place->second;
        old_texts[place->second].last_step = at;
        longest = std::max(longest, old_text.size());
    }
    finder.emplace(std::move(texts), all);
    update(blocks.begin(), std::prev(blocks.end()), Sign::add);
    for (OldText& old_text : old_texts)
        old_text.count_in_original = old_text.blocks.size();
}

std::size_t EditedText::count_places(std::size_t step) const
{
    return old_texts[*numbers[step]].blocks.size();
}

std::size_t EditedText::count_in_original(std::size_t step) const
{
    return old_texts[*numbers[step]].count_in_original;
}

// Adds or removes the places of old texts in these blocks and in those next to them, since a place
// may reach from one block into another.
void EditedText::update(Blocks::iterator first, Blocks::iterator last, Sign sign)
{
    struct Part {
        std::size_t begin;
        Blocks::iterator block;
    };
    std::string text;
    std::vector<Part> parts;
    std::size_t before = 0;
    while (first != blocks.begin() && before < longest) {
        --first;
        before += first->plain.size();
    }
    const Blocks::iterator past = std::next(last);
    bool is_past = false;
    for (std::size_t after = 0; first != blocks.end() && after < longest; ++first) {
        is_past = is_past || first == past;
        after += is_past ? first->plain.size() : 0;
        parts.push_back({text.size(), first});
        text += first->plain;
    }
    finder->find(text, [&](std::size_t number, std::size_t at) {
        if (old_texts[number].last_step < done)
            return;
        const auto part = std::prev(std::upper_bound(parts.begin(), parts.end(), at,
            [](std::size_t place, const Part& other) { return place < other.begin; }));
        auto& places = old_texts[number].blocks;
        if (sign == Sign::add)
            places.push_back(part->block);
        else
            places.erase(std::find(places.begin(), places.end(), part->block));
    });
}

EditedText::Excerpt EditedText::excerpt(
    Blocks::iterator block, std::size_t plain_size, std::size_t margin)
{
    Blocks::iterator begin = block;
    for (std::size_t size = 0;
         begin != blocks.begin() && (size < margin || !std::prev(begin)->text.ends_with('\n'));) {
        --begin;
        size += begin->text.size();
    }
    Excerpt excerpt {begin, {}};
    for (; begin != block; ++begin)
        excerpt.text += begin->text;
    excerpt.text += begin++->text;
    for (std::size_t size = 0; begin != blocks.end() && size < plain_size; ++begin) {
        excerpt.text += begin->text;
        size += begin->plain.size();
    }
    const std::size_t end = excerpt.text.size() + margin;
    for (; begin != blocks.end() && (excerpt.text.size() < end || !excerpt.text.ends_with('\n'));
         ++begin)
        excerpt.text += begin->text;
    return excerpt;
}

std::optional<std::vector<EditedText::Excerpt>> EditedText::excerpts(
    std::size_t step, std::size_t margin)
{
    static constexpr std::size_t max_places = 20;
    if (!numbers[step])
        return {};
    const std::size_t number = *numbers[step];
    const auto& places = old_texts[number].blocks;
    if (places.size() > max_places)
        return {};
    std::vector<Excerpt> result;
    for (auto place = places.begin(); place != places.end(); ++place)
        if (std::find(places.begin(), place, *place) == place)
            result.push_back(excerpt(*place, finder->text(number).size(), margin));
    return result;
}

const char* EditedText::identity_of(const Excerpt& excerpt, std::size_t at)
{
    Blocks::iterator block = excerpt.begin;
    for (; at >= block->text.size(); ++block)
        at -= block->text.size();
    return block->text.data() + at;
}

// Splits a block that has grown; returns the last of its parts.
EditedText::Blocks::iterator EditedText::split(Blocks::iterator block)
{
    while (block->text.size() > 4 * block_bytes) {
        const std::size_t size = end_of_block(block->text);
        if (size == block->text.size())
            break;
        Block rest {block->text.substr(size), {}, block->pieces.split(size)};
        block->text.resize(size);
        block->plain = plain(block->text);
        block = blocks.insert(std::next(block), std::move(rest));
    }
    block->plain = plain(block->text);
    return block;
}

void EditedText::change(Place place, std::size_t size, const std::string& text)
{
    const Blocks::iterator first = place.block;
    Blocks::iterator last = first;
    std::size_t covered = first->text.size() - place.at;
    while (covered < size)
        covered += (++last)->text.size();
    update(first, last, Sign::remove);
    bytes += text.size() - size;
    std::string inserted = text;
    std::size_t at = place.at;
    for (Blocks::iterator block = first;; ++block) {
        const std::size_t end = std::min(block->text.size(), at + size);
        size -= end - at;
        block->pieces.apply({{{at, end}, inserted}});
        block->text.replace(at, end - at, std::exchange(inserted, {}));
        at = 0;
        if (block == last)
            break;
        block->plain = plain(block->text);
    }
    // The inserted text is in the first block, so no other block has grown.
    const Blocks::iterator end = split(first);
    if (first == last)
        last = end;
    else
        last->plain = plain(last->text);
    update(first, last, Sign::add);
}

void EditedText::apply(
    std::size_t step, const Excerpt& excerpt, const std::vector<text::TextChange>& changes)
{
    done = step + 1;
    for (auto next = changes.rbegin(); next != changes.rend(); ++next) {
        Place place {excerpt.begin, next->match.begin};
        for (; place.at > place.block->text.size(); ++place.block)
            place.at -= place.block->text.size();
        change(place, next->match.end - next->match.begin, next->text);
    }
}

void EditedText::apply(std::size_t step, const std::vector<text::TextChange>& changes)
{
    done = step + 1;
    Blocks::iterator block = blocks.end();
    std::size_t begin = bytes;
    for (auto next = changes.rbegin(); next != changes.rend(); ++next) {
        while (block == blocks.end() || begin > next->match.begin)
            begin -= (--block)->text.size();
        change({block, next->match.begin - begin}, next->match.end - next->match.begin, next->text);
    }
}

std::string EditedText::text() const
{
    std::string text;
    text.reserve(bytes);
    for (const Block& block : blocks)
        text += block.text;
    return text;
}

std::vector<text::TextChange> EditedText::changes() const
{
    std::vector<text::TextChange> result;
    for (const Block& block : blocks)
        for (auto& change : block.pieces.changes())
            if (!result.empty() && result.back().match.end == change.match.begin) {
                result.back().match.end = change.match.end;
                result.back().text += change.text;
            } else
                result.push_back(std::move(change));
    return result;
}

bool EditedText::has_new(Blocks::const_iterator block, text::TextRange range) const
{
    std::size_t begin = 0;
    for (; block != blocks.end() && begin < range.end; ++block) {
        const std::size_t end = begin + block->text.size();
        if (end > range.begin
            && block->pieces.has_new(
                {std::max(begin, range.begin) - begin, std::min(end, range.end) - begin}))
            return true;
        begin = end;
    }
    return false;
}

bool EditedText::has_new(const Excerpt& excerpt, text::TextRange range) const
{
    return has_new(Blocks::const_iterator(excerpt.begin), range);
}

bool EditedText::has_new(text::TextRange range) const { return has_new(blocks.begin(), range); }

bool EditedText::has_kept(text::TextRange range) const
{
    const auto all = changes();
    return std::none_of(all.begin(), all.end(), [&](const text::TextChange& change) {
        return change.match.begin < range.end
            && (change.match.end > range.begin || change.match.begin > range.begin);
    });
}

}
