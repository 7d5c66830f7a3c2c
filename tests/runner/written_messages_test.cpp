#include "catch.hpp"

#include "runner/model/written_messages.hpp"

TEST_CASE("messages are written as they are now, whatever was written before")
{
    WrittenMessages written;
    Json request {{"model", "m"}};
    const auto write = [&](const Json& messages, const std::vector<std::string>& unwanted) {
        const std::string text = written.write(request, messages, unwanted);
        const std::string opening = request.dump().substr(0, request.dump().size() - 1) + R"(,"messages":)";
        CHECK(text.starts_with(opening));
        return text.substr(opening.size());
    };
    Json messages = Json::array();
    CHECK(write(messages, {}) == "[]}");
    for (const char* text : {"one", "two", "three"}) {
        messages.push_back({{"content", text}, {"reasoning", "why"}});
        CHECK(write(messages, {}) == messages.dump() + "}");
        CHECK(write(messages, {}) == messages.dump() + "}");
    }
    messages[1]["content"] = "another";
    written.forget();
    CHECK(write(messages, {}) == messages.dump() + "}");
    CHECK(write(messages, {"reasoning"})
        == R"([{"content":"one"},{"content":"another"},{"content":"three"}]})");
    request["stream"] = true;
    messages.erase(0);
    CHECK(write(messages, {}) == messages.dump() + "}");
    messages.clear();
    CHECK(write(messages, {}) == "[]}");
}
