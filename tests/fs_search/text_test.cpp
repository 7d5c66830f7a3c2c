#include "catch.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"
#include "tools/fs_search/answer_writer.hpp"
#include "tools/fs_search/files/block_search.hpp"
#include "tools/fs_search/files/file_text.hpp"
#include "tools/fs_search/line.hpp"
#include "tools/fs_search/matches.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <functional>
#include <string>

using namespace fs_search;
using namespace fs_search::files;
using namespace toolkit::system;
using namespace toolkit::text;

using namespace std::string_literals;

TEST_CASE("UTF-16 is turned into UTF-8, and what is none stays visible")
{
    const struct {
        std::string little_endian;
        std::string text;
    } rows[] = {
        {"", ""},
        {"a\0b\0"s, "ab"},
        {"\xE9\0"s, "\xC3\xA9"},
        {"\xAC\x20"s, "\xE2\x82\xAC"},
        {"\x3D\xD8\x00\xDE"s, "\xF0\x9F\x98\x80"},
        {"\x3D\xD8"s, "\xED\xA0\xBD"},
        {"\x3D\xD8"
         "a\0"s,
            "\xED\xA0\xBD"
            "a"},
        {"\x00\xDE"s, "\xED\xB8\x80"},
        {"a\0b"s, "a\xED\xB1\xA2"},
    };
    for (const auto& row : rows) {
        CHECK(toolkit::text::utf8_from_utf16(row.little_endian, toolkit::text::ByteOrder::little)
            == row.text);
        std::string swapped = row.little_endian;
        for (std::size_t at = 0; at + 1 < swapped.size(); at += 2)
            std::swap(swapped[at], swapped[at + 1]);
        CHECK(toolkit::text::utf8_from_utf16(swapped, toolkit::text::ByteOrder::big) == row.text);
    }
}

TEST_CASE("a file's text is read without its byte order mark and, unless asked for, without the CR "
          "of a CRLF")
{
    const struct {
        std::string bytes;
        LineEnds line_ends;
        std::string text;
    } rows[] = {
        {"", LineEnds::without_returns, ""},
        {"a\r\nb\r\n", LineEnds::without_returns, "a\nb\n"},
        {"a\r\nb\r\n", LineEnds::as_they_are, "a\r\nb\r\n"},
        {"a\n\r\nb\r", LineEnds::without_returns, "a\n\nb\r"},
        {"a\rb\r\r\nc", LineEnds::without_returns, "a\rb\r\nc"},
        {"a\nb\n", LineEnds::without_returns, "a\nb\n"},
        {"\xEF\xBB\xBF"
         "a\r\n",
            LineEnds::without_returns, "a\n"},
        {"\xFF\xFE"
         "a\0\r\0\n\0"s,
            LineEnds::without_returns, "a\n"},
        {"\xFE\xFF\0a\0\r\0\n"s, LineEnds::as_they_are, "a\r\n"},
    };
    FileText content;
    for (const auto& row : rows) {
        const File file(memfd_create("text", MFD_CLOEXEC));
        write_whole(file, "text", row.bytes);
        for (const ShortRead short_read : {ShortRead::may_go_on, ShortRead::is_the_end}) {
            CHECK(content.read(file, 1000, short_read) == FileText::Read::whole);
            CHECK(content.text(row.line_ends) == row.text);
        }
    }
}

TEST_CASE("a file that is larger than the limit, or unreadable, is said to be so")
{
    const File file(memfd_create("text", MFD_CLOEXEC));
    write_whole(file, "text", "four");
    FileText content;
    CHECK(content.read(file, 4) == FileText::Read::whole);
    CHECK(content.read(file, 3) == FileText::Read::too_large);
    CHECK(content.read(file, 4, ShortRead::is_the_end) == FileText::Read::whole);
    CHECK(content.read(file, 3, ShortRead::is_the_end) == FileText::Read::too_large);
    CHECK(content.read(File(), 3) == FileText::Read::failed);
}

TEST_CASE("a file of any size is read to its end, also where a short read is the end")
{
    FileText content;
    for (const std::size_t size :
        {(256U << 10U) - 1, 256U << 10U, (256U << 10U) + 1, 512U << 10U, 700U << 10U}) {
        const File file(memfd_create("text", MFD_CLOEXEC));
        const std::string bytes(size, 'x');
        write_whole(file, "text", bytes);
        for (const ShortRead short_read : {ShortRead::may_go_on, ShortRead::is_the_end}) {
            CHECK(content.read(file, 1U << 20U, short_read) == FileText::Read::whole);
            CHECK(content.text(LineEnds::as_they_are) == bytes);
        }
    }
}

