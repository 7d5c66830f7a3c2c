#include "anchors.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace apply_patch::place {

using namespace toolkit;

namespace {

// A set of texts that lines may begin with. A lookup takes logarithmic time in their number.
class Prefixes {
public:
    // The viewed texts must outlive the object. Empty texts are dropped.
    explicit Prefixes(std::vector<std::string_view> wanted)
        : texts(std::move(wanted))
    {
        std::sort(texts.begin(), texts.end());
        texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
        if (!texts.empty() && texts.front().empty())
            texts.erase(texts.begin());
        // The prefixes of a text are among the text before it in the order, and the prefixes of
        // that text.
        for (std::size_t at = 0; at < texts.size(); ++at) {
            std::size_t known = at;
            while (known > 0 && !texts[at].starts_with(texts[known - 1]))
                known = shorter[known - 1];
            shorter.push_back(known);
        }
    }

    // Calls found(text) for each text that the line begins with.
    template<class Found>
    void find(std::string_view line, Found found) const
    {
        auto at = static_cast<std::size_t>(
            std::upper_bound(texts.begin(), texts.end(), line) - texts.begin());
        for (; at > 0; at = shorter[at - 1])
            if (line.starts_with(texts[at - 1]))
                found(texts[at - 1]);
    }

private:
    std::vector<std::string_view> texts; // sorted
    // The longest prefix of each text in `texts` (1-based), or 0.
    std::vector<std::size_t> shorter;
};

}

static constexpr std::size_t max_scopes = 100;

static std::string as_anchor(std::string_view text)
{
    return text::with_plain_typography(text::trimmed(text));
}

Anchors::Anchors(const std::vector<text::Line>& file, const std::vector<read::Hunk>& hunks)
    : file(file)
    , budget(match::max_comparisons,
          ToolError(Code::too_large,
              "cannot find the places of the hunks: too many lines are like those that '@@' names",
              "name lines that are there only once"))
{
    std::unordered_map<std::string_view, std::vector<std::size_t>*> places;
    for (const auto& hunk : hunks)
        for (const std::string_view anchor : hunk.anchors) {
            const auto known = lines_by_text.try_emplace(as_anchor(anchor)).first;
            places.emplace(known->first, &known->second);
        }
    std::string buffer;
    for (std::size_t number = 0; number < file.size(); ++number)
        if (const auto known
            = places.find(match::folded(file[number].text, MatchLevel::typography, buffer));
            known != places.end())
            known->second->push_back(number);
}

namespace {

// Decides, line by line, which lines with the indentation of a block's first line belong to the
// block.
class Margin {
public:
    explicit Margin(std::string_view head)
        : is_open(head.find('{') != std::string_view::npos)
    {
    }

    // Returns true if a line that is not indented deeper than the block's first line is part of the
    // block. Must be called for these lines in order.
    bool holds(std::string_view text)
    {
        if (text::is_one_of(text[0], "{}()[]")) {
            is_open = (is_open || text[0] == '{') && !text::is_one_of(text[0], "})]");
            return true;
        }
        return is_open && (is_label(text) || is_directive(text));
    }

private:
    // Returns true for an access label of a C++ class.
    static bool is_label(std::string_view text)
    {
        static constexpr std::array<std::string_view, 7> labels {"public:", "private:",
            "protected:", "signals:", "public slots:", "private slots:", "protected slots:"};
        return std::find(labels.begin(), labels.end(), text) != labels.end();
    }

    // Returns true for a preprocessor directive.
    static bool is_directive(std::string_view text)
    {
        static constexpr std::array<std::string_view, 12> words {"#if", "#ifdef", "#ifndef",
            "#else", "#elif", "#endif", "#define", "#undef", "#pragma", "#include", "#region",
            "#endregion"};
        const auto end = std::find_if_not(text.begin() + 1, text.end(), text::is_word);
        const std::string_view word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
        return std::find(words.begin(), words.end(), word) != words.end();
    }

    bool is_open; // inside a brace, judged by the lines passed so far
};

}

