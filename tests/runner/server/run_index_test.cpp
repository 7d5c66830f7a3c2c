#include "catch.hpp"

#include "frontends/serve/run_index.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace frontends::serve {

namespace {

RunId id_of(int number) { return RunId(std::string(25, '0') + char('A' + number)); }

std::string found(const RunIndex& index, const RunIndex::Query& query, std::size_t most = 100)
{
    std::string letters;
    index.visit(query, [&](const RunId& id) {
        letters += id.text().back();
        return letters.size() < most;
    });
    return letters;
}

RunIndex::Time at(int seconds) { return RunIndex::Time(std::chrono::seconds(seconds)); }

}

TEST_CASE("the index finds runs by owner and session, the latest first")
{
    RunIndex index;
    index.add(id_of(0), "", "");
    index.add(id_of(1), "token:a", "desk");
    index.add(id_of(2), "token:b", "desk");
    index.add(id_of(3), "token:a", "");
    index.add(id_of(4), "token:a", "desk");
    CHECK(found(index, {}) == "EDCBA");
    CHECK(found(index, {}, 2) == "ED");
    CHECK(found(index, {.owner = "token:a"}) == "EDB");
    CHECK(found(index, {.owner = ""}) == "A");
    CHECK(found(index, {.owner = "token:c"}).empty());
    CHECK(found(index, {.session = "desk"}) == "ECB");
    CHECK(found(index, {.session = ""}).empty());
    CHECK(found(index, {.owner = "token:a", .session = "desk"}) == "EB");
    CHECK(found(index, {.before = id_of(3).text()}) == "CBA");
    CHECK(found(index, {.owner = "token:a", .before = id_of(4).text()}) == "DB");
    CHECK(*index.owner_of(id_of(2)) == "token:b");
    CHECK(index.owner_of(id_of(5)) == nullptr);

    index.remove(id_of(4));
    index.remove(id_of(5)); // an unknown run
    CHECK(found(index, {.owner = "token:a", .session = "desk"}) == "B");
    CHECK(index.size() == 4);
}

TEST_CASE("the index has the run that ended first, and the bytes of all that have ended")
{
    RunIndex index;
    CHECK_FALSE(index.first_ended());
    for (int number = 0; number < 3; ++number)
        index.add(id_of(number), "", "");
    index.end(id_of(0), at(30), 5);
    index.end(id_of(1), at(10), 7);
    index.end(id_of(5), at(1), 9); // an unknown run
    CHECK(index.bytes() == 12);
    CHECK(index.first_ended()->second == id_of(1));
    index.end(id_of(1), at(40), 8);
    CHECK(index.bytes() == 13);
    CHECK(index.first_ended()->second == id_of(0));
    index.remove(id_of(0));
    CHECK(index.bytes() == 8);
    CHECK(index.first_ended()->first == at(40));
    index.remove(id_of(1));
    CHECK(index.bytes() == 0);
    CHECK_FALSE(index.first_ended());
}

}
