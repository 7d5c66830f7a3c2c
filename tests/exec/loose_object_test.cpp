#include "catch.hpp"

#include "tools/exec/git/inflate.hpp"
#include "tools/exec/git/loose_object.hpp"

#include "toolkit/system/hash.hpp"

#include <cstdint>
#include <string>
#include <string_view>

using namespace exec::git;
using namespace toolkit;

// Returns a zlib stream of the bytes, in blocks that are stored.
static std::string stream_of(const std::string& bytes)
{
    constexpr std::size_t most = 60'000;
    std::string stream = "\x78\x01";
    std::uint32_t low = 1;
    std::uint32_t high = 0;
    for (std::size_t at = 0; at == 0 || at < bytes.size(); at += most) {
        const std::string part = bytes.substr(at, most);
        stream += static_cast<char>(at + most >= bytes.size() ? 1 : 0);
        for (const std::size_t size : {part.size(), ~part.size()})
            for (const unsigned shift : {0U, 8U})
                stream += static_cast<char>(size >> shift);
        stream += part;
        for (const char byte : part) {
            low = (low + static_cast<unsigned char>(byte)) % 65521;
            high = (high + low) % 65521;
        }
    }
    for (const std::uint32_t half : {high, low})
        for (const unsigned shift : {8U, 0U})
            stream += static_cast<char>(half >> shift);
    return stream;
}

static std::string id_of(const std::string& bytes, system::HashKind kind = system::HashKind::sha1)
{
    system::RunningHash hash(kind);
    hash.add(bytes);
    return hash.digits();
}

// Returns the bytes in pieces of `step` bytes.
static auto pieces(std::string_view bytes, std::size_t step)
{
    return [bytes, step]() mutable {
        const std::string_view piece = bytes.substr(0, step);
        bytes.remove_prefix(piece.size());
        return piece;
    };
}

static bool is_object(const std::string& bytes)
{
    return is_loose_object(id_of(bytes), pieces(stream_of(bytes), 4096));
}