// Returns the end of the block that line `head` begins: the next line that is not indented deeper
// and not part of the block's margin.
std::size_t Anchors::find_end_of_block(std::size_t head)
{
    const std::size_t width = text::indentation_of(file[head].text).size();
    Margin margin(file[head].text);
    std::size_t number = head + 1;
    for (; number < file.size(); ++number) {
        const std::string_view text = file[number].text;
        if (!text::trimmed(text).empty() && text::indentation_of(text).size() <= width
            && !margin.holds(text::trimmed(text)))
            break;
    }
    budget.spend(number - head);
    return number;
}

std::size_t Anchors::end_of_block(std::size_t head)
{
    const auto [known, is_new] = block_ends.try_emplace(head);
    if (is_new)
        known->second = find_end_of_block(head);
    return known->second;
}

// Fills lines_by_start for the anchors that equal no line: with the lines that begin with the
// anchor as whole words; if there are none, with the lines that begin with it within a word.
void Anchors::find_lines_that_begin()
{
    std::vector<std::string_view> texts;
    for (const auto& [anchor, lines] : lines_by_text)
        if (lines.empty())
            texts.push_back(anchor);
    const Prefixes prefixes(std::move(texts));
    std::unordered_map<std::string_view, std::vector<std::size_t>> within_word;
    std::string buffer;
    for (std::size_t number = 0; number < file.size(); ++number) {
        const std::string_view text
            = match::folded(file[number].text, MatchLevel::typography, buffer);
        prefixes.find(text, [&](std::string_view anchor) {
            const bool is_whole = !text::is_word(anchor.back()) || text.size() == anchor.size()
                || !text::is_word(text[anchor.size()]);
            if (is_whole)
                lines_by_start[std::string(anchor)].push_back(number);
            else
                within_word[anchor].push_back(number);
        });
    }
    for (auto& [anchor, lines] : within_word)
        lines_by_start.try_emplace(std::string(anchor), std::move(lines));
}

const std::vector<std::size_t>& Anchors::lines_like(const std::string& anchor)
{
    if (const auto known = lines_by_text.find(anchor);
        known != lines_by_text.end() && !known->second.empty())
        return known->second;
    if (!std::exchange(knows_starts, true))
        find_lines_that_begin();
    return lines_by_start[anchor];
}

// Returns the line that shares the most characters with the anchor at its beginning and end, as a
// hint.
std::string Anchors::nearest_line(std::string_view anchor) const
{
    std::size_t best = 0;
    std::size_t most = 2; // fewer shared characters are chance
    std::string buffer;
    for (std::size_t number = 0; number < file.size(); ++number) {
        const std::string_view text
            = match::folded(file[number].text, MatchLevel::typography, buffer);
        const std::size_t size = std::min(text.size(), anchor.size());
        const auto same = [size](auto left, auto right) {
            return static_cast<std::size_t>(
                std::mismatch(left, left + static_cast<std::ptrdiff_t>(size), right).first - left);
        };
        const std::size_t head = same(text.begin(), anchor.begin());
        const std::size_t score = head == size ? head : head + same(text.rbegin(), anchor.rbegin());
        if (score > most) {
            most = score;
            best = number + 1;
        }
    }
    return best == 0 ? "name a line of the file, or leave it out and add lines of context"
                     : "the nearest line is line " + std::to_string(best) + ": "
            + text::in_quotes(file[best - 1].text);
}

AnchorProblem Anchors::explain(std::string_view unknown)
{
    const auto& heads = lines_like(as_anchor(unknown));
    const std::string name = text::in_quotes(unknown);
    const std::string hint = "name one whole line of the file that stands above the hunk";
    if (heads.empty())
        return {"there is no line " + name + ", which its '@@' names",
            nearest_line(as_anchor(unknown))};
    if (heads.size() == 1)
        return {"line " + std::to_string(heads.front() + 1) + " is " + name
                + ", which its '@@' names, and is not in the block of the line that is named "
                  "before it",
            "name a line of that block, or leave out the line that is named before it"};
    return {"lines " + std::to_string(heads[0] + 1) + " and " + std::to_string(heads[1] + 1)
            + " begin with " + name + ", which its '@@' names, and none of them is the one",
        hint};
}

