#include "catch.hpp"

#include "frontends/serve/feed.hpp"
#include "toolkit/system/error.hpp"

#include <sys/mman.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace frontends::serve {

namespace {

using Lines = std::vector<std::string>;

std::string run_named(char letter) { return std::string(25, '0') + letter; }

// Runs whose logs grow, and a feed of all of them.
class Logs {
public:
    explicit Logs(std::size_t limit = 1000)
        : limit(limit)
    {
    }

    Feed feed {[this](const std::string& run) {
        const auto found = logs.find(run);
        return found == logs.end() ? nullptr : found->second.log;
    }};

    void begin(char letter)
    {
        logs[run_named(letter)].log
            = std::make_shared<EventLog>(File(memfd_create("log", MFD_CLOEXEC)), true);
        feed.add_begun(RunId(run_named(letter)), limit);
    }

    void add(char letter, const std::string& name = "text", std::size_t size = 1)
    {
        Log& run = logs.at(run_named(letter));
        const std::uint64_t offset = run.log->size();
        ++run.seq;
        run.log->add(R"({"event":")" + name + R"(","seq":)" + std::to_string(run.seq)
            + R"(,"text":")" + std::string(size, letter) + "\"}\n");
        feed.add(
            RunId(run_named(letter)), {run.seq, run.seq, offset, run.log->size() - offset}, limit);
    }

    void remove(char letter) { logs.erase(run_named(letter)); }

private:
    struct Log {
        std::shared_ptr<EventLog> log = {};
        std::uint64_t seq = 0;
    };

    std::size_t limit;
    std::map<std::string, Log> logs;
};

const EventText as_lines(EventFormat::ndjson, 0);

Lines lines_of(const std::string& text)
{
    Lines lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t newline = text.find('\n', at);
        REQUIRE(newline != std::string::npos);
        lines.push_back(text.substr(at, newline - at));
        at = newline + 1;
    }
    return lines;
}

std::string rest_of(const Feed& feed, StreamPosition& place)
{
    std::string text;
    while (feed.has_more(place)) {
        const auto piece = feed.read_at(place);
        REQUIRE(piece);
        CHECK(piece->size() < 48 << 10);
        text += *piece;
    }
    return text;
}

Lines read_after(const Feed& feed, const std::string& cursor, const EventText& text = as_lines)
{
    Feed::Entry entry = feed.enter(cursor_in(cursor), text);
    const std::string start = entry.text;
    return lines_of(start + rest_of(feed, entry.place));
}

std::string cursor_of(const std::string& line)
{
    constexpr std::string_view before = R"("cursor":")";
    const std::size_t at = line.find(before) + before.size();
    return line.substr(at, line.find('"', at) - at);
}

bool is_start(const std::string& line, bool has_missed)
{
    return line.starts_with(R"({"type":"start",)")
        && line.ends_with(has_missed ? R"("missed":true})" : R"("missed":false})");
}

// Returns the letter of each event, and + for each run that was begun.
std::string summary(const Lines& lines)
{
    std::string text;
    for (const auto& line : lines)
        text += line.find(R"("type":"begun")") != std::string::npos ? '+' : line[line.size() - 4];
    return text;
}

}

TEST_CASE("a feed has the items of all runs in their order, and continues after any of them")
{
    Logs logs;
    Feed::Entry entry = logs.feed.enter(std::nullopt, as_lines);
    CHECK(is_start(lines_of(entry.text).at(0), false));
    CHECK_FALSE(logs.feed.has_more(entry.place));
    logs.begin('A');
    logs.add('A');
    logs.begin('B');
    for (const char letter : {'B', 'B', 'A', 'B', 'A', 'A'})
        logs.add(letter);
    const Lines all = lines_of(rest_of(logs.feed, entry.place));
    CHECK(summary(all) == "+A+BBABAA");
    CHECK(all.at(1)
        == R"({"type":"event","cursor":")" + cursor_of(all.at(1)) + R"(","run":")" + run_named('A')
            + R"(","event":{"event":"text","seq":1,"text":"A"}})");
    for (std::size_t at = 0; at < all.size(); ++at)
        CHECK(read_after(logs.feed, cursor_of(all[at])) == Lines(all.begin() + at + 1, all.end()));
    CHECK(read_after(logs.feed, cursor_of(lines_of(entry.text).at(0))) == all);

    logs.add('A'); // the last part grows
    CHECK(summary(lines_of(rest_of(logs.feed, entry.place))) == "A");
    CHECK(summary(read_after(logs.feed, cursor_of(all.back()))) == "A");

    Feed::Entry sse
        = logs.feed.enter(cursor_in(cursor_of(all.back())), EventText(EventFormat::sse, 0));
    const std::string text = rest_of(logs.feed, sse.place);
    const std::string id = cursor_of(text);
    CHECK(text.starts_with("id: " + id + "\nevent: text\ndata: {\"type\":\"event\","));
    CHECK(text.ends_with("\"A\"}}\n\n"));
    CHECK(logs.feed.comment(sse.place) == ":\nid: " + id + "\n\n");
}

