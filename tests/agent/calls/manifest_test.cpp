#include "catch.hpp"

#include "agent/calls/manifest.hpp"
#include "toolkit/system/error.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>

using namespace agent::calls;
using namespace toolkit::system;

namespace fs = std::filesystem;

// A folder of its own with a manifest and a program beside it.
class Folder {
public:
    explicit Folder(const std::string& manifest)
    {
        std::string name = fs::temp_directory_path() / "manifest.XXXXXX";
        path = mkdtemp(name.data());
        write("tools.json", manifest);
        write("tool", "#!/bin/sh\n");
        fs::permissions(path / "tool", fs::perms::owner_all);
        write("data", "");
        fs::create_directory(path / "folder");
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { fs::remove_all(path); }

    std::vector<ManifestTool> load() const { return load_manifest(path / "tools.json"); }

    // What is wrong, without the manifest's name.
    std::string complaint() const
    {
        try {
            load();
        } catch (const ToolError& error) {
            const std::string text = error.message + (error.hint.empty() ? "" : "; " + error.hint);
            return text.substr(text.find("json': ") + 7);
        }
        return "none";
    }

    fs::path path;

private:
    void write(const std::string& name, const std::string& text) const
    {
        std::FILE* file = std::fopen((path / name).c_str(), "we");
        std::fwrite(text.data(), 1, text.size(), file);
        std::fclose(file);
    }
};

TEST_CASE("a manifest is read with all its fields")
{
    const Folder folder(R"({"tools": [
        {"name": "a-B_3", "description": "does", "schema": {"type": "object"}, "command": ["./tool", "-x"],
         "timeoutSec": 1.5, "env": ["LANG"], "changesFiles": true, "effects": {"workspace": "write"}},
        {"name": "b", "schema": {}, "command": ["sh"]}]})");
    const auto tools = folder.load();
    REQUIRE(tools.size() == 2);
    CHECK(tools[0].name == "a-B_3");
    CHECK(tools[0].description == "does");
    CHECK(tools[0].schema.dump() == R"({"type":"object"})");
    CHECK(tools[0].command == std::vector<std::string> {"./tool", "-x"});
    CHECK(tools[0].program == (folder.path / "tool").string());
    CHECK(tools[0].timeout == std::chrono::milliseconds(1500));
    CHECK(tools[0].env == std::vector<std::string> {"LANG"});
    CHECK(tools[0].changes_files);
    CHECK(tools[0].effects.dump() == R"({"workspace":"write"})");
    CHECK(tools[1].effects.is_null());
    CHECK(tools[1].program.ends_with("/sh"));
    CHECK_FALSE(tools[1].timeout);
    CHECK_FALSE(tools[1].changes_files);
}

TEST_CASE("a manifest that is wrong as a whole")
{
    const auto [manifest, expected] = GENERATE(table<std::string, std::string>({
        {"[]", "it is not {\"tools\": [...]}"},
        {"{}", "it is not {\"tools\": [...]}"},
        {R"({"tools": [], "tool": []})", "unknown field 'tool'; did you mean 'tools'?"},
        {R"({"tools": [], "version": 1})",
            "unknown field 'version'; the fields are tools, operator, warning, roles"},
        {R"({"tools": [], "tools": []})", "it names 'tools' twice; give each field once"},
        {R"({"tools": [{"name": "a", "name": "b"}]})",
            "it names 'name' twice; give each field once"},
        {R"({"tools": [{"name": "a", "schema": {"type": "object", "type": "string"}}]})",
            "it names 'type' twice; give each field once"},
        {R"({"tools": {}})", "it is not {\"tools\": [...]}"},
        {R"({"tools": [1]})", "tool 1 is not an object"},
        {R"({"tools": [{}]})", "tool 1 has no name"},
        {R"({"tools": [{"name": ""}]})", "tool 1 has no name"},
        {R"({"tools": [{"name": 5}]})", "tool 1 has no name"},
        {R"({"tools": [{"name": "a b"}]})",
            "tool 1: the name 'a b' is not 1 to 64 of a-z A-Z 0-9 _ -"},
    }));
    CHECK(Folder(manifest).complaint() == expected);
}

static const std::string form_of_entry
    = R"(; an entry is {"name": …, "schema": {"type": "object"}, "command": ["program"]})";

