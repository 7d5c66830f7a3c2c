#include "catch.hpp"

#include "agent/calls/approver.hpp"
#include "frontends/chat/question_display.hpp"

#include <string>
#include <vector>

using namespace agent;
using frontends::chat::add_presentation;
using toolkit::Json;

// Returns the facts, then the warnings after "!", then what is told beside them.
static std::vector<std::string> shown(
    const calls::OfferedTool& tool, const Json& arguments, const Json& dry_run)
{
    calls::PreparedCall call {.call = {"1", tool.name, arguments.dump()}, .tool = &tool};
    call.arguments.json = arguments;
    channel::ChatApproval question;
    add_presentation(question, call, dry_run);
    std::vector<std::string> words;
    for (const auto& fact : question.display->facts)
        words.push_back(fact.text);
    for (const auto& effect : question.told)
        words.push_back((effect.warns ? "!" : "") + effect.text);
    return words;
}

using Words = std::vector<std::string>;

TEST_CASE("a question about a removal says whether it can be undone, if the dry run does")
{
    calls::OfferedTool tool;
    tool.name = "fs_rm";
    tool.changes_files = true;
    tool.effects = {{"workspace", "write"}};
    tool.display = {{"kind", "delete"}, {"verb", "remove"}, {"subject", {"{path}"}}};
    const Json arguments {{"path", "no/such/file"}};
    CHECK(shown(tool, arguments, {{"entries", 1U}, {"undoable", true}})
        == Words {"/undo can restore it"});
    CHECK(shown(tool, arguments, {{"entries", 1U}, {"notUndoable", "over 1 GiB"}})
        == Words {"!/undo cannot restore it (over 1 GiB)"});
    CHECK(shown(tool, arguments, {{"entries", 1U}}).empty());
    CHECK(shown(tool, arguments, Json()).empty());
}

TEST_CASE("a question about a tool of a server says where that runs, and that it has the network")
{
    calls::OfferedTool tool;
    tool.name = "github__create_issue";
    tool.changes_files = true;
    tool.at_server = {"github", false};
    tool.server_facts
        = {"in its own sandbox with network", true, true, "changes things, not undoable"};
    const Json arguments {{"title", "Crash"}};
    CHECK(shown(tool, arguments, Json())
        == Words {"server github, in its own sandbox with network",
            "the server says: changes things, not undoable", "!network on"});
    tool.server_facts = {"in its own sandbox without network"};
    CHECK(shown(tool, arguments, Json())
        == Words {"server github, in its own sandbox without network"});
    tool.server_facts = {"without a sandbox", false, true, ""};
    CHECK(shown(tool, arguments, Json())
        == Words {"server github, without a sandbox", "!not confined", "!network on"});
}

TEST_CASE("a question about a command has its limit, or the default of the tool")
{
    calls::OfferedTool tool;
    tool.name = "exec";
    tool.effects = {{"programs", true}, {"policy", "unrestricted"}, {"background", {"background"}}};
    tool.display = {{"kind", "execute"}, {"verb", "run"}, {"subject", {"{command}"}}};
    tool.schema = {{"properties", {{"timeoutSec", {{"default", 30}}}}}};
    const auto limit = [&](Json arguments) {
        arguments["command"] = "make";
        const std::string last = shown(tool, arguments, Json()).back();
        return last.starts_with("at most ") ? last : "";
    };
    CHECK(limit({{"timeoutSec", 5}}) == "at most 5 s");
    CHECK(limit(Json::object()) == "at most 30 s");
    CHECK(limit({{"background", "server"}}).empty());
    CHECK(limit({{"timeoutMs", 400}}).empty());
    tool.schema = {};
    CHECK(limit(Json::object()).empty());
}
