#include "catch.hpp"

#include "tools/exec/git/object_files.hpp"
#include "tools/exec/git/object_store.hpp"

#include <fcntl.h>
#include <stdlib.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace exec::git;

// Returns an index of a pack with these ids (20 bytes each, sorted): gitformat-pack(5), version 2,
// without the parts that follow the ids.
static std::string index_of(const std::vector<std::string>& ids)
{
    std::string bytes {"\377tOc\0\0\0\2", 8};
    for (unsigned first = 0; first < 256; ++first) {
        std::uint32_t count = 0;
        for (const std::string& id : ids)
            count += static_cast<unsigned char>(id.front()) <= first ? 1 : 0;
        for (const int shift : {24, 16, 8, 0})
            bytes += static_cast<char>(count >> static_cast<unsigned>(shift));
    }
    for (const std::string& id : ids)
        bytes += id;
    return bytes;
}

static std::string hexadecimal(const std::string& id)
{
    static constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const char byte : id) {
        const auto number = static_cast<unsigned char>(byte);
        text += digits[number >> 4U];
        text += digits[number & 15U];
    }
    return text;
}

TEST_CASE("an id is found in the index of a pack if it is there")
{
    std::vector<std::string> ids;
    for (int first = 0; first < 256; first += 5)
        for (const char last : {'a', 'b', 'z'})
            ids.push_back(static_cast<char>(first) + std::string(18, 'x') + last);
    const std::string index = index_of(ids);
    for (const std::string& id : ids)
        CHECK(lists_object(index, hexadecimal(id)));
    CHECK(!lists_object(index, hexadecimal(std::string(20, 'x'))));
    CHECK(!lists_object(index, hexadecimal('\1' + std::string(18, 'x') + 'a')));
    CHECK(!lists_object(index, ""));
    CHECK(!lists_object(index, "zz"));
    for (const std::size_t size : {std::size_t {0}, std::size_t {7}, std::size_t {900}})
        CHECK(!lists_object(index.substr(0, size), hexadecimal(ids.front())));
    CHECK(!lists_object(index.substr(0, index.size() - 20), hexadecimal(ids.back())));
}

// Returns true if a store may have an object that it has not, since its only index is `index`.
static bool may_have_with(const std::string& index, bool is_link)
{
    std::string root = "/tmp/object_store.XXXXXX";
    REQUIRE(mkdtemp(root.data()) != nullptr);
    const std::filesystem::path pack = std::filesystem::path(root) / "objects/pack";
    std::filesystem::create_directories(pack);
    std::ofstream(pack / (is_link ? "other" : "pack-1.idx")) << index;
    if (is_link)
        std::filesystem::create_symlink("other", pack / "pack-1.idx");
    bool may_have = false;
    {
        const toolkit::File directory(open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        may_have = ObjectStore(directory).may_have(hexadecimal(std::string(20, 'a')));
    }
    std::filesystem::remove_all(root);
    return may_have;
}

TEST_CASE("a store may have an object if an index cannot be read")
{
    const std::string index = index_of({std::string(20, 'b')});
    CHECK(!may_have_with(index, false));
    CHECK(may_have_with(index, true));
    CHECK(may_have_with(index.substr(8), false)); // version 1
    CHECK(may_have_with("", false));
}

TEST_CASE("a store may have an object if a directory is reached by a link")
{
    std::string root = "/tmp/object_store.XXXXXX";
    REQUIRE(mkdtemp(root.data()) != nullptr);
    const std::filesystem::path place = root;
    std::filesystem::create_directories(place / "one/objects");
    std::filesystem::create_directories(place / "two");
    std::filesystem::create_directories(place / "three/objects");
    std::filesystem::create_symlink("../one/objects", place / "two/objects");
    std::filesystem::create_symlink("../../one", place / "three/objects/pack");
    const std::string id = hexadecimal(std::string(20, 'a'));
    const auto may_have = [&](const char* name) {
        const toolkit::File directory(
            open((place / name).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        return ObjectStore(directory).may_have(id);
    };
    CHECK(!may_have("one"));
    CHECK(may_have("two"));
    CHECK(may_have("three"));
    CHECK(!may_have("three/objects/pack/objects")); // has no objects
    std::filesystem::remove_all(place);
}

TEST_CASE("a slot has what an index beside a pack lists, and nothing else")
{
    std::string root = "/tmp/object_store.XXXXXX";
    REQUIRE(mkdtemp(root.data()) != nullptr);
    const std::filesystem::path place = root;
    const std::filesystem::path pack = place / "pack" / ("pack-" + std::string(40, '1'));
    std::filesystem::create_directories(place / "pack");
    std::filesystem::create_directories(place / "61");
    std::ofstream(place / "61" / std::string(38, '0')) << "loose";
    std::ofstream(pack.string() + ".idx") << index_of({std::string(20, 'b')});
    const auto has = [&](const std::string& id) {
        toolkit::File directory(open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        return SlotStore(std::move(directory)).may_have(id);
    };
    const std::string packed = hexadecimal(std::string(20, 'b'));
    CHECK(has("61" + std::string(38, '0')));
    CHECK(!has(packed)); // no pack
    std::ofstream(pack.string() + ".pack") << "PACK";
    CHECK(has(packed));
    CHECK(!has(hexadecimal(std::string(20, 'a'))));
    std::ofstream(pack.string() + ".idx") << "junk";
    CHECK(!has(packed));
    std::filesystem::remove_all(place);
}

TEST_CASE("names of packs are pack- and an id")
{
    CHECK(is_pack_name("pack-" + std::string(40, '0') + ".pack", ".pack"));
    CHECK(is_pack_name("pack-" + std::string(64, 'a') + ".idx", ".idx"));
    for (const std::string& name :
        {std::string("pack-.pack"), "pack-" + std::string(39, '0') + ".pack",
            "pack-" + std::string(40, 'G') + ".pack", "x-" + std::string(40, '0') + ".pack",
            std::string(".pack"), std::string("pack-"), "pack-" + std::string(40, '0') + ".keep"})
        CHECK(!is_pack_name(name, ".pack"));
    CHECK(indexed_name("q-1", "pack-12.pack", ".idx") == "q-1-pack-12.idx");
}
