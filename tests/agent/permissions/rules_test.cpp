#include "catch.hpp"

#include "agent/permissions/permissions.hpp"
#include "agent/redaction/redaction.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

using namespace agent::permissions;
namespace calls = agent::calls;
namespace fs = std::filesystem;
using toolkit::Json;
using toolkit::ToolError;

namespace {

// A source with a tool that runs commands, and one that edits.
class Tools : public calls::ToolSource {
public:
    Tools()
    {
        exec.name = "exec";
        exec.effects = {{"programs", true}, {"policy", "workspace-write"}};
        exec.changes_files = true;
        edit.name = "fs_edit";
        edit.changes_files = true;
        put.name = "fs_write_file";
        put.changes_files = true;
        put.effects = {{"workspace", "write"}, {"dryRun", true}};
        put.schema = {{"properties",
            {{"path", Json::object()}, {"content", Json::object()}, {"to", Json::object()},
                {"recursive", Json::object()}}}};
    }

    std::vector<const calls::OfferedTool*> tools() const override { return {&exec, &edit, &put}; }
    bool begin(calls::CallId, const calls::OfferedTool&, const calls::Arguments&) override
    {
        return false;
    }
    void cancel(calls::CallId, calls::Cancelled) override { }
    void watch(toolkit::system::Watch&) const override { }
    void step() override { }
    std::optional<calls::ToolResult> take(calls::CallId) override { return std::nullopt; }
    std::string identity_of(const calls::OfferedTool&) const override { return identity; }

    calls::PreparedCall call(const calls::OfferedTool& tool, const Json& arguments)
    {
        calls::PreparedCall call;
        call.source = this;
        call.tool = &tool;
        call.arguments.json = arguments;
        call.arguments.text = arguments.dump();
        return call;
    }
    calls::PreparedCall command(const std::string& line) { return call(exec, {{"command", line}}); }

    calls::OfferedTool exec;
    calls::OfferedTool edit;
    calls::OfferedTool put;
    std::string identity = "first";
};

// A new directory as the current one, with a state directory beside it.
class Place {
public:
    Place()
    {
        std::string name = (fs::temp_directory_path() / "rules.XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        root = fs::canonical(name);
        fs::create_directory(root / "work");
        fs::current_path(root / "work");
        setenv("XDG_STATE_HOME", (root / "state").c_str(), 1); // NOLINT: one thread
    }
    ~Place()
    {
        fs::current_path(before);
        unsetenv("XDG_STATE_HOME"); // NOLINT: one thread
        fs::remove_all(root);
    }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    std::string state() const { return (root / "state" / "agentcli").string(); }
    fs::path file() const
    {
        return fs::path(state()) / "permissions"
            / (toolkit::system::sha256((root / "work").string()) + ".json");
    }
    std::string audited() const
    {
        std::string text;
        for (const auto& log : fs::directory_iterator(root / "work" / ".agentcli" / "audit")) {
            std::ifstream in(log.path());
            text.append(std::istreambuf_iterator<char>(in), {});
        }
        return text;
    }

    fs::path root;

private:
    fs::path before = fs::current_path();
};

void write(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }

// One run: what may be called without a question, and what the operator was told.
struct OneRun {
    explicit OneRun(agent::permissions::Settings settings = {})
        : permissions(std::move(settings), {audit, [this](const auto& text) { notes += text; }})
    {
    }

    std::string allowed(const calls::PreparedCall& call)
    {
        return permissions.allowed_by(call).value_or("asked");
    }

