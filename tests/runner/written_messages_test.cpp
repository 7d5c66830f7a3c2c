#include "catch.hpp"

#include "runner/model/written_messages.hpp"

TEST_CASE("messages are written as they are now, whatever was written before")
{
    WrittenMessages written;
    Json messages = Json::array();
    CHECK(written.write(messages, {}) == "[]");
    for (const char* text : {"one", "two", "three"}) {
        messages.push_back({{"content", text}, {"reasoning", "why"}});
        CHECK(written.write(messages, {}) == messages.dump());
        CHECK(written.write(messages, {}) == messages.dump());
    }
    messages[1]["content"] = "another";
    CHECK(written.write(messages, {}) == messages.dump());
    CHECK(written.write(messages, {"reasoning"})
        == R"([{"content":"one"},{"content":"another"},{"content":"three"}])");
    messages.erase(0);
    CHECK(written.write(messages, {}) == messages.dump());
    messages.clear();
    CHECK(written.write(messages, {}) == "[]");
}