TEST_CASE("a preview is at most 300 bytes that hold the match and split no character")
{
    const std::string wide(1000, 'x');
    std::string accents;
    while (accents.size() < 1000)
        accents += "\xE2\x82\xAC";
    for (const std::size_t at : {0U, 1U, 50U, 99U, 100U, 101U, 500U, 850U, 998U, 999U}) {
        CAPTURE(at);
        CHECK(preview_around(wide, at).text.size() == 300);
        CHECK(preview_around(wide, at).is_clipped);
        const Preview preview = preview_around(accents, at / 3 * 3);
        CHECK(preview.text.size() <= 300);
        CHECK(preview.text.size() > 290);
        CHECK(is_utf8(preview.text));
    }
    for (const char* character : {"\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"})
        for (const std::size_t before : {400U, 401U, 402U, 403U}) {
            std::string line = std::string(before, 'x');
            for (int count = 0; count < 200; ++count)
                line += character;
            CAPTURE(character, before);
            CHECK(preview_around(line + ";", line.size()).text.ends_with(";"));
            CHECK(is_utf8(preview_around(line + ";", line.size()).text));
        }
    std::string marked = wide;
    for (std::size_t at = 0; at + 4 <= marked.size(); at += 83) {
        marked.replace(at, 4, "here");
        CHECK(preview_around(marked, at).text.find("here") != std::string::npos);
    }
    CHECK_FALSE(preview_around(wide.substr(0, 300), 0).is_clipped);
    CHECK(preview_around("", 0).text.empty());
}

namespace {

Wanted wanted_of(Mode mode, std::int64_t max_results) { return {mode, 0, 0, false, max_results}; }

// "line:column lines" of each match, one after the other.
struct Described {
    std::string text;

    bool operator()(const Match& match)
    {
        text += std::to_string(match.line) + ":" + std::to_string(match.position + 1) + " ";
        text.append(match.lines).append("|");
        return true;
    }
};

std::string matches(const Query& query, std::string_view text)
{
    Described described;
    find_matches(text, Matcher(query), wanted_of(Mode::matches, 1000), std::ref(described));
    return described.text;
}

}

TEST_CASE("each line counts once, and after the last newline there is none")
{
    const struct {
        Query query;
        const char* text;
        const char* matches;
    } rows[] = {
        {{"a"}, "", ""},
        {{"a"}, "aa\nb\nca", "1:1 aa|3:2 ca|"},
        {{"$", true}, "a\nb\n", "1:2 a|2:2 b|"},
        {{"$", true}, "a\nb", "1:2 a|2:2 b|"},
        {{"^", true}, "\n\n", "1:1 |2:1 |"},
        {{"x*", true}, "a", "1:1 a|"},
        {{"a\\nb", true, false, false, true}, "a\nb a\nb\na\nb", "1:1 a\nb a|2:3 b a\nb|4:1 a\nb|"},
        {{"a\n", false, false, false, true}, "a\na\n", "1:1 a|2:1 a|"},
        {{"\\n", true, false, false, true}, "a\nb", "1:2 a|"},
        {{"(?s).*", true, false, false, true}, "a\nb\n", "1:1 a\nb|"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.query.text, row.text);
        CHECK(matches(row.query, row.text) == row.matches);
    }
}

TEST_CASE("the lines around a match stop at the ends of the text")
{
    std::vector<Match> found;
    const Wanted wanted {Mode::matches, 3, 2, false, 10};
    find_matches("a\nb\nc\nd\ne\n", Matcher({"b"}), wanted, [&](const Match& match) {
        found.push_back(match);
        return true;
    });
    REQUIRE(found.size() == 1);
    CHECK(found[0].before == std::vector<std::string_view> {"a"});
    CHECK(found[0].after == std::vector<std::string_view> {"c", "d"});
}

