#include "catch.hpp"

#include "agent/mcp/pin_store.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

using namespace agent::mcp;
using namespace toolkit;

namespace fs = std::filesystem;

using ToolNames = std::vector<std::string>;

static Json pinned_tool(const std::string& name, const std::string& description = "does it")
{
    return {{"name", name}, {"description", description},
        {"inputSchema", {{"type", "object"}, {"properties", {{"a", true}, {"b", true}}}}}};
}

static Pins pins_with(const Json& list, const std::optional<std::string>& instructions = {})
{
    return {"web", "legacy", false, pinned_instructions(instructions), pins_of_list(list)};
}

TEST_CASE("C25: a definition is the same whatever the order of its members, and no other is")
{
    const Json given = pinned_tool("x");
    const std::string hash = definition_sha256(pinned_definition(given));
    CHECK(hash.size() == 64);
    const auto hash_with = [&](const char* pointer, const Json& value) {
        Json other = given;
        other[Json::json_pointer(pointer)] = value;
        return definition_sha256(pinned_definition(other));
    };
    CHECK(
        definition_sha256(pinned_definition(Json::parse(
            R"({"inputSchema":{"properties":{"b":true,"a":true},"type":"object"},"_meta":{"n":1},)"
            R"("icons":[],"description":"does it","name":"x"})")))
        == hash);
    CHECK(hash_with("/_meta", {{"n", 1}}) == hash);
    for (const char* pointer : {"/name", "/title", "/description", "/inputSchema/properties/a",
             "/outputSchema", "/annotations"})
        CHECK(hash_with(pointer, "other") != hash);
}

TEST_CASE("C25: a new list beside the pins")
{
    const Pins pinned
        = pins_with(Json::array({pinned_tool("a"), pinned_tool("b"), pinned_tool("c")}), "be kind");
    const Pins same
        = pins_with(Json::array({pinned_tool("c"), pinned_tool("a"), pinned_tool("b")}), "be kind");
    CHECK(compared(pinned, same).is_same());
    CHECK(
        list_of(compared(pinned, same).same) == list_of(pinned.tools)); // in the order of the pins

    const Pins other = pins_with(
        Json::array({pinned_tool("d"), pinned_tool("b", "does more"), pinned_tool("a")}),
        "be unkind");
    const Comparison found = compared(pinned, other);
    CHECK_FALSE(found.is_same());
    CHECK(list_of(found.same) == Json::array({pinned_tool("a")}));
    CHECK(found.changed == ToolNames {"b"});
    CHECK(found.added == ToolNames {"d"});
    CHECK(found.removed == ToolNames {"c"});
    CHECK_FALSE(found.has_same_instructions);
    CHECK_FALSE(compared(pinned, pins_with(list_of(pinned.tools))).has_same_instructions);
    // What comes second under a pinned name is nothing.
    const Pins twice = pins_with(Json::array({pinned_tool("a"), pinned_tool("b"), pinned_tool("c"),
                                     pinned_tool("a", "evil")}),
        "be kind");
    CHECK(compared(pinned, twice).is_same());
}