    agent::redaction::Redaction redaction {agent::redaction::Secrets()};
    std::string notes;
    agent::audit::Audit audit {redaction, [](const auto&) {}, agent::audit::AuditPolicy::required};
    Permissions permissions;
};

}

TEST_CASE("a rule for a prefix allows what begins with its words, and nothing else")
{
    Tools tools;
    const Rule rule {.tool = "exec", .prefix = {"npm", "test"}};
    CHECK(allows(rule, tools.command("npm test")));
    CHECK(allows(rule, tools.command("npm test -- 'a b'")));
    CHECK(allows(rule, tools.call(tools.exec, {{"cmd", "npm"}, {"args", {"test", "a; b"}}})));
    CHECK(allows(
        rule, tools.call(tools.exec, {{"command", "npm test"}, {"cwd", "."}, {"timeoutSec", 60}})));
    for (const Json& arguments : {Json {{"command", "npm tests"}}, Json {{"command", "npm"}},
             Json {{"command", "npm test '--node-options=--import=x'"}},
             Json {{"command", "npm test; rm -rf ."}}, Json {{"command", "npm test\nrm x"}},
             Json {{"command", "X=1 npm test"}}, Json {{"command", "npm install test"}},
             Json {{"cmd", "npm test"}}, Json {{"cmd", "npm"}, {"args", "test"}},
             Json {{"cmd", "npm"}, {"args", {"test", 1}}},
             Json {{"command", "npm test"}, {"args", {"x"}}},
             Json {{"command", "npm test"}, {"cmd", "rm"}}, Json {{"command", {"npm", "test"}}},
             Json {{"command", "npm test"}, {"stdin", "x"}},
             Json {{"command", "npm test"}, {"background", "x"}},
             Json {{"command", "npm test"}, {"run_in_background", true}},
             Json {{"command", "npm test"}, {"env", {{"PATH", "."}}}},
             Json {{"command", "npm test"}, {"shell", "bash"}},
             Json {{"command", "npm test"}, {"workdir", "/"}},
             Json {{"command", "npm test"}, {"cwd", "/"}},
             Json {{"command", "npm test"}, {"cwd", "sub"}},
             Json {{"command", "npm test"}, {"cwd", nullptr}, {"cd", "x"}},
             Json {{"command", nullptr}, {"cmd", nullptr}}, Json::object(), Json::array()}) {
        INFO(arguments.dump());
        CHECK(!allows(rule, tools.call(tools.exec, arguments)));
    }
    CHECK(!allows(rule, tools.call(tools.edit, {{"command", "npm test"}})));
    CHECK(!allows({.tool = "exec"}, tools.command("npm test")));
}

TEST_CASE("other rules: a whole tool, one text, and a directory that is named")
{
    Tools tools;
    CHECK(allows({.tool = "fs_edit"}, tools.call(tools.edit, {{"path", "x"}})));
    const Rule line {.tool = "exec", .command = "make && ./run"};
    CHECK(allows(line, tools.command("make && ./run")));
    CHECK(!allows(line, tools.command("make && ./run ")));
    CHECK(!allows(line, tools.call(tools.exec, {{"cmd", "make && ./run"}})));
    const Rule inside {.tool = "exec", .prefix = {"npm", "test"}, .cwd = "sub"};
    CHECK(allows(inside, tools.call(tools.exec, {{"command", "npm test"}, {"cwd", "sub"}})));
    CHECK(!allows(inside, tools.command("npm test")));
}

TEST_CASE("a rule for a script ends with its content")
{
    const Place place;
    Tools tools;
    write("x.py", "print(1)");
    const auto call = tools.command("python3 x.py --a");
    const std::vector<Rule> rules = offered_rules(call);
    REQUIRE(rules.size() == 2);
    CHECK(text_of(rules.back())
        == "commands that begin with: python3 x.py, while x.py stays the same");
    CHECK(allows(rules.back(), call));
    write("x.py", "print(2)");
    CHECK(!allows(rules.back(), call));
    fs::remove("x.py");
    CHECK(!allows(rules.back(), call));
}

TEST_CASE("a rule for a program that is found in the workspace ends with its content")
{
    const Place place;
    Tools tools;
    const std::string path = getenv("PATH"); // NOLINT: one thread
    fs::create_directory("bin");
    const auto program = (fs::current_path() / "bin" / "pytest").string();
    setenv("PATH", (fs::current_path() / "bin").string().append(":" + path).c_str(), 1); // NOLINT
    const auto call = tools.command("pytest tests");
    const auto before = offered_rules(call);
    write(program, "echo passed");
    fs::permissions(program, fs::perms::owner_all);
    const auto with_program = offered_rules(call);
    CHECK(!allows(before.at(1), call)); // it stands before the program that was meant
    REQUIRE(with_program.size() == 2);
    CHECK(with_program[1].script == program);
    CHECK(allows(with_program[1], call));
    write(program, "echo failed");
    CHECK(!allows(with_program[1], call));
    setenv("PATH", path.c_str(), 1); // NOLINT: one thread
}

TEST_CASE("what is offered for a call")
{
    Tools tools;
    const auto texts = [](const std::vector<Rule>& rules) {
        std::string all;
        for (const Rule& rule : rules)
            all += text_of(rule) + "\n";
        return all;
    };
    CHECK(texts(offered_rules(tools.command("npm test")))
        == "this command, exactly: npm test\ncommands that begin with: npm test\n");
    CHECK(texts(offered_rules(tools.command("a | b"))) == "this command, exactly: a | b\n");
    CHECK(texts(offered_rules(tools.command("a\nb"))).empty());
    CHECK(texts(offered_rules(tools.command("a \u202e b"))).empty());
    CHECK(texts(offered_rules(tools.call(tools.exec, {{"command", "npm test"}, {"cwd", "../x"}})))
              .empty());
    CHECK(
        texts(offered_rules(tools.call(tools.exec, {{"command", "npm test"}, {"background", "x"}})))
            .empty());
    CHECK(texts(offered_rules(tools.call(tools.edit, {{"path", "x"}})))
        == "this call, exactly: fs_edit {\"path\":\"x\"}\nall calls of fs_edit\n");
    tools.edit.destroys = true;
    CHECK(texts(offered_rules(tools.call(tools.edit, {{"path", "x"}})))
        == "this call, exactly: fs_edit {\"path\":\"x\"}\n");
    for (const Json& more : {Json {{"network", "on"}}, Json {{"policy", "unrestricted"}}}) {
        Tools open;
        open.exec.effects.update(more);
        CHECK(offered_rules(open.command("npm test")).empty());
    }
    tools.identity.clear();
    CHECK(offered_rules(tools.call(tools.edit, {{"path", "x"}})).empty());
}

TEST_CASE("an edit is allowed by its file or its directory, by real paths in the workspace alone")
{
    const Place place;
    Tools tools;
    fs::create_directories("src/inner");
    fs::create_directory("other");
    fs::create_directory_symlink("../other", "src/link");
    const auto put = [&](const Json& arguments) { return tools.call(tools.put, arguments); };
    const auto call = put({{"path", "./src/a.cpp"}, {"content", "x"}});
    const auto rules = offered_rules(call);
    REQUIRE(rules.size() == 2);
    CHECK(text_of(rules[0]) == "edits of src/a.cpp by fs_write_file");
    CHECK(text_of(rules[1]) == "edits in src/ by fs_write_file");
    CHECK(allows(rules[0], call));
    CHECK(allows(rules[0], put({{"path", "src/inner/../a.cpp"}})));
    CHECK(!allows(rules[0], put({{"path", "src/b.cpp"}})));
    CHECK(allows(rules[1], put({{"path", "src/inner/b.cpp"}})));
    CHECK(allows(rules[1], put({{"path", (fs::current_path() / "src/new").string()}})));
    for (const Json& arguments :
        {Json {{"path", "src/link/x"}}, Json {{"path", "srcs/x"}}, Json {{"path", "src"}},
            Json {{"path", "src/../other/x"}}, Json {{"path", "/etc/passwd"}}, Json {{"path", ""}},
            Json {{"path", "src/a"}, {"to", "other/a"}}, Json {{"path", "src/a"}, {"file", "b"}},
            Json {{"path", "src/a"}, {"recursive", true}}, Json {{"content", "x"}},
            Json::array()}) {
        INFO(arguments.dump());
        CHECK(!allows(rules[1], put(arguments)));
    }
    CHECK(offered_rules(put({{"path", "top"}})).size() == 1);
    CHECK(offered_rules(put({{"path", "src"}, {"recursive", true}})).empty());
    CHECK(is_never_repeated(put({{"path", "src"}, {"recursive", true}})));
}

TEST_CASE("a command without a rule for its first words has a reason")
{
    Tools tools;
    const auto why = [&](const char* line) { return why_no_prefix(tools.command(line)); };
    CHECK(why("npm test").empty());
    CHECK(why("npm test && make") == "the command has '&&'");
    CHECK(why("npm test > log") == "the command has '>'");
    CHECK(why("echo \"a $(b)\"") == "the command has '$('");
    CHECK(why("X=1 npm test") == "the command begins with an assignment");
    CHECK(why("a\nb") == "the command has several lines");
    CHECK(why("env X npm") == "'env' can run other commands");
    CHECK(why("git config a b") == "'git' has subcommands, and this one can run other commands");
    CHECK(why_no_prefix(tools.call(tools.edit, {{"path", "x"}})).empty());
}

TEST_CASE("rules are written and read alike, and anything else is refused")
{
    for (const Rule& rule :
        {Rule {.tool = "a"}, Rule {.tool = "exec", .prefix = {"npm", "test"}},
            Rule {.tool = "exec", .command = "a && b", .cwd = "sub"},
            Rule {.tool = "fs_edit", .path = "a.cpp"}, Rule {.tool = "fs_edit", .directory = "src"},
            Rule {.tool = "say", .arguments = "{\"a\":1}"},
            Rule {.tool = "exec",
                 .prefix = {"python3", "x"},
                 .script = "x",
                 .script_sha256 = std::string(64, 'a')}})
        CHECK(rule_in(document_of(rule)) == rule);
    for (const Json& document : {Json(), Json("exec"), Json::object(), Json {{"tool", ""}},
             Json {{"tool", "a"}, {"any", 1}}, Json {{"tool", "a"}, {"prefix", Json::array()}},
             Json {{"tool", "a"}, {"prefix", "npm"}}, Json {{"tool", "a"}, {"prefix", {"a b"}}},
             Json {{"tool", "a"}, {"prefix", {1}}}, Json {{"tool", "a"}, {"command", ""}},
             Json {{"tool", "a"}, {"prefix", {"a"}}, {"command", "a"}},
             Json {{"tool", "a"}, {"cwd", "b"}}, Json {{"tool", "a"}, {"path", 1}},
             Json {{"tool", "a"}, {"path", "b"}, {"directory", "c"}},
             Json {{"tool", "a"}, {"prefix", {"a"}}, {"script", "x"}}}) {
        INFO(document.dump());
        CHECK_THROWS_AS(rule_in(document), ToolError);
    }
}

TEST_CASE("a stored rule allows calls of later runs in its workspace, until its binding changes")
{
    const Place place;
    Tools tools;
    const auto call = tools.command("npm test");
    {
        OneRun run({.by = "chat"});
        CHECK(run.allowed(call) == "asked");
        const auto rules = run.permissions.offered(call);
        REQUIRE(!rules.empty());
        CHECK(run.permissions.make(call, rules[0], Scope::workspace).starts_with("always: rule "));
        CHECK(run.allowed(call).starts_with("rule "));
    }
    struct stat status { };
    REQUIRE(stat(place.file().c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0600);
    const auto stored = all_rules(place.state());
    REQUIRE(stored.size() == 1);
    CHECK(stored[0].workspace == (place.root / "work").string());
    const std::string id = stored[0].rules.at(0).id;
    CHECK(OneRun().allowed(tools.command("npm test")) == "rule " + id);
    CHECK(RuleStore(".").rules().at(0).uses == 2);
    CHECK(OneRun({.uses_rules = false}).allowed(call) == "asked");

    fs::create_directory(place.root / "other");
    fs::current_path(place.root / "other");
    CHECK(OneRun().allowed(call) == "asked");
    fs::current_path(place.root / "work");

    tools.identity = "second";
    OneRun later;
    CHECK(later.allowed(call) == "asked");
    CHECK(later.notes.find("rule " + id) != std::string::npos);
    CHECK(RuleStore(".").rules().empty());
    const std::string audited = place.audited();
    CHECK(audited.find("\"state\":\"made\"") != std::string::npos);
    CHECK(audited.find("\"state\":\"ended\"") != std::string::npos);
}

TEST_CASE("no rule allows a call that has to be approved for another reason")
{
    const Place place;
    Tools tools;
    OneRun run({.configured = {{.tool = "fs_edit"}}});
    auto call = tools.call(tools.edit, {{"path", "x"}});
    CHECK(run.allowed(call) == "rule of the config");
    run.permissions.ask_about(calls::Approve::always);
    CHECK(run.allowed(call) == "asked");
    CHECK(run.permissions.offered(call).empty());
    run.permissions.ask_about(calls::Approve::changes);
    call.is_asked_by_hook = true;
    CHECK(run.allowed(call) == "asked");
    call.is_asked_by_hook = false;
    call.needs_approval = true;
    CHECK(run.allowed(call) == "asked");
    call.needs_approval = false;
    tools.edit.needs_approval = true;
    CHECK(run.allowed(call) == "asked");
    tools.edit.needs_approval = false;
    CHECK(run.allowed(call) == "rule of the config");
}

TEST_CASE("a rule of a session is stored nowhere")
{
    const Place place;
    Tools tools;
    const auto call = tools.call(tools.edit, {{"path", "x"}});
    OneRun run({.may_store = false});
    CHECK(run.permissions.make(call, {.tool = "fs_edit"}, Scope::workspace)
        == "always: rule of this session");
    CHECK(run.allowed(call) == "rule of this session");
    REQUIRE(run.permissions.session_rules().size() == 1);
    CHECK(run.permissions.session_rules()[0].uses == 1);
    CHECK(!run.permissions.remove_session_rule("s2"));
    CHECK(OneRun().allowed(call) == "asked");
    tools.identity = "second";
    CHECK(run.allowed(call) == "asked");
}

TEST_CASE("a file that cannot be relied on allows nothing, and is told once")
{
    const Place place;
    Tools tools;
    const auto call = tools.call(tools.edit, {{"path", "x"}});
    const RuleStore store(".");
    store.add({.tool = "fs_edit"}, "chat", "first");
    CHECK(OneRun().allowed(call).starts_with("rule "));
    fs::permissions(place.file(), fs::perms::group_read, fs::perm_options::add);
    OneRun run;
    CHECK(run.allowed(call) == "asked");
    CHECK(run.allowed(call) == "asked");
    CHECK(!run.notes.empty());
    for (const char* text : {"", "{}", "[]", "{\"workspace\":\"/x\",\"rules\":[]}",
             "{\"workspace\":\"/x\",\"rules\":[{\"id\":\"zz\"}]}"}) {
        fs::remove(place.file());
        write(place.file(), text);
        fs::permissions(place.file(), fs::perms::owner_read | fs::perms::owner_write);
        INFO(text);
        CHECK(OneRun().allowed(call) == "asked");
        CHECK_THROWS_AS(store.rules(), ToolError);
    }
}

TEST_CASE("a workspace has at most 500 rules, each once")
{
    const Place place;
    const RuleStore store(".");
    const StoredRule first = store.add({.tool = "a0"}, "chat", "x");
    CHECK(store.add({.tool = "a0"}, "chat", "y").binding == "y");
    CHECK(store.rules().size() == 1);
    for (std::size_t count = 1; count < 8; ++count)
        store.add({.tool = "a" + std::to_string(count)}, "chat", "x");
    Json full = toolkit::json::parse_bounded([&] {
        std::ifstream in(place.file());
        return std::string(std::istreambuf_iterator<char>(in), {});
    }());
    while (full["rules"].size() < max_rules) {
        Json one = full["rules"][0];
        one["rule"]["tool"] = "b" + std::to_string(full["rules"].size());
        full["rules"].push_back(one);
    }
    write(place.file(), full.dump());
    CHECK_THROWS_AS(store.add({.tool = "c"}, "chat", "x"), ToolError);
    CHECK(!store.remove("0"));
    CHECK(store.remove(store.rules().back().id)->rule.tool.starts_with("a"));
    store.add({.tool = "c"}, "chat", "x");
    CHECK(store.clear().size() == max_rules);
    CHECK(!fs::exists(place.file()));
}