TEST_CASE("counting looks at the whole text, naming a file at its first match, matching at so many "
          "as are wanted")
{
    const Matcher matcher({"a"});
    int taken = 0;
    const auto take = [&](const Match&) { return ++taken > 0; };
    const auto take_later_ones = [&](const Match& match) { return match.line > 1; };
    const std::string_view text = "a\na\na\n";
    CHECK(find_matches(text, matcher, wanted_of(Mode::count, 2), take) == 3);
    CHECK(find_matches(text, matcher, wanted_of(Mode::files, 2), take) == 1);
    CHECK(taken == 0);
    CHECK(find_matches(text, matcher, wanted_of(Mode::matches, 2), take) == 2);
    CHECK(taken == 2);
    CHECK(find_matches(text, matcher, wanted_of(Mode::matches, 3), take_later_ones) == 2);
}

TEST_CASE("a file that is searched in blocks holds what it holds as a whole, whatever their size")
{
    const std::string texts[] = {"", "a", "\n",
        "b\na\r\n\xEF\xBB\xBF"
        "a\n\n\xFF\xFE"
        "a\nxxxxxxxxxxxxxxxxxxxxa",
        "\xEF\xBB\xBF"
        "a\r\na\r\n\r\na\r",
        "\xEF\xBB\xBF", "a\na\0b\n"s};
    const Query queries[] = {{"a"}, {"^a$", true}, {"$", true}, {"A", false, true},
        {"a", false, false, true}, {"\\r", true}};
#ifdef SANITIZED
    constexpr std::size_t step = 3; // they make each of these take ten times as long
#else
    constexpr std::size_t step = 1;
#endif
    for (const auto& text : texts)
        for (const auto& query : queries)
            for (const Wanted& wanted : {wanted_of(Mode::matches, 100), wanted_of(Mode::matches, 2),
                     wanted_of(Mode::files, 2), wanted_of(Mode::count, 2)}) {
                const Matcher matcher(query);
                const File file(memfd_create("text", MFD_CLOEXEC));
                write_whole(file, "text", text);
                FileText content;
                content.read(file, 1000);
                Entries entries;
                entries.begin("path");
                const std::int64_t count = find_matches(
                    content.text(matcher.line_ends()), matcher, wanted, [&](const Match& match) {
                        entries.add(match);
                        return true;
                    });
                const std::string whole = entries.take().text;
                for (std::size_t size = 1; size < 70; size += step) {
                    CAPTURE(text, query.text, size);
                    LineBlock memory;
                    const BlockSearch search
                        = search_blocks({file, "path", size, 1000, size % 8 == 1 ? 3 : 1, 1000},
                            matcher, wanted, memory);
                    CHECK(search.is_whole);
                    CHECK((count == 0 || search.has_nul == (text.find('\0') != std::string::npos)));
                    const bool has_all = wanted.mode == Mode::count || wanted.max_results == 100;
                    CHECK((has_all ? search.count == count : search.count >= count));
                    CHECK((has_all ? search.found.text == whole
                                   : search.found.text.starts_with(whole)));
                }
            }
}

static bool is_searched(const File& file, std::size_t block_bytes, std::size_t most)
{
    LineBlock memory;
    return search_blocks({file, "path", block_bytes, most, 2, 1000}, Matcher({"x"}), {}, memory)
        .is_whole;
}

TEST_CASE("a file that is larger than the limit, or unreadable, is no more searched in blocks than "
          "as a whole")
{
    const File file(memfd_create("text", MFD_CLOEXEC));
    write_whole(file, "text", "four");
    for (const std::size_t size : {1U, 3U, 4U, 5U, 100U}) {
        CHECK_FALSE(is_searched(file, size, 3));
        CHECK(is_searched(file, size, 4));
    }
    CHECK_FALSE(is_searched(File(), 10, 10));
}

TEST_CASE(
    "a block behind the end of a file that is as large as it may be does not make it too large")
{
    const File file(memfd_create("text", MFD_CLOEXEC));
    write_whole(file, "text", "four\n");
    LineBlock memory;
    REQUIRE(memory.read(file, {100, 200}, 10));
    CHECK(memory.lines().empty());
    CHECK(memory.is_last());
    CHECK(memory.offset() == 0);
    for (int round = 0; round < 200;
         ++round) // a thread may take one before another has seen the end
        REQUIRE(search_blocks({file, "path", 1, 5, 8, 10}, Matcher({"x"}), {}, memory).is_whole);
}

