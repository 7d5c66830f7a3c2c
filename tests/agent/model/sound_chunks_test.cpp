#include "catch.hpp"

#include "agent/model/chunk_normaliser.hpp"
#include "toolkit/web/http_error.hpp"

#include <string>
#include <vector>

using agent::model::ChunkNormaliser;

namespace {

std::string in_pieces(std::string_view bytes, std::size_t size)
{
    ChunkNormaliser chunks;
    std::string sound;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(size, bytes.size())))
        sound += chunks.take(bytes.substr(0, size));
    return sound;
}

}

TEST_CASE("a body in chunks is put right where curl accepts it")
{
    struct BodyRow {
        const char* what;
        std::string body;
        std::string sound;
    };
    const std::string usual = "3\r\nabc\r\n0\r\n\r\n";
    const std::vector<BodyRow> rows {
        {"a usual body", usual, usual},
        {"spaces after a size", "3  \r\nabc\r\n0 \r\n\r\n", usual},
        {"a tab after a size", "3\t\r\nabc\r\n0\r\n\r\n", usual},
        {"LF alone", "3\nabc\n0\n\n", usual},
        {"an extension", "3;a=b \r\nabc\r\n0;c\r\n\r\n", usual},
        {"a trailer", "3\r\nabc\r\n0\r\nX: y\r\nZ: z\n\r\n", usual},
        {"line ends in the data", "4\na\n\r\n\n0\n\n", "4\r\na\n\r\n\r\n0\r\n\r\n"},
        {"a size of capitals and zeros", "00A\n0123456789\n000\n\n",
            "00A\r\n0123456789\r\n000\r\n\r\n"},
        {"what follows the body stays", usual + "HTTP/1.1 200\n", usual + "HTTP/1.1 200\n"},
        {"no size stays", "x\n3\n", "x\n3\n"},
        {"an empty line for a size stays", "\n3\n", "\n3\n"},
        {"a space before a size stays", " 3\nabc\n", " 3\nabc\n"},
        {"a negative size stays", "-3\nabc\n", "-3\nabc\n"},
        {"words after a size stay", "3 abc\nabc\n", "3 abc\nabc\n"},
        {"a size of too many digits stays", "10000000000000000\n", "10000000000000000\n"},
        {"more data than the size says stays", "2\nabc\n0\n\n", "2\r\nabc\n0\n\n"},
    };
    for (const auto& row : rows) {
        INFO(row.what);
        CHECK(in_pieces(row.body, row.body.size()) == row.sound);
        CHECK(in_pieces(row.body, 1) == row.sound);
    }
}

TEST_CASE("what is left out of a body in chunks is bounded")
{
    const std::string much(toolkit::web::max_framing + 1, 'x');
    CHECK(in_pieces("3;" + much, 1000).size() > toolkit::web::max_framing);
    CHECK(in_pieces("0\n" + much, 1000).size() > toolkit::web::max_framing);
    std::string trailers = "0\n";
    while (trailers.size() < 2 * toolkit::web::max_framing)
        trailers += "X: y\n";
    CHECK(in_pieces(trailers, 1000).size() > toolkit::web::max_framing / 2);
}
