#include "catch.hpp"

#include "toolkit/web/normalised_head.hpp"

using toolkit::web::normalised_head;
using toolkit::web::size_of_head;

TEST_CASE("the head of an answer is put right where common clients accept it")
{
    struct HeadRow {
        const char* what;
        std::string head;
        std::string sound;
    };
    const std::string ok = "HTTP/1.1 200 OK\r\n";
    const std::vector<HeadRow> rows {
        {"a usual head", ok + "Server: x\r\nX:\r\n a\r\n\r\n",
            ok + "Server: x\r\nX:\r\n a\r\n\r\n"},
        {"no fields", ok + "\r\n", ok + "\r\n"},
        {"no space after the status", "HTTP/1.1 200\r\nX: y\r\n\r\n",
            "HTTP/1.1 200 \r\nX: y\r\n\r\n"},
        {"the same in 1.0", "HTTP/1.0 404\n\n", "HTTP/1.0 404 \r\n\r\n"},
        {"another protocol", "SSH-2.0-abcd\n\n", "SSH-2.0-abcd\r\n\r\n"},
        {"LF alone", "HTTP/1.1 200 OK\nX: y\r\nZ: z\n\n", ok + "X: y\r\nZ: z\r\n\r\n"},
        {"whitespace before a colon", ok + "X \t: y\r\n\r\n", ok + "X: y\r\n\r\n"},
        {"identity", ok + "Transfer-Encoding: Identity\r\nX: y\r\n\r\n", ok + "X: y\r\n\r\n"},
        {"chunked twice", ok + "Transfer-Encoding: chunked\r\ntransfer-encoding:Chunked\r\n\r\n",
            ok + "Transfer-Encoding: chunked\r\n\r\n"},
        {"chunked twice in one line", ok + "Transfer-Encoding: Chunked, chunked\r\n\r\n",
            ok + "Transfer-Encoding: chunked\r\n\r\n"},
        {"another encoding stays", ok + "Transfer-Encoding: gzip, chunked\r\n\r\n",
            ok + "Transfer-Encoding: gzip, chunked\r\n\r\n"},
        {"a length beside chunks", ok + "Content-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n",
            ok + "Transfer-Encoding: chunked\r\n\r\n"},
        {"a length beside an encoding that is none",
            ok + "Transfer-Encoding: identity\r\nContent-Length: 7\r\n\r\n",
            ok + "Content-Length: 7\r\n\r\n"},
        {"two lengths stay", ok + "Content-Length: 7\r\nContent-Length: 8\r\n\r\n",
            ok + "Content-Length: 7\r\nContent-Length: 8\r\n\r\n"},
        {"names that are none, with what continues them",
            ok + "X Y: 1\r\n 2\r\n: 3\r\nX(\xc3\xa9): 4\r\nZ: 5\r\n\r\n", ok + "Z: 5\r\n\r\n"},
        {"a line without a colon stays", ok + "garbage\r\n\r\n", ok + "garbage\r\n\r\n"},
        {"a line that continues nothing stays", ok + " a\r\n\r\n", ok + " a\r\n\r\n"},
        {"control characters in a value", ok + "X: a\x1b[1m\rb\tc\r\n\r\n",
            ok + "X: a [1m b\tc\r\n\r\n"},
    };
    for (const auto& row : rows) {
        INFO(row.what);
        CHECK(normalised_head(row.head) == row.sound);
        CHECK(normalised_head(row.sound) == row.sound);
    }
}

TEST_CASE("a head ends with an empty line")
{
    CHECK(size_of_head("HTTP/1.1 200 OK\r\nX: y\r\n\r\nbody\r\n\r\n") == 25);
    CHECK(size_of_head("HTTP/1.1 200 OK\nX: y\n\nbody") == 22);
    CHECK(size_of_head("HTTP/1.1 200 OK\r\n\n") == 18);
    CHECK(size_of_head("HTTP/1.1 200 OK\r\nX: y\r\n") == 0);
    CHECK(size_of_head("HTTP/1.1 200 OK\r\n\r") == 0);
    CHECK(size_of_head("") == 0);
}