TEST_CASE("a file with a line that is too long is said to be none for blocks")
{
    const File file(memfd_create("text", MFD_CLOEXEC));
    write_whole(file, "text", "x\n" + std::string(100000, 'y') + "\nx");
    for (const std::size_t longest : {1000U, 50000U, 200000U})
        for (const int threads : {1, 3}) {
            CAPTURE(longest, threads);
            LineBlock memory;
            const BlockSearch search = search_blocks({file, "path", 1000, 200000, threads, longest},
                Matcher({"x"}), wanted_of(Mode::count, 9), memory);
            CHECK(search.has_long_line == (longest < 100000));
            CHECK(search.is_whole == (longest > 100000));
            CHECK((search.has_long_line || search.count == 2));
        }
}

TEST_CASE("threads that share a file find what one finds, with the same line numbers")
{
    std::string text;
    for (int line = 0; line < 20000; ++line)
        text += "line " + std::to_string(line) + (line % 10 == 0 ? " return\n" : "\n");
    const File file(memfd_create("text", MFD_CLOEXEC));
    write_whole(file, "text", text);
    const Matcher matcher({"return"});
    LineBlock memory;
    const Wanted wanted = wanted_of(Mode::matches, 100000);
    const BlockSearch alone
        = search_blocks({file, "path", text.size(), text.size(), 1, 1000}, matcher, wanted, memory);
    CHECK(alone.count == 2000);
    for (const int threads : {1, 2, 8}) {
        const BlockSearch shared = search_blocks(
            {file, "path", 1000, text.size(), threads, 1000}, matcher, wanted, memory);
        CHECK(shared.is_whole);
        CHECK(shared.count == alone.count);
        CHECK(shared.found.text == alone.found.text);
        REQUIRE(shared.found.count() == alone.found.count());
        for (std::size_t index = 0; index < alone.found.results.size(); ++index) {
            CHECK(shared.found.results[index].end == alone.found.results[index].end);
            CHECK(shared.found.results[index].line == alone.found.results[index].line);
        }
    }
}

TEST_CASE("a file is written anew where it was cut or changed in place, not where more was added")
{
    const struct {
        off_t size;
        long nanoseconds;
        bool is_rewritten;
    } rows[] = {{100, 5, false}, {100, 6, true}, {99, 5, true}, {99, 6, true}, {0, 6, true},
        {101, 6, false}};
    struct stat before { };
    before.st_size = 100;
    before.st_mtim = {7, 5};
    for (const auto& row : rows) {
        CAPTURE(row.size, row.nanoseconds);
        struct stat now { };
        now.st_size = row.size;
        now.st_mtim = {7, row.nanoseconds};
        CHECK(is_rewritten(before, now) == row.is_rewritten);
    }
    struct stat later = before;
    later.st_mtim = {8, 5};
    CHECK(is_rewritten(before, later));
}

TEST_CASE(
    "lines longer than blocks are counted once each, before a match and by however many threads")
{
    std::string text;
    for (int line = 0; line < 20; ++line)
        text += std::string(static_cast<std::size_t>(line) * 1500, 'x') + "\n"
            + std::string(300, '\n');
    const auto before = std::count(text.begin(), text.end(), '\n');
    const File file(memfd_create("text", MFD_CLOEXEC));
    write_whole(file, "text", text + "return\n");
    const std::string expected = std::to_string(before + 1) + ":return\\n";
    for (const std::size_t size : {500U, 1000U, 4096U, 7000U})
        for (const int threads : {1, 3}) {
            CAPTURE(size, threads);
            LineBlock memory;
            const BlockSearch search
                = search_blocks({file, "path", size, 1U << 20, threads, 1U << 20},
                    Matcher({"return"}), wanted_of(Mode::matches, 9), memory);
            CHECK(search.found.text == expected);
        }
}

TEST_CASE("a pattern that sees the ends of the text, or a line break, is not for single lines")
{
    for (const char* pattern : {"\\Aa", "a\\z", "(?-m)a$", "(?s-m:a$)", "a\\Cb"})
        CHECK_FALSE(Matcher({pattern, true}).plan().looks_at_lines());
    for (const char* pattern : {"^a", "a$", "(?i)a", "(?:a|b)+", "\\ba\\b"})
        CHECK(Matcher({pattern, true}).plan().looks_at_lines());
    CHECK_FALSE(Matcher({"a", false, false, false, true}).plan().looks_at_lines());
    CHECK(Matcher({"\\A"}).plan().looks_at_lines());
}
