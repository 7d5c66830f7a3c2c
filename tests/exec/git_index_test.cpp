#include "catch.hpp"

#include "tools/exec/git/git_index.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

using namespace exec::git;

// The bytes of an index as git writes them: gitformat-index(5).

static std::string number(std::uint32_t value, int size)
{
    std::string bytes;
    for (int at = size - 1; at >= 0; --at)
        bytes += static_cast<char>(value >> 8 * at);
    return bytes;
}

struct IndexEntry {
    std::uint32_t mode;
    std::string name;
    std::size_t cut = 0; // in version 4: bytes of the name before that are not shared
};

static constexpr std::uint32_t file = 0100644;
static constexpr std::uint32_t link_mode = 0160000;

static std::string index_of(
    std::uint32_t version, std::size_t hash_size, const std::vector<IndexEntry>& entries)
{
    std::string bytes
        = "DIRC" + number(version, 4) + number(static_cast<std::uint32_t>(entries.size()), 4);
    for (const IndexEntry& entry : entries) {
        const bool is_extended = version == 3;
        std::string part = std::string(24, '\1') + number(entry.mode, 4)
            + std::string(12 + hash_size, '\2')
            + number(
                (is_extended ? 0x4000U : 0U) + static_cast<std::uint32_t>(entry.name.size()), 2)
            + (is_extended ? number(0, 2) : "");
        if (version == 4)
            part += static_cast<char>(entry.cut);
        part += entry.name + '\0';
        while (version != 4 && part.size() % 8 != 0)
            part += '\0';
        bytes += part;
    }
    return bytes;
}

static const std::vector<IndexEntry> mixed {
    {file, "a"}, {link_mode, "library"}, {file, "seven77"}, {link_mode, "x/y"}};
static const std::vector<std::string> links {"library", "x/y"};

TEST_CASE("repositories in an index are found in each version")
{
    for (const std::uint32_t version : {2U, 3U})
        for (const std::size_t hash_size : {std::size_t {20}, std::size_t {32}})
            CHECK(names_in_index(
                      index_of(version, hash_size, mixed) + std::string(hash_size, 'h'), hash_size)
                      .links
                == links);
    const std::vector<IndexEntry> compressed {
        {file, "lib/a"}, {link_mode, "b", 1}, {link_mode, "x", 5}};
    CHECK(names_in_index(index_of(4, 20, compressed) + std::string(20, 'h'), 20).links
        == std::vector<std::string> {"lib/b", "x"});
}

TEST_CASE("an index that shares another names it")
{
    const std::string shared(20, '\xab');
    const std::string index = index_of(2, 20, mixed) + "TREE" + number(3, 4) + "abc" + "link"
        + number(24, 4) + shared + "more" + std::string(20, 'h');
    CHECK(names_in_index(index, 20).links == links);
    CHECK(names_in_index(index, 20).shared.substr(0, 6) == "ababab");
    CHECK(names_in_index(index, 20).shared.size() == 40);
}

TEST_CASE("what is no index, or cut anywhere, names no more than it holds")
{
    const std::string index = index_of(2, 20, mixed) + std::string(20, 'h');
    for (std::size_t size = 0; size < index.size(); ++size) {
        const auto found = names_in_index(index.substr(0, size), 20).links;
        CHECK(std::all_of(found.begin(), found.end(),
            [](const std::string& name) { return name == links[0] || name == links[1]; }));
    }
    CHECK(names_in_index("DIRC" + number(5, 4) + number(9, 4), 20).links.empty());
    CHECK(names_in_index("", 20).links.empty());
}

TEST_CASE("names that grow with each entry are kept no longer than a path, and few of them")
{
    constexpr std::size_t most_bytes = 1 << 20;
    const std::vector<IndexEntry> entries(20'000, IndexEntry {link_mode, "a/bbbb"});
    const IndexNames names = names_in_index(index_of(4, 20, entries) + std::string(20, 'h'), 20);
    std::size_t bytes = 0;
    for (const std::string& link : names.links)
        bytes += link.size();
    CHECK(bytes <= most_bytes);
}

TEST_CASE("a name after one that is longer than any path is read as it is")
{
    std::vector<IndexEntry> entries(50, IndexEntry {file, std::string(100, 'n')});
    entries.push_back({link_mode, "x"});
    entries.push_back({file, "", 1});
    for (int count = 0; count < 49; ++count)
        entries.push_back({file, "", 100});
    entries.push_back({link_mode, "y"});
    const IndexNames names = names_in_index(index_of(4, 20, entries) + std::string(20, 'h'), 20);
    CHECK(names.links == std::vector<std::string> {std::string(100, 'n') + "y"});
    CHECK_FALSE(names.is_cut);
}

TEST_CASE("links are cut at a thousand, and that is known")
{
    const std::vector<IndexEntry> entries(1001, IndexEntry {link_mode, "l"});
    const IndexNames names = names_in_index(index_of(2, 20, entries) + std::string(20, 'h'), 20);
    CHECK(names.links.size() == 1000);
    CHECK(names.is_cut);
}
