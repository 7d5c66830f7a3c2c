#include "catch.hpp"

#include "tools/exec/git/loose_object.hpp"

#include "toolkit/system/hash.hpp"

#include <zlib.h>

#include <string>
#include <string_view>

using namespace exec::git;
using namespace toolkit;

static std::string deflated(const std::string& bytes)
{
    std::string out(compressBound(bytes.size()), '\0');
    uLongf size = out.size();
    // NOLINTBEGIN: the types of zlib
    compress(reinterpret_cast<Bytef*>(out.data()), &size,
        reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
    // NOLINTEND
    out.resize(size);
    return out;
}

static std::string id_of(const std::string& bytes, system::HashKind kind)
{
    system::RunningHash hash(kind);
    hash.add(bytes);
    return hash.digits();
}

static bool is_object(const std::string& file, const std::string& id, std::size_t step)
{
    LooseObject object(id);
    for (std::size_t at = 0; at < file.size(); at += step)
        if (!object.add(std::string_view(file).substr(at, step)))
            return false;
    return object.is_whole();
}

static bool is_object(const std::string& bytes)
{
    return is_object(deflated(bytes), id_of(bytes, system::HashKind::sha1), 4096);
}

TEST_CASE("a loose object is whole if its name is its hash")
{
    const std::string hello = std::string("blob 6\0hello\n", 13);
    CHECK(id_of(hello, system::HashKind::sha1) == "ce013625030ba8dba906f756967f9e9ca394464a");
    const std::string large = "tree 300000" + std::string(1, '\0') + std::string(300'000, 'x');
    for (const std::string& bytes : {hello, large, std::string("commit 0\0", 9)})
        for (const auto kind : {system::HashKind::sha1, system::HashKind::sha256})
            for (const std::size_t step : {1U, 7U, 4096U}) {
                CHECK(is_object(deflated(bytes), id_of(bytes, kind), step));
                CHECK(!is_object(deflated(bytes), id_of(bytes + "x", kind), step));
                CHECK(!is_object(deflated(bytes) + "x", id_of(bytes, kind), step));
                const std::string cut = deflated(bytes);
                CHECK(!is_object(cut.substr(0, cut.size() - 1), id_of(bytes, kind), step));
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
    CHECK(!is_object("blob 2\0ab"s, id_of("blob 2\0ab"s, system::HashKind::sha1), 4));
    CHECK(!is_object("", std::string(40, 'a'), 1));
}