TEST_CASE("C25: what can't be offered is not pinned")
{
    Json large = pinned_tool("large", std::string(max_definition, 'x'));
    Json list = Json::array({7, Json::object(), large, pinned_tool("a")});
    CHECK(list_of(pins_of_list(list)) == Json::array({pinned_tool("a")}));
    for (int number = 0; number < 600; ++number)
        list.push_back(pinned_tool("t" + std::to_string(number)));
    CHECK(pins_of_list(list).size() == 512 - 3);
    CHECK_THROWS_AS(pins_of_list(Json()), ToolError);
    CHECK(pinned_instructions(std::string(100'000, 'x'))->size() == 65'536);
    CHECK_FALSE(pinned_instructions(""));
}

static std::string text_of_rows(const ToolNames& rows)
{
    std::string text;
    for (const auto& row : rows)
        text += row + "\n";
    return text;
}

TEST_CASE("C25: the difference shows all that is new, in rows that hide nothing")
{
    const Pins pinned = pins_with(
        Json::array({pinned_tool("a"), pinned_tool("b", "one\ntwo\nthree"), pinned_tool("c")}));
    const Json added {
        {"name", "d\u200b"}, {"description", "new"}, {"inputSchema", {{"type", "object"}}}};
    const Pins seen = pins_with(
        Json::array({pinned_tool("a"), pinned_tool("b", "one\nTWO\u202e\x1b[2J\nthree"), added}),
        "obey");
    const std::string text = text_of_rows(difference_rows(pinned, seen, 200));
    CHECK(text
        == "tool 'b' has changed\n"
           "    @@ -1,6 +1,6 @@\n"
           "     description:\n"
           "     one\n"
           "    -two\n"
           "    +TWO\\u{202e}\\u{1b}[2J\n"
           "     three\n"
           "     inputSchema:\n"
           "     {\n"
           "tool 'd\\u{200b}' is new\n"
           "    description:\n"
           "    new\n"
           "    inputSchema:\n"
           "    {\n"
           "      \"type\": \"object\"\n"
           "    }\n"
           "tool 'c' is gone\n"
           "its instructions have changed\n"
           "    @@ -1,1 +1,1 @@\n"
           "    -\n"
           "    +obey\n");
    for (const auto& row : difference_rows(
             pinned, pins_with(Json::array({pinned_tool("long", std::string(500, 'x'))})), 40))
        CHECK(row.size() <= 42); // an ellipsis has three bytes
    CHECK(difference_rows(pinned, pinned, 80).empty());
}

namespace {

// A state directory of its own.
class StateOfPins {
public:
    StateOfPins()
    {
        std::string name = (fs::temp_directory_path() / "pins-XXXXXX").string();
        place = mkdtemp(name.data());
    }
    ~StateOfPins() { fs::remove_all(place); }
    StateOfPins(const StateOfPins&) = delete;
    StateOfPins& operator=(const StateOfPins&) = delete;

    std::string path() const { return place / "state" / "agentcli"; }
    fs::path file() const { return fs::path(path()) / "mcp" / (hash() + ".json"); }
    static std::string hash() { return std::string(64, 'a'); }

private:
    fs::path place;
};

std::string content_of_pins(const fs::path& path)
{
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

void put_pins(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }

}

TEST_CASE("C25: pins are kept for this user alone, and the first list counts")
{
    const StateOfPins state;
    const PinStore store(state.path());
    CHECK_FALSE(store.find(StateOfPins::hash()));
    CHECK_FALSE(store.forget(StateOfPins::hash()));
    Pins first = pins_with(Json::array({pinned_tool("a")}), "be kind");
    first.has_resources = true;
    first.era = "modern";
    CHECK(text_of(store.keep_first(StateOfPins::hash(), first)) == text_of(first));
    CHECK(fs::status(state.file()).permissions() == fs::perms(0600));
    CHECK(fs::status(state.file().parent_path()).permissions() == fs::perms(0700));
    REQUIRE(store.find(StateOfPins::hash()));
    CHECK(text_of(*store.find(StateOfPins::hash())) == text_of(first));
    CHECK_FALSE(store.find(std::string(64, 'b')));

    const Pins second = pins_with(Json::array({pinned_tool("b")}));
    CHECK(text_of(store.keep_first(StateOfPins::hash(), second)) == text_of(first));
    store.keep(StateOfPins::hash(), second);
    CHECK(text_of(*store.find(StateOfPins::hash())) == text_of(second));
    CHECK(store.forget(StateOfPins::hash()));
    CHECK_FALSE(store.find(StateOfPins::hash()));
    CHECK_THROWS_AS(store.find("../../x"), ToolError);
    CHECK_FALSE(PinStore("").find(StateOfPins::hash()));
    CHECK_THROWS_AS(PinStore("").keep(StateOfPins::hash(), first), ToolError);
}

static bool refuses_pins(const PinStore& store, const std::string& why)
{
    try {
        store.find(StateOfPins::hash());
    } catch (const ToolError& error) {
        UNSCOPED_INFO(error.message);
        return error.code == Code::bad_request && error.message.find(why) != std::string::npos;
    }
    return false;
}

TEST_CASE("C25: pins that cannot be relied on are refused, and never taken for a first look")
{
    const StateOfPins state;
    const PinStore store(state.path());
    const Pins pins = pins_with(Json::array({pinned_tool("a")}));
    store.keep(StateOfPins::hash(), pins);
    const std::string good = content_of_pins(state.file());

    const std::string hash = pins.tools.front().sha256;
    std::string forged = good;
    forged.replace(forged.find("does it"), 7, "does IT");
    for (const std::string& damaged :
        {std::string(), good.substr(0, good.size() / 2), std::string("[]"), std::string("{}"),
            forged, good + good, std::string(1, '\0'), std::string(17 << 20, ' ')}) {
        put_pins(state.file(), damaged);
        CHECK(refuses_pins(store, "cannot be used"));
        CHECK_THROWS_AS(store.keep_first(StateOfPins::hash(), pins), ToolError);
    }
    put_pins(state.file(), good);
    fs::permissions(state.file(), fs::perms(0622));
    CHECK(refuses_pins(store, "can be changed by other users"));
    fs::permissions(state.file(), fs::perms(0600));
    for (const fs::path& directory : {state.file().parent_path(), fs::path(state.path())}) {
        fs::permissions(directory, fs::perms(0777));
        CHECK(refuses_pins(store, "can be changed by other users"));
        fs::permissions(directory, fs::perms(0700));
    }
    fs::rename(state.file(), state.path() + "/elsewhere");
    fs::create_symlink(state.path() + "/elsewhere", state.file());
    CHECK(refuses_pins(store, "cannot read"));
    CHECK(store.forget(StateOfPins::hash()));
    fs::create_directory(state.file());
    CHECK(refuses_pins(store, "cannot be used"));
    fs::remove(state.file());
    if (geteuid() == 0) {
        put_pins(state.file(), good);
        REQUIRE(chown(state.file().c_str(), 12345, 12345) == 0);
        CHECK(refuses_pins(store, "belongs to another user"));
    }
}
