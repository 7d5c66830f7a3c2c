#include "catch.hpp"

#include "agent/mcp/tool_search.hpp"
#include "tools_of_servers.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <sstream>

using namespace agent;
using namespace agent::mcp;
using toolkit::Json;

using Words = std::vector<std::string>;
using ToolPointers = std::vector<const ServerTool*>;

namespace {

ServerEntry entry_named(const std::string& name)
{
    ServerEntry entry;
    entry.name = name;
    return entry;
}

Json definition(const std::string& name, const std::string& description, const std::string& fields)
{
    Json properties = Json::object();
    std::istringstream names(fields);
    for (std::string field; std::getline(names, field, ',');)
        properties[field] = {{"type", "string"}};
    return {{"name", name}, {"description", description},
        {"inputSchema", {{"type", "object"}, {"properties", std::move(properties)}}}};
}

// The tools of a list, each kept where it is.
struct ToolList {
    void add(const ServerEntry& entry, const Json& definitions)
    {
        for (ServerTool& tool : definitions_of(definitions, entry, {}).tools)
            tools.push_back(std::make_unique<ServerTool>(std::move(tool)));
    }

    ToolPointers pointers() const
    {
        ToolPointers all;
        for (const auto& tool : tools)
            all.push_back(tool.get());
        return all;
    }

    std::vector<std::unique_ptr<ServerTool>> tools;
};

ToolList tools_to_find()
{
    ToolList list;
    for (const char* line : tools_of_servers) {
        std::istringstream parts(line);
        std::array<std::string, 4> part;
        for (auto& text : part)
            std::getline(parts, text, '|');
        list.add(entry_named(part[0]), Json::array({definition(part[1], part[2], part[3])}));
    }
    return list;
}

ToolList many_tools(std::size_t count, ServerEntry::Load load = ServerEntry::Load::automatic)
{
    ToolList list;
    ServerEntry entry = entry_named("many");
    entry.load = load;
    Json definitions = Json::array();
    for (std::size_t number = 0; number < count; ++number)
        definitions.push_back(
            definition("tool_" + std::to_string(number), "Does a thing. It does it well.", "x"));
    list.add(entry, definitions);
    return list;
}

std::vector<std::string> names_in(const Json& list)
{
    std::vector<std::string> names;
    for (const Json& one : list)
        names.push_back(one["name"]);
    return names;
}

}

TEST_CASE("names are split into words, without case and plural")
{
    CHECK(words_of("createIssue") == Words {"create", "issue"});
    CHECK(words_of("HTTPServer list_all-tables.v2")
        == Words {"http", "server", "list", "all", "table", "v2"});
    CHECK(words_of("Entities, classes; the access bus")
        == Words {"entity", "classe", "the", "access", "bus"});
    CHECK(words_of("Straße") == Words {"straße"});
    CHECK(words_of(" -- ").empty());
}

TEST_CASE("the tool that is meant is among the first five of 76")
{
    const ToolList list = tools_to_find();
    const ToolRanking ranking(list.pointers());
    const auto [query, name] = GENERATE(table<std::string, std::string>({
        {"create issue", "tracker__createIssue"},
        {"open a bug report", "tracker__createIssue"},
        {"close an issue", "tracker__updateIssue"},
        {"comment on a pull request", "tracker__addIssueComment"},
        {"merge PR pull request", "tracker__mergePullRequest"},
        {"new branch", "tracker__createBranch"},
        {"search code", "tracker__searchCode"},
        {"restart failed CI jobs", "tracker__rerunFailedJobs"},
        {"diff of the pull request", "tracker__getPullRequestDiff"},
        {"screenshot", "browser__browser_take_screenshot"},
        {"click a button element", "browser__browser_click"},
        {"open web page url", "browser__browser_navigate"},
        {"run javascript in page", "browser__browser_evaluate"},
        {"fill text into element", "browser__browser_type"},
        {"console log messages", "browser__browser_console_messages"},
        {"read file", "files__read_text_file"},
        {"rename a file", "files__move_file"},
        {"find files by name", "files__search_files"},
        {"list folder directory", "files__list_directory"},
        {"file permissions and size", "files__get_file_info"},
        {"post message to channel", "chat__post_message"},
        {"emoji", "chat__add_reaction"},
        {"SQL query", "database__query"},
        {"tables of the database", "database__list_tables"},
        {"add an event to the calendar", "calendar__create_event"},
        {"when is everybody free", "calendar__find_free_time"},
        {"send mail", "mail__send_email"},
        {"weather forecast", "weather__get_forecast"},
        {"coordinates of an address", "maps__geocode"},
        {"time zones", "time__convert_time"},
        {"library documentation", "docs__query_docs"},
        {"DELETE_ENTITIES", "memory__delete_entities"},
    }));
    CAPTURE(query);
    ToolPointers best = ranking.best(query);
    best.resize(std::min<std::size_t>(best.size(), 5));
    CHECK(std::any_of(best.begin(), best.end(),
        [&, &name = name](const auto* one) { return one->name == name; }));
}

