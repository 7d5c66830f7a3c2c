#include "catch.hpp"

#include "agent/redaction/pattern_search.hpp"

#include <re2/re2.h>

using namespace agent::redaction;

TEST_CASE("the beginnings of a match are matched, each of them")
{
    const auto [pattern, text] = GENERATE(table<std::string, std::string>({
        {"acct-[0-9]+", "acct-123"},
        {"a|bc|d", "bc"},
        {"a(?:bc|)d", "abcd"},
        {"(ab|cd){2,3}e", "abcdabe"},
        {"(?P<name>a+)(?:b(?i)C|D)d?", "aad"},
        {"(?is:a.b)*c", "A\nbc"},
        {"a{2}b{3,}c{0,2}?", "aabbbbcc"},
        {"a{,2}", "a{,2}"},
        {"[]a^-]+[^]b][[:alpha:]\\]]", "]a-c]"},
        {"\\Qa+b\\E+\\Q(\\E", "a+bb("},
        {"\\Qend", "end"},
        {"\\x41\\x{1F600}\\p{Greek}\\pN\\101\\*\\\\",
            "A\xf0\x9f\x98\x80\xce\xb1"
            "7A*\\"},
        {"\xc3\xa9+x", "\xc3\xa9\xc3\xa9x"},
        {"\\bword\\b.\\bx$", "word x"},
        {"(?m)^a$\\n^b", "a\nb"},
        {"(((((x+y)+)+)+)+)z", "xxyxyz"},
        {std::string(900, 'a'), std::string(900, 'a')},
    }));
    CAPTURE(pattern, text);
    const RE2 whole(pattern);
    REQUIRE(whole.ok());
    const RE2 begun(beginnings_of(pattern));
    REQUIRE(begun.ok());
    REQUIRE(RE2::FullMatch(text, whole));
    for (std::size_t size = 0; size < text.size(); ++size) {
        CAPTURE(size);
        const bool ends_in_character
            = size > 0 && (static_cast<unsigned char>(text[size]) & 0xc0U) == 0x80;
        CHECK((ends_in_character || RE2::FullMatch(text.substr(0, size), begun)));
    }
}

TEST_CASE("what no match begins with is not matched")
{
    const auto [pattern, text] = GENERATE(table<std::string, std::string>({
        {"acct-[0-9]+", "acct-1x"},
        {"acct-[0-9]+", "a-"},
        {"(?:ab)+c", "aa"},
        {"a(?i)b|c", "A"},
        {"id=[^ ;]*;", "id=x y"},
        {"a{1,2}b", "aaa"},
    }));
    CHECK_FALSE(RE2::FullMatch(text, RE2(beginnings_of(pattern))));
}
