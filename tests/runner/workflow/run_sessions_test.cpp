#include "catch.hpp"

#include "frontends/workflow/journal.hpp"

#include <string>

using namespace toolkit;
using namespace frontends::workflow;

static Said said(const std::string& path, const std::string& text, bool replaces = false)
{
    return {"talk", path, Json::array({text}), replaces};
}

static std::string heard(const RunSessions& sessions, const std::string& session = "talk")
{
    std::string all;
    for (const auto& message : sessions.messages(session))
        all += message.get<std::string>();
    return all;
}

TEST_CASE("what counts in a session is what steps have said that count, in its order")
{
    RunSessions sessions;
    sessions.add(said("a", "a"));
    sessions.add(said("each[1].say", "b"));
    sessions.add(said("each[10].say", "c"));
    sessions.add({"other", "x", Json::array({"o"}), false});
    CHECK(heard(sessions) == "abc");
    CHECK(heard(sessions, "other") == "o");
    CHECK(heard(sessions, "none").empty());

    SECTION("a step that is tried again replaces what it has said")
    {
        sessions.add(said("a", "A"));
        CHECK(heard(sessions) == "bcA");
    }
    SECTION("what is inside of a step is left out and kept with it")
    {
        CHECK(sessions.leave_out("each[1]"));
        CHECK_FALSE(sessions.leave_out("each[1]"));
        CHECK(heard(sessions) == "ac");
        CHECK(sessions.leave_out("each"));
        CHECK(heard(sessions) == "a");
        CHECK(sessions.keep("each[10].say"));
        CHECK(heard(sessions) == "ac");
        CHECK(sessions.erase_left_out("each") == std::vector<std::string> {"each[1].say"});
        CHECK_FALSE(sessions.keep("each[1].say"));
    }
    SECTION("a summary is in the place of what was said before")
    {
        sessions.add(said("sum", "S", true));
        sessions.add(said("d", "d"));
        CHECK(heard(sessions) == "Sd");
        sessions.forget("sum");
        CHECK(heard(sessions) == "abcd");
    }
}

TEST_CASE("a journal has what was said, until it is taken back or its step has changed")
{
    const auto line = [](const JournalLine& one) { return line_of(one); };
    std::string text = line({.kind = JournalLine::Kind::said, .path = "a", .said = said("a", "a")})
        + line({.kind = JournalLine::Kind::said, .path = "b.c", .said = said("b.c", "b", true)})
        + line({.kind = JournalLine::Kind::said, .path = "b.d", .said = said("b.d", "d")});
    const auto kept = [](const std::string& bytes) {
        RunSessions sessions = JournalState::read(bytes).sessions();
        CHECK(heard(sessions).empty()); // no step is kept yet
        for (const char* path : {"a", "b"})
            sessions.keep(path);
        return heard(sessions);
    };
    CHECK(kept(text) == "bd");
    CHECK(kept(text + line({.kind = JournalLine::Kind::unsaid, .paths = {"b.c"}})) == "ad");
    CHECK(kept(text + line({.kind = JournalLine::Kind::dropped, .paths = {"b"}})) == "a");
    const auto items = [&](const std::string& sha256) {
        return line({.kind = JournalLine::Kind::items, .path = "b", .items = sha256});
    };
    CHECK(kept(text + items("one") + items("one")) == "bd");
    CHECK(kept(text + items("one") + items("two")) == "a");
    CHECK(kept(text + "{\"kind\":\"said\",\"path\":\"a\"") == "bd"); // torn
    CHECK_FALSE(journal_line(R"({"kind":"said","path":"a","session":"talk"})"));
    CHECK_FALSE(journal_line(R"({"kind":"said","path":"a","messages":[]})"));
    CHECK_FALSE(journal_line(R"({"kind":"unsaid","path":"a"})"));
}