TEST_CASE("an exact name is the first, and without a common word there is nothing")
{
    const ToolList list = tools_to_find();
    const ToolRanking ranking(list.pointers());
    CHECK(ranking.best("query").at(0)->name == "database__query");
    CHECK(ranking.best(" memory__read_graph ").at(0)->name == "memory__read_graph");
    CHECK(ranking.best("xylophone").empty());
    CHECK(ranking.best("").empty());
}

TEST_CASE("definitions are listed up to 40 tools and 30 KB, and searched beyond")
{
    const auto [count, searched] = GENERATE(table<std::size_t, bool>({{40, false}, {41, true}}));
    const ToolList list = many_tools(count);
    ToolSearch search;
    search.begin(list.pointers(), false);
    CHECK(search.own_tools().empty() != searched);
    CHECK(search.listed(list.pointers()).empty() == searched);

    ToolList large;
    Json definitions = Json::array();
    for (std::size_t number = 0; number < 20; ++number)
        definitions.push_back(
            definition("tool_" + std::to_string(number), std::string(1'900, 'a'), "x"));
    large.add(entry_named("large"), definitions);
    ToolSearch of_large;
    of_large.begin(large.pointers(), false);
    CHECK(of_large.unlisted(large.pointers()).size() == 20);
}

TEST_CASE("an entry decides for its own tools")
{
    ToolList list = many_tools(41, ServerEntry::Load::always);
    ToolSearch search;
    search.begin(list.pointers(), false);
    CHECK(search.own_tools().size() == 2);
    CHECK(search.listed(list.pointers()).size() == 41);

    const ToolList few = many_tools(2, ServerEntry::Load::search);
    ToolSearch of_few;
    of_few.begin(few.pointers(), true);
    CHECK(of_few.unlisted(few.pointers()).size() == 2);
}

TEST_CASE("an answer has whole definitions, then names, within its limits")
{
    const ToolList list = tools_to_find();
    const ToolPointers all = list.pointers();
    ToolSearch search;
    search.begin(all, false);
    const Json found = search.answer_to({{"query", "issue"}, {"limit", 2}}, all);
    CHECK(found["tools"].size() == 2);
    CHECK(found["tools"][0].contains("inputSchema"));
    CHECK(found["more"][0].contains("description"));
    CHECK(!found["more"][0].contains("inputSchema"));

    const Json named
        = search.answer_to({{"names", {"files__edit_file", "weather__get_alerts"}}}, all);
    CHECK(names_in(named["tools"]) == Words {"files__edit_file", "weather__get_alerts"});
    CHECK(named.count("more") == 0);

    const Json of_server = search.answer_to({{"server", "mail"}}, all);
    CHECK(of_server["tools"].empty());
    CHECK(of_server["more"].size() == 3);
    CHECK_THROWS_WITH(
        search.answer_to({{"query", "xylophone"}}, all), "no tool of a server matches");

    const ToolList many = many_tools(500);
    ToolSearch of_many;
    of_many.begin(many.pointers(), false);
    const Json large = of_many.answer_to({{"query", "thing"}, {"limit", 20}}, many.pointers());
    CHECK(large["tools"].size() == 20);
    CHECK(large.dump().size() < 21'000);
    CHECK(20 + large["more"].size() + large["leftOut"].get<std::size_t>() == 500);
    CHECK(of_many.own_tools()[0]->description.size() < 500);
}

TEST_CASE("tools that were called are listed after the beginning was left out, and described anew")
{
    const ToolList list = many_tools(60);
    const ToolPointers all = list.pointers();
    ToolSearch search;
    search.begin(all, false);
    const auto before = search.own_tools();
    for (std::size_t at = 0; at < 12; ++at)
        search.note_call(*all[at]);
    search.note_call(*all[3]);
    CHECK(search.listed(all).empty());
    search.list_used(all);
    const ToolPointers listed = search.listed(all);
    CHECK(listed.size() == 10);
    CHECK(std::find(listed.begin(), listed.end(), all[3]) != listed.end());
    CHECK(std::find(listed.begin(), listed.end(), all[0]) == listed.end());
    CHECK(search.is_find_tool(*before[0]));
    CHECK(search.own_tools()[0] != before[0]);
    CHECK_THROWS(search.answer_to({{"names", {all[3]->name}}}, all));
}