TEST_CASE("SHA-1 and SHA-256 of pieces are those of the whole")
{
    CHECK(id_of("") == "da39a3ee5e6b4b0d3255bfef95601890afd80709");
    CHECK(id_of("abc") == "a9993e364706816aba3e25717850c26c9cd0d89d");
    CHECK(id_of(std::string(1'000'000, 'a')) == "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
    for (const std::size_t size : {55U, 56U, 63U, 64U, 65U, 1000U})
        for (const auto kind : {system::HashKind::sha1, system::HashKind::sha256}) {
            const std::string bytes(size, 'x');
            system::RunningHash hash(kind);
            for (const char byte : bytes)
                hash.add(std::string(1, byte));
            CHECK(hash.digits() == id_of(bytes, kind));
        }
    CHECK(id_of("abc", system::HashKind::sha256) == system::sha256("abc"));
}

TEST_CASE("a loose object is whole if its name is its hash")
{
    const std::string hello("blob 6\0hello\n", 13);
    CHECK(id_of(hello) == "ce013625030ba8dba906f756967f9e9ca394464a");
    const std::string large = "tree 150000" + std::string(1, '\0') + std::string(150'000, 'x');
    for (const std::string& bytes : {hello, large, std::string("commit 0\0", 9)})
        for (const auto kind : {system::HashKind::sha1, system::HashKind::sha256})
            for (const std::size_t step : {1U, 7U, 4096U}) {
                const std::string stream = stream_of(bytes);
                const std::string cut = stream.substr(0, stream.size() - 1);
                const std::string id = id_of(bytes, kind);
                CHECK(is_loose_object(id, pieces(stream, step)));
                CHECK(!is_loose_object(id_of(bytes + "x", kind), pieces(stream, step)));
                CHECK(!is_loose_object(id, pieces(stream + "x", step)));
                CHECK(!is_loose_object(id, pieces(cut, step)));
                CHECK(!is_loose_object(id, pieces(cut + "x", step)));
            }
}

TEST_CASE("a loose object has a known type and the size of its content")
{
    using namespace std::string_literals;
    CHECK(is_object("tag 1\0a"s));
    for (const std::string& bytes : {"blob 1\0ab"s, "blob 3\0ab"s, "blob 02\0ab"s, "blob\0ab"s,
             "blob \0"s, "blob 2x\0ab"s, "blob -2\0ab"s, "blub 2\0ab"s, "blob 2"s, ""s,
             "blob 99999999999999999999\0ab"s, " 2\0ab"s, "blob  2\0ab"s})
        CHECK(!is_object(bytes));
    CHECK(!is_loose_object(id_of("blob 2\0ab"s), pieces("blob 2\0ab"s, 4)));
    CHECK(!is_loose_object(std::string(40, 'a'), pieces("", 1)));
}

static std::string unhexed(std::string_view digits)
{
    std::string bytes;
    for (; digits.size() > 1; digits.remove_prefix(2))
        bytes += static_cast<char>(std::stoi(std::string(digits.substr(0, 2)), nullptr, 16));
    return bytes;
}

// By zlib.
static const std::string with_own_codes
    = unhexed("78da1590c701c03008035761049a21ecbf584e2f3b46e5889b5b58db598ce5b31aebb369fbc2c299"
              "256737531487044d3eceefacb2d1e346d7cdf9b5bd3c7b3b36e88673f95ede3fe687ee46b918c349"
              "88202a94194978945a5a754fbd238011c942145f8b01c274518488d3cfb2bc2ddb03321c39baadde"
              "3e4d0f5dc951e40b1af222af9ae452472d6df5d15b07413b2c2daa2ef8ba21ed81b957db6a8de7ec"
              "f3420b973666624f3bbfd5ed781b678a2bf89b38e6e19d25653ef2d69f7e0e8ea5d3f6d1bb0bc15e"
              "c60f0acf4b55");
static const std::string with_fixed_codes
    = unhexed("78013350305030543051b05430345330325530365330b154303351b03054303400ca1901691313a0"
              "2c5085255009508d912990b6b05430363201aa07ea06aa333101d216260aa646960aa6e6660a6640"
              "756640da1cc837078a5b00e52d81ea2ccd40e602351a1a004d3034041a650832d3d00868b8a131c8"
              "16139075a6207bcd400e3003b9c41ce822430b13901b802e343200b9c210e46223034b0523630313"
              "0523130343a0cb803a8ccc402c7390980548d612a8ce18a4c318683ec8d140971b03cd3336019a6c"
              "0cb2c3d81c689bb105d05e634ba00b4c0c806e3101b9cac418e83e1313a04b4dcc806e363107f916"
              "e40d5303a07f4c0d411e3606f91828a3600af2b3a93988650914333300ca027519024313a8c3cc14"
              "a8d7cc1c688a9905d03c73035350e000759803ed54303705da6b6e0e7481b9a59121000acf4b55");

TEST_CASE("streams with their own codes and with the fixed ones are inflated")
{
    std::string text = "0";
    for (int number = 0; number < 90; ++number)
        text += " " + std::to_string(number * number);
    for (const std::string& stream : {with_own_codes, with_fixed_codes})
        for (std::size_t bit = 0; bit <= stream.size() * 8; ++bit) {
            std::string changed = stream;
            if (bit < stream.size() * 8)
                changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ 1 << bit % 8);
            std::string inflated;
            const bool is_whole = inflate(pieces(changed, 5), [&](std::string_view bytes) {
                inflated += bytes;
                return inflated.size() <= text.size();
            });
            CHECK((inflated == text || !is_whole));
            CHECK((is_whole || bit < stream.size() * 8));
        }
    CHECK(!inflate(pieces(with_own_codes, 99), [](std::string_view) { return false; }));
}
