#include "tools/fs_edit/pieces.hpp"

#include "tests/catch.hpp"

#include <random>

using fs_edit::Pieces;
using toolkit::text::TextChange;

static std::string applied(const std::string& text, const std::vector<TextChange>& changes)
{
    std::string result;
    std::size_t at = 0;
    for (const auto& [match, fresh] : changes) {
        REQUIRE(match.begin >= at);
        REQUIRE(match.end >= match.begin);
        result += text.substr(at, match.begin - at) + fresh;
        at = match.end;
    }
    REQUIRE(at <= text.size());
    return result + text.substr(at);
}

TEST_CASE("changes of results are changes of the first text")
{
    std::mt19937 random(1); // NOLINT(cert-msc51-cpp): the same on every run
    const auto below = [&](std::size_t count) { return random() % (count + 1); };
    for (int round = 0; round < 2000; ++round) {
        const std::string before(below(12), 'a');
        std::string text = before;
        Pieces pieces(before.size());
        for (std::size_t step = 0; step < 4; ++step) {
            std::vector<TextChange> changes;
            for (std::size_t at = below(text.size()); changes.size() < 3;) {
                const std::size_t end = at + below(std::min<std::size_t>(text.size() - at, 3));
                changes.push_back(
                    {{at, end}, std::string(below(3), static_cast<char>('b' + step))});
                if (end == text.size())
                    break;
                at = end + below(text.size() - end);
            }
            pieces.apply(changes);
            text = applied(text, changes);
            REQUIRE(applied(before, pieces.changes()) == text);
        }
    }
}

TEST_CASE("what is put in and taken out again is no change")
{
    Pieces pieces(3);
    pieces.apply({{{1, 1}, "xy"}});
    pieces.apply({{{1, 3}, ""}});
    CHECK(pieces.changes().empty());
}