TEST_CASE("large events are read in pieces, and unwanted ones are skipped")
{
    Logs logs;
    Feed::Entry entry = logs.feed.enter(std::nullopt, as_lines);
    const EventText some(
        EventFormat::ndjson, 0, channel::event_bit("ask") | channel::event_bit("end"));
    Feed::Entry few = logs.feed.enter(std::nullopt, some);
    for (const char letter : {'A', 'B'}) {
        logs.begin(letter);
        logs.add(letter, "text", 300'000);
        logs.add(letter, "ask");
        for (int count = 0; count < 3000; ++count)
            logs.add(letter);
        logs.add(letter, "end");
    }
    const Lines all = lines_of(rest_of(logs.feed, entry.place));
    CHECK(summary(all) == "+" + std::string(3003, 'A') + "+" + std::string(3003, 'B'));
    const Lines wanted = lines_of(rest_of(logs.feed, few.place));
    CHECK(summary(wanted) == "AABB");
    CHECK(summary(read_after(logs.feed, cursor_of(wanted.at(0)), some)) == "ABB");
    CHECK(summary(read_after(logs.feed, cursor_of(all.at(2000)), some)) == "ABB");
}

TEST_CASE("a reader is told that it has missed something")
{
    Logs logs(3);
    Feed::Entry slow = logs.feed.enter(std::nullopt, as_lines);
    logs.begin('A');
    logs.add('A', "text", 100'000);
    Feed::Entry within_event
        = logs.feed.enter(cursor_in(cursor_of(lines_of(slow.text).at(0))), as_lines);
    REQUIRE(logs.feed.read_at(within_event.place)); // a part of the event
    const std::string first = cursor_of(lines_of(slow.text).at(0));
    logs.begin('B');
    for (const char letter : {'B', 'A', 'B'})
        logs.add(letter);
    CHECK_FALSE(logs.feed.read_at(within_event.place)); // its stream ends
    const Lines told = lines_of(rest_of(logs.feed, slow.place));
    REQUIRE(told.size() == 1);
    CHECK(is_start(told[0], true));
    CHECK(read_after(logs.feed, cursor_of(told[0])).empty());
    logs.add('A');
    CHECK(summary(lines_of(rest_of(logs.feed, slow.place))) == "A");

    for (const std::string& cursor :
        {first, first.substr(0, 17) + "99", std::string(16, '0') + "-1"}) {
        const Lines lines = read_after(logs.feed, cursor);
        REQUIRE(lines.size() == 1);
        CHECK(is_start(lines[0], true));
    }
    for (const std::string& cursor : {std::string(), first + "x", first.substr(0, 17),
             std::string("1"), first.substr(1), "X" + first.substr(1)})
        CHECK_THROWS_AS(cursor_in(cursor), ToolError);
}

TEST_CASE("a run that was removed is told, and the items of other runs follow")
{
    Logs logs;
    Feed::Entry entry = logs.feed.enter(std::nullopt, as_lines);
    logs.begin('A');
    logs.add('A');
    logs.begin('B');
    logs.add('B');
    logs.remove('A');
    const Lines lines = lines_of(rest_of(logs.feed, entry.place));
    REQUIRE(lines.size() == 4);
    CHECK(is_start(lines[1], true));
    CHECK(summary({lines[2], lines[3]}) == "+B");
    CHECK(read_after(logs.feed, cursor_of(lines[1])) == Lines {lines[2], lines[3]});
}

TEST_CASE("consecutive events of a run are one part, however many they are")
{
    for (const int count : {100, 1000}) {
        Logs logs(2);
        Feed::Entry entry = logs.feed.enter(std::nullopt, as_lines);
        logs.begin('A');
        for (int event = 0; event < count; ++event)
            logs.add('A');
        CHECK(lines_of(rest_of(logs.feed, entry.place)).size()
            == static_cast<std::size_t>(count) + 1); // nothing was discarded
    }
}

TEST_CASE("a new feed shortens the others, so that all together have a limit")
{
    Feeds feeds([](const std::string&) { return nullptr; });
    const auto first = feeds.at("=token:first");
    const StreamPosition begin = first->enter(std::nullopt, as_lines).place;
    for (int count = 0; count < 16'000; ++count)
        feeds.add_begun(RunId(run_named('A')), "token:first");
    StreamPosition place = begin;
    CHECK(first->read_at(place).value().starts_with(R"({"type":"begun",)"));
    for (const char* const other : {"a", "b", "c", "d"})
        feeds.at("=token:" + std::string(other));
    place = begin;
    CHECK(is_start(lines_of(first->read_at(place).value()).at(0), true));
}

TEST_CASE("the feed of an owner has no items of others, and is not woken by them")
{
    Feeds feeds([](const std::string&) { return nullptr; });
    const Caller alice {"token:alice", Scope::read, {}};
    const Caller all {"token:all", Scope::read_all, {}};
    const Caller nobody {"", Scope::read, {}};
    CHECK(Feeds::key_for(alice) != Feeds::key_for(all));
    CHECK(Feeds::key_for(all) == Feeds::key_for({"", Scope::all, {}}));
    const auto own = feeds.at(Feeds::key_for(alice));
    const auto of_nobody = feeds.at(Feeds::key_for(nobody));
    const StreamPosition begin = own->enter(std::nullopt, as_lines).place;
    feeds.add_begun(RunId(run_named('A')), "token:bob");
    feeds.add_begun(RunId(run_named('B')), ""); // the operator's
    CHECK_FALSE(feeds.has_changed());
    CHECK_FALSE(own->has_more(begin));
    CHECK_FALSE(of_nobody->has_more(begin));
    const auto whole = feeds.at(Feeds::key_for(all));
    feeds.add_begun(RunId(run_named('C')), "token:bob");
    CHECK(feeds.take_changed() == std::set<std::string> {Feeds::key_for(all)});
    feeds.add_begun(RunId(run_named('D')), "token:alice");
    CHECK(feeds.take_changed().size() == 2);
    CHECK(own->has_more(begin));
    feeds.complete();
    CHECK(feeds.take_changed().size() == 3);
    CHECK(own->is_over(own->enter(std::nullopt, as_lines).place));
}

}