// Returns true if the first of these lines continues the last word of the anchor.
bool Anchors::is_part_of_word(std::string_view anchor, const std::vector<std::size_t>& heads) const
{
    if (heads.empty() || !text::is_word(anchor.back()))
        return false;
    std::string buffer;
    const std::string_view text
        = match::folded(file[heads.front()].text, MatchLevel::typography, buffer);
    return text.size() > anchor.size() && text::is_word(text[anchor.size()]);
}

Anchored Anchors::find(const std::vector<std::string_view>& anchors)
{
    Anchored anchored {{{0, file.size()}}};
    for (const std::string_view anchor : anchors) {
        const std::string text = as_anchor(anchor);
        const auto& heads = lines_like(text);
        std::vector<Scope> inner;
        const auto look_within = [&](const Scope& scope) {
            auto head = std::lower_bound(heads.begin(), heads.end(), scope.begin);
            for (; head != heads.end() && *head < scope.end && inner.size() < max_scopes; ++head)
                inner.push_back({*head, std::min(end_of_block(*head), scope.end)});
        };
        for (const auto& scope : anchored.scopes)
            look_within(scope);
        const auto heads_block = [](const Scope& scope) { return scope.end > scope.begin + 1; };
        const bool is_inner = &anchor != &anchors.front();
        if (inner.empty() && is_inner
            && std::all_of(anchored.scopes.begin(), anchored.scopes.end(), heads_block)) {
            anchored.unknown = anchor;
            anchored.scopes.clear();
            break;
        }
        if (inner.empty()) {
            look_within({anchored.scopes.front().begin, file.size()});
            anchored.is_outside_scope = true;
        }
        const bool is_a_part = is_part_of_word(text, heads);
        anchored.scopes = std::move(inner);
        if (anchored.scopes.empty() || (is_a_part && anchored.scopes.size() > 1)) {
            anchored.unknown = anchor;
            anchored.scopes.clear();
            break;
        }
    }
    return anchored;
}

namespace {

// Finds the end of the block that a line begins: the next line that begins with a word and is not
// indented deeper. Lines must be passed from the end of the file to its beginning.
class BlockEnds {
public:
    explicit BlockEnds(std::size_t lines)
        : lines(lines)
    {
    }

    std::size_t end_of(std::size_t depth) const
    {
        const auto deeper = std::partition_point(
            open.begin(), open.end(), [depth](const Line& line) { return line.depth <= depth; });
        return deeper == open.begin() ? lines : (deeper - 1)->number;
    }

    void pass(std::size_t number, std::string_view text)
    {
        const std::size_t depth = text::indentation_of(text).size();
        if (depth == text.size() || !text::is_word(text[depth]))
            return;
        while (!open.empty() && open.back().depth >= depth)
            open.pop_back();
        open.push_back({depth, number});
    }

private:
    struct Line {
        std::size_t depth;
        std::size_t number;
    };

    std::size_t lines;
    std::vector<Line> open; // candidates for an end, the least indented first
};

}

Headings::Headings(const std::vector<text::Line>& file, const std::vector<read::Hunk>& hunks)
{
    std::vector<std::string_view> texts;
    texts.reserve(hunks.size());
    for (const auto& hunk : hunks)
        texts.push_back(hunk.heading);
    const Prefixes headings(std::move(texts));
    BlockEnds ends(file.size());
    for (std::size_t number = file.size(); number-- > 0;) {
        const std::string_view text = file[number].text;
        headings.find(text::trimmed(text), [&](std::string_view heading) {
            blocks[heading].push_back({number, ends.end_of(text::indentation_of(text).size())});
        });
        ends.pass(number, text);
    }
    for (auto& [heading, found] : blocks)
        std::reverse(found.begin(), found.end());
}

bool Headings::are_above(const read::Hunk& hunk, std::size_t place) const
{
    if (hunk.heading.empty())
        return true;
    const auto known = blocks.find(hunk.heading);
    if (known == blocks.end())
        return false;
    const std::size_t end = place + hunk.lines.size() - read::count_lines(hunk, read::Mark::added);
    const auto next = std::partition_point(known->second.begin(), known->second.end(),
        [end](const Block& block) { return block.heading < end; });
    if (next == known->second.begin())
        return false;
    const Block& nearest = *(next - 1);
    return nearest.heading >= place || nearest.end >= place;
}

}