TEST_CASE("a tool that is wrong is named, with what is wrong")
{
    const auto [fields, expected] = GENERATE(table<std::string, std::string>({
        {R"("command": ["sh"])", "it has no schema" + form_of_entry},
        {R"("schema": [], "command": ["sh"])", "schema is not an object"},
        {R"("schema": {})", "it has no command" + form_of_entry},
        {R"("schema": {}, "command": "sh")", "command is not an array of strings"},
        {R"("schema": {}, "command": [])", "command is empty"},
        {R"("schema": {}, "command": [""])", "command is empty"},
        {R"("schema": {}, "command": ["sh", 1])", "command is not an array of strings without NUL"},
        {R"("schema": {}, "command": ["a\u0000b"])",
            "command is not an array of strings without NUL"},
        {R"("schema": {}, "command": ["no-such-program"])",
            "command 'no-such-program' is not an executable file; it is looked for on PATH"},
        {R"("schema": {}, "command": ["./data"])",
            "command './data' is not an executable file; it is looked for beneath the manifest's "
            "directory"},
        {R"("schema": {}, "command": ["./folder"])",
            "command './folder' is not an executable file; it is looked for beneath the manifest's "
            "directory"},
        {R"("schema": {}, "command": ["sh"], "description": 1)", "description is not a string"},
        {R"("schema": {}, "command": ["sh"], "timeoutSec": 0)",
            "timeoutSec is not a number of seconds above 0 and at most 86400"},
        {R"("schema": {}, "command": ["sh"], "timeoutSec": "5")",
            "timeoutSec is not a number of seconds above 0 and at most 86400"},
        {R"("schema": {}, "command": ["sh"], "timeoutSec": 1e9)",
            "timeoutSec is not a number of seconds above 0 and at most 86400"},
        {R"("schema": {}, "command": ["sh"], "env": {"A": "b"})", "env is not an array of strings"},
        {R"("schema": {}, "command": ["sh"], "env": ["A=b"])",
            "env has 'A=b', which is not the name of a variable; fixed values go into the command: "
            "env "
            "NAME=VALUE program"},
        {R"("schema": {}, "command": ["sh"], "changesFiles": 1)",
            "changesFiles is not true or false"},
        {R"("schema": {}, "command": ["sh"], "checksArguments": "yes")",
            "checksArguments is not true or false"},
        {R"("schema": {}, "command": ["sh"], "effects": true)", "effects is not an object"},
        {R"("schema": {}, "command": ["sh"], "flags": {})", "flags is not an array"},
        {R"("schema": {}, "command": ["sh"], "answerSchema": {"type": "array"})",
            "answerSchema is not the schema of an object"},
        {R"("schema": {}, "command": ["sh"], "display": "run")", "display is not an object"},
        {R"("schema": {}, "command": ["sh"], "display": {"kind": "see", "verb": "see"})",
            "display.kind is none of read, search, edit, delete, move, execute, fetch, other"},
        {R"("schema": {}, "command": ["sh"], "display": {"kind": "read"})",
            "display.verb is not a word"},
        {R"("schema": {}, "command": ["sh"], "display": {"kind": "read", "verb": "v", "facts": 1})",
            "display.facts is not an array of strings"},
        {R"("schema": {}, "command": ["sh"], "timeoutSecs": 1)",
            "unknown field 'timeoutSecs'; did you mean 'timeoutSec'?"},
        {R"("schema": {}, "command": ["sh"], "vendor": {})",
            "unknown field 'vendor'; the fields are name, description, schema, answerSchema, "
            "command, timeoutSec, env, "
            "changesFiles, effects, checksArguments, display, aliases, flags, examples"},
    }));
    CHECK(Folder(R"({"tools": [{"name": "t", )" + fields + "}]}").complaint()
        == "tool 't': " + expected);
}

TEST_CASE("tools for the operator are read like others, and not among those of a model")
{
    const std::string entry = R"("schema":{"type":"object"},"command":["./tool"]})";
    const auto manifest = [&](const std::string& more) {
        return R"({"tools":[{"name":"a",)" + entry + "]," + more + "}";
    };
    const std::string for_operator = R"("operator":[{"name":"b",)" + entry + "]";
    const Folder folder(manifest(for_operator + R"(,"roles":{"undo":"b"})"));
    CHECK(folder.complaint() == "none");
    CHECK(folder.load().size() == 1);
    const ManifestTools all = parse_all_of_manifest(
        manifest(for_operator + R"(,"roles":{"undo":"b"})"), "tools.json", folder.path);
    REQUIRE(all.for_operator.size() == 1);
    CHECK(all.for_operator.front().name == "b");
    CHECK(all.undo == "b");
    const ManifestTools with_roles = parse_all_of_manifest(
        manifest(for_operator + R"(,"roles":{"read":"b","list":"a"})"), "tools.json", folder.path);
    CHECK(with_roles.read == "b");
    CHECK(with_roles.list == "a");
    CHECK(with_roles.run.empty());
    CHECK(Folder(manifest(R"("roles":{"run":"c"})")).complaint()
        == "roles.run is not the name of a tool of this manifest");
    CHECK(Folder(manifest(R"("operator":{})")).complaint() == "operator is not an array");
    CHECK(Folder(manifest(R"("operator":[{"name":"a",)" + entry + "]")).complaint()
        == "tool 'a': the name is given twice");
    CHECK(Folder(manifest(R"("operator":[{"name":"b"}])")).complaint()
        == "tool 'b': it has no schema" + form_of_entry);
    CHECK(Folder(manifest(R"("roles":{"undo":"c"})")).complaint()
        == "roles.undo is not the name of a tool of this manifest");
    CHECK(Folder(manifest(R"("roles":{"undo":["./tool"]})")).complaint()
        == "roles.undo is not the name of a tool of this manifest");
}
