#include "catch.hpp"
#include "random.hpp"
#include "toolkit/system/error.hpp"
#include "tools/fs_search/answer_writer.hpp"
#include "tools/fs_search/file_types.hpp"
#include "tools/fs_search/matcher.hpp"
#include "tools/fs_search/matches.hpp"
#include "tools/fs_search/merged_lines.hpp"

#include <map>
#include <string>
#include <vector>

using namespace fs_search;

namespace {

FileFindings written(const std::string& text, const Wanted& wanted)
{
    Entries entries(wanted.has_columns);
    entries.begin("path");
    find_matches(text, Matcher({"x"}), wanted, [&](const Match& match) {
        entries.add(match);
        return true;
    });
    return entries.take();
}

// Line by line, without the order in which matches are found.
std::string expected(const std::vector<std::string>& lines, const Wanted& wanted)
{
    std::map<std::size_t, char> kinds;
    for (std::size_t line = 0; line < lines.size(); ++line) {
        if (lines[line].find('x') == std::string::npos)
            continue;
        const auto before = std::min(line, static_cast<std::size_t>(wanted.lines_before));
        for (std::size_t near = line - before;
             near < lines.size() && near <= line + static_cast<std::size_t>(wanted.lines_after);
             ++near)
            kinds.emplace(near, '-');
        kinds[line] = ':';
    }
    std::string text;
    for (const auto& [line, kind] : kinds)
        text += (text.empty() ? "" : "\\n") + std::to_string(line + 1) + kind
            + (lines[line] == "\\n" ? "\\\\n" : lines[line]);
    return text;
}

}

TEST_CASE("each line near matches comes once, with what it is")
{
    Random random(1);
    for (int round = 0; round < random_patterns; ++round) {
        std::vector<std::string> lines;
        std::string text;
        for (auto count = random() % 12; count > 0; --count) {
            lines.emplace_back(any(random, {"x", "", "a", "a", "12-x", "\\n", "b", "b"}));
            text += lines.back() + "\n";
        }
        const Wanted wanted {Mode::matches, static_cast<std::int64_t>(random() % 4),
            static_cast<std::int64_t>(random() % 4), false, 1000};
        const FileFindings file = written(text, wanted);
        CAPTURE(text, wanted.lines_before, wanted.lines_after);
        CHECK(merged_lines(file).text == expected(lines, wanted));
        REQUIRE(file.is_plain);
        FileFindings joined = file;
        join_lines(joined);
        CHECK(joined.text == (file.text.empty() ? "" : expected(lines, wanted) + "\\n"));
        if (file.is_final && !file.text.empty())
            CHECK(file.text == merged_lines(file).text + "\\n");
    }
}

TEST_CASE("lines that are cut or not UTF-8 are told apart")
{
    const std::string wide(400, 'w');
    const std::string no_text(60, '\xFF');
    const MergedLines lines = merged_lines(
        written("x\xFF\n" + wide + "\nx\n" + no_text + wide + "\n\xFF" + wide + "\nx\n",
            {Mode::matches, 1, 1, true, 9}));
    CHECK(lines.text
        == "2-" + wide.substr(0, 300) + "\\n3:1:x\\n5-\uFFFD" + wide.substr(0, 299) + "\\n6:1:x");
    CHECK(lines.encoded.starts_with("1:1:eP8=\\n4-////"));
    CHECK(lines.replaced == 1);
    CHECK(lines.clipped == std::vector<std::int64_t> {2, 4, 5});
}

TEST_CASE("every letter of a kind stands for one kind")
{
    for (const bool is_match : {false, true})
        for (const bool is_encoded : {false, true})
            for (const bool is_clipped : {false, true}) {
                const LineKind kind {is_match, is_encoded, is_clipped};
                const LineKind same = LineKind::of(kind.letter());
                CHECK(same.is_match == is_match);
                CHECK(same.is_encoded == is_encoded);
                CHECK(same.is_clipped == is_clipped);
            }
}

TEST_CASE("a type names files as its language does")
{
    const struct {
        const char* type;
        const char* file;
        bool is_kept;
    } rows[] = {{"py", "a/b.py", true}, {"python", "b.pyi", true}, {"py", "b.pyc", false},
        {"js", "b.jsx", true}, {"ts", "b.tsx", true}, {"ts", "b.js", false}, {"rust", "b.rs", true},
        {"go", "b.go", true}, {"c", "b.h", true}, {"c", "b.cpp", false}, {"cpp", "b.hh", true},
        {"c++", "b.cc", true}, {"java", "B.java", true}, {"make", "Makefile", true},
        {"docker", "Dockerfile.dev", true}, {"toml", "Cargo.lock", true}, {"md", "b.md", true},
        {"cmake", "x/CMakeLists.txt", true}, {"meson", "meson.build", true},
        {"sh", "b.bash", true}};
    for (const auto& row : rows) {
        CAPTURE(row.type, row.file);
        const auto verdict = globs_of_types({row.type}).verdict_on({row.file, false}, 0);
        CHECK((verdict == toolkit::glob::Verdict::kept) == row.is_kept);
    }
    for (const char* name : {"", " ", "c cpp", "nothing"})
        CHECK_THROWS_AS(globs_of_types({name}), toolkit::ToolError);
}
